//! Seasons: one canonical JSON file that is enough to stream a published world, and that notices any altered byte.

mod canonical;
mod manifest;

pub use canonical::{canonical_text, first_difference};
pub use manifest::{Fault, Manifest, SeasonError, WORLD_VERSION, export, read};
