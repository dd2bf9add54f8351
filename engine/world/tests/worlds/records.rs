//! Every operator that a world is made of stands in the list of records, which the reference page is made from.

use crate::support::{project, resolve, stacked, strate};
use field::operators::records;
use field::{Record, Stack, VoxelSize};
use voxelforge_world::StrateIndex;
use voxelforge_world::archetypes::native_stack;
use voxelforge_world::defs::{Archetype, Disturbance, Modifier, RegionDef, StrateDef};

/// Operators of a stack whose record is not among `listed`.
fn missing(stack: &Stack, listed: &[&'static Record]) -> Vec<&'static str> {
    let records = stack.operators().iter().map(|operator| operator.record());
    records.filter(|record| !listed.contains(record)).map(|record| record.name).collect()
}

/// A strate of each kind, alone, with each modifier, with each disturbance, and with a region.
fn variants() -> Vec<StrateDef> {
    let mut variants = Vec::new();
    for archetype in Archetype::all_defaults() {
        let plain = strate("s", archetype.clone());
        variants.push(plain.clone());
        variants.extend(Modifier::all_defaults().into_iter().map(|one| StrateDef { modifiers: vec![one], ..plain.clone() }));
        variants
            .extend(Disturbance::all_defaults().into_iter().map(|one| StrateDef { disturbances: vec![one], ..plain.clone() }));
        let region = RegionDef { share: 1.0, archetype, modifiers: Vec::new(), material: None };
        variants.push(StrateDef { regions: vec![region], ..strate("s", Archetype::FlatPlain(Default::default())) });
    }
    variants
}

#[test]
fn every_operator_of_every_stack_is_listed() {
    let listed = records();
    let (mut legal, mut met) = (0, std::collections::BTreeSet::new());
    for def in variants() {
        // Some modifiers need a shape, which not every kind of place prepares.
        let Ok(stack) = native_stack(&def, 5, VoxelSize::DEFAULT, &[]) else { continue };
        legal += 1;
        met.extend(stack.operators().iter().map(|operator| operator.record().name));
        let left_out = missing(&stack, &listed);
        assert!(left_out.is_empty(), "field::operators::records lacks {left_out:?}");
    }
    assert!(legal > Archetype::all_defaults().len() * 5, "only {legal} legal stacks");
    let mut assets = stacked([strate("hall", Archetype::FlatPlain(Default::default()))], 4);
    project(&mut assets).settings.radius_m = 200.0;
    let world = resolve(&assets);
    let finished = world.finished(StrateIndex(0)).expect("a finished stack");
    assert_eq!(missing(finished, &listed), Vec::<&str>::new());
    met.extend(finished.operators().iter().map(|operator| operator.record().name));
    // Edits come last, and the world has none here.
    let unmet: Vec<_> =
        listed.iter().map(|record| record.name).filter(|name| !met.contains(name) && *name != "strokes").collect();
    assert!(unmet.is_empty(), "listed, but no stack has them: {unmet:?}");
}

#[test]
fn an_operator_left_out_of_the_list_is_found() {
    let stack =
        native_stack(&strate("s", Archetype::FlatPlain(Default::default())), 5, VoxelSize::DEFAULT, &[]).expect("a stack");
    let listed: Vec<_> = records().into_iter().filter(|record| record.name != "slab_void").collect();
    assert_eq!(missing(&stack, &listed), ["slab_void"]);
}
