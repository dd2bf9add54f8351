//! Tests of overhang shelves: where they stand, and that they hang free.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::operators::Root;
use crate::operators::heights::Between;
use crate::operators::isolation::brute_force;
use crate::operators::surface_column::SurfaceSpec;
use crate::regions::Regions;
use crate::{FillScratch, Proofs, Stack};
use glam::UVec3;

fn surface(seed: u64, relief_m: f32) -> Arc<Surface> {
    let gentler = SurfaceSpec { mountain_share: 0.7, highlands: 0.5, terrace_strength: 0.15, ..SurfaceSpec::ROUGH };
    let spec = SurfaceSpec { relief_m, ..gentler };
    Arc::new(Surface::new(seed, spec, Regions::new(seed, 96.0, Vec::new()), Vec::new()))
}

fn shelves(seed: u64, surface: &Arc<Surface>, thickness_m: f32) -> OverhangShelves {
    let spec = ShelfSpec { spacing_m: 14.0, chance: 1.0, depth_m: 5.0, thickness_m };
    OverhangShelves::new(seed, spec, Arc::clone(surface))
}

/// The shelves of a square round the origin, with their roots in metres.
fn placed(op: &OverhangShelves) -> Vec<(DVec2, Shelf)> {
    let cells = (-20..20).flat_map(|y| (-20..20).map(move |x| IVec2::new(x, y)));
    let found = cells.filter_map(|cell| op.of_cell(VoxelSize::DEFAULT, cell));
    let root = |shelf: &Shelf| VoxelSize::DEFAULT.position_m(shelf.root.anchor) + shelf.root.rest_m.as_dvec3();
    found.map(|shelf| (root(&shelf).truncate(), shelf)).collect()
}

#[test]
fn shelves_conform() {
    let surface = surface(3, 30.0);
    let op = shelves(3, &surface, 0.75);
    let roots = placed(&op);
    assert!(roots.len() > 10, "{} shelves", roots.len());
    for (root, _) in roots.iter().take(6) {
        let around = (root.extend(f64::from(surface.at(*root).lower_m)) * 4.0).as_ivec3();
        let surroundings = Surroundings { around, spread: IVec3::new(60, 60, 40), n_boxes: 60, ..Surroundings::default() };
        let report = conformance::check(&op, &surroundings).expect("conforms");
        assert!(report.inert > 0 && report.active > 0 && report.vacuous == 0, "{report:?}");
    }
    let none = OverhangShelves::new(3, ShelfSpec { chance: 0.0, ..op.spec }, surface);
    assert_eq!(conformance::check(&none, &Surroundings::default()).expect("conforms").active, 0);
}

fn land(op: OverhangShelves, surface: &Arc<Surface>) -> Stack {
    let ground = Between::new(Arc::clone(surface));
    Stack::new(VoxelSize::DEFAULT, vec![Arc::new(Root::Void), Arc::new(ground), Arc::new(op)]).expect("legal")
}

#[test]
fn shelves_alone_on_the_land_are_what_their_proofs_say() {
    let surface = surface(3, 30.0);
    brute_force(land(shelves(3, &surface, 0.75), &surface));
}

#[test]
fn shelves_need_a_surface_column() {
    let surface = surface(3, 30.0);
    let refused = Stack::new(VoxelSize::DEFAULT, vec![Arc::new(Root::Void), Arc::new(shelves(3, &surface, 0.75))]);
    let text = refused.expect_err("nothing to stand out from").to_string();
    assert!(text.contains("overhang_shelves") && text.contains("void") && text.contains("SurfaceColumn"), "{text}");
}

/// Least samples of rock in a column between two airs, and least clear height in metres above it and, at its lip, below it, over the
/// columns round some shelves; and how many columns had such rock.
fn thinnest(seed: u64, thickness_m: f32) -> (u32, f32, f32, u32) {
    let surface = surface(seed, 30.0);
    let op = shelves(seed, &surface, thickness_m);
    let roots = placed(&op);
    let stack = land(op, &surface);
    let (mut scratch, mut thin, mut above, mut below, mut columns) = (FillScratch::default(), u32::MAX, 99.0, 99.0, 0);
    for (root, shelf) in roots.iter().take(6) {
        let foot_m = f64::from(surface.at(*root).lower_m);
        let origin = (root.extend(foot_m) * 4.0).as_ivec3() - IVec3::new(40, 40, 60);
        let domain = SampleBox { origin, level: 0, size: UVec3::new(80, 80, 100) };
        stack.fill(&domain, Proofs::On, &mut scratch);
        let runs = |x: u32, y: u32| {
            let is_rock = |z: u32| scratch.density[domain.offset(UVec3::new(x, y, z))] < 0.0;
            let mut runs: Vec<(bool, u32)> = Vec::new();
            for z in 0..domain.size.z {
                match runs.last_mut() {
                    Some((rock, n)) if *rock == is_rock(z) => *n += 1,
                    _ => runs.push((is_rock(z), 1)),
                }
            }
            runs
        };
        for y in 0..80 {
            for x in 0..80 {
                for three in runs(x, y).windows(3) {
                    if let [(false, _), (true, rock), (false, air)] = three {
                        thin = thin.min(*rock);
                        above = ops::min(*air as f32 * 0.25, above);
                        columns += 1;
                    }
                }
            }
        }
        // The lip: the last column out of the hill that hangs over air.
        let hanging = (1..48).map_while(|i| {
            let lip = (moved(*root, shelf.out, i as f32 * 0.2) * 4.0).floor().as_ivec2() - origin.truncate();
            match runs(lip.x as u32, lip.y as u32).as_slice() {
                [(true, _), (false, air), (true, _), ..] => Some(Some(*air as f32 * 0.25)),
                [(true, _), (false, _)] => None,
                _ => Some(None),
            }
        });
        let hanging: Vec<f32> = hanging.flatten().collect();
        below = hanging.last().copied().map_or(below, |air| ops::min(air, below));
    }
    (thin, above, below, columns)
}

#[test]
fn shelves_are_two_voxels_thick_and_leave_room_above_and_below() {
    let mut columns = 0;
    for seed in 0..24 {
        let (thin, above, below, n) = thinnest(seed, 0.625);
        assert!(n == 0 || thin >= 2, "seed {seed}: a shelf is {thin} voxels thick");
        assert!(above >= LEAST_HEIGHT_M - 0.25, "seed {seed}: {above} m above a shelf");
        assert!(below >= CLEAR_M - 0.5, "seed {seed}: {below} m below a lip");
        columns += n;
    }
    assert!(columns > 5_000, "{columns} columns under shelves");
}

#[test]
fn a_shelf_that_is_too_thin_is_seen() {
    let thin = (0..3).map(|seed| thinnest(seed, 0.2).0).min();
    assert!(thin < Some(2), "{thin:?}");
}
