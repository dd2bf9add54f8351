//! The assets of a project as values: what each file holds, and what a file is called.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use world::Assets;
use world::defs::{BiomeDef, CorpusDef, EditLayerDef, MaterialDef, ProjectDef, SCHEMA, StrateDef};

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

/// What kind of asset a file holds; its place in the folder says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AssetKind {
    /// `project.ron`.
    Project,
    /// `strates/*.ron`.
    Strate,
    /// `biomes/*.ron`.
    Biome,
    /// `materials.ron`.
    Materials,
    /// `edits/*.ron`.
    Edits,
    /// `corpus/*.ron`.
    Corpus,
}

impl AssetKind {
    /// Every kind.
    pub const ALL: [AssetKind; 6] =
        [AssetKind::Project, AssetKind::Materials, AssetKind::Strate, AssetKind::Biome, AssetKind::Edits, AssetKind::Corpus];
    /// Kinds that live in a folder of their own.
    pub const IN_FOLDERS: [AssetKind; 4] = [AssetKind::Strate, AssetKind::Biome, AssetKind::Edits, AssetKind::Corpus];

    /// The kind of a file by its path relative to the project; `None` for files that are no assets (backups, hidden files, others).
    pub fn of_path(relative: &Path) -> Option<Self> {
        let name = relative.file_name()?.to_str()?;
        if name.starts_with('.') || relative.extension()? != "ron" {
            return None;
        }
        match relative.parent()?.to_str()? {
            "" if name == "project.ron" => Some(AssetKind::Project),
            "" if name == "materials.ron" => Some(AssetKind::Materials),
            folder => Self::IN_FOLDERS.into_iter().find(|kind| kind.folder() == folder),
        }
    }

    /// Its folder in the project; empty for the two files that stand at its root.
    pub fn folder(self) -> &'static str {
        match self {
            AssetKind::Project | AssetKind::Materials => "",
            AssetKind::Strate => "strates",
            AssetKind::Biome => "biomes",
            AssetKind::Edits => "edits",
            AssetKind::Corpus => "corpus",
        }
    }

    /// What a person calls it.
    pub fn noun(self) -> &'static str {
        match self {
            AssetKind::Project => "project",
            AssetKind::Strate => "strate",
            AssetKind::Biome => "biome",
            AssetKind::Materials => "materials",
            AssetKind::Edits => "edit layer",
            AssetKind::Corpus => "corpus member",
        }
    }

    /// Whether the program writes such files alone, so that they are rewritten whole.
    pub fn is_machine_owned(self) -> bool {
        matches!(self, AssetKind::Edits | AssetKind::Corpus)
    }
}

impl AssetKey {
    /// The key of a kind and an id; the id does not matter for the two files that exist once.
    pub fn new(kind: AssetKind, id: &str) -> Self {
        match kind {
            AssetKind::Project => AssetKey::Project,
            AssetKind::Materials => AssetKey::Materials,
            AssetKind::Strate => AssetKey::Strate(id.to_owned()),
            AssetKind::Biome => AssetKey::Biome(id.to_owned()),
            AssetKind::Edits => AssetKey::Edits(id.to_owned()),
            AssetKind::Corpus => AssetKey::Corpus(id.to_owned()),
        }
    }

    /// Its kind.
    pub fn kind(&self) -> AssetKind {
        match self {
            AssetKey::Project => AssetKind::Project,
            AssetKey::Materials => AssetKind::Materials,
            AssetKey::Strate(_) => AssetKind::Strate,
            AssetKey::Biome(_) => AssetKind::Biome,
            AssetKey::Edits(_) => AssetKind::Edits,
            AssetKey::Corpus(_) => AssetKind::Corpus,
        }
    }

    /// Its id; `None` for the two files that exist once.
    pub fn id(&self) -> Option<&str> {
        match self {
            AssetKey::Project | AssetKey::Materials => None,
            AssetKey::Strate(id) | AssetKey::Biome(id) | AssetKey::Edits(id) | AssetKey::Corpus(id) => Some(id),
        }
    }

    /// Where a new asset of this key is written, relative to the project's folder.
    pub fn usual_path(&self) -> PathBuf {
        match self {
            AssetKey::Project => PathBuf::from("project.ron"),
            AssetKey::Materials => PathBuf::from("materials.ron"),
            other => Path::new(other.kind().folder()).join(format!("{}.ron", other.id().unwrap_or_default())),
        }
    }
}

/// What one file holds. Cloning is cheap: parts are shared.
#[derive(Clone, Debug, PartialEq)]
pub enum Asset {
    /// `project.ron`.
    Project(Arc<ProjectDef>),
    /// `strates/*.ron`.
    Strate(Arc<StrateDef>),
    /// `biomes/*.ron`.
    Biome(Arc<BiomeDef>),
    /// `materials.ron`, in the order of the file.
    Materials(Vec<Arc<MaterialDef>>),
    /// `edits/*.ron`.
    Edits(Arc<EditLayerDef>),
    /// `corpus/*.ron`.
    Corpus(Arc<CorpusDef>),
}

impl Asset {
    /// The asset of a key in a snapshot; materials in order of id. `None` if the snapshot lacks it.
    pub fn of(assets: &Assets, key: &AssetKey) -> Option<Self> {
        Some(match key {
            AssetKey::Project => Asset::Project(assets.project.clone()),
            AssetKey::Materials => Asset::Materials(assets.materials.values().cloned().collect()),
            AssetKey::Strate(id) => Asset::Strate(assets.strates.get(id)?.clone()),
            AssetKey::Biome(id) => Asset::Biome(assets.biomes.get(id)?.clone()),
            AssetKey::Edits(id) => Asset::Edits(assets.edits.get(id)?.clone()),
            AssetKey::Corpus(id) => Asset::Corpus(assets.corpus.get(id)?.clone()),
        })
    }

    /// Every key of a snapshot, in order.
    pub fn keys(assets: &Assets) -> Vec<AssetKey> {
        let mut keys = vec![AssetKey::Project, AssetKey::Materials];
        keys.extend(assets.strates.keys().cloned().map(AssetKey::Strate));
        keys.extend(assets.biomes.keys().cloned().map(AssetKey::Biome));
        keys.extend(assets.edits.keys().cloned().map(AssetKey::Edits));
        keys.extend(assets.corpus.keys().cloned().map(AssetKey::Corpus));
        keys.sort();
        keys
    }

    /// The key it is found under.
    pub fn key(&self) -> AssetKey {
        match self {
            Asset::Project(_) => AssetKey::Project,
            Asset::Materials(_) => AssetKey::Materials,
            Asset::Strate(def) => AssetKey::Strate(def.id.clone()),
            Asset::Biome(def) => AssetKey::Biome(def.id.clone()),
            Asset::Edits(def) => AssetKey::Edits(def.id.clone()),
            Asset::Corpus(def) => AssetKey::Corpus(def.id.clone()),
        }
    }

    /// Puts it into a snapshot under its key. Materials replace all of the snapshot's; the first of two with one id stays.
    pub fn put_into(&self, assets: &mut Assets) {
        match self {
            Asset::Project(def) => assets.project = def.clone(),
            Asset::Strate(def) => drop(assets.strates.insert(def.id.clone(), def.clone())),
            Asset::Biome(def) => drop(assets.biomes.insert(def.id.clone(), def.clone())),
            Asset::Edits(def) => drop(assets.edits.insert(def.id.clone(), def.clone())),
            Asset::Corpus(def) => drop(assets.corpus.insert(def.id.clone(), def.clone())),
            Asset::Materials(list) => {
                assets.materials.clear();
                for def in list {
                    assets.materials.entry(def.id.clone()).or_insert_with(|| def.clone());
                }
            }
        }
    }

    /// This asset under another id; the two files that exist once stay as they are.
    pub fn with_id(&self, id: &str) -> Self {
        let id = id.to_owned();
        match self {
            Asset::Project(_) | Asset::Materials(_) => self.clone(),
            Asset::Strate(def) => Asset::Strate(Arc::new(StrateDef { id, ..(**def).clone() })),
            Asset::Biome(def) => Asset::Biome(Arc::new(BiomeDef { id, ..(**def).clone() })),
            Asset::Edits(def) => Asset::Edits(Arc::new(EditLayerDef { id, ..(**def).clone() })),
            Asset::Corpus(def) => Asset::Corpus(Arc::new(CorpusDef { id, ..(**def).clone() })),
        }
    }

    /// The schema version such a file must not exceed; `None` where files carry none.
    pub fn newest_schema(kind: AssetKind) -> Option<u32> {
        (kind != AssetKind::Materials).then_some(SCHEMA)
    }
}
