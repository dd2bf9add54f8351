//! The schemas say of a document what reading it says: an outside validator is asked for both.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use param::Kind;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use voxelforge_project::{Asset, AssetKind, load, schemas};
use world::defs::{Archetype, BiomeDef, CorpusDef, EditLayerDef, MaterialDef, ProjectDef, StrateDef};

/// The validator with every schema.
struct Judge {
    schemas: Schemas,
    of: Vec<(AssetKind, SchemaIndex)>,
}

impl Judge {
    fn new() -> Self {
        let (mut compiler, mut compiled) = (Compiler::new(), Schemas::new());
        compiler.set_default_draft(Draft::V2020_12);
        let mut of = Vec::new();
        for (kind, (name, schema)) in AssetKind::ALL.into_iter().zip(schemas().unwrap()) {
            let place = format!("file:///{name}");
            compiler.add_resource(&place, schema).unwrap();
            // Compiling validates the schema against the draft's own.
            of.push((kind, compiler.compile(&place, &mut compiled).unwrap_or_else(|error| panic!("{name}: {error}"))));
        }
        Self { schemas: compiled, of }
    }
    fn accepts(&self, kind: AssetKind, document: &Value) -> bool {
        let (_, index) = self.of.iter().find(|(found, _)| *found == kind).unwrap();
        self.schemas.validate(document, *index).is_ok()
    }
}

/// Whether the type that reads a kind of file reads this.
fn reads(kind: AssetKind, document: &Value) -> bool {
    fn of<T: DeserializeOwned>(document: &Value) -> bool {
        T::deserialize(document).is_ok()
    }
    match kind {
        AssetKind::Project => of::<ProjectDef>(document),
        AssetKind::Strate => of::<StrateDef>(document),
        AssetKind::Biome => of::<BiomeDef>(document),
        AssetKind::Materials => of::<Vec<MaterialDef>>(document),
        AssetKind::Edits => of::<EditLayerDef>(document),
        AssetKind::Corpus => of::<CorpusDef>(document),
    }
}

fn document(asset: &Asset) -> Value {
    match asset {
        Asset::Project(def) => serde_json::to_value(&**def),
        Asset::Strate(def) => serde_json::to_value(&**def),
        Asset::Biome(def) => serde_json::to_value(&**def),
        Asset::Materials(list) => serde_json::to_value(list.iter().map(|def| &**def).collect::<Vec<_>>()),
        Asset::Edits(def) => serde_json::to_value(&**def),
        Asset::Corpus(def) => serde_json::to_value(&**def),
    }
    .unwrap()
}

/// Every asset of the shipped projects, an edit layer, and a strate of each kind with default parameters.
fn documents() -> Vec<(AssetKind, Value)> {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects");
    let mut found = Vec::new();
    for name in ["tiny", "depths"] {
        let project = load(&projects.join(name)).unwrap();
        let keys = Asset::keys(&project.assets);
        let assets = keys.iter().filter_map(|key| Asset::of(&project.assets, key));
        found.extend(assets.map(|asset| (asset.key().kind(), document(&asset))));
    }
    let strokes = json!([
        { "sequence": 1, "mode": "Carve", "shape": { "Sphere": { "centre_m": [1.5, -2, 3], "radius_m": 2.5 } } },
        { "sequence": 2, "mode": "Fill", "shape": { "Box": { "centre_m": [0, 0, -9.25], "half_m": [1, 2, 3] } }, "strength": 0.5 },
        { "sequence": 3, "mode": "Carve", "shape": { "Capsule": { "a_m": [0, 0, 0], "b_m": [4, 0, 1], "radius_m": 1 } }, "falloff_m": 1 },
    ]);
    found.push((AssetKind::Edits, json!({ "schema": 1, "id": "digs", "strokes": strokes })));
    for archetype in Archetype::all_defaults() {
        let archetype = serde_json::to_value(archetype).unwrap();
        found.push((AssetKind::Strate, json!({ "schema": 1, "id": "one", "archetype": archetype })));
    }
    found
}

/// Pointers to every value of a document, the document itself first.
fn pointers(document: &Value) -> Vec<PathBuf> {
    fn visit(value: &Value, at: PathBuf, found: &mut Vec<PathBuf>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| visit(value, at.join(name), found)),
            Value::Array(items) => items.iter().enumerate().for_each(|(n, value)| visit(value, at.join(n.to_string()), found)),
            _ => {}
        }
        found.push(at);
    }
    let mut found = Vec::new();
    visit(document, PathBuf::from("/"), &mut found);
    found
}

fn at<'a>(document: &'a mut Value, pointer: &Path) -> &'a mut Value {
    let pointer = pointer.to_str().unwrap();
    document.pointer_mut(if pointer == "/" { "" } else { pointer }).unwrap()
}

#[test]
fn every_asset_of_the_shipped_projects_fits_its_schema() {
    let judge = Judge::new();
    for (kind, document) in documents() {
        assert!(reads(kind, &document) && judge.accepts(kind, &document), "{kind:?}: {document}");
    }
}

#[test]
fn fields_too_many_or_too_few_are_refused_where_reading_refuses_them() {
    let judge = Judge::new();
    let (mut good, mut bad) = (0, 0);
    for (kind, document) in documents() {
        for pointer in pointers(&document) {
            let mut changed = Vec::new();
            if let Value::Object(fields) = at(&mut document.clone(), &pointer) {
                for name in fields.keys().cloned().chain(["surplus".to_owned()]) {
                    let mut copy = document.clone();
                    let Value::Object(fields) = at(&mut copy, &pointer) else { unreachable!() };
                    if fields.remove(&name).is_none() {
                        fields.insert(name, json!(1));
                    }
                    changed.push(copy);
                }
            }
            for copy in changed {
                let read = reads(kind, &copy);
                *(if read { &mut good } else { &mut bad }) += 1;
                assert_eq!(judge.accepts(kind, &copy), read, "{kind:?}, at {}: {copy}", pointer.display());
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} accepted and {bad} refused");
}

#[test]
fn values_of_another_type_are_refused_where_reading_refuses_them() {
    let judge = Judge::new();
    let mut bad = 0;
    for (kind, document) in documents() {
        for pointer in pointers(&document) {
            for other in [json!(true), json!("word"), json!(7), Value::Null] {
                let mut copy = document.clone();
                *at(&mut copy, &pointer) = other;
                if !reads(kind, &copy) {
                    bad += 1;
                    assert!(!judge.accepts(kind, &copy), "{kind:?}, at {}: {copy}", pointer.display());
                }
            }
        }
    }
    assert!(bad > 1000, "{bad} refused");
}

#[test]
fn parameters_are_accepted_up_to_the_ends_of_their_range_and_not_beyond() {
    let judge = Judge::new();
    for archetype in Archetype::all_defaults() {
        for decl in archetype.block().declarations() {
            let ends: [f64; 2] = match decl.kind {
                Kind::Float { hard, .. } => hard.map(|end| end.to_string().parse().unwrap()),
                Kind::Int { hard, .. } => hard.map(|end| end as f64),
                _ => continue,
            };
            let step = (ends[1] - ends[0]) * 0.01 + 1.0;
            for (value, is_good) in [(ends[0], true), (ends[1], true), (ends[0] - step, false), (ends[1] + step, false)] {
                let value = if matches!(decl.kind, Kind::Int { .. }) { json!(value as i64) } else { json!(value) };
                let strate = json!({ "schema": 1, "id": "one", "archetype": { archetype.name(): { decl.name: value } } });
                assert_eq!(judge.accepts(AssetKind::Strate, &strate), is_good, "{}.{}: {value}", archetype.name(), decl.name);
            }
        }
    }
}

#[test]
fn ids_versions_and_sizes_are_refused_as_the_judge_refuses_them() {
    let judge = Judge::new();
    let strate = |field: &str, value: Value| {
        let mut strate = json!({ "schema": 1, "id": "one", "archetype": { "FlatPlain": {} } });
        strate[field] = value;
        strate
    };
    assert!(judge.accepts(AssetKind::Strate, &strate("id", json!("one-2_b"))));
    for bad in [strate("id", json!("One")), strate("id", json!("")), strate("schema", json!(0)), strate("schema", json!(1_000))] {
        assert!(!judge.accepts(AssetKind::Strate, &bad), "{bad}");
    }
    assert!(!judge.accepts(AssetKind::Strate, &strate("bands", json!({ "content_m": 60.0 }))));
    let project = |voxel: u32| json!({ "schema": 1, "name": "P", "seed": 1, "voxel_um": voxel, "layout": {} });
    assert!(judge.accepts(AssetKind::Project, &project(250_000)) && !judge.accepts(AssetKind::Project, &project(300_000)));
}
