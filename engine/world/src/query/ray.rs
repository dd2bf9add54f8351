//! Rays through the trilinear field, cell by cell, so that no sheet of rock is too thin to be met.
//!
//! Along a ray the trilinear density of one cell is a cubic. Its turning points split the cell's stretch into monotone
//! pieces, and a sign change of a piece is then certain to hold exactly one crossing.

use super::{Cell, Terrain};
use glam::{DVec3, IVec3, Vec3};

/// Half the width of the world in metres; beyond it everything is rock.
const WORLD_HALF_M: f64 = 32_768.0;

/// Where a ray met the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// World metres.
    pub pos_m: DVec3,
    /// Unit, into the air.
    pub normal: Vec3,
    /// From the ray's start.
    pub distance_m: f64,
}

/// Finite and inside the world's bounds.
pub(super) fn in_bounds(pos_m: DVec3) -> bool {
    pos_m.is_finite() && pos_m.abs().max_element() < WORLD_HALF_M
}

/// See [`Terrain::ray`].
pub(super) fn cast<T: Terrain>(terrain: &mut T, from_m: DVec3, direction: Vec3, longest_m: f64) -> Option<Hit> {
    let direction = direction.as_dvec3();
    if !in_bounds(from_m) || !direction.is_finite() || !longest_m.is_finite() {
        return None;
    }
    let mut march = March::new(terrain.voxel().per_metre(), from_m, direction);
    let mut in_air = false;
    while march.entered_m <= longest_m {
        let left_m = if march.left_m() < longest_m { march.left_m() } else { longest_m };
        let at = match terrain.cell(march.cell) {
            Cell::Air => {
                in_air = true;
                None
            }
            Cell::Rock => in_air.then_some(march.entered_m),
            mixed => first_crossing(&march, &mixed, left_m, &mut in_air),
        };
        if let Some(distance_m) = at {
            let pos_m = from_m + direction * distance_m;
            return Some(Hit { pos_m, normal: terrain.normal(pos_m), distance_m });
        }
        if !march.advance() || !in_bounds(from_m + direction * march.entered_m) {
            return None;
        }
    }
    None
}

/// A walk over the cells a ray passes through, in order.
struct March {
    start: DVec3,
    heading: DVec3,
    cell: IVec3,
    step: IVec3,
    /// Distance at which the ray crosses the next wall of each axis.
    next_m: DVec3,
    /// Distance between walls of each axis.
    spacing_m: DVec3,
    entered_m: f64,
}

impl March {
    fn new(per_metre: i32, from_m: DVec3, direction: DVec3) -> Self {
        let scale = f64::from(per_metre);
        let start = from_m * scale;
        let cell = start.floor();
        let (mut step, mut next_m, mut spacing_m) = (IVec3::ZERO, DVec3::INFINITY, DVec3::INFINITY);
        for axis in 0..3 {
            let speed = direction[axis] * scale;
            if speed > 0.0 {
                step[axis] = 1;
                next_m[axis] = (cell[axis] + 1.0 - start[axis]) / speed;
                spacing_m[axis] = 1.0 / speed;
            } else if speed < 0.0 {
                step[axis] = -1;
                next_m[axis] = (cell[axis] - start[axis]) / speed;
                spacing_m[axis] = -1.0 / speed;
            }
        }
        Self { start, heading: direction * scale, cell: cell.as_ivec3(), step, next_m, spacing_m, entered_m: 0.0 }
    }

    fn nearest_axis(&self) -> usize {
        if self.next_m.x <= self.next_m.y && self.next_m.x <= self.next_m.z {
            0
        } else if self.next_m.y <= self.next_m.z {
            1
        } else {
            2
        }
    }

    fn left_m(&self) -> f64 {
        self.next_m[self.nearest_axis()]
    }

    /// Into the next cell; false when the ray has no direction.
    fn advance(&mut self) -> bool {
        let axis = self.nearest_axis();
        if self.step[axis] == 0 {
            return false;
        }
        self.entered_m = self.next_m[axis];
        self.next_m[axis] += self.spacing_m[axis];
        self.cell[axis] += self.step[axis];
        true
    }

    /// Density of the current cell at a distance along the ray.
    fn density(&self, cell: &Cell, distance_m: f64) -> f32 {
        let at = self.start + self.heading * distance_m - self.cell.as_dvec3();
        cell.density(at.as_vec3().clamp(Vec3::ZERO, Vec3::ONE))
    }
}

/// Distance of the first crossing into rock between entering the cell and `left_m`; keeps track of being in air.
fn first_crossing(march: &March, cell: &Cell, left_m: f64, in_air: &mut bool) -> Option<f64> {
    let enter_m = march.entered_m;
    let length = left_m - enter_m;
    let at = |t: f64| enter_m + length * t;
    let sample = |t: f64| march.density(cell, at(t));
    let thirds = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|t| f64::from(sample(t)));
    let mut knots = [0.0, 0.0, 0.0, 1.0];
    let mut n_knots = 1;
    for t in turning_points(thirds).into_iter().flatten() {
        if t > 0.0 && t < 1.0 {
            knots[n_knots] = t;
            n_knots += 1;
        }
    }
    knots[n_knots] = 1.0;
    for piece in knots[..=n_knots].windows(2) {
        let (mut air, mut rock) = (piece[0], piece[1]);
        if sample(air) < 0.0 {
            if *in_air {
                return Some(at(air));
            }
        } else {
            *in_air = true;
        }
        if sample(rock) >= 0.0 {
            *in_air = true;
        } else if *in_air {
            for _ in 0..40 {
                let middle = 0.5 * (air + rock);
                if sample(middle) < 0.0 { rock = middle } else { air = middle }
            }
            return Some(at(air));
        }
    }
    None
}

/// Where the cubic through values at 0, 1/3, 2/3 and 1 turns, in order.
fn turning_points([p, q, r, s]: [f64; 4]) -> [Option<f64>; 2] {
    let a = 4.5 * (s - 3.0 * r + 3.0 * q - p);
    let b = 4.5 * (2.0 * p - 5.0 * q + 4.0 * r - s);
    let c = 0.5 * (-11.0 * p + 18.0 * q - 9.0 * r + 2.0 * s);
    // The derivative is 3a t² + 2b t + c.
    let (a, b) = (3.0 * a, 2.0 * b);
    if a == 0.0 {
        return [(b != 0.0).then(|| -c / b), None];
    }
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return [None, None];
    }
    let root = discriminant.sqrt();
    let (first, second) = ((-b - root) / (2.0 * a), (-b + root) / (2.0 * a));
    if first <= second { [Some(first), Some(second)] } else { [Some(second), Some(first)] }
}
