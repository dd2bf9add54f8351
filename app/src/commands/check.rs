//! `check`: parses and validates every asset, then resolves the world.

use crate::session::{Failure, Outcome, Session};
use project::Severity;
use serde_json::json;
use std::path::PathBuf;
use world::World;

/// Arguments of `check`.
#[derive(clap::Args)]
pub struct CheckArgs {
    /// Project folder
    project: PathBuf,
}

/// Lists every mistake with its place.
pub fn run(args: &CheckArgs, session: &Session) -> Outcome {
    let project = project::load(&args.project).map_err(Failure::input)?;
    let mut errors = project.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let mut lines: Vec<String> = project.diagnostics.iter().map(ToString::to_string).collect();
    let mut resolve_errors = Vec::new();
    // Assets that could not be read would only be missed a second time.
    if errors == 0
        && let Err(found) = World::resolve(&project.assets, None)
    {
        errors += found.len();
        resolve_errors = found.iter().map(ToString::to_string).collect();
        lines.extend(resolve_errors.iter().map(|e| format!("project.ron: error: {e}")));
    }
    let diagnostics: Vec<_> = project
        .diagnostics
        .iter()
        .map(|d| {
            json!({
                "severity": if d.severity == Severity::Error { "error" } else { "warning" },
                "file": d.file, "line": d.line, "column": d.column,
                "field": d.field, "reason": d.reason, "accepted": d.accepted,
            })
        })
        .collect();
    let assets = &project.assets;
    lines.push(format!(
        "{errors} errors, {} warnings in {} strates, {} biomes, {} materials, {} edit layers, {} corpus members",
        project.diagnostics.len() - project.diagnostics.iter().filter(|d| d.severity == Severity::Error).count(),
        assets.strates.len(),
        assets.biomes.len(),
        assets.materials.len(),
        assets.edits.len(),
        assets.corpus.len(),
    ));
    session.print(lines.join("\n"), &json!({ "errors": errors, "diagnostics": diagnostics, "resolve_errors": resolve_errors }));
    if errors > 0 { Err(Failure::input("")) } else { Ok(()) }
}
