//! Disturbances of a strate: chasms, bridges and ridges, the last changes to its native field.

use super::kinds::kinds;
use param::Params;
use serde::{Deserialize, Serialize};

kinds! {
    /// A great feature that disturbs a strate, with its parameters.
    Disturbance {
        /// Long winding clefts.
        Chasm,
        /// Natural spans of rock.
        Bridge,
        /// Long walls of rock with gaps.
        Ridge,
    }
}

/// Long winding clefts in floor and rock; they end above the bedrock.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["length_min_m", "length_max_m"],
    text = "length_min_m must not exceed length_max_m",
    holds = |p: &Self| p.length_min_m <= p.length_max_m
))]
#[params(relation(
    fields = ["width_min_m", "width_max_m"],
    text = "width_min_m must not exceed width_max_m",
    holds = |p: &Self| p.width_min_m <= p.width_max_m
))]
#[params(relation(
    fields = ["depth_min_m", "depth_max_m"],
    text = "depth_min_m must not exceed depth_max_m",
    holds = |p: &Self| p.depth_min_m <= p.depth_max_m
))]
#[params(relation(
    fields = ["width_min_m", "relief_m"],
    text = "width_min_m must exceed twice relief_m by 0.4 m, so that chasms stay open",
    holds = |p: &Self| p.width_min_m >= 2.0 * p.relief_m + 0.4
))]
#[params(relation(
    fields = ["spacing_m", "length_max_m", "winding_m", "width_max_m"],
    text = "spacing_m must exceed length_max_m, twice winding_m and width_max_m together by 4 m, so that chasms end inside their own part of the place",
    holds = |p: &Self| p.spacing_m >= p.length_max_m + 2.0 * p.winding_m + p.width_max_m + 4.0
))]
pub struct Chasm {
    #[param(default = 128.0, hard = [48.0, 512.0], soft = [80.0, 256.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that chasms are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.7, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a chasm; larger is more crowded")]
    pub chance: f32,
    #[param(default = 60.0, hard = [16.0, 256.0], soft = [32.0, 100.0], unit = Metres, group = "Chasms", label = "Shortest",
        help = "Least length of a chasm")]
    pub length_min_m: f32,
    #[param(default = 100.0, hard = [16.0, 384.0], soft = [64.0, 200.0], unit = Metres, group = "Chasms", label = "Longest",
        help = "Greatest length of a chasm")]
    pub length_max_m: f32,
    #[param(default = 5.0, hard = [2.0, 24.0], soft = [3.0, 10.0], unit = Metres, group = "Chasms", label = "Narrowest",
        help = "Width of the narrowest chasms at their top")]
    pub width_min_m: f32,
    #[param(default = 9.0, hard = [2.0, 32.0], soft = [5.0, 16.0], unit = Metres, group = "Chasms", label = "Widest",
        help = "Width of the widest chasms at their top")]
    pub width_max_m: f32,
    #[param(default = 7.0, hard = [2.0, 48.0], soft = [4.0, 16.0], unit = Metres, group = "Chasms", label = "Shallowest",
        help = "Least depth below the floor")]
    pub depth_min_m: f32,
    #[param(default = 14.0, hard = [2.0, 96.0], soft = [8.0, 32.0], unit = Metres, group = "Chasms", label = "Deepest",
        help = "Greatest depth below the floor; chasms end above the bedrock")]
    pub depth_max_m: f32,
    #[param(default = 4.0, hard = [0.5, 48.0], soft = [1.0, 16.0], unit = Metres, group = "Chasms", label = "Rise",
        help = "How high above the floor a chasm opens the rock it meets")]
    pub rise_m: f32,
    #[param(default = 6.0, hard = [0.0, 32.0], soft = [0.0, 16.0], unit = Metres, group = "Chasms", label = "Winding",
        help = "How far a chasm strays sideways; larger winds more")]
    pub winding_m: f32,
    #[param(default = 0.8, hard = [0.0, 2.5], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of chasms bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}

/// Natural spans of rock with a walkable top, from ground to ground or across a hall.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["span_min_m", "span_max_m"],
    text = "span_min_m must not exceed span_max_m",
    holds = |p: &Self| p.span_min_m <= p.span_max_m
))]
#[params(relation(
    fields = ["thickness_m", "relief_m"],
    text = "thickness_m must exceed twice relief_m by 0.5 m, so that bridges stay whole",
    holds = |p: &Self| p.thickness_m >= 2.0 * p.relief_m + 0.5
))]
pub struct Bridge {
    #[param(default = 96.0, hard = [32.0, 512.0], soft = [48.0, 160.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that bridges are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.8, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a bridge; larger is more crowded")]
    pub chance: f32,
    #[param(default = 24.0, hard = [12.0, 96.0], soft = [16.0, 48.0], unit = Metres, group = "Bridges", label = "Shortest span",
        help = "Least way between the ends of a bridge")]
    pub span_min_m: f32,
    #[param(default = 64.0, hard = [12.0, 128.0], soft = [32.0, 96.0], unit = Metres, group = "Bridges", label = "Longest span",
        help = "Greatest way between the ends of a bridge")]
    pub span_max_m: f32,
    #[param(default = 3.6, hard = [2.6, 12.0], soft = [2.6, 7.0], unit = Metres, group = "Bridges", label = "Width",
        help = "Width of the walkable top")]
    pub width_m: f32,
    #[param(default = 1.7, hard = [1.0, 8.0], soft = [1.2, 4.0], unit = Metres, group = "Bridges", label = "Thickness",
        help = "Thickness of the span in its middle; the ends are thicker")]
    pub thickness_m: f32,
    #[param(default = 0.5, hard = [0.3, 0.8], soft = [0.35, 0.7], unit = Ratio, group = "Bridges", label = "Height in halls",
        help = "Height of a bridge across a hall as a share of the clear height")]
    pub hall_height: f32,
    #[param(default = 0.5, hard = [0.0, 1.5], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of bridges bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}

/// Long walls of rock on wide floors, with gaps to walk through.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["length_min_m", "length_max_m"],
    text = "length_min_m must not exceed length_max_m",
    holds = |p: &Self| p.length_min_m <= p.length_max_m
))]
#[params(relation(
    fields = ["width_min_m", "width_max_m"],
    text = "width_min_m must not exceed width_max_m",
    holds = |p: &Self| p.width_min_m <= p.width_max_m
))]
#[params(relation(
    fields = ["height_min_m", "height_max_m"],
    text = "height_min_m must not exceed height_max_m",
    holds = |p: &Self| p.height_min_m <= p.height_max_m
))]
#[params(relation(
    fields = ["width_min_m", "relief_m"],
    text = "width_min_m must exceed twice relief_m by 0.4 m, so that ridges stay whole",
    holds = |p: &Self| p.width_min_m >= 2.0 * p.relief_m + 0.4
))]
#[params(relation(
    fields = ["spacing_m", "length_max_m", "winding_m", "width_max_m"],
    text = "spacing_m must exceed length_max_m, twice winding_m and width_max_m together by 4 m, so that ridges end inside their own part of the place",
    holds = |p: &Self| p.spacing_m >= p.length_max_m + 2.0 * p.winding_m + p.width_max_m + 4.0
))]
pub struct Ridge {
    #[param(default = 128.0, hard = [48.0, 512.0], soft = [80.0, 256.0], unit = Metres, group = "Placement", label = "Spacing",
        help = "Edge of the lattice that ridges are strewn on; larger spreads them apart")]
    pub spacing_m: f32,
    #[param(default = 0.7, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Placement", label = "Density",
        help = "Share of lattice cells that hold a ridge; larger is more crowded")]
    pub chance: f32,
    #[param(default = 60.0, hard = [16.0, 256.0], soft = [32.0, 100.0], unit = Metres, group = "Ridges", label = "Shortest",
        help = "Least length of a ridge")]
    pub length_min_m: f32,
    #[param(default = 100.0, hard = [16.0, 384.0], soft = [64.0, 200.0], unit = Metres, group = "Ridges", label = "Longest",
        help = "Greatest length of a ridge")]
    pub length_max_m: f32,
    #[param(default = 4.0, hard = [1.0, 16.0], soft = [2.0, 8.0], unit = Metres, group = "Ridges", label = "Narrowest",
        help = "Width of the narrowest ridges at the floor")]
    pub width_min_m: f32,
    #[param(default = 7.0, hard = [1.0, 24.0], soft = [4.0, 12.0], unit = Metres, group = "Ridges", label = "Widest",
        help = "Width of the widest ridges at the floor")]
    pub width_max_m: f32,
    #[param(default = 4.0, hard = [1.0, 24.0], soft = [2.0, 8.0], unit = Metres, group = "Ridges", label = "Lowest",
        help = "Height of the lowest ridges")]
    pub height_min_m: f32,
    #[param(default = 9.0, hard = [1.0, 48.0], soft = [4.0, 16.0], unit = Metres, group = "Ridges", label = "Highest",
        help = "Height of the highest ridges")]
    pub height_max_m: f32,
    #[param(default = 6.0, hard = [0.0, 32.0], soft = [0.0, 16.0], unit = Metres, group = "Ridges", label = "Winding",
        help = "How far a ridge strays sideways; larger winds more")]
    pub winding_m: f32,
    #[param(default = 4.0, hard = [3.0, 16.0], soft = [3.0, 10.0], unit = Metres, group = "Ridges", label = "Gap",
        help = "Clear way through each gap, at least")]
    pub gap_m: f32,
    #[param(default = 0.6, hard = [0.0, 2.0], soft = [0.0, 1.0], unit = Metres, group = "Roughness", label = "Relief",
        help = "How far the rock of ridges bulges and recedes; larger is craggier")]
    pub relief_m: f32,
}
