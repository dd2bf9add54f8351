//! The landing oracle: a standable place near a wanted one, on the strate's own floor.

use crate::Strate;
use field::VoxelSize;
use glam::{DVec2, DVec3};

/// Spacing of the places that are tried, metres.
const TRY_M: f64 = 3.0;
/// Nothing is searched for farther than this, metres.
const FARTHEST_M: f64 = 256.0;

/// Foot of a standable place of the native field within `budget_m` of `wanted_xy_m`: x and y in world metres, z in metres above
/// the content floor. A room's own centre, a plain clear of columns, level ground; `None` if there is none.
pub fn landing(strate: &Strate, voxel: VoxelSize, wanted_xy_m: DVec2, budget_m: f64) -> Option<DVec3> {
    strate.place.landing(voxel, wanted_xy_m, budget_m.clamp(0.0, FARTHEST_M))
}

/// The wanted place, then rings round it, nearest first.
pub(super) fn tries(wanted: DVec2, budget_m: f64) -> impl Iterator<Item = DVec2> {
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
