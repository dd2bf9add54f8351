//! Definitions: the serde structs of every asset. Lengths in metres, colours as sRGB ratios.

#![allow(missing_docs, reason = "a parameter's declaration documents it; its help text is shown to authors")]

mod archetype;
mod biome;
mod corpus;
mod disturbance;
mod edits;
mod kinds;
mod material;
mod modifier;
mod project;
mod strate;

pub use archetype::*;
pub use biome::{BiomeDef, BiomeLook, Climate};
pub use corpus::CorpusDef;
pub use disturbance::{Bridge, Chasm, Disturbance, Ridge};
pub use edits::{EditLayerDef, Mode, Shape, Stroke};
pub use material::{MaterialDef, MaterialLook};
pub use modifier::*;
pub use project::{BatchDef, FixedSlotDef, LayoutDef, ProjectDef, ProjectSettings};
pub use strate::{
    BIOME_SIZES_M, BandsDef, DEFAULT_BIOME_SIZE_M, DEFAULT_REGION_SIZE_M, DEFAULT_SHARE, LookDef, MOST_REGIONS, PassageStyle,
    PassagesDef, REGION_SIZES_M, RegionDef, SHARES, StrateDef, TransitionDef, TransitionKind,
};

/// Schema version written by this build; older files migrate, newer ones are refused by name.
pub const SCHEMA: u32 = 1;
