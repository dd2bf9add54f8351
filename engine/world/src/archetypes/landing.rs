//! The landing oracle: a standable place near a wanted one, on the strate's own floor.

use super::{Native, Place};
use crate::Strate;
use field::ground::Stand;
use field::{Stack, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

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

/// A place whose ground modifiers or disturbances have changed.
#[derive(Debug)]
struct Changed {
    place: Arc<dyn Place>,
    native: Stack,
}

/// The same field, where nobody is landed over a hole or inside a feature.
pub(super) fn on_changed_ground(native: Native) -> Native {
    let Native { stack, place } = native;
    Native { place: Arc::new(Changed { place, native: stack.clone() }), stack }
}

/// Between these heights over a foot there must be air, and between these depths below it rock, metres.
const CLEAR_M: [f64; 2] = [0.5, 2.25];
const BEARING_M: [f64; 2] = [0.5, 1.0];
/// How far round a foot the floor must bear as well, metres.
const AROUND_M: f64 = 1.2;

impl Changed {
    fn bears(&self, voxel: VoxelSize, foot_m: DVec3) -> bool {
        let is_air = |at_m: DVec3| self.native.density(voxel.lattice_floor(at_m)) >= 0.0;
        let step_m = f64::from(voxel.metres());
        let between = |[from_m, to_m]: [f64; 2]| {
            let steps = ((to_m - from_m) / step_m).ceil() as u32;
            (0..=steps).map(move |i| DVec3::Z * (from_m + f64::from(i) * step_m).min(to_m))
        };
        [DVec3::ZERO, DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y].iter().all(|aside| {
            let foot_m = foot_m + *aside * AROUND_M;
            between(BEARING_M).all(|down| !is_air(foot_m - down)) && between(CLEAR_M).all(|up| is_air(foot_m + up))
        })
    }
}

impl Place for Changed {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let first = self.place.landing(voxel, wanted_m, budget_m);
        first.filter(|foot_m| self.bears(voxel, *foot_m)).or_else(|| {
            let nearby = tries(wanted_m, budget_m).filter_map(|at_m| self.place.landing(voxel, at_m, TRY_M));
            let within = |foot_m: &DVec3| foot_m.truncate().distance(wanted_m) <= budget_m;
            nearby.filter(within).find(|foot_m| self.bears(voxel, *foot_m))
        })
    }
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        self.place.stand(voxel, wanted_m, budget_m)
    }
}
