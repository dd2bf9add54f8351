//! `check`: parses and validates every asset, resolves the world, and plans the ways through every strate.

use crate::output::shown;
use crate::session::{Failure, Outcome, Session};
use project::{Diagnostic, Severity};
use rayon::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use world::{ResolveError, World};

/// Arguments of `check`.
#[derive(clap::Args)]
pub struct CheckArgs {
    /// Project folder
    project: PathBuf,
}

/// Lists every mistake with its place: of the files, then of the layout, then of the ways through each strate.
pub fn run(args: &CheckArgs, session: &Session) -> Outcome {
    let project = project::load(&args.project).map_err(Failure::input)?;
    let mut diagnostics = project.diagnostics.clone();
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    let mut walks = true;
    // Assets that could not be read would only be missed a second time.
    if !diagnostics.iter().any(is_error) {
        match World::resolve(&project.assets, None) {
            Err(found) => diagnostics.extend(project.placed_errors(&project.assets, &found)),
            Ok(world) => {
                let found = unplanned(&world, session)?;
                walks = found.is_empty();
                diagnostics.extend(project.placed_errors(&project.assets, &found));
            }
        }
    }
    let errors = diagnostics.iter().filter(|diagnostic| is_error(diagnostic)).count();
    let warnings = diagnostics.len() - errors;
    let mut lines: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    let assets = &project.assets;
    lines.push(format!(
        "{errors} errors, {warnings} warnings in {} strates, {} biomes, {} materials, {} edit layers, {} corpus members",
        assets.strates.len(),
        assets.biomes.len(),
        assets.materials.len(),
        assets.edits.len(),
        assets.corpus.len(),
    ));
    let diagnostics: Vec<_> = diagnostics
        .iter()
        .map(|d| {
            json!({
                "severity": if is_error(d) { "error" } else { "warning" },
                "file": shown(&d.file), "line": d.line, "column": d.column,
                "field": d.field, "reason": d.reason, "accepted": d.accepted,
            })
        })
        .collect();
    session.print(lines.join("\n"), &json!({ "errors": errors, "warnings": warnings, "diagnostics": diagnostics }));
    match (errors, walks) {
        (0, _) => Ok(()),
        // The files are good; what they make is not.
        (_, false) => Err(Failure::failed("")),
        _ => Err(Failure::input("")),
    }
}

/// Plans every strate; the errors of those that no way leads through.
fn unplanned(world: &World, session: &Session) -> Result<Vec<ResolveError>, Failure> {
    let pool = session.pool()?;
    let (done, total) = (AtomicU64::new(0), world.strates().len() as u64);
    let errors = session.watched(|watch| {
        pool.install(|| {
            let plan = |strate: &world::Strate| {
                if watch.is_cancelled() {
                    return None;
                }
                let error = world.plan(strate.index).err().cloned();
                watch.report(done.fetch_add(1, Ordering::Relaxed) + 1, total, "planning");
                error
            };
            world.strates().par_iter().filter_map(plan).collect::<Vec<_>>()
        })
    });
    if session.is_cancelled() { Err(Failure::failed("cancelled; not every strate was planned")) } else { Ok(errors) }
}
