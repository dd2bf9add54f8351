//! The sign-only tables, generated from one rule instead of typed in: what a face shows depends on the signs of that face alone,
//! so cells that share it agree by construction (after Lengyel, *Voxel-Based Terrain for Real-Time Virtual Simulations*, 2010,
//! chapters 3 and 4: modified marching cubes and transition cells).
//!
//! *Regular cell.* Corner `c` stands at (c & 1, c >> 1 & 1, c >> 2). Edge `4 * axis + k` runs along `axis` from its lower corner.
//!
//! *Transition cell*, seen from outside the fine tile, `u × v` pointing outward; sample `3 j + i`:
//! ```text
//!  v   6--(4)--7--(5)--8        (n) fine edges: 2 j + i along u, 6 + 3 j + i along v
//!  |  (9)    (10)     (11)      coarse edges: 12 below, 13 above (along u), 14 left, 15 right (along v)
//!      3--(2)--4--(3)--5
//!     (6)     (7)     (8)
//!      0--(0)--1--(1)--2  - u
//! ```

use crate::polygon::{Segments, square_contour};
use std::ops::Range;
use std::sync::LazyLock;

/// Triangles of every sign pattern, as edge numbers of the cell.
pub(crate) struct Table {
    starts: Vec<u32>,
    triangles: Vec<[u8; 3]>,
}

impl Table {
    fn build(cases: usize, triangles_of: impl Fn(usize) -> Vec<[u8; 3]>) -> Self {
        let mut table = Self { starts: vec![0], triangles: Vec::new() };
        for case in 0..cases {
            table.triangles.extend(triangles_of(case));
            table.starts.push(table.triangles.len() as u32);
        }
        table
    }

    pub(crate) fn triangles(&self, case: usize) -> &[[u8; 3]] {
        &self.triangles[self.range(case)]
    }

    /// Where the triangles of a sign pattern lie among [`Table::all`].
    #[inline]
    pub(crate) fn range(&self, case: usize) -> Range<usize> {
        self.starts[case] as usize..self.starts[case + 1] as usize
    }

    /// The triangles of all sign patterns.
    pub(crate) fn all(&self) -> &[[u8; 3]] {
        &self.triangles
    }
}

/// By the eight corner signs; bit set for rock.
pub(crate) static REGULAR: LazyLock<Table> = LazyLock::new(|| Table::build(256, regular_triangles));
/// By the nine sample signs; bit set for rock.
pub(crate) static TRANSITION: LazyLock<Table> = LazyLock::new(|| Table::build(512, transition_triangles));

/// Lower corner of a regular edge.
pub(crate) fn edge_corner(edge: usize) -> usize {
    let k = edge % 4;
    match edge / 4 {
        0 => k << 1,
        1 => (k & 1) | (k & 2) << 1,
        _ => k,
    }
}

/// Corners of the faces -x, +x, -y, +y, -z, +z, counter-clockwise seen from outside.
pub(crate) const FACES: [[usize; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// The edge between two neighbouring corners.
fn edge_between(a: usize, b: usize) -> usize {
    let (low, axis) = (a & b, (a ^ b).trailing_zeros() as usize);
    let k = match axis {
        0 => low >> 1,
        1 => (low & 1) | (low >> 1 & 2),
        _ => low,
    };
    4 * axis + k
}

/// Contour of a face of a regular cell, as directed pairs of edges, the way this cell's triangles run along it.
fn face_contour(case: usize, face: usize) -> Vec<(u8, u8)> {
    let corners = FACES[face];
    let edge = |i: usize| edge_between(corners[i], corners[(i + 1) % 4]) as u8;
    let mut pairs = Vec::new();
    square_contour(corners.map(|c| case >> c & 1 == 0), |from, to| pairs.push((edge(from), edge(to))));
    pairs
}

fn regular_triangles(case: usize) -> Vec<[u8; 3]> {
    let mut segments = Segments::new();
    for face in 0..6 {
        face_contour(case, face).into_iter().for_each(|(from, to)| segments.add(from, to));
    }
    // Doubled coordinates of the middle of an edge.
    let middle = |edge: u8| -> [i32; 3] {
        let corner = edge_corner(usize::from(edge));
        std::array::from_fn(|axis| if axis == usize::from(edge / 4) { 1 } else { 2 * (corner >> axis & 1) as i32 })
    };
    segments.triangulate(|a, b| {
        let (a, b) = (middle(a), middle(b));
        // A chord inside a face might meet the same chord of the neighbour; avoid it wherever possible.
        let lies_in_a_face = (0..3).any(|axis| a[axis] == b[axis] && a[axis] != 1);
        squared_distance(a, b) + if lies_in_a_face { 1000 } else { 0 }
    })
}

/// Coarse edges in counter-clockwise order with the fine edges and samples along them.
const SIDES: [(u8, [u8; 2], [usize; 3]); 4] =
    [(12, [0, 1], [0, 1, 2]), (15, [8, 11], [2, 5, 8]), (13, [5, 4], [8, 7, 6]), (14, [9, 6], [6, 3, 0])];

/// Fine contour of a transition cell's face, the way the fine tile's triangles run along it.
fn fine_contour(case: usize) -> Vec<(u8, u8)> {
    let mut pairs = Vec::new();
    for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let low = 3 * j + i;
        let edges = [2 * j + i, 7 + 3 * j + i, 2 * j + 2 + i, 6 + 3 * j + i].map(|edge| edge as u8);
        let air = [low, low + 1, low + 4, low + 3].map(|sample| case >> sample & 1 == 0);
        square_contour(air, |from, to| pairs.push((edges[from], edges[to])));
    }
    pairs
}

/// Coarse contour of a transition cell's face, seen like the fine one; the coarse tile's own triangles run the other way.
fn coarse_contour(case: usize) -> Vec<(u8, u8)> {
    let mut pairs = Vec::new();
    let air = [0, 2, 8, 6].map(|sample| case >> sample & 1 == 0);
    square_contour(air, |from, to| pairs.push((SIDES[from].0, SIDES[to].0)));
    pairs
}

/// What joins fine and coarse crossings along one side: a function of that side's three samples.
fn connector(case: usize, side: usize) -> Option<(u8, u8)> {
    let (coarse, fine, samples) = SIDES[side];
    let air = samples.map(|sample| case >> sample & 1 == 0);
    let fine_at = |from_air: bool| (0..2).find(|&i| air[i] == from_air && air[i + 1] != from_air).map(|i| fine[i]);
    match (fine_at(true), fine_at(false)) {
        (Some(exit), Some(enter)) => Some((exit, enter)),
        (Some(exit), None) => Some((exit, coarse)),
        (None, Some(enter)) => Some((coarse, enter)),
        (None, None) => None,
    }
}

fn transition_triangles(case: usize) -> Vec<[u8; 3]> {
    let mut segments = Segments::new();
    fine_contour(case).into_iter().for_each(|(from, to)| segments.add(to, from));
    coarse_contour(case).into_iter().for_each(|(from, to)| segments.add(from, to));
    (0..4).filter_map(|side| connector(case, side)).for_each(|(from, to)| segments.add(from, to));
    // Quadrupled coordinates of the middle of an edge; a coarse crossing stands beside the fine ones it may meet.
    let middle = |edge: u8| -> [i32; 3] {
        let edge = i32::from(edge);
        match edge {
            0..6 => [2 + 4 * (edge % 2), 4 * (edge / 2), 0],
            6..12 => [4 * ((edge - 6) % 3), 2 + 4 * ((edge - 6) / 3), 0],
            12 | 13 => [4, 8 * (edge - 12), 0],
            _ => [8 * (edge - 14), 4, 0],
        }
    };
    segments.triangulate(|a, b| squared_distance(middle(a), middle(b)))
}

fn squared_distance(a: [i32; 3], b: [i32; 3]) -> u32 {
    (0..3).map(|axis| (a[axis] - b[axis]).pow(2) as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Directed boundary of a list of triangles: forward minus backward uses of each edge, without the zeros.
    fn boundary(triangles: &[[u8; 3]]) -> BTreeMap<(u8, u8), i32> {
        let mut sum = BTreeMap::new();
        for t in triangles {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                *sum.entry((a.min(b), a.max(b))).or_insert(0) += if a < b { 1 } else { -1 };
            }
        }
        sum.retain(|_, count| *count != 0);
        sum
    }

    fn chain(pairs: impl IntoIterator<Item = (u8, u8)>) -> BTreeMap<(u8, u8), i32> {
        let mut sum = BTreeMap::new();
        for (a, b) in pairs {
            *sum.entry((a.min(b), a.max(b))).or_insert(0) += if a < b { 1 } else { -1 };
        }
        sum.retain(|_, count| *count != 0);
        sum
    }

    #[test]
    fn a_cell_ends_exactly_on_the_contours_of_its_faces() {
        for case in 0..256 {
            let contours = chain((0..6).flat_map(|face| face_contour(case, face)));
            assert_eq!(boundary(REGULAR.triangles(case)), contours, "case {case:08b}");
        }
    }

    #[test]
    fn every_pair_of_cells_that_share_a_face_closes_over_it() {
        // The shared face as (upper face of one cell, lower face of the other), and the corner that mirrors each corner.
        for axis in 0..3 {
            let (upper, lower) = (2 * axis + 1, 2 * axis);
            let mirrored = |edge: u8| edge_between_mirrored(edge, axis);
            for case in 0..256usize {
                let seen = chain(face_contour(case, upper));
                for other in 0..256usize {
                    let shares = FACES[upper].iter().all(|&c| case >> c & 1 == other >> (c & !(1 << axis)) & 1);
                    if shares {
                        let back = chain(face_contour(other, lower).into_iter().map(|(a, b)| (mirrored(b), mirrored(a))));
                        assert_eq!(seen, back, "cases {case:08b} and {other:08b} over axis {axis}");
                    }
                }
            }
        }
    }

    /// The edge of the upper face that coincides with an edge of the neighbour's lower face.
    fn edge_between_mirrored(edge: u8, axis: usize) -> u8 {
        let low = edge_corner(usize::from(edge));
        let high = low | 1 << (edge / 4);
        edge_between(low | 1 << axis, high | 1 << axis) as u8
    }

    #[test]
    fn no_chord_lies_inside_a_face() {
        for case in 0..256 {
            let mut uses: BTreeMap<(u8, u8), i32> = BTreeMap::new();
            for t in REGULAR.triangles(case) {
                for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                    *uses.entry((a.min(b), a.max(b))).or_insert(0) += 1;
                }
            }
            for ((a, b), _) in uses.iter().filter(|(_, count)| **count == 2) {
                let faces = |edge: u8| {
                    let (low, high) = (edge_corner(usize::from(edge)), edge_corner(usize::from(edge)) | 1 << (edge / 4));
                    (0..6).filter(move |&f| FACES[f].contains(&low) && FACES[f].contains(&high))
                };
                assert!(!faces(*a).any(|f| faces(*b).any(|g| f == g)), "case {case:08b}: {a} and {b}");
            }
        }
    }

    #[test]
    fn a_strip_ends_exactly_on_the_fine_and_the_coarse_contour() {
        for case in 0..512 {
            let expected = chain(
                fine_contour(case)
                    .into_iter()
                    .map(|(a, b)| (b, a))
                    .chain(coarse_contour(case))
                    .chain((0..4).filter_map(|side| connector(case, side))),
            );
            assert_eq!(boundary(TRANSITION.triangles(case)), expected, "case {case:09b}");
        }
    }

    #[test]
    fn strips_side_by_side_cancel_along_their_common_side() {
        // Right side of one cell against the left side of the next: same three samples, opposite directions.
        for samples in 0..8usize {
            let spread = |at: [usize; 3]| (0..3).map(|i| (samples >> i & 1) << at[i]).sum::<usize>();
            let right = connector(spread([2, 5, 8]), 1);
            let left = connector(spread([0, 3, 6]), 3);
            let as_right = |edge: u8| match edge {
                14 => 15,
                fine => fine + 2,
            };
            assert_eq!(right, left.map(|(a, b)| (as_right(b), as_right(a))));
            let below = connector(spread([0, 1, 2]), 0);
            let above = connector(spread([6, 7, 8]), 2);
            let as_below = |edge: u8| match edge {
                13 => 12,
                fine => fine - 4,
            };
            assert_eq!(below, above.map(|(a, b)| (as_below(b), as_below(a))));
        }
    }
}
