//! What can be selected, inspected and edited: an asset of the project, or a part of one.

use super::Section;
use param::{Decl, ParamBlock};
use project::AssetKey;
use std::sync::Arc;
use world::defs::StrateDef;
use world::{Assets, Strate};

/// Something that can be selected, inspected and edited.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Seed, bounds and layout.
    Project,
    /// A strate by id.
    Strate(String),
    /// The candidate that stands in a slot, by slot id.
    Candidate(String),
    /// A biome by id.
    Biome(String),
    /// A palette entry by id.
    Material(String),
    /// An edit layer by id.
    Layer(String),
    /// A corpus member by id.
    Corpus(String),
}

impl Subject {
    /// The file that holds it.
    pub fn file(&self) -> AssetKey {
        match self {
            Subject::Project | Subject::Candidate(_) => AssetKey::Project,
            Subject::Strate(id) => AssetKey::Strate(id.clone()),
            Subject::Biome(id) => AssetKey::Biome(id.clone()),
            Subject::Material(_) => AssetKey::Materials,
            Subject::Layer(id) => AssetKey::Edits(id.clone()),
            Subject::Corpus(id) => AssetKey::Corpus(id.clone()),
        }
    }

    /// The subject a file holds; `None` for the materials, which are many.
    pub fn of_file(key: &AssetKey) -> Option<Subject> {
        Some(match key {
            AssetKey::Project => Subject::Project,
            AssetKey::Strate(id) => Subject::Strate(id.clone()),
            AssetKey::Biome(id) => Subject::Biome(id.clone()),
            AssetKey::Materials => return None,
            AssetKey::Edits(id) => Subject::Layer(id.clone()),
            AssetKey::Corpus(id) => Subject::Corpus(id.clone()),
        })
    }

    /// `Strate`, `Biome`, …: sentence case.
    pub fn kind(&self) -> &'static str {
        match self {
            Subject::Project => "Project",
            Subject::Strate(_) => "Strate",
            Subject::Candidate(_) => "Candidate",
            Subject::Biome(_) => "Biome",
            Subject::Material(_) => "Material",
            Subject::Layer(_) => "Edit layer",
            Subject::Corpus(_) => "Corpus",
        }
    }

    /// The stable id; empty for the project.
    pub fn id(&self) -> &str {
        match self {
            Subject::Project => "",
            Subject::Strate(id)
            | Subject::Candidate(id)
            | Subject::Biome(id)
            | Subject::Material(id)
            | Subject::Layer(id)
            | Subject::Corpus(id) => id,
        }
    }

    /// Whether `assets` hold it.
    pub fn exists(&self, assets: &Assets) -> bool {
        match self {
            Subject::Project => true,
            Subject::Strate(id) => assets.strates.contains_key(id),
            Subject::Candidate(slot) => assets.project.layout.candidates.contains_key(slot),
            Subject::Biome(id) => assets.biomes.contains_key(id),
            Subject::Material(id) => assets.materials.contains_key(id),
            Subject::Layer(id) => assets.edits.contains_key(id),
            Subject::Corpus(id) => assets.corpus.contains_key(id),
        }
    }

    /// The shown name; the id where there is none, or where the subject is gone.
    pub fn title(&self, assets: &Assets) -> String {
        let name = match self {
            Subject::Project => Some(assets.project.name.clone()),
            Subject::Strate(_) | Subject::Candidate(_) => self.strate(assets).map(|s| s.name.clone()),
            Subject::Biome(id) => assets.biomes.get(id).map(|b| b.name.clone()),
            Subject::Material(id) => assets.materials.get(id).map(|m| m.name.clone()),
            Subject::Layer(id) => assets.edits.get(id).map(|e| e.name.clone()),
            Subject::Corpus(_) => None,
        };
        match name {
            Some(name) if !name.is_empty() => name,
            _ if self.id().is_empty() => self.kind().to_owned(),
            _ => self.id().to_owned(),
        }
    }

    /// The same kind of subject under another id.
    pub fn with_id(&self, id: &str) -> Subject {
        let id = id.to_owned();
        match self {
            Subject::Project => Subject::Project,
            Subject::Strate(_) => Subject::Strate(id),
            Subject::Candidate(_) => Subject::Candidate(id),
            Subject::Biome(_) => Subject::Biome(id),
            Subject::Material(_) => Subject::Material(id),
            Subject::Layer(_) => Subject::Layer(id),
            Subject::Corpus(_) => Subject::Corpus(id),
        }
    }

    /// An id of the same kind that is not taken: its own, or the first of `id-2`, `id-3`, … that is free.
    pub fn free_id(&self, assets: &Assets) -> String {
        // A copy of a candidate becomes a strate, under the candidate's own id.
        let wanted = match self {
            Subject::Candidate(_) => Subject::Strate(self.strate(assets).map(|s| s.id.clone()).unwrap_or_default()),
            other => other.clone(),
        };
        let stem = wanted.id().trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        let stem = if stem.is_empty() { "new" } else { stem };
        std::iter::once(wanted.id().to_owned())
            .chain((2u64..).map(|n| format!("{stem}-{n}")))
            .find(|id| !id.is_empty() && !wanted.with_id(id).exists(assets))
            .unwrap_or_default()
    }

    /// Whether it is what stands in a strate of a world.
    pub fn stands_in(&self, strate: &Strate) -> bool {
        match self {
            Subject::Strate(id) => strate.def.id == *id,
            Subject::Candidate(slot) => strate.slot.0 == *slot,
            _ => false,
        }
    }

    /// The strate definition behind a strate or a candidate.
    pub fn strate<'a>(&self, assets: &'a Assets) -> Option<&'a StrateDef> {
        match self {
            Subject::Strate(id) => assets.strates.get(id).map(Arc::as_ref),
            Subject::Candidate(slot) => assets.project.layout.candidates.get(slot),
            _ => None,
        }
    }

    /// As [`Subject::strate`], to change: the shared part is copied first.
    pub(super) fn strate_mut<'a>(&self, assets: &'a mut Assets) -> Option<&'a mut StrateDef> {
        match self {
            Subject::Strate(id) => assets.strates.get_mut(id).map(Arc::make_mut),
            Subject::Candidate(slot) => Arc::make_mut(&mut assets.project).layout.candidates.get_mut(slot),
            _ => None,
        }
    }

    /// Its parameter blocks that are always there, in the order shown.
    pub fn sections(&self) -> &'static [Section] {
        match self {
            Subject::Project => &[Section::Settings],
            Subject::Strate(_) | Subject::Candidate(_) => {
                &[Section::Archetype, Section::Bands, Section::Transition, Section::Passages, Section::Look]
            }
            Subject::Biome(_) => &[Section::Climate, Section::Look],
            Subject::Material(_) => &[Section::Look],
            Subject::Corpus(_) => &[Section::Archetype],
            Subject::Layer(_) => &[],
        }
    }

    /// One of its blocks; `None` where the subject is gone or has no such block.
    pub fn block<'a>(&self, section: Section, assets: &'a Assets) -> Option<&'a dyn ParamBlock> {
        if let Some(strate) = self.strate(assets) {
            return section.of_strate(strate);
        }
        match (self, section) {
            (Subject::Project, Section::Settings) => Some(&assets.project.settings),
            (Subject::Biome(id), Section::Climate) => Some(&assets.biomes.get(id)?.climate),
            (Subject::Biome(id), Section::Look) => Some(&assets.biomes.get(id)?.look),
            (Subject::Material(id), Section::Look) => Some(&assets.materials.get(id)?.look),
            (Subject::Corpus(id), Section::Archetype) => Some(assets.corpus.get(id)?.archetype.block()),
            _ => None,
        }
    }

    /// As [`Subject::block`], to change: the shared part is copied first.
    pub(super) fn block_mut<'a>(&self, section: Section, assets: &'a mut Assets) -> Option<&'a mut dyn ParamBlock> {
        match (self, section) {
            (Subject::Strate(_) | Subject::Candidate(_), _) => section.of_strate_mut(self.strate_mut(assets)?),
            (Subject::Project, Section::Settings) => Some(&mut Arc::make_mut(&mut assets.project).settings),
            (Subject::Biome(id), Section::Climate) => Some(&mut Arc::make_mut(assets.biomes.get_mut(id)?).climate),
            (Subject::Biome(id), Section::Look) => Some(&mut Arc::make_mut(assets.biomes.get_mut(id)?).look),
            (Subject::Material(id), Section::Look) => Some(&mut Arc::make_mut(assets.materials.get_mut(id)?).look),
            (Subject::Corpus(id), Section::Archetype) => Some(Arc::make_mut(assets.corpus.get_mut(id)?).archetype.block_mut()),
            _ => None,
        }
    }

    /// One declaration of one block.
    pub fn declaration(&self, section: Section, index: usize, assets: &Assets) -> Option<&'static Decl> {
        self.block(section, assets)?.declarations().get(index)
    }
}
