//! Ledges: rings and half rings of rock round the walls of shafts, and ramps that wind up in some of them.
//!
//! Tops are level and lie at the levels of the shafts, so that a body walks from a connector onto a ledge and on into the next. Undersides
//! rise towards the middle, as of a corbel. At a gallery the ledge lies flush with its floor; elsewhere it is joined to the wall softly.

use super::layout::Shaft;
use super::{FAR_M, Plot, Shafts};
use crate::NO_SHAPE_M;
use crate::hash::{Rolls, Tag};
use crate::local::Local;
use crate::memo::Memo;
use crate::operator::{Nature, Role};
use crate::operators::plan::{Rectangle, Sheet, Spot};
use crate::operators::winding::{Bend, Flight};
use crate::vector::{OfSample, Path, Samples};
use crate::{Channels, Interval, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{IVec2, IVec3, UVec3};
use std::sync::Arc;

/// What ledges are made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LedgeSpec {
    /// How far a ledge stands out from the wall, as the shaft's width allows.
    pub width_m: f32,
    /// Share of ledges that go all the way round where they need not.
    pub ring_share: f32,
}

/// A ledge leaves at least this share of a shaft's radius open, and a whole ring where it need not be one so much more.
const OPEN_SHARE: f32 = 0.35;
const RING_OPEN_SHARE: f32 = 0.5;
/// Width of the walk round a galleried shaft, of which the ledge is what the gallery's floor does not give; and least such ledge.
const WALK_M: f32 = 2.2;
const LEAST_LIP_M: f32 = 0.5;
/// Thickness of a ledge at its edge, and how much thicker it grows per metre towards the wall.
const EDGE_M: f32 = 0.8;
const CORBEL: f32 = 0.7;
/// Width over which the edges of ledges and of ramps are rounded: an edge sharper than the lattice would show its steps.
const LIP_M: f32 = 0.9;
const RAMP_LIP_M: f32 = 0.6;
/// How far a ledge reaches into the wall.
const ROOT_M: f32 = 1.2;
/// How far a ramp does beside a gallery.
const LEAST_ROOT_M: f32 = 0.25;
/// How steeply a ledge's top falls in the wall, below the floor of a gallery.
const ROOT_GRADE: f32 = 0.2;
/// Width over which it is joined to the wall.
const JOIN_M: f32 = 1.0;
/// A ledge stands at least this far from the floor and the crown of its shaft.
const CLEAR_M: f32 = 2.5;
/// Width over which a ramp is joined to the wall.
const RAMP_JOIN_M: f32 = 0.5;
/// Width of ramps, their thickness and their grade along the middle.
const RAMP_M: f32 = 1.5;
const RAMP_THICKNESS_M: f32 = 0.7;
const RAMP_GRADE: f32 = 0.225;
/// A gallery is kept clear of a ramp's root this much above its ceiling.
const GALLERY_SPARE_M: f32 = 0.6;
/// Where its distance is exact, and where a ledge is not felt any more.
const LOCAL: Local = Local { exact_m: 1.5, reach_m: FAR_M };
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-3;

/// A level ledge.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ledge {
    top_m: f32,
    /// Radius left open.
    inner_m: f32,
    /// Towards its middle, if it is half a ring.
    side: Option<[f32; 2]>,
    join_m: f32,
}

/// A ramp winding up, within the shaft's heights; beside galleries it keeps to the shaft.
#[derive(Clone, Debug)]
struct Ramp {
    flight: Flight,
    /// Height of a tread at the start of turns.
    foot_m: f32,
    /// Radius left open.
    inner_m: f32,
    heights_m: Interval,
    galleries_m: Vec<Interval>,
}

/// What is filled into one shaft.
#[derive(Clone, Debug)]
struct Fitting {
    spot: Spot,
    radius_m: f32,
    kind: Kind,
}

/// A fitting with the columns it may be felt in.
#[derive(Debug)]
struct Placed {
    reach: Rectangle,
    fitting: Fitting,
}

#[derive(Clone, Debug)]
enum Kind {
    /// By rising height.
    Ledges(Vec<Ledge>),
    Ramp(Ramp),
}

impl Ledge {
    /// The ledge of a shaft at a level, if there is one.
    fn new(all: &Shafts, ledges: &LedgeSpec, shaft: &Shaft, level: i32) -> Option<Self> {
        let spec = &all.spec;
        let top_m = spec.level_m(level);
        let open_m = |share: f32, width_m: f32| ops::max(shaft.radius_m - width_m, share * shaft.radius_m);
        if spec.has_gallery(all.seed, shaft.cell, level) {
            let lip_m = ops::clamp(WALK_M - spec.gallery_m, LEAST_LIP_M, ledges.width_m);
            return Some(Self { top_m, inner_m: open_m(OPEN_SHARE, lip_m), side: None, join_m: 0.0 });
        }
        let is_clear = shaft.bottom_m + CLEAR_M <= top_m && top_m + CLEAR_M <= shaft.top_m;
        let mut rolls = Rolls::new(all.seed, Tag::Ledges, shaft.cell.extend(level));
        let inner_m = open_m(OPEN_SHARE, ledges.width_m);
        let is_ring = rolls.chance(ledges.ring_share) && inner_m >= RING_OPEN_SHARE * shaft.radius_m;
        let angle = rolls.range(0.0, std::f32::consts::TAU);
        let side = (!is_ring).then(|| [ops::cos(angle), ops::sin(angle)]);
        is_clear.then_some(Self { top_m, inner_m, side, join_m: JOIN_M })
    }
    /// Heights above the content floor outside which it is not felt.
    fn heights_m(&self, radius_m: f32) -> Interval {
        // As thick as its underside falls to where it is felt the farthest out.
        let thickest_m = EDGE_M + CORBEL * (radius_m + ROOT_M + LOCAL.reach_m - self.inner_m);
        // The slope of the underside scales distances by no less than 0.8.
        Interval { lo: self.top_m - thickest_m - LOCAL.reach_m / 0.8, hi: self.top_m + LOCAL.reach_m }
    }
    /// Distance from the distance to the axis, that to the wall, that along its side, and the height above its top.
    #[inline(always)]
    fn distance<N: Num>(&self, rho: N, wall: N, side: N, above: N) -> N {
        let from_edge = rho - N::of(self.inner_m);
        let top = above + wall.max(N::of(0.0)).times(ROOT_GRADE);
        let under = (-above - N::of(EDGE_M) - from_edge.times(CORBEL)).times(0.819);
        top.max(under).smooth_max(-from_edge, LIP_M).smooth_max(-side, LIP_M).max(wall - N::of(ROOT_M))
    }
}

impl Ramp {
    fn new(all: &Shafts, shaft: &Shaft) -> Self {
        let spec = &all.spec;
        let pitch_m = RAMP_GRADE * std::f32::consts::TAU * (shaft.radius_m - 0.5 * RAMP_M);
        let start = Rolls::new(all.seed, Tag::Ledges, shaft.cell.extend(0)).unit();
        let galleries = all.levels().filter(|level| spec.has_gallery(all.seed, shaft.cell, *level));
        let clear_m = spec.gallery_height_m() + GALLERY_SPARE_M;
        Self {
            flight: Flight { pitch_m, thickness_m: RAMP_THICKNESS_M, level_share: 0.0 },
            foot_m: shaft.bottom_m + start * pitch_m,
            inner_m: shaft.radius_m - RAMP_M,
            heights_m: Interval { lo: shaft.bottom_m - 1.0, hi: shaft.top_m + 1.0 },
            galleries_m: galleries
                .map(|level| spec.level_m(level))
                .map(|foot_m| Interval { lo: foot_m, hi: foot_m + clear_m })
                .collect(),
        }
    }
    /// Distance from the distance to the axis, that to the wall, that to the flight, and how far the ramp reaches into the wall.
    #[inline(always)]
    fn distance<N: Num>(&self, rho: N, wall: N, flight: N, root: N) -> N {
        flight.times(0.975).smooth_max(N::of(self.inner_m) - rho, RAMP_LIP_M).max(wall - root)
    }
    /// How far it reaches into the wall at some heights above the content floor.
    fn root_m(&self, z_m: Interval) -> Interval {
        let mut root = Interval::point(ROOT_M);
        for gallery_m in self.galleries_m.iter().filter(|gallery_m| gallery_m.meets(z_m)) {
            let least = Interval::point(LEAST_ROOT_M);
            root = if gallery_m.encloses(z_m) { least } else { root.hull(least) };
        }
        root
    }
}

/// A ledge at a height above its top, from the distance to the axis and the offset from it.
struct OfLedge<'a> {
    ledge: &'a Ledge,
    radius_m: f32,
    side: [f32; 2],
    open: f32,
    above: f32,
}

impl OfSample<3> for OfLedge<'_> {
    #[inline(always)]
    fn at(&self, [rho, x, y]: [f32; 3], density: f32) -> f32 {
        let along = x * self.side[0] + y * self.side[1] + self.open;
        let distance = self.ledge.distance(rho, rho - self.radius_m, along, self.above);
        density.smooth_min(LOCAL.of(distance), self.ledge.join_m)
    }
}

/// A ramp at a height, from the distance to the axis and the share of a turn.
struct OfRamp<'a> {
    ramp: &'a Ramp,
    radius_m: f32,
    in_turn_m: f32,
    root_m: f32,
}

impl OfSample<2> for OfRamp<'_> {
    #[inline(always)]
    fn at(&self, [rho, turn]: [f32; 2], density: f32) -> f32 {
        let Ramp { flight, .. } = self.ramp;
        let flight_m = flight.distance(self.in_turn_m, flight.risen(turn));
        let distance = self.ramp.distance(rho, rho - self.radius_m, flight_m, self.root_m);
        density.smooth_min(LOCAL.of(distance), RAMP_JOIN_M)
    }
}

impl Fitting {
    fn new(all: &Shafts, ledges: &LedgeSpec, voxel: VoxelSize, shaft: &Shaft) -> Self {
        let kind = if shaft.is_spiral {
            Kind::Ramp(Ramp::new(all, shaft))
        } else {
            Kind::Ledges(all.levels().filter_map(|level| Ledge::new(all, ledges, shaft, level)).collect())
        };
        Self { spot: Spot::new(voxel, shaft.at_m), radius_m: shaft.radius_m, kind }
    }
    /// Half sizes outside which nothing of it is felt.
    fn reach_m(&self) -> [f32; 2] {
        [self.radius_m + ROOT_M + LOCAL.reach_m; 2]
    }
    /// What depends on the column alone: the distance to the axis, and for ledges the offset from it, for ramps the share of a turn.
    #[inline(always)]
    fn column(&self, [x, y]: [f32; 2]) -> [f32; 3] {
        let rho = (x.square() + y.square()).sqrt();
        match &self.kind {
            Kind::Ledges(_) => [rho, x, y],
            Kind::Ramp(_) => [rho, Bend::Round.turn([x, y]), 0.0],
        }
    }
    /// Fills samples of one height in place; `columns` has the values of each.
    fn fill(&self, z_m: f32, columns: [&[f32]; 3], density: &mut [f32]) {
        let [rho, second, _] = columns;
        match &self.kind {
            Kind::Ledges(ledges) => {
                for ledge in ledges.iter().filter(|ledge| ledge.heights_m(self.radius_m).contains(z_m)) {
                    let above = z_m - ledge.top_m;
                    let (side, open) = (ledge.side.unwrap_or([0.0; 2]), if ledge.side.is_some() { 0.0 } else { WHOLE_RING_M });
                    let formula = OfLedge { ledge, radius_m: self.radius_m, side, open, above };
                    Path::best().run(Samples { formula, beside: columns, row: density });
                }
            }
            Kind::Ramp(ramp) if ramp.heights_m.contains(z_m) => {
                let in_turn_m = ramp.flight.height_in_turn(z_m - ramp.foot_m);
                let root_m = ramp.root_m(Interval::point(z_m)).lo;
                let formula = OfRamp { ramp, radius_m: self.radius_m, in_turn_m, root_m };
                Path::best().run(Samples { formula, beside: [rho, second], row: density });
            }
            Kind::Ramp(_) => {}
        }
    }
    /// Encloses what [`Fitting::fill`] makes of a density over a box.
    fn fill_over(&self, voxel: VoxelSize, part: &SampleBox, density: Interval) -> Interval {
        let mut density = density;
        self.each_over(voxel, part, |distance, join_m| density = density.smooth_min(distance, join_m));
        density
    }
    /// Visits enclosures of the distances that can be felt in a box, with the widths of their joins.
    fn each_over(&self, voxel: VoxelSize, part: &SampleBox, mut visit: impl FnMut(Interval, f32)) {
        let (z_m, offset) = (part.heights_m(voxel), self.spot.over(voxel, part));
        let [x, y] = offset;
        let rho = Num::sqrt(x.square() + y.square());
        let wall = rho - Interval::point(self.radius_m);
        let mut felt = |distance: Interval, join_m: f32| {
            let local = LOCAL.bound(distance.widen(ROUNDING_M));
            if distance.lo < LOCAL.reach_m {
                visit(local, join_m);
            }
        };
        match &self.kind {
            Kind::Ledges(ledges) => {
                for ledge in ledges.iter().filter(|ledge| ledge.heights_m(self.radius_m).meets(z_m)) {
                    let along = match ledge.side {
                        Some(side) => x * Interval::point(side[0]) + y * Interval::point(side[1]),
                        None => Interval::point(WHOLE_RING_M),
                    };
                    felt(ledge.distance(rho, wall, along, z_m - Interval::point(ledge.top_m)), ledge.join_m);
                }
            }
            Kind::Ramp(ramp) if ramp.heights_m.meets(z_m) => {
                let risen = ramp.flight.risen_over(Bend::Round.turns(offset));
                let flight = ramp.flight.distance_over(z_m - Interval::point(ramp.foot_m), risen);
                let distance = ramp.distance(rho, wall, flight, ramp.root_m(z_m));
                // Beyond its heights there is none.
                let none = Interval { lo: distance.lo, hi: NO_SHAPE_M };
                felt(if ramp.heights_m.encloses(z_m) { distance } else { none }, RAMP_JOIN_M);
            }
            Kind::Ramp(_) => {}
        }
    }
}

/// Width of what bears at a level of a shaft without a ramp, its gallery's floor included, and the radius left open; metres.
#[cfg(test)]
pub(super) fn widths_m(all: &Shafts, ledges: &LedgeSpec, shaft: &Shaft, level: i32) -> Option<[f32; 2]> {
    let ledge = Ledge::new(all, ledges, shaft, level).filter(|_| !shaft.is_spiral)?;
    let is_galleried = all.spec.has_gallery(all.seed, shaft.cell, level);
    let outer_m = if is_galleried { all.spec.gallery_radius_m(shaft) } else { shaft.radius_m };
    Some([outer_m - ledge.inner_m, ledge.inner_m])
}

/// So far from its cut is a ring that has none, metres.
const WHOLE_RING_M: f32 = 1.0e3;

/// The operator: fills ledges and ramps into Density.
#[derive(Debug)]
pub struct Ledges {
    spec: LedgeSpec,
    shafts: Arc<Shafts>,
    /// What is filled into the shafts of a plot.
    placed: Memo<[Arc<Placed>]>,
}

pub(in crate::operators) static RECORD: Record = Record {
    name: "ledges",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &["ShaftGeometry"],
    doc: "Rings and half rings of rock that a body can stand on, round the walls of shafts at every level, and winding ramps in some.",
};

impl Ledges {
    /// Ledges in some shafts.
    pub fn new(spec: LedgeSpec, shafts: Arc<Shafts>) -> Self {
        Self { spec, shafts, placed: Memo::default() }
    }
    /// What is filled into the shafts that may be felt in a box, and more.
    fn fittings(&self, voxel: VoxelSize, part: &SampleBox) -> Vec<Arc<Placed>> {
        let made = |(of, plot): (IVec2, Arc<Plot>)| {
            let place = |shaft: &Shaft| {
                let fitting = Fitting::new(&self.shafts, &self.spec, voxel, shaft);
                Arc::new(Placed { reach: fitting.spot.around(voxel, fitting.reach_m()), fitting })
            };
            self.placed.get(voxel, of.extend(0), || plot.shafts.iter().map(place).collect())
        };
        let plots = self.shafts.plots_of(voxel, part).into_iter().map(made);
        plots.flat_map(|placed| placed.to_vec()).collect()
    }
}

impl Operator for Ledges {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let (xy, z_m) = (p.truncate(), p.z as f32 * voxel.metres());
        let mut density = [incoming.density];
        for placed in self.fittings(voxel, &SampleBox { origin: p, level: 0, size: UVec3::ONE }) {
            let fitting = &placed.fitting;
            let [a, b, c] = fitting.column(fitting.spot.offset_m(voxel, xy));
            fitting.fill(z_m, [&[a], &[b], &[c]], &mut density);
        }
        Channels { density: density[0], shape: incoming.shape }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let mut fittings = Vec::new();
        if !domain.is_empty() {
            let wanted = Rectangle::of(domain);
            let near = self.fittings(voxel, domain).into_iter().filter(|placed| placed.reach.meets(&wanted));
            fittings.extend(near.map(|placed| {
                let sheet = Sheet::new(placed.fitting.spot, &placed.reach, domain);
                (placed, sheet)
            }));
        }
        Box::new(PreparedLedges { voxel, domain: *domain, fittings })
    }
}

struct PreparedLedges {
    voxel: VoxelSize,
    domain: SampleBox,
    fittings: Vec<(Arc<Placed>, Sheet<3>)>,
}

impl PreparedLedges {
    fn felt_in(&self, part: &SampleBox) -> impl Iterator<Item = &Fitting> {
        let wanted = Rectangle::of(part);
        self.fittings.iter().filter(move |(placed, _)| placed.reach.meets(&wanted)).map(|(placed, _)| &placed.fitting)
    }
}

impl Prepared for PreparedLedges {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let filled = |density, fitting: &Fitting| fitting.fill_over(self.voxel, part, density);
        Channels { density: self.felt_in(part).fold(incoming.density, filled), ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        let mut is_inert = true;
        for fitting in self.felt_in(part) {
            fitting.each_over(self.voxel, part, |distance, join_m| is_inert &= distance.lo - incoming.density.hi > join_m);
        }
        is_inert
    }
    fn row(&mut self, row: Row<'_>) {
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let (y, first) = (index.y as usize, index.x as usize);
        let wanted = first..first + row.density.len();
        let z_m = row.start.z as f32 * self.voxel.metres();
        for (placed, sheet) in &mut self.fittings {
            let fitting = &placed.fitting;
            let grid = (self.voxel, &self.domain);
            if let Some((xs, columns)) = sheet.row(grid, y, wanted.clone(), |offset| fitting.column(offset)) {
                fitting.fill(z_m, columns, &mut row.density[xs.start - first..xs.end - first]);
            }
        }
    }
}
