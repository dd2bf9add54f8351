//! The seam audit of a drawn set: no edge without its opposite, except where the drawn set itself ends.

use crate::{NodeKey, TileMesh};
use glam::{DVec3, IVec3};
use std::collections::BTreeSet;
use std::sync::Arc;
use surface::{SUBCELLS, unmatched_edges};
use world::World;

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeamReport {
    /// Triangles looked at.
    pub triangles: u64,
    /// Unmatched edges on the outer border of the drawn set, where nothing could match them.
    pub border: u64,
    /// Unmatched edges inside it: gaps.
    pub unmatched: u64,
    /// World metres of the middle of the first gap.
    pub first: Option<DVec3>,
}

/// Audits meshes drawn with these strips. `nodes` are all nodes that the picture covers, with or without a mesh: an edge counts as
/// a gap only if all space that touches it is covered by a node that draws the strates there.
pub fn audit(world: &World, drawn: &[(Arc<TileMesh>, u8)], nodes: &[(NodeKey, Vec<world::StrateIndex>)]) -> SeamReport {
    let triangles = || drawn.iter().flat_map(|(mesh, strips)| mesh.triangles(*strips));
    let covered = Covered::new(world, nodes);
    let mut report = SeamReport { triangles: triangles().count() as u64, ..SeamReport::default() };
    for [from, to] in unmatched_edges(triangles()) {
        if covered.all_round(from, to) {
            report.unmatched += 1;
            let middle = (from + to).as_dvec3() / f64::from(2 * SUBCELLS);
            report.first.get_or_insert(middle * f64::from(world.voxel().metres()));
        } else {
            report.border += 1;
        }
    }
    report
}

/// The space that the picture covers: (node, strate) pairs.
struct Covered<'a> {
    world: &'a World,
    tiles: BTreeSet<crate::TileKey>,
    levels: BTreeSet<u8>,
}

impl<'a> Covered<'a> {
    fn new(world: &'a World, nodes: &[(NodeKey, Vec<world::StrateIndex>)]) -> Self {
        let tiles = nodes.iter().flat_map(|(node, strates)| strates.iter().map(|strate| node.tile(*strate)));
        let levels = nodes.iter().map(|(node, _)| node.level);
        Self { world, tiles: tiles.collect(), levels: levels.collect() }
    }

    /// Whether the eight points one 1/512 voxel off an edge's middle are all covered. Coordinates are 1/256 voxels.
    fn all_round(&self, from: IVec3, to: IVec3) -> bool {
        (0..8).all(|i| {
            let aside = IVec3::new(i & 1, i >> 1 & 1, i >> 2) * 2 - 1;
            let twice = from + to + aside;
            let voxel = twice.to_array().map(|c| c.div_euclid(2 * SUBCELLS));
            self.holds(IVec3::from_array(voxel))
        })
    }

    /// Whether the level-0 cell from this lattice point is drawn.
    fn holds(&self, cell: IVec3) -> bool {
        let Some(strate) = self.world.strate_at(cell.z) else { return false };
        self.levels.iter().any(|level| self.tiles.contains(&NodeKey::at(*level, cell).tile(strate)))
    }
}
