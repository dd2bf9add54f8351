//! Modifiers: their order, their seeds, and what refuses them.

use crate::support::{list, stacked, strate};
use field::{SampleBox, Stack, VoxelSize};
use glam::{IVec3, UVec3};
use voxelforge_world::World;
use voxelforge_world::archetypes::native_stack;
use voxelforge_world::defs::{Archetype, Modifier, RoughnessOnDensity, RoughnessOnShape, StrateDef};

fn with(archetype: &str, modifiers: &[Modifier]) -> StrateDef {
    let archetype = Archetype::all_defaults().into_iter().find(|kind| kind.name() == archetype).expect("an archetype");
    StrateDef { modifiers: modifiers.to_vec(), ..strate("s", archetype) }
}

fn on_density(roughness_m: f32) -> Modifier {
    Modifier::RoughnessOnDensity(RoughnessOnDensity { roughness_m, ..Default::default() })
}

fn on_shape() -> Modifier {
    Modifier::RoughnessOnShape(RoughnessOnShape::default())
}

fn names(stack: &Stack) -> Vec<&'static str> {
    stack.operators().iter().map(|op| op.record().name).collect()
}

fn stack(def: &StrateDef) -> Stack {
    native_stack(def, 9, VoxelSize::DEFAULT, &[]).expect("a legal stack")
}

fn samples(def: &StrateDef) -> Vec<f32> {
    let domain = SampleBox { origin: IVec3::new(-60, -60, 20), level: 2, size: UVec3::new(30, 30, 40) };
    let mut scratch = field::FillScratch::default();
    stack(def).fill(&domain, field::Proofs::Off, &mut scratch);
    scratch.density
}

#[test]
fn modifiers_of_the_shape_stand_before_the_conversion_and_others_last() {
    let def = with("TunnelNetwork", &[on_density(0.4), on_shape(), on_density(0.2)]);
    let expected = ["rock", "tunnel_network", "roughness_on_shape", "carve", "roughness_on_density", "roughness_on_density"];
    assert_eq!(names(&stack(&def)), expected);
}

#[test]
fn two_of_a_kind_have_seeds_of_their_own_and_their_order_matters() {
    let twice = |a: f32, b: f32| samples(&with("FlatPlain", &[on_density(a), on_density(b)]));
    assert_ne!(twice(1.0, 0.0), twice(0.0, 1.0));
    assert_ne!(twice(1.0, 0.3), twice(0.3, 1.0));
    assert_eq!(twice(1.0, 0.3), twice(1.0, 0.3));
    assert_eq!(twice(0.0, 0.0), samples(&with("FlatPlain", &[])));
}

#[test]
fn a_modifier_of_the_shape_needs_a_shape_and_is_refused_where_it_stands() {
    let def = with("FlatPlain", &[on_density(0.4), on_density(0.4), on_shape()]);
    let refused = native_stack(&def, 9, VoxelSize::DEFAULT, &[]).expect_err("no shape");
    assert_eq!(refused.modifier, Some(2));
    let (first, second) = (refused.error.first.as_str(), refused.error.second.as_str());
    assert_eq!((first, second), ("roughness_on_density", "roughness_on_shape"), "{refused}");
    let errors = World::resolve(&stacked([def], 1), None).expect_err("refused");
    assert_eq!(errors.len(), 1, "{}", list(&errors));
    let text = list(&errors);
    assert!(text.contains("modifiers[2]") && text.contains("roughness_on_shape"), "{text}");
}

#[test]
fn a_modifier_out_of_range_is_refused_by_its_place_and_field() {
    let errors =
        World::resolve(&stacked([with("FlatPlain", &[on_density(0.4), on_density(9.0)])], 1), None).expect_err("refused");
    assert!(list(&errors).contains("modifiers[1].roughness_m"), "{}", list(&errors));
}

#[test]
fn a_changed_list_of_modifiers_is_another_native_field() {
    let resolve = |modifiers: &[Modifier], before: Option<&World>| {
        World::resolve(&stacked([with("FlatPlain", modifiers)], 1), before).expect("a world")
    };
    let one = resolve(&[on_density(0.4), on_density(0.1)], None);
    let same = resolve(&[on_density(0.4), on_density(0.1)], Some(&one));
    let swapped = resolve(&[on_density(0.1), on_density(0.4)], Some(&one));
    let is_shared = |other: &World| std::sync::Arc::ptr_eq(&one.strates()[0].native, &other.strates()[0].native);
    assert!(is_shared(&same) && !is_shared(&swapped));
}
