//! Careful saving: a file is either the old one or the new one, and never a change of somebody else's is lost.

use crate::asset::Asset;
use crate::diagnostic::Diagnostic;
use crate::disk::Disk;
use crate::load::SourceFile;
use crate::write::{Manner, text_for};
use std::io;
use std::path::{Path, PathBuf};

/// Why a file was not written; it is as it was.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are the path and the system's reason")]
pub enum SaveError {
    /// Changed on disk since it was read. To write all the same, save again with `current` as the source's hash.
    #[error("changed on disk since it was read: {path}")]
    Conflict { current: [u8; 32], path: PathBuf },
    /// Removed since it was read. To write all the same, save again without a source.
    #[error("removed from disk since it was read: {path}")]
    Gone { path: PathBuf },
    /// Its permissions forbid writing.
    #[error("the file is read-only: {path}")]
    ReadOnly { path: PathBuf },
    /// The asset itself has mistakes.
    #[error("{}: {path}", diagnostics.first().map(ToString::to_string).unwrap_or_default())]
    Invalid { diagnostics: Vec<Diagnostic>, path: PathBuf },
    /// The system refused.
    #[error("cannot write: {error}: {path}")]
    Io { error: io::Error, path: PathBuf },
}

/// A file that was written, or found to need no writing.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The file as it is now.
    pub source: SourceFile,
    /// How its text came about.
    pub manner: Manner,
}

/// Writes the assets of one project.
pub struct Saver<'a> {
    disk: &'a dyn Disk,
    root: PathBuf,
    backups: PathBuf,
}

impl<'a> Saver<'a> {
    /// For the project at `root`. `backups` is a folder outside it, used only where the project's own folders cannot be written.
    pub fn new(disk: &'a dyn Disk, root: &Path, backups: &Path) -> Self {
        Self { disk, root: root.to_owned(), backups: backups.to_owned() }
    }

    /// Writes an asset over the file it was read from, or into a new file where `source` is `None`. The old text stays as `.bak`.
    ///
    /// # Errors
    /// See [`SaveError`]; after any of them the file is as it was before.
    pub fn save(&self, source: Option<&SourceFile>, asset: &Asset) -> Result<Saved, SaveError> {
        let path = match source {
            Some(source) => source.path.clone(),
            None => self.free_path(asset),
        };
        let relative = asset.key().usual_path();
        let before = source.map(|source| source.text.as_str());
        let (text, manner) =
            text_for(&relative, before, asset).map_err(|diagnostics| SaveError::Invalid { diagnostics, path: path.clone() })?;
        let hash = *blake3::hash(text.as_bytes()).as_bytes();
        match source {
            Some(source) => self.replace(source, &text, manner == Manner::Unchanged)?,
            None => {
                if let Some(folder) = path.parent() {
                    self.disk.create_folder(folder).map_err(|error| SaveError::Io { error, path: path.clone() })?;
                }
                write_atomically(self.disk, &path, text.as_bytes(), None)
                    .map_err(|error| SaveError::Io { error, path: path.clone() })?;
            }
        }
        let hash = match source {
            Some(source) if manner == Manner::Unchanged => source.hash,
            _ => hash,
        };
        Ok(Saved { source: SourceFile { path, text, hash }, manner })
    }

    /// Moves an asset's file into the project's `.trash`; where it is now.
    ///
    /// # Errors
    /// [`SaveError::Gone`] if there is no such file, [`SaveError::Io`] if the system refuses.
    pub fn trash(&self, source: &SourceFile) -> Result<PathBuf, SaveError> {
        let path = &source.path;
        let io_error = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => SaveError::Gone { path: path.clone() },
            _ => SaveError::Io { error, path: path.clone() },
        };
        self.disk.info(path).map_err(io_error)?;
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let wanted = self.root.join(".trash").join(relative.file_name().map_or(relative, Path::new));
        let trashed = self.unused(&wanted);
        self.disk.create_folder(&self.root.join(".trash")).map_err(io_error)?;
        self.disk.rename(path, &trashed).map_err(io_error)?;
        Ok(trashed)
    }

    /// The usual path of a new asset, or one beside it if another file has that name.
    fn free_path(&self, asset: &Asset) -> PathBuf {
        self.unused(&self.root.join(asset.key().usual_path()))
    }

    fn unused(&self, wanted: &Path) -> PathBuf {
        let stem = wanted.file_stem().unwrap_or_default().to_string_lossy();
        let extension = wanted.extension().unwrap_or_default().to_string_lossy();
        let numbered = (2..1000u32).map(|number| wanted.with_file_name(format!("{stem}-{number}.{extension}")));
        let mut candidates = std::iter::once(wanted.to_owned()).chain(numbered);
        candidates.find(|path| self.disk.info(path).is_err()).unwrap_or_else(|| wanted.to_owned())
    }

    /// Puts a text in the place of a file that must still be as it was read.
    fn replace(&self, source: &SourceFile, text: &str, unchanged: bool) -> Result<(), SaveError> {
        let path = &source.path;
        let io_error = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => SaveError::Gone { path: path.clone() },
            _ => SaveError::Io { error, path: path.clone() },
        };
        let target = self.disk.resolve(path).map_err(io_error)?;
        let current = self.disk.read(&target).map_err(io_error)?;
        let current_hash = *blake3::hash(&current).as_bytes();
        if current_hash != source.hash {
            return Err(SaveError::Conflict { current: current_hash, path: path.clone() });
        }
        if unchanged {
            return Ok(());
        }
        if self.disk.info(&target).map_err(io_error)?.read_only {
            return Err(SaveError::ReadOnly { path: path.clone() });
        }
        match write_atomically(self.disk, &backup_path(&target), &current, Some(&target)) {
            Ok(()) => write_atomically(self.disk, &target, text.as_bytes(), Some(&target)).map_err(io_error),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                self.write_in_place(&target, &current, text).map_err(io_error)
            }
            Err(error) => Err(io_error(error)),
        }
    }

    /// For a folder in which no file can be made: the one way to write that can break off half-way, so the old bytes are put
    /// elsewhere first.
    fn write_in_place(&self, target: &Path, current: &[u8], text: &str) -> io::Result<()> {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let place = blake3::hash(target.to_string_lossy().as_bytes()).to_hex();
        self.disk.create_folder(&self.backups)?;
        let backup = self.backups.join(format!("{}-{name}.bak", place.get(..16).unwrap_or_default()));
        write_atomically(self.disk, &backup, current, None)?;
        self.disk.write(target, text.as_bytes())
    }
}

/// `plain.ron.bak` beside `plain.ron`.
fn backup_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bak");
    path.with_file_name(name)
}

/// Writes a file so that a reader, at any moment and after any crash, finds all of the old bytes or all of the new ones.
///
/// # Errors
/// The system's; the old file is untouched then.
pub fn write_atomically(disk: &dyn Disk, path: &Path, bytes: &[u8], permissions_of: Option<&Path>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = disk.write(&temporary, bytes).and_then(|()| match permissions_of {
        Some(original) => disk.copy_permissions(original, &temporary),
        None => Ok(()),
    });
    let renamed = written.and_then(|()| disk.rename(&temporary, path));
    if renamed.is_err() {
        // What went wrong is told by the first error; a temporary file that cannot be removed either does no harm.
        disk.remove(&temporary).ok();
    }
    renamed
}
