//! The rules of the house: which room may use which, and how large a file may grow.

use cargo_metadata::{DependencyKind, MetadataCommand};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The arrows of ARCHITECTURE.md, without those that follow from others.
const ARROWS: &[(&str, &[&str])] = &[
    ("app", &["ui"]),
    ("ui", &["render", "check", "export", "compose", "project"]),
    ("render", &["stream"]),
    ("check", &["compose", "stream"]),
    ("export", &["compose", "stream"]),
    ("compose", &["picture", "project", "stream"]),
    ("picture", &["world"]),
    ("stream", &["world"]),
    ("project", &["world"]),
    ("world", &["surface", "field"]),
    ("surface", &["param"]),
    ("field", &["param"]),
    ("param", &["param-derive"]),
];

/// Rooms that may use any other.
const FREE: &[&str] = &["tests", "portable", "benches", "xtask"];

/// Crates that the engine must never reach: windows, graphics, dialogs, watchers.
const NOT_IN_ENGINE: &[&str] = &["eframe", "egui", "wgpu", "winit", "rfd", "notify", "tracing", "clap"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf()
}

fn reachable(room: &str) -> BTreeSet<String> {
    let arrows: BTreeMap<_, _> = ARROWS.iter().copied().collect();
    let mut seen = BTreeSet::new();
    let mut open = vec![room.to_string()];
    while let Some(next) = open.pop() {
        for target in arrows.get(next.as_str()).copied().unwrap_or_default() {
            if seen.insert((*target).to_string()) {
                open.push((*target).to_string());
            }
        }
    }
    seen
}

/// Says which arrow is not allowed, if `from` may not use `to`.
fn judge(from: &str, to: &str) -> Option<String> {
    let allowed = FREE.contains(&from) || reachable(from).contains(to);
    (!allowed).then(|| format!("{from} -> {to}"))
}

fn room_of(package: &str) -> Option<String> {
    match package {
        "voxelforge" => Some("app".into()),
        other => other.strip_prefix("voxelforge-").map(str::to_string),
    }
}

#[test]
fn rooms_use_only_the_rooms_below_them() {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().expect("cargo metadata");
    let mut bad = Vec::new();
    for package in metadata.workspace_packages() {
        let Some(from) = room_of(&package.name) else { continue };
        let in_engine = package.manifest_path.as_str().contains("/engine/");
        for dependency in &package.dependencies {
            if dependency.kind == DependencyKind::Development {
                continue;
            }
            if let Some(to) = room_of(&dependency.name) {
                bad.extend(judge(&from, &to));
            } else if in_engine && NOT_IN_ENGINE.contains(&dependency.name.as_str()) {
                bad.push(format!("{from} -> {}", dependency.name));
            }
        }
    }
    assert!(bad.is_empty(), "arrows that point up or out: {bad:?}");
}

#[test]
fn an_arrow_that_points_up_is_noticed() {
    assert_eq!(judge("field", "world"), Some("field -> world".into()));
    assert_eq!(judge("stream", "project"), Some("stream -> project".into()));
    assert_eq!(judge("ui", "field"), None);
}

#[test]
fn no_file_has_grown_past_500_lines() {
    let mut long = Vec::new();
    visit(&root(), &mut |path, lines| {
        let name = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
        if lines > 500 {
            long.push(format!("{name}: {lines}"));
        }
    });
    assert!(long.is_empty(), "split these: {long:#?}");
}

#[test]
fn every_file_opens_with_its_purpose() {
    let mut silent = Vec::new();
    visit(&root(), &mut |path, _| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if !text.trim_start().starts_with("//!") {
            silent.push(path.to_path_buf());
        }
    });
    assert!(silent.is_empty(), "no opening sentence: {silent:#?}");
}

fn visit(folder: &Path, each: &mut dyn FnMut(&Path, usize)) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "out" {
                visit(&path, each);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, std::fs::read_to_string(&path).map_or(0, |text| text.lines().count()));
        }
    }
}
