//! The field of rooms and tunnels, with water standing in them. No rock knows of the water: a body walks below as above.

use super::tunnel_network::{built, widest_cell_m};
use super::{Built, Kind, Site};
use crate::defs::Underwater;

impl Kind for Underwater {
    fn build(&self, site: &Site<'_>) -> Built {
        built(site, self.network(site.def.bands.content_m))
    }
    fn widest_cell_m(&self) -> f32 {
        widest_cell_m(self.tunnel_radius_min_m)
    }
    fn water_level_m(&self, content_m: f32) -> Option<f32> {
        Some(self.water_level * content_m)
    }
}
