//! Operators that are one formula of position and incoming channels: written once, generic over number and interval.

use crate::operator::{Prepared, Record};
use crate::vector::{Kernel, LANES, Lanes, Path, RAMP, Whole, WholeLanes, read_part, write_part};
use crate::{Channels, Interval, Num, Operator, Row, SampleBox, VoxelSize};
use glam::IVec3;

/// An operator without leaves (no noise, no features). Every [`Formula`] is an [`Operator`].
pub trait Formula: std::fmt::Debug + Send + Sync {
    /// What it is.
    fn record(&self) -> &'static Record;
    /// The formula, at a strate-local position in metres. Always inlined, as [`Kernel`] wants it.
    fn apply<N: Num>(&self, at_m: [N; 3], incoming: Channels<N>) -> Channels<N>;
    /// See [`Prepared::is_inert`].
    fn is_inert(&self, at_m: [Interval; 3], incoming: Channels<Interval>) -> bool;
}

/// Position of a lattice point in metres; exact, since coordinates stay below 2²⁴ and the voxel size is a power of two.
#[inline(always)]
fn position_m(voxel_m: f32, p: IVec3) -> [f32; 3] {
    [p.x as f32 * voxel_m, p.y as f32 * voxel_m, p.z as f32 * voxel_m]
}

/// Positions of a box's points in metres.
pub fn box_m(voxel: VoxelSize, part: &SampleBox) -> [Interval; 3] {
    let (lo, hi) = (position_m(voxel.metres(), part.origin), position_m(voxel.metres(), part.last()));
    [0, 1, 2].map(|d| Interval { lo: lo[d], hi: hi[d] })
}

impl<F: Formula> Operator for F {
    fn record(&self) -> &'static Record {
        Formula::record(self)
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        self.apply(position_m(voxel.metres(), p), incoming)
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, _domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedFormula { formula: self, voxel })
    }
}

struct PreparedFormula<'a, F> {
    formula: &'a F,
    voxel: VoxelSize,
}

impl<F: Formula> Prepared for PreparedFormula<'_, F> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        self.formula.apply(box_m(self.voxel, part), incoming)
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.formula.is_inert(box_m(self.voxel, part), incoming)
    }
    fn row(&mut self, row: Row<'_>) {
        Path::best().run(Apply { formula: self.formula, voxel_m: self.voxel.metres(), row });
    }
}

/// The formula over a row.
struct Apply<'a, F> {
    formula: &'a F,
    voxel_m: f32,
    row: Row<'a>,
}

impl<F: Formula> Kernel for Apply<'_, F> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Self { formula, voxel_m, row } = self;
        let [first, y, z] = position_m(voxel_m, row.start);
        let (first, y, z) = (V::of(first), V::of(y), V::of(z));
        let step_m = V::of(row.step as f32 * voxel_m);
        let mut steps = V::Whole::load(&RAMP);
        for (density, shape) in row.density.chunks_mut(LANES).zip(row.shape.chunks_mut(LANES)) {
            // Exact, hence equal to the position of the point itself.
            let x = first + steps.real() * step_m;
            let out = formula.apply([x, y, z], Channels { density: read_part(density), shape: read_part(shape) });
            write_part::<V>(out.density, density);
            write_part::<V>(out.shape, shape);
            steps = steps.plus(V::Whole::of(LANES as u32));
        }
    }
}
