//! Parameters of features that are strewn over a place: columns, arches, pits, chimneys and domes.

use param::Params;
use serde::{Deserialize, Serialize};

/// Columns of rock from floor to ceiling, or pinnacles where the ceiling is high.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["width_min_m", "width_max_m"],
    text = "width_min_m must not exceed width_max_m",
    holds = |p: &Self| p.width_min_m <= p.width_max_m
))]
#[params(relation(
    fields = ["width_min_m", "relief_m"],
    text = "width_min_m must exceed twice relief_m by 0.2 m, so that columns stay whole",
    holds = |p: &Self| p.width_min_m >= 2.0 * p.relief_m + 0.2
))]
#[params(relation(
    fields = ["spacing_m", "width_max_m"],
    text = "spacing_m must exceed twice width_max_m, so that columns never close the place",
    holds = |p: &Self| p.spacing_m > 2.0 * p.width_max_m
))]
pub struct Column {
    #[param(default = 24.0, hard = [8.0, 128.0], soft = [16.0, 48.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that columns are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a column; larger is more crowded")]
    pub chance: f32,
    #[param(default = 1.8, hard = [0.6, 12.0], soft = [1.0, 4.0], unit = Metres, group = "Columns", label = "Narrowest",
        help = "Width of the thinnest columns at their waist")]
    pub width_min_m: f32,
    #[param(default = 4.0, hard = [0.6, 24.0], soft = [2.0, 8.0], unit = Metres, group = "Columns", label = "Widest",
        help = "Width of the thickest columns at their waist")]
    pub width_max_m: f32,
    #[param(default = 1.2, hard = [0.0, 8.0], soft = [0.0, 3.0], unit = Metres, group = "Columns", label = "Flare",
        help = "How far columns widen at foot and head; larger is more like an hourglass")]
    pub flare_m: f32,
    #[param(default = 1.0, hard = [0.0, 8.0], soft = [0.0, 3.0], unit = Metres, group = "Columns", label = "Lean",
        help = "How far the head of a column may stand from above its foot")]
    pub lean_m: f32,
    #[param(default = 30.0, hard = [3.0, 120.0], soft = [6.0, 48.0], unit = Metres, group = "Columns", label = "Tallest",
        help = "Tallest column; under a higher ceiling pinnacles of up to this height stand free")]
    pub tallest_m: f32,
    #[param(default = 0.35, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of columns bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}

/// Arches of rock from floor to floor.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["span_min_m", "span_max_m"],
    text = "span_min_m must not exceed span_max_m",
    holds = |p: &Self| p.span_min_m <= p.span_max_m
))]
#[params(relation(
    fields = ["thickness_min_m", "thickness_max_m"],
    text = "thickness_min_m must not exceed thickness_max_m",
    holds = |p: &Self| p.thickness_min_m <= p.thickness_max_m
))]
#[params(relation(
    fields = ["thickness_min_m", "relief_m"],
    text = "thickness_min_m must exceed twice relief_m by 0.2 m, so that arches stay whole",
    holds = |p: &Self| p.thickness_min_m >= 2.0 * p.relief_m + 0.2
))]
#[params(relation(
    fields = ["span_min_m", "thickness_max_m"],
    text = "span_min_m must exceed twice thickness_max_m by 2 m, so that there is a way below",
    holds = |p: &Self| p.span_min_m >= 2.0 * p.thickness_max_m + 2.0
))]
#[params(relation(
    fields = ["spacing_m", "span_max_m"],
    text = "spacing_m must not be less than span_max_m",
    holds = |p: &Self| p.spacing_m >= p.span_max_m
))]
pub struct Arch {
    #[param(default = 40.0, hard = [16.0, 256.0], soft = [24.0, 96.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that arches are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.45, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold an arch; larger is more crowded")]
    pub chance: f32,
    #[param(default = 9.0, hard = [4.0, 64.0], soft = [6.0, 20.0], unit = Metres, group = "Arches", label = "Shortest span",
        help = "Least way between the feet of an arch")]
    pub span_min_m: f32,
    #[param(default = 20.0, hard = [4.0, 96.0], soft = [12.0, 40.0], unit = Metres, group = "Arches", label = "Longest span",
        help = "Greatest way between the feet of an arch")]
    pub span_max_m: f32,
    #[param(default = 0.55, hard = [0.3, 1.2], soft = [0.4, 0.9], unit = Ratio, group = "Arches", label = "Height",
        help = "Height of the crown relative to the span; larger is steeper")]
    pub height_ratio: f32,
    #[param(default = 1.8, hard = [0.8, 12.0], soft = [1.2, 4.0], unit = Metres, group = "Arches", label = "Thinnest",
        help = "Thickness of the thinnest arches at the crown")]
    pub thickness_min_m: f32,
    #[param(default = 3.2, hard = [0.8, 16.0], soft = [2.0, 6.0], unit = Metres, group = "Arches", label = "Thickest",
        help = "Thickness of the thickest arches at the crown")]
    pub thickness_max_m: f32,
    #[param(default = 0.8, hard = [0.0, 2.0], soft = [0.0, 1.5], unit = Ratio, group = "Arches", label = "Foot flare",
        help = "How much thicker the feet are than the crown")]
    pub foot_flare: f32,
    #[param(default = 0.4, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of arches bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}

/// Pits sunk from the floor; they end above the bedrock.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["radius_min_m", "radius_max_m"],
    text = "radius_min_m must not exceed radius_max_m",
    holds = |p: &Self| p.radius_min_m <= p.radius_max_m
))]
#[params(relation(
    fields = ["depth_min_m", "depth_max_m"],
    text = "depth_min_m must not exceed depth_max_m",
    holds = |p: &Self| p.depth_min_m <= p.depth_max_m
))]
#[params(relation(
    fields = ["radius_min_m", "relief_m"],
    text = "radius_min_m must exceed relief_m by 0.2 m, so that pits stay open",
    holds = |p: &Self| p.radius_min_m >= p.relief_m + 0.2
))]
#[params(relation(
    fields = ["spacing_m", "radius_max_m", "lip_m"],
    text = "spacing_m must exceed twice radius_max_m and lip_m by 4 m, so that a way is left between pits",
    holds = |p: &Self| p.spacing_m >= 2.0 * (p.radius_max_m + p.lip_m) + 4.0
))]
pub struct Pit {
    #[param(default = 32.0, hard = [12.0, 256.0], soft = [20.0, 80.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that pits are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.4, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a pit; larger is more crowded")]
    pub chance: f32,
    #[param(default = 1.5, hard = [0.8, 16.0], soft = [1.0, 4.0], unit = Metres, group = "Pits", label = "Narrowest",
        help = "Radius of the narrowest pits")]
    pub radius_min_m: f32,
    #[param(default = 4.0, hard = [0.8, 24.0], soft = [2.0, 8.0], unit = Metres, group = "Pits", label = "Widest",
        help = "Radius of the widest pits")]
    pub radius_max_m: f32,
    #[param(default = 4.0, hard = [1.0, 48.0], soft = [2.0, 10.0], unit = Metres, group = "Pits", label = "Shallowest",
        help = "Least depth below the floor")]
    pub depth_min_m: f32,
    #[param(default = 10.0, hard = [1.0, 96.0], soft = [5.0, 24.0], unit = Metres, group = "Pits", label = "Deepest",
        help = "Greatest depth below the floor; pits end above the bedrock")]
    pub depth_max_m: f32,
    #[param(default = 0.35, hard = [0.0, 0.9], soft = [0.0, 0.7], unit = Ratio, group = "Pits", label = "Taper",
        help = "Share of the radius that is lost towards the bottom; larger is more like a funnel")]
    pub taper: f32,
    #[param(default = 1.2, hard = [0.0, 6.0], soft = [0.0, 3.0], unit = Metres, group = "Pits", label = "Lip",
        help = "How far the rim widens at the floor")]
    pub lip_m: f32,
    #[param(default = 0.4, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of pits bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}

/// Shafts that rise from the ceiling over a floor; they end below the ceiling band.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["radius_min_m", "radius_max_m"],
    text = "radius_min_m must not exceed radius_max_m",
    holds = |p: &Self| p.radius_min_m <= p.radius_max_m
))]
#[params(relation(
    fields = ["rise_min_m", "rise_max_m"],
    text = "rise_min_m must not exceed rise_max_m",
    holds = |p: &Self| p.rise_min_m <= p.rise_max_m
))]
#[params(relation(
    fields = ["radius_min_m", "relief_m"],
    text = "radius_min_m must exceed relief_m by 0.2 m, so that chimneys stay open",
    holds = |p: &Self| p.radius_min_m >= p.relief_m + 0.2
))]
pub struct Chimney {
    #[param(default = 32.0, hard = [12.0, 256.0], soft = [20.0, 80.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that chimneys are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.4, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a chimney; larger is more crowded")]
    pub chance: f32,
    #[param(default = 1.0, hard = [0.6, 10.0], soft = [0.8, 3.0], unit = Metres, group = "Chimneys", label = "Narrowest",
        help = "Radius of the narrowest chimneys at their mouth")]
    pub radius_min_m: f32,
    #[param(default = 2.4, hard = [0.6, 16.0], soft = [1.5, 5.0], unit = Metres, group = "Chimneys", label = "Widest",
        help = "Radius of the widest chimneys at their mouth")]
    pub radius_max_m: f32,
    #[param(default = 7.0, hard = [2.0, 48.0], soft = [4.0, 16.0], unit = Metres, group = "Chimneys", label = "Lowest",
        help = "Least rise above the ceiling")]
    pub rise_min_m: f32,
    #[param(default = 18.0, hard = [2.0, 96.0], soft = [8.0, 40.0], unit = Metres, group = "Chimneys", label = "Highest",
        help = "Greatest rise above the ceiling; chimneys end below the ceiling band")]
    pub rise_max_m: f32,
    #[param(default = 0.4, hard = [0.0, 0.9], soft = [0.0, 0.7], unit = Ratio, group = "Chimneys", label = "Taper",
        help = "Share of the radius that is lost towards the top")]
    pub taper: f32,
    #[param(default = 2.0, hard = [0.0, 12.0], soft = [0.0, 5.0], unit = Metres, group = "Chimneys", label = "Lean",
        help = "How far the top may stand from above the floor below")]
    pub lean_m: f32,
    #[param(default = 0.3, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of chimneys bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}

/// Domes carved into the ceiling over a floor; they end below the ceiling band.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["radius_min_m", "radius_max_m"],
    text = "radius_min_m must not exceed radius_max_m",
    holds = |p: &Self| p.radius_min_m <= p.radius_max_m
))]
#[params(relation(
    fields = ["rise_min_m", "rise_max_m"],
    text = "rise_min_m must not exceed rise_max_m",
    holds = |p: &Self| p.rise_min_m <= p.rise_max_m
))]
pub struct Dome {
    #[param(default = 40.0, hard = [12.0, 256.0], soft = [24.0, 96.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that domes are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a dome; larger is more crowded")]
    pub chance: f32,
    #[param(default = 4.0, hard = [1.5, 16.0], soft = [2.0, 8.0], unit = Metres, group = "Domes", label = "Narrowest",
        help = "Radius of the narrowest domes at their base")]
    pub radius_min_m: f32,
    #[param(default = 8.0, hard = [1.5, 24.0], soft = [4.0, 14.0], unit = Metres, group = "Domes", label = "Widest",
        help = "Radius of the widest domes at their base")]
    pub radius_max_m: f32,
    #[param(default = 3.0, hard = [1.5, 24.0], soft = [2.0, 6.0], unit = Metres, group = "Domes", label = "Lowest",
        help = "Least rise above the ceiling")]
    pub rise_min_m: f32,
    #[param(default = 7.0, hard = [1.5, 48.0], soft = [4.0, 16.0], unit = Metres, group = "Domes", label = "Highest",
        help = "Greatest rise above the ceiling; domes end below the ceiling band")]
    pub rise_max_m: f32,
    #[param(default = 0.5, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of domes bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}
