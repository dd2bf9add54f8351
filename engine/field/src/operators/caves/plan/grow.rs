//! Growing a cave round its spine: the tree, then loops, then side branches.

use super::clear::Taken;
use super::neighbours;
use super::sites::Site;
use super::spine::Spine;
use super::way::{End, Line, winding};
use super::{CavesSpec, Heights, Limits, Way, WayKind, WayPoint, heading};
use crate::hash::{self, Rolls, Tag};
use crate::ops;
use glam::{DVec2, IVec3};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Shares of the wanted stray that are tried in turn.
const STRAYS: [f64; 5] = [1.0, -1.0, 0.5, -0.5, 0.0];
/// How much of the way back to the hub counts when the tree chooses its next way: 0 makes the shortest tree, 1 the shortest ways.
const HOMEWARD: f64 = 0.75;
/// Directions a branch is tried in.
const BRANCH_TRIES: u32 = 6;

/// Rooms that ways reach, with their floors, and the ways.
pub(super) struct Grown {
    pub rooms: Vec<(Site, f64)>,
    pub ways: Vec<Way>,
}

struct Growing<'a> {
    seed: u64,
    spec: &'a CavesSpec,
    limits: &'a Limits,
    heights: &'a Heights,
    sites: &'a [Site],
    taken: Taken<'a>,
    /// Floors of the rooms that are reached.
    feet_m: Vec<Option<f64>>,
    ways: Vec<Way>,
}

/// Grows the cave.
pub(super) fn grow(seed: u64, spec: &CavesSpec, limits: &Limits, heights: &Heights, sites: &[Site], spine: Spine) -> Grown {
    let mut feet_m = vec![None; sites.len()];
    for (foot, spine_foot) in feet_m.iter_mut().zip(spine.feet_m) {
        *foot = Some(spine_foot);
    }
    let taken = Taken::new(limits, sites);
    let mut growing = Growing { seed, spec, limits, heights, sites, taken, feet_m, ways: Vec::new() };
    for way in spine.ways {
        growing.keep(way);
    }
    let places: Vec<DVec2> = sites.iter().map(|site| site.at_m).collect();
    let farthest_m = 2.0 * f64::from(spec.spacing_m[1]) + f64::from(spec.hall_radius_m);
    let pairs = neighbours::pairs(&places, limits.rim_m, farthest_m);
    let left = growing.tree(&pairs);
    growing.loops(&left);
    growing.branches();
    growing.finish()
}

impl Growing<'_> {
    fn rolls(&self, [a, b]: [usize; 2]) -> Rolls {
        let [a, b] = [a, b].map(|room| (self.sites[room].at_m * 8.0).as_ivec2());
        let mixed = hash::decide(self.seed, Tag::CaveWays, a.extend(0));
        Rolls::new(mixed, Tag::CaveWays, b.extend(1))
    }
    fn end(&self, room: usize) -> End {
        End { at_m: self.sites[room].at_m, radius_m: self.sites[room].radius_m }
    }
    fn keep(&mut self, way: Way) {
        self.taken.add(&way.points, way.from, way.to);
        self.ways.push(way);
    }
    /// Joins rooms, nearest first, until no pair is left; answers the pairs between rooms that were both reached otherwise.
    fn tree(&mut self, pairs: &[[usize; 2]]) -> Vec<[usize; 2]> {
        let mut of_room: Vec<Vec<usize>> = vec![Vec::new(); self.sites.len()];
        for (n, pair) in pairs.iter().enumerate() {
            pair.iter().for_each(|room| of_room[*room].push(n));
        }
        let length = |n: usize| {
            let [a, b] = pairs[n];
            let liking = f64::from(self.rolls([a, b]).range(0.85, 1.15));
            self.sites[a].at_m.distance(self.sites[b].at_m) * liking
        };
        let lengths: Vec<f64> = (0..pairs.len()).map(length).collect();
        let mut home_m = vec![0.0; self.sites.len()];
        let mut queue = BinaryHeap::new();
        let millimetres = |metres: f64| (metres * 1000.0) as u64;
        let look_from = |room: usize, home_m: f64, queue: &mut BinaryHeap<_>| {
            queue.extend(of_room[room].iter().map(|n| Reverse((millimetres(HOMEWARD * home_m + lengths[*n]), *n, room))));
        };
        for (room, (home_m, site)) in home_m.iter_mut().zip(self.sites).enumerate().take(3) {
            *home_m = site.at_m.length();
            look_from(room, *home_m, &mut queue);
        }
        let mut is_used = vec![false; pairs.len()];
        while let Some(Reverse((_, n, from))) = queue.pop() {
            let to = if pairs[n][0] == from { pairs[n][1] } else { pairs[n][0] };
            if self.feet_m[to].is_none() && self.join(from, to, WayKind::Tree) {
                is_used[n] = true;
                home_m[to] = home_m[from] + self.sites[from].at_m.distance(self.sites[to].at_m);
                look_from(to, home_m[to], &mut queue);
            }
        }
        let both = |pair: &[usize; 2]| pair.iter().all(|room| self.feet_m[*room].is_some());
        pairs.iter().zip(is_used).filter(|(pair, used)| !used && both(pair)).map(|(pair, _)| *pair).collect()
    }
    fn loops(&mut self, pairs: &[[usize; 2]]) {
        for &[a, b] in pairs {
            if self.rolls([b, a]).chance(self.spec.loop_chance) {
                self.join(a, b, WayKind::Loop);
            }
        }
    }
    /// Makes a way between two rooms, of which the second may still want a floor. False if there is no place for one.
    fn join(&mut self, from: usize, to: usize, kind: WayKind) -> bool {
        let Some(foot_m) = self.feet_m[from] else { return false };
        let (a, b) = (self.end(from), self.end(to));
        for stray in STRAYS {
            let mut rolls = self.rolls([from, to]);
            let knots = winding(a.at_m, b.at_m, stray * f64::from(self.spec.winding_m), &mut rolls);
            let Some(line) = Line::new(&knots, a, Some(b)) else { continue };
            let climb_m = line.climb_m();
            let there_m = match self.feet_m[to] {
                Some(there) if (there - foot_m).abs() > climb_m => continue,
                Some(there) => there,
                None => {
                    let wanted = self.heights.wanted_m(b.at_m).clamp(foot_m - climb_m, foot_m + climb_m);
                    self.limits.foot_m(wanted, foot_m)
                }
            };
            let points = line.way([foot_m, there_m], self.spec.corridor_radius_m.map(f64::from), None, &mut rolls);
            if self.taken.admits(&points, from, Some(to)) {
                self.feet_m[to] = Some(there_m);
                self.keep(Way { kind, from, to: Some(to), points });
                return true;
            }
        }
        false
    }
    /// Blind ways out of rooms.
    fn branches(&mut self) {
        for room in 0..self.sites.len() {
            let place = (self.sites[room].at_m * 8.0).as_ivec2();
            let mut rolls = Rolls::new(self.seed, Tag::CaveWays, IVec3::new(place.x, place.y, 2));
            if !rolls.chance(self.spec.branch_chance) {
                continue;
            }
            let found = (0..BRANCH_TRIES).find_map(|_| {
                let points = self.branch(room, &mut rolls)?;
                self.taken.admits(&points, room, None).then_some(points)
            });
            if let Some(points) = found {
                self.keep(Way { kind: WayKind::Branch, from: room, to: None, points });
            }
        }
    }
    /// A bounded curve from a room to a pocket.
    fn branch(&self, room: usize, rolls: &mut Rolls) -> Option<Vec<WayPoint>> {
        let (foot_m, from) = (self.feet_m[room]?, self.end(room));
        let mut angle = rolls.range(0.0, std::f32::consts::TAU);
        let mut at_m = from.at_m + heading(angle) * (from.radius_m + 4.0);
        let mut knots = vec![from.at_m, at_m];
        let turn = rolls.range(-0.6, 0.6);
        for _ in 0..1 + rolls.below(3) {
            angle += turn + rolls.range(-0.5, 0.5);
            let step_m = rolls.range(4.5, 7.5);
            at_m += DVec2::from_array([ops::cos(angle), ops::sin(angle)].map(|along| ops::wide_product(along, step_m)));
            knots.push(at_m);
        }
        let line = Line::new(&knots, from, None)?;
        let wanted = foot_m + line.climb_m() * f64::from(rolls.range(-1.0, 1.0));
        let there_m = wanted.clamp(self.limits.feet_m[0], self.limits.feet_m[1]);
        let bore_m = self.spec.corridor_radius_m.map(f64::from);
        let pocket_m = ops::wide_product(self.spec.corridor_radius_m[0], rolls.range(0.8, 1.8));
        Some(line.way([foot_m, there_m], bore_m, Some(pocket_m.max(bore_m[0])), rolls))
    }
    /// What is reached, numbered anew.
    fn finish(self) -> Grown {
        let mut number = vec![0; self.sites.len()];
        let mut rooms = Vec::new();
        for (i, (site, foot)) in self.sites.iter().zip(&self.feet_m).enumerate() {
            number[i] = rooms.len();
            rooms.extend(foot.map(|foot| (*site, foot)));
        }
        let renumbered = |way: Way| Way { from: number[way.from], to: way.to.map(|to| number[to]), ..way };
        Grown { rooms, ways: self.ways.into_iter().map(renumbered).collect() }
    }
}
