//! Tests of cave fields: candidates equal everything, floors bear, and nothing lies outside.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::hash::Rolls;
use crate::operators::{Carve, Root};
use crate::{Proofs, Stack, Verdict};
use glam::{DVec3, UVec3};
use std::sync::Arc;

pub(super) fn spec() -> CavesSpec {
    CavesSpec {
        content_m: 64.0,
        content_radius_m: 128.0,
        mouths_m: [16.0, 48.0],
        spacing_m: [16.0, 32.0],
        room_radius_m: [3.0, 10.0],
        hall_radius_m: 14.0,
        room_height_ratio: 1.25,
        lobing: 0.8,
        corridor_radius_m: [1.5, 2.5],
        corridor_height_ratio: 1.8,
        winding_m: 4.0,
        descent_m: 10.0,
        loop_chance: 0.35,
        branch_chance: 0.45,
        dripstone: 0.5,
        dripstone_m: 3.0,
        fillet_m: 0.6,
        floor_relief_m: 0.35,
        floor_frequency: 0.1,
        roughness_m: 0.4,
        roughness_frequency: 0.2,
    }
}

/// Small caves at the ends of what may be authored.
fn extremes() -> [CavesSpec; 4] {
    let small = CavesSpec { content_radius_m: 64.0, ..spec() };
    [
        small,
        CavesSpec {
            content_m: 16.0,
            hall_radius_m: 32.0,
            room_height_ratio: 0.5,
            lobing: 1.0,
            roughness_m: 0.0,
            fillet_m: 2.0,
            floor_relief_m: 0.8,
            floor_frequency: 0.25,
            ..small
        },
        CavesSpec {
            content_m: 512.0,
            room_height_ratio: 3.0,
            lobing: 0.0,
            corridor_radius_m: [4.0, 5.0],
            corridor_height_ratio: 3.0,
            descent_m: 64.0,
            roughness_m: 1.0,
            roughness_frequency: 0.5,
            dripstone: 1.0,
            dripstone_m: 10.0,
            ..small
        },
        CavesSpec {
            spacing_m: [12.0, 12.0],
            room_radius_m: [3.0, 24.0],
            corridor_radius_m: [1.3, 1.3],
            winding_m: 10.0,
            loop_chance: 1.0,
            branch_chance: 1.0,
            ..small
        },
    ]
}

fn around(n_boxes: u32) -> Surroundings {
    Surroundings { around: IVec3::new(0, 0, 40), spread: IVec3::new(200, 200, 50), n_boxes, ..Surroundings::default() }
}

#[test]
fn caves_conform_at_the_ends_of_their_ranges() {
    for (seed, spec) in extremes().into_iter().enumerate() {
        let caves = Caves::new(VoxelSize::DEFAULT, seed as u64, spec);
        let report = conformance::check(&caves, &around(16)).expect("conforms");
        assert!(report.active > 0 && report.vacuous == 0, "{report:?}");
    }
}

#[test]
fn caves_conform_for_every_voxel_size_and_at_their_rim() {
    for (um, rim) in [(125_000, 900), (500_000, 230)] {
        let voxel = VoxelSize::from_micrometres(um).expect("an allowed size");
        let caves = Caves::new(voxel, 5, spec());
        let around = IVec3::new(rim, -rim / 4, 40);
        let report = conformance::check(&caves, &Surroundings { voxel, around, ..around_box(8) }).expect("conforms");
        assert!(report.active > 0, "{report:?}");
    }
}

fn around_box(n_boxes: u32) -> Surroundings {
    Surroundings { spread: IVec3::new(160, 160, 60), ..around(n_boxes) }
}

#[test]
fn dripstones_conform_at_the_ends_of_their_ranges() {
    let (mut active, mut inert) = (0, 0);
    for (seed, spec) in extremes().into_iter().enumerate() {
        let caves = Arc::new(Caves::new(VoxelSize::DEFAULT, seed as u64, spec));
        let spread = IVec3::new(60, 60, 16);
        let foot = IVec3::new(0, 0, (caves.graph().rooms[0].foot_m * 4.0) as i32 + 12);
        let near = Surroundings { around: foot, spread, ..around(40) };
        let report = conformance::check(&Dripstone::new(VoxelSize::DEFAULT, &caves), &near).expect("conforms");
        (active, inert) = (active + report.active, inert + report.inert);
        assert_eq!(report.vacuous, 0);
    }
    assert!(active > 20 && inert > 20, "{active} active, {inert} inert");
}

/// The finished native field of a cave.
fn stack(seed: u64, spec: CavesSpec) -> (Stack, Arc<Caves>) {
    let voxel = VoxelSize::DEFAULT;
    let caves = Arc::new(Caves::new(voxel, seed, spec));
    let operators: Vec<Arc<dyn Operator>> = vec![
        Arc::new(Root::Rock),
        Arc::clone(&caves) as Arc<dyn Operator>,
        Arc::new(Carve { width_m: 0.0 }),
        Arc::new(Dripstone::new(voxel, &caves)),
    ];
    (Stack::new(voxel, operators).expect("a legal stack"), caves)
}

#[test]
fn beyond_the_content_radius_all_is_proven_rock() {
    for (seed, spec) in extremes().into_iter().enumerate() {
        let (stack, caves) = stack(seed as u64, spec);
        let reach = (spec.content_radius_m * 4.0) as i32;
        let (mut outside, mut open) = (0, 0);
        let mut rolls = Rolls::new(seed as u64, Tag::Test, IVec3::ZERO);
        let foot = (caves.graph().rooms[0].foot_m * 4.0) as i32;
        for _ in 0..400 {
            let angle = rolls.range(0.0, std::f32::consts::TAU);
            let far = spec.content_radius_m * rolls.range(0.1, 1.4);
            let at = |x: f32| (4.0 * far * x) as i32;
            let origin = IVec3::new(at(ops::cos(angle)), at(ops::sin(angle)), foot - 8 + rolls.below(24) as i32);
            let part = SampleBox { origin, level: 0, size: UVec3::new(6, 6, 6) };
            let nearest = (origin.truncate() + 3).as_dvec2().length() - 5.0;
            if nearest > f64::from(reach) {
                outside += 1;
                assert_eq!(stack.verdict(&part), Verdict::Rock, "{origin}");
            }
            open += i32::from(stack.verdict(&part) != Verdict::Rock);
        }
        assert!(outside > 50 && open > 5, "{outside} boxes outside, {open} with air");
    }
}

/// Interpolated densities over a place, a quarter of a metre apart, from 1.25 m below the lattice height of `at_m` to 2.75 m above.
fn column(stack: &Stack, at_m: DVec3, scratch: &mut crate::FillScratch) -> [f32; 17] {
    let at = at_m * 4.0;
    let t = (at - at.floor()).as_vec3();
    let domain = SampleBox { origin: at.floor().as_ivec3() - IVec3::Z * 5, level: 0, size: UVec3::new(2, 2, 17) };
    stack.fill(&domain, Proofs::Off, scratch);
    std::array::from_fn(|z| {
        let corner = |i: usize| scratch.density[4 * z + i];
        ops::lerp(ops::lerp(corner(0), corner(1), t.x), ops::lerp(corner(2), corner(3), t.x), t.y)
    })
}

/// Height of the floor at a place, if there is one, and whether a body has room over it.
fn floor(stack: &Stack, at_m: DVec3, scratch: &mut crate::FillScratch) -> Option<(f64, bool)> {
    let column = column(stack, at_m, scratch);
    let rock = column[..10].iter().rposition(|d| *d < 0.0).filter(|rock| column[rock + 1] >= 0.0)?;
    let share = f64::from(column[rock] / (column[rock] - column[rock + 1]));
    let z = (at_m.z * 4.0).floor() - 5.0 + rock as f64 + share;
    Some((0.25 * z, column[rock + 1..17.min(rock + 10)].iter().all(|d| *d >= 0.0)))
}

/// Largest step of the floor along a line of feet, and whether a body has room everywhere.
fn walked(stack: &Stack, feet: &[DVec3]) -> (f64, bool) {
    let mut scratch = crate::FillScratch::default();
    let (mut last, mut worst, mut is_roomy) = (None::<f64>, 0.0, true);
    for foot in feet {
        let Some((floor, fits)) = floor(stack, *foot, &mut scratch) else { return (f64::INFINITY, false) };
        is_roomy &= fits;
        worst = f64::max(last.map_or(0.0, |last| (last - floor).abs()), worst);
        last = Some(floor);
    }
    (worst, is_roomy)
}

/// Feet every quarter of a metre from the middle of a way's first room over the way to the middle of its last.
fn feet(graph: &Graph, way: &plan::Way) -> Vec<DVec3> {
    let middle = |room: usize| graph.rooms[room].at_m.extend(f64::from(graph.rooms[room].foot_m));
    let mut line = vec![middle(way.from)];
    line.extend(way.points.iter().map(|point| point.at_m.extend(point.foot_m)));
    line.extend(way.to.map(middle));
    let pieces = line.windows(2).flat_map(|pair| {
        let n = ((pair[1] - pair[0]).length() / 0.25).ceil().max(1.0);
        (0..n as u32).map(move |i| pair[0] + (pair[1] - pair[0]) * (f64::from(i) / n))
    });
    pieces.collect()
}

#[test]
fn every_way_is_walked_from_room_to_room_without_a_step() {
    for seed in 0..4 {
        // Floors without relief: what is left are the portals.
        let (stack, caves) = stack(seed, CavesSpec { floor_relief_m: 0.0, ..spec() });
        for (n, way) in caves.graph().ways.iter().enumerate() {
            let (step, roomy) = walked(&stack, &feet(caves.graph(), way));
            assert!(step <= 0.35 && roomy, "seed {seed}: way {n} ({:?}) has a step of {step}, room {roomy}", way.kind);
        }
    }
}

#[test]
fn a_room_whose_floor_is_moved_is_noticed() {
    let voxel = VoxelSize::DEFAULT;
    let mut graph = Caves::new(voxel, 1, spec()).graph().clone();
    graph.rooms[0].foot_m += 1.0;
    let moved = Arc::new(Caves::of_graph(voxel, 1, spec(), graph.clone()));
    let operators: Vec<Arc<dyn Operator>> = vec![Arc::new(Root::Rock), moved, Arc::new(Carve { width_m: 0.0 })];
    let stack = Stack::new(VoxelSize::DEFAULT, operators).expect("a legal stack");
    let (step, _) = walked(&stack, &feet(&graph, &graph.ways[0]));
    assert!(step > 0.35, "{step}");
}

#[test]
fn floors_are_level_where_landings_stand() {
    let (stack, caves) = stack(2, spec());
    let mut scratch = crate::FillScratch::default();
    for room in &caves.graph().rooms {
        let reach = f64::from(ops::min(0.58 * room.radius_m - 1.0, 3.0));
        for i in 0..12 {
            let at = (room.at_m + plan_heading(i) * (reach * f64::from(i % 4) / 3.0)).extend(f64::from(room.foot_m));
            let found = floor(&stack, at, &mut scratch).expect("a floor");
            assert!((found.0 - at.z).abs() < 0.02 && found.1, "{at}: the floor of a {:?} is at {}", room.kind, found.0);
        }
    }
}

fn plan_heading(i: i32) -> DVec2 {
    DVec2::new(f64::from(ops::cos(i as f32)), f64::from(ops::sin(i as f32)))
}

#[test]
fn nearly_every_box_that_stays_unknown_holds_a_surface() {
    let (stack, _) = stack(3, spec());
    let (mut unknown, mut all) = (0, 0);
    let mut scratch = crate::FillScratch::default();
    for z in 0..8 {
        for y in -8..8 {
            for x in -8..8 {
                let origin = IVec3::new(x, y, z) * 32;
                let domain = SampleBox { origin, level: 0, size: UVec3::splat(33) };
                let proven = stack.verdict(&domain) != Verdict::Mixed;
                all += 1;
                unknown += i32::from(!proven && stack.fill(&domain, Proofs::Off, &mut scratch) != Verdict::Mixed);
            }
        }
    }
    assert!(unknown * 20 < all, "{unknown} of {all}");
}

#[test]
fn a_forgotten_void_is_noticed() {
    let voxel = VoxelSize::DEFAULT;
    let caves = Caves::new(voxel, 3, spec());
    let p = IVec3::new(8, 4, (caves.graph().rooms[0].foot_m * 4.0) as i32 + 8);
    let whole = caves.point(voxel, p, Channels::START).shape;
    let voids = caves.voids[1..].to_vec();
    let without = Caves { voids, ..caves };
    assert!(whole < without.point(voxel, p, Channels::START).shape, "the hub holds {whole}");
}
