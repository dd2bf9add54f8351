//! A biome: the climate it lives in and what it looks like.

use param::Params;
use serde::{Deserialize, Serialize};

/// `biomes/*.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BiomeDef {
    /// Schema version of the file.
    pub schema: u32,
    /// Stable id.
    pub id: String,
    /// Shown name.
    #[serde(default)]
    pub name: String,
    /// The box of climates it is chosen for.
    #[serde(default)]
    pub climate: Climate,
    /// Id of its ground material.
    pub material: String,
    /// Fog, light and height.
    #[serde(default)]
    pub look: BiomeLook,
}

/// A box in climate space; both axes run from 0 to 1.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(fields = ["relief_min", "relief_max"], text = "relief_min must not exceed relief_max", holds = |p: &Self| p.relief_min <= p.relief_max))]
#[params(relation(fields = ["moisture_min", "moisture_max"], text = "moisture_min must not exceed moisture_max", holds = |p: &Self| p.moisture_min <= p.moisture_max))]
pub struct Climate {
    #[param(default = 0.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Climate", label = "Relief from", help = "Flattest climate it accepts", treatment = Fixed)]
    pub relief_min: f32,
    #[param(default = 1.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Climate", label = "Relief to", help = "Roughest climate it accepts", treatment = Fixed)]
    pub relief_max: f32,
    #[param(default = 0.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Climate", label = "Moisture from", help = "Driest climate it accepts", treatment = Fixed)]
    pub moisture_min: f32,
    #[param(default = 1.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Climate", label = "Moisture to", help = "Wettest climate it accepts", treatment = Fixed)]
    pub moisture_max: f32,
}

/// What a biome changes in the place: terrain height (SurfaceWorld), size of rooms (networks of rooms), fog and ambient tint.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BiomeLook {
    #[param(default = 1.0, hard = [0.0, 2.0], soft = [0.2, 1.6], unit = Ratio, group = "Terrain", label = "Relief factor", help = "Multiplies the relief of a SurfaceWorld here; larger is hillier", treatment = Fixed)]
    pub relief_factor: f32,
    #[param(default = 0.0, hard = [-16.0, 16.0], soft = [-8.0, 8.0], unit = Metres, group = "Terrain", label = "Height offset", help = "Raises or lowers the ground of a SurfaceWorld here", treatment = Fixed)]
    pub height_offset_m: f32,
    #[param(default = 1.0, hard = [0.5, 2.0], soft = [0.6, 1.6], unit = Ratio, group = "Rooms", label = "Room size", help = "Multiplies the size of rooms whose middle lies here; larger opens halls", treatment = Fixed)]
    pub room_scale: f32,
    #[param(default = [0.5, 0.5, 0.5], group = "Air", label = "Fog tint", help = "Colour the fog turns to here", effect = Look, treatment = Fixed)]
    pub fog_tint: [f32; 3],
    #[param(default = 0.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Air", label = "Tint strength", help = "How far the fog takes the tint", effect = Look, treatment = Fixed)]
    pub fog_tint_strength: f32,
}
