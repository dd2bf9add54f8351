//! A first view of a strate: a body at its arrival, and the nodes and tiles it sees.

use field::SampleBox;
use glam::{DVec3, IVec3, UVec3};
use std::sync::Arc;
use stream::NodeKey;
use surface::{GRID, TILE_CELLS};
use world::defs::{
    Archetype, BiomeDef, BiomeLook, Climate, FixedSlotDef, MaterialDef, MaterialLook, ProjectDef, SCHEMA, StrateDef,
};
use world::{Assets, Strate, World};

/// Radius of a level's shell, in its tiles.
pub const RADIUS: i32 = 6;

/// A world of one strate with two biomes.
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
pub fn arrival(world: &World) -> Option<(&Strate, DVec3)> {
    let strate = world.strates().first()?;
    match world.plan(strate.index) {
        Ok(plan) => Some((strate, plan.spine_m)),
        Err(error) => {
            eprintln!("{error}");
            None
        }
    }
}

/// The tiles that a view of a strate ends with, as the leaves of an octree.
pub struct View {
    /// Where the body stands.
    centre: NodeKey,
    /// Lowest and highest lattice point of the strate.
    heights: [i32; 2],
    coarsest: u8,
}

impl View {
    /// From a place in a strate.
    pub fn of(world: &World, strate: &Strate, from_m: DVec3) -> Self {
        let centre = NodeKey::at(0, world.voxel().lattice_floor(from_m));
        Self { centre, heights: [strate.bands.bottom, strate.bands.top], coarsest: strate.coarsest_level }
    }
    fn distance(&self, node: NodeKey) -> i32 {
        node.distance_to_box(self.centre.origin(), self.centre.end())
    }
    fn shell(level: u8) -> i32 {
        (RADIUS * TILE_CELLS as i32) << level
    }
    fn is_in_view(&self, node: NodeKey) -> bool {
        let is_near = node.level < self.coarsest || self.distance(node) < Self::shell(node.level);
        is_near && node.origin().z < self.heights[1] && node.end().z > self.heights[0]
    }
    /// Whether a node is seen by its halves.
    pub fn is_split(&self, node: NodeKey) -> bool {
        node.level > 0 && self.distance(node) < Self::shell(node.level - 1)
    }
    /// Tiles of the view in a node.
    pub fn count(&self, node: NodeKey) -> usize {
        if !self.is_in_view(node) {
            0
        } else if self.is_split(node) {
            node.children().map(|half| self.count(half)).sum()
        } else {
            1
        }
    }
    /// Visits all nodes in view, each before its halves; those only where `node` says so and the node is split.
    pub fn visit(&self, node: &mut impl FnMut(&Self, NodeKey) -> bool) {
        let middle = NodeKey::at(self.coarsest, self.centre.origin());
        let n = 2 * RADIUS + 3;
        for i in 0..n * n * n {
            self.visit_from(middle.moved(IVec3::new(i % n, i / n % n, i / (n * n)) - (RADIUS + 1)), node);
        }
    }
    fn visit_from(&self, at: NodeKey, node: &mut impl FnMut(&Self, NodeKey) -> bool) {
        if self.is_in_view(at) && node(self, at) && self.is_split(at) {
            at.children().for_each(|half| self.visit_from(half, node));
        }
    }
}

/// Every lattice point of a node and of its tile's halo.
pub fn every_point(node: NodeKey) -> SampleBox {
    let padded = padded(node);
    SampleBox { origin: padded.origin, level: 0, size: (padded.last() - padded.origin).as_uvec3() + 1 }
}

/// The samples of a node's tile.
pub fn padded(node: NodeKey) -> SampleBox {
    SampleBox { origin: node.origin() - (1 << node.level), level: node.level, size: UVec3::splat(GRID as u32) }
}
