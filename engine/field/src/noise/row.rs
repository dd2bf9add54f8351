//! Rows of a fractal over a prepared domain: corners are hashed once, lines blended once per z, planes once per row.
//!
//! *Invariant.* Same bits as [`Fractal::point`]: both use the same blends in the same order; only their reuse differs.
//! *Cost and lifetime.* Tables are made on the first row; corners and lines on first use. A row that is not known yet is made together with
//! the next ones in y, which are usually asked for next. One per worker and box.

use super::kernels::SumSlab;
use super::tables::Tables;
use super::warped::{SumWarped, Warped};
use super::{Fractal, Kind};
use crate::vector::{LANES, Num8, Path};
use crate::{SampleBox, VoxelSize};
use glam::IVec3;

/// A row evaluator for one domain.
#[derive(Debug)]
pub struct RowEval {
    fractal: Fractal,
    voxel: VoxelSize,
    domain: SampleBox,
    path: Path,
    octaves: Vec<Tables>,
    slab: Slab,
    /// Made when first warped.
    warped: Vec<Warped>,
}

/// Rows side by side in y, the last ones made.
#[derive(Debug, Default)]
pub(super) struct Slab {
    /// Samples per row, and the first one.
    ix: usize,
    n: usize,
    /// First row and number of rows, and slice.
    iy: usize,
    height: usize,
    iz: usize,
    columns: Vec<Num8>,
    rows: Vec<f32>,
}

impl Slab {
    /// Copies the samples `ix..` of a row.
    #[inline]
    pub fn row(&mut self, path: Path, kind: Kind, octaves: &mut [Tables], [ix, iy, iz]: [usize; 3], out: &mut [f32]) {
        let is_there = iz == self.iz && iy.wrapping_sub(self.iy) < self.height;
        if !(is_there && ix >= self.ix && ix + out.len() <= self.ix + self.n) {
            self.make(path, kind, octaves, [ix, iy, iz], out.len());
        }
        let first = (iy - self.iy) * self.n.next_multiple_of(LANES) + ix - self.ix;
        out.copy_from_slice(&self.rows[first..first + out.len()]);
    }
    #[inline(never)]
    fn make(&mut self, path: Path, kind: Kind, octaves: &mut [Tables], [ix, iy, iz]: [usize; 3], n: usize) {
        let is_tall = octaves.first().is_some_and(|tables| tables.rows() > iy + LANES);
        let vectors = if is_tall { 2 } else { 1 };
        (self.ix, self.iy, self.iz, self.n, self.height) = (ix, iy, iz, n, vectors * LANES);
        let columns = n.next_multiple_of(LANES) * vectors;
        self.columns.resize(columns, [0.0; LANES]);
        self.rows.resize(columns * LANES, 0.0);
        let Self { columns, rows, .. } = self;
        path.run(SumSlab { path, kind, octaves, x: ix..ix + n, iy, iz, is_tall, columns, rows });
    }
}

impl RowEval {
    /// Cheap: nothing is computed until the first row. Every row must lie on the domain's own points.
    pub fn new(fractal: Fractal, voxel: VoxelSize, domain: &SampleBox) -> Self {
        let (octaves, warped) = (Vec::new(), Vec::new());
        Self { fractal, voxel, domain: *domain, path: Path::best(), octaves, slab: Slab::default(), warped }
    }
    /// The same on a given path; it changes no value.
    pub fn on(self, path: Path) -> Self {
        Self { path, ..self }
    }

    fn index(&self, start: IVec3) -> [usize; 3] {
        (start - self.domain.origin).to_array().map(|steps| (steps >> self.domain.level) as usize)
    }
    /// Values of the samples from `start` on, displaced by `warp_m` metres each, as [`Fractal::warped`]; one displacement per sample.
    pub fn warped_row(&mut self, start: IVec3, warp_m: [&[f32]; 3], out: &mut [f32]) {
        if self.warped.is_empty() {
            self.warped = self.fractal.octaves(self.voxel).map(|o| Warped::new(&o, self.voxel, &self.domain)).collect();
        }
        let (kind, index) = (self.fractal.kind, self.index(start));
        self.path.run(SumWarped { kind, octaves: &mut self.warped, index, warp_m, out });
    }
    /// Values of the samples from `start` on, along x, at the domain's step.
    pub fn row(&mut self, start: IVec3, out: &mut [f32]) {
        if self.octaves.is_empty() {
            self.octaves = self.fractal.octaves(self.voxel).map(|o| Tables::of_space(o, &self.domain)).collect();
        }
        let index = self.index(start);
        self.slab.row(self.path, self.fractal.kind, &mut self.octaves, index, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use glam::UVec3;

    fn fractals() -> Vec<Fractal> {
        let mut all = Vec::new();
        for (frequency, octaves) in [(0.03, 1), (0.125, 3), (0.8, 4), (3.0, 2)] {
            all.push(Fractal::sum(77, Tag::Test, frequency, octaves));
            all.push(Fractal { gain: 0.61, lacunarity: 2.13, ..Fractal::ridged(78, Tag::Test, frequency, octaves) });
        }
        all
    }

    #[test]
    fn rows_have_the_bits_of_points() {
        let voxel = VoxelSize::DEFAULT;
        let mut rolls = Rolls::new(1, Tag::Test, IVec3::ZERO);
        for fractal in fractals() {
            for level in [0, 1, 4] {
                let origin = IVec3::new(-130_957, 60_011, -37 + level);
                let domain = SampleBox { origin, level: level as u8, size: UVec3::new(37, 19, 21) };
                for path in Path::all() {
                    let mut eval = RowEval::new(fractal, voxel, &domain).on(path);
                    for _ in 0..12 {
                        let index = UVec3::new(rolls.below(30), rolls.below(19), rolls.below(21));
                        let mut out = vec![9.0; 1 + rolls.below(37 - index.x) as usize];
                        eval.row(domain.point(index), &mut out);
                        for (i, got) in out.iter().enumerate() {
                            let p = domain.point(index + UVec3::new(i as u32, 0, 0));
                            assert_eq!(got.to_bits(), fractal.point(voxel, p).to_bits(), "{path:?}, {fractal:?} at {p}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_in_the_order_of_a_tile_have_the_bits_of_points() {
        let voxel = VoxelSize::DEFAULT;
        for fractal in fractals() {
            let domain = SampleBox { origin: IVec3::new(881, -130_049, 33), level: 0, size: UVec3::new(11, 10, 20) };
            for path in Path::all() {
                let mut eval = RowEval::new(fractal, voxel, &domain).on(path);
                // Twice, from right to left, since what a slice needed first must not hide what it needs later.
                for first in [4, 0] {
                    for z in 0..20 {
                        for y in 0..10 {
                            let mut out = [9.0; 7];
                            eval.row(domain.point(UVec3::new(first, y, z)), &mut out);
                            for (i, got) in out.iter().enumerate() {
                                let p = domain.point(UVec3::new(first + i as u32, y, z));
                                assert_eq!(got.to_bits(), fractal.point(voxel, p).to_bits(), "{path:?}, {fractal:?} at {p}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_enclose_and_ranges_hold() {
        let voxel = VoxelSize::DEFAULT;
        let (mut vacuous, mut checked) = (0, 0);
        for fractal in fractals() {
            for n in 0..24 {
                let origin = IVec3::new(n * 977 - 9000, n * 313, n * 71 - 300);
                let part = SampleBox { origin, level: (n % 3) as u8, size: UVec3::new(5, 4, 3) };
                let (bound, bound2) = (fractal.bound(voxel, &part), fractal.bound2(voxel, &part));
                checked += 1;
                vacuous += i32::from(bound.encloses(fractal.range()));
                for z in 0..3 {
                    for y in 0..4 {
                        for x in 0..5 {
                            let p = part.point(UVec3::new(x, y, z));
                            assert!(bound.contains(fractal.point(voxel, p)), "{fractal:?} {part:?}");
                            assert!(bound2.contains(fractal.point2(voxel, p.truncate())), "{fractal:?} {part:?}");
                        }
                    }
                }
            }
        }
        assert!(vacuous * 4 < checked * 3, "{vacuous} of {checked} bounds say nothing");
    }

    #[test]
    fn values_spread_over_a_good_part_of_the_range() {
        let fractal = Fractal { kind: Kind::Sum, ..Fractal::sum(5, Tag::Test, 0.25, 1) };
        let values: Vec<f32> =
            (0..20_000).map(|i| fractal.point(VoxelSize::DEFAULT, IVec3::new(i % 141, i / 141, (i * 7) % 53))).collect();
        let mean = values.iter().map(|v| f64::from(*v)).sum::<f64>() / values.len() as f64;
        let power = values.iter().map(|v| f64::from(v * v)).sum::<f64>() / values.len() as f64;
        assert!(mean.abs() < 0.02 && (0.03..0.15).contains(&power), "mean {mean}, power {power}");
    }

    #[test]
    fn values_are_pinned() {
        let (sum, ridged) = (Fractal::sum(42, Tag::Test, 0.11, 3), Fractal::ridged(42, Tag::Test, 0.07, 2));
        let p = IVec3::new(-130_001, 77, 901);
        let voxel = VoxelSize::DEFAULT;
        let bits = [sum.point(voxel, p), sum.point2(voxel, p.truncate()), ridged.point(voxel, p)].map(f32::to_bits);
        let pinned = [0xbde7_6988, 0x3e87_8086, 0x3f30_fd23];
        assert_eq!(bits, pinned, "{bits:#010x?}");
    }

    #[test]
    fn warp_by_zero_changes_nothing() {
        let fractal = Fractal::sum(5, Tag::Test, 0.3, 3);
        for i in 0..200 {
            let p = IVec3::new(i * 31, -i * 17, i);
            let (plain, warped) = (fractal.point(VoxelSize::DEFAULT, p), fractal.warped(VoxelSize::DEFAULT, p, glam::Vec3::ZERO));
            assert_eq!(plain.to_bits(), warped.to_bits());
        }
    }
}
