//! Built nodes by key: what is shown, what is about to be, and what may be wanted again, within a budget of bytes.

use crate::tile::BuiltNode;
use crate::{NodeKey, TileMesh};
use glam::IVec3;
use std::collections::BTreeMap;
use std::sync::Arc;
use world::StrateIndex;

/// Accounted bytes of an entry without its meshes.
const ENTRY_BYTES: usize = 128;

/// What a node holds in the present world.
pub(crate) struct Content {
    pub strates: Vec<StrateIndex>,
    /// Uniform at every level, see [`BuiltNode::proven`].
    pub proven: bool,
    pub meshes: Vec<Arc<TileMesh>>,
    /// Different for every content ever stored; never 0.
    pub stamp: u64,
    bytes: usize,
}

/// The store.
#[derive(Default)]
pub(crate) struct Contents {
    by_node: BTreeMap<NodeKey, Content>,
    bytes: usize,
    stamps: u64,
}

impl Contents {
    pub(crate) fn get(&self, key: NodeKey) -> Option<&Content> {
        self.by_node.get(&key)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn insert(&mut self, key: NodeKey, strates: Vec<StrateIndex>, built: BuiltNode) {
        self.remove(key);
        self.stamps += 1;
        let meshes: Vec<_> = built.meshes.into_iter().map(Arc::new).collect();
        let bytes = ENTRY_BYTES + meshes.iter().map(|mesh| mesh.bytes()).sum::<usize>();
        self.bytes += bytes;
        self.by_node.insert(key, Content { strates, proven: built.proven, meshes, stamp: self.stamps, bytes });
    }

    /// Stores that a node has no surface, because a larger one round it has none.
    pub(crate) fn insert_proven(&mut self, key: NodeKey, strates: Vec<StrateIndex>) {
        self.insert(key, strates, BuiltNode { proven: true, meshes: Vec::new(), sampled: 0 });
    }

    pub(crate) fn remove(&mut self, key: NodeKey) -> Option<Content> {
        let content = self.by_node.remove(&key)?;
        self.bytes -= content.bytes;
        Some(content)
    }

    /// Forgets everything that any of the boxes (inclusive corners, lattice units) may have changed; `None` is everywhere.
    /// What is forgotten is handed over, to be dropped elsewhere.
    pub(crate) fn forget(&mut self, boxes: Option<&[(IVec3, IVec3)]>) -> Vec<Content> {
        if boxes.is_none() {
            self.bytes = 0;
            return std::mem::take(&mut self.by_node).into_values().collect();
        }
        let stale: Vec<_> = self.by_node.keys().copied().filter(|key| is_touched(*key, boxes)).collect();
        stale.into_iter().filter_map(|key| self.remove(key)).collect()
    }

    /// Drops what is not `needed`, oldest first, until the store fits. False if what is needed alone is too much.
    pub(crate) fn trim(&mut self, budget: usize, needed: impl Fn(NodeKey) -> bool) -> bool {
        if self.bytes <= budget {
            return true;
        }
        let spare = self.by_node.iter().filter(|(key, _)| !needed(**key));
        let mut spare: Vec<_> = spare.map(|(key, content)| (content.stamp, *key)).collect();
        spare.sort_unstable();
        for (_, key) in spare {
            // A tenth below, so that the next tile does not trim again.
            if self.bytes <= budget - budget / 10 {
                break;
            }
            self.remove(key);
        }
        self.bytes <= budget
    }
}

/// Whether a node's padded lattice (one step before, two after) meets any of the boxes; `None` meets everything.
pub(crate) fn is_touched(key: NodeKey, boxes: Option<&[(IVec3, IVec3)]>) -> bool {
    let step = 1 << key.level;
    let (low, high) = (key.origin() - step, key.end() + step);
    boxes.is_none_or(|boxes| boxes.iter().any(|(min, max)| low.cmple(*max).all() && min.cmple(high).all()))
}
