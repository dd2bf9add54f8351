//! A plain between floor and ceiling: void, columns, small relief on all of it.

use super::landing::tries;
use super::{Built, Kind, Place, Site, roughness};
use crate::defs::FlatPlain;
use field::operators::Root;
use field::operators::heights::{Between, HeightField};
use field::operators::pillars::{PillarSpec, Pillars};
use field::operators::slab::{Slab, SlabSpec};
use field::{Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Clear way kept from a column's foot, metres.
const CLEAR_OF_COLUMN_M: f64 = 3.0;

/// Floor, ceiling and columns.
#[derive(Debug)]
struct Plain {
    slab: Arc<Slab>,
    pillars: Arc<Pillars>,
}

impl Kind for FlatPlain {
    fn build(&self, site: &Site<'_>) -> Built {
        let slab = Arc::new(Slab::new(
            site.seed,
            SlabSpec {
                floor_m: self.floor_m,
                ceiling_m: self.ceiling_m,
                floor_relief_m: self.floor_relief_m,
                floor_frequency: self.floor_frequency,
                ceiling_relief_m: self.ceiling_relief_m,
                ceiling_frequency: self.ceiling_frequency,
            },
        ));
        let spec = PillarSpec {
            spacing_m: self.column_spacing_m,
            density: self.column_density,
            width_m: [self.column_width_min_m, self.column_width_max_m],
            flare_m: self.column_flare_m,
            lean_m: self.column_lean_m,
        };
        let pillars = Arc::new(Pillars::new(site.seed, spec, Arc::clone(&slab)));
        let operators: Vec<Arc<dyn Operator>> = vec![
            Arc::new(Root::Void),
            Arc::new(Between::new(Arc::clone(&slab))),
            Arc::clone(&pillars) as Arc<dyn Operator>,
            roughness(site.seed, self.roughness_m, self.roughness_frequency),
        ];
        Built { operators, place: Arc::new(Plain { slab, pillars }) }
    }
    fn widest_cell_m(&self) -> f32 {
        let column_m = if self.column_density > 0.0 { 0.5 * self.column_width_min_m } else { 2.0 };
        field::ops::min(field::ops::min(column_m, 2.0), 0.25 * (self.ceiling_m - self.floor_m))
    }
}

impl Plain {
    fn is_clear(&self, voxel: VoxelSize, at_m: DVec2) -> bool {
        let mut feet = self.pillars.feet(voxel, at_m).into_iter();
        feet.all(|(centre, radius_m)| centre.distance(at_m) > f64::from(radius_m) + CLEAR_OF_COLUMN_M)
    }
}

impl Place for Plain {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let at_m = tries(wanted_m, budget_m).find(|at_m| self.is_clear(voxel, *at_m))?;
        Some(at_m.extend(f64::from(self.slab.at(at_m).lower_m)))
    }
}
