//! The manifest: what it holds, how it is written, and how it is read back with every fault placed.

use super::canonical::{canonical_text, first_difference, seeds_to_numbers, seeds_to_text};
use crate::digest::Digest;
use crate::measure::Metrics;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use world::plan::MouthKind;
use world::{Assets, ResolveError, World};

/// Version of the rules that turn assets into densities; a change of any bit of any world is a new one.
pub const WORLD_VERSION: u32 = 1;
/// Version of the manifest's form.
const SCHEMA: u64 = 1;

/// Why a season could not be exported or read.
#[derive(Debug, thiserror::Error)]
pub enum SeasonError {
    /// A strate has no plan.
    #[error(transparent)]
    Plan(#[from] ResolveError),
    /// No JSON, or not of this form.
    #[error("{}{reason}", place(*line, *column))]
    Form {
        /// 1-based; zero when the whole file is meant.
        line: usize,
        /// 1-based.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// Something could not be written as JSON.
    #[error("cannot write the manifest: {0}")]
    Write(serde_json::Error),
}

/// `line 3, column 7: `; nothing where the whole file is meant.
fn place(line: usize, column: usize) -> String {
    if line == 0 { String::new() } else { format!("line {line}, column {column}: ") }
}

/// Something about a manifest that is not as it was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the part: `content/strates/pale-plain`, `slots/2`, or `line 4, column 7`.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

/// A manifest that could be read, with everything that is wrong about its text.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// What the world is made from; enough to stream it.
    pub assets: Assets,
    /// The published digest.
    pub digest: Digest,
    /// The content hash, hexadecimal.
    pub content_hash: String,
    /// All of it, for comparison with a fresh export.
    pub value: Value,
    /// Faults of the text itself; empty for an untouched file.
    pub faults: Vec<Fault>,
}

/// Writes a world as a manifest. `metrics` holds what was measured per slot, from the top; `digest` is the world's.
///
/// # Errors
/// A strate that cannot be planned.
pub fn export(world: &World, metrics: &[Option<Metrics>], digest: &Digest) -> Result<String, SeasonError> {
    let mut value = json!({
        "kind": "voxelforge season",
        "schema": SCHEMA,
        "engine": env!("CARGO_PKG_VERSION"),
        "world_version": WORLD_VERSION,
        "voxel_um": world.voxel().micrometres(),
        "command": "voxelforge season export PROJECT --out FILE.json",
        "content": content(world.assets())?,
        "slots": slots(world, metrics)?,
        "spine": spine(world)?,
        "digest": to_value(digest)?,
    });
    seeds_to_text(&mut value);
    seal(&mut value);
    Ok(canonical_text(&value))
}

fn to_value<T: serde::Serialize>(value: &T) -> Result<Value, SeasonError> {
    serde_json::to_value(value).map_err(SeasonError::Write)
}

/// Everything a world is made from, in full. The corpus is the composer's and no part of a season.
fn content(assets: &Assets) -> Result<Value, SeasonError> {
    Ok(json!({
        "project": to_value(&*assets.project)?,
        "strates": table(&assets.strates)?,
        "biomes": table(&assets.biomes)?,
        "materials": table(&assets.materials)?,
        "edits": table(&assets.edits)?,
    }))
}

fn table<T: serde::Serialize>(assets: &BTreeMap<String, Arc<T>>) -> Result<Value, SeasonError> {
    let entries: Result<Map<String, Value>, SeasonError> =
        assets.iter().map(|(id, def)| Ok((id.clone(), to_value(&**def)?))).collect();
    Ok(Value::Object(entries?))
}

fn slots(world: &World, metrics: &[Option<Metrics>]) -> Result<Vec<Value>, SeasonError> {
    let metres = |z: i32| world.voxel().position_m(glam::IVec3::new(0, 0, z)).z;
    let slot = |(place, strate): (usize, &world::Strate)| {
        Ok(json!({
            "slot": strate.slot.0,
            "strate": strate.def.id,
            "archetype": strate.def.archetype.name(),
            "seed": strate.seed,
            "coarsest_level": strate.coarsest_level,
            "bands_m": {
                "top": metres(strate.bands.top),
                "content_top": metres(strate.bands.content_top),
                "content_floor": metres(strate.bands.content_floor),
                "bottom": metres(strate.bands.bottom),
            },
            "metrics": to_value(&metrics.get(place).cloned().flatten())?,
        }))
    };
    world.strates().iter().enumerate().map(slot).collect()
}

/// Mouths and passages: the only places that are stored.
fn spine(world: &World) -> Result<Vec<Value>, SeasonError> {
    let mut tier = Vec::new();
    for strate in world.strates() {
        let plan = world.plan(strate.index).map_err(Clone::clone)?;
        let mouths: Vec<Value> = plan
            .mouths
            .iter()
            .map(|mouth| {
                let kind = if mouth.kind == MouthKind::Arrival { "arrival" } else { "departure" };
                json!({ "kind": kind, "passage": mouth.passage, "foot_m": mouth.foot_m.to_array() })
            })
            .collect();
        let passages: Vec<Value> =
            plan.passages.iter().map(|route| json!(route.points_m.iter().map(|p| p.to_array()).collect::<Vec<_>>())).collect();
        tier.push(json!({ "slot": strate.slot.0, "spine_m": plan.spine_m.to_array(), "mouths": mouths, "passages": passages }));
    }
    Ok(tier)
}

/// Adds the hash of every part and the content hash over all of them.
fn seal(value: &mut Value) {
    let hashes = part_hashes(value);
    let mut hasher = blake3::Hasher::new();
    for (name, hash) in &hashes {
        for text in [name, hash] {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
    }
    if let Value::Object(fields) = value {
        fields.insert("content_hash".into(), Value::String(hasher.finalize().to_hex().to_string()));
        fields.insert("hashes".into(), json!(hashes));
    }
}

/// Hash per part: every asset, every slot, every field at the top.
fn part_hashes(value: &Value) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    let mut add = |name: String, part: &Value| {
        parts.insert(name, blake3::hash(canonical_text(part).as_bytes()).to_hex().to_string());
    };
    let Value::Object(fields) = value else { return parts };
    for (name, field) in fields.iter().filter(|(name, _)| *name != "hashes" && *name != "content_hash") {
        match field {
            Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| add(format!("{name}/{i}"), item)),
            Value::Object(kinds) if name == "content" => {
                for (kind, table) in kinds {
                    match table {
                        Value::Object(entries) if kind != "project" => {
                            entries.iter().for_each(|(id, def)| add(format!("{name}/{kind}/{id}"), def));
                        }
                        whole => add(format!("{name}/{kind}"), whole),
                    }
                }
            }
            whole => add(name.clone(), whole),
        }
    }
    parts
}

/// Reads a manifest. What is wrong with its text is listed in [`Manifest::faults`], each with its place.
///
/// # Errors
/// A text that is no JSON, no season, of a newer form, or lacks assets.
pub fn read(text: &str) -> Result<Manifest, SeasonError> {
    let value: Value = serde_json::from_str(text).map_err(|e| form(&e, ""))?;
    if value["kind"] != json!("voxelforge season") {
        return Err(SeasonError::Form {
            line: 0,
            column: 0,
            reason: "this is no season: kind is not \"voxelforge season\"".into(),
        });
    }
    if value["schema"].as_u64() != Some(SCHEMA) {
        let reason = format!("schema {} cannot be read; this build reads schema {SCHEMA}", value["schema"]);
        return Err(SeasonError::Form { line: 0, column: 0, reason });
    }
    let mut plain = value.clone();
    seeds_to_numbers(&mut plain);
    let content = &plain["content"];
    let assets = Assets {
        project: Arc::new(part(content, "project")?),
        strates: shared(content, "strates")?,
        biomes: shared(content, "biomes")?,
        materials: shared(content, "materials")?,
        edits: shared(content, "edits")?,
        corpus: BTreeMap::new(),
    };
    Ok(Manifest {
        assets,
        digest: part(&plain, "digest")?,
        content_hash: value["content_hash"].as_str().unwrap_or_default().to_owned(),
        faults: text_faults(text, &value),
        value,
    })
}

fn part<T: DeserializeOwned>(value: &Value, name: &str) -> Result<T, SeasonError> {
    serde_json::from_value(value[name].clone()).map_err(|e| form(&e, name))
}

fn shared<T: DeserializeOwned>(value: &Value, name: &str) -> Result<BTreeMap<String, Arc<T>>, SeasonError> {
    Ok(part::<BTreeMap<String, T>>(value, name)?.into_iter().map(|(id, def)| (id, Arc::new(def))).collect())
}

fn form(error: &serde_json::Error, name: &str) -> SeasonError {
    let place = if name.is_empty() { String::new() } else { format!("{name}: ") };
    SeasonError::Form { line: error.line(), column: error.column(), reason: format!("{place}{error}") }
}

fn text_faults(text: &str, value: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    if let Some((line, column)) = first_difference(text, &canonical_text(value)) {
        faults.push(Fault { place: format!("line {line}, column {column}"), what: "the text is not in canonical form".into() });
    }
    let mut fresh = value.clone();
    seal(&mut fresh);
    let (stored, derived) = (hash_table(value), hash_table(&fresh));
    for (name, hash) in &derived {
        match stored.get(name) {
            Some(known) if known == hash => {}
            Some(_) => faults.push(Fault { place: name.clone(), what: "does not match its stored hash".into() }),
            None => faults.push(Fault { place: name.clone(), what: "has no stored hash".into() }),
        }
    }
    for name in stored.keys().filter(|name| !derived.contains_key(*name)) {
        faults.push(Fault { place: name.clone(), what: "has a stored hash but is missing".into() });
    }
    if value["content_hash"] != fresh["content_hash"] {
        faults.push(Fault { place: "content_hash".into(), what: "does not match the content".into() });
    }
    faults
}

fn hash_table(value: &Value) -> BTreeMap<String, String> {
    serde_json::from_value(value["hashes"].clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> (Value, String) {
        let mut value = json!({
            "kind": "voxelforge season",
            "schema": SCHEMA,
            "content": content(&Assets::default()).unwrap(),
            "slots": [{ "slot": "main.0", "seed": 77u64, "metrics": { "air_share": 0.25 } }, { "slot": "main.1", "seed": u64::MAX }],
            "digest": Digest::default(),
        });
        seeds_to_text(&mut value);
        seal(&mut value);
        let text = canonical_text(&value);
        (value, text)
    }

    #[test]
    fn an_untouched_manifest_has_no_faults() {
        let (_, text) = sealed();
        let manifest = read(&text).unwrap();
        assert_eq!(manifest.faults, Vec::new());
        assert_eq!(manifest.assets, Assets::default());
    }

    #[test]
    fn every_altered_byte_is_noticed() {
        let (_, text) = sealed();
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let Ok(altered) = String::from_utf8(bytes) else { continue };
            let noticed = read(&altered).map_or(true, |m| !m.faults.is_empty());
            assert!(noticed, "byte {at} ({:?})", &text[at..=at]);
        }
    }

    #[test]
    fn an_altered_value_is_placed() {
        let (_, text) = sealed();
        let manifest = read(&text.replace("0.25", "0.26")).unwrap();
        assert!(manifest.faults.iter().any(|f| f.place == "slots/0"), "{:?}", manifest.faults);
        let manifest = read(&text.replacen("\n  \"", "\n   \"", 1)).unwrap();
        assert_eq!(manifest.faults[0].place, "line 2, column 3");
    }
}
