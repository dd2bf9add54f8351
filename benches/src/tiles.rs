//! T2, T3, T4, S1: the tiles of a first view of every kind of place.

use crate::table::{Table, once_ns};
use field::Proofs;
use glam::{DVec3, IVec3, Vec3};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stream::{Anchor, AnchorKind, BuildScratch, NodeKey, Settings, Streamer, TileContent, TileKey, Workers, build_tile};
use world::defs::{
    Archetype, BiomeDef, BiomeLook, Climate, FixedSlotDef, MaterialDef, MaterialLook, ProjectDef, SCHEMA, StrateDef,
};
use world::{Assets, Strate, World};

/// Radius of a level's shell, in its tiles.
const RADIUS: i32 = 6;
/// Every so many tiles of a view are built.
const EVERY: usize = 3;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !["T2", "T3", "T4", "S1"].iter().any(|row| table.wants(row)) {
        return;
    }
    for archetype in Archetype::all_defaults() {
        let name = archetype.name();
        match World::resolve(&assets(archetype), None) {
            Ok(world) => of_world(table, name, &Arc::new(world)),
            Err(errors) => errors.iter().for_each(|error| println!("{name}: {error}")),
        }
    }
}

fn of_world(table: &Table, name: &str, world: &Arc<World>) {
    let Some(strate) = world.strates().first() else { return };
    let Ok(plan) = world.plan(strate.index) else {
        println!("{name}: it could not be planned");
        return;
    };
    if table.wants("T2") || table.wants("T3") {
        let (mixed, uniform) = tiles_us(world, strate, plan.spine_m);
        // Terrain is a matter of columns; everything else may take longer.
        let target = if name == "SurfaceWorld" { 200.0 } else { 500.0 };
        let work = |kind: &str, n: usize| format!("{name}: {kind} tile, mean of {n}");
        if table.wants("T2") {
            table.row("T2", &work("whole mixed", mixed.len()), "us", mean(&mixed), Some(target), &[]);
        }
        if table.wants("T3") {
            table.row("T3", &work("uniform", uniform.len()), "us", mean(&uniform), Some(10.0), &[]);
        }
    }
    if table.wants("T4") || table.wants("S1") {
        let (seconds, sampled) = first_view(world, plan.spine_m);
        let is_wide = ["SurfaceWorld", "FlatPlain", "CrystalChamber"].contains(&name);
        if table.wants("T4") {
            let work = format!("{name}: lattice points sampled in a first view");
            table.row("T4", &work, "%", 100.0 * sampled, Some(if is_wide { 8.0 } else { 20.0 }), &[]);
        }
        if table.wants("S1") {
            table.row("S1", &format!("{name}: first view, two workers, by the wall clock"), "s", seconds, Some(1.0), &[]);
        }
    }
}

/// One strate with two biomes.
fn assets(archetype: Archetype) -> Assets {
    let mut assets = Assets::default();
    for (id, moisture) in [("moss", [0.5, 1.0]), ("sand", [0.0, 0.5])] {
        let material = MaterialDef { id: id.into(), name: String::new(), look: MaterialLook::default() };
        assets.materials.insert(id.into(), Arc::new(material));
        let climate = Climate { moisture_min: moisture[0], moisture_max: moisture[1], ..Climate::default() };
        let look = BiomeLook { relief_factor: 1.0 + moisture[0], ..BiomeLook::default() };
        let biome = BiomeDef { schema: SCHEMA, id: id.into(), name: String::new(), climate, material: id.into(), look };
        assets.biomes.insert(id.into(), Arc::new(biome));
    }
    let strate = StrateDef { biomes: vec!["moss".into(), "sand".into()], ..StrateDef::new("place", archetype) };
    let mut project = ProjectDef { seed: 5, ..ProjectDef::default() };
    project.layout.fixed.push(FixedSlotDef { index: 0, strate: strate.id.clone() });
    assets.strates.insert(strate.id.clone(), Arc::new(strate));
    assets.project = Arc::new(project);
    assets
}

/// The tiles of the strate that a view from a place ends with, coarse ones first, as parents are built before their halves.
fn view(world: &World, strate: &Strate, from_m: DVec3) -> Vec<TileKey> {
    let at = world.voxel().lattice_floor(from_m);
    let centre = NodeKey::at(0, at);
    let mut tiles = Vec::new();
    for level in (0..=strate.coarsest_level).rev() {
        let middle = NodeKey::at(level, at);
        let shell = |level: u8| RADIUS * (NodeKey { level, ..centre }).span();
        for i in 0..(2 * RADIUS + 3).pow(3) {
            let n = 2 * RADIUS + 3;
            let node = middle.moved(IVec3::new(i % n, i / n % n, i / (n * n)) - (RADIUS + 1));
            let distance = node.distance_to_box(centre.origin(), centre.end());
            let is_split = level > 0 && distance < shell(level - 1);
            let is_in_strate = node.origin().z < strate.bands.top && node.end().z > strate.bands.bottom;
            if distance < shell(level) && !is_split && is_in_strate {
                tiles.push(node.tile(strate.index));
            }
        }
    }
    tiles
}

/// Microseconds of mixed and of uniform tiles of a view.
fn tiles_us(world: &World, strate: &Strate, from_m: DVec3) -> (Vec<f64>, Vec<f64>) {
    let mut scratch = BuildScratch::default();
    let (mut mixed, mut uniform) = (Vec::new(), Vec::new());
    // Neighbours are built one after another, as they are in streaming: whole columns of tiles, but not all of them.
    let mut keys = view(world, strate, from_m);
    keys.sort_by_key(|key| (std::cmp::Reverse(key.level), key.y, key.x, key.z));
    keys.retain(|key| (key.x + 2 * key.y).rem_euclid(EVERY as i32) == 0);
    for key in keys {
        let mut content = TileContent::Rock;
        let us = 1e-3 * once_ns(|| content = build_tile(world, key, Proofs::On, &mut scratch));
        match content {
            TileContent::Mesh(_) | TileContent::Empty => mixed.push(us),
            TileContent::Rock | TileContent::Air => uniform.push(us),
        }
    }
    (mixed, uniform)
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len().max(1) as f64
}

/// Seconds of a whole first view, and the share of its lattice points that were sampled.
fn first_view(world: &Arc<World>, from_m: DVec3) -> (f64, f64) {
    let workers = Workers::new(2, || Duration::ZERO);
    let settings = Settings {
        near_radius_tiles: RADIUS as u32,
        view_distance_m: None,
        max_level: world.voxel().coarsest_level(),
        memory_bytes: 512 << 20,
    };
    let mut streamer = Streamer::new(world.clone(), workers, settings);
    let pos_m = from_m + DVec3::Z * 1.6;
    let anchor = Anchor { kind: AnchorKind::Visual, pos_m, velocity: Vec3::ZERO, forward: Vec3::Y };
    let began = Instant::now();
    streamer.run_until_idle(Duration::ZERO, &[anchor]);
    let seconds = began.elapsed().as_secs_f64();
    let statistics = streamer.statistics();
    (seconds, statistics.sampled_points as f64 / statistics.total_points.max(1) as f64)
}
