//! Tables of one octave over a box of samples: the axes split once, corners hashed and lines blended once, when first needed.
//!
//! *Vocabulary.* A **corner column** holds the gradients of the lattice points along y at one (x, z). A **line column** is two of them blended
//! in z for one slice of samples; of a noise of the plane it is the corner column itself. Eight samples side by side along y take their
//! lines from a column, and blended in y these are the plane left or right of the samples.
//!
//! *Memory.* Columns live in rings over z: a tile is filled in passes of a few slices, and what they leave behind is made again if asked for.

use super::Octave;
use super::gradient::Axis;
use super::kernels::{BlendLines, HashCorners};
use crate::SampleBox;
use crate::vector::{LANES, Num8, Path};
use std::ops::Range;

/// Planes of corners kept at a time; a pass covers a block of eight slices with its halo.
const PLANES: usize = 16;
/// Slices of lines kept at a time: rows are asked for slice by slice, and lines are cheap to blend again.
const SLICES: usize = 2;

/// One octave's tables.
#[derive(Debug)]
pub(super) struct Tables {
    pub key: u32,
    pub weight: f32,
    pub x: Vec<Axis>,
    /// For each sample along x, the first one after it in another cell.
    pub run_end: Vec<u32>,
    /// The eight samples from each on; beyond the last, that one again.
    pub y: Vec<Side>,
    /// Empty for a noise of the plane.
    pub z: Vec<Axis>,
    /// Whether eight samples side by side span so many cells that each has to hash its own corners.
    pub is_sparse: bool,
    /// Lowest cells.
    pub first: [i32; 3],
    corners: Ring,
    /// Of a noise of the plane: the corners themselves, in one slice.
    lines: Ring,
}

/// Eight samples side by side along y.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Cell, counted from the lowest.
    pub cell: [u32; LANES],
    /// Fraction within the cell, that less 1, and its fade.
    pub t: Num8,
    pub t1: Num8,
    pub s: Num8,
}

/// Columns of three components by (slice, column), of which the last few slices are kept.
#[derive(Debug, Default)]
struct Ring {
    /// What the slots hold; a power of two of them.
    held: Vec<Held>,
    /// Columns per slice, and numbers per column.
    columns: usize,
    size: usize,
    values: Vec<f32>,
}

/// A slice and the columns of it that are there.
#[derive(Clone, Debug)]
struct Held {
    slice: usize,
    columns: Range<usize>,
}

impl Side {
    fn new(axes: &[Axis], first: i32) -> Self {
        let at = |i: usize| axes[i.min(axes.len() - 1)];
        Self {
            cell: std::array::from_fn(|i| (at(i).cell - first) as u32),
            t: std::array::from_fn(|i| at(i).t),
            t1: std::array::from_fn(|i| at(i).t1),
            s: std::array::from_fn(|i| at(i).s),
        }
    }
    fn is_sparse(&self) -> bool {
        self.cell[LANES - 1] - self.cell[0] >= LANES as u32 - 1
    }
}

/// Lowest cell, and number of lattice points from it to the far side of the highest.
fn span(axes: &[Axis]) -> (i32, usize) {
    let lo = axes.iter().fold(i32::MAX, |lo, a| lo.min(a.cell));
    let hi = axes.iter().fold(i32::MIN, |hi, a| hi.max(a.cell));
    if axes.is_empty() { (0, 0) } else { (lo, (hi - lo) as usize + 2) }
}

impl Ring {
    /// `slots` is a power of two.
    fn new(slots: usize, columns: usize, size: usize) -> Self {
        let held = vec![Held { slice: usize::MAX, columns: 0..0 }; slots];
        Self { held, columns, size, values: Vec::with_capacity(slots * columns * size) }
    }
    #[inline(always)]
    fn slot(&self, slice: usize) -> usize {
        slice & (self.held.len() - 1)
    }
    /// Whether some columns of a slice are there.
    #[inline(always)]
    fn holds(&self, slice: usize, columns: &Range<usize>) -> bool {
        let held = &self.held[self.slot(slice)];
        held.slice == slice && held.columns.start <= columns.start && columns.end <= held.columns.end
    }
    /// Notes that columns of a slice are made now, and answers which: all between those and the ones that are there.
    fn claim(&mut self, slice: usize, columns: &Range<usize>) -> Range<usize> {
        let slot = self.slot(slice);
        let end = (slot + 1) * self.columns * self.size;
        if self.values.len() < end {
            // Memory is touched when it is first needed.
            self.values.resize(end, 0.0);
        }
        let held = &mut self.held[slot];
        if held.slice != slice || held.columns.is_empty() {
            *held = Held { slice, columns: columns.clone() };
            return columns.clone();
        }
        let there = held.columns.clone();
        held.columns = there.start.min(columns.start)..there.end.max(columns.end);
        match (columns.start < there.start, columns.end > there.end) {
            (false, false) => 0..0,
            (true, false) => columns.start..there.start,
            (false, true) => there.end..columns.end,
            (true, true) => columns.clone(),
        }
    }
    #[inline(always)]
    fn slice(&self, slice: usize) -> &[f32] {
        let (slot, n) = (self.slot(slice), self.columns * self.size);
        &self.values[slot * n..(slot + 1) * n]
    }
    fn of(&self, slice: usize, columns: &Range<usize>) -> &[f32] {
        &self.slice(slice)[columns.start * self.size..columns.end * self.size]
    }
    fn of_mut(&mut self, slice: usize, columns: &Range<usize>) -> &mut [f32] {
        let first = self.slot(slice) * self.columns;
        &mut self.values[(first + columns.start) * self.size..(first + columns.end) * self.size]
    }
}

impl Tables {
    /// Of a noise in space.
    pub fn of_space(octave: Octave, domain: &SampleBox) -> Self {
        let axes = |d: usize| (0..domain.size[d] as i32).map(|i| octave.axis(d, domain.origin[d] + i * domain.step())).collect();
        Self::new(octave.key, octave.weight, axes(0), axes(1), axes(2))
    }
    /// Of a noise of the plane.
    pub fn of_plane(key: u32, weight: f32, x: Vec<Axis>, y: Vec<Axis>) -> Self {
        Self::new(key, weight, x, y, Vec::new())
    }
    fn new(key: u32, weight: f32, x: Vec<Axis>, y: Vec<Axis>, z: Vec<Axis>) -> Self {
        let [(first_x, columns), (first_y, n), (first_z, planes)] = [span(&x), span(&y), span(&z)];
        let mut run_end = vec![x.len() as u32; x.len()];
        for i in (1..x.len()).rev() {
            run_end[i - 1] = if x[i - 1].cell == x[i].cell { run_end[i] } else { i as u32 };
        }
        let y: Vec<Side> = (0..y.len()).map(|i| Side::new(&y[i..], first_y)).collect();
        // One window of eight holds the lines on both sides of every sample.
        let is_sparse = y.iter().any(Side::is_sparse);
        let size = 3 * n.next_multiple_of(LANES);
        let ring = |slots| if is_sparse { Ring::default() } else { Ring::new(slots, columns, size) };
        let kept = planes.next_power_of_two().min(PLANES);
        let (corners, lines) = if z.is_empty() { (Ring::default(), ring(1)) } else { (ring(kept), ring(SLICES)) };
        Self { key, weight, x, run_end, y, z, is_sparse, first: [first_x, first_y, first_z], corners, lines }
    }
    /// Samples along y.
    pub fn rows(&self) -> usize {
        self.y.len()
    }
    /// Numbers per column.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.lines.size
    }
    /// Makes the lines on both sides of the samples `x` of a slice, unless they are there.
    #[inline(always)]
    pub fn make_ready(&mut self, path: Path, x: &Range<usize>, iz: usize) {
        if self.is_sparse || x.is_empty() {
            return;
        }
        let column = |i: usize| (self.x[i].cell - self.first[0]) as usize;
        let columns = column(x.start)..column(x.end - 1) + 2;
        if !self.lines.holds(iz, &columns) {
            self.make_lines(path, &columns, iz);
        }
    }
    /// The line columns of a slice, those that are ready.
    #[inline(always)]
    pub fn lines(&self, iz: usize) -> &[f32] {
        self.lines.slice(iz)
    }
    #[inline(never)]
    fn make_lines(&mut self, path: Path, columns: &Range<usize>, iz: usize) {
        let missing = self.lines.claim(iz, columns);
        let Some(z) = self.z.get(iz).copied() else {
            let hash = self.corners_of(&missing, None);
            path.run(HashCorners { values: self.lines.of_mut(iz, &missing), ..hash });
            return;
        };
        let plane = (z.cell - self.first[2]) as usize;
        for plane in [plane, plane + 1] {
            let missing = self.corners.claim(plane, &missing);
            let hash = self.corners_of(&missing, Some(plane));
            path.run(HashCorners { values: self.corners.of_mut(plane, &missing), ..hash });
        }
        let [below, above] = [plane, plane + 1].map(|plane| self.corners.of(plane, &missing));
        path.run(BlendLines { size: self.lines.size, below, above, z: &z, lines: self.lines.of_mut(iz, &missing) });
    }
    fn corners_of(&self, columns: &Range<usize>, plane: Option<usize>) -> HashCorners<'static> {
        let at = |d: usize, steps: usize| self.first[d].wrapping_add(steps as i32);
        let cz = plane.map(|plane| at(2, plane));
        HashCorners { key: self.key, size: self.lines.size, cx: at(0, columns.start), cy: self.first[1], cz, values: &mut [] }
    }
}
