//! Crossings of single edges, and the triangles of a single cell for bodies that collide with what is drawn.

use crate::{NEAREST, SUBCELLS, table};
use glam::Vec3;

/// Where the surface cuts an edge, as a share of it from its lower end in whole 1/256, 1..=255 of them. The ends differ in sign;
/// of ends without a quotient it is the last.
#[inline(always)]
pub(crate) fn crossing(lower: f32, upper: f32) -> f32 {
    const MOST: f32 = (SUBCELLS - 1) as f32;
    let at = lower / (lower - upper) * SUBCELLS as f32;
    // Written so that it becomes vector code.
    let at = if at < MOST { at } else { MOST };
    let at = if at > 1.0 { at } else { 1.0 };
    ((at + NEAREST) - NEAREST) * (1.0 / SUBCELLS as f32)
}

/// Calls `each` with every triangle of one cell: exactly those of the tile meshes, in cells from the cell's lower corner,
/// counter-clockwise seen from the air. Corner `c` of `density` stands at (c & 1, c >> 1 & 1, c >> 2); zero counts as air.
pub fn cell_triangles(density: &[f32; 8], mut each: impl FnMut([Vec3; 3])) {
    let case = (0..8).fold(0, |case, corner| case | usize::from(density[corner] < 0.0) << corner);
    for triangle in table::REGULAR.triangles(case) {
        each(triangle.map(|edge| {
            let (axis, lower) = (usize::from(edge / 4), table::edge_corner(usize::from(edge)));
            let mut position = Vec3::new((lower & 1) as f32, (lower >> 1 & 1) as f32, (lower >> 2) as f32);
            position[axis] += crossing(density[lower], density[lower | 1 << axis]);
            position
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_whole_parts_of_an_edge_and_never_its_ends() {
        let (tiny, endless) = (1e-30, f32::INFINITY);
        for (lower, upper, parts) in [
            (-1.0, 3.0, 64.0),
            (3.0, -1.0, 192.0),
            (-1.0, 1.007, 128.0),
            (-tiny, 1.0, 1.0),
            (-1.0, 0.0, 255.0),
            (-1.0, endless, 1.0),
            (-endless, 1.0, 255.0),
            (-endless, endless, 255.0),
        ] {
            assert_eq!(crossing(lower, upper) * SUBCELLS as f32, parts, "from {lower} to {upper}");
        }
    }
}
