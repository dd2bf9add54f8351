//! Layout, resolving and the content hash.

use crate::support::{drawn, list, pool, project, resolve, stacked, strate, with_biomes};
use param::Value;
use std::sync::Arc;
use voxelforge_world::defs::{Archetype, FixedSlotDef, FlatPlain};
use voxelforge_world::{Difference, ResolveError, StrateIndex, World};

fn ids(world: &World) -> Vec<(String, String)> {
    world.strates().iter().map(|strate| (strate.slot.0.clone(), strate.def.id.clone())).collect()
}

#[test]
fn order_of_a_pool_and_shown_names_move_nothing() {
    let one = drawn(11, &[("upper", 6)], &["warren", "plain", "land"]);
    let mut other = drawn(11, &[("upper", 6)], &["land", "warren", "plain", "warren"]);
    for def in other.strates.values_mut() {
        Arc::make_mut(def).name = "renamed".into();
    }
    let (one, other) = (resolve(&one), resolve(&other));
    assert_eq!(ids(&one), ids(&other));
    assert_eq!(one.content_hash(), other.content_hash());
}

#[test]
fn a_new_batch_moves_no_slot() {
    let short = resolve(&drawn(5, &[("upper", 5)], &["warren", "plain", "land"]));
    let long = resolve(&drawn(5, &[("upper", 5), ("lower", 4)], &["warren", "plain", "land"]));
    assert_eq!(ids(&short), ids(&long)[..5]);
    assert_eq!(short.strates()[4].seed, long.strates()[4].seed);
    assert_eq!(long.strates().len(), 9);
}

#[test]
fn no_two_alike_holds_for_every_seed() {
    let mut alike_without = 0;
    for seed in 0..60 {
        let mut assets = drawn(seed, &[("a", 5)], &["warren", "plain", "land"]);
        project(&mut assets).layout.fixed.push(FixedSlotDef { index: 2, strate: "plain".into() });
        let alike = |world: &World| {
            world.strates().windows(2).filter(|pair| pair[0].def.archetype.name() == pair[1].def.archetype.name()).count()
        };
        alike_without += alike(&resolve(&assets));
        project(&mut assets).layout.no_two_alike = true;
        assert_eq!(alike(&resolve(&assets)), 0, "seed {seed}");
    }
    assert!(alike_without > 20, "the rule is what keeps them apart");
}

#[test]
fn an_impossible_draw_takes_the_safe_entry() {
    let mut assets = drawn(1, &[("a", 3)], &["plain"]);
    let layout = &mut project(&mut assets).layout;
    (layout.no_two_alike, layout.safe_entry) = (true, Some("warren".into()));
    let drawn: Vec<String> = ids(&resolve(&assets)).into_iter().map(|(_, id)| id).collect();
    assert_eq!(drawn, ["plain", "warren", "plain"]);
}

#[test]
fn overrides_and_candidates_replace_without_drawing_again() {
    let assets = drawn(8, &[("a", 4)], &["warren", "plain", "land"]);
    let before = ids(&resolve(&assets));
    let mut changed = assets.clone();
    let layout = &mut project(&mut changed).layout;
    layout.overrides.insert("a.1".into(), "land".into());
    layout.candidates.insert("a.2".into(), strate("invented", Archetype::FlatPlain(FlatPlain::default())));
    let after = ids(&resolve(&changed));
    assert_eq!((&after[0], &after[3]), (&before[0], &before[3]));
    assert_eq!((after[1].1.as_str(), after[2].1.as_str()), ("land", "invented"));
}

#[test]
fn bands_stack_without_a_hole() {
    let mut defs: Vec<_> = pool().strates.values().map(|def| (**def).clone()).collect();
    defs[1].bands.gap_m = 24.0;
    let world = resolve(&stacked(defs, 3));
    assert_eq!(world.strates()[0].bands.top, 0);
    for pair in world.strates().windows(2) {
        assert_eq!(pair[0].bands.bottom, pair[1].bands.top);
    }
    for strate in world.strates() {
        for z in [strate.bands.top - 1, strate.bands.content_floor, strate.bands.bottom] {
            assert_eq!(world.strate_at(z), Some(strate.index));
        }
    }
    let last = world.strates()[2].bands.bottom;
    assert_eq!((world.strate_at(0), world.strate_at(last - 1)), (None, None));
}

#[test]
fn every_mistake_is_reported_at_once() {
    let mut assets = stacked(pool().strates.values().map(|def| (**def).clone()), 3);
    if let Some(plain) = assets.strates.get_mut("plain") {
        let plain = Arc::make_mut(plain);
        plain.bands.content_m = 61.0;
        plain.biomes = vec!["meadwo".into()];
    }
    let mut assets = with_biomes(assets);
    project(&mut assets).layout.overrides.insert("fixed.9".into(), "plian".into());
    project(&mut assets).layout.fixed.push(FixedSlotDef { index: 7, strate: "land".into() });
    let errors = World::resolve(&assets, None).expect_err("four mistakes");
    let text = list(&errors);
    for part in ["content_m", "did you mean \"meadow\"", "did you mean \"plain\"", "slot 7 lies past the end"] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    assert!(errors.iter().any(|error| matches!(error, ResolveError::Missing { .. })));
}

#[test]
fn the_content_hash_follows_what_shapes_a_world_and_nothing_else() {
    let assets = with_biomes(stacked(pool().strates.values().map(|def| (**def).clone()), 3));
    let hash = resolve(&assets).content_hash();
    assert_eq!(hash, resolve(&assets.clone()).content_hash());
    let changed = |change: &dyn Fn(&mut voxelforge_world::defs::StrateDef)| {
        let mut assets = assets.clone();
        change(Arc::make_mut(assets.strates.get_mut("land").expect("it is there")));
        resolve(&assets).content_hash()
    };
    assert_eq!(hash, changed(&|def| def.look.fog_distance_m = 33.0), "looks shape nothing");
    assert_ne!(hash, changed(&|def| def.seed = Some(4)));
    assert_ne!(hash, changed(&|def| def.biomes.truncate(1)));
    assert_ne!(hash, changed(&|def| def.passages.count = 2));
    assert_ne!(hash, changed(&|def| def.archetype.block_mut().set(0, Value::Float(30.0)).expect("in range")));
    let mut reseeded = assets.clone();
    project(&mut reseeded).seed = 4;
    assert_ne!(hash, resolve(&reseeded).content_hash());
}

#[test]
fn unchanged_parts_are_kept_and_changed_ones_are_not() {
    let assets = stacked(pool().strates.values().map(|def| (**def).clone()), 3);
    let before = resolve(&assets);
    let mut changed = assets.clone();
    let last = before.strates()[2].def.id.clone();
    let def = Arc::make_mut(changed.strates.get_mut(&last).expect("it is there"));
    def.archetype
        .block_mut()
        .set(1, Value::Float(0.3))
        .or_else(|_| def.archetype.block_mut().set(1, Value::Float(45.0)))
        .expect("in range");
    let after = World::resolve(&changed, Some(&before)).unwrap_or_else(|errors| panic!("{}", list(&errors)));
    let kept = |i: usize| Arc::ptr_eq(&before.strates()[i].native, &after.strates()[i].native);
    assert_eq!([kept(0), kept(1), kept(2)], [true, true, false]);
    let change = after.difference(&before).expect("the frame is the same");
    let first = &after.strates()[0].bands;
    assert!(
        !change.strates.is_empty() && change.boxes().iter().all(|(_, max)| max.z <= first.bottom),
        "the first strate reads nothing of the third"
    );
    assert_eq!(resolve(&changed).content_hash(), after.content_hash());
    assert_eq!(after.difference(&after), Some(Difference::default()));
    assert!(after.planned(StrateIndex(0)).is_none(), "resolving plans nothing");
}
