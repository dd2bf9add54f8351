//! Every project in `projects/broken` holds one kind of mistake; loading names it with file, line, column and field.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use serde::Deserialize;
use std::path::{Path, PathBuf};
use voxelforge_project::{Diagnostic, Severity, load};

/// One mistake as `expected.json` has it.
#[derive(Debug, PartialEq, Deserialize)]
struct Expected {
    file: PathBuf,
    line: Option<u32>,
    column: Option<u32>,
    field: String,
    reason: String,
    accepted: Option<String>,
}

impl From<&Diagnostic> for Expected {
    fn from(found: &Diagnostic) -> Self {
        Self {
            file: found.file.clone(),
            line: found.line,
            column: found.column,
            field: found.field.clone(),
            reason: found.reason.clone(),
            accepted: found.accepted.clone(),
        }
    }
}

fn broken_projects() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/broken");
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.is_dir());
    found.sort();
    found
}

#[test]
fn every_broken_project_names_its_mistake_and_its_place() {
    let folders = broken_projects();
    assert!(folders.len() >= 12);
    for folder in folders {
        let project = load(&folder).unwrap();
        assert!(project.diagnostics.iter().all(|found| found.severity == Severity::Error));
        let found: Vec<Expected> = project.diagnostics.iter().map(Expected::from).collect();
        let expected: Vec<Expected> =
            serde_json::from_str(&std::fs::read_to_string(folder.join("expected.json")).unwrap()).unwrap();
        assert_eq!(found, expected, "{}", folder.display());
        assert!(found.iter().all(|found| found.line.is_some() && found.column.is_some()));
    }
}

#[test]
fn a_bad_file_blocks_no_other() {
    let folder = broken_projects().into_iter().find(|folder| folder.ends_with("duplicate-id")).unwrap();
    let project = load(&folder).unwrap();
    assert_eq!(project.assets.strates.len(), 1);
    assert_eq!(project.assets.project.seed, 7);
    assert!(project.has_errors());
}
