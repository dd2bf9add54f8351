//! Rock arches: from one floor to another, both feet deep in the ground, thicker at the feet, a little askew.

use super::site::direction;
use super::{Feature, Join, Relief, Scattered, Site, Strewn, record};
use crate::feature::Anchored;
use crate::{Num, Record, VoxelSize, ops, sdf};
use glam::{DVec2, IVec2};

/// What arches are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArchSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Shortest and longest way between the middles of the feet.
    pub span_m: [f32; 2],
    /// Height of the crown's axis over the lower foot, relative to the span.
    pub height_ratio: f32,
    /// Thinnest and thickest, measured at the crown.
    pub thickness_m: [f32; 2],
    /// How much thicker the feet are, relative to the crown.
    pub foot_flare: f32,
}

/// Arches of a place.
#[derive(Clone, Debug)]
pub struct Arches {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: ArchSpec,
}

/// One arch; offsets are measured from the middle between its feet, at the height of the lower one.
#[derive(Clone, Copy, Debug)]
pub struct Arch {
    middle: Anchored,
    /// Unit vector from foot to foot.
    along: [f32; 2],
    half_span_m: f32,
    height_m: f32,
    radius_m: f32,
    foot_flare: f32,
    /// Sideways stray of the crown per metre of height.
    skew: f32,
}

/// How far the feet reach below the lower floor, metres.
const EMBED_M: f32 = 5.0;
/// Width of the join with rock, metres.
const JOIN_M: f32 = 2.0;
/// Most that the crown strays sideways per metre of height.
const SKEW: f32 = 0.25;
/// How far a foot may stand from where it is wanted, as a share of the span.
const NEAR: f32 = 0.15;
/// How far from the middle of a hall feet stand, as a share of its radius: in the rock behind the floor's edge.
const IN_HALL: f32 = 0.8;
/// How much longer or shorter than wanted an arch may come out.
const LONGER: f32 = 1.3;
/// Feet may differ in height by this share of the arch's.
const UNEVEN: f32 = 0.6;

impl Arch {
    /// Half span per metre of height, and the factor that keeps the ring's distance near the true one.
    fn ring(&self) -> (f32, f32) {
        let upright = self.half_span_m / self.height_m;
        (upright, Self::scale(upright))
    }
    fn scale(upright: f32) -> f32 {
        2.0 / (1.0 + upright)
    }
    /// Farthest sideways and up from the middle that an axis of this shape comes within `pad` metres.
    fn reach_m(half_span_m: f32, upright: f32, pad_m: f32, skew: f32) -> [f32; 2] {
        let along = half_span_m + pad_m / Self::scale(upright);
        let up = along / upright;
        let across = pad_m + up * ops::abs(skew);
        [(along * along + across * across).sqrt(), up]
    }
}

impl Feature for Arch {
    fn anchor(&self) -> &Anchored {
        &self.middle
    }
    fn distance<N: Num>(&self, [dx, dy, z]: [N; 3], relief: N) -> N {
        let [ax, ay] = self.along;
        let (upright, scale) = self.ring();
        let above = z.max(N::of(0.0));
        let along = dx.times(ax) + dy.times(ay);
        let across = dy.times(ax) - dx.times(ay) - above.times(self.skew);
        let ring = (sdf::length2(along, above.times(upright)) - N::of(self.half_span_m)).times(scale);
        let down = (N::of(1.0) - above.times(1.0 / self.height_m)).clamp(0.0, 1.0).square();
        let radius = N::of(self.radius_m) + down.times(self.radius_m * self.foot_flare);
        (sdf::length2(ring, across) - radius - relief).smooth_max(N::of(-EMBED_M) - z, 1.0)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let pad = self.radius_m * (1.0 + self.foot_flare) + distance_m + relief_m;
        let [side, up] = Self::reach_m(self.half_span_m, self.half_span_m / self.height_m, pad, self.skew);
        [[-side, -side, -EMBED_M - distance_m], [side, side, up]]
    }
    fn lipschitz(&self) -> Option<f32> {
        let (upright, scale) = self.ring();
        let ring = scale * ops::max(upright, 1.0);
        let thickens = 2.0 * self.radius_m * self.foot_flare / self.height_m;
        Some((ring * ring + 1.0 + self.skew * self.skew).sqrt() + thickens)
    }
}

impl Arches {
    fn widest_m(&self) -> f32 {
        let spec = &self.spec;
        0.5 * spec.span_m[1] + 0.5 * spec.thickness_m[1] * (1.0 + spec.foot_flare)
    }
}

impl Scattered for Arches {
    type Feature = Arch;
    const RECORD: Record =
        record("arches", &[], "Arches of rock from floor to floor, feet deep in the ground. A body may walk below.");
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        let spec = &self.spec;
        let pad = 0.5 * spec.thickness_m[1] * (1.0 + spec.foot_flare) + self.join().local.reach_m + spec.strewn.relief_m;
        let [side, _] = Arch::reach_m(0.5 * LONGER * spec.span_m[1], 0.5 / spec.height_ratio, pad, SKEW);
        // The middle of a hall is no farther than a floor of it, and the hall no wider than the span allows.
        spec.strewn.stray_m() + LONGER * spec.span_m[1] + side + 1.0
    }
    fn join(&self) -> Join {
        Join::fill(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Arch> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, self.widest_m())?;
        let along = direction(&mut rolls);
        let span_m = rolls.range(spec.span_m[0], spec.span_m[1]);
        let radius_m = 0.5 * rolls.range(spec.thickness_m[0], spec.thickness_m[1]);
        let skew = rolls.range(-SKEW, SKEW);
        let middle = self.site.stand(voxel, &spec.strewn, wanted_m, 0.5 * span_m + radius_m)?;
        let way = DVec2::new(f64::from(along[0]), f64::from(along[1])) * (0.5 * f64::from(span_m));
        // In the open each foot stands on a floor of its own, where it is wanted or close by.
        let near_m = f64::from(NEAR * span_m);
        let foot = |way: DVec2| match middle.hall {
            // In a hall, where its wall meets its floor.
            Some(hall) => {
                let out = way * (f64::from(2.0 * IN_HALL * hall.radius_m) / f64::from(span_m));
                Some((hall.centre_m + out, middle.foot_m))
            }
            None => self.site.ground.stand(voxel, middle.at_m + way, near_m).map(|stand| (stand.at_m, stand.foot_m)),
        };
        let ((a_m, a_foot_m), (b_m, b_foot_m)) = (foot(-way)?, foot(way)?);
        let apart = b_m - a_m;
        let between_m = apart.length_squared().sqrt() as f32;
        let height_m = between_m * spec.height_ratio;
        let is_even = ops::abs(a_foot_m - b_foot_m) <= UNEVEN * height_m;
        let is_fit = between_m >= spec.span_m[0] / LONGER && between_m <= spec.span_m[1] * LONGER;
        (is_even && is_fit).then(|| Arch {
            middle: Site::anchored(voxel, 0.5 * (a_m + b_m), ops::min(a_foot_m, b_foot_m)),
            along: [apart.x as f32 / between_m, apart.y as f32 / between_m],
            half_span_m: 0.5 * between_m,
            height_m,
            radius_m,
            foot_flare: spec.foot_flare,
            skew,
        })
    }
}
