//! Parameters of a planned cave.

use param::Params;
use serde::{Deserialize, Serialize};

/// Rooms and corridors of a planned cave, within a radius.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["room_spacing_min_m", "room_spacing_max_m"],
    text = "room_spacing_min_m must not exceed room_spacing_max_m",
    holds = |p: &Self| p.room_spacing_min_m <= p.room_spacing_max_m
))]
#[params(relation(
    fields = ["room_radius_min_m", "room_radius_max_m"],
    text = "room_radius_min_m must not exceed room_radius_max_m",
    holds = |p: &Self| p.room_radius_min_m <= p.room_radius_max_m
))]
#[params(relation(
    fields = ["room_radius_min_m", "room_spacing_min_m"],
    text = "room_spacing_min_m must exceed twice room_radius_min_m by 6 m, so that rock is left between rooms",
    holds = |p: &Self| p.room_spacing_min_m >= 2.0 * p.room_radius_min_m + 6.0
))]
#[params(relation(
    fields = ["corridor_radius_min_m", "corridor_radius_max_m"],
    text = "corridor_radius_min_m must not exceed corridor_radius_max_m",
    holds = |p: &Self| p.corridor_radius_min_m <= p.corridor_radius_max_m
))]
#[params(relation(
    fields = ["corridor_radius_min_m", "roughness_m"],
    text = "corridor_radius_min_m must exceed roughness_m by 1 m, so that relief never closes a corridor",
    holds = |p: &Self| p.corridor_radius_min_m >= p.roughness_m + 1.0
))]
#[params(relation(
    fields = ["corridor_radius_min_m", "corridor_height_ratio", "roughness_m"],
    text = "corridor_radius_min_m times corridor_height_ratio must exceed roughness_m by 2.15 m, so that a body walks upright",
    holds = |p: &Self| p.corridor_radius_min_m * p.corridor_height_ratio >= p.roughness_m + 2.15
))]
pub struct Caves {
    #[param(default = 128.0, hard = [64.0, 512.0], soft = [64.0, 256.0], unit = Metres, group = "Extent", label = "Content radius",
        help = "Distance from the spine beyond which all is rock; larger is a larger cave")]
    pub content_radius_m: f32,
    #[param(default = 16.0, hard = [12.0, 48.0], soft = [14.0, 24.0], unit = Metres, group = "Rooms", label = "Least spacing",
        help = "Least distance of neighbouring rooms; larger is emptier")]
    pub room_spacing_min_m: f32,
    #[param(default = 32.0, hard = [12.0, 96.0], soft = [18.0, 48.0], unit = Metres, group = "Rooms", label = "Greatest spacing",
        help = "Spacing of rooms in thin country, away from the ways out; larger is emptier")]
    pub room_spacing_max_m: f32,
    #[param(default = 3.0, hard = [3.0, 12.0], soft = [3.0, 6.0], unit = Metres, group = "Rooms", label = "Smallest room",
        help = "Radius of the smallest rooms")]
    pub room_radius_min_m: f32,
    #[param(default = 10.0, hard = [3.0, 24.0], soft = [5.0, 14.0], unit = Metres, group = "Rooms", label = "Largest room",
        help = "Radius of the largest rooms, great halls apart")]
    pub room_radius_max_m: f32,
    #[param(default = 14.0, hard = [10.0, 32.0], soft = [11.0, 22.0], unit = Metres, group = "Rooms", label = "Great halls",
        help = "Radius of the hall at the spine and of the halls far from it")]
    pub hall_radius_m: f32,
    #[param(default = 1.25, hard = [0.5, 3.0], soft = [0.7, 2.0], unit = Ratio, group = "Rooms", label = "Room height",
        help = "Height of a room relative to its radius; larger is a taller vault")]
    pub room_height_ratio: f32,
    #[param(default = 0.8, hard = [0.0, 1.0], soft = [0.2, 1.0], unit = Ratio, group = "Rooms", label = "Lobes",
        help = "How far side vaults stand out from the middle of a room; larger is less round")]
    pub lobing: f32,
    #[param(default = 1.5, hard = [1.3, 4.0], soft = [1.4, 2.5], unit = Metres, group = "Corridors", label = "Narrowest corridor",
        help = "Half the width of the narrowest corridors")]
    pub corridor_radius_min_m: f32,
    #[param(default = 2.5, hard = [1.3, 5.0], soft = [1.6, 3.5], unit = Metres, group = "Corridors", label = "Widest corridor",
        help = "Half the width of the widest corridors")]
    pub corridor_radius_max_m: f32,
    #[param(default = 1.8, hard = [1.2, 3.0], soft = [1.6, 2.5], unit = Ratio, group = "Corridors", label = "Corridor height",
        help = "Height of a corridor relative to half its width; larger is a taller cleft")]
    pub corridor_height_ratio: f32,
    #[param(default = 4.0, hard = [0.0, 10.0], soft = [0.0, 6.0], unit = Metres, group = "Corridors", label = "Winding",
        help = "How far corridors stray sideways from the straight way; larger winds more")]
    pub winding_m: f32,
    #[param(default = 10.0, hard = [0.0, 64.0], soft = [0.0, 32.0], unit = Metres, group = "Corridors", label = "Descent",
        help = "Height of one end of the cave's spine over the other; where it is large, the way folds")]
    pub descent_m: f32,
    #[param(default = 0.35, hard = [0.0, 1.0], soft = [0.0, 0.8], unit = Ratio, group = "Corridors", label = "Loops",
        help = "Chance of a second way between neighbouring rooms; larger gives more ways round")]
    pub loop_chance: f32,
    #[param(default = 0.45, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Corridors", label = "Side branches",
        help = "Chance of a blind way out of a room; larger has more of them")]
    pub branch_chance: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Dripstone", label = "Dripstone",
        help = "How many stalactites, stalagmites and columns there are; none of them stands in a way")]
    pub dripstone: f32,
    #[param(default = 3.0, hard = [0.5, 10.0], soft = [1.0, 6.0], unit = Metres, group = "Dripstone", label = "Dripstone length",
        help = "Usual length of a stalactite; stalagmites are shorter")]
    pub dripstone_m: f32,
    #[param(default = 0.6, hard = [0.5, 2.0], soft = [0.5, 1.5], unit = Metres, group = "Walls", label = "Fillet",
        help = "Radius of the joins of floors with walls and of corridors with rooms, at least two voxels; larger is softer")]
    pub fillet_m: f32,
    #[param(default = 0.35, hard = [0.0, 0.8], soft = [0.0, 0.6], unit = Metres, group = "Floors", label = "Floor relief",
        help = "Height of the swells of the rooms' floors; larger is less even")]
    pub floor_relief_m: f32,
    #[param(default = 0.1, hard = [0.01, 0.25], soft = [0.05, 0.2], unit = PerMetre, group = "Floors", label = "Floor frequency",
        help = "Swells of the floors per metre; larger is busier")]
    pub floor_frequency: f32,
    #[param(default = 0.4, hard = [0.0, 1.0], soft = [0.1, 0.5], unit = Metres, group = "Walls", label = "Roughness",
        help = "Height of the relief of walls and vaults; larger is craggier")]
    pub roughness_m: f32,
    #[param(default = 0.2, hard = [0.02, 0.5], soft = [0.1, 0.4], unit = PerMetre, group = "Walls", label = "Roughness frequency",
        help = "Bumps of the walls per metre; larger is finer")]
    pub roughness_frequency: f32,
}
