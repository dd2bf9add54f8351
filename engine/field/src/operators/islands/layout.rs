//! Where islands float and which are linked: decided by hash on a lattice, the same in every window.
//!
//! *Vocabulary.* The content is cut into **layers** of equal height, each layer into square **cells** that hold at most one island. Every
//! row of cells and every layer is shifted by a hash, so that no grid shows. Of every two by two cells one always holds an island. The
//! **hub** floats at the spine, in the middle layer.
//!
//! *The tree.* Every island but the hub has a **parent**: the nearest of those that come before it, in its own layer (closer to the
//! spine) or in the next layer towards the hub's. Such an island is never farther off than [`WINDOW`] cells, so all chains end at the hub.

use super::IslandSpec;
use super::solid::TAPER;
use crate::hash::{Rolls, Tag, decide, unit_f32};
use crate::ops;
use glam::{DVec2, IVec2, IVec3};

/// Cells on either side of an island that are searched for its parent. An island of its layer is no farther than 3.6 cells from any
/// place, so that one closer to the spine lies within 7.2 cells; shifted rows may add two.
pub const WINDOW: i32 = 10;
/// Free height over every island, metres.
pub const HEADROOM_M: f32 = 5.5;
/// Least height below every island, metres.
const BELOW_M: f32 = 2.0;
/// Least way in plan from an island to the edge of its cell, metres.
const ASIDE_M: f32 = 1.0;
/// Cells from one swell of a layer's height to the next.
const SWELL_CELLS: i32 = 3;
/// Steepest grade a link is wanted to have: what is higher counts as farther off.
const GRADE: f64 = 0.25;

/// An island.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Island {
    /// Its cell and layer.
    pub cell: IVec3,
    /// Middle, metres.
    pub at_m: DVec2,
    /// Height of its land above the content floor, before it rolls; metres.
    pub top_m: f32,
    /// Half its breadth, metres.
    pub radius_m: f32,
    /// How much deeper it is at its middle than its body, relative to the body.
    pub taper: f32,
}

impl IslandSpec {
    /// Number of layers.
    pub fn layers(&self) -> i32 {
        ops::max((self.content_m / self.layer_m).floor(), 1.0) as i32
    }
    fn pitch_m(&self) -> f32 {
        self.content_m / self.layers() as f32
    }
    fn hub_layer(&self) -> i32 {
        (self.layers() - 1) / 2
    }
    /// The island at the spine.
    pub fn hub(&self, seed: u64) -> Island {
        self.roll(seed, IVec3::new(0, 0, self.hub_layer()))
    }
    fn is_hub(&self, cell: IVec3) -> bool {
        cell == IVec3::new(0, 0, self.hub_layer())
    }
    /// How far a layer, or a row of it, is shifted, in cells; the hub's so that it floats at the spine.
    fn shift(&self, seed: u64, row: Option<i32>, layer: i32) -> f64 {
        if layer == self.hub_layer() && row.is_none_or(|row| row == 0) {
            return -0.5;
        }
        let at = row.map_or(IVec3::new(0, layer, 1), |row| IVec3::new(row, layer, 0));
        f64::from(unit_f32(decide(seed, Tag::IslandLattice, at)))
    }
    /// Cell of a position in a layer.
    fn cell_of(&self, seed: u64, at_m: DVec2, layer: i32) -> IVec2 {
        let at = at_m / f64::from(self.spacing_m);
        let row = (at.y - self.shift(seed, None, layer)).floor();
        let x = (at.x - self.shift(seed, Some(row as i32), layer)).floor();
        IVec2::new(x as i32, row as i32)
    }
    /// The island of a cell, if it holds one.
    pub fn island(&self, seed: u64, cell: IVec3) -> Option<Island> {
        let always = || {
            let block = IVec3::new(cell.x.div_euclid(2), cell.y.div_euclid(2), 2 + cell.z);
            let pick = decide(seed, Tag::IslandLattice, block) >> 62;
            pick == (cell.x.rem_euclid(2) + 2 * cell.y.rem_euclid(2)) as u64
        };
        let exists = unit_f32(decide(seed, Tag::Islands, cell)) < self.density || self.is_hub(cell) || always();
        exists.then(|| self.roll(seed, cell))
    }
    fn roll(&self, seed: u64, cell: IVec3) -> Island {
        let mut rolls = Rolls::new(seed, Tag::Islands, cell);
        let is_hub = self.is_hub(cell);
        let share = if is_hub { 1.0 } else { rolls.unit() };
        let radius_m = 0.5 * ops::lerp(self.diameter_m[0], self.diameter_m[1], share);
        let stray = if is_hub { 0.0 } else { ops::max(0.5 * self.spacing_m - radius_m - ASIDE_M, 0.0) };
        let [x, y] = [rolls.range(-stray, stray), rolls.range(-stray, stray)];
        let middle = DVec2::new(
            f64::from(cell.x) + 0.5 + self.shift(seed, Some(cell.y), cell.z),
            f64::from(cell.y) + 0.5 + self.shift(seed, None, cell.z),
        );
        let layer_m = cell.z as f32 * self.pitch_m();
        let at_m = middle * f64::from(self.spacing_m) + DVec2::new(f64::from(x), f64::from(y));
        let taper = rolls.range(TAPER[0], TAPER[1]);
        let lowest = layer_m + BELOW_M + self.rolling_m + self.wanted_depth_m(radius_m, taper) * self.fit(radius_m, taper);
        let highest = ops::max(layer_m + self.pitch_m() - HEADROOM_M - self.rolling_m, lowest);
        let height = 0.5 * (rolls.unit() + self.swell(seed, at_m, cell.z));
        Island { cell, at_m, top_m: ops::lerp(lowest, highest, height), radius_m, taper }
    }
    /// From 0 to 1: how high a layer lies about a place, so that neighbours lie at about the same height.
    fn swell(&self, seed: u64, at_m: DVec2, layer: i32) -> f32 {
        let at = at_m / (f64::from(self.spacing_m) * f64::from(SWELL_CELLS));
        let corner = at.floor();
        let [x, y] = [at.x - corner.x, at.y - corner.y].map(|t| ops::fade(t as f32));
        let value = |dx: i32, dy: i32| {
            let corner = corner.as_ivec2() + IVec2::new(dx, dy);
            unit_f32(decide(seed, Tag::IslandLattice, corner.extend(-1 - layer)))
        };
        ops::lerp(ops::lerp(value(0, 0), value(1, 0), x), ops::lerp(value(0, 1), value(1, 1), x), y)
    }
    /// Factor that makes an island fit its layer.
    pub(super) fn fit(&self, radius_m: f32, taper: f32) -> f32 {
        let room_m = self.pitch_m() - BELOW_M - HEADROOM_M - 2.0 * self.rolling_m;
        ops::clamp(room_m / self.wanted_depth_m(radius_m, taper), 0.05, 1.0)
    }
    /// Most that an island reaches below its land, before that rolls; metres.
    pub fn depth_m(&self, island: &Island) -> f32 {
        self.wanted_depth_m(island.radius_m, island.taper) * self.fit(island.radius_m, island.taper)
    }
    /// Whether an island comes before another on the way to the hub.
    fn is_before(&self, one: &Island, other: &Island) -> bool {
        let rank = |island: &Island| ((island.cell.z - self.hub_layer()).abs(), island.at_m.length_squared());
        let (one, other) = (rank(one), rank(other));
        one.0 < other.0 || (one.0 == other.0 && one.1 < other.1)
    }
    /// The island that another is linked to; `None` for the hub.
    pub fn parent(&self, seed: u64, of: &Island) -> Option<Island> {
        self.parent_within(seed, of, WINDOW)
    }
    /// As [`IslandSpec::parent`], searched in a window of cells.
    pub(super) fn parent_within(&self, seed: u64, of: &Island, window: i32) -> Option<Island> {
        if self.is_hub(of.cell) {
            return None;
        }
        let towards_hub = of.cell.z + (self.hub_layer() - of.cell.z).signum();
        let mut layers = vec![of.cell.z];
        if towards_hub != of.cell.z {
            layers.push(towards_hub);
        }
        let mut best: Option<(f64, Island)> = None;
        for ring in 0..=window {
            // Nothing on this ring or farther out is nearer than this.
            let least_m = f64::from(ring - 2) * f64::from(self.spacing_m);
            if best.is_some_and(|(far_m, _)| far_m <= least_m) {
                break;
            }
            for layer in &layers {
                let middle = self.cell_of(seed, of.at_m, *layer);
                for at in ring_of(middle, ring) {
                    let Some(island) = self.island(seed, at.extend(*layer)) else { continue };
                    let apart_m = island.at_m.distance(of.at_m);
                    let is_beside = apart_m >= f64::from(island.radius_m + of.radius_m) + 1.0;
                    if !is_beside || !self.is_before(&island, of) {
                        continue;
                    }
                    let rise_m = f64::from(ops::abs(island.top_m - of.top_m));
                    let far_m = if apart_m > rise_m / GRADE { apart_m } else { rise_m / GRADE };
                    if best.is_none_or(|(least_m, _)| far_m < least_m) {
                        best = Some((far_m, island));
                    }
                }
            }
        }
        best.map(|(_, island)| island)
    }
    /// Whether an island has its link.
    pub fn is_linked(&self, seed: u64, island: &Island) -> bool {
        unit_f32(decide(seed, Tag::Links, island.cell)) < self.bridges
    }
}

/// Cells at a distance from a cell, counted along the axis on which it is farther.
fn ring_of(middle: IVec2, ring: i32) -> impl Iterator<Item = IVec2> {
    (-ring..=ring).flat_map(move |y| {
        let is_whole_row = y.abs() == ring;
        let step = if is_whole_row || ring == 0 { 1 } else { 2 * ring };
        (-ring..=ring).step_by(step as usize).map(move |x| middle + IVec2::new(x, y))
    })
}
