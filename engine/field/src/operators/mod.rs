//! The operators of the engine, one file each (simple ones share [`formula`]).

pub mod bands;
pub mod convert;
pub mod edge_seal;
pub mod features;
pub mod formula;
pub mod heights;
pub mod maze;
pub mod network;
pub mod pillars;
mod plan;
pub mod root;
pub mod roughness;
pub mod shafts;
pub mod slab;
pub mod strokes;
pub mod surface_column;
mod winding;

pub use bands::Bands;
pub use convert::{Carve, Fill};
pub use edge_seal::EdgeSeal;
pub use features::FeaturePost;
pub use formula::Formula;
pub use root::Root;
pub use roughness::{RoughnessOnDensity, RoughnessOnShape};
pub use strokes::{Stroke, StrokeShape, Strokes};
