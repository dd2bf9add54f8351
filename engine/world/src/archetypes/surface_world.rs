//! Terrain under a sky cap, its heights blended between biomes.

use super::landing::tries;
use super::{Built, Kind, Place, Site, roughness};
use crate::biome;
use crate::defs::SurfaceWorld;
use field::ground::{Ground, Stand};
use field::operators::Root;
use field::operators::heights::{Between, HeightField};
use field::operators::overhang_shelves::{OverhangShelves, ShelfSpec};
use field::operators::surface_column::{RegionRelief, Surface, SurfaceSpec};
use field::{Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Slope that is as good as level.
const GENTLE: f32 = 0.12;
/// Slope nothing should land on.
const STEEPEST: f32 = 0.5;
/// Least thickness of a shelf: two voxels, wherever the lattice lies.
const THINNEST_VOXELS: f32 = 2.5;

/// Ground and cap.
#[derive(Debug)]
struct Land(Arc<Surface>);

impl Kind for SurfaceWorld {
    fn build(&self, site: &Site<'_>) -> Built {
        let reliefs = site
            .biomes
            .iter()
            .map(|biome| RegionRelief { factor: biome.look.relief_factor, offset_m: biome.look.height_offset_m })
            .collect();
        let spec = SurfaceSpec {
            ground_m: self.ground_m,
            relief_m: self.relief_m,
            continent_frequency: self.continent_frequency,
            mountain_share: self.mountain_share,
            mountain_frequency: self.mountain_frequency,
            highlands: self.highlands,
            highland_frequency: self.highland_frequency,
            detail_m: self.detail_m,
            detail_frequency: self.detail_frequency,
            warp_m: self.warp_m,
            warp_frequency: self.warp_frequency,
            terrace_step_m: self.terrace_step_m,
            terrace_strength: self.terrace_strength,
            beach_m: self.beach_m,
            beach_width_m: self.beach_width_m,
            cap_m: self.cap_m,
            cap_relief_m: self.cap_relief_m,
            cap_frequency: self.cap_frequency,
        };
        let surface = Arc::new(Surface::new(site.seed, spec, biome::regions(site.def, site.seed, site.biomes), reliefs));
        let operators: Vec<Arc<dyn Operator>> = vec![
            Arc::new(Root::Void),
            Arc::new(Between::new(Arc::clone(&surface))),
            Arc::new(OverhangShelves::new(site.seed, self.shelves(site.voxel), Arc::clone(&surface))),
            roughness(site.seed, self.roughness_m, self.roughness_frequency),
        ];
        Built { operators, place: Arc::new(Land(surface)) }
    }
    fn widest_cell_m(&self) -> f32 {
        0.25 * (self.cap_m - self.cap_relief_m - self.ground_m)
    }
}

impl SurfaceWorld {
    /// Shelves that stay two voxels thick whatever the relief takes from both of their sides.
    fn shelves(&self, voxel: VoxelSize) -> ShelfSpec {
        let thickness_m = field::ops::max(self.shelf_thickness_m, THINNEST_VOXELS * voxel.metres()) + 2.0 * self.roughness_m;
        ShelfSpec { spacing_m: self.shelf_spacing_m, chance: self.shelf_chance, depth_m: self.shelf_depth_m, thickness_m }
    }
}

impl Land {
    /// Steepest rise over 3 m either way along the axes.
    fn slope(&self, at_m: DVec2) -> f32 {
        let here = self.0.at(at_m).lower_m;
        [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y]
            .iter()
            .map(|way| field::ops::abs(self.0.at(at_m + *way * 3.0).lower_m - here) / 3.0)
            .fold(0.0, field::ops::max)
    }
}

impl Place for Land {
    fn landing(&self, _voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let mut best: Option<(f32, DVec2)> = None;
        for at_m in tries(wanted_m, budget_m) {
            let slope = self.slope(at_m);
            if best.is_none_or(|(least, _)| slope < least) {
                best = Some((slope, at_m));
            }
            if slope < GENTLE {
                break;
            }
        }
        best.filter(|(slope, _)| *slope < STEEPEST).map(|(_, at_m)| at_m.extend(f64::from(self.0.at(at_m).lower_m)))
    }
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        Ground::stand(&*self.0, voxel, wanted_m, budget_m)
    }
}
