//! The journal: unsaved work, kept beside the user's state so that a crash loses none of it.
//!
//! One file per project, replaced atomically. It holds whole assets and the hash of the file each was changed from, so that no clock is
//! needed to tell unsaved work from saved: an entry that equals its file is done with.

use crate::asset::{Asset, AssetKey, AssetKind};
use crate::disk::Disk;
use crate::load::Project;
use crate::read::parse_unjudged;
use crate::save::write_atomically;
use crate::write::whole;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use world::Assets;

/// One asset that differs from its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsaved {
    /// Which.
    pub key: AssetKey,
    /// Its value; `None` if it was removed.
    pub asset: Option<Asset>,
    /// Hash of the file it was changed from; `None` if it has no file yet.
    pub base: Option<[u8; 32]>,
}

/// Work found after a crash.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What was not saved.
    pub unsaved: Unsaved,
    /// The file has changed since, so that taking the offer loses that change.
    pub conflict: bool,
}

/// What a journal brought back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recovery {
    /// To show and, if wanted, to apply.
    pub offers: Vec<Offer>,
    /// Where a journal that could not be read has been put.
    pub set_aside: Option<PathBuf>,
}

/// The journal of one project.
pub struct Journal<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    kind: String,
    id: String,
    base: Option<[u8; 32]>,
    text: Option<String>,
}

const VERSION: u32 = 1;

impl<'a> Journal<'a> {
    /// The journal in `state_folder` of the project at `root`, which should be absolute and free of links.
    pub fn new(disk: &'a dyn Disk, state_folder: &Path, root: &Path) -> Self {
        let name = blake3::hash(root.to_string_lossy().as_bytes()).to_hex();
        Self { disk, path: state_folder.join("journal").join(format!("{}.json", name.get(..32).unwrap_or_default())) }
    }

    /// Puts down what is unsaved now, in place of what was; nothing unsaved removes the journal.
    ///
    /// # Errors
    /// The system's; the previous journal is still whole then.
    pub fn write(&self, unsaved: &[Unsaved]) -> io::Result<()> {
        if unsaved.is_empty() {
            return match self.disk.remove(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        let entry = |unsaved: &Unsaved| {
            let text = unsaved.asset.as_ref().map(whole).transpose().map_err(io::Error::other)?;
            let id = unsaved.key.id().unwrap_or_default().to_owned();
            Ok(Entry { kind: unsaved.key.kind().noun().to_owned(), id, base: unsaved.base, text })
        };
        let entries = unsaved.iter().map(entry).collect::<io::Result<Vec<_>>>()?;
        let text = serde_json::to_vec(&File { version: VERSION, entries })?;
        if let Some(folder) = self.path.parent() {
            self.disk.create_folder(folder)?;
        }
        write_atomically(self.disk, &self.path, &text, None)
    }

    /// What the journal holds that the project's files do not. A journal that cannot be read is set aside, never lost or obeyed in part.
    ///
    /// # Errors
    /// The system's, other than that there is no journal.
    pub fn recover(&self, project: &Project) -> io::Result<Recovery> {
        let bytes = match self.disk.read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Recovery::default()),
            Err(error) => return Err(error),
        };
        let Some(unsaved) = read(&bytes) else {
            let aside = self.path.with_extension("json.corrupt");
            self.disk.rename(&self.path, &aside)?;
            return Ok(Recovery { offers: Vec::new(), set_aside: Some(aside) });
        };
        let open = unsaved.into_iter().filter(|unsaved| unsaved.asset != project.on_disk(&unsaved.key));
        let offer = |unsaved: Unsaved| {
            let file = project.sources.get(&unsaved.key).map(|source| source.hash);
            Offer { conflict: file != unsaved.base, unsaved }
        };
        Ok(Recovery { offers: open.map(offer).collect(), set_aside: None })
    }
}

fn read(bytes: &[u8]) -> Option<Vec<Unsaved>> {
    let file: File = serde_json::from_slice(bytes).ok().filter(|file: &File| file.version == VERSION)?;
    let unsaved = |entry: Entry| {
        let kind = AssetKind::ALL.into_iter().find(|kind| kind.noun() == entry.kind)?;
        let asset = match &entry.text {
            Some(text) => Some(parse_unjudged(kind, text)?),
            None => None,
        };
        Some(Unsaved { key: AssetKey::new(kind, &entry.id), asset, base: entry.base })
    };
    file.entries.into_iter().map(unsaved).collect()
}

impl Project {
    /// Every asset in which a snapshot differs from the files last read or written: changed, new and removed ones, in order of key.
    pub fn unsaved(&self, now: &Assets) -> Vec<Unsaved> {
        let mut keys = Asset::keys(now);
        keys.extend(Asset::keys(&self.assets));
        keys.sort();
        keys.dedup();
        let changed = keys.into_iter().filter_map(|key| {
            let asset = Asset::of(now, &key);
            let base = self.sources.get(&key).map(|source| source.hash);
            (asset != Asset::of(&self.assets, &key)).then_some(Unsaved { key, asset, base })
        });
        changed.collect()
    }

    /// The asset of a key as the files have it; `None` if no good file holds it.
    fn on_disk(&self, key: &AssetKey) -> Option<Asset> {
        self.sources.get(key)?;
        Asset::of(&self.assets, key)
    }
}
