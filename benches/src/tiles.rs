//! T2, T3, T4, S1: the tiles of a first view of every kind of place, each with its default parameters: all nine, however rare their sizes are
//! in a project. The strate has two biomes, its backbone, bands and seals; it is alone in its world.

use crate::table::{Table, once_ns};
use field::{Interval, Proofs, SampleBox, Verdict};
use glam::{DVec3, IVec3, UVec3, Vec3};
use std::sync::Arc;
use std::time::Duration;
use stream::{Anchor, AnchorKind, BuildScratch, NodeKey, Settings, Streamer, TileContent, Workers, build_tile};
use surface::GRID;
use world::defs::{
    Archetype, BiomeDef, BiomeLook, Climate, FixedSlotDef, MaterialDef, MaterialLook, ProjectDef, SCHEMA, StrateDef,
};
use world::{Assets, Strate, World};

/// Radius of a level's shell, in its tiles.
const RADIUS: i32 = 6;
/// Views built one after another, each of a world resolved anew; the least times count.
const PASSES: usize = 2;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !["T2", "T3", "T4", "S1"].iter().any(|row| table.wants(row)) {
        return;
    }
    for archetype in Archetype::all_defaults() {
        of_kind(table, &archetype);
    }
}

fn of_kind(table: &mut Table, archetype: &Archetype) {
    let name = archetype.name();
    let is_wide = ["SurfaceWorld", "FlatPlain", "CrystalChamber"].contains(&name);
    if table.wants("T2") || table.wants("T3") {
        let passes: Vec<[Times; 2]> = (0..PASSES).filter_map(|_| Tour::of(&world(archetype.clone())?)).collect();
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
    if table.wants("T4") || table.wants("S1") {
        let Some(view) = world(archetype.clone()).and_then(FirstView::of) else { return };
        if table.wants("T4") {
            let target = if is_wide { 8.0 } else { 20.0 };
            let work = format!("{name}: lattice points sampled in a first view");
            table.row("T4", &work, "%", 100.0 * view.sampled, Some(target), &[]);
            table.row("T4", &format!("{name}: boxes of which nothing is known"), "%", 100.0 * view.unknown, Some(1.0), &[]);
        }
        if table.wants("S1") {
            let work = format!("{name}: first view, half of one worker's processor time");
            table.row("S1", &work, "s", 0.5 * view.seconds, Some(1.0), &[]);
        }
    }
}

/// A world of one strate, planned.
pub fn world(archetype: Archetype) -> Option<World> {
    match World::resolve(&assets(archetype), None) {
        Ok(world) => Some(world),
        Err(errors) => {
            errors.iter().for_each(|error| eprintln!("{error}"));
            None
        }
    }
}

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

/// Where a body first stands, once the strate is planned; says so if it cannot be.
fn arrival(world: &World) -> Option<(&Strate, DVec3)> {
    let strate = world.strates().first()?;
    match world.plan(strate.index) {
        Ok(plan) => Some((strate, plan.spine_m)),
        Err(error) => {
            eprintln!("{error}");
            None
        }
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

/// The tiles that a view ends with, built as streaming builds them: a node is proven before its halves.
struct Tour<'a> {
    world: &'a World,
    strate: &'a Strate,
    centre: NodeKey,
    scratch: BuildScratch,
    mixed: Times,
    uniform: Times,
}

impl<'a> Tour<'a> {
    /// Times of mixed and of uniform tiles.
    fn of(world: &'a World) -> Option<[Times; 2]> {
        let (strate, from_m) = arrival(world)?;
        let centre = NodeKey::at(0, world.voxel().lattice_floor(from_m));
        let mut tour =
            Self { world, strate, centre, scratch: BuildScratch::default(), mixed: Times::default(), uniform: Times::default() };
        let middle = NodeKey::at(strate.coarsest_level, centre.origin());
        let n = 2 * RADIUS + 3;
        for i in 0..n * n * n {
            let step = IVec3::new(i % n, i / n % n, i / (n * n)) - (RADIUS + 1);
            tour.visit(middle.moved(step));
        }
        Some([tour.mixed, tour.uniform])
    }
    fn distance(&self, node: NodeKey) -> i32 {
        node.distance_to_box(self.centre.origin(), self.centre.end())
    }
    fn shell(level: u8) -> i32 {
        (RADIUS * surface::TILE_CELLS as i32) << level
    }
    fn is_in_view(&self, node: NodeKey) -> bool {
        let bands = &self.strate.bands;
        let is_near = node.level < self.strate.coarsest_level || self.distance(node) < Self::shell(node.level);
        is_near && node.origin().z < bands.top && node.end().z > bands.bottom
    }
    fn is_split(&self, node: NodeKey) -> bool {
        node.level > 0 && self.distance(node) < Self::shell(node.level - 1)
    }
    /// Tiles of the view in a node.
    fn count(&self, node: NodeKey) -> usize {
        if !self.is_in_view(node) {
            0
        } else if self.is_split(node) {
            node.children().map(|half| self.count(half)).sum()
        } else {
            1
        }
    }
    fn visit(&mut self, node: NodeKey) {
        if !self.is_in_view(node) {
            return;
        }
        let mut verdict = Verdict::Mixed;
        let proof_ns = if node.level == 0 { 0.0 } else { once_ns(|| verdict = self.world.verdict(&every_point(node))) };
        if verdict != Verdict::Mixed {
            self.uniform.add(self.count(node), proof_ns);
        } else if self.is_split(node) {
            self.uniform.add(0, proof_ns);
            node.children().for_each(|half| self.visit(half));
        } else {
            let mut content = TileContent::Rock;
            let key = node.tile(self.strate.index);
            let ns = proof_ns + once_ns(|| content = build_tile(self.world, key, Proofs::On, &mut self.scratch));
            match content {
                TileContent::Mesh(_) | TileContent::Empty => self.mixed.add(1, ns),
                TileContent::Rock | TileContent::Air => self.uniform.add(1, ns),
            }
        }
    }
}

/// Every lattice point of a node and of its tile's halo.
fn every_point(node: NodeKey) -> SampleBox {
    let padded = padded(node);
    SampleBox { origin: padded.origin, level: 0, size: (padded.last() - padded.origin).as_uvec3() + 1 }
}

/// The samples of a node's tile.
fn padded(node: NodeKey) -> SampleBox {
    SampleBox { origin: node.origin() - (1 << node.level), level: node.level, size: UVec3::splat(GRID as u32) }
}

/// What streaming a first view took.
struct FirstView {
    /// Processor time of all of it on one thread.
    seconds: f64,
    /// Shares of lattice points that were sampled, and of nodes whose bound is the whole line.
    sampled: f64,
    unknown: f64,
}

impl FirstView {
    fn of(world: World) -> Option<Self> {
        let (strate, from_m) = arrival(&world)?;
        let max_level = strate.coarsest_level;
        let world = Arc::new(world);
        let settings = Settings { near_radius_tiles: RADIUS as u32, view_distance_m: None, max_level, memory_bytes: 1 << 30 };
        let mut streamer = Streamer::new(world.clone(), Workers::inline(), settings);
        let pos_m = from_m + DVec3::Z * 1.6;
        let anchor = Anchor { kind: AnchorKind::Visual, pos_m, velocity: Vec3::ZERO, forward: Vec3::Y };
        let seconds = 1e-9 * once_ns(|| drop(streamer.run_until_idle(Duration::ZERO, &[anchor])));
        let statistics = streamer.statistics();
        let covered = streamer.covered();
        let unknown = covered.iter().filter(|(node, _)| world.bound(&padded(*node)) == Interval::WHOLE).count();
        Some(Self {
            seconds,
            sampled: statistics.sampled_points as f64 / statistics.total_points.max(1) as f64,
            unknown: unknown as f64 / covered.len().max(1) as f64,
        })
    }
}
