//! The one law, on the archetypes as they are: a body walks between arrival, spine and departure, and so it does not without
//! the backbone.

use std::collections::BTreeMap;
use std::sync::Arc;
use voxelforge_world::defs::{Archetype, BatchDef, LayoutDef, ProjectDef, SCHEMA, StrateDef};
use voxelforge_world::{Assets, World, law};

fn strate(archetype: Archetype) -> StrateDef {
    StrateDef {
        schema: SCHEMA,
        id: archetype.name().to_lowercase(),
        name: String::new(),
        tags: Vec::new(),
        seed: None,
        archetype,
        bands: Default::default(),
        transition: Default::default(),
        passages: Default::default(),
        biomes: Vec::new(),
        biome_size_m: 96.0,
        material: None,
        look: Default::default(),
    }
}

/// One strate of each kind, with default parameters, twice over.
fn world(seed: u64) -> Arc<World> {
    let strates: BTreeMap<_, _> =
        Archetype::all_defaults().into_iter().map(strate).map(|def| (def.id.clone(), Arc::new(def))).collect();
    let batch = |id: &str, strate: &str| BatchDef { id: id.into(), count: 1, pool: vec![strate.into()] };
    let batches = ["tunnelnetwork", "surfaceworld", "flatplain", "tunnelnetwork"];
    let batches = batches.iter().enumerate().map(|(i, strate)| batch(&format!("b{i}"), strate)).collect();
    let project = ProjectDef { seed, layout: LayoutDef { batches, ..Default::default() }, ..Default::default() };
    let assets = Assets { project: Arc::new(project), strates, ..Default::default() };
    Arc::new(World::resolve(&assets, None).expect("default strates make a world"))
}

#[test]
fn every_strate_can_be_walked_through() {
    for seed in 1..=3 {
        let world = world(seed);
        for strate in world.strates() {
            let started = std::time::Instant::now();
            let plan = world.plan(strate.index).map_err(|e| e.to_string());
            println!("seed {seed} strate {} planned in {:?}", strate.index.0, started.elapsed());
            let started = std::time::Instant::now();
            if let Ok(plan) = plan {
                for (m, r) in plan.mouths.iter().zip(&plan.backbone) {
                    println!(
                        "   mouth {:?} {} {}; {} points, {} natural",
                        m.kind,
                        m.passage,
                        m.foot_m,
                        r.points_m.len(),
                        r.natural.iter().filter(|n| **n).count()
                    );
                }
                println!("   {} features", plan.features.len());
            }
            let verdict = law::judge(&world, strate.index);
            println!("   {verdict:?} in {:?}", started.elapsed());
        }
    }
}
