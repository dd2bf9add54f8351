//! The kinds of place a strate can be, one file each: native field, a place to stand, and coarsest level.

mod caves;
mod crystal_chamber;
mod disturbances;
mod features;
mod flat_plain;
mod floating_islands;
mod landing;
mod lateral;
mod maze;
mod modifiers;
mod relief;
mod surface_world;
mod tunnel_network;
mod underwater;
mod vertical_shafts;

pub use landing::landing;
pub(crate) use lateral::regions;
pub use modifiers::{Refused, Trial};

use crate::defs::{Archetype, BiomeDef, Modifier, StrateDef};
use field::ground::{Ground, Stand};
use field::hash::Tag;
use field::operators::RoughnessOnDensity;
use field::{Fractal, Operator, Stack, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// What a native field is built for.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    /// The strate.
    pub def: &'a StrateDef,
    /// The strate's seed, or its region's.
    pub seed: u64,
    /// Size of a voxel.
    pub voxel: VoxelSize,
    /// In the order the strate names them.
    pub biomes: &'a [Arc<BiomeDef>],
    /// How far from its surface a prepared shape must be felt, metres: some modifiers follow it into the rock. Zero for as far as is usual.
    pub felt_m: f32,
}

/// The operators of a native field in order (root, source, conversion, modifiers), and its geometry.
#[derive(Clone)]
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
    /// Height of the water's surface above the content floor, metres, in content of a height; `None` where there is no water.
    fn water_level_m(&self, _content_m: f32) -> Option<f32> {
        None
    }
}

/// What is known of a place beside its field: where its floors and rooms are.
pub(crate) trait Place: std::fmt::Debug + Send + Sync {
    /// Foot of a standable place of the native field within `budget_m` of `wanted_m`: x and y in world metres, z in metres above the
    /// content floor. A room's own centre, never the wanted place beside it; `None` if there is none.
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3>;
    /// The floor nearest to a wanted place, for features that stand on it; more floors than a body would be landed on.
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        let foot_m = self.landing(voxel, wanted_m, budget_m)?;
        Some(Stand { at_m: foot_m.truncate(), foot_m: foot_m.z as f32, head_m: None, hall: None })
    }
}

/// A place as the ground that features stand on.
#[derive(Debug)]
struct Floors(Arc<dyn Place>);

impl Ground for Floors {
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        self.0.stand(voxel, wanted_m, budget_m)
    }
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
/// A modifier that cannot stand where it is; the builders here make no other stack that is not legal.
pub fn native_stack(def: &StrateDef, seed: u64, voxel: VoxelSize, biomes: &[Arc<BiomeDef>]) -> Result<Stack, Refused> {
    build(def, seed, voxel, biomes).map(|native| native.stack)
}

pub(crate) fn build(def: &StrateDef, seed: u64, voxel: VoxelSize, biomes: &[Arc<BiomeDef>]) -> Result<Native, Refused> {
    let site = Site { def, seed, voxel, biomes, felt_m: 0.0 };
    let own = one(&def.archetype, &def.modifiers, site)?;
    let whole = if def.regions.is_empty() { own } else { lateral::build(own, &site)? };
    let disturbed = disturbances::build(whole, &site)?;
    let is_changed = def.regions.iter().map(|region| &region.modifiers).chain([&def.modifiers]).any(|list| !list.is_empty());
    // Shelves of rock stand over the ground that the oracle of a surface world knows.
    let has_shelves = def.regions.iter().map(|region| &region.archetype).chain([&def.archetype]);
    let is_changed = is_changed || has_shelves.into_iter().any(|archetype| matches!(archetype, Archetype::SurfaceWorld(_)));
    Ok(if is_changed || !def.disturbances.is_empty() { landing::on_changed_ground(disturbed) } else { disturbed })
}

/// The native field of one kind of place and what changes it.
fn one(archetype: &Archetype, modifiers: &[Modifier], site: Site<'_>) -> Result<Native, Refused> {
    let trial = Trial::of(archetype, site);
    Ok(Native { stack: trial.stack(modifiers)?, place: trial.place() })
}

fn kind(archetype: &Archetype) -> &dyn Kind {
    match archetype {
        Archetype::TunnelNetwork(kind) => kind,
        Archetype::Caves(kind) => kind,
        Archetype::FlatPlain(kind) => kind,
        Archetype::SurfaceWorld(kind) => kind,
        Archetype::Underwater(kind) => kind,
        Archetype::CrystalChamber(kind) => kind,
        Archetype::Maze(kind) => kind,
        Archetype::FloatingIslands(kind) => kind,
        Archetype::VerticalShafts(kind) => kind,
    }
}

/// Height of a strate's water above its content floor, metres: the highest of its kinds of place, since water is level; `None` where
/// there is none.
pub(crate) fn water_level_m(def: &StrateDef) -> Option<f32> {
    let all = std::iter::once(&def.archetype).chain(def.regions.iter().map(|region| &region.archetype));
    all.filter_map(|archetype| kind(archetype).water_level_m(def.bands.content_m)).reduce(field::ops::max)
}

fn roughness(seed: u64, height_m: f32, frequency: f32) -> Arc<dyn Operator> {
    Arc::new(RoughnessOnDensity::new(Fractal::sum(seed, Tag::RoughnessOnDensity, frequency, 3), height_m))
}

/// Coarsest level a strate may be meshed at: the coarsest whose cell its archetypes bear and the layout unit allows.
pub fn coarsest_level(def: &StrateDef, voxel: VoxelSize) -> u8 {
    let widest = |archetype: &Archetype| kind(archetype).widest_cell_m();
    let regions = def.regions.iter().map(|region| widest(&region.archetype));
    let widest_cell_m = regions.fold(widest(&def.archetype), field::ops::min);
    (0..=voxel.coarsest_level()).rev().find(|level| voxel.metres() * (1u32 << level) as f32 <= widest_cell_m).unwrap_or(0)
}
