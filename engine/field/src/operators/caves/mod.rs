//! Caves: rooms with lobed vaults and floored corridors of a planned graph, within a radius; beyond it rock.
//!
//! Everything is one void with its floors. The distance is that of the two nearest voids, joined by a smooth minimum, so that it depends on
//! no order; the join narrows to nothing near a floor, so that floors which meet at one height stay there.

pub(super) mod dripstone;
mod kernel;
mod near;
pub mod plan;
#[cfg(test)]
mod tests;
mod voids;

pub use dripstone::Dripstone;

use crate::hash::Tag;
use crate::index::{BoxIndex, LatticeBox};
use crate::noise::{Fractal, Plane, PlaneRows, RowEval};
use crate::operator::{Nature, Role};
use crate::vector::{Num8, Path};
use crate::{Channels, ColumnBox, Interval, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3, UVec2};
use kernel::Measure;
use near::{CELL, Lists};
use plan::{Graph, Room};
use voids::{Build, Seen, Void};

/// What a cave is made of; metres, cycles per metre, ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CavesSpec {
    /// Height of the content.
    pub content_m: f32,
    /// Nothing is carved farther from the spine of the world.
    pub content_radius_m: f32,
    /// Nearest and farthest place where passages end, from the spine of the world.
    pub mouths_m: [f32; 2],
    /// Least and greatest distance of neighbouring rooms.
    pub spacing_m: [f32; 2],
    /// Smallest and largest room.
    pub room_radius_m: [f32; 2],
    /// Radius of the hub and, about, of other great halls.
    pub hall_radius_m: f32,
    /// Height of a room relative to its radius.
    pub room_height_ratio: f32,
    /// How far rooms differ from a plain vault, 0 to 1.
    pub lobing: f32,
    /// Half the width of the narrowest and the widest corridor.
    pub corridor_radius_m: [f32; 2],
    /// Height of a corridor relative to half its width, at least 1.
    pub corridor_height_ratio: f32,
    /// Sideways stray of corridors.
    pub winding_m: f32,
    /// Height of the upper gate over the lower.
    pub descent_m: f32,
    /// Chance of a second way between neighbouring rooms.
    pub loop_chance: f32,
    /// Chance of a blind way out of a room.
    pub branch_chance: f32,
    /// How many dripstones there are, 0 to 1.
    pub dripstone: f32,
    /// Usual length of a dripstone.
    pub dripstone_m: f32,
    /// Radius of the joins of floors and walls and of two voids; never less than two voxels.
    pub fillet_m: f32,
    /// Height of the floors' swells.
    pub floor_relief_m: f32,
    /// Swells per metre.
    pub floor_frequency: f32,
    /// Relief of the walls.
    pub roughness_m: f32,
    /// Bumps of the walls per metre.
    pub roughness_frequency: f32,
}

/// Distances are held at this, metres: farther voids are not felt.
const FAR_M: f32 = 4.0;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-2;
/// Between these distances from a floor, metres, the join of two voids widens from nothing to its full width.
const PATCH_M: [f32; 2] = [0.05, 1.25];
/// Least radius of a join, in voxels.
const FILLET_VOXELS: f32 = 2.0;

/// The operator: writes Shape.
#[derive(Debug)]
pub struct Caves {
    spec: CavesSpec,
    graph: Graph,
    build: Build,
    /// Rooms, then ways, in order of the graph.
    voids: Vec<Void>,
    /// Which void, and which part of it, an entry of the index stands for.
    parts: Vec<(u32, Void)>,
    index: BoxIndex,
    relief: Plane,
    roughness: Fractal,
}

pub(super) static RECORD: Record = Record {
    name: "caves",
    role: Role::Source,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: false, shape: true },
    provides: &["CaveGraph", "RoomGeometry"],
    requires: &[],
    doc: "A planned cave within a radius: rooms under lobed vaults, joined by walkable corridors into one graph. Floors, walls and joins \
          are one void.",
};

impl Caves {
    /// Plans and builds the cave of a seed for a voxel size.
    pub fn new(voxel: VoxelSize, seed: u64, spec: CavesSpec) -> Self {
        Self::of_graph(voxel, seed, spec, plan::plan(seed, &spec))
    }
    fn of_graph(voxel: VoxelSize, seed: u64, spec: CavesSpec, graph: Graph) -> Self {
        let fillet_m = ops::width_of_fillet(ops::max(spec.fillet_m, FILLET_VOXELS * voxel.metres()));
        let build = Build { voxel, fillet_m, way_height: spec.corridor_height_ratio };
        let rooms = graph.rooms.iter().map(|room| Void::room(&build, room));
        let voids: Vec<Void> = rooms.chain(graph.ways.iter().map(|way| Void::way(&build, way))).collect();
        let (mut parts, mut boxes) = (Vec::new(), Vec::new());
        let unfelt_m = FAR_M + fillet_m + spec.roughness_m + ROUNDING_M;
        for (id, void) in voids.iter().enumerate() {
            for (n, reach) in void.reaches(voxel, unfelt_m, spec.floor_relief_m).into_iter().enumerate() {
                parts.push((id as u32, void.part(n)));
                boxes.push(reach);
            }
        }
        Self {
            build,
            voids,
            parts,
            index: BoxIndex::new(boxes),
            relief: Fractal::sum(seed, Tag::FloorRelief, spec.floor_frequency, 2).plane(),
            roughness: Fractal::sum(seed, Tag::RoughnessOnShape, spec.roughness_frequency, 3),
            graph,
            spec,
        }
    }
    /// Its plan.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
    /// Rooms whose centre lies within `reach_m` of a place, nearest first.
    pub fn rooms_near(&self, at_m: DVec2, reach_m: f64) -> Vec<&Room> {
        let mut rooms: Vec<&Room> = self.graph.rooms.iter().filter(|room| room.at_m.distance(at_m) <= reach_m).collect();
        rooms.sort_by(|a, b| a.at_m.distance_squared(at_m).total_cmp(&b.at_m.distance_squared(at_m)));
        rooms
    }
    /// Width of the join of two voids.
    fn join_m(&self) -> f32 {
        self.build.fillet_m
    }
    /// A void at least this far changes neither the distance, when another is nearer by the width of a join, nor that width.
    fn patch_m(&self) -> f32 {
        PATCH_M[1] + self.build.fillet_m / 6.0 + ROUNDING_M
    }
    fn relief_at(&self, at_m: DVec2) -> f32 {
        self.spec.floor_relief_m * self.relief.at(at_m.x, at_m.y)
    }
    /// The two nearest voids joined, held at [`FAR_M`].
    #[inline(always)]
    fn joined(&self, first: f32, second: f32, patch: f32) -> f32 {
        let open = ops::clamp((patch - PATCH_M[0]) * (1.0 / (PATCH_M[1] - PATCH_M[0])), 0.0, 1.0);
        ops::min(ops::smooth_min(first, second, self.join_m() * open), FAR_M)
    }
    fn seen_over(&self, part: &SampleBox, rough: Interval) -> Seen<Interval> {
        let voxel_m = self.build.voxel.metres();
        let z = Interval::new(part.origin.z as f32 * voxel_m, part.last().z as f32 * voxel_m);
        Seen { z, relief: Interval::around(0.0, self.spec.floor_relief_m), rough: rough * Interval::point(self.spec.roughness_m) }
    }
    /// The voids that may be felt in a box, whole ways put together again from their parts.
    fn voids_in(&self, part: &SampleBox) -> Vec<Void> {
        let mut ids = Vec::new();
        self.index.query(&LatticeBox::of(part), &mut ids);
        let mut found: Vec<Void> = Vec::new();
        let mut last = None;
        for (void, piece) in ids.iter().filter_map(|id| self.parts.get(*id as usize)) {
            match found.last_mut().filter(|_| last == Some(*void)) {
                Some(way) => way.join(piece),
                None => found.push(piece.clone()),
            }
            last = Some(*void);
        }
        found
    }
}

impl Operator for Caves {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let xy = p.truncate();
        let relief = self.relief_at(xy.as_dvec2() * f64::from(voxel.metres()));
        let rough = self.roughness.point(voxel, p) * self.spec.roughness_m;
        let seen = Seen { z: p.z as f32 * voxel.metres(), relief, rough };
        let (mut first, mut second, mut patch) = (f32::INFINITY, f32::INFINITY, f32::INFINITY);
        for void in &self.voids {
            let felt = void.at(voxel, xy, seen);
            second = if felt.distance < first { first } else { ops::min(felt.distance, second) };
            first = ops::min(felt.distance, first);
            patch = ops::min(felt.patch, patch);
        }
        Channels { density: incoming.density, shape: self.joined(first, second, patch) }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let lists = Lists::of(self, domain);
        let is_felt = !lists.is_empty();
        Box::new(PreparedCaves {
            caves: self,
            voxel,
            lists,
            roughness: RowEval::new(self.roughness, voxel, domain),
            rough: Vec::new(),
            domain: *domain,
            relief: vec![Vec::new(); if is_felt { domain.size.y as usize } else { 0 }],
            relief_rows: self.relief.rows(voxel, &ColumnBox::of(domain)),
            path: Path::best(),
        })
    }
}

struct PreparedCaves<'a> {
    caves: &'a Caves,
    voxel: VoxelSize,
    lists: Lists<'a>,
    roughness: RowEval,
    rough: Vec<f32>,
    domain: SampleBox,
    /// Relief of the floors by row of columns, empty until used.
    relief: Vec<Vec<f32>>,
    relief_rows: PlaneRows<'a>,
    path: Path,
}

impl PreparedCaves<'_> {
    /// Fills in the relief of a row of the domain's columns.
    fn look_up_relief(&mut self, y: usize) {
        let height_m = self.caves.spec.floor_relief_m;
        if let Some(row) = self.relief.get_mut(y).filter(|row| row.is_empty()) {
            row.resize(self.domain.size.x as usize, 0.0);
            self.relief_rows.row(UVec2::new(0, y as u32), row);
            row.iter_mut().for_each(|relief| *relief *= height_m);
        }
    }
}

impl Prepared for PreparedCaves<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        if self.lists.is_empty() {
            return Channels { density: incoming.density, shape: Interval::point(FAR_M) };
        }
        let seen = self.caves.seen_over(part, self.caves.roughness.range());
        let (mut first, mut second) = (Interval::point(f32::INFINITY), f32::INFINITY);
        for (void, pieces) in self.lists.felt().iter() {
            let d = void.over(pieces, self.voxel, part, seen);
            second = if d.lo < first.lo { first.lo } else { ops::min(d.lo, second) };
            first = crate::Num::min(d, first);
        }
        // A void left out is farther than another by the width of a join, or than what is felt at all.
        let lo = ops::smooth_min(first.lo, second, self.caves.join_m()) - 1e-3;
        let shape = Interval { lo: ops::min(lo, FAR_M), hi: ops::min(first.hi, FAR_M) };
        Channels { density: incoming.density, shape }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        if self.lists.is_empty() {
            row.shape.fill(FAR_M);
            return;
        }
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let n = row.shape.len();
        let mut cells = index.x / CELL.x..(index.x + n as u32).div_ceil(CELL.x);
        if !cells.any(|x| !self.lists.at(index.with_x(x * CELL.x)).is_empty()) {
            row.shape.fill(FAR_M);
            return;
        }
        self.rough.resize(n, 0.0);
        self.roughness.row(row.start, &mut self.rough);
        self.look_up_relief(index.y as usize);
        let z_m = row.start.z as f32 * self.voxel.metres();
        let mut from = 0;
        while from < n {
            let x = index.x + from as u32;
            let end = n.min(from + (CELL.x - x % CELL.x) as usize);
            let relief = self.relief.get(index.y as usize).and_then(|line| line.get(x as usize..)).unwrap_or_default();
            let (mut relief_m, mut rough) = (Num8::default(), Num8::default());
            relief_m.iter_mut().zip(relief).for_each(|(lane, relief)| *lane = *relief);
            rough.iter_mut().zip(&self.rough[from..end]).for_each(|(lane, rough)| *lane = *rough);
            let distances = self.path.run(Measure {
                caves: self.caves,
                voxel: self.voxel,
                felt: self.lists.at(index.with_x(x)),
                first: row.start.truncate() + IVec2::new(from as i32 * row.step, 0),
                step: row.step,
                z_m,
                relief_m: &relief_m,
                rough: &rough,
            });
            row.shape[from..end].copy_from_slice(&distances[..end - from]);
            from = end;
        }
    }
}
