//! From the layout's rules to slots with bands on the lattice.
//!
//! *Order.* The stack is the batches' slots in order, with each fixed slot inserted at its index. Every slot is drawn from its
//! batch's pool by (world seed, batch id, number), so renaming files or reordering a pool moves nothing and appending a batch
//! moves no existing slot. Overrides and candidates replace what was drawn without drawing again.
//!
//! ```text
//!   top ───────────── z = 0 for the first strate
//!        ceiling band (rock)
//!   content_top ─────
//!        content      the place itself
//!   content_floor ─── z = 0 of the strate-local frame
//!        bedrock band, then the gap (rock)
//!   bottom ────────── the next strate's top
//! ```

use crate::defs::{BandsDef, StrateDef};
use crate::{Assets, ResolveError, content};
use field::VoxelSize;
use field::hash::{self, Tag};
use glam::IVec3;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Index of a strate from the top, 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrateIndex(pub u16);

/// Stable id of a slot: `<batch id>.<n>`, or `fixed.<index>`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub String);

/// World lattice heights of a strate; each is a multiple of the layout unit. A strate owns `bottom <= z < top`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// Upper face of the ceiling band.
    pub top: i32,
    /// Upper face of the content.
    pub content_top: i32,
    /// Content floor: z = 0 of the strate-local frame.
    pub content_floor: i32,
    /// Lower face of the bedrock, gap included: the next strate's top.
    pub bottom: i32,
}

/// Height of the layout unit in metres: every band is a multiple of it.
pub const LAYOUT_UNIT_M: f32 = 8.0;
/// Depth of the deepest world, metres.
pub const DEEPEST_M: f32 = 32_768.0;
/// Batch id reserved for the slots of [`crate::defs::FixedSlotDef`].
const FIXED: &str = "fixed";

/// A slot with what stands in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Stable id.
    pub id: SlotId,
    /// The strate in it.
    pub def: Arc<StrateDef>,
    /// Its heights.
    pub bands: Bands,
}

/// Draws every slot and stacks the bands. Mistakes are added to `errors`; what is good is returned all the same.
pub fn lay_out(assets: &Assets, voxel: VoxelSize, errors: &mut Vec<ResolveError>) -> Vec<Slot> {
    let before = errors.len();
    let drawn = draw(assets, errors);
    let placed = replace(assets, drawn, errors);
    let slots = stack(placed, voxel, errors);
    if slots.is_empty() && errors.len() == before {
        errors.push(project_error("layout", "no slot holds a strate; add a batch or a fixed slot".into()));
    }
    slots
}

type Placed = (SlotId, Arc<StrateDef>);

/// What each index holds before drawing: a fixed strate, or number `n` of a batch.
enum Source<'a> {
    Fixed(&'a str),
    Drawn { batch: usize, n: u32 },
}

fn draw(assets: &Assets, errors: &mut Vec<ResolveError>) -> Vec<Placed> {
    let layout = &assets.project.layout;
    let mut pools: Vec<Vec<Arc<StrateDef>>> = Vec::new();
    let mut seen = BTreeSet::new();
    for (b, batch) in layout.batches.iter().enumerate() {
        let field = format!("layout.batches[{b}]");
        if batch.id.is_empty() || batch.id == FIXED || !seen.insert(batch.id.as_str()) {
            errors
                .push(project_error(&format!("{field}.id"), format!("batch id {:?} is empty, reserved or used twice", batch.id)));
        }
        let ids: BTreeSet<&String> = batch.pool.iter().collect();
        if ids.is_empty() && batch.count > 0 {
            errors.push(project_error(&format!("{field}.pool"), "the pool is empty".into()));
        }
        pools.push(ids.into_iter().filter_map(|id| find(assets, id, &format!("{field}.pool"), errors)).collect());
    }
    let safe = layout.safe_entry.as_ref().and_then(|id| find(assets, id, "layout.safe_entry", errors));

    let sources = order(assets, errors);
    let mut placed: Vec<Placed> = Vec::new();
    for (i, (id, source)) in sources.iter().enumerate() {
        let def = match source {
            Source::Fixed(strate) => find(assets, strate, &format!("layout.fixed[{i}].strate"), errors),
            Source::Drawn { batch, n } => {
                let above = placed.last().map(|(_, def)| def.archetype.name());
                let below = match sources.get(i + 1) {
                    Some((_, Source::Fixed(strate))) => assets.strates.get(&**strate).map(|def| def.archetype.name()),
                    _ => None,
                };
                let fits = |def: &StrateDef| {
                    let kind = Some(def.archetype.name());
                    !layout.no_two_alike || (kind != above && kind != below)
                };
                let pool = pools.get(*batch).map_or(&[][..], Vec::as_slice);
                let legal: Vec<&Arc<StrateDef>> = pool.iter().filter(|def| fits(def)).collect();
                let everything: Vec<&Arc<StrateDef>> = pool.iter().collect();
                let key = layout.batches.get(*batch).map_or(0, |batch| content::key_of_text(&batch.id));
                if legal.is_empty() {
                    safe.clone().or_else(|| pick(&everything, assets.project.seed, key, *n))
                } else {
                    pick(&legal, assets.project.seed, key, *n)
                }
            }
        };
        placed.extend(def.map(|def| (id.clone(), def)));
    }
    placed
}

/// Batch slots in order with the fixed slots inserted at their indices.
fn order<'a>(assets: &'a Assets, errors: &mut Vec<ResolveError>) -> Vec<(SlotId, Source<'a>)> {
    let layout = &assets.project.layout;
    let mut fixed: BTreeMap<u32, &str> = BTreeMap::new();
    for (f, slot) in layout.fixed.iter().enumerate() {
        if fixed.insert(slot.index, &slot.strate).is_some() {
            errors.push(project_error(&format!("layout.fixed[{f}].index"), format!("slot {} is fixed twice", slot.index)));
        }
    }
    let mut drawn = Vec::new();
    for (batch, def) in layout.batches.iter().enumerate() {
        // More slots than the world has room for are refused by depth; this bound only keeps a typo from filling memory.
        for n in 0..def.count.min(4096) {
            drawn.push((SlotId(format!("{}.{n}", def.id)), Source::Drawn { batch, n }));
        }
    }
    let mut drawn = drawn.into_iter();
    let mut sources = Vec::new();
    loop {
        let index = sources.len() as u32;
        if let Some(strate) = fixed.remove(&index) {
            sources.push((SlotId(format!("{FIXED}.{index}")), Source::Fixed(strate)));
        } else if let Some(slot) = drawn.next() {
            sources.push(slot);
        } else {
            break;
        }
    }
    for index in fixed.keys() {
        let reason = format!("slot {index} lies past the end: the layout has {} slots", sources.len());
        errors.push(project_error("layout.fixed", reason));
    }
    sources
}

fn pick(pool: &[&Arc<StrateDef>], seed: u64, batch: u64, n: u32) -> Option<Arc<StrateDef>> {
    let roll = hash::decide(seed ^ batch, Tag::Layout, IVec3::new(n as i32, 0, 0));
    pool.get(hash::below(roll, pool.len() as u32) as usize).map(|def| Arc::clone(def))
}

fn replace(assets: &Assets, mut placed: Vec<Placed>, errors: &mut Vec<ResolveError>) -> Vec<Placed> {
    let layout = &assets.project.layout;
    let mut put = |slot: &String, def: Arc<StrateDef>, field: String, errors: &mut Vec<ResolveError>| {
        let known: Vec<&str> = placed.iter().map(|(id, _)| id.0.as_str()).collect();
        let nearest = param::nearest(slot, known).map(str::to_string);
        match placed.iter_mut().find(|(id, _)| id.0 == *slot) {
            Some(entry) => entry.1 = def,
            None => errors.push(ResolveError::Missing { kind: "slot", id: slot.clone(), field, nearest }),
        }
    };
    for (slot, strate) in &layout.overrides {
        let field = format!("layout.overrides.{slot}");
        if let Some(def) = find(assets, strate, &field, errors) {
            put(slot, def, field, errors);
        }
    }
    for (slot, candidate) in &layout.candidates {
        put(slot, Arc::new(candidate.clone()), format!("layout.candidates.{slot}"), errors);
    }
    placed
}

fn stack(placed: Vec<Placed>, voxel: VoxelSize, errors: &mut Vec<ResolveError>) -> Vec<Slot> {
    let mut slots = Vec::new();
    let mut top = 0;
    for (id, def) in placed {
        let BandsDef { ceiling_m, content_m, bedrock_m, gap_m } = def.bands;
        let named =
            [("ceiling_m", ceiling_m, 1.0), ("content_m", content_m, 2.0), ("bedrock_m", bedrock_m, 1.0), ("gap_m", gap_m, 0.0)];
        for (name, metres, least_units) in named {
            let units = metres / LAYOUT_UNIT_M;
            if units.floor() != units || units < least_units || metres > DEEPEST_M {
                errors.push(ResolveError::Invalid {
                    asset: def.id.clone(),
                    field: format!("bands.{name}"),
                    reason: format!(
                        "{metres} m is not a multiple of {LAYOUT_UNIT_M} m of at least {} m",
                        least_units * LAYOUT_UNIT_M
                    ),
                });
            }
        }
        let lattice = |metres: f32| field::ops::clamp(metres, 0.0, DEEPEST_M) as i32 * voxel.per_metre();
        let content_top = top - lattice(ceiling_m);
        let content_floor = content_top - lattice(content_m);
        let bottom = content_floor - lattice(bedrock_m) - lattice(gap_m);
        if bottom < -(DEEPEST_M as i32) * voxel.per_metre() {
            errors.push(project_error("layout", format!("slot {} lies below the deepest world of {DEEPEST_M} m", id.0)));
            break;
        }
        slots.push(Slot { id, def, bands: Bands { top, content_top, content_floor, bottom } });
        top = bottom;
    }
    slots
}

fn find(assets: &Assets, id: &str, field: &str, errors: &mut Vec<ResolveError>) -> Option<Arc<StrateDef>> {
    let def = assets.strates.get(id).cloned();
    if def.is_none() {
        errors.push(missing("strate", id, field, assets.strates.keys().map(String::as_str)));
    }
    def
}

/// A named asset that does not exist, with the nearest name that does.
pub(crate) fn missing<'a>(kind: &'static str, id: &str, field: &str, known: impl IntoIterator<Item = &'a str>) -> ResolveError {
    let nearest = param::nearest(id, known).map(str::to_string);
    ResolveError::Missing { kind, id: id.to_string(), field: field.to_string(), nearest }
}

fn project_error(field: &str, reason: String) -> ResolveError {
    ResolveError::Invalid { asset: "project".into(), field: field.into(), reason }
}
