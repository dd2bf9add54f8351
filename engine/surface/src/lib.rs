//! From a filled grid of densities to triangles: tables, bit rows, crossings, normals, occlusion, transition strips.
//!
//! *Vocabulary.* A *crossing* is the one vertex of a lattice edge whose ends differ in sign; a *strip* is the zero-width mesh in a
//! tile's face that joins its own contour to the contour of a neighbour one level coarser.
//!
//! *Invariants.* Negative is rock; zero and positive are air. What a mesh looks like follows from signs alone, and where it lies
//! from the two ends of each crossing, so that tiles which share a face agree there without knowing of each other. A crossing
//! keeps at least 1/256 of its edge away from both ends: vertices never coincide and no regular triangle is degenerate.

pub mod audit;
mod cell;
mod mesher;
mod openness;
mod polygon;
mod rows;
mod strip;
mod table;
mod vertices;

pub use audit::unmatched_edges;
pub use cell::cell_triangles;
pub use mesher::{MeshScratch, mesh};

use glam::Vec3;

/// Cells along a tile's edge.
pub const TILE_CELLS: usize = 32;
/// Samples along a padded grid's edge: one sample before the tile and two after (33 corners + a ring of one).
pub const GRID: usize = 35;
/// Parts of an edge that a crossing can stand on.
pub const SUBCELLS: i32 = 256;
/// Added to a number of at most 2²² in size, this leaves the nearest whole one (ties: even) in the sum's low bits.
pub const NEAREST: f32 = 12_582_912.0;

/// A vertex before it gets a material. Positions are in cells of the tile (0..=32), exact multiples of 1/256 along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceVertex {
    /// Position in cells from the tile's first corner.
    pub position: Vec3,
    /// Unit normal pointing into the air.
    pub normal: Vec3,
    /// 0 (enclosed) to 1 (as open as level ground, or more), from the 3³ signs round the crossing's air end.
    pub openness: f32,
}

/// Triangles of one tile; counter-clockwise seen from the air.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Shared vertices, one per cut edge; those that only strips use come last.
    pub vertices: Vec<SurfaceVertex>,
    /// Triangles of the regular mesh.
    pub regular: Vec<[u32; 3]>,
    /// Transition strips for the faces -x, +x, -y, +y, -z, +z, drawn where that neighbour is one level coarser.
    pub transitions: [Vec<[u32; 3]>; 6],
}

impl Surface {
    /// Empties it and keeps its memory.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.regular.clear();
        self.transitions.iter_mut().for_each(Vec::clear);
    }
}
