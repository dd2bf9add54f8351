//! Files of a project: reading with diagnostics, one lossless RON tree, careful saving, schema versions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use world::Assets;

/// How bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The asset could not be used.
    Error,
    /// Used, but doubtful.
    Warning,
}

/// One mistake, placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// File, relative to the project's folder.
    pub file: PathBuf,
    /// 1-based; `None` when the whole file is meant.
    pub line: Option<u32>,
    /// 1-based column in characters.
    pub column: Option<u32>,
    /// The field's path: `archetype.FlatPlain.floor_m`.
    pub field: String,
    /// What is wrong.
    pub reason: String,
    /// What would be accepted, or the nearest valid name.
    pub accepted: Option<String>,
}

/// Names an asset in a project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssetKey {
    /// `project.ron`.
    Project,
    /// By id.
    Strate(String),
    /// By id.
    Biome(String),
    /// The whole of `materials.ron`.
    Materials,
    /// By id.
    Edits(String),
    /// By id.
    Corpus(String),
}

/// A file as it was last read or written.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile {
    /// Absolute path.
    pub path: PathBuf,
    /// Text without a byte-order mark.
    pub text: String,
    /// blake3 of the bytes on disk.
    pub hash: [u8; 32],
}

/// A loaded project: what is good, plus what is wrong.
#[derive(Clone, Debug, Default)]
pub struct Project {
    /// Folder.
    pub root: PathBuf,
    /// Good assets.
    pub assets: Assets,
    /// File behind each asset.
    pub sources: BTreeMap<AssetKey, SourceFile>,
    /// Mistakes; one bad file never blocks the rest.
    pub diagnostics: Vec<Diagnostic>,
}

/// Why a project folder cannot be opened at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No such folder, or no `project.ron` in it.
    #[error("not a project (no project.ron): {0}")]
    NotAProject(PathBuf),
    /// The system refused.
    #[error("cannot read: {error}: {path}")]
    Io { error: std::io::Error, path: PathBuf },
}

/// Reads and validates every asset of a folder; also resolves names between assets (a missing biome is placed where it is named).
pub fn load(_root: &Path) -> Result<Project, OpenError> {
    unimplemented!()
}
