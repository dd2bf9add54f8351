//! The vaults of a room: one in the middle, lower ones round it, all over one floor and within its radius.

use super::sites::Site;
use super::{CavesSpec, LEAST_HEIGHT_M, Limits, Room, RoomKind};
use crate::hash::{Rolls, Tag};
use crate::ops;

/// Level floor round the centre of a room and of the hub, metres: landings stand there.
const LEVEL_M: f32 = 3.8;
const HUB_LEVEL_M: f32 = 9.5;
/// Width of the join of two vaults, relative to the room's radius.
pub(in super::super) const LOBE_JOIN: f32 = 0.16;
/// The middle vault never gets narrower than this share of the room, so that ways which begin nearer meet it.
const MIDDLE: f32 = 0.6;

/// An upright vault: a round wall, and over it a dome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lobe {
    /// Metres from the room's centre.
    pub at_m: [f32; 2],
    /// Radius at the floor.
    pub radius_m: f32,
    /// Height of its top above the floor.
    pub height_m: f32,
}

/// The room at a site.
pub(super) fn room(seed: u64, spec: &CavesSpec, limits: &Limits, site: &Site, foot_m: f64) -> Room {
    let place = (site.at_m * 8.0).as_ivec2();
    let mut rolls = Rolls::new(seed, Tag::CaveRooms, place.extend(0));
    let radius_m = site.radius_m as f32;
    let tallest = (limits.top_m - foot_m) as f32;
    let least = ops::min(LEAST_HEIGHT_M as f32, tallest);
    let is_hall = matches!(site.kind, RoomKind::Hub | RoomKind::Hall);
    let tall = if is_hall { rolls.range(0.95, 1.25) } else { rolls.range(0.75, 1.2) };
    let height_m = ops::clamp(radius_m * spec.room_height_ratio * tall, least, tallest);
    let lobing = spec.lobing;
    let join = LOBE_JOIN * radius_m / 6.0;
    let n_lobes = if lobing > 0.0 { 3 + rolls.below(if is_hall { 3 } else { 2 }) } else { 0 };
    // What the joins of the vaults may add to the outline stays within the radius.
    let within = radius_m - n_lobes as f32 * join;
    let middle_m = ops::max(within * (1.0 - 0.36 * lobing), MIDDLE * radius_m);
    let mut lobes = vec![Lobe { at_m: [0.0, 0.0], radius_m: middle_m, height_m }];
    let first = rolls.range(0.0, std::f32::consts::TAU);
    for n in 0..n_lobes {
        let angle = first + (n as f32 + rolls.range(-0.25, 0.25)) * std::f32::consts::TAU / n_lobes as f32;
        let radius = within * rolls.range(0.4, 0.58);
        let away = (within - radius) * ops::lerp(0.6, 1.0, lobing);
        let height_m = ops::clamp(height_m * rolls.range(0.45, 0.85), least, tallest);
        lobes.push(Lobe { at_m: [away * ops::cos(angle), away * ops::sin(angle)], radius_m: radius, height_m });
    }
    let level_m = if site.kind == RoomKind::Hub { HUB_LEVEL_M } else { LEVEL_M };
    Room { kind: site.kind, at_m: site.at_m, foot_m: foot_m as f32, radius_m, height_m, level_m, lobes }
}

impl Lobe {
    /// Height of the vault above the floor over an offset from the room's centre; `None` outside.
    pub fn top_m(&self, offset_m: [f32; 2]) -> Option<f32> {
        let (dx, dy) = (offset_m[0] - self.at_m[0], offset_m[1] - self.at_m[1]);
        let left = self.radius_m * self.radius_m - dx * dx - dy * dy;
        let rise = ops::min(self.height_m / self.radius_m, 1.0);
        (left > 0.0).then(|| ops::max(self.height_m - self.radius_m, 0.0) + left.sqrt() * rise)
    }
}
