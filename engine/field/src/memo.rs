//! What was lately built, by cell: shared by workers, never showing in a value, only in time.

use crate::VoxelSize;
use glam::{IVec2, IVec3};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Cells kept before all are forgotten: a few MiB.
const KEPT: usize = 1024;

/// Results of a pure function of a cell, and perhaps of the voxel size.
#[derive(Debug)]
pub(crate) struct Memo<T: ?Sized> {
    recent: Mutex<BTreeMap<[i32; 4], Arc<T>>>,
}

impl<T: ?Sized> Default for Memo<T> {
    fn default() -> Self {
        Self { recent: Mutex::new(BTreeMap::new()) }
    }
}

impl<T: ?Sized> Memo<T> {
    /// What `make` gives for this cell, made now or before. It is called without the lock, perhaps by several workers at once.
    pub fn get(&self, voxel: VoxelSize, of: IVec3, make: impl FnOnce() -> Arc<T>) -> Arc<T> {
        self.of([voxel.per_metre(), of.x, of.y, of.z], make)
    }
    /// The same of a cell of the plane, whatever the voxel size.
    pub fn in_plane(&self, of: IVec2, make: impl FnOnce() -> Arc<T>) -> Arc<T> {
        self.of([0, of.x, of.y, 0], make)
    }
    fn of(&self, key: [i32; 4], make: impl FnOnce() -> Arc<T>) -> Arc<T> {
        if let Some(known) = self.recent.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let made = make();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() >= KEPT {
            recent.clear();
        }
        recent.insert(key, Arc::clone(&made));
        made
    }
}
