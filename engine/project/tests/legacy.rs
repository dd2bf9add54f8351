//! Imports from the earlier engine: numbers, reports, and whatever a file may hold instead.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use param::{ParamBlock, Value, validate};
use proptest::prelude::*;
use serde_json::{Map, json};
use std::collections::BTreeSet;
use std::path::Path;
use voxelforge_project::legacy::{FIELDS, Fate, Import, Outcome, VOXEL_M, import, reference};
use voxelforge_project::{Diagnostic, RealDisk, load};
use world::defs::StrateDef;
use world::{StrateIndex, World};

/// A set and a table as that engine writes them.
const JSON: &str = include_str!("exports/deep_halls.json");
const CSV: &str = include_str!("exports/strates.csv");

fn json_import(text: &str) -> Result<Import, Box<Diagnostic>> {
    import(Path::new("set.json"), text, VOXEL_M)
}

/// Every field as the earlier engine had it by default.
fn defaults() -> Map<String, serde_json::Value> {
    FIELDS.iter().map(|field| (field.name.to_owned(), json!(field.default))).collect()
}

fn float(block: &dyn ParamBlock, name: &str) -> f32 {
    let place = block.declarations().iter().position(|decl| decl.name == name).unwrap_or_else(|| panic!("no {name}"));
    match block.get(place) {
        Some(Value::Float(value)) => value,
        other => panic!("{name} is {other:?}"),
    }
}

fn modifier<'a>(strate: &'a StrateDef, name: &str) -> &'a dyn ParamBlock {
    strate.modifiers.iter().find(|modifier| modifier.name() == name).unwrap_or_else(|| panic!("no {name}")).block()
}

fn outcome<'a>(import: &'a Import, field: &str) -> &'a Outcome {
    &import.report[0].fields.iter().find(|line| line.field == field).unwrap_or_else(|| panic!("no line for {field}")).outcome
}

#[test]
fn lengths_and_frequencies_follow_the_voxel_of_the_earlier_world() {
    let import = json_import(&json!(defaults()).to_string()).unwrap();
    let block = import.strates[0].archetype.block();
    for (name, value) in [
        ("cell_m", 16.0),
        ("room_radius_max_m", 5.0),
        ("room_height_ratio", 0.85),
        ("hub_radius_m", 6.0),
        ("room_chance", 0.35),
        ("winding_m", 3.0),
        ("fillet_m", 0.5),
        ("floor_relief_m", 0.5),
        ("floor_frequency", 0.12),
        ("roughness_m", 0.25),
        ("floor_cut", 0.8),
        ("loop_chance", 0.4),
    ] {
        assert!((float(block, name) - value).abs() < 1e-6, "{name}: {} instead of {value}", float(block, name));
    }
    let worms = modifier(&import.strates[0], "Worms");
    assert_eq!((float(worms, "range_m"), float(worms, "frequency")), (8.0, 0.12));
    assert_eq!(import.strates[0].bands.content_m, 64.0);
    // Twice the voxel is twice the length and half the frequency.
    let coarse = voxelforge_project::legacy::import(Path::new("set.json"), &json!(defaults()).to_string(), 0.25).unwrap();
    let block = coarse.strates[0].archetype.block();
    assert_eq!((float(block, "cell_m"), float(block, "floor_frequency"), float(block, "room_height_ratio")), (32.0, 0.06, 0.85));
}

#[test]
fn every_field_has_one_line_and_a_value_that_had_to_change_says_why() {
    let mut set = defaults();
    set.insert("RoomSpacin".into(), json!(3));
    set.insert("Flavour".into(), json!({"sour": [1, "a", {}]}));
    set.remove("MaxTunnelLength");
    let import = json_import(&json!(set).to_string()).unwrap();
    let names: Vec<&str> = import.report[0].fields.iter().map(|line| line.field.as_str()).collect();
    assert_eq!(names.len(), FIELDS.len() + 2);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(matches!(outcome(&import, "RoomSpacing"), Outcome::Mapped { value, .. } if value == "16 m"));
    // Tunnels of 0.75 m are too narrow for a body.
    let Outcome::Changed { value, reason, .. } = outcome(&import, "TunnelMinRadius") else { panic!("not changed") };
    assert!(value == "1.5 m" && reason.contains("1.5 m to 8 m"), "{value}, {reason}");
    assert!(matches!(outcome(&import, "BaseDensity"), Outcome::Dropped { reason } if reason.contains("metres")));
    assert_eq!(outcome(&import, "MaxTunnelLength"), &Outcome::Absent);
    assert_eq!(outcome(&import, "RoomSpacin"), &Outcome::Unknown { nearest: Some("RoomSpacing") });
    assert_eq!(outcome(&import, "Flavour"), &Outcome::Unknown { nearest: None });
    // Details are off by default, and so are their modifiers.
    assert!(
        matches!(outcome(&import, "TerraceHardness"), Outcome::Dropped { reason } if reason.contains("TerraceStepHeight is 0"))
    );
    for (field, modifier) in [("TerraceStepHeight", "modifiers.Terrace"), ("OverhangStrength", "modifiers.Overhang")] {
        assert!(
            matches!(outcome(&import, field), Outcome::Mapped { path, value } if path == modifier && value == "left out"),
            "{field}"
        );
    }
    let present: Vec<&str> = import.strates[0].modifiers.iter().map(|modifier| modifier.name()).collect();
    assert_eq!(present, ["FloorBias", "Worms"]);
    let text = import.to_string();
    assert!(text.contains("RoomSpacing 128: mapped to archetype.cell_m = 16 m"), "{text}");
    assert!(text.contains("RoomSpacin: unknown; the nearest is RoomSpacing"), "{text}");
}

#[test]
fn details_become_modifiers_and_relief_of_another_kind_replaces_the_archetypes_own() {
    let mut set = defaults();
    for (name, value) in [("TerraceStepHeight", 16.0), ("ArchDensity", 0.3), ("DomeDensity", 0.2), ("PinchDensity", 0.1)] {
        set.insert(name.into(), json!(value));
    }
    set.insert("RoughnessNoiseType".into(), json!("ERoughnessNoiseType::Ridged"));
    let import = json_import(&json!(set).to_string()).unwrap();
    let strate = &import.strates[0];
    assert_eq!(float(modifier(strate, "Terrace"), "step_m"), 2.0);
    assert_eq!(float(modifier(strate, "Arch"), "chance"), 0.3);
    assert_eq!(float(modifier(strate, "Arch"), "thickness_max_m"), 1.5);
    assert_eq!(float(modifier(strate, "RoughnessOnDensity"), "roughness_m"), 0.25);
    assert_eq!(float(strate.archetype.block(), "roughness_m"), 0.0);
    let path = "modifiers.RoughnessOnDensity.roughness_m";
    assert!(matches!(outcome(&import, "SurfaceRoughness"), Outcome::Mapped { path: found, .. } if found == path));
    assert!(matches!(outcome(&import, "RoughnessNoiseType"), Outcome::Mapped { value, .. } if value == "Ridged"));
}

#[test]
fn tables_lists_and_inner_structs_are_read_alike() {
    let list = json_import(
        r#"[{"Name": "Deep", "GeneratorType": "Underwater", "roomSpacing": 200}, {"Name": "Deep", "RoomSpacing": "160"}]"#,
    )
    .unwrap();
    let csv = "---,GeneratorType,RoomSpacing,bTunnelsFlowTowardOrigin\r\nDeep,ECaveGeneratorType::Underwater,\"200.000\",True\r\nDeep,,160,\r\n";
    let table = import(Path::new("set.CSV"), csv, VOXEL_M).unwrap();
    assert_eq!(list.strates, table.strates);
    assert_eq!(list.strates.iter().map(|strate| strate.id.as_str()).collect::<Vec<_>>(), ["deep", "deep-2"]);
    assert_eq!(list.strates.iter().map(|strate| strate.archetype.name()).collect::<Vec<_>>(), ["Underwater", "TunnelNetwork"]);
    assert_eq!(float(list.strates[0].archetype.block(), "cell_m"), 25.0);
    let inner = json_import(r#"{"GenerationParams": {"RoomSpacing": 200}, "Name": "Deep"}"#).unwrap();
    assert_eq!(float(inner.strates[0].archetype.block(), "cell_m"), 25.0);
}

#[test]
fn bad_input_is_placed_and_told_what_would_be_accepted() {
    let mut wrong = Vec::new();
    for (file, text, place, field, words) in [
        ("a.json", "{\n  \"RoomSpacing\": \"wide\"\n}", (2, 23), "RoomSpacing", "\"wide\" is refused; accepted: a finite number"),
        ("a.json", "{\"RoomSpacing\": [1]}", (1, 17), "RoomSpacing", "sequence; accepted: a finite number"),
        ("a.json", "{\"RoomSpacing\": true}", (1, 20), "RoomSpacing", "true is refused; accepted: a finite number"),
        ("a.json", "{\"RoomSpacing\": 1,\n \"roomspacing\": 2}", (2, 17), "roomspacing", "stands twice; accepted: once"),
        ("a.json", "{\"RoomSpacing\": 1e999}", (1, 21), "RoomSpacing", "out of range; accepted: a finite number"),
        ("a.json", "{\"RoughnessNoiseType\": 7}", (1, 24), "RoughnessNoiseType", "accepted: one of Fractal, Ridged"),
        ("a.json", "{\"GeneratorType\": \"Maze\"}", (1, 24), "GeneratorType", "accepted: TunnelNetwork, Underwater"),
        ("a.json", "{\"Name\": \"Höhle\", \"RoomSpacing\": \"ö\"}", (1, 36), "RoomSpacing", "\"ö\" is refused"),
        ("a.json", "{\"Name\": []}", (1, 11), "Name", "accepted: a text"),
        ("a.json", "[{\"RoomSpacing\": 1}, 5]", (1, 22), "", "accepted: a parameter set"),
        ("a.json", "{\"RoomSpacing\": 1", (1, 17), "", "EOF while parsing an object; accepted: a parameter set"),
        ("a.json", "{\"RoomSpacing\":", (1, 15), "RoomSpacing", "EOF while parsing a value; accepted: a finite number"),
        ("a.json", "[\n{\"RoomSpacing\": 1},\n{}\n]", (3, 2), "", "no field of the earlier engine"),
        ("a.json", "{\"Colour\": 1}", (1, 13), "", "no field of the earlier engine; accepted: fields such as RoomSpacing"),
        ("a.csv", "Name,RoomSpacing\nA,1\nB,\"1,5\"", (3, 3), "RoomSpacing", "\"1,5\" is refused; accepted: a finite number"),
        ("a.csv", "Name,RoomSpacing\nA,1,2", (2, 1), "", "3 cells; accepted: 2"),
        ("a.csv", "Name,RoomSpacing\nA,\"1", (2, 3), "", "not closed; accepted: a quote"),
        ("a.csv", "RoomSpacing\nNaN", (2, 1), "RoomSpacing", "accepted: a finite number"),
        ("a.csv", "RoomSpacing,roomSpacing\n1,2", (2, 3), "roomSpacing", "stands twice"),
        ("a.csv", "Name,GeneratorType,RoomSpacing\nA,Caves,1", (2, 3), "GeneratorType", "accepted: TunnelNetwork, Underwater"),
        ("a.csv", "Name,RoomSpacing\nA,", (2, 1), "", "no field of the earlier engine"),
    ] {
        let mistake = import(Path::new(file), text, VOXEL_M).unwrap_err();
        let shown = mistake.to_string();
        if (mistake.line, mistake.column) != (Some(place.0), Some(place.1)) || mistake.field != field || !shown.contains(words) {
            wrong.push(format!("{shown} instead of {place:?}, {words:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (file, text) in [("a.json", "[]"), ("a.csv", ""), ("a.csv", "RoomSpacing\n"), ("a.txt", "{}"), ("a", "{}")] {
        let shown = import(Path::new(file), text, VOXEL_M).unwrap_err().to_string();
        assert!(shown.starts_with(&format!("{file}: error: ")) && shown.contains("; accepted: "), "{shown}");
    }
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
        assert!(import(Path::new("a.json"), "{}", size).unwrap_err().to_string().contains("0.01 m to 2 m"), "{size}");
    }
}

#[test]
fn an_import_is_a_project_that_can_be_walked_and_never_overwrites_one() {
    let folder = tempfile::tempdir().unwrap();
    for (file, text, count) in [("deep_halls.json", JSON, 1), ("strates.csv", CSV, 3)] {
        let out = folder.path().join(file);
        let import = import(Path::new(file), text, VOXEL_M).unwrap();
        assert_eq!(import.strates.len(), count);
        for line in import.report.iter().flat_map(|set| &set.fields) {
            assert!(!matches!(line.outcome, Outcome::Unknown { .. }), "{line}");
        }
        import.write(&RealDisk, &out, "Old").unwrap();
        let project = load(&out).unwrap();
        assert_eq!(project.diagnostics, []);
        let world = World::resolve(&project.assets, None).unwrap();
        for (index, strate) in (0..).zip(&import.strates) {
            assert_eq!(*project.assets.strates[&strate.id], *strate);
            let plan = world.plan(StrateIndex(index));
            assert!(plan.is_ok(), "{}: {:?}", strate.id, plan.err());
        }
        assert!(std::fs::read_to_string(out.join("import.txt")).unwrap().contains("RoomSpacing"));
        let before = std::fs::read_to_string(out.join("project.ron")).unwrap();
        assert!(import.write(&RealDisk, &out, "New").unwrap_err().to_string().contains("already a project"));
        assert_eq!(std::fs::read_to_string(out.join("project.ron")).unwrap(), before);
    }
}

#[test]
fn the_reference_tells_every_field_and_why_some_have_no_successor() {
    let page = reference();
    for field in FIELDS {
        let start = format!("| `{}` |", field.name);
        let line = page.lines().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("{}", field.name));
        match field.fate {
            Fate::Lives { paths, .. } => assert!(paths.iter().all(|path| line.contains(path)), "{line}"),
            Fate::Retired { reason } | Fate::Switch { reason, .. } => {
                assert!(line.contains(reason) && reason.len() > 10, "{line}")
            }
        }
    }
    assert_eq!(FIELDS.len(), 74);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_the_numbers_the_strate_is_valid(numbers in prop::collection::vec(any::<f64>(), FIELDS.len()), size in 0.01..2.0) {
        let set: Map<String, serde_json::Value> = FIELDS
            .iter()
            .zip(numbers)
            .filter(|(field, _)| field.name != "RoughnessNoiseType")
            .map(|(field, number)| (field.name.to_owned(), json!(number)))
            .collect();
        let import = import(Path::new("a.json"), &json!(set).to_string(), size).unwrap();
        let strate = &import.strates[0];
        let blocks = strate.modifiers.iter().map(|modifier| modifier.block()).chain([strate.archetype.block()]);
        for block in blocks {
            prop_assert_eq!(validate(block), []);
        }
        prop_assert_eq!(strate.bands.content_m % 8.0, 0.0);
        prop_assert!((16.0..=512.0).contains(&strate.bands.content_m));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[\\[\\]{}\",:0-9a-zA-Z.\\-\n ]{0,80}", csv in any::<bool>()) {
        _ = import(Path::new(if csv { "a.csv" } else { "a.json" }), &text, VOXEL_M);
    }

    #[test]
    fn a_damaged_export_is_imported_or_refused_at_a_place_in_it(
        csv in any::<bool>(), from in 0.0..1.0, long in 0_usize..12, put in "[\\[\\]{}\",:0-9eö.\\-\n ]{0,6}",
    ) {
        let (file, text) = if csv { ("a.csv", CSV) } else { ("a.json", JSON) };
        let letters: Vec<char> = text.chars().collect();
        let from = (from * letters.len() as f64) as usize;
        let until = (from + long).min(letters.len());
        let damaged: String = letters[..from].iter().copied().chain(put.chars()).chain(letters[until..].iter().copied()).collect();
        if let Err(mistake) = import(Path::new(file), &damaged, VOXEL_M) {
            let (line, column) = (mistake.line.unwrap_or(1), mistake.column.unwrap_or(1));
            let there = damaged.split('\n').nth(line as usize - 1);
            prop_assert!(there.is_some_and(|there| column as usize <= there.chars().count() + 1), "{}", mistake);
            prop_assert!(mistake.accepted.is_some_and(|accepted| !accepted.is_empty()), "{}", mistake.reason);
        }
    }
}
