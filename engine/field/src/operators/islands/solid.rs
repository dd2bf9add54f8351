//! Distances to islands and to the bridges between them: a plan with land above and an underside below.
//!
//! ```text
//!        ________________              land: level before it rolls
//!       (                )             rim: a small cliff
//!        \__          __/              body: a bowl that is full at half the radius
//!           \_      _/                 taper and drips
//!             \/\/\/
//! ```
//!
//! Everything but the height is a matter of the column, so a column is looked up once and serves all heights.

use super::IslandSpec;
use super::layout::Island;
use crate::feature::Anchored;
use crate::hash::{Rolls, Tag};
use crate::index::LatticeBox;
use crate::vector::LANES;
use crate::{Interval, Num, SampleBox, VoxelSize, baked, ops, sdf};
use glam::{DVec2, IVec2};

/// Share of the body's thickness that its rim has.
const RIM: f32 = 0.38;
/// Least and most that an island is deeper at its middle than its body, relative to the body.
pub const TAPER: [f32; 2] = [0.5, 0.95];
/// Half breadth of a core without lobes, and how much of it lobes take; relative to the radius.
const CORE: [f32; 2] = [0.96, 0.42];
/// Smallest and largest lobe relative to the radius, and how many there are.
const LOBE: [f32; 2] = [0.22, 0.4];
const LOBES: [u32; 2] = [3, 6];
/// Width of the joins of core and lobes relative to the radius.
const LOBE_JOIN: f32 = 0.2;
/// Width of the rounding of the rim, above and below, metres.
const RIM_JOIN_M: f32 = 1.5;
const FOOT_JOIN_M: f32 = 1.2;
/// Usual slope of the underside.
const UNDERSIDE: f32 = 1.2;
/// Half the width of a bridge's way, metres.
pub const HALF_WIDTH_M: f32 = 1.9;
/// Thickness of a bridge in the middle, and what its ends have more, metres.
pub const THICKNESS_M: f32 = 2.4;
const SPRING_M: f32 = 2.0;
/// How far a bridge's end lies inside an island's core, and below its land, metres.
pub const EMBEDDED_M: f32 = 2.0;
const SUNK_M: f32 = 0.15;
/// Steepest grade that a bridge's arc may add up to, and its height relative to its length.
const ARC_GRADE: f32 = 0.24;
const ARC: f32 = 0.05;

/// A column through a solid: distance to the outline in plan, and the heights of land and underside, all in metres.
#[derive(Clone, Copy, Debug)]
pub struct Column<N> {
    /// Negative inside.
    pub edge: N,
    /// Land.
    pub top: N,
    /// Underside.
    pub bottom: N,
}

impl<N: Num> Column<N> {
    /// The column lifted by the roll of the land.
    pub fn rolled(self, roll: N) -> Self {
        Self { edge: self.edge, top: self.top + roll, bottom: self.bottom + roll }
    }
}

/// An island or a bridge ready to be measured.
#[derive(Clone, Debug)]
pub struct Solid {
    origin: Anchored,
    form: Form,
    /// From vertical to true distance, above and below.
    above: f32,
    below: f32,
}

#[derive(Clone, Debug)]
enum Form {
    Island(Body),
    Bridge(Span),
}

#[derive(Clone, Debug)]
struct Body {
    /// The core and its lobes: middle and radius.
    discs: Vec<([f32; 2], f32)>,
    join_m: f32,
    radius_m: f32,
    core_m: f32,
    top_m: f32,
    thickness_m: f32,
    /// What its middle has more than its body.
    taper_m: f32,
    drip_m: f32,
}

#[derive(Clone, Debug)]
struct Span {
    /// Unit vector and length from the first end to the second.
    along: [f32; 2],
    length_m: f32,
    top_m: f32,
    climb_m: f32,
    arc_m: f32,
    /// Vertical thickness in the middle, and what the ends have more.
    thickness_m: [f32; 2],
}

impl IslandSpec {
    fn core_m(&self, radius_m: f32) -> f32 {
        radius_m * (CORE[0] - CORE[1] * self.lobes)
    }
    /// Thickness of the body of an island that has all the room it wants, metres.
    fn thickness_m(&self, radius_m: f32) -> f32 {
        self.thickness * 2.0 * radius_m
    }
    /// Depth of an island that has all the room it wants, metres; `taper` as in [`TAPER`].
    pub(super) fn wanted_depth_m(&self, radius_m: f32, taper: f32) -> f32 {
        (1.0 + taper) * self.thickness_m(radius_m) + self.drip_m
    }
    /// Edge of the widest cube that fits the smallest island wherever the lattice lies: no finer cell misses it. Metres.
    pub fn widest_cell_m(&self) -> f32 {
        let radius_m = 0.5 * self.diameter_m[0];
        let body = Body::plain(self, radius_m, TAPER[0], self.fit(radius_m, TAPER[0]));
        let cell_m = |inside_m: f32| ops::min(std::f32::consts::SQRT_2 * (body.core_m - inside_m), body.depth_m(inside_m));
        (0..64).map(|i| cell_m(body.core_m * i as f32 / 64.0)).fold(0.0, ops::max)
    }
}

impl Body {
    /// A body without lobes, its land at height zero.
    fn plain(spec: &IslandSpec, radius_m: f32, taper: f32, fit: f32) -> Self {
        let thickness_m = spec.thickness_m(radius_m) * fit;
        Self {
            discs: vec![([0.0, 0.0], spec.core_m(radius_m))],
            join_m: LOBE_JOIN * radius_m,
            radius_m,
            core_m: spec.core_m(radius_m),
            top_m: 0.0,
            thickness_m,
            taper_m: taper * thickness_m,
            drip_m: spec.drip_m * fit,
        }
    }
    fn new(spec: &IslandSpec, seed: u64, island: &Island) -> Self {
        let Island { cell, radius_m, top_m, taper, .. } = *island;
        let mut rolls = Rolls::new(seed, Tag::Outline, cell);
        let n = LOBES[0] + rolls.below(LOBES[1] - LOBES[0] + 1);
        let start = rolls.range(0.0, std::f32::consts::TAU);
        let mut body = Self { top_m, ..Self::plain(spec, radius_m, taper, spec.fit(radius_m, taper)) };
        for i in 0..n {
            let angle = start + std::f32::consts::TAU * (i as f32 + rolls.range(-0.3, 0.3)) / n as f32;
            let lobe_m = radius_m * rolls.range(LOBE[0], LOBE[1]);
            let out_m = CORE[0] * radius_m - lobe_m;
            body.discs.push(([ops::cos(angle) * out_m, ops::sin(angle) * out_m], lobe_m));
        }
        body
    }
    /// Distance to the outline: the smooth union of the two nearest discs.
    #[inline(always)]
    fn edge<N: Num>(&self, [x, y]: [N; 2]) -> N {
        let far = N::of(f32::MAX);
        let (mut first, mut second) = (far, far);
        for ([cx, cy], radius_m) in &self.discs {
            let d = sdf::length2(x - N::of(*cx), y - N::of(*cy)) - N::of(*radius_m);
            second = second.min(first.max(d));
            first = first.min(d);
        }
        first.smooth_min(second, self.join_m)
    }
    /// Depth without drips at a way inside the outline, metres.
    #[inline(always)]
    fn depth_m<N: Num>(&self, inside_m: N) -> N {
        let bowl = N::of(1.0) - (N::of(1.0) - inside_m.times(2.0 / self.radius_m).clamp(0.0, 1.0)).square();
        let taper = inside_m.times(1.0 / self.core_m).clamp(0.0, 1.0).square();
        N::of(self.thickness_m * RIM) + bowl.times(self.thickness_m * (1.0 - RIM)) + taper.times(self.taper_m)
    }
    /// Land and underside at a way from the outline; `drip` from 0 to 1.
    #[inline(always)]
    fn column<N: Num>(&self, edge: N, drip: N) -> Column<N> {
        let inside = -edge;
        let share = inside.times(2.0 / self.radius_m).clamp(0.0, 1.0);
        let bottom = N::of(self.top_m) - (self.depth_m(inside) + share * drip * N::of(self.drip_m));
        Column { edge, top: N::of(self.top_m), bottom }
    }
}

impl Span {
    #[inline(always)]
    fn column<N: Num>(&self, [x, y]: [N; 2]) -> Column<N> {
        let [ux, uy] = self.along;
        let run = (x.times(ux) + y.times(uy)).clamp(0.0, self.length_m);
        let edge = sdf::length2(x - run.times(ux), y - run.times(uy)) - N::of(HALF_WIDTH_M);
        let t = run.times(1.0 / self.length_m);
        // From 1 at the ends to 0 in the middle.
        let end = (t.times(2.0) - N::of(1.0)).square();
        let top = N::of(self.top_m) + t.times(self.climb_m) + (N::of(1.0) - end).times(self.arc_m);
        Column { edge, top, bottom: top - (N::of(self.thickness_m[0]) + end.times(self.thickness_m[1])) }
    }
}

/// Some numbers, not more than there are lanes, in the first lanes; the last of them in the others.
#[inline(always)]
fn filled(numbers: &[f32]) -> [f32; LANES] {
    match numbers.try_into() {
        Ok(all) => all,
        Err(_) => {
            let mut lanes = [numbers.last().copied().unwrap_or_default(); LANES];
            lanes.iter_mut().zip(numbers).for_each(|(lane, number)| *lane = *number);
            lanes
        }
    }
}

impl Solid {
    /// An island.
    pub fn island(spec: &IslandSpec, voxel: VoxelSize, seed: u64, island: &Island) -> Self {
        let below = 1.0 / (1.0 + UNDERSIDE * UNDERSIDE).sqrt();
        let form = Form::Island(Body::new(spec, seed, island));
        Self { origin: Anchored::at(voxel, island.at_m.extend(0.0)), form, above: 1.0, below }
    }
    /// The bridge between two islands that lie beside one another in plan: an arc no steeper than it must be.
    pub fn bridge(spec: &IslandSpec, voxel: VoxelSize, from: &Island, to: &Island) -> Self {
        let way = to.at_m - from.at_m;
        let apart = way.length();
        let unit = way / apart;
        let inside = |island: &Island| {
            let core_m = spec.core_m(island.radius_m);
            f64::from(core_m - ops::min(EMBEDDED_M, 0.6 * core_m))
        };
        let start: DVec2 = from.at_m + unit * inside(from);
        let length_m = ops::max((apart - inside(from) - inside(to)) as f32, 0.5);
        let climb_m = to.top_m - from.top_m;
        let grade = ops::abs(climb_m) / length_m;
        let arc_m = ops::min(ARC * length_m, 0.25 * ops::max(ARC_GRADE - grade, 0.0) * length_m);
        let steepest = grade + 4.0 * arc_m / length_m;
        let upright = 1.0 / (1.0 + steepest * steepest).sqrt();
        let form = Form::Bridge(Span {
            along: [unit.x as f32, unit.y as f32],
            length_m,
            top_m: from.top_m - SUNK_M,
            climb_m,
            arc_m,
            thickness_m: [THICKNESS_M, SPRING_M].map(|m| m / upright),
        });
        Self { origin: Anchored::at(voxel, start.extend(0.0)), form, above: upright, below: upright }
    }
    /// Whether it is an island.
    pub fn is_island(&self) -> bool {
        matches!(self.form, Form::Island(_))
    }
    fn offset_m(&self, voxel: VoxelSize, p: IVec2) -> [f32; 2] {
        let [x, y, _] = self.origin.offset_to(voxel.metres(), p.extend(self.origin.anchor.z));
        [x, y]
    }
    /// Distance to the outline of a column.
    pub fn edge(&self, voxel: VoxelSize, p: IVec2) -> f32 {
        let offset = self.offset_m(voxel, p);
        match &self.form {
            Form::Island(body) => body.edge(offset),
            Form::Bridge(span) => span.column(offset).edge,
        }
    }
    /// A column, before the land rolls; `edge` is [`Solid::edge`] of it.
    pub fn column(&self, voxel: VoxelSize, p: IVec2, edge: f32, drip: f32) -> Column<f32> {
        match &self.form {
            Form::Island(body) => body.column(edge, drip),
            Form::Bridge(span) => span.column(self.offset_m(voxel, p)),
        }
    }
    /// Encloses the columns of a box, whatever drips from them.
    pub fn columns(&self, voxel: VoxelSize, part: &SampleBox) -> Column<Interval> {
        let [lo, hi] = [part.origin, part.last()].map(|p| self.offset_m(voxel, p.truncate()));
        let offset = [Interval::new(lo[0], hi[0]), Interval::new(lo[1], hi[1])];
        match &self.form {
            Form::Island(body) => body.column(body.edge(offset), Interval::new(0.0, 1.0)),
            Form::Bridge(span) => span.column(offset),
        }
    }
    /// Distance at a height of a rolled column: never less than any of its three terms.
    #[inline(always)]
    pub fn distance<N: Num>(&self, column: Column<N>, z: N) -> N {
        self.distance_between(column, z, z)
    }
    /// The same with a height of its own for the land and for the underside: rising in the one, falling in the other.
    #[inline(always)]
    fn distance_between<N: Num>(&self, column: Column<N>, land_z: N, underside_z: N) -> N {
        let land = (land_z - column.top).times(self.above);
        let underside = (column.bottom - underside_z).times(self.below);
        land.smooth_max(column.edge, RIM_JOIN_M).smooth_max(underside, FOOT_JOIN_M)
    }
    /// Encloses the distances at some heights of rolled columns, one at least, given term by term: the hull of what each column's terms
    /// enclose, up to rounding, which the caller adds.
    #[inline(always)]
    pub fn over_columns(&self, [edges, tops, bottoms]: [&[f32]; 3], z: Interval) -> Interval {
        // Lanes make vector code; those beside the last column repeat it.
        let (mut lo, mut hi) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
        for ((edges, tops), bottoms) in edges.chunks(LANES).zip(tops.chunks(LANES)).zip(bottoms.chunks(LANES)) {
            let (edges, tops, bottoms) = (filled(edges), filled(tops), filled(bottoms));
            for i in 0..LANES {
                let column = Column { edge: edges[i], top: tops[i], bottom: bottoms[i] };
                lo[i] = ops::min(self.distance_between(column, z.lo, z.hi), lo[i]);
                hi[i] = ops::max(self.distance_between(column, z.hi, z.lo), hi[i]);
            }
        }
        let (lo, hi) = (lo.into_iter().fold(f32::INFINITY, ops::min), hi.into_iter().fold(f32::NEG_INFINITY, ops::max));
        Interval { lo, hi }
    }
    /// A lattice box outside which the distance is at least `distance_m`, however the land rolls (at most `rolling_m` either way).
    pub fn reach(&self, voxel: VoxelSize, distance_m: f32, rolling_m: f32) -> LatticeBox {
        let (low, high) = (distance_m / self.below + rolling_m, distance_m / self.above + rolling_m);
        let (min, max) = match &self.form {
            Form::Island(body) => {
                let aside = body.radius_m + body.join_m + distance_m;
                let deepest = body.thickness_m + body.taper_m + body.drip_m;
                ([-aside, -aside, body.top_m - deepest - low], [aside, aside, body.top_m + high])
            }
            Form::Bridge(span) => {
                let aside = HALF_WIDTH_M + distance_m;
                let to = span.along.map(|c| c * span.length_m);
                let (lowest, highest) = (ops::min(span.climb_m, 0.0), ops::max(span.climb_m, 0.0));
                let thickest = span.thickness_m[0] + span.thickness_m[1];
                (
                    [ops::min(to[0], 0.0) - aside, ops::min(to[1], 0.0) - aside, span.top_m + lowest - thickest - low],
                    [ops::max(to[0], 0.0) + aside, ops::max(to[1], 0.0) + aside, span.top_m + highest + span.arc_m + high],
                )
            }
        };
        baked::lattice_box(voxel, &self.origin, min, max)
    }
    /// First and second end of a bridge's land before it rolls, metres; `None` for an island.
    #[cfg(test)]
    pub fn ends_m(&self, voxel: VoxelSize) -> Option<[glam::DVec3; 2]> {
        let Form::Bridge(span) = &self.form else { return None };
        let first = voxel.position_m(self.origin.anchor) + self.origin.rest_m.as_dvec3();
        let along = glam::DVec3::new(f64::from(span.along[0]), f64::from(span.along[1]), 0.0) * f64::from(span.length_m);
        let at = |from: glam::DVec3, z: f32| from.with_z(f64::from(z));
        Some([at(first, span.top_m), at(first + along, span.top_m + span.climb_m)])
    }
}
