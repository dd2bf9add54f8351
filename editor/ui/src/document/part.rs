//! Parts of the project that are added, removed and copied as a whole.

use super::edit::missing;
use super::{Refused, Subject};
use std::sync::Arc;
use world::Assets;
use world::defs::{BiomeDef, CorpusDef, EditLayerDef, MaterialDef, StrateDef};

/// A part of the project that can be added, with its id within.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A strate.
    Strate(Arc<StrateDef>),
    /// A biome.
    Biome(Arc<BiomeDef>),
    /// A palette entry.
    Material(Arc<MaterialDef>),
    /// An edit layer.
    Layer(Arc<EditLayerDef>),
    /// A corpus member.
    Corpus(Arc<CorpusDef>),
}

impl Part {
    /// What it is called in the project.
    pub fn subject(&self) -> Subject {
        match self {
            Part::Strate(a) => Subject::Strate(a.id.clone()),
            Part::Biome(a) => Subject::Biome(a.id.clone()),
            Part::Material(a) => Subject::Material(a.id.clone()),
            Part::Layer(a) => Subject::Layer(a.id.clone()),
            Part::Corpus(a) => Subject::Corpus(a.id.clone()),
        }
    }
}

/// Adds a part under its own id.
pub(super) fn add(part: Part, assets: &mut Assets) -> Result<(), Refused> {
    let subject = part.subject();
    let id = subject.id().to_owned();
    if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-') {
        return Err(Refused::BadId(id));
    }
    if subject.exists(assets) {
        return Err(Refused::Taken(id));
    }
    match part {
        Part::Strate(a) => drop(assets.strates.insert(id, a)),
        Part::Biome(a) => drop(assets.biomes.insert(id, a)),
        Part::Material(a) => drop(assets.materials.insert(id, a)),
        Part::Layer(a) => drop(assets.edits.insert(id, a)),
        Part::Corpus(a) => drop(assets.corpus.insert(id, a)),
    }
    Ok(())
}

/// Takes an asset out.
pub(super) fn remove(subject: &Subject, assets: &mut Assets) -> Result<(), Refused> {
    let found = match subject {
        Subject::Project => return Err(Refused::Other("the project itself cannot be deleted")),
        Subject::Strate(id) => assets.strates.remove(id).is_some(),
        Subject::Candidate(slot) => Arc::make_mut(&mut assets.project).layout.candidates.remove(slot).is_some(),
        Subject::Biome(id) => assets.biomes.remove(id).is_some(),
        Subject::Material(id) => assets.materials.remove(id).is_some(),
        Subject::Layer(id) => assets.edits.remove(id).is_some(),
        Subject::Corpus(id) => assets.corpus.remove(id).is_some(),
    };
    if found { Ok(()) } else { Err(missing(subject)) }
}

/// A copy with a new id; a copy of a candidate is a strate of its own.
pub(super) fn copy_under(subject: &Subject, id: &str, assets: &Assets) -> Result<Part, Refused> {
    let id = id.to_owned();
    let copy = match subject {
        Subject::Project => None,
        Subject::Strate(_) | Subject::Candidate(_) => {
            subject.strate(assets).map(|s| Part::Strate(Arc::new(StrateDef { id, ..s.clone() })))
        }
        Subject::Biome(from) => assets.biomes.get(from).map(|b| Part::Biome(Arc::new(BiomeDef { id, ..(**b).clone() }))),
        Subject::Material(from) => {
            assets.materials.get(from).map(|m| Part::Material(Arc::new(MaterialDef { id, ..(**m).clone() })))
        }
        Subject::Layer(from) => assets.edits.get(from).map(|e| Part::Layer(Arc::new(EditLayerDef { id, ..(**e).clone() }))),
        Subject::Corpus(from) => assets.corpus.get(from).map(|c| Part::Corpus(Arc::new(CorpusDef { id, ..(**c).clone() }))),
    };
    copy.ok_or_else(|| missing(subject))
}
