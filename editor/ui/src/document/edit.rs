//! The undoable changes of a project. Every one is a value; all are applied in one place, to a snapshot.

use super::part::{Part, add, copy_under, remove};
use super::{List, ListChange, RegionChange, Section, Subject};
use param::{Value, Violation};
use std::sync::Arc;
use world::Assets;
use world::defs::{Archetype, BIOME_SIZES_M, EditLayerDef, FixedSlotDef, LayoutDef, SCHEMA, StrateDef, Stroke};

/// A change of the project, with everything needed to make it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are named by the sentence of each variant")]
pub enum Edit {
    /// Sets one declared parameter.
    SetParam { subject: Subject, section: Section, index: usize, value: Value },
    /// Sets the shown name.
    SetName { subject: Subject, name: String },
    /// Sets the tags of a strate.
    SetTags { subject: Subject, tags: Vec<String> },
    /// Sets the ids of the biomes that may occur in a strate.
    SetBiomes { subject: Subject, biomes: Vec<String> },
    /// Sets metres per climate feature of a strate, within [`BIOME_SIZES_M`].
    SetBiomeSize { subject: Subject, metres: f32 },
    /// Sets the ground material of a strate (`None`: the first of the palette) or a biome (which needs one).
    SetMaterial { subject: Subject, material: Option<String> },
    /// Sets the seed of the project (which needs one) or of a strate (`None`: drawn from the world's).
    SetSeed { subject: Subject, seed: Option<u64> },
    /// Sets the edge of a voxel in micrometres.
    SetVoxel { micrometres: u32 },
    /// Replaces the archetype with its parameters.
    SetArchetype { subject: Subject, archetype: Box<Archetype> },
    /// Changes a list of a strate.
    ChangeList { subject: Subject, list: List, change: ListChange },
    /// Changes the regions of a strate.
    ChangeRegions { subject: Subject, change: RegionChange },
    /// Adds an asset; its id must be free.
    Add(Part),
    /// Removes an asset; its file goes when the project is saved.
    Remove(Subject),
    /// Adds a copy under a new id.
    Duplicate { subject: Subject, id: String },
    /// Appends a stroke to a layer, which is made if it is not there; the stroke's sequence number is given by the layer.
    AddStroke { layer: String, stroke: Stroke },
    /// Takes a stroke out of a layer by its sequence number.
    RemoveStroke { layer: String, sequence: u32 },
    /// Shows or hides a layer.
    SetLayerHidden { layer: String, hidden: bool },
    /// Moves a layer in the order of folding.
    SetLayerOrder { layer: String, order: i32 },
    /// Replaces the asset of a slot, or gives it back to the draw; takes a candidate out of it.
    SetOverride { slot: String, strate: Option<String> },
    /// Puts a candidate into a slot.
    ApplyCandidate { slot: String, strate: Box<StrateDef> },
    /// Takes the candidate out of a slot.
    ClearCandidate { slot: String },
    /// Exchanges the strates of two fixed slots, by slot index.
    SwapFixed { a: u32, b: u32 },
    /// Adds a fixed slot, or changes its strate.
    SetFixed { index: u32, strate: String },
    /// Removes a fixed slot.
    RemoveFixed { index: u32 },
    /// Replaces the whole layout.
    SetLayout(Box<LayoutDef>),
    /// Replaces the snapshot as a whole under a given name: a reload from disk, a recovery, strokes kept after play.
    Replace { name: String, assets: Box<Assets> },
}

/// Why an edit was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The subject is not there, or has no such part.
    #[error("{0} is not in the project")]
    Missing(String),
    /// The value is not accepted.
    #[error(transparent)]
    Value(#[from] Violation),
    /// The id is taken.
    #[error("the id {0:?} is already used")]
    Taken(String),
    /// The id is not well formed.
    #[error("the id {0:?} is not accepted; use lower-case letters, digits, _ and -")]
    BadId(String),
    /// A number outside its bounds, or none.
    #[error("{what} must be {bounds}")]
    #[allow(missing_docs, reason = "the fields are named by the message")]
    Range { what: &'static str, bounds: String },
    /// Anything else, in words.
    #[error("{0}")]
    Other(&'static str),
}

impl Edit {
    /// Makes the change. On refusal `assets` may have been copied but hold the same values.
    pub fn apply(&self, assets: &mut Assets) -> Result<(), Refused> {
        match self {
            Edit::SetParam { subject, section, index, value } => {
                let block = subject.block_mut(*section, assets).ok_or_else(|| missing(subject))?;
                block.set(*index, value.clone())?;
            }
            Edit::SetName { subject, name } => *name_mut(subject, assets)? = name.clone(),
            Edit::SetTags { subject, tags } => strate(subject, assets)?.tags = tags.clone(),
            Edit::SetBiomes { subject, biomes } => strate(subject, assets)?.biomes = biomes.clone(),
            Edit::SetBiomeSize { subject, metres } => {
                strate(subject, assets)?.biome_size_m = within("the biome size", *metres, BIOME_SIZES_M, " m")?;
            }
            Edit::SetMaterial { subject: Subject::Biome(id), material } => {
                let biome = assets.biomes.get_mut(id).ok_or_else(|| Refused::Missing(id.clone()))?;
                Arc::make_mut(biome).material = material.clone().ok_or(Refused::Other("a biome needs a material"))?;
            }
            Edit::SetMaterial { subject, material } => strate(subject, assets)?.material = material.clone(),
            Edit::SetSeed { subject: Subject::Project, seed } => {
                Arc::make_mut(&mut assets.project).seed = seed.ok_or(Refused::Other("the world needs a seed"))?;
            }
            Edit::SetSeed { subject, seed } => strate(subject, assets)?.seed = *seed,
            Edit::SetVoxel { micrometres } => Arc::make_mut(&mut assets.project).voxel_um = *micrometres,
            Edit::SetArchetype { subject: Subject::Corpus(id), archetype } => {
                let corpus = assets.corpus.get_mut(id).ok_or_else(|| Refused::Missing(id.clone()))?;
                Arc::make_mut(corpus).archetype = (**archetype).clone();
            }
            Edit::SetArchetype { subject, archetype } => strate(subject, assets)?.archetype = (**archetype).clone(),
            Edit::ChangeList { subject, list, change } => change.apply(*list, strate(subject, assets)?)?,
            Edit::ChangeRegions { subject, change } => change.apply(strate(subject, assets)?)?,
            Edit::Add(part) => add(part.clone(), assets)?,
            Edit::Remove(subject) => remove(subject, assets)?,
            Edit::Duplicate { subject, id } => add(copy_under(subject, id, assets)?, assets)?,
            Edit::AddStroke { layer: id, stroke } => {
                let layer = layer_or_new(id, assets)?;
                let sequence = layer.strokes.last().map_or(0, |last| last.sequence.saturating_add(1));
                layer.strokes.push(Stroke { sequence, ..*stroke });
            }
            Edit::RemoveStroke { layer: id, sequence } => layer(id, assets)?.strokes.retain(|s| s.sequence != *sequence),
            Edit::SetLayerHidden { layer: id, hidden } => layer(id, assets)?.hidden = *hidden,
            Edit::SetLayerOrder { layer: id, order } => layer(id, assets)?.order = *order,
            Edit::Replace { assets: new, .. } => *assets = (**new).clone(),
            _ => self.apply_to_layout(&mut Arc::make_mut(&mut assets.project).layout)?,
        }
        Ok(())
    }

    fn apply_to_layout(&self, layout: &mut LayoutDef) -> Result<(), Refused> {
        match self {
            Edit::SetOverride { slot, strate } => {
                layout.candidates.remove(slot);
                match strate {
                    Some(id) => layout.overrides.insert(slot.clone(), id.clone()),
                    None => layout.overrides.remove(slot),
                };
            }
            Edit::ApplyCandidate { slot, strate } => {
                layout.candidates.insert(slot.clone(), (**strate).clone());
            }
            Edit::ClearCandidate { slot } => {
                layout.candidates.remove(slot);
            }
            Edit::SwapFixed { a, b } => {
                for fixed in &mut layout.fixed {
                    if fixed.index == *a {
                        fixed.index = *b;
                    } else if fixed.index == *b {
                        fixed.index = *a;
                    }
                }
                layout.fixed.sort_by_key(|fixed| fixed.index);
            }
            Edit::SetFixed { index, strate } => {
                layout.fixed.retain(|fixed| fixed.index != *index);
                layout.fixed.push(FixedSlotDef { index: *index, strate: strate.clone() });
                layout.fixed.sort_by_key(|fixed| fixed.index);
            }
            Edit::RemoveFixed { index } => layout.fixed.retain(|fixed| fixed.index != *index),
            Edit::SetLayout(new) => *layout = (**new).clone(),
            _ => return Err(Refused::Other("not a change of the layout")),
        }
        Ok(())
    }

    /// The name of the step in the history: what was done, to what.
    pub fn name(&self, assets: &Assets) -> String {
        match self {
            Edit::SetParam { subject, section, index, .. } => {
                let label = subject.declaration(*section, *index, assets).map_or("parameter", |decl| decl.label);
                match subject.strate(assets).and_then(|strate| section.owner(strate)) {
                    Some(owner) => format!("{label} of {owner} in {}", subject.title(assets)),
                    None => format!("{label} of {}", subject.title(assets)),
                }
            }
            Edit::SetName { subject, name } => format!("Rename {} to {name}", subject.title(assets)),
            Edit::SetTags { subject, .. } => format!("Tags of {}", subject.title(assets)),
            Edit::SetBiomes { subject, .. } => format!("Biomes of {}", subject.title(assets)),
            Edit::SetBiomeSize { subject, .. } => format!("Biome size of {}", subject.title(assets)),
            Edit::SetMaterial { subject, .. } => format!("Material of {}", subject.title(assets)),
            Edit::SetSeed { subject, .. } => format!("Seed of {}", subject.title(assets)),
            Edit::SetVoxel { .. } => "Voxel size".to_owned(),
            Edit::SetArchetype { subject, archetype } => {
                format!("{} becomes {}", subject.title(assets), archetype.name())
            }
            Edit::ChangeList { subject, list, change } => {
                let title = subject.title(assets);
                subject.strate(assets).map_or(title.clone(), |strate| change.name(*list, strate, &title))
            }
            Edit::ChangeRegions { subject, change } => change.name(&subject.title(assets)),
            Edit::Add(part) => format!("Add {}", part.subject().id()),
            Edit::Remove(subject) => format!("Delete {}", subject.title(assets)),
            Edit::Duplicate { subject, .. } => format!("Duplicate {}", subject.title(assets)),
            Edit::AddStroke { layer, stroke } => format!("{:?} in {layer}", stroke.mode),
            Edit::RemoveStroke { layer, .. } => format!("Delete a stroke of {layer}"),
            Edit::SetLayerHidden { layer, hidden: true } => format!("Hide {layer}"),
            Edit::SetLayerHidden { layer, .. } => format!("Show {layer}"),
            Edit::SetLayerOrder { layer, .. } => format!("Reorder {layer}"),
            Edit::SetOverride { slot, .. } => format!("Strate of slot {slot}"),
            Edit::ApplyCandidate { slot, strate } => format!("Apply {} to slot {slot}", strate.id),
            Edit::ClearCandidate { slot } => format!("Clear the candidate of slot {slot}"),
            Edit::SwapFixed { .. } => "Reorder fixed slots".to_owned(),
            Edit::SetFixed { index, .. } => format!("Fixed slot {index}"),
            Edit::RemoveFixed { index } => format!("Remove fixed slot {index}"),
            Edit::SetLayout(_) => "Layout".to_owned(),
            Edit::Replace { name, .. } => name.clone(),
        }
    }

    /// Whether two edits of one gesture change the same thing, so that they make one step of the history.
    pub fn same_target(&self, other: &Edit) -> bool {
        match (self, other) {
            (
                Edit::SetParam { subject: a, section: sa, index: ia, .. },
                Edit::SetParam { subject: b, section: sb, index: ib, .. },
            ) => a == b && sa == sb && ia == ib,
            (Edit::SetBiomeSize { subject: a, .. }, Edit::SetBiomeSize { subject: b, .. }) => a == b,
            (Edit::ChangeRegions { subject: a, change: ca }, Edit::ChangeRegions { subject: b, change: cb }) => {
                a == b && ca.same_target(cb)
            }
            (Edit::AddStroke { layer: a, .. }, Edit::AddStroke { layer: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// A number within bounds of a unit; `NaN` is within none.
pub(super) fn within(what: &'static str, value: f32, [low, high]: [f32; 2], unit: &str) -> Result<f32, Refused> {
    let refused = || Refused::Range { what, bounds: format!("{low}{unit} to {high}{unit}") };
    (low..=high).contains(&value).then_some(value).ok_or_else(refused)
}

pub(super) fn missing(subject: &Subject) -> Refused {
    Refused::Missing(format!("{} {}", subject.kind(), subject.id()))
}

fn strate<'a>(subject: &Subject, assets: &'a mut Assets) -> Result<&'a mut StrateDef, Refused> {
    subject.strate_mut(assets).ok_or_else(|| missing(subject))
}

fn layer<'a>(id: &str, assets: &'a mut Assets) -> Result<&'a mut EditLayerDef, Refused> {
    assets.edits.get_mut(id).map(Arc::make_mut).ok_or_else(|| Refused::Missing(id.to_owned()))
}

fn layer_or_new<'a>(id: &str, assets: &'a mut Assets) -> Result<&'a mut EditLayerDef, Refused> {
    if !assets.edits.contains_key(id) {
        let order = assets.edits.values().map(|layer| layer.order.saturating_add(1)).max().unwrap_or(0);
        let (id, name) = (id.to_owned(), "Edits".to_owned());
        let new = EditLayerDef { schema: SCHEMA, id, name, order, hidden: false, strokes: Vec::new() };
        add(Part::Layer(Arc::new(new)), assets)?;
    }
    layer(id, assets)
}

fn name_mut<'a>(subject: &Subject, assets: &'a mut Assets) -> Result<&'a mut String, Refused> {
    let found = match subject {
        Subject::Project => Some(&mut Arc::make_mut(&mut assets.project).name),
        Subject::Strate(_) | Subject::Candidate(_) => subject.strate_mut(assets).map(|s| &mut s.name),
        Subject::Biome(id) => assets.biomes.get_mut(id).map(|b| &mut Arc::make_mut(b).name),
        Subject::Material(id) => assets.materials.get_mut(id).map(|m| &mut Arc::make_mut(m).name),
        Subject::Layer(id) => assets.edits.get_mut(id).map(|e| &mut Arc::make_mut(e).name),
        Subject::Corpus(_) => None,
    };
    found.ok_or_else(|| missing(subject))
}
