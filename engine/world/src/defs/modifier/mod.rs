//! Parameter blocks of the modifiers, one file a family. A strate applies its modifiers in the order of its list.

mod features;
mod roughness;
mod worms;

pub use features::{Arch, Chimney, Column, Dome, Pit};
pub use roughness::{RoughnessOnDensity, RoughnessOnShape};
pub use worms::Worms;

use crate::defs::kinds::kinds;

kinds! {
    /// A change to a strate's native field, with its parameters.
    Modifier {
        /// Small relief of every surface.
        RoughnessOnDensity,
        /// Small relief of a shape before it is carved or filled.
        RoughnessOnShape,
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
