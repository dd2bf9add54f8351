//! The landing oracle: a standable place near a wanted one, on the strate's own floor.

use super::Geometry;
use crate::Strate;
use field::VoxelSize;
use field::operators::heights::HeightField;
use field::operators::pillars::Pillars;
use glam::{DVec2, DVec3};

/// Clear way kept from a column's foot, metres.
const CLEAR_OF_COLUMN_M: f64 = 3.0;
/// Slope that is as good as level.
const GENTLE: f32 = 0.12;
/// Slope nothing should land on.
const STEEPEST: f32 = 0.5;
/// Spacing of the places that are tried, metres.
const TRY_M: f64 = 3.0;
/// Nothing is searched for farther than this, metres.
const FARTHEST_M: f64 = 256.0;

/// Foot of a standable place of the native field within `budget_m` of `wanted_xy_m`: x and y in world metres, z in metres above
/// the content floor. A room's own centre, a plain clear of columns, level ground; `None` if there is none.
pub fn landing(strate: &Strate, voxel: VoxelSize, wanted_xy_m: DVec2, budget_m: f64) -> Option<DVec3> {
    let budget_m = budget_m.clamp(0.0, FARTHEST_M);
    match &strate.geometry {
        Geometry::Plain { slab, pillars } => {
            let at = tries(wanted_xy_m, budget_m).find(|at| is_clear(pillars, voxel, *at))?;
            Some(at.extend(f64::from(slab.at(at).lower_m)))
        }
        Geometry::Land(surface) => {
            let mut best: Option<(f32, DVec3)> = None;
            for at in tries(wanted_xy_m, budget_m) {
                let slope = slope(surface.as_ref(), at);
                if best.is_none_or(|(least, _)| slope < least) {
                    best = Some((slope, at.extend(f64::from(surface.at(at).lower_m))));
                }
                if slope < GENTLE {
                    break;
                }
            }
            best.filter(|(slope, _)| *slope < STEEPEST).map(|(_, foot)| foot)
        }
        Geometry::Network(network) => {
            let room = network.rooms_near(wanted_xy_m, budget_m).into_iter().next()?;
            Some(room.at_m.extend(f64::from(network.foot_m(&room))))
        }
    }
}

fn is_clear(pillars: &Pillars, voxel: VoxelSize, at: DVec2) -> bool {
    pillars.feet(voxel, at).iter().all(|(centre, radius_m)| centre.distance(at) > f64::from(*radius_m) + CLEAR_OF_COLUMN_M)
}

/// Steepest rise over 3 m either way along the axes.
fn slope(field: &impl HeightField, at: DVec2) -> f32 {
    let here = field.at(at).lower_m;
    [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y]
        .iter()
        .map(|way| field::ops::abs(field.at(at + *way * 3.0).lower_m - here) / 3.0)
        .fold(0.0, field::ops::max)
}

/// The wanted place, then rings round it, nearest first.
fn tries(wanted: DVec2, budget_m: f64) -> impl Iterator<Item = DVec2> {
    let rings = (budget_m / TRY_M).floor() as u32;
    std::iter::once(wanted).chain((1..=rings).flat_map(move |ring| {
        let radius = f64::from(ring) * TRY_M;
        let n = 8 + 4 * (ring / 2).min(8);
        (0..n).map(move |i| {
            let angle = std::f32::consts::TAU * i as f32 / n as f32;
            let way = DVec2::new(f64::from(field::ops::cos(angle)), f64::from(field::ops::sin(angle)));
            wanted + way * radius
        })
    }))
}
