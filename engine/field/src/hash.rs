//! The two mixers of a world: a strong 64-bit one for decisions and a cheap 32-bit one for noise corners.
//!
//! *Invariant.* Integers only. These outputs are part of a world's identity: changing a mixer, a tag's number or the order of
//! arguments is a new world version. New tags take new numbers.

use crate::vector::Whole;
use glam::IVec3;

/// Domain of a decision or a noise: two domains never share a value, even at the same coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Tag {
    /// Tests and benchmarks.
    Test = 1,
    /// Roughness of the density.
    RoughnessOnDensity = 2,
    /// Roughness of the shape.
    RoughnessOnShape = 3,
    /// Relief on the walls of posts.
    PostRelief = 4,
    /// Floor of a slab.
    SlabFloor = 5,
    /// Ceiling of a slab.
    SlabCeiling = 6,
    /// Columns of a slab.
    Columns = 7,
    /// Warp in x.
    WarpX = 8,
    /// Warp in y.
    WarpY = 9,
    /// Warp in z.
    WarpZ = 10,
    /// Rooms of a tunnel network.
    Rooms = 11,
    /// Links of a tunnel network.
    Links = 12,
    /// Winding of a link.
    Winding = 13,
    /// Relief of room floors.
    FloorRelief = 14,
    /// First noise of worms.
    WormsA = 15,
    /// Second noise of worms.
    WormsB = 16,
    /// Continents of a surface world.
    Continents = 17,
    /// Mountains of a surface world.
    Mountains = 18,
    /// Detail of a surface world.
    Detail = 19,
    /// Relief map of a surface world.
    ReliefMap = 20,
    /// Sky cap of a surface world.
    SkyCap = 21,
    /// Overhang shelves.
    Shelves = 22,
    /// Terraces.
    Terraces = 23,
    /// Outline of a lobed shape.
    Outline = 24,
    /// Choice of biome.
    Biome = 25,
    /// Edges of biome regions.
    BiomeEdge = 26,
    /// Site of a passage between strates.
    Passage = 27,
    /// Route of a backbone.
    Backbone = 28,
    /// Disturbances (chasms, bridges, ridges).
    Disturbance = 29,
    /// Placement of content.
    Placement = 30,
    /// Seed of a strate.
    Strate = 31,
    /// Variation of a placed thing.
    Variation = 32,
    /// Invented structures.
    Composer = 33,
    /// Material of a surface.
    Material = 34,
    /// Sampling of checks.
    Check = 35,
    /// Draws of the layout.
    Layout = 36,
    /// Climate: relief.
    ClimateRelief = 37,
    /// Climate: moisture.
    ClimateMoisture = 38,
    /// Edges of biome regions, second axis.
    BiomeEdgeY = 39,
    /// Relief of the ground beside its continents.
    Hills = 40,
    /// Seed of a modifier.
    Modifier = 41,
    /// Clusters of crystals.
    Crystals = 42,
    /// Features strewn over a lattice.
    Scatter = 43,
    /// Relief of strewn features.
    ScatterRelief = 44,
    /// Floating islands.
    Islands = 45,
    /// Shifts of the lattice of islands, and which cells always hold one.
    IslandLattice = 46,
    /// Rolls of the land of islands.
    IslandTops = 47,
    /// Drips under islands.
    IslandDrips = 48,
    /// Corridors of a maze.
    MazeWays = 49,
    /// Loops and wells of a maze.
    MazeLoops = 50,
    /// Chambers of a maze.
    MazeChambers = 51,
    /// Places and sizes of shafts.
    Shafts = 52,
    /// Connectors between shafts.
    Connectors = 53,
    /// Ledges of shafts.
    Ledges = 54,
    /// Sites of the rooms of a cave graph.
    CaveSites = 55,
    /// Outlines of the rooms of a cave graph.
    CaveRooms = 56,
    /// Corridors of a cave graph.
    CaveWays = 57,
    /// Heights of the floors of a cave graph.
    CaveHeights = 58,
    /// Dripstone.
    Dripstone = 59,
}

/// Bijective 64-bit finaliser: every input bit reaches every output bit.
const fn mix64(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

/// Strong 64-bit hash of a seed, a domain and integer coordinates.
pub fn decide(seed: u64, tag: Tag, at: IVec3) -> u64 {
    let mut h = mix64(seed ^ (tag as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for c in [at.x, at.y, at.z] {
        h = mix64(h.wrapping_add(u64::from(c as u32)).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
    h
}

/// A seed derived from another, for a numbered part of its world.
pub fn derive_seed(seed: u64, tag: Tag, index: i32) -> u64 {
    decide(seed, tag, IVec3::new(index, 0, 0))
}

/// Uniform in [0, 1), from the high 24 bits.
#[inline]
pub fn unit_f32(hash: u64) -> f32 {
    (hash >> 40) as f32 * (1.0 / 16_777_216.0)
}

/// Uniform in [lo, hi] (rounding may return `hi`).
#[inline]
pub fn range_f32(hash: u64, lo: f32, hi: f32) -> f32 {
    lo + (hi - lo) * unit_f32(hash)
}

/// Uniform in `0..n` by the high bits; zero if `n` is zero.
#[inline]
pub fn below(hash: u64, n: u32) -> u32 {
    ((u128::from(hash) * u128::from(n)) >> 64) as u32
}

/// A counted stream of decisions at one place; the n-th roll depends on nothing but the seed, the tag, the place and n.
#[derive(Clone, Copy, Debug)]
pub struct Rolls {
    base: u64,
    n: u64,
}

impl Rolls {
    /// A fresh stream.
    pub fn new(seed: u64, tag: Tag, at: IVec3) -> Self {
        Self { base: decide(seed, tag, at), n: 0 }
    }
    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.n += 1;
        mix64(self.base ^ self.n.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
    /// The next number in [0, 1).
    pub fn unit(&mut self) -> f32 {
        unit_f32(self.next_u64())
    }
    /// The next number in [lo, hi].
    pub fn range(&mut self, lo: f32, hi: f32) -> f32 {
        range_f32(self.next_u64(), lo, hi)
    }
    /// The next integer in `0..n`.
    pub fn below(&mut self, n: u32) -> u32 {
        below(self.next_u64(), n)
    }
    /// True with the given probability.
    pub fn chance(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }
}

/// Key of one octave of a noise.
pub fn noise_key(seed: u64, tag: Tag, octave: u32) -> u32 {
    (decide(seed, tag, IVec3::new(octave as i32, -1, 0)) >> 32) as u32
}

/// Cheap 32-bit hash of a noise corner.
#[inline(always)]
pub fn noise_corner(key: u32, x: i32, y: i32, z: i32) -> u32 {
    noise_corners(key, [x as u32, y as u32, z as u32])
}

/// [`noise_corner`] of one corner or of several side by side.
#[inline(always)]
pub fn noise_corners<W: Whole>(key: u32, [x, y, z]: [W; 3]) -> W {
    let h = W::of(key) ^ x.times(0x9e37_79b1) ^ y.times(0x85eb_ca77) ^ z.times(0xc2b2_ae3d);
    let h = (h ^ h.shift::<15>()).times(0x2c1b_3c6d);
    let h = (h ^ h.shift::<12>()).times(0x297a_2d39);
    h ^ h.shift::<15>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_pinned() {
        let table = [
            decide(0, Tag::Test, IVec3::ZERO),
            decide(1, Tag::Test, IVec3::new(1, -2, 3)),
            decide(u64::MAX, Tag::Rooms, IVec3::new(-131_072, 131_072, 7)),
            derive_seed(42, Tag::Strate, 3),
            u64::from(noise_key(42, Tag::SlabFloor, 2)),
            u64::from(noise_corner(0x1234_5678, -5, 17, 900)),
        ];
        let pinned: [u64; 6] = [
            0xd8c2_e551_12f5_b4bb,
            0xef7d_28c4_4629_9f17,
            0x54ce_6f11_3ea4_877e,
            0x5c9e_96e0_c1b7_173d,
            0x08a4_a172,
            0x4e5a_b0f9,
        ];
        assert_eq!(table, pinned, "{table:#x?}");
    }

    #[test]
    fn neighbours_and_tags_do_not_share_values() {
        let mut seen = std::collections::BTreeSet::new();
        for z in -4..4 {
            for y in -4..4 {
                for x in -4..4 {
                    assert!(seen.insert(decide(7, Tag::Rooms, IVec3::new(x, y, z))));
                    assert!(seen.insert(decide(7, Tag::Links, IVec3::new(x, y, z))));
                }
            }
        }
    }

    #[test]
    fn rolls_are_uniform_enough() {
        let mut rolls = Rolls::new(3, Tag::Test, IVec3::ONE);
        let mut bins = [0u32; 8];
        for _ in 0..8000 {
            bins[rolls.below(8) as usize] += 1;
        }
        assert!(bins.iter().all(|&n| (850..1150).contains(&n)), "{bins:?}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&rolls.unit())));
    }

    #[test]
    fn each_bit_of_a_noise_corner_is_fair_along_every_axis() {
        for axis in [IVec3::X, IVec3::Y, IVec3::Z] {
            for bit in 0..32 {
                let ones: u32 = (0..4096).map(|i| (noise_corner(9, axis.x * i, axis.y * i, axis.z * i) >> bit) & 1).sum();
                assert!((1850..2250).contains(&ones), "axis {axis}, bit {bit}: {ones} of 4096");
            }
        }
    }
}
