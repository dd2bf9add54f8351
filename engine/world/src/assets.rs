//! Everything a world is made from, already parsed and validated one by one. Order and file names never matter.

use crate::defs::{BiomeDef, CorpusDef, EditLayerDef, MaterialDef, ProjectDef, StrateDef};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A stable id written inside an asset's file: lower-case letters, digits, `_` and `-`.
pub type AssetId = String;

/// A snapshot of a project's assets. Cloning is cheap: parts are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assets {
    /// `project.ron`.
    pub project: Arc<ProjectDef>,
    /// `strates/*.ron` by id.
    pub strates: BTreeMap<AssetId, Arc<StrateDef>>,
    /// `biomes/*.ron` by id.
    pub biomes: BTreeMap<AssetId, Arc<BiomeDef>>,
    /// Entries of `materials.ron` by id.
    pub materials: BTreeMap<AssetId, Arc<MaterialDef>>,
    /// `edits/*.ron` by id, folded in order of (`order`, id).
    pub edits: BTreeMap<AssetId, Arc<EditLayerDef>>,
    /// `corpus/*.ron` by id; the composer's parents, no part of the world.
    pub corpus: BTreeMap<AssetId, Arc<CorpusDef>>,
}
