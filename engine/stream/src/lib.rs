//! Streaming: which tiles a view needs, in which order, built by which worker, and what is ready.
//!
//! *Flow.* [`Streamer::update`] turns anchors into desired tiles; workers build [`TileMesh`]es; [`Streamer::take_changes`] hands
//! over what to draw and what to drop, complete per frame. There is no clock here: callers pass `now`.

pub mod key;
pub mod scheduler;
pub mod tile;

pub use key::TileKey;
pub use scheduler::{Anchor, AnchorKind, Change, Gates, Settings, Statistics, Streamer, Workers};
pub use tile::{BuildScratch, Indices, TerrainVertex, TileContent, TileMesh, build_tile};
