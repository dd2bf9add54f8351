//! A composer candidate in the running world: what its card promised is what stands there, the law holds, and nothing piles up.

use compose::{Card, SearchSpec, Watch};
use glam::{DVec3, Vec3};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stream::{Anchor, AnchorKind, Settings, Streamer, Workers};
use world::{Assets, StrateIndex, World};

/// Candidates applied in turn.
const TURNS: usize = 10;
/// The slot they are put into: the middle strate of the fixture.
const SLOT: &str = "fixed.1";

fn tiny() -> Assets {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("projects/tiny");
    project::load(&folder).expect("a project").assets
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

fn cards(assets: &Assets, count: u32, threads: usize) -> Vec<Card> {
    let spec = SearchSpec::new(assets, 5, count);
    compose::search(assets, &spec, &BTreeSet::new(), &pool(threads), &|_| {}, &Watch::quiet()).expect("a search")
}

fn drawn_bytes(streamer: &Streamer) -> usize {
    streamer.drawn().iter().map(|(mesh, _)| mesh.bytes()).sum()
}

#[test]
fn one_thread_and_two_find_equal_cards() {
    let assets = tiny();
    let (one, two) = (cards(&assets, 4, 1), cards(&assets, 4, 2));
    assert_eq!(serde_json::to_string(&one).expect("JSON"), serde_json::to_string(&two).expect("JSON"));
}

#[test]
fn candidates_applied_in_turn_are_what_their_cards_say_and_leave_nothing_behind() {
    let assets = tiny();
    let accepted: Vec<Card> = cards(&assets, 6, 2).into_iter().filter(|card| card.refusals.is_empty()).collect();
    assert!(accepted.len() >= 2, "only {} candidates passed the gates", accepted.len());

    let first = Arc::new(World::resolve(&assets, None).expect("a world"));
    let index = StrateIndex(1);
    let settings = Settings { near_radius_tiles: 2, view_distance_m: None, max_level: 2, memory_bytes: 256 << 20 };
    let mut streamer = Streamer::new(first.clone(), Workers::inline(), settings);
    let anchors = |world: &World| {
        let foot = world.plan(index).expect("a plan").spine_m;
        [Anchor { kind: AnchorKind::Visual, pos_m: foot + DVec3::Z * 1.6, velocity: Vec3::ZERO, forward: Vec3::X }]
    };
    streamer.run_until_idle(Duration::ZERO, &anchors(&first));
    let before = streamer.statistics().accounted_bytes;
    let drawn_before = drawn_bytes(&streamer);

    let mut world = first.clone();
    for turn in 0..TURNS {
        let card = &accepted[turn % accepted.len()];
        let applied = compose::apply(&world, SLOT, card).expect("the slot is there");
        let next = Arc::new(World::resolve(&applied, Some(&world)).expect("a world"));
        let strate = &next.strates()[usize::from(index.0)];
        assert!(card.matches(&strate.native, strate.bands.content_top - strate.bands.content_floor), "turn {turn}: {}", card.id);
        for neighbour in 0..3 {
            let judged = world::law::judge(&next, StrateIndex(neighbour));
            assert!(judged.is_ok(), "turn {turn}, strate {neighbour}: {:?}", judged.err());
        }
        streamer.replace(next.clone());
        streamer.run_until_idle(Duration::from_secs(turn as u64 + 1), &anchors(&next));
        world = next;
    }

    // Taking the candidate out again gives the first world back, and its memory.
    let back =
        Arc::new(World::resolve(&compose::unapply(world.assets(), SLOT).expect("a candidate"), Some(&world)).expect("a world"));
    assert_eq!(back.content_hash(), first.content_hash());
    streamer.replace(back.clone());
    streamer.run_until_idle(Duration::from_secs(60), &anchors(&back));
    let after = streamer.statistics().accounted_bytes;
    // What is drawn takes the same bytes; caches beside it may be emptier than after the first loading, but not fuller.
    assert_eq!(drawn_bytes(&streamer), drawn_before);
    assert!(after * 20 <= before * 21, "{before} bytes before, {after} after");
}
