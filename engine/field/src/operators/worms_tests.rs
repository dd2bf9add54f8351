//! Contracts of worms: bounded to the shape, proven cell by cell, and about as wide as they say.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::operators::network::{Network, tests::spec};
use crate::operators::{Carve, Root};
use crate::{NO_SHAPE_M, Proofs, Rolls, Stack};
use std::sync::Arc;

/// Of the worms on a network.
const RANGE_M: f32 = 8.0;
const VOXEL: VoxelSize = VoxelSize::DEFAULT;

fn worms(radius_m: f32, frequency: f32, range_m: f32) -> Worms {
    Worms::new(5, WormSpec { radius_m, frequency, range_m })
}

#[test]
fn worms_conform_at_usual_and_extreme_parameters_near_and_far() {
    for worms in [worms(1.2, 0.05, 8.0), worms(0.4, 0.2, 0.5), worms(4.0, 0.01, 24.0), worms(0.6, 0.5, 3.0)] {
        for around in [IVec3::ZERO, IVec3::new(131_000, -130_900, 40)] {
            let surroundings = Surroundings { around, n_boxes: 160, ..Surroundings::default() };
            let report = conformance::check(&worms, &surroundings).unwrap_or_else(|breach| panic!("{breach}"));
            assert!(report.inert > 8 && report.active > 8 && report.vacuous == 0, "{report:?}");
        }
    }
}

#[test]
fn nothing_is_carved_out_of_range_of_the_shape() {
    let worms = worms(1.5, 0.04, 8.0);
    let mut rolls = Rolls::new(1, Tag::Test, IVec3::ZERO);
    let mut carved = 0;
    for _ in 0..20_000 {
        let p = IVec3::from_array([(); 3].map(|()| rolls.below(4000) as i32 - 2000));
        let rock = |shape| worms.point(VOXEL, p, Channels { density: -8.0, shape }).density;
        for shape in [8.0, 8.5, 100.0, NO_SHAPE_M] {
            assert_eq!(rock(shape), -8.0);
        }
        assert!(rock(7.5) <= rock(2.0) && rock(2.0) == rock(0.0), "worms are narrower farther off, and whole near the shape");
        carved += i32::from(rock(1.0) > 0.0);
    }
    assert!(carved > 100, "{carved} of 20000 points were carved");
}

#[test]
fn their_radius_is_about_metres() {
    // A curve with a round section of this radius in noise: the share of space it fills grows as the square of the radius, and the
    // field's slope at the wall is about one.
    let worms = worms(1.2, 0.05, 8.0);
    let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
    let at = |p: IVec3| worms.point(VOXEL, p, Channels { density: -50.0, shape: 0.0 }).density;
    let (mut n, mut sum) = (0, 0.0f64);
    for _ in 0..60_000 {
        let p = IVec3::from_array([(); 3].map(|()| rolls.below(8000) as i32 - 4000));
        if ops::abs(at(p)) < 0.4 {
            let slope = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| f64::from(at(p + axis) - at(p - axis)) / 0.5);
            sum += slope.iter().map(|s| s * s).sum::<f64>().sqrt();
            n += 1;
        }
    }
    let mean = sum / f64::from(n);
    assert!(n > 400 && (0.8..1.25).contains(&mean), "{n} places at a wall, mean slope {mean}");
}

#[test]
fn on_a_network_they_stay_near_its_tunnels_and_proofs_agree_with_samples() {
    let network = || Arc::new(Network::new(4, spec(), None).felt_to(RANGE_M));
    let carve = Arc::new(Carve { width_m: 0.0 });
    let plain = Stack::new(VOXEL, vec![Arc::new(Root::Rock), network(), carve.clone()]).expect("legal");
    let wormy = Arc::new(worms(1.2, 0.05, RANGE_M));
    let with = Stack::new(VOXEL, vec![Arc::new(Root::Rock), network(), carve, wormy]).expect("legal");
    let (mut before, mut on, mut off) =
        (crate::FillScratch::default(), crate::FillScratch::default(), crate::FillScratch::default());
    let (mut opened, mut sampled) = (0, [0, 0]);
    for i in 0..27 {
        let origin = IVec3::new(i % 3 * 40 - 60, i / 3 % 3 * 40 - 60, i / 9 * 34 + 20);
        let domain = SampleBox { origin, level: 0, size: UVec3::splat(35) };
        plain.fill(&domain, Proofs::Off, &mut before);
        let verdict = with.fill(&domain, Proofs::On, &mut on);
        assert_eq!(verdict, with.fill(&domain, Proofs::Off, &mut off));
        for ((before, on), off) in before.density.iter().zip(&on.density).zip(&off.density) {
            assert_eq!(*on < 0.0, *off < 0.0);
            opened += i32::from(*before < 0.0 && *off >= 0.0);
            assert!(*before > -RANGE_M || *off == *before, "nothing changes out of range");
        }
        sampled = [sampled[0] + on.sampled, sampled[1] + off.sampled];
    }
    assert!(opened > 1000 && sampled[0] * 10 < sampled[1] * 9, "{opened} opened, {sampled:?} sampled");
}

#[test]
fn worms_need_a_shape() {
    let error = Stack::new(VOXEL, vec![Arc::new(Root::Rock), Arc::new(worms(1.0, 0.05, 8.0))]).expect_err("no shape");
    assert_eq!((error.first.as_str(), error.second.as_str()), ("rock", "worms"));
}
