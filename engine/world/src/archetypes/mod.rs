//! The kinds of place a strate can be, one file each: native field, a place to stand, and coarsest level.

mod flat_plain;
mod landing;
mod maze;
mod surface_world;
mod tunnel_network;
mod vertical_shafts;

pub use landing::landing;

use crate::defs::{Archetype, BiomeDef, StrateDef};
use field::hash::Tag;
use field::operators::RoughnessOnDensity;
use field::{Fractal, Operator, Stack, StackError, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// What a native field is built for.
pub(crate) struct Site<'a> {
    /// The strate; its archetype is the one that builds.
    pub def: &'a StrateDef,
    /// The strate's seed.
    pub seed: u64,
    /// Size of a voxel.
    pub voxel: VoxelSize,
    /// In the order the strate names them.
    pub biomes: &'a [Arc<BiomeDef>],
}

/// The operators of a native field in order (root, source, conversion, modifiers), and its geometry.
pub(crate) struct Built {
    pub operators: Vec<Arc<dyn Operator>>,
    pub place: Arc<dyn Place>,
}

/// A kind of place: what its parameters make.
pub(crate) trait Kind {
    /// The native field and its geometry. Never plans, never reads another strate.
    fn build(&self, site: &Site<'_>) -> Built;
    /// Widest cell it may be meshed with, metres: at most half the narrowest thing that encloses or carries, at most a quarter of the
    /// clear height. The layout unit and the voxel size bound it further.
    fn widest_cell_m(&self) -> f32;
}

/// What is known of a place beside its field: where its floors and rooms are.
pub(crate) trait Place: std::fmt::Debug + Send + Sync {
    /// Foot of a standable place of the native field within `budget_m` of `wanted_m`: x and y in world metres, z in metres above the
    /// content floor. A room's own centre, never the wanted place beside it; `None` if there is none.
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3>;
}

/// A native field with its geometry.
#[derive(Debug)]
pub(crate) struct Native {
    pub stack: Stack,
    pub place: Arc<dyn Place>,
}

/// The native field of a strate: root, source, conversion and modifiers; no posts. `biomes` in the order the strate names them.
///
/// # Errors
/// A stack that is not legal; the builders here make none.
pub fn native_stack(def: &StrateDef, seed: u64, voxel: VoxelSize, biomes: &[Arc<BiomeDef>]) -> Result<Stack, StackError> {
    build(def, seed, voxel, biomes).map(|native| native.stack)
}

pub(crate) fn build(def: &StrateDef, seed: u64, voxel: VoxelSize, biomes: &[Arc<BiomeDef>]) -> Result<Native, StackError> {
    let Built { operators, place } = kind(&def.archetype).build(&Site { def, seed, voxel, biomes });
    Ok(Native { stack: Stack::new(voxel, operators)?, place })
}

fn kind(archetype: &Archetype) -> &dyn Kind {
    match archetype {
        Archetype::TunnelNetwork(kind) => kind,
        Archetype::FlatPlain(kind) => kind,
        Archetype::SurfaceWorld(kind) => kind,
        Archetype::Maze(kind) => kind,
        Archetype::VerticalShafts(kind) => kind,
    }
}

fn roughness(seed: u64, height_m: f32, frequency: f32) -> Arc<dyn Operator> {
    Arc::new(RoughnessOnDensity::new(Fractal::sum(seed, Tag::RoughnessOnDensity, frequency, 3), height_m))
}

/// Coarsest level a strate may be meshed at: the coarsest whose cell its archetype bears and the layout unit allows.
pub fn coarsest_level(archetype: &Archetype, voxel: VoxelSize) -> u8 {
    let widest_cell_m = kind(archetype).widest_cell_m();
    (0..=voxel.coarsest_level()).rev().find(|level| voxel.metres() * (1u32 << level) as f32 <= widest_cell_m).unwrap_or(0)
}
