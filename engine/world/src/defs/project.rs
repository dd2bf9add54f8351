//! `project.ron`: seed, voxel size, bounds and layout.

use super::StrateDef;
use param::Params;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `project.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectDef {
    /// Schema version of the file.
    pub schema: u32,
    /// Shown name.
    pub name: String,
    /// World seed.
    pub seed: u64,
    /// Edge of a voxel in micrometres: 125000, 250000 or 500000.
    #[serde(default = "default_voxel")]
    pub voxel_um: u32,
    /// Bounds and entry.
    #[serde(default)]
    pub settings: ProjectSettings,
    /// The stack of strates.
    pub layout: LayoutDef,
}

fn default_voxel() -> u32 {
    250_000
}

impl Default for ProjectDef {
    fn default() -> Self {
        Self {
            schema: super::SCHEMA,
            name: String::new(),
            seed: 1,
            voxel_um: default_voxel(),
            settings: ProjectSettings::default(),
            layout: LayoutDef::default(),
        }
    }
}

/// Bounds of the world.
#[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProjectSettings {
    #[param(default = 0.0, hard = [0.0, 32000.0], soft = [0.0, 2000.0], unit = Metres, group = "Edge", label = "World radius", help = "Beyond it all is rock; zero for no edge", treatment = Fixed)]
    pub radius_m: f32,
    #[param(default = 24.0, hard = [8.0, 64.0], soft = [8.0, 48.0], unit = Metres, group = "Edge", label = "Edge thickness", help = "Width over which the rock rises at the edge", treatment = Fixed)]
    pub edge_thickness_m: f32,
    #[param(default = 8.0, hard = [4.0, 32.0], soft = [6.0, 16.0], unit = Metres, group = "Spine", label = "Spine room radius", help = "Radius of the landing room at the origin of every strate", treatment = Fixed)]
    pub spine_radius_m: f32,
}

/// The stack of strates, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutDef {
    /// Drawn in order; appending a batch never moves an existing slot.
    pub batches: Vec<BatchDef>,
    /// Slots that always hold one strate.
    pub fixed: Vec<FixedSlotDef>,
    /// Replaces the asset of a slot without drawing again: slot id → strate id.
    pub overrides: BTreeMap<String, String>,
    /// Replaces the asset of a slot by a strate held here (a composer candidate).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub candidates: BTreeMap<String, StrateDef>,
    /// The strate used where a draw is impossible.
    pub safe_entry: Option<String>,
    /// Forbid two neighbours of the same archetype.
    pub no_two_alike: bool,
}

/// A run of slots drawn from a pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchDef {
    /// Stable id; slot ids are `<batch id>.<n>`.
    pub id: String,
    /// Number of slots.
    pub count: u32,
    /// Strate ids; a set.
    pub pool: Vec<String>,
}

/// A slot that always holds one strate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedSlotDef {
    /// Slot index from the top, 0 first.
    pub index: u32,
    /// Strate id.
    pub strate: String,
}
