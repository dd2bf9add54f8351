//! The editor's own small files (preferences, layout): RON, written beside and renamed, set aside when unreadable.

use project::{RealDisk, write_atomically};
use serde::{Serialize, de::DeserializeOwned};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Outcome of reading.
pub enum Loaded<T> {
    /// Read.
    Good(T),
    /// No such file.
    Missing,
    /// There, but unreadable; why.
    Bad(String),
}

/// Reads a value.
pub fn load<T: DeserializeOwned>(path: &Path) -> Loaded<T> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Loaded::Missing,
        Err(error) => return Loaded::Bad(error.to_string()),
    };
    match ron::from_str(&text) {
        Ok(value) => Loaded::Good(value),
        Err(error) => Loaded::Bad(error.to_string()),
    }
}

/// Writes a value so that a crash leaves either the old file or the new one. The message names the path.
pub fn save<T: Serialize>(path: &Path, value: &T) -> Result<(), String> {
    let describe = |error: &dyn std::fmt::Display| format!("cannot write: {error}: {}", path.display());
    let mut text = ron::ser::to_string_pretty(value, ron::ser::PrettyConfig::default()).map_err(|e| describe(&e))?;
    text.push('\n');
    let folder = path.parent().ok_or_else(|| describe(&"it has no folder"))?;
    std::fs::create_dir_all(folder).map_err(|error| describe(&error))?;
    write_atomically(&RealDisk, path, text.as_bytes(), None).map_err(|error| describe(&error))
}

/// Renames a bad file to `<name>.bad` and says so in words for the log.
pub fn set_aside(path: &Path, reason: &str) -> String {
    let mut bad = path.as_os_str().to_owned();
    bad.push(".bad");
    let bad = PathBuf::from(bad);
    match std::fs::rename(path, &bad) {
        Ok(()) => format!("unreadable and set aside as {}: {reason}: {}", bad.display(), path.display()),
        Err(error) => format!("unreadable ({reason}) and could not be set aside ({error}): {}", path.display()),
    }
}

/// The usual folder for the editor's own files: `$XDG_STATE_HOME`, `%LOCALAPPDATA%` or `~/.local/state`, then `voxelforge`.
/// `None` where the system names none.
pub fn state_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || named("HOME").map(|folder| folder.join(".local/state"));
    let folder = named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(home)?;
    Some(folder.join("voxelforge"))
}
