//! What all scattered features share: how they are strewn, where they may stand, and what they keep clear of.

use crate::feature::Anchored;
use crate::ground::{Ground, Stand};
use crate::hash::{Rolls, Tag};
use crate::{Fractal, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3};
use std::sync::Arc;

use super::Relief;

/// How features are strewn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strewn {
    /// Edge of the lattice, metres, positive.
    pub spacing_m: f32,
    /// Share of cells that hold a feature.
    pub chance: f32,
    /// Relief of the walls: most that they move either way, metres. Less than half of what is narrowest, or that may break.
    pub relief_m: f32,
}

/// The place that features stand in.
#[derive(Clone, Debug)]
pub struct Site {
    /// Seed of this operator alone.
    pub seed: u64,
    /// Height of the content, metres; features stay inside.
    pub content_m: f32,
    /// Where the floors are.
    pub ground: Arc<dyn Ground>,
}

/// Clear way between two long features of one kind, metres.
pub const BETWEEN_M: f32 = 4.0;
/// Rock that carving leaves above the content's floor and below its top, metres.
pub const MARGIN_M: f32 = 1.5;
/// Features keep this far from the spine, metres.
pub const SPINE_CLEAR_M: f64 = 14.0;
/// Most bumps of the relief per metre.
const RELIEF_PER_M: f32 = 0.22;
/// Most that a bump's height makes of its frequency: relief rises by less than it runs, so that walls stay in one piece.
const RELIEF_SLOPE: f32 = 0.16;
const RELIEF_OCTAVES: u32 = 3;
/// How far from its wanted place a feature may stand, as a share of the spacing.
const BUDGET: f32 = 0.5;
/// Least share of a cell's edge that a feature keeps from it.
const EDGE: f32 = 0.1;

impl Strewn {
    /// Relief of walls, if there is any.
    pub(super) fn relief(&self, seed: u64) -> Option<Relief> {
        let frequency = ops::min(RELIEF_SLOPE / ops::max(self.relief_m, 1e-3), RELIEF_PER_M);
        let noise = Fractal::sum(seed, Tag::ScatterRelief, frequency, RELIEF_OCTAVES);
        (self.relief_m > 0.0).then_some(Relief { noise, height_m: self.relief_m })
    }
    /// Farthest from its cell that a feature may stand, metres.
    pub(super) fn stray_m(&self) -> f32 {
        BUDGET * self.spacing_m + SPINE_CLEAR_M as f32 + 1.0
    }
    /// A length at which a long feature stays inside its cell with room to pass beside it, when it strays so far to either side.
    pub(super) fn fitting_m(&self, length_m: f32, aside_m: f32) -> f32 {
        ops::max(ops::min(length_m, self.spacing_m - 2.0 * aside_m - BETWEEN_M), 1.0)
    }
    /// The rolls of a cell and the place its feature wants; `None` if it has none. A feature that is `radius_m` wide in plan stays inside
    /// its cell as far as that is wide enough.
    pub(super) fn place(&self, seed: u64, cell: IVec2, radius_m: f32) -> Option<(Rolls, DVec2)> {
        let mut rolls = Rolls::new(seed, Tag::Scatter, IVec3::new(cell.x, cell.y, 0));
        if !rolls.chance(self.chance) {
            return None;
        }
        let jitter = ops::clamp(0.5 - radius_m / self.spacing_m, 0.0, 0.5 - EDGE);
        let mut place = || f64::from(rolls.range(0.5 - jitter, 0.5 + jitter));
        let at_m = (cell.as_dvec2() + DVec2::new(place(), place())) * f64::from(self.spacing_m);
        Some((rolls, at_m))
    }
}

impl Site {
    /// The stand nearest to a wanted place, kept clear of the spine by a feature that is `radius_m` wide in plan.
    pub(super) fn stand(&self, voxel: VoxelSize, strewn: &Strewn, wanted_m: DVec2, radius_m: f32) -> Option<Stand> {
        let budget_m = f64::from(BUDGET * strewn.spacing_m);
        let least = SPINE_CLEAR_M.min(0.4 * f64::from(strewn.spacing_m)) + f64::from(radius_m);
        let wanted_m = pushed(wanted_m, least);
        let stand = self.ground.stand(voxel, wanted_m, budget_m)?;
        let strays = stand.at_m.distance_squared(wanted_m) > budget_m * budget_m;
        (!strays && stand.at_m.length_squared() >= least * least * 0.8).then_some(stand)
    }
    /// Anchors a place at a height above the content floor.
    pub(super) fn anchored(voxel: VoxelSize, at_m: DVec2, z_m: f32) -> Anchored {
        Anchored::at(voxel, at_m.extend(f64::from(z_m)))
    }
}

/// The place moved straight away from the spine until it is at least so far off.
fn pushed(at_m: DVec2, least_m: f64) -> DVec2 {
    let far = at_m.length_squared().sqrt();
    if far >= least_m {
        at_m
    } else if far > 0.0 {
        at_m * (least_m / far)
    } else {
        DVec2::new(least_m, 0.0)
    }
}

/// A rolled direction for a long feature through a place, turned across the way to the spine if it would come too near to that.
pub(super) fn clear_direction(rolls: &mut Rolls, at_m: DVec2, length_m: f32, least_m: f32) -> [f32; 2] {
    let along = direction(rolls);
    let way = DVec2::new(f64::from(along[0]), f64::from(along[1]));
    let half_m = 0.5 * f64::from(length_m);
    let nearest = at_m - way * at_m.dot(way).clamp(-half_m, half_m);
    let far_m = at_m.length_squared().sqrt();
    if nearest.length_squared().sqrt() >= SPINE_CLEAR_M + f64::from(least_m) || far_m <= 0.0 {
        along
    } else {
        [(-at_m.y / far_m) as f32, (at_m.x / far_m) as f32]
    }
}

/// A unit vector of the plane by a roll.
pub(super) fn direction(rolls: &mut Rolls) -> [f32; 2] {
    let angle = rolls.range(0.0, std::f32::consts::TAU);
    [ops::cos(angle), ops::sin(angle)]
}
