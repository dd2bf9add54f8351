//! Worms: winding tunnels where two noises are both near zero, carved near a prepared shape and nowhere else.
//!
//! Where both noises vanish is a set of curves through all space; the distance to it, in noise, over the usual slope is about metres. The
//! shape's own distance pushes it away, without bound as the shape gets out of range, so that worms end there by themselves.
//! *Cost.* A run of samples is skipped where a bound of the first noise over its cell clears the threshold; the second noise is read only
//! where the first one's own values do not.

use crate::local::Local;
use crate::noise::RowEval;
use crate::operator::{Nature, Prepared, Record, Role};
use crate::{Channels, Fractal, Interval, Num, Operator, Row, SampleBox, Tag, VoxelSize, ops, sdf};
use glam::{IVec3, UVec3};

/// What worms are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WormSpec {
    /// Half the width of a worm, metres.
    pub radius_m: f32,
    /// Bends per metre, positive.
    pub frequency: f32,
    /// Farthest from the shape that a worm comes, metres, positive. A shape that is held at some distance must be held no nearer than this,
    /// or worms have no end.
    pub range_m: f32,
}

/// The operator: reads Shape, carves Density.
#[derive(Clone, Copy, Debug)]
pub struct Worms {
    first: Fractal,
    second: Fractal,
    /// Metres per unit of noise.
    scale_m: f32,
    radius_m: f32,
    local: Local,
}

/// Width of the join with what is there, metres.
const JOIN_M: f32 = 0.6;
/// Root mean square slope of one octave per cell, about its zeros: turns noise into metres.
const USUAL_SLOPE: f32 = 1.1;
/// Share of the range in which worms keep their width.
const WHOLE: f32 = 0.5;
/// What rounding may add to the comparison of a worm with a density, metres.
const ROUNDING_M: f32 = 1.0e-3;

pub(super) static RECORD: Record = Record {
    name: "worms",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: true },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &[],
    doc: "Winding tunnels carved near the prepared shape (rooms, tunnels, caves), never farther from it than their range.",
};

impl Worms {
    /// Worms of a seed.
    pub fn new(seed: u64, spec: WormSpec) -> Self {
        let noise = |tag| Fractal::sum(seed, tag, spec.frequency, 1);
        Self {
            first: noise(Tag::WormsA),
            second: noise(Tag::WormsB),
            scale_m: 1.0 / (USUAL_SLOPE * spec.frequency),
            radius_m: spec.radius_m,
            local: Local { exact_m: WHOLE * spec.range_m, reach_m: spec.range_m },
        }
    }
    /// How far the shape pushes worms away; rising, zero near it.
    #[inline(always)]
    fn push(&self, shape: f32) -> f32 {
        self.local.of(shape) - shape
    }
    /// Encloses [`Worms::push`].
    fn push_over(&self, shape: Interval) -> Interval {
        let end = |s: f32| if s.is_finite() { self.push(s) } else { 0.0 };
        let hi = if shape.hi >= self.local.reach_m { f32::INFINITY } else { end(shape.hi) };
        Interval { lo: ops::max(end(shape.lo) - ROUNDING_M, 0.0), hi: hi + ROUNDING_M }
    }
    /// Distance to the nearest worm, about metres, from the noises and the push.
    #[inline(always)]
    fn distance<N: Num>(&self, a: N, b: N, push: N) -> N {
        sdf::length2(a, b).times(self.scale_m) - N::of(self.radius_m) + push
    }
    #[inline(always)]
    fn carved<N: Num>(density: N, distance: N) -> N {
        density.smooth_max(-distance, JOIN_M)
    }
    #[inline(always)]
    fn sample(&self, a: f32, b: f32, density: f32, shape: f32) -> f32 {
        if shape < self.local.reach_m { Self::carved(density, self.distance(a, b, self.push(shape))) } else { density }
    }
    /// Least magnitude of the first noise at which a worm changes nothing, whatever the second; negative where none can.
    #[inline(always)]
    fn threshold(&self, density: f32, push: f32) -> f32 {
        (self.radius_m - push + JOIN_M - density + ROUNDING_M) / self.scale_m
    }
    fn is_inert_given(&self, a: Interval, incoming: Channels<Interval>) -> bool {
        let push = self.push_over(incoming.shape).lo;
        incoming.shape.lo >= self.local.reach_m || Num::abs(a).lo > self.threshold(incoming.density.lo, push)
    }
}

impl Operator for Worms {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let (a, b) = (self.first.point(voxel, p), self.second.point(voxel, p));
        Channels { density: self.sample(a, b, incoming.density, incoming.shape), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedWorms {
            worms: self,
            voxel,
            domain: *domain,
            first: RowEval::new(self.first, voxel, domain),
            second: RowEval::new(self.second, voxel, domain),
            n_cells: (domain.size + (CELL - 1)) / CELL,
            clear: Vec::new(),
            noises: [Vec::new(), Vec::new()],
        })
    }
}

/// Samples along the edges of a cell that shares one bound of the first noise.
const CELL: UVec3 = UVec3::new(8, 4, 4);

struct PreparedWorms<'a> {
    worms: &'a Worms,
    voxel: VoxelSize,
    domain: SampleBox,
    first: RowEval,
    second: RowEval,
    n_cells: UVec3,
    /// Per cell the least magnitude of the first noise; unknown until used, empty until the first row.
    clear: Vec<Option<f32>>,
    /// Along a run.
    noises: [Vec<f32>; 2],
}

impl PreparedWorms<'_> {
    /// Least magnitude of the first noise in the cell of a sample.
    fn clear(&mut self, index: UVec3) -> f32 {
        let n = self.n_cells;
        if self.clear.is_empty() {
            self.clear.resize((n.x * n.y * n.z) as usize, None);
        }
        let (cell, domain) = (index / CELL, self.domain);
        let at = ((cell.z * n.y + cell.y) * n.x + cell.x) as usize;
        let (noise, voxel) = (self.worms.first, self.voxel);
        let bound = || {
            let first = cell * CELL;
            let part = SampleBox { origin: domain.point(first), level: domain.level, size: (domain.size - first).min(CELL) };
            Num::abs(noise.bound(voxel, &part)).lo
        };
        self.clear.get_mut(at).map_or(0.0, |known| *known.get_or_insert_with(bound))
    }
}

impl Prepared for PreparedWorms<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let worms = self.worms;
        let a = worms.first.bound(self.voxel, part);
        if worms.is_inert_given(a, incoming) {
            return incoming;
        }
        let b = worms.second.bound(self.voxel, part);
        let carved = Worms::carved(incoming.density, worms.distance(a, b, worms.push_over(incoming.shape)));
        let density = if incoming.shape.hi < worms.local.reach_m { carved } else { carved.hull(incoming.density) };
        Channels { density, ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.worms.is_inert_given(self.worms.first.bound(self.voxel, part), incoming)
    }
    fn row(&mut self, row: Row<'_>) {
        let worms = self.worms;
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let (mut from, n) = (0, row.density.len());
        while from < n {
            let at = index + UVec3::new(from as u32, 0, 0);
            let end = n.min(from + (CELL.x - at.x % CELL.x) as usize);
            let (density, shape) = (&mut row.density[from..end], &row.shape[from..end]);
            // What the first noise must clear for nothing to change; a shape out of range changes nothing anyway.
            let mut threshold = f32::NEG_INFINITY;
            for (density, shape) in density.iter().zip(shape).filter(|(_, shape)| **shape < worms.local.reach_m) {
                threshold = ops::max(worms.threshold(*density, worms.push(*shape)), threshold);
            }
            let start = row.start + IVec3::X * (from as i32 * row.step);
            from = end;
            if threshold < 0.0 || self.clear(at) > threshold {
                continue;
            }
            let [a, b] = &mut self.noises;
            a.resize(density.len(), 0.0);
            self.first.row(start, a);
            if a.iter().all(|a| ops::abs(*a) > threshold) {
                continue;
            }
            b.resize(density.len(), 0.0);
            self.second.row(start, b);
            for (((density, shape), a), b) in density.iter_mut().zip(shape).zip(a.iter()).zip(b.iter()) {
                *density = worms.sample(*a, *b, *density, *shape);
            }
        }
    }
}

#[cfg(test)]
#[path = "worms_tests.rs"]
mod tests;
