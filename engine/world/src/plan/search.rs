//! The way through a strate on a coarse lattice of feet: A* with integer costs and deterministic ties.
//!
//! A state is a foot on a grid of 2 m by 2 m by 0.5 m and a heading out of eight. A move goes to a neighbour within one eighth
//! turn of the heading and changes height by at most one step, so no way is steeper than 0.25, and a climb winds up as a helix
//! whose laps cannot touch. Open floor is cheap, carving costs more, a bridge through the air most.
//!
//! What is left to pay from a foot is known beforehand: it is searched once, backwards from the goal and without headings, for
//! all starts. No way can cost less, so the search with headings finds the cheapest and looks at little else.

use super::coarse::Coarse;
use super::frame::FOOT_STEP_M;
use glam::{DVec2, DVec3, IVec2, IVec3};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Horizontal spacing of feet, metres.
const SPACING_M: f64 = 2.0;
/// Cost of one spacing over open natural floor.
const FLOOR_COST: u32 = 10;
/// Of one whose open floor lies a metre aside.
const ASIDE_COST: u32 = 12;
/// Of one carved through rock.
const CARVE_COST: u32 = 44;
/// What carving beside the open or close below it costs besides: it would score the wall of a hall.
const SCORE_COST: u32 = 40;
/// How much rock there is then at least of the four heights of a body, and how far off the open is.
const SCORE_ROCK: usize = 3;
const SCORE_ASIDE_M: f64 = 3.0;
/// Of one supported in the air.
const BRIDGE_COST: u32 = 80;
/// What the local liking of the rock and of the air adds at most: ways wind instead of running straight.
const CARVE_TASTE: u32 = 16;
const BRIDGE_TASTE: u32 = 48;
/// What a turn and a change of height cost besides.
const TURN_COST: u32 = 8;
const CLIMB_COST: u32 = 4;
/// What a way with headings may cost at some foot beyond the cheapest way from its start.
const DETOUR_COST: u32 = 6000;
/// More than any single move costs.
const DEAREST_MOVE: usize = 4096;
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
/// What is read of a column beyond its feet: two steps below and nine above.
const COLUMN_MORE: usize = 11;
const ASIDE: [DVec3; 4] = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y];
const UNSEEN: u32 = u32::MAX;
const BLOCKED: u32 = u32::MAX;

/// The lattice of feet over a region, and what a step onto each costs.
#[derive(Clone)]
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
        let (mut rock, mut beside) = (Vec::new(), Vec::new());
        for y in 0..size.y {
            for x in 0..size.x {
                region.survey_column(native, IVec2::new(x, y), &liking, &mut rock, &mut beside);
            }
        }
        region
    }

    /// Prices the feet of a column, whose rock is read from two steps below the lowest to nine above the highest.
    fn survey_column(
        &mut self,
        native: &Coarse,
        at: IVec2,
        liking: &impl Fn(DVec3) -> f64,
        rock: &mut Vec<bool>,
        beside: &mut Vec<bool>,
    ) {
        let foot = self.foot_m(at.extend(0));
        let n_feet = self.size.z as usize;
        let lowest = foot - DVec3::Z * (2.0 * FOOT_STEP_M);
        rock.clear();
        native.column(lowest, n_feet + COLUMN_MORE, rock);
        let first = self.cost.len();
        for k in 0..n_feet {
            // Index k + 2 is the foot itself.
            let body_rock = rock[k + 3..k + 7].iter().filter(|&&rock| rock).count() as u32;
            let ground = rock[k] || rock[k + 1];
            let carve = body_rock * (CARVE_COST - FLOOR_COST) / 4;
            let taste = |most: u32| (f64::from(most) * liking(foot + DVec3::Z * (FOOT_STEP_M * k as f64))) as u32;
            let cost = if ground || rock[k + 2] {
                FLOOR_COST + carve + if body_rock > 0 { taste(CARVE_TASTE) } else { 0 }
            } else {
                BRIDGE_COST + carve + taste(BRIDGE_TASTE)
            };
            self.cost.push(cost);
        }
        self.price_scores(native, lowest, first, rock, beside);
        for aside in ASIDE {
            beside.clear();
            native.column(lowest + aside, n_feet + 7, beside);
            for (cost, rock) in self.cost[first..].iter_mut().zip(beside.windows(7)) {
                let is_floor = (rock[0] || rock[1] || rock[2]) && !rock[3..7].contains(&true);
                if is_floor && *cost > ASIDE_COST {
                    *cost = ASIDE_COST;
                }
            }
        }
    }

    /// Makes feet of a column dearer that are carved where the open is close.
    fn price_scores(&mut self, native: &Coarse, lowest: DVec3, first: usize, rock: &[bool], beside: &mut Vec<bool>) {
        let is_carved = |rock: &[bool]| rock[3..7].iter().filter(|&&rock| rock).count() >= SCORE_ROCK;
        if !rock.windows(COLUMN_MORE).any(is_carved) {
            return;
        }
        let mut open: Vec<bool> = rock.windows(COLUMN_MORE).map(|rock| rock[7..].contains(&false)).collect();
        for aside in ASIDE {
            beside.clear();
            native.column(lowest + aside * SCORE_ASIDE_M, rock.len(), beside);
            for (open, beside) in open.iter_mut().zip(beside.windows(COLUMN_MORE)) {
                *open |= beside[3..7].contains(&false);
            }
        }
        for ((cost, rock), open) in self.cost[first..].iter_mut().zip(rock.windows(COLUMN_MORE)).zip(open) {
            if open && is_carved(rock) {
                *cost += SCORE_COST;
            }
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

    /// What it costs at least to come from every foot to one at the height of `goal_m` no farther than `goal_radius_m` from it;
    /// known a little farther out than the farthest of the starts.
    pub fn costs_to(&self, goal_m: DVec3, goal_radius_m: f64, starts_m: impl Iterator<Item = DVec3>) -> Vec<u32> {
        let mut left: Vec<u32> = vec![UNSEEN; self.cost.len()];
        let mut waiting: Vec<usize> = starts_m.map(|start| self.offset(self.nearest(start))).collect();
        // A ring of lists by cost: nothing queued is dearer than the current cost by a whole round.
        let mut ring: Vec<Vec<usize>> = vec![Vec::new(); DEAREST_MOVE];
        let goal = self.nearest(goal_m);
        let reach = (goal_radius_m / SPACING_M).ceil() as i32;
        for y in -reach..=reach {
            for x in -reach..=reach {
                let at = goal + IVec3::new(x, y, 0);
                if self.contains(at) && self.is_goal(at, goal_m, goal_radius_m) {
                    left[self.offset(at)] = 0;
                    ring[0].push(self.offset(at));
                }
            }
        }
        let (mut now, mut empty, mut end) = (0u32, 0, UNSEEN);
        while empty < DEAREST_MOVE && now < end {
            if waiting.is_empty() && end == UNSEEN {
                end = now + DETOUR_COST;
            }
            let due = std::mem::take(&mut ring[now as usize % DEAREST_MOVE]);
            empty = if due.is_empty() { empty + 1 } else { 0 };
            for offset in due {
                let step = self.cost[offset];
                if left[offset] != now {
                    continue;
                }
                waiting.retain(|start| *start != offset);
                if step == BLOCKED {
                    continue;
                }
                let at = self.at(offset);
                for (heading, direction) in HEADINGS.iter().enumerate() {
                    for climb in [0, 1, -1] {
                        let from = at - direction.extend(climb);
                        if !self.contains(from) {
                            continue;
                        }
                        let total = now + step * length_of(heading) + if climb == 0 { 0 } else { CLIMB_COST };
                        let before = self.offset(from);
                        if total < left[before] {
                            left[before] = total;
                            ring[total as usize % DEAREST_MOVE].push(before);
                        }
                    }
                }
            }
            now += 1;
        }
        left
    }

    /// The cheapest way from `start_m`, leaving within a sixth of a turn of `heading` (anywhere if it is zero), to a foot at the
    /// height of `goal_m` no farther than `goal_radius_m` from it, to which `left` are the costs. A `gentle` way does not climb
    /// while it turns. `None` if there is none in this region.
    pub fn way(
        &self,
        start_m: DVec3,
        heading: DVec2,
        (goal_m, goal_radius_m): (DVec3, f64),
        left: &[u32],
        gentle: bool,
    ) -> Option<Vec<DVec3>> {
        let mut best = vec![UNSEEN; self.cost.len() * 8];
        let mut came = vec![u8::MAX; self.cost.len() * 8];
        let mut queue = BinaryHeap::new();
        let start = self.offset(self.nearest(start_m));
        for (index, direction) in HEADINGS.iter().enumerate() {
            let ahead = direction.as_dvec2().dot(heading);
            if heading == DVec2::ZERO || ahead >= 0.5 * f64::from(direction.length_squared()).sqrt() {
                let state = start * 8 + index;
                best[state] = 0;
                queue.push(Reverse((left[start], state)));
            }
        }
        while let Some(Reverse((promised, state))) = queue.pop() {
            let at = self.at(state / 8);
            let cost = best[state];
            if promised > cost.saturating_add(left[state / 8]) {
                continue;
            }
            if self.is_goal(at, goal_m, goal_radius_m) {
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
                    if step == BLOCKED || left[offset] == UNSEEN {
                        continue;
                    }
                    let besides = if turn == 0 { 0 } else { TURN_COST } + if climb == 0 { 0 } else { CLIMB_COST };
                    let total = cost + step * length_of(heading) + besides;
                    let next_state = offset * 8 + heading;
                    if total < best[next_state] {
                        best[next_state] = total;
                        came[next_state] = (turn as u8 % 8) * 3 + (climb + 1) as u8;
                        queue.push(Reverse((total + left[offset], next_state)));
                    }
                }
            }
        }
        None
    }

    fn is_goal(&self, at: IVec3, goal_m: DVec3, goal_radius_m: f64) -> bool {
        let short = self.foot_m(at).truncate() - goal_m.truncate();
        at.z == self.nearest(goal_m).z && short.length_squared() <= goal_radius_m * goal_radius_m
    }

    fn at(&self, offset: usize) -> IVec3 {
        let offset = offset as i32;
        let (column, z) = (offset / self.size.z, offset % self.size.z);
        IVec3::new(column % self.size.x, column / self.size.x, z)
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

/// Length of a move in tenths of the spacing.
fn length_of(heading: usize) -> u32 {
    if heading % 2 == 0 { 10 } else { 14 }
}
