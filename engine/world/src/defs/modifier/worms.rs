//! Parameters of worms: winding tunnels near rooms and tunnels that are there already.

use param::Params;
use serde::{Deserialize, Serialize};

/// Winding tunnels that leave rooms and tunnels and end in the rock near them.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Worms {
    #[param(default = 1.3, hard = [0.5, 4.0], soft = [0.8, 2.5], unit = Metres, group = "Worms", label = "Radius",
        help = "Half the width of a worm; larger is roomier")]
    pub radius_m: f32,
    #[param(default = 0.045, hard = [0.01, 0.2], soft = [0.02, 0.1], unit = PerMetre, group = "Worms", label = "Frequency",
        help = "Bends per metre; larger is busier and denser")]
    pub frequency: f32,
    #[param(default = 8.0, hard = [1.0, 16.0], soft = [3.0, 12.0], unit = Metres, group = "Worms", label = "Range",
        help = "Farthest that a worm comes from rooms and tunnels")]
    pub range_m: f32,
}
