//! What a strate is composed of beside its archetype: modifiers, disturbances and regions; how each is addressed and changed.

use super::Refused;
use super::edit::within;
use param::ParamBlock;
use world::defs::{Archetype, Disturbance, MOST_REGIONS, Modifier, REGION_SIZES_M, RegionDef, SHARES, StrateDef};

/// A kind of place within a strate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Recipe {
    /// The strate's own.
    Own,
    /// That of a region, by its index.
    Region(usize),
}

/// A list of a strate whose order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum List {
    /// Changes to the native field of a kind of place.
    Modifiers(Recipe),
    /// Great features across all of the strate.
    Disturbances,
}

/// What stands in a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// In a list of modifiers.
    Modifier(Modifier),
    /// In the list of disturbances.
    Disturbance(Disturbance),
}

/// A change of a list. Indices count from 0.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named by the sentence of each variant")]
pub enum ListChange {
    /// Puts a member at an index; those from there on move down.
    Insert { at: usize, member: Box<Member> },
    /// Takes a member out.
    Remove { at: usize },
    /// Takes a member out and puts it back at another index.
    Move { from: usize, to: usize },
    /// Puts a copy right behind a member.
    Duplicate { at: usize },
}

/// A change of the regions of a strate. Regions count from 0.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named by the sentence of each variant")]
pub enum RegionChange {
    /// Adds a region behind the others.
    Add(Box<RegionDef>),
    /// Takes a region out.
    Remove(usize),
    /// Sets its share of the land beside the strate's own share of 1.
    Share { region: usize, share: f32 },
    /// Replaces its archetype with its parameters.
    Archetype { region: usize, archetype: Box<Archetype> },
    /// Sets its ground material (`None`: the strate's).
    Material { region: usize, material: Option<String> },
    /// Sets the spacing of the regions' sites, metres.
    Size { metres: f32 },
}

impl Recipe {
    /// Its archetype.
    pub fn archetype(self, strate: &StrateDef) -> Option<&Archetype> {
        match self {
            Recipe::Own => Some(&strate.archetype),
            Recipe::Region(index) => strate.regions.get(index).map(|region| &region.archetype),
        }
    }
    /// Its modifiers.
    pub fn modifiers(self, strate: &StrateDef) -> Option<&[Modifier]> {
        match self {
            Recipe::Own => Some(&strate.modifiers),
            Recipe::Region(index) => strate.regions.get(index).map(|region| region.modifiers.as_slice()),
        }
    }
    fn modifiers_mut(self, strate: &mut StrateDef) -> Option<&mut Vec<Modifier>> {
        match self {
            Recipe::Own => Some(&mut strate.modifiers),
            Recipe::Region(index) => strate.regions.get_mut(index).map(|region| &mut region.modifiers),
        }
    }
    /// Where it stands in the file: nothing, or `regions[1].`
    pub fn path(self) -> String {
        match self {
            Recipe::Own => String::new(),
            Recipe::Region(index) => format!("regions[{index}]."),
        }
    }
}

impl List {
    /// What one of its members is called, in lower case.
    pub fn noun(self) -> &'static str {
        match self {
            List::Modifiers(_) => "modifier",
            List::Disturbances => "disturbance",
        }
    }
    /// Where it stands in the file: `regions[0].modifiers`.
    pub fn path(self) -> String {
        match self {
            List::Modifiers(recipe) => format!("{}modifiers", recipe.path()),
            List::Disturbances => "disturbances".to_owned(),
        }
    }
    /// How many members it has; 0 where there is no such list.
    pub fn len(self, strate: &StrateDef) -> usize {
        match self {
            List::Modifiers(recipe) => recipe.modifiers(strate).map_or(0, <[Modifier]>::len),
            List::Disturbances => strate.disturbances.len(),
        }
    }
    /// The kind of a member: its name and what it is.
    pub fn kind(self, strate: &StrateDef, index: usize) -> Option<(&'static str, &'static str)> {
        match self {
            List::Modifiers(recipe) => recipe.modifiers(strate)?.get(index).map(|member| (member.name(), member.help())),
            List::Disturbances => strate.disturbances.get(index).map(|member| (member.name(), member.help())),
        }
    }
    /// The parameters of a member.
    pub fn block(self, strate: &StrateDef, index: usize) -> Option<&dyn ParamBlock> {
        match self {
            List::Modifiers(recipe) => recipe.modifiers(strate)?.get(index).map(Modifier::block),
            List::Disturbances => strate.disturbances.get(index).map(Disturbance::block),
        }
    }
    /// As [`List::block`], to change.
    pub(super) fn block_mut(self, strate: &mut StrateDef, index: usize) -> Option<&mut dyn ParamBlock> {
        match self {
            List::Modifiers(recipe) => recipe.modifiers_mut(strate)?.get_mut(index).map(Modifier::block_mut),
            List::Disturbances => strate.disturbances.get_mut(index).map(Disturbance::block_mut),
        }
    }
}

impl Member {
    /// Every kind that a list may hold, with default parameters.
    pub fn all_defaults(list: List) -> Vec<Member> {
        match list {
            List::Modifiers(_) => Modifier::all_defaults().into_iter().map(Member::Modifier).collect(),
            List::Disturbances => Disturbance::all_defaults().into_iter().map(Member::Disturbance).collect(),
        }
    }
    /// Its kind, as in the file.
    pub fn name(&self) -> &'static str {
        match self {
            Member::Modifier(modifier) => modifier.name(),
            Member::Disturbance(disturbance) => disturbance.name(),
        }
    }
    /// What it is, in one sentence.
    pub fn help(&self) -> &'static str {
        match self {
            Member::Modifier(modifier) => modifier.help(),
            Member::Disturbance(disturbance) => disturbance.help(),
        }
    }
}

impl ListChange {
    pub(super) fn apply(&self, list: List, strate: &mut StrateDef) -> Result<(), Refused> {
        match list {
            List::Modifiers(recipe) => {
                let modifiers = recipe.modifiers_mut(strate).ok_or(NOT_THERE)?;
                self.change(modifiers, |member| if let Member::Modifier(modifier) = member { Some(modifier) } else { None })
            }
            List::Disturbances => self.change(&mut strate.disturbances, |member| {
                if let Member::Disturbance(disturbance) = member { Some(disturbance) } else { None }
            }),
        }
    }

    fn change<T: Clone>(&self, list: &mut Vec<T>, held: impl Fn(&Member) -> Option<&T>) -> Result<(), Refused> {
        let there = |index: usize| if index < list.len() { Ok(index) } else { Err(NOT_THERE) };
        match self {
            ListChange::Insert { at, member } => {
                let member = held(member).ok_or(Refused::Other("that cannot stand in this list"))?.clone();
                list.insert((*at).min(list.len()), member);
            }
            ListChange::Remove { at } => {
                let at = there(*at)?;
                list.remove(at);
            }
            ListChange::Move { from, to } => {
                let (from, to) = (there(*from)?, there(*to)?);
                let member = list.remove(from);
                list.insert(to, member);
            }
            ListChange::Duplicate { at } => {
                let at = there(*at)?;
                list.extend_from_within(at..=at);
                if let Some(behind) = list.get_mut(at + 1..) {
                    behind.rotate_right(1);
                }
            }
        }
        Ok(())
    }

    /// The name of the step in the history, before it is made.
    pub(super) fn name(&self, list: List, strate: &StrateDef, title: &str) -> String {
        let place = match list {
            List::Modifiers(Recipe::Region(index)) => format!("region {} of {title}", index + 1),
            _ => title.to_owned(),
        };
        let named = |at: &usize| list.kind(strate, *at).map_or(list.noun(), |(name, _)| name);
        match self {
            ListChange::Insert { member, .. } => format!("Add {} to {place}", member.name()),
            ListChange::Remove { at } => format!("Remove {} from {place}", named(at)),
            ListChange::Move { from, to } => {
                format!("Move {} {} in {place}", named(from), if to < from { "up" } else { "down" })
            }
            ListChange::Duplicate { at } => format!("Duplicate {} in {place}", named(at)),
        }
    }
}

impl RegionChange {
    pub(super) fn apply(&self, strate: &mut StrateDef) -> Result<(), Refused> {
        fn of(strate: &mut StrateDef, index: usize) -> Result<&mut RegionDef, Refused> {
            strate.regions.get_mut(index).ok_or(NOT_THERE)
        }
        match self {
            RegionChange::Add(_) if strate.regions.len() >= MOST_REGIONS => {
                return Err(Refused::Other("a strate has two regions at most"));
            }
            RegionChange::Add(region) => strate.regions.push((**region).clone()),
            RegionChange::Remove(index) => {
                of(strate, *index)?;
                strate.regions.remove(*index);
            }
            RegionChange::Share { region, share } => {
                of(strate, *region)?.share = within("the share", *share, SHARES, "")?;
            }
            RegionChange::Archetype { region, archetype } => of(strate, *region)?.archetype = (**archetype).clone(),
            RegionChange::Material { region, material } => of(strate, *region)?.material.clone_from(material),
            RegionChange::Size { metres } => {
                strate.region_size_m = within("the region size", *metres, REGION_SIZES_M, " m")?;
            }
        }
        Ok(())
    }

    /// The name of the step in the history.
    pub(super) fn name(&self, title: &str) -> String {
        match self {
            RegionChange::Add(region) => format!("Add a region of {} to {title}", region.archetype.name()),
            RegionChange::Remove(index) => format!("Remove region {} of {title}", index + 1),
            RegionChange::Share { region, .. } => format!("Share of region {} of {title}", region + 1),
            RegionChange::Archetype { region, archetype } => {
                format!("Region {} of {title} becomes {}", region + 1, archetype.name())
            }
            RegionChange::Material { region, .. } => format!("Material of region {} of {title}", region + 1),
            RegionChange::Size { .. } => format!("Region size of {title}"),
        }
    }

    /// Whether two changes of one gesture change the same thing.
    pub(super) fn same_target(&self, other: &RegionChange) -> bool {
        match (self, other) {
            (RegionChange::Share { region: a, .. }, RegionChange::Share { region: b, .. }) => a == b,
            (RegionChange::Size { .. }, RegionChange::Size { .. }) => true,
            _ => false,
        }
    }
}

const NOT_THERE: Refused = Refused::Other("it is not there any more");
