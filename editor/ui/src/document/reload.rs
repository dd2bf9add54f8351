//! Files that changed on disk while the project is open: taken over as a named step, or left to a question.

use super::{Document, Edit, differing};
use project::{Asset, AssetKey, RealDisk, Reload};
use std::path::{Path, PathBuf};
use world::Assets;

/// What a changed file led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reloaded {
    /// Nothing: the same bytes, or no file of the project.
    Same,
    /// Its value is shown now, as an undoable step.
    Taken,
    /// The file is bad; the last good value stays and the mistake is among the diagnostics.
    Refused,
    /// These assets changed on disk and are unsaved here as well: mine stay until decided.
    Conflict(Vec<AssetKey>),
}

impl Document {
    /// Reads a file again; `relative` to the project's folder.
    pub fn reload(&mut self, relative: &Path) -> Reloaded {
        let before = self.disk.assets.clone();
        let outcome = match self.disk.reload(&RealDisk, relative) {
            Reload::Same | Reload::Ignored => return Reloaded::Same,
            Reload::Refused => Reloaded::Refused,
            Reload::Changed(_) | Reload::Removed(_) => Reloaded::Taken,
        };
        let changed = differing(&before, &self.disk.assets);
        let (mine, free): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|key| Asset::of(&self.assets, key) != Asset::of(&before, key));
        self.take_from_disk(&free, relative);
        match outcome {
            Reloaded::Taken if !mine.is_empty() => Reloaded::Conflict(mine),
            other => other,
        }
    }

    /// Reads every file again that is or was part of the project.
    pub fn reload_all(&mut self) -> Vec<(PathBuf, Reloaded)> {
        let mut files = project::asset_files(&RealDisk, self.root());
        let known = self.disk.sources.values().filter_map(|source| source.path.strip_prefix(self.root()).ok());
        files.extend(known.map(Path::to_owned));
        files.sort();
        files.dedup();
        files.into_iter().map(|file| (file.clone(), self.reload(&file))).collect()
    }

    /// Shows the disk's value of these assets in place of the unsaved ones, as an undoable step.
    pub fn take_from_disk(&mut self, keys: &[AssetKey], file: &Path) {
        let mut after = self.assets.clone();
        for key in keys {
            put(key, Asset::of(&self.disk.assets, key), &mut after);
        }
        let edit = Edit::Replace { name: format!("Reloaded {}", file.display()), assets: Box::new(after) };
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
