//! T2, T3, T4, S1: the tiles of a first view of every kind of place, each with its default parameters: all nine, however rare their sizes are
//! in a project. The strate has two biomes, its backbone, bands and seals; it is alone in its world.

use crate::table::{Table, once_ns};
use crate::view::{RADIUS, View, arrival, every_point, padded, world};
use field::{FillScratch, Interval, Proofs, Verdict};
use glam::{DVec3, Vec3};
use std::sync::Arc;
use std::time::Duration;
use stream::{Anchor, AnchorKind, BuildScratch, Settings, Streamer, TileContent, Workers, build_tile};
use world::World;
use world::defs::Archetype;

/// Views built one after another, each of a world resolved anew; the least times count.
const PASSES: usize = 2;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !["T2", "T3", "T4", "S1"].iter().any(|row| table.wants(row)) {
        return;
    }
    let all = Archetype::all_defaults();
    for archetype in &all {
        if table.wants_kind(archetype.name(), all.iter().map(Archetype::name)) {
            of_kind(table, archetype);
        }
    }
}

fn of_kind(table: &mut Table, archetype: &Archetype) {
    let name = archetype.name();
    let is_wide = ["SurfaceWorld", "FlatPlain", "CrystalChamber"].contains(&name);
    if table.wants("T2") || table.wants("T3") {
        let passes: Vec<[Times; 2]> = (0..PASSES).filter_map(|_| built(&world(archetype.clone())?)).collect();
        let Some([Times { count: mixed, .. }, Times { count: uniform, .. }]) = passes.first() else { return };
        let least = |kind: usize| passes.iter().map(|times| times[kind].mean_us()).fold(f64::INFINITY, f64::min);
        if table.wants("T2") {
            let target = if name == "SurfaceWorld" { 200.0 } else { 500.0 };
            let work = format!("{name}: whole mixed tile, mean of {mixed}");
            table.row("T2", &work, "us", least(0), Some(target), &[]);
        }
        if table.wants("T3") {
            let work = format!("{name}: tile proven uniform, parents first, mean of {uniform}");
            table.row("T3", &work, "us", least(1), Some(10.0), &[]);
        }
    }
    if table.wants("T4") {
        let Some([sampled, unknown]) = world(archetype.clone()).and_then(|world| proven(&world)) else { return };
        let target = if is_wide { 8.0 } else { 20.0 };
        table.row("T4", &format!("{name}: lattice points of the view's tiles sampled"), "%", sampled, Some(target), &[]);
        table.row("T4", &format!("{name}: boxes of which nothing is known"), "%", unknown, Some(1.0), &[]);
    }
    if table.wants("S1") {
        let Some(seconds) = world(archetype.clone()).and_then(streamed_s) else { return };
        let work = format!("{name}: first view, half of one worker's processor time");
        table.row("S1", &work, "s", 0.5 * seconds, Some(1.0), &[]);
    }
}

/// Times of some tiles.
#[derive(Default)]
struct Times {
    count: usize,
    ns: f64,
}

impl Times {
    fn add(&mut self, count: usize, ns: f64) {
        self.count += count;
        self.ns += ns;
    }
    fn mean_us(&self) -> f64 {
        1e-3 * self.ns / self.count.max(1) as f64
    }
}

/// Builds the tiles of a view as streaming does, a node proven before its halves. Times of mixed and of uniform tiles.
fn built(world: &World) -> Option<[Times; 2]> {
    let (strate, from_m) = arrival(world)?;
    let mut scratch = BuildScratch::default();
    let (mut mixed, mut uniform) = (Times::default(), Times::default());
    View::of(world, strate, from_m).visit(&mut |view, node| {
        let mut verdict = Verdict::Mixed;
        let mut ns = if node.level == 0 { 0.0 } else { once_ns(|| verdict = world.verdict(&every_point(node))) };
        if verdict != Verdict::Mixed || view.is_split(node) {
            uniform.add(if verdict == Verdict::Mixed { 0 } else { view.count(node) }, ns);
            return verdict == Verdict::Mixed;
        }
        let mut content = TileContent::Rock;
        ns += once_ns(|| content = build_tile(world, node.tile(strate.index), Proofs::On, &mut scratch));
        match content {
            TileContent::Mesh(_) | TileContent::Empty => mixed.add(1, ns),
            TileContent::Rock | TileContent::Air => uniform.add(1, ns),
        }
        false
    });
    Some([mixed, uniform])
}

/// Of the tiles of a view: percentages of lattice points that are sampled, and of boxes whose bound is the whole line.
fn proven(world: &World) -> Option<[f64; 2]> {
    let (strate, from_m) = arrival(world)?;
    let mut scratch = FillScratch::default();
    let (mut points, mut sampled, mut boxes, mut unknown) = (0, 0, 0, 0);
    View::of(world, strate, from_m).visit(&mut |view, node| {
        boxes += 1;
        unknown += usize::from(world.bound(&padded(node)) == Interval::WHOLE);
        let is_proven = world.verdict(&every_point(node)) != Verdict::Mixed;
        if is_proven || !view.is_split(node) {
            points += view.count(node) * padded(node).len();
        }
        if !is_proven && !view.is_split(node) {
            world.fill(&padded(node), Proofs::On, &mut scratch);
            sampled += scratch.sampled;
        }
        !is_proven
    });
    let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    Some([percent(sampled, points), percent(unknown, boxes)])
}

/// Seconds of this thread's processor time for streaming a whole first view.
fn streamed_s(world: World) -> Option<f64> {
    let (strate, from_m) = arrival(&world)?;
    let max_level = strate.coarsest_level;
    let settings = Settings { near_radius_tiles: RADIUS as u32, view_distance_m: None, max_level, memory_bytes: 1 << 30 };
    let mut streamer = Streamer::new(Arc::new(world), Workers::inline(), settings);
    let pos_m = from_m + DVec3::Z * 1.6;
    let anchor = Anchor { kind: AnchorKind::Visual, pos_m, velocity: Vec3::ZERO, forward: Vec3::Y };
    Some(1e-9 * once_ns(|| drop(streamer.run_until_idle(Duration::ZERO, &[anchor]))))
}
