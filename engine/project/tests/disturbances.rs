//! Disturbances in files: read in order, judged and refused at their place in the list.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::Path;
use voxelforge_project::{Asset, Diagnostic, parse_file};

fn parse(disturbances: &str) -> Result<Asset, Vec<Diagnostic>> {
    let text = format!(
        "(\n    schema: 1,\n    id: \"hall\",\n    archetype: FlatPlain(),\n    disturbances: [\n{disturbances}\n    ],\n)\n"
    );
    parse_file(Path::new("strates/hall.ron"), &text)
}

#[test]
fn a_list_of_disturbances_is_read_in_order() {
    let Ok(Asset::Strate(def)) = parse("Ridge(gap_m: 6.0), Chasm(), Ridge()") else { panic!("a strate") };
    assert_eq!(def.disturbances.iter().map(|disturbance| disturbance.name()).collect::<Vec<_>>(), ["Ridge", "Chasm", "Ridge"]);
    assert_ne!(def.disturbances[0], def.disturbances[2]);
}

#[test]
fn mistakes_in_a_disturbance_are_placed_at_its_field() {
    for (disturbances, field, word) in [
        ("Chasm(),\nRidge(gap_m: 1.0)", "disturbances[1].Ridge.gap_m", "3 m to 16 m"),
        ("Chasm(),\nRidge(gap_m: true)", "disturbances[1].Ridge.gap_m", "3 m to 16 m"),
        ("Chasm(),\nRidge(gaps_m: 4.0)", "disturbances[1].Ridge.gaps_m", "`gap_m`"),
        ("Chasm(),\nRigde()", "disturbances[1]", "`Ridge`"),
    ] {
        let found = parse(disturbances).unwrap_err();
        assert_eq!((found.len(), found[0].field.as_str(), found[0].line), (1, field, Some(7)), "{found:?}");
        assert!(found[0].accepted.as_ref().is_some_and(|accepted| accepted.contains(word)), "{found:?}");
    }
}

#[test]
fn numbers_that_disagree_are_named_together() {
    let found = parse("Chasm(),\nChasm(length_min_m: 90.0, length_max_m: 50.0)").unwrap_err();
    assert!(
        found.iter().any(|diagnostic| diagnostic.accepted.as_deref() == Some("length_min_m must not exceed length_max_m")),
        "{found:?}"
    );
}
