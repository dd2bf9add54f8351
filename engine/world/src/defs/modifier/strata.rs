//! Parameters of modifiers that repeat with height or along a direction.

use param::Params;
use serde::{Deserialize, Serialize};

/// Slopes gathered into treads and risers.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terrace {
    #[param(default = 1.8, hard = [0.5, 12.0], soft = [1.0, 6.0], unit = Metres, group = "Terraces", label = "Step",
        help = "Height from one tread to the next")]
    pub step_m: f32,
    #[param(default = 0.7, hard = [0.0, 0.95], soft = [0.2, 0.9], unit = Ratio, group = "Terraces", label = "Strength",
        help = "How far slopes are gathered; larger is steeper between the treads, zero for none")]
    pub strength: f32,
    #[param(default = 0.3, hard = [0.05, 0.95], soft = [0.15, 0.6], unit = Ratio, group = "Terraces", label = "Tread",
        help = "Share of a step that its tread gathers; smaller is more level")]
    pub tread: f32,
    #[param(default = 1.2, hard = [0.0, 8.0], soft = [0.0, 3.0], unit = Metres, group = "Terraces", label = "Wander",
        help = "How far treads stray up and down over the land")]
    pub wander_m: f32,
    #[param(default = 28.0, hard = [0.0, 512.0], soft = [8.0, 64.0], unit = Metres, group = "Terraces", label = "Highest",
        help = "Height above the content floor up to which slopes are stepped; ceilings above it stay as they are")]
    pub highest_m: f32,
    #[param(default = 0.4, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Terraces", label = "Breaks",
        help = "How far treads fade away in places; zero is even everywhere")]
    pub breaks: f32,
}

/// Thin level grooves in walls, as between beds of rock.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["spacing_m", "width_m"],
    text = "spacing_m must be at least 1.2 times width_m, so that rock is left between grooves",
    holds = |p: &Self| p.spacing_m >= 1.2 * p.width_m
))]
pub struct LayerLines {
    #[param(default = 2.2, hard = [0.5, 16.0], soft = [1.0, 6.0], unit = Metres, group = "Layers", label = "Spacing",
        help = "Height from one groove to the next")]
    pub spacing_m: f32,
    #[param(default = 0.8, hard = [0.25, 4.0], soft = [0.5, 1.5], unit = Metres, group = "Layers", label = "Width",
        help = "Height of a groove; below 0.5 m it is hardly seen")]
    pub width_m: f32,
    #[param(default = 0.35, hard = [0.0, 1.0], soft = [0.1, 0.6], unit = Metres, group = "Layers", label = "Depth",
        help = "How far a groove cuts into the rock")]
    pub depth_m: f32,
    #[param(default = 1.0, hard = [0.0, 8.0], soft = [0.0, 3.0], unit = Metres, group = "Layers", label = "Undulation",
        help = "How far layers rise and fall over the land")]
    pub wander_m: f32,
    #[param(default = 0.6, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Layers", label = "Breaks",
        help = "How far grooves fade away in places; zero is even everywhere")]
    pub breaks: f32,
}

/// Ridges of rock side by side, upright or tilted.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ribs {
    #[param(default = 2.8, hard = [0.5, 24.0], soft = [1.5, 8.0], unit = Metres, group = "Ribs", label = "Spacing",
        help = "Distance from rib to rib")]
    pub spacing_m: f32,
    #[param(default = 0.55, hard = [0.0, 2.0], soft = [0.2, 1.2], unit = Metres, group = "Ribs", label = "Height",
        help = "How far ribs stand out from the wall")]
    pub height_m: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Ribs", label = "Sharpness",
        help = "Larger makes ribs narrow with wide hollows between; zero is a round wave")]
    pub sharpness: f32,
    #[param(default = 30.0, hard = [0.0, 360.0], soft = [0.0, 180.0], unit = Degrees, group = "Ribs", label = "Direction",
        help = "Compass angle in which ribs follow one another, from north over east")]
    pub direction_deg: f32,
    #[param(default = 15.0, hard = [0.0, 90.0], soft = [0.0, 45.0], unit = Degrees, group = "Ribs", label = "Tilt",
        help = "How far ribs lean: 0 is upright, 90 is level")]
    pub tilt_deg: f32,
    #[param(default = 1.0, hard = [0.0, 8.0], soft = [0.0, 3.0], unit = Metres, group = "Ribs", label = "Wander",
        help = "How far ribs stray from straight")]
    pub wander_m: f32,
    #[param(default = 0.6, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Ribs", label = "Breaks",
        help = "How far ribs fade away in places; zero is even everywhere")]
    pub breaks: f32,
}

/// Walls that lean out over their foot, with a ledge above each.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Overhang {
    #[param(default = 6.0, hard = [1.0, 32.0], soft = [3.0, 12.0], unit = Metres, group = "Overhang", label = "Spacing",
        help = "Height from one brow to the next")]
    pub spacing_m: f32,
    #[param(default = 1.2, hard = [0.0, 2.5], soft = [0.4, 2.0], unit = Metres, group = "Overhang", label = "Depth",
        help = "How far a brow stands out over its foot")]
    pub depth_m: f32,
    #[param(default = 2.0, hard = [0.0, 8.0], soft = [0.0, 4.0], unit = Metres, group = "Overhang", label = "Wander",
        help = "How far brows stray up and down along a wall")]
    pub wander_m: f32,
    #[param(default = 0.05, hard = [0.01, 0.2], soft = [0.02, 0.1], unit = PerMetre, group = "Overhang", label = "Wander frequency",
        help = "Ups and downs of the brows per metre; larger breaks them up")]
    pub wander_frequency: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Overhang", label = "Breaks",
        help = "How far brows fade away in places; zero is even everywhere")]
    pub breaks: f32,
}

/// Slopes made steep between a foot and a brow, and gentler elsewhere.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["height_m", "spacing_m"],
    text = "spacing_m must be at least 1.5 times height_m, so that slopes are left between cliffs",
    holds = |p: &Self| p.spacing_m >= 1.5 * p.height_m
))]
pub struct Cliff {
    #[param(default = 4.0, hard = [1.0, 6.0], soft = [2.0, 5.0], unit = Metres, group = "Cliffs", label = "Height",
        help = "Height from foot to brow")]
    pub height_m: f32,
    #[param(default = 12.0, hard = [2.0, 128.0], soft = [8.0, 32.0], unit = Metres, group = "Cliffs", label = "Spacing",
        help = "Height from one foot to the next; larger is rarer")]
    pub spacing_m: f32,
    #[param(default = 0.9, hard = [0.0, 0.95], soft = [0.4, 0.95], unit = Ratio, group = "Cliffs", label = "Strength",
        help = "How far slopes are made steep; zero for none")]
    pub strength: f32,
    #[param(default = 5.0, hard = [0.0, 16.0], soft = [0.0, 10.0], unit = Metres, group = "Cliffs", label = "Wander",
        help = "How far foot and brow stray up and down over the land")]
    pub wander_m: f32,
    #[param(default = 0.015, hard = [0.002, 0.1], soft = [0.005, 0.04], unit = PerMetre, group = "Cliffs", label = "Wander frequency",
        help = "Ups and downs of the cliffs per metre; larger breaks them up")]
    pub wander_frequency: f32,
}
