//! Floating islands in the void: level land on top, a tapering underside with drips, a lobed outline; bridges between them if wanted.

pub mod layout;
mod solid;
#[cfg(test)]
mod tests;

use crate::hash::Tag;
use crate::index::LatticeBox;
use crate::memo::Memo;
use crate::noise::{Fractal, Plane, PlaneWalk};
use crate::operator::{Nature, Role};
use crate::vector::{Kernel, Lanes, OfSample, Path, Samples};
use crate::{Channels, Interval, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3, UVec2};
use layout::{Island, WINDOW};
use solid::{Column, Solid};
use std::cell::OnceCell;
use std::ops::Range;

/// What the islands are made of; metres, cycles per metre, ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IslandSpec {
    /// Height of the content; islands stay inside it.
    pub content_m: f32,
    /// Edge of the lattice's cells; at least 2 m more than the largest diameter.
    pub spacing_m: f32,
    /// Wanted height of a layer of islands.
    pub layer_m: f32,
    /// Share of cells that hold an island, beside those that always do.
    pub density: f32,
    /// Smallest and largest breadth.
    pub diameter_m: [f32; 2],
    /// Thickness of the body relative to the breadth.
    pub thickness: f32,
    /// How far the outline departs from a disc, 0 to 1.
    pub lobes: f32,
    /// Height of the rolls of the land.
    pub rolling_m: f32,
    /// Rolls per metre.
    pub rolling_frequency: f32,
    /// Length of the drips under the body.
    pub drip_m: f32,
    /// Drips per metre.
    pub drip_frequency: f32,
    /// Share of islands with a bridge to their parent.
    pub bridges: f32,
}

/// Distances are held at this, metres: farther solids are not felt.
const FAR_M: f32 = 6.0;
/// Width of the join of two solids, metres.
const JOIN_M: f32 = 1.2;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-2;
/// Cells along the edge of a block that is built at once.
const BLOCK: i32 = 4;
/// Above this many columns (a padded tile has 35²) a bound does not look at each of them.
const MOST_COLUMNS: u32 = 40 * 40;

/// A solid with the lattice points it may be felt at: elsewhere its distance is at least [`FAR_M`] and the width of a join.
#[derive(Clone, Debug)]
struct Placed {
    reach: LatticeBox,
    solid: Solid,
}

/// The operator: writes Shape.
#[derive(Debug)]
pub struct Islands {
    /// The solids of blocks of cells.
    built: Memo<[Placed]>,
    seed: u64,
    spec: IslandSpec,
    rolling: Plane,
    drips: Plane,
}

pub(super) static RECORD: Record = Record {
    name: "islands",
    role: Role::Source,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: false, shape: true },
    provides: &["IslandGeometry"],
    requires: &[],
    doc: "Floating islands on a layered lattice, each standing alone: gently rolling land above, a tapering underside with drips below, \
          a lobed outline. Bridges of rock join them into one tree if wanted.",
};

impl Islands {
    /// The islands of a seed.
    pub fn new(seed: u64, spec: IslandSpec) -> Self {
        Self {
            built: Memo::default(),
            seed,
            spec,
            rolling: Fractal::sum(seed, Tag::IslandTops, spec.rolling_frequency, 2).plane(),
            drips: Fractal::sum(seed, Tag::IslandDrips, spec.drip_frequency, 2).plane(),
        }
    }
    /// Islands whose middle lies within `reach_m` of a place, nearest first.
    pub fn near(&self, at_m: DVec2, reach_m: f64) -> Vec<Island> {
        let mut islands: Vec<Island> = Vec::new();
        self.each_cell(at_m - reach_m, at_m + reach_m, |cell| {
            islands.extend(self.spec.island(self.seed, cell).filter(|island| island.at_m.distance(at_m) <= reach_m));
        });
        islands.sort_by(|a, b| {
            let far = |island: &Island| island.at_m.distance_squared(at_m);
            far(a).total_cmp(&far(b)).then_with(|| a.cell.to_array().cmp(&b.cell.to_array()))
        });
        islands
    }
    /// Height of an island's land at its middle, metres above the content floor.
    pub fn land_m(&self, island: &Island) -> f32 {
        island.top_m + self.roll(&mut self.rolling.walk(), island.at_m)
    }
    /// The island that another has a bridge to; `None` without one.
    pub fn bridge_from(&self, island: &Island) -> Option<Island> {
        if self.spec.is_linked(self.seed, island) { self.spec.parent(self.seed, island) } else { None }
    }
    fn roll(&self, walk: &mut PlaneWalk<'_>, at_m: DVec2) -> f32 {
        self.spec.rolling_m * walk.at(at_m.x, at_m.y)
    }
    /// From nothing (0) to a drip (1).
    fn drip(walk: &mut PlaneWalk<'_>, at_m: DVec2) -> f32 {
        let n = ops::clamp(0.35 + 1.1 * walk.at(at_m.x, at_m.y), 0.0, 1.0);
        n * n
    }
    /// Visits every cell of all layers that may hold an island with its middle in a rectangle.
    fn each_cell(&self, min_m: DVec2, max_m: DVec2, mut visit: impl FnMut(IVec3)) {
        let (first, last) = self.cells(min_m, max_m);
        for z in 0..self.spec.layers() {
            for y in first.y..=last.y {
                for x in first.x..=last.x {
                    visit(IVec3::new(x, y, z));
                }
            }
        }
    }
    /// The first and the last cell that may touch a rectangle, however its row is shifted (from -0.5 to 1).
    fn cells(&self, min_m: DVec2, max_m: DVec2) -> (IVec2, IVec2) {
        let spacing = f64::from(self.spec.spacing_m);
        ((min_m / spacing - 1.0).floor().as_ivec2(), (max_m / spacing + 0.5).floor().as_ivec2())
    }
    /// Visits every solid that may be felt in a box, in a fixed order.
    fn each_solid(&self, voxel: VoxelSize, part: &LatticeBox, mut visit: impl FnMut(&Placed)) {
        let felt = DVec2::splat(f64::from(FAR_M + JOIN_M) + 1.0);
        let [min_m, max_m] = [part.min, part.max].map(|p| p.truncate().as_dvec2() * f64::from(voxel.metres()));
        let (first, last) = self.cells(min_m - felt, max_m + felt);
        // A bridge belongs to the cell that it starts from.
        let margin = if self.spec.bridges > 0.0 { WINDOW + 2 } else { 0 };
        let [first, last] = [first - margin, last + margin].map(|cell| cell.div_euclid(IVec2::splat(BLOCK)));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let placed = self.built.get(voxel, IVec3::new(x, y, 0), || self.build(voxel, IVec2::new(x, y)).into());
                placed.iter().filter(|placed| placed.reach.meets(part)).for_each(&mut visit);
            }
        }
    }
    /// The islands of a block of cells, and the bridges from them.
    fn build(&self, voxel: VoxelSize, block: IVec2) -> Vec<Placed> {
        let mut placed = Vec::new();
        let mut place = |solid: Solid| {
            let reach = solid.reach(voxel, FAR_M + JOIN_M + ROUNDING_M, self.spec.rolling_m);
            placed.push(Placed { reach, solid });
        };
        for layer in 0..self.spec.layers() {
            for i in 0..BLOCK * BLOCK {
                let cell = block * BLOCK + IVec2::new(i % BLOCK, i / BLOCK);
                let Some(island) = self.spec.island(self.seed, cell.extend(layer)) else { continue };
                place(Solid::island(&self.spec, voxel, self.seed, &island));
                if let Some(parent) = self.bridge_from(&island) {
                    place(Solid::bridge(&self.spec, voxel, &island, &parent));
                }
            }
        }
        placed
    }
    /// The two nearest solids joined, held at [`FAR_M`].
    #[inline(always)]
    fn joined(first: f32, second: f32) -> f32 {
        let near = ops::min(ops::smooth_min(first, second, JOIN_M), FAR_M);
        if first >= FAR_M + JOIN_M { FAR_M } else { near }
    }
    /// Encloses a solid's distance in a box by its terms alone.
    fn over(&self, voxel: VoxelSize, placed: &Placed, part: &SampleBox) -> Interval {
        let rolled = placed.solid.columns(voxel, part).rolled(Interval::around(0.0, self.spec.rolling_m));
        placed.solid.distance(rolled, heights(voxel, part)).widen(ROUNDING_M)
    }
}

fn heights(voxel: VoxelSize, part: &SampleBox) -> Interval {
    Interval::new(part.origin.z as f32 * voxel.metres(), part.last().z as f32 * voxel.metres())
}

impl Operator for Islands {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let xy = p.truncate();
        let at_m = xy.as_dvec2() * f64::from(voxel.metres());
        let (roll, drip) = (self.roll(&mut self.rolling.walk(), at_m), Self::drip(&mut self.drips.walk(), at_m));
        let (mut first, mut second) = (f32::MAX, f32::MAX);
        self.each_solid(voxel, &LatticeBox { min: p, max: p }, |Placed { solid, .. }| {
            let column = solid.column(voxel, xy, solid.edge(voxel, xy), drip).rolled(roll);
            let d = solid.distance(column, p.z as f32 * voxel.metres());
            second = ops::min(ops::max(d, first), second);
            first = ops::min(d, first);
        });
        Channels { density: incoming.density, shape: Self::joined(first, second) }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let mut felt = Vec::new();
        if !domain.is_empty() {
            self.each_solid(voxel, &LatticeBox::of(domain), |placed| felt.push(Felt::new(placed, domain)));
        }
        Box::new(PreparedIslands { source: self, voxel, domain: *domain, felt, first: Vec::new(), second: Vec::new() })
    }
}

/// A solid that may be felt in a domain, with those of its columns that may feel it, found on first need.
struct Felt {
    placed: Placed,
    /// First column of the domain and number of columns.
    at: UVec2,
    size: UVec2,
    columns: OnceCell<Columns>,
}

/// Columns x fastest, one list per term; lists make vector code.
#[derive(Default)]
struct Columns {
    edge: Vec<f32>,
    top: Vec<f32>,
    bottom: Vec<f32>,
}

impl Columns {
    /// Some neighbours: edges, tops and bottoms.
    fn part(&self, range: Range<usize>) -> Option<[&[f32]; 3]> {
        Some([self.edge.get(range.clone())?, self.top.get(range.clone())?, self.bottom.get(range)?])
    }
}

impl Felt {
    fn new(placed: &Placed, domain: &SampleBox) -> Self {
        let step = domain.step();
        let from = |p: IVec2| (p - domain.origin.truncate()).max(IVec2::ZERO);
        let at = from(placed.reach.min.truncate()) / step;
        let last = (from(placed.reach.max.truncate()) / step).min(domain.size.truncate().as_ivec2() - 1);
        let size = (last - at + 1).max(IVec2::ZERO).as_uvec2();
        Self { placed: placed.clone(), at: at.as_uvec2(), size, columns: OnceCell::new() }
    }
    fn columns(&self, source: &Islands, voxel: VoxelSize, domain: &SampleBox) -> &Columns {
        self.columns.get_or_init(|| {
            let (mut rolling, mut drips) = (source.rolling.walk(), source.drips.walk());
            let mut columns = Columns::default();
            for y in 0..self.size.y {
                for x in 0..self.size.x {
                    let xy = domain.point((self.at + UVec2::new(x, y)).extend(0)).truncate();
                    let edge = self.placed.solid.edge(voxel, xy);
                    // Unfelt at every height: its land does not matter.
                    let mut column = Column { edge, top: 0.0, bottom: 0.0 };
                    if edge < FAR_M + JOIN_M {
                        let at_m = xy.as_dvec2() * f64::from(voxel.metres());
                        let drip =
                            if self.placed.solid.is_island() && edge < 0.0 { Islands::drip(&mut drips, at_m) } else { 0.0 };
                        column = self.placed.solid.column(voxel, xy, edge, drip).rolled(source.roll(&mut rolling, at_m));
                    }
                    columns.edge.push(column.edge);
                    columns.top.push(column.top);
                    columns.bottom.push(column.bottom);
                }
            }
            columns
        })
    }
}

struct PreparedIslands<'a> {
    source: &'a Islands,
    voxel: VoxelSize,
    domain: SampleBox,
    felt: Vec<Felt>,
    /// The two least distances along a row.
    first: Vec<f32>,
    second: Vec<f32>,
}

impl PreparedIslands<'_> {
    /// Encloses a solid's distance in a box by each of its columns; `None` where the box is not of the domain's own samples.
    fn exact(&self, felt: &Felt, part: &SampleBox) -> Option<Interval> {
        let step = self.domain.step();
        let from = part.origin.truncate() - self.domain.origin.truncate();
        if part.level != self.domain.level || from % step != IVec2::ZERO || from.cmplt(IVec2::ZERO).any() {
            return None;
        }
        let first = (from / step).as_uvec2();
        let end = first + part.size.truncate();
        let (low, high) = (first.max(felt.at), end.min(felt.at + felt.size));
        let z = heights(self.voxel, part);
        // Columns beside the list are too far off.
        let all_listed = low == first && high == end;
        let mut whole = if all_listed { None } else { Some(Interval::point(FAR_M + JOIN_M)) };
        if low.x >= high.x {
            return whole;
        }
        let columns = felt.columns(self.source, self.voxel, &self.domain);
        let (path, length) = (Path::best(), (high.x - low.x) as usize);
        for y in low.y..high.y {
            let start = ((y - felt.at.y) * felt.size.x + low.x - felt.at.x) as usize;
            let of_row = columns.part(start..start + length)?;
            let one = path.run(OverColumns { solid: &felt.placed.solid, columns: of_row, z });
            whole = Some(whole.map_or(one, |so_far| so_far.hull(one)));
        }
        whole
    }
}

/// Adds a solid at a height to the two least distances along a row.
struct AddSolid<'a> {
    solid: &'a Solid,
    z: f32,
    columns: [&'a [f32]; 3],
    nearest: [&'a mut [f32]; 2],
}

impl Kernel for AddSolid<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Self { solid, z, columns: [edges, tops, bottoms], nearest: [first, second] } = self;
        let nearest = first.iter_mut().zip(second);
        for (((first, second), edge), (top, bottom)) in nearest.zip(edges).zip(tops.iter().zip(bottoms)) {
            let d = solid.distance(Column { edge: *edge, top: *top, bottom: *bottom }, z);
            *second = ops::min(ops::max(d, *first), *second);
            *first = ops::min(d, *first);
        }
    }
}

/// The two least distances joined.
struct Joined;

impl OfSample<2> for Joined {
    #[inline(always)]
    fn at(&self, [first, second]: [f32; 2], _shape: f32) -> f32 {
        Islands::joined(first, second)
    }
}

/// See [`Solid::over_columns`].
struct OverColumns<'a> {
    solid: &'a Solid,
    columns: [&'a [f32]; 3],
    z: Interval,
}

impl Kernel for OverColumns<'_> {
    type Output = Interval;
    #[inline(always)]
    fn run<V: Lanes>(self) -> Interval {
        self.solid.over_columns(self.columns, self.z)
    }
}

impl Prepared for PreparedIslands<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let lattice = LatticeBox::of(part);
        let mut nearest = Interval::point(FAR_M + JOIN_M);
        for felt in self.felt.iter().filter(|felt| felt.placed.reach.meets(&lattice)) {
            let by_terms = self.source.over(self.voxel, &felt.placed, part);
            let is_near = by_terms.lo < 0.5 * FAR_M && part.size.x * part.size.y <= MOST_COLUMNS;
            let exact = if is_near { self.exact(felt, part) } else { None };
            nearest = Num::min(exact.map_or(by_terms, |exact| exact.widen(ROUNDING_M).intersect(by_terms)), nearest);
        }
        let joined = Interval { lo: nearest.lo - (JOIN_M / 6.0 + 1e-3), hi: nearest.hi };
        Channels { density: incoming.density, shape: Num::min(joined, Interval::point(FAR_M)) }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        let n = row.shape.len();
        let line = LatticeBox { min: row.start, max: row.start + IVec3::X * ((n as i32 - 1) * row.step) };
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let z = row.start.z as f32 * self.voxel.metres();
        let (first, second) = (&mut self.first, &mut self.second);
        for list in [&mut *first, &mut *second] {
            list.clear();
            list.resize(n, f32::MAX);
        }
        let (path, mut is_felt) = (Path::best(), false);
        for felt in self.felt.iter().filter(|felt| felt.placed.reach.meets(&line)) {
            let (low, high) = (index.x.max(felt.at.x), (index.x + n as u32).min(felt.at.x + felt.size.x));
            if low >= high || index.y < felt.at.y || index.y >= felt.at.y + felt.size.y {
                continue;
            }
            let columns = felt.columns(self.source, self.voxel, &self.domain);
            let of_list = ((index.y - felt.at.y) * felt.size.x + low - felt.at.x) as usize;
            let (of_row, length) = ((low - index.x) as usize, (high - low) as usize);
            let solid = &felt.placed.solid;
            let Some([edge, top, bottom]) = columns.part(of_list..of_list + length) else { continue };
            let nearest = [&mut first[of_row..of_row + length], &mut second[of_row..of_row + length]];
            path.run(AddSolid { solid, z, columns: [edge, top, bottom], nearest });
            is_felt = true;
        }
        if !is_felt {
            row.shape.fill(FAR_M);
            return;
        }
        path.run(Samples { formula: Joined, beside: [first, second], row: row.shape });
    }
}
