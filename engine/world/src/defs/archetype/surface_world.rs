//! Parameters of terrain under a sky cap.

use param::Params;
use serde::{Deserialize, Serialize};

/// Terrain under a sky cap.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["ground_m", "cap_m", "cap_relief_m"],
    text = "cap_m must be at least 8 m plus cap_relief_m above ground_m",
    holds = |p: &Self| p.cap_m >= p.ground_m + p.cap_relief_m + 8.0
))]
#[params(relation(
    fields = ["shelf_spacing_m", "shelf_depth_m"],
    text = "shelf_spacing_m must be at least twice shelf_depth_m",
    holds = |p: &Self| p.shelf_spacing_m >= 2.0 * p.shelf_depth_m
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
    #[param(default = 0.6, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Shelves", label = "Shelves",
        help = "Share of lattice cells that let a shelf of rock stand out from a slope that is steep enough; zero for none")]
    pub shelf_chance: f32,
    #[param(default = 20.0, hard = [8.0, 128.0], soft = [12.0, 48.0], unit = Metres, group = "Shelves", label = "Shelf spacing",
        help = "Edge of the lattice that shelves stand on; larger spreads them apart")]
    pub shelf_spacing_m: f32,
    #[param(default = 6.0, hard = [2.0, 12.0], soft = [3.0, 9.0], unit = Metres, group = "Shelves", label = "Shelf depth",
        help = "How far the largest shelves stand out from the hill; deeper ones find room on gentler slopes")]
    pub shelf_depth_m: f32,
    #[param(default = 0.9, hard = [0.5, 4.0], soft = [0.6, 2.0], unit = Metres, group = "Shelves", label = "Shelf thickness",
        help = "Thickness of a shelf at its lip, and two voxels at least; larger is heavier")]
    pub shelf_thickness_m: f32,
}
