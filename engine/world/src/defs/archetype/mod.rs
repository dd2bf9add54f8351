//! Parameter blocks of the archetypes, one file each. Defaults follow a human body; see each field's help.

mod crystal_chamber;
mod flat_plain;
mod maze;
mod surface_world;
mod tunnel_network;
mod underwater;

pub use crystal_chamber::CrystalChamber;
pub use flat_plain::FlatPlain;
pub use maze::Maze;
pub use surface_world::SurfaceWorld;
pub use tunnel_network::TunnelNetwork;
pub use underwater::Underwater;

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
        /// Rooms and tunnels standing in water.
        Underwater,
        /// A slab of air overgrown with crystals.
        CrystalChamber,
        /// Lattice corridors in storeys.
        Maze,
    }
}
