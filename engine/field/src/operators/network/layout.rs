//! Which rooms and tunnels a network has: decided by hash on a lattice, the same in every window.
//!
//! *Vocabulary.* A **cell** of the room lattice may hold a room. A **super-cell** is 2×2×2 cells and always has one
//! **representative** room. A representative links to that of the neighbouring super-cell one step closer to the origin, every other
//! room to its representative; the **hub** at the spine represents the origin's super-cell. So all rooms are one tree.
//!
//! Cells are shifted so that the origin's super-cell spans one cell on either side of the spine.

use super::NetworkSpec;
use crate::hash::{Rolls, Tag, decide, unit_f32};
use crate::ops;
use crate::regions::Regions;
use glam::{DVec2, IVec3};

/// Super-cells on either side of a place that may hold something reaching it.
pub const WINDOW: i32 = 3;
/// Radius below which no room shrinks, metres.
const SMALLEST_M: f32 = 2.5;
/// Least rock above and below a room within the content, metres.
const MARGIN_M: f32 = 2.5;
/// The hub's super-cell.
const ORIGIN: IVec3 = IVec3::ZERO;

/// A room: an ellipsoid with a level floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Its cell.
    pub cell: IVec3,
    /// Centre, metres.
    pub at_m: DVec2,
    /// Height of its floor above the content floor, metres.
    pub foot_m: f32,
    /// Horizontal radius of the ellipsoid, metres.
    pub radius_m: f32,
    /// Vertical radius, metres.
    pub half_height_m: f32,
}

/// A tunnel between two rooms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// It is named by its first room.
    pub from: Room,
    /// The other end.
    pub to: Room,
    /// Distinguishes links that share a first room.
    pub kind: u32,
}

/// How large rooms are in each region of the plane; a room takes the size of the region that weighs most at its middle.
#[derive(Clone, Debug)]
pub struct RoomSizes {
    /// The plane divided.
    pub regions: Regions,
    /// Per region: factor of a room's radius, above zero.
    pub factors: Vec<f32>,
}

impl RoomSizes {
    fn factor(&self, at_m: DVec2) -> f32 {
        let mut weights = Vec::new();
        self.regions.weights(at_m, &mut weights);
        let heaviest = weights
            .iter()
            .zip(&self.factors)
            .fold((0.0, 1.0), |best, (weight, factor)| if *weight > best.0 { (*weight, *factor) } else { best });
        heaviest.1
    }
}

/// What decides the rooms and links of a network.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    /// What it is made of.
    pub spec: &'a NetworkSpec,
    /// Its seed.
    pub seed: u64,
    /// Sizes by region, if they differ.
    pub sizes: Option<&'a RoomSizes>,
}

impl NetworkSpec {
    fn layers(&self) -> i32 {
        ops::max((self.content_m / self.cell_m + 0.25).floor(), 1.0) as i32
    }
    /// Layers of super-cells.
    pub fn super_layers(&self) -> i32 {
        (self.layers() + 1) / 2
    }
    /// Horizontal super-cell of a position.
    pub fn super_of(&self, at_m: DVec2) -> IVec3 {
        let cell = (at_m / f64::from(self.cell_m)).floor().as_ivec2();
        IVec3::new((cell.x + 1).div_euclid(2), (cell.y + 1).div_euclid(2), 0)
    }
    fn cells(&self, of: IVec3) -> impl Iterator<Item = IVec3> {
        let top = self.layers();
        let first = of * 2 - IVec3::new(1, 1, 0);
        (0..8).map(move |i| first + IVec3::new(i & 1, (i >> 1) & 1, i >> 2)).filter(move |cell| cell.z < top)
    }
    /// The room at the spine.
    pub fn hub(&self) -> Room {
        self.fitted(IVec3::new(0, 0, -1), DVec2::ZERO, self.hub_radius_m, 0.25 * self.content_m / self.layers() as f32)
    }
    /// A room shrunk until its height fits the content, its floor as near the wanted height as that allows.
    fn fitted(&self, cell: IVec3, at_m: DVec2, radius_m: f32, wanted_m: f32) -> Room {
        let lowest = MARGIN_M + self.floor_relief_m;
        let tallest = self.content_m - lowest - MARGIN_M - self.roughness_m;
        let half_height_m = ops::min(radius_m * self.room_height_ratio, tallest / (1.0 + self.floor_cut));
        let highest = ops::max(lowest + tallest - half_height_m * (1.0 + self.floor_cut), lowest);
        Room { cell, at_m, foot_m: ops::clamp(wanted_m, lowest, highest), radius_m, half_height_m }
    }
}

impl Layout<'_> {
    /// The representative of a super-cell.
    pub fn representative(&self, of: IVec3) -> Room {
        if of == ORIGIN {
            return self.spec.hub();
        }
        let cell = self.representative_cell(of);
        self.room_in(cell)
    }
    fn representative_cell(&self, of: IVec3) -> IVec3 {
        let n = self.spec.cells(of).count() as u32;
        let pick = Rolls::new(self.seed, Tag::Links, of).below(n) as usize;
        self.spec.cells(of).nth(pick).unwrap_or(of * 2)
    }
    fn room_in(&self, cell: IVec3) -> Room {
        let mut rolls = Rolls::new(self.seed, Tag::Rooms, cell);
        let layer_m = self.spec.content_m / self.spec.layers() as f32;
        let radius = rolls.range(self.spec.room_radius_m[0], self.spec.room_radius_m[1]);
        let mut place = || f64::from(rolls.range(0.25, 0.75));
        let at_m = (cell.truncate().as_dvec2() + DVec2::new(place(), place())) * f64::from(self.spec.cell_m);
        let factor = self.sizes.map_or(1.0, |sizes| sizes.factor(at_m));
        let radius = ops::max(ops::min(radius * factor, 0.45 * self.spec.cell_m), SMALLEST_M);
        let wanted = layer_m * (cell.z as f32 + rolls.range(0.08, 0.42));
        self.spec.fitted(cell, at_m, radius, wanted)
    }
    /// The rooms of a super-cell, its representative first.
    pub fn rooms(&self, of: IVec3) -> Vec<Room> {
        let first = self.representative(of);
        let mut rooms = vec![first];
        for cell in self.spec.cells(of).filter(|cell| *cell != first.cell) {
            let exists = unit_f32(decide(self.seed, Tag::Variation, cell)) < self.spec.room_chance;
            let room = self.room_in(cell);
            let apart = f64::from(self.spec.hub_radius_m + room.radius_m + 3.0);
            if exists && (of != ORIGIN || room.at_m.length() > apart) {
                rooms.push(room);
            }
        }
        rooms
    }
    /// One step from a super-cell towards the origin; `None` at the origin.
    pub fn parent(&self, of: IVec3) -> Option<IVec3> {
        let away = [of.x, of.y, of.z];
        let axes: Vec<usize> = (0..3).filter(|axis| away[*axis] != 0).collect();
        let mut rolls = Rolls::new(self.seed, Tag::Winding, of);
        let axis = *axes.get(rolls.below(axes.len() as u32) as usize)?;
        let mut step = [0; 3];
        step[axis] = -away[axis].signum();
        Some(of + IVec3::from_array(step))
    }
    /// The links that belong to a super-cell: its rooms' ways to the tree, and extra ones to its neighbours.
    pub fn links(&self, of: IVec3, rooms: &[Room]) -> Vec<Link> {
        let Some(first) = rooms.first() else { return Vec::new() };
        let mut links: Vec<Link> = rooms.iter().skip(1).map(|room| Link { from: *room, to: *first, kind: 0 }).collect();
        let parent = self.parent(of);
        if let Some(parent) = parent {
            links.push(Link { from: *first, to: self.representative(parent), kind: 0 });
        }
        for (kind, step) in [(1, IVec3::X), (2, IVec3::Y)] {
            let other = of + step;
            let is_tree = parent == Some(other) || self.parent(other) == Some(of);
            let roll = unit_f32(decide(self.seed, Tag::Links, of * 4 + IVec3::new(0, 0, kind as i32)));
            if !is_tree && roll < self.spec.loop_chance {
                links.push(Link { from: *first, to: self.representative(other), kind });
            }
        }
        links
    }
}
