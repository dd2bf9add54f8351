//! The one law that may never fail: in every strate a body can walk between arrival, spine room and departure.
//!
//! The capsule is swept along the finished field, without edits, in quarter-metre steps: support under its middle, room for its
//! torso and its headroom, no step higher than it can climb in either direction, and no steeper than 15° over any 2 m.

mod walk;

use crate::plan::{MouthKind, StratePlan};
use crate::query::{BODY, FieldCache, Terrain, fits, floor_under};
use crate::{ResolveError, StrateIndex, World};
use field::feature::Feature;
use glam::DVec3;

pub use walk::{Journey, walk_route};

/// Distance between the places the capsule is tried at, metres.
const STRIDE_M: f64 = 0.25;
/// Strides in the 2 m over which a grade is taken.
const GRADE_STRIDES: usize = 8;
/// Rounding allowed on a grade: the floor between lattice points is not exactly the planned line, metres.
const GRADE_SPARE_M: f64 = 0.02;
/// Blocks kept while a strate is judged.
const BLOCKS: usize = 8192;

/// What stops a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Nothing to stand on.
    NoSupport,
    /// Rock where the torso or the headroom must be.
    NoRoom,
    /// A step higher than the body climbs.
    Step,
    /// Steeper than 15° over 2 m.
    Grade,
    /// A mouth that no route ends at.
    NoRoute,
}

/// A place where the law is broken.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{} at ({:.2}, {:.2}, {:.2})", self.obstacle.text(), .at_m.x, .at_m.y, .at_m.z)]
pub struct Fault {
    /// World metres.
    pub at_m: DVec3,
    /// What is wrong there.
    pub obstacle: Obstacle,
}

impl Obstacle {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Obstacle::NoSupport => "nothing to stand on",
            Obstacle::NoRoom => "no room for the body",
            Obstacle::Step => "a step too high",
            Obstacle::Grade => "steeper than 15 degrees",
            Obstacle::NoRoute => "a mouth without a route",
        }
    }
}

/// A law that holds: what was walked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Walked {
    /// Metres of all legs, counted once.
    pub length_m: f64,
    /// Routes and passages walked.
    pub legs: u32,
}

/// A law that is broken: where first, or why there is nothing to judge.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Broken {
    /// A body cannot go on.
    #[error("{0}")]
    Way(Fault),
    /// The strate could not be planned, or its field not be built.
    #[error("{0}")]
    Plan(#[from] ResolveError),
}

impl Broken {
    /// World metres; `None` when there is no plan.
    pub fn place_m(&self) -> Option<DVec3> {
        match self {
            Broken::Way(fault) => Some(fault.at_m),
            Broken::Plan(_) => None,
        }
    }
}

/// Sweeps the body along every planned way of a strate, both ways, on the finished field without edits.
///
/// # Errors
/// The first place at which it cannot go on, or a plan that failed.
pub fn judge(world: &World, strate: StrateIndex) -> Result<Walked, Broken> {
    let plan = world.plan(strate).map_err(Clone::clone)?;
    judge_with(world, plan, &plan.features)
}

/// Judges a plan's ways over a field with other features: without the backbone's own it must fail where rock is in the way.
///
/// # Errors
/// As [`judge`].
pub fn judge_with(world: &World, plan: &StratePlan, features: &[Feature]) -> Result<Walked, Broken> {
    let field = world.compose(plan.strate, features, false)?;
    let bands = world.strates()[usize::from(plan.strate.0)].bands;
    let mut terrain = FieldCache::new(&field, bands.content_floor, BLOCKS);
    let mut faults = Vec::new();
    let mut walked = Walked::default();
    let voxel_m = f64::from(world.voxel().metres());
    let (bottom_m, top_m) = (f64::from(bands.bottom) * voxel_m, f64::from(bands.top) * voxel_m);
    let passages = plan
        .passages
        .iter()
        .map(|route| route.points_m.iter().copied().filter(|foot| foot.z >= bottom_m && foot.z < top_m).collect::<Vec<_>>());
    for line in plan.backbone.iter().map(|route| route.points_m.clone()).chain(passages) {
        walked.length_m += sweep(&mut terrain, &line, &mut faults);
        walked.legs += 1;
    }
    for mouth in &plan.mouths {
        if !plan.backbone.iter().any(|route| route.points_m.last() == Some(&mouth.foot_m)) {
            faults.push(Fault { at_m: mouth.foot_m, obstacle: Obstacle::NoRoute });
        }
    }
    faults.first().map_or(Ok(walked), |fault| Err(Broken::Way(*fault)))
}

/// Sweeps the capsule along a line of feet, both ways, and adds what stops it. Returns the metres swept.
pub fn sweep<T: Terrain>(terrain: &mut T, line: &[DVec3], faults: &mut Vec<Fault>) -> f64 {
    let mut floors: Vec<DVec3> = Vec::new();
    let mut metres = 0.0;
    let mut push = |at_m, obstacle| faults.push(Fault { at_m, obstacle });
    for foot in strides(line) {
        // A floor within a step of the planned foot; the last floor says more than the plan where it is known.
        let reach = f64::from(BODY.step_m);
        let Some(z) = floor_under(terrain, foot.truncate(), foot.z + reach + 0.1, foot.z - reach) else {
            let inside = terrain.is_rock(foot + DVec3::Z * (reach + 0.1));
            push(foot, if inside { Obstacle::NoRoom } else { Obstacle::NoSupport });
            floors.clear();
            continue;
        };
        let stand = foot.with_z(z);
        if !fits(terrain, stand, f64::from(BODY.headroom_m)) {
            push(stand, Obstacle::NoRoom);
        }
        if let Some(last) = floors.last() {
            let travelled = (stand - *last).truncate();
            metres += travelled.length_squared().sqrt();
            if (stand.z - last.z).abs() > reach {
                push(stand, Obstacle::Step);
            }
        }
        floors.push(stand);
        if let Some(before) = floors.len().checked_sub(GRADE_STRIDES + 1).map(|i| floors[i]) {
            let run = f64::from(BODY.grade) * STRIDE_M * GRADE_STRIDES as f64;
            if (stand.z - before.z).abs() > run + GRADE_SPARE_M {
                push(stand, Obstacle::Grade);
            }
        }
    }
    metres
}

/// Places a stride apart along a line, ends included.
fn strides(line: &[DVec3]) -> Vec<DVec3> {
    let mut places: Vec<DVec3> = line.first().copied().into_iter().collect();
    let mut left = STRIDE_M;
    for pair in line.windows(2) {
        let whole = (pair[1] - pair[0]).truncate().length_squared().sqrt();
        let mut along = left;
        while along <= whole {
            places.push(pair[0] + (pair[1] - pair[0]) * (along / whole));
            along += STRIDE_M;
        }
        left = along - whole;
    }
    places.extend(line.last());
    places
}

/// The line a body walks through a strate: from its first arrival (or the spine) over the spine room to its first departure.
pub fn way_through(plan: &StratePlan) -> Vec<DVec3> {
    let of_kind = |kind| {
        let place = plan.mouths.iter().position(|mouth| mouth.kind == kind);
        place.and_then(|i| plan.backbone.get(i)).map(|route| route.points_m.clone()).unwrap_or_default()
    };
    let mut way = of_kind(MouthKind::Arrival);
    way.reverse();
    way.extend(of_kind(MouthKind::Departure));
    way
}
