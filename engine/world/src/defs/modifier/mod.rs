//! Parameter blocks of the modifiers, one file a family. A strate applies its modifiers in the order of its list.

mod hollows;
mod roughness;
mod strata;

pub use hollows::{Dome, FloorBias, Pinch, Scallop};
pub use roughness::{RoughnessKind, RoughnessOnDensity, RoughnessOnShape};
pub use strata::{Cliff, LayerLines, Overhang, Ribs, Terrace};

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
        /// Ceilings raised into domes.
        Dome,
        /// Shapes that narrow and widen.
        Pinch,
        /// Floors lifted to even heights.
        FloorBias,
    }
}
