//! A planned cave: rooms and walkable corridors within a radius, with dripstone out of the way.
//!
//! *Mouths.* The cave is planned from the strate's own asset and seed, so that it looks the same in any slot; of its passages it reads only
//! how near and how far from the spine they end. There it keeps rooms so dense that one is near wherever an interface puts a mouth, all
//! of them joined to the hall at the spine by walkable floor, and the landing oracle answers with such a room's own centre. Were the
//! cave planned from the places of the mouths instead, it would have to read its neighbours, and a candidate would be another cave in
//! every slot it is tried in.

use super::{Built, Kind, Place, Site};
use crate::defs::Caves;
use field::operators::caves::{self, CavesSpec, Dripstone};
use field::operators::{Carve, Root};
use field::{Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Rooms and corridors.
#[derive(Debug)]
struct Rooms(Arc<caves::Caves>);

impl Kind for Caves {
    fn build(&self, site: &Site<'_>) -> Built {
        let spec = CavesSpec {
            content_m: site.def.bands.content_m,
            content_radius_m: self.content_radius_m,
            mouths_m: site.def.passages.distances_m(),
            spacing_m: [self.room_spacing_min_m, self.room_spacing_max_m],
            room_radius_m: [self.room_radius_min_m, self.room_radius_max_m],
            hall_radius_m: self.hall_radius_m,
            room_height_ratio: self.room_height_ratio,
            lobing: self.lobing,
            corridor_radius_m: [self.corridor_radius_min_m, self.corridor_radius_max_m],
            corridor_height_ratio: self.corridor_height_ratio,
            winding_m: self.winding_m,
            descent_m: self.descent_m,
            loop_chance: self.loop_chance,
            branch_chance: self.branch_chance,
            dripstone: self.dripstone,
            dripstone_m: self.dripstone_m,
            fillet_m: self.fillet_m,
            floor_relief_m: self.floor_relief_m,
            floor_frequency: self.floor_frequency,
            roughness_m: self.roughness_m,
            roughness_frequency: self.roughness_frequency,
        };
        let caves = Arc::new(caves::Caves::new(site.voxel, site.seed, spec));
        let stones = Dripstone::new(site.voxel, &caves);
        let operators: Vec<Arc<dyn Operator>> = vec![
            Arc::new(Root::Rock),
            Arc::clone(&caves) as Arc<dyn Operator>,
            Arc::new(Carve { width_m: 0.0 }),
            Arc::new(stones),
        ];
        Built { operators, place: Arc::new(Rooms(caves)) }
    }
    fn widest_cell_m(&self) -> f32 {
        field::ops::min(self.corridor_radius_min_m, 1.0)
    }
}

impl Place for Rooms {
    fn landing(&self, _voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let room = self.0.rooms_near(wanted_m, budget_m).into_iter().next()?;
        Some(room.at_m.extend(f64::from(room.foot_m)))
    }
}
