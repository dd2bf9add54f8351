//! A body sent along a route with the physics of play: what a person holding the stick along the way would live through.

use crate::query::{Terrain, WalkInput, Walker};
use glam::{DVec3, Vec3};

/// Walking speed, metres per second.
const SPEED: f32 = 1.6;
/// Length of a step of time, seconds.
const STEP_SECS: f32 = 1.0 / 30.0;
/// The body aims this far ahead of its place on the route, metres.
const AIM_AHEAD_M: f64 = 0.8;
/// Seconds without a new farthest place after which it has given up.
const PATIENCE_SECS: f32 = 4.0;

/// How a walk went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Journey {
    /// Metres of the route covered.
    pub metres: f64,
    /// Seconds of the world's time it took.
    pub secs: f32,
    /// Where it ended, world metres.
    pub end_m: DVec3,
    /// Reached the end of the route.
    pub arrived: bool,
}

/// Walks a body from the first to the last point of a route, at walking pace. An empty route has arrived.
pub fn walk_route<T: Terrain>(terrain: &mut T, route: &[DVec3]) -> Journey {
    let Some((&first, &last)) = route.first().zip(route.last()) else {
        return Journey { metres: 0.0, secs: 0.0, end_m: DVec3::ZERO, arrived: true };
    };
    let mut walker = Walker::at(first + DVec3::Z * 0.2);
    let (mut reached, mut metres, mut secs, mut waited) = (0, 0.0, 0.0, 0.0);
    while waited < PATIENCE_SECS {
        while let Some(next) = route.get(reached + 1) {
            let here = route[reached];
            if flat(*next - walker.foot_m) > AIM_AHEAD_M || (next.z - walker.foot_m.z).abs() > 1.0 {
                break;
            }
            metres += flat(*next - here);
            reached += 1;
            waited = 0.0;
        }
        if reached + 1 == route.len() && flat(last - walker.foot_m) < 0.5 {
            return Journey { metres, secs, end_m: walker.foot_m, arrived: true };
        }
        let aim = route.get(reached + 1).copied().unwrap_or(last);
        let way = (aim - walker.foot_m).with_z(0.0);
        let length = flat(way);
        let wish = if length > 0.0 { (way / length).as_vec3() * SPEED } else { Vec3::ZERO };
        walker.step(terrain, WalkInput { wish, jump: false }, STEP_SECS);
        secs += STEP_SECS;
        waited += STEP_SECS;
    }
    Journey { metres, secs, end_m: walker.foot_m, arrived: false }
}

fn flat(v: DVec3) -> f64 {
    v.truncate().length_squared().sqrt()
}
