//! The parameter blocks of a subject: how each is addressed, and where it stands in the file.

use super::{List, Recipe};
use param::ParamBlock;
use world::defs::{Archetype, StrateDef};

/// A parameter block of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Bounds of the project.
    Settings,
    /// The archetype's own parameters.
    Archetype,
    /// Those of the archetype of a region, by its index.
    Region(usize),
    /// Those of a modifier or disturbance, by its index in its list.
    Member(List, usize),
    /// Heights of a strate's bands.
    Bands,
    /// Interface to the strate below.
    Transition,
    /// Ways to the strate below.
    Passages,
    /// Box of climates of a biome.
    Climate,
    /// Light, fog, colours.
    Look,
}

impl Section {
    /// Where its block stands in the file, without the names of variants: `regions[1].archetype`.
    pub fn path(self) -> String {
        match self {
            Section::Settings => "settings".to_owned(),
            Section::Archetype => "archetype".to_owned(),
            Section::Region(index) => format!("{}archetype", Recipe::Region(index).path()),
            Section::Member(list, index) => format!("{}[{index}]", list.path()),
            Section::Bands => "bands".to_owned(),
            Section::Transition => "transition".to_owned(),
            Section::Passages => "passages".to_owned(),
            Section::Climate => "climate".to_owned(),
            Section::Look => "look".to_owned(),
        }
    }

    /// What its parameters belong to within a strate, where there may be several alike: `Terrace`, `region 1`.
    pub fn owner(self, strate: &StrateDef) -> Option<String> {
        match self {
            Section::Region(index) => Some(format!("region {}", index + 1)),
            Section::Member(list, index) => list.kind(strate, index).map(|(name, _)| match list {
                List::Modifiers(Recipe::Region(region)) => format!("{name} of region {}", region + 1),
                _ => name.to_owned(),
            }),
            _ => None,
        }
    }

    /// The block in a strate; `None` where it has none such.
    pub(super) fn of_strate(self, strate: &StrateDef) -> Option<&dyn ParamBlock> {
        match self {
            Section::Archetype => Some(strate.archetype.block()),
            Section::Region(index) => Recipe::Region(index).archetype(strate).map(Archetype::block),
            Section::Member(list, index) => list.block(strate, index),
            Section::Bands => Some(&strate.bands),
            Section::Transition => Some(&strate.transition),
            Section::Passages => Some(&strate.passages),
            Section::Look => Some(&strate.look),
            Section::Settings | Section::Climate => None,
        }
    }

    /// As [`Section::of_strate`], to change.
    pub(super) fn of_strate_mut(self, strate: &mut StrateDef) -> Option<&mut dyn ParamBlock> {
        match self {
            Section::Archetype => Some(strate.archetype.block_mut()),
            Section::Region(index) => strate.regions.get_mut(index).map(|region| region.archetype.block_mut()),
            Section::Member(list, index) => list.block_mut(strate, index),
            Section::Bands => Some(&mut strate.bands),
            Section::Transition => Some(&mut strate.transition),
            Section::Passages => Some(&mut strate.passages),
            Section::Look => Some(&mut strate.look),
            Section::Settings | Section::Climate => None,
        }
    }
}
