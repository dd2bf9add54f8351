//! Domes: caps of ellipsoids carved into the ceiling over a floor. Their base lies in the air, so none is a bubble.

use super::site::MARGIN_M;
use super::{Feature, Join, Relief, Scattered, Site, Strewn, record};
use crate::feature::Anchored;
use crate::{Num, Record, VoxelSize, ops, sdf};
use glam::IVec2;

/// What domes are made of; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DomeSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Narrowest and widest, measured as radius.
    pub radius_m: [f32; 2],
    /// Least and most that they rise above the ceiling.
    pub rise_m: [f32; 2],
}

/// Domes of a place.
#[derive(Clone, Debug)]
pub struct Domes {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: DomeSpec,
}

/// One dome; offsets are measured from the floor below it.
#[derive(Clone, Copy, Debug)]
pub struct Dome {
    foot: Anchored,
    base_m: f32,
    radius_m: f32,
    half_height_m: f32,
    scale: f32,
}

/// Width of the join with what is there, metres.
const JOIN_M: f32 = 1.0;
/// Width of the join of vault and base.
const FILLET_M: f32 = 1.5;
/// How far below the ceiling the base lies, metres: in the air, whatever the ceiling's relief.
const BELOW_CEILING_M: f32 = 2.5;
/// Lowest base over the floor under a known ceiling, metres: a body passes below.
const LOWEST_M: f32 = 2.0;
/// Domes lower than this are left out, metres.
const LOWEST_RISE_M: f32 = 1.5;
/// Least factor of a vault's distance.
const LEAST_SCALE: f32 = 0.5;

impl Feature for Dome {
    fn anchor(&self) -> &Anchored {
        &self.foot
    }
    fn distance<N: Num>(&self, [dx, dy, z]: [N; 3], relief: N) -> N {
        let vault = sdf::ellipsoid([dx, dy, z - N::of(self.base_m)], [self.radius_m, self.radius_m, self.half_height_m]);
        (vault.times(self.scale) - relief).smooth_max(N::of(self.base_m) - z, FILLET_M)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let larger = 1.0 + (distance_m + relief_m) / (self.scale * self.mean_m());
        let side = self.radius_m * larger + 0.1;
        [[-side, -side, self.base_m - distance_m], [side, side, self.base_m + self.half_height_m * larger + 0.1]]
    }
    fn lipschitz(&self) -> Option<f32> {
        Some(ops::max(self.scale * self.mean_m() / ops::min(self.radius_m, self.half_height_m), 1.0))
    }
}

impl Dome {
    fn mean_m(&self) -> f32 {
        (2.0 * self.radius_m + self.half_height_m) / 3.0
    }
    /// With the scale at which a flat vault is hardly steeper than a distance.
    fn scaled(self) -> Self {
        let steepest = self.mean_m() / ops::min(self.radius_m, self.half_height_m);
        Self { scale: ops::clamp(1.4 / steepest, LEAST_SCALE, 1.0), ..self }
    }
}

impl Scattered for Domes {
    type Feature = Dome;
    const RECORD: Record =
        record("domes", &[], "Domes carved into the ceiling over a floor; closed at the top inside the content.");
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        // An ellipsoid's distance is short of the true one by its widest radius over the mean (1.5 at most), and by its scale.
        let spec = &self.spec;
        let felt_m = self.join().local.reach_m + spec.strewn.relief_m;
        spec.strewn.stray_m() + spec.radius_m[1] + 1.5 / LEAST_SCALE * felt_m + 1.0
    }
    fn join(&self) -> Join {
        Join::carve(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Dome> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, spec.radius_m[1])?;
        let stand = self.site.stand(voxel, &spec.strewn, wanted_m, spec.radius_m[1])?;
        let radius_m = rolls.range(spec.radius_m[0], spec.radius_m[1]);
        let wanted_rise_m = rolls.range(spec.rise_m[0], spec.rise_m[1]);
        // Where no ceiling is known, a hall that stands on the floor itself.
        let (ceiling_m, base_m) = match stand.head_m {
            Some(head_m) => (head_m - stand.foot_m, ops::max(head_m - stand.foot_m - BELOW_CEILING_M, LOWEST_M)),
            None => (LOWEST_M, 0.0),
        };
        let top_m = ops::min(ceiling_m + wanted_rise_m, self.site.content_m - MARGIN_M - stand.foot_m);
        let half_height_m = top_m - base_m;
        (top_m - ceiling_m >= LOWEST_RISE_M && half_height_m >= LOWEST_RISE_M).then(|| {
            let foot = Site::anchored(voxel, stand.at_m, stand.foot_m);
            Dome { foot, base_m, radius_m, half_height_m, scale: 1.0 }.scaled()
        })
    }
}
