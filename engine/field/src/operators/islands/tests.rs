//! Tests of floating islands: each stands alone, all are linked if wanted, land is level, none is lost at a distance.

use super::layout::HEADROOM_M;
use super::solid::{HALF_WIDTH_M, THICKNESS_M};
use super::*;
use crate::conformance::{self, Surroundings};
use glam::DVec3;

const VOXEL: VoxelSize = VoxelSize::DEFAULT;

fn spec() -> IslandSpec {
    IslandSpec {
        content_m: 64.0,
        spacing_m: 28.0,
        layer_m: 30.0,
        density: 0.6,
        diameter_m: [12.0, 24.0],
        thickness: 0.4,
        lobes: 0.6,
        rolling_m: 0.5,
        rolling_frequency: 0.05,
        drip_m: 3.0,
        drip_frequency: 0.14,
        bridges: 0.0,
    }
}

/// Kinds of content that a lattice may be laid in.
fn specs() -> [IslandSpec; 4] {
    [
        spec(),
        IslandSpec { content_m: 160.0, density: 0.0, ..spec() },
        IslandSpec { content_m: 24.0, layer_m: 40.0, diameter_m: [20.0, 30.0], spacing_m: 44.0, density: 1.0, ..spec() },
        IslandSpec { layer_m: 14.0, thickness: 0.8, rolling_m: 1.5, lobes: 1.0, drip_m: 8.0, ..spec() },
    ]
}

#[test]
fn islands_conform_with_and_without_bridges() {
    for (i, spec) in specs().into_iter().enumerate() {
        for bridges in [0.0, 1.0] {
            let islands = Islands::new(7 + i as u64, IslandSpec { bridges, ..spec });
            let around = if i == 1 { IVec3::new(-119_000, 130_002, 260) } else { IVec3::new(30, -12, 110) };
            let surroundings = Surroundings { around, spread: IVec3::new(260, 260, 110), n_boxes: 30, ..Surroundings::default() };
            let report = conformance::check(&islands, &surroundings).expect("conforms");
            assert!(report.active > 0 && report.vacuous == 0, "{report:?}");
        }
    }
}

/// Least distance between the bounds of two islands: in plan where they are in one layer, in height between layers.
fn least_gap_m(spec: &IslandSpec, islands: &[Island]) -> f64 {
    let mut least = f64::INFINITY;
    for (i, a) in islands.iter().enumerate() {
        for b in &islands[i + 1..] {
            let plan_m = a.at_m.distance(b.at_m) - f64::from(a.radius_m + b.radius_m);
            let (upper, lower) = if a.top_m > b.top_m { (a, b) } else { (b, a) };
            let height_m = f64::from(upper.top_m - spec.depth_m(upper) - lower.top_m);
            least = least.min(if plan_m > height_m { plan_m } else { height_m });
        }
    }
    least
}

#[test]
fn every_island_stands_alone_and_inside_the_content() {
    let mut n = 0;
    for seed in 0..40 {
        let spec = specs()[seed as usize % 4];
        let islands = Islands::new(seed, spec).near(DVec2::new(seed as f64 * 977.0 - 9000.0, 55.0), 180.0);
        let gap = least_gap_m(&spec, &islands);
        assert!(gap >= 1.99, "seed {seed}: two islands {gap} m apart");
        for island in &islands {
            let deepest = island.top_m - spec.rolling_m - spec.depth_m(island);
            assert!(deepest >= 1.99 && island.top_m + spec.rolling_m <= spec.content_m - HEADROOM_M + 0.01, "{island:?}");
        }
        n += islands.len();
    }
    assert!(n > 2000, "{n} islands");
}

#[test]
fn two_islands_that_touch_are_noticed() {
    let islands = Islands::new(4, spec()).near(DVec2::ZERO, 150.0);
    let moved = Island { at_m: islands[3].at_m + DVec2::new(9.0, 4.0), ..islands[3] };
    let with_moved: Vec<Island> = islands.iter().copied().chain([moved]).collect();
    assert!(least_gap_m(&spec(), &islands) >= 1.99 && least_gap_m(&spec(), &with_moved) < 0.0);
}

#[test]
fn the_hub_floats_at_the_spine() {
    for seed in 0..50 {
        let spec = specs()[seed as usize % 4];
        let nearest = Islands::new(seed, spec).near(DVec2::ZERO, 5.0);
        assert!(nearest.iter().any(|island| *island == spec.hub(seed) && island.at_m == DVec2::ZERO), "seed {seed}: {nearest:?}");
    }
}

/// Links from an island to the hub; `None` if the chain breaks off.
fn links_to_hub(spec: &IslandSpec, seed: u64, from: Island, window: i32) -> Option<usize> {
    let (mut at, mut n) = (from, 0);
    while at != spec.hub(seed) {
        at = spec.parent_within(seed, &at, window)?;
        n += 1;
        assert!(n < 2000, "a ring of links");
    }
    Some(n)
}

#[test]
fn every_island_is_linked_to_the_hub() {
    let mut longest = 0;
    for seed in 0..32 {
        let spec = specs()[seed as usize % 4];
        for at_m in [DVec2::new(0.0, 60.0), DVec2::new(-900.0, 400.0)] {
            for island in Islands::new(seed, spec).near(at_m, 70.0) {
                let n = links_to_hub(&spec, seed, island, WINDOW);
                longest = longest.max(n.unwrap_or_else(|| panic!("seed {seed}: {island:?} is cut off")));
            }
        }
    }
    assert!(longest > 20, "chains of up to {longest} links");
}

#[test]
fn a_window_that_is_too_small_cuts_islands_off() {
    let spec = IslandSpec { density: 0.0, ..spec() };
    let islands = Islands::new(2, spec).near(DVec2::new(300.0, 300.0), 200.0);
    let cut_off = islands.iter().filter(|island| links_to_hub(&spec, 2, **island, 1).is_none()).count();
    assert!(cut_off > 0, "none of {} is cut off", islands.len());
}

/// The shape at a place.
fn shape(islands: &Islands, at_m: DVec3) -> f32 {
    islands.point(VOXEL, VOXEL.lattice_floor(at_m), Channels::START).shape
}

/// Thickness of rock below a place that is a little above it, metres; counted in quarters.
fn rock_below_m(islands: &Islands, at_m: DVec3) -> f64 {
    let depths = (0..80).map(|i| 0.25 * f64::from(i));
    let is_rock = |depth: &f64| shape(islands, at_m - DVec3::Z * *depth) < 0.0;
    depths.skip_while(|depth| !is_rock(depth)).take_while(is_rock).count() as f64 * 0.25
}

#[test]
fn bridges_are_wide_thick_and_embedded_at_both_ends() {
    let mut n = 0;
    for seed in 0..16 {
        let spec = IslandSpec { bridges: 1.0, ..specs()[[0, 2][seed as usize % 2]] };
        let (islands, alone) = (Islands::new(seed, spec), Islands::new(seed, IslandSpec { bridges: 0.0, ..spec }));
        for island in islands.near(DVec2::new(200.0, -100.0), 60.0) {
            let Some(parent) = islands.bridge_from(&island) else { continue };
            let bridge = Solid::bridge(&spec, VOXEL, &island, &parent);
            let Some([a, b]) = bridge.ends_m(VOXEL) else { panic!("a bridge has ends") };
            for end in [a, b] {
                let lowest = end - DVec3::Z * 1.2;
                assert!(shape(&alone, lowest) < -0.9, "seed {seed}: an end at {end} is not in native rock");
            }
            let grade = (a.z - b.z).abs() / (a - b).truncate().length();
            let across = (b - a).truncate().normalize().perp().extend(0.0);
            let middle =
                islands.land_m(&Island { at_m: (0.5 * (a + b)).truncate(), top_m: (0.5 * (a.z + b.z)) as f32, ..island });
            let over = (0.5 * (a + b)).with_z(f64::from(middle) + 3.0);
            if shape(&alone, over.with_z(f64::from(middle))) < 2.0 {
                continue;
            }
            for aside in [-1.3, 0.0, 1.3] {
                let thickness = rock_below_m(&islands, over + across * aside);
                assert!(thickness >= 1.5, "seed {seed}: {thickness} m thick {aside} m beside the middle, grade {grade}");
                assert_eq!(rock_below_m(&alone, over + across * aside - DVec3::Z * 3.0), 0.0, "nothing carries without it");
            }
            n += 1;
        }
    }
    assert!(n > 60 && HALF_WIDTH_M >= 1.3 && THICKNESS_M >= 1.5, "{n} bridges");
}

/// Steepest rise of an island's land over 2 m, within half its core; and its clear height.
fn steepest(islands: &Islands, island: &Island) -> f32 {
    let land = |at_m: DVec2| islands.land_m(&Island { at_m, ..*island });
    let mut steepest = 0.0;
    for i in 0..40 {
        let angle = f64::from(i) * 0.7;
        let from = island.at_m + DVec2::from_angle(angle) * (0.1 * f64::from(i % 10) * f64::from(island.radius_m));
        let to = from + DVec2::from_angle(1.6 - angle) * 2.0;
        steepest = ops::max(ops::abs(land(from) - land(to)) / 2.0, steepest);
    }
    steepest
}

#[test]
fn the_land_is_walkable_and_as_high_as_it_says() {
    let mut n = 0;
    for seed in 0..20 {
        let islands = Islands::new(seed, spec());
        for island in islands.near(DVec2::new(-70.0, 333.0), 90.0) {
            assert!(steepest(&islands, &island) <= 0.12, "seed {seed}: {island:?}");
            let middle = island.at_m.extend(f64::from(islands.land_m(&island)));
            assert!(shape(&islands, middle - DVec3::Z * 0.3) < 0.0 && shape(&islands, middle + DVec3::Z * 0.3) > 0.0);
            n += 1;
        }
    }
    assert!(n > 300, "{n} islands");
    let wild = Islands::new(3, IslandSpec { rolling_m: 1.5, rolling_frequency: 0.25, ..spec() });
    let islands = wild.near(DVec2::ZERO, 90.0);
    assert!(islands.iter().any(|island| steepest(&wild, island) > 0.268), "rolls that are too wild are noticed");
}

/// Whether a lattice of cells of a size has a sample inside an island.
fn is_seen(islands: &Islands, island: &Island, cell_m: f64) -> bool {
    let reach = f64::from(island.radius_m) + cell_m;
    let (low, high) = (island.at_m - reach, island.at_m + reach);
    let steps = |from: f64, to: f64| ((from / cell_m).floor() as i32)..=((to / cell_m).floor() as i32);
    let bottom = f64::from(island.top_m) - 24.0;
    steps(low.y, high.y).any(|y| {
        steps(low.x, high.x).any(|x| {
            steps(bottom, f64::from(island.top_m) + 1.0).any(|z| shape(islands, IVec3::new(x, y, z).as_dvec3() * cell_m) < 0.0)
        })
    })
}

#[test]
fn no_island_is_lost_in_the_coarsest_cells() {
    let (mut n, mut lost) = (0, 0);
    for seed in 0..24 {
        // All as small as can be.
        let spec = IslandSpec { diameter_m: [12.0, 12.0], ..spec() };
        assert!(spec.widest_cell_m() >= 4.0, "{} m", spec.widest_cell_m());
        let islands = Islands::new(seed, spec);
        for island in islands.near(DVec2::new(1400.0, 700.0), 60.0) {
            assert!(is_seen(&islands, &island, 4.0), "seed {seed}: {island:?}");
            lost += usize::from(!is_seen(&islands, &island, 16.0));
            n += 1;
        }
    }
    assert!(n > 200 && lost > 20, "{n} islands, of which coarser cells lose {lost}");
}

#[test]
fn a_forgotten_island_is_noticed() {
    let islands = Islands::new(11, spec());
    let hub = islands.spec.hub(11);
    let p = VOXEL.lattice_floor(hub.at_m.extend(f64::from(islands.land_m(&hub)) - 1.0));
    let mut distances = Vec::new();
    islands.each_solid(VOXEL, &LatticeBox { min: p, max: p }, |Placed { solid, .. }| {
        let xy = p.truncate();
        distances.push(solid.distance(solid.column(VOXEL, xy, solid.edge(VOXEL, xy), 0.0), p.z as f32 * VOXEL.metres()));
    });
    let nearest = distances.iter().copied().fold(f32::MAX, ops::min);
    distances.retain(|d| *d > nearest);
    let without = Islands::joined(distances.iter().copied().fold(f32::MAX, ops::min), f32::MAX);
    assert!(islands.point(VOXEL, p, Channels::START).shape < without, "the hub carries, without it {without}");
}
