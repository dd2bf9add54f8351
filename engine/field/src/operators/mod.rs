//! The operators of the engine, one file each (simple ones share [`formula`]).

pub mod bands;
pub mod caves;
pub mod convert;
pub mod crystals;
pub mod displacement;
pub mod edge_seal;
pub mod features;
pub mod floor_bias;
pub mod formula;
pub mod heights;
pub mod hollows;
pub mod islands;
#[cfg(test)]
mod isolation;
pub mod lateral;
pub mod maze;
pub mod network;
pub mod overhang_shelves;
pub mod pattern;
pub mod pillars;
mod plan;
mod records;
pub mod root;
pub mod roughness;
pub mod scatter;
pub mod shafts;
pub mod slab;
pub mod strata;
pub mod strokes;
pub mod surface_column;
pub mod waves;
mod winding;
pub mod worms;

pub use bands::Bands;
pub use convert::{Carve, Fill};
pub use displacement::Displacement;
pub use edge_seal::EdgeSeal;
pub use features::FeaturePost;
pub use floor_bias::FloorBias;
pub use formula::Formula;
pub use lateral::Lateral;
pub use records::records;
pub use root::Root;
pub use roughness::{RoughnessOnDensity, RoughnessOnShape};
pub use strokes::{Stroke, StrokeShape, Strokes};
pub use worms::{WormSpec, Worms};
