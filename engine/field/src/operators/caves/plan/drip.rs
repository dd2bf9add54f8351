//! Dripstones: where they stand and hang, out of the way of bodies.
//!
//! Nothing stands on the level middle of a room or near the lines along which its ways are walked, and nothing hangs into the clear height
//! above any floor.

use super::{CavesSpec, Room, Way, WayPoint};
use crate::hash::{Rolls, Tag};
use crate::ops;
use glam::DVec2;

/// Height over a floor into which nothing hangs, metres.
const CLEAR_M: f32 = 3.2;
/// Clear way kept beside the lines that are walked, beyond half the width of a corridor, metres.
const ASIDE_M: f32 = 0.6;
/// Places that are tried per square metre of a room.
const TRIES_PER_M2: f32 = 0.16;
/// Highest vault that a column stands under, metres.
const TALLEST_COLUMN_M: f32 = 14.0;
/// How deep an end lies in the rock, metres.
const EMBEDDED_M: f32 = 0.6;
/// Radius of a column at its waist, metres: what carries is no narrower than two cells of the coarsest level.
const WAIST_M: [f32; 2] = [1.0, 1.5];

/// Ways count until they are this far out of a room, metres.
const REACH_M: f64 = 3.0;

/// A straight piece of what is walked.
type Walked = [DVec2; 2];

/// An upright cone with rounded ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drip {
    /// Position of its axis.
    pub at_m: DVec2,
    /// Height of its thick end and of its thin end above the content floor.
    pub ends_m: [f32; 2],
    /// Radius at the thick and at the thin end.
    pub radii_m: [f32; 2],
}

/// The dripstones of all rooms.
pub(super) fn drips(seed: u64, spec: &CavesSpec, rooms: &[Room], ways: &[Way]) -> Vec<Drip> {
    let mut walked: Vec<Vec<Walked>> = vec![Vec::new(); rooms.len()];
    let mut add = |room: usize, points: &mut dyn Iterator<Item = &WayPoint>| {
        let (Some(of), Some(list)) = (rooms.get(room), walked.get_mut(room)) else { return };
        let reach = f64::from(of.radius_m) + REACH_M;
        let mut last = of.at_m;
        for at_m in points.map(|point| point.at_m) {
            list.push([last, at_m]);
            last = at_m;
            if at_m.distance(of.at_m) > reach {
                break;
            }
        }
    };
    for way in ways {
        add(way.from, &mut way.points.iter());
        if let Some(to) = way.to {
            add(to, &mut way.points.iter().rev());
        }
    }
    rooms.iter().zip(&walked).flat_map(|(room, walked)| in_room(seed, spec, room, walked)).collect()
}

fn in_room(seed: u64, spec: &CavesSpec, room: &Room, walked: &[Walked]) -> Vec<Drip> {
    let place = (room.at_m * 8.0).as_ivec2();
    let mut rolls = Rolls::new(seed, Tag::Dripstone, place.extend(0));
    let tries = room.radius_m * room.radius_m * std::f32::consts::PI * TRIES_PER_M2 * spec.dripstone;
    let mut drips = Vec::new();
    for _ in 0..tries as u32 {
        let (angle, away) = (rolls.range(0.0, std::f32::consts::TAU), 0.95 * room.radius_m * rolls.unit().sqrt());
        let offset = [away * ops::cos(angle), away * ops::sin(angle)];
        let (length, kind, thick) = (spec.dripstone_m * rolls.range(0.35, 1.3), rolls.unit(), rolls.range(0.8, 1.3));
        let waist = rolls.range(WAIST_M[0], WAIST_M[1]);
        let Some(vault) = room.lobes.iter().map(|lobe| lobe.top_m(offset)).fold(None, highest) else { continue };
        let at_m = room.at_m + DVec2::new(f64::from(offset[0]), f64::from(offset[1]));
        let free_m = free_way_m(room, walked, at_m, away, spec);
        let ceiling = room.foot_m + vault;
        let stands = |radius: f32| free_m > radius;
        if kind < 0.16 && vault < TALLEST_COLUMN_M && stands(waist * 1.5) {
            let middle = room.foot_m + 0.45 * vault;
            for end in [room.foot_m - EMBEDDED_M, ceiling + EMBEDDED_M] {
                drips.push(Drip { at_m, ends_m: [end, middle], radii_m: [waist * 1.5, waist] });
            }
            continue;
        }
        let radius = (0.14 * length + 0.2) * thick;
        if kind < 0.6 {
            let length = ops::min(length, vault - CLEAR_M);
            if length > 0.6 {
                drips.push(Drip { at_m, ends_m: [ceiling + EMBEDDED_M, ceiling - length], radii_m: [radius, 0.1] });
            }
        }
        let height = ops::min(0.7 * length, 0.6 * vault);
        if kind > 0.35 && stands(1.2 * radius) {
            let foot = room.foot_m - EMBEDDED_M;
            drips.push(Drip { at_m, ends_m: [foot, foot + EMBEDDED_M + height], radii_m: [1.2 * radius, 0.15] });
        }
    }
    drips
}

fn highest(so_far: Option<f32>, top: Option<f32>) -> Option<f32> {
    match (so_far, top) {
        (Some(a), Some(b)) => Some(ops::max(a, b)),
        (a, b) => a.or(b),
    }
}

/// Distance of a place from everything that is walked in a room: its level middle, and the ways from there out of it.
fn free_way_m(room: &Room, walked: &[Walked], at_m: DVec2, away_m: f32, spec: &CavesSpec) -> f32 {
    let aside = spec.corridor_radius_m[1] + ASIDE_M;
    walked.iter().fold(away_m - room.level_m, |least, [from, to]| {
        let (way, here) = (*to - *from, at_m - *from);
        let share = (here.dot(way) / way.length_squared()).clamp(0.0, 1.0);
        ops::min((here - way * share).length() as f32 - aside, least)
    })
}
