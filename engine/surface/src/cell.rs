//! Crossings of single edges, and the triangles of a single cell for bodies that collide with what is drawn.

use crate::{SUBCELLS, table};
use glam::Vec3;

/// Where the surface cuts an edge, in 1/256 of it from its lower end, 1..=255. The ends differ in sign.
pub(crate) fn crossing(lower: f32, upper: f32) -> i32 {
    let nearest = (lower / (lower - upper) * SUBCELLS as f32 + 0.5) as i32;
    nearest.clamp(1, SUBCELLS - 1)
}

/// Calls `each` with every triangle of one cell: exactly those of the tile meshes, in cells from the cell's lower corner,
/// counter-clockwise seen from the air. Corner `c` of `density` stands at (c & 1, c >> 1 & 1, c >> 2); zero counts as air.
pub fn cell_triangles(density: &[f32; 8], mut each: impl FnMut([Vec3; 3])) {
    let case = (0..8).fold(0, |case, corner| case | usize::from(density[corner] < 0.0) << corner);
    for triangle in table::REGULAR.triangles(case) {
        each(triangle.map(|edge| {
            let (axis, lower) = (usize::from(edge / 4), table::edge_corner(usize::from(edge)));
            let mut position = Vec3::new((lower & 1) as f32, (lower >> 1 & 1) as f32, (lower >> 2) as f32);
            position[axis] += crossing(density[lower], density[lower | 1 << axis]) as f32 / SUBCELLS as f32;
            position
        }));
    }
}
