//! Modifiers in files: read, judged and refused at their place in the list.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::Path;
use voxelforge_project::{Asset, Diagnostic, RealDisk, create_project, load, parse_file};
use world::World;

fn strate(modifiers: &str) -> String {
    format!("(\n    schema: 1,\n    id: \"hall\",\n    archetype: FlatPlain(),\n    modifiers: [\n{modifiers}\n    ],\n)\n")
}

fn parse(modifiers: &str) -> Result<Asset, Vec<Diagnostic>> {
    parse_file(Path::new("strates/hall.ron"), &strate(modifiers))
}

#[test]
fn a_list_of_modifiers_is_read_in_order() {
    let Ok(Asset::Strate(def)) = parse("RoughnessOnDensity(roughness_m: 0.3), RoughnessOnDensity()") else { panic!("a strate") };
    assert_eq!(def.modifiers.iter().map(|modifier| modifier.name()).collect::<Vec<_>>(), ["RoughnessOnDensity"; 2]);
    assert_ne!(def.modifiers[0], def.modifiers[1]);
}

#[test]
fn mistakes_in_a_modifier_are_placed_at_its_field() {
    for (modifiers, field, word) in [
        (
            "RoughnessOnDensity(),\nRoughnessOnDensity(roughness_m: 99.0)",
            "modifiers[1].RoughnessOnDensity.roughness_m",
            "0 m to 2 m",
        ),
        (
            "RoughnessOnDensity(),\nRoughnessOnDensity(roughness_m: true)",
            "modifiers[1].RoughnessOnDensity.roughness_m",
            "0 m to 2 m",
        ),
        (
            "RoughnessOnDensity(),\nRoughnessOnDensity(rougness_m: 0.1)",
            "modifiers[1].RoughnessOnDensity.rougness_m",
            "`roughness_m`",
        ),
        ("RoughnessOnDensity(),\nRoughnesOnDensity()", "modifiers[1]", "`RoughnessOnDensity`"),
    ] {
        let found = parse(modifiers).unwrap_err();
        assert_eq!((found.len(), found[0].field.as_str(), found[0].line), (1, field, Some(7)), "{found:?}");
        assert!(found[0].accepted.as_ref().is_some_and(|accepted| accepted.contains(word)), "{found:?}");
    }
}

#[test]
fn a_modifier_that_cannot_stand_where_it_is_is_placed_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    create_project(&RealDisk, folder.path(), "Fresh", 5).unwrap();
    let file = folder.path().join("strates/hall.ron");
    assert!(file.exists());
    std::fs::write(&file, strate("RoughnessOnDensity(),\nRoughnessOnShape()")).unwrap();
    let project = load(folder.path()).unwrap();
    assert_eq!(project.diagnostics, []);
    let errors = World::resolve(&project.assets, None).unwrap_err();
    let placed = project.placed_errors(&project.assets, &errors);
    assert_eq!((placed.len(), placed[0].field.as_str(), placed[0].line), (1, "modifiers[1]", Some(7)), "{placed:?}");
    let reason = &placed[0].reason;
    assert!(reason.contains("roughness_on_density") && reason.contains("roughness_on_shape"), "{reason}");
}
