//! Upright shafts and the level connectors between them, without end in XY: one drainage tree by construction.
//!
//! Connectors and the galleries they open into lie at levels, each a plan with heights: measured once per column and raised from one
//! level floor. Shafts pass through all levels between their floor and their dome. [`Ledges`] then fills ledges and ramps back in.

pub mod layout;
pub(super) mod ledges;
mod prepared;
mod shape;
#[cfg(test)]
mod tests;

pub use ledges::{LedgeSpec, Ledges};

use crate::memo::Memo;
use crate::operator::{Nature, Role};
use crate::operators::plan::Rectangle;
use crate::{Channels, Operator, Prepared, Record, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, UVec3};
use layout::{Connector, PARENT_WINDOW, Shaft};
use prepared::PreparedShafts;
use shape::{Level, Void};
use std::sync::Arc;

/// What shafts are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShaftSpec {
    /// Height of the content.
    pub content_m: f32,
    /// Edge of the cells that hold one shaft each.
    pub spacing_m: f32,
    /// How far a shaft may stand from the middle of its cell, relative to the edge; at most 0.4.
    pub scatter: f32,
    /// Narrowest and widest shaft.
    pub diameter_m: [f32; 2],
    /// Width and height of connectors.
    pub bore_m: f32,
    /// Chance of a connector between neighbours at a level.
    pub connector_chance: f32,
    /// Height from level to level.
    pub ledge_step_m: f32,
    /// How much farther the walls of a gallery stand back.
    pub gallery_m: f32,
    /// Share of shafts that a ramp winds up in.
    pub spiral_chance: f32,
    /// Width over which floor meets wall.
    pub fillet_m: f32,
}

/// Distances are held at this, metres: farther walls are not felt.
const FAR_M: f32 = 4.0;
/// Cells along the edge of a plot.
const PLOT: i32 = 4;
/// Cells beyond a place whose shafts and connectors may be felt there.
const MARGIN: i32 = PARENT_WINDOW + 1;

/// What stands in a square of cells.
#[derive(Debug)]
struct Plot {
    shafts: Vec<Shaft>,
    /// By level, from the lowest: connectors that belong to these cells, and shafts with a gallery there.
    levels: Vec<(Vec<Connector>, Vec<Shaft>)>,
}

/// The operator: writes Shape.
#[derive(Debug)]
pub struct Shafts {
    seed: u64,
    spec: ShaftSpec,
    first_level: i32,
    n_levels: i32,
    plots: Memo<Plot>,
}

pub(super) static RECORD: Record = Record {
    name: "shafts",
    role: Role::Source,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: false, shape: true },
    provides: &["ShaftGeometry"],
    requires: &[],
    doc: "Upright shafts on a stratified lattice, joined by level connectors: each drains to the nearest one closer to the origin.",
};

impl Shafts {
    /// The shafts of a seed.
    pub fn new(seed: u64, spec: ShaftSpec) -> Self {
        let levels = spec.levels();
        Self { seed, spec, first_level: *levels.start(), n_levels: levels.count() as i32, plots: Memo::default() }
    }
    fn levels(&self) -> impl Iterator<Item = i32> + use<> {
        self.first_level..self.first_level + self.n_levels
    }
    fn plot(&self, voxel: VoxelSize, of: IVec2) -> Arc<Plot> {
        self.plots.get(voxel, of.extend(0), || {
            let cells = (0..PLOT * PLOT).map(|i| of * PLOT + IVec2::new(i % PLOT, i / PLOT));
            let shafts: Vec<Shaft> = cells.map(|cell| self.spec.shaft(self.seed, cell)).collect();
            let at_level = |level: i32| {
                let connectors = shafts.iter().flat_map(|shaft| self.spec.connectors(self.seed, shaft.cell, level)).collect();
                let has_gallery = |shaft: &&Shaft| self.spec.has_gallery(self.seed, shaft.cell, level);
                (connectors, shafts.iter().filter(has_gallery).copied().collect())
            };
            Arc::new(Plot { levels: self.levels().map(at_level).collect(), shafts })
        })
    }
    /// The plots whose shafts and connectors may be felt in a rectangle of metres, in a fixed order, with their places.
    fn plots(&self, voxel: VoxelSize, min_m: DVec2, max_m: DVec2) -> Vec<(IVec2, Arc<Plot>)> {
        let plot_of = |at_m: DVec2, margin: i32| {
            let cell = self.spec.cell_of(at_m) + margin;
            IVec2::new(cell.x.div_euclid(PLOT), cell.y.div_euclid(PLOT))
        };
        let (first, last) = (plot_of(min_m, -MARGIN), plot_of(max_m, MARGIN));
        let plots = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| IVec2::new(x, y)));
        plots.map(|of| (of, self.plot(voxel, of))).collect()
    }
    fn plots_of(&self, voxel: VoxelSize, part: &SampleBox) -> Vec<(IVec2, Arc<Plot>)> {
        let [min_m, max_m] = [part.origin, part.last()].map(|p| p.truncate().as_dvec2() * f64::from(voxel.metres()));
        self.plots(voxel, min_m, max_m)
    }
    /// A level from some plots; `wanted` as for [`Level::new`].
    fn level(&self, voxel: VoxelSize, plots: &[(IVec2, Arc<Plot>)], level: i32, wanted: Option<&Rectangle>) -> Level {
        let at = (level - self.first_level) as usize;
        let parts = || plots.iter().filter_map(move |(_, plot)| plot.levels.get(at));
        let connectors = parts().flat_map(|(connectors, _)| connectors.iter().copied());
        let shafts = parts().flat_map(|(_, shafts)| shafts.iter().copied());
        Level::new(&self.spec, voxel, level, (connectors, shafts), wanted)
    }
    /// Feet on the axes of the tree's connectors, clear of every shaft, within `reach_m` of a place: the nearest of each, nearest first.
    pub fn feet_near(&self, voxel: VoxelSize, at_m: DVec2, reach_m: f64) -> Vec<(DVec2, f32)> {
        let plots = self.plots(voxel, at_m - reach_m, at_m + reach_m);
        let shafts: Vec<Shaft> = plots.iter().flat_map(|(_, plot)| plot.shafts.iter().copied()).collect();
        let tree = plots.iter().filter_map(|(_, plot)| plot.levels.get(-self.first_level as usize));
        let clear_m = |shaft: &Shaft| f64::from(self.spec.gallery_radius_m(shaft)) + 1.0;
        let foot = |connector: &Connector| {
            let way = connector.to.at_m - connector.from.at_m;
            let length_m = way.length_squared().sqrt();
            let (from_m, to_m) = (clear_m(&connector.from), length_m - clear_m(&connector.to));
            let along_m = (at_m - connector.from.at_m).dot(way) / length_m;
            (from_m < to_m).then(|| connector.from.at_m + way * (along_m.clamp(from_m, to_m) / length_m))
        };
        let mut feet: Vec<DVec2> = tree
            .flat_map(|(connectors, _)| connectors.iter().filter_map(foot))
            .filter(|foot| foot.distance(at_m) <= reach_m)
            .filter(|foot| shafts.iter().all(|shaft| shaft.at_m.distance(*foot) > f64::from(shaft.radius_m) + 1.5))
            .collect();
        feet.sort_by(|a, b| {
            let far = |foot: &DVec2| foot.distance_squared(at_m);
            far(a).total_cmp(&far(b)).then_with(|| a.x.total_cmp(&b.x)).then_with(|| a.y.total_cmp(&b.y))
        });
        feet.into_iter().map(|foot| (foot, self.spec.level_m(0))).collect()
    }
}

impl Operator for Shafts {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: glam::IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let plots = self.plots_of(voxel, &SampleBox { origin: p, level: 0, size: UVec3::ONE });
        let (xy, z_m) = (p.truncate(), p.z as f32 * voxel.metres());
        let levels = self.levels().map(|level| self.level(voxel, &plots, level, None).at(xy, z_m));
        let shape = levels.fold(FAR_M, |shape, distance| ops::min(distance, shape));
        let shafts = plots.iter().flat_map(|(_, plot)| &plot.shafts);
        let shape = shafts.fold(shape, |shape, shaft| ops::min(Void::new(&self.spec, voxel, shaft).at(voxel, xy, z_m), shape));
        Channels { density: incoming.density, shape }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedShafts::new(self, voxel, domain))
    }
}
