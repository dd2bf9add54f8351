//! Parameters of rooms and tunnels in rock, shared by every kind of place that is made of them.

use field::operators::network::NetworkSpec;
use param::Params;
use serde::{Deserialize, Serialize};

/// Declares a block of the parameters of rooms and tunnels, after which come its own.
macro_rules! network_block {
    ($(#[$of_block:meta])* $name:ident { $($own:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $(#[$of_block])*
        #[params(relation(
            fields = ["room_radius_min_m", "room_radius_max_m"],
            text = "room_radius_min_m must not exceed room_radius_max_m",
            holds = |p: &Self| p.room_radius_min_m <= p.room_radius_max_m
        ))]
        #[params(relation(
            fields = ["tunnel_radius_min_m", "tunnel_radius_max_m"],
            text = "tunnel_radius_min_m must not exceed tunnel_radius_max_m",
            holds = |p: &Self| p.tunnel_radius_min_m <= p.tunnel_radius_max_m
        ))]
        #[params(relation(
            fields = ["tunnel_radius_min_m", "roughness_m"],
            text = "tunnel_radius_min_m must exceed roughness_m by 1 m, so that relief never closes a tunnel",
            holds = |p: &Self| p.tunnel_radius_min_m >= p.roughness_m + 1.0
        ))]
        pub struct $name {
            #[param(default = 32.0, hard = [16.0, 96.0], soft = [24.0, 48.0], unit = Metres, group = "Rooms", label = "Cell",
                help = "Spacing of the room lattice; larger spreads rooms apart")]
            pub cell_m: f32,
            #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.2, 0.9], unit = Ratio, group = "Rooms", label = "Room chance",
                help = "Share of lattice cells that hold a room; larger is more crowded")]
            pub room_chance: f32,
            #[param(default = 4.0, hard = [2.5, 24.0], soft = [3.0, 8.0], unit = Metres, group = "Rooms", label = "Smallest room",
                help = "Radius of the smallest rooms")]
            pub room_radius_min_m: f32,
            #[param(default = 10.0, hard = [2.5, 40.0], soft = [6.0, 16.0], unit = Metres, group = "Rooms", label = "Largest room",
                help = "Radius of the largest rooms")]
            pub room_radius_max_m: f32,
            #[param(default = 0.85, hard = [0.4, 1.6], soft = [0.6, 1.2], unit = Ratio, group = "Rooms", label = "Room height",
                help = "Height of a room relative to its width; larger is a taller vault")]
            pub room_height_ratio: f32,
            #[param(default = 0.75, hard = [0.2, 0.95], soft = [0.5, 0.9], unit = Ratio, group = "Rooms", label = "Floor cut",
                help = "How deep the level floor lies below the middle of a room, relative to its half height; larger is a smaller, deeper floor")]
            pub floor_cut: f32,
            #[param(default = 12.0, hard = [4.0, 40.0], soft = [8.0, 20.0], unit = Metres, group = "Rooms", label = "Hub radius",
                help = "Radius of the room at the spine")]
            pub hub_radius_m: f32,
            #[param(default = 1.6, hard = [1.5, 8.0], soft = [1.5, 3.0], unit = Metres, group = "Tunnels", label = "Narrowest tunnel",
                help = "Radius of the narrowest tunnels")]
            pub tunnel_radius_min_m: f32,
            #[param(default = 2.2, hard = [1.5, 12.0], soft = [1.5, 4.0], unit = Metres, group = "Tunnels", label = "Widest tunnel",
                help = "Radius of the widest tunnels")]
            pub tunnel_radius_max_m: f32,
            #[param(default = 3.0, hard = [0.0, 12.0], soft = [0.0, 6.0], unit = Metres, group = "Tunnels", label = "Winding",
                help = "How far tunnels stray sideways from the straight way; larger winds more")]
            pub winding_m: f32,
            #[param(default = 0.25, hard = [0.0, 1.0], soft = [0.0, 0.6], unit = Ratio, group = "Tunnels", label = "Loops",
                help = "Chance of an extra tunnel between neighbouring regions; larger gives more ways round")]
            pub loop_chance: f32,
            #[param(default = 1.2, hard = [0.5, 6.0], soft = [0.5, 3.0], unit = Metres, group = "Walls", label = "Fillet",
                help = "Width over which floor meets wall and tunnels meet rooms; larger is softer")]
            pub fillet_m: f32,
            #[param(default = 0.5, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Floors", label = "Floor relief",
                help = "Height of the swells of the floors; larger is less even")]
            pub floor_relief_m: f32,
            #[param(default = 0.12, hard = [0.01, 0.3], soft = [0.05, 0.2], unit = PerMetre, group = "Floors", label = "Floor frequency",
                help = "Swells of the floors per metre; larger is busier")]
            pub floor_frequency: f32,
            #[param(default = 0.3, hard = [0.0, 1.0], soft = [0.1, 0.6], unit = Metres, group = "Walls", label = "Roughness",
                help = "Height of the relief of walls and ceilings; larger is craggier")]
            pub roughness_m: f32,
            #[param(default = 0.25, hard = [0.02, 0.5], soft = [0.1, 0.4], unit = PerMetre, group = "Walls", label = "Roughness frequency",
                help = "Bumps of the walls per metre; larger is finer")]
            pub roughness_frequency: f32,
            $($own)*
        }

        impl $name {
            /// What the field is made of, in content of a height.
            pub(crate) fn network(&self, content_m: f32) -> NetworkSpec {
                NetworkSpec {
                    content_m,
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
                }
            }
        }
    };
}
pub(super) use network_block;

network_block! {
    /// Rooms and tunnels in rock.
    TunnelNetwork {}
}
