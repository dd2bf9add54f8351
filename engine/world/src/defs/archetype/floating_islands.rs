//! Parameters of islands in the air.

use param::Params;
use serde::{Deserialize, Serialize};

/// Islands in the air.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["diameter_min_m", "diameter_max_m"],
    text = "diameter_min_m must not exceed diameter_max_m",
    holds = |p: &Self| p.diameter_min_m <= p.diameter_max_m
))]
#[params(relation(
    fields = ["spacing_m", "diameter_max_m"],
    text = "spacing_m must exceed diameter_max_m by 2 m, so that every island stands alone",
    holds = |p: &Self| p.spacing_m >= p.diameter_max_m + 2.0
))]
pub struct FloatingIslands {
    #[param(default = 28.0, hard = [12.0, 160.0], soft = [20.0, 48.0], unit = Metres, group = "Islands", label = "Spacing",
        help = "Edge of the lattice that islands float on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 30.0, hard = [14.0, 128.0], soft = [18.0, 48.0], unit = Metres, group = "Islands", label = "Layer height",
        help = "Height of one layer of islands; larger puts fewer above one another and gives thick ones more room")]
    pub layer_m: f32,
    #[param(default = 0.6, hard = [0.0, 1.0], soft = [0.0, 0.9], unit = Ratio, group = "Islands", label = "Density",
        help = "Share of lattice cells that hold an island; one in four always does, so that none is ever cut off")]
    pub density: f32,
    #[param(default = 12.0, hard = [8.0, 64.0], soft = [10.0, 24.0], unit = Metres, group = "Islands", label = "Smallest island",
        help = "Breadth of the smallest islands")]
    pub diameter_min_m: f32,
    #[param(default = 24.0, hard = [8.0, 128.0], soft = [14.0, 40.0], unit = Metres, group = "Islands", label = "Largest island",
        help = "Breadth of the largest islands, and of the one at the spine")]
    pub diameter_max_m: f32,
    #[param(default = 0.6, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Islands", label = "Lobes",
        help = "How far the outline departs from a disc; larger has deeper bays and longer capes")]
    pub lobes: f32,
    #[param(default = 0.5, hard = [0.0, 1.5], soft = [0.0, 1.0], unit = Metres, group = "Land", label = "Rolling",
        help = "Height of the gentle rolls of the land; larger is hillier")]
    pub rolling_m: f32,
    #[param(default = 0.05, hard = [0.01, 0.15], soft = [0.02, 0.1], unit = PerMetre, group = "Land", label = "Rolling frequency",
        help = "Rolls of the land per metre; larger is busier")]
    pub rolling_frequency: f32,
    #[param(default = 0.4, hard = [0.15, 1.2], soft = [0.25, 0.7], unit = Ratio, group = "Underside", label = "Thickness",
        help = "Thickness of an island relative to its breadth; larger hangs deeper")]
    pub thickness_ratio: f32,
    #[param(default = 3.0, hard = [0.0, 12.0], soft = [0.0, 6.0], unit = Metres, group = "Underside", label = "Drips",
        help = "Length of the drips that hang from the underside; larger is more ragged")]
    pub drip_m: f32,
    #[param(default = 0.14, hard = [0.02, 0.3], soft = [0.06, 0.22], unit = PerMetre, group = "Underside", label = "Drip frequency",
        help = "Drips per metre; larger is finer")]
    pub drip_frequency: f32,
    #[param(default = 0.0, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Bridges", label = "Bridges",
        help = "Share of islands with a bridge of rock towards the spine; at 1 all islands are joined into one tree")]
    pub bridges: f32,
    #[param(default = 0.35, hard = [0.0, 1.0], soft = [0.1, 0.7], unit = Metres, group = "Roughness", label = "Roughness",
        help = "Height of the small relief of land, cliffs and undersides; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.2, hard = [0.02, 0.5], soft = [0.08, 0.35], unit = PerMetre, group = "Roughness", label = "Roughness frequency",
        help = "Bumps of the small relief per metre; larger is finer")]
    pub roughness_frequency: f32,
}
