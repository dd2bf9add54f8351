//! Terrain tiles on the GPU: what the streamer said to show, and nothing else. No copy of a mesh stays on the CPU.

use crate::arena::{Arena, Span};
use crate::camera::Frustum;
use crate::frame::{LocalSpace, SunMap};
use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use glam::{DVec3, IVec3};
use std::collections::BTreeMap;
use std::ops::Range;
use stream::{Change, Indices, TileKey, TileMesh};
use world::StrateIndex;

/// One tile's place, as an instance.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TileInstance {
    /// Voxels from the render origin; w: voxels per cell.
    place: [f32; 4],
    /// Level, strate.
    name: [u32; 2],
}

struct Tile {
    origin: IVec3,
    vertices: Span,
    indices: Span,
    wide: bool,
    regular: u32,
    strips: [Range<u32>; 6],
    shown: u8,
}

impl Tile {
    /// Index ranges to draw; neighbouring ones are joined.
    fn ranges(&self) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = std::iter::once(0..self.regular).collect();
        for (face, strip) in self.strips.iter().enumerate() {
            if self.shown & (1 << face) == 0 || strip.is_empty() {
                continue;
            }
            match ranges.last_mut() {
                Some(last) if last.end == strip.start => last.end = strip.end,
                _ => ranges.push(strip.clone()),
            }
        }
        ranges.retain(|range| !range.is_empty());
        ranges
    }
}

/// What is drawn of one tile.
pub(crate) struct TileDraw<'a> {
    pub vertices: &'a wgpu::Buffer,
    pub vertex_bytes: Range<u64>,
    pub indices: &'a wgpu::Buffer,
    pub index_bytes: Range<u64>,
    pub format: wgpu::IndexFormat,
    pub ranges: Vec<Range<u32>>,
    pub instance: TileInstance,
}

impl TileDraw<'_> {
    pub fn triangles(&self) -> u64 {
        self.ranges.iter().map(|range| u64::from(range.end - range.start) / 3).sum()
    }
}

pub(crate) struct Terrain {
    vertices: Arena,
    indices: Arena,
    tiles: BTreeMap<TileKey, Tile>,
}

impl Terrain {
    pub fn new() -> Self {
        Self {
            vertices: Arena::new("terrain vertices", wgpu::BufferUsages::VERTEX),
            indices: Arena::new("terrain indices", wgpu::BufferUsages::INDEX),
            tiles: BTreeMap::new(),
        }
    }

    pub fn apply(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, change: &Change) {
        match change {
            Change::Add(mesh) => self.add(device, queue, mesh),
            Change::Strips(key, shown) => {
                if let Some(tile) = self.tiles.get_mut(key) {
                    tile.shown = *shown;
                }
            }
            Change::Remove(key) => self.remove(*key),
        }
    }

    /// A tile that is there already is replaced and keeps its strips.
    fn add(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, mesh: &TileMesh) {
        let shown = self.tiles.get(&mesh.key).map_or(0, |tile| tile.shown);
        self.remove(mesh.key);
        let (bytes, wide, count): (&[u8], bool, usize) = match &mesh.indices {
            Indices::U16(list) => (bytemuck::cast_slice(list), false, list.len()),
            Indices::U32(list) => (bytemuck::cast_slice(list), true, list.len()),
        };
        let within = |range: &Range<u32>| if range.end as usize <= count { range.clone() } else { 0..0 };
        let Some(vertices) = self.vertices.upload(device, queue, bytemuck::cast_slice(&mesh.vertices)) else { return };
        let Some(indices) = self.indices.upload(device, queue, bytes) else {
            self.vertices.release(vertices);
            return;
        };
        let tile = Tile {
            origin: mesh.origin,
            vertices,
            indices,
            wide,
            regular: mesh.regular.min(count as u32),
            strips: mesh.strips.each_ref().map(within),
            shown,
        };
        self.tiles.insert(mesh.key, tile);
    }

    fn remove(&mut self, key: TileKey) {
        if let Some(tile) = self.tiles.remove(&key) {
            self.vertices.release(tile.vertices);
            self.indices.release(tile.indices);
        }
    }

    pub fn clear(&mut self) {
        *self = Self::new();
    }

    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    pub fn bytes(&self) -> u64 {
        self.vertices.bytes() + self.indices.bytes()
    }

    /// Tiles in view, nearest first.
    pub fn seen(&self, frustum: &Frustum, eye_m: DVec3, space: &LocalSpace) -> Vec<TileDraw<'_>> {
        let mut order: Vec<(f32, TileDraw<'_>)> = Vec::new();
        for (key, tile) in &self.tiles {
            let (min_m, max_m) = bounds_m(key, tile.origin, space.voxel_m);
            let (min, max) = ((min_m - eye_m).as_vec3(), (max_m - eye_m).as_vec3());
            if !frustum.may_see(min, max) {
                continue;
            }
            let nearest = min.max(glam::Vec3::ZERO) + max.min(glam::Vec3::ZERO);
            order.extend(self.draw(key, tile, space).map(|draw| (nearest.length_squared(), draw)));
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        order.into_iter().map(|(_, draw)| draw).collect()
    }

    /// Tiles that may cast a shadow into the sun's map.
    pub fn casting(&self, map: &SunMap, strate: Option<StrateIndex>, space: &LocalSpace) -> Vec<TileDraw<'_>> {
        let casts = |(key, tile): &(&TileKey, &Tile)| {
            let (min_m, max_m) = bounds_m(key, tile.origin, space.voxel_m);
            strate.is_none_or(|strate| key.strate == strate) && map.may_cast(min_m, max_m)
        };
        self.tiles.iter().filter(casts).filter_map(|(key, tile)| self.draw(key, tile, space)).collect()
    }

    fn draw(&self, key: &TileKey, tile: &Tile, space: &LocalSpace) -> Option<TileDraw<'_>> {
        let bytes = |span: Span| span.offset..span.offset + span.size;
        let offset = (tile.origin - space.origin).as_vec3();
        Some(TileDraw {
            vertices: self.vertices.buffer(tile.vertices)?,
            vertex_bytes: bytes(tile.vertices),
            indices: self.indices.buffer(tile.indices)?,
            index_bytes: bytes(tile.indices),
            format: if tile.wide { wgpu::IndexFormat::Uint32 } else { wgpu::IndexFormat::Uint16 },
            ranges: tile.ranges(),
            instance: TileInstance {
                place: offset.extend((1_u32 << key.level.min(20)) as f32).to_array(),
                name: [u32::from(key.level), u32::from(key.strate.0)],
            },
        })
    }
}

fn bounds_m(key: &TileKey, origin: IVec3, voxel_m: f32) -> (DVec3, DVec3) {
    let min = origin.as_dvec3() * f64::from(voxel_m);
    let edge = f64::from(32_u32 << key.level.min(20)) * f64::from(voxel_m);
    (min, min + edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(shown: u8) -> Tile {
        let span = Span { page: 0, offset: 0, size: 16 };
        let strips = [30..36, 36..36, 36..42, 42..48, 48..54, 54..60];
        Tile { origin: IVec3::ZERO, vertices: span, indices: span, wide: false, regular: 30, strips, shown }
    }

    #[test]
    fn strips_are_drawn_only_where_shown() {
        assert_eq!(tile(0).ranges(), vec![0..30]);
        assert_eq!(tile(0b1).ranges(), vec![0..36]);
        assert_eq!(tile(0b1000).ranges(), vec![0..30, 42..48]);
        assert_eq!(tile(0b11_1111).ranges(), vec![0..60]);
        assert_eq!(tile(0b10_0011).ranges(), vec![0..36, 54..60]);
    }
}
