//! Columns of rock in a slab, on a jittered lattice, flaring at foot and head.
//!
//! Their lattice is so wide that columns never close the plain: between any two a clear way is left.

use super::heights::HeightField;
use super::slab::Slab;
use crate::hash::{Rolls, Tag};
use crate::operator::{Nature, Role};
use crate::{Channels, Interval, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3};
use std::sync::Arc;

/// What the columns are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PillarSpec {
    /// Edge of the lattice.
    pub spacing_m: f32,
    /// Share of cells with a column.
    pub density: f32,
    /// Narrowest and widest waist.
    pub width_m: [f32; 2],
    /// Widening at foot and head.
    pub flare_m: f32,
    /// How far a head may stand from above its foot.
    pub lean_m: f32,
}

/// Width of the smooth join of column and rock, metres.
const JOIN_M: f32 = 2.5;
/// Clear way between two columns at their feet, metres.
const CLEARANCE_M: f32 = 2.0;
/// What rounding may take from a bound, metres.
const ROUNDING_M: f32 = 1e-2;
/// A column is never felt further away than this, metres.
const FARTHEST_M: f32 = 16.0;

/// The operator: fills columns into Density.
#[derive(Debug)]
pub struct Pillars {
    seed: u64,
    spec: PillarSpec,
    slab: Arc<Slab>,
    reach_m: f32,
}

/// One column; offsets are metres from the anchor.
#[derive(Clone, Copy, Debug)]
struct Pillar {
    anchor: IVec2,
    rest_m: [f32; 2],
    foot_m: f32,
    head_m: f32,
    lean_m: [f32; 2],
    radius_m: f32,
    flare_m: f32,
    flare_height_m: f32,
    scale: f32,
}

impl Pillar {
    /// Distance to the column, negative inside, written for points and for boxes.
    fn distance<N: Num>(&self, [dx, dy]: [N; 2], z: N) -> N {
        let along = ((z - N::of(self.foot_m)) / N::of(self.head_m - self.foot_m)).clamp(0.0, 1.0);
        let x = dx - N::of(self.lean_m[0]) * along;
        let y = dy - N::of(self.lean_m[1]) * along;
        let near = |height: N| (N::of(1.0) - height / N::of(self.flare_height_m)).clamp(0.0, 1.0).square();
        let flare = near(z - N::of(self.foot_m)) + near(N::of(self.head_m) - z);
        let radius = N::of(self.radius_m) + N::of(self.flare_m) * flare;
        ((x.square() + y.square()).sqrt() - radius) * N::of(self.scale)
    }
    fn offset_m(&self, voxel: VoxelSize, p: IVec2) -> [f32; 2] {
        let d = p - self.anchor;
        [d.x as f32 * voxel.metres() - self.rest_m[0], d.y as f32 * voxel.metres() - self.rest_m[1]]
    }
    fn at(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.distance(self.offset_m(voxel, p.truncate()), p.z as f32 * voxel.metres())
    }
    /// Lowers `nearest` where the column is nearer, for the samples of a row: the bits of [`Pillar::at`].
    fn lower_row(&self, voxel: VoxelSize, start: IVec3, step: i32, nearest: &mut [f32]) {
        let [_, dy] = self.offset_m(voxel, start.truncate());
        let z = start.z as f32 * voxel.metres();
        let first = start.x - self.anchor.x;
        for (i, nearest) in nearest.iter_mut().enumerate() {
            let dx = (first + i as i32 * step) as f32 * voxel.metres() - self.rest_m[0];
            *nearest = ops::min(self.distance([dx, dy], z), *nearest);
        }
    }
    /// A cheap lower bound of the distances in a box.
    fn at_least(&self, voxel: VoxelSize, part: &SampleBox) -> f32 {
        let [lo, hi] = [part.origin, part.last()].map(|p| self.offset_m(voxel, p.truncate()));
        let outside = |d: usize| {
            let lean = ops::abs(self.lean_m[d]);
            ops::max(ops::max(lo[d] - lean, -lean - hi[d]), 0.0)
        };
        let (x, y) = (outside(0), outside(1));
        ((x * x + y * y).sqrt() - self.radius_m - 2.0 * self.flare_m - ROUNDING_M) * self.scale
    }
    fn over(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let (first, last) = (part.origin, part.last());
        let [lo, hi] = [first, last].map(|p| self.offset_m(voxel, p.truncate()));
        let z = Interval::new(first.z as f32 * voxel.metres(), last.z as f32 * voxel.metres());
        self.distance([Interval::new(lo[0], hi[0]), Interval::new(lo[1], hi[1])], z)
    }
}

impl Pillars {
    /// Columns between the surfaces of `slab`.
    pub fn new(seed: u64, spec: PillarSpec, slab: Arc<Slab>) -> Self {
        let [floor, ceiling] = slab.range();
        // Air is never deeper than half the slab, so a column farther than this changes nothing.
        let reach_m = ops::min(0.5 * (ceiling.hi - floor.lo) + JOIN_M, FARTHEST_M);
        Self { seed, spec, slab, reach_m }
    }
    /// Farthest horizontal distance from a cell's edge to a point that its column may change, metres.
    fn spread_m(&self) -> f32 {
        // A column's distance is scaled by no less than 0.7.
        self.reach_m / 0.7 + 0.5 * self.spec.width_m[1] + 2.0 * self.spec.flare_m + self.spec.lean_m
    }
    fn cell_of(&self, at_m: DVec2) -> IVec2 {
        (at_m / f64::from(self.spec.spacing_m)).floor().as_ivec2()
    }
    fn near(&self, voxel: VoxelSize, min: IVec2, max: IVec2) -> impl Iterator<Item = Pillar> {
        let metres = |p: IVec2| p.as_dvec2() * f64::from(voxel.metres());
        let spread = DVec2::splat(f64::from(self.spread_m()));
        let (first, last) = (self.cell_of(metres(min) - spread), self.cell_of(metres(max) + spread));
        (first.y..=last.y)
            .flat_map(move |y| (first.x..=last.x).map(move |x| IVec2::new(x, y)))
            .filter_map(move |cell| self.pillar(voxel, cell))
    }
    fn pillar(&self, voxel: VoxelSize, cell: IVec2) -> Option<Pillar> {
        let spec = &self.spec;
        let mut rolls = Rolls::new(self.seed, Tag::Columns, IVec3::new(cell.x, cell.y, 0));
        if !rolls.chance(spec.density) {
            return None;
        }
        let width = rolls.range(spec.width_m[0], spec.width_m[1]);
        let widest = spec.width_m[1];
        let flare_m = ops::clamp(0.5 * (spec.spacing_m - widest - CLEARANCE_M), 0.0, spec.flare_m);
        let lean = ops::clamp(0.5 * (spec.spacing_m - widest - 2.0 * flare_m - CLEARANCE_M), 0.0, spec.lean_m);
        let taken = widest + 2.0 * (flare_m + lean) + CLEARANCE_M;
        let jitter = ops::clamp(0.5 - 0.5 * taken / spec.spacing_m, 0.0, 0.4);
        let mut place = || f64::from(rolls.range(0.5 - jitter, 0.5 + jitter));
        let at_m = (cell.as_dvec2() + DVec2::new(place(), place())) * f64::from(spec.spacing_m);
        let anchor = (at_m * f64::from(voxel.per_metre())).floor().as_ivec2();
        let rest = at_m - anchor.as_dvec2() * f64::from(voxel.metres());
        let heights = self.slab.at(at_m);
        let mut sway = || rolls.range(-lean, lean);
        let flare_height_m = 3.0 * flare_m + 0.5;
        let slope = 2.0 * flare_m / flare_height_m;
        Some(Pillar {
            anchor,
            rest_m: [rest.x as f32, rest.y as f32],
            foot_m: heights.lower_m,
            head_m: heights.upper_m,
            lean_m: [sway(), sway()],
            radius_m: 0.5 * width,
            flare_m,
            flare_height_m,
            scale: 1.0 / (1.0 + slope * slope).sqrt(),
        })
    }
    /// The nearest column's distance joined with what comes in; exactly what comes in out of reach.
    fn join<N: Num>(incoming: N, distance: N) -> N {
        incoming.smooth_min(distance, JOIN_M)
    }
    /// Centre and foot radius of the columns that stand within `spread` of a place; metres.
    pub fn feet(&self, voxel: VoxelSize, at_m: DVec2) -> Vec<(DVec2, f32)> {
        let at = (at_m * f64::from(voxel.per_metre())).floor().as_ivec2();
        self.near(voxel, at, at)
            .map(|p| {
                let centre = p.anchor.as_dvec2() * f64::from(voxel.metres());
                let rest = DVec2::new(f64::from(p.rest_m[0]), f64::from(p.rest_m[1]));
                (centre + rest, p.radius_m + p.flare_m)
            })
            .collect()
    }
}

pub(super) static RECORD: Record = Record {
    name: "columns",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &["SlabGeometry"],
    doc: "Columns of rock from floor to ceiling on a jittered lattice, wider at foot and head, softly joined. They never close the plain.",
};

impl Operator for Pillars {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let xy = p.truncate();
        let distance = self.near(voxel, xy, xy).fold(f32::INFINITY, |d, pillar| ops::min(pillar.at(voxel, p), d));
        let density = if distance < self.reach_m { Self::join(incoming.density, distance) } else { incoming.density };
        Channels { density, shape: incoming.shape }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let pillars = if domain.is_empty() {
            Vec::new()
        } else {
            self.near(voxel, domain.origin.truncate(), domain.last().truncate())
                .filter(|pillar| pillar.over(voxel, domain).lo < self.reach_m)
                .collect()
        };
        Box::new(PreparedPillars { reach_m: self.reach_m, voxel, focused: pillars.clone(), pillars, nearest: Vec::new() })
    }
}

struct PreparedPillars {
    reach_m: f32,
    voxel: VoxelSize,
    pillars: Vec<Pillar>,
    /// Those that can be felt where the rows are.
    focused: Vec<Pillar>,
    /// Distances along a row.
    nearest: Vec<f32>,
}

impl PreparedPillars {
    /// Encloses the distance to the nearest column where one is felt; those out of reach are left out.
    fn nearest(&self, part: &SampleBox) -> Interval {
        let unfelt = Interval::point(f32::INFINITY);
        let felt = self.pillars.iter().filter(|pillar| pillar.at_least(self.voxel, part) < self.reach_m);
        felt.fold(unfelt, |nearest, pillar| Num::min(pillar.over(self.voxel, part), nearest))
    }
}

impl Prepared for PreparedPillars {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let distance = self.nearest(part);
        let density = if distance.lo >= self.reach_m {
            incoming.density
        } else {
            let joined = Pillars::join(incoming.density, distance);
            if distance.hi < self.reach_m { joined } else { joined.hull(incoming.density) }
        };
        Channels { density, shape: incoming.shape }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        let distance = self.nearest(part);
        distance.lo >= self.reach_m || distance.lo > incoming.density.hi + JOIN_M + 1e-3
    }
    fn focus(&mut self, part: &SampleBox) {
        let Self { pillars, focused, voxel, reach_m, .. } = self;
        focused.clear();
        focused.extend(pillars.iter().filter(|pillar| pillar.at_least(*voxel, part) < *reach_m));
    }
    fn row(&mut self, row: Row<'_>) {
        if self.focused.is_empty() {
            return;
        }
        self.nearest.clear();
        self.nearest.resize(row.density.len(), f32::INFINITY);
        for pillar in &self.focused {
            pillar.lower_row(self.voxel, row.start, row.step, &mut self.nearest);
        }
        for (density, distance) in row.density.iter_mut().zip(&self.nearest) {
            if *distance < self.reach_m {
                *density = Pillars::join(*density, *distance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::operators::heights::Between;
    use crate::operators::slab::SlabSpec;

    fn slab() -> Arc<Slab> {
        let spec = SlabSpec {
            floor_m: 16.0,
            ceiling_m: 38.4,
            floor_relief_m: 2.5,
            floor_frequency: 0.018,
            ceiling_relief_m: 5.0,
            ceiling_frequency: 0.03,
        };
        Arc::new(Slab::new(7, spec))
    }

    fn pillars(width_m: [f32; 2], flare_m: f32) -> Pillars {
        Pillars::new(7, PillarSpec { spacing_m: 18.0, density: 0.8, width_m, flare_m, lean_m: 2.0 }, slab())
    }

    fn around() -> Surroundings {
        Surroundings { around: IVec3::new(0, 0, 110), spread: IVec3::new(300, 300, 110), ..Surroundings::default() }
    }

    #[test]
    fn columns_conform() {
        let report = conformance::check(&pillars([3.0, 7.0], 2.5), &around()).expect("conforms");
        assert!(report.active > 0 && report.inert > 0, "{report:?}");
    }

    #[test]
    fn the_slab_conforms() {
        let report = conformance::check(&Between::new(slab()), &around()).expect("conforms");
        assert!(report.active > 0, "{report:?}");
    }

    #[test]
    fn a_clear_way_is_left_between_any_two_columns() {
        for flare_m in [0.0, 3.0, 12.0] {
            let pillars = pillars([8.0, 8.9], flare_m);
            let feet = pillars.feet(VoxelSize::DEFAULT, DVec2::new(3.0, -41.0));
            for (i, (a, ra)) in feet.iter().enumerate() {
                for (b, rb) in &feet[i + 1..] {
                    assert!(a.distance(*b) >= f64::from(ra + rb) + 1.9, "columns at {a} and {b}");
                }
            }
            assert!(feet.len() > 1);
        }
    }
}
