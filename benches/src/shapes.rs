//! N4: forty-eight mixed signed distances over a grid after culling, by the operator of backbone and passages, and the interval of a box.
//!
//! All are supports without relief over nothing but air, so that every sample needs the nearest distance. The peer gets easier solids, but
//! as many, as large and at the same places: spheres, capsules, cylinders and boxes, simplified for the grid beforehand (not timed).

use crate::table::{Peer, Table, least_ns};
use fidget::context::Tree;
use fidget::jit::JitShape;
use fidget::shape::EzShape;
use field::feature::{Anchored, Feature, Part, Solid};
use field::operators::FeaturePost;
use field::{Channels, Interval, NO_SHAPE_M, Operator, Rolls, Row, SampleBox, VoxelSize, hash::Tag};
use glam::{DVec3, IVec3, UVec3};
use std::hint::black_box;

/// Samples along the edge of the grid, at 0.25 m.
const EDGE: usize = 33;
const SAMPLES: f64 = (EDGE * EDGE * EDGE) as f64;
const SHAPES: usize = 48;
/// Middle of the grid, in metres along each axis, and the edge of the cube round it in which the shapes stand.
const MIDDLE_M: f64 = 20.0;
const SPREAD_M: f32 = 40.0;
/// Boxes along each edge of the grid whose intervals are taken.
const BOXES: u32 = 4;
/// Density before the shapes.
const AIR: f32 = 100.0;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !table.wants("N4") {
        return;
    }
    let places = places();
    let features: Vec<Feature> = places.iter().enumerate().map(|(i, place)| place.feature(i)).collect();
    let post = FeaturePost::new(VoxelSize::DEFAULT, 7, IVec3::ZERO, &features);
    let fidget = fidget_ns(&places);
    let peer = |i: usize| [Peer { name: "fidget (JIT)", value: fidget.map(|times| times[i]), at_least: None }];
    table.row("N4", "48 mixed distances over 33^3, culled, per point", "ns", fill_ns(&post), Some(4.0), &peer(0));
    table.row("N4", "the same, interval of a box of 9^3, mean of 64", "ns", bound_ns(&post), Some(300.0), &peer(1));
}

/// Where a shape is, and how large.
struct Place {
    a: DVec3,
    b: DVec3,
    radius_m: f32,
}

fn places() -> Vec<Place> {
    let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
    let mut place = || {
        let mut point = || DVec3::from_array([(); 3].map(|()| MIDDLE_M + f64::from(rolls.range(-0.5, 0.5) * SPREAD_M)));
        let (a, towards) = (point(), point());
        Place { a, b: a + (towards - a) * 0.3, radius_m: rolls.range(1.0, 4.0) }
    };
    (0..SHAPES).map(|_| place()).collect()
}

impl Place {
    fn feature(&self, i: usize) -> Feature {
        let [a, b] = [self.a, self.b].map(|at| Anchored::at(VoxelSize::DEFAULT, at));
        let r = self.radius_m;
        let solid = match i % 6 {
            0 => Solid::Sphere { centre: a, radius_m: r },
            1 => Solid::Sheath { a, b, radius_m: r },
            2 => Solid::Way { a, b, half_width_m: r, height_m: r },
            3 => Solid::Causeway { a, b, half_width_m: r, depth_m: r },
            4 => Solid::Room { foot: a, radius_m: r, height_m: r },
            _ => Solid::Plinth { foot: a, radius_m: r, depth_m: r },
        };
        Feature { part: Part::Support, solid, relief_m: 0.0 }
    }
    /// A sphere, a capsule, a box or a cylinder.
    fn tree(&self, i: usize) -> Tree {
        let [x, y, z] = [Tree::x() - self.a.x, Tree::y() - self.a.y, Tree::z() - self.a.z];
        let (to, r) = (self.b - self.a, f64::from(self.radius_m));
        match i % 6 {
            0 => (x.square() + y.square() + z.square()).sqrt() - r,
            1 => {
                let dot = (x.clone() * to.x + y.clone() * to.y + z.clone() * to.z) / to.length_squared();
                let t = dot.max(0.0).min(1.0);
                let [x, y, z] = [x - t.clone() * to.x, y - t.clone() * to.y, z - t * to.z];
                (x.square() + y.square() + z.square()).sqrt() - r
            }
            2 | 3 => (x.abs() - to.x.abs()).max(y.abs() - to.y.abs()).max(z.abs() - r),
            _ => ((x.square() + y.square()).sqrt() - r).max(z.abs() - r),
        }
    }
}

fn domain() -> SampleBox {
    let first = ((MIDDLE_M - 4.0) * f64::from(VoxelSize::DEFAULT.per_metre())) as i32;
    SampleBox { origin: IVec3::splat(first), level: 0, size: UVec3::splat(EDGE as u32) }
}

fn fill_ns(post: &FeaturePost) -> f64 {
    let domain = domain();
    let (mut density, mut shape) = ([AIR; EDGE], [NO_SHAPE_M; EDGE]);
    let work = || {
        let mut prepared = post.prepare(VoxelSize::DEFAULT, &domain);
        prepared.focus(&domain);
        for z in 0..EDGE as u32 {
            for y in 0..EDGE as u32 {
                let start = domain.point(UVec3::new(0, y, z));
                density.fill(AIR);
                prepared.row(Row { start, step: 1, density: &mut density, shape: &mut shape });
                black_box(&mut density);
            }
        }
    };
    least_ns(100, work) / SAMPLES
}

fn bound_ns(post: &FeaturePost) -> f64 {
    let domain = domain();
    let prepared = post.prepare(VoxelSize::DEFAULT, &domain);
    let incoming = Channels { density: Interval::point(AIR), shape: Interval::point(NO_SHAPE_M) };
    let work = || {
        for i in 0..BOXES.pow(3) {
            let index = UVec3::new(i % BOXES, i / BOXES % BOXES, i / (BOXES * BOXES)) * 8;
            let part = SampleBox { origin: domain.point(index), level: 0, size: UVec3::splat(9) };
            black_box(prepared.bound(&part, incoming));
        }
    };
    least_ns(100, work) / f64::from(BOXES.pow(3))
}

/// The peer's time per point and per interval.
fn fidget_ns(places: &[Place]) -> Option<[f64; 2]> {
    let shape = JitShape::from(places.iter().enumerate().map(|(i, place)| place.tree(i)).reduce(|all, one| all.min(one))?);
    let at = |steps: usize| (MIDDLE_M - 4.0) as f32 + 0.25 * steps as f32;
    let tape = shape.ez_interval_tape();
    let mut intervals = JitShape::new_interval_eval();
    let whole = [at(0), at(EDGE - 1)];
    let (_, trace) = intervals.eval(&tape, whole, whole, whole).ok()?;
    let simplified = trace.and_then(|trace| shape.ez_simplify(trace).ok());
    let slices = simplified.as_ref().unwrap_or(&shape).ez_float_slice_tape();
    let mut eval = JitShape::new_float_slice_eval();
    let all = |step: usize| (0..EDGE * EDGE * EDGE).map(|i| at(i / step % EDGE)).collect::<Vec<f32>>();
    let [xs, ys, zs] = [all(1), all(EDGE), all(EDGE * EDGE)];
    let points = least_ns(60, || {
        let _ = black_box(eval.eval(&slices, &xs, &ys, &zs).map(<[f32]>::len));
    });
    let side = |i: usize| [at(8 * i), at(8 * i + 8)];
    let n = BOXES as usize;
    let boxes = least_ns(200, || {
        for i in 0..n.pow(3) {
            let _ = black_box(intervals.eval(&tape, side(i % n), side(i / n % n), side(i / (n * n))).is_ok());
        }
    });
    Some([points / SAMPLES, boxes / n.pow(3) as f64])
}
