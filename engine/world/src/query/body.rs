//! The body that must fit, and the two questions asked of a place: does it fit, and what does it stand on.
//!
//! The body is a capsule. Its torso (above the step height) may touch nothing; below the step height the ground may be
//! rough. The torso is tested on rings of points and along its axis: closer than the lattice can hide a wall.

use super::Terrain;
use glam::{DVec2, DVec3};

/// The capsule that must fit: all body numbers in one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyShape {
    /// 0.34 m.
    pub radius_m: f32,
    /// 1.76 m.
    pub height_m: f32,
    /// 0.30 m.
    pub headroom_m: f32,
    /// 0.35 m.
    pub step_m: f32,
    /// Tangent of 15°, over 2 m of horizontal travel.
    pub grade: f32,
}

/// The one body.
pub const BODY: BodyShape = BodyShape { radius_m: 0.34, height_m: 1.76, headroom_m: 0.30, step_m: 0.35, grade: 0.267_949_2 };

/// Unit directions round a ring.
pub(super) const RING: [DVec2; 8] = {
    const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
    [
        DVec2::new(1.0, 0.0),
        DVec2::new(D, D),
        DVec2::new(0.0, 1.0),
        DVec2::new(-D, D),
        DVec2::new(-1.0, 0.0),
        DVec2::new(-D, -D),
        DVec2::new(0.0, -1.0),
        DVec2::new(D, -D),
    ]
};

/// Rings of the torso: height above the foot and radius, in metres. The two highest follow the capsule's rounded top.
pub(super) const TORSO: [(f64, f64); 5] = [(0.42, 0.34), (0.76, 0.34), (1.10, 0.34), (1.42, 0.34), (1.66, 0.24)];

/// Whether the body's torso is free of rock with its foot at `foot_m`, and `headroom_m` more metres above its head.
pub fn fits<T: Terrain>(terrain: &mut T, foot_m: DVec3, headroom_m: f64) -> bool {
    let top_m = f64::from(BODY.height_m) + headroom_m;
    if terrain.is_rock(foot_m + DVec3::Z * top_m) {
        return false;
    }
    let rings_free = TORSO.iter().all(|&(height_m, radius_m)| {
        let centre = foot_m + DVec3::Z * height_m;
        !terrain.is_rock(centre) && RING.iter().all(|side| !terrain.is_rock(centre + side.extend(0.0) * radius_m))
    });
    if !rings_free || headroom_m <= 0.0 {
        return rings_free;
    }
    let head = foot_m + DVec3::Z * (TORSO[4].0 + headroom_m);
    RING.iter().all(|side| !terrain.is_rock(head + side.extend(0.0) * TORSO[4].1))
}

/// Height of the first floor met going down from `from_z` to `to_z` at one place; `None` when there is none, or when
/// `from_z` itself is rock.
pub fn floor_under<T: Terrain>(terrain: &mut T, xy_m: DVec2, from_z: f64, to_z: f64) -> Option<f64> {
    let from_m = xy_m.extend(from_z);
    if terrain.is_rock(from_m) {
        return None;
    }
    terrain.ground_below(from_m, from_z - to_z).map(|hit| hit.pos_m.z)
}

/// Height of the highest floor under the body's sole (its centre and a ring of half its radius), between `from_z` and `to_z`.
pub fn highest_floor<T: Terrain>(terrain: &mut T, xy_m: DVec2, from_z: f64, to_z: f64) -> Option<f64> {
    let mut best = floor_under(terrain, xy_m, from_z, to_z);
    for side in RING.iter().step_by(2) {
        let at = xy_m + *side * (0.5 * f64::from(BODY.radius_m));
        let floor = floor_under(terrain, at, from_z, to_z);
        best = match (best, floor) {
            (Some(a), Some(b)) => Some(if a > b { a } else { b }),
            (a, b) => a.or(b),
        };
    }
    best
}
