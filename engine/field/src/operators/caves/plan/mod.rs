//! Planning a cave: its spine first, then rooms round it, the tree that joins them, loops and side branches.
//!
//! *Vocabulary.* The **hub** is the hall at the spine of the world; two **gates** on opposite sides of it are the rooms that mouths are
//! looked for first; hub, gates and the two ways between them are the **spine** of the cave. A **way** is a corridor's middle line: points
//! with the height of their floor. The **mouth zone** is the ring in which passages end: rooms stand densest there.
//!
//! *Invariants.* All in metres, from hashes alone: no voxel, no neighbour, no order of evaluation. Positions of rooms are multiples of 1/8 m
//! and below 2¹⁰ m, so that differences and their squares are exact. Seen from above no two ways cross, no way enters a third room and all
//! keep rock between them, so heights need no further care; every way that is kept is walkable at [`GRADE`] or less. Rooms that no way
//! reaches are dropped, so that the rest is one graph by construction.
//!
//! Cost: about a millisecond for the default radius, some tens for the largest.

mod buckets;
mod clear;
mod curve;
mod drip;
mod grow;
mod neighbours;
mod outline;
mod sites;
mod spine;
#[cfg(test)]
mod tests;
mod way;

pub use drip::Drip;
pub(super) use outline::LOBE_JOIN;
pub use outline::Lobe;

use super::CavesSpec;
use crate::hash::Tag;
use crate::{Fractal, ops};
use glam::DVec2;
use sites::Site;

/// Steepest floor of a way: rise per metre of its plan. A body walks 0.268; the rest is left to relief and to a planner's rounding.
pub const GRADE: f64 = 0.2;
/// Farthest that a baked way strays from its curve, metres.
pub const CURVE_ERROR_M: f64 = 0.12;
/// Floors of rooms stand at multiples of this, metres, as the feet of plans do.
const FOOT_STEP_M: f64 = 0.5;
/// Least rock above and below what is carved within the content, metres.
const MARGIN_M: f64 = 2.5;
/// Least rock between what is carved and the content radius, metres; roughness comes on top.
const RIM_M: f64 = 2.0;
/// Clear height that every room has, metres.
const LEAST_HEIGHT_M: f64 = 4.0;
/// Least distance between the outlines of two rooms, metres.
const GAP_M: f64 = 5.5;
/// Beyond a room's outline a way stays level for this long, metres.
const LIP_M: f64 = 0.5;
/// A way begins inside its room, at this share of the radius: nearer than the outline anywhere.
const PORTAL: f64 = 0.58;

/// What a room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomKind {
    /// The hall at the spine of the world.
    Hub,
    /// An end of the cave's spine.
    Gate,
    /// A great hall away from the spine.
    Hall,
    /// Any other.
    Plain,
}

/// A room: vaults over one floor.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// What it is for.
    pub kind: RoomKind,
    /// Centre.
    pub at_m: DVec2,
    /// Height of its floor above the content floor: a multiple of half a metre.
    pub foot_m: f32,
    /// Nothing of it lies farther from its centre.
    pub radius_m: f32,
    /// Height of the highest vault above the floor.
    pub height_m: f32,
    /// The floor is level this far round the centre.
    pub level_m: f32,
    /// Its vaults, the one in the middle first.
    pub lobes: Vec<Lobe>,
}

/// Why a way is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayKind {
    /// Between hub and gate.
    Spine,
    /// Joins a room to the tree.
    Tree,
    /// A second way round.
    Loop,
    /// Ends blind.
    Branch,
}

/// A point of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayPoint {
    /// Position.
    pub at_m: DVec2,
    /// Height of the floor.
    pub foot_m: f64,
    /// Half the width at the floor.
    pub radius_m: f64,
}

/// A corridor's middle line, from inside its first room to inside its second.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Why it is there.
    pub kind: WayKind,
    /// Index of the room it leaves.
    pub from: usize,
    /// Index of the room it reaches; `None` where it ends blind.
    pub to: Option<usize>,
    /// At least two.
    pub points: Vec<WayPoint>,
}

/// A planned cave.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The hub first, then the gates.
    pub rooms: Vec<Room>,
    /// Those of the spine first.
    pub ways: Vec<Way>,
    /// Dripstones, room by room.
    pub drips: Vec<Drip>,
}

/// Plans the cave of a seed.
pub fn plan(seed: u64, spec: &CavesSpec) -> Graph {
    let limits = Limits::new(spec);
    let spine = spine::plan(seed, spec, &limits);
    let sites = sites::place(seed, spec, &limits, &spine);
    let heights = Heights::new(seed, spec, &limits, &spine);
    let grown = grow::grow(seed, spec, &limits, &heights, &sites, spine);
    let rooms: Vec<Room> = grown.rooms.iter().map(|(site, foot_m)| outline::room(seed, spec, &limits, site, *foot_m)).collect();
    let drips = drip::drips(seed, spec, &rooms, &grown.ways);
    Graph { rooms, ways: grown.ways, drips }
}

/// What the content and the widths of a cave leave room for.
struct Limits {
    /// Lowest and highest floor.
    feet_m: [f64; 2],
    /// Highest point of a vault.
    top_m: f64,
    /// Nothing lies farther from the spine of the world.
    rim_m: f64,
    /// Rock between two bores, or a bore and a room.
    wall_m: f64,
    /// Mouths are expected this near and this far from the spine of the world.
    mouths_m: [f64; 2],
}

/// The hub leaves room for the landing at the spine of the world, metres.
const HUB_HEADROOM_M: f64 = 10.0;

impl Limits {
    fn new(spec: &CavesSpec) -> Self {
        let rough = f64::from(spec.roughness_m);
        let top_m = f64::from(spec.content_m) - MARGIN_M - rough;
        let lowest = ((MARGIN_M + f64::from(spec.floor_relief_m)) / FOOT_STEP_M).ceil() * FOOT_STEP_M;
        let highest = ((top_m - LEAST_HEIGHT_M) / FOOT_STEP_M).floor() * FOOT_STEP_M;
        let far = f64::from(spec.content_radius_m);
        Self {
            feet_m: [lowest, if highest > lowest { highest } else { lowest }],
            top_m,
            rim_m: far - RIM_M - rough,
            wall_m: 3.0 + rough,
            mouths_m: spec.mouths_m.map(f64::from),
        }
    }
    /// A floor as near to the wanted height as the content allows, at a multiple of the step towards `towards_m`.
    fn foot_m(&self, wanted_m: f64, towards_m: f64) -> f64 {
        let steps = (wanted_m - towards_m) / FOOT_STEP_M;
        let whole = if steps < 0.0 { steps.ceil() } else { steps.floor() };
        (towards_m + whole * FOOT_STEP_M).clamp(self.feet_m[0], self.feet_m[1])
    }
}

/// Where floors would like to be: falling from gate to gate, and swelling over the whole cave.
struct Heights {
    hub_m: f64,
    swell: crate::noise::Plane,
    swell_m: f64,
    /// From the hub to the upper gate, and how much higher that is.
    gates: [(DVec2, f64); 2],
}

impl Heights {
    fn new(seed: u64, spec: &CavesSpec, limits: &Limits, spine: &spine::Spine) -> Self {
        let radius = spec.content_radius_m;
        let usable = (limits.feet_m[1] - limits.feet_m[0]) as f32;
        let hub_m = spine.feet_m[0];
        Self {
            hub_m,
            swell: Fractal::sum(seed, Tag::CaveHeights, 1.0 / (0.7 * radius), 2).plane(),
            swell_m: f64::from(ops::min(0.35 * usable, 0.1 * radius)),
            gates: [1, 2].map(|gate| (spine.sites[gate].at_m, spine.feet_m[gate] - hub_m)),
        }
    }
    fn wanted_m(&self, at_m: DVec2) -> f64 {
        let rise = |(gate, rise_m): (DVec2, f64)| (at_m.dot(gate) / gate.length_squared()).clamp(0.0, 1.0) * rise_m;
        let swell = |p: DVec2| self.swell_m * f64::from(self.swell.at(p.x, p.y));
        self.hub_m + rise(self.gates[0]) + rise(self.gates[1]) + swell(at_m) - swell(DVec2::ZERO)
    }
}

/// Rounded to the lattice of room centres.
fn snapped(at_m: DVec2) -> DVec2 {
    (at_m * 8.0).round() / 8.0
}

/// The unit vector of an angle.
fn heading(angle: f32) -> DVec2 {
    DVec2::new(f64::from(ops::cos(angle)), f64::from(ops::sin(angle)))
}
