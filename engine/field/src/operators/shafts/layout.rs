//! Which shafts there are and which connectors join them: decided by hash on a stratified lattice, the same in every window.
//!
//! *Vocabulary.* Every **cell** of the lattice holds one shaft, the origin's at the spine itself. The **parent** of a shaft is the nearest
//! one strictly closer to the origin among the cells around it: so all shafts drain to the spine. **Levels** are heights at which ledges
//! and connectors are; level 0 is the tree's. Where a connector meets a shaft, a **gallery** widens it.

use super::ShaftSpec;
use crate::hash::{Rolls, Tag, decide, unit_f32};
use crate::ops;
use glam::{DVec2, IVec2, IVec3};
use std::ops::RangeInclusive;

/// Cells on either side among which a shaft's parent is sought: the diagonal neighbour towards the origin is always closer to it.
pub const PARENT_WINDOW: i32 = 2;
/// Heights of floors are whole multiples of this, metres: feet are planned on the same grid.
const FLOOR_STEP_M: f32 = 0.5;
/// Height of the tree's level relative to the content.
const TREE_SHARE: f32 = 0.45;
/// Least rock below the lowest floor and above the highest ceiling, metres.
const MARGIN_M: f32 = 2.0;
/// Least height of a ledge above the content floor, metres.
const LOWEST_LEDGE_M: f32 = 3.0;
/// How much higher a gallery is than the connectors that open into it, metres.
const GALLERY_RISE_M: f32 = 0.4;
/// Least radius of a shaft that a ramp winds up in, metres.
pub const LEAST_SPIRAL_M: f32 = 2.9;

/// A shaft.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shaft {
    /// Its cell.
    pub cell: IVec2,
    /// Its axis, metres.
    pub at_m: DVec2,
    /// Metres.
    pub radius_m: f32,
    /// Its floor above the content floor, metres.
    pub bottom_m: f32,
    /// The crown of its dome above the content floor, metres.
    pub top_m: f32,
    /// Whether a ramp winds up in it, in place of ledges.
    pub is_spiral: bool,
}

/// A level connector from axis to axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Connector {
    /// The shaft it belongs to.
    pub from: Shaft,
    /// The other.
    pub to: Shaft,
}

impl ShaftSpec {
    /// Clear height of a gallery.
    pub fn gallery_height_m(&self) -> f32 {
        self.bore_m + GALLERY_RISE_M
    }
    /// Height of a level's floors above the content floor.
    pub fn level_m(&self, level: i32) -> f32 {
        let tree_m = (TREE_SHARE * self.content_m / FLOOR_STEP_M).floor() * FLOOR_STEP_M;
        tree_m + (level as f32 * self.ledge_step_m / FLOOR_STEP_M).floor() * FLOOR_STEP_M
    }
    /// The levels whose ledges and galleries lie within the content.
    pub fn levels(&self) -> RangeInclusive<i32> {
        let fits = |level: &i32| {
            let floor_m = self.level_m(*level);
            floor_m >= LOWEST_LEDGE_M && floor_m + self.gallery_height_m() + MARGIN_M <= self.content_m
        };
        let last = (0..).take_while(fits).last().unwrap_or(0);
        let first = (1..).map(|n| -n).take_while(fits).last().unwrap_or(0);
        first..=last
    }
    /// The shaft of a cell.
    pub fn shaft(&self, seed: u64, cell: IVec2) -> Shaft {
        let mut rolls = Rolls::new(seed, Tag::Shafts, cell.extend(0));
        let mut stray = || f64::from(rolls.range(-self.scatter, self.scatter));
        let stray = if cell == IVec2::ZERO { DVec2::ZERO } else { DVec2::new(stray(), stray()) };
        let [narrow_m, wide_m] = self.diameter_m.map(|diameter| 0.5 * diameter);
        let is_spiral = wide_m >= LEAST_SPIRAL_M && rolls.chance(self.spiral_chance);
        let narrow_m = if is_spiral { ops::max(narrow_m, LEAST_SPIRAL_M) } else { narrow_m };
        let radius_m = rolls.range(narrow_m, wide_m);
        // Most shafts are nearly as long as the content is high.
        let mut shortening = || {
            let roll = rolls.unit();
            0.8 * roll * roll
        };
        let (level_m, ceiling_m) = (self.level_m(0), self.content_m - MARGIN_M);
        let bottom_m = ops::lerp(MARGIN_M, level_m, shortening());
        let top_m = ops::lerp(ceiling_m, ops::min(level_m + self.gallery_height_m(), ceiling_m), shortening());
        Shaft { cell, at_m: (cell.as_dvec2() + stray) * f64::from(self.spacing_m), radius_m, bottom_m, top_m, is_spiral }
    }
    /// The shaft that a cell's shaft drains to; `None` at the origin.
    pub fn parent(&self, seed: u64, cell: IVec2) -> Option<Shaft> {
        self.parent_among(seed, cell, PARENT_WINDOW)
    }
    /// The same, sought among the cells at most `window` away.
    pub fn parent_among(&self, seed: u64, cell: IVec2, window: i32) -> Option<Shaft> {
        let own = self.shaft(seed, cell);
        let cells = (-window..=window).flat_map(|y| (-window..=window).map(move |x| cell + IVec2::new(x, y)));
        let closer =
            cells.map(|cell| self.shaft(seed, cell)).filter(|shaft| shaft.at_m.length_squared() < own.at_m.length_squared());
        // The first of equals has the lowest cell.
        closer.min_by(|a, b| a.at_m.distance_squared(own.at_m).total_cmp(&b.at_m.distance_squared(own.at_m)))
    }
    /// Whether a shaft reaches from below a level's floor to above its gallery.
    pub fn spans(&self, shaft: &Shaft, level: i32) -> bool {
        let floor_m = self.level_m(level);
        shaft.bottom_m + 1.0 <= floor_m && floor_m + self.gallery_height_m() + 0.5 <= shaft.top_m
    }
    /// Whether an extra connector joins a cell's shaft at a level to that of the neighbour one step up an axis (0 or 1).
    pub fn is_joined(&self, seed: u64, cell: IVec2, axis: usize, level: i32) -> bool {
        let roll = unit_f32(decide(seed, Tag::Connectors, IVec3::new(cell.x, cell.y, level * 2 + axis as i32)));
        roll < self.connector_chance
            && [cell, cell + IVec2::AXES[axis]].iter().all(|cell| self.spans(&self.shaft(seed, *cell), level))
    }
    /// Whether a connector meets a cell's shaft at a level.
    pub fn has_gallery(&self, seed: u64, cell: IVec2, level: i32) -> bool {
        let joined =
            |axis: usize| self.is_joined(seed, cell, axis, level) || self.is_joined(seed, cell - IVec2::AXES[axis], axis, level);
        level == 0 || joined(0) || joined(1)
    }
    /// The connectors at a level that belong to a cell: its way to the tree, and extra ones to its neighbours.
    pub fn connectors(&self, seed: u64, cell: IVec2, level: i32) -> Vec<Connector> {
        let from = self.shaft(seed, cell);
        let parent = if level == 0 { self.parent(seed, cell) } else { None };
        let extra = (0..2).filter(|axis| self.is_joined(seed, cell, *axis, level));
        let extra = extra.map(|axis| self.shaft(seed, cell + IVec2::AXES[axis]));
        parent.into_iter().chain(extra).map(|to| Connector { from, to }).collect()
    }
    /// The cell whose square a place is in.
    pub fn cell_of(&self, at_m: DVec2) -> IVec2 {
        (at_m / f64::from(self.spacing_m) + 0.5).floor().as_ivec2()
    }
}
