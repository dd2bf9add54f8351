//! From a surface to upload-ready buffers: quantised vertices with a pair of materials each, and narrow indices.

use crate::{Indices, TerrainVertex, TileKey, TileMesh};
use field::ColumnBox;
use glam::UVec2;
use surface::{Surface, SurfaceVertex, TILE_CELLS};
use world::World;
use world::biome::{BiomeColumns, BiomeShare};

/// Lattice columns along a tile's edge.
const COLUMNS: usize = TILE_CELLS + 1;
/// Shares of a triangle: at most four at each corner.
const MOST_SHARES: usize = 12;
/// No vertex.
const NONE: u32 = u32::MAX;

/// Reusable memory.
#[derive(Default)]
pub struct PackScratch {
    /// Lattice columns, read on demand.
    columns: Vec<Option<Column>>,
    shares: Vec<BiomeShare>,
    asked: Vec<BiomeShare>,
    /// The column of each surface vertex.
    of_vertex: Vec<Column>,
    /// First packed form of each surface vertex, and the next form of each packed one: one form per pair of materials.
    first_form: Vec<u32>,
    next_form: Vec<u32>,
}

/// The shares at a lattice column.
#[derive(Clone, Copy, Default)]
struct Column {
    /// From here to there in the scratch.
    first: u32,
    end: u32,
    /// The material that all of them have.
    alone: Option<u8>,
}

/// Packs a surface that is not empty. Biomes change over tens of metres, so a vertex takes the shares of its nearest lattice column.
pub fn pack(world: &World, key: TileKey, surface: &Surface, scratch: &mut PackScratch) -> TileMesh {
    scratch.columns.clear();
    scratch.columns.resize(COLUMNS * COLUMNS, None);
    scratch.shares.clear();
    scratch.of_vertex.clear();
    scratch.first_form.clear();
    scratch.first_form.resize(surface.vertices.len(), NONE);
    scratch.next_form.clear();

    let columns = ColumnBox { origin: key.node().origin().truncate(), level: key.level, size: UVec2::splat(COLUMNS as u32) };
    let biomes = world.biome_columns(key.strate, columns);
    let mut packer = Packer { biomes, surface, scratch, vertices: Vec::with_capacity(surface.vertices.len()) };
    for vertex in &surface.vertices {
        let column = packer.column(vertex);
        packer.scratch.of_vertex.push(column);
    }
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
    biomes: BiomeColumns<'a>,
    surface: &'a Surface,
    scratch: &'a mut PackScratch,
    vertices: Vec<TerrainVertex>,
}

impl Packer<'_> {
    /// Indices of a triangle's three packed vertices, which all carry the triangle's pair.
    fn triangle(&mut self, corners: [u32; 3]) -> [u32; 3] {
        let [i, j, k] = corners;
        let of_vertex = &self.scratch.of_vertex;
        let columns @ [a, b, c] = [of_vertex[i as usize], of_vertex[j as usize], of_vertex[k as usize]];
        let pair = match a.alone {
            // Most triangles lie within one biome.
            Some(material) if b.alone == a.alone && c.alone == a.alone => [material; 2],
            _ => self.pair(&columns),
        };
        [self.form(i, pair, &a), self.form(j, pair, &b), self.form(k, pair, &c)]
    }

    /// The column nearest to a vertex.
    fn column(&mut self, vertex: &SurfaceVertex) -> Column {
        let nearest = |cells: f32| (cells + 0.5) as usize;
        let (x, y) = (nearest(vertex.position.x), nearest(vertex.position.y));
        let place = y * COLUMNS + x;
        if let Some(column) = self.scratch.columns[place] {
            return column;
        }
        let PackScratch { columns, shares, asked, .. } = &mut *self.scratch;
        self.biomes.shares(UVec2::new(x as u32, y as u32), asked);
        let alone = asked.first().map(|share| palette_byte(share.material));
        let alone = alone.filter(|material| asked.iter().all(|share| palette_byte(share.material) == *material));
        let first = shares.len() as u32;
        shares.append(asked);
        let column = Column { first, end: shares.len() as u32, alone };
        columns[place] = Some(column);
        column
    }

    fn read(&self, column: &Column) -> &[BiomeShare] {
        &self.scratch.shares[column.first as usize..column.end as usize]
    }

    /// The two palette entries with the largest sums over the corners (ties: lower index), the lower index first.
    fn pair(&self, columns: &[Column; 3]) -> [u8; 2] {
        let mut sums = [(0u8, 0.0f32); MOST_SHARES];
        let mut count = 0;
        for share in columns.iter().flat_map(|column| self.read(column)) {
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
    #[inline]
    fn form(&mut self, corner: u32, pair: [u8; 2], column: &Column) -> u32 {
        let materials = u16::from_le_bytes(pair);
        let mut known = self.scratch.first_form[corner as usize];
        while known != NONE {
            if self.vertices[known as usize].materials == materials {
                return known;
            }
            known = self.scratch.next_form[known as usize];
        }
        self.make_form(corner, pair, column)
    }

    fn make_form(&mut self, corner: u32, pair: [u8; 2], column: &Column) -> u32 {
        let weight_of = |material: u8| -> f32 {
            self.read(column).iter().filter(|s| palette_byte(s.material) == material).fold(0.0, |sum, s| sum + s.weight)
        };
        let weight = if pair[0] == pair[1] {
            0.0
        } else {
            let (first, second) = (weight_of(pair[0]), weight_of(pair[1]));
            if first + second > 0.0 { second / (first + second) } else { 0.0 }
        };
        let packed = quantised(&self.surface.vertices[corner as usize], u16::from_le_bytes(pair), weight);
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
    // By conversion, which cuts off: calls of the library's floor take longer than all the rest.
    let place = |cells: f32| (cells * surface::SUBCELLS as f32) as u16;
    let byte = |ratio: f32| (ratio * 255.0 + 0.5) as u8;
    let nearest = |n: f32| {
        let scaled = n * 127.0 + 0.5;
        let cut = scaled as i32;
        (cut - i32::from(cut as f32 > scaled)) as i8
    };
    TerrainVertex {
        position: [place(vertex.position.x), place(vertex.position.y), place(vertex.position.z)],
        materials,
        normal: [nearest(vertex.normal.x), nearest(vertex.normal.y), nearest(vertex.normal.z), 0],
        surface: [byte(vertex.openness), byte(weight), byte(vertex.normal.z * 0.5 + 0.5), 0],
    }
}
