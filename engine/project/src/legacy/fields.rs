//! The parameters of the earlier engine's tunnel worlds and what became of each: the one table behind the importer and its reference.
//!
//! That engine measured in voxels; see [`Rule`] for how each kind of number becomes metres.

/// A field of the earlier engine's parameter struct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegacyField {
    /// As it stands in exports; case and underscores do not matter.
    pub name: &'static str,
    /// What it was where a set leaves it out, in its own unit.
    pub default: f64,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fate {
    /// It lives on in one or several parameters of a strate.
    Lives {
        /// Paths in a strate: `archetype.cell_m`, `modifiers.Terrace.step_m`, `bands.content_m`. Several fields of one path give
        /// their mean.
        paths: &'static [&'static str],
        /// How the number is converted.
        rule: Rule,
    },
    /// It only says whether a modifier is there: zero leaves it out.
    Switch {
        /// The modifier.
        modifier: &'static str,
        /// Why its size has no successor.
        reason: &'static str,
    },
    /// It has no successor.
    Retired {
        /// Why.
        reason: &'static str,
    },
}

/// How a number is converted. *Size* is the edge of the earlier world's voxel in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Voxels: times size.
    Length,
    /// Half of a width in voxels: twice times size.
    Radius,
    /// Voxels, of which none meant no limit: times size; none becomes the most there is.
    Limit,
    /// Cycles per voxel: divided by size.
    Frequency,
    /// Cycles per voxel, told as the length of one: size divided by it.
    Period,
    /// Voxels of a narrow place, told as how often there is one: the narrow place and an equally long wide one are a cycle.
    Alternation,
    /// A plain ratio, as it is.
    Ratio,
    /// A ratio of another field's length: times that and size.
    RatioOf(&'static [&'static str]),
    /// A probability, as it is.
    Probability,
    /// The number of an option, or its name.
    Option(&'static [&'static str]),
    /// Amounts of density: divided by the slope that a carved wall had, then times size.
    Density,
    /// The threshold of the sum of two noises: the radius at which that sum is usually met.
    NoiseThreshold,
    /// The two heights of a strate, in voxels: times size, their difference rounded to a multiple of 8 m.
    Extent,
}

impl Rule {
    /// The dimension and the conversion, in words.
    pub fn words(self) -> String {
        match self {
            Rule::Length => "length, × size".to_owned(),
            Rule::Radius => "length (half a width), × 2 × size".to_owned(),
            Rule::Limit => "length, × size; 0 (no limit) becomes the most accepted".to_owned(),
            Rule::Frequency => "frequency, ÷ size".to_owned(),
            Rule::Period => "frequency, re-expressed as the length of a cycle: size ÷ it".to_owned(),
            Rule::Alternation => "length, re-expressed as a frequency: 1 ÷ (2 × it × size)".to_owned(),
            Rule::Ratio => "ratio".to_owned(),
            Rule::RatioOf(fields) => format!("ratio, re-expressed as a length: × {} × size", fields.join(", × ")),
            Rule::Probability => "probability".to_owned(),
            Rule::Option(options) => format!("option: {}", options.join(", ")),
            Rule::Density => "density unit, re-expressed as a length: ÷ (1.5 × BaseDensity ÷ SDFBlend) × size".to_owned(),
            Rule::NoiseThreshold => {
                "density unit (of noise), re-expressed as a radius: ÷ (1.75 × WormFrequency) × size".to_owned()
            }
            Rule::Extent => "length, × size; top less bottom, to a multiple of 8 m".to_owned(),
        }
    }
}

const fn lives(name: &'static str, default: f64, rule: Rule, paths: &'static [&'static str]) -> LegacyField {
    LegacyField { name, default, fate: Fate::Lives { paths, rule } }
}

const fn switch(name: &'static str, default: f64, modifier: &'static str, reason: &'static str) -> LegacyField {
    LegacyField { name, default, fate: Fate::Switch { modifier, reason } }
}

const fn retired(name: &'static str, default: f64, reason: &'static str) -> LegacyField {
    LegacyField { name, default, fate: Fate::Retired { reason } }
}

/// Names of the relief's kinds, in the order of their numbers.
pub const RELIEF_KINDS: &[&str] = &["Fractal", "Ridged", "Mixed", "Cellular"];

/// Number of scalars; the last entry of the table is the one flag.
pub const SCALARS: usize = 73;

/// Every field: 73 scalars and a flag.
#[rustfmt::skip]
pub const FIELDS: [LegacyField; SCALARS + 1] = [
    // The field as a whole.
    retired("BaseDensity", 8.0, "densities are metres; nothing scales them. It takes part in re-expressing other density units"),
    retired("VerticalScale", 1.0, "heights are metres of their own (room_height_ratio, bands) and are not scaled as a whole"),
    lives("StrateTopWorldZ", 0.0, Rule::Extent, &["bands.content_m"]),
    lives("StrateBottomWorldZ", -512.0, Rule::Extent, &["bands.content_m"]),
    lives("SDFBlend", 4.0, Rule::Length, &["archetype.fillet_m"]),
    retired("CaveWarpStrength", 16.0, "rooms and tunnels are not displaced as a whole, so that their floors stay level; winding_m bends tunnels"),
    retired("CaveWarpFrequency", 0.015, "rooms and tunnels are not displaced as a whole, so that their floors stay level"),
    // Rooms.
    lives("RoomSpacing", 128.0, Rule::Length, &["archetype.cell_m"]),
    lives("RoomDensity", 0.35, Rule::Probability, &["archetype.room_chance"]),
    lives("MinRoomRadius", 16.0, Rule::Length, &["archetype.room_radius_min_m"]),
    lives("MaxRoomRadius", 40.0, Rule::Length, &["archetype.room_radius_max_m"]),
    lives("RoomHeightRatio", 0.85, Rule::Ratio, &["archetype.room_height_ratio"]),
    lives("RoomFloorCutMin", 0.7, Rule::Ratio, &["archetype.floor_cut"]),
    lives("RoomFloorCutMax", 0.9, Rule::Ratio, &["archetype.floor_cut"]),
    lives("RoomFloorReliefStrength", 4.0, Rule::Length, &["archetype.floor_relief_m"]),
    lives("RoomFloorReliefFrequency", 0.015, Rule::Frequency, &["archetype.floor_frequency"]),
    retired("RoomMouthRise", 0.0, "a room and its tunnels are one void with their floors, which meet without a rise"),
    retired("RoomMouthBlend", 8.0, "a room and its tunnels are one void with their floors; fillet_m joins them"),
    lives("OriginRoomRadius", 48.0, Rule::Length, &["archetype.hub_radius_m"]),
    retired("OriginRoomMaxConnections", 0.0, "the room at the spine is the root of the tree of links, which decides how many it has"),
    // Tunnels.
    lives("TunnelMinRadius", 6.0, Rule::Length, &["archetype.tunnel_radius_min_m"]),
    lives("TunnelMaxRadius", 8.0, Rule::Length, &["archetype.tunnel_radius_max_m"]),
    lives("TunnelDensity", 0.4, Rule::Probability, &["archetype.loop_chance"]),
    retired("MaxTunnelLength", 360.0, "links are at most 160 m long by construction"),
    lives("TunnelWarpStrength", 24.0, Rule::Length, &["archetype.winding_m"]),
    retired("TunnelHorizontalBias", 0.5, "the lattice of rooms and the tree of links decide how steep tunnels are"),
    retired("TunnelEndpointZOffset", 0.25, "tunnels end on the floors of their rooms"),
    retired("TunnelFloorTerraceStep", 1.71, "the earlier engine kept it and did not read it"),
    // Walls and floors.
    lives("SurfaceRoughness", 2.0, Rule::Length, &["archetype.roughness_m"]),
    lives("RoughnessFrequency", 0.1, Rule::Frequency, &["archetype.roughness_frequency"]),
    lives("RoughnessNoiseType", 0.0, Rule::Option(RELIEF_KINDS), &["modifiers.RoughnessOnDensity.kind"]),
    retired("RoughnessDomainWarp", 0.0, "relief is not warped, so that its bound stays tight; mixed and cellular relief are broken up instead"),
    retired("RoughnessDomainWarpFrequency", 0.03, "relief is not warped, so that its bound stays tight"),
    lives("FloorBias", 4.0, Rule::Density, &["modifiers.FloorBias.lift_m"]),
    // Worms.
    lives("WormFrequency", 0.015, Rule::Frequency, &["modifiers.Worms.frequency"]),
    retired("WormHorizontalBias", 3.0, "worms wind alike in all directions"),
    lives("WormThreshold", 0.06, Rule::NoiseThreshold, &["modifiers.Worms.radius_m"]),
    switch("WormStrength", 10.0, "Worms", "a worm is carved wholly or not at all"),
    lives("WormNetworkRange", 64.0, Rule::Limit, &["modifiers.Worms.range_m"]),
    // Details. A zero in the first field of each leaves it out.
    lives("TerraceStepHeight", 0.0, Rule::Length, &["modifiers.Terrace.step_m"]),
    lives("TerraceHardness", 0.5, Rule::Ratio, &["modifiers.Terrace.strength"]),
    lives("TerraceNoiseDisplacement", 0.5, Rule::Length, &["modifiers.Terrace.wander_m"]),
    lives("LayerLineSpacing", 0.0, Rule::Length, &["modifiers.LayerLines.spacing_m"]),
    lives("LayerLineDepth", 0.3, Rule::Density, &["modifiers.LayerLines.depth_m"]),
    switch("OverhangStrength", 0.0, "Overhang", "depth_m alone says how far a brow stands out"),
    lives("OverhangDepth", 5.0, Rule::Length, &["modifiers.Overhang.depth_m"]),
    lives("OverhangFrequency", 0.06, Rule::Frequency, &["modifiers.Overhang.wander_frequency"]),
    lives("RibbingSpacing", 0.0, Rule::Length, &["modifiers.Ribs.spacing_m"]),
    lives("RibbingDepth", 0.4, Rule::Density, &["modifiers.Ribs.height_m"]),
    lives("CliffStrength", 0.0, Rule::Ratio, &["modifiers.Cliff.strength"]),
    lives("ScallopStrength", 0.0, Rule::Density, &["modifiers.Scallop.depth_m"]),
    lives("ScallopFrequency", 0.1, Rule::Period, &["modifiers.Scallop.size_m"]),
    lives("ArchDensity", 0.0, Rule::Probability, &["modifiers.Arch.chance"]),
    lives("ArchMinRadius", 3.0, Rule::Radius, &["modifiers.Arch.thickness_min_m"]),
    lives("ArchMaxRadius", 6.0, Rule::Radius, &["modifiers.Arch.thickness_max_m"]),
    lives("ColumnDensity", 0.0, Rule::Probability, &["modifiers.Column.chance"]),
    lives("ColumnMinRadius", 2.0, Rule::Radius, &["modifiers.Column.width_min_m"]),
    lives("ColumnMaxRadius", 5.0, Rule::Radius, &["modifiers.Column.width_max_m"]),
    lives("PitDensity", 0.0, Rule::Probability, &["modifiers.Pit.chance"]),
    lives("PitMinRadius", 4.0, Rule::Length, &["modifiers.Pit.radius_min_m"]),
    lives("PitMaxRadius", 10.0, Rule::Length, &["modifiers.Pit.radius_max_m"]),
    lives("PitDepth", 25.0, Rule::Length, &["modifiers.Pit.depth_min_m", "modifiers.Pit.depth_max_m"]),
    lives("ChimneyDensity", 0.0, Rule::Probability, &["modifiers.Chimney.chance"]),
    lives("ChimneyMinRadius", 2.0, Rule::Length, &["modifiers.Chimney.radius_min_m"]),
    lives("ChimneyMaxRadius", 5.0, Rule::Length, &["modifiers.Chimney.radius_max_m"]),
    lives("ChimneyHeight", 20.0, Rule::Length, &["modifiers.Chimney.rise_min_m", "modifiers.Chimney.rise_max_m"]),
    lives("DomeDensity", 0.0, Rule::Probability, &["modifiers.Dome.chance"]),
    lives("DomeMinRadius", 8.0, Rule::Length, &["modifiers.Dome.radius_min_m"]),
    lives("DomeMaxRadius", 15.0, Rule::Length, &["modifiers.Dome.radius_max_m"]),
    lives("DomeHeightRatio", 0.8, Rule::RatioOf(&["DomeMinRadius", "DomeMaxRadius"]), &["modifiers.Dome.rise_min_m", "modifiers.Dome.rise_max_m"]),
    switch("PinchDensity", 0.0, "Pinch", "shapes narrow in a rhythm; frequency says how often"),
    lives("PinchStrength", 5.0, Rule::Length, &["modifiers.Pinch.amount_m"]),
    lives("PinchLength", 12.0, Rule::Alternation, &["modifiers.Pinch.frequency"]),
    // The flag.
    retired("bTunnelsFlowTowardOrigin", 1.0, "tunnels always form one tree that leads to the spine"),
];

/// The field whose zero leaves a modifier out; a modifier is imported only if a set gives that field another value.
pub const SWITCHES: [(&str, &str); 15] = [
    ("Pinch", "PinchDensity"),
    ("RoughnessOnDensity", "RoughnessNoiseType"),
    ("Terrace", "TerraceStepHeight"),
    ("LayerLines", "LayerLineSpacing"),
    ("Ribs", "RibbingSpacing"),
    ("Overhang", "OverhangStrength"),
    ("Cliff", "CliffStrength"),
    ("Scallop", "ScallopStrength"),
    ("FloorBias", "FloorBias"),
    ("Column", "ColumnDensity"),
    ("Arch", "ArchDensity"),
    ("Pit", "PitDensity"),
    ("Chimney", "ChimneyDensity"),
    ("Dome", "DomeDensity"),
    ("Worms", "WormStrength"),
];

/// The field of a name, whatever its case and underscores.
pub fn field(name: &str) -> Option<&'static LegacyField> {
    let wanted = folded(name);
    FIELDS.iter().find(|field| folded(field.name) == wanted)
}

/// A name without what does not matter: case, underscores, and the `b` that marks a flag.
pub fn folded(name: &str) -> String {
    let letters: String = name.chars().filter(|letter| *letter != '_').collect();
    let bare = letters.strip_prefix('b').filter(|rest| rest.starts_with(char::is_uppercase));
    bare.unwrap_or(&letters).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use world::defs::Modifier;

    #[test]
    fn names_are_found_whatever_their_case_and_two_are_never_one() {
        assert_eq!(field("minRoomRadius").map(|f| f.name), Some("MinRoomRadius"));
        assert_eq!(field("max_tunnel_length").map(|f| f.name), Some("MaxTunnelLength"));
        assert_eq!(field("TunnelsFlowTowardOrigin").map(|f| f.name), Some("bTunnelsFlowTowardOrigin"));
        assert_eq!(field("RoomSpacin"), None);
        let names: BTreeSet<String> = FIELDS.iter().map(|field| folded(field.name)).collect();
        assert_eq!(names.len(), FIELDS.len());
    }

    #[test]
    fn every_modifier_that_is_named_exists_and_has_a_switch() {
        let all: Vec<_> = Modifier::all_defaults().iter().map(Modifier::name).collect();
        for (modifier, switch) in SWITCHES {
            assert!(all.contains(&modifier), "{modifier}");
            assert!(field(switch).is_some(), "{switch}");
        }
        for found in FIELDS {
            let named = match found.fate {
                Fate::Lives { paths, .. } => {
                    paths.iter().filter_map(|path| path.strip_prefix("modifiers.")?.split('.').next()).collect()
                }
                Fate::Switch { modifier, .. } => vec![modifier],
                Fate::Retired { .. } => Vec::new(),
            };
            assert!(named.iter().all(|name| SWITCHES.iter().any(|(modifier, _)| modifier == name)), "{}", found.name);
        }
    }
}
