//! A corpus member: a parameter vector that was found good.

use super::Archetype;
use serde::{Deserialize, Serialize};

/// `corpus/*.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusDef {
    /// Schema version of the file.
    pub schema: u32,
    /// Stable id.
    pub id: String,
    /// The vector.
    pub archetype: Archetype,
    /// Relative chance of being a parent.
    #[serde(default = "one")]
    pub weight: f32,
    /// Where it comes from: "authored", or the candidate's address.
    #[serde(default)]
    pub provenance: String,
}

fn one() -> f32 {
    1.0
}
