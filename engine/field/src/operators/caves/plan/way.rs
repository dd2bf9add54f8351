//! Ways: from knots to a middle line with levels, ramps and widths.
//!
//! ```text
//!   room ──portal──outline──lip╮                 ╭──────── room     level inside both rooms and a lip beyond,
//!                              ╰───── ramp ──────╯                 one grade between
//! ```

use super::{GRADE, LIP_M, PORTAL, WayPoint, curve};
use crate::hash::Rolls;
use crate::ops;
use glam::DVec2;

/// Usual distance between two bends of a way, metres.
const BEND_M: f64 = 16.0;
/// Share by which a bore swells and narrows along its way.
const SWELL: f64 = 0.16;
/// Length of a swell, metres per radian.
const SWELL_M: f64 = 4.7;
/// Least length of a ramp, metres.
const LEAST_RAMP_M: f64 = 2.0;

/// Where a way ends: the centre of a room and its radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub at_m: DVec2,
    pub radius_m: f64,
}

/// A baked middle line with the distances along it at which its parts begin and end.
#[derive(Clone, Debug)]
pub(super) struct Line {
    points: Vec<DVec2>,
    /// Distance along the line, by point.
    along_m: Vec<f64>,
    /// Where the bore begins and ends.
    bore_m: [f64; 2],
    /// Where the ramp begins and ends.
    ramp_m: [f64; 2],
}

/// Knots of a way that winds from `a` to `b`, straying up to `stray_m` to alternating sides.
pub(super) fn winding(a: DVec2, b: DVec2, stray_m: f64, rolls: &mut Rolls) -> Vec<DVec2> {
    let way = b - a;
    let length = way.length();
    let n_bends = (length / BEND_M + 0.5).floor().max(1.0);
    let across = way.perp() / length;
    let stray_m = stray_m * (length / 24.0).min(1.0);
    let mut knots = vec![a];
    let mut side = 1.0;
    for bend in 0..n_bends as u32 {
        let t = (f64::from(bend) + 0.5 + f64::from(rolls.range(-0.15, 0.15))) / n_bends;
        knots.push(a + way * t + across * (side * stray_m * f64::from(rolls.range(0.5, 1.0))));
        side = -side;
    }
    knots.push(b);
    knots
}

impl Line {
    /// Bakes a way between rooms; `None` where they leave no room for a ramp. Without a second room it ends blind.
    pub fn new(knots: &[DVec2], from: End, to: Option<End>) -> Option<Self> {
        let points = curve::bake(knots);
        let mut along_m = vec![0.0];
        for pair in points.windows(2) {
            along_m.push(along_m[along_m.len() - 1] + (pair[1] - pair[0]).length());
        }
        let total = along_m[along_m.len() - 1];
        let mut line = Self { points, along_m, bore_m: [0.0, total], ramp_m: [0.0, total] };
        line.bore_m[0] = line.leaves(from.at_m, PORTAL * from.radius_m);
        line.ramp_m[0] = line.leaves(from.at_m, from.radius_m + LIP_M);
        if let Some(to) = to {
            line.reverse();
            let [bore_m, ramp_m] = [PORTAL * to.radius_m, to.radius_m + LIP_M].map(|reach| total - line.leaves(to.at_m, reach));
            line.reverse();
            (line.bore_m[1], line.ramp_m[1]) = (bore_m, ramp_m);
        }
        (line.ramp_m[1] - line.ramp_m[0] >= LEAST_RAMP_M).then_some(line)
    }
    fn reverse(&mut self) {
        let total = self.along_m[self.along_m.len() - 1];
        self.points.reverse();
        self.along_m.reverse();
        self.along_m.iter_mut().for_each(|along| *along = total - *along);
    }
    /// Distance along the line at which it last leaves a circle.
    fn leaves(&self, centre: DVec2, radius_m: f64) -> f64 {
        let is_inside = |p: &DVec2| (*p - centre).length_squared() <= radius_m * radius_m;
        let Some(last) = self.points.iter().rposition(is_inside).filter(|last| last + 1 < self.points.len()) else { return 0.0 };
        let (from, along) = (self.points[last] - centre, self.points[last + 1] - self.points[last]);
        // The positive root of |from + t along| = radius.
        let (a, b, c) = (along.length_squared(), from.dot(along), from.length_squared() - radius_m * radius_m);
        let t = ((b * b - a * c).max(0.0).sqrt() - b) / a;
        self.along_m[last] + t.clamp(0.0, 1.0) * a.sqrt()
    }
    fn at(&self, along_m: f64) -> DVec2 {
        let after = self.along_m.partition_point(|along| *along < along_m).clamp(1, self.points.len() - 1);
        let (first, last) = (self.along_m[after - 1], self.along_m[after]);
        let t = if last > first { (along_m - first) / (last - first) } else { 0.0 };
        self.points[after - 1] + (self.points[after] - self.points[after - 1]) * t.clamp(0.0, 1.0)
    }
    /// Most that the floor can climb from end to end.
    pub fn climb_m(&self) -> f64 {
        GRADE * (self.ramp_m[1] - self.ramp_m[0])
    }
    /// The way with floors at both ends; widths swell within `radius_m`, and reach `last_m` where it ends blind.
    pub fn way(&self, feet_m: [f64; 2], radius_m: [f64; 2], last_m: Option<f64>, rolls: &mut Rolls) -> Vec<WayPoint> {
        let usual = f64::from(rolls.range(radius_m[0] as f32, radius_m[1] as f32));
        let phase = rolls.range(0.0, std::f32::consts::TAU);
        let mut stops: Vec<f64> = self.along_m.iter().copied().filter(|s| *s > self.bore_m[0] && *s < self.bore_m[1]).collect();
        stops.extend([self.bore_m[0], self.bore_m[1], self.ramp_m[0], self.ramp_m[1]]);
        stops.sort_by(f64::total_cmp);
        stops.dedup_by(|b, a| *b - *a < 0.05);
        let whole = self.ramp_m[1] - self.ramp_m[0];
        let point = |along: f64| {
            let share = ((along - self.ramp_m[0]) / whole).clamp(0.0, 1.0);
            let swell = 1.0 + SWELL * f64::from(ops::sin((along / SWELL_M) as f32 + phase));
            let near_end = ((along - self.bore_m[1]) / 6.0 + 1.0).clamp(0.0, 1.0);
            let radius = (usual * swell).clamp(radius_m[0], radius_m[1]);
            WayPoint {
                at_m: self.at(along),
                foot_m: feet_m[0] + (feet_m[1] - feet_m[0]) * share,
                radius_m: last_m.map_or(radius, |last| radius + (last - radius) * near_end),
            }
        };
        stops.into_iter().map(point).collect()
    }
}
