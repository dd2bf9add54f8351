//! What a query reads: lattice cells, interpolated.

use super::{Hit, ray};
use field::VoxelSize;
use glam::{DVec3, IVec3, Vec3};

/// A cell of the lattice, named by its lowest corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// Proven rock, or not filled because the budget is spent.
    Rock,
    /// Proven air.
    Air,
    /// The corner densities; corner `i` is offset by bit 0 of `i` in x, bit 1 in y, bit 2 in z.
    Mixed([f32; 8]),
}

impl Cell {
    /// Trilinear density at a place in the cell, each component of `at` within 0..=1. A proven cell answers -1 or +1.
    pub fn density(&self, at: Vec3) -> f32 {
        let corners = match self {
            Cell::Rock => return -1.0,
            Cell::Air => return 1.0,
            Cell::Mixed(corners) => corners,
        };
        let along = |a: f32, b: f32, t: f32| a * (1.0 - t) + b * t;
        let edge = |i: usize| along(corners[i], corners[i + 1], at.x);
        let low = along(edge(0), edge(2), at.y);
        let high = along(edge(4), edge(6), at.y);
        along(low, high, at.z)
    }
}

/// A field as bodies and rays see it, in world metres.
pub trait Terrain {
    /// Size of a voxel.
    fn voxel(&self) -> VoxelSize;
    /// The cell whose lowest corner is the lattice point `at`.
    fn cell(&mut self, at: IVec3) -> Cell;

    /// Trilinear density at a position. A position beyond the world's bounds, or not finite, is rock.
    fn density(&mut self, pos_m: DVec3) -> f32 {
        if !ray::in_bounds(pos_m) {
            return -1.0;
        }
        let scaled = pos_m * f64::from(self.voxel().per_metre());
        let base = scaled.floor();
        self.cell(base.as_ivec3()).density((scaled - base).as_vec3())
    }

    /// Whether a position is rock.
    fn is_rock(&mut self, pos_m: DVec3) -> bool {
        self.density(pos_m) < 0.0
    }

    /// Unit vector from rock into air, from differences over one voxel; straight up where the field is flat.
    fn normal(&mut self, pos_m: DVec3) -> Vec3 {
        let reach = f64::from(self.voxel().metres());
        let mut gradient = Vec3::ZERO;
        for (axis, unit) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            gradient[axis] = self.density(pos_m + unit * reach) - self.density(pos_m - unit * reach);
        }
        let length = gradient.length_squared().sqrt();
        if length > 0.0 { gradient / length } else { Vec3::Z }
    }

    /// First crossing from air into rock along a ray (unit `direction`) of at most `longest_m`. A ray that starts in rock
    /// first has to come out. `None` for a direction or length that is not finite.
    fn ray(&mut self, from_m: DVec3, direction: Vec3, longest_m: f64) -> Option<Hit>
    where
        Self: Sized,
    {
        ray::cast(self, from_m, direction, longest_m)
    }

    /// The floor below a position, at most `longest_m` down.
    fn ground_below(&mut self, from_m: DVec3, longest_m: f64) -> Option<Hit>
    where
        Self: Sized,
    {
        self.ray(from_m, Vec3::NEG_Z, longest_m)
    }
}
