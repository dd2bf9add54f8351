//! Writing what is unsaved: every dirty file on its own, so that one that cannot be written holds no other back.

use super::{Document, Reloaded, Which};
use project::{Asset, AssetKey, Disk, Manner, RealDisk, SaveError, Saver, write_atomically};
use std::path::{Path, PathBuf};

/// What a save did.
#[derive(Debug, Default)]
pub struct SaveReport {
    /// Files written or moved to the trash.
    pub written: usize,
    /// Files that had to be written whole; their comments are in the backup only.
    pub comments_lost: Vec<PathBuf>,
    /// Files that changed on disk meanwhile, with what is in them: mine or theirs?
    pub conflicts: Vec<(PathBuf, Vec<AssetKey>)>,
    /// Files written anew because they were gone.
    pub restored: usize,
    /// Files that were gone and could not be written anew, in words.
    pub lost: Vec<String>,
    /// Everything else that went wrong; each error ends with the path.
    pub failed: Vec<SaveError>,
}

impl Document {
    /// Writes every dirty file. `backups` is a folder outside the project for where it cannot be written.
    pub fn save(&mut self, backups: &Path) -> SaveReport {
        self.end_gesture();
        self.stamp += 1;
        let mut report = SaveReport::default();
        for key in self.dirty.clone() {
            match self.save_one(&key, backups) {
                Ok(manner) => {
                    report.written += usize::from(manner != Some(Manner::Unchanged));
                    if manner == Some(Manner::CommentsLost) {
                        report.comments_lost.push(self.relative(&key));
                    }
                }
                Err(SaveError::Conflict { .. } | SaveError::Gone { .. }) => {
                    let file = self.relative(&key);
                    if let Reloaded::Conflict(keys) = self.reload(&file) {
                        report.conflicts.push((file, keys));
                    }
                }
                Err(error) => report.failed.push(error),
            }
        }
        self.show(self.assets.clone());
        report
    }

    /// Writes every file of a project that is gone from disk: first as it was last read, then what is unsaved.
    pub fn save_again(&mut self, backups: &Path) -> SaveReport {
        let mut failed = Vec::new();
        for source in self.disk.sources.values().filter(|source| !source.path.exists()) {
            let folder = source.path.parent().unwrap_or(&self.disk.root);
            let written = RealDisk
                .create_folder(folder)
                .and_then(|()| write_atomically(&RealDisk, &source.path, source.text.as_bytes(), None));
            if let Err(error) = written {
                failed.push(format!("cannot write: {error}: {}", source.path.display()));
            }
        }
        let restored = self.disk.sources.len() - failed.len();
        // The bytes may differ from those last read by a byte-order mark.
        if let Some(read) = self.reading().read(Which::All) {
            let _ = self.take_read(read);
        }
        let mut report = self.save(backups);
        report.restored = restored;
        report.lost = failed;
        report
    }

    /// How the file was written; `None` for one that went to the trash.
    fn save_one(&mut self, key: &AssetKey, backups: &Path) -> Result<Option<Manner>, SaveError> {
        let saver = Saver::new(&RealDisk, &self.disk.root, backups);
        match Asset::of(&self.assets, key) {
            Some(asset) => {
                let saved = saver.save(self.disk.sources.get(key), &asset)?;
                self.disk.written(asset, saved.source);
                Ok(Some(saved.manner))
            }
            None => {
                if let Some(source) = self.disk.sources.get(key).cloned() {
                    match saver.trash(&source) {
                        Ok(_) | Err(SaveError::Gone { .. }) => {}
                        Err(error) => return Err(error),
                    }
                    let file = self.relative(key);
                    self.disk.removed(&file);
                }
                Ok(None)
            }
        }
    }

    /// The file of an asset, relative to the project's folder.
    fn relative(&self, key: &AssetKey) -> PathBuf {
        let known = self.disk.sources.get(key).and_then(|source| source.path.strip_prefix(&self.disk.root).ok());
        known.map_or_else(|| key.usual_path(), Path::to_owned)
    }
}
