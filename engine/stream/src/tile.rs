//! Building one tile: density, surface, materials, ready to upload. A pure function of world and key.

use crate::TileKey;
use bytemuck::{Pod, Zeroable};
use field::Proofs;
use glam::IVec3;
use world::World;

/// 16 bytes, as uploaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct TerrainVertex {
    /// Position in 1/256 cells from the tile's origin (0..=8192 per axis).
    pub position: [u16; 3],
    /// Two palette indices of the pair: low byte first, high byte second.
    pub materials: u16,
    /// Normal, signed normalised; w is unused (0).
    pub normal: [i8; 4],
    /// x openness (0 enclosed .. 255 open), y weight of the second material, z slope (0 ceiling, 128 wall, 255 floor), w free.
    pub surface: [u8; 4],
}

/// 16 bit where they fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Indices {
    /// At most 65 536 vertices.
    U16(Vec<u16>),
    /// More.
    U32(Vec<u32>),
}

/// A finished mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct TileMesh {
    /// Its tile.
    pub key: TileKey,
    /// World lattice point of its first corner.
    pub origin: IVec3,
    /// Shared vertices.
    pub vertices: Vec<TerrainVertex>,
    /// Regular triangles first, then the six transition strips.
    pub indices: Indices,
    /// Number of indices of the regular mesh.
    pub regular: u32,
    /// Index range of each strip (-x, +x, -y, +y, -z, +z), drawn where that neighbour is one level coarser.
    pub strips: [std::ops::Range<u32>; 6],
}

/// What a tile turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum TileContent {
    /// Certainly rock.
    Rock,
    /// Certainly air.
    Air,
    /// Sampled, but no triangle.
    Empty,
    /// Has a surface.
    Mesh(Box<TileMesh>),
}

/// Memory of one worker.
#[derive(Default)]
pub struct BuildScratch {}

/// Builds a tile. Pure: the same bytes for the same world and key on every thread, with proofs on or off.
pub fn build_tile(_world: &World, _key: TileKey, _proofs: Proofs, _scratch: &mut BuildScratch) -> TileContent {
    unimplemented!()
}
