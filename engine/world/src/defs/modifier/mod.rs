//! Parameter blocks of the modifiers, one file a family. A strate applies its modifiers in the order of its list.

mod features;
mod hollows;
mod roughness;
mod strata;
mod worms;

pub use features::{Arch, Chimney, Column, Dome, Pit};
pub use hollows::{FloorBias, Pinch, Scallop, Vault};
pub use roughness::{RoughnessKind, RoughnessOnDensity, RoughnessOnShape};
pub use strata::{Cliff, LayerLines, Overhang, Ribs, Terrace};
pub use worms::Worms;

use crate::defs::kinds::kinds;

kinds! {
    /// A change to a strate's native field, with its parameters.
    Modifier {
        /// Small relief of every surface.
        RoughnessOnDensity,
        /// Small relief of a shape before it is carved or filled.
        RoughnessOnShape,
        /// Slopes gathered into treads and risers.
        Terrace,
        /// Thin level grooves in walls.
        LayerLines,
        /// Ridges of rock side by side.
        Ribs,
        /// Walls that lean out over their foot.
        Overhang,
        /// Slopes made steep between a foot and a brow.
        Cliff,
        /// Dimples with sharp crests between.
        Scallop,
        /// Ceilings raised into shallow vaults.
        Vault,
        /// Shapes that narrow and widen.
        Pinch,
        /// Floors lifted to even heights.
        FloorBias,
        /// Columns and pinnacles.
        Column,
        /// Rock arches.
        Arch,
        /// Pits in the floor.
        Pit,
        /// Shafts in the ceiling.
        Chimney,
        /// Domes in the ceiling.
        Dome,
        /// Winding tunnels near the others.
        Worms,
    }
}
