//! Baked features of the structural posts: clearances that are carved and supports that are added, in one void field.

use glam::{IVec3, Vec3};

/// A position that keeps its bits wherever it is seen from: an integer lattice anchor and a remainder in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchored {
    /// Lattice point (strate-local).
    pub anchor: IVec3,
    /// Metres from the anchor, each component within one voxel.
    pub rest_m: Vec3,
}

/// Solids the posts are made of. Z is up; *foot* points lie on the floor a body walks on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// Ball.
    Sphere { centre: Anchored, radius_m: f32 },
    /// A bored way: the space above a walkable floor from foot point `a` to foot point `b`; level across, rounded above,
    /// floor and wall joined by a fillet. `half_width_m` is measured at the floor.
    Way { a: Anchored, b: Anchored, half_width_m: f32, height_m: f32 },
    /// A bar of rock under a way from foot `a` to foot `b`, its top at the feet, with relief on its sides and underside.
    Causeway { a: Anchored, b: Anchored, half_width_m: f32, depth_m: f32 },
    /// A round room with a level floor at `foot`, rounded above.
    Room { foot: Anchored, radius_m: f32, height_m: f32 },
    /// A round slab or column of rock whose level top is at `foot`.
    Plinth { foot: Anchored, radius_m: f32, depth_m: f32 },
    /// A rough capsule of rock (sheath round a bore, or a root from ceiling to ground).
    Sheath { a: Anchored, b: Anchored, radius_m: f32 },
}

/// Whether a feature adds rock or takes it away. All supports are united first, then all clearances are carved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Adds rock.
    Support,
    /// Carves air.
    Clearance,
}

/// One baked feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Adds or carves.
    pub part: Part,
    /// Its solid.
    pub solid: Solid,
    /// Amplitude of the relief on walls and undersides in metres (never on floors); zero for none.
    pub relief_m: f32,
}
