//! Shelves of rock that stand out from the steep slopes of a surface world: level above, thinner towards the lip, walked on and under.
//!
//! *Placement.* Each cell of a square lattice may hold one shelf, at the steepest of a few hashed places. Its top is flush with the ground
//! at its root, so that it grows out of the hill; it is left out where its lip would be too near the ground below or the cap above, and
//! where it might hang over or under another shelf that a hash prefers.
//!
//! *Thickness.* A column of rock through a shelf is at least [`ShelfSpec::thickness_m`] thick wherever it hangs free: the rim is upright
//! and meets the hill without a fillet, which would leave thin rock beside the rim.

use super::heights::HeightField;
use super::surface_column::{LEAST_HEIGHT_M, Surface};
use crate::feature::Anchored;
use crate::hash::{Rolls, Tag};
use crate::index::LatticeBox;
use crate::local::Local;
use crate::noise::{Fractal, Plane};
use crate::operator::{Nature, Prepared, Record, Role};
use crate::{Channels, Interval, Num, Operator, Row, SampleBox, VoxelSize, ops, sdf};
use glam::{DVec2, IVec2, IVec3};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What shelves are like; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShelfSpec {
    /// Edge of the lattice of which each cell may hold one, positive.
    pub spacing_m: f32,
    /// Share of cells that try to.
    pub chance: f32,
    /// How far a shelf stands out from its root, positive.
    pub depth_m: f32,
    /// Thickness at the lip, where it is thinnest.
    pub thickness_m: f32,
}

/// Clear height between the lip and the ground below it, metres: a body walks there upright.
pub const CLEAR_M: f32 = 2.6;
/// How far a shelf acts.
const LOCAL: Local = Local { exact_m: 2.0, reach_m: 6.0 };
/// Growth of the thickness per metre from the lip inwards.
const TAPER: f32 = 0.3;
/// Fall of the top per metre outwards.
const TILT: f32 = 0.06;
/// How far the outline strays, as a share of the depth, and its bends per metre.
const OUTLINE: f32 = 0.2;
const OUTLINE_PER_M: f32 = 0.15;
/// Half the length of the longest shelf, beyond its rounded ends, over its depth.
const LONGEST: f32 = 1.0;
/// Clear way between two shelves in plan, metres.
const APART_M: f32 = 1.0;
/// Places tried per cell.
const TRIES: usize = 4;
/// Ways a slope may face.
const WAYS: usize = 8;

/// One shelf; the frame stands at its root, on the ground.
#[derive(Clone, Copy, Debug)]
struct Shelf {
    root: Anchored,
    /// Unit vector out of the hill.
    out: [f32; 2],
    depth_m: f32,
    /// Half the length along the hill, beyond the rounded ends.
    half_m: f32,
    thickness_m: f32,
    /// Radius in plan of a circle round the root that holds it.
    radius_m: f32,
    /// Of two shelves that come too near one another the greater stays.
    rank: u64,
    reach: LatticeBox,
}

impl Shelf {
    /// Distance to the outline in plan, negative inside; `stray` moves it.
    fn plan<N: Num>(&self, [x, y]: [N; 2], stray: N) -> N {
        let along = x.times(-self.out[1]) + y.times(self.out[0]);
        let beyond = (along.abs() - N::of(self.half_m)).max(N::of(0.0));
        let across = x.times(self.out[0]) + y.times(self.out[1]);
        sdf::length2(beyond, across) - N::of(self.depth_m) + stray
    }
    /// Distance, negative inside. Its slope is at most about 1.1 but for the outline's.
    fn distance<N: Num>(&self, [x, y, z]: [N; 3], stray: N) -> N {
        let plan = self.plan([x, y], stray);
        let out = x.times(self.out[0]) + y.times(self.out[1]);
        let top = z + out.max(N::of(0.0)).times(TILT);
        let inwards = (-plan).max(N::of(0.0));
        let bottom = -top - N::of(self.thickness_m) - inwards.times(TAPER);
        plan.max(top).max(bottom)
    }
    /// Whether one might hang over or under the other.
    fn is_near(&self, voxel: VoxelSize, other: &Self) -> bool {
        let [x, y, _] = self.root.vector_to(voxel, &other.root).to_array();
        sdf::length2(x, y) < self.radius_m + other.radius_m + APART_M
    }
    fn at(&self, voxel: VoxelSize, p: IVec3, stray: f32) -> f32 {
        self.distance(self.root.offset_to(voxel.metres(), p), stray)
    }
    fn over(&self, voxel: VoxelSize, part: &SampleBox, stray: Interval) -> Interval {
        let [lo, hi] = [part.origin, part.last()].map(|p| self.root.offset_to(voxel.metres(), p));
        self.distance([0, 1, 2].map(|d| Interval::new(lo[d], hi[d])), stray)
    }
}

/// Where and which way a slope falls most.
struct Steepest {
    /// Fall over a shelf's depth.
    drop_m: f32,
    at_m: DVec2,
    /// Height of the ground there.
    foot_m: f32,
    /// Unit vector out of the hill.
    out: [f32; 2],
}

/// The operator: fills shelves into Density.
#[derive(Debug)]
pub struct OverhangShelves {
    seed: u64,
    spec: ShelfSpec,
    surface: Arc<Surface>,
    outline: Plane,
    /// Cells lately looked at. What it holds never shows in a value, only in time.
    known: Mutex<Known>,
}

/// Shelves by voxel size and cell: those that fit their slope, and those that also stay clear of others.
#[derive(Debug, Default)]
struct Known {
    fitting: BTreeMap<[i32; 3], Option<Shelf>>,
    placed: BTreeMap<[i32; 3], Option<Shelf>>,
}

/// Cells kept before all are forgotten.
const KEPT: usize = 1 << 16;

pub(super) static RECORD: Record = Record {
    name: "overhang_shelves",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &["SurfaceColumn"],
    doc: "Lets shelves of rock stand out from steep slopes of the land: at least two voxels thick, with room to walk below the lip.",
};

impl OverhangShelves {
    /// Shelves on the slopes of `surface`.
    pub fn new(seed: u64, spec: ShelfSpec, surface: Arc<Surface>) -> Self {
        let outline = Fractal::sum(seed, Tag::Outline, OUTLINE_PER_M, 2).plane();
        Self { seed, spec, surface, outline, known: Mutex::default() }
    }
    fn is_none(&self) -> bool {
        self.spec.chance <= 0.0
    }
    fn stray_m(&self) -> f32 {
        OUTLINE * self.spec.depth_m
    }
    fn stray_at(&self, at_m: DVec2) -> f32 {
        self.stray_m() * self.outline.at(at_m.x, at_m.y)
    }
    /// Farthest horizontal distance from a root to a point its shelf may change, metres.
    fn spread_m(&self) -> f32 {
        self.longest_m() + LOCAL.reach_m + 1.0
    }
    fn cell_of(&self, at_m: DVec2) -> IVec2 {
        (at_m / f64::from(self.spec.spacing_m)).floor().as_ivec2()
    }
    /// Visits the shelves that may be felt in a box, in a fixed order.
    fn each_near(&self, voxel: VoxelSize, part: &LatticeBox, mut visit: impl FnMut(&Shelf)) {
        if self.is_none() {
            return;
        }
        let metres = |p: IVec3| p.truncate().as_dvec2() * f64::from(voxel.metres());
        let spread = DVec2::splat(f64::from(self.spread_m()));
        let (first, last) = (self.cell_of(metres(part.min) - spread), self.cell_of(metres(part.max) + spread));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                if let Some(shelf) = self.of_cell(voxel, IVec2::new(x, y)).filter(|shelf| shelf.reach.meets(part)) {
                    visit(&shelf);
                }
            }
        }
    }
    fn of_cell(&self, voxel: VoxelSize, cell: IVec2) -> Option<Shelf> {
        self.remember(
            |known| &mut known.placed,
            voxel,
            cell,
            || {
                let shelf = self.fitting(voxel, cell)?;
                let window = ((2.0 * self.longest_m() + APART_M) / self.spec.spacing_m).ceil() as i32;
                let mut around = (-window..=window).flat_map(|y| (-window..=window).map(move |x| cell + IVec2::new(x, y)));
                let is_beaten = around.any(|other| {
                    let other = self.fitting(voxel, other).filter(|other| other.rank > shelf.rank);
                    other.is_some_and(|other| shelf.is_near(voxel, &other))
                });
                (!is_beaten).then_some(shelf)
            },
        )
    }
    fn fitting(&self, voxel: VoxelSize, cell: IVec2) -> Option<Shelf> {
        self.remember(|known| &mut known.fitting, voxel, cell, || self.build(voxel, cell))
    }
    fn remember(
        &self,
        table: impl Fn(&mut Known) -> &mut BTreeMap<[i32; 3], Option<Shelf>>,
        voxel: VoxelSize,
        cell: IVec2,
        make: impl FnOnce() -> Option<Shelf>,
    ) -> Option<Shelf> {
        let key = [voxel.per_metre(), cell.x, cell.y];
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = table(&mut lock()).get(&key) {
            return *known;
        }
        let shelf = make();
        let mut known = lock();
        let table = table(&mut known);
        if table.len() >= KEPT {
            table.clear();
        }
        table.insert(key, shelf);
        shelf
    }
    /// Radius in plan of the circle that holds the longest shelf.
    fn longest_m(&self) -> f32 {
        (1.0 + LONGEST) * self.spec.depth_m + self.stray_m()
    }
    fn build(&self, voxel: VoxelSize, cell: IVec2) -> Option<Shelf> {
        let spec = &self.spec;
        let mut rolls = Rolls::new(self.seed, Tag::Shelves, IVec3::new(cell.x, cell.y, 0));
        if !rolls.chance(spec.chance) {
            return None;
        }
        let depth_m = spec.depth_m * rolls.range(0.7, 1.0);
        let half_m = depth_m * rolls.range(0.2, LONGEST);
        let radius_m = depth_m + half_m + self.stray_m();
        let mut place = || f64::from(rolls.unit());
        let tried = [(); TRIES].map(|()| (cell.as_dvec2() + DVec2::new(place(), place())) * f64::from(spec.spacing_m));
        let Steepest { drop_m, at_m, foot_m, out } = self.steepest(&tried, depth_m)?;
        if drop_m < spec.thickness_m + CLEAR_M {
            return None;
        }
        let root = Anchored::at(voxel, at_m.extend(f64::from(foot_m)));
        let reach = self.reach(voxel, &root, radius_m);
        let rank = rolls.next_u64();
        let shelf = Shelf { root, out, depth_m, half_m, thickness_m: spec.thickness_m, radius_m, rank, reach };
        self.is_clear(&shelf, at_m, foot_m).then_some(shelf)
    }
    /// Of some places the one whose ground falls most over a shelf's depth, and the way it falls.
    fn steepest(&self, tried: &[DVec2], depth_m: f32) -> Option<Steepest> {
        let ways: [[f32; 2]; WAYS] = std::array::from_fn(|way| {
            let angle = std::f32::consts::TAU * way as f32 / WAYS as f32;
            [ops::cos(angle), ops::sin(angle)]
        });
        let round = |at_m: DVec2| std::iter::once(at_m).chain(ways.map(|out| moved(at_m, out, depth_m)));
        let places_m: Vec<DVec2> = tried.iter().flat_map(|at_m| round(*at_m)).collect();
        let grounds_m = self.surface.grounds_m(&places_m);
        let mut steepest: Option<Steepest> = None;
        for (at_m, grounds_m) in tried.iter().zip(grounds_m.chunks_exact(1 + WAYS)) {
            for (out, ground_m) in ways.iter().zip(&grounds_m[1..]) {
                let (foot_m, drop_m) = (grounds_m[0], grounds_m[0] - ground_m);
                if steepest.as_ref().is_none_or(|most| drop_m > most.drop_m) {
                    steepest = Some(Steepest { drop_m, at_m: *at_m, foot_m, out: *out });
                }
            }
        }
        steepest
    }
    /// Whether a body fits between the lip and the ground, and the least height of the air is left above.
    fn is_clear(&self, shelf: &Shelf, at_m: DVec2, foot_m: f32) -> bool {
        let [_, cap] = self.surface.range();
        if foot_m > cap.lo - LEAST_HEIGHT_M {
            return false;
        }
        let side = [-shelf.out[1], shelf.out[0]];
        let lips = [(0.5 * shelf.depth_m, 0.5), (shelf.depth_m - self.stray_m(), 1.0), (shelf.depth_m + self.stray_m(), 1.0)];
        // From one end to the other, the lip must hang free wherever its outline strays, and half as free half-way in; the ends may lie
        // in the hill.
        let looked_at = (-4i32..=4).flat_map(|i| lips.map(|(out_m, free)| (i, out_m, free)));
        let places_m: Vec<DVec2> = looked_at
            .clone()
            .map(|(i, out_m, _)| moved(moved(at_m, side, i as f32 * 0.25 * shelf.half_m), shelf.out, out_m))
            .collect();
        looked_at.zip(self.surface.grounds_m(&places_m)).all(|((i, out_m, free), ground_m)| {
            let top_m = foot_m - TILT * out_m;
            let inwards = ops::max(shelf.depth_m + self.stray_m() - out_m, 0.0);
            let underside_m = top_m - shelf.thickness_m - TAPER * inwards;
            ground_m <= underside_m - free * CLEAR_M || (i.abs() == 4 && ground_m >= top_m)
        })
    }
    fn reach(&self, voxel: VoxelSize, root: &Anchored, radius_m: f32) -> LatticeBox {
        let per_metre = voxel.per_metre() as f32;
        let around = ((radius_m + LOCAL.reach_m + 1.0) * per_metre) as i32 + 2;
        // The taper thickens a shelf towards its middle.
        let below = self.spec.thickness_m + TAPER * (self.spec.depth_m + self.stray_m()) + TILT * radius_m;
        let under = ((below + LOCAL.reach_m + 1.0) * per_metre) as i32 + 2;
        let over = ((LOCAL.reach_m + 1.0) * per_metre) as i32 + 2;
        LatticeBox { min: root.anchor - IVec3::new(around, around, under), max: root.anchor + IVec3::new(around, around, over) }
    }
}

/// A place moved by a distance along a unit vector.
fn moved(at_m: DVec2, way: [f32; 2], by_m: f32) -> DVec2 {
    at_m + DVec2::new(f64::from(way[0] * by_m), f64::from(way[1] * by_m))
}

/// Rock added up to the nearest shelf; exactly what comes in out of reach.
#[inline(always)]
fn joined(density: f32, distance: f32) -> f32 {
    ops::min(LOCAL.of(distance), density)
}

impl Operator for OverhangShelves {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let mut nearest = f32::INFINITY;
        let stray = self.stray_at(p.truncate().as_dvec2() * f64::from(voxel.metres()));
        self.each_near(voxel, &LatticeBox { min: p, max: p }, |shelf| nearest = ops::min(shelf.at(voxel, p, stray), nearest));
        Channels { density: joined(incoming.density, nearest), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let mut near = Vec::new();
        if !domain.is_empty() {
            self.each_near(voxel, &LatticeBox::of(domain), |shelf| near.push(*shelf));
        }
        Box::new(Ready { shelves: self, voxel, near, nearest: Vec::new(), strays: Vec::new() })
    }
}

struct Ready<'a> {
    shelves: &'a OverhangShelves,
    voxel: VoxelSize,
    /// Those that may be felt in the domain.
    near: Vec<Shelf>,
    /// Distances along a row.
    nearest: Vec<f32>,
    /// How far outlines stray along a row.
    strays: Vec<f32>,
}

impl Ready<'_> {
    /// Encloses the distance of the nearest shelf over a box.
    fn nearest(&self, part: &SampleBox) -> Interval {
        let lattice = LatticeBox::of(part);
        let stray = Interval::around(0.0, self.shelves.stray_m());
        let felt = self.near.iter().filter(|shelf| shelf.reach.meets(&lattice));
        felt.fold(Interval::point(f32::INFINITY), |nearest, shelf| Num::min(shelf.over(self.voxel, part, stray), nearest))
    }
}

impl Prepared for Ready<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let nearest = self.nearest(part);
        if nearest.lo >= LOCAL.reach_m {
            return incoming;
        }
        // A sample out of one shelf's box, or beyond its reach, keeps what comes in.
        let density = Num::min(LOCAL.bound(nearest), incoming.density);
        Channels { density: density.hull(incoming.density), ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        LOCAL.bound(self.nearest(part)).lo > incoming.density.hi
    }
    fn row(&mut self, row: Row<'_>) {
        let Self { shelves, voxel, near, nearest, strays } = self;
        let line = LatticeBox { min: row.start, max: row.start + IVec3::X * ((row.density.len() as i32 - 1) * row.step) };
        let mut felt = near.iter().filter(|shelf| shelf.reach.meets(&line)).peekable();
        if felt.peek().is_none() {
            return;
        }
        let place = |i: usize| row.start + IVec3::X * (i as i32 * row.step);
        let mut outline = shelves.outline.walk();
        strays.clear();
        strays.extend((0..row.density.len()).map(|i| {
            let at_m = place(i).truncate().as_dvec2() * f64::from(voxel.metres());
            shelves.stray_m() * outline.at(at_m.x, at_m.y)
        }));
        nearest.clear();
        nearest.resize(row.density.len(), f32::INFINITY);
        for shelf in felt {
            for (i, (nearest, stray)) in nearest.iter_mut().zip(strays.iter()).enumerate() {
                *nearest = ops::min(shelf.at(*voxel, place(i), *stray), *nearest);
            }
        }
        for (density, distance) in row.density.iter_mut().zip(nearest.iter()) {
            *density = joined(*density, *distance);
        }
    }
}

#[cfg(test)]
#[path = "overhang_shelves_tests.rs"]
mod tests;
