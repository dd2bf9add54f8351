//! Parameters of lattice corridors in storeys.

use param::Params;
use serde::{Deserialize, Serialize};

/// Lattice corridors in storeys, cut into rock.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[params(relation(
    fields = ["cell_m", "corridor_radius_m", "chamber_m"],
    text = "cell_m must be at least 8.5 m plus twice corridor_radius_m and twice chamber_m, so that stairs fit between corridors",
    holds = |p: &Self| p.cell_m >= 2.0 * (p.corridor_radius_m + p.chamber_m) + 8.5
))]
#[params(relation(
    fields = ["storey_m", "corridor_height_m"],
    text = "storey_m must be at least 5 m more than corridor_height_m, so that rock stays between storeys",
    holds = |p: &Self| p.storey_m >= p.corridor_height_m + 5.0
))]
#[params(relation(
    fields = ["corridor_radius_m", "pilaster_m", "roughness_m"],
    text = "corridor_radius_m must exceed pilaster_m and roughness_m together by 1 m, so that nothing ever closes a corridor",
    holds = |p: &Self| p.corridor_radius_m >= p.pilaster_m + p.roughness_m + 1.0
))]
pub struct Maze {
    #[param(default = 16.0, hard = [14.0, 64.0], soft = [15.0, 28.0], unit = Metres, group = "Lattice", label = "Cell",
        help = "Distance between neighbouring crossings; larger makes longer corridors")]
    pub cell_m: f32,
    #[param(default = 16.0, hard = [10.0, 64.0], soft = [11.0, 24.0], unit = Metres, group = "Lattice", label = "Storey",
        help = "Least height from floor to floor; larger leaves fewer storeys")]
    pub storey_m: f32,
    #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Lattice", label = "Branching",
        help = "Chance of corridors that close a loop; zero leaves one way between any two places")]
    pub branch_chance: f32,
    #[param(default = 0.35, hard = [0.0, 1.0], soft = [0.1, 0.9], unit = Ratio, group = "Lattice", label = "Verticality",
        help = "How readily ways change storey; larger has more stairs and open wells")]
    pub verticality: f32,
    #[param(default = 3.1, hard = [1.5, 8.0], soft = [2.0, 3.6], unit = Metres, group = "Corridors", label = "Corridor radius",
        help = "Half the width of corridors")]
    pub corridor_radius_m: f32,
    #[param(default = 4.6, hard = [2.8, 16.0], soft = [3.2, 8.0], unit = Metres, group = "Corridors", label = "Corridor height",
        help = "Clear height of corridors in their middle")]
    pub corridor_height_m: f32,
    #[param(default = 2.4, hard = [0.0, 8.0], soft = [0.0, 5.0], unit = Metres, group = "Corridors", label = "Vault",
        help = "Width over which walls bend into the ceiling; zero for a square ceiling, larger for a round one")]
    pub vault_m: f32,
    #[param(default = 1.2, hard = [0.5, 4.0], soft = [0.5, 2.0], unit = Metres, group = "Corridors", label = "Fillet",
        help = "Width over which floor meets wall; larger is softer")]
    pub fillet_m: f32,
    #[param(default = 0.4, hard = [0.0, 1.0], soft = [0.0, 1.0], unit = Ratio, group = "Chambers", label = "Chambers",
        help = "Share of crossings that are wider and higher than their corridors")]
    pub chamber_chance: f32,
    #[param(default = 0.6, hard = [0.0, 6.0], soft = [0.0, 0.6], unit = Metres, group = "Chambers", label = "Chamber recess",
        help = "How much farther the walls of a chamber stand back")]
    pub chamber_m: f32,
    #[param(default = 0.35, hard = [0.0, 1.0], soft = [0.0, 0.6], unit = Metres, group = "Stonework", label = "Pilasters",
        help = "How far pilasters stand out from the walls of corridors; zero for none")]
    pub pilaster_m: f32,
    #[param(default = 4.0, hard = [2.0, 32.0], soft = [2.5, 8.0], unit = Metres, group = "Stonework", label = "Bay",
        help = "Usual distance between pilasters; larger is plainer")]
    pub bay_m: f32,
    #[param(default = 0.2, hard = [0.0, 0.5], soft = [0.0, 0.35], unit = Metres, group = "Stonework", label = "Band depth",
        help = "Depth of the band cut into the walls; zero for none")]
    pub band_depth_m: f32,
    #[param(default = 1.5, hard = [0.5, 6.0], soft = [1.0, 2.5], unit = Metres, group = "Stonework", label = "Band height",
        help = "Height of the band above the floor")]
    pub band_height_m: f32,
    #[param(default = 0.1, hard = [0.0, 0.6], soft = [0.0, 0.3], unit = Metres, group = "Stonework", label = "Roughness",
        help = "Height of the wear on floors, walls and ceilings; larger is more ruinous")]
    pub roughness_m: f32,
    #[param(default = 0.3, hard = [0.02, 0.5], soft = [0.1, 0.45], unit = PerMetre, group = "Stonework", label = "Roughness frequency",
        help = "Bumps of the wear per metre; larger is finer")]
    pub roughness_frequency: f32,
}
