//! The one law, on the archetypes as they are: a body walks between arrival, spine and departure, and so it does not without
//! the backbone.

use std::collections::BTreeMap;
use std::sync::Arc;
use voxelforge_world::defs::{Archetype, BandsDef, BatchDef, LayoutDef, PassagesDef, ProjectDef, RegionDef, StrateDef};
use voxelforge_world::query::LatticeCache;
use voxelforge_world::{Assets, World, law};

/// The given strates under one another, from the top.
fn world_of(seed: u64, strates: Vec<StrateDef>) -> Arc<World> {
    let batch = |(i, def): (usize, &StrateDef)| BatchDef { id: format!("b{i}"), count: 1, pool: vec![def.id.clone()] };
    let layout = LayoutDef { batches: strates.iter().enumerate().map(batch).collect(), ..Default::default() };
    let strates: BTreeMap<_, _> = strates.into_iter().map(|def| (def.id.clone(), Arc::new(def))).collect();
    let project = ProjectDef { seed, layout, ..Default::default() };
    let assets = Assets { project: Arc::new(project), strates, ..Default::default() };
    Arc::new(World::resolve(&assets, None).expect("default strates make a world"))
}

/// One strate of each kind, and a tunnel network once more.
fn world(seed: u64, bands: &BandsDef, passages: &PassagesDef) -> Arc<World> {
    let of = |(i, archetype): (usize, Archetype)| {
        let id = format!("{}-{i}", archetype.name().to_lowercase());
        StrateDef { bands: bands.clone(), passages: passages.clone(), ..StrateDef::new(&id, archetype) }
    };
    let kinds = Archetype::all_defaults();
    let again = kinds.first().cloned();
    world_of(seed, kinds.into_iter().chain(again).enumerate().map(of).collect())
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
fn a_strate_of_several_regions_can_be_walked_through() {
    let kinds = Archetype::all_defaults();
    for seed in 0..4 {
        let of = |i: usize| {
            let kind = |n: usize| kinds[(i + n + seed as usize) % kinds.len()].clone();
            let region = |n: usize| RegionDef { share: 1.0, archetype: kind(n), modifiers: Vec::new(), material: None };
            StrateDef { regions: vec![region(1), region(2)], ..StrateDef::new(&format!("mixed-{i}"), kind(0)) }
        };
        let world = world_of(seed, (0..3).map(of).collect());
        for strate in world.strates() {
            let walked = law::judge(&world, strate.index);
            assert!(walked.is_ok(), "seed {seed}, {}: {walked:?}", strate.def.archetype.name());
        }
    }
}

#[test]
fn networks_without_their_backbone_break_the_law() {
    let (mut broken, mut tried) = (0, 0);
    for seed in [3, 4, 5] {
        let world = default_world(seed);
        for strate in world.strates().iter().filter(|strate| strate.def.archetype.name() == "TunnelNetwork") {
            let plan = world.plan(strate.index).expect("planned");
            let judged = law::judge_with(&world, plan, &plan.features[..plan.n_fixed_features]);
            tried += 1;
            broken += u32::from(judged.is_err_and(|broken| broken.place_m().is_some()));
        }
    }
    // By chance a way may need nothing built.
    assert!(tried >= 6 && broken * 3 >= tried * 2, "{broken} of {tried}");
}

#[test]
fn plans_are_the_same_in_any_order_and_agree_on_passages() {
    let (down, up) = (default_world(11), default_world(11));
    let n_strates = down.strates().len();
    for strate in up.strates().iter().rev() {
        assert_eq!(up.plan(strate.index).err(), None);
    }
    for (a, b) in down.strates().iter().zip(up.strates()) {
        assert_eq!(down.plan(a.index), up.plan(b.index));
    }
    for pair in down.strates().windows(2) {
        let (above, below) = (down.plan(pair[0].index).expect("planned"), down.plan(pair[1].index).expect("planned"));
        assert_eq!(above.passages.last(), below.passages.first());
    }
    assert_eq!(n_strates, Archetype::all_defaults().len() + 1);
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
