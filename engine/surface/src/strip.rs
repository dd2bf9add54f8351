//! Transition strips: in each of a tile's six faces, what joins its contour to the contour of a neighbour one level coarser.

use crate::cell::crossing;
use crate::mesher::offset;
use crate::rows::{CELLS, Rows, bits};
use crate::{Surface, SurfaceVertex, TILE_CELLS, table};
use std::ops::Range;

/// One face of the tile: the fixed axis and the two that span it.
struct Face {
    axis: usize,
    /// The fixed sample index.
    at: usize,
    u: usize,
    v: usize,
    /// `u × v` points into the tile, so triangles of the table turn the other way round.
    mirrored: bool,
}

/// The faces -x, +x, -y, +y, -z, +z.
const FACES: [Face; 6] = [
    Face { axis: 0, at: 1, u: 1, v: 2, mirrored: true },
    Face { axis: 0, at: TILE_CELLS + 1, u: 1, v: 2, mirrored: false },
    Face { axis: 1, at: 1, u: 0, v: 2, mirrored: false },
    Face { axis: 1, at: TILE_CELLS + 1, u: 0, v: 2, mirrored: true },
    Face { axis: 2, at: 1, u: 0, v: 1, mirrored: true },
    Face { axis: 2, at: TILE_CELLS + 1, u: 0, v: 1, mirrored: false },
];

impl Face {
    #[inline(always)]
    fn sample(&self, u: usize, v: usize) -> [usize; 3] {
        let mut sample = [0; 3];
        sample[self.axis] = self.at;
        sample[self.u] = u;
        sample[self.v] = v;
        sample
    }

    /// Rock bits of the row of samples at height `v`; bit `u`.
    fn row(&self, rows: &Rows, v: usize) -> u64 {
        match self.axis {
            0 => (1..=TILE_CELLS + 1).fold(0, |word, y| word | (rows.rock(y, v) >> self.at & 1) << y),
            1 => rows.rock(self.at, v),
            _ => rows.rock(v, self.at),
        }
    }
}

/// Adds the strips of the faces that the tile's cells reach. A strip's coarse crossings are vertices of its own, placed in 1/256
/// of the coarse edge as the coarse tile places them; normal and openness are those of the fine crossing on the same edge.
pub(crate) fn build(density: &[f32], rows: &Rows, cells_z: &Range<usize>, out: &mut Surface) {
    for (face, number) in FACES.iter().zip(0..) {
        let cells_v = match (face.axis, face.at) {
            (2, 1) if cells_z.start > 0 => continue,
            (2, _) if face.at > 1 && cells_z.end < TILE_CELLS => continue,
            (2, _) => 0..TILE_CELLS,
            _ => cells_z.clone(),
        };
        build_face(density, rows, face, cells_v, out, number);
    }
}

fn build_face(density: &[f32], rows: &Rows, face: &Face, cells_v: Range<usize>, out: &mut Surface, number: usize) {
    const COARSE_CELLS: u64 = CELLS & 0xaaaa_aaaa_aaaa_aaaa;
    let table = &*table::TRANSITION;
    // Coarse crossings already placed, by their coarse edge: below (along u) and left (along v) of each coarse cell.
    let mut below = [None; TILE_CELLS / 2];
    let mut above = [None; TILE_CELLS / 2];
    let mut top = face.row(rows, cells_v.start + 1);
    for v in (cells_v.start + 1..cells_v.end).step_by(2) {
        let words = [top, face.row(rows, v + 1), face.row(rows, v + 2)];
        top = words[2];
        let any = words[0] | words[1] | words[2];
        let all = words[0] & words[1] & words[2];
        std::mem::swap(&mut below, &mut above);
        above = [None; TILE_CELLS / 2];
        // Cells of the coarse tile whose nine samples differ.
        let active = (any | any >> 1 | any >> 2) & !(all & all >> 1 & all >> 2) & COARSE_CELLS;
        // The sample on the right of the last cell, and the coarse crossing there.
        let mut right: Option<(usize, u32)> = None;
        for u in bits(active) {
            let k = u / 2;
            let left = right.and_then(|(at, number)| (at == u).then_some(number));
            let case = (words[0] >> u & 7 | (words[1] >> u & 7) << 3 | (words[2] >> u & 7) << 6) as usize;
            let mut placed = [below[k], None, left, None];
            for triangle in table.triangles(case) {
                let mut corners = [0; 3];
                for (corner, edge) in corners.iter_mut().zip(triangle) {
                    let edge = usize::from(*edge);
                    *corner = match edge {
                        0..6 => rows.number(face.u, face.sample(u + edge % 2, v + edge / 2)),
                        6..12 => rows.number(face.v, face.sample(u + edge % 3, v + edge / 3 - 2)),
                        _ => match placed[edge - 12] {
                            Some(known) => known,
                            None => {
                                let (axis, du, dv) = [(face.u, 0, 0), (face.u, 0, 2), (face.v, 0, 0), (face.v, 2, 0)][edge - 12];
                                let sample = face.sample(u + du, v + dv);
                                *placed[edge - 12].insert(push_coarse(density, rows, axis, sample, &mut out.vertices))
                            }
                        },
                    };
                }
                if face.mirrored {
                    corners.swap(1, 2);
                }
                let position = corners.map(|corner| out.vertices[corner as usize].position);
                // Crossings that meet exactly leave nothing to fill; what remains is still matched edge for edge.
                if position[0] != position[1] && position[1] != position[2] && position[2] != position[0] {
                    out.transitions[number].push(corners);
                }
            }
            above[k] = placed[1];
            right = placed[3].map(|number| (u + 2, number));
        }
    }
}

/// Places the crossing of the coarse edge of two cells along `axis` from sample `lower`, whose ends differ in sign.
fn push_coarse(density: &[f32], rows: &Rows, axis: usize, lower: [usize; 3], vertices: &mut Vec<SurfaceVertex>) -> u32 {
    let mut middle = lower;
    middle[axis] += 1;
    let mut upper = lower;
    upper[axis] += 2;
    let lower_half_is_cut = (density[offset(lower)] < 0.0) != (density[offset(middle)] < 0.0);
    let fine = rows.number(axis, if lower_half_is_cut { lower } else { middle });
    let mut vertex = vertices[fine as usize];
    vertex.position[axis] = (lower[axis] - 1) as f32 + 2.0 * crossing(density[offset(lower)], density[offset(upper)]);
    vertices.push(vertex);
    (vertices.len() - 1) as u32
}
