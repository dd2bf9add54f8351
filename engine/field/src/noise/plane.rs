//! Fractal noise made ready for columns: two-dimensional values at positions in metres, with nothing hashed per point but corners.

use super::gradient::{Axis, Place, corners_2d, value_between};
use super::row::Slab;
use super::tables::Tables;
use super::{Fractal, Kind, MAX_OCTAVES};
use crate::vector::{Kernel, LANES, Lanes, Path, WholeLanes, write_part};
use crate::{ColumnBox, VoxelSize, ops};
use glam::UVec2;

/// A two-dimensional fractal prepared for many positions.
#[derive(Clone, Debug)]
pub struct Plane {
    kind: Kind,
    octaves: Vec<Octave>,
}

#[derive(Clone, Copy, Debug)]
struct Octave {
    key: u32,
    cells_per_m: f64,
    phase: [f64; 2],
    weight: f32,
}

impl Octave {
    #[inline]
    fn axis(&self, d: usize, at_m: f64) -> Axis {
        Axis::at(at_m * self.cells_per_m + self.phase[d])
    }
}

impl Fractal {
    /// The same noise as [`Fractal::point2`], prepared for positions in metres.
    pub fn plane(&self) -> Plane {
        let voxel = VoxelSize::DEFAULT;
        let octaves = self.octaves(voxel).map(|o| Octave {
            key: o.key,
            // Exact: a voxel's edge is a power of two.
            cells_per_m: o.cells_per_lattice * f64::from(voxel.per_metre()),
            phase: [o.phase[0], o.phase[1]],
            weight: o.weight,
        });
        Plane { kind: self.kind, octaves: octaves.collect() }
    }
}

impl Plane {
    /// Value at a position in metres, held within [-1, 1].
    pub fn at(&self, x_m: f64, y_m: f64) -> f32 {
        self.walk().at(x_m, y_m)
    }
    /// For positions one after another: the same bits, sooner where neighbours share a cell.
    pub fn walk(&self) -> PlaneWalk<'_> {
        PlaneWalk { plane: self, cells: [None; MAX_OCTAVES as usize] }
    }
    /// For rows of columns: the same bits, much sooner.
    pub fn rows(&self, voxel: VoxelSize, columns: &ColumnBox) -> PlaneRows<'_> {
        PlaneRows { plane: self, voxel, columns: *columns, path: Path::best(), octaves: Vec::new(), slab: Slab::default() }
    }
    /// Values at positions of no order, in metres; the lists are of one length.
    pub fn along(&self, path: Path, x_m: &[f64], y_m: &[f64], out: &mut [f32]) {
        path.run(Along { plane: self, x_m, y_m, out });
    }
}

/// Rows of a plane over a rectangle of columns.
#[derive(Debug)]
pub struct PlaneRows<'a> {
    plane: &'a Plane,
    voxel: VoxelSize,
    columns: ColumnBox,
    path: Path,
    octaves: Vec<Tables>,
    slab: Slab,
}

impl PlaneRows<'_> {
    /// The same on a given path; it changes no value.
    pub fn on(self, path: Path) -> Self {
        Self { path, ..self }
    }
    /// Values of the columns from an index of the rectangle on, along x, held within [-1, 1].
    pub fn row(&mut self, index: UVec2, out: &mut [f32]) {
        if self.octaves.is_empty() {
            self.octaves = self.plane.octaves.iter().map(|o| self.tables(o)).collect();
        }
        let index = [index.x as usize, index.y as usize, 0];
        self.slab.row(self.path, self.plane.kind, &mut self.octaves, index, out);
        for value in out {
            *value = ops::clamp(*value, -1.0, 1.0);
        }
    }
    fn tables(&self, octave: &Octave) -> Tables {
        let at_m = |i: u32| self.columns.position_m(self.voxel, UVec2::splat(i));
        let x = (0..self.columns.size.x).map(|i| octave.axis(0, at_m(i).x)).collect();
        let y = (0..self.columns.size.y).map(|i| octave.axis(1, at_m(i).y)).collect();
        Tables::of_plane(octave.key, octave.weight, x, y)
    }
}

/// Eight positions at a time. Where an octave's cell is the same for all of them, its corners are hashed once and kept.
struct Along<'a> {
    plane: &'a Plane,
    x_m: &'a [f64],
    y_m: &'a [f64],
    out: &'a mut [f32],
}

impl Kernel for Along<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let mut cells = [None; MAX_OCTAVES as usize];
        let places = self.x_m.chunks(LANES).zip(self.y_m.chunks(LANES));
        for ((x_m, y_m), out) in places.zip(self.out.chunks_mut(LANES)) {
            let (x_m, y_m) = (eight(x_m), eight(y_m));
            let mut sum = V::of(0.0);
            for (o, cell) in self.plane.octaves.iter().zip(&mut cells) {
                let (x, y) = (V::split_wide(&x_m, o.cells_per_m, o.phase[0]), V::split_wide(&y_m, o.cells_per_m, o.phase[1]));
                let (x, y) = (Place::<V::Whole>::new(x.0, x.1), Place::<V::Whole>::new(y.0, y.1));
                let value = if x.cell.is_uniform() && y.cell.is_uniform() {
                    let known = known_cell(cell, o.key, [x.cell.first(), y.cell.first()]);
                    let [a, b, c, d] = known.corners;
                    value_between(&[all::<V>(a), all(b), all(c), all(d)], &x, &y)
                } else {
                    value_between(&corners_2d(o.key, x.cell, y.cell), &x, &y)
                };
                sum = sum + Fractal::shaped(self.plane.kind, value, o.weight);
            }
            write_part(sum.max(V::of(-1.0)).min(V::of(1.0)), out);
        }
    }
}

/// The same gradient in every lane.
#[inline(always)]
fn all<V: Lanes>([x, y, z]: [f32; 3]) -> [V; 3] {
    [V::of(x), V::of(y), V::of(z)]
}

/// The corners of a cell, hashed unless they are known.
#[inline(always)]
fn known_cell(known: &mut Option<Cell>, key: u32, at: [u32; 2]) -> Cell {
    let at = at.map(|cell| cell as i32);
    match known {
        Some(known) if known.at == at => *known,
        _ => *known.insert(Cell { at, corners: corners_2d(key, at[0] as u32, at[1] as u32) }),
    }
}

/// Eight positions, the last one repeated where there are fewer.
#[inline(always)]
fn eight(from: &[f64]) -> [f64; LANES] {
    let last = from.last().copied().unwrap_or(0.0);
    let mut all = [last; LANES];
    for (place, value) in all.iter_mut().zip(from) {
        *place = *value;
    }
    all
}

/// A plane being walked over; remembers the corners of the cell that each octave is in.
#[derive(Clone, Debug)]
pub struct PlaneWalk<'a> {
    plane: &'a Plane,
    cells: [Option<Cell>; MAX_OCTAVES as usize],
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    at: [i32; 2],
    corners: [[f32; 3]; 4],
}

impl PlaneWalk<'_> {
    /// Value at a position in metres, held within [-1, 1].
    pub fn at(&mut self, x_m: f64, y_m: f64) -> f32 {
        let mut sum = 0.0;
        for (o, cell) in self.plane.octaves.iter().zip(&mut self.cells) {
            let (x, y) = (o.axis(0, x_m), o.axis(1, y_m));
            let at = [x.cell, y.cell];
            let corners = match cell {
                Some(known) if known.at == at => &known.corners,
                _ => &cell.insert(Cell { at, corners: corners_2d(o.key, at[0] as u32, at[1] as u32) }).corners,
            };
            sum += Fractal::shaped(self.plane.kind, value_between(corners, &x.place(), &y.place()), o.weight);
        }
        ops::clamp(sum, -1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Tag;
    use glam::IVec2;

    #[test]
    fn equals_the_lattice_form_at_every_voxel_size() {
        for um in VoxelSize::ALLOWED_UM {
            let Some(voxel) = VoxelSize::from_micrometres(um) else { panic!("an allowed size") };
            for fractal in [Fractal::sum(4, Tag::Test, 0.037, 4), Fractal::ridged(5, Tag::Test, 0.11, 3)] {
                let plane = fractal.plane();
                let mut walk = plane.walk();
                for i in -40..40 {
                    let p = IVec2::new(i * 977, 131_000 - i * 53);
                    let at = p.as_dvec2() * f64::from(voxel.metres());
                    assert_eq!(plane.at(at.x, at.y).to_bits(), fractal.point2(voxel, p).to_bits());
                    assert_eq!(walk.at(at.x, at.y).to_bits(), fractal.point2(voxel, p).to_bits());
                }
            }
        }
    }

    #[test]
    fn rows_and_lists_have_the_bits_of_single_positions() {
        let voxel = VoxelSize::DEFAULT;
        for (fractal, level) in [
            (Fractal::sum(4, Tag::Test, 0.037, 4), 0),
            (Fractal::ridged(5, Tag::Test, 0.31, 3), 1),
            (Fractal::sum(6, Tag::Test, 0.9, 2), 3),
        ] {
            let plane = fractal.plane();
            let columns = ColumnBox { origin: IVec2::new(-130_701, 911), level, size: UVec2::new(37, 21) };
            let at = |x: u32, y: u32| columns.position_m(voxel, UVec2::new(x, y));
            for path in Path::all() {
                let mut rows = plane.rows(voxel, &columns).on(path);
                for y in [0, 3, 20, 1, 12, 13, 14] {
                    let (first, mut row, mut list) = (y % 5, [9.0; 23], [9.0; 23]);
                    rows.row(UVec2::new(first, y), &mut row);
                    let places: Vec<_> = (first..first + 23).map(|x| at(x, y)).collect();
                    let [x_m, y_m]: [Vec<f64>; 2] = [0, 1].map(|d| places.iter().map(|p| p[d]).collect());
                    plane.along(path, &x_m, &y_m, &mut list);
                    for (i, p) in places.iter().enumerate() {
                        let expected = plane.at(p.x, p.y).to_bits();
                        assert_eq!(row[i].to_bits(), expected, "{path:?}: row {y}, column {i}");
                        assert_eq!(list[i].to_bits(), expected, "{path:?}: list {y}, column {i}");
                    }
                }
            }
        }
    }
}
