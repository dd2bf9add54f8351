//! Parameter blocks of the archetypes. Defaults follow a human body; see each field's help.

use param::Params;
use serde::{Deserialize, Serialize};

/// The kind of place a strate is, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Archetype {
    /// Rooms and tunnels in rock.
    TunnelNetwork(TunnelNetwork),
    /// A wide slab of air between floor and ceiling, with columns.
    FlatPlain(FlatPlain),
    /// Terrain under a sky cap.
    SurfaceWorld(SurfaceWorld),
}

impl Archetype {
    /// `FlatPlain`, as in RON.
    pub fn name(&self) -> &'static str {
        match self {
            Archetype::TunnelNetwork(_) => "TunnelNetwork",
            Archetype::FlatPlain(_) => "FlatPlain",
            Archetype::SurfaceWorld(_) => "SurfaceWorld",
        }
    }
    /// The parameters without their type.
    pub fn block(&self) -> &dyn param::ParamBlock {
        match self {
            Archetype::TunnelNetwork(p) => p,
            Archetype::FlatPlain(p) => p,
            Archetype::SurfaceWorld(p) => p,
        }
    }
    /// The parameters without their type, to change.
    pub fn block_mut(&mut self) -> &mut dyn param::ParamBlock {
        match self {
            Archetype::TunnelNetwork(p) => p,
            Archetype::FlatPlain(p) => p,
            Archetype::SurfaceWorld(p) => p,
        }
    }
    /// One of each kind, with default parameters.
    pub fn all_defaults() -> Vec<Archetype> {
        vec![
            Archetype::TunnelNetwork(TunnelNetwork::default()),
            Archetype::FlatPlain(FlatPlain::default()),
            Archetype::SurfaceWorld(SurfaceWorld::default()),
        ]
    }
}

/// A slab of air with columns.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["floor_m", "ceiling_m"],
    text = "ceiling_m must be at least 4 m above floor_m",
    holds = |p: &Self| p.ceiling_m >= p.floor_m + 4.0
))]
pub struct FlatPlain {
    #[param(default = 16.0, hard = [2.0, 240.0], soft = [4.0, 32.0], unit = Metres, group = "Slab", label = "Floor height",
        help = "Height of the floor above the content floor; larger leaves more rock below")]
    pub floor_m: f32,
    #[param(default = 38.4, hard = [6.0, 250.0], soft = [12.0, 60.0], unit = Metres, group = "Slab", label = "Ceiling height",
        help = "Height of the ceiling above the content floor; larger opens the plain")]
    pub ceiling_m: f32,
}

/// Terrain under a sky cap.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SurfaceWorld {
    #[param(default = 20.0, hard = [0.0, 60.0], soft = [4.0, 32.0], unit = Metres, group = "Relief", label = "Relief",
        help = "Height between valleys and ridges; larger is steeper")]
    pub relief_m: f32,
}

/// Rooms and tunnels in rock.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TunnelNetwork {
    #[param(default = 32.0, hard = [16.0, 96.0], soft = [24.0, 48.0], unit = Metres, group = "Rooms", label = "Cell",
        help = "Spacing of the room lattice; larger spreads rooms apart")]
    pub cell_m: f32,
}
