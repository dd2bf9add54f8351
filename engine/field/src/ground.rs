//! Where a place has floors: lets features stand on rock, or begin in air, instead of hanging where chance puts them.

use crate::VoxelSize;
use glam::DVec2;

/// A place a body could stand at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Where, metres.
    pub at_m: DVec2,
    /// Height of the floor above the content floor, metres.
    pub foot_m: f32,
    /// Height of the ceiling over it above the content floor, metres; `None` where it is not known.
    pub head_m: Option<f32>,
    /// The round hall it lies in; `None` in the open or where none is known.
    pub hall: Option<Hall>,
}

/// A room that is round in plan, rock beyond its walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hall {
    /// Middle, metres.
    pub centre_m: DVec2,
    /// Farthest wall from the middle, metres.
    pub radius_m: f32,
}

/// An oracle of floors: pure, the same answer from wherever it is asked.
pub trait Ground: std::fmt::Debug + Send + Sync {
    /// The standable place nearest to a wanted one that the ground knows of, at most `budget_m` away (zero or more); `None` if there is
    /// none. Heights agree with the field but for small relief.
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand>;
}

/// A level floor under a level ceiling, everywhere; metres above the content floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelGround {
    /// The floor.
    pub foot_m: f32,
    /// The ceiling, above the floor.
    pub head_m: f32,
}

impl Ground for LevelGround {
    fn stand(&self, _voxel: VoxelSize, wanted_m: DVec2, _budget_m: f64) -> Option<Stand> {
        Some(Stand { at_m: wanted_m, foot_m: self.foot_m, head_m: Some(self.head_m), hall: None })
    }
}
