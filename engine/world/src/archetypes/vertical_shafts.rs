//! Upright shafts and level connectors carved out of rock, with ledges filled back in.

use super::{Built, Kind, Place, Site};
use crate::defs::VerticalShafts;
use field::hash::Tag;
use field::operators::shafts::{LedgeSpec, Ledges, ShaftSpec, Shafts};
use field::operators::{Carve, Root, RoughnessOnShape};
use field::{Fractal, Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Shafts and connectors.
#[derive(Debug)]
struct Drains(Arc<Shafts>);

impl Kind for VerticalShafts {
    fn build(&self, site: &Site<'_>) -> Built {
        let shafts = Arc::new(Shafts::new(
            site.seed,
            ShaftSpec {
                content_m: site.def.bands.content_m,
                spacing_m: self.spacing_m,
                scatter: self.scatter,
                diameter_m: [self.shaft_diameter_min_m, self.shaft_diameter_max_m],
                bore_m: self.connector_bore_m,
                connector_chance: self.connector_chance,
                ledge_step_m: self.ledge_every_m,
                gallery_m: self.gallery_m,
                spiral_chance: self.spiral_chance,
                fillet_m: self.fillet_m,
            },
        ));
        let relief = Fractal::sum(site.seed, Tag::RoughnessOnShape, self.roughness_frequency, 3);
        let ledges = LedgeSpec { width_m: self.ledge_width_m, ring_share: self.ring_share };
        let operators: Vec<Arc<dyn Operator>> = vec![
            Arc::new(Root::Rock),
            Arc::clone(&shafts) as Arc<dyn Operator>,
            Arc::new(RoughnessOnShape::new(relief, self.roughness_m)),
            Arc::new(Carve { width_m: 0.0 }),
            Arc::new(Ledges::new(ledges, Arc::clone(&shafts))),
        ];
        Built { operators, place: Arc::new(Drains(shafts)) }
    }
    fn widest_cell_m(&self) -> f32 {
        field::ops::min(0.5 * self.shaft_diameter_min_m, 2.0)
    }
}

impl Place for Drains {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let (foot_m, height_m) = self.0.feet_near(voxel, wanted_m, budget_m).into_iter().next()?;
        Some(foot_m.extend(f64::from(height_m)))
    }
}
