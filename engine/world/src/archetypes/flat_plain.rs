//! A plain between floor and ceiling: void, columns, small relief on all of it.

use super::landing::tries;
use super::{Built, Kind, Place, Site, roughness};
use crate::defs::FlatPlain;
use field::ground::{Ground, Stand};
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
pub(super) struct Plain {
    pub slab: Arc<Slab>,
    pub pillars: Arc<Pillars>,
}

impl Kind for FlatPlain {
    fn build(&self, site: &Site<'_>) -> Built {
        let plain = Plain::new(site.seed, self.slab(), self.columns());
        let mut operators = plain.operators();
        operators.push(roughness(site.seed, self.roughness_m, self.roughness_frequency));
        Built { operators, place: Arc::new(plain) }
    }
    fn widest_cell_m(&self) -> f32 {
        widest_cell_m(&self.slab(), &self.columns())
    }
}

/// See [`Kind::widest_cell_m`].
pub(super) fn widest_cell_m(slab: &SlabSpec, columns: &PillarSpec) -> f32 {
    let column_m = if columns.density > 0.0 { 0.5 * columns.width_m[0] } else { 2.0 };
    field::ops::min(field::ops::min(column_m, 2.0), 0.25 * (slab.ceiling_m - slab.floor_m))
}

impl Plain {
    pub fn new(seed: u64, slab: SlabSpec, columns: PillarSpec) -> Self {
        let slab = Arc::new(Slab::new(seed, slab));
        let pillars = Arc::new(Pillars::new(seed, columns, Arc::clone(&slab)));
        Self { slab, pillars }
    }
    /// Void, slab and columns.
    pub fn operators(&self) -> Vec<Arc<dyn Operator>> {
        vec![Arc::new(Root::Void), Arc::new(Between::new(Arc::clone(&self.slab))), Arc::clone(&self.pillars) as Arc<dyn Operator>]
    }
    /// Whether no column stands close to a place.
    pub fn is_clear(&self, voxel: VoxelSize, at_m: DVec2) -> bool {
        let mut feet = self.pillars.feet(voxel, at_m).into_iter();
        feet.all(|(centre, radius_m)| centre.distance(at_m) > f64::from(radius_m) + CLEAR_OF_COLUMN_M)
    }
    /// A place on the floor.
    pub fn foot_m(&self, at_m: DVec2) -> DVec3 {
        at_m.extend(f64::from(self.slab.at(at_m).lower_m))
    }
}

impl Place for Plain {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        tries(wanted_m, budget_m).find(|at_m| self.is_clear(voxel, *at_m)).map(|at_m| self.foot_m(at_m))
    }
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        Ground::stand(&*self.slab, voxel, wanted_m, budget_m)
    }
}
