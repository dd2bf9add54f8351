//! What streaming promises: pure tiles, a closed picture at every frame, nothing rebuilt that did not change, flat memory.

use glam::{DVec3, IVec3, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use voxelforge_stream::{
    Anchor, AnchorKind, BuildScratch, Change, NodeKey, Replacement, Settings, Streamer, TileContent, TileKey, TileMesh, Workers,
    build_tile, seams,
};
use world::defs::{EditLayerDef, Mode, Shape, Stroke};
use world::{StrateIndex, World};

mod fixture;
use fixture::{assets, base, resolve};

fn settings() -> Settings {
    Settings { near_radius_tiles: 2, view_distance_m: None, max_level: 2, memory_bytes: 256 << 20 }
}

fn anchor_at(pos_m: DVec3) -> Anchor {
    Anchor { kind: AnchorKind::Visual, pos_m, velocity: Vec3::ZERO, forward: Vec3::X }
}

const START: DVec3 = DVec3::new(11.3, 6.2, -30.7);

/// Applies changes as a renderer does.
#[derive(Default)]
struct Picture(BTreeMap<TileKey, (Arc<TileMesh>, u8)>);

impl Picture {
    fn apply(&mut self, changes: Vec<Change>) {
        for change in changes {
            match change {
                Change::Add(mesh) => {
                    self.0.insert(mesh.key, (mesh, 0));
                }
                Change::Strips(key, strips) => self.0.get_mut(&key).expect("strips of a drawn tile").1 = strips,
                Change::Remove(key) => assert!(self.0.remove(&key).is_some(), "{key:?} was not drawn"),
            }
        }
    }

    fn drawn(&self) -> Vec<(Arc<TileMesh>, u8)> {
        self.0.values().cloned().collect()
    }
}

/// Carves a ball.
fn carved(centre_m: DVec3, radius_m: f32) -> Arc<World> {
    let mut assets = assets();
    let stroke = Stroke {
        sequence: 0,
        mode: Mode::Carve,
        shape: Shape::Sphere { centre_m: centre_m.to_array(), radius_m },
        falloff_m: 0.0,
        strength: 1.0,
    };
    let layer = EditLayerDef { schema: 1, id: "dig".into(), name: String::new(), order: 0, hidden: false, strokes: vec![stroke] };
    assets.edits.insert("dig".into(), Arc::new(layer));
    resolve(&assets, Some(&base()))
}

fn assert_closed(world: &World, streamer: &Streamer, picture: &Picture) {
    let report = seams::audit(world, &picture.drawn(), &streamer.covered());
    assert_eq!(report.unmatched, 0, "{report:?}");
}

/// Updates one step at a time and audits the picture after each swap.
fn settle_audited(streamer: &mut Streamer, picture: &mut Picture, anchor: Anchor, every: usize) -> usize {
    let mut scratch = BuildScratch::default();
    let mut audits = 0;
    let mut swaps = 0;
    loop {
        streamer.update(Duration::ZERO, &[anchor]);
        let changes = streamer.take_changes(usize::MAX);
        let has_changed = !changes.is_empty();
        picture.apply(changes);
        swaps += usize::from(has_changed);
        if has_changed && swaps % every == 0 {
            assert_closed(&Arc::clone(streamer.world()), streamer, picture);
            audits += 1;
        }
        if !streamer.is_busy() {
            break;
        }
        streamer.build_one(&mut scratch);
    }
    assert_closed(&Arc::clone(streamer.world()), streamer, picture);
    audits
}

#[test]
fn tiles_are_equal_with_proofs_on_and_off() {
    let world = base();
    let mut scratch = BuildScratch::default();
    let (mut meshes, mut uniform) = (0, 0);
    for level in 0..3 {
        for i in 0..27 {
            let near = NodeKey::at(level, world.voxel().lattice_floor(START)).moved(IVec3::new(i % 3, i / 3 % 3, i / 9) - 1);
            for strate in 0..2 {
                let key = near.tile(StrateIndex(strate));
                let with = build_tile(&world, key, field::Proofs::On, &mut scratch);
                let without = build_tile(&world, key, field::Proofs::Off, &mut scratch);
                assert_eq!(with, without, "{key:?}");
                meshes += usize::from(matches!(with, TileContent::Mesh(_)));
                uniform += usize::from(matches!(with, TileContent::Rock | TileContent::Air));
            }
        }
    }
    assert!(meshes > 10 && uniform > 0, "{meshes} meshes, {uniform} uniform");
}

#[test]
fn same_bytes_for_any_number_of_threads() {
    let world = base();
    let picture_with = |workers| {
        let mut streamer = Streamer::new(Arc::clone(&world), workers, settings());
        let mut picture = Picture::default();
        picture.apply(streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]));
        assert!(streamer.gates().walkable_now && streamer.gates().enclosed_now && streamer.gates().refined_now);
        picture
    };
    let clock = || Duration::ZERO;
    let inline = picture_with(Workers::inline());
    assert!(inline.0.len() > 50, "{}", inline.0.len());
    assert!(inline.0.values().any(|(_, strips)| *strips != 0));
    for threads in [1, 3] {
        assert_eq!(picture_with(Workers::new(threads, clock)).0, inline.0);
    }
}

#[test]
fn the_way_there_does_not_show() {
    let world = base();
    let end = START + DVec3::new(37.0, -21.0, -9.0);
    let mut direct = Streamer::new(Arc::clone(&world), Workers::inline(), settings());
    let mut straight = Picture::default();
    straight.apply(direct.run_until_idle(Duration::ZERO, &[anchor_at(end)]));

    let mut wandering = Streamer::new(world, Workers::inline(), settings());
    let mut picture = Picture::default();
    for step in 0..=5 {
        let at = START + (end - START) * (f64::from(step) / 5.0);
        picture.apply(wandering.run_until_idle(Duration::ZERO, &[anchor_at(at)]));
    }
    let meshes = |picture: &Picture| picture.0.values().map(|(mesh, _)| Arc::clone(mesh)).collect::<Vec<_>>();
    assert_eq!(meshes(&picture), meshes(&straight));
    assert_eq!(picture.0.values().map(|(_, s)| *s).collect::<Vec<_>>(), straight.0.values().map(|(_, s)| *s).collect::<Vec<_>>());
}

#[test]
fn the_picture_is_closed_at_every_frame_while_loading_and_moving() {
    let mut streamer = Streamer::new(base(), Workers::inline(), settings());
    let mut picture = Picture::default();
    assert!(settle_audited(&mut streamer, &mut picture, anchor_at(START), 3) > 3);
    // On, along and through the interface below.
    for offset in [DVec3::new(25.0, 3.0, 0.0), DVec3::new(2.0, 1.0, -27.0), DVec3::new(0.0, 0.0, -40.0)] {
        settle_audited(&mut streamer, &mut picture, anchor_at(START + offset), 8);
    }
    let drawn: Vec<_> = streamer.drawn().into_iter().map(|(mesh, strips)| (mesh.key, strips)).collect();
    let mut shown: Vec<_> = picture.drawn().into_iter().map(|(mesh, strips)| (mesh.key, strips)).collect();
    shown.sort_by_key(|(key, _)| (key.node(), key.strate));
    assert_eq!(drawn, shown);
}

#[test]
fn the_picture_is_closed_where_a_strate_ends_below_the_roots_level() {
    let world = base();
    for strate in world.strates().iter().filter(|strate| strate.coarsest_level < world.voxel().coarsest_level()) {
        let voxel = world.voxel();
        let settings = Settings { max_level: voxel.coarsest_level(), ..settings() };
        for z in [strate.bands.content_floor - 4, strate.bands.content_floor + 20] {
            let mut streamer = Streamer::new(Arc::clone(&world), Workers::inline(), settings.clone());
            let at_m = voxel.position_m(IVec3::new(0, 0, z));
            settle_audited(&mut streamer, &mut Picture::default(), anchor_at(at_m), 5);
        }
    }
}

#[test]
fn the_audit_notices_a_missing_strip_and_a_missing_tile() {
    let world = base();
    let mut streamer = Streamer::new(Arc::clone(&world), Workers::inline(), settings());
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let (drawn, covered) = (streamer.drawn(), streamer.covered());
    assert_eq!(seams::audit(&world, &drawn, &covered).unmatched, 0);

    let mut without_strips = drawn.clone();
    without_strips.iter_mut().for_each(|(_, strips)| *strips = 0);
    let report = seams::audit(&world, &without_strips, &covered);
    assert!(report.unmatched > 0 && report.first.is_some());

    let mut without_tile = drawn;
    let near = without_tile.iter().position(|(mesh, _)| mesh.key.node() == NodeKey::at(0, world.voxel().lattice_floor(START)));
    without_tile.remove(near.expect("the tile at the start has a surface"));
    assert!(seams::audit(&world, &without_tile, &covered).unmatched > 0);
}

#[test]
fn an_edit_rebuilds_what_it_touches_and_appears_in_one_frame() {
    let world = base();
    let mut streamer = Streamer::new(Arc::clone(&world), Workers::inline(), settings());
    let mut picture = Picture::default();
    picture.apply(streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]));
    let built = streamer.statistics().built;

    let centre = START + DVec3::new(5.0, 4.0, -9.0);
    let edited = carved(centre, 3.0);
    streamer.replace(Arc::clone(&edited));
    let mut frames = 0;
    let mut scratch = BuildScratch::default();
    while streamer.is_busy() {
        streamer.update(Duration::ZERO, &[anchor_at(START)]);
        let changes = streamer.take_changes(usize::MAX);
        frames += usize::from(changes.iter().any(|change| matches!(change, Change::Add(_))));
        picture.apply(changes);
        streamer.build_one(&mut scratch);
    }
    assert_eq!(frames, 1);
    let rebuilt = streamer.statistics().built - built;
    assert!((1..60).contains(&rebuilt), "{rebuilt}");
    assert_closed(&edited, &streamer, &picture);

    let mut fresh = Streamer::new(edited, Workers::inline(), settings());
    let mut expected = Picture::default();
    expected.apply(fresh.run_until_idle(Duration::ZERO, &[anchor_at(START)]));
    assert_eq!(picture.0.keys().collect::<Vec<_>>(), expected.0.keys().collect::<Vec<_>>());
    assert!(picture.0 == expected.0);
}

#[test]
fn edits_that_come_faster_than_they_are_built_are_taken_up_together() {
    let mut world = base();
    let mut streamer = Streamer::new(Arc::clone(&world), Workers::inline(), settings());
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let mut scratch = BuildScratch::default();
    let mut swaps = 0;
    for step in 0..40 {
        let next = carved(START, 2.0 + 0.05 * step as f32);
        streamer.replace(Arc::clone(&next));
        world = next;
        for _ in 0..3 {
            streamer.build_one(&mut scratch);
        }
        streamer.update(Duration::ZERO, &[anchor_at(START)]);
        swaps += usize::from(!streamer.take_changes(usize::MAX).is_empty());
    }
    assert!(swaps > 1, "the picture must follow while edits pour in");
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let mut fresh = Streamer::new(world, Workers::inline(), settings());
    fresh.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let keys = |streamer: &Streamer| streamer.drawn().iter().map(|(m, strips)| (m.key, *strips)).collect::<Vec<_>>();
    assert_eq!(keys(&streamer), keys(&fresh));
    assert!(streamer.drawn() == fresh.drawn());
}

#[test]
fn standing_still_asks_for_nothing() {
    let mut streamer = Streamer::new(base(), Workers::inline(), settings());
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let before = streamer.statistics();
    for frame in 0..100 {
        streamer.update(Duration::from_millis(16 * frame), &[anchor_at(START)]);
        assert!(streamer.take_changes(usize::MAX).is_empty() && !streamer.is_busy());
    }
    assert_eq!(streamer.statistics(), before);
}

#[test]
fn a_changed_strate_is_refreshed_tile_by_tile_and_ends_as_if_fresh() {
    let world = base();
    let at_m = world.plan(StrateIndex(0)).expect("a plan").spine_m + DVec3::Z * 1.6;
    let mut streamer = Streamer::new(Arc::clone(&world), Workers::inline(), settings());
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(at_m)]);
    assert_eq!(streamer.statistics().refresh, None);

    let mut changed = assets();
    let id = world.strates()[0].def.id.clone();
    let strate = changed.strates.get_mut(&id).map(Arc::make_mut).expect("the first strate");
    strate.seed = Some(4711);
    let next = resolve(&changed, Some(&world));
    streamer.replace(Arc::clone(&next));
    let mut scratch = BuildScratch::default();
    let (mut frames, mut now) = (0, Duration::ZERO);
    while streamer.is_busy() {
        now += Duration::from_millis(1);
        streamer.update(now, &[anchor_at(at_m)]);
        assert!(streamer.gates().enclosed_now, "the old picture stays until the new one covers it");
        frames += usize::from(streamer.take_changes(usize::MAX).iter().any(|change| matches!(change, Change::Add(_))));
        streamer.build_one(&mut scratch);
    }
    assert!(frames > 10, "{frames} frames with new tiles");
    let refresh = streamer.statistics().refresh.expect("something was refreshed");
    assert!(refresh < now / 4, "the first tile after {refresh:?} of {now:?}");

    let mut fresh = Streamer::new(next, Workers::inline(), settings());
    fresh.run_until_idle(Duration::ZERO, &[anchor_at(at_m)]);
    // The tree may be split where a fresh one is proven to hold nothing, so only what is drawn is compared.
    let meshes = |streamer: &Streamer| streamer.drawn().into_iter().map(|(mesh, _)| mesh).collect::<Vec<_>>();
    assert!(meshes(&streamer) == meshes(&fresh));
}

#[test]
fn fifty_replacements_leave_memory_flat_and_the_picture_whole() {
    let worlds = [carved(START, 2.5), carved(START, 3.5)];
    let mut streamer = Streamer::new(Arc::clone(&worlds[0]), Workers::inline(), settings());
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let bytes = streamer.statistics().accounted_bytes;
    let mut scratch = BuildScratch::default();
    for round in 1..=50 {
        streamer.set_world(Arc::clone(&worlds[round % 2]), Replacement::Whole);
        for _ in 0..4 {
            streamer.update(Duration::ZERO, &[anchor_at(START)]);
            streamer.build_one(&mut scratch);
            assert!(streamer.gates().enclosed_now);
        }
    }
    assert!(streamer.statistics().dropped > 0);
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    let after = streamer.statistics().accounted_bytes;
    assert!(after <= bytes + bytes / 50, "{bytes} bytes before, {after} after");
}

#[test]
fn going_back_costs_nothing_and_the_budget_is_kept() {
    let world = base();
    let mut streamer = Streamer::new(Arc::clone(&world), Workers::inline(), settings());
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START + DVec3::X * 32.0)]);
    let built = streamer.statistics().built;
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    assert_eq!(streamer.statistics().built, built);

    let tight = Settings { memory_bytes: streamer.statistics().accounted_bytes / 2, ..settings() };
    let mut streamer = Streamer::new(world, Workers::inline(), Settings { near_radius_tiles: 4, ..tight.clone() });
    streamer.run_until_idle(Duration::ZERO, &[anchor_at(START)]);
    assert!(streamer.statistics().radius_lost_tiles > 0);
    assert!(streamer.gates().enclosed_now);
}
