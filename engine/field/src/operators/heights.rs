//! Air between two surfaces that depend on XY alone: the source of slabs and of terrain under a sky cap.
//!
//! *Cost.* The heights of a column are computed once, kept for the tiles above, below and at the same place, and give exact bounds:
//! a box's extreme heights are those of the columns it samples.

use crate::ground::{Ground, Stand};
pub use crate::lattice::ColumnBox;
use crate::operator::{Nature, Role};
use crate::vector::{Kernel, Lanes, Path};
use crate::{Channels, Interval, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3};
use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Heights of the air's lower and upper surface, metres above the content floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heights {
    /// The ground.
    pub lower_m: f32,
    /// The ceiling, above the ground.
    pub upper_m: f32,
}

/// Two surfaces over the plane.
pub trait HeightField: std::fmt::Debug + Send + Sync {
    /// What the operator is.
    const RECORD: Record;
    /// Heights of one column: the definition.
    fn at(&self, at_m: DVec2) -> Heights;
    /// Heights of many columns, x fastest: the same bits as [`HeightField::at`].
    fn fill(&self, voxel: VoxelSize, columns: &ColumnBox) -> Vec<Heights> {
        columns.positions_m(voxel).map(|at_m| self.at(at_m)).collect()
    }
    /// Enclosures of every lower and every upper height.
    fn range(&self) -> [Interval; 2];
    /// Factors from vertical distance to density, lower and upper: 1 / √(1 + slope²) of a usual slope.
    fn steepness(&self) -> [f32; 2];
}

/// Anywhere, at the surface's own height.
impl<H: HeightField> Ground for H {
    fn stand(&self, _voxel: VoxelSize, wanted_m: DVec2, _budget_m: f64) -> Option<Stand> {
        let Heights { lower_m, upper_m } = self.at(wanted_m);
        Some(Stand { at_m: wanted_m, foot_m: lower_m, head_m: Some(upper_m), hall: None })
    }
}

/// The operator: writes Density, ignoring what comes in.
#[derive(Debug)]
pub struct Between<H> {
    field: Arc<H>,
    cache: ColumnCache,
}

impl<H: HeightField> Between<H> {
    /// Air between the two surfaces of `field`.
    pub fn new(field: Arc<H>) -> Self {
        Self { field, cache: ColumnCache::default() }
    }
}

#[inline(always)]
fn density(heights: Heights, [lower, upper]: [f32; 2], z_m: f32) -> f32 {
    ops::min((z_m - heights.lower_m) * lower, (heights.upper_m - z_m) * upper)
}

fn height_m(voxel: VoxelSize, z: i32) -> f32 {
    z as f32 * voxel.metres()
}

impl<H: HeightField> Operator for Between<H> {
    fn record(&self) -> &'static Record {
        const { &H::RECORD }
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let at_m = p.truncate().as_dvec2() * f64::from(voxel.metres());
        let density = density(self.field.at(at_m), self.field.steepness(), height_m(voxel, p.z));
        Channels { density, shape: incoming.shape }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedBetween { source: self, voxel, columns: ColumnBox::of(domain), heights: OnceCell::new() })
    }
}

struct PreparedBetween<'a, H> {
    source: &'a Between<H>,
    voxel: VoxelSize,
    columns: ColumnBox,
    heights: OnceCell<Arc<[Heights]>>,
}

/// Above this many columns (a padded tile has 35²) a proof would cost more than it saves, and a box is bounded by the range of the
/// whole field instead.
const MOST_COLUMNS: usize = 40 * 40;

impl<H: HeightField> PreparedBetween<'_, H> {
    fn heights(&self) -> &[Heights] {
        self.heights
            .get_or_init(|| self.source.cache.get(self.columns, || self.source.field.fill(self.voxel, &self.columns).into()))
    }
    /// Offset of a column in the prepared rectangle; `None` if it is not one of its columns.
    fn offset(&self, at: IVec2) -> Option<usize> {
        let step = 1 << self.columns.level;
        let from = at - self.columns.origin;
        let index = from / step;
        let inside =
            from % step == IVec2::ZERO && index.cmpge(IVec2::ZERO).all() && index.as_uvec2().cmplt(self.columns.size).all();
        inside.then(|| index.y as usize * self.columns.size.x as usize + index.x as usize)
    }
    fn enclose(&self, lower: Interval, upper: Interval, part: &SampleBox) -> Interval {
        let steepness = self.source.field.steepness();
        let [z_lo, z_hi] = [part.origin.z, part.last().z].map(|z| height_m(self.voxel, z));
        // Rising in z and falling in the lower height; falling in z and rising in the upper height.
        let above = Interval { lo: (z_lo - lower.hi) * steepness[0], hi: (z_hi - lower.lo) * steepness[0] };
        let below = Interval { lo: (upper.lo - z_hi) * steepness[1], hi: (upper.hi - z_lo) * steepness[1] };
        Num::min(above, below)
    }
    fn exact(&self, part: &SampleBox) -> Option<Interval> {
        let last = part.last();
        let (first, last) = (self.offset(part.origin.truncate())?, self.offset(last.truncate())?);
        if self.columns.level != part.level {
            return None;
        }
        let (row, heights) = (self.columns.size.x as usize, self.heights());
        let mut extremes = Extremes::default();
        for start in (first..=last).step_by(row) {
            extremes.add(heights.get(start..start + part.size.x as usize)?);
        }
        let [lower, upper] = extremes.intervals();
        Some(self.enclose(lower, upper, part))
    }
}

/// Densities of a row of columns.
struct OfHeights<'a> {
    heights: &'a [Heights],
    steepness: [f32; 2],
    z_m: f32,
    out: &'a mut [f32],
}

impl Kernel for OfHeights<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        for (out, heights) in self.out.iter_mut().zip(self.heights) {
            *out = density(*heights, self.steepness, self.z_m);
        }
    }
}

/// Columns whose extremes are kept apart: neighbours become vector code.
const APART: usize = 4;

/// Least and greatest heights of columns.
struct Extremes {
    least: [[f32; 2]; APART],
    greatest: [[f32; 2]; APART],
}

impl Default for Extremes {
    fn default() -> Self {
        Self { least: [[f32::INFINITY; 2]; APART], greatest: [[f32::NEG_INFINITY; 2]; APART] }
    }
}

impl Extremes {
    #[inline(always)]
    fn add(&mut self, heights: &[Heights]) {
        let fours = heights.chunks_exact(APART);
        let rest = fours.remainder();
        for four in fours {
            for (i, heights) in four.iter().enumerate() {
                self.add_one(i, *heights);
            }
        }
        rest.iter().enumerate().for_each(|(i, heights)| self.add_one(i, *heights));
    }
    #[inline(always)]
    fn add_one(&mut self, i: usize, Heights { lower_m, upper_m }: Heights) {
        for (j, height_m) in [lower_m, upper_m].into_iter().enumerate() {
            self.least[i][j] = ops::min(height_m, self.least[i][j]);
            self.greatest[i][j] = ops::max(height_m, self.greatest[i][j]);
        }
    }
    /// Of the lower and of the upper surface.
    fn intervals(&self) -> [Interval; 2] {
        [0, 1].map(|j| Interval {
            lo: self.least.iter().fold(f32::INFINITY, |least, of| ops::min(of[j], least)),
            hi: self.greatest.iter().fold(f32::NEG_INFINITY, |greatest, of| ops::max(of[j], greatest)),
        })
    }
}

impl<H: HeightField> Prepared for PreparedBetween<'_, H> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let [lower, upper] = self.source.field.range();
        let coarse = self.enclose(lower, upper, part);
        let certain = coarse.is_rock() || coarse.is_air();
        let few = self.columns.size.x as usize * self.columns.size.y as usize <= MOST_COLUMNS;
        let density = if certain || !few { coarse } else { self.exact(part).unwrap_or(coarse) };
        Channels { density, shape: incoming.shape }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        let z_m = height_m(self.voxel, row.start.z);
        let steepness = self.source.field.steepness();
        let step = 1 << self.columns.level;
        let start = self.offset(row.start.truncate()).filter(|_| row.step == step);
        if let Some(heights) = start.and_then(|start| self.heights().get(start..start + row.density.len())) {
            Path::best().run(OfHeights { heights, steepness, z_m, out: row.density });
            return;
        }
        for (i, out) in row.density.iter_mut().enumerate() {
            let at = row.start.truncate() + IVec2::new(i as i32 * row.step, 0);
            *out = density(self.source.field.at(at.as_dvec2() * f64::from(self.voxel.metres())), steepness, z_m);
        }
    }
}

/// Rectangles of columns lately computed. What it holds never shows in a value, only in time.
#[derive(Debug, Default)]
struct ColumnCache {
    recent: Mutex<Recent>,
}

#[derive(Debug, Default)]
struct Recent {
    by_place: BTreeMap<[i32; 5], Arc<[Heights]>>,
    /// The oldest first.
    order: VecDeque<[i32; 5]>,
}

/// Rectangles kept: those of all shells of a view, about 10 MiB.
const CACHED: usize = 1024;

impl ColumnCache {
    fn get(&self, columns: ColumnBox, make: impl FnOnce() -> Arc<[Heights]>) -> Arc<[Heights]> {
        let ColumnBox { origin, level, size } = columns;
        let key = [i32::from(level), origin.x, origin.y, size.x as i32, size.y as i32];
        let lock = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(heights) = lock().by_place.get(&key) {
            return Arc::clone(heights);
        }
        let heights = make();
        let mut recent = lock();
        if recent.by_place.insert(key, Arc::clone(&heights)).is_none() {
            recent.order.push_back(key);
        }
        if recent.order.len() > CACHED {
            let oldest = recent.order.pop_front();
            oldest.map(|key| recent.by_place.remove(&key));
        }
        heights
    }
}

/// Record shared by the two kinds of surface.
pub(crate) const fn record(name: &'static str, provides: &'static [&'static str], doc: &'static str) -> Record {
    Record {
        name,
        role: Role::Source,
        nature: Nature::Transformative,
        reads: Channels { density: false, shape: false },
        writes: Channels { density: true, shape: false },
        provides,
        requires: &[],
        doc,
    }
}
