//! The one law, on the archetypes as they are: a body walks between arrival, spine and departure, and so it does not without
//! the backbone.

use std::collections::BTreeMap;
use std::sync::Arc;
use voxelforge_world::defs::{Archetype, BandsDef, BatchDef, LayoutDef, PassagesDef, ProjectDef, SCHEMA, StrateDef};
use voxelforge_world::query::LatticeCache;
use voxelforge_world::{Assets, World, law};

/// Two tunnel networks, a surface world and a plain under one another.
fn world(seed: u64, bands: &BandsDef, passages: &PassagesDef) -> Arc<World> {
    let strates: BTreeMap<_, _> = Archetype::all_defaults()
        .into_iter()
        .map(|archetype| {
            let def = StrateDef {
                schema: SCHEMA,
                id: archetype.name().to_lowercase(),
                name: String::new(),
                tags: Vec::new(),
                seed: None,
                archetype,
                modifiers: Vec::new(),
                bands: bands.clone(),
                transition: Default::default(),
                passages: passages.clone(),
                biomes: Vec::new(),
                biome_size_m: 96.0,
                material: None,
                look: Default::default(),
            };
            (def.id.clone(), Arc::new(def))
        })
        .collect();
    let order = ["tunnelnetwork", "surfaceworld", "flatplain", "tunnelnetwork"];
    let batch = |(i, strate): (usize, &&str)| BatchDef { id: format!("b{i}"), count: 1, pool: vec![(*strate).into()] };
    let layout = LayoutDef { batches: order.iter().enumerate().map(batch).collect(), ..Default::default() };
    let project = ProjectDef { seed, layout, ..Default::default() };
    let assets = Assets { project: Arc::new(project), strates, ..Default::default() };
    Arc::new(World::resolve(&assets, None).expect("default strates make a world"))
}

fn default_world(seed: u64) -> Arc<World> {
    world(seed, &BandsDef::default(), &PassagesDef::default())
}

#[test]
fn every_strate_can_be_walked_through() {
    let world = default_world(3);
    for strate in world.strates() {
        let walked = law::judge(&world, strate.index);
        assert!(walked.as_ref().is_ok_and(|walked| walked.legs >= 2 && walked.length_m > 60.0), "{walked:?}");
    }
}

#[test]
fn a_network_without_its_backbone_breaks_the_law() {
    let world = default_world(3);
    for strate in world.strates().iter().filter(|strate| strate.def.archetype.name() == "TunnelNetwork") {
        let plan = world.plan(strate.index).expect("planned");
        let broken = law::judge_with(&world, plan, &plan.features[..plan.n_fixed_features]);
        assert!(broken.as_ref().is_err_and(|broken| broken.place_m().is_some()), "{broken:?}");
    }
}

#[test]
fn plans_are_the_same_in_any_order_and_agree_on_passages() {
    let (down, up) = (default_world(11), default_world(11));
    let n_strates = down.strates().len();
    for strate in up.strates().iter().rev() {
        assert!(up.plan(strate.index).is_ok());
    }
    for (a, b) in down.strates().iter().zip(up.strates()) {
        assert_eq!(down.plan(a.index), up.plan(b.index));
    }
    for pair in down.strates().windows(2) {
        let (above, below) = (down.plan(pair[0].index).expect("planned"), down.plan(pair[1].index).expect("planned"));
        assert_eq!(above.passages.last(), below.passages.first());
    }
    assert_eq!(n_strates, 4);
}

#[test]
fn a_body_walks_a_passage_and_a_backbone_both_ways() {
    let world = default_world(3);
    let mut cache = LatticeCache::new(world.clone(), 20_000);
    let plan = world.plan(world.strates()[2].index).expect("planned");
    for route in plan.backbone.iter().chain(plan.passages.first()) {
        let mut points = route.points_m.clone();
        for _ in 0..2 {
            let journey = law::walk_route(&mut cache, &points);
            assert!(journey.arrived, "{journey:?} from {}", points[0]);
            points.reverse();
        }
    }
}
