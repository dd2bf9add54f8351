//! Where to stand for a picture: a place on a strate's ways, at eye height, that looks far and has something near.

use field::ops;
use glam::{DVec2, DVec3, IVec3, Vec3};
use std::sync::Arc;
use world::defs::Archetype;
use world::query::{LatticeCache, Terrain};
use world::{StrateIndex, World};

/// Eye height of a standing body, metres.
pub const EYE_M: f64 = 1.6;
/// Places tried along the ways are this many points apart.
const EVERY: usize = 7;
/// How steeply views look, rise per metre, and what a steep look costs: down a slope or up a hall, where that shows more.
const TILTS: [(f64, f64); 3] = [(0.06, 0.0), (-0.7, 0.45), (0.35, 0.45)];
/// The same from the lip of a drop.
const LIP_TILTS: [(f64, f64); 2] = [(-0.45, 0.0), (-0.65, 0.1)];
/// From a lip it is so far down at least, metres.
const DROP_M: f64 = 9.0;
/// A lip is at most so far from where a body stands, and the eye leans so far over it, metres.
const LIP_WITHIN_M: f64 = 6.0;
const LEAN_M: f64 = 0.3;
/// Directions tried at each place.
const HEADINGS: usize = 12;
/// Farther than this all is the same, metres.
const FARTHEST_M: f64 = 70.0;
/// Nearer than this something stands in the way, metres.
const TOO_NEAR_M: f64 = 4.5;
/// Straight ahead there is at least this much air, metres.
const AHEAD_M: f64 = 7.0;
/// Air round the eye, metres.
const CLEAR_M: f32 = 0.5;
/// Distance between the places asked of the landing oracle, metres.
const APART_M: f64 = 18.0;
/// Blocks of the field kept.
const BLOCKS: usize = 60_000;

/// An eye and what it looks at, world metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Eye.
    pub eye_m: DVec3,
    /// A point straight ahead.
    pub look_m: DVec3,
}

/// The best of the places where a strate's own floor bears: along its ways, and where its oracle lands a body; `None` where it has no
/// plan.
pub fn viewpoint(world: &Arc<World>, strate: StrateIndex) -> Option<Viewpoint> {
    let mut cache = LatticeCache::new(Arc::clone(world), BLOCKS);
    let mut best: Option<(f64, Viewpoint)> = None;
    let is_deep = matches!(world.strates().get(usize::from(strate.0))?.def.archetype, Archetype::VerticalShafts(_));
    let tilts = if is_deep { &LIP_TILTS[..] } else { &TILTS };
    for foot_m in places(world, strate)? {
        let stands_m = foot_m + DVec3::Z * EYE_M;
        if cache.density(stands_m) < CLEAR_M {
            // A native place that something built stands in.
            continue;
        }
        for heading in 0..HEADINGS {
            let angle = std::f64::consts::TAU * heading as f64 / HEADINGS as f64;
            let eye_m = if is_deep { lip(&mut cache, stands_m, angle) } else { Some(stands_m) };
            let Some(eye_m) = eye_m else { continue };
            for &(tilt, price) in tilts {
                let score = score(&mut cache, eye_m, angle, tilt) - price;
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, Viewpoint { eye_m, look_m: eye_m + towards(angle, tilt) * 10.0 }));
                }
            }
        }
    }
    best.map(|(_, view)| view)
}

/// The eye of a body that walks from a place at an angle to the lip of a drop and leans over; `None` where there is none.
fn lip(cache: &mut LatticeCache, stands_m: DVec3, angle: f64) -> Option<DVec3> {
    let mut eyes_m = (1..).map(|step| 0.25 * f64::from(step)).take_while(|gone_m| *gone_m < LIP_WITHIN_M);
    let over = |cache: &mut LatticeCache, gone_m: f64| {
        let eye_m = stands_m + towards(angle, 0.0) * gone_m;
        (cache.density(eye_m) >= CLEAR_M).then(|| (eye_m, distance(cache, eye_m, Vec3::NEG_Z)))
    };
    let gone_m = eyes_m.find(|gone_m| over(cache, *gone_m).is_none_or(|(_, below_m)| below_m > DROP_M))?;
    over(cache, gone_m + LEAN_M).filter(|(_, below_m)| *below_m > DROP_M).map(|(eye_m, _)| eye_m)
}

/// Feet to try.
fn places(world: &World, strate: StrateIndex) -> Option<Vec<DVec3>> {
    let plan = world.plan(strate).ok()?;
    let here = world.strates().get(usize::from(strate.0))?;
    let mut places = vec![plan.spine_m];
    for way in &plan.backbone {
        let steps = way.points_m.iter().zip(&way.natural);
        places.extend(steps.filter(|(_, natural)| **natural).step_by(EVERY).map(|(foot_m, _)| *foot_m));
    }
    let floor_m = world.voxel().position_m(IVec3::new(0, 0, here.bands.content_floor));
    for i in 0..25 {
        let wanted = plan.spine_m.truncate() + DVec2::new(f64::from(i % 5 - 2), f64::from(i / 5 - 2)) * APART_M;
        places.extend(world::archetypes::landing(here, world.voxel(), wanted, APART_M).map(|foot_m| foot_m + floor_m));
    }
    Some(places)
}

/// How much a view shows: the distances in a fan of rays, their variety, and nothing right before the eye.
fn score(cache: &mut LatticeCache, eye_m: DVec3, angle: f64, tilt: f64) -> f64 {
    let (mut sum, mut squares, mut n, mut blocked) = (0.0, 0.0, 0.0, 0.0);
    for rise in [-0.29, -0.06, 0.16, 0.41] {
        for turn in [-0.5, -0.25, 0.0, 0.25, 0.5f64] {
            let direction = towards(angle + turn, tilt + rise).normalize().as_vec3();
            let seen = distance(cache, eye_m, direction);
            let log = f64::from(ops::ln(1.0 + seen as f32));
            (sum, squares, n) = (sum + log, squares + log * log, n + 1.0);
            if seen < TOO_NEAR_M {
                blocked += 1.0;
            }
        }
    }
    let mean = sum / n;
    let spread = (squares / n - mean * mean).max(0.0).sqrt();
    let ahead = distance(cache, eye_m, towards(angle, tilt + 0.02).normalize().as_vec3());
    mean + 0.6 * spread - 0.2 * blocked - if ahead < AHEAD_M { 2.0 } else { 0.0 }
}

/// Ahead at an angle from the x axis, radians, rising so much per metre.
fn towards(angle: f64, rise: f64) -> DVec3 {
    let angle = angle as f32;
    DVec3::new(f64::from(ops::cos(angle)), f64::from(ops::sin(angle)), rise)
}

fn distance(cache: &mut LatticeCache, from_m: DVec3, direction: Vec3) -> f64 {
    Terrain::ray(cache, from_m, direction, FARTHEST_M).map_or(FARTHEST_M, |hit| hit.distance_m)
}
