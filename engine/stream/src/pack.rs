//! From a surface to upload-ready buffers: quantised vertices with a pair of materials each, and narrow indices.

use crate::{Indices, TerrainVertex, TileKey, TileMesh};
use glam::{DVec2, IVec3};
use surface::{Surface, SurfaceVertex, TILE_CELLS};
use world::World;
use world::biome::{BiomeShare, BiomeWalk};

/// Lattice columns along a tile's edge.
const COLUMNS: usize = TILE_CELLS + 1;
/// Shares of a triangle: at most four at each corner.
const MOST_SHARES: usize = 12;
/// No vertex.
const NONE: u32 = u32::MAX;

/// Reusable memory.
#[derive(Default)]
pub struct PackScratch {
    /// Shares per lattice column, read on demand: range in `shares`, empty if not yet read.
    columns: Vec<std::ops::Range<u32>>,
    shares: Vec<BiomeShare>,
    asked: Vec<BiomeShare>,
    /// First packed form of each surface vertex, and the next form of each packed one: one form per pair of materials.
    first_form: Vec<u32>,
    next_form: Vec<u32>,
}

/// Packs a surface that is not empty. Biomes change over tens of metres, so a vertex takes the shares of its nearest lattice column.
pub fn pack(world: &World, key: TileKey, surface: &Surface, scratch: &mut PackScratch) -> TileMesh {
    scratch.columns.clear();
    scratch.columns.resize(COLUMNS * COLUMNS, 0..0);
    scratch.shares.clear();
    scratch.first_form.clear();
    scratch.first_form.resize(surface.vertices.len(), NONE);
    scratch.next_form.clear();

    let biomes = world.biome_walk(key.strate);
    let mut packer = Packer { world, biomes, key, surface, scratch, vertices: Vec::with_capacity(surface.vertices.len()) };
    let total: usize = 3 * (surface.regular.len() + surface.transitions.iter().map(Vec::len).sum::<usize>());
    let mut indices: Vec<u32> = Vec::with_capacity(total);
    surface.regular.iter().for_each(|triangle| indices.extend(packer.triangle(*triangle)));
    let regular = indices.len() as u32;
    let strips = std::array::from_fn(|face| {
        let first = indices.len() as u32;
        surface.transitions[face].iter().for_each(|triangle| indices.extend(packer.triangle(*triangle)));
        first..indices.len() as u32
    });

    let mut vertices = packer.vertices;
    vertices.shrink_to_fit();
    let indices = if vertices.len() <= 1 << 16 {
        Indices::U16(indices.iter().map(|index| *index as u16).collect())
    } else {
        Indices::U32(indices)
    };
    TileMesh { key, origin: key.node().origin(), vertices, indices, regular, strips }
}

struct Packer<'a> {
    world: &'a World,
    biomes: BiomeWalk<'a>,
    key: TileKey,
    surface: &'a Surface,
    scratch: &'a mut PackScratch,
    vertices: Vec<TerrainVertex>,
}

impl Packer<'_> {
    /// Indices of a triangle's three packed vertices, which all carry the triangle's pair.
    fn triangle(&mut self, corners: [u32; 3]) -> [u32; 3] {
        let shares = corners.map(|corner| self.shares(&self.surface.vertices[corner as usize]));
        let pair = self.pair(&shares);
        std::array::from_fn(|i| self.form(corners[i], pair, shares[i].clone()))
    }

    /// The shares at a vertex, as a range in the scratch.
    fn shares(&mut self, vertex: &SurfaceVertex) -> std::ops::Range<u32> {
        let nearest = |cells: f32| (cells + 0.5) as usize;
        let (x, y) = (nearest(vertex.position.x), nearest(vertex.position.y));
        let column = y * COLUMNS + x;
        if self.scratch.columns[column].is_empty() {
            let step = 1 << self.key.level;
            let lattice = self.key.node().origin() + IVec3::new(x as i32, y as i32, 0) * step;
            let position = self.world.voxel().position_m(lattice);
            self.biomes.shares(DVec2::new(position.x, position.y), &mut self.scratch.asked);
            let first = self.scratch.shares.len() as u32;
            self.scratch.shares.append(&mut self.scratch.asked);
            self.scratch.columns[column] = first..self.scratch.shares.len() as u32;
        }
        self.scratch.columns[column].clone()
    }

    fn read(&self, range: &std::ops::Range<u32>) -> &[BiomeShare] {
        &self.scratch.shares[range.start as usize..range.end as usize]
    }

    /// The two palette entries with the largest sums over the corners (ties: lower index), the lower index first.
    fn pair(&self, shares: &[std::ops::Range<u32>; 3]) -> [u8; 2] {
        let mut sums = [(0u8, 0.0f32); MOST_SHARES];
        let mut count = 0;
        for share in shares.iter().flat_map(|range| self.read(range)) {
            let material = palette_byte(share.material);
            match sums[..count].iter_mut().find(|(known, _)| *known == material) {
                Some((_, sum)) => *sum += share.weight,
                None if count < MOST_SHARES => {
                    sums[count] = (material, share.weight);
                    count += 1;
                }
                None => {}
            }
        }
        let sums = &mut sums[..count];
        sums.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        match *sums {
            [] => [0, 0],
            [(only, _)] => [only, only],
            [(a, _), (b, _), ..] => [a.min(b), a.max(b)],
        }
    }

    /// The packed form of a vertex under a pair, made on first use.
    fn form(&mut self, corner: u32, pair: [u8; 2], shares: std::ops::Range<u32>) -> u32 {
        let materials = u16::from_le_bytes(pair);
        let mut known = self.scratch.first_form[corner as usize];
        while known != NONE {
            if self.vertices[known as usize].materials == materials {
                return known;
            }
            known = self.scratch.next_form[known as usize];
        }
        let weight_of = |material: u8| -> f32 {
            self.read(&shares).iter().filter(|s| palette_byte(s.material) == material).fold(0.0, |sum, s| sum + s.weight)
        };
        let (first, second) = (weight_of(pair[0]), weight_of(pair[1]));
        let weight = if pair[0] != pair[1] && first + second > 0.0 { second / (first + second) } else { 0.0 };
        let packed = quantised(&self.surface.vertices[corner as usize], materials, weight);
        let index = self.vertices.len() as u32;
        self.vertices.push(packed);
        self.scratch.next_form.push(self.scratch.first_form[corner as usize]);
        self.scratch.first_form[corner as usize] = index;
        index
    }
}

/// A palette holds at most 256 entries; further ones show as the last.
fn palette_byte(material: u16) -> u8 {
    material.min(255) as u8
}

fn quantised(vertex: &SurfaceVertex, materials: u16, weight: f32) -> TerrainVertex {
    let byte = |ratio: f32| (ratio * 255.0 + 0.5).floor() as u8;
    let [x, y, z] = vertex.normal.to_array().map(|n| (n * 127.0 + 0.5).floor() as i8);
    TerrainVertex {
        position: vertex.position.to_array().map(|cells| (cells * surface::SUBCELLS as f32) as u16),
        materials,
        normal: [x, y, z, 0],
        surface: [byte(vertex.openness), byte(weight), byte(vertex.normal.z * 0.5 + 0.5), 0],
    }
}
