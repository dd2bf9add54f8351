//! Biomes: climate, warped Voronoi cells and weights; pure functions of XY.

use crate::{StrateIndex, World};
use glam::DVec2;

/// A biome's share at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BiomeShare {
    /// Index into the strate's `biomes` list.
    pub biome: u16,
    /// Palette index of its material (place in the id-ordered material list).
    pub material: u16,
    /// 0..=1; all shares of a place sum to 1.
    pub weight: f32,
}

/// Climate at a place; both run from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClimateSample {
    /// Flat to rough.
    pub relief: f32,
    /// Dry to wet.
    pub moisture: f32,
}

impl World {
    /// Shares at `xy_m`, largest first (ties: lower index), at most 4, written into `out` (cleared). A strate without biomes
    /// answers one share with its own material.
    pub fn biome_shares(&self, _strate: StrateIndex, _xy_m: DVec2, _out: &mut Vec<BiomeShare>) {
        unimplemented!()
    }
    /// Climate at `xy_m`.
    pub fn climate(&self, _strate: StrateIndex, _xy_m: DVec2) -> ClimateSample {
        unimplemented!()
    }
}
