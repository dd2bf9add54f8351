//! From assets to an immutable world: definitions, layout, archetypes, plans, biomes, edits, queries and the law.
//!
//! *Frames.* World lattice and world metres share their origin: z = 0 is the top of the first strate's ceiling band, depth is
//! negative. A strate-local lattice point has the same x and y; its z is measured from the content floor.

pub mod archetypes;
pub mod assets;
pub mod biome;
mod content;
pub mod defs;
pub mod edits;
pub mod law;
pub mod layout;
pub mod plan;
pub mod query;
mod resolve;
mod sample;
pub mod world;

pub use assets::Assets;
pub use layout::{Bands, SlotId, StrateIndex};
pub use world::{Difference, ResolveError, Strate, World};
