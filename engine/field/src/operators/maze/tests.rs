//! Tests of mazes: one tree, every node reached through air, candidates equal everything.

use super::layout::Join;
use super::*;
use crate::conformance::{self, Surroundings};
use crate::operators::{Carve, Root};
use crate::{FillScratch, Proofs, SampleBox, Stack};
use glam::UVec3;
use std::sync::Arc;

fn spec() -> MazeSpec {
    MazeSpec {
        content_m: 64.0,
        cell_m: 16.0,
        storey_m: 16.0,
        corridor_radius_m: 3.1,
        corridor_height_m: 4.6,
        chamber_m: 0.6,
        chamber_chance: 0.35,
        branch_chance: 0.5,
        verticality: 0.35,
        fillet_m: 1.5,
        vault_m: 2.5,
        pilasters_m: [0.35, 4.0],
        band_m: [0.2, 1.5],
    }
}

/// Specs at the ends of what may be asked for.
fn extremes() -> Vec<MazeSpec> {
    vec![
        spec(),
        MazeSpec { content_m: 16.0, corridor_height_m: 12.0, vault_m: 6.0, verticality: 1.0, ..spec() },
        MazeSpec {
            content_m: 200.0,
            cell_m: 14.0,
            storey_m: 10.0,
            corridor_radius_m: 1.5,
            chamber_m: 0.0,
            corridor_height_m: 2.6,
            ..spec()
        },
        MazeSpec {
            cell_m: 64.0,
            corridor_radius_m: 8.0,
            pilasters_m: [1.0, 2.0],
            chamber_m: 6.0,
            chamber_chance: 1.0,
            branch_chance: 1.0,
            verticality: 1.0,
            ..spec()
        },
        MazeSpec {
            verticality: 0.0,
            branch_chance: 0.0,
            chamber_chance: 0.0,
            fillet_m: 0.5,
            vault_m: 0.0,
            pilasters_m: [0.0, 2.0],
            band_m: [0.0, 1.0],
            ..spec()
        },
    ]
}

fn nodes(spec: &MazeSpec, reach: i32) -> Vec<IVec3> {
    let plane = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| IVec3::new(x, y, 0)));
    spec.storeys().flat_map(|z| plane.clone().map(move |node| node.with_z(z))).collect()
}

/// Number of connected groups of nodes when some of the tree's ways are left out.
fn groups(seed: u64, spec: &MazeSpec, reach: i32, keep: impl Fn(usize) -> bool) -> usize {
    let nodes = nodes(spec, reach);
    let index = |node: IVec3| nodes.iter().position(|other| *other == node);
    let mut group: Vec<usize> = (0..nodes.len()).collect();
    let mut n_ways = 0;
    for (a, node) in nodes.iter().enumerate() {
        for axis in 0..3 {
            let other = index(*node + IVec3::AXES[axis]);
            let Some(b) = other.filter(|_| spec.join(seed, *node, axis) == Some(Join::Tree)) else { continue };
            n_ways += 1;
            if keep(n_ways) {
                let (from, to) = (group[a], group[b]);
                group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
    }
    group.sort_unstable();
    group.dedup();
    group.len()
}

#[test]
fn every_node_is_on_one_tree() {
    for seed in 0..60 {
        let content_m = [16.0, 64.0, 100.0][seed as usize % 3];
        let spec = MazeSpec { content_m, verticality: [0.0, 0.35, 1.0][seed as usize % 2], ..spec() };
        assert_eq!(groups(seed, &spec, 4, |_| true), 1, "seed {seed}");
    }
}

#[test]
fn a_missing_way_is_noticed() {
    assert!((0..8).all(|seed| groups(seed, &spec(), 3, |way| way != 7) == 2));
}

#[test]
fn every_step_of_the_tree_leads_closer_to_the_origin() {
    for seed in 0..20 {
        for node in nodes(&spec(), 5) {
            let Some(parent) = spec().parent(seed, node) else {
                assert_eq!(node, IVec3::ZERO);
                continue;
            };
            assert_eq!((node - parent).abs().element_sum(), 1);
            assert_eq!(node.abs().element_sum() - parent.abs().element_sum(), 1);
        }
    }
}

#[test]
fn loops_and_wells_are_as_rare_as_stated() {
    let full = MazeSpec { branch_chance: 1.0, verticality: 1.0, ..spec() };
    for (spec, most) in [(full, [0.18, 0.10]), (MazeSpec { branch_chance: 0.0, verticality: 0.0, ..full }, [0.0; 2])] {
        let (mut loops, mut free) = ([0u32; 2], [0u32; 2]);
        for seed in 0..12 {
            for node in nodes(&spec, 6) {
                for axis in 0..3 {
                    let join = spec.join(seed, node, axis);
                    let inside = spec.storeys().contains(&(node + IVec3::AXES[axis]).z);
                    if join != Some(Join::Tree) && inside {
                        loops[axis / 2] += u32::from(join.is_some());
                        free[axis / 2] += 1;
                    }
                }
            }
        }
        for kind in 0..2 {
            let share = f64::from(loops[kind]) / f64::from(free[kind]);
            assert!(free[kind] > 2000 && share <= most[kind] * 1.1 && share >= most[kind] * 0.9, "{share} of {}", free[kind]);
        }
    }
}

#[test]
fn mazes_conform() {
    for (seed, spec) in extremes().into_iter().enumerate() {
        let maze = Maze::new(seed as u64, spec);
        for around in [IVec3::new(40, -60, 100), IVec3::new(-120_000, 119_000, 40)] {
            let surroundings = Surroundings { around, spread: IVec3::new(200, 200, 180), n_boxes: 24, ..Surroundings::default() };
            let report = conformance::check(&maze, &surroundings).unwrap_or_else(|breach| panic!("{seed}: {breach}"));
            assert!(report.active > 0 && report.vacuous == 0, "{report:?}");
        }
    }
}

#[test]
fn mazes_conform_at_every_voxel_size() {
    for micrometres in VoxelSize::ALLOWED_UM {
        let voxel = VoxelSize::from_micrometres(micrometres).expect("allowed");
        let around = IVec3::new(13, 9, 14 * voxel.per_metre() / 2);
        let surroundings = Surroundings { voxel, around, spread: IVec3::new(150, 150, 90), n_boxes: 16, ..Default::default() };
        conformance::check(&Maze::new(2, spec()), &surroundings).expect("conforms");
    }
}

/// Signs of the carved maze over the nodes within `reach` cells of the origin, every half metre; true is air.
fn carved(seed: u64, spec: MazeSpec, reach: i32) -> (SampleBox, Vec<bool>) {
    let operators: Vec<Arc<dyn Operator>> =
        vec![Arc::new(Root::Rock), Arc::new(Maze::new(seed, spec)), Arc::new(Carve { width_m: 0.0 })];
    let stack = Stack::new(VoxelSize::DEFAULT, operators).expect("a legal stack");
    // Stairs stand in the block beyond their node.
    let side = (reach + 1) * spec.cell_m as i32;
    let size = UVec3::new(4 * side as u32, 4 * side as u32, 2 * spec.content_m as u32);
    let domain = SampleBox { origin: IVec3::new(-4 * side, -4 * side, 0), level: 1, size };
    let mut scratch = FillScratch::default();
    stack.fill(&domain, Proofs::On, &mut scratch);
    (domain, scratch.density.iter().map(|d| *d > 0.0).collect())
}

/// Which nodes within `reach` are reached through air from the origin, when some places are walled up.
fn reached(seed: u64, spec: MazeSpec, reach: i32, is_wall: impl Fn(IVec3) -> bool) -> Vec<(IVec3, bool)> {
    let (domain, mut open) = carved(seed, spec, reach);
    let size = domain.size.as_ivec3();
    let offset = |index: IVec3| domain.offset(index.as_uvec3());
    let over_floor = |node: IVec3| {
        let at = spec.at_m(node).extend(f64::from(spec.foot_m(node.z)) + 1.2);
        (VoxelSize::DEFAULT.lattice_floor(at) - domain.origin) / domain.step()
    };
    let start = over_floor(IVec3::ZERO);
    assert!(open[offset(start)], "the origin is open");
    let mut queue = vec![start];
    while let Some(at) = queue.pop() {
        for way in [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z] {
            let next = at + way;
            if next.cmpge(IVec3::ZERO).all() && next.cmplt(size).all() && open[offset(next)] && !is_wall(next) {
                open[offset(next)] = false;
                queue.push(next);
            }
        }
    }
    let all = nodes(&spec, reach).into_iter();
    all.map(|node| (node, IVec3::ZERO == node || !open[offset(over_floor(node))])).collect()
}

#[test]
fn air_leads_from_every_node_to_the_origin() {
    for (seed, spec) in (0..10).flat_map(|seed| extremes().into_iter().take(3).map(move |spec| (seed, spec))) {
        let spec = MazeSpec { content_m: ops::min(spec.content_m, 64.0), branch_chance: 0.0, ..spec };
        let lost: Vec<_> = reached(seed, spec, 1, |_| false).into_iter().filter(|(_, is_reached)| !is_reached).collect();
        assert!(lost.is_empty(), "seed {seed}: {lost:?}");
    }
}

#[test]
fn a_wall_across_the_maze_is_noticed() {
    let spec = MazeSpec { branch_chance: 0.0, ..spec() };
    // A plane a little east of the origin's node.
    let wall = |p: IVec3| p.x == 2 * 32 + 16;
    let lost = reached(4, spec, 1, wall).into_iter().filter(|(_, is_reached)| !is_reached).count();
    assert!(lost >= 9, "{lost} nodes are cut off");
}

#[test]
fn a_forgotten_corridor_is_noticed() {
    let (maze, voxel) = (Maze::new(3, spec()), VoxelSize::DEFAULT);
    let parent = (1..9).map(|x| IVec3::new(x, 0, 0)).find(|node| maze.spec.parent(3, *node) == Some(*node - IVec3::X));
    let node = parent.expect("some node steps along x");
    let middle = maze.spec.at_m(node).extend(f64::from(maze.spec.foot_m(0)) + 2.0) - glam::DVec3::X * 8.0;
    let p = voxel.lattice_floor(middle);
    let around = |p: IVec3| Window::of(&maze.spec, voxel, &SampleBox { origin: p, level: 0, size: UVec3::ONE });
    let z_m = p.z as f32 * voxel.metres();
    let whole = Storey::new(&maze, voxel, 0, &around(p), None).at(p.truncate(), z_m);
    let elsewhere = Storey::new(&maze, voxel, 0, &around(p + IVec3::X * 600), None).at(p.truncate(), z_m);
    assert!(whole < -1.0 && elsewhere > 1.0, "{whole} and {elsewhere}");
}
