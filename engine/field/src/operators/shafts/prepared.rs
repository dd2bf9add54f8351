//! Shafts over a domain: only what can be felt there, their plans measured once per column.

use super::FAR_M;
use super::shape::{Level, Profile, Void};
use super::{ShaftSpec, Shafts};
use crate::operators::plan::{Columns, Rectangle, Sheet};
use crate::vector::{OfSample, Path, Samples};
use crate::{Channels, Interval, Num, Prepared, Row, SampleBox, VoxelSize, ops};

/// See the module's text.
pub struct PreparedShafts<'a> {
    spec: &'a ShaftSpec,
    voxel: VoxelSize,
    domain: SampleBox,
    levels: Vec<(Level, Interval, [Columns; 2])>,
    shafts: Vec<(Void, Rectangle, Sheet<1>)>,
}

impl<'a> PreparedShafts<'a> {
    /// Collects what can be felt.
    pub fn new(all: &'a Shafts, voxel: VoxelSize, domain: &SampleBox) -> Self {
        let mut prepared = Self { spec: &all.spec, voxel, domain: *domain, levels: Vec::new(), shafts: Vec::new() };
        if domain.is_empty() {
            return prepared;
        }
        let (plots, wanted, z_m) = (all.plots_of(voxel, domain), Rectangle::of(domain), domain.heights_m(voxel));
        for level in all.levels() {
            let heights_m = Level::heights_m(prepared.spec, level);
            if heights_m.meets(z_m) {
                let level = all.level(voxel, &plots, level, Some(&wanted));
                if !level.is_empty() {
                    prepared.levels.push((level, heights_m, Default::default()));
                }
            }
        }
        for shaft in plots.iter().flat_map(|(_, plot)| &plot.shafts) {
            let void = Void::new(prepared.spec, voxel, shaft);
            let reach = void.spot.around(voxel, void.reach_m());
            if reach.meets(&wanted) && void.heights_m().meets(z_m) {
                prepared.shafts.push((void, reach, Sheet::new(void.spot, &reach, domain)));
            }
        }
        prepared
    }
}

/// The nearer of a level at a height above its floor, and what there was.
struct OfLevel {
    profile: Profile,
    above: f32,
}

impl OfSample<2> for OfLevel {
    #[inline(always)]
    fn at(&self, plans: [f32; 2], shape: f32) -> f32 {
        ops::min(self.profile.distance(plans, self.above), shape)
    }
}

/// The nearer of a shaft at a height, and what there was.
struct OfShaft {
    void: Void,
    z_m: f32,
}

impl OfSample<1> for OfShaft {
    #[inline(always)]
    fn at(&self, [wall]: [f32; 1], shape: f32) -> f32 {
        ops::min(self.void.raised(wall, self.z_m), shape)
    }
}

impl Prepared for PreparedShafts<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let (wanted, z_m) = (Rectangle::of(part), part.heights_m(self.voxel));
        let mut shape = Interval::point(FAR_M);
        for (level, ..) in self.levels.iter().filter(|(_, heights_m, _)| heights_m.meets(z_m)) {
            shape = Num::min(level.over(part, z_m), shape);
        }
        for (void, ..) in self.shafts.iter().filter(|(void, reach, _)| reach.meets(&wanted) && void.heights_m().meets(z_m)) {
            shape = Num::min(void.over(self.voxel, part, z_m), shape);
        }
        Channels { density: incoming.density, shape }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        row.shape.fill(FAR_M);
        let path = Path::best();
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let (y, first) = (index.y as usize, index.x as usize);
        let wanted = first..first + row.shape.len();
        let z_m = row.start.z as f32 * self.voxel.metres();
        for (level, _, [bores, rings]) in self.levels.iter_mut().filter(|(_, heights_m, _)| heights_m.contains(z_m)) {
            let (above, profile) = (z_m - level.foot_m, level.profile());
            let bores = bores.row(&level.bores, &self.domain, y).get(wanted.clone()).unwrap_or_default();
            let rings = rings.row(&level.rings, &self.domain, y).get(wanted.clone()).unwrap_or_default();
            path.run(Samples { formula: OfLevel { profile, above }, beside: [bores, rings], row: row.shape });
        }
        let grid = (self.voxel, &self.domain);
        for (void, _, sheet) in self.shafts.iter_mut().filter(|(void, ..)| void.heights_m().contains(z_m)) {
            let void = *void;
            let Some((xs, [walls])) = sheet.row(grid, y, wanted.clone(), |offset| [void.column(offset)]) else { continue };
            let shape = &mut row.shape[xs.start - first..xs.end - first];
            path.run(Samples { formula: OfShaft { void, z_m }, beside: [walls], row: shape });
        }
    }
}
