//! The loops of noise over lanes: corners hashed, lines blended, and slabs of samples from their planes.
//!
//! All use the blends of [`super::gradient`] in their order, so every form has the bits of the point form; only reuse differs.

use super::gradient::{self, Axis, Place};
use super::tables::Tables;
use super::{Fractal, Kind};
use crate::vector::{Kernel, LANES, Lanes, Num8, Path, RAMP, Whole, WholeLanes};
use std::ops::Range;

/// Hashes the corners of neighbouring columns, in each of them three components one after another.
pub(super) struct HashCorners<'a> {
    pub key: u32,
    /// Numbers per column.
    pub size: usize,
    /// The first corner.
    pub cx: i32,
    pub cy: i32,
    /// `None` in the plane.
    pub cz: Option<i32>,
    pub values: &'a mut [f32],
}

impl Kernel for HashCorners<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let of = |i: i32| V::Whole::of(i as u32);
        let first = V::Whole::load(&RAMP).plus(of(self.cy));
        for (column, cx) in self.values.chunks_exact_mut(self.size.max(1)).zip(0..) {
            let cx = of(self.cx.wrapping_add(cx));
            let mut cy = first;
            let [gx, gy, gz] = thirds_mut(column);
            for ((gx, gy), gz) in gx.iter_mut().zip(gy).zip(gz) {
                let [x, y, z] = match self.cz {
                    Some(cz) => gradient::corner_3d(self.key, [cx, cy, of(cz)]),
                    None => gradient::corner_2d(self.key, [cx, cy]),
                };
                x.store(gx);
                y.store(gy);
                z.store(gz);
                cy = cy.plus(V::Whole::of(LANES as u32));
            }
        }
    }
}

/// Blends neighbouring corner columns in z.
pub(super) struct BlendLines<'a> {
    /// Numbers per column.
    pub size: usize,
    pub below: &'a [f32],
    pub above: &'a [f32],
    pub z: &'a Axis,
    pub lines: &'a mut [f32],
}

impl Kernel for BlendLines<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let z = Place::<V::Whole>::all_at(self.z);
        let size = self.size.max(1);
        let corners = self.below.chunks_exact(size).zip(self.above.chunks_exact(size));
        for (lines, (below, above)) in self.lines.chunks_exact_mut(size).zip(corners) {
            let ([bx, by, bz], [ax, ay, az]) = (thirds(below), thirds(above));
            let [lx, ly, lz] = thirds_mut(lines);
            for i in 0..bx.len() {
                let below = [V::load(&bx[i]), V::load(&by[i]), V::load(&bz[i])];
                let above = [V::load(&ax[i]), V::load(&ay[i]), V::load(&az[i])];
                let [x, y, rest] = gradient::blend_z(below, above, &z);
                x.store(&mut lx[i]);
                y.store(&mut ly[i]);
                rest.store(&mut lz[i]);
            }
        }
    }
}

/// Sums all octaves over a slab: rows of samples side by side along y, from `iy` on.
pub(super) struct SumSlab<'a> {
    pub path: Path,
    pub kind: Kind,
    pub octaves: &'a mut [Tables],
    /// Samples along x.
    pub x: Range<usize>,
    pub iy: usize,
    pub iz: usize,
    /// Sixteen rows, or else eight.
    pub is_tall: bool,
    /// Room for the slab by columns, in whole blocks of eight.
    pub columns: &'a mut [Num8],
    /// The slab by rows: each has room for as many as there are columns.
    pub rows: &'a mut [f32],
}

impl Kernel for SumSlab<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        if self.is_tall { self.sum::<V, 2>() } else { self.sum::<V, 1>() }
    }
}

impl SumSlab<'_> {
    /// With `TALL` vectors per column.
    #[inline(always)]
    fn sum<V: Lanes, const TALL: usize>(self) {
        let Self { path, kind, octaves, x, iy, iz, columns, rows, .. } = self;
        columns.fill([0.0; LANES]);
        for tables in octaves {
            if tables.is_sparse {
                path.run(AddSparse { kind, tables, x: &x, iy, iz, columns });
            } else {
                tables.make_ready(path, &x, iz);
                add_dense::<V, TALL>(kind, tables, &x, [iy, iz], columns);
            }
        }
        let rows: &mut [Num8] = bytemuck::cast_slice_mut(rows);
        let blocks = columns.len() / (TALL * LANES);
        for (block, columns) in columns.chunks_exact(TALL * LANES).enumerate() {
            for side in 0..TALL {
                let mut square = [V::of(0.0); LANES];
                for (i, lanes) in square.iter_mut().enumerate() {
                    *lanes = V::load(&columns[i * TALL + side]);
                }
                for (row, lanes) in V::transposed(square).into_iter().enumerate() {
                    lanes.store(&mut rows[(side * LANES + row) * blocks + block]);
                }
            }
        }
    }
}

/// Eight samples along y: their places in a window of the columns, and what blends there.
#[derive(Clone, Copy)]
struct Rows<V: Lanes> {
    /// Start of the window.
    window: usize,
    near: V::Whole,
    far: V::Whole,
    place: Place<V::Whole>,
}

impl<V: Lanes> Rows<V> {
    #[inline(always)]
    fn new(tables: &Tables, iy: usize) -> Self {
        let side = &tables.y[iy.min(tables.y.len() - 1)];
        let last_window = (tables.size() / 3).saturating_sub(LANES) as u32;
        let window = side.cell[0].min(last_window);
        let cell = V::Whole::load(&side.cell);
        let near = cell.plus(V::Whole::of(window.wrapping_neg()));
        let (t, t1, s) = (V::load(&side.t), V::load(&side.t1), V::load(&side.s));
        let place = Place { cell: cell.plus(V::Whole::of(tables.first[1] as u32)), t, t1, s };
        Self { window: window as usize, near, far: near.plus(V::Whole::of(1)), place }
    }
    /// The planes over a column of lines.
    #[inline(always)]
    fn plane(&self, lines: &[f32]) -> [V; 2] {
        let (x, rest) = lines.split_at(lines.len() / 3);
        let (y, z) = rest.split_at(x.len());
        let [x, y, z] = [V::read(&x[self.window..]), V::read(&y[self.window..]), V::read(&z[self.window..])];
        let near = [x.pick(self.near), y.pick(self.near), z.pick(self.near)];
        let far = [x.pick(self.far), y.pick(self.far), z.pick(self.far)];
        gradient::blend_y(near, far, &self.place)
    }
}

/// Adds an octave whose planes are blended once per cell along x.
#[inline(always)]
fn add_dense<V: Lanes, const TALL: usize>(
    kind: Kind,
    tables: &Tables,
    x: &Range<usize>,
    [iy, iz]: [usize; 2],
    columns: &mut [Num8],
) {
    let mut rows = [Rows::<V>::new(tables, iy); TALL];
    for (side, rows) in rows.iter_mut().enumerate().skip(1) {
        *rows = Rows::new(tables, iy + side * LANES);
    }
    let (lines, size, first_cell) = (tables.lines(iz), tables.size(), tables.first[0]);
    let (xs, run_ends) = (&tables.x[x.clone()], &tables.run_end[x.clone()]);
    let weight = tables.weight;
    let (mut at, mut known) = (0, usize::MAX);
    let mut right = [[V::of(0.0); 2]; TALL];
    while at < xs.len() {
        let column = (xs[at].cell - first_cell) as usize;
        let mut left = right;
        if column != known {
            let lines = &lines[column * size..(column + 1) * size];
            for side in 0..TALL {
                left[side] = rows[side].plane(lines);
            }
        }
        known = column + 1;
        let lines = &lines[known * size..(known + 1) * size];
        for side in 0..TALL {
            right[side] = rows[side].plane(lines);
        }
        let until = xs.len().min(run_ends[at] as usize - x.start);
        for (column, x) in columns[at * TALL..until * TALL].chunks_exact_mut(TALL).zip(&xs[at..until]) {
            let (t, t1, s) = (V::of(x.t), V::of(x.t1), V::of(x.s));
            for side in 0..TALL {
                let value = gradient::blend_x(left[side], right[side], t, t1, s);
                add(kind, value, weight, &mut column[side]);
            }
        }
        at = until;
    }
}

/// Adds an octave whose samples have corners of their own.
struct AddSparse<'a> {
    kind: Kind,
    tables: &'a Tables,
    x: &'a Range<usize>,
    iy: usize,
    iz: usize,
    columns: &'a mut [Num8],
}

impl Kernel for AddSparse<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let (tables, tall) = (self.tables, self.columns.len() / self.x.len().next_multiple_of(LANES).max(1));
        let (key, weight) = (tables.key, tables.weight);
        let z = tables.z.get(self.iz).map(Place::<V::Whole>::all_at);
        for side in 0..tall {
            let y = Rows::<V>::new(tables, self.iy + side * LANES).place;
            for (column, x) in self.columns.iter_mut().skip(side).step_by(tall).zip(&tables.x[self.x.clone()]) {
                let x = Place::all_at(x);
                let value = match &z {
                    Some(z) => gradient::value_3d(key, &x, &y, z),
                    None => gradient::value_2d(key, &x, &y),
                };
                add(self.kind, value, weight, column);
            }
        }
    }
}

#[inline(always)]
fn add<V: Lanes>(kind: Kind, value: V, weight: f32, sum: &mut Num8) {
    (V::load(sum) + Fractal::shaped(kind, value, weight)).store(sum);
}

/// The components of a column as vectors.
#[inline(always)]
fn thirds(column: &[f32]) -> [&[Num8]; 3] {
    let all: &[Num8] = bytemuck::cast_slice(column);
    let (x, rest) = all.split_at(all.len() / 3);
    let (y, z) = rest.split_at(x.len());
    [x, y, z]
}

#[inline(always)]
fn thirds_mut(column: &mut [f32]) -> [&mut [Num8]; 3] {
    let all: &mut [Num8] = bytemuck::cast_slice_mut(column);
    let (x, rest) = all.split_at_mut(all.len() / 3);
    let (y, z) = rest.split_at_mut(x.len());
    [x, y, z]
}
