//! Rooms and tunnels carved out of rock; their walls' relief is part of their shape, so that floors stay level.

use super::{Built, Kind, Place, Site};
use crate::biome;
use crate::defs::TunnelNetwork;
use field::operators::network::layout::RoomSizes;
use field::operators::network::{Network, NetworkSpec};
use field::operators::{Carve, Root};
use field::{Operator, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Rooms and tunnels.
#[derive(Debug)]
struct Rooms(Arc<Network>);

impl Kind for TunnelNetwork {
    fn build(&self, site: &Site<'_>) -> Built {
        let network = Arc::new(Network::new(
            site.seed,
            NetworkSpec {
                content_m: site.def.bands.content_m,
                cell_m: self.cell_m,
                room_chance: self.room_chance,
                room_radius_m: [self.room_radius_min_m, self.room_radius_max_m],
                room_height_ratio: self.room_height_ratio,
                floor_cut: self.floor_cut,
                hub_radius_m: self.hub_radius_m,
                tunnel_radius_m: [self.tunnel_radius_min_m, self.tunnel_radius_max_m],
                winding_m: self.winding_m,
                loop_chance: self.loop_chance,
                fillet_m: self.fillet_m,
                floor_relief_m: self.floor_relief_m,
                floor_frequency: self.floor_frequency,
                roughness_m: self.roughness_m,
                roughness_frequency: self.roughness_frequency,
            },
            room_sizes(site),
        ));
        let operators: Vec<Arc<dyn Operator>> =
            vec![Arc::new(Root::Rock), Arc::clone(&network) as Arc<dyn Operator>, Arc::new(Carve { width_m: 0.0 })];
        Built { operators, place: Arc::new(Rooms(network)) }
    }
    fn widest_cell_m(&self) -> f32 {
        field::ops::min(self.tunnel_radius_min_m, 1.0)
    }
}

/// How biomes change the size of rooms; `None` where all leave it.
fn room_sizes(site: &Site<'_>) -> Option<RoomSizes> {
    let factors: Vec<f32> = site.biomes.iter().map(|biome| biome.look.room_scale).collect();
    let is_varied = factors.iter().any(|factor| *factor != 1.0);
    is_varied.then(|| RoomSizes { regions: biome::regions(site.def, site.seed, site.biomes), factors })
}

impl Place for Rooms {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let room = self.0.rooms_near(wanted_m, budget_m).into_iter().find(|room| self.0.bears(voxel, room))?;
        Some(room.at_m.extend(f64::from(self.0.foot_m(&room))))
    }
}
