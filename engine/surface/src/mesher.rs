//! The regular mesh of a tile: crossings become vertices, active cells become triangles.

use crate::rows::{CELLS, Rows, bits};
use crate::vertices::Batch;
use crate::{GRID, Surface, SurfaceVertex, TILE_CELLS, strip, table};
use std::ops::Range;
use std::sync::LazyLock;

/// Reusable memory of the mesher.
#[derive(Default)]
pub struct MeshScratch {
    rows: Rows,
    batch: Batch,
    numbers: Numbers,
}

/// Numbers of the crossings of two layers of samples, by layer, row, axis and lower end.
struct Numbers(Vec<u32>);

impl Default for Numbers {
    fn default() -> Self {
        Self(vec![0; 2 * GRID * ROW])
    }
}

/// Numbers of a row of samples: three axes.
const ROW: usize = 3 * GRID;

/// The triangles of every sign pattern, for cells in even and in odd layers: where the numbers of their corners lie, from that of the cell's
/// own sample on.
static PLACES: LazyLock<[Vec<[isize; 3]>; 2]> = LazyLock::new(|| {
    [0, 1].map(|layer| {
        let place = |edge: u8| {
            let corner = table::edge_corner(usize::from(edge));
            let over = Numbers::place(usize::from(edge / 4), corner >> 1 & 1, layer + (corner >> 2)) + (corner & 1);
            over as isize - Numbers::place(0, 0, layer) as isize
        };
        table::REGULAR.all().iter().map(|triangle| triangle.map(place)).collect()
    })
});

impl Numbers {
    /// Place of the number of the edge along `axis` from the first sample of a row.
    fn place(axis: usize, y: usize, z: usize) -> usize {
        ((z & 1) * GRID + y) * ROW + axis * GRID
    }
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
    let MeshScratch { rows, batch, numbers } = scratch;
    let crossings = rows.number_crossings(&cells_z);
    if crossings == 0 {
        return;
    }
    batch.clear();
    out.vertices.reserve(crossings);
    out.regular.reserve(2 * crossings);
    for z in cells_z.start + 1..cells_z.end + 2 {
        Placing { density, rows, batch, numbers, vertices: &mut out.vertices }.layer(z);
        if z > cells_z.start + 1 {
            join_triangles(rows, z - 1, numbers, &mut out.regular);
        }
    }
    strip::build(density, rows, &cells_z, out);
}

/// What vertices are placed from, and where they go.
struct Placing<'a> {
    density: &'a [f32],
    rows: &'a Rows,
    batch: &'a mut Batch,
    numbers: &'a mut Numbers,
    vertices: &'a mut Vec<SurfaceVertex>,
}

impl Placing<'_> {
    /// Places the vertices of one layer of samples, those along one axis after those along another.
    fn layer(&mut self, z: usize) {
        self.along::<0>(z);
        self.along::<1>(z);
        self.along::<2>(z);
    }

    fn along<const AXIS: usize>(&mut self, z: usize) {
        let Self { density, rows, batch, numbers, vertices } = self;
        for y in 1..=TILE_CELLS + 1 {
            let cut = rows.cut(AXIS, y, z);
            if cut == 0 {
                continue;
            }
            let first = rows.first(AXIS, y, z);
            let place = Numbers::place(AXIS, y, z);
            let numbers = &mut numbers.0[place..place + GRID];
            for (x, number) in bits(cut).zip(first..) {
                numbers[x] = number;
                batch.push::<AXIS>(density, rows, [x, y, z], vertices);
            }
        }
        batch.flush::<AXIS>(rows, vertices);
    }
}

/// Joins the vertices round one layer of cells.
fn join_triangles(rows: &Rows, z: usize, numbers: &Numbers, triangles: &mut Vec<[u32; 3]>) {
    let (table, places) = (&*table::REGULAR, &PLACES[z & 1]);
    for y in 1..=TILE_CELLS {
        let words = [rows.rock(y, z), rows.rock(y + 1, z), rows.rock(y, z + 1), rows.rock(y + 1, z + 1)];
        let any = words[0] | words[1] | words[2] | words[3];
        let all = words[0] & words[1] & words[2] & words[3];
        let active = (any | any >> 1) & !(all & all >> 1) & CELLS;
        if active == 0 {
            continue;
        }
        let here = Numbers::place(0, y, z) as isize;
        for x in bits(active) {
            let [a, b, c, d] = words.map(|word| (word >> x) as usize & 3);
            for corners in &places[table.range(a | b << 2 | c << 4 | d << 6)] {
                let [i, j, k] = corners.map(|place| numbers.0[(here + place) as usize + x]);
                triangles.push([i, j, k]);
            }
        }
    }
}
