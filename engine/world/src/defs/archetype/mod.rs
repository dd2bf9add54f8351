//! Parameter blocks of the archetypes, one file each. Defaults follow a human body; see each field's help.

mod flat_plain;
mod surface_world;
mod tunnel_network;

pub use flat_plain::FlatPlain;
pub use surface_world::SurfaceWorld;
pub use tunnel_network::TunnelNetwork;

use crate::defs::kinds::kinds;

kinds! {
    /// The kind of place a strate is, with its parameters.
    Archetype {
        /// Rooms and tunnels in rock.
        TunnelNetwork,
        /// A wide slab of air between floor and ceiling, with columns.
        FlatPlain,
        /// Terrain under a sky cap.
        SurfaceWorld,
    }
}
