//! Water: its level belongs to the world, and no rock knows of it.

use crate::support::{resolve, stacked, strate};
use std::sync::Arc;
use voxelforge_world::defs::{Archetype, FlatPlain, RegionDef, StrateDef, Underwater};
use voxelforge_world::{Difference, World};

fn drowned(water_level: f32) -> StrateDef {
    strate("drowned", Archetype::Underwater(Underwater { water_level, ..Underwater::default() }))
}

fn dry(id: &str) -> StrateDef {
    strate(id, Archetype::FlatPlain(FlatPlain::default()))
}

#[test]
fn water_stands_at_its_share_of_the_content_and_nowhere_else() {
    let world = resolve(&stacked([dry("above"), drowned(0.6), dry("below")], 5));
    let [above, drowned, below] = world.strates() else { panic!("three strates") };
    let floor_m = f64::from(drowned.bands.content_floor) * f64::from(world.voxel().metres());
    let level_m = world.water_level_m(drowned.index).expect("it is drowned");
    assert!((level_m - floor_m - 0.6 * f64::from(drowned.def.bands.content_m)).abs() < 1e-4, "{level_m} over {floor_m}");
    assert_eq!([above, below].map(|strate| world.water_level_m(strate.index)), [None, None]);
}

#[test]
fn a_region_with_water_drowns_its_strate() {
    let mut mixed = dry("mixed");
    let of = |level| RegionDef { share: 1.0, archetype: drowned(level).archetype, modifiers: Vec::new(), material: None };
    mixed.regions = vec![of(0.25), of(0.5)];
    let world = resolve(&stacked([mixed], 5));
    let strate = &world.strates()[0];
    let floor_m = f64::from(strate.bands.content_floor) * f64::from(world.voxel().metres());
    assert_eq!(world.water_level_m(strate.index), Some(floor_m + 32.0), "one surface, the higher one");
}

#[test]
fn rising_water_makes_another_world_of_the_same_rock_and_the_same_ways() {
    let assets = stacked([dry("above"), drowned(0.6), dry("below")], 5);
    let before = resolve(&assets);
    let plan = before.plan(before.strates()[1].index).expect("planned").clone();
    let mut risen = assets.clone();
    risen.strates.insert("drowned".into(), Arc::new(drowned(0.8)));
    let after = World::resolve(&risen, Some(&before)).expect("a world");
    assert_ne!(before.content_hash(), after.content_hash());
    let [old, new] = [&before, &after].map(|world| &world.strates()[1]);
    assert!(Arc::ptr_eq(&old.native, &new.native), "no rock moves");
    assert_eq!(after.planned(new.index), Some(&plan), "no way is planned again");
    let changed = after.difference(&before).expect("the frame is the same");
    assert!(changed.strates.len() == 1 && changed.edits.is_empty(), "{changed:?}");
    let again = World::resolve(&assets, Some(&before)).expect("a world");
    assert_eq!((again.content_hash(), again.difference(&before)), (before.content_hash(), Some(Difference::default())));
}
