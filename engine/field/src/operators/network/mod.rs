//! Rooms and tunnels in rock, without end in XY: one tree of ways by construction, one void with level floors.

mod kernel;
pub mod layout;
pub(super) mod shape;
#[cfg(test)]
pub(crate) mod tests;

use crate::ground::{Ground, Hall, Stand};
use crate::hash::Tag;
use crate::index::LatticeBox;
use crate::memo::Memo;
use crate::noise::{Fractal, Plane, PlaneRows, RowEval};
use crate::operator::{Nature, Role};
use crate::vector::{LANES, Num8, Path};
use crate::{Channels, ColumnBox, Interval, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3, UVec2, UVec3};
use kernel::Measure;
use layout::{Layout, Link, Room, RoomSizes, WINDOW};
use shape::{Seen, Void};

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

/// Distances are held at this, metres, unless something needs to feel farther: farther voids are not felt.
const FAR_M: f32 = 4.0;
/// Farthest that voids may be felt, metres; the window of super-cells relies on it.
pub const FARTHEST_M: f32 = 16.0;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-2;

/// A void with the lattice points it may be felt at: elsewhere its distance is at least what it is held at and the width of a join.
#[derive(Clone, Debug)]
struct Placed {
    reach: LatticeBox,
    void: Void,
}

/// The operator: writes Shape.
#[derive(Debug)]
pub struct Network {
    /// Voids of super-cells.
    built: Memo<[Placed]>,
    seed: u64,
    spec: NetworkSpec,
    sizes: Option<RoomSizes>,
    /// Distances are held at this, metres.
    far_m: f32,
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
    /// The network of a seed; `sizes` where rooms differ by region.
    pub fn new(seed: u64, spec: NetworkSpec, sizes: Option<RoomSizes>) -> Self {
        Self {
            seed,
            sizes,
            built: Memo::default(),
            far_m: FAR_M,
            relief: Fractal::sum(seed, Tag::FloorRelief, spec.floor_frequency, 2).plane(),
            roughness: Fractal::sum(seed, Tag::RoughnessOnShape, spec.roughness_frequency, 3),
            spec,
        }
    }
    /// Felt as far as `far_m` metres, from 4 m to [`FARTHEST_M`]: for operators that follow the shape into the rock. Signs and near
    /// distances keep their bits.
    pub fn felt_to(self, far_m: f32) -> Self {
        Self { far_m: ops::clamp(far_m, FAR_M, FARTHEST_M), ..self }
    }
    fn layout(&self) -> Layout<'_> {
        Layout { spec: &self.spec, seed: self.seed, sizes: self.sizes.as_ref() }
    }
    /// Rooms whose centre lies within `reach_m` of a place, nearest first.
    pub fn rooms_near(&self, at_m: DVec2, reach_m: f64) -> Vec<Room> {
        let mut rooms: Vec<Room> = Vec::new();
        self.each_super(at_m - reach_m, at_m + reach_m, 0, |of| {
            rooms.extend(self.layout().rooms(of).into_iter().filter(|room| room.at_m.distance(at_m) <= reach_m));
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
    /// Whether a body can stand in the middle of a room: another way may pass right under its floor.
    pub fn bears(&self, voxel: VoxelSize, room: &Room) -> bool {
        let shape = |dz_m: f32| {
            let at_m = room.at_m.extend(f64::from(self.foot_m(room) + dz_m));
            self.point(voxel, voxel.lattice_floor(at_m), Channels::START).shape
        };
        [-1.2, -0.8, -0.5].iter().all(|dz_m| shape(*dz_m) > 0.0) && [0.6, 1.3, 2.3].iter().all(|dz_m| shape(*dz_m) < 0.0)
    }
    /// Everything built around a rectangle: the rooms and tunnels of all super-cells whose features may reach it.
    pub fn features(&self, min_m: DVec2, max_m: DVec2) -> (Vec<Room>, Vec<Link>) {
        let (mut rooms, mut links) = (Vec::new(), Vec::new());
        self.each_super(min_m, max_m, WINDOW, |of| {
            let of_super = self.layout().rooms(of);
            links.extend(self.layout().links(of, &of_super));
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
            let placed = self.built.get(voxel, of, || self.build(voxel, of).into());
            placed.iter().filter(|placed| placed.reach.meets(part)).for_each(&mut visit);
        });
    }
    /// The voids of a super-cell.
    fn build(&self, voxel: VoxelSize, of: IVec3) -> Vec<Placed> {
        let spec = &self.spec;
        let rooms = self.layout().rooms(of);
        let links = self.layout().links(of, &rooms);
        let rooms = rooms.into_iter().map(|room| Void::room(voxel, room, spec.floor_cut, spec.fillet_m));
        let tunnels =
            links.iter().map(|link| Void::tunnel(voxel, self.seed, link, spec.tunnel_radius_m, spec.winding_m, spec.fillet_m));
        let unfelt_m = self.far_m + self.join_m() + spec.roughness_m + ROUNDING_M;
        let placed = |void: Void| Placed { reach: void.reach(voxel, unfelt_m, spec.floor_relief_m), void };
        rooms.chain(tunnels).map(placed).collect()
    }
    /// The two nearest voids joined, held at [`Network::felt_to`].
    fn fold(&self, distances: impl Iterator<Item = f32>) -> f32 {
        let (mut first, mut second) = (f32::INFINITY, f32::INFINITY);
        for d in distances {
            if d < first {
                (first, second) = (d, first);
            } else if d < second {
                second = d;
            }
        }
        if first >= self.far_m + self.join_m() {
            return self.far_m;
        }
        let joined = if second < f32::INFINITY { ops::smooth_min(first, second, self.join_m()) } else { first };
        ops::min(joined, self.far_m)
    }
    /// Those of some voids that matter in a box, trimmed to it: the same bits there, sooner.
    fn felt_in<'v>(&self, voxel: VoxelSize, part: &SampleBox, voids: impl Iterator<Item = &'v Placed> + Clone) -> Vec<Placed> {
        let seen = self.seen_over(voxel, part);
        // A void may be forgotten where another is nearer by the width of their join, or the limit is, wherever in the box.
        let (mut least, spare_m) = (self.far_m, self.spare_m());
        let mut lowest = Vec::new();
        for placed in voids.clone() {
            let distance = placed.void.over(voxel, part, seen, least + spare_m);
            least = ops::min(distance.hi, least);
            lowest.push(distance.lo);
        }
        let felt = voids.zip(&lowest).filter(|(_, lowest)| **lowest < least + spare_m);
        felt.map(|(placed, _)| Placed { reach: placed.reach, void: placed.void.trimmed(voxel, part) }).collect()
    }
    /// A void at least this far is not felt.
    fn limit_m(&self) -> f32 {
        self.far_m + self.spare_m()
    }
    /// A void that is farther than another by this much does not matter beside it.
    fn spare_m(&self) -> f32 {
        self.join_m() + ROUNDING_M
    }
    fn seen_over(&self, voxel: VoxelSize, part: &SampleBox) -> Seen<Interval> {
        let z = Interval::new(part.origin.z as f32 * voxel.metres(), part.last().z as f32 * voxel.metres());
        let relief = Interval::around(0.0, self.spec.floor_relief_m);
        let rough = self.roughness.range() * Interval::point(self.spec.roughness_m);
        Seen { z: z - relief, rough }
    }
}

/// Share of a room's radius within which its floor is clear of its walls.
const CLEAR_FLOOR: f64 = 0.7;

/// In the room whose floor comes nearest.
impl Ground for Network {
    fn stand(&self, _voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        let widest = f64::from(ops::max(self.spec.hub_radius_m, 0.45 * self.spec.cell_m));
        let rooms = self.rooms_near(wanted_m, budget_m + CLEAR_FLOOR * widest);
        let floors = rooms.iter().map(|room| {
            let (away, clear) = (wanted_m - room.at_m, CLEAR_FLOOR * f64::from(room.radius_m));
            let far = away.length_squared().sqrt();
            (if far <= clear { wanted_m } else { room.at_m + away * (clear / far) }, room, far - clear)
        });
        let (at_m, room, _) = floors.min_by(|a, b| a.2.max(0.0).total_cmp(&b.2.max(0.0)))?;
        let foot_m = room.foot_m + self.relief_at(at_m);
        let out = ops::clamp(at_m.distance_squared(room.at_m).sqrt() as f32 / room.radius_m, 0.0, 1.0);
        let head_m = room.foot_m + room.half_height_m * (self.spec.floor_cut + (1.0 - out * out).sqrt());
        let hall = Some(Hall { centre_m: room.at_m, radius_m: room.radius_m });
        let is_near = at_m.distance_squared(wanted_m) <= budget_m * budget_m;
        is_near.then_some(Stand { at_m, foot_m, head_m: Some(head_m), hall })
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
            relief_rows: self.relief.rows(voxel, &ColumnBox::of(domain)),
            path: Path::best(),
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
    relief_rows: PlaneRows<'a>,
    path: Path,
    n_blocks: UVec3,
    /// The voids that matter in each block of samples, unknown until used; empty until the first row.
    blocks: Vec<Option<Vec<Placed>>>,
}

/// Samples along the edge of a block.
const BLOCK: u32 = LANES as u32;

impl PreparedNetwork<'_> {
    /// Fills in the relief of a row of the domain's columns.
    fn look_up_relief(&mut self, y: usize) {
        let height_m = self.network.spec.floor_relief_m;
        if let Some(row) = self.relief.get_mut(y).filter(|row| row.is_empty()) {
            row.resize(self.domain.size.x as usize, 0.0);
            self.relief_rows.row(UVec2::new(0, y as u32), row);
            row.iter_mut().for_each(|relief| *relief *= height_m);
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
            // One that is farther than another everywhere does not change what encloses the nearest.
            nearest = Num::min(placed.void.over(self.voxel, part, seen, ops::min(nearest.hi, limit)), nearest);
        }
        let join = self.network.join_m() / 6.0 + 1e-3;
        let joined = Interval { lo: nearest.lo - join, hi: nearest.hi };
        Channels { density: incoming.density, shape: Num::min(joined, Interval::point(self.network.far_m)) }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        if self.voids.is_empty() {
            row.shape.fill(self.network.far_m);
            return;
        }
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let n = row.shape.len();
        let blocks = index.x / BLOCK..(index.x + n as u32).div_ceil(BLOCK);
        let felt = blocks.fold(false, |felt, x| {
            let block = self.look_up_block(UVec3::new(x * BLOCK, index.y, index.z) / BLOCK);
            felt | self.blocks.get(block).and_then(Option::as_ref).is_some_and(|voids| !voids.is_empty())
        });
        if !felt {
            row.shape.fill(self.network.far_m);
            return;
        }
        self.rough.resize(n, 0.0);
        self.roughness.row(row.start, &mut self.rough);
        self.look_up_relief(index.y as usize);
        let z_m = row.start.z as f32 * self.voxel.metres();
        let mut from = 0;
        while from < n {
            let x = index.x + from as u32;
            let end = n.min(from + (BLOCK - x % BLOCK) as usize);
            let block = self.look_up_block(UVec3::new(x, index.y, index.z) / BLOCK);
            let voids = self.blocks.get(block).and_then(Option::as_deref).unwrap_or_default();
            let relief = self.relief.get(index.y as usize).and_then(|line| line.get(x as usize..)).unwrap_or_default();
            let (mut relief_m, mut rough) = (Num8::default(), Num8::default());
            relief_m.iter_mut().zip(relief).for_each(|(lane, relief)| *lane = *relief);
            rough.iter_mut().zip(&self.rough[from..end]).for_each(|(lane, rough)| *lane = *rough);
            let distances = self.path.run(Measure {
                network: self.network,
                voxel: self.voxel,
                voids: voids.iter().map(|placed| &placed.void),
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
