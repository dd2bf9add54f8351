//! Small worlds to test with, and a source of repeatable chance.

use field::hash::{Rolls, Tag};
use glam::IVec3;
use param::{Kind, ParamBlock, Value, validate};
use std::sync::Arc;
use voxelforge_world::defs::{
    Archetype, BatchDef, BiomeDef, BiomeLook, Climate, FixedSlotDef, MaterialDef, MaterialLook, ProjectDef, SCHEMA, StrateDef,
};
use voxelforge_world::{Assets, ResolveError, World};

/// A strate of default bands.
pub fn strate(id: &str, archetype: Archetype) -> StrateDef {
    StrateDef { name: id.to_uppercase(), ..StrateDef::new(id, archetype) }
}

/// One strate of each kind, not yet placed.
pub fn pool() -> Assets {
    let mut assets = Assets::default();
    for (id, archetype) in ["warren", "plain", "land"].iter().zip(Archetype::all_defaults()) {
        assets.strates.insert((*id).into(), Arc::new(strate(id, archetype)));
    }
    assets
}

/// The given strates, fixed from the top.
pub fn stacked(strates: impl IntoIterator<Item = StrateDef>, seed: u64) -> Assets {
    let mut assets = Assets::default();
    let mut project = ProjectDef { seed, ..ProjectDef::default() };
    for (index, def) in strates.into_iter().enumerate() {
        project.layout.fixed.push(FixedSlotDef { index: index as u32, strate: def.id.clone() });
        assets.strates.insert(def.id.clone(), Arc::new(def));
    }
    assets.project = Arc::new(project);
    assets
}

/// Batches drawn from the whole pool.
pub fn drawn(seed: u64, batches: &[(&str, u32)], pool_ids: &[&str]) -> Assets {
    let mut assets = pool();
    let mut project = ProjectDef { seed, ..ProjectDef::default() };
    for (id, count) in batches {
        let pool = pool_ids.iter().map(|id| (*id).to_string()).collect();
        project.layout.batches.push(BatchDef { id: (*id).into(), count: *count, pool });
    }
    assets.project = Arc::new(project);
    assets
}

/// Adds two biomes with materials to the strate `land`.
pub fn with_biomes(mut assets: Assets) -> Assets {
    for id in ["moss", "sand"] {
        let material = MaterialDef { id: id.into(), name: String::new(), look: MaterialLook::default() };
        assets.materials.insert(id.into(), Arc::new(material));
    }
    for (id, material, moisture) in [("meadow", "moss", [0.5, 1.0]), ("dunes", "sand", [0.0, 0.5])] {
        let climate = Climate { moisture_min: moisture[0], moisture_max: moisture[1], ..Climate::default() };
        let look = BiomeLook { relief_factor: if id == "dunes" { 0.4 } else { 1.2 }, ..BiomeLook::default() };
        let biome = BiomeDef { schema: SCHEMA, id: id.into(), name: String::new(), climate, material: material.into(), look };
        assets.biomes.insert(id.into(), Arc::new(biome));
    }
    if let Some(land) = assets.strates.get_mut("land") {
        Arc::make_mut(land).biomes = vec!["meadow".into(), "dunes".into()];
    }
    assets
}

/// Changes the project.
pub fn project(assets: &mut Assets) -> &mut ProjectDef {
    Arc::make_mut(&mut assets.project)
}

/// Resolves assets that are known to be good.
pub fn resolve(assets: &Assets) -> World {
    World::resolve(assets, None).unwrap_or_else(|errors| panic!("{}", list(&errors)))
}

/// Every error on a line.
pub fn list(errors: &[ResolveError]) -> String {
    errors.iter().map(|error| format!("{error}\n")).collect()
}

/// Rolls of a test.
pub fn rolls(seed: u64) -> Rolls {
    Rolls::new(seed, Tag::Test, IVec3::ZERO)
}

/// Every shape-giving number of a block set anew within its hard range, until all relations hold.
pub fn shake(block: &mut dyn ParamBlock, rolls: &mut Rolls) {
    for _ in 0..2000 {
        for (i, decl) in block.declarations().iter().enumerate() {
            if let Kind::Float { hard, soft, .. } = decl.kind {
                let range = if rolls.chance(0.3) { hard } else { soft };
                let value = Value::Float(rolls.range(range[0], range[1]));
                block.set(i, value).unwrap_or_else(|violation| panic!("{violation}"));
            }
        }
        if validate(block).is_empty() {
            return;
        }
    }
    panic!("no legal parameters found");
}
