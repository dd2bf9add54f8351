//! The regular mesh of a tile: crossings become vertices, active cells become triangles.

use crate::cell::crossing;
use crate::rows::{CELLS, Rows, bits};
use crate::{GRID, SUBCELLS, Surface, SurfaceVertex, TILE_CELLS, strip, table};
use glam::Vec3;
use std::ops::Range;

/// Reusable memory of the mesher.
#[derive(Default)]
pub struct MeshScratch {
    rows: Rows,
}

/// Distance between neighbours along each axis in the flat grid.
pub(crate) const STRIDE: [usize; 3] = [1, GRID, GRID * GRID];

/// Place of a sample in the flat grid.
pub(crate) fn offset([x, y, z]: [usize; 3]) -> usize {
    (z * GRID + y) * GRID + x
}

/// Meshes a padded grid of `GRID³` densities (x fastest; index 1 is the tile's first corner) whose cell is `cell_m` metres.
///
/// `out` is cleared first. Cells outside `cells_z` (a half-open range of 0..32, clamped) are left out: a tile holds only its
/// strate. Both ends of a crossing and their six neighbours must be true samples; any other sample may hold any number of the
/// right sign. A grid of another length gives an empty surface. `cell_m` does not change the mesh, whose unit is the cell.
pub fn mesh(density: &[f32], _cell_m: f32, cells_z: Range<usize>, scratch: &mut MeshScratch, out: &mut Surface) {
    out.clear();
    let cells_z = cells_z.start..cells_z.end.min(TILE_CELLS);
    if density.len() != GRID * GRID * GRID || cells_z.is_empty() || !scratch.rows.read_signs(density) {
        return;
    }
    let rows = &mut scratch.rows;
    let crossings = rows.number_crossings(&cells_z);
    if crossings == 0 {
        return;
    }
    out.vertices.reserve(crossings);
    place_vertices(density, rows, &cells_z, &mut out.vertices);
    join_triangles(rows, &cells_z, &mut out.regular);
    strip::build(density, rows, &cells_z, out);
}

fn place_vertices(density: &[f32], rows: &Rows, cells_z: &Range<usize>, vertices: &mut Vec<SurfaceVertex>) {
    for z in cells_z.start + 1..cells_z.end + 2 {
        for y in 1..=TILE_CELLS + 1 {
            for axis in 0..3 {
                vertices.extend(bits(rows.cut(axis, y, z)).map(|x| vertex(density, rows, axis, [x, y, z])));
            }
        }
    }
}

/// The vertex on the edge along `axis` from sample `lower`.
fn vertex(density: &[f32], rows: &Rows, axis: usize, lower: [usize; 3]) -> SurfaceVertex {
    let (low, high) = (offset(lower), offset(lower) + STRIDE[axis]);
    let at = crossing(density[low], density[high]) as f32 / SUBCELLS as f32;
    let mut position = Vec3::from_array(lower.map(|i| (i - 1) as f32));
    position[axis] += at;

    let mut gradient = gradient(density, low) * (1.0 - at) + gradient(density, high) * at;
    // Along the edge its own two ends tell the slope: across a slit or a sheet, central differences would tell its far side's.
    gradient[axis] = 2.0 * (density[high] - density[low]);
    let length = gradient.length();
    let upper_is_air = density[low] < 0.0;
    let normal = if length > 0.0 { gradient / length } else { Vec3::AXES[axis] * if upper_is_air { 1.0 } else { -1.0 } };

    let mut air_end = lower;
    air_end[axis] += usize::from(upper_is_air);
    SurfaceVertex { position, normal, openness: openness(rows.air_around(air_end)) }
}

/// Central differences, twice the slope per cell.
fn gradient(density: &[f32], at: usize) -> Vec3 {
    Vec3::from_array(STRIDE.map(|stride| density[at + stride] - density[at - stride]))
}

/// Level ground leaves 18 of the 27 samples round an air end open; that, and anything more open, counts as 1.
fn openness(air: u32) -> f32 {
    const LEVEL: u32 = 18;
    (air.min(LEVEL) - 1) as f32 / (LEVEL - 1) as f32
}

fn join_triangles(rows: &Rows, cells_z: &Range<usize>, triangles: &mut Vec<[u32; 3]>) {
    let table = &*table::REGULAR;
    for z in cells_z.start + 1..cells_z.end + 1 {
        for y in 1..=TILE_CELLS {
            let words = [rows.rock(y, z), rows.rock(y + 1, z), rows.rock(y, z + 1), rows.rock(y + 1, z + 1)];
            let any = words[0] | words[1] | words[2] | words[3];
            let all = words[0] & words[1] & words[2] & words[3];
            let active = (any | any >> 1) & !(all & all >> 1) & CELLS;
            for x in bits(active) {
                let case = (0..4).fold(0, |case, i| case | (words[i] >> x & 3) << (2 * i));
                triangles.extend(table.triangles(case as usize).iter().map(|triangle| {
                    triangle.map(|edge| {
                        let corner = table::edge_corner(usize::from(edge));
                        let sample = [x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2)];
                        rows.number(usize::from(edge / 4), sample)
                    })
                }));
            }
        }
    }
}
