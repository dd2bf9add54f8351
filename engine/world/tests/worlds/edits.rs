//! Edits: strokes change what they reach, in order, and nothing else.

use crate::support::{list, pool, resolve, stacked};
use field::{FillScratch, Proofs, SampleBox};
use glam::{DVec3, IVec3, UVec3};
use std::sync::Arc;
use voxelforge_world::defs::{EditLayerDef, Mode, SCHEMA, Shape, Stroke};
use voxelforge_world::edits::{check_stroke, dirty_boxes};
use voxelforge_world::{Assets, Difference, World};

fn sphere(sequence: u32, mode: Mode, centre_m: [f64; 3], radius_m: f32) -> Stroke {
    Stroke { sequence, mode, shape: Shape::Sphere { centre_m, radius_m }, falloff_m: 0.5, strength: 1.0 }
}

fn with_layer(assets: &Assets, id: &str, order: i32, strokes: Vec<Stroke>) -> Assets {
    let mut assets = assets.clone();
    let layer = EditLayerDef { schema: SCHEMA, id: id.into(), name: String::new(), order, hidden: false, strokes };
    assets.edits.insert(id.into(), Arc::new(layer));
    assets
}

fn base() -> Assets {
    stacked(pool().strates.values().map(|def| (**def).clone()), 5)
}

fn density(world: &World, at_m: [f64; 3]) -> f32 {
    world.density(world.voxel().lattice_floor(DVec3::from_array(at_m)))
}

#[test]
fn strokes_apply_by_layer_order_then_sequence_and_a_hidden_layer_not_at_all() {
    let at = [70.3, -20.1, -3.9];
    assert!(density(&resolve(&base()), at) < 0.0, "the ceiling band is rock");
    // Listed out of sequence: the fill comes last.
    let both = vec![sphere(9, Mode::Fill, at, 2.0), sphere(2, Mode::Carve, at, 3.0)];
    let filled = with_layer(&base(), "first", 0, both);
    assert!(density(&resolve(&filled), at) < 0.0);
    let carved = with_layer(&filled, "above", 1, vec![sphere(0, Mode::Carve, at, 2.5)]);
    assert!(density(&resolve(&carved), at) > 0.0);
    let mut hidden = carved.clone();
    Arc::make_mut(hidden.edits.get_mut("above").expect("it is there")).hidden = true;
    assert!(density(&resolve(&hidden), at) < 0.0);
    assert_eq!(resolve(&hidden).content_hash(), resolve(&filled).content_hash());
    assert_ne!(resolve(&carved).content_hash(), resolve(&filled).content_hash());
}

#[test]
fn a_stroke_across_an_interface_is_one() {
    let world = resolve(&base());
    let z = world.strates()[0].bands.bottom / world.voxel().per_metre();
    let carved = resolve(&with_layer(&base(), "e", 0, vec![sphere(0, Mode::Carve, [200.0, 3.0, f64::from(z)], 5.0)]));
    for dz in -3..=3 {
        assert!(density(&carved, [200.0, 3.0, f64::from(z + dz)]) > 0.0);
    }
}

#[test]
fn nothing_changes_outside_the_dirty_boxes() {
    let before = with_layer(&base(), "e", 0, vec![sphere(0, Mode::Carve, [12.0, 8.0, -30.0], 4.0)]);
    let changed = vec![sphere(0, Mode::Carve, [12.0, 8.0, -30.0], 4.0), sphere(1, Mode::Fill, [15.0, 9.0, -28.0], 3.0)];
    let after = with_layer(&before, "e", 0, changed);
    let (old, new) = (resolve(&before), resolve(&after));
    let boxes = dirty_boxes(&before, &after, new.voxel());
    assert_eq!(new.difference(&old), Some(Difference { strates: Vec::new(), edits: boxes.clone() }));
    assert_eq!(boxes.len(), 1);
    let (mut a, mut b) = (FillScratch::default(), FillScratch::default());
    let domain = SampleBox { origin: IVec3::new(20, 0, -150), level: 0, size: UVec3::new(80, 80, 80) };
    old.fill(&domain, Proofs::Off, &mut a);
    new.fill(&domain, Proofs::Off, &mut b);
    let mut changes = 0;
    for (i, (x, y)) in a.density.iter().zip(&b.density).enumerate() {
        let i = i as u32;
        let p = domain.point(UVec3::new(i % 80, i / 80 % 80, i / 6400));
        let inside = boxes.iter().any(|(min, max)| p.cmpge(*min).all() && p.cmplt(*max).all());
        assert!(inside || x.to_bits() == y.to_bits(), "changed outside at {p}");
        changes += usize::from(x.to_bits() != y.to_bits());
    }
    assert!(changes > 1000, "{changes} values changed");
    assert!(dirty_boxes(&before, &before, new.voxel()).is_empty());
}

#[test]
fn strokes_that_make_no_sense_are_refused_with_the_range() {
    for (stroke, part) in [
        (sphere(0, Mode::Carve, [0.0, 0.0, 40_000.0], 2.0), "outside the world"),
        (sphere(0, Mode::Carve, [f64::NAN, 0.0, 0.0], 2.0), "outside the world"),
        (sphere(0, Mode::Carve, [0.0; 3], 65.0), "0.05 m to 64 m"),
        (sphere(0, Mode::Carve, [0.0; 3], f32::NAN), "0.05 m to 64 m"),
        (Stroke { strength: 1.5, ..sphere(0, Mode::Carve, [0.0; 3], 1.0) }, "0 to 1"),
    ] {
        let reason = check_stroke(&stroke).expect_err(part);
        assert!(reason.contains(part), "{reason}");
        let errors = World::resolve(&with_layer(&base(), "e", 0, vec![stroke]), None).expect_err(part);
        assert!(list(&errors).contains("strokes[0]"));
    }
}
