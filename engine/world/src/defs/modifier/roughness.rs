//! Parameters of roughness: small relief of the finished surface, or of the shape before it is carved or filled.

use param::{Choice, Params};
use serde::{Deserialize, Serialize};

/// What a relief is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice, Serialize, Deserialize, Default)]
pub enum RoughnessKind {
    /// Swells on swells.
    #[default]
    Fractal,
    /// Sharp crests of rock.
    Ridged,
    /// Ridges that come and go with broader swells.
    Mixed,
    /// Round cobbles with creases between.
    Cellular,
}

/// Small relief of every surface.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoughnessOnDensity {
    #[param(default = Fractal, group = "Roughness", label = "Kind", help = "What the relief is made of: swells, ridges, ridges on swells, or cobbles")]
    pub kind: RoughnessKind,
    #[param(default = 0.4, hard = [0.0, 2.0], soft = [0.1, 1.0], unit = Metres, group = "Roughness", label = "Roughness",
        help = "Height of the relief; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.2, hard = [0.02, 0.5], soft = [0.05, 0.3], unit = PerMetre, group = "Roughness", label = "Roughness frequency",
        help = "Bumps of the relief per metre; larger is finer")]
    pub roughness_frequency: f32,
}

/// Small relief of a shape before it is carved or filled.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoughnessOnShape {
    #[param(default = Ridged, group = "Roughness", label = "Kind", help = "What the relief is made of: swells, ridges, ridges on swells, or cobbles")]
    pub kind: RoughnessKind,
    #[param(default = 0.6, hard = [0.0, 2.0], soft = [0.1, 1.0], unit = Metres, group = "Roughness", label = "Roughness",
        help = "Height of the relief; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.12, hard = [0.02, 0.5], soft = [0.05, 0.3], unit = PerMetre, group = "Roughness", label = "Roughness frequency",
        help = "Bumps of the relief per metre; larger is finer")]
    pub roughness_frequency: f32,
}
