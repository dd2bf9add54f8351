//! Tests of crystals: ways stay clear, heads stay free, candidates equal everything.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::operators::pillars::PillarSpec;
use crate::operators::slab::SlabSpec;
use glam::DVec2;

const VOXEL: VoxelSize = VoxelSize::DEFAULT;

fn spec() -> CrystalSpec {
    CrystalSpec { spacing_m: 11.0, density: 0.7, hanging: 0.5, length_m: [1.0, 6.0], width: 0.2, lean: 0.6 }
}

fn crystals(seed: u64, spec: CrystalSpec, ceiling_m: f32) -> Crystals {
    let slab = SlabSpec {
        floor_m: 16.0,
        ceiling_m,
        floor_relief_m: 2.5,
        floor_frequency: 0.018,
        ceiling_relief_m: 5.0,
        ceiling_frequency: 0.03,
    };
    let slab = Arc::new(Slab::new(seed, slab));
    let columns = PillarSpec { spacing_m: 24.0, density: 0.6, width_m: [4.0, 8.0], flare_m: 2.5, lean_m: 1.5 };
    let pillars = Arc::new(Pillars::new(seed, columns, Arc::clone(&slab)));
    Crystals::new(seed, spec, slab, pillars)
}

/// Half a square kilometre of clusters round a place.
fn clusters(crystals: &Crystals, at_m: DVec2) -> Vec<Cluster> {
    crystals.clusters_in(VOXEL, at_m - 350.0, at_m + 350.0, 0.0)
}

#[test]
fn crystals_conform() {
    let far = CrystalSpec { spacing_m: 7.0, density: 1.0, hanging: 1.0, length_m: [0.5, 12.0], width: 0.5, lean: 1.04 };
    let sparse = CrystalSpec { spacing_m: 20.0, density: 1.0, hanging: 0.8, length_m: [2.0, 24.0], width: 0.1, lean: 0.0 };
    for (spec, ceiling_m, around) in [
        (spec(), 38.4, IVec3::new(0, 0, 110)),
        (far, 24.0, IVec3::new(120_003, -98_001, 80)),
        (sparse, 45.0, IVec3::new(-40, 9, 110)),
    ] {
        let surroundings = Surroundings { around, spread: IVec3::new(160, 160, 70), n_boxes: 48, ..Surroundings::default() };
        let report = conformance::check(&crystals(7, spec, ceiling_m), &surroundings).expect("conforms");
        assert!(report.active > 4 && report.inert > 4 && report.vacuous == 0, "{report:?}");
    }
}

/// Least clear way between two standing clusters, and between one and a column, in metres.
fn narrowest_way_m(clusters: &[Cluster], feet: &[(DVec2, f32)]) -> f64 {
    let mut least = f64::INFINITY;
    let standing: Vec<&Cluster> = clusters.iter().filter(|cluster| cluster.ground == Ground::Floor).collect();
    for (i, a) in standing.iter().enumerate() {
        let taken = standing[i + 1..].iter().map(|b| (b.at_m, b.radius_m)).chain(feet.iter().copied());
        for (at_m, radius_m) in taken {
            least = least.min(a.at_m.distance(at_m) - f64::from(a.radius_m + radius_m));
        }
    }
    least
}

#[test]
fn a_clear_way_is_left_between_standing_clusters_and_round_columns() {
    let mut n = 0;
    for seed in 0..24 {
        let crowded = CrystalSpec { density: 1.0, spacing_m: [7.0, 11.0, 19.0][seed as usize % 3], ..spec() };
        let crystals = crystals(seed, crowded, 38.4);
        let at_m = DVec2::new(seed as f64 * 1013.0, -77.0);
        let clusters = clusters(&crystals, at_m);
        let feet = crystals.pillars.feet_in(VOXEL, at_m - 350.0, at_m + 350.0);
        let narrowest = narrowest_way_m(&clusters, &feet);
        assert!(narrowest >= f64::from(CLEAR_WAY_M) - 1e-3, "seed {seed}: {narrowest} m");
        n += clusters.len();
    }
    assert!(n > 20_000, "{n} clusters");
}

#[test]
fn a_cluster_put_beside_another_or_at_a_column_is_noticed() {
    let crystals = crystals(3, spec(), 38.4);
    let feet = crystals.pillars.feet_in(VOXEL, DVec2::splat(-350.0), DVec2::splat(350.0));
    let good = clusters(&crystals, DVec2::ZERO);
    let first = good.iter().find(|cluster| cluster.ground == Ground::Floor).expect("one stands");
    for at_m in [first.at_m + DVec2::new(f64::from(first.radius_m) + 2.0, 0.0), feet[0].0] {
        let moved = Cluster { at_m, radius_m: 0.5, ..first.clone() };
        let with_moved: Vec<Cluster> = good.iter().cloned().chain([moved]).collect();
        assert!(narrowest_way_m(&with_moved, &feet) < f64::from(CLEAR_WAY_M));
    }
}

/// Whether the field is crystal there, a hand's breadth inside.
fn is_crystal(crystals: &Crystals, at_m: glam::DVec3) -> bool {
    let air = Channels { density: 8.0, shape: 0.0 };
    crystals.point(VOXEL, VOXEL.lattice_floor(at_m), air).density < -0.05
}

#[test]
fn no_crystal_leaves_the_place_its_cluster_takes() {
    let crystals = crystals(5, spec(), 38.4);
    let all = clusters(&crystals, DVec2::new(40.0, 60.0));
    let (mut inside, mut outside) = (0, 0);
    for cluster in all.iter().filter(|cluster| cluster.ground == Ground::Floor).take(60) {
        for i in 0..400 {
            let (ring, angle) = (0.2 + f64::from(i % 20) * 0.1, f64::from(i) * 0.37);
            let from_middle = DVec2::from_angle(angle) * (ring * f64::from(cluster.radius_m));
            let at_m = cluster.foot_m() + from_middle.extend(0.4 + f64::from(i % 7) * 0.7);
            if ring > 1.0 && from_middle.length() < f64::from(cluster.radius_m + CLEAR_WAY_M) - 0.4 {
                outside += 1;
                let beyond = from_middle.length() - f64::from(cluster.radius_m);
                assert!(beyond < 0.4 || !is_crystal(&crystals, at_m), "crystal {beyond} m beyond its cluster");
            } else {
                inside += usize::from(is_crystal(&crystals, at_m));
            }
        }
    }
    assert!(inside > 200 && outside > 2000, "{inside} samples of crystal, {outside} beside");
}

#[test]
fn what_hangs_leaves_head_room_and_what_stands_is_as_long_as_asked() {
    let (mut longest, mut n) = (0.0, 0);
    for seed in 0..20 {
        let crystals = crystals(seed, spec(), 24.0);
        for cluster in clusters(&crystals, DVec2::new(0.0, 9000.0)) {
            let heights = crystals.slab.at(cluster.at_m);
            if cluster.ground == Ground::Ceiling {
                n += 1;
                let below = cluster.tip_m() - heights.lower_m;
                assert!(below >= HEADROOM_M - 1.6, "{below} m of head room");
            } else {
                longest = ops::max(cluster.tip_m() - cluster.root_m, longest);
            }
        }
    }
    assert!(n > 1000 && longest > 5.5 && longest < 7.3, "{n} hang, the longest stands {longest} m");
}

#[test]
fn a_forgotten_crystal_is_noticed() {
    let crystals = crystals(7, spec(), 38.4);
    let cluster = clusters(&crystals, DVec2::ZERO).into_iter().find(|c| c.ground == Ground::Floor).expect("one stands");
    let p = VOXEL.lattice_floor(cluster.foot_m() + glam::DVec3::Z * 0.5);
    let air = Channels { density: 8.0, shape: 0.0 };
    let whole = crystals.point(VOXEL, p, air).density;
    let mut all = crystals.crystals_in(VOXEL, p.truncate(), p.truncate());
    let nearest = (0..all.len()).min_by(|a, b| all[*a].at(VOXEL, p).total_cmp(&all[*b].at(VOXEL, p))).expect("some are near");
    all.remove(nearest);
    let without = all.iter().fold(NO_SHAPE_M, |d, crystal| ops::min(crystal.at(VOXEL, p), d));
    assert!(whole < Crystals::join(air.density, LOCAL.of(without)), "the nearest crystal holds {whole}");
}

#[test]
fn clusters_in_the_way_are_left_out_whole_and_the_rest_keep_their_bits() {
    let all = crystals(7, spec(), 38.4);
    let at = clusters(&all, DVec2::new(40.0, -25.0)).into_iter().next().expect("a cluster").at_m;
    let middle = (at * f64::from(VOXEL.per_metre())).floor().as_ivec2();
    let taken = LatticeBox { min: (middle - 6).extend(20), max: (middle + 6).extend(200) };
    let cleared = all.clear_of(VOXEL, &Arc::new(BoxIndex::new(vec![taken]))).expect("crystals may be left out");
    let value = |op: &dyn Operator, p: IVec3| op.point(VOXEL, p, Channels { density: 9.0, shape: 0.0 }).density;
    let (mut lost, mut kept) = (0, 0);
    for i in 0..40_000 {
        let p = IVec3::new(middle.x - 100 + i % 200, middle.y - 100 + i / 200, 70 + i % 7);
        let (before, after) = (value(&all, p), value(cleared.as_ref(), p));
        assert!(after >= before, "nothing is added at {p}");
        lost += i32::from(before < 0.0 && after >= 0.0);
        kept += i32::from(before < 0.0 && before == after);
        let inside = taken.meets(&LatticeBox { min: p, max: p });
        assert!(!inside || after == 9.0, "something is left in the way at {p}");
    }
    assert!(lost > 0 && kept > 0, "{lost} lost, {kept} kept");
    conformance::check(cleared.as_ref(), &Surroundings { around: middle.extend(90), n_boxes: 30, ..Surroundings::default() })
        .expect("conforms");
}
