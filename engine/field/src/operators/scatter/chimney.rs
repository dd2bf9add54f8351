//! Chimneys: shafts that rise from the air over a floor into the ceiling, leaning a little. They begin in air, so none is a bubble.

use super::site::MARGIN_M;
use super::{Feature, Join, Relief, Scattered, Site, Strewn, record};
use crate::feature::Anchored;
use crate::{Num, Record, VoxelSize, ops, sdf};
use glam::IVec2;

/// What chimneys are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChimneySpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Narrowest and widest, measured as radius.
    pub radius_m: [f32; 2],
    /// Least and most that they rise above the ceiling.
    pub rise_m: [f32; 2],
    /// Share of the radius lost towards the top.
    pub taper: f32,
    /// How far the top may stand from above the floor below.
    pub lean_m: f32,
}

/// Chimneys of a place.
#[derive(Clone, Debug)]
pub struct Chimneys {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: ChimneySpec,
}

/// One chimney; offsets are measured from the floor below it.
#[derive(Clone, Copy, Debug)]
pub struct Chimney {
    foot: Anchored,
    from_m: f32,
    to_m: f32,
    lean_m: [f32; 2],
    radius_m: f32,
    taper: f32,
    scale: f32,
    round_m: f32,
}

/// Width of the join with what is there, metres.
const JOIN_M: f32 = 0.8;
/// Lowest beginning over the floor, metres: a body passes below.
const LOWEST_M: f32 = 2.0;
/// How far below the ceiling a chimney begins, metres: in the air, whatever the ceiling's relief.
const BELOW_CEILING_M: f32 = 2.5;
/// Chimneys shorter than this are left out, metres.
const SHORTEST_M: f32 = 2.0;

impl Feature for Chimney {
    fn anchor(&self) -> &Anchored {
        &self.foot
    }
    fn distance<N: Num>(&self, [dx, dy, z]: [N; 3], relief: N) -> N {
        let along = ((z - N::of(self.from_m)).times(1.0 / (self.to_m - self.from_m))).clamp(0.0, 1.0);
        let lateral = sdf::length2(dx - along.times(self.lean_m[0]), dy - along.times(self.lean_m[1]));
        let left = N::of(1.0) - along.times(self.taper);
        let side = (lateral - left.times(self.radius_m)).times(self.scale) - relief * left;
        side.smooth_max(z - N::of(self.to_m), self.round_m).smooth_max(N::of(self.from_m) - z, 1.0)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let widest = self.radius_m + (distance_m + relief_m) / self.scale;
        let side = |d: usize, sign: f32| ops::max(self.lean_m[d] * sign, 0.0) * sign + widest * sign;
        [[side(0, -1.0), side(1, -1.0), self.from_m - distance_m], [side(0, 1.0), side(1, 1.0), self.to_m + distance_m]]
    }
}

impl Chimneys {
    fn widest_m(&self) -> f32 {
        self.spec.radius_m[1] + self.spec.lean_m
    }
}

impl Scattered for Chimneys {
    type Feature = Chimney;
    const RECORD: Record = record(
        "chimneys",
        &[],
        "Shafts that rise from the ceiling over a floor, leaning a little, closed at the top inside the content.",
    );
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        self.spec.strewn.stray_m() + self.widest_m() + 2.0 * (self.join().local.reach_m + self.spec.strewn.relief_m) + 1.0
    }
    fn join(&self) -> Join {
        Join::carve(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Chimney> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, self.widest_m())?;
        let stand = self.site.stand(voxel, &spec.strewn, wanted_m, self.widest_m())?;
        let radius_m = rolls.range(spec.radius_m[0], spec.radius_m[1]);
        let rise_m = rolls.range(spec.rise_m[0], spec.rise_m[1]);
        let mut sway = || rolls.range(-spec.lean_m, spec.lean_m);
        let lean_m = [sway(), sway()];
        let ceiling_m = stand.head_m.map_or(LOWEST_M, |head_m| head_m - stand.foot_m);
        let from_m = ops::max(ceiling_m - BELOW_CEILING_M, LOWEST_M);
        let to_m = ops::min(ops::max(ceiling_m, LOWEST_M) + rise_m, self.site.content_m - MARGIN_M - stand.foot_m);
        let length_m = to_m - from_m;
        let slope = (radius_m * spec.taper + ops::abs(lean_m[0]) + ops::abs(lean_m[1])) / ops::max(length_m, SHORTEST_M);
        (length_m >= SHORTEST_M).then(|| Chimney {
            foot: Site::anchored(voxel, stand.at_m, stand.foot_m),
            from_m,
            to_m,
            lean_m,
            radius_m,
            taper: spec.taper,
            scale: ops::max(1.0 / (1.0 + slope * slope).sqrt(), 0.5),
            round_m: ops::min(radius_m, 3.0),
        })
    }
}
