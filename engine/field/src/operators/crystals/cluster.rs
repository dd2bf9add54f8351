//! Which clusters of crystals a slab has and what each is made of: decided by hash on a lattice, the same in every window.
//!
//! *Vocabulary.* A **cluster** is one large crystal and several small ones that lean outward from its foot. It stands on the floor or
//! hangs from the ceiling, and in plan it never leaves its cell less half of [`CLEAR_WAY_M`] on either side.

use super::{ASIDE_M, CrystalSpec, Crystals, LOCAL};
use crate::feature::Anchored;
use crate::hash::{Rolls, Tag};
use crate::index::LatticeBox;
use crate::operators::heights::HeightField;
use crate::{Num, SampleBox, VoxelSize, baked, ops};
use glam::{DVec2, DVec3, IVec2, IVec3};

/// Clear way between two clusters, and between a cluster and a column's foot, metres.
pub const CLEAR_WAY_M: f32 = 2.8;
/// Least height between the floor and the tips of what hangs, metres.
pub const HEADROOM_M: f32 = 3.0;
/// Half the width of the thinnest crystal, metres: two voxels across at the default size.
const THINNEST_M: f32 = 0.3;
/// Fewest and most small crystals of a cluster.
const SMALL: [u32; 2] = [3, 6];
/// Lean of the large crystal relative to that of the small ones.
const UPRIGHT: f32 = 0.3;
/// Narrowest and widest side of a crystal relative to its mean half width.
const SIDES: [f32; 2] = [0.8, 1.15];
/// Farthest corner of a cross-section from its axis relative to its mean half width: hexagons have corners beyond their sides.
const CORNER: f32 = 1.4;
/// Facets of the tip: cosine and sine of the angle their normals make with the sides' normals.
const TIP: [f32; 2] = [0.857_492_9, 0.514_495_76];

/// Which of a slab's two surfaces something grows on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Standing.
    Floor,
    /// Hanging.
    Ceiling,
}

/// The place a cluster takes.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Middle, metres.
    pub at_m: DVec2,
    /// Radius that holds all of it in plan, metres.
    pub radius_m: f32,
    /// What it grows on.
    pub ground: Ground,
    /// Height of the ground there, metres above the content floor.
    pub root_m: f32,
    pub(super) shafts: Vec<Shaft>,
}

/// A crystal before it is placed on the lattice; lengths in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaft {
    /// From the cluster's middle to its foot.
    foot_m: f32,
    length_m: f32,
    radius_m: f32,
    lean: f32,
    azimuth: f32,
    twist: f32,
    sides: [f32; 3],
}

impl Shaft {
    fn roll(rolls: &mut Rolls, length_m: f32, spec: &CrystalSpec, lean: f32, azimuth: f32) -> Self {
        Self {
            foot_m: 0.0,
            length_m,
            radius_m: ops::max(0.5 * spec.width * length_m, THINNEST_M),
            lean,
            azimuth,
            twist: rolls.range(0.0, std::f32::consts::TAU),
            sides: [(); 3].map(|()| rolls.range(SIDES[0], SIDES[1])),
        }
    }
    /// Farthest that it reaches from the cluster's middle in plan.
    fn extent_m(&self) -> f32 {
        self.foot_m + self.length_m * ops::sin(self.lean) + CORNER * self.radius_m
    }
    /// Length below the ground: enough for a slope.
    fn root_m(&self) -> f32 {
        1.2 + 0.3 * self.length_m
    }
}

/// A crystal ready to be measured: a hexagonal prism with a pointed tip, the meeting of half-spaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crystal {
    /// Where its axis crosses the ground.
    at: Anchored,
    /// Unit vector towards the tip.
    axis: [f32; 3],
    /// Unit normals of three neighbouring sides, and the sides' distances from the axis.
    normals: [[f32; 3]; 3],
    sides_m: [f32; 3],
    /// Where along the axis the tip begins, and where the root ends.
    shoulder_m: f32,
    root_m: f32,
    /// Lattice points at which it may be felt.
    pub reach: LatticeBox,
}

/// Product of an offset with a constant vector, in an order that lets a row keep all but the first term.
#[inline(always)]
fn dot<N: Num>(x: N, rest: N, v: [f32; 3]) -> N {
    x.times(v[0]) + rest
}

#[inline(always)]
fn rest<N: Num>([_, y, z]: [N; 3], v: [f32; 3]) -> N {
    y.times(v[1]) + z.times(v[2])
}

impl Crystal {
    fn new(voxel: VoxelSize, cluster: &Cluster, shaft: &Shaft, felt_m: f32) -> Self {
        let (sin_a, cos_a) = (ops::sin(shaft.azimuth), ops::cos(shaft.azimuth));
        let (sin_l, cos_l) = (ops::sin(shaft.lean), ops::cos(shaft.lean));
        let up = if cluster.ground == Ground::Floor { 1.0 } else { -1.0 };
        let axis = [sin_l * cos_a, sin_l * sin_a, up * cos_l];
        // Two directions across the axis, turned by the twist.
        let (across, aside) = ([cos_l * cos_a, cos_l * sin_a, -up * sin_l], [-sin_a, cos_a, 0.0]);
        let normals = [0, 1, 2].map(|k| {
            let angle = shaft.twist + k as f32 * std::f32::consts::FRAC_PI_3;
            let (sin, cos) = (ops::sin(angle), ops::cos(angle));
            [0, 1, 2].map(|d| across[d] * cos + aside[d] * sin)
        });
        let foot = DVec2::new(f64::from(cos_a * shaft.foot_m), f64::from(sin_a * shaft.foot_m));
        let at = Anchored::at(voxel, (cluster.at_m + foot).extend(f64::from(cluster.root_m)));
        let sides_m = shaft.sides.map(|side| side * shaft.radius_m);
        let shoulder_m = shaft.length_m - shaft.radius_m * (TIP[0] / TIP[1]);
        let root_m = shaft.root_m();
        // Half-spaces moved outwards by what is felt: their corners move farther than their sides, the tip the farthest.
        let ends = [-root_m - felt_m, shaft.length_m + 0.3 * shaft.radius_m + 2.0 * felt_m];
        let pad = CORNER * shaft.radius_m + 1.2 * felt_m;
        let corner = |pick: fn(f32, f32) -> f32, pad: f32| [0, 1, 2].map(|d| pick(axis[d] * ends[0], axis[d] * ends[1]) + pad);
        let reach = baked::lattice_box(voxel, &at, corner(ops::min, -pad), corner(ops::max, pad));
        Self { at, axis, normals, sides_m, shoulder_m, root_m, reach }
    }
    /// Distance from products of an offset with the three normals and the axis. 1-Lipschitz: every plane's normal is a unit vector.
    #[inline(always)]
    fn combined<N: Num>(&self, across: [N; 3], along: N) -> N {
        let side = |k: usize| across[k].abs() - N::of(self.sides_m[k]);
        let sides = side(0).max(side(1)).max(side(2));
        let tip = sides.times(TIP[0]) + (along - N::of(self.shoulder_m)).times(TIP[1]);
        sides.max(tip).max(-along - N::of(self.root_m))
    }
    fn distance<N: Num>(&self, offset: [N; 3]) -> N {
        let product = |v: [f32; 3]| dot(offset[0], rest(offset, v), v);
        self.combined(self.normals.map(product), product(self.axis))
    }
    /// Distance of a sample: the definition.
    pub fn at(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.distance(self.at.offset_to(voxel.metres(), p))
    }
    /// Lowers `nearest` where the crystal is nearer, for the samples of a row: the bits of [`Crystal::at`].
    pub fn lower_row(&self, voxel: VoxelSize, start: IVec3, step: i32, nearest: &mut [f32]) {
        let offset = self.at.offset_to(voxel.metres(), start);
        let (rests, along) = (self.normals.map(|v| rest(offset, v)), rest(offset, self.axis));
        let (first, voxel_m, rest_m) = (start.x - self.at.anchor.x, voxel.metres(), self.at.rest_m.x);
        for (i, nearest) in nearest.iter_mut().enumerate() {
            let x = (first + i as i32 * step) as f32 * voxel_m - rest_m;
            let across = [0, 1, 2].map(|k| dot(x, rests[k], self.normals[k]));
            *nearest = ops::min(self.combined(across, dot(x, along, self.axis)), *nearest);
        }
    }
    /// Encloses the distances in a box: by the middle's distance and the way from it, and term by term.
    pub fn over(&self, voxel: VoxelSize, part: &SampleBox, rounding_m: f32) -> crate::Interval {
        let (middle, reach) = part.middle_and_reach();
        let by_slope = crate::Interval::around(self.at(voxel, middle), reach.length() * voxel.metres() + rounding_m);
        let [lo, hi] = [part.origin, part.last()].map(|p| self.at.offset_to(voxel.metres(), p));
        let by_terms = self.distance([0, 1, 2].map(|d| crate::Interval::new(lo[d], hi[d]))).widen(rounding_m);
        by_slope.intersect(by_terms)
    }
}

impl Crystals {
    /// Farthest that the deepest point within a crystal lies from its surface, metres.
    pub(super) fn deepest_m(&self) -> f32 {
        SIDES[1] * ops::max(0.5 * self.spec.width * self.spec.length_m[1], THINNEST_M)
    }
    fn cell_of(&self, at_m: DVec2) -> IVec2 {
        (at_m / f64::from(self.spec.spacing_m)).floor().as_ivec2()
    }
    /// Clusters whose cell lies within `margin_m` of a rectangle, in a fixed order.
    pub(super) fn clusters_in(&self, voxel: VoxelSize, min_m: DVec2, max_m: DVec2, margin_m: f32) -> Vec<Cluster> {
        let margin = DVec2::splat(f64::from(margin_m));
        let (first, last) = (self.cell_of(min_m - margin), self.cell_of(max_m + margin));
        let mut clusters = Vec::new();
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                for ground in [Ground::Floor, Ground::Ceiling] {
                    clusters.extend(self.cluster(IVec2::new(x, y), ground));
                }
            }
        }
        self.drop_near_columns(voxel, &mut clusters);
        clusters
    }
    /// Takes away the standing clusters that would close the way round a column.
    fn drop_near_columns(&self, voxel: VoxelSize, clusters: &mut Vec<Cluster>) {
        let standing = || clusters.iter().filter(|cluster| cluster.ground == Ground::Floor);
        let Some(first) = standing().next() else { return };
        let (mut min_m, mut max_m, mut widest_m) = (first.at_m, first.at_m, 0.0);
        for cluster in standing() {
            (min_m, max_m) = (min_m.min(cluster.at_m), max_m.max(cluster.at_m));
            widest_m = ops::max(cluster.radius_m, widest_m);
        }
        let reach = DVec2::splat(f64::from(widest_m + CLEAR_WAY_M));
        let feet = self.pillars.feet_in(voxel, min_m - reach, max_m + reach);
        clusters.retain(|cluster| {
            cluster.ground == Ground::Ceiling
                || feet
                    .iter()
                    .all(|(centre, foot_m)| centre.distance(cluster.at_m) >= f64::from(foot_m + cluster.radius_m + CLEAR_WAY_M))
        });
    }
    /// The cluster of a cell, whatever columns stand there.
    fn cluster(&self, cell: IVec2, ground: Ground) -> Option<Cluster> {
        let spec = &self.spec;
        let layer = if ground == Ground::Floor { 0 } else { 1 };
        let mut rolls = Rolls::new(self.seed, Tag::Crystals, IVec3::new(cell.x, cell.y, layer));
        if !rolls.chance(if ground == Ground::Floor { spec.density } else { spec.hanging }) {
            return None;
        }
        // Large ones are common: the root of a uniform number.
        let mut length_m = ops::lerp(spec.length_m[0], spec.length_m[1], rolls.unit().sqrt());
        let [place_x, place_y] = [rolls.range(-1.0, 1.0), rolls.range(-1.0, 1.0)];
        let centre_m = (cell.as_dvec2() + 0.5) * f64::from(spec.spacing_m);
        if ground == Ground::Ceiling {
            let heights = self.slab.at(centre_m);
            length_m = ops::min(length_m, heights.upper_m - heights.lower_m - HEADROOM_M - 1.0);
            if length_m < spec.length_m[0] {
                return None;
            }
        }
        let mut shafts = self.shafts(&mut rolls, length_m);
        let room_m = 0.5 * (spec.spacing_m - CLEAR_WAY_M);
        let mut radius_m = shafts.iter().fold(0.0, |radius, shaft| ops::max(shaft.extent_m(), radius));
        let scale = room_m / ops::max(radius_m, room_m);
        for shaft in &mut shafts {
            (shaft.foot_m, shaft.length_m, shaft.radius_m) =
                (scale * shaft.foot_m, scale * shaft.length_m, scale * shaft.radius_m);
        }
        radius_m *= scale;
        let stray = ops::max(room_m - radius_m, 0.0);
        let at_m = centre_m + DVec2::from_array([place_x, place_y].map(|place| ops::wide_product(place, stray)));
        let heights = self.slab.at(at_m);
        let root_m = match ground {
            Ground::Floor => heights.lower_m,
            Ground::Ceiling => heights.upper_m,
        };
        Some(Cluster { at_m, radius_m, ground, root_m, shafts })
    }
    /// A large crystal, nearly upright, and small ones round its foot.
    fn shafts(&self, rolls: &mut Rolls, length_m: f32) -> Vec<Shaft> {
        let spec = &self.spec;
        let turn = std::f32::consts::TAU;
        let (lean, azimuth) = (UPRIGHT * spec.lean * rolls.unit(), rolls.range(0.0, turn));
        let large = Shaft::roll(rolls, length_m, spec, lean, azimuth);
        let n = SMALL[0] + rolls.below(SMALL[1] - SMALL[0] + 1);
        let start = rolls.range(0.0, turn);
        let mut shafts = vec![large];
        for i in 0..n {
            let azimuth = start + turn * (i as f32 + rolls.range(-0.3, 0.3)) / n as f32;
            let lean = spec.lean * rolls.range(0.55, 1.0);
            let length = ops::lerp(ops::min(spec.length_m[0], length_m), length_m, rolls.range(0.1, 0.6));
            let small = Shaft::roll(rolls, length, spec, lean, azimuth);
            shafts.push(Shaft { foot_m: 0.9 * large.radius_m, ..small });
        }
        shafts
    }
    /// The crystals that may be felt in a rectangle of columns.
    pub(super) fn crystals_in(&self, voxel: VoxelSize, min: IVec2, max: IVec2) -> Vec<Crystal> {
        let metres = |p: IVec2| p.as_dvec2() * f64::from(voxel.metres());
        let clusters = self.clusters_in(voxel, metres(min), metres(max), ASIDE_M);
        let mut placed = Vec::new();
        for cluster in &clusters {
            let first = placed.len();
            placed.extend(cluster.shafts.iter().map(|shaft| Crystal::new(voxel, cluster, shaft, LOCAL.reach_m)));
            if placed.iter().skip(first).any(|crystal: &Crystal| self.taken.meets(&crystal.reach)) {
                placed.truncate(first);
            }
        }
        placed
    }
    /// Standing clusters within `reach_m` of a place.
    pub fn standing(&self, voxel: VoxelSize, at_m: DVec2, reach_m: f32) -> Vec<Cluster> {
        let mut clusters = self.clusters_in(voxel, at_m, at_m, reach_m);
        clusters.retain(|cluster| cluster.ground == Ground::Floor);
        clusters
    }
}

impl Cluster {
    /// Highest (lowest, if it hangs) point of its crystals, metres above the content floor.
    pub fn tip_m(&self) -> f32 {
        let up = if self.ground == Ground::Floor { 1.0 } else { -1.0 };
        self.shafts.iter().fold(self.root_m, |tip, shaft| {
            let end = self.root_m + up * (shaft.length_m + shaft.radius_m);
            if up > 0.0 { ops::max(end, tip) } else { ops::min(end, tip) }
        })
    }
    /// Middle of the ground it grows on, metres.
    pub fn foot_m(&self) -> DVec3 {
        self.at_m.extend(f64::from(self.root_m))
    }
}
