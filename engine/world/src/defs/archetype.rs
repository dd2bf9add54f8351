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
#[params(relation(
    fields = ["column_width_min_m", "column_width_max_m"],
    text = "column_width_min_m must not exceed column_width_max_m",
    holds = |p: &Self| p.column_width_min_m <= p.column_width_max_m
))]
#[params(relation(
    fields = ["column_spacing_m", "column_width_max_m"],
    text = "column_spacing_m must exceed twice column_width_max_m, so that columns never close the plain",
    holds = |p: &Self| p.column_spacing_m > 2.0 * p.column_width_max_m
))]
pub struct FlatPlain {
    #[param(default = 16.0, hard = [2.0, 240.0], soft = [4.0, 32.0], unit = Metres, group = "Slab", label = "Floor height",
        help = "Mean height of the floor above the content floor; larger leaves more rock below")]
    pub floor_m: f32,
    #[param(default = 38.4, hard = [6.0, 250.0], soft = [12.0, 60.0], unit = Metres, group = "Slab", label = "Ceiling height",
        help = "Mean height of the ceiling above the content floor; larger opens the plain")]
    pub ceiling_m: f32,
    #[param(default = 2.5, hard = [0.0, 24.0], soft = [0.0, 6.0], unit = Metres, group = "Floor", label = "Floor relief",
        help = "Height of the broad swells of the floor; larger is hillier")]
    pub floor_relief_m: f32,
    #[param(default = 0.018, hard = [0.002, 0.1], soft = [0.005, 0.05], unit = PerMetre, group = "Floor", label = "Floor frequency",
        help = "Swells of the floor per metre; larger is busier")]
    pub floor_frequency: f32,
    #[param(default = 5.0, hard = [0.0, 24.0], soft = [0.0, 12.0], unit = Metres, group = "Ceiling", label = "Ceiling relief",
        help = "Depth of the vaults of the ceiling; larger hangs lower between them")]
    pub ceiling_relief_m: f32,
    #[param(default = 0.03, hard = [0.002, 0.1], soft = [0.005, 0.06], unit = PerMetre, group = "Ceiling", label = "Ceiling frequency",
        help = "Vaults of the ceiling per metre; larger is busier")]
    pub ceiling_frequency: f32,
    #[param(default = 24.0, hard = [10.0, 128.0], soft = [16.0, 48.0], unit = Metres, group = "Columns", label = "Column spacing",
        help = "Edge of the lattice that columns stand on; larger spreads them apart")]
    pub column_spacing_m: f32,
    #[param(default = 0.55, hard = [0.0, 1.0], soft = [0.2, 0.9], unit = Ratio, group = "Columns", label = "Column density",
        help = "Share of lattice cells that hold a column; larger is a forest of stone")]
    pub column_density: f32,
    #[param(default = 4.0, hard = [1.0, 24.0], soft = [2.0, 8.0], unit = Metres, group = "Columns", label = "Narrowest column",
        help = "Width of the thinnest columns at their waist")]
    pub column_width_min_m: f32,
    #[param(default = 8.0, hard = [1.0, 48.0], soft = [4.0, 14.0], unit = Metres, group = "Columns", label = "Widest column",
        help = "Width of the thickest columns at their waist")]
    pub column_width_max_m: f32,
    #[param(default = 2.5, hard = [0.0, 12.0], soft = [0.0, 5.0], unit = Metres, group = "Columns", label = "Column flare",
        help = "How far columns widen at foot and head; larger is more like stalagmites grown together")]
    pub column_flare_m: f32,
    #[param(default = 1.5, hard = [0.0, 8.0], soft = [0.0, 4.0], unit = Metres, group = "Columns", label = "Column lean",
        help = "How far the head of a column may stand from above its foot")]
    pub column_lean_m: f32,
    #[param(default = 0.35, hard = [0.0, 1.5], soft = [0.1, 0.8], unit = Metres, group = "Roughness", label = "Roughness",
        help = "Height of the small relief on floor, ceiling and columns; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.16, hard = [0.02, 0.5], soft = [0.05, 0.3], unit = PerMetre, group = "Roughness", label = "Roughness frequency",
        help = "Bumps of the small relief per metre; larger is finer")]
    pub roughness_frequency: f32,
}

/// Terrain under a sky cap.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["ground_m", "cap_m", "cap_relief_m"],
    text = "cap_m must be at least 8 m plus cap_relief_m above ground_m",
    holds = |p: &Self| p.cap_m >= p.ground_m + p.cap_relief_m + 8.0
))]
pub struct SurfaceWorld {
    #[param(default = 22.0, hard = [4.0, 240.0], soft = [8.0, 40.0], unit = Metres, group = "Ground", label = "Ground height",
        help = "Mean height of the ground above the content floor")]
    pub ground_m: f32,
    #[param(default = 20.0, hard = [0.0, 60.0], soft = [4.0, 32.0], unit = Metres, group = "Ground", label = "Relief",
        help = "Height between valleys and ridges; larger is steeper")]
    pub relief_m: f32,
    #[param(default = 0.006, hard = [0.001, 0.05], soft = [0.003, 0.015], unit = PerMetre, group = "Ground", label = "Continent frequency",
        help = "Broad highs and lows per metre; larger is busier")]
    pub continent_frequency: f32,
    #[param(default = 0.7, hard = [0.0, 1.5], soft = [0.2, 1.2], unit = Ratio, group = "Mountains", label = "Mountains",
        help = "Height of the mountain ridges relative to the relief; larger towers higher")]
    pub mountain_share: f32,
    #[param(default = 0.014, hard = [0.002, 0.08], soft = [0.006, 0.03], unit = PerMetre, group = "Mountains", label = "Mountain frequency",
        help = "Ridges per metre; larger packs them closer")]
    pub mountain_frequency: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Mountains", label = "Highlands",
        help = "Share of the land that is rough; the rest is plains")]
    pub highlands: f32,
    #[param(default = 0.005, hard = [0.001, 0.05], soft = [0.002, 0.012], unit = PerMetre, group = "Mountains", label = "Highland frequency",
        help = "Changes between plains and highlands per metre; larger mixes them finer")]
    pub highland_frequency: f32,
    #[param(default = 0.7, hard = [0.0, 4.0], soft = [0.2, 1.5], unit = Metres, group = "Detail", label = "Detail",
        help = "Height of hummocks and hollows; larger is bumpier")]
    pub detail_m: f32,
    #[param(default = 0.06, hard = [0.01, 0.25], soft = [0.03, 0.12], unit = PerMetre, group = "Detail", label = "Detail frequency",
        help = "Hummocks per metre; larger is finer")]
    pub detail_frequency: f32,
    #[param(default = 12.0, hard = [0.0, 40.0], soft = [0.0, 20.0], unit = Metres, group = "Detail", label = "Warp",
        help = "How far the terrain is pushed sideways; larger winds its valleys more")]
    pub warp_m: f32,
    #[param(default = 0.012, hard = [0.002, 0.05], soft = [0.005, 0.02], unit = PerMetre, group = "Detail", label = "Warp frequency",
        help = "Bends of the warp per metre; larger twists tighter")]
    pub warp_frequency: f32,
    #[param(default = 6.0, hard = [1.0, 24.0], soft = [3.0, 10.0], unit = Metres, group = "Terraces", label = "Terrace step",
        help = "Height of one terrace")]
    pub terrace_step_m: f32,
    #[param(default = 0.15, hard = [0.0, 1.0], soft = [0.0, 0.8], unit = Ratio, group = "Terraces", label = "Terraces",
        help = "How far slopes are gathered into terraces; zero for none")]
    pub terrace_strength: f32,
    #[param(default = 17.0, hard = [0.0, 240.0], soft = [4.0, 32.0], unit = Metres, group = "Beaches", label = "Beach height",
        help = "Height above the content floor round which the land flattens into beaches")]
    pub beach_m: f32,
    #[param(default = 1.5, hard = [0.0, 8.0], soft = [0.0, 4.0], unit = Metres, group = "Beaches", label = "Beach width",
        help = "How much height a beach gathers; larger is broader, zero for none")]
    pub beach_width_m: f32,
    #[param(default = 60.8, hard = [12.0, 500.0], soft = [40.0, 100.0], unit = Metres, group = "Sky cap", label = "Cap height",
        help = "Mean height of the sky cap above the content floor")]
    pub cap_m: f32,
    #[param(default = 3.0, hard = [0.0, 16.0], soft = [0.0, 8.0], unit = Metres, group = "Sky cap", label = "Cap relief",
        help = "Height of the gentle swells of the cap")]
    pub cap_relief_m: f32,
    #[param(default = 0.015, hard = [0.002, 0.08], soft = [0.005, 0.03], unit = PerMetre, group = "Sky cap", label = "Cap frequency",
        help = "Swells of the cap per metre; larger is busier")]
    pub cap_frequency: f32,
    #[param(default = 0.18, hard = [0.0, 1.0], soft = [0.0, 0.5], unit = Metres, group = "Roughness", label = "Roughness",
        help = "Height of the small relief of ground and cap; larger is stonier")]
    pub roughness_m: f32,
    #[param(default = 0.2, hard = [0.02, 0.5], soft = [0.05, 0.3], unit = PerMetre, group = "Roughness", label = "Roughness frequency",
        help = "Bumps of the small relief per metre; larger is finer")]
    pub roughness_frequency: f32,
}

/// Rooms and tunnels in rock.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["room_radius_min_m", "room_radius_max_m"],
    text = "room_radius_min_m must not exceed room_radius_max_m",
    holds = |p: &Self| p.room_radius_min_m <= p.room_radius_max_m
))]
#[params(relation(
    fields = ["tunnel_radius_min_m", "tunnel_radius_max_m"],
    text = "tunnel_radius_min_m must not exceed tunnel_radius_max_m",
    holds = |p: &Self| p.tunnel_radius_min_m <= p.tunnel_radius_max_m
))]
#[params(relation(
    fields = ["tunnel_radius_min_m", "roughness_m"],
    text = "tunnel_radius_min_m must exceed roughness_m by 1 m, so that relief never closes a tunnel",
    holds = |p: &Self| p.tunnel_radius_min_m >= p.roughness_m + 1.0
))]
pub struct TunnelNetwork {
    #[param(default = 32.0, hard = [16.0, 96.0], soft = [24.0, 48.0], unit = Metres, group = "Rooms", label = "Cell",
        help = "Spacing of the room lattice; larger spreads rooms apart")]
    pub cell_m: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.2, 0.9], unit = Ratio, group = "Rooms", label = "Room chance",
        help = "Share of lattice cells that hold a room; larger is more crowded")]
    pub room_chance: f32,
    #[param(default = 4.0, hard = [2.5, 24.0], soft = [3.0, 8.0], unit = Metres, group = "Rooms", label = "Smallest room",
        help = "Radius of the smallest rooms")]
    pub room_radius_min_m: f32,
    #[param(default = 10.0, hard = [2.5, 40.0], soft = [6.0, 16.0], unit = Metres, group = "Rooms", label = "Largest room",
        help = "Radius of the largest rooms")]
    pub room_radius_max_m: f32,
    #[param(default = 0.85, hard = [0.4, 1.6], soft = [0.6, 1.2], unit = Ratio, group = "Rooms", label = "Room height",
        help = "Height of a room relative to its width; larger is a taller vault")]
    pub room_height_ratio: f32,
    #[param(default = 0.75, hard = [0.2, 0.95], soft = [0.5, 0.9], unit = Ratio, group = "Rooms", label = "Floor cut",
        help = "How deep the level floor lies below the middle of a room, relative to its half height; larger is a smaller, deeper floor")]
    pub floor_cut: f32,
    #[param(default = 12.0, hard = [4.0, 40.0], soft = [8.0, 20.0], unit = Metres, group = "Rooms", label = "Hub radius",
        help = "Radius of the room at the spine")]
    pub hub_radius_m: f32,
    #[param(default = 1.6, hard = [1.5, 8.0], soft = [1.5, 3.0], unit = Metres, group = "Tunnels", label = "Narrowest tunnel",
        help = "Radius of the narrowest tunnels")]
    pub tunnel_radius_min_m: f32,
    #[param(default = 2.2, hard = [1.5, 12.0], soft = [1.5, 4.0], unit = Metres, group = "Tunnels", label = "Widest tunnel",
        help = "Radius of the widest tunnels")]
    pub tunnel_radius_max_m: f32,
    #[param(default = 3.0, hard = [0.0, 12.0], soft = [0.0, 6.0], unit = Metres, group = "Tunnels", label = "Winding",
        help = "How far tunnels stray sideways from the straight way; larger winds more")]
    pub winding_m: f32,
    #[param(default = 0.25, hard = [0.0, 1.0], soft = [0.0, 0.6], unit = Ratio, group = "Tunnels", label = "Loops",
        help = "Chance of an extra tunnel between neighbouring regions; larger gives more ways round")]
    pub loop_chance: f32,
    #[param(default = 1.2, hard = [0.5, 6.0], soft = [0.5, 3.0], unit = Metres, group = "Walls", label = "Fillet",
        help = "Width over which floor meets wall and tunnels meet rooms; larger is softer")]
    pub fillet_m: f32,
    #[param(default = 0.5, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Floors", label = "Floor relief",
        help = "Height of the swells of the floors; larger is less even")]
    pub floor_relief_m: f32,
    #[param(default = 0.12, hard = [0.01, 0.3], soft = [0.05, 0.2], unit = PerMetre, group = "Floors", label = "Floor frequency",
        help = "Swells of the floors per metre; larger is busier")]
    pub floor_frequency: f32,
    #[param(default = 0.3, hard = [0.0, 1.0], soft = [0.1, 0.6], unit = Metres, group = "Walls", label = "Roughness",
        help = "Height of the relief of walls and ceilings; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.25, hard = [0.02, 0.5], soft = [0.1, 0.4], unit = PerMetre, group = "Walls", label = "Roughness frequency",
        help = "Bumps of the walls per metre; larger is finer")]
    pub roughness_frequency: f32,
}
