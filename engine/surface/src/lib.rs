//! From a filled grid of densities to triangles: tables, bit rows, crossings, normals, occlusion, transition strips.

use glam::Vec3;

/// Cells along a tile's edge.
pub const TILE_CELLS: usize = 32;
/// Samples along a padded grid's edge: one sample before the tile and two after (33 corners + a ring of one).
pub const GRID: usize = 35;

/// A vertex before it gets a material. Positions are in cells of the tile (0..=32), exact multiples of 1/256 along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceVertex {
    /// Position in cells from the tile's first corner.
    pub position: Vec3,
    /// Unit normal pointing into the air.
    pub normal: Vec3,
    /// 0 (enclosed) to 1 (open), from the 3³ signs round the vertex.
    pub openness: f32,
}

/// Triangles of one tile; counter-clockwise seen from the air.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Shared vertices; one per cut edge.
    pub vertices: Vec<SurfaceVertex>,
    /// Triangles of the regular mesh.
    pub regular: Vec<[u32; 3]>,
    /// Transition strips for the faces -x, +x, -y, +y, -z, +z, drawn where that neighbour is one level coarser.
    pub transitions: [Vec<[u32; 3]>; 6],
}

/// Reusable memory of the mesher.
#[derive(Default)]
pub struct MeshScratch {}

/// Meshes a padded grid of `GRID³` densities (x fastest; index 1 is the tile's first corner) whose cell is `cell_m` metres.
/// `out` is cleared first. Cells outside `cells_z` (a half-open range of 0..32) are left out: a tile holds only its strate.
pub fn mesh(_density: &[f32], _cell_m: f32, _cells_z: std::ops::Range<usize>, _scratch: &mut MeshScratch, _out: &mut Surface) {
    unimplemented!()
}
