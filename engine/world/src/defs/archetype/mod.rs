//! Parameter blocks of the archetypes, one file each. Defaults follow a human body; see each field's help.

mod caves;
mod crystal_chamber;
mod flat_plain;
mod floating_islands;
mod maze;
mod surface_world;
mod tunnel_network;
mod underwater;
mod vertical_shafts;

pub use caves::Caves;
pub use crystal_chamber::CrystalChamber;
pub use flat_plain::FlatPlain;
pub use floating_islands::FloatingIslands;
pub use maze::Maze;
pub use surface_world::SurfaceWorld;
pub use tunnel_network::TunnelNetwork;
pub use underwater::Underwater;
pub use vertical_shafts::VerticalShafts;

use crate::defs::kinds::kinds;

kinds! {
    /// The kind of place a strate is, with its parameters.
    Archetype {
        /// Rooms and tunnels in rock.
        TunnelNetwork,
        /// Rooms and corridors of a planned cave, within a radius.
        Caves,
        /// A wide slab of air between floor and ceiling, with columns.
        FlatPlain,
        /// A slab of air overgrown with crystals.
        CrystalChamber,
        /// Lattice corridors in storeys.
        Maze,
        /// Terrain under a sky cap.
        SurfaceWorld,
        /// Upright shafts joined by level connectors.
        VerticalShafts,
        /// Islands in the air.
        FloatingIslands,
        /// Rooms and tunnels standing in water.
        Underwater,
    }
}
