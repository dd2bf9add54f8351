//! Which corridors, stairs and wells a maze has: decided by hash on a lattice of nodes, the same in every window.
//!
//! *Vocabulary.* A **node** is a lattice point (x, y, storey); storeys count from the origin's own. Every node but the origin has one
//! **parent**, a step closer to the origin along an axis it is away on, picked by hash; so all nodes are one tree, and whether two
//! neighbours are joined is known from those two alone. **Loops** join others by chance and are never needed.

use super::MazeSpec;
use crate::hash::{Rolls, Tag, decide, unit_f32};
use crate::ops;
use glam::{DVec2, IVec3};

/// Heights of floors are whole multiples of this, metres: feet are planned on the same grid.
const FLOOR_STEP_M: f32 = 0.5;
/// Least rock under the lowest floor, metres.
const LOWEST_FLOOR_M: f32 = 1.5;
/// How much higher a chamber is than a corridor, metres.
pub const CHAMBER_RISE_M: f32 = 1.6;
/// Least rock between a chamber and the floor above it, metres.
pub const BETWEEN_STOREYS_M: f32 = 3.4;
/// Chance of a loop at full branching, and of a well at full verticality.
const LOOPS: f32 = 0.18;
const WELLS: f32 = 0.10;

/// How two neighbours are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// One is the other's parent.
    Tree,
    /// By chance.
    Loop,
}

impl MazeSpec {
    /// Number of storeys.
    pub fn n_storeys(&self) -> i32 {
        ops::max((self.content_m / self.storey_m).floor(), 1.0) as i32
    }
    /// Storeys below the origin's.
    fn n_below(&self) -> i32 {
        self.n_storeys() / 2
    }
    /// The lowest and the highest storey.
    pub fn storeys(&self) -> std::ops::RangeInclusive<i32> {
        -self.n_below()..=self.n_storeys() - 1 - self.n_below()
    }
    /// Height from floor to floor.
    pub fn rise_m(&self) -> f32 {
        (self.content_m / self.n_storeys() as f32 / FLOOR_STEP_M).floor() * FLOOR_STEP_M
    }
    /// Clear height of corridors: as wanted, or as the content allows.
    pub fn hall_height_m(&self) -> f32 {
        ops::min(self.corridor_height_m, self.rise_m() - CHAMBER_RISE_M - BETWEEN_STOREYS_M)
    }
    /// Clear height of chambers.
    pub fn chamber_height_m(&self) -> f32 {
        self.hall_height_m() + CHAMBER_RISE_M
    }
    /// Height of a storey's floor above the content floor.
    pub fn foot_m(&self, storey: i32) -> f32 {
        let spare = 0.5 * (self.rise_m() - self.chamber_height_m());
        let lowest = ops::max((spare / FLOOR_STEP_M).floor() * FLOOR_STEP_M, LOWEST_FLOOR_M);
        lowest + (storey + self.n_below()) as f32 * self.rise_m()
    }
    /// Where a node stands.
    pub fn at_m(&self, node: IVec3) -> DVec2 {
        node.truncate().as_dvec2() * f64::from(self.cell_m)
    }
    /// One step from a node towards the origin; `None` at the origin.
    pub fn parent(&self, seed: u64, node: IVec3) -> Option<IVec3> {
        let weigh = |away: i32, weight: f32| if away == 0 { 0.0 } else { weight };
        let weights = [weigh(node.x, 1.0), weigh(node.y, 1.0), weigh(node.z, self.verticality)];
        let pick = Rolls::new(seed, Tag::MazeWays, node).unit() * (weights[0] + weights[1] + weights[2]);
        let axis = if pick < weights[0] {
            0
        } else if pick < weights[0] + weights[1] {
            1
        } else {
            2
        };
        // Rounding may pick past the last weight, and none but the storeys may be left however little they weigh.
        let axis = (axis..3).chain([1, 0]).find(|axis| node[*axis] != 0)?;
        let mut parent = node;
        parent[axis] -= node[axis].signum();
        Some(parent)
    }
    /// How a node is joined to its neighbour one step up an axis (0, 1 or 2), if it is.
    pub fn join(&self, seed: u64, node: IVec3, axis: usize) -> Option<Join> {
        let other = node + IVec3::AXES[axis];
        if ![node, other].iter().all(|node| self.storeys().contains(&node.z)) {
            return None;
        }
        if self.parent(seed, node) == Some(other) || self.parent(seed, other) == Some(node) {
            return Some(Join::Tree);
        }
        let chance = if axis == 2 { WELLS * self.verticality } else { LOOPS * self.branch_chance };
        let roll = unit_f32(decide(seed, Tag::MazeLoops, node.with_z(node.z * 3 + axis as i32)));
        (roll < chance).then_some(Join::Loop)
    }
    /// Whether a node is a chamber, wider and higher than its corridors.
    pub fn is_chamber(&self, seed: u64, node: IVec3) -> bool {
        unit_f32(decide(seed, Tag::MazeChambers, node)) < self.chamber_chance
    }
    /// Whether a node's floor is open to the storey below.
    pub fn has_well(&self, seed: u64, node: IVec3) -> bool {
        self.join(seed, node - IVec3::Z, 2) == Some(Join::Loop)
    }
}
