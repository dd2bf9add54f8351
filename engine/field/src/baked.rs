//! Features baked for a voxel size: their distance, its slope, and the lattice box beyond which it is at least a given value.

use crate::feature::{Anchored, Feature, Solid};
use crate::index::LatticeBox;
use crate::vector::{Kernel, LANES, Lanes, Path, RAMP, Whole, WholeLanes, read_part, write_part};
use crate::{Interval, Num, SampleBox, VoxelSize, ops, sdf};
use glam::IVec3;

/// A feature ready for evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Baked {
    origin: Anchored,
    form: Form,
    relief_m: f32,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Ball { radius_m: f32 },
    Bar { to_m: [f32; 3], radius_m: f32 },
    Bore(Section),
    Hull(Section),
    Mound(Section),
}

/// A section swept along a sloping straight line: rounded above (bores) or below (hulls), level across.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// Horizontal unit vector from the first foot to the second; zero for a round plan.
    along: [f32; 2],
    /// Horizontal length.
    length_m: f32,
    /// Rise per horizontal metre.
    slope: f32,
    /// Rise per metre beyond either end: up for bores, down for hulls, so that neither spoils the floor of a walkable neighbour.
    beyond: f32,
    /// Cosine of the steepest slope: turns heights into distances.
    cosine: f32,
    half_width_m: f32,
    /// Height or depth across the slope.
    extent_m: f32,
    /// Radius of the rounding.
    round_m: f32,
}

/// Steepest walkable grade, rounded up: how a floor goes on beyond its ends.
const BEYOND: f32 = 0.27;
/// How far a mound's floor falls away round its level top, and how much per metre: gentle enough to walk up.
const APRON_M: f32 = 3.5;
const APRON: f32 = 0.24;
/// Radius of the fillet between floor and wall, in voxels.
const FILLET_VOXELS: f32 = 2.0;
/// Width of the rounding of a hull's upper edges, in metres: hulls that follow each other round a bend leave no teeth there.
const EDGE_M: f32 = 1.0;
/// Height above a floor over which relief grows from nothing to its full share, in metres.
const RELIEF_FROM_M: f32 = 0.25;
const RELIEF_TO_M: f32 = 1.25;
/// What rounding may add to a bound, in metres.
const ROUNDING_M: f32 = 1.0e-3;

impl Section {
    fn new(voxel: VoxelSize, a: &Anchored, b: &Anchored, half_width_m: f32, extent_m: f32, beyond: f32) -> Self {
        let to = a.vector_to(voxel, b);
        let length_m = (to.x * to.x + to.y * to.y).sqrt();
        let (along, slope) =
            if length_m > 1e-3 { ([to.x / length_m, to.y / length_m], to.z / length_m) } else { ([0.0, 0.0], 0.0) };
        let steepest = ops::max(ops::abs(slope), ops::abs(beyond));
        let cosine = 1.0 / (1.0 + steepest * steepest).sqrt();
        let extent_m = extent_m * cosine;
        Self { along, length_m, slope, beyond, cosine, half_width_m, extent_m, round_m: ops::min(half_width_m, extent_m) }
    }

    /// Horizontal distance from the axis, and distance above the sloping floor.
    #[inline(always)]
    fn coordinates<N: Num>(&self, [x, y, z]: [N; 3]) -> (N, N) {
        let [along_x, along_y] = self.along;
        let run = x.times(along_x) + y.times(along_y);
        let t = run.clamp(0.0, self.length_m);
        let lateral = sdf::length2(x - t.times(along_x), y - t.times(along_y));
        let floor = t.times(self.slope) + (run - t).abs().times(self.beyond);
        (lateral, sdf::half_space(z - floor, self.cosine))
    }

    /// Distance to the rounded section, `depth` measured from the level side.
    #[inline(always)]
    fn rounded<N: Num>(&self, lateral: N, depth: N) -> N {
        let side = (lateral - N::of(self.half_width_m - self.round_m)).max(N::of(0.0));
        let end = (depth - N::of(self.extent_m - self.round_m)).max(N::of(0.0));
        sdf::length2(side, end) - N::of(self.round_m)
    }

    /// Air above the floor.
    #[inline(always)]
    fn bore<N: Num>(&self, offset: [N; 3], relief: N, fillet_m: f32) -> N {
        let (lateral, height) = self.coordinates(offset);
        let wall = self.rounded(lateral, height) - relief * height.smoothstep(RELIEF_FROM_M, RELIEF_TO_M);
        (-height).smooth_max(wall, fillet_m)
    }

    /// Rock under the floor.
    #[inline(always)]
    fn hull<N: Num>(&self, offset: [N; 3], relief: N) -> N {
        self.under(self.coordinates(offset), relief)
    }

    /// Rock under a level top of round plan, with an apron falling away round it.
    #[inline(always)]
    fn mound<N: Num>(&self, [x, y, z]: [N; 3], relief: N) -> N {
        let lateral = sdf::length2(x, y);
        let floor = (lateral - N::of(self.half_width_m - APRON_M)).max(N::of(0.0)).times(self.beyond);
        self.under((lateral, sdf::half_space(z - floor, self.cosine)), relief)
    }

    #[inline(always)]
    fn under<N: Num>(&self, (lateral, height): (N, N), relief: N) -> N {
        let side = self.rounded(lateral, -height) - relief * (-height).smoothstep(RELIEF_FROM_M, RELIEF_TO_M);
        height.smooth_max(side, EDGE_M)
    }

    /// Heights over the axis's first foot between which the section can lie within `margin_m`: of the floor, padded by what lies on
    /// either side of it.
    fn heights(&self, sideways_m: f32, below_m: f32, above_m: f32) -> [f32; 2] {
        let end = self.length_m * self.slope;
        let (lowest, highest) = (ops::min(end, 0.0), ops::max(end, 0.0));
        let beyond = sideways_m * self.beyond;
        [lowest + ops::min(beyond, 0.0) - below_m / self.cosine, highest + ops::max(beyond, 0.0) + above_m / self.cosine]
    }
}

#[inline(always)]
fn ball<N: Num>(offset: [N; 3], relief: N, radius_m: f32) -> N {
    sdf::sphere(offset, radius_m) - relief
}

#[inline(always)]
fn bar<N: Num>(offset: [N; 3], relief: N, to_m: [f32; 3], radius_m: f32) -> N {
    sdf::capsule(offset, to_m, radius_m) - relief
}

impl Baked {
    /// Bakes a feature.
    pub fn new(voxel: VoxelSize, feature: &Feature) -> Self {
        // The fillet's smooth join bites into the floor's edge; the walls stand back so that the floor keeps its width.
        let back_m = 0.25 * fillet_width_m(voxel);
        let (origin, form) = match &feature.solid {
            Solid::Sphere { centre, radius_m } => (*centre, Form::Ball { radius_m: *radius_m }),
            Solid::Sheath { a, b, radius_m } => (*a, Form::Bar { to_m: a.vector_to(voxel, b).to_array(), radius_m: *radius_m }),
            Solid::Way { a, b, half_width_m, height_m } => {
                (*a, Form::Bore(Section::new(voxel, a, b, half_width_m + back_m, *height_m, BEYOND)))
            }
            Solid::Room { foot, radius_m, height_m } => {
                (*foot, Form::Bore(Section::new(voxel, foot, foot, radius_m + back_m, *height_m, BEYOND)))
            }
            Solid::Causeway { a, b, half_width_m, depth_m } => {
                (*a, Form::Hull(Section::new(voxel, a, b, *half_width_m, *depth_m, -BEYOND)))
            }
            Solid::Plinth { foot, radius_m, depth_m } => {
                (*foot, Form::Mound(Section::new(voxel, foot, foot, *radius_m + APRON_M, *depth_m, -APRON)))
            }
        };
        Self { origin, form, relief_m: ops::max(feature.relief_m, 0.0) }
    }

    /// Whether relief moves its walls.
    pub fn has_relief(&self) -> bool {
        self.relief_m > 0.0
    }
    /// Most that relief lowers the distance, in metres.
    pub fn relief_m(&self) -> f32 {
        self.relief_m
    }
    /// Most that the distance without relief changes per metre.
    pub fn lipschitz(&self) -> f32 {
        match self.form {
            Form::Ball { .. } | Form::Bar { .. } => 1.0,
            // Beyond the ends lateral distance and sloping height are not at right angles.
            Form::Bore(s) | Form::Hull(s) | Form::Mound(s) => (1.0 + ops::abs(s.beyond) * s.cosine).sqrt(),
        }
    }

    /// Signed distance of a lattice point; `relief` from 0 to 1 is the share of the relief there.
    pub fn distance(&self, voxel: VoxelSize, p: IVec3, relief: f32) -> f32 {
        self.distance_at(self.origin.offset_to(voxel.metres(), p), relief, fillet_width_m(voxel))
    }

    /// Lowers `nearest` to this distance where that is less, for the samples of a row; `relief` holds a share per sample.
    pub fn lower_row(&self, path: Path, voxel: VoxelSize, start: IVec3, step: i32, relief: &[f32], nearest: &mut [f32]) {
        path.run(LowerRow { baked: self, voxel, start, step, relief, nearest });
    }

    /// Encloses the distances of a box's points, whatever the relief, by the middle's distance ± slope × reach: tight for walls, cheap.
    pub fn bound_by_slope(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let (middle, reach) = part.middle_and_reach();
        let radius = self.lipschitz() * reach.length() * voxel.metres() + ROUNDING_M;
        Interval::around(self.distance(voxel, middle, 0.0), radius).widen_ends(self.relief_m, 0.0)
    }

    /// Encloses the distances of a box's points, whatever the relief, by interval arithmetic: tight for floors.
    pub fn bound_by_terms(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let (lo, hi) = (self.origin.offset_to(voxel.metres(), part.origin), self.origin.offset_to(voxel.metres(), part.last()));
        let offset = [0, 1, 2].map(|d| Interval { lo: lo[d], hi: hi[d] });
        self.distance_at(offset, Interval { lo: 0.0, hi: 1.0 }, fillet_width_m(voxel)).widen(ROUNDING_M)
    }

    #[inline(always)]
    fn distance_at<N: Num>(&self, offset: [N; 3], relief: N, fillet_m: f32) -> N {
        let relief = relief.times(self.relief_m);
        match &self.form {
            Form::Ball { radius_m } => ball(offset, relief, *radius_m),
            Form::Bar { to_m, radius_m } => bar(offset, relief, *to_m, *radius_m),
            Form::Bore(section) => section.bore(offset, relief, fillet_m),
            Form::Hull(section) => section.hull(offset, relief),
            Form::Mound(section) => section.mound(offset, relief),
        }
    }

    /// A lattice box outside which the distance is at least `distance_m`, whatever the relief: found from each term of the distance, not
    /// from a box round the solid, since a distance may understate.
    pub fn reach(&self, voxel: VoxelSize, distance_m: f32) -> LatticeBox {
        let pad = distance_m + self.relief_m;
        let (to, sideways, z) = match &self.form {
            Form::Ball { radius_m } => ([0.0, 0.0], radius_m + pad, [-radius_m - pad, radius_m + pad]),
            Form::Bar { to_m, radius_m } => {
                let z = [ops::min(to_m[2], 0.0) - radius_m - pad, ops::max(to_m[2], 0.0) + radius_m + pad];
                ([to_m[0], to_m[1]], radius_m + pad, z)
            }
            Form::Bore(s) => {
                let sideways = s.half_width_m + pad;
                (s.along.map(|c| c * s.length_m), sideways, s.heights(sideways, pad, s.extent_m + pad))
            }
            Form::Hull(s) | Form::Mound(s) => {
                let sideways = s.half_width_m + pad;
                (s.along.map(|c| c * s.length_m), sideways, s.heights(sideways, s.extent_m + pad, pad))
            }
        };
        let lo = [ops::min(to[0], 0.0) - sideways, ops::min(to[1], 0.0) - sideways, z[0]];
        let hi = [ops::max(to[0], 0.0) + sideways, ops::max(to[1], 0.0) + sideways, z[1]];
        lattice_box(voxel, &self.origin, lo, hi)
    }
}

/// See [`Baked::lower_row`].
struct LowerRow<'a> {
    baked: &'a Baked,
    voxel: VoxelSize,
    start: IVec3,
    step: i32,
    relief: &'a [f32],
    nearest: &'a mut [f32],
}

impl Kernel for LowerRow<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Self { baked, voxel, start, step, relief, nearest } = self;
        let (voxel_m, fillet_m) = (voxel.metres(), fillet_width_m(voxel));
        let [_, y, z] = baked.origin.offset_to(voxel_m, start);
        let (y, z) = (V::of(y), V::of(z));
        let first = start.x.wrapping_sub(baked.origin.anchor.x);
        let mut steps = V::Whole::load(&RAMP).times(step as u32).plus(V::Whole::of(first as u32));
        for (nearest, relief) in nearest.chunks_mut(LANES).zip(relief.chunks(LANES)) {
            let x = steps.real() * V::of(voxel_m) - V::of(baked.origin.rest_m.x);
            let distance = baked.distance_at([x, y, z], read_part::<V>(relief), fillet_m);
            write_part(distance.min(read_part(nearest)), nearest);
            steps = steps.plus(V::Whole::of((step * LANES as i32) as u32));
        }
    }
}

/// The lattice box round offsets `lo..hi` from a position, with a point to spare for rounding.
pub fn lattice_box(voxel: VoxelSize, origin: &Anchored, lo: [f32; 3], hi: [f32; 3]) -> LatticeBox {
    let per_metre = voxel.per_metre() as f32;
    let steps = |m: [f32; 3], d: i32| {
        let [x, y, z] = [0, 1, 2].map(|axis| ((m[axis] + origin.rest_m[axis]) * per_metre).floor() as i32 + d);
        IVec3::new(x, y, z)
    };
    LatticeBox { min: origin.anchor + steps(lo, -1), max: origin.anchor + steps(hi, 2) }
}

fn fillet_width_m(voxel: VoxelSize) -> f32 {
    ops::width_of_fillet(FILLET_VOXELS * voxel.metres())
}
