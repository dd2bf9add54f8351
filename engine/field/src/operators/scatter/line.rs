//! Long features: chains of straight pieces in plan, each with heights and widths that change along it.
//!
//! The distance to a chain is that to its nearest section. Neighbours agree where they meet, so it is continuous.

use super::Feature;
use crate::feature::Anchored;
use crate::{Interval, Num, ops, sdf};

/// A straight piece in plan with `K` measures at either end; metres from the chain's anchor.
#[derive(Clone, Copy, Debug)]
pub struct Piece<const K: usize> {
    from: [f32; 2],
    along: [f32; 2],
    /// 1 / length².
    inverse: f32,
    length_m: f32,
    start: [f32; K],
    change: [f32; K],
}

/// A place in plan seen from a piece.
#[derive(Clone, Copy, Debug)]
pub struct Seen<N, const K: usize> {
    /// Distance from the piece, metres.
    pub lateral: N,
    /// The measures where it is nearest.
    pub measures: [N; K],
    /// How far it lies beyond either end, along the piece, metres; zero beside it. There a section gives way to its neighbour.
    pub beyond: N,
}

/// A point of a line with its measures.
#[derive(Clone, Copy, Debug)]
pub struct Knot<const K: usize> {
    /// Metres from the chain's anchor.
    pub at_m: [f32; 2],
    /// Heights and widths, metres.
    pub measures: [f32; K],
}

impl<const K: usize> Piece<K> {
    /// Between two knots.
    pub fn new(a: &Knot<K>, b: &Knot<K>) -> Self {
        let along = [b.at_m[0] - a.at_m[0], b.at_m[1] - a.at_m[1]];
        let length_m = ops::max((along[0] * along[0] + along[1] * along[1]).sqrt(), 1e-2);
        let inverse = 1.0 / (length_m * length_m);
        let mut change = b.measures;
        change.iter_mut().zip(a.measures).for_each(|(change, start)| *change -= start);
        Self { from: a.at_m, along, inverse, length_m, start: a.measures, change }
    }
    /// Where a place in plan lies.
    #[inline(always)]
    pub fn seen_from<N: Num>(&self, [x, y]: [N; 2]) -> Seen<N, K> {
        let (dx, dy) = (x - N::of(self.from[0]), y - N::of(self.from[1]));
        let [ax, ay] = self.along;
        let run = (dx.times(ax) + dy.times(ay)).times(self.inverse);
        let t = run.clamp(0.0, 1.0);
        let mut measures = [N::of(0.0); K];
        for ((measure, start), change) in measures.iter_mut().zip(self.start).zip(self.change) {
            *measure = N::of(start) + t.times(change);
        }
        let beyond = run.max(-run + N::of(1.0)).max(N::of(1.0)) - N::of(1.0);
        Seen { lateral: sdf::length2(dx - t.times(ax), dy - t.times(ay)), measures, beyond: beyond.times(self.length_m) }
    }
    /// Most that a measure changes per metre.
    pub fn slope(&self, measure: usize) -> f32 {
        ops::abs(self.change[measure]) / self.length_m
    }
    /// Least and greatest of a measure.
    pub fn range(&self, measure: usize) -> [f32; 2] {
        let (a, b) = (self.start[measure], self.start[measure] + self.change[measure]);
        [ops::min(a, b), ops::max(a, b)]
    }
    /// The box of the piece in plan, padded.
    pub fn plan_m(&self, pad_m: f32) -> [[f32; 2]; 2] {
        let end = [0, 1].map(|d| self.from[d] + self.along[d]);
        [[0, 1].map(|d| ops::min(self.from[d], end[d]) - pad_m), [0, 1].map(|d| ops::max(self.from[d], end[d]) + pad_m)]
    }
    /// Ends in plan.
    pub fn ends_m(&self) -> [[f32; 2]; 2] {
        [self.from, [0, 1].map(|d| self.from[d] + self.along[d])]
    }
}

/// What is swept along a piece.
pub trait Section: Copy + std::fmt::Debug + Send + Sync {
    /// As [`Feature::distance`], from the chain's anchor.
    fn distance<N: Num>(&self, offset: [N; 3], relief: N) -> N;
    /// As [`Feature::extent_m`].
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2];
    /// Most that the distance changes per metre.
    fn lipschitz(&self) -> f32;
}

/// A chain of sections; never empty.
#[derive(Clone, Debug)]
pub struct Chain<S> {
    anchor: Anchored,
    sections: Vec<S>,
    lipschitz: f32,
}

impl<S: Section> Chain<S> {
    /// `None` without sections.
    pub fn new(anchor: Anchored, sections: Vec<S>) -> Option<Self> {
        let lipschitz = sections.iter().fold(1.0, |most, section| ops::max(section.lipschitz(), most));
        (!sections.is_empty()).then_some(Self { anchor, sections, lipschitz })
    }
    /// The sections in order.
    pub fn sections(&self) -> &[S] {
        &self.sections
    }
}

/// Points of a line that winds about a straight way through the origin, `n + 1` of them: share of the way, and metres from the middle.
/// It strays no farther than `winding_m` sideways.
pub fn winding(n: usize, along: [f32; 2], length_m: f32, winding_m: f32, phase: f32) -> impl Iterator<Item = (f32, [f32; 2])> {
    let n = n.max(1);
    (0..=n).map(move |i| {
        let t = i as f32 / n as f32;
        let run = (t - 0.5) * length_m;
        let sideways = winding_m * ops::sin(WAVES * std::f32::consts::TAU * t + phase);
        (t, [along[0] * run - along[1] * sideways, along[1] * run + along[0] * sideways])
    })
}

/// Bends of a winding line.
const WAVES: f32 = 1.3;

/// A section's distance; zero is positive, so that the nearest has the same bits in any order.
#[inline(always)]
fn distance<S: Section, N: Num>(section: &S, offset: [N; 3], relief: N) -> N {
    section.distance(offset, relief) + N::of(0.0)
}

impl<S: Section> Feature for Chain<S> {
    fn anchor(&self) -> &Anchored {
        &self.anchor
    }
    fn distance<N: Num>(&self, offset: [N; 3], relief: N) -> N {
        self.sections.iter().fold(N::of(f32::INFINITY), |nearest, section| distance(section, offset, relief).min(nearest))
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let mut whole = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        for section in &self.sections {
            let [lo, hi] = section.extent_m(distance_m, relief_m);
            whole = [[0, 1, 2].map(|d| ops::min(lo[d], whole[0][d])), [0, 1, 2].map(|d| ops::max(hi[d], whole[1][d]))];
        }
        whole
    }
    fn lipschitz(&self) -> Option<f32> {
        Some(self.lipschitz)
    }
    fn trimmed(&self, offset: [Interval; 3], relief: Interval) -> Self {
        let middle = offset.map(|i| 0.5 * (i.lo + i.hi));
        let half = offset.map(|i| 0.5 * i.width());
        let reach_m = sdf::length3(half) + 1e-2;
        let moved_m = ops::max(ops::abs(relief.lo), ops::abs(relief.hi));
        let mut least = f32::INFINITY;
        let mut known = Vec::new();
        for section in &self.sections {
            let by_slope = Interval::around(distance(section, middle, 0.0), self.lipschitz * reach_m + moved_m);
            let bound = distance(section, offset, relief).intersect(by_slope);
            least = ops::min(bound.hi, least);
            known.push((*section, bound.lo));
        }
        let sections = known.into_iter().filter(|(_, lo)| *lo <= least).map(|(section, _)| section).collect();
        Self { sections, ..*self }
    }
    fn lower_row(&self, x: impl Fn(usize) -> f32, [y, z]: [f32; 2], relief: &[f32], nearest: &mut [f32]) {
        for section in &self.sections {
            for (i, (nearest, relief)) in nearest.iter_mut().zip(relief).enumerate() {
                *nearest = ops::min(distance(section, [x(i), y, z], *relief), *nearest);
            }
        }
    }
}
