//! Features of the structural posts: clearances that are carved and supports that are added, in one void field.

use crate::VoxelSize;
use glam::{DVec3, IVec3, Vec3};

/// A position that keeps its bits wherever it is seen from: an integer lattice anchor and a remainder in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchored {
    /// Lattice point (strate-local).
    pub anchor: IVec3,
    /// Metres from the anchor, each component within one voxel.
    pub rest_m: Vec3,
}

impl Anchored {
    /// Anchors a strate-local position in metres at the lattice point at or below it.
    pub fn at(voxel: VoxelSize, position_m: DVec3) -> Self {
        let anchor = voxel.lattice_floor(position_m);
        Self { anchor, rest_m: (position_m - voxel.position_m(anchor)).as_vec3() }
    }
    /// Metres from this position to a lattice point. The definition of every offset: integers first, then metres.
    #[inline(always)]
    pub fn offset_to(&self, voxel_m: f32, p: IVec3) -> [f32; 3] {
        let steps = p - self.anchor;
        [
            steps.x as f32 * voxel_m - self.rest_m.x,
            steps.y as f32 * voxel_m - self.rest_m.y,
            steps.z as f32 * voxel_m - self.rest_m.z,
        ]
    }
    /// Metres from this position to another.
    pub fn vector_to(&self, voxel: VoxelSize, other: &Anchored) -> Vec3 {
        Vec3::from_array(self.offset_to(voxel.metres(), other.anchor)) + other.rest_m
    }
}

/// Solids the posts are made of. Z is up; *foot* points lie on the floor a body walks on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// Ball.
    Sphere {
        /// Middle.
        centre: Anchored,
        /// Positive.
        radius_m: f32,
    },
    /// A bored way: the space above a walkable floor from foot point `a` to foot point `b`; level across, rounded above, floor and wall
    /// joined by a fillet. Its ends are round in plan; beyond them its floor rises at the steepest walkable grade, so that it never cuts
    /// below the floor of a walkable neighbour.
    Way {
        /// First foot.
        a: Anchored,
        /// Second foot.
        b: Anchored,
        /// Half the width measured at the floor, positive.
        half_width_m: f32,
        /// Clear height in the middle, positive.
        height_m: f32,
    },
    /// A bar of rock under a way from foot `a` to foot `b`, its top at the feet, with relief on its sides and underside. Beyond its
    /// ends the top falls at the steepest walkable grade.
    Causeway {
        /// First foot.
        a: Anchored,
        /// Second foot.
        b: Anchored,
        /// Half the width of the top, positive.
        half_width_m: f32,
        /// Thickness in the middle, positive.
        depth_m: f32,
    },
    /// A round room with a level floor at `foot`, rounded above.
    Room {
        /// Middle of the floor.
        foot: Anchored,
        /// Radius at the floor, positive.
        radius_m: f32,
        /// Clear height in the middle, positive.
        height_m: f32,
    },
    /// A round slab or column of rock whose level top is at `foot`; round the top it falls away gently, so that it can be walked up.
    Plinth {
        /// Middle of the top.
        foot: Anchored,
        /// Radius of the top, positive.
        radius_m: f32,
        /// Thickness in the middle, positive.
        depth_m: f32,
    },
    /// A rough capsule of rock (sheath round a bore, or a root from ceiling to ground).
    Sheath {
        /// One end of the axis.
        a: Anchored,
        /// The other end.
        b: Anchored,
        /// Positive.
        radius_m: f32,
    },
}

/// Whether a feature adds rock or takes it away. All supports are united first, then all clearances are carved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Adds rock.
    Support,
    /// Carves air.
    Clearance,
}

/// One feature, before it is baked for a voxel size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Adds or carves.
    pub part: Part,
    /// Its solid.
    pub solid: Solid,
    /// Most that relief moves walls and undersides outwards, in metres (never floors); zero for none.
    pub relief_m: f32,
}
