//! Small native fields for the planner's tests, with the post that realises features.

use field::feature::Feature;
use field::operator::{Nature, Role};
use field::operators::FeaturePost;
use field::{Channels, Interval, Operator, Prepared, Record, Row, SampleBox, Stack, VoxelSize};
use glam::{DVec3, IVec3};
use std::sync::Arc;

static RECORD: Record = Record {
    name: "test_native",
    role: Role::Root,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &[],
    doc: "A native field of a test.",
};

struct Native<F> {
    formula: F,
}

impl<F> std::fmt::Debug for Native<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Native")
    }
}

impl<F: Fn(DVec3) -> f64 + Send + Sync> Operator for Native<F> {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        Channels { density: (self.formula)(voxel.position_m(p)) as f32, ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, _domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedNative { native: self, voxel })
    }
}

struct PreparedNative<'a, F> {
    native: &'a Native<F>,
    voxel: VoxelSize,
}

impl<F: Fn(DVec3) -> f64 + Send + Sync> Prepared for PreparedNative<'_, F> {
    fn bound(&self, _part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        Channels { density: Interval::WHOLE, ..incoming }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        for (i, density) in row.density.iter_mut().enumerate() {
            let p = row.start + IVec3::new(i as i32 * row.step, 0, 0);
            *density = self.native.point(self.voxel, p, Channels { density: 0.0, shape: 0.0 }).density;
        }
    }
}

/// A strate's field by formula (local metres, negative is rock) with features.
pub(super) fn stack(formula: impl Fn(DVec3) -> f64 + Send + Sync + 'static, features: &[Feature]) -> Stack {
    let voxel = VoxelSize::DEFAULT;
    let mut operators: Vec<Arc<dyn Operator>> = vec![Arc::new(Native { formula })];
    if !features.is_empty() {
        operators.push(Arc::new(FeaturePost::new(voxel, 3, IVec3::ZERO, features)));
    }
    Stack::new(voxel, operators).expect("a root and a post are a legal stack")
}
