//! Benchmarks of the engine in one run and one table: time per unit, and its ratio to the target.
//!
//! *Method.* Every row is the median of several repetitions on this machine as it is now; a ratio above 1 misses the target.

use field::noise::Fractal;
use field::{Proofs, VoxelSize, hash};
use glam::{DVec3, IVec3, Vec3};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stream::{Anchor, AnchorKind, BuildScratch, NodeKey, Settings, Streamer, TileContent, Workers, build_tile};
use world::{Strate, World};

fn main() {
    println!("{:<52} {:>12} {:>12} {:>7}", "work", "measured", "target", "ratio");
    row("3-octave noise, one point (ns)", noise_ns(), 6.0);
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).join("projects/depths");
    let assets = match project::load(&sample) {
        Ok(project) => project.assets,
        Err(error) => {
            eprintln!("{error}");
            return;
        }
    };
    let world = match World::resolve(&assets, None) {
        Ok(world) => Arc::new(world),
        Err(errors) => {
            errors.iter().for_each(|error| eprintln!("{error}"));
            return;
        }
    };
    for (strate, target) in [(0, 200.0), (1, 500.0), (2, 500.0)] {
        let strate = &world.strates()[strate];
        let kind = strate.def.archetype.name();
        let planned = Instant::now();
        let is_planned = world.plan(strate.index).is_ok();
        row(&format!("{kind}: plan of a strate, once (ms)"), planned.elapsed().as_secs_f64() * 1e3, 150.0);
        if is_planned {
            let (mixed, uniform) = tiles_us(&world, strate);
            row(&format!("{kind}: mixed tile, field and mesh, mean (µs)"), mixed, target);
            row(&format!("{kind}: uniform tile, mean (µs)"), uniform, 10.0);
        }
    }
    row("first view of the spawn, all levels, 2 workers (s)", first_view_s(&world), 1.0);
}

fn row(work: &str, measured: f64, target: f64) {
    println!("{work:<52} {measured:>12.2} {target:>12.2} {:>7.2}", measured / target);
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn noise_ns() -> f64 {
    const POINTS: i32 = 200_000;
    let noise = Fractal::sum(7, hash::Tag::RoughnessOnDensity, 1.0 / 8.0, 3);
    let pass = |_| {
        let began = Instant::now();
        let sum: f32 = (0..POINTS).map(|i| noise.point(VoxelSize::DEFAULT, IVec3::new(i, i / 7, i / 31))).sum();
        std::hint::black_box(sum);
        began.elapsed().as_secs_f64() * 1e9 / f64::from(POINTS)
    };
    median((0..9).map(pass).collect())
}

/// Mean microseconds of mixed and of uniform level-0 tiles round a strate's spine room.
fn tiles_us(world: &World, strate: &Strate) -> (f64, f64) {
    let centre = world.plan(strate.index).map_or(DVec3::ZERO, |plan| plan.spine_m);
    let middle = NodeKey::at(0, world.voxel().lattice_floor(centre));
    let mut scratch = BuildScratch::default();
    let (mut mixed, mut uniform) = (Vec::new(), Vec::new());
    for i in 0..7 * 7 * 7 {
        let key = middle.moved(IVec3::new(i % 7 - 3, i / 7 % 7 - 3, i / 49 - 3)).tile(strate.index);
        let began = Instant::now();
        let content = build_tile(world, key, Proofs::On, &mut scratch);
        let time = began.elapsed().as_secs_f64() * 1e6;
        match content {
            TileContent::Mesh(_) | TileContent::Empty => mixed.push(time),
            TileContent::Rock | TileContent::Air => uniform.push(time),
        }
    }
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len().max(1) as f64;
    (mean(&mixed), mean(&uniform))
}

fn first_view_s(world: &Arc<World>) -> f64 {
    let workers = Workers::new(2, || Duration::ZERO);
    let settings = Settings {
        near_radius_tiles: 6,
        view_distance_m: None,
        max_level: world.voxel().coarsest_level(),
        memory_bytes: 512 << 20,
    };
    let mut streamer = Streamer::new(world.clone(), workers, settings);
    let anchor =
        Anchor { kind: AnchorKind::Visual, pos_m: world.spawn_m() + DVec3::Z * 1.6, velocity: Vec3::ZERO, forward: Vec3::Y };
    let began = Instant::now();
    streamer.run_until_idle(Duration::ZERO, &[anchor]);
    began.elapsed().as_secs_f64()
}
