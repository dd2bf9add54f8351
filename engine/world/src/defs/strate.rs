//! A strate: its archetype, modifiers, bands, transition, passages, biomes and look.

use super::{Archetype, Disturbance, Modifier};
use param::{Choice, Params};
use serde::{Deserialize, Serialize};

/// `strates/*.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrateDef {
    /// Schema version of the file.
    pub schema: u32,
    /// Stable id.
    pub id: String,
    /// Shown name.
    #[serde(default)]
    pub name: String,
    /// Free tags; `anomalous`, `grounded` and `boss` have meaning to the layout.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Own seed; otherwise a hash of world seed and slot id. Decimal or 0x-hexadecimal text or a number.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Kind of place and its parameters.
    pub archetype: Archetype,
    /// Changes to the native field, in the order they are applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Other kinds of place beside it, at most two; the strate's own has a share of 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionDef>,
    /// Spacing of the regions' sites, metres, 32 to 512.
    #[serde(default = "default_region_size")]
    pub region_size_m: f32,
    /// Chasms, bridges and ridges across all of it, applied last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disturbances: Vec<Disturbance>,
    /// Heights of the three bands.
    #[serde(default)]
    pub bands: BandsDef,
    /// The interface to the strate below.
    #[serde(default)]
    pub transition: TransitionDef,
    /// The passages to the strate below.
    #[serde(default)]
    pub passages: PassagesDef,
    /// Ids of the biomes that may occur here; empty for none.
    #[serde(default)]
    pub biomes: Vec<String>,
    /// Metres per climate feature, 16 to 4096.
    #[serde(default = "default_biome_size")]
    pub biome_size_m: f32,
    /// Material where no biome says otherwise.
    #[serde(default)]
    pub material: Option<String>,
    /// Light, fog and sky.
    #[serde(default)]
    pub look: LookDef,
}

impl StrateDef {
    /// A strate of one kind of place; everything else is the default.
    pub fn new(id: &str, archetype: Archetype) -> Self {
        Self {
            schema: super::SCHEMA,
            id: id.to_owned(),
            name: String::new(),
            tags: Vec::new(),
            seed: None,
            archetype,
            modifiers: Vec::new(),
            regions: Vec::new(),
            region_size_m: default_region_size(),
            disturbances: Vec::new(),
            bands: BandsDef::default(),
            transition: TransitionDef::default(),
            passages: PassagesDef::default(),
            biomes: Vec::new(),
            biome_size_m: default_biome_size(),
            material: None,
            look: LookDef::default(),
        }
    }
}

/// Another kind of place within a strate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionDef {
    /// Its share of the land beside the strate's own share of 1; from 0.05 to 20.
    #[serde(default = "default_share")]
    pub share: f32,
    /// Kind of place and its parameters.
    pub archetype: Archetype,
    /// Changes to its native field, in the order they are applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// Its material where no biome says otherwise; the strate's own if absent.
    #[serde(default)]
    pub material: Option<String>,
}

impl From<StrateDef> for RegionDef {
    /// The kind of place of a strate with what changes it and its material; all else is left behind.
    fn from(def: StrateDef) -> Self {
        Self { share: default_share(), archetype: def.archetype, modifiers: def.modifiers, material: def.material }
    }
}

/// Shares of the land a region may have beside the strate's own share of 1.
pub const SHARES: [f32; 2] = [0.05, 20.0];
/// The share of a region that says nothing.
pub const DEFAULT_SHARE: f32 = 1.0;
/// Spacings of region sites, metres.
pub const REGION_SIZES_M: [f32; 2] = [32.0, 512.0];
/// The spacing of region sites of a strate that says nothing, metres.
pub const DEFAULT_REGION_SIZE_M: f32 = 64.0;
/// Most regions beside the strate's own.
pub const MOST_REGIONS: usize = 2;
/// Sizes of climate features, metres.
pub const BIOME_SIZES_M: [f32; 2] = [16.0, 4096.0];
/// The size of climate features of a strate that says nothing, metres.
pub const DEFAULT_BIOME_SIZE_M: f32 = 96.0;

fn default_share() -> f32 {
    DEFAULT_SHARE
}

fn default_region_size() -> f32 {
    DEFAULT_REGION_SIZE_M
}

fn default_biome_size() -> f32 {
    DEFAULT_BIOME_SIZE_M
}

/// Heights of the bands; multiples of the 8 m layout unit.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BandsDef {
    #[param(default = 8.0, hard = [8.0, 64.0], soft = [8.0, 24.0], unit = Metres, group = "Bands", label = "Ceiling band", help = "Rock above the content; a multiple of 8 m", treatment = Fixed)]
    pub ceiling_m: f32,
    #[param(default = 64.0, hard = [16.0, 512.0], soft = [32.0, 128.0], unit = Metres, group = "Bands", label = "Content", help = "Height of the place itself; a multiple of 8 m", treatment = Fixed)]
    pub content_m: f32,
    #[param(default = 8.0, hard = [8.0, 64.0], soft = [8.0, 24.0], unit = Metres, group = "Bands", label = "Bedrock", help = "Rock below the content; a multiple of 8 m", treatment = Fixed)]
    pub bedrock_m: f32,
    #[param(default = 0.0, hard = [0.0, 256.0], soft = [0.0, 32.0], unit = Metres, group = "Bands", label = "Gap below", help = "Solid rock before the next strate; a multiple of 8 m", treatment = Fixed)]
    pub gap_m: f32,
}

/// How the interface to the strate below is shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice, Serialize, Deserialize, Default)]
pub enum TransitionKind {
    /// Flat.
    #[default]
    Hard,
}

/// The interface to the strate below.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TransitionDef {
    #[param(default = Hard, group = "Transition", label = "Transition", help = "Shape of the interface to the strate below", treatment = Fixed)]
    pub kind: TransitionKind,
}

/// Look of a passage; every style is walkable both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice, Serialize, Deserialize, Default)]
pub enum PassageStyle {
    /// Ramps that fold back on themselves.
    #[default]
    Switchback,
}

/// Passages to the strate below.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PassagesDef {
    #[param(default = 1, hard = [1, 4], soft = [1, 3], unit = Count, group = "Passages", label = "Passages", help = "Ways down to the next strate", treatment = Fixed)]
    pub count: i64,
    #[param(default = Switchback, group = "Passages", label = "Style", help = "Look of the passage; all styles can be walked both ways", treatment = Fixed)]
    pub style: PassageStyle,
    #[param(default = 3.5, hard = [3.0, 8.0], soft = [3.0, 5.0], unit = Metres, group = "Passages", label = "Mouth bore", help = "Width at the mouths", treatment = Fixed)]
    pub mouth_bore_m: f32,
    #[param(default = 3.0, hard = [3.0, 8.0], soft = [3.0, 4.0], unit = Metres, group = "Passages", label = "Bore", help = "Width along the way", treatment = Fixed)]
    pub bore_m: f32,
    #[param(default = 16.0, hard = [12.0, 256.0], soft = [16.0, 64.0], unit = Metres, group = "Passages", label = "Nearest to the spine", help = "Least distance of a mouth from the spine", treatment = Fixed)]
    pub min_spine_distance_m: f32,
    #[param(default = 48.0, hard = [16.0, 512.0], soft = [32.0, 96.0], unit = Metres, group = "Passages", label = "Farthest from the spine", help = "Greatest distance of a mouth from the spine", treatment = Fixed)]
    pub max_spine_distance_m: f32,
    #[param(default = 2.0, hard = [0.0, 8.0], soft = [0.0, 4.0], unit = Metres, group = "Passages", label = "Wander", help = "How far the way strays from its plan; larger winds more", treatment = Fixed)]
    pub wander_m: f32,
}

impl PassagesDef {
    /// Nearest and farthest distance of a mouth from the spine, in order.
    pub fn distances_m(&self) -> [f32; 2] {
        let (a, b) = (self.min_spine_distance_m, self.max_spine_distance_m);
        if a < b { [a, b] } else { [b, a] }
    }
}

/// Light, fog and sky of a strate. Effects are on the picture only.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LookDef {
    #[param(default = [0.42, 0.45, 0.52], group = "Fog", label = "Fog colour", help = "Colour distance fades into", effect = Look, treatment = Fixed)]
    pub fog_color: [f32; 3],
    #[param(default = 120.0, hard = [8.0, 4000.0], soft = [20.0, 400.0], unit = Metres, group = "Fog", label = "Fog distance", help = "Distance at which two thirds are fog; larger is clearer", effect = Look, treatment = Fixed)]
    pub fog_distance_m: f32,
    #[param(default = [0.55, 0.6, 0.7], group = "Light", label = "Ambient above", help = "Light from above", effect = Look, treatment = Fixed)]
    pub ambient_up: [f32; 3],
    #[param(default = [0.25, 0.22, 0.2], group = "Light", label = "Ambient below", help = "Light from below", effect = Look, treatment = Fixed)]
    pub ambient_down: [f32; 3],
    #[param(default = 1.0, hard = [0.0, 8.0], soft = [0.0, 2.0], unit = Ratio, group = "Light", label = "Ambient strength", help = "Strength of the light from all around", effect = Look, treatment = Fixed)]
    pub ambient: f32,
    #[param(default = [1.0, 0.95, 0.85], group = "Sun", label = "Sun colour", help = "Colour of the key light", effect = Look, treatment = Fixed)]
    pub sun_color: [f32; 3],
    #[param(default = 0.0, hard = [0.0, 16.0], soft = [0.0, 4.0], unit = Ratio, group = "Sun", label = "Sun strength", help = "Strength of the key light; zero underground", effect = Look, treatment = Fixed)]
    pub sun: f32,
    #[param(default = 50.0, hard = [1.0, 90.0], soft = [10.0, 80.0], unit = Degrees, group = "Sun", label = "Sun height", help = "Angle of the key light above the horizon", effect = Look, treatment = Fixed)]
    pub sun_height_deg: f32,
    #[param(default = 140.0, hard = [0.0, 360.0], soft = [0.0, 360.0], unit = Degrees, group = "Sun", label = "Sun direction", help = "Compass angle the key light comes from, from north over east", effect = Look, treatment = Fixed)]
    pub sun_direction_deg: f32,
    #[param(default = [0.6, 0.7, 0.85], group = "Sky", label = "Sky colour", help = "Colour of the sky cap or the haze under the ceiling", effect = Look, treatment = Fixed)]
    pub sky_color: [f32; 3],
    #[param(default = 0.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Sky", label = "Sky", help = "How far the cap is shown as sky instead of rock", effect = Look, treatment = Fixed)]
    pub sky: f32,
    #[param(default = [0.10, 0.42, 0.42], group = "Water", label = "Water colour", help = "What deep water looks like", effect = Look, treatment = Fixed)]
    pub water_color: [f32; 3],
    #[param(default = 14.0, hard = [1.0, 200.0], soft = [4.0, 40.0], unit = Metres, group = "Water", label = "Water clearness", help = "Metres of water through which a third of the light passes; larger is clearer", effect = Look, treatment = Fixed)]
    pub water_clearness_m: f32,
    #[param(default = 1.0, hard = [0.0, 8.0], soft = [0.0, 2.0], unit = Ratio, group = "Light", label = "Head lamp", help = "Strength of the lamp the viewer carries", effect = Look, treatment = Fixed)]
    pub head_lamp: f32,
    #[param(default = 1.0, hard = [0.1, 8.0], soft = [0.5, 2.0], unit = Ratio, group = "Light", label = "Exposure", help = "Brightness of the picture", effect = Look, treatment = Fixed)]
    pub exposure: f32,
}
