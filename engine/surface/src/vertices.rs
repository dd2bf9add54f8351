//! Crossings made vertices, many at a time: gathered sample by sample, computed in plain loops that become vector code.

use crate::mesher::{STRIDE, offset};
use crate::openness::Openness;
use crate::rows::Rows;
use crate::{SUBCELLS, SurfaceVertex};
use glam::Vec3;

/// Crossings computed together.
const BATCH: usize = 64;

/// Crossings waiting to be computed: what the loops read, an array per number.
pub(crate) struct Batch {
    n: usize,
    /// Lower end in samples.
    lower: [[u8; 3]; BATCH],
    axis: [u32; BATCH],
    /// Densities of both ends.
    ends: [[f32; BATCH]; 2],
    /// Differences across both ends along each axis: twice the slope per cell.
    slopes: [[[f32; BATCH]; 3]; 2],
    /// Place between the ends, and unit normal.
    at: [f32; BATCH],
    normal: [[f32; BATCH]; 3],
    /// Length of the gradient.
    length: [f32; BATCH],
    openness: Openness,
}

impl Default for Batch {
    fn default() -> Self {
        let numbers = [0.0; BATCH];
        Self {
            n: 0,
            lower: [[0; 3]; BATCH],
            axis: [0; BATCH],
            ends: [numbers; 2],
            slopes: [[numbers; 3]; 2],
            at: numbers,
            normal: [numbers; 3],
            length: numbers,
            openness: Openness::default(),
        }
    }
}

impl Batch {
    /// Begins with another grid.
    pub(crate) fn clear(&mut self) {
        self.n = 0;
        self.openness.clear();
    }

    /// Adds the crossing on the edge along `axis` from sample `lower`.
    #[inline]
    pub(crate) fn push(&mut self, density: &[f32], rows: &Rows, axis: usize, lower: [usize; 3], out: &mut Vec<SurfaceVertex>) {
        let (i, low) = (self.n, offset(lower));
        let high = low + STRIDE[axis];
        self.lower[i] = lower.map(|c| c as u8);
        self.axis[i] = axis as u32;
        for (end, at) in [low, high].into_iter().enumerate() {
            // One slice holds all six neighbours, so that there is one check.
            let round = &density[at - STRIDE[2]..at + STRIDE[2] + 1];
            self.ends[end][i] = round[STRIDE[2]];
            for d in 0..3 {
                self.slopes[end][d][i] = round[STRIDE[2] + STRIDE[d]] - round[STRIDE[2] - STRIDE[d]];
            }
        }
        self.n += 1;
        if self.n == BATCH {
            self.flush(rows, out);
        }
    }

    /// Computes what waits.
    pub(crate) fn flush(&mut self, rows: &Rows, out: &mut Vec<SurfaceVertex>) {
        let n = std::mem::take(&mut self.n);
        self.compute(n);
        for i in 0..n {
            let vertex = self.vertex(rows, i);
            out.push(vertex);
        }
    }

    fn compute(&mut self, n: usize) {
        let Self { axis, ends: [low, high], slopes: [below, above], at, normal: [nx, ny, nz], length, .. } = self;
        let n = n.next_multiple_of(8).min(BATCH);
        for i in 0..n {
            at[i] = crate::cell::crossing(low[i], high[i]) as f32 / SUBCELLS as f32;
        }
        let [bx, by, bz] = below;
        let [ax, ay, az] = above;
        for i in 0..n {
            let (t, left) = (at[i], 1.0 - at[i]);
            // Along the edge its own two ends tell the slope: across a slit or a sheet, central differences would tell its far side's.
            let own = 2.0 * (high[i] - low[i]);
            let [x, y, z] = [bx[i] * left + ax[i] * t, by[i] * left + ay[i] * t, bz[i] * left + az[i] * t];
            let x = if axis[i] == 0 { own } else { x };
            let y = if axis[i] == 1 { own } else { y };
            let z = if axis[i] == 2 { own } else { z };
            let l = (x * x + y * y + z * z).sqrt();
            (nx[i], ny[i], nz[i], length[i]) = (x / l, y / l, z / l, l);
        }
    }

    #[inline]
    fn vertex(&mut self, rows: &Rows, i: usize) -> SurfaceVertex {
        let (lower, axis) = (self.lower[i].map(usize::from), self.axis[i] as usize);
        let upper_is_air = self.ends[0][i] < 0.0;
        let mut position = Vec3::new((lower[0] - 1) as f32, (lower[1] - 1) as f32, (lower[2] - 1) as f32);
        position[axis] += self.at[i];
        let mut air_end = lower;
        air_end[axis] += usize::from(upper_is_air);
        let normal = if self.length[i] > 0.0 {
            Vec3::new(self.normal[0][i], self.normal[1][i], self.normal[2][i])
        } else {
            Vec3::AXES[axis] * if upper_is_air { 1.0 } else { -1.0 }
        };
        SurfaceVertex { position, normal, openness: self.openness.at(rows, air_end) }
    }
}
