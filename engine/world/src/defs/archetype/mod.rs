//! Parameter blocks of the archetypes, one file each. Defaults follow a human body; see each field's help.

mod flat_plain;
mod maze;
mod surface_world;
mod tunnel_network;
mod vertical_shafts;

pub use flat_plain::FlatPlain;
pub use maze::Maze;
pub use surface_world::SurfaceWorld;
pub use tunnel_network::TunnelNetwork;
pub use vertical_shafts::VerticalShafts;

use serde::{Deserialize, Serialize};

/// Declares an enum of parameter blocks whose variants are named as the blocks are.
macro_rules! kinds {
    ($(#[$of_all:meta])* $name:ident { $($(#[$of_one:meta])* $kind:ident,)+ }) => {
        $(#[$of_all])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$of_one])* $kind($kind),)+
        }

        impl $name {
            /// The variant as it is written in RON.
            pub fn name(&self) -> &'static str {
                match self {
                    $($name::$kind(_) => stringify!($kind),)+
                }
            }
            /// The parameters without their type.
            pub fn block(&self) -> &dyn param::ParamBlock {
                match self {
                    $($name::$kind(block) => block,)+
                }
            }
            /// The parameters without their type, to change.
            pub fn block_mut(&mut self) -> &mut dyn param::ParamBlock {
                match self {
                    $($name::$kind(block) => block,)+
                }
            }
            /// One of each kind, with default parameters.
            pub fn all_defaults() -> Vec<$name> {
                vec![$($name::$kind($kind::default()),)+]
            }
        }
    };
}

kinds! {
    /// The kind of place a strate is, with its parameters.
    Archetype {
        /// Rooms and tunnels in rock.
        TunnelNetwork,
        /// A wide slab of air between floor and ceiling, with columns.
        FlatPlain,
        /// Terrain under a sky cap.
        SurfaceWorld,
        /// Lattice corridors in storeys.
        Maze,
        /// Upright shafts joined by level connectors.
        VerticalShafts,
    }
}
