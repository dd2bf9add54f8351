//! Pits: shafts sunk from the floor, wider at their lip. They begin in the air above a floor, so none is a bubble in the rock.

use super::site::MARGIN_M;
use super::{Feature, Join, Relief, Scattered, Site, Strewn, record};
use crate::feature::Anchored;
use crate::{Num, Record, VoxelSize, ops, sdf};
use glam::IVec2;

/// What pits are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PitSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Narrowest and widest, measured as radius.
    pub radius_m: [f32; 2],
    /// Shallowest and deepest below the floor.
    pub depth_m: [f32; 2],
    /// Share of the radius lost towards the bottom.
    pub taper: f32,
    /// Widening at the rim.
    pub lip_m: f32,
}

/// Pits of a place.
#[derive(Clone, Debug)]
pub struct Pits {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: PitSpec,
}

/// One pit; offsets are measured from the middle of its mouth.
#[derive(Clone, Copy, Debug)]
pub struct Pit {
    mouth: Anchored,
    depth_m: f32,
    above_m: f32,
    radius_m: f32,
    taper: f32,
    lip_m: f32,
    lip_height_m: f32,
    scale: f32,
}

/// Width of the join with what is there, metres.
const JOIN_M: f32 = 0.8;
/// Width of the join of wall and bottom: a fillet of half a metre.
const FILLET_M: f32 = 1.5;
/// Pits shallower than this are left out, metres.
const SHALLOWEST_M: f32 = 1.0;

impl Feature for Pit {
    fn anchor(&self) -> &Anchored {
        &self.mouth
    }
    fn distance<N: Num>(&self, [dx, dy, z]: [N; 3], relief: N) -> N {
        let down = (-z.times(1.0 / self.depth_m)).clamp(0.0, 1.0);
        let rim = (N::of(1.0) + z.times(1.0 / self.lip_height_m)).clamp(0.0, 1.0).square();
        let left = N::of(1.0) - down.times(self.taper);
        let radius = left.times(self.radius_m) + rim.times(self.lip_m);
        let side = (sdf::length2(dx, dy) - radius).times(self.scale) - relief * left;
        side.smooth_max(N::of(-self.depth_m) - z, FILLET_M).smooth_max(z - N::of(self.above_m), 1.0)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let side = self.radius_m + self.lip_m + (distance_m + relief_m) / self.scale;
        [[-side, -side, -self.depth_m - distance_m], [side, side, self.above_m + distance_m]]
    }
}

impl Pits {
    fn widest_m(&self) -> f32 {
        self.spec.radius_m[1] + self.spec.lip_m
    }
}

impl Scattered for Pits {
    type Feature = Pit;
    const RECORD: Record =
        record("pits", &[], "Pits sunk from the floor, wider at their lip. They never reach the content's own floor.");
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
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Pit> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, self.widest_m())?;
        let stand = self.site.stand(voxel, &spec.strewn, wanted_m, self.widest_m())?;
        let radius_m = rolls.range(spec.radius_m[0], spec.radius_m[1]);
        let depth_m = ops::min(rolls.range(spec.depth_m[0], spec.depth_m[1]), stand.foot_m - MARGIN_M);
        let lip_height_m = 2.0 * spec.lip_m + 0.5;
        let slope = 2.0 * spec.lip_m / lip_height_m + radius_m * spec.taper / ops::max(depth_m, SHALLOWEST_M);
        // So high that ground which rises beside the mouth is opened as well.
        let above_m = ops::min(2.0 + 0.5 * (radius_m + spec.lip_m), self.site.content_m - MARGIN_M - stand.foot_m);
        (depth_m >= SHALLOWEST_M && above_m > 0.0).then(|| Pit {
            mouth: Site::anchored(voxel, stand.at_m, stand.foot_m),
            depth_m,
            above_m,
            radius_m,
            taper: spec.taper,
            lip_m: spec.lip_m,
            lip_height_m,
            scale: ops::max(1.0 / (1.0 + slope * slope).sqrt(), 0.5),
        })
    }
}
