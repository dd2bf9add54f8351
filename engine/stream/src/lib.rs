//! Streaming: which tiles a view needs, in which order, built by which worker, and what is ready.
//!
//! *Flow.* [`Streamer::update`] turns anchors into desired tiles; workers build [`TileMesh`]es; [`Streamer::take_changes`] hands
//! over what to draw and what to drop, complete per frame. There is no clock here: callers pass `now`.
//!
//! *Vocabulary.* A *node* is a cube of the octree; a *tile* is the mesh of one strate in it. *Shown* nodes are the leaves of the
//! picture; a *swap* is a set of changes that must reach the screen in one frame.

pub mod change;
mod contents;
pub mod key;
mod octree;
mod pack;
pub mod scheduler;
pub mod seams;
mod settle;
pub mod statistics;
pub mod tile;
pub mod view;
pub mod workers;

pub use change::{Change, Replacement};
pub use key::{NodeKey, TileKey};
pub use pack::{PackScratch, pack};
pub use scheduler::{Settings, Streamer};
pub use statistics::{Gates, Statistics};
pub use tile::{BuildScratch, Indices, TerrainVertex, TileContent, TileMesh, build_tile};
pub use view::{Anchor, AnchorKind};
pub use workers::Workers;
