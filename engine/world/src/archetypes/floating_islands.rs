//! Islands filled into the void; their relief is part of their shape, so that the air between them stays empty.

use super::{Built, Kind, Place, Site};
use crate::defs::FloatingIslands;
use field::hash::Tag;
use field::operators::islands::{IslandSpec, Islands};
use field::operators::{Fill, Root, RoughnessOnShape};
use field::{Fractal, Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// What floats.
#[derive(Debug)]
struct Shoals(Arc<Islands>);

impl FloatingIslands {
    fn islands(&self, content_m: f32) -> IslandSpec {
        IslandSpec {
            content_m,
            spacing_m: self.spacing_m,
            layer_m: self.layer_m,
            density: self.density,
            diameter_m: [self.diameter_min_m, self.diameter_max_m],
            thickness: self.thickness_ratio,
            lobes: self.lobes,
            rolling_m: self.rolling_m,
            rolling_frequency: self.rolling_frequency,
            drip_m: self.drip_m,
            drip_frequency: self.drip_frequency,
            bridges: self.bridges,
        }
    }
}

impl Kind for FloatingIslands {
    fn build(&self, site: &Site<'_>) -> Built {
        let islands = Arc::new(Islands::new(site.seed, self.islands(site.def.bands.content_m)));
        let relief = Fractal::sum(site.seed, Tag::RoughnessOnShape, self.roughness_frequency, 3);
        let operators: Vec<Arc<dyn Operator>> = vec![
            Arc::new(Root::Void),
            Arc::clone(&islands) as Arc<dyn Operator>,
            Arc::new(RoughnessOnShape::new(relief, self.roughness_m)),
            Arc::new(Fill { width_m: 0.0 }),
        ];
        Built { operators, place: Arc::new(Shoals(islands)) }
    }
    fn widest_cell_m(&self) -> f32 {
        // As in content of whole layers.
        self.islands(self.layer_m).widest_cell_m()
    }
}

impl Place for Shoals {
    fn landing(&self, _voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let island = self.0.near(wanted_m, budget_m).into_iter().next()?;
        Some(island.at_m.extend(f64::from(self.0.land_m(&island))))
    }
}
