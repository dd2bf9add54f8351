//! The spine of a cave, planned before everything else: gate, hub, gate, and the two ways between them.
//!
//! Where a leg has to fall farther than a winding way can, it folds: legs across its direction, joined by half turns, on ground that is
//! kept free for it. A gate whose drop no fold on the available ground can take is brought nearer in height.

use super::CavesSpec;
use super::way::{End, Line, winding};
use super::{FOOT_STEP_M, GAP_M, GRADE, HUB_HEADROOM_M, Limits, RoomKind, Site, Way, WayKind, heading, snapped};
use crate::hash::{Rolls, Tag};
use crate::ops;
use glam::{DVec2, IVec3};

/// Largest radius of a gate, metres: a landing stands in it, and rooms around it are near.
const GATE_M: f64 = 6.0;
/// Longest leg of a fold to either side of its axis, metres, and the shortest.
const LEG_M: [f64; 2] = [8.0, 14.0];
/// Most legs of a fold.
const MOST_LEGS: f64 = 8.0;
/// The hub takes at most this share of the content radius.
const HUB_SHARE: f64 = 0.35;

/// Hub and gates, the floors of the three, and the ways from the hub to each gate.
pub(super) struct Spine {
    pub sites: [Site; 3],
    pub feet_m: [f64; 3],
    pub ways: [Way; 2],
}

/// Plans the spine.
pub(super) fn plan(seed: u64, spec: &CavesSpec, limits: &Limits) -> Spine {
    let mut rolls = Rolls::new(seed, Tag::CaveSites, IVec3::new(0, 0, -1));
    let radius_m = ops::min(spec.hall_radius_m, (HUB_SHARE * limits.rim_m) as f32);
    let hub = Site { at_m: DVec2::ZERO, radius_m: f64::from(radius_m), kind: RoomKind::Hub };
    let [lowest, highest] = limits.feet_m;
    let highest = (f64::from(spec.content_m) - HUB_HEADROOM_M).min(highest).max(lowest);
    let share = f64::from(rolls.range(0.25, 0.4));
    let hub_foot = limits.foot_m(lowest + share * (highest - lowest), 0.0);
    let angle = rolls.range(0.0, std::f32::consts::TAU);
    let opposite = angle + std::f32::consts::PI + rolls.range(-0.6, 0.6);
    let drop_m = 0.5 * f64::from(spec.descent_m);
    let mut leg = |angle: f32, rise_m: f64, kind: u32| {
        let planner =
            Leg { spec, limits, hub: &hub, hub_foot, rolls: Rolls::new(seed, Tag::CaveWays, IVec3::new(kind as i32, 0, -1)) };
        planner.plan(angle, rise_m + f64::from(rolls.range(-0.1, 0.1)) * drop_m, 1 + kind as usize)
    };
    let (upper, lower) = (leg(angle, drop_m, 0), leg(opposite, -drop_m, 1));
    Spine { sites: [hub, upper.0, lower.0], feet_m: [hub_foot, upper.1, lower.1], ways: [upper.2, lower.2] }
}

struct Leg<'a> {
    spec: &'a CavesSpec,
    limits: &'a Limits,
    hub: &'a Site,
    hub_foot: f64,
    rolls: Rolls,
}

impl Leg<'_> {
    /// The gate, its floor, and the way to it.
    fn plan(mut self, angle: f32, rise_m: f64, gate: usize) -> (Site, f64, Way) {
        let wanted = self.limits.foot_m(self.hub_foot + rise_m, self.hub_foot);
        let rise_m = (wanted - self.hub_foot).abs();
        let radius_m = f64::from(ops::clamp(self.spec.room_radius_m[1], self.spec.room_radius_m[0], GATE_M as f32));
        let bore_m = self.spec.corridor_radius_m.map(f64::from);
        let mut fold = Fold::needed(rise_m, bore_m[1], self.limits.wall_m);
        let near = self.hub.radius_m + radius_m + GAP_M + 4.0;
        let far = self.limits.rim_m - radius_m - GAP_M;
        let [least, most] = [0, 1].map(|i| self.limits.mouths_m[i].max(near).min(far));
        let free = least + (most - least) * f64::from(self.rolls.range(0.0, 0.7));
        let gentle = self.hub.radius_m + radius_m + 1.0 + rise_m / GRADE;
        let distance = if gentle <= most {
            fold = None;
            free.max(gentle)
        } else {
            let fit = || {
                let folded = self.hub.radius_m + radius_m + fold?.length_m();
                (folded <= far).then_some(folded)
            };
            // Fewer legs where the ground ends; then a gate that is nearer in height.
            match fit() {
                Some(folded) => folded.max(free),
                None => {
                    fold = fold.and_then(|f| f.shortened(far - self.hub.radius_m - radius_m));
                    far
                }
            }
        };
        let at_m = snapped(heading(angle) * distance);
        let site = Site { at_m, radius_m, kind: RoomKind::Gate };
        let ends = [self.hub, &site].map(|site| End { at_m: site.at_m, radius_m: site.radius_m });
        let stray_m = f64::from(self.spec.winding_m) * if self.rolls.chance(0.5) { 1.0 } else { -1.0 };
        let knots = match fold {
            Some(fold) => fold.knots(self.hub, &site, stray_m < 0.0),
            None => winding(self.hub.at_m, at_m, stray_m, &mut self.rolls),
        };
        let line = Line::new(&knots, ends[0], Some(ends[1]));
        let climb_m = line.as_ref().map_or(0.0, Line::climb_m);
        let foot_m = self.limits.foot_m(wanted.clamp(self.hub_foot - climb_m, self.hub_foot + climb_m), self.hub_foot);
        let points = line.map(|line| line.way([self.hub_foot, foot_m], bore_m, None, &mut self.rolls)).unwrap_or_default();
        (site, foot_m, Way { kind: WayKind::Spine, from: 0, to: Some(gate), points })
    }
}

/// Legs across a way, side by side.
#[derive(Clone, Copy, Debug)]
struct Fold {
    n_legs: f64,
    /// From the axis to the end of a leg.
    leg_m: f64,
    /// Between the middles of two legs.
    pitch_m: f64,
    /// Free ground before the first leg and behind the last.
    margin_m: f64,
}

impl Fold {
    /// The smallest fold that climbs `rise_m`, if any is needed at all.
    fn needed(rise_m: f64, bore_m: f64, wall_m: f64) -> Option<Self> {
        if rise_m < FOOT_STEP_M {
            return None;
        }
        let fold = Self { n_legs: 2.0, leg_m: LEG_M[0], pitch_m: 2.0 * bore_m + wall_m + 0.8, margin_m: bore_m + wall_m + 1.0 };
        let length_m = rise_m / GRADE + 4.0;
        let longest = Self { leg_m: LEG_M[1], ..fold };
        let n_legs = (1.0 + (length_m - longest.walked_m()) / longest.lap_m()).ceil() + 1.0;
        let n_legs = n_legs.clamp(2.0, MOST_LEGS);
        let spare = Self { n_legs, ..fold };
        let leg_m = LEG_M[0] + (length_m - spare.walked_m()) / (2.0 * (n_legs - 1.0));
        Some(Self { leg_m: leg_m.clamp(LEG_M[0], LEG_M[1]), ..spare })
    }
    /// The same within less ground; `None` where two legs do not fit.
    fn shortened(self, ground_m: f64) -> Option<Self> {
        let n_legs = (1.0 + (ground_m - 2.0 * self.margin_m) / self.pitch_m).floor();
        (n_legs >= 2.0).then_some(Self {
            n_legs: if n_legs < self.n_legs { n_legs } else { self.n_legs },
            leg_m: LEG_M[1],
            ..self
        })
    }
    /// Ground from outline to outline.
    fn length_m(&self) -> f64 {
        2.0 * self.margin_m + (self.n_legs - 1.0) * self.pitch_m
    }
    /// Length of one leg with its turn.
    fn lap_m(&self) -> f64 {
        2.0 * self.leg_m + 0.57 * self.pitch_m
    }
    /// Length of the way through it, at least.
    fn walked_m(&self) -> f64 {
        (self.n_legs - 1.0) * self.lap_m() + 2.0 * self.margin_m - 4.0
    }
    /// Knots from room to room: out, over to one side, across by legs and half turns, back to the axis.
    fn knots(&self, from: &Site, to: &Site, starts_right: bool) -> Vec<DVec2> {
        let way = to.at_m - from.at_m;
        let (along, distance) = (way / way.length(), way.length());
        let across = along.perp() * if starts_right { -1.0 } else { 1.0 };
        let place = |x: f64, y: f64| from.at_m + along * x + across * y;
        let ground = distance - from.radius_m - to.radius_m;
        let first = from.radius_m + 0.5 * (ground - (self.n_legs - 1.0) * self.pitch_m);
        let (half, corner) = (0.5 * self.pitch_m, 3.0);
        let mut knots = vec![from.at_m, place(first - corner, 0.0), place(first, corner)];
        let n_legs = self.n_legs as u32;
        let mut side = 1.0;
        for leg in 0..n_legs {
            let x = first + f64::from(leg) * self.pitch_m;
            let is_last = leg + 1 == n_legs;
            if leg > 0 {
                knots.push(place(x, -side * (self.leg_m - half)));
                knots.push(place(x, if is_last { -side * corner } else { 0.0 }));
            }
            if !is_last {
                knots.push(place(x, side * (self.leg_m - half)));
                knots.push(place(x + half, side * self.leg_m));
                side = -side;
            }
        }
        knots.extend([place(first + f64::from(n_legs - 1) * self.pitch_m + corner, 0.0), to.at_m]);
        knots
    }
}
