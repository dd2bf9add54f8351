//! JSON Schema (draft 2020-12) of every kind of file, made from the types that read it and from the parameters' declarations.
//!
//! The schemas describe a file's value as JSON, in which a variant is an object of one field: RON's `FlatPlain(floor_m: 20)` is
//! `{"FlatPlain": {"floor_m": 20}}`. That is how seasons carry assets. Relations between parameters cannot be told in a schema.

mod probe;
mod rules;
mod samples;

pub(crate) use probe::{Container, Field, Found, Holds, Type};
pub(crate) use samples::samples;

use crate::asset::AssetKind;
use crate::blocks;
use param::{Decl, Kind};
use serde_json::{Map, Value, json};
use world::defs::{BiomeDef, CorpusDef, EditLayerDef, MaterialDef, ProjectDef, StrateDef};

/// The file name and the schema of every kind of asset, in the order of [`AssetKind::ALL`].
///
/// # Errors
/// A type that no file can hold; a test shows that there is none.
pub fn schemas() -> Result<Vec<(String, Value)>, String> {
    AssetKind::ALL.iter().map(|kind| Ok((format!("{}.json", stem(*kind)), schema(*kind)?))).collect()
}

/// What the types of a kind of file ask for.
pub(crate) fn found(kind: AssetKind) -> Result<Found, String> {
    match kind {
        AssetKind::Project => probe::probe::<ProjectDef>(),
        AssetKind::Strate => probe::probe::<StrateDef>(),
        AssetKind::Biome => probe::probe::<BiomeDef>(),
        AssetKind::Materials => probe::probe::<Vec<MaterialDef>>(),
        AssetKind::Edits => probe::probe::<EditLayerDef>(),
        AssetKind::Corpus => probe::probe::<CorpusDef>(),
    }
}

/// Where files of a kind stand, for people.
pub(crate) fn place(kind: AssetKind) -> String {
    match kind {
        AssetKind::Project => "project.ron".to_owned(),
        AssetKind::Materials => "materials.ron".to_owned(),
        other => format!("{}/*.ron", other.folder()),
    }
}

fn stem(kind: AssetKind) -> &'static str {
    match kind {
        AssetKind::Project => "project",
        AssetKind::Strate => "strate",
        AssetKind::Biome => "biome",
        AssetKind::Materials => "materials",
        AssetKind::Edits => "edits",
        AssetKind::Corpus => "corpus",
    }
}

fn schema(kind: AssetKind) -> Result<Value, String> {
    let found = found(kind)?;
    let mut definitions = Map::new();
    for (name, container) in &found.containers {
        definitions.insert((*name).to_owned(), definition(kind, &found, name, container));
    }
    let mut schema = of_type(&found.root);
    let entries = [
        ("$schema", json!("https://json-schema.org/draft/2020-12/schema")),
        ("title", json!(format!("VoxelForge {}", kind.noun()))),
        ("description", json!(format!("The value of {} as JSON", place(kind)))),
        ("$defs", Value::Object(definitions)),
    ];
    if let Value::Object(fields) = &mut schema {
        fields.extend(entries.map(|(name, value)| (name.to_owned(), value)));
    }
    Ok(schema)
}

fn definition(kind: AssetKind, found: &Found, name: &str, container: &Container) -> Value {
    match container {
        Container::Struct(fields) => object(kind, found, name, fields),
        Container::Enum(variants) if variants.iter().all(|(_, holds)| *holds == Holds::Nothing) => {
            json!({ "enum": variants.iter().map(|(variant, _)| *variant).collect::<Vec<_>>() })
        }
        Container::Enum(variants) => {
            let one = |(variant, holds): &(&'static str, Holds)| {
                let value = match holds {
                    Holds::Nothing => return json!({ "const": variant }),
                    Holds::Unknown => json!({}),
                    Holds::Value(of) => of_type(of),
                    Holds::Fields(fields) => object(kind, found, name, fields),
                };
                json!({
                    "type": "object",
                    "properties": { *variant: value },
                    "required": [variant],
                    "additionalProperties": false,
                })
            };
            json!({ "oneOf": variants.iter().map(one).collect::<Vec<_>>() })
        }
    }
}

fn object(kind: AssetKind, found: &Found, container: &str, fields: &[Field]) -> Value {
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let mut properties = Map::new();
    for field in fields {
        let mut value = of_type(&field.of);
        if let Value::Object(entries) = &mut value {
            if let Some(decl) = declaration(kind, found, container, field.name) {
                entries.extend(declared(decl));
            }
            entries.extend(rules::rules(container, field.name));
        }
        properties.insert(field.name.to_owned(), value);
    }
    let mut object = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    if let (false, Value::Object(entries)) = (required.is_empty(), &mut object) {
        entries.insert("required".to_owned(), json!(required));
    }
    object
}

/// The declaration of a container's field, if it is a parameter.
pub(crate) fn declaration(kind: AssetKind, found: &Found, container: &str, field: &str) -> Option<&'static Decl> {
    blocks::declaration(kind, &found.paths.get(container)?.field(field))
}

fn of_type(of: &Type) -> Value {
    match of {
        Type::Unknown => json!({}),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Integer { low, high } => json!({ "type": "integer", "minimum": whole(*low), "maximum": whole(*high) }),
        Type::Number => json!({ "type": "number" }),
        Type::Text => json!({ "type": "string" }),
        Type::Optional(inner) => json!({ "anyOf": [of_type(inner), { "type": "null" }] }),
        Type::List(inner) => json!({ "type": "array", "items": of_type(inner) }),
        Type::Array(inner, length) => {
            json!({ "type": "array", "items": of_type(inner), "minItems": length, "maxItems": length })
        }
        Type::Map(inner) => json!({ "type": "object", "additionalProperties": of_type(inner) }),
        Type::Named(name) => json!({ "$ref": format!("#/$defs/{name}") }),
    }
}

/// A whole number of up to 64 bits; every limit of a type is one.
fn whole(number: i128) -> Value {
    match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => json!(number),
        (_, Ok(number)) => json!(number),
        _ => Value::Null,
    }
}

/// What a declaration says about a value. Units, sliders and treatment are notes, which validators pass over.
fn declared(decl: &Decl) -> Vec<(String, Value)> {
    let mut entries = vec![("title", json!(decl.label)), ("description", json!(decl.help)), ("group", json!(decl.group))];
    match decl.kind {
        Kind::Float { default, hard, soft } => entries.extend([
            ("default", exact(default)),
            ("minimum", exact(hard[0])),
            ("maximum", exact(hard[1])),
            ("slider", json!(soft.map(exact))),
        ]),
        Kind::Int { default, hard, soft } => entries.extend([
            ("default", json!(default)),
            ("minimum", json!(hard[0])),
            ("maximum", json!(hard[1])),
            ("slider", json!(soft)),
        ]),
        Kind::Bool { default } => entries.push(("default", json!(default))),
        Kind::Choice { default, options } => entries.push(("default", json!(options.get(default)))),
        Kind::Text { default } => entries.push(("default", json!(default))),
        Kind::Color { default } => entries
            .extend([("default", json!(default.map(exact))), ("items", json!({ "type": "number", "minimum": 0, "maximum": 1 }))]),
    }
    if !decl.unit.suffix().is_empty() {
        entries.push(("unit", json!(decl.unit.suffix())));
    }
    entries.push(("composer", json!(format!("{:?}", decl.treatment).to_lowercase())));
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A number as people write it: the shortest text that reads back as the same `f32`.
fn exact(number: f32) -> Value {
    number.to_string().parse::<f64>().map_or(Value::Null, |number| json!(number))
}
