//! Flights: a floor that winds up round an upright axis for ever, a fixed height per turn.
//!
//! *Vocabulary.* The **turn** of a place is its angle round the axis as a share of a full turn, counter-clockwise from the corner `-x -y`.
//! It is a ratio of coordinates or a polynomial of one, so that nothing transcendental is asked per sample.
//! A flight's **tread** is its upper side, at `pitch * (turn + n)` for every whole n.

use crate::{Interval, Num, ops};

/// How the turn runs round the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// Evenly along the sides of a square.
    Square,
    /// Evenly round a circle, to within half a degree.
    Round,
}

/// What rounding may add to a turn's bound.
const ROUNDING: f32 = 1e-5;

impl Bend {
    /// The turn at an offset from the axis, within 0..=1; on the axis, any.
    #[inline(always)]
    pub fn turn(self, [x, y]: [f32; 2]) -> f32 {
        let is_x = ops::abs(x) >= ops::abs(y);
        let (across, along) = if is_x { (x, y) } else { (y, -x) };
        let ratio = along / if across == 0.0 { 1.0 } else { across };
        let eased = match self {
            Bend::Square => ratio,
            // The angle in eighths of a turn: within 0.004 rad of atan, and rising.
            Bend::Round => ratio * (1.3476 - 0.3476 * ops::abs(ratio)),
        };
        let side = if is_x {
            if x > 0.0 { 0.375 } else { 0.875 }
        } else if y > 0.0 {
            0.625
        } else {
            0.125
        };
        let turn = side + 0.125 * eased;
        if turn >= 1.0 { turn - 1.0 } else { ops::max(turn, 0.0) }
    }
    /// Encloses the turns of a rectangle of offsets without a jump where they start anew: the ends may lie outside 0..=1.
    pub fn turns(self, [x, y]: [Interval; 2]) -> Interval {
        if x.contains(0.0) && y.contains(0.0) {
            return Interval { lo: 0.0, hi: 1.0 };
        }
        let middle = self.turn([0.5 * (x.lo + x.hi), 0.5 * (y.lo + y.hi)]);
        // Seen from outside, a rectangle spans less than half a turn, and its corners span it.
        let (mut lo, mut hi) = (0.0, 0.0);
        for corner in [[x.lo, y.lo], [x.lo, y.hi], [x.hi, y.lo], [x.hi, y.hi]] {
            let ahead = self.turn(corner) - middle;
            let ahead = if ahead > 0.5 {
                ahead - 1.0
            } else if ahead < -0.5 {
                ahead + 1.0
            } else {
                ahead
            };
            (lo, hi) = (ops::min(ahead, lo), ops::max(ahead, hi));
        }
        Interval { lo: middle + lo, hi: middle + hi }.widen(ROUNDING)
    }
}

/// A flight: its rise per turn, its thickness, and the share of a turn that is level where turns begin and end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Metres, positive.
    pub pitch_m: f32,
    /// Metres, less than the pitch.
    pub thickness_m: f32,
    /// From 0 to below 0.5.
    pub level_share: f32,
}

impl Flight {
    /// Height of the tread in turns, from a turn: level at both ends.
    #[inline(always)]
    pub fn risen(&self, turn: f32) -> f32 {
        ops::clamp((turn - self.level_share) * (1.0 / (1.0 - 2.0 * self.level_share)), 0.0, 1.0)
    }
    /// Encloses [`Flight::risen`] up to whole turns.
    pub fn risen_over(&self, turns: Interval) -> Interval {
        let end = |turn: f32| turn.floor() + self.risen(turn - turn.floor());
        Interval { lo: end(turns.lo), hi: end(turns.hi) }.widen(ROUNDING)
    }
    /// A height over the flight's foot less the whole turns below it: within 0..=pitch.
    pub fn height_in_turn(&self, above_m: f32) -> f32 {
        above_m - self.pitch_m * (above_m / self.pitch_m).floor()
    }
    /// Distance along z to the nearest tread or underside, negative inside the rock of the flight. `in_turn_m` is from
    /// [`Flight::height_in_turn`], `risen` from [`Flight::risen`].
    #[inline(always)]
    pub fn distance(&self, in_turn_m: f32, risen: f32) -> f32 {
        let above = in_turn_m - self.pitch_m * risen + 0.5 * self.thickness_m;
        let lower = ops::min(ops::abs(above), ops::abs(above + self.pitch_m));
        ops::min(lower, ops::abs(above - self.pitch_m)) - 0.5 * self.thickness_m
    }
    /// Encloses [`Flight::distance`] for heights over the flight's foot and shares risen.
    pub fn distance_over(&self, above_m: Interval, risen: Interval) -> Interval {
        const MOST_TURNS: f32 = 6.0;
        let farthest = 0.5 * (self.pitch_m - self.thickness_m);
        let half = 0.5 * self.thickness_m;
        let base = (above_m.lo / self.pitch_m).floor() * self.pitch_m;
        let above = above_m - Interval::point(base) - Interval::point(self.pitch_m) * risen + Interval::point(half);
        let (first, last) = ((above.lo / self.pitch_m).floor(), (above.hi / self.pitch_m).floor() + 1.0);
        let whole = Interval { lo: -half, hi: farthest };
        let rounding = 1e-5 * (ops::abs(above_m.lo) + ops::abs(above_m.hi) + self.pitch_m) + 1e-4;
        if !(last - first).is_finite() || last - first > MOST_TURNS {
            return whole.widen(rounding);
        }
        let mut nearest = Interval::point(farthest + half);
        for n in 0..=(last - first) as i32 {
            let tread = (first + n as f32) * self.pitch_m;
            nearest = Num::min(Num::abs(above - Interval::point(tread)), nearest);
        }
        (nearest - Interval::point(half)).intersect(whole).widen(rounding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use glam::IVec3;

    #[test]
    fn turns_run_once_round_and_bounds_enclose() {
        let mut rolls = Rolls::new(8, Tag::Test, IVec3::ZERO);
        for bend in [Bend::Square, Bend::Round] {
            let mut last = -1.0;
            for i in 0..4000 {
                // From the corner -x -y, a little inside so that the start is not crossed.
                let angle = (i as f32 + 0.5) / 4000.0 * std::f32::consts::TAU - 0.75 * std::f32::consts::PI;
                let turn = bend.turn([3.0 * ops::cos(angle), 3.0 * ops::sin(angle)]);
                assert!(turn > last && (0.0..=1.0).contains(&turn));
                let even = (i as f32 + 0.5) / 4000.0;
                assert!(bend == Bend::Square || ops::abs(turn - even) < 0.0008, "{turn} at {even}");
                last = turn;
            }
            assert!(last > 0.999);
            let mut wide = 0;
            for _ in 0..3000 {
                let mut end = || rolls.range(-4.0, 4.0);
                let (x, y) = (end(), end());
                let (x, y) = (Interval::new(x, x + rolls.range(0.0, 3.0)), Interval::new(y, y + rolls.range(0.0, 3.0)));
                let bound = bend.turns([x, y]);
                wide += i32::from(bound.width() >= 1.0);
                for _ in 0..8 {
                    let turn = bend.turn([rolls.range(x.lo, x.hi), rolls.range(y.lo, y.hi)]);
                    assert!([-1.0, 0.0, 1.0].iter().any(|n| bound.contains(turn + n)), "{turn} outside {bound:?}");
                }
            }
            assert!(wide > 20 && wide < 1500, "{wide} of 3000 hold the axis");
        }
    }

    #[test]
    fn a_flight_repeats_with_every_turn_and_its_bound_encloses() {
        let flight = Flight { pitch_m: 3.7, thickness_m: 0.8, level_share: 0.05 };
        let mut rolls = Rolls::new(9, Tag::Test, IVec3::ZERO);
        let (mut inside, mut vacuous) = (0, 0);
        for _ in 0..6000 {
            let (above, turn) = (rolls.range(-20.0, 60.0), rolls.range(0.0, 1.0));
            let at = |above: f32, turn: f32| flight.distance(flight.height_in_turn(above), flight.risen(turn));
            let here = at(above, turn);
            assert!(ops::abs(here - at(above + flight.pitch_m, turn)) < 1e-4);
            // The tread is where it should be, and so is the underside.
            let tread = flight.pitch_m * (flight.risen(turn) + 2.0);
            assert!(ops::abs(at(tread, turn)) < 1e-4 && at(tread - 0.3, turn) < -0.2 && at(tread + 0.3, turn) > 0.2);
            inside += i32::from(here < 0.0);
            let (heights, turns) = (rolls.range(0.0, 1.2), rolls.range(0.0, 0.2));
            let bound = flight.distance_over(
                Interval::new(above - heights, above + heights),
                flight.risen_over(Interval::new(turn - turns, turn + turns)),
            );
            vacuous += i32::from(bound.width() > 1.85);
            for _ in 0..6 {
                let turn = rolls.range(turn - turns, turn + turns);
                let value = at(rolls.range(above - heights, above + heights), turn - turn.floor());
                assert!(bound.contains(value), "{value} outside {bound:?}");
            }
        }
        assert!(inside > 500 && vacuous < 2500, "{inside} inside, {vacuous} say nothing");
    }
}
