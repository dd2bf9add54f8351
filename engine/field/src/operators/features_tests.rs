//! Contracts of the feature post.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::feature::{Anchored, Solid};
use crate::operators::Root;
use crate::{Proofs, Stack};
use glam::{DVec3, UVec3};
use std::sync::Arc;

const VOXEL: VoxelSize = VoxelSize::DEFAULT;

fn at(x: f64, y: f64, z: f64) -> Anchored {
    Anchored::at(VOXEL, DVec3::new(x, y, z))
}

fn way(a: Anchored, b: Anchored) -> Feature {
    Feature { part: Part::Clearance, solid: Solid::Way { a, b, half_width_m: 1.4, height_m: 2.8 }, relief_m: 0.3 }
}

fn all_kinds() -> Vec<Feature> {
    let (a, b, c) = (at(-20.3, -4.1, 2.2), at(9.7, 3.3, 6.9), at(24.0, 20.0, 6.9));
    vec![
        way(a, b),
        way(b, c),
        Feature { part: Part::Support, solid: Solid::Causeway { a, b, half_width_m: 2.5, depth_m: 3.0 }, relief_m: 0.6 },
        Feature { part: Part::Clearance, solid: Solid::Room { foot: a, radius_m: 5.0, height_m: 4.0 }, relief_m: 0.4 },
        Feature { part: Part::Support, solid: Solid::Plinth { foot: c, radius_m: 4.0, depth_m: 9.0 }, relief_m: 0.4 },
        Feature {
            part: Part::Support,
            solid: Solid::Sheath { a: at(0.0, -20.0, -25.0), b: at(4.0, -16.0, 25.0), radius_m: 2.0 },
            relief_m: 0.8,
        },
        Feature { part: Part::Clearance, solid: Solid::Sphere { centre: at(0.1, 0.2, -14.7), radius_m: 3.3 }, relief_m: 0.0 },
    ]
}

#[test]
fn features_conform_and_are_inert_out_of_reach() {
    let post = FeaturePost::new(VOXEL, 5, IVec3::new(0, 0, -731), &all_kinds());
    let report = conformance::check(&post, &Surroundings { spread: IVec3::new(120, 110, 90), ..Surroundings::default() })
        .expect("conforms");
    assert!(report.inert > 20 && report.active > 20 && report.vacuous == 0, "{report:?}");
}

#[test]
fn distances_stay_within_their_slope_and_their_reach() {
    let mut rolls = crate::Rolls::new(2, Tag::Test, IVec3::ZERO);
    for feature in all_kinds() {
        let baked = Baked::new(VOXEL, &feature);
        let reach = baked.reach(VOXEL, 3.0);
        let mut near = 0;
        for _ in 0..4000 {
            let p = IVec3::from_array([(); 3].map(|()| rolls.below(240) as i32 - 120));
            let q = p + IVec3::from_array([(); 3].map(|()| rolls.below(7) as i32 - 3));
            let (dp, dq) = (baked.distance(VOXEL, p, 0.0), baked.distance(VOXEL, q, 0.0));
            let moved_m = (p - q).as_vec3().length() * VOXEL.metres();
            assert!(ops::abs(dp - dq) <= baked.lipschitz() * moved_m + 1e-3, "{feature:?} between {p} and {q}");
            let relieved = baked.distance(VOXEL, p, 1.0);
            assert!(relieved <= dp && relieved >= dp - baked.relief_m() - 1e-4);
            if relieved < 3.0 {
                near += 1;
                assert!(LatticeBox { min: p, max: p }.meets(&reach), "{feature:?} reaches {p}");
            }
        }
        assert!(near > 10, "{feature:?} was hardly met");
    }
}

/// Height of the floor under a lattice column in metres, found as the highest crossing from rock to air below `from`.
fn floor_m(stack: &Stack, x: i32, y: i32, from: i32) -> Option<f32> {
    (0..80).map(|n| from - n).find_map(|z| {
        let (above, below) = (stack.density(IVec3::new(x, y, z)), stack.density(IVec3::new(x, y, z - 1)));
        (above >= 0.0 && below < 0.0).then(|| VOXEL.metres() * (z as f32 - above / (above - below)))
    })
}

#[test]
fn floors_are_where_the_feet_are_and_ways_of_one_slope_join_without_a_step() {
    let (a, b, c) = (at(-10.0, 0.0, 1.0), at(0.0, 0.0, 3.0), at(10.0, 0.0, 5.0));
    for root in [Root::Rock, Root::Void] {
        let mut features = vec![way(a, b), way(b, c)];
        for (a, b) in [(a, b), (b, c)] {
            features.push(Feature {
                part: Part::Support,
                solid: Solid::Causeway { a, b, half_width_m: 2.5, depth_m: 3.0 },
                relief_m: 0.5,
            });
        }
        let post = FeaturePost::new(VOXEL, 5, IVec3::new(0, 0, -731), &features);
        let stack = Stack::new(VOXEL, vec![Arc::new(root), Arc::new(post)]).expect("legal");
        for x in -40..=40 {
            for y in [-3, 0, 3] {
                let foot = 3.0 + 0.2 * x as f32 * VOXEL.metres();
                let floor = floor_m(&stack, x, y, (foot * 4.0) as i32 + 5).expect("a floor");
                assert!(ops::abs(floor - foot) < 0.03, "{root:?}: floor {floor}, foot {foot} at {x}, {y}");
                let head = ((foot + 2.1) * 4.0) as i32;
                assert!(stack.density(IVec3::new(x, y, head)) > 0.0, "headroom at {x}, {y}");
            }
        }
    }
}

#[test]
fn proofs_change_no_sampled_value_and_no_sign() {
    let post = FeaturePost::new(VOXEL, 5, IVec3::new(0, 0, -731), &all_kinds());
    let stack = Stack::new(VOXEL, vec![Arc::new(Root::Rock), Arc::new(post)]).expect("legal");
    let (mut proven, mut sampled) = (crate::FillScratch::default(), crate::FillScratch::default());
    for (level, origin) in [(0, IVec3::new(-90, -30, -3)), (1, IVec3::new(20, -30, -5)), (2, IVec3::new(-70, -70, -70))] {
        let domain = SampleBox { origin, level, size: UVec3::new(35, 35, 35) };
        let verdict = stack.fill(&domain, Proofs::On, &mut proven);
        assert_eq!(verdict, stack.fill(&domain, Proofs::Off, &mut sampled));
        assert!(proven.sampled > 0 && proven.sampled < sampled.sampled, "{} of {}", proven.sampled, sampled.sampled);
        let mut equal = 0;
        for (p, s) in proven.density.iter().zip(&sampled.density) {
            assert_eq!(*p < 0.0, *s < 0.0);
            equal += usize::from(p.to_bits() == s.to_bits());
        }
        assert!(equal >= proven.sampled, "every sampled point has its true bits");
    }
}

#[test]
fn a_missing_candidate_is_noticed() {
    let full = FeaturePost::new(VOXEL, 5, IVec3::ZERO, &all_kinds());
    let domain = SampleBox { origin: IVec3::new(-80, -20, 8), level: 0, size: UVec3::new(30, 8, 8) };
    let differs = |rows: &FeaturePost| {
        let mut prepared = rows.prepare(VOXEL, &domain);
        let (mut density, mut shape) = (vec![-50.0; 30], vec![0.0; 30]);
        prepared.row(Row { start: domain.origin, step: 1, density: &mut density, shape: &mut shape });
        (0..30).any(|x| {
            let incoming = Channels { density: -50.0, shape: 0.0 };
            full.point(VOXEL, domain.point(UVec3::new(x, 0, 0)), incoming).density.to_bits() != density[x as usize].to_bits()
        })
    };
    assert!(!differs(&full));
    assert!(differs(&FeaturePost::new(VOXEL, 5, IVec3::ZERO, &all_kinds()[1..])));
}
