//! Tests of cave plans over many seeds, each with what it would not let pass.

use super::super::tests::spec;
use super::*;
use std::collections::BTreeSet;

/// Specs over the range of what may be authored.
fn specs() -> Vec<CavesSpec> {
    let mut specs = vec![spec()];
    for (i, content_m) in [16.0, 24.0, 64.0, 200.0, 512.0].into_iter().enumerate() {
        specs.push(CavesSpec { content_m, content_radius_m: [64.0, 100.0, 170.0][i % 3], descent_m: 20.0, ..spec() });
    }
    specs.push(CavesSpec { spacing_m: [12.0, 40.0], room_radius_m: [3.0, 20.0], hall_radius_m: 32.0, winding_m: 10.0, ..spec() });
    specs.push(CavesSpec { corridor_radius_m: [4.0, 5.0], roughness_m: 1.0, mouths_m: [12.0, 100.0], descent_m: 64.0, ..spec() });
    specs
}

fn plans() -> impl Iterator<Item = (u64, CavesSpec, Graph)> {
    specs().into_iter().enumerate().flat_map(|(n, spec)| {
        let seeds = if n == 0 { 0..20 } else { 100..104 };
        seeds.map(move |seed| (seed, spec, plan(seed, &spec)))
    })
}

/// Groups of rooms that ways join, when some ways are left out.
fn groups(graph: &Graph, keep: impl Fn(usize, &Way) -> bool) -> usize {
    let mut group: Vec<usize> = (0..graph.rooms.len()).collect();
    for (_, way) in graph.ways.iter().enumerate().filter(|(n, way)| keep(*n, way)) {
        let Some(to) = way.to else { continue };
        let (from, to) = (group[way.from], group[to]);
        group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    }
    group.into_iter().collect::<BTreeSet<_>>().len()
}

fn is_needed(way: &Way) -> bool {
    matches!(way.kind, WayKind::Spine | WayKind::Tree)
}

#[test]
fn every_room_is_on_one_tree_and_a_missing_way_is_noticed() {
    for (seed, _, graph) in plans() {
        assert!(graph.rooms.len() >= 5, "seed {seed}: {} rooms", graph.rooms.len());
        assert_eq!(groups(&graph, |_, way| is_needed(way)), 1, "seed {seed}");
        assert_eq!(graph.ways.iter().filter(|way| is_needed(way)).count(), graph.rooms.len() - 1, "seed {seed}");
        assert_eq!(groups(&graph, |n, way| n != 3 && is_needed(way)), 2, "seed {seed}");
    }
}

#[test]
fn few_rooms_are_left_out_of_the_tree() {
    let (mut placed, mut reached) = (0, 0);
    for seed in 0..20 {
        let (spec, limits) = (spec(), Limits::new(&spec()));
        placed += sites::place(seed, &spec, &limits, &spine::plan(seed, &spec, &limits)).len();
        reached += plan(seed, &spec).rooms.len();
    }
    assert!(reached <= placed && reached * 100 > placed * 97, "{reached} of {placed}");
}

/// Steepest rise per metre of plan between neighbouring points.
fn steepest(way: &Way) -> f64 {
    let grade = |pair: &[WayPoint]| (pair[1].foot_m - pair[0].foot_m).abs() / pair[0].at_m.distance(pair[1].at_m);
    way.points.windows(2).map(grade).fold(0.0, f64::max)
}

#[test]
fn ways_are_walkable_from_end_to_end_and_the_spine_leads_over_a_room() {
    let walkable = f64::from(ops::tan(15.0 * std::f32::consts::PI / 180.0));
    for (seed, _, graph) in plans() {
        for way in &graph.ways {
            assert!(way.points.len() >= 2 && steepest(way) <= walkable, "seed {seed}: {:?} rises {}", way.kind, steepest(way));
        }
        let spine: Vec<&Way> = graph.ways.iter().filter(|way| way.kind == WayKind::Spine).collect();
        assert_eq!(spine.iter().map(|way| (way.from, way.to)).collect::<Vec<_>>(), [(0, Some(1)), (0, Some(2))]);
        assert_eq!(graph.rooms[0].at_m, DVec2::ZERO);
        assert!(spine.iter().all(|way| graph.rooms[way.to.unwrap()].kind == RoomKind::Gate), "seed {seed}");
    }
    let mut graph = plan(1, &spec());
    graph.ways[0].points[1].foot_m += 4.0;
    assert!(steepest(&graph.ways[0]) > walkable, "a kink is noticed");
}

#[test]
fn a_large_descent_folds_and_a_small_one_does_not() {
    let turns = |descent_m: f32, seed: u64| {
        let graph = plan(seed, &CavesSpec { descent_m, winding_m: 0.0, ..spec() });
        let drop = graph.rooms[1].foot_m - graph.rooms[2].foot_m;
        let length = |way: &Way| way.points.windows(2).map(|pair| pair[0].at_m.distance(pair[1].at_m)).sum::<f64>();
        let straight = |way: &Way| way.points[0].at_m.distance(way.points[way.points.len() - 1].at_m);
        (drop, length(&graph.ways[0]) / straight(&graph.ways[0]))
    };
    for seed in 0..20 {
        let (gentle, folded) = (turns(4.0, seed), turns(32.0, seed));
        assert!(gentle.1 < 1.3 && folded.1 > 1.5, "seed {seed}: {gentle:?}, {folded:?}");
        assert!(gentle.0 >= 1.0 && folded.0 > 12.0, "seed {seed}: {gentle:?}, {folded:?}");
    }
}

#[test]
fn floors_of_ways_meet_the_floors_of_their_rooms() {
    for (seed, _, graph) in plans() {
        for way in &graph.ways {
            let ends = [(Some(way.from), way.points[0]), (way.to, way.points[way.points.len() - 1])];
            for (room, point) in ends.into_iter().filter_map(|(room, point)| Some((&graph.rooms[room?], point))) {
                assert!((f64::from(room.foot_m) - point.foot_m).abs() < 1e-6, "seed {seed}: {room:?} and {point:?}");
                assert!(room.at_m.distance(point.at_m) < PORTAL * f64::from(room.radius_m) + 0.1, "seed {seed}");
            }
            // Level up to the outline and beyond it.
            let room = &graph.rooms[way.from];
            let within = |p: &&WayPoint| p.at_m.distance(room.at_m) < f64::from(room.radius_m) + 0.9 * LIP_M;
            assert!(way.points.iter().take_while(within).all(|p| (p.foot_m - f64::from(room.foot_m)).abs() < 1e-6));
        }
    }
}

#[test]
fn rooms_keep_their_spacing_and_rock_between_them() {
    let mut nearest = f64::INFINITY;
    for (seed, spec, graph) in plans() {
        for (i, a) in graph.rooms.iter().enumerate() {
            for b in &graph.rooms[..i] {
                let apart = a.at_m.distance(b.at_m);
                assert!(apart >= f64::from(spec.spacing_m[0]), "seed {seed}: {} and {}", a.at_m, b.at_m);
                assert!(apart >= f64::from(a.radius_m + b.radius_m) + GAP_M - 1e-3, "seed {seed}: {} and {}", a.at_m, b.at_m);
                nearest = f64::min(apart / f64::from(spec.spacing_m[0]), nearest);
            }
        }
    }
    assert!(nearest < 1.05, "spacing is used up: {nearest}");
}

#[test]
fn nothing_is_planned_beyond_the_content_radius_or_outside_the_content() {
    let mut farthest = 0.0;
    for (seed, spec, graph) in plans() {
        let radius = f64::from(spec.content_radius_m - spec.roughness_m);
        let content = f64::from(spec.content_m);
        for room in &graph.rooms {
            farthest = f64::max((room.at_m.length() + f64::from(room.radius_m)) / radius, farthest);
            assert!(room.at_m.length() + f64::from(room.radius_m) <= radius, "seed {seed}: {room:?}");
            let top = f64::from(room.foot_m + room.height_m + spec.roughness_m);
            assert!(f64::from(room.foot_m) >= 2.0 && top <= content, "seed {seed}: {} to {top}", room.foot_m);
            assert!(room.height_m >= 3.5, "seed {seed}: {room:?}");
            let outline = |lobe: &Lobe| (lobe.at_m[0] * lobe.at_m[0] + lobe.at_m[1] * lobe.at_m[1]).sqrt() + lobe.radius_m;
            assert!(room.lobes.iter().all(|lobe| outline(lobe) <= room.radius_m + 1e-3 && lobe.height_m <= room.height_m + 1e-3));
        }
        for point in graph.ways.iter().flat_map(|way| &way.points) {
            assert!(point.at_m.length() + point.radius_m <= radius, "seed {seed}: {point:?}");
            assert!(point.foot_m >= 2.0 && point.foot_m <= content - 4.0, "seed {seed}: {point:?}");
        }
    }
    assert!(farthest > 0.9, "the radius is used: {farthest}");
}

/// Least rock between a way and another that shares no room with it, seen from above.
fn rock_between(a: &Way, b: &Way) -> f64 {
    let dots = |way: &Way| -> Vec<(DVec2, f64)> {
        let pieces = way.points.windows(2).flat_map(|pair| {
            (0..=8).map(move |i| (pair[0].at_m.lerp(pair[1].at_m, f64::from(i) / 8.0), pair[0].radius_m.max(pair[1].radius_m)))
        });
        pieces.collect()
    };
    let (a, b) = (dots(a), dots(b));
    a.iter().flat_map(|(p, r)| b.iter().map(move |(q, s)| p.distance(*q) - r - s)).fold(f64::INFINITY, f64::min)
}

#[test]
fn ways_that_share_no_room_keep_rock_between_them() {
    for (seed, spec, graph) in plans().filter(|(seed, _, _)| *seed < 6 || *seed == 101) {
        let ends = |way: &Way| [Some(way.from), way.to];
        for (i, a) in graph.ways.iter().enumerate() {
            for b in &graph.ways[..i] {
                let shares = ends(a).iter().any(|room| room.is_some() && ends(b).contains(room));
                let rock = rock_between(a, b);
                assert!(shares || rock > 2.0 + f64::from(spec.roughness_m), "seed {seed}: {:?} and {:?}: {rock}", a.kind, b.kind);
            }
        }
    }
    let graph = plan(1, &spec());
    let moved =
        Way { points: graph.ways[1].points.iter().map(|p| WayPoint { at_m: -p.at_m, ..*p }).collect(), ..graph.ways[1].clone() };
    assert!(graph.ways.iter().any(|way| rock_between(way, &moved) < 0.0), "a way through others is noticed");
}

#[test]
fn a_room_is_near_wherever_a_passage_may_end() {
    let (mut near, mut all) = (0, 0);
    for seed in 0..20 {
        let graph = plan(seed, &spec());
        for i in 0..400 {
            let at = heading(i as f32 * 2.4) * (16.0 + 29.0 * f64::from(i * 37 % 400) / 400.0);
            near += u32::from(graph.rooms.iter().any(|room| room.at_m.distance(at) <= 12.0));
            all += 1;
        }
    }
    assert!(near * 100 > all * 88, "{near} of {all}");
}

#[test]
fn no_dripstone_stands_in_a_way() {
    let mut standing = 0;
    for (seed, spec, graph) in plans() {
        let lowest = |drip: &Drip| f64::from(ops::min(drip.ends_m[0], drip.ends_m[1]));
        for drip in &graph.drips {
            let of = |room: &&Room| room.at_m.distance(drip.at_m) <= f64::from(room.radius_m);
            let room = graph.rooms.iter().find(of).expect("in a room");
            if lowest(drip) > f64::from(room.foot_m) + 2.9 {
                continue;
            }
            standing += 1;
            assert!(room.at_m.distance(drip.at_m) >= f64::from(room.level_m), "seed {seed}: {drip:?}");
            let radius = f64::from(ops::max(drip.radii_m[0], drip.radii_m[1]));
            for point in graph.ways.iter().flat_map(|way| &way.points) {
                let free = point.at_m.distance(drip.at_m) - radius - f64::from(spec.corridor_radius_m[1]);
                assert!(free > 0.0 || point.at_m.distance(room.at_m) > f64::from(room.radius_m), "seed {seed}: {drip:?}");
            }
        }
    }
    assert!(standing > 1000, "{standing}");
}

#[test]
fn a_plan_is_the_same_every_time_and_another_for_another_seed() {
    let (one, other) = (plan(7, &spec()), plan(8, &spec()));
    assert_eq!(one, plan(7, &spec()));
    assert_ne!(one.rooms[5].at_m, other.rooms[5].at_m);
}
