//! Names of tiles and of the octree nodes they fill.

use glam::IVec3;
use surface::TILE_CELLS;
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

impl TileKey {
    /// The octree node it lies in.
    pub fn node(self) -> NodeKey {
        NodeKey { level: self.level, x: self.x, y: self.y, z: self.z }
    }
}

/// A cube of the octree: all tiles of one level and place, whatever their strate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKey {
    /// 0 is finest.
    pub level: u8,
    /// Counted in cubes of this level.
    pub x: i32,
    /// Counted in cubes of this level.
    pub y: i32,
    /// Counted in cubes of this level.
    pub z: i32,
}

impl NodeKey {
    /// The node of a level that holds a world lattice point.
    pub fn at(level: u8, lattice: IVec3) -> Self {
        let span = (TILE_CELLS as i32) << level;
        let [x, y, z] = lattice.to_array().map(|c| c.div_euclid(span));
        Self { level, x, y, z }
    }

    /// Edge length in lattice units.
    pub fn span(self) -> i32 {
        (TILE_CELLS as i32) << self.level
    }

    /// World lattice point of its first corner.
    pub fn origin(self) -> IVec3 {
        IVec3::new(self.x, self.y, self.z) * self.span()
    }

    /// World lattice point past its last corner.
    pub fn end(self) -> IVec3 {
        self.origin() + self.span()
    }

    /// The tile of a strate in it.
    pub fn tile(self, strate: StrateIndex) -> TileKey {
        TileKey { level: self.level, strate, x: self.x, y: self.y, z: self.z }
    }

    /// The node twice as large round it.
    pub fn parent(self) -> Self {
        Self { level: self.level + 1, x: self.x >> 1, y: self.y >> 1, z: self.z >> 1 }
    }

    /// Its eight halves; none below level 0.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let count = if self.level == 0 { 0 } else { 8 };
        (0..count).map(move |i| Self {
            level: self.level - 1,
            x: 2 * self.x + (i & 1),
            y: 2 * self.y + (i >> 1 & 1),
            z: 2 * self.z + (i >> 2),
        })
    }

    /// The node of the same level `by` steps away.
    pub fn moved(self, by: IVec3) -> Self {
        Self { level: self.level, x: self.x + by.x, y: self.y + by.y, z: self.z + by.z }
    }

    /// The 26 nodes of the same level that touch it.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        (0..27).filter(|i| *i != 13).map(move |i| self.moved(IVec3::new(i % 3, i / 3 % 3, i / 9) - 1))
    }

    /// Whether the closed cubes meet.
    pub fn touches(self, other: Self) -> bool {
        self.origin().cmple(other.end()).all() && other.origin().cmple(self.end()).all()
    }

    /// Chebyshev distance from a lattice box (inclusive corners) to the closed cube; 0 where they meet.
    pub fn distance_to_box(self, min: IVec3, max: IVec3) -> i32 {
        (self.origin() - max).max(min - self.end()).max(IVec3::ZERO).max_element()
    }
}

/// Steps to the neighbours over the faces -x, +x, -y, +y, -z, +z.
pub(crate) const FACE_STEPS: [IVec3; 6] = [IVec3::NEG_X, IVec3::X, IVec3::NEG_Y, IVec3::Y, IVec3::NEG_Z, IVec3::Z];
