//! The floor and ceiling of a plain: broad swells below, vaults between hanging ridges above.

use super::heights::{ColumnBox, HeightField, Heights, record};
use crate::hash::Tag;
use crate::noise::{Fractal, Plane};
use crate::{Interval, Record, VoxelSize, ops};
use glam::{DVec2, UVec2};

/// What a slab is made of; metres, cycles per metre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlabSpec {
    /// Mean height of the floor above the content floor.
    pub floor_m: f32,
    /// Mean height of the ceiling; at least 4 m above the floor.
    pub ceiling_m: f32,
    /// Height of the floor's swells.
    pub floor_relief_m: f32,
    /// Swells per metre.
    pub floor_frequency: f32,
    /// Depth of the ceiling's vaults.
    pub ceiling_relief_m: f32,
    /// Vaults per metre.
    pub ceiling_frequency: f32,
}

/// Least height of the air, metres; relief gives way to it.
pub const LEAST_HEIGHT_M: f32 = 4.0;
/// Width of the soft clip that keeps that height.
const CLIP_M: f32 = 3.0;

/// Two noisy surfaces with room to stand between them everywhere.
#[derive(Clone, Debug)]
pub struct Slab {
    spec: SlabSpec,
    floor: Plane,
    ceiling: Plane,
    /// The floor stays below this, the ceiling above it plus [`LEAST_HEIGHT_M`].
    divide_m: f32,
}

impl Slab {
    /// The surfaces of a seed.
    pub fn new(seed: u64, spec: SlabSpec) -> Self {
        Self {
            floor: Fractal::sum(seed, Tag::SlabFloor, spec.floor_frequency, 4).plane(),
            ceiling: Fractal::ridged(seed, Tag::SlabCeiling, spec.ceiling_frequency, 4).plane(),
            divide_m: 0.5 * (spec.floor_m + spec.ceiling_m - LEAST_HEIGHT_M),
            spec,
        }
    }
    /// What it is made of.
    pub fn spec(&self) -> &SlabSpec {
        &self.spec
    }
    fn heights(&self, swell: f32, vault: f32) -> Heights {
        let lower = self.spec.floor_m + self.spec.floor_relief_m * swell;
        let upper = self.spec.ceiling_m + self.spec.ceiling_relief_m * (0.3 - vault);
        Heights {
            lower_m: ops::smooth_min(lower, self.divide_m, CLIP_M),
            upper_m: ops::smooth_max(upper, self.divide_m + LEAST_HEIGHT_M, CLIP_M),
        }
    }
}

impl HeightField for Slab {
    const RECORD: Record = record(
        "slab_void",
        &["SlabGeometry"],
        "A wide plain of air: the floor rises and falls in broad swells, the ceiling in vaults. Floor and ceiling stay 4 m apart.",
    );
    fn at(&self, at_m: DVec2) -> Heights {
        self.heights(self.floor.at(at_m.x, at_m.y), self.ceiling.at(at_m.x, at_m.y))
    }
    fn fill(&self, voxel: VoxelSize, columns: &ColumnBox) -> Vec<Heights> {
        let (mut floor, mut ceiling) = (self.floor.rows(voxel, columns), self.ceiling.rows(voxel, columns));
        let mut noises = [(); 2].map(|()| vec![0.0; columns.size.x as usize]);
        let mut heights = Vec::with_capacity(columns.size.element_product() as usize);
        for y in 0..columns.size.y {
            let [swells, vaults] = &mut noises;
            floor.row(UVec2::new(0, y), swells);
            ceiling.row(UVec2::new(0, y), vaults);
            heights.extend(swells.iter().zip(vaults).map(|(swell, vault)| self.heights(*swell, *vault)));
        }
        heights
    }
    fn range(&self) -> [Interval; 2] {
        let lower = Interval::around(self.spec.floor_m, self.spec.floor_relief_m);
        let upper = Interval::around(self.spec.ceiling_m, 1.3 * self.spec.ceiling_relief_m);
        // A soft clip moves a height by at most a sixth of its width, beyond the hard one; the margin covers rounding.
        let margin = CLIP_M / 6.0 + 1e-3;
        let low = Interval { lo: ops::min(lower.lo, self.divide_m), hi: ops::min(lower.hi, self.divide_m) };
        let gap = self.divide_m + LEAST_HEIGHT_M;
        let high = Interval { lo: ops::max(upper.lo, gap), hi: ops::max(upper.hi, gap) };
        [low.widen(margin), high.widen(margin)]
    }
    fn steepness(&self) -> [f32; 2] {
        let slope = |relief: f32, frequency: f32| 1.0 / (1.0 + 4.0 * (relief * frequency) * (relief * frequency)).sqrt();
        [
            slope(self.spec.floor_relief_m, self.spec.floor_frequency),
            slope(self.spec.ceiling_relief_m, self.spec.ceiling_frequency),
        ]
    }
}
