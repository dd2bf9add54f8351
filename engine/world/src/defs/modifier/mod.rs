//! Parameter blocks of the modifiers, one file a family. A strate applies its modifiers in the order of its list.

mod roughness;

pub use roughness::{RoughnessOnDensity, RoughnessOnShape};

use crate::defs::kinds::kinds;

kinds! {
    /// A change to a strate's native field, with its parameters.
    Modifier {
        /// Small relief of every surface.
        RoughnessOnDensity,
        /// Small relief of a shape before it is carved or filled.
        RoughnessOnShape,
    }
}
