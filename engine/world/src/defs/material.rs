//! Materials of the palette.

use param::Params;
use serde::{Deserialize, Serialize};

/// One entry of `materials.ron` (a list). A palette index is its place in order of id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialDef {
    /// Stable id.
    pub id: String,
    /// Shown name.
    #[serde(default)]
    pub name: String,
    /// How it looks.
    #[serde(default)]
    pub look: MaterialLook,
}

/// A procedural triplanar material.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MaterialLook {
    #[param(default = [0.46, 0.42, 0.36], group = "Ground", label = "Ground colour", help = "Colour of level ground", effect = Look)]
    pub ground_color: [f32; 3],
    #[param(default = [0.38, 0.34, 0.3], group = "Ground", label = "Ground variation", help = "Second colour mixed into level ground", effect = Look)]
    pub ground_variation: [f32; 3],
    #[param(default = [0.33, 0.31, 0.3], group = "Rock", label = "Rock colour", help = "Colour of walls and ceilings", effect = Look)]
    pub rock_color: [f32; 3],
    #[param(default = [0.26, 0.24, 0.24], group = "Rock", label = "Rock variation", help = "Second colour mixed into rock", effect = Look)]
    pub rock_variation: [f32; 3],
    #[param(default = 0.35, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Rock", label = "Layering", help = "Strength of horizontal bands in rock", effect = Look)]
    pub layering: f32,
    #[param(default = 2.5, hard = [0.2, 64.0], soft = [0.5, 8.0], unit = Metres, group = "Rock", label = "Layer height", help = "Height of one band", effect = Look)]
    pub layer_height_m: f32,
    #[param(default = 35.0, hard = [5.0, 85.0], soft = [15.0, 60.0], unit = Degrees, group = "Ground", label = "Ground limit", help = "Slope at which ground turns to rock", effect = Look)]
    pub ground_limit_deg: f32,
    #[param(default = 0.85, hard = [0.05, 1.0], soft = [0.2, 1.0], unit = Ratio, group = "Surface", label = "Roughness", help = "Larger is more matt", effect = Look)]
    pub roughness: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Surface", label = "Fine relief", help = "Strength of small bumps", effect = Look)]
    pub bump: f32,
    #[param(default = [0.0, 0.0, 0.0], group = "Glow", label = "Glow colour", help = "Colour of veins that glow", effect = Look)]
    pub glow_color: [f32; 3],
    #[param(default = 0.0, hard = [0.0, 8.0], soft = [0.0, 2.0], unit = Ratio, group = "Glow", label = "Glow", help = "Strength of the glowing veins; zero for none", effect = Look)]
    pub glow: f32,
}
