//! The streamer: desired sets, one priority queue, epochs, budgets, gates and statistics.

use crate::{TileKey, TileMesh};
use glam::{DVec3, Vec3};
use std::sync::Arc;
use std::time::Duration;
use world::World;

/// Named worker threads with one shared priority queue; made by the application, shared by its users.
pub struct Workers {}

impl Workers {
    /// Starts `count` (at least 1) threads named `tile-worker-N`. `clock` is injected for the statistics.
    pub fn new(_count: usize, _clock: fn() -> Duration) -> Arc<Self> {
        unimplemented!()
    }
}

/// What the author may set.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Radius of the level-0 shell, in tiles.
    pub near_radius_tiles: u32,
    /// Reach of the outermost level in metres; `None` for that level's own shell.
    pub view_distance_m: Option<f32>,
    /// Coarsest level used.
    pub max_level: u8,
    /// Budget of accounted bytes.
    pub memory_bytes: u64,
}

/// Meshes, or only the lattice a body stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnchorKind {
    /// Streams meshes.
    Visual,
    /// Streams the collision ring only.
    CollisionOnly,
}

/// A place that is streamed round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Kind.
    pub kind: AnchorKind,
    /// World metres.
    pub pos_m: DVec3,
    /// Metres per second, for looking ahead.
    pub velocity: Vec3,
    /// View direction, unit.
    pub forward: Vec3,
}

/// To apply in one frame, in order, so that no hole ever shows.
#[derive(Clone, Debug)]
pub enum Change {
    /// Upload and show.
    Add(Arc<TileMesh>),
    /// Show this set of strips from now on: bit i for face i.
    Strips(TileKey, u8),
    /// Drop.
    Remove(TileKey),
}

/// Three gates, reported apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gates {
    /// Lattice and meshes of the 3×3 ring are there under the body.
    pub walkable_now: bool,
    /// No hole in view.
    pub enclosed_now: bool,
    /// Each level within its target.
    pub refined_now: bool,
}

/// Always available.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Tiles drawn per level.
    pub drawn_per_level: Vec<u32>,
    /// Jobs waiting.
    pub queued: u32,
    /// Jobs running.
    pub running: u32,
    /// Jobs cancelled or dropped as stale.
    pub dropped: u64,
    /// Tiles built, and those proven uniform without a mesh.
    pub built: u64,
    /// Of those, proven.
    pub proven: u64,
    /// Lattice points sampled, and all that would have been.
    pub sampled_points: u64,
    /// All points.
    pub total_points: u64,
    /// Build time of mixed tiles, microseconds.
    pub build_p50_us: u32,
    /// Build time of mixed tiles, microseconds.
    pub build_p95_us: u32,
    /// Accounted bytes of tiles, caches and queues.
    pub accounted_bytes: u64,
}

/// Streams one world round anchors.
pub struct Streamer {}

impl Streamer {
    /// Nothing is requested before the first `update`.
    pub fn new(_world: Arc<World>, _workers: Arc<Workers>, _settings: Settings) -> Self {
        unimplemented!()
    }
    /// Replaces the world under a new epoch. The old picture stays until the new one covers it. Tiles whose field cannot have
    /// changed (see `dirty`) are kept. `dirty`: `None` when anything may differ, else world-lattice boxes (min, max inclusive).
    pub fn set_world(&mut self, _world: Arc<World>, _dirty: Option<&[(glam::IVec3, glam::IVec3)]>) {}
    /// The world being streamed.
    pub fn world(&self) -> &Arc<World> {
        unimplemented!()
    }
    /// Changes the settings.
    pub fn set_settings(&mut self, _settings: Settings) {}
    /// Takes finished tiles in, decides what is wanted, orders the queue. Cheap when nothing moved.
    pub fn update(&mut self, _now: Duration, _anchors: &[Anchor]) {}
    /// What to draw and drop this frame; stops after about `budget_bytes` of uploads but never inside a swap.
    pub fn take_changes(&mut self, _budget_bytes: usize) -> Vec<Change> {
        Vec::new()
    }
    /// True while anything is queued, running or waiting to be taken.
    pub fn is_busy(&self) -> bool {
        false
    }
    /// The gates now.
    pub fn gates(&self) -> Gates {
        Gates::default()
    }
    /// The statistics now.
    pub fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}
