//! Seasons: exported, read back, and the world made from the manifest alone compared with the original.

use crate::{Check, Context, Mode, Report, Watch};
use compose::season::{self, Manifest};
use std::sync::Arc;
use world::{Assets, World};

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Manifest, context, "parts");
    let Some(digest) = crate::digest(context.world, context.pool, &context.watch) else { return report.end(context) };
    let metrics = vec![None; context.world.strates().len()];
    match season::export(context.world, &metrics, &digest) {
        Err(error) => report.differ(format!("the season cannot be exported: {error}"), None),
        Ok(text) => {
            report.count("bytes", text.len() as u64);
            verify(&text, Some(context.world.assets()), context.pool, &context.watch, &mut report);
        }
    }
    report.end(context)
}

/// Digest, metrics of every slot and manifest of a world in one. `Ok(None)` when cancelled.
///
/// # Errors
/// A strate that cannot be planned.
pub fn season_export(world: &World, pool: &rayon::ThreadPool, watch: &Watch<'_>) -> Result<Option<String>, season::SeasonError> {
    let Some(digest) = crate::digest(world, pool, watch) else { return Ok(None) };
    let level = world.voxel().per_metre().trailing_zeros() as u8;
    let mut metrics = Vec::new();
    for strate in world.strates() {
        if watch.is_cancelled() {
            return Ok(None);
        }
        watch.report(metrics.len() as u64, world.strates().len() as u64, "measuring");
        metrics.push(compose::measure(world, strate.index, level, SEASON_REACH_M).ok());
    }
    season::export(world, &metrics, &digest).map(Some)
}

/// Verifies a manifest: its text, every derived part of it, and, given a project, whether it is that project's.
pub fn season_verify(text: &str, project: Option<&Assets>, pool: &rayon::ThreadPool, watch: &Watch<'_>) -> Report {
    let mut report = Report {
        check: Check::Manifest,
        mode: Mode::Full,
        outcome: crate::Outcome::Incomplete,
        tried: 0,
        unit: "parts",
        counts: Vec::new(),
        differences: 0,
        first: None,
        notes: Vec::new(),
    };
    verify(text, project, pool, watch, &mut report);
    report.outcome = match (report.differences, watch.is_cancelled() || report.tried == 0) {
        (0, false) => crate::Outcome::Passed,
        (0, true) => crate::Outcome::Incomplete,
        _ => crate::Outcome::Failed,
    };
    report
}

fn verify(text: &str, project: Option<&Assets>, pool: &rayon::ThreadPool, watch: &Watch<'_>, report: &mut Report) {
    let manifest = match season::read(text) {
        Ok(manifest) => manifest,
        Err(error) => return report.differ(error.to_string(), None),
    };
    for fault in &manifest.faults {
        report.differ(format!("{}: {}", fault.place, fault.what), None);
    }
    let world = match World::resolve(&manifest.assets, None) {
        Ok(world) => Arc::new(world),
        Err(errors) => {
            for error in errors {
                report.differ(format!("content: {error}"), None);
            }
            return;
        }
    };
    if let Some(assets) = project {
        match World::resolve(assets, None) {
            Ok(mine) if mine.content_hash() != world.content_hash() => {
                report.differ("the project's content is not the season's", None);
            }
            Ok(_) => {}
            Err(_) => report.note("the project makes no world, so it was not compared"),
        }
    }
    derive_again(&manifest, &world, pool, watch, report);
}

/// Re-derives slots, spine and digest from the manifest's assets and compares part by part.
fn derive_again(manifest: &Manifest, world: &World, pool: &rayon::ThreadPool, watch: &Watch<'_>, report: &mut Report) {
    let Some(digest) = crate::digest(world, pool, watch) else { return };
    report.tried += digest.parts.len() as u64;
    if let Some(what) = manifest.digest.difference(&digest) {
        report.differ(format!("digest: {what}"), None);
    }
    let metrics = measure_like(manifest, world);
    let fresh = match season::export(world, &metrics, &digest) {
        Ok(text) => text,
        Err(error) => return report.differ(format!("the season cannot be derived again: {error}"), None),
    };
    let fresh = match serde_json::from_str::<serde_json::Value>(&fresh) {
        Ok(fresh) => fresh,
        Err(error) => return report.differ(format!("the season derived again is no JSON: {error}"), None),
    };
    for part in ["slots", "spine", "voxel_um", "world_version", "content"] {
        report.tried += 1;
        if let Some(place) = first_path(&manifest.value[part], &fresh[part], part) {
            report.differ(format!("{place} is not what the content gives"), None);
        }
    }
    if manifest.value["engine"] != fresh["engine"] {
        report.note(format!("published by engine {}, verified by {}", manifest.value["engine"], fresh["engine"]));
    }
}

/// Measures again the slots that were measured, with the same step.
fn measure_like(manifest: &Manifest, world: &World) -> Vec<Option<compose::Metrics>> {
    let slots = manifest.value["slots"].as_array().map(Vec::as_slice).unwrap_or_default();
    let again = |strate: &world::Strate| {
        let stored = slots.get(usize::from(strate.index.0))?.get("metrics")?;
        let step_m = stored.get("window")?.get("step_m")?.as_f64()?;
        let step = (step_m * f64::from(world.voxel().per_metre())) as u32;
        compose::measure(world, strate.index, step.max(1).trailing_zeros() as u8, SEASON_REACH_M).ok()
    };
    world.strates().iter().map(again).collect()
}

/// Seasons are measured this near to the spine, metres.
const SEASON_REACH_M: f64 = 64.0;

/// Path of the first value that differs between two JSON trees.
fn first_path(a: &serde_json::Value, b: &serde_json::Value, path: &str) -> Option<String> {
    use serde_json::Value;
    match (a, b) {
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).enumerate().find_map(|(i, (p, q))| first_path(p, q, &format!("{path}/{i}")))
        }
        (Value::Object(x), Value::Object(y)) if x.len() == y.len() => {
            x.iter().find_map(|(key, p)| first_path(p, y.get(key).unwrap_or(&Value::Null), &format!("{path}/{key}")))
        }
        _ if a == b => None,
        _ => Some(path.to_owned()),
    }
}
