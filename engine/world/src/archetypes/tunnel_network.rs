//! Rooms and tunnels carved out of rock; their walls' relief is part of their shape, so that floors stay level.

use super::{Built, Kind, Place, Site};
use crate::biome;
use crate::defs::TunnelNetwork;
use field::ground::{Ground, Stand};
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
        built(site, self.network(site.def.bands.content_m))
    }
    fn widest_cell_m(&self) -> f32 {
        widest_cell_m(self.tunnel_radius_min_m)
    }
}

/// How biomes change the size of rooms; `None` where all leave it.
fn room_sizes(site: &Site<'_>) -> Option<RoomSizes> {
    let factors: Vec<f32> = site.biomes.iter().map(|biome| biome.look.room_scale).collect();
    let is_varied = factors.iter().any(|factor| *factor != 1.0);
    is_varied.then(|| RoomSizes { regions: biome::regions(site.def, site.seed, site.biomes), factors })
}

/// Rooms and tunnels of a seed.
pub(super) fn built(site: &Site<'_>, spec: NetworkSpec) -> Built {
    let network = Arc::new(Network::new(site.seed, spec, room_sizes(site)).felt_to(site.felt_m));
    let operators: Vec<Arc<dyn Operator>> =
        vec![Arc::new(Root::Rock), Arc::clone(&network) as Arc<dyn Operator>, Arc::new(Carve { width_m: 0.0 })];
    Built { operators, place: Arc::new(Rooms(network)) }
}

/// See [`Kind::widest_cell_m`], by the narrowest tunnel.
pub(super) fn widest_cell_m(tunnel_radius_m: f32) -> f32 {
    field::ops::min(tunnel_radius_m, 1.0)
}

impl Place for Rooms {
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let room = self.0.rooms_near(wanted_m, budget_m).into_iter().find(|room| self.0.bears(voxel, room))?;
        Some(room.at_m.extend(f64::from(self.0.foot_m(&room))))
    }
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        Ground::stand(&*self.0, voxel, wanted_m, budget_m)
    }
}
