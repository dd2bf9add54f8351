//! A project's folder in memory: loading, one file at a time again, and the snapshot made from the good files.
//!
//! *Invariants.* `assets`, `sources` and `diagnostics` always follow from the files last read; a file that turned bad keeps its last
//! good asset. Of two files with one id the first by path counts.

use crate::asset::{Asset, AssetKey, AssetKind};
use crate::diagnostic::{Diagnostic, Severity};
use crate::disk::{Disk, RealDisk};
use crate::finding::{Finding, Findings};
use crate::overlooked::overlooked;
use crate::quote::quoted;
use crate::read::{largest, not_text, parse_file, too_large};
use crate::references;
use crate::tree::{self, Document};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use world::Assets;

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
    /// What seems meant to be read and is not.
    overlooked: Vec<Diagnostic>,
    /// By path relative to the root.
    files: BTreeMap<PathBuf, LoadedFile>,
}

#[derive(Clone, Debug, Default)]
struct LoadedFile {
    /// Hash of the bytes last seen on disk, good or bad.
    seen: [u8; 32],
    /// The last good reading.
    good: Option<(Asset, SourceFile)>,
    /// What is wrong with the bytes last seen.
    diagnostics: Vec<Diagnostic>,
    /// The id a bad file seems to hold: who names it is not to blame.
    bad_id: Option<String>,
}

/// Why a project folder cannot be opened at all.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are the path and the system's reason")]
pub enum OpenError {
    /// No such folder, or no `project.ron` in it.
    #[error("not a project (no project.ron): {0}")]
    NotAProject(PathBuf),
    /// Its `project.ron` is a pipe, a device or the like.
    #[error("not a project (project.ron is no regular file): {0}")]
    NotAFile(PathBuf),
    /// The system refused.
    #[error("cannot read: {error}: {path}")]
    Io { error: io::Error, path: PathBuf },
}

/// What reading a file again brought.
#[derive(Clone, Debug, PartialEq)]
pub enum Reload {
    /// The same bytes as before: nothing to do.
    Same,
    /// A good file with a new value; it may name another asset than before.
    Changed(AssetKey),
    /// The file is bad now; its last good asset stays. Why is among the project's diagnostics.
    Refused,
    /// The file is gone, and its asset with it.
    Removed(AssetKey),
    /// No file of a project.
    Ignored,
}

/// Reads and validates every asset of a folder; also resolves names between assets (a missing biome is placed where it is named).
///
/// # Errors
/// Only where there is no project at all; every other mistake is a diagnostic of the project.
pub fn load(root: &Path) -> Result<Project, OpenError> {
    load_from(&RealDisk, root)
}

/// As [`load`], from another disk.
///
/// # Errors
/// As [`load`].
pub fn load_from(disk: &dyn Disk, root: &Path) -> Result<Project, OpenError> {
    let io_error = |error| OpenError::Io { error, path: root.to_owned() };
    let root = match disk.resolve(root) {
        Ok(root) => root,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(OpenError::NotAProject(root.to_owned())),
        Err(error) => return Err(io_error(error)),
    };
    match disk.info(&root.join("project.ron")) {
        Ok(info) if info.regular => {}
        Ok(info) if !info.folder => return Err(OpenError::NotAFile(root)),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Err(io_error(error)),
        _ => return Err(OpenError::NotAProject(root)),
    }
    let mut project = Project { root, ..Project::default() };
    for relative in asset_files(disk, &project.root) {
        project.read_file(disk, &relative);
    }
    project.overlooked = overlooked(disk, &project.root);
    project.assemble();
    Ok(project)
}

/// Paths of all asset files, relative to the root, sorted. A folder that is missing holds none.
pub fn asset_files(disk: &dyn Disk, root: &Path) -> Vec<PathBuf> {
    let folders = AssetKind::IN_FOLDERS.map(|kind| root.join(kind.folder()));
    let listed = std::iter::once(root.to_owned()).chain(folders).flat_map(|folder| disk.list(&folder).unwrap_or_default());
    let mut found: Vec<PathBuf> = listed
        .filter_map(|path| path.strip_prefix(root).ok().map(Path::to_owned))
        .filter(|relative| AssetKind::of_path(relative).is_some())
        .collect();
    found.sort();
    found
}

impl Project {
    /// Reads one file again, after a change on disk; `relative` to the root.
    pub fn reload(&mut self, disk: &dyn Disk, relative: &Path) -> Reload {
        if AssetKind::of_path(relative).is_none() {
            return Reload::Ignored;
        }
        let before = self.key_of(relative);
        let seen = self.files.get(relative).map(|file| file.seen);
        let outcome = match self.read_file(disk, relative) {
            Some(hash) if Some(hash) == seen => return Reload::Same,
            Some(_) => match self.files.get(relative) {
                Some(file) if file.diagnostics.is_empty() => self.key_of(relative).map_or(Reload::Refused, Reload::Changed),
                _ => Reload::Refused,
            },
            None => before.map_or(Reload::Ignored, Reload::Removed),
        };
        self.overlooked = overlooked(disk, &self.root);
        self.assemble();
        outcome
    }

    /// Takes note of a file this program has written, so that its own writes are no changes.
    pub fn written(&mut self, asset: Asset, source: SourceFile) {
        let Ok(relative) = source.path.strip_prefix(&self.root).map(Path::to_owned) else { return };
        self.files.insert(relative, LoadedFile { seen: source.hash, good: Some((asset, source)), ..LoadedFile::default() });
        self.assemble();
    }

    /// Takes note of a file this program has removed; `relative` to the root.
    pub fn removed(&mut self, relative: &Path) {
        self.files.remove(relative);
        self.assemble();
    }

    /// The asset a file holds, by its path relative to the root; the last good one if the file is bad.
    pub fn key_of(&self, relative: &Path) -> Option<AssetKey> {
        let (asset, _) = self.files.get(relative)?.good.as_ref()?;
        Some(asset.key())
    }

    /// The asset of a key as its file last held it.
    pub fn saved(&self, key: &AssetKey) -> Option<&Asset> {
        let mut good = self.files.values().filter_map(|file| file.good.as_ref());
        good.find(|(asset, _)| asset.key() == *key).map(|(asset, _)| asset)
    }

    /// Whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The names another snapshot's assets give that it does not have, placed in the files last read: for a snapshot with unsaved changes.
    pub fn missing_names(&self, assets: &Assets) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let bad: BTreeSet<&str> = self.files.values().filter_map(|file| file.bad_id.as_deref()).collect();
        for key in Asset::keys(assets) {
            let Some(asset) = Asset::of(assets, &key) else { continue };
            let findings = references::missing(&asset, assets, &bad);
            if !findings.is_empty() {
                found.extend(self.placed(&key, findings));
            }
        }
        found
    }

    /// Reads and parses a file into `files`; the hash of its bytes, or `None` if it is gone.
    fn read_file(&mut self, disk: &dyn Disk, relative: &Path) -> Option<[u8; 32]> {
        let path = self.root.join(relative);
        let kind = AssetKind::of_path(relative)?;
        let read = || -> io::Result<Result<Vec<u8>, Diagnostic>> {
            let info = disk.info(&path)?;
            if !info.regular {
                let what = if info.folder { "a folder" } else { "a pipe or a device" };
                let accepted = Some("a regular file".to_owned());
                return Ok(Err(Diagnostic {
                    accepted,
                    ..Diagnostic::of_file(relative, format!("cannot be read: it is {what}"))
                }));
            }
            if info.bytes > largest(kind) {
                return Ok(Err(too_large(relative, kind, info.bytes)));
            }
            // It may have grown meanwhile.
            let bytes = disk.read(&path)?;
            let length = bytes.len() as u64;
            Ok(if length > largest(kind) { Err(too_large(relative, kind, length)) } else { Ok(bytes) })
        };
        let bytes = match read() {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(diagnostic)) => return Some(self.refuse(relative, [0; 32], vec![diagnostic], None)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && disk.is_link(&path) => {
                let reason = "cannot be read: it is a link to a file that does not exist";
                let diagnostic = Diagnostic {
                    accepted: Some("a regular file, or a link to one".to_owned()),
                    ..Diagnostic::of_file(relative, reason)
                };
                return Some(self.refuse(relative, [0; 32], vec![diagnostic], None));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.files.remove(relative);
                return None;
            }
            Err(error) => {
                let diagnostic = Diagnostic::of_file(relative, format!("cannot be read: {error}"));
                return Some(self.refuse(relative, [0; 32], vec![diagnostic], None));
            }
        };
        let seen = *blake3::hash(&bytes).as_bytes();
        if self.files.get(relative).is_some_and(|file| file.seen == seen) {
            return Some(seen);
        }
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => tree::without_mark(text),
            Err(error) => {
                let diagnostic = not_text(relative, &bytes, error.valid_up_to());
                return Some(self.refuse(relative, seen, vec![diagnostic], loose_id(&String::from_utf8_lossy(&bytes))));
            }
        };
        match parse_file(relative, text) {
            Ok(asset) => {
                let source = SourceFile { path, text: text.to_owned(), hash: seen };
                let good = Some((asset, source));
                self.files.insert(relative.to_owned(), LoadedFile { seen, good, ..LoadedFile::default() });
                Some(seen)
            }
            Err(diagnostics) => Some(self.refuse(relative, seen, diagnostics, loose_id(text))),
        }
    }

    fn refuse(&mut self, relative: &Path, seen: [u8; 32], diagnostics: Vec<Diagnostic>, bad_id: Option<String>) -> [u8; 32] {
        let file = self.files.entry(relative.to_owned()).or_default();
        file.seen = seen;
        file.diagnostics = diagnostics;
        file.bad_id = bad_id;
        seen
    }

    /// Makes snapshot, sources and diagnostics anew from the files.
    fn assemble(&mut self) {
        self.assets = Assets::default();
        self.sources.clear();
        self.diagnostics.clear();
        let mut owners: BTreeMap<AssetKey, PathBuf> = BTreeMap::new();
        for (relative, file) in &self.files {
            self.diagnostics.extend(file.diagnostics.iter().cloned());
            let Some((asset, source)) = &file.good else { continue };
            let key = asset.key();
            if let Some(first) = owners.get(&key) {
                let reason = format!("the id `{}` is already used by {}", quoted(key.id().unwrap_or_default()), first.display());
                let finding = Finding::error(tree::Path::default().field("id"), reason, "an id of its own");
                self.diagnostics.extend(placed_in(relative, &source.text, finding.into()));
                continue;
            }
            asset.put_into(&mut self.assets);
            self.sources.insert(key.clone(), source.clone());
            owners.insert(key, relative.clone());
        }
        self.diagnostics.extend(self.overlooked.iter().cloned());
        let missing = self.missing_names(&self.assets);
        self.diagnostics.extend(missing);
        self.diagnostics.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    }

    fn placed(&self, key: &AssetKey, findings: Findings) -> Vec<Diagnostic> {
        match self.sources.get(key) {
            Some(source) => {
                let relative = source.path.strip_prefix(&self.root).unwrap_or(&source.path);
                placed_in(relative, &source.text, findings)
            }
            // An asset that has no file yet: only its usual path can be named.
            None => placed_in(&key.usual_path(), "", findings),
        }
    }
}

/// The first id in a text that is no good asset, perhaps not even RON.
fn loose_id(text: &str) -> Option<String> {
    let (_, behind) = text.split_once("id:")?;
    let (id, _) = behind.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(id.to_owned())
}

/// Findings placed in a text that has been read before.
fn placed_in(relative: &Path, text: &str, findings: Findings) -> Vec<Diagnostic> {
    match Document::parse(text) {
        Ok(document) => findings.placed(relative, &document),
        Err(_) => findings.unplaced(relative),
    }
}
