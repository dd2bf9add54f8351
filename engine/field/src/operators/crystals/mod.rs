//! Crystals in a slab: clusters of hexagonal prisms with pointed tips on floor and ceiling, crisp where columns are soft.
//!
//! ```text
//!   ceiling ‾‾\/‾‾‾‾‾‾\|/‾‾‾
//!             '         v        at least 3 m of head room below what hangs
//!   floor   __/\___\|/_____/|\_  a clear way between any two that stand, and round every column
//! ```

mod cluster;
#[cfg(test)]
mod tests;

pub use cluster::{CLEAR_WAY_M, Cluster, Ground, HEADROOM_M};

use super::heights::HeightField;
use super::pillars::Pillars;
use super::slab::Slab;
use crate::index::{BoxIndex, LatticeBox};
use crate::local::Local;
use crate::operator::{Nature, Role};
use crate::{Channels, Interval, NO_SHAPE_M, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use cluster::Crystal;
use glam::IVec3;
use std::cell::OnceCell;
use std::sync::Arc;

/// What the crystals are made of; metres, ratios and radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrystalSpec {
    /// Edge of the lattice of clusters, above [`CLEAR_WAY_M`].
    pub spacing_m: f32,
    /// Share of cells with a standing cluster.
    pub density: f32,
    /// Share of cells with a hanging cluster.
    pub hanging: f32,
    /// Shortest and longest crystal.
    pub length_m: [f32; 2],
    /// Width relative to length.
    pub width: f32,
    /// Farthest that small crystals lean from upright.
    pub lean: f32,
}

/// Width of the join of crystal and rock, metres: about a voxel, so that edges stay crisp.
const JOIN_M: f32 = 0.25;
/// How far crystals are felt.
const LOCAL: Local = Local { exact_m: 0.8, reach_m: 2.4 };
/// Farthest in plan from a cluster's own cell that it is felt: the corners of what is felt lie farther out than its sides.
const ASIDE_M: f32 = 3.0 * LOCAL.reach_m;
/// What rounding may take from a bound, metres.
const ROUNDING_M: f32 = 1e-3;

/// The operator: fills crystals into Density.
#[derive(Clone, Debug)]
pub struct Crystals {
    /// Clusters that reach into these boxes are left out.
    taken: Arc<BoxIndex>,
    seed: u64,
    spec: CrystalSpec,
    slab: Arc<Slab>,
    pillars: Arc<Pillars>,
    /// Heights between which something that stands, and something that hangs, may be felt; metres.
    layers: [Interval; 2],
}

pub(super) static RECORD: Record = Record {
    name: "crystals",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &["SlabGeometry"],
    doc: "Clusters of hexagonal crystals with pointed tips on floor and ceiling, on a jittered lattice; edges stay crisp. They leave a \
          clear way between one another and round columns, and head room below those that hang.",
};

impl Crystals {
    /// Crystals on the surfaces of `slab`, clear of the feet of `pillars`.
    pub fn new(seed: u64, spec: CrystalSpec, slab: Arc<Slab>, pillars: Arc<Pillars>) -> Self {
        let [floor, ceiling] = slab.range();
        // Generous: the lengths of root and tip, and what is felt past their corners.
        let above_m = 1.5 * spec.length_m[1] + 1.0 + 3.5 * LOCAL.reach_m;
        let below_m = 0.75 * spec.length_m[1] + 2.0 + 2.5 * LOCAL.reach_m;
        let layers = [floor.widen_ends(below_m, above_m), ceiling.widen_ends(above_m, below_m)];
        Self { taken: Arc::default(), seed, spec, slab, pillars, layers }
    }
    /// What comes in joined with the nearest crystal; exactly what comes in out of reach.
    fn join<N: Num>(incoming: N, local: N) -> N {
        incoming.smooth_min(local, JOIN_M)
    }
    /// Whether nothing can be felt at any height of a box.
    fn is_between_layers(&self, voxel: VoxelSize, part: &SampleBox) -> bool {
        let [lo, hi] = [part.origin.z, part.last().z].map(|z| z as f32 * voxel.metres());
        self.layers.iter().all(|layer| hi < layer.lo || lo > layer.hi)
    }
}

impl Operator for Crystals {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let xy = p.truncate();
        let all = self.crystals_in(voxel, xy, xy);
        let nearest = all.iter().fold(NO_SHAPE_M, |nearest, crystal| ops::min(crystal.at(voxel, p), nearest));
        Channels { density: Self::join(incoming.density, LOCAL.of(nearest)), ..incoming }
    }
    fn clear_of(&self, _voxel: VoxelSize, taken: &Arc<BoxIndex>) -> Option<Arc<dyn Operator>> {
        Some(Arc::new(Self { taken: Arc::clone(taken), ..self.clone() }))
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedCrystals {
            source: self,
            voxel,
            domain: *domain,
            crystals: OnceCell::new(),
            focused: None,
            nearest: Vec::new(),
        })
    }
}

struct PreparedCrystals<'a> {
    source: &'a Crystals,
    voxel: VoxelSize,
    domain: SampleBox,
    /// Those that may be felt in the domain, found on first need: most boxes are decided without them.
    crystals: OnceCell<Vec<Crystal>>,
    /// Those that may be felt where the rows are; all of them until a box was announced.
    focused: Option<Vec<Crystal>>,
    /// Distances along a row.
    nearest: Vec<f32>,
}

impl PreparedCrystals<'_> {
    fn crystals(&self) -> &[Crystal] {
        self.crystals.get_or_init(|| {
            if self.domain.is_empty() || self.source.is_between_layers(self.voxel, &self.domain) {
                return Vec::new();
            }
            let lattice = LatticeBox::of(&self.domain);
            let (min, max) = (lattice.min.truncate(), lattice.max.truncate());
            let mut crystals = self.source.crystals_in(self.voxel, min, max);
            crystals.retain(|crystal| crystal.reach.meets(&lattice));
            crystals
        })
    }
    /// Encloses the local distance in a box.
    fn local(&self, part: &SampleBox) -> Interval {
        let lattice = LatticeBox::of(part);
        let near = self.crystals().iter().filter(|crystal| crystal.reach.meets(&lattice));
        let nearest = near
            .fold(Interval::point(NO_SHAPE_M), |nearest, crystal| Num::min(crystal.over(self.voxel, part, ROUNDING_M), nearest));
        LOCAL.bound(nearest)
    }
    /// Whether no crystal reaches so deep into rock, nor to such heights: told without looking for any.
    fn is_out_of_reach(&self, part: &SampleBox, density: Interval) -> bool {
        density.hi < -self.source.deepest_m() - JOIN_M - ROUNDING_M || self.source.is_between_layers(self.voxel, part)
    }
}

impl Prepared for PreparedCrystals<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        if self.is_out_of_reach(part, incoming.density) {
            return incoming;
        }
        Channels { density: Crystals::join(incoming.density, self.local(part)), ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.is_out_of_reach(part, incoming.density) || self.local(part).lo > incoming.density.hi + JOIN_M + ROUNDING_M
    }
    fn focus(&mut self, part: &SampleBox) {
        let lattice = LatticeBox::of(part);
        let mut focused = self.focused.take().unwrap_or_default();
        focused.clear();
        focused.extend(self.crystals().iter().filter(|crystal| crystal.reach.meets(&lattice)));
        self.focused = Some(focused);
    }
    fn row(&mut self, row: Row<'_>) {
        let line = LatticeBox { min: row.start, max: row.start + IVec3::X * ((row.density.len() as i32 - 1) * row.step) };
        let mut nearest = std::mem::take(&mut self.nearest);
        nearest.clear();
        nearest.resize(row.density.len(), NO_SHAPE_M);
        let mut is_felt = false;
        for crystal in self.focused.as_deref().unwrap_or_else(|| self.crystals()).iter().filter(|c| c.reach.meets(&line)) {
            // Only the samples within its reach: at the others it is not felt.
            let first = (crystal.reach.min.x - row.start.x).max(0) / row.step;
            let end = ((crystal.reach.max.x - row.start.x) / row.step + 1).min(row.density.len() as i32);
            if let Some(run) = nearest.get_mut(first as usize..end as usize) {
                crystal.lower_row(self.voxel, row.start + IVec3::X * (first * row.step), row.step, run);
                is_felt = true;
            }
        }
        if is_felt {
            for (density, nearest) in row.density.iter_mut().zip(&nearest) {
                *density = Crystals::join(*density, LOCAL.of(*nearest));
            }
        }
        self.nearest = nearest;
    }
}
