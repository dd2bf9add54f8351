//! Fractal noise made ready for columns: two-dimensional values at positions in metres, with nothing hashed per point but corners.

use super::gradient::{Axis, value_2d};
use super::{Fractal, Kind};
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
        let mut sum = 0.0;
        for o in &self.octaves {
            let x = Axis::at(x_m * o.cells_per_m + o.phase[0]);
            let y = Axis::at(y_m * o.cells_per_m + o.phase[1]);
            sum += Fractal::shaped(self.kind, value_2d(o.key, x, y), o.weight);
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
                for i in -40..40 {
                    let p = IVec2::new(i * 977, 131_000 - i * 53);
                    let at = p.as_dvec2() * f64::from(voxel.metres());
                    assert_eq!(plane.at(at.x, at.y).to_bits(), fractal.point2(voxel, p).to_bits());
                }
            }
        }
    }
}
