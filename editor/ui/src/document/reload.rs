//! Files that changed on disk while the project is open: read on another thread, then taken over as named steps or left to a question.

use super::{Document, Edit, differing};
use project::{Asset, AssetKey, Project, RealDisk, Reload};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use world::Assets;

/// What a changed file led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reloaded {
    /// Nothing: the same bytes, or no file of the project.
    Same,
    /// Its value is shown now, as an undoable step.
    Taken,
    /// The file is gone, and what it held with it, as an undoable step.
    Removed,
    /// The file is bad; its mistakes are among the diagnostics.
    Refused {
        /// An earlier good value of it stays in force.
        keeps_good: bool,
    },
    /// These assets changed on disk and are unsaved here as well: mine stay until decided.
    Conflict(Vec<AssetKey>),
}

/// Which files shall be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// These, relative to the project's folder.
    Files(BTreeSet<PathBuf>),
    /// Every file that is or was part of the project.
    All,
}

/// What the files held, to be read again on any thread.
#[derive(Debug)]
pub struct Reading {
    disk: Project,
    stamp: u64,
}

/// What was read; [`Document::take_read`] takes it over.
#[derive(Debug)]
pub struct Read {
    disk: Project,
    stamp: u64,
    /// Per file what came of it, and the assets whose values on disk differ.
    outcomes: Vec<(PathBuf, Outcome, BTreeSet<AssetKey>)>,
}

#[derive(Debug)]
enum Outcome {
    Same,
    Changed,
    Removed,
    Refused { keeps_good: bool },
}

impl Reading {
    /// Reads and parses. `None` where the project itself is gone from disk: then nothing shall be taken over.
    pub fn read(mut self, which: Which) -> Option<Read> {
        if !self.disk.root.join("project.ron").is_file() {
            return None;
        }
        let files = match which {
            Which::Files(files) => files,
            Which::All => {
                let known = self.disk.sources.values().filter_map(|source| source.path.strip_prefix(&self.disk.root).ok());
                known.map(Path::to_owned).chain(project::asset_files(&RealDisk, &self.disk.root)).collect()
            }
        };
        let outcomes = files.into_iter().map(|file| self.read_file(file)).collect();
        Some(Read { disk: self.disk, stamp: self.stamp, outcomes })
    }

    fn read_file(&mut self, file: PathBuf) -> (PathBuf, Outcome, BTreeSet<AssetKey>) {
        let before = self.disk.assets.clone();
        let outcome = match self.disk.reload(&RealDisk, &file) {
            Reload::Same | Reload::Ignored => return (file, Outcome::Same, BTreeSet::new()),
            Reload::Refused => Outcome::Refused { keeps_good: self.disk.key_of(&file).is_some() },
            Reload::Changed(_) => Outcome::Changed,
            Reload::Removed(_) => Outcome::Removed,
        };
        let changed = differing(&before, &self.disk.assets);
        (file, outcome, changed)
    }
}

impl Document {
    /// What the files held, for another thread to read them again.
    pub fn reading(&self) -> Reading {
        Reading { disk: self.disk.clone(), stamp: self.stamp }
    }

    /// Takes over what was read; `None` if files were written or read meanwhile, then it must be read anew.
    pub fn take_read(&mut self, read: Read) -> Option<Vec<(PathBuf, Reloaded)>> {
        if read.stamp != self.stamp {
            return None;
        }
        self.stamp += 1;
        let before = std::mem::replace(&mut self.disk, read.disk).assets;
        Some(
            read.outcomes
                .into_iter()
                .map(|(file, outcome, changed)| {
                    let outcome = self.take_file(&before, &file, outcome, changed);
                    (file, outcome)
                })
                .collect(),
        )
    }

    /// Reads a file again at once; `relative` to the project's folder.
    pub fn reload(&mut self, relative: &Path) -> Reloaded {
        let files = BTreeSet::from([relative.to_owned()]);
        let read = self.reading().read(Which::Files(files));
        let outcomes = read.and_then(|read| self.take_read(read)).unwrap_or_default();
        outcomes.into_iter().next().map_or(Reloaded::Same, |(_, outcome)| outcome)
    }

    fn take_file(&mut self, before: &Assets, file: &Path, outcome: Outcome, changed: BTreeSet<AssetKey>) -> Reloaded {
        let (mine, free): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|key| Asset::of(&self.assets, key) != Asset::of(before, key));
        let verb = match outcome {
            Outcome::Same => return Reloaded::Same,
            Outcome::Removed => "Removed",
            Outcome::Changed | Outcome::Refused { .. } => "Reloaded",
        };
        self.show_disk(&free, format!("{verb} {}", file.display()));
        match outcome {
            Outcome::Changed | Outcome::Removed if !mine.is_empty() => Reloaded::Conflict(mine),
            Outcome::Removed => Reloaded::Removed,
            Outcome::Refused { keeps_good } => Reloaded::Refused { keeps_good },
            Outcome::Changed | Outcome::Same => Reloaded::Taken,
        }
    }

    /// Shows the disk's value of these assets in place of the unsaved ones, as an undoable step.
    pub fn take_from_disk(&mut self, keys: &[AssetKey], file: &Path) {
        self.show_disk(keys, format!("Reloaded {}", file.display()));
    }

    fn show_disk(&mut self, keys: &[AssetKey], name: String) {
        let mut after = self.assets.clone();
        for key in keys {
            put(key, Asset::of(&self.disk.assets, key), &mut after);
        }
        let edit = Edit::Replace { name, assets: Box::new(after) };
        // Replacing the snapshot is never refused.
        let _ = self.apply(&edit, false);
        // What the disk holds may have changed even where the snapshot has not.
        self.show(self.assets.clone());
    }
}

/// Sets or, with `None`, removes the asset of a key.
pub(super) fn put(key: &AssetKey, asset: Option<Asset>, assets: &mut Assets) {
    if let Some(asset) = asset {
        return asset.put_into(assets);
    }
    match key {
        AssetKey::Project => {}
        AssetKey::Materials => assets.materials.clear(),
        AssetKey::Strate(id) => drop(assets.strates.remove(id)),
        AssetKey::Biome(id) => drop(assets.biomes.remove(id)),
        AssetKey::Edits(id) => drop(assets.edits.remove(id)),
        AssetKey::Corpus(id) => drop(assets.corpus.remove(id)),
    }
}
