//! Patterns of space that operators displace by: noises, waves, and what limits them to heights.

use crate::hash::Tag;
use crate::noise::{Cellular, CellularRows, RowEval};
use crate::{Fractal, Interval, Num, SampleBox, VoxelSize, ops};
use glam::IVec3;

/// A function of position alone, within ±1 but for rounding of 10⁻⁵. Its three forms agree: rows bit for bit, bounds by enclosure.
pub trait Pattern: std::fmt::Debug + Send + Sync {
    /// Evaluates rows of a domain.
    type Rows: PatternRows;
    /// Value at a lattice point: the definition.
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32;
    /// Encloses the values at the points of a box.
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval;
    /// True only if every value in the box is exactly zero; cheap.
    fn is_zero(&self, _voxel: VoxelSize, _part: &SampleBox) -> bool {
        false
    }
    /// Rows within a domain; nothing is computed before the first.
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> Self::Rows;
}

/// A pattern over a domain.
pub trait PatternRows {
    /// Values of the samples from `start` on, along x, at the domain's step.
    fn row(&mut self, start: IVec3, out: &mut [f32]);
}

impl Pattern for Fractal {
    type Rows = RowEval;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        Fractal::point(self, voxel, p)
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        Fractal::bound(self, voxel, part)
    }
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> RowEval {
        RowEval::new(*self, voxel, domain)
    }
}

impl PatternRows for RowEval {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        RowEval::row(self, start, out);
    }
}

impl Pattern for Cellular {
    type Rows = CellularRows;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        Cellular::point(self, voxel, p)
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        Cellular::bound(self, voxel, part)
    }
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> CellularRows {
        CellularRows::new(*self, voxel, domain)
    }
}

impl PatternRows for CellularRows {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        CellularRows::row(self, start, out);
    }
}

/// `factor * pattern + offset`; `|factor| + |offset|` is at most 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<P> {
    /// What is scaled.
    pub pattern: P,
    /// Multiplies it.
    pub factor: f32,
    /// Added afterwards.
    pub offset: f32,
}

impl<P: Pattern> Pattern for Scaled<P> {
    type Rows = ScaledRows<P::Rows>;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.pattern.point(voxel, p) * self.factor + self.offset
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        self.pattern.bound(voxel, part) * Interval::point(self.factor) + Interval::point(self.offset)
    }
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> Self::Rows {
        ScaledRows { rows: self.pattern.rows(voxel, domain), factor: self.factor, offset: self.offset }
    }
}

/// Rows of a [`Scaled`] pattern.
#[derive(Debug)]
pub struct ScaledRows<R> {
    rows: R,
    factor: f32,
    offset: f32,
}

impl<R: PatternRows> PatternRows for ScaledRows<R> {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        self.rows.row(start, out);
        for value in out {
            *value = *value * self.factor + self.offset;
        }
    }
}

/// Two patterns multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Product<A, B>(pub A, pub B);

impl<A: Pattern, B: Pattern> Pattern for Product<A, B> {
    type Rows = ProductRows<A::Rows, B::Rows>;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.0.point(voxel, p) * self.1.point(voxel, p)
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        self.0.bound(voxel, part) * self.1.bound(voxel, part)
    }
    fn is_zero(&self, voxel: VoxelSize, part: &SampleBox) -> bool {
        self.0.is_zero(voxel, part) || self.1.is_zero(voxel, part)
    }
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> Self::Rows {
        ProductRows { rows: (self.0.rows(voxel, domain), self.1.rows(voxel, domain)), factors: Vec::new() }
    }
}

/// Rows of a [`Product`].
#[derive(Debug)]
pub struct ProductRows<A, B> {
    rows: (A, B),
    factors: Vec<f32>,
}

impl<A: PatternRows, B: PatternRows> PatternRows for ProductRows<A, B> {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        self.rows.0.row(start, out);
        self.factors.resize(out.len(), 0.0);
        self.rows.1.row(start, &mut self.factors);
        for (value, factor) in out.iter_mut().zip(&self.factors) {
            *value *= factor;
        }
    }
}

/// Patches of 1 that fade into patches of less, where a noise changes sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patches {
    /// Positive in one kind of patch and negative in the other.
    noise: Fractal,
    /// What is taken away in the other kind, 0 to 1.
    breaks: f32,
}

/// Half the band of noise in which patches fade into one another.
const PATCH_EDGE: f32 = 0.3;

impl Patches {
    /// Patches of about half the inverse frequency; with no `breaks` (0 to 1) the value is 1 everywhere.
    pub fn new(seed: u64, frequency_per_m: f32, breaks: f32) -> Self {
        Self { noise: Fractal::sum(seed, Tag::Outline, frequency_per_m, 2), breaks: ops::clamp(breaks, 0.0, 1.0) }
    }
    #[inline(always)]
    fn value<N: Num>(&self, n: N) -> N {
        N::of(1.0) - (N::of(1.0) - n.smoothstep(-PATCH_EDGE, PATCH_EDGE)).times(self.breaks)
    }
    fn is_even(&self) -> bool {
        self.breaks == 0.0
    }
}

impl Pattern for Patches {
    type Rows = PatchesRows;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        if self.is_even() { 1.0 } else { self.value(self.noise.point(voxel, p)) }
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        if self.is_even() { Interval::point(1.0) } else { self.value(self.noise.bound(voxel, part)) }
    }
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> PatchesRows {
        PatchesRows { patches: *self, rows: RowEval::new(self.noise, voxel, domain) }
    }
}

/// Rows of [`Patches`].
#[derive(Debug)]
pub struct PatchesRows {
    patches: Patches,
    rows: RowEval,
}

impl PatternRows for PatchesRows {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        if self.patches.is_even() {
            out.fill(1.0);
            return;
        }
        self.rows.row(start, out);
        for value in out {
            *value = self.patches.value(*value);
        }
    }
}

/// 1 on one side of a height and exactly 0 on the other, with a smooth step between; heights above the content floor, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightMask {
    /// Height at which the pattern is exactly 0.
    pub zero_m: f32,
    /// Height at which it is exactly 1; another than `zero_m`.
    pub one_m: f32,
}

impl HeightMask {
    fn value<N: Num>(&self, z: N) -> N {
        if self.zero_m < self.one_m { z.smoothstep(self.zero_m, self.one_m) } else { (-z).smoothstep(-self.zero_m, -self.one_m) }
    }
}

impl Pattern for HeightMask {
    type Rows = HeightMaskRows;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.value(p.z as f32 * voxel.metres())
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let z = Interval { lo: part.origin.z as f32 * voxel.metres(), hi: part.last().z as f32 * voxel.metres() };
        self.value(z)
    }
    fn is_zero(&self, voxel: VoxelSize, part: &SampleBox) -> bool {
        self.bound(voxel, part).hi == 0.0
    }
    fn rows(&self, voxel: VoxelSize, _domain: &SampleBox) -> HeightMaskRows {
        HeightMaskRows { mask: *self, voxel }
    }
}

/// Rows of a [`HeightMask`].
#[derive(Debug)]
pub struct HeightMaskRows {
    mask: HeightMask,
    voxel: VoxelSize,
}

impl PatternRows for HeightMaskRows {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        out.fill(self.mask.point(self.voxel, start));
    }
}
