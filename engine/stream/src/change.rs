//! What comes in and what goes out: replacements of the world, and changes of the picture in swaps that belong in one frame.

use crate::{TileKey, TileMesh};
use glam::IVec3;
use std::sync::Arc;
use world::World;

/// What a removal costs of a frame's upload budget, bytes.
const REMOVAL_COST: usize = 512;

/// What a new world may change. Boxes are world-lattice corners (min, max inclusive).
#[derive(Clone, Copy, Debug)]
pub enum Replacement<'a> {
    /// Anything.
    Whole,
    /// Outside of these boxes the field is the same. Only tiles whose padded lattice meets one are built again, nearest first, and
    /// each is shown as soon as it is ready.
    Within(&'a [(IVec3, IVec3)]),
    /// A stroke or a few: as `Within`, but all tiles are swapped in one frame, so that it appears as one.
    Edit(&'a [(IVec3, IVec3)]),
}

/// To apply in one frame, in order, so that no hole ever shows.
#[derive(Clone, Debug)]
pub enum Change {
    /// Upload and show, in place of any mesh of the same key; no strips until told.
    Add(Arc<TileMesh>),
    /// Show this set of strips from now on: bit i for face i.
    Strips(TileKey, u8),
    /// Drop.
    Remove(TileKey),
}

/// A world and the boxes of its edits.
pub(crate) type EditedWorld = (Arc<World>, Vec<(IVec3, IVec3)>);

/// Changes that belong in one frame.
pub(crate) struct Swap {
    pub changes: Vec<Change>,
    /// Its share of a frame's budget of uploads.
    pub bytes: usize,
}

impl Swap {
    pub(crate) fn new(changes: Vec<Change>) -> Self {
        let cost = |change: &Change| match change {
            Change::Add(mesh) => mesh.bytes(),
            Change::Remove(_) => REMOVAL_COST,
            Change::Strips(..) => 0,
        };
        let bytes = changes.iter().map(cost).sum();
        Self { changes, bytes }
    }
    /// Whether it brings a new tile.
    pub(crate) fn adds(&self) -> bool {
        self.changes.iter().any(|change| matches!(change, Change::Add(_)))
    }
}
