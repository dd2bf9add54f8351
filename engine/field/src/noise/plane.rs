//! Fractal noise made ready for columns: two-dimensional values at positions in metres, with nothing hashed per point but corners.

use super::gradient::{Axis, corners_2d, value_between};
use super::{Fractal, Kind, MAX_OCTAVES};
use crate::{VoxelSize, ops};

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
            let x = Axis::at(x_m * o.cells_per_m + o.phase[0]);
            let y = Axis::at(y_m * o.cells_per_m + o.phase[1]);
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
}
