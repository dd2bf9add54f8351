//! Parameters of upright shafts joined by connectors.

use param::Params;
use serde::{Deserialize, Serialize};

/// Upright shafts in rock, joined by level connectors, with ledges round their walls.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["shaft_diameter_min_m", "shaft_diameter_max_m"],
    text = "shaft_diameter_min_m must not exceed shaft_diameter_max_m",
    holds = |p: &Self| p.shaft_diameter_min_m <= p.shaft_diameter_max_m
))]
#[params(relation(
    fields = ["spacing_m", "scatter", "shaft_diameter_max_m"],
    text = "spacing_m, less twice its scatter, must exceed shaft_diameter_max_m by 2 m, so that rock stays between shafts",
    holds = |p: &Self| p.spacing_m * (1.0 - 2.0 * p.scatter) >= p.shaft_diameter_max_m + 2.0
))]
#[params(relation(
    fields = ["connector_bore_m", "roughness_m"],
    text = "connector_bore_m must exceed twice roughness_m by 2 m, so that relief never closes a connector",
    holds = |p: &Self| p.connector_bore_m >= 2.0 * p.roughness_m + 2.0
))]
#[params(relation(
    fields = ["ledge_every_m", "connector_bore_m"],
    text = "ledge_every_m must exceed connector_bore_m by 2.5 m, so that rock stays between galleries",
    holds = |p: &Self| p.ledge_every_m >= p.connector_bore_m + 2.5
))]
pub struct VerticalShafts {
    #[param(default = 20.0, hard = [14.0, 64.0], soft = [17.0, 32.0], unit = Metres, group = "Shafts", label = "Spacing",
        help = "Edge of the squares that hold one shaft each; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.18, hard = [0.0, 0.35], soft = [0.0, 0.25], unit = Ratio, group = "Shafts", label = "Scatter",
        help = "How far a shaft may stand from the middle of its square; zero is a grid")]
    pub scatter: f32,
    #[param(default = 4.0, hard = [3.7, 24.0], soft = [3.7, 7.0], unit = Metres, group = "Shafts", label = "Narrowest shaft",
        help = "Diameter of the narrowest shafts")]
    pub shaft_diameter_min_m: f32,
    #[param(default = 7.0, hard = [3.7, 32.0], soft = [4.0, 10.0], unit = Metres, group = "Shafts", label = "Widest shaft",
        help = "Diameter of the widest shafts")]
    pub shaft_diameter_max_m: f32,
    #[param(default = 0.3, hard = [0.0, 1.0], soft = [0.0, 0.8], unit = Ratio, group = "Shafts", label = "Spirals",
        help = "Share of shafts with a ramp winding up round their wall, where shafts are at least 5.8 m wide")]
    pub spiral_chance: f32,
    #[param(default = 3.0, hard = [2.6, 10.0], soft = [2.6, 5.0], unit = Metres, group = "Connectors", label = "Connector bore",
        help = "Width and height of the level ways between shafts")]
    pub connector_bore_m: f32,
    #[param(default = 0.3, hard = [0.0, 1.0], soft = [0.0, 0.8], unit = Ratio, group = "Connectors", label = "Extra connectors",
        help = "Chance of a connector between neighbours at any level, beside those of the tree; larger has more ways round")]
    pub connector_chance: f32,
    #[param(default = 1.5, hard = [0.5, 4.0], soft = [0.5, 3.0], unit = Metres, group = "Connectors", label = "Gallery",
        help = "How far the wall of a shaft stands back where connectors meet it; larger gives more room to walk round")]
    pub gallery_m: f32,
    #[param(default = 8.0, hard = [5.1, 48.0], soft = [6.0, 16.0], unit = Metres, group = "Ledges", label = "Ledge every",
        help = "Height from ledge to ledge, and between the levels of connectors")]
    pub ledge_every_m: f32,
    #[param(default = 1.3, hard = [1.2, 6.0], soft = [1.2, 2.5], unit = Metres, group = "Ledges", label = "Ledge width",
        help = "How far ledges stand out from the wall; a third of a shaft's radius stays open")]
    pub ledge_width_m: f32,
    #[param(default = 0.4, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Ledges", label = "Whole rings",
        help = "Share of ledges that run all the way round; the others are half rings")]
    pub ring_share: f32,
    #[param(default = 1.2, hard = [0.5, 4.0], soft = [0.5, 2.5], unit = Metres, group = "Walls", label = "Fillet",
        help = "Width over which floor meets wall; larger is softer")]
    pub fillet_m: f32,
    #[param(default = 0.4, hard = [0.0, 0.8], soft = [0.0, 0.5], unit = Metres, group = "Walls", label = "Roughness",
        help = "Height of the relief of walls, floors and ceilings; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.25, hard = [0.02, 0.5], soft = [0.1, 0.4], unit = PerMetre, group = "Walls", label = "Roughness frequency",
        help = "Bumps of the walls per metre; larger is finer")]
    pub roughness_frequency: f32,
}
