//! Parameters of modifiers that hollow out or narrow, and of the one that levels floors.

use param::Params;
use serde::{Deserialize, Serialize};

/// Dimples side by side with sharp crests between, as flowing water leaves them.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scallop {
    #[param(default = 2.4, hard = [0.5, 12.0], soft = [1.5, 6.0], unit = Metres, group = "Scallops", label = "Size",
        help = "Width of a dimple")]
    pub size_m: f32,
    #[param(default = 0.45, hard = [0.0, 1.5], soft = [0.1, 0.8], unit = Metres, group = "Scallops", label = "Depth",
        help = "Depth of a dimple in its middle")]
    pub depth_m: f32,
    #[param(default = 1.5, hard = [0.25, 4.0], soft = [0.5, 3.0], unit = Ratio, group = "Scallops", label = "Stretch",
        help = "Width of a dimple over its height; larger lies flatter")]
    pub stretch: f32,
}

/// Ceilings raised into shallow vaults.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Vault {
    #[param(default = 14.0, hard = [4.0, 64.0], soft = [8.0, 32.0], unit = Metres, group = "Vaults", label = "Spacing",
        help = "Distance from vault to vault")]
    pub spacing_m: f32,
    #[param(default = 2.0, hard = [0.0, 2.5], soft = [0.5, 2.5], unit = Metres, group = "Vaults", label = "Height",
        help = "How far a vault rises in its middle")]
    pub height_m: f32,
    #[param(default = 26.0, hard = [0.0, 512.0], soft = [8.0, 64.0], unit = Metres, group = "Vaults", label = "Lowest",
        help = "Height above the content floor from which on everything is raised; keep it above the floors")]
    pub from_m: f32,
    #[param(default = 4.0, hard = [0.5, 64.0], soft = [1.0, 16.0], unit = Metres, group = "Vaults", label = "Blend",
        help = "Height over which the effect sets in")]
    pub blend_m: f32,
}

/// Tunnels, rooms and shafts that narrow and widen in a slow rhythm.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pinch {
    #[param(default = 0.8, hard = [0.0, 2.5], soft = [0.2, 1.5], unit = Metres, group = "Pinch", label = "Amount",
        help = "How far walls move in and out")]
    pub amount_m: f32,
    #[param(default = 0.04, hard = [0.005, 0.2], soft = [0.01, 0.1], unit = PerMetre, group = "Pinch", label = "Frequency",
        help = "Narrow places per metre; larger follows sooner")]
    pub frequency: f32,
}

/// Floors a little below an even height lifted to it, so that they are level.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["step_m", "lift_m"],
    text = "step_m must be at least 3 times lift_m, so that levels stay apart",
    holds = |p: &Self| p.step_m >= 3.0 * p.lift_m
))]
pub struct FloorBias {
    #[param(default = 2.5, hard = [0.5, 16.0], soft = [1.5, 6.0], unit = Metres, group = "Floors", label = "Step",
        help = "Height from one level to the next")]
    pub step_m: f32,
    #[param(default = 0.55, hard = [0.0, 1.5], soft = [0.2, 1.2], unit = Metres, group = "Floors", label = "Lift",
        help = "How far a floor may be lifted to reach a level; zero for none")]
    pub lift_m: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Floors", label = "Breaks",
        help = "How far levels fade away in places; zero is even everywhere")]
    pub breaks: f32,
}
