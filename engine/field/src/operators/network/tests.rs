//! Tests of tunnel networks: trees stay connected, floors bear, candidates equal everything.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::hash::Rolls;
use std::collections::BTreeMap;

pub(crate) fn spec() -> NetworkSpec {
    NetworkSpec {
        content_m: 64.0,
        cell_m: 32.0,
        room_chance: 0.5,
        room_radius_m: [4.0, 10.0],
        room_height_ratio: 0.85,
        floor_cut: 0.75,
        hub_radius_m: 12.0,
        tunnel_radius_m: [1.6, 2.2],
        winding_m: 3.0,
        loop_chance: 0.25,
        fillet_m: 1.5,
        floor_relief_m: 0.5,
        floor_frequency: 0.12,
        roughness_m: 0.3,
        roughness_frequency: 0.25,
    }
}

/// Number of connected groups among the rooms of super-cells within `reach` of the origin, when some links are left out.
fn groups(seed: u64, spec: &NetworkSpec, reach: i32, keep: impl Fn(usize, &Link) -> bool) -> usize {
    let layout = Layout { spec, seed, sizes: None };
    let mut names: BTreeMap<[i32; 3], usize> = BTreeMap::new();
    let mut links = Vec::new();
    for z in 0..spec.super_layers() {
        for y in -reach..=reach {
            for x in -reach..=reach {
                let of = IVec3::new(x, y, z);
                let rooms = layout.rooms(of);
                for room in &rooms {
                    let n = names.len();
                    names.entry(room.cell.to_array()).or_insert(n);
                }
                links.extend(layout.links(of, &rooms));
            }
        }
    }
    let mut parent: Vec<usize> = (0..names.len()).collect();
    fn root(parent: &mut [usize], mut i: usize) -> usize {
        while parent[i] != i {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        i
    }
    for (_, link) in links.iter().enumerate().filter(|(i, link)| keep(*i, link)) {
        let ends = [link.from, link.to].map(|room| names.get(&room.cell.to_array()).copied());
        if let [Some(a), Some(b)] = ends {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            parent[a] = b;
        }
    }
    (0..parent.len()).filter(|i| parent[*i] == *i).count()
}

#[test]
fn every_room_is_on_one_tree() {
    for seed in 0..60 {
        let spec = NetworkSpec { content_m: [16.0, 64.0, 200.0][seed as usize % 3], loop_chance: 0.0, ..spec() };
        assert_eq!(groups(seed, &spec, 4, |_, _| true), 1, "seed {seed}");
    }
}

#[test]
fn a_missing_link_is_noticed() {
    let spec = NetworkSpec { loop_chance: 0.0, ..spec() };
    assert!((0..8).all(|seed| groups(seed, &spec, 3, |i, _| i != 5) == 2));
}

#[test]
fn links_are_short_and_of_neighbouring_super_cells() {
    for seed in 0..40 {
        let (_, links) = Network::new(seed, spec(), None).features(DVec2::splat(-300.0), DVec2::splat(300.0));
        for link in links {
            assert!(link.from.at_m.distance(link.to.at_m) <= 160.0);
            assert!((spec().super_of(link.from.at_m) - spec().super_of(link.to.at_m)).abs().max_element() <= 1);
        }
    }
}

#[test]
fn the_network_conforms() {
    for (seed, content_m) in [(1, 64.0), (2, 24.0)] {
        let network = Network::new(seed, NetworkSpec { content_m, ..spec() }, None);
        let around = Surroundings {
            around: IVec3::new(40, -60, 60),
            spread: IVec3::new(300, 300, 120),
            n_boxes: 24,
            ..Surroundings::default()
        };
        let report = conformance::check(&network, &around).expect("conforms");
        assert!(report.active > 0, "{report:?}");
    }
}

#[test]
fn a_forgotten_void_is_noticed() {
    let network = Network::new(3, spec(), None);
    let voxel = VoxelSize::DEFAULT;
    let p = IVec3::new(8, 4, 4 * 17);
    let whole = network.point(voxel, p, Channels { density: 0.0, shape: 0.0 }).shape;
    let xy = p.truncate();
    let seen = Seen { z: p.z as f32 * voxel.metres() - network.relief_at(xy.as_dvec2() * 0.25), rough: 0.0 };
    let mut distances = Vec::new();
    network.each_void(voxel, &LatticeBox { min: p, max: p }, |placed| {
        if !matches!(placed.void, Void::Room(_)) {
            distances.push(placed.void.at(voxel, xy, seen));
        }
    });
    let without_hub = network.fold(distances.into_iter());
    assert!(whole < without_hub, "the hub holds {whole}, without it {without_hub}");
}

#[test]
fn a_void_is_not_felt_outside_its_reach() {
    let voxel = VoxelSize::DEFAULT;
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..6 {
        let network = Network::new(seed, spec(), None);
        let mut rolls = Rolls::new(seed, Tag::Test, IVec3::ZERO);
        for placed in network.build(voxel, IVec3::new(seed as i32 - 3, 1, 0)) {
            let LatticeBox { min, max } = placed.reach;
            for _ in 0..400 {
                let at = |d: usize| min[d] - 40 + rolls.below((max[d] - min[d] + 80) as u32) as i32;
                let p = IVec3::from_array([0, 1, 2].map(at));
                let relief = rolls.range(-network.spec.floor_relief_m, network.spec.floor_relief_m);
                let rough = rolls.range(-network.spec.roughness_m, network.spec.roughness_m);
                let seen = Seen { z: p.z as f32 * voxel.metres() - relief, rough };
                let is_far = placed.void.at(voxel, p.truncate(), seen) >= FAR_M + network.join_m();
                if placed.reach.meets(&LatticeBox { min: p, max: p }) {
                    inside += i32::from(!is_far);
                } else {
                    outside += 1;
                    assert!(is_far, "felt at {p}, outside {min}..{max}");
                }
            }
        }
    }
    assert!(inside > 500 && outside > 5000, "{inside} felt, {outside} outside");
}

#[test]
fn rooms_take_the_size_of_the_region_they_stand_in_and_every_window_agrees() {
    use crate::regions::Regions;
    let factors = vec![0.6, 1.6];
    let sizes = || RoomSizes { regions: Regions::by_share(9, 120.0, vec![1.0, 1.0]), factors: factors.clone() };
    let (varied, alike) = (Network::new(4, spec(), Some(sizes())), Network::new(4, spec(), None));
    let (mut smaller, mut larger) = (0, 0);
    let near = |network: &Network| network.rooms_near(DVec2::new(80.0, -40.0), 300.0);
    let usual = near(&alike);
    for room in near(&varied) {
        // A room near the hub may have grown into it, or shrunk out of it.
        let Some(usual) = usual.iter().find(|usual| usual.cell == room.cell) else { continue };
        assert_eq!(room.at_m, usual.at_m);
        smaller += i32::from(room.radius_m < usual.radius_m);
        larger += i32::from(room.radius_m > usual.radius_m);
        let again = varied.rooms_near(room.at_m, 1.0);
        assert!(again.contains(&room), "another window sees another room at {}", room.at_m);
    }
    assert!(smaller > 20 && larger > 20, "{smaller} smaller, {larger} larger");
    conformance::check(&varied, &Surroundings { around: IVec3::new(300, -120, 120), n_boxes: 60, ..Surroundings::default() })
        .expect("conforms");
}

#[test]
fn a_network_felt_farther_keeps_its_near_distances_and_conforms() {
    let (usual, far) = (Network::new(6, spec(), None), Network::new(6, spec(), None).felt_to(12.0));
    let mut rolls = Rolls::new(2, Tag::Test, IVec3::ZERO);
    let mut farther = 0;
    for _ in 0..4000 {
        let p = IVec3::new(rolls.below(800) as i32 - 400, rolls.below(800) as i32 - 400, rolls.below(256) as i32);
        let [a, b] = [&usual, &far].map(|network| network.point(VoxelSize::DEFAULT, p, Channels::START).shape);
        assert!(if a < FAR_M { a.to_bits() == b.to_bits() } else { b >= FAR_M }, "{a} and {b} at {p}");
        farther += i32::from(b > 8.0);
    }
    assert!(farther > 100);
    let around = Surroundings { around: IVec3::new(40, -60, 60), n_boxes: 16, ..Surroundings::default() };
    let report = conformance::check(&far, &around).expect("conforms");
    assert!(report.active > 0, "{report:?}");
}

#[test]
fn voids_are_felt_within_their_window_of_super_cells_alone() {
    let voxel = VoxelSize::DEFAULT;
    for cell_m in [16.0, 32.0, 96.0] {
        let spec = NetworkSpec { cell_m, winding_m: 12.0, tunnel_radius_m: [6.0, 6.0], ..spec() };
        let network = Network::new(8, spec, None).felt_to(FARTHEST_M);
        for of in [IVec3::ZERO, IVec3::new(1, -2, 0), IVec3::new(-4, 3, 0), IVec3::new(17, 5, 0)] {
            let edge = 2.0 * cell_m * voxel.per_metre() as f32;
            let corner = |of: IVec3| ((of.truncate().as_vec2() - 0.5) * edge).as_ivec2();
            let (min, max) = (corner(of - WINDOW), corner(of + WINDOW + 1));
            for placed in network.build(voxel, of) {
                let LatticeBox { min: lo, max: hi } = placed.reach;
                assert!(lo.truncate().cmpge(min).all() && hi.truncate().cmple(max).all(), "{lo}..{hi} of {of}, cell {cell_m} m");
            }
        }
    }
}
