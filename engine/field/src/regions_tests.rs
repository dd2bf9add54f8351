//! Tests of regions: weights, what columns make of them, and what may be left out.

use super::*;

fn regions() -> Regions {
    let half = |lo: f32, hi: f32| ClimateBox { relief: [lo, hi], moisture: [0.0, 1.0] };
    Regions::new(3, 100.0, vec![half(0.0, 0.4), half(0.4, 0.6), half(0.6, 1.0)])
}

fn weigh(regions: &Regions, at: DVec2, window_m: f64) -> Vec<f32> {
    let mut out = Vec::new();
    let sites = regions.sites(at - window_m, at + window_m);
    regions.walk().weights(&sites, at, &mut out);
    out
}

#[test]
fn weights_sum_to_one_and_do_not_depend_on_the_window() {
    let regions = regions();
    let mut rolls = Rolls::new(1, Tag::Test, IVec3::ZERO);
    let mut used = [false; 3];
    for _ in 0..500 {
        let at = DVec2::new(f64::from(rolls.range(-900.0, 900.0)), f64::from(rolls.range(-900.0, 900.0)));
        let weights = weigh(&regions, at, 0.0);
        assert_eq!(weights, weigh(&regions, at, 73.0));
        assert!(ops::abs(weights.iter().sum::<f32>() - 1.0) < 1e-5);
        for (seen, weight) in used.iter_mut().zip(&weights) {
            *seen |= *weight > 0.9;
        }
    }
    assert_eq!(used, [true; 3], "every region owns some place");
}

#[test]
fn columns_have_the_weights_of_their_places() {
    let (regions, voxel) = (regions(), VoxelSize::DEFAULT);
    let mut rolls = Rolls::new(2, Tag::Test, IVec3::ZERO);
    let (mut of_walk, mut of_columns, mut mixed, mut alone) = (Vec::new(), Vec::new(), 0, 0);
    for n in 0..40 {
        let mut far = || rolls.below(200_000) as i32 - 100_000;
        let rectangle = ColumnBox { origin: IVec2::new(far(), far()), level: n % 5, size: UVec2::new(29, 13) };
        let last = rectangle.position_m(voxel, rectangle.size - 1);
        let sites = regions.sites(rectangle.position_m(voxel, UVec2::ZERO), last);
        let (mut walk, mut columns) = (regions.walk(), regions.columns(voxel, &rectangle));
        for _ in 0..20 {
            let index = UVec2::new(rolls.below(29), rolls.below(13));
            walk.weights(&sites, rectangle.position_m(voxel, index), &mut of_walk);
            columns.weights(index, &mut of_columns);
            assert_eq!(of_walk, of_columns, "{index} of {rectangle:?}");
            if let Some(region) = columns.alone(index) {
                assert_eq!((of_walk[region], of_walk.iter().sum::<f32>()), (1.0, 1.0));
                alone += 1;
            }
            mixed += usize::from(of_walk.iter().all(|weight| *weight < 1.0));
        }
    }
    assert!(mixed > 80, "{mixed} places are of several regions");
    assert!(alone > 80, "{alone} places are told to be of one");
}

#[test]
fn every_square_of_a_rectangle_has_its_own_site() {
    let regions = regions();
    for (min_m, max_m) in [([-900.0, -510.0], [630.0, 285.0]), ([3.0, -2.0], [3.0, -2.0]), ([-7000.0, 80.0], [-6990.0, 420.0])] {
        let sites = regions.sites(min_m.into(), max_m.into());
        assert_eq!(sites.sites.len() % sites.columns as usize, 0);
        for (i, site) in (0..).zip(&sites.sites) {
            let own = regions.site(sites.first + IVec2::new(i % sites.columns, i / sites.columns));
            assert_eq!((site.at_m, site.region), (own.at_m, own.region));
        }
    }
}

#[test]
fn what_is_left_out_as_far_weighs_nothing() {
    let regions = regions();
    let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
    let mut left_out = 0;
    for _ in 0..400 {
        let at = DVec2::new(f64::from(rolls.range(-3e4, 3e4)), f64::from(rolls.range(-3e4, 3e4)));
        let sites = regions.sites(at, at);
        let (some, all) = (regions.near(&sites, at, BLEND), regions.near(&sites, at, 1e3));
        let nearest = all.nearest;
        assert_eq!(some.nearest, nearest);
        for (some, all) in some.distances.iter().zip(&all.distances) {
            left_out += usize::from(some != all);
            assert!(some == all || *all - nearest > BLEND, "{some} for {all}");
        }
    }
    assert!(left_out > 4000);
}

#[test]
fn weights_are_continuous() {
    let regions = regions();
    let mut before = weigh(&regions, DVec2::ZERO, 0.0);
    for i in 1..4000 {
        let now = weigh(&regions, DVec2::new(f64::from(i) * 0.05, f64::from(i) * 0.021), 0.0);
        for (a, b) in now.iter().zip(&before) {
            assert!(ops::abs(a - b) < 0.05, "a jump at step {i}");
        }
        before = now;
    }
}
