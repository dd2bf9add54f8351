//! Building one tile: density, surface, materials, ready to upload. A pure function of world and key.

use crate::pack::{PackScratch, pack};
use crate::{NodeKey, TileKey};
use bytemuck::{Pod, Zeroable};
use field::{FillScratch, Proofs, SampleBox, Verdict};
use glam::{IVec3, UVec3};
use std::ops::Range;
use surface::{GRID, MeshScratch, Surface, TILE_CELLS, mesh};
use world::{StrateIndex, World};

/// 16 bytes, as uploaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct TerrainVertex {
    /// Position in 1/256 cells from the tile's origin (0..=8192 per axis).
    pub position: [u16; 3],
    /// Two palette indices of the pair: low byte first, high byte second.
    pub materials: u16,
    /// Normal, signed normalised; w is unused (0).
    pub normal: [i8; 4],
    /// x openness (0 enclosed .. 255 open), y weight of the second material, z slope (0 ceiling, 128 wall, 255 floor), w free.
    pub surface: [u8; 4],
}

/// 16 bit where they fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Indices {
    /// At most 65 536 vertices.
    U16(Vec<u16>),
    /// More.
    U32(Vec<u32>),
}

impl Indices {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::U16(list) => list.len(),
            Self::U32(list) => list.len(),
        }
    }

    /// None at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index at a place; panics past the end as a slice does.
    pub fn get(&self, at: usize) -> usize {
        match self {
            Self::U16(list) => usize::from(list[at]),
            Self::U32(list) => list[at] as usize,
        }
    }
}

/// A finished mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct TileMesh {
    /// Its tile.
    pub key: TileKey,
    /// World lattice point of its first corner.
    pub origin: IVec3,
    /// Shared vertices.
    pub vertices: Vec<TerrainVertex>,
    /// Regular triangles first, then the six transition strips.
    pub indices: Indices,
    /// Number of indices of the regular mesh.
    pub regular: u32,
    /// Index range of each strip (-x, +x, -y, +y, -z, +z), drawn where that neighbour is one level coarser.
    pub strips: [Range<u32>; 6],
}

impl TileMesh {
    /// Accounted memory, buffers included.
    pub fn bytes(&self) -> usize {
        let index = match self.indices {
            Indices::U16(_) => 2,
            Indices::U32(_) => 4,
        };
        size_of::<Self>() + self.vertices.len() * size_of::<TerrainVertex>() + self.indices.len() * index
    }

    /// The faces whose strip holds triangles: bit i for face i.
    pub fn filled_strips(&self) -> u8 {
        self.strips.iter().zip(0..).fold(0, |mask, (range, face)| mask | u8::from(!range.is_empty()) << face)
    }

    /// The triangles drawn under a mask of strips, in 1/256 lattice units of the world.
    pub fn triangles(&self, strips: u8) -> impl Iterator<Item = [IVec3; 3]> + '_ {
        let corner = |at: usize| {
            let position = self.vertices[self.indices.get(at)].position.map(i32::from);
            self.origin * surface::SUBCELLS + IVec3::from_array(position) * (1 << self.key.level)
        };
        std::iter::once(0..self.regular)
            .chain((0..6).filter(move |face| strips >> face & 1 == 1).map(|face| self.strips[face].clone()))
            .flat_map(|range| range.step_by(3))
            .map(move |first| [0, 1, 2].map(|i| corner(first as usize + i)))
    }
}

/// What a tile turned out to be. The same with proofs on or off.
#[derive(Clone, Debug, PartialEq)]
pub enum TileContent {
    /// Every sample, halo included, is rock.
    Rock,
    /// Every sample, halo included, is air.
    Air,
    /// Signs differ, but only outside its cells.
    Empty,
    /// Has a surface.
    Mesh(Box<TileMesh>),
}

/// Memory of one worker.
#[derive(Default)]
pub struct BuildScratch {
    fill: FillScratch,
    mesh: MeshScratch,
    surface: Surface,
    pack: PackScratch,
}

/// Builds a tile. Pure: the same bytes for the same world and key on every thread, with proofs on or off. A strate that the world
/// lacks has empty tiles.
pub fn build_tile(world: &World, key: TileKey, proofs: Proofs, scratch: &mut BuildScratch) -> TileContent {
    match fill(world, key.node(), &[key.strate], proofs, scratch) {
        Verdict::Rock => TileContent::Rock,
        Verdict::Air => TileContent::Air,
        Verdict::Mixed => match mesh_tile(world, key, scratch) {
            Some(mesh) => TileContent::Mesh(Box::new(mesh)),
            None => TileContent::Empty,
        },
    }
}

/// What a worker made of a node.
pub(crate) struct BuiltNode {
    /// No lattice point of the closed cube and its halo, at any level, lies on the other side of the surface: nothing to see
    /// inside, however fine.
    pub proven: bool,
    /// Tiles that have a surface.
    pub meshes: Vec<TileMesh>,
    /// Lattice points sampled.
    pub sampled: u64,
}

/// Builds the tiles of some strates in one node, after trying to prove the whole cube uniform. `None` once `cancelled`.
pub(crate) fn build_node(
    world: &World,
    node: NodeKey,
    strates: &[StrateIndex],
    scratch: &mut BuildScratch,
    cancelled: impl Fn() -> bool,
) -> Option<BuiltNode> {
    // A larger node that draws nothing only holds smaller ones: proving it would seldom save any.
    let is_worth_proving = node.level == 1 || (node.level > 1 && !strates.is_empty());
    if is_worth_proving && world.verdict(&fine_box(node)) != Verdict::Mixed {
        return Some(BuiltNode { proven: true, meshes: Vec::new(), sampled: 0 });
    }
    let mut built = BuiltNode { proven: false, meshes: Vec::new(), sampled: 0 };
    if strates.is_empty() {
        return Some(built);
    }
    if cancelled() {
        return None;
    }
    let verdict = fill(world, node, strates, Proofs::On, scratch);
    built.sampled = scratch.fill.sampled as u64;
    if verdict != Verdict::Mixed {
        let is_whole = cells_of_strates(world, node, strates) == ALL_CELLS;
        return Some(BuiltNode { proven: node.level == 0 && is_whole, ..built });
    }
    for &strate in strates {
        if cancelled() {
            return None;
        }
        built.meshes.extend(mesh_tile(world, node.tile(strate), scratch));
    }
    Some(built)
}

/// Sample points of a node's padded grid.
fn padded_box(node: NodeKey) -> SampleBox {
    let step = 1 << node.level;
    SampleBox { origin: node.origin() - step, level: node.level, size: UVec3::splat(GRID as u32) }
}

/// Every lattice point of a node and its halo.
fn fine_box(node: NodeKey) -> SampleBox {
    let padded = padded_box(node);
    let size = (padded.last() - padded.origin).as_uvec3() + 1;
    SampleBox { origin: padded.origin, level: 0, size }
}

/// Fills the layers of the padded grid that the cells of some strates read, and says what their signs are, whether proven or seen.
fn fill(world: &World, node: NodeKey, strates: &[StrateIndex], proofs: Proofs, scratch: &mut BuildScratch) -> Verdict {
    let cells = cells_of_strates(world, node, strates);
    if cells.is_empty() {
        return Verdict::Rock;
    }
    let all = 0..GRID;
    // Corners of the cells, and the layer beyond them on either side, which normals and occlusion read.
    let (corners, wide) = (cells.start + 1..cells.end + 2, cells.start..cells.end + 3);
    // Beyond an interface stands another strate: that layer is filled only if something crosses beside it.
    let is_cut = [cells.start != ALL_CELLS.start, cells.end != ALL_CELLS.end];
    let narrow = if is_cut[0] { corners.start } else { all.start }..if is_cut[1] { corners.end } else { all.end };
    let mut verdict = fill_layers(world, node, narrow.clone(), proofs, scratch);
    if verdict == Verdict::Mixed && narrow != wide {
        let density = &scratch.fill.density;
        let is_uniform = |layers: Range<usize>| {
            let rock = density[layers.start * LAYER..layers.end * LAYER].iter().filter(|density| **density < 0.0).count();
            rock == 0 || rock == layers.len() * LAYER
        };
        let is_open =
            is_cut[0] && !is_uniform(corners.start..corners.start + 2) || is_cut[1] && !is_uniform(corners.end - 2..corners.end);
        if is_open {
            verdict = fill_layers(world, node, wide, proofs, scratch);
        }
    }
    verdict
}

/// Points in a layer of the padded grid.
const LAYER: usize = GRID * GRID;

fn fill_layers(world: &World, node: NodeKey, layers: Range<usize>, proofs: Proofs, scratch: &mut BuildScratch) -> Verdict {
    let verdict = world.fill_layers(&padded_box(node), layers.start as u32..layers.end as u32, proofs, &mut scratch.fill);
    if verdict != Verdict::Mixed {
        return verdict;
    }
    let density = &scratch.fill.density[layers.start * LAYER..layers.end * LAYER];
    let rock = density.iter().filter(|density| **density < 0.0).count();
    match rock {
        0 => Verdict::Air,
        all if all == density.len() => Verdict::Rock,
        _ => Verdict::Mixed,
    }
}

/// Meshes the filled grid for one strate.
fn mesh_tile(world: &World, key: TileKey, scratch: &mut BuildScratch) -> Option<TileMesh> {
    let cells = cells_of_strate(world, key)?;
    let cell_m = world.voxel().metres() * (1 << key.level) as f32;
    mesh(&scratch.fill.density, cell_m, cells, &mut scratch.mesh, &mut scratch.surface);
    (!scratch.surface.regular.is_empty()).then(|| pack(world, key, &scratch.surface, &mut scratch.pack))
}

/// Layers of cells of a tile that nothing cuts.
const ALL_CELLS: Range<usize> = 0..TILE_CELLS;

/// The layers of a tile's cells that lie in its strate; interfaces are multiples of the layout unit, so no cell straddles one.
fn cells_of_strate(world: &World, key: TileKey) -> Option<Range<usize>> {
    let bands = world.strates().get(usize::from(key.strate.0))?.bands;
    let (origin, step) = (key.node().origin().z, 1 << key.level);
    let cell = |z: i32| ((z - origin).div_euclid(step)).clamp(0, TILE_CELLS as i32) as usize;
    Some(cell(bands.bottom)..cell(bands.top))
}

/// The layers from the lowest to the highest cell of some strates in a node.
fn cells_of_strates(world: &World, node: NodeKey, strates: &[StrateIndex]) -> Range<usize> {
    let each = strates.iter().filter_map(|strate| cells_of_strate(world, node.tile(*strate)));
    let held = each.filter(|cells| !cells.is_empty()).reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
    held.unwrap_or(0..0)
}
