//! The kinds of place a strate can be: for each, its native field, a place to stand, and its coarsest level.

mod landing;

pub use landing::landing;

use crate::biome;
use crate::defs::{Archetype, BiomeDef, FlatPlain, StrateDef, SurfaceWorld, TunnelNetwork};
use field::hash::Tag;
use field::operators::heights::Between;
use field::operators::network::{Network, NetworkSpec};
use field::operators::pillars::{PillarSpec, Pillars};
use field::operators::slab::{Slab, SlabSpec};
use field::operators::surface_column::{RegionRelief, Surface, SurfaceSpec};
use field::operators::{Carve, Root, RoughnessOnDensity};
use field::{Fractal, Operator, Stack, StackError, VoxelSize};
use std::sync::Arc;

/// What is known of a place beside its field: where its floors and rooms are.
#[derive(Clone, Debug)]
pub(crate) enum Geometry {
    /// Floor, ceiling and columns.
    Plain { slab: Arc<Slab>, pillars: Arc<Pillars> },
    /// Ground and cap.
    Land(Arc<Surface>),
    /// Rooms and tunnels.
    Network(Arc<Network>),
}

/// A native field with its geometry.
#[derive(Debug)]
pub(crate) struct Native {
    pub stack: Stack,
    pub geometry: Geometry,
}

/// The native field of a strate: root, source, conversion and modifiers; no posts. `biomes` in the order the strate names them.
///
/// # Errors
/// A stack that is not legal; the builders here make none.
pub fn native_stack(def: &StrateDef, seed: u64, voxel: VoxelSize, biomes: &[Arc<BiomeDef>]) -> Result<Stack, StackError> {
    build(def, seed, voxel, biomes).map(|native| native.stack)
}

pub(crate) fn build(def: &StrateDef, seed: u64, voxel: VoxelSize, biomes: &[Arc<BiomeDef>]) -> Result<Native, StackError> {
    let (operators, geometry) = match &def.archetype {
        Archetype::FlatPlain(plain) => flat_plain(plain, seed),
        Archetype::SurfaceWorld(land) => surface_world(land, def, seed, biomes),
        Archetype::TunnelNetwork(network) => tunnel_network(network, def.bands.content_m, seed),
    };
    Ok(Native { stack: Stack::new(voxel, operators)?, geometry })
}

type Built = (Vec<Arc<dyn Operator>>, Geometry);

/// Void between floor and ceiling, columns, small relief on all of it.
fn flat_plain(plain: &FlatPlain, seed: u64) -> Built {
    let slab = Arc::new(Slab::new(
        seed,
        SlabSpec {
            floor_m: plain.floor_m,
            ceiling_m: plain.ceiling_m,
            floor_relief_m: plain.floor_relief_m,
            floor_frequency: plain.floor_frequency,
            ceiling_relief_m: plain.ceiling_relief_m,
            ceiling_frequency: plain.ceiling_frequency,
        },
    ));
    let spec = PillarSpec {
        spacing_m: plain.column_spacing_m,
        density: plain.column_density,
        width_m: [plain.column_width_min_m, plain.column_width_max_m],
        flare_m: plain.column_flare_m,
        lean_m: plain.column_lean_m,
    };
    let pillars = Arc::new(Pillars::new(seed, spec, Arc::clone(&slab)));
    let operators: Vec<Arc<dyn Operator>> = vec![
        Arc::new(Root::Void),
        Arc::new(Between::new(Arc::clone(&slab))),
        Arc::clone(&pillars) as Arc<dyn Operator>,
        roughness(seed, plain.roughness_m, plain.roughness_frequency),
    ];
    (operators, Geometry::Plain { slab, pillars })
}

/// Terrain under a sky cap, its heights blended between biomes.
fn surface_world(land: &SurfaceWorld, def: &StrateDef, seed: u64, biomes: &[Arc<BiomeDef>]) -> Built {
    let reliefs = biomes
        .iter()
        .map(|biome| RegionRelief { factor: biome.look.relief_factor, offset_m: biome.look.height_offset_m })
        .collect();
    let spec = SurfaceSpec {
        ground_m: land.ground_m,
        relief_m: land.relief_m,
        continent_frequency: land.continent_frequency,
        mountain_share: land.mountain_share,
        mountain_frequency: land.mountain_frequency,
        highlands: land.highlands,
        highland_frequency: land.highland_frequency,
        detail_m: land.detail_m,
        detail_frequency: land.detail_frequency,
        warp_m: land.warp_m,
        warp_frequency: land.warp_frequency,
        terrace_step_m: land.terrace_step_m,
        terrace_strength: land.terrace_strength,
        beach_m: land.beach_m,
        beach_width_m: land.beach_width_m,
        cap_m: land.cap_m,
        cap_relief_m: land.cap_relief_m,
        cap_frequency: land.cap_frequency,
    };
    let surface = Arc::new(Surface::new(seed, spec, biome::regions(def, seed, biomes), reliefs));
    let operators: Vec<Arc<dyn Operator>> = vec![
        Arc::new(Root::Void),
        Arc::new(Between::new(Arc::clone(&surface))),
        roughness(seed, land.roughness_m, land.roughness_frequency),
    ];
    (operators, Geometry::Land(surface))
}

/// Rooms and tunnels carved out of rock; their walls' relief is part of their shape, so that floors stay level.
fn tunnel_network(tunnels: &TunnelNetwork, content_m: f32, seed: u64) -> Built {
    let network = Arc::new(Network::new(
        seed,
        NetworkSpec {
            content_m,
            cell_m: tunnels.cell_m,
            room_chance: tunnels.room_chance,
            room_radius_m: [tunnels.room_radius_min_m, tunnels.room_radius_max_m],
            room_height_ratio: tunnels.room_height_ratio,
            floor_cut: tunnels.floor_cut,
            hub_radius_m: tunnels.hub_radius_m,
            tunnel_radius_m: [tunnels.tunnel_radius_min_m, tunnels.tunnel_radius_max_m],
            winding_m: tunnels.winding_m,
            loop_chance: tunnels.loop_chance,
            fillet_m: tunnels.fillet_m,
            floor_relief_m: tunnels.floor_relief_m,
            floor_frequency: tunnels.floor_frequency,
            roughness_m: tunnels.roughness_m,
            roughness_frequency: tunnels.roughness_frequency,
        },
    ));
    let operators: Vec<Arc<dyn Operator>> =
        vec![Arc::new(Root::Rock), Arc::clone(&network) as Arc<dyn Operator>, Arc::new(Carve { width_m: 0.0 })];
    (operators, Geometry::Network(network))
}

fn roughness(seed: u64, height_m: f32, frequency: f32) -> Arc<dyn Operator> {
    Arc::new(RoughnessOnDensity::new(Fractal::sum(seed, Tag::RoughnessOnDensity, frequency, 3), height_m))
}

/// Coarsest level a strate may be meshed at: its cell is at most half the narrowest thing that encloses or carries, at most a
/// quarter of the clear height, and at most the layout unit.
pub fn coarsest_level(archetype: &Archetype, voxel: VoxelSize) -> u8 {
    let widest_cell_m = match archetype {
        Archetype::FlatPlain(plain) => {
            let column = if plain.column_density > 0.0 { 0.5 * plain.column_width_min_m } else { 2.0 };
            field::ops::min(field::ops::min(column, 2.0), 0.25 * (plain.ceiling_m - plain.floor_m))
        }
        Archetype::SurfaceWorld(land) => 0.25 * (land.cap_m - land.cap_relief_m - land.ground_m),
        Archetype::TunnelNetwork(network) => field::ops::min(network.tunnel_radius_min_m, 1.0),
    };
    (0..=voxel.coarsest_level()).rev().find(|level| voxel.metres() * (1u32 << level) as f32 <= widest_cell_m).unwrap_or(0)
}
