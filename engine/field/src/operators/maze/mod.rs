//! Corridors of cut stone on a lattice, storey over storey, without end in XY: one tree of ways by construction.
//!
//! A storey is a plan with heights: its corridors, chambers and doorways are rectangles of XY, measured once per column and raised
//! between one level floor and their ceilings. Stairs between storeys are square towers with a ramp that winds up round a newel; each
//! stands in the block of rock north-east of its node and opens to it by a doorway on either storey. Wells are holes in a floor.

pub mod layout;
mod prepared;
mod shape;
#[cfg(test)]
mod tests;

use crate::operator::{Nature, Role};
use crate::{Channels, Operator, Prepared, Record, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec3};
use layout::Join;
use prepared::PreparedMaze;
use shape::{Stairs, Storey, Window};

/// What a maze is made of; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MazeSpec {
    /// Height of the content.
    pub content_m: f32,
    /// Distance between neighbouring nodes of a storey.
    pub cell_m: f32,
    /// Least height from floor to floor.
    pub storey_m: f32,
    /// Half the width of corridors.
    pub corridor_radius_m: f32,
    /// Clear height of corridors.
    pub corridor_height_m: f32,
    /// How much farther the walls of a chamber stand back.
    pub chamber_m: f32,
    /// Share of nodes that are chambers.
    pub chamber_chance: f32,
    /// Share of the most loops there may be.
    pub branch_chance: f32,
    /// Liking of the tree for stairs, and share of the most wells there may be.
    pub verticality: f32,
    /// Width over which floor meets wall.
    pub fillet_m: f32,
    /// Width over which wall meets ceiling.
    pub vault_m: f32,
    /// How far pilasters stand out from the walls of corridors, and their usual distance.
    pub pilasters_m: [f32; 2],
    /// Depth of the band cut into the walls, and the height of its middle above the floor.
    pub band_m: [f32; 2],
}

/// Distances are held at this, metres: farther walls are not felt.
pub(crate) const FAR_M: f32 = 4.0;
/// Rock kept between a chamber and the stairs beside it, metres.
pub const STAIR_WALL_M: f32 = 0.7;
/// Half the least width of a stair tower, metres.
pub const LEAST_STAIR_M: f32 = 3.55;
/// Deepest band, metres.
pub const DEEPEST_BAND_M: f32 = 0.5;

/// The operator: writes Shape.
#[derive(Clone, Debug)]
pub struct Maze {
    seed: u64,
    spec: MazeSpec,
    stairs: Stairs,
}

pub(super) static RECORD: Record = Record {
    name: "maze",
    role: Role::Source,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: false, shape: true },
    provides: &["MazeGeometry"],
    requires: &[],
    doc: "Lattice corridors and chambers with level floors, storey over storey, joined into one tree by winding stairs.",
};

impl Maze {
    /// The maze of a seed.
    pub fn new(seed: u64, spec: MazeSpec) -> Self {
        let spec = MazeSpec { band_m: [ops::clamp(spec.band_m[0], 0.0, DEEPEST_BAND_M), spec.band_m[1]], ..spec };
        Self { seed, stairs: Stairs::new(&spec), spec }
    }
    /// Feet of the nodes of the origin's storey within `reach_m` of a place that have a whole floor, nearest first; metres.
    pub fn nodes_near(&self, at_m: DVec2, reach_m: f64) -> Vec<(DVec2, f32)> {
        let foot_m = self.spec.foot_m(0);
        let reach = DVec2::splat(reach_m);
        let nodes = Window::between(&self.spec, at_m - reach, at_m + reach, 0.0).nodes(0);
        let mut near: Vec<(DVec2, f32)> = nodes
            .filter(|node| !self.spec.has_well(self.seed, *node))
            .map(|node| (self.spec.at_m(node), foot_m))
            .filter(|(node_m, _)| node_m.distance(at_m) <= reach_m)
            .collect();
        let far = |(node_m, _): &(DVec2, f32)| node_m.distance_squared(at_m);
        near.sort_by(|a, b| {
            far(a).total_cmp(&far(b)).then_with(|| a.0.x.total_cmp(&b.0.x)).then_with(|| a.0.y.total_cmp(&b.0.y))
        });
        near
    }
    /// Floor of a node and the middle of the first tread of its stairs, if it has stairs up; metres.
    pub fn stairs_of(&self, node: IVec3) -> Option<[DVec2; 2]> {
        let is_stairs = self.spec.join(self.seed, node, 2) == Some(Join::Tree);
        is_stairs.then(|| [self.spec.at_m(node), self.spec.at_m(node) + f64::from(self.stairs.off_node_m)])
    }
}

impl Operator for Maze {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let part = SampleBox { origin: p, level: 0, size: glam::UVec3::ONE };
        let window = Window::of(&self.spec, voxel, &part);
        let (xy, z_m) = (p.truncate(), p.z as f32 * voxel.metres());
        let mut shape = FAR_M;
        for storey in self.spec.storeys() {
            shape = ops::min(Storey::new(self, voxel, storey, &window, None).at(xy, z_m), shape);
        }
        self.each_tower(voxel, &window, |tower| shape = ops::min(tower.at(self, voxel, xy, z_m), shape));
        self.each_well(voxel, &window, |well| shape = ops::min(well.at(voxel, xy, z_m), shape));
        Channels { density: incoming.density, shape }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(PreparedMaze::new(self, voxel, domain))
    }
}
