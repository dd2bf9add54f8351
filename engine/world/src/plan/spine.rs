//! The spine room: the landing at the origin of every strate.

use super::Mouth;
use super::frame::{FOOT_STEP_M, Frame, apart, snapped};
use super::passage::{LANDING_BUDGET_M, landing};
use crate::{StrateIndex, World};
use field::Stack;
use field::feature::{Feature, Part, Solid};
use glam::{DVec2, DVec3};

/// Height of a room carved where there is no natural landing, as a share of the content's.
const CARVED_AT: f64 = 0.35;
/// Floor so much higher than the landing is stood on as well, metres; highest first. Lower rims are trodden flat.
const RISES_M: [f64; 3] = [1.0, 0.75, 0.5];
/// In so many directions more than one there must be floor of that height: a stair or a boulder alone raises no room.
const SHARED_BY: usize = 3;
/// A mouth this near to the room's edge keeps it from rising, metres.
const MOUTH_M: f64 = 8.0;
/// Heights over a floor at which there is air for a body, metres.
const BODY_M: [f64; 3] = [0.25, 1.0, 1.75];

/// Its foot, at (0,0): as high as the nearest natural landing and the floor round it, else where a room is to be carved.
pub(super) fn foot(world: &World, index: StrateIndex, frame: &Frame, height_m: f64, mouths: &[Mouth]) -> DVec3 {
    let landing = landing(world, index, frame, DVec2::ZERO, LANDING_BUDGET_M, CARVED_AT);
    let (lowest, _) = frame.foot_range_m();
    let highest = snapped(frame.content_top_m - height_m - 1.5);
    let foot = DVec3::new(0.0, 0.0, landing.z.clamp(lowest, if highest > lowest { highest } else { lowest }));
    let radius_m = f64::from(world.assets().project.settings.spine_radius_m);
    // A mouth close by stands on the same floor as the landing does.
    if mouths.iter().any(|mouth| apart(mouth.foot_m, foot) < radius_m + MOUTH_M) {
        return foot;
    }
    let native = world.strates().get(usize::from(index.0)).map(|strate| &strate.native);
    let z = native.map_or(foot.z, |native| over_floor(native, frame, foot, radius_m));
    foot.with_z(if z > highest { foot.z } else { z })
}

/// The height of a room that is sunk into no natural floor near its edge, if that is little higher than its foot.
fn over_floor(native: &Stack, frame: &Frame, foot_m: DVec3, radius_m: f64) -> f64 {
    let is_air = |at_m: DVec3| native.density(frame.anchored(at_m).anchor) >= 0.0;
    let edge = |ring: f64| {
        let diagonal = ring * std::f64::consts::FRAC_1_SQRT_2;
        let (x, y, d, e) = (DVec2::X * ring, DVec2::Y * ring, DVec2::splat(diagonal), DVec2::new(diagonal, -diagonal));
        [x, -x, y, -y, d, -d, e, -e]
    };
    let floor_over = |aside: DVec2| {
        let is_floor = |up: &f64| {
            let floor_m = foot_m + aside.extend(*up);
            !is_air(floor_m - DVec3::Z * 0.25) && BODY_M.iter().all(|over| is_air(floor_m + DVec3::Z * *over))
        };
        RISES_M.iter().copied().find(is_floor).unwrap_or(0.0)
    };
    let mut rises: Vec<f64> = [edge(0.6 * radius_m), edge(radius_m)].concat().into_iter().map(floor_over).collect();
    rises.sort_by(|a, b| b.total_cmp(a));
    let rise = rises.get(SHARED_BY).copied().unwrap_or(0.0);
    foot_m.z + (rise / FOOT_STEP_M).ceil() * FOOT_STEP_M
}

/// What it is built of.
pub(super) fn features(frame: &Frame, foot_m: DVec3, radius_m: f32, height_m: f32) -> Vec<Feature> {
    let foot = frame.anchored(foot_m);
    let room = Solid::Room { foot, radius_m, height_m };
    let floor = Solid::Plinth { foot, radius_m: radius_m + 1.5, depth_m: 6.0 };
    vec![
        Feature { part: Part::Clearance, solid: room, relief_m: 0.4 },
        Feature { part: Part::Support, solid: floor, relief_m: 0.6 },
    ]
}
