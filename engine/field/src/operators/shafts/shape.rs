//! Distances to shafts, galleries and connectors.

use super::layout::{Connector, Shaft};
use super::{FAR_M, ShaftSpec};
use crate::operators::plan::{Figure, Plan, Rectangle, Spot};
use crate::{Interval, Num, SampleBox, VoxelSize, ops};
use glam::IVec2;

/// Plans are held at this, metres: as far as walls are felt, and their joins besides.
const PLAN_LIMIT_M: f32 = FAR_M + 1.0;
/// Width over which a connector opens into a gallery.
const JOIN_M: f32 = 0.8;
/// Width over which a gallery's wall bends into its ceiling.
const VAULT_M: f32 = 1.2;
/// Width over which a shaft's wall bends into its dome.
const DOME_M: f32 = 4.0;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-3;

/// A connector's plan: squared distance from its axis.
#[derive(Clone, Copy, Debug)]
pub struct Bore {
    /// Its middle.
    spot: Spot,
    /// From the middle to one end.
    half_m: [f32; 2],
    /// 1 / squared length of that.
    inverse: f32,
}

impl Figure for Bore {
    fn spot(&self) -> Spot {
        self.spot
    }
    fn reach_m(&self, limit: f32) -> [f32; 2] {
        self.half_m.map(|half| ops::abs(half) + limit.sqrt())
    }
    #[inline(always)]
    fn value<N: Num>(&self, [x, y]: [N; 2]) -> N {
        let [ax, ay] = self.half_m;
        let along = (x.times(ax) + y.times(ay)).times(self.inverse).clamp(-1.0, 1.0);
        (x - along.times(ax)).square() + (y - along.times(ay)).square()
    }
    fn over(&self, [x, y]: [Interval; 2]) -> Interval {
        // The distance also changes by no more than the way from the rectangle's middle.
        let middle = self.value([0.5 * (x.lo + x.hi), 0.5 * (y.lo + y.hi)]).sqrt();
        let (half_x, half_y) = (0.5 * x.width(), 0.5 * y.width());
        let reach = (half_x * half_x + half_y * half_y).sqrt() + ROUNDING_M;
        let distance = Num::max(Interval::around(middle, reach), Interval::point(0.0));
        self.value([x, y]).intersect(distance.square())
    }
}

/// A gallery's plan: distance from the circle of its wall.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    spot: Spot,
    radius_m: f32,
}

impl Figure for Ring {
    fn spot(&self) -> Spot {
        self.spot
    }
    fn reach_m(&self, limit: f32) -> [f32; 2] {
        [self.radius_m + limit; 2]
    }
    #[inline(always)]
    fn value<N: Num>(&self, [x, y]: [N; 2]) -> N {
        (x.square() + y.square()).sqrt() - N::of(self.radius_m)
    }
}

/// Connectors and galleries of one level: plans raised from one level floor.
#[derive(Clone, Debug)]
pub struct Level {
    /// Its floor above the content floor, metres.
    pub foot_m: f32,
    /// Connectors.
    pub bores: Plan<Bore>,
    /// Galleries.
    pub rings: Plan<Ring>,
    profile: Profile,
}

/// What a level's walls look like from the side.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    bore_m: f32,
    gallery_m: f32,
    fillet_m: f32,
}

impl Profile {
    /// Distance from the squared distance to a connector's axis, that to a gallery's wall and the height above the floor.
    #[inline(always)]
    pub fn distance<N: Num>(&self, [bore2, ring]: [N; 2], above: N) -> N {
        let radius = 0.5 * self.bore_m;
        let over_spring = (above - N::of(radius)).max(N::of(0.0));
        let bore = (bore2 + over_spring.square()).sqrt() - N::of(radius);
        let gallery = ring.smooth_max(above - N::of(self.gallery_m), VAULT_M);
        bore.smooth_min(gallery, JOIN_M).smooth_max(-above, self.fillet_m)
    }
}

impl Level {
    /// A level of the connectors and the galleried shafts given: all of them, or those that can be felt in a rectangle.
    pub fn new(
        spec: &ShaftSpec,
        voxel: VoxelSize,
        level: i32,
        (connectors, shafts): (impl Iterator<Item = Connector>, impl Iterator<Item = Shaft>),
        wanted: Option<&Rectangle>,
    ) -> Self {
        let everywhere = Rectangle { min: IVec2::splat(i32::MIN / 2), max: IVec2::splat(i32::MAX / 2) };
        let wanted = wanted.unwrap_or(&everywhere);
        let bores = connectors.map(|connector| {
            let half = 0.5 * (connector.to.at_m - connector.from.at_m);
            let half_m = [half.x as f32, half.y as f32];
            let length2 = half_m[0] * half_m[0] + half_m[1] * half_m[1];
            let spot = Spot::new(voxel, connector.from.at_m + half);
            Bore { spot, half_m, inverse: 1.0 / ops::max(length2, 1e-4) }
        });
        let rings = shafts.map(|shaft| Ring { spot: Spot::new(voxel, shaft.at_m), radius_m: spec.gallery_radius_m(&shaft) });
        let farthest_m = PLAN_LIMIT_M + 0.5 * spec.bore_m;
        Self {
            foot_m: spec.level_m(level),
            bores: Plan::new(voxel, farthest_m * farthest_m, bores, wanted),
            rings: Plan::new(voxel, PLAN_LIMIT_M, rings, wanted),
            profile: Profile { bore_m: spec.bore_m, gallery_m: spec.gallery_height_m(), fillet_m: spec.fillet_m },
        }
    }
    /// Whether nothing of it can be felt.
    pub fn is_empty(&self) -> bool {
        self.bores.is_empty() && self.rings.is_empty()
    }
    /// See [`Profile`].
    pub fn profile(&self) -> Profile {
        self.profile
    }
    /// Distance at a height above the content floor: the definition.
    pub fn at(&self, p: IVec2, z_m: f32) -> f32 {
        self.profile.distance([self.bores.at(p), self.rings.at(p)], z_m - self.foot_m)
    }
    /// Encloses [`Level::at`] over a box.
    pub fn over(&self, part: &SampleBox, z_m: Interval) -> Interval {
        let above = z_m - Interval::point(self.foot_m);
        self.profile.distance([self.bores.over(part), self.rings.over(part)], above).widen(ROUNDING_M)
    }
    /// Heights above the content floor outside which a level is not felt.
    pub fn heights_m(spec: &ShaftSpec, level: i32) -> Interval {
        let foot_m = spec.level_m(level);
        Interval { lo: foot_m - FAR_M, hi: foot_m + spec.gallery_height_m() + FAR_M + JOIN_M }
    }
}

impl ShaftSpec {
    /// Radius of a shaft where connectors meet it. Where a ramp takes the shaft itself, the gallery is the wider.
    pub fn gallery_radius_m(&self, shaft: &Shaft) -> f32 {
        shaft.radius_m + self.gallery_m + if shaft.is_spiral { 1.0 } else { 0.0 }
    }
}

/// A shaft ready to be measured.
#[derive(Clone, Copy, Debug)]
pub struct Void {
    /// Its axis.
    pub spot: Spot,
    radius_m: f32,
    bottom_m: f32,
    top_m: f32,
    fillet_m: f32,
}

impl Void {
    /// The void of a shaft.
    pub fn new(spec: &ShaftSpec, voxel: VoxelSize, shaft: &Shaft) -> Self {
        let Shaft { radius_m, bottom_m, top_m, .. } = *shaft;
        Self { spot: Spot::new(voxel, shaft.at_m), radius_m, bottom_m, top_m, fillet_m: spec.fillet_m }
    }
    /// Half sizes outside which it is not felt.
    pub fn reach_m(&self) -> [f32; 2] {
        [self.radius_m + FAR_M; 2]
    }
    /// Heights above the content floor outside which it is not felt.
    pub fn heights_m(&self) -> Interval {
        Interval { lo: self.bottom_m - FAR_M, hi: self.top_m + FAR_M }
    }
    /// What depends on the column alone: distance to the wall.
    #[inline(always)]
    pub fn column<N: Num>(&self, [x, y]: [N; 2]) -> N {
        (x.square() + y.square()).sqrt() - N::of(self.radius_m)
    }
    /// Distance from a column's value.
    #[inline(always)]
    pub fn raised<N: Num>(&self, wall: N, z_m: N) -> N {
        wall.smooth_max(z_m - N::of(self.top_m), DOME_M).smooth_max(N::of(self.bottom_m) - z_m, self.fillet_m)
    }
    /// The definition.
    pub fn at(&self, voxel: VoxelSize, p: IVec2, z_m: f32) -> f32 {
        self.raised(self.column(self.spot.offset_m(voxel, p)), z_m)
    }
    /// Encloses [`Void::at`] over a box.
    pub fn over(&self, voxel: VoxelSize, part: &SampleBox, z_m: Interval) -> Interval {
        self.raised(self.column(self.spot.over(voxel, part)), z_m).widen(ROUNDING_M)
    }
}
