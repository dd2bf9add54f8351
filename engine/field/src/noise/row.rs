//! Rows of a fractal over a prepared domain: corners are hashed once, lines blended once per z, planes once per row.
//!
//! *Invariant.* Same bits as [`Fractal::point`]: both use the same blends in the same order; only their reuse differs.
//! *Cost and lifetime.* Tables are made on the first row; corners of a plane and lines of a slice on first use. One per worker and box.

use super::gradient::{self, Axis};
use super::{Fractal, Octave};
use crate::{SampleBox, VoxelSize};
use glam::IVec3;

/// A row evaluator for one domain.
#[derive(Debug)]
pub struct RowEval {
    fractal: Fractal,
    voxel: VoxelSize,
    domain: SampleBox,
    octaves: Vec<Tables>,
}

impl RowEval {
    /// Cheap: nothing is computed until the first row. Every row must lie on the domain's own points.
    pub fn new(fractal: Fractal, voxel: VoxelSize, domain: &SampleBox) -> Self {
        Self { fractal, voxel, domain: *domain, octaves: Vec::new() }
    }

    /// Values of the samples from `start` on, along x, at the domain's step.
    pub fn row(&mut self, start: IVec3, out: &mut [f32]) {
        if self.octaves.is_empty() {
            self.octaves = self.fractal.octaves(self.voxel).map(|o| Tables::new(o, &self.domain)).collect();
        }
        let index = ((start - self.domain.origin) / self.domain.step()).as_uvec3();
        out.fill(0.0);
        for tables in &mut self.octaves {
            tables.add_row(self.fractal.kind, index.to_array().map(|i| i as usize), out);
        }
    }
}

/// Samples of one x run that share a cell.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    end: usize,
    cell: i32,
}

/// Lattice planes of noise corners that an axis touches: `first..first + n`.
#[derive(Clone, Copy, Debug)]
struct Planes {
    first: i32,
    n: usize,
}

impl Planes {
    fn of(axes: impl Iterator<Item = i32>) -> Self {
        let (mut lo, mut hi) = (i32::MAX, i32::MIN);
        for cell in axes {
            lo = lo.min(cell);
            hi = hi.max(cell);
        }
        Self { first: lo, n: (hi - lo) as usize + 2 }
    }
    fn index(self, cell: i32) -> usize {
        (cell - self.first) as usize
    }
}

/// One octave's tables over a domain.
#[derive(Debug)]
struct Tables {
    octave: Octave,
    x: [Vec<f32>; 3],
    runs: Vec<Run>,
    y: Vec<Axis>,
    z: Vec<Axis>,
    planes: [Planes; 3],
    /// Corner gradients per plane in z, empty until used.
    corners: Vec<Vec<[f32; 3]>>,
    /// Corners blended in z per sample slice, empty until used.
    lines: Vec<Vec<[f32; 3]>>,
    /// Whether cells are so small that sharing corners would not pay.
    is_sparse: bool,
}

impl Tables {
    fn new(octave: Octave, domain: &SampleBox) -> Self {
        let axis = |d: usize, n: u32| -> Vec<Axis> {
            (0..n as i32).map(|i| octave.axis(d, domain.origin[d] + i * domain.step())).collect()
        };
        let (x, y, z) = (axis(0, domain.size.x), axis(1, domain.size.y), axis(2, domain.size.z));
        let mut runs: Vec<Run> = Vec::new();
        for (i, a) in x.iter().enumerate() {
            match runs.last_mut() {
                Some(run) if run.cell == a.cell => run.end = i + 1,
                _ => runs.push(Run { first: i, end: i + 1, cell: a.cell }),
            }
        }
        let planes = [&x, &y, &z].map(|axis| Planes::of(axis.iter().map(|a| a.cell)));
        Self {
            octave,
            runs,
            planes,
            is_sparse: octave.cells_per_lattice * f64::from(domain.step()) > 1.0,
            corners: vec![Vec::new(); planes[2].n],
            lines: vec![Vec::new(); z.len()],
            x: [x.iter().map(|a| a.t).collect(), x.iter().map(|a| a.t1).collect(), x.iter().map(|a| a.s).collect()],
            y,
            z,
        }
    }

    /// Adds this octave to a row that starts at sample `index`.
    fn add_row(&mut self, kind: super::Kind, [ix, iy, iz]: [usize; 3], out: &mut [f32]) {
        if !self.is_sparse {
            self.blend_lines(iz);
        }
        let end = ix + out.len();
        let y = self.y[iy];
        let first_run = self.runs.partition_point(|run| run.end <= ix);
        let mut right: Option<(i32, [f32; 2])> = None;
        for run in &self.runs[first_run..] {
            if run.first >= end {
                break;
            }
            let left = match right {
                Some((cell, plane)) if cell == run.cell => plane,
                _ => self.plane(run.cell, &y, iz),
            };
            let next = self.plane(run.cell + 1, &y, iz);
            right = Some((run.cell + 1, next));
            let (from, to) = (run.first.max(ix), run.end.min(end));
            let x = [&self.x[0][from..to], &self.x[1][from..to], &self.x[2][from..to]];
            add_run(kind, self.octave.weight, left, next, x, &mut out[from - ix..to - ix]);
        }
    }

    /// The blend in z and y of one plane of corners.
    #[inline(always)]
    fn plane(&self, cell: i32, y: &Axis, iz: usize) -> [f32; 2] {
        if self.is_sparse {
            return self.lone_plane(cell, y, iz);
        }
        let at = self.planes[1].index(y.cell) * self.planes[0].n + self.planes[0].index(cell);
        let lines = &self.lines[iz];
        gradient::blend_y(lines[at], lines[at + self.planes[0].n], y)
    }

    /// The same from the corners themselves.
    fn lone_plane(&self, cell: i32, y: &Axis, iz: usize) -> [f32; 2] {
        let z = &self.z[iz];
        let line = |j: i32| {
            let corner = |k: i32| gradient::corner_3d(self.octave.key, cell, y.cell + j, z.cell + k);
            gradient::blend_z(corner(0), corner(1), z)
        };
        gradient::blend_y(line(0), line(1), y)
    }

    /// Makes the lines of one slice of samples, and the corners they need.
    fn blend_lines(&mut self, iz: usize) {
        if !self.lines[iz].is_empty() {
            return;
        }
        let z = self.z[iz];
        let k = self.planes[2].index(z.cell);
        self.hash_corners(k);
        self.hash_corners(k + 1);
        self.lines[iz] = self.corners[k].iter().zip(&self.corners[k + 1]).map(|(b, a)| gradient::blend_z(*b, *a, &z)).collect();
    }

    fn hash_corners(&mut self, k: usize) {
        if !self.corners[k].is_empty() {
            return;
        }
        let [px, py, pz] = self.planes;
        let cz = pz.first + k as i32;
        let mut plane = Vec::with_capacity(px.n * py.n);
        for cy in py.first..py.first + py.n as i32 {
            plane.extend((px.first..px.first + px.n as i32).map(|cx| gradient::corner_3d(self.octave.key, cx, cy, cz)));
        }
        self.corners[k] = plane;
    }
}

/// The inner loop: one run of samples within one cell. Plain slices, so that it becomes vector code.
#[inline(always)]
fn add_run(kind: super::Kind, weight: f32, left: [f32; 2], right: [f32; 2], x: [&[f32]; 3], out: &mut [f32]) {
    let n = out.len();
    let [t, t1, s] = x.map(|axis| &axis[..n]);
    for i in 0..n {
        let value = gradient::blend_x(left, right, t[i], t1[i], s[i]);
        out[i] += Fractal::shaped(kind, value, weight);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
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
                let domain = SampleBox { origin, level: level as u8, size: UVec3::new(37, 9, 6) };
                let mut eval = RowEval::new(fractal, voxel, &domain);
                for _ in 0..12 {
                    let index = UVec3::new(rolls.below(30), rolls.below(9), rolls.below(6));
                    let mut out = vec![9.0; 1 + rolls.below(37 - index.x) as usize];
                    eval.row(domain.point(index), &mut out);
                    for (i, got) in out.iter().enumerate() {
                        let p = domain.point(index + UVec3::new(i as u32, 0, 0));
                        assert_eq!(got.to_bits(), fractal.point(voxel, p).to_bits(), "{fractal:?} at {p}");
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
