//! A plain's own void and columns, overgrown with crystals; small relief stops at their faces.

use super::flat_plain::{Plain, widest_cell_m};
use super::landing::tries;
use super::{Built, Kind, Place, Site, roughness};
use crate::defs::CrystalChamber;
use field::VoxelSize;
use field::ground::Stand;
use field::operators::crystals::Crystals;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Clear way kept from a cluster, metres.
const CLEAR_OF_CLUSTER_M: f32 = 1.5;

/// The plain and what grows on it.
#[derive(Debug)]
struct Chamber {
    plain: Plain,
    crystals: Arc<Crystals>,
}

impl Kind for CrystalChamber {
    fn build(&self, site: &Site<'_>) -> Built {
        let plain = Plain::new(site.seed, self.slab(), self.columns());
        let (slab, pillars) = (Arc::clone(&plain.slab), Arc::clone(&plain.pillars));
        let crystals = Arc::new(Crystals::new(site.seed, self.crystals(), slab, pillars));
        let mut operators = plain.operators();
        operators.push(roughness(site.seed, self.roughness_m, self.roughness_frequency));
        operators.push(Arc::clone(&crystals) as _);
        Built { operators, place: Arc::new(Chamber { plain, crystals }) }
    }
    fn widest_cell_m(&self) -> f32 {
        widest_cell_m(&self.slab(), &self.columns())
    }
}

impl Chamber {
    fn is_clear(&self, voxel: VoxelSize, at_m: DVec2) -> bool {
        let mut near = self.crystals.standing(voxel, at_m, CLEAR_OF_CLUSTER_M).into_iter();
        near.all(|cluster| cluster.at_m.distance(at_m) > f64::from(cluster.radius_m + CLEAR_OF_CLUSTER_M))
            && self.plain.is_clear(voxel, at_m)
    }
}

impl Place for Chamber {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        tries(wanted_m, budget_m).find(|at_m| self.is_clear(voxel, *at_m)).map(|at_m| self.plain.foot_m(at_m))
    }
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        self.plain.stand(voxel, wanted_m, budget_m)
    }
}
