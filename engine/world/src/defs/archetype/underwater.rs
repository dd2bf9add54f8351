//! Parameters of drowned rooms and tunnels.

use super::tunnel_network::network_block;
use field::operators::network::NetworkSpec;
use param::Params;
use serde::{Deserialize, Serialize};

network_block! {
    /// Rooms and tunnels in rock, standing in water.
    Underwater {
        #[param(default = 0.6, hard = [0.0, 1.0], soft = [0.1, 0.95], unit = Ratio, group = "Water", label = "Water level", effect = Water,
            help = "Height of the water's surface relative to the height of the content; larger drowns more rooms")]
        pub water_level: f32,
    }
}
