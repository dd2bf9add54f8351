//! N4: forty-eight mixed signed distances over a tile, and the interval of one box.

use crate::table::{Peer, Table, least_ns};
use fidget::context::Tree;
use fidget::jit::JitShape;
use fidget::shape::EzShape;
use field::feature::{Anchored, Feature, Part, Solid};
use field::operators::FeaturePost;
use field::{Channels, Interval, NO_SHAPE_M, Operator, Rolls, Row, SampleBox, VoxelSize, hash::Tag};
use glam::{DVec3, IVec3, UVec3};
use std::hint::black_box;

/// Samples along the edge of the grid.
const EDGE: usize = 33;
const SAMPLES: f64 = (EDGE * EDGE * EDGE) as f64;
const SHAPES: usize = 48;
/// Shapes stand in a cube of this edge round the grid's 8 m, metres.
const SPREAD_M: f32 = 40.0;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !table.wants("N4") {
        return;
    }
    let post = FeaturePost::new(VoxelSize::DEFAULT, 7, IVec3::ZERO, &features());
    let (points, fidget) = (fill_ns(&post), fidget_ns());
    let peer = |value| [Peer { name: "fidget (JIT)", value }];
    table.row(
        "N4",
        "48 mixed distances over 33^3, culled per tile, per point",
        "ns",
        points,
        Some(4.0),
        &peer(fidget.map(|f| f[0])),
    );
    table.row("N4", "the same, interval of one box of 8^3", "ns", bound_ns(&post), Some(300.0), &peer(fidget.map(|f| f[1])));
}

fn domain() -> SampleBox {
    SampleBox { origin: IVec3::new(64, 64, 64), level: 0, size: UVec3::splat(EDGE as u32) }
}

/// Places of the shapes, in metres.
fn places(rolls: &mut Rolls) -> DVec3 {
    let mut one = || 20.0 + f64::from(rolls.range(-0.5, 0.5) * SPREAD_M);
    DVec3::new(one(), one(), one())
}

fn features() -> Vec<Feature> {
    let voxel = VoxelSize::DEFAULT;
    let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
    let shape = |i: usize| {
        let (a, b) = (places(&mut rolls), places(&mut rolls));
        let (a, b) = (Anchored::at(voxel, a), Anchored::at(voxel, a + (b - a) * 0.3));
        let solid = match i % 6 {
            0 => Solid::Sphere { centre: a, radius_m: rolls.range(1.0, 4.0) },
            1 => Solid::Way { a, b, half_width_m: 1.6, height_m: 2.8 },
            2 => Solid::Causeway { a, b, half_width_m: 1.6, depth_m: 2.0 },
            3 => Solid::Room { foot: a, radius_m: rolls.range(3.0, 5.0), height_m: 3.5 },
            4 => Solid::Plinth { foot: a, radius_m: rolls.range(2.0, 4.0), depth_m: 3.0 },
            _ => Solid::Sheath { a, b, radius_m: rolls.range(1.0, 2.0) },
        };
        let part = if i % 2 == 0 { Part::Support } else { Part::Clearance };
        Feature { part, solid, relief_m: 0.0 }
    };
    (0..SHAPES).map(shape).collect()
}

fn fill_ns(post: &FeaturePost) -> f64 {
    let domain = domain();
    let (mut density, mut shape) = ([0.0; EDGE], [NO_SHAPE_M; EDGE]);
    let work = || {
        let mut prepared = post.prepare(VoxelSize::DEFAULT, &domain);
        prepared.focus(&domain);
        for z in 0..EDGE as u32 {
            for y in 0..EDGE as u32 {
                let start = domain.point(UVec3::new(0, y, z));
                density.fill(0.5);
                prepared.row(Row { start, step: 1, density: &mut density, shape: &mut shape });
                black_box(&mut density);
            }
        }
    };
    least_ns(100, work) / SAMPLES
}

fn bound_ns(post: &FeaturePost) -> f64 {
    const BOXES: u32 = 4;
    let domain = domain();
    let prepared = post.prepare(VoxelSize::DEFAULT, &domain);
    let incoming = Channels { density: Interval { lo: -1.0, hi: 1.0 }, shape: Interval::point(NO_SHAPE_M) };
    let work = || {
        for i in 0..BOXES.pow(3) {
            let index = UVec3::new(i % BOXES, i / BOXES % BOXES, i / (BOXES * BOXES)) * 8;
            let part = SampleBox { origin: domain.point(index), level: 0, size: UVec3::splat(9) };
            black_box(prepared.bound(&part, incoming));
        }
    };
    least_ns(100, work) / f64::from(BOXES.pow(3))
}

/// The same number of spheres, boxes and capsules united: per point after simplifying for the tile, and per interval.
fn fidget_ns() -> Option<[f64; 2]> {
    let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
    let mut all: Option<Tree> = None;
    for i in 0..SHAPES {
        let at = places(&mut rolls);
        let [x, y, z] = [Tree::x() - at.x, Tree::y() - at.y, Tree::z() - at.z];
        let r = f64::from(rolls.range(1.0, 4.0));
        let one = match i % 3 {
            0 => (x.square() + y.square() + z.square()).sqrt() - r,
            1 => (x.abs() - r).max(y.abs() - r).max(z.abs() - r),
            _ => (x.square() + y.square()).sqrt().max(z.abs() - r) - r,
        };
        all = Some(match all {
            Some(all) => all.min(one),
            None => one,
        });
    }
    let shape = JitShape::from(all?);
    let mut intervals = JitShape::new_interval_eval();
    let tape = shape.ez_interval_tape();
    let over = |lo: f32, m: f32| [lo, lo + m];
    let (_, trace) = intervals.eval(&tape, over(16.0, 8.25), over(16.0, 8.25), over(16.0, 8.25)).ok()?;
    let simplified = trace.and_then(|trace| shape.ez_simplify(trace).ok());
    let slices = simplified.as_ref().unwrap_or(&shape).ez_float_slice_tape();
    let mut eval = JitShape::new_float_slice_eval();
    let at = |n: usize| 16.0 + 0.25 * n as f32;
    let n = EDGE * EDGE * EDGE;
    let xs: Vec<f32> = (0..n).map(|i| at(i % EDGE)).collect();
    let ys: Vec<f32> = (0..n).map(|i| at(i / EDGE % EDGE)).collect();
    let zs: Vec<f32> = (0..n).map(|i| at(i / (EDGE * EDGE))).collect();
    let points = least_ns(60, || {
        let _ = black_box(eval.eval(&slices, &xs, &ys, &zs).map(<[f32]>::len));
    });
    let interval = least_ns(200, || {
        let _ = black_box(intervals.eval(&tape, over(18.0, 2.0), over(18.0, 2.0), over(18.0, 2.0)).is_ok());
    });
    Some([points / SAMPLES, interval])
}
