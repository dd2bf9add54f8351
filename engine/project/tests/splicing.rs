//! Comments, order and notation of a hand-written file survive a save that changes its values.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use param::ParamBlock;
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;
use voxelforge_project::{Asset, AssetKey, Manner, parse_file, text_for};
use world::defs::{
    Archetype, BatchDef, FixedSlotDef, MaterialDef, Maze, Modifier, ProjectDef, RegionDef, StrateDef, SurfaceWorld, Terrace,
};

const STRATE: &str = r#"// The first hall.
(
    schema: 1, // do not touch
    id: "hall",

    // Shown in the list.
    name: "Hall",
    tags: ["grounded", /* why not */ "wide"],
    archetype: FlatPlain(
        ceiling_m: 40.0, // above the floor
        floor_m: 16,
    ),
    bands: (content_m: 64.0),
    look: (
        // morning
        fog_color: (0.5, 0.25, /* blue */ 0.125),
        exposure: 1.25
        // nothing more
    ),
)
// the end
"#;

fn strate(text: &str) -> StrateDef {
    match parse_file(Path::new("strates/hall.ron"), text) {
        Ok(Asset::Strate(def)) => (*def).clone(),
        other => panic!("{other:?}"),
    }
}

fn saved(change: impl FnOnce(&mut StrateDef)) -> String {
    let mut def = strate(STRATE);
    change(&mut def);
    let (text, manner) = text_for(Path::new("strates/hall.ron"), Some(STRATE), &Asset::Strate(Arc::new(def.clone()))).unwrap();
    assert_eq!(manner, if text == STRATE { Manner::Unchanged } else { Manner::Spliced });
    assert_eq!(strate(&text), def);
    text
}

#[test]
fn an_unchanged_value_keeps_every_byte() {
    assert_eq!(saved(|_| {}), STRATE);
}

#[test]
fn a_changed_number_changes_nothing_else() {
    let text = saved(|def| def.archetype.block_mut().set(0, param::Value::Float(12.5)).unwrap());
    assert_eq!(text, STRATE.replace("floor_m: 16,", "floor_m: 12.5,"));
    let text = saved(|def| def.look.fog_color[2] = 0.75);
    assert_eq!(text, STRATE.replace("/* blue */ 0.125", "/* blue */ 0.75"));
}

#[test]
fn a_new_field_takes_its_neighbours_indentation() {
    let text = saved(|def| def.look.exposure = 2.0);
    assert_eq!(text, STRATE.replace("exposure: 1.25\n", "exposure: 2.0\n"));
    let text = saved(|def| def.look.fog_distance_m = 50.0);
    assert_eq!(text, STRATE.replace("0.125),\n", "0.125),\n        fog_distance_m: 50.0,\n"));
    let text = saved(|def| def.seed = Some(u64::MAX));
    assert_eq!(text, STRATE.replace("\"wide\"],\n", "\"wide\"],\n    seed: 18446744073709551615,\n"));
    let text = saved(|def| def.bands.gap_m = 8.0);
    assert_eq!(text, STRATE.replace("(content_m: 64.0)", "(content_m: 64.0, gap_m: 8.0)"));
}

#[test]
fn a_struct_the_text_leaves_out_is_written_with_what_differs() {
    let text = saved(|def| def.passages.count = 2);
    assert_eq!(text, STRATE.replace("(content_m: 64.0),\n", "(content_m: 64.0),\n    passages: (count: 2),\n"));
}

#[test]
fn a_removed_element_takes_its_comment_along() {
    let text = saved(|def| drop(def.tags.pop()));
    assert_eq!(text, STRATE.replace(", /* why not */ \"wide\"]", "]"));
    let text = saved(|def| drop(def.tags.remove(0)));
    assert_eq!(text, STRATE.replace("\"grounded\", /* why not */ \"wide\"", " /* why not */ \"wide\""));
}

#[test]
fn another_variant_replaces_the_old_one_alone() {
    let text = saved(|def| def.archetype = Archetype::SurfaceWorld(SurfaceWorld::default()));
    assert!(text.starts_with("// The first hall."));
    assert!(text.contains("archetype: SurfaceWorld("));
    assert!(text.contains("// morning"));
    assert!(!text.contains("floor_m"));
}

#[test]
fn line_ends_of_the_file_are_kept() {
    let crlf = STRATE.replace('\n', "\r\n");
    let mut def = strate(&crlf);
    def.passages.count = 2;
    def.look.fog_distance_m = 50.0;
    let (text, manner) = text_for(Path::new("strates/hall.ron"), Some(&crlf), &Asset::Strate(Arc::new(def))).unwrap();
    assert_eq!(manner, Manner::Spliced);
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

/// A strate with lists of kinds, which have no ids.
const RECIPE: &str = r#"(
    schema: 1,
    id: "hall",
    archetype: FlatPlain(),
    modifiers: [
        // Broad steps first.
        Terrace(
            step_m: 5.0, // of a giant
        ),
        Ribs(), // in between
        // Grain last.
        RoughnessOnDensity(roughness_m: 0.3),
    ],
    regions: [
        // the old part
        (share: 0.5, archetype: Maze(), modifiers: [Ribs()]),
        // the deep part
        (archetype: TunnelNetwork(), material: "slate"),
    ],
)
"#;

fn recipe(change: impl FnOnce(&mut StrateDef)) -> String {
    let mut def = strate(RECIPE);
    change(&mut def);
    let (text, manner) = text_for(Path::new("strates/hall.ron"), Some(RECIPE), &Asset::Strate(Arc::new(def.clone()))).unwrap();
    assert_eq!(manner, Manner::Spliced, "{text}");
    assert_eq!(strate(&text), def);
    text
}

fn set(block: &mut dyn ParamBlock, name: &str, value: f32) {
    let index = block.declarations().iter().position(|decl| decl.name == name).unwrap();
    block.set(index, param::Value::Float(value)).unwrap();
}

#[test]
fn a_changed_field_of_a_list_of_kinds_changes_one_line() {
    let text = recipe(|def| set(def.modifiers[0].block_mut(), "step_m", 6.0));
    assert_eq!(text, RECIPE.replace("step_m: 5.0", "step_m: 6.0"));
    let text = recipe(|def| set(def.regions[1].archetype.block_mut(), "cell_m", 30.0));
    assert_eq!(text, RECIPE.replace("TunnelNetwork()", "TunnelNetwork(cell_m: 30.0)"));
}

#[test]
fn a_moved_modifier_carries_its_comments() {
    let text = recipe(|def| def.modifiers.swap(0, 1));
    let ribs = "        Ribs(), // in between\n";
    assert_eq!(text, RECIPE.replace(ribs, "").replace("        // Broad", &format!("{ribs}        // Broad")));
    let moved_and_changed = recipe(|def| {
        def.modifiers.rotate_left(1);
        set(def.modifiers[2].block_mut(), "step_m", 6.0);
    });
    assert!(moved_and_changed.contains("// Broad steps first.\n        Terrace(\n            step_m: 6.0, // of a giant\n"));
}

#[test]
fn an_added_modifier_says_only_what_is_not_the_default_and_leaves_again() {
    let spoken = Terrace { step_m: 7.0, ..Terrace::default() };
    let added = Terrace::default();
    let text = recipe(|def| def.modifiers.extend([Modifier::Terrace(added), Modifier::Terrace(spoken)]));
    let line = "RoughnessOnDensity(roughness_m: 0.3),\n";
    let new = format!("{line}        Terrace(),\n        Terrace(step_m: 7.0),\n");
    assert_eq!(text, RECIPE.replace(line, &new));
    let path = Path::new("strates/hall.ron");
    let (back, _) = text_for(path, Some(&text), &Asset::Strate(Arc::new(strate(RECIPE)))).unwrap();
    assert_eq!(back, RECIPE);
}

#[test]
fn a_first_list_is_written_behind_what_it_changes_and_leaves_again() {
    let path = Path::new("strates/hall.ron");
    let mut def = strate(STRATE);
    def.modifiers.push(Modifier::Terrace(Terrace::default()));
    let region = RegionDef { share: 1.0, archetype: Archetype::Maze(Maze::default()), modifiers: Vec::new(), material: None };
    def.regions.push(region);
    let (text, manner) = text_for(path, Some(STRATE), &Asset::Strate(Arc::new(def))).unwrap();
    assert_eq!(manner, Manner::Spliced);
    let modifiers = "    modifiers: [\n        Terrace(),\n    ],\n";
    let regions = "    regions: [\n        (\n            share: 1.0,\n            archetype: Maze(),\n        ),\n    ],\n";
    let lists = format!("{modifiers}{regions}");
    assert_eq!(text, STRATE.replace("    bands:", &format!("{lists}    bands:")));
    let (back, _) = text_for(path, Some(&text), &Asset::Strate(Arc::new(strate(STRATE)))).unwrap();
    assert_eq!(back, STRATE);
}

#[test]
fn a_removed_kind_takes_its_comments_and_no_other() {
    let text = recipe(|def| _ = def.modifiers.remove(0));
    let start = RECIPE.find("        // Broad").unwrap();
    let end = RECIPE.find("        Ribs(), // in").unwrap();
    assert_eq!(text, RECIPE.replace(&RECIPE[start..end], ""));
    let text = recipe(|def| {
        def.regions.remove(0);
        def.regions[0].share = 2.0;
    });
    assert!(text.contains("// the deep part\n") && !text.contains("// the old part"), "{text}");
}

const PROJECT: &str = r#"(
    schema: 1,
    name: "Deep",
    seed: 0x10,
    layout: (
        // from the top
        batches: [
            (id: "upper", count: 2, pool: ["a", "b"]), // easy
            // the hard half
            (
                id: "lower",
                count: 3,
                pool: ["c"],
            ),
        ],
        overrides: {
            "upper.0": "b", // looks better
        },
    ),
)
"#;

fn project_text(change: impl FnOnce(&mut ProjectDef)) -> String {
    let path = Path::new("project.ron");
    let Ok(Asset::Project(def)) = parse_file(path, PROJECT) else { panic!("the text is good") };
    let mut def = (*def).clone();
    change(&mut def);
    let (text, manner) = text_for(path, Some(PROJECT), &Asset::Project(Arc::new(def))).unwrap();
    assert_eq!(manner, Manner::Spliced);
    text
}

#[test]
fn a_moved_element_carries_its_comments() {
    let text = project_text(|def| def.layout.batches.swap(0, 1));
    let (lower, upper) = (text.find("// the hard half").unwrap(), text.find("// easy").unwrap());
    assert!(lower < text.find("\"lower\"").unwrap() && text.find("\"lower\"").unwrap() < upper, "{text}");
    assert!(text.contains("pool: [\"a\", \"b\"]), // easy\n"), "{text}");
}

#[test]
fn maps_gain_and_lose_entries_in_place() {
    let text = project_text(|def| drop(def.layout.overrides.insert("upper.1".to_owned(), "a".to_owned())));
    assert_eq!(text, PROJECT.replace("better\n", "better\n            \"upper.1\": \"a\",\n"));
    let text = project_text(|def| def.layout.overrides.clear());
    assert_eq!(text, PROJECT.replace("            \"upper.0\": \"b\", // looks better\n", ""));
}

#[test]
fn the_same_number_in_another_notation_is_left_alone() {
    let text = project_text(|def| def.name = "Deeper".to_owned());
    assert_eq!(text, PROJECT.replace("\"Deep\"", "\"Deeper\""));
    assert!(text.contains("0x10"));
}

#[test]
fn materials_keep_the_order_of_their_file() {
    let text = "[\n    (id: \"slate\"), // first\n    (id: \"chalk\", name: \"Chalk\"),\n]\n";
    let path = Path::new("materials.ron");
    let mut assets = world::Assets::default();
    parse_file(path, text).unwrap().put_into(&mut assets);
    let sorted = Asset::of(&assets, &AssetKey::Materials).unwrap();
    assert_eq!(text_for(path, Some(text), &sorted).unwrap(), (text.to_owned(), Manner::Unchanged));
    let amber = MaterialDef { id: "amber".to_owned(), ..(*assets.materials["slate"]).clone() };
    assets.materials.insert("amber".to_owned(), Arc::new(amber));
    let (grown, _) = text_for(path, Some(text), &Asset::of(&assets, &AssetKey::Materials).unwrap()).unwrap();
    assert!(grown.starts_with(text.trim_end_matches("]\n")), "{grown}");
    assert!(grown.contains("amber"));
}

#[test]
fn an_invalid_asset_is_not_written() {
    let mut def = strate(STRATE);
    def.bands.content_m = 61.0;
    let refused = text_for(Path::new("strates/hall.ron"), Some(STRATE), &Asset::Strate(Arc::new(def)));
    assert_eq!(refused.unwrap_err()[0].field, "bands.content_m");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_layout_reads_back_as_intended(
        seed in any::<u64>(),
        batches in proptest::collection::vec(("[a-c]{1,2}", 1u32..5, proptest::collection::btree_set("[a-f]", 1..4)), 0..5),
        fixed in proptest::collection::btree_map(0u32..9, "[a-f]", 0..4),
        overrides in proptest::collection::btree_map("[a-z]{1,6}\\.[0-9]", "[a-f]", 0..4),
        name in "\\PC{0,12}",
    ) {
        let mut seen = std::collections::BTreeSet::new();
        let batches = batches.into_iter().filter(|(id, _, _)| seen.insert(id.clone()));
        let batches = batches.map(|(id, count, pool)| BatchDef { id, count, pool: pool.into_iter().collect() }).collect();
        let fixed = fixed.into_iter().map(|(index, strate)| FixedSlotDef { index, strate }).collect();
        let path = Path::new("project.ron");
        let Ok(Asset::Project(def)) = parse_file(path, PROJECT) else { panic!("the text is good") };
        let mut def = (*def).clone();
        (def.seed, def.name, def.layout.batches, def.layout.fixed, def.layout.overrides) = (seed, name, batches, fixed, overrides);
        let asset = Asset::Project(Arc::new(def));
        let (text, manner) = text_for(path, Some(PROJECT), &asset).unwrap();
        prop_assert_eq!(parse_file(path, &text).unwrap(), asset);
        prop_assert!(manner == Manner::Spliced, "spliced, not rewritten:\n{}", text);
    }

    #[test]
    fn any_list_of_kinds_reads_back_as_intended(
        kinds in proptest::collection::vec((0usize..100, proptest::option::of(0.3f32..0.9)), 0..6),
        shares in proptest::collection::vec((0usize..100, 0.1f32..9.0, proptest::bool::ANY), 0..3),
        crlf in proptest::bool::ANY,
    ) {
        let before = if crlf { RECIPE.replace('\n', "\r\n") } else { RECIPE.to_owned() };
        let mut def = strate(&before);
        let all = Modifier::all_defaults();
        let made = |(kind, value): (usize, Option<f32>)| {
            let mut modifier = all[kind % all.len()].clone();
            if let (Some(value), Modifier::Terrace(terrace)) = (value, &mut modifier) {
                terrace.strength = value;
            }
            modifier
        };
        def.modifiers = kinds.into_iter().map(made).collect();
        let places = Archetype::all_defaults();
        let region = |(place, share, slate): (usize, f32, bool)| RegionDef {
            share,
            archetype: places[place % places.len()].clone(),
            modifiers: def.modifiers.iter().take(place % 3).cloned().collect(),
            material: slate.then(|| "slate".to_owned()),
        };
        def.regions = shares.into_iter().map(region).collect();
        let path = Path::new("strates/hall.ron");
        let asset = Asset::Strate(Arc::new(def));
        let (text, manner) = text_for(path, Some(&before), &asset).unwrap();
        prop_assert_eq!(parse_file(path, &text).unwrap(), asset);
        prop_assert!(manner != Manner::CommentsLost, "spliced, not rewritten:\n{}", text);
        let (again, manner) = text_for(path, Some(&text), &Asset::Strate(Arc::new(strate(&before)))).unwrap();
        prop_assert_eq!(strate(&again), strate(&before));
        prop_assert!(manner != Manner::CommentsLost, "spliced back, not rewritten:\n{}", again);
    }
}
