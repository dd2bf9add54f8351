//! Rooms and tunnels in rock, without end in XY: one tree of ways by construction, one void with level floors.

pub mod layout;
mod shape;
#[cfg(test)]
mod tests;

use crate::hash::Tag;
use crate::index::LatticeBox;
use crate::noise::{Fractal, Plane, PlaneWalk, RowEval};
use crate::operator::{Nature, Role};
use crate::{Channels, Interval, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3, UVec3};
use layout::{Link, Room, WINDOW};
use shape::{LANES, Seen, Void};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What a network is made of; metres, cycles per metre, ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkSpec {
    /// Height of the content.
    pub content_m: f32,
    /// Spacing of the room lattice.
    pub cell_m: f32,
    /// Share of cells that hold a room.
    pub room_chance: f32,
    /// Smallest and largest room.
    pub room_radius_m: [f32; 2],
    /// Height of a room relative to its width.
    pub room_height_ratio: f32,
    /// Depth of the floor below a room's middle, relative to its half height.
    pub floor_cut: f32,
    /// Radius of the room at the spine.
    pub hub_radius_m: f32,
    /// Narrowest and widest tunnel.
    pub tunnel_radius_m: [f32; 2],
    /// Sideways stray of tunnels.
    pub winding_m: f32,
    /// Chance of an extra tunnel between neighbouring super-cells.
    pub loop_chance: f32,
    /// Width of the joins of floors, walls and rooms.
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

/// A void with the lattice points it may be felt at: elsewhere its distance is at least [`FAR_M`] and the width of a join.
#[derive(Clone, Debug)]
struct Placed {
    reach: LatticeBox,
    void: Void,
}

/// Super-cells lately built. What it holds never shows in a value, only in time.
#[derive(Debug, Default)]
struct Built {
    recent: Mutex<BTreeMap<[i32; 4], Arc<[Placed]>>>,
}

/// Super-cells kept before all are forgotten: about 2 km around, a few MiB.
const KEPT: usize = 1024;

impl Built {
    fn get(&self, (voxel, of): (VoxelSize, IVec3), make: impl FnOnce() -> Vec<Placed>) -> Arc<[Placed]> {
        let key = [voxel.per_metre(), of.x, of.y, of.z];
        if let Some(voids) = self.recent.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(voids);
        }
        let voids: Arc<[Placed]> = make().into();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() >= KEPT {
            recent.clear();
        }
        recent.insert(key, Arc::clone(&voids));
        voids
    }
}

/// The operator: writes Shape.
#[derive(Debug)]
pub struct Network {
    built: Built,
    seed: u64,
    spec: NetworkSpec,
    relief: Plane,
    roughness: Fractal,
}

pub(super) static RECORD: Record = Record {
    name: "tunnel_network",
    role: Role::Source,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: false, shape: true },
    provides: &["RoomGeometry"],
    requires: &[],
    doc: "Rooms with level floors on a hash lattice, joined into one tree by winding tunnels. Floors, walls and joins are one void.",
};

impl Network {
    /// The network of a seed.
    pub fn new(seed: u64, spec: NetworkSpec) -> Self {
        Self {
            seed,
            built: Built::default(),
            relief: Fractal::sum(seed, Tag::FloorRelief, spec.floor_frequency, 2).plane(),
            roughness: Fractal::sum(seed, Tag::RoughnessOnShape, spec.roughness_frequency, 3),
            spec,
        }
    }
    /// Rooms whose centre lies within `reach_m` of a place, nearest first.
    pub fn rooms_near(&self, at_m: DVec2, reach_m: f64) -> Vec<Room> {
        let mut rooms: Vec<Room> = Vec::new();
        self.each_super(at_m - reach_m, at_m + reach_m, 0, |of| {
            rooms.extend(self.spec.rooms(self.seed, of).into_iter().filter(|room| room.at_m.distance(at_m) <= reach_m));
        });
        rooms.sort_by(|a, b| {
            let far = |room: &Room| room.at_m.distance_squared(at_m);
            far(a).total_cmp(&far(b)).then_with(|| a.cell.to_array().cmp(&b.cell.to_array()))
        });
        rooms
    }
    /// Height of a room's floor at its centre, metres above the content floor.
    pub fn foot_m(&self, room: &Room) -> f32 {
        room.foot_m + self.relief_at(room.at_m)
    }
    /// Everything built around a rectangle: the rooms and tunnels of all super-cells whose features may reach it.
    pub fn features(&self, min_m: DVec2, max_m: DVec2) -> (Vec<Room>, Vec<Link>) {
        let (mut rooms, mut links) = (Vec::new(), Vec::new());
        self.each_super(min_m, max_m, WINDOW, |of| {
            let of_super = self.spec.rooms(self.seed, of);
            links.extend(self.spec.links(self.seed, of, &of_super));
            rooms.extend(of_super);
        });
        (rooms, links)
    }
    fn each_super(&self, min_m: DVec2, max_m: DVec2, margin: i32, mut visit: impl FnMut(IVec3)) {
        let (first, last) = (self.spec.super_of(min_m) - margin, self.spec.super_of(max_m) + margin);
        for z in 0..self.spec.super_layers() {
            for y in first.y..=last.y {
                for x in first.x..=last.x {
                    visit(IVec3::new(x, y, z));
                }
            }
        }
    }
    fn relief_at(&self, at_m: DVec2) -> f32 {
        self.spec.floor_relief_m * self.relief.at(at_m.x, at_m.y)
    }
    fn join_m(&self) -> f32 {
        0.5 * self.spec.fillet_m
    }
    /// Visits every void that may be felt in a box, in a fixed order.
    fn each_void(&self, voxel: VoxelSize, part: &LatticeBox, mut visit: impl FnMut(&Placed)) {
        let metres = |p: IVec3| p.truncate().as_dvec2() * f64::from(voxel.metres());
        self.each_super(metres(part.min), metres(part.max), WINDOW, |of| {
            let placed = self.built.get((voxel, of), || self.build(voxel, of));
            placed.iter().filter(|placed| placed.reach.meets(part)).for_each(&mut visit);
        });
    }
    /// The voids of a super-cell.
    fn build(&self, voxel: VoxelSize, of: IVec3) -> Vec<Placed> {
        let spec = &self.spec;
        let rooms = spec.rooms(self.seed, of);
        let links = spec.links(self.seed, of, &rooms);
        let rooms = rooms.into_iter().map(|room| Void::room(voxel, room, spec.floor_cut, spec.fillet_m));
        let tunnels =
            links.iter().map(|link| Void::tunnel(voxel, self.seed, link, spec.tunnel_radius_m, spec.winding_m, spec.fillet_m));
        let unfelt_m = FAR_M + self.join_m() + spec.roughness_m + ROUNDING_M;
        let placed = |void: Void| Placed { reach: void.reach(voxel, unfelt_m, spec.floor_relief_m), void };
        rooms.chain(tunnels).map(placed).collect()
    }
    /// The two nearest voids joined, held at [`FAR_M`].
    fn fold(&self, distances: impl Iterator<Item = f32>) -> f32 {
        let (mut first, mut second) = (f32::INFINITY, f32::INFINITY);
        for d in distances {
            if d < first {
                (first, second) = (d, first);
            } else if d < second {
                second = d;
            }
        }
        if first >= FAR_M + self.join_m() {
            return FAR_M;
        }
        let joined = if second < f32::INFINITY { ops::smooth_min(first, second, self.join_m()) } else { first };
        ops::min(joined, FAR_M)
    }
    /// As [`Network::fold`] for samples side by side: the same bits, lane by lane.
    fn fold_lanes(&self, distances: impl Iterator<Item = [f32; LANES]>) -> [f32; LANES] {
        let (mut first, mut second) = ([f32::INFINITY; LANES], [f32::INFINITY; LANES]);
        for d in distances {
            for i in 0..LANES {
                second[i] = if d[i] < first[i] { first[i] } else { ops::min(d[i], second[i]) };
                first[i] = ops::min(d[i], first[i]);
            }
        }
        let mut joined = [FAR_M; LANES];
        for i in 0..LANES {
            let both = ops::smooth_min(first[i], second[i], self.join_m());
            let near = ops::min(if second[i] < f32::INFINITY { both } else { first[i] }, FAR_M);
            joined[i] = if first[i] >= FAR_M + self.join_m() { FAR_M } else { near };
        }
        joined
    }
    /// Adds those of some voids that matter in a box, trimmed to it: the same bits there, sooner.
    fn felt_in<'v>(&self, voxel: VoxelSize, part: &SampleBox, voids: impl Iterator<Item = &'v Placed> + Clone) -> Vec<Placed> {
        let seen = self.seen_over(voxel, part);
        let limit = self.limit_m();
        let distances: Vec<Interval> = voids.clone().map(|placed| placed.void.over(voxel, part, seen, limit)).collect();
        // A void may be forgotten where another is nearer by the width of their join, or the limit is, wherever in the box.
        let least = distances.iter().fold(FAR_M, |least, d| ops::min(d.hi, least));
        let felt = voids.zip(&distances).filter(|(_, d)| d.lo < least + self.join_m() + ROUNDING_M);
        felt.map(|(placed, _)| Placed { reach: placed.reach, void: placed.void.trimmed(voxel, part) }).collect()
    }
    /// A void at least this far is not felt.
    fn limit_m(&self) -> f32 {
        FAR_M + self.join_m() + ROUNDING_M
    }
    fn seen_over(&self, voxel: VoxelSize, part: &SampleBox) -> Seen<Interval> {
        let z = Interval::new(part.origin.z as f32 * voxel.metres(), part.last().z as f32 * voxel.metres());
        let relief = Interval::around(0.0, self.spec.floor_relief_m);
        let rough = self.roughness.range() * Interval::point(self.spec.roughness_m);
        Seen { z: z - relief, rough }
    }
}

impl Operator for Network {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let xy = p.truncate();
        let relief = self.relief_at(xy.as_dvec2() * f64::from(voxel.metres()));
        let rough = self.roughness.point(voxel, p) * self.spec.roughness_m;
        let seen = Seen { z: p.z as f32 * voxel.metres() - relief, rough };
        let mut distances = Vec::new();
        self.each_void(voxel, &LatticeBox { min: p, max: p }, |placed| distances.push(placed.void.at(voxel, xy, seen)));
        let shape = self.fold(distances.into_iter());
        Channels { density: incoming.density, shape }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let mut voids = Vec::new();
        if !domain.is_empty() {
            self.each_void(voxel, &LatticeBox::of(domain), |placed| voids.push(placed.clone()));
            voids = self.felt_in(voxel, domain, voids.iter());
        }
        let is_felt = !voids.is_empty();
        Box::new(PreparedNetwork {
            network: self,
            voxel,
            voids,
            roughness: RowEval::new(self.roughness, voxel, domain),
            rough: Vec::new(),
            domain: *domain,
            relief: vec![Vec::new(); if is_felt { domain.size.y as usize } else { 0 }],
            walk: self.relief.walk(),
            n_blocks: (domain.size + (BLOCK - 1)) / BLOCK,
            blocks: Vec::new(),
        })
    }
}

struct PreparedNetwork<'a> {
    network: &'a Network,
    voxel: VoxelSize,
    voids: Vec<Placed>,
    roughness: RowEval,
    rough: Vec<f32>,
    domain: SampleBox,
    /// Relief of the floors by row of columns, empty until used.
    relief: Vec<Vec<f32>>,
    walk: PlaneWalk<'a>,
    n_blocks: UVec3,
    /// The voids that matter in each block of samples, unknown until used; empty until the first row.
    blocks: Vec<Option<Vec<Placed>>>,
}

/// Samples along the edge of a block.
const BLOCK: u32 = LANES as u32;

impl PreparedNetwork<'_> {
    /// Fills in the relief of a row of the domain's columns.
    fn look_up_relief(&mut self, y: usize) {
        let (height_m, voxel, domain, walk) = (self.network.spec.floor_relief_m, self.voxel, self.domain, &mut self.walk);
        if let Some(row) = self.relief.get_mut(y).filter(|row| row.is_empty()) {
            let first = domain.origin.truncate() + IVec2::new(0, y as i32 * domain.step());
            row.extend((0..domain.size.x as i32).map(|x| {
                let xy = first + IVec2::new(x * domain.step(), 0);
                let at_m = xy.as_dvec2() * f64::from(voxel.metres());
                height_m * walk.at(at_m.x, at_m.y)
            }));
        }
    }
    /// Makes the list of a block, and answers where it is.
    fn look_up_block(&mut self, block: UVec3) -> usize {
        let n = self.n_blocks;
        if self.blocks.is_empty() {
            self.blocks.resize((n.x * n.y * n.z) as usize, None);
        }
        let at = ((block.z * n.y + block.y) * n.x + block.x) as usize;
        let first = block * BLOCK;
        let size = (self.domain.size - first).min(UVec3::splat(BLOCK));
        if let Some(list) = self.blocks.get_mut(at).filter(|list| list.is_none()) {
            let part = SampleBox { origin: self.domain.point(first), level: self.domain.level, size };
            let lattice = LatticeBox::of(&part);
            *list = Some(self.network.felt_in(self.voxel, &part, self.voids.iter().filter(|p| p.reach.meets(&lattice))));
        }
        at
    }
}

impl Prepared for PreparedNetwork<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let seen = self.network.seen_over(self.voxel, part);
        let (lattice, limit) = (LatticeBox::of(part), self.network.limit_m());
        let mut nearest = Interval::point(f32::INFINITY);
        for placed in self.voids.iter().filter(|placed| placed.reach.meets(&lattice)) {
            nearest = Num::min(placed.void.over(self.voxel, part, seen, limit), nearest);
        }
        let join = self.network.join_m() / 6.0 + 1e-3;
        let joined = Interval { lo: nearest.lo - join, hi: nearest.hi };
        Channels { density: incoming.density, shape: Num::min(joined, Interval::point(FAR_M)) }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        if self.voids.is_empty() {
            row.shape.fill(FAR_M);
            return;
        }
        let mut rough = std::mem::take(&mut self.rough);
        rough.clear();
        rough.resize(row.shape.len(), 0.0);
        self.roughness.row(row.start, &mut rough);
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        self.look_up_relief(index.y as usize);
        let z_m = row.start.z as f32 * self.voxel.metres();
        let (mut from, n) = (0, row.shape.len());
        while from < n {
            let x = index.x + from as u32;
            let end = n.min(from + (BLOCK - x % BLOCK) as usize);
            let block = self.look_up_block(UVec3::new(x, index.y, index.z) / BLOCK);
            let voids = self.blocks.get(block).and_then(Option::as_deref).unwrap_or_default();
            let relief = self.relief.get(index.y as usize).and_then(|line| line.get(x as usize..)).unwrap_or_default();
            let mut seen = Seen { z: [0.0; LANES], rough: [0.0; LANES] };
            for (i, (relief, rough)) in relief.iter().zip(&rough[from..end]).enumerate() {
                (seen.z[i], seen.rough[i]) = (z_m - relief, rough * self.network.spec.roughness_m);
            }
            let xy = row.start.truncate() + IVec2::new(from as i32 * row.step, 0);
            let distances = voids.iter().map(|placed| placed.void.at_lanes(self.voxel, xy, row.step, &seen));
            row.shape[from..end].copy_from_slice(&self.network.fold_lanes(distances)[..end - from]);
            from = end;
        }
        self.rough = rough;
    }
}
