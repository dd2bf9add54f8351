//! Free columns: rock from floor to ceiling where the ceiling is in reach, else a pinnacle. Always rooted in the floor.

use super::{Feature, Join, Relief, Scattered, Site, Strewn, record};
use crate::feature::Anchored;
use crate::{Num, Record, VoxelSize, ops, sdf};
use glam::IVec2;

/// What free columns are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeColumnSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Narrowest and widest waist.
    pub width_m: [f32; 2],
    /// Widening at the foot, and at the head of a column that meets the ceiling.
    pub flare_m: f32,
    /// How far a head may stand from above its foot.
    pub lean_m: f32,
    /// Tallest column; where the ceiling is higher, pinnacles of up to this height stand free.
    pub tallest_m: f32,
}

/// Free columns of a place.
#[derive(Clone, Debug)]
pub struct FreeColumns {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: FreeColumnSpec,
}

/// One column; offsets are measured from the middle of its foot.
#[derive(Clone, Copy, Debug)]
pub struct FreeColumn {
    foot: Anchored,
    height_m: f32,
    top_m: f32,
    lean_m: [f32; 2],
    radius_m: f32,
    taper: f32,
    flare_m: [f32; 2],
    flare_height_m: f32,
    scale: f32,
    round_m: f32,
}

/// How far a column reaches into floor and ceiling, metres.
const EMBED_M: f32 = 3.0;
/// Width of the join with rock, metres.
const JOIN_M: f32 = 2.5;
/// Tallest pinnacle, in radii.
const SLENDER: f32 = 9.0;
/// Share of its radius that a pinnacle loses towards its top.
const TAPER: f32 = 0.6;

impl Feature for FreeColumn {
    fn anchor(&self) -> &Anchored {
        &self.foot
    }
    fn distance<N: Num>(&self, [dx, dy, z]: [N; 3], relief: N) -> N {
        let along = z.times(1.0 / self.height_m).clamp(0.0, 1.0);
        let lateral = sdf::length2(dx - along.times(self.lean_m[0]), dy - along.times(self.lean_m[1]));
        let near = |height: N| (N::of(1.0) - height.times(1.0 / self.flare_height_m)).clamp(0.0, 1.0).square();
        let flare = near(z).times(self.flare_m[0]) + near(N::of(self.height_m) - z).times(self.flare_m[1]);
        let left = N::of(1.0) - along.times(self.taper);
        let radius = left.times(self.radius_m) + flare;
        let side = (lateral - radius).times(self.scale) - relief * left;
        side.smooth_max(z - N::of(self.top_m), self.round_m).smooth_max(N::of(-EMBED_M) - z, 1.0)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let widest = self.radius_m + self.flare_m[0] + self.flare_m[1] + (distance_m + relief_m) / self.scale;
        let side = |d: usize, sign: f32| ops::max(self.lean_m[d] * sign, 0.0) * sign + widest * sign;
        [[side(0, -1.0), side(1, -1.0), -EMBED_M - distance_m], [side(0, 1.0), side(1, 1.0), self.top_m + distance_m]]
    }
}

impl FreeColumns {
    fn widest_m(&self) -> f32 {
        0.5 * self.spec.width_m[1] + 2.0 * self.spec.flare_m + self.spec.lean_m
    }
}

impl Scattered for FreeColumns {
    type Feature = FreeColumn;
    const RECORD: Record = record(
        "free_columns",
        &[],
        "Columns of rock rooted in the floor: up to the ceiling where it is in reach, else free-standing pinnacles.",
    );
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        // A column's distance is scaled by no less than a half.
        self.spec.strewn.stray_m() + self.widest_m() + 2.0 * (self.join().local.reach_m + self.spec.strewn.relief_m) + 1.0
    }
    fn join(&self) -> Join {
        Join::fill(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<FreeColumn> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, self.widest_m())?;
        let stand = self.site.stand(voxel, &spec.strewn, wanted_m, self.widest_m())?;
        let radius_m = 0.5 * rolls.range(spec.width_m[0], spec.width_m[1]);
        let free_m = spec.tallest_m * rolls.range(0.5, 1.0);
        let mut sway = || rolls.range(-spec.lean_m, spec.lean_m);
        let lean_m = [sway(), sway()];
        let clear_m = stand.head_m.unwrap_or(self.site.content_m) - stand.foot_m;
        let is_whole = clear_m <= spec.tallest_m;
        let height_m = ops::max(if is_whole { clear_m } else { ops::min(free_m, SLENDER * radius_m + spec.flare_m) }, 1.0);
        let taper = if is_whole { 0.0 } else { TAPER };
        let flare_height_m = ops::min(3.0 * spec.flare_m + 0.5, height_m);
        let slope =
            2.0 * spec.flare_m / flare_height_m + (radius_m * taper + ops::abs(lean_m[0]) + ops::abs(lean_m[1])) / height_m;
        Some(FreeColumn {
            foot: Site::anchored(voxel, stand.at_m, stand.foot_m),
            height_m,
            top_m: if is_whole { height_m + EMBED_M } else { height_m },
            lean_m,
            radius_m,
            taper,
            flare_m: [spec.flare_m, if is_whole { spec.flare_m } else { 0.0 }],
            flare_height_m,
            scale: ops::max(1.0 / (1.0 + slope * slope).sqrt(), 0.5),
            round_m: if is_whole { 1.0 } else { ops::min(radius_m, 3.0) },
        })
    }
}
