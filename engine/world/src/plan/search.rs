//! The way through a strate on a coarse lattice of feet: A* with integer costs and deterministic ties.
//!
//! A state is a foot on a grid of 2 m by 2 m by 0.5 m and a heading out of eight. A move goes to a neighbour within one eighth
//! turn of the heading and changes height by at most one step, so no way is steeper than 0.25, and a climb winds up as a helix
//! whose laps cannot touch. Open floor is cheap, carving costs more, a bridge through the air most.

use super::coarse::Coarse;
use super::frame::FOOT_STEP_M;
use glam::{DVec2, DVec3, IVec2, IVec3};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Horizontal spacing of feet, metres.
const SPACING_M: f64 = 2.0;
/// Cost of one spacing over open natural floor.
const FLOOR_COST: u32 = 10;
/// Of one carved through rock, before the local liking of the rock is added.
const CARVE_COST: u32 = 26;
/// Of one supported in the air.
const BRIDGE_COST: u32 = 70;
/// The eight headings, counter-clockwise.
const HEADINGS: [IVec2; 8] = [
    IVec2::new(1, 0),
    IVec2::new(1, 1),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, 0),
    IVec2::new(-1, -1),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
];
const UNSEEN: u32 = u32::MAX;
const BLOCKED: u32 = u32::MAX;

/// The lattice of feet over a region, and what a step onto each costs.
pub(super) struct Region {
    origin: IVec3,
    size: IVec3,
    /// Cost of a straight step onto a foot; `BLOCKED` where none may stand.
    cost: Vec<u32>,
}

impl Region {
    /// Covers a box of world metres. `liking` gives the strate's taste for carving at a place, 0..=1.
    pub fn survey(native: &Coarse, low_m: DVec3, high_m: DVec3, liking: impl Fn(DVec3) -> f64) -> Self {
        let spacing = DVec3::new(SPACING_M, SPACING_M, FOOT_STEP_M);
        let origin = (low_m / spacing).ceil().as_ivec3();
        let size = ((high_m / spacing).floor().as_ivec3() - origin + IVec3::ONE).max(IVec3::ONE);
        let mut region = Self { origin, size, cost: Vec::with_capacity((size.x * size.y * size.z) as usize) };
        let mut column = Vec::new();
        for y in 0..size.y {
            for x in 0..size.x {
                region.survey_column(native, IVec2::new(x, y), &liking, &mut column);
            }
        }
        region
    }

    /// Density of a column at every half step from two below its lowest foot to five above its highest.
    fn survey_column(&mut self, native: &Coarse, at: IVec2, liking: &impl Fn(DVec3) -> f64, column: &mut Vec<bool>) {
        column.clear();
        let foot = self.foot_m(at.extend(0));
        column.extend((-2..self.size.z + 5).map(|k| native.is_rock(foot + DVec3::Z * (FOOT_STEP_M * f64::from(k)))));
        for k in 0..self.size.z as usize {
            // Index k + 2 is the foot itself.
            let body_rock = column[k + 3..k + 7].iter().filter(|&&rock| rock).count() as u32;
            let ground = column[k] || column[k + 1];
            let carve = body_rock * (CARVE_COST - FLOOR_COST) / 4;
            let cost = if ground || column[k + 2] {
                let taste = if body_rock > 0 { (16.0 * liking(foot + DVec3::Z * (FOOT_STEP_M * k as f64))) as u32 } else { 0 };
                FLOOR_COST + carve + taste
            } else {
                BRIDGE_COST + carve
            };
            self.cost.push(cost);
        }
    }

    fn foot_m(&self, at: IVec3) -> DVec3 {
        (self.origin + at).as_dvec3() * DVec3::new(SPACING_M, SPACING_M, FOOT_STEP_M)
    }

    fn nearest(&self, foot_m: DVec3) -> IVec3 {
        let at = (foot_m / DVec3::new(SPACING_M, SPACING_M, FOOT_STEP_M) + 0.5).floor().as_ivec3() - self.origin;
        at.clamp(IVec3::ZERO, self.size - IVec3::ONE)
    }

    fn offset(&self, at: IVec3) -> usize {
        ((at.y * self.size.x + at.x) * self.size.z + at.z) as usize
    }

    fn contains(&self, at: IVec3) -> bool {
        at.cmpge(IVec3::ZERO).all() && at.cmplt(self.size).all()
    }

    /// Forbids every foot within `radius_m` of `around` whose height over it lies between `below_m` and `above_m`, unless
    /// `keep` allows it.
    pub fn block(&mut self, around: DVec3, radius_m: f64, below_m: f64, above_m: f64, keep: impl Fn(DVec3) -> bool) {
        let reach = DVec3::new(radius_m, radius_m, 0.0);
        let low = self.nearest(around - reach + DVec3::Z * below_m);
        let high = self.nearest(around + reach + DVec3::Z * above_m);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let from_axis = self.foot_m(IVec3::new(x, y, 0)).truncate() - around.truncate();
                if from_axis.length_squared() > radius_m * radius_m {
                    continue;
                }
                for z in low.z..=high.z {
                    let foot = self.foot_m(IVec3::new(x, y, z));
                    let rise = foot.z - around.z;
                    if rise >= below_m && rise <= above_m && !keep(foot) {
                        let offset = self.offset(IVec3::new(x, y, z));
                        self.cost[offset] = BLOCKED;
                    }
                }
            }
        }
    }

    /// The cheapest way from `start_m`, leaving within a sixth of a turn of `heading` (anywhere if it is zero), to a foot at the
    /// height of `goal_m` no farther than `goal_radius_m` from it. A `gentle` way does not climb
    /// while it turns. `None` if there is none in this region.
    pub fn way(&self, start_m: DVec3, heading: DVec2, goal_m: DVec3, goal_radius_m: f64, gentle: bool) -> Option<Vec<DVec3>> {
        let goal = self.nearest(goal_m);
        let mut best = vec![UNSEEN; self.cost.len() * 8];
        let mut came = vec![u8::MAX; self.cost.len() * 8];
        let mut queue = BinaryHeap::new();
        let start = self.nearest(start_m);
        for (index, direction) in HEADINGS.iter().enumerate() {
            let ahead = direction.as_dvec2().dot(heading);
            if heading == DVec2::ZERO || ahead >= 0.5 * f64::from(direction.length_squared()).sqrt() {
                let state = self.offset(start) * 8 + index;
                best[state] = 0;
                queue.push(Reverse((self.estimate(start, goal), state)));
            }
        }
        while let Some(Reverse((promised, state))) = queue.pop() {
            let at = self.at(state / 8);
            let cost = best[state];
            if promised > cost.saturating_add(self.estimate(at, goal)) {
                continue;
            }
            let short = self.foot_m(at).truncate() - goal_m.truncate();
            if at.z == goal.z && short.length_squared() <= goal_radius_m * goal_radius_m {
                return Some(self.trace(state, &came));
            }
            for turn in [0, 1, 7] {
                let heading = (state % 8 + turn) % 8;
                for climb in [0, 1, -1] {
                    let next = at + HEADINGS[heading].extend(climb);
                    if !self.contains(next) || (gentle && turn != 0 && climb != 0) {
                        continue;
                    }
                    let offset = self.offset(next);
                    let step = self.cost[offset];
                    if step == BLOCKED {
                        continue;
                    }
                    let length = if heading % 2 == 0 { 10 } else { 14 };
                    let total = cost + step * length + if turn == 0 { 0 } else { 8 } + if climb == 0 { 0 } else { 4 };
                    let next_state = offset * 8 + heading;
                    if total < best[next_state] {
                        best[next_state] = total;
                        came[next_state] = (turn as u8 % 8) * 3 + (climb + 1) as u8;
                        queue.push(Reverse((total + self.estimate(next, goal), next_state)));
                    }
                }
            }
        }
        None
    }

    fn at(&self, offset: usize) -> IVec3 {
        let offset = offset as i32;
        let (column, z) = (offset / self.size.z, offset % self.size.z);
        IVec3::new(column % self.size.x, column / self.size.x, z)
    }

    /// What is left at least to walk, priced between floor and carving: the way need not be the very cheapest.
    fn estimate(&self, at: IVec3, goal: IVec3) -> u32 {
        let d = (goal - at).abs();
        let (long, short) = if d.x > d.y { (d.x, d.y) } else { (d.y, d.x) };
        let level = 10 * long + 4 * short;
        let climb = 10 * d.z;
        (if level > climb { level } else { climb }) as u32 * (FLOOR_COST + CARVE_COST) / 2
    }

    fn trace(&self, last: usize, came: &[u8]) -> Vec<DVec3> {
        let mut state = last;
        let mut way = vec![self.foot_m(self.at(state / 8))];
        while came[state] != u8::MAX {
            let (turn, climb) = (usize::from(came[state] / 3), i32::from(came[state] % 3) - 1);
            let heading = state % 8;
            let before = self.at(state / 8) - HEADINGS[heading].extend(climb);
            state = self.offset(before) * 8 + (heading + 8 - turn) % 8;
            way.push(self.foot_m(self.at(state / 8)));
        }
        way.reverse();
        way
    }
}
