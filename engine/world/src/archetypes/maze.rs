//! Corridors of cut stone on a lattice, storey over storey, carved out of rock.

use super::{Built, Kind, Place, Site};
use crate::defs::Maze;
use field::hash::Tag;
use field::operators::maze::{Maze as Corridors, MazeSpec};
use field::operators::{Carve, Root, RoughnessOnShape};
use field::{Fractal, Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// The lattice and its corridors.
#[derive(Debug)]
struct Lattice(Arc<Corridors>);

impl Kind for Maze {
    fn build(&self, site: &Site<'_>) -> Built {
        let corridors = Arc::new(Corridors::new(
            site.seed,
            MazeSpec {
                content_m: site.def.bands.content_m,
                cell_m: self.cell_m,
                storey_m: self.storey_m,
                corridor_radius_m: self.corridor_radius_m,
                corridor_height_m: self.corridor_height_m,
                chamber_m: self.chamber_m,
                chamber_chance: self.chamber_chance,
                branch_chance: self.branch_chance,
                verticality: self.verticality,
                fillet_m: self.fillet_m,
                vault_m: self.vault_m,
                pilasters_m: [self.pilaster_m, self.bay_m],
                band_m: [self.band_depth_m, self.band_height_m],
            },
        ));
        let wear = Fractal::sum(site.seed, Tag::RoughnessOnShape, self.roughness_frequency, 3);
        let operators: Vec<Arc<dyn Operator>> = vec![
            Arc::new(Root::Rock),
            Arc::clone(&corridors) as Arc<dyn Operator>,
            Arc::new(RoughnessOnShape::new(wear, self.roughness_m)),
            Arc::new(Carve { width_m: 0.0 }),
        ];
        Built { operators, place: Arc::new(Lattice(corridors)) }
    }
    fn widest_cell_m(&self) -> f32 {
        let narrowest_m = field::ops::min(self.corridor_radius_m, 0.5 * self.corridor_height_m);
        field::ops::min(narrowest_m, 2.0)
    }
}

impl Place for Lattice {
    fn landing(&self, _voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let (node_m, foot_m) = self.0.nodes_near(wanted_m, budget_m).into_iter().next()?;
        Some(node_m.extend(f64::from(foot_m)))
    }
}
