//! Names of tiles.

use world::StrateIndex;

/// A tile of 32³ cells of `2^level` voxels; it spans `32 << level` lattice units. `x, y, z` count tiles in the world lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileKey {
    /// 0 is finest.
    pub level: u8,
    /// Strate it belongs to; only cells on its side of the interfaces are meshed.
    pub strate: StrateIndex,
    /// Tile coordinates.
    pub x: i32,
    /// Tile coordinates.
    pub y: i32,
    /// Tile coordinates.
    pub z: i32,
}
