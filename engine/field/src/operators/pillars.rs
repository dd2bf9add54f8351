//! Columns of rock in a slab, on a jittered lattice, flaring at foot and head.
//!
//! Their lattice is so wide that columns never close the plain: between any two a clear way is left.

use super::heights::HeightField;
use super::scatter::{self, Act, Feature, Join, Scatter, Scattered};
use super::slab::Slab;
use crate::feature::Anchored;
use crate::hash::{Rolls, Tag};
use crate::local::Local;
use crate::{Num, Record, VoxelSize, ops};
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
/// Beyond every height of a world, metres.
const ENDLESS_M: f32 = 40_000.0;

/// The operator: fills columns into Density.
pub type Pillars = Scatter<PillarKind>;

/// Columns between the surfaces of a slab.
#[derive(Debug)]
pub struct PillarKind {
    seed: u64,
    spec: PillarSpec,
    slab: Arc<Slab>,
    reach_m: f32,
}

/// One column; offsets are metres from the anchor, heights from the content floor.
#[derive(Clone, Copy, Debug)]
pub struct Pillar {
    anchor: Anchored,
    foot_m: f32,
    head_m: f32,
    lean_m: [f32; 2],
    radius_m: f32,
    flare_m: f32,
    flare_height_m: f32,
    scale: f32,
}

impl Feature for Pillar {
    fn anchor(&self) -> &Anchored {
        &self.anchor
    }
    fn distance<N: Num>(&self, [dx, dy, z]: [N; 3], _relief: N) -> N {
        let along = ((z - N::of(self.foot_m)) / N::of(self.head_m - self.foot_m)).clamp(0.0, 1.0);
        let [x, y] = [dx - along.times(self.lean_m[0]), dy - along.times(self.lean_m[1])];
        let near = |height: N| (N::of(1.0) - height / N::of(self.flare_height_m)).clamp(0.0, 1.0).square();
        let flare = near(z - N::of(self.foot_m)) + near(N::of(self.head_m) - z);
        let radius = N::of(self.radius_m) + flare.times(self.flare_m);
        ((x.square() + y.square()).sqrt() - radius).times(self.scale)
    }
    fn extent_m(&self, distance_m: f32, _relief_m: f32) -> [[f32; 3]; 2] {
        let widest = self.radius_m + 2.0 * self.flare_m + distance_m / self.scale + ROUNDING_M;
        let [x, y] = self.lean_m;
        [
            [ops::min(x, 0.0) - widest, ops::min(y, 0.0) - widest, -ENDLESS_M],
            [ops::max(x, 0.0) + widest, ops::max(y, 0.0) + widest, ENDLESS_M],
        ]
    }
}

impl Pillars {
    /// Columns between the surfaces of `slab`.
    pub fn new(seed: u64, spec: PillarSpec, slab: Arc<Slab>) -> Self {
        let [floor, ceiling] = slab.range();
        // Air is never deeper than half the slab, so a column farther than this changes nothing.
        let reach_m = ops::min(0.5 * (ceiling.hi - floor.lo) + JOIN_M, FARTHEST_M);
        Self::of(PillarKind { seed, spec, slab, reach_m })
    }
    /// Centre and foot radius of the columns that may change the density at a place; metres.
    pub fn feet(&self, voxel: VoxelSize, at_m: DVec2) -> Vec<(DVec2, f32)> {
        self.feet_in(voxel, at_m, at_m)
    }
    /// Centre and foot radius of the columns that may change the density in a rectangle; metres.
    pub fn feet_in(&self, voxel: VoxelSize, min_m: DVec2, max_m: DVec2) -> Vec<(DVec2, f32)> {
        let foot = |p: Pillar| {
            let centre = p.anchor.anchor.truncate().as_dvec2() * f64::from(voxel.metres());
            let rest = DVec2::new(f64::from(p.anchor.rest_m.x), f64::from(p.anchor.rest_m.y));
            (centre + rest, p.radius_m + p.flare_m)
        };
        self.features_in(voxel, min_m, max_m).into_iter().map(foot).collect()
    }
}

impl Scattered for PillarKind {
    type Feature = Pillar;
    const RECORD: Record = scatter::record(
        "columns",
        &["SlabGeometry"],
        "Columns of rock from floor to ceiling on a jittered lattice, wider at foot and head, softly joined. They never close the plain.",
    );
    fn spacing_m(&self) -> f32 {
        self.spec.spacing_m
    }
    fn spread_m(&self) -> f32 {
        // A column's distance is scaled by no less than 0.7.
        self.reach_m / 0.7 + 0.5 * self.spec.width_m[1] + 2.0 * self.spec.flare_m + self.spec.lean_m
    }
    fn join(&self) -> Join {
        let local = Local { exact_m: self.reach_m, reach_m: self.reach_m };
        Join { act: Act::Fill, width_m: JOIN_M, local }
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Pillar> {
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
        let heights = self.slab.at(at_m);
        let mut sway = || rolls.range(-lean, lean);
        let flare_height_m = 3.0 * flare_m + 0.5;
        let slope = 2.0 * flare_m / flare_height_m;
        Some(Pillar {
            anchor: Anchored::at(voxel, at_m.extend(0.0)),
            foot_m: heights.lower_m,
            head_m: heights.upper_m,
            lean_m: [sway(), sway()],
            radius_m: 0.5 * width,
            flare_m,
            flare_height_m,
            scale: 1.0 / (1.0 + slope * slope).sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::operators::heights::Between;
    use crate::operators::slab::SlabSpec;
    use crate::{Channels, Operator};

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
    fn values_are_pinned() {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for (pillars, reach) in [(pillars([3.0, 7.0], 2.5), 900), (pillars([1.0, 8.9], 0.0), 130_000)] {
            let mut rolls = Rolls::new(4, Tag::Test, IVec3::ZERO);
            for _ in 0..6000 {
                let mut at = |reach: i32| rolls.below(2 * reach as u32) as i32 - reach;
                let p = IVec3::new(at(reach), at(reach), at(200));
                let incoming = Channels { density: rolls.range(-3.0, 12.0), shape: 0.0 };
                let out = pillars.point(VoxelSize::DEFAULT, p, incoming).density;
                hash = (hash ^ u64::from(out.to_bits())).wrapping_mul(0x0100_0000_01b3);
            }
        }
        assert_eq!(hash, 0x9dbe_9d01_8c89_296a, "{hash:#018x}");
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
