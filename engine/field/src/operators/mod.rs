//! The operators of the engine, one file each (simple ones share [`formula`]).

pub mod bands;
pub mod convert;
pub mod displacement;
pub mod edge_seal;
pub mod features;
pub mod floor_bias;
pub mod formula;
pub mod heights;
pub mod hollows;
#[cfg(test)]
mod isolation;
pub mod network;
pub mod overhang_shelves;
pub mod pattern;
pub mod pillars;
pub mod root;
pub mod roughness;
pub mod slab;
pub mod strata;
pub mod strokes;
pub mod surface_column;
pub mod waves;

pub use bands::Bands;
pub use convert::{Carve, Fill};
pub use displacement::Displacement;
pub use edge_seal::EdgeSeal;
pub use features::FeaturePost;
pub use floor_bias::FloorBias;
pub use formula::Formula;
pub use root::Root;
pub use roughness::{RoughnessOnDensity, RoughnessOnShape};
pub use strokes::{Stroke, StrokeShape, Strokes};
