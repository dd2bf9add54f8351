//! Crossings made vertices, many at a time: gathered sample by sample, computed in plain loops that become vector code.

use crate::SurfaceVertex;
use crate::cell::crossing;
use crate::mesher::{STRIDE, offset};
use crate::openness::Openness;
use crate::rows::Rows;
use glam::Vec3;

/// Crossings computed together.
const BATCH: usize = 64;

/// Crossings of edges along one axis waiting to be computed: what the loops read, an array per number.
pub(crate) struct Batch {
    n: usize,
    /// Lower end in samples.
    lower: [[u8; 3]; BATCH],
    /// Densities of both ends.
    ends: [[f32; BATCH]; 2],
    /// Differences across both ends along the other axes: twice the slope per cell.
    slopes: [[[f32; BATCH]; 3]; 2],
    /// Place between the ends, and unit normal.
    at: [f32; BATCH],
    normal: [[f32; BATCH]; 3],
    /// Length of the gradient.
    length: [f32; BATCH],
    openness: Openness,
}

/// A gradient this small has no direction that can be trusted.
const LEAST_GRADIENT: f32 = 1e-18;

impl Default for Batch {
    fn default() -> Self {
        let numbers = [0.0; BATCH];
        Self {
            n: 0,
            lower: [[0; 3]; BATCH],
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

    /// Adds the crossing on the edge along an axis from sample `lower`.
    #[inline]
    pub(crate) fn push<const AXIS: usize>(
        &mut self,
        density: &[f32],
        rows: &Rows,
        lower: [usize; 3],
        out: &mut Vec<SurfaceVertex>,
    ) {
        let (i, low) = (self.n, offset(lower));
        self.lower[i] = lower.map(|c| c as u8);
        for (end, at) in [low, low + STRIDE[AXIS]].into_iter().enumerate() {
            // One slice holds all neighbours, so that there is one check.
            let round = &density[at - STRIDE[2]..at + STRIDE[2] + 1];
            self.ends[end][i] = round[STRIDE[2]];
            for d in [(AXIS + 1) % 3, (AXIS + 2) % 3] {
                self.slopes[end][d][i] = round[STRIDE[2] + STRIDE[d]] - round[STRIDE[2] - STRIDE[d]];
            }
        }
        self.n += 1;
        if self.n == BATCH {
            self.flush::<AXIS>(rows, out);
        }
    }

    /// Computes what waits.
    pub(crate) fn flush<const AXIS: usize>(&mut self, rows: &Rows, out: &mut Vec<SurfaceVertex>) {
        let n = std::mem::take(&mut self.n);
        self.compute::<AXIS>(n);
        out.extend((0..n).map(|i| self.vertex::<AXIS>(rows, i)));
    }

    fn compute<const AXIS: usize>(&mut self, n: usize) {
        let Self { ends: [low, high], slopes: [below, above], at, normal, length, .. } = self;
        let n = n.next_multiple_of(8).min(BATCH);
        let (u, v) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
        for i in 0..n {
            at[i] = crossing(low[i], high[i]);
        }
        for i in 0..n {
            let (t, left) = (at[i], 1.0 - at[i]);
            // Along the edge its own two ends tell the slope: across a slit or a sheet, central differences would tell its far side's.
            let own = 2.0 * (high[i] - low[i]);
            let across = [u, v].map(|d| below[d][i] * left + above[d][i] * t);
            let l = (own * own + across[0] * across[0] + across[1] * across[1]).sqrt();
            let unit = 1.0 / l;
            normal[AXIS][i] = own * unit;
            normal[u][i] = across[0] * unit;
            normal[v][i] = across[1] * unit;
            length[i] = l;
        }
    }

    #[inline(always)]
    fn vertex<const AXIS: usize>(&mut self, rows: &Rows, i: usize) -> SurfaceVertex {
        let upper_is_air = self.ends[0][i] < 0.0;
        let lower = self.lower[i];
        let mut position = lower.map(|c| f32::from(c) - 1.0);
        position[AXIS] += self.at[i];
        let mut air_end = lower.map(usize::from);
        air_end[AXIS] += usize::from(upper_is_air);
        let normal = if self.length[i] > LEAST_GRADIENT {
            Vec3::new(self.normal[0][i], self.normal[1][i], self.normal[2][i])
        } else {
            Vec3::AXES[AXIS] * if upper_is_air { 1.0 } else { -1.0 }
        };
        SurfaceVertex { position: Vec3::from_array(position), normal, openness: self.openness.at(rows, air_end) }
    }
}
