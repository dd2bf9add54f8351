//! The immutable world: what workers share through an `Arc`.

use crate::{Assets, Bands, SlotId, StrateIndex, defs::StrateDef, plan::StratePlan};
use field::{FillScratch, Interval, Proofs, SampleBox, Stack, Verdict, VoxelSize};
use glam::IVec3;
use std::sync::{Arc, OnceLock};

/// Why assets make no world.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ResolveError {
    /// A named asset is missing.
    #[error("{field} names the {kind} {id:?}, which does not exist{}", nearest.as_ref().map(|n| format!("; did you mean {n:?}?")).unwrap_or_default())]
    Missing { kind: &'static str, id: String, field: String, nearest: Option<String> },
    /// A value is out of range or two values disagree.
    #[error("{field}: {reason}")]
    Invalid { asset: String, field: String, reason: String },
    /// A plan could not be made.
    #[error("strate {strate}: {reason}")]
    Plan { strate: String, reason: String },
}

/// One strate of a world.
#[derive(Debug)]
pub struct Strate {
    /// From the top.
    pub index: StrateIndex,
    /// Stable slot.
    pub slot: SlotId,
    /// The asset (or the candidate) in the slot.
    pub def: Arc<StrateDef>,
    /// Its bands.
    pub bands: Bands,
    /// Its seed: the asset's own, else a hash of world seed and slot id.
    pub seed: u64,
    /// Root, source, conversion and modifiers; no posts, no edits. Shared between worlds when unchanged.
    pub native: Arc<Stack>,
    /// Coarsest level it may be meshed at.
    pub coarsest_level: u8,
    pub(crate) plan: Arc<OnceLock<Result<StratePlan, ResolveError>>>,
    pub(crate) finished: OnceLock<Result<Stack, ResolveError>>,
}

/// A world: a pure function of its assets.
#[derive(Debug)]
pub struct World {
    pub(crate) assets: Assets,
    pub(crate) voxel: VoxelSize,
    pub(crate) strates: Vec<Strate>,
}

impl World {
    /// Lays out and checks; plans nothing yet. Reuses unchanged native stacks and plans of `previous`. All errors are returned.
    pub fn resolve(_assets: &Assets, _previous: Option<&World>) -> Result<World, Vec<ResolveError>> {
        unimplemented!()
    }
    /// The assets it was made from.
    pub fn assets(&self) -> &Assets {
        &self.assets
    }
    /// Size of a voxel.
    pub fn voxel(&self) -> VoxelSize {
        self.voxel
    }
    /// From the top.
    pub fn strates(&self) -> &[Strate] {
        &self.strates
    }
    /// The strate that owns lattice height `z`; `None` above the first, below the last and in gaps.
    pub fn strate_at(&self, _z: i32) -> Option<StrateIndex> {
        unimplemented!()
    }
    /// Mouths, passages and backbone of a strate; planned on first use (tens of milliseconds), then remembered.
    pub fn plan(&self, _strate: StrateIndex) -> Result<&StratePlan, &ResolveError> {
        unimplemented!()
    }
    /// The strate's finished field: native, posts and edits, in its local frame. Plans first if needed.
    pub fn finished(&self, _strate: StrateIndex) -> Result<&Stack, &ResolveError> {
        unimplemented!()
    }
    /// Density of one world lattice point: the definition. Rock outside every strate, and where planning failed.
    pub fn density(&self, _p: IVec3) -> f32 {
        unimplemented!()
    }
    /// As [`Stack::bound`], over a box of world lattice points that may cross interfaces.
    pub fn bound(&self, _part: &SampleBox) -> Interval {
        unimplemented!()
    }
    /// As [`Stack::fill`], over a box of world lattice points that may cross interfaces: each point is read from the strate that owns it.
    pub fn fill(&self, _domain: &SampleBox, _proofs: Proofs, _scratch: &mut FillScratch) -> Verdict {
        unimplemented!()
    }
    /// Where a body starts: foot position in metres on the floor of the first strate's spine room.
    pub fn spawn_m(&self) -> glam::DVec3 {
        unimplemented!()
    }
    /// The content hash: seed, voxel size and every asset that shapes the world, independent of file names and order.
    pub fn content_hash(&self) -> [u8; 32] {
        unimplemented!()
    }
}
