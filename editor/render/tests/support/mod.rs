//! Places made by formula, meshed like real tiles, and a picture of them: no world is needed to judge the renderer.

use field::VoxelSize;
use glam::{DVec3, IVec3, Vec3};
use std::sync::Arc;
use stream::{Change, Indices, TerrainVertex, TileKey, TileMesh};
use surface::{GRID, MeshScratch, Surface};
use world::StrateIndex;

const TILE: i32 = 32;

/// Density of a place in metres: negative is rock.
pub type Density = fn(DVec3) -> f32;

/// Smooth noise in -1..1 with one feature per unit.
pub fn noise(p: DVec3) -> f32 {
    let lower = p.floor();
    let t = (p - lower).as_vec3();
    let s = t * t * (Vec3::splat(3.0) - 2.0 * t);
    let cell = lower.as_ivec3();
    let at = |x: i32, y: i32, z: i32| {
        let c = cell + IVec3::new(x, y, z);
        let mut h = (c.x as u32).wrapping_mul(0x9E37_79B1)
            ^ (c.y as u32).wrapping_mul(0x85EB_CA77)
            ^ (c.z as u32).wrapping_mul(0xC2B2_AE3D);
        h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
        h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
        (h ^ (h >> 15)) as f32 / u32::MAX as f32 * 2.0 - 1.0
    };
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let level = |z| mix(mix(at(0, 0, z), at(1, 0, z), s.x), mix(at(0, 1, z), at(1, 1, z), s.x), s.y);
    mix(level(0), level(1), s.z)
}

/// Meshes the tiles `from..to` (tile coordinates) of a level. Materials: the pair (`materials`) by broad noise.
pub fn tiles(density: Density, from: IVec3, to: IVec3, level: u8, materials: [u8; 2]) -> Vec<Arc<TileMesh>> {
    let voxel = VoxelSize::DEFAULT;
    let mut scratch = MeshScratch::default();
    let mut surface = Surface::default();
    let mut grid = vec![0.0; GRID * GRID * GRID];
    let mut made = Vec::new();
    let step = 1 << level;
    for z in from.z..to.z {
        for y in from.y..to.y {
            for x in from.x..to.x {
                let origin = IVec3::new(x, y, z) * TILE * step;
                for (i, value) in grid.iter_mut().enumerate() {
                    let index = IVec3::new((i % GRID) as i32, (i / GRID % GRID) as i32, (i / GRID / GRID) as i32);
                    *value = density(voxel.position_m(origin + (index - 1) * step));
                }
                let cell_m = voxel.metres() * step as f32;
                surface::mesh(&grid, cell_m, 0..32, &mut scratch, &mut surface);
                let key = TileKey { level, strate: StrateIndex(0), x, y, z };
                made.extend(upload(key, origin, cell_m, &surface, materials));
            }
        }
    }
    made
}

fn upload(key: TileKey, origin: IVec3, cell_m: f32, surface: &Surface, materials: [u8; 2]) -> Option<Arc<TileMesh>> {
    let vertices: Vec<TerrainVertex> = surface
        .vertices
        .iter()
        .map(|vertex| {
            let place = origin.as_dvec3() * 0.25 + (vertex.position * cell_m).as_dvec3();
            let weight = (noise(DVec3::new(place.x, place.y, 0.0) / 21.0 + 31.0) * 2.5 + 0.5).clamp(0.0, 1.0);
            let byte = |value: f32| (value * 255.0).round() as u8;
            TerrainVertex {
                position: (vertex.position * 256.0).to_array().map(|v| v.round() as u16),
                materials: u16::from_le_bytes(materials),
                normal: [vertex.normal.x, vertex.normal.y, vertex.normal.z, 0.0].map(|v| (v * 127.0).round() as i8),
                surface: [byte(vertex.openness), byte(weight), byte(vertex.normal.z * 0.5 + 0.5), 0],
            }
        })
        .collect();
    let regular = surface.regular.len() as u32 * 3;
    let mut indices: Vec<u32> = surface.regular.iter().flatten().copied().collect();
    let strips = surface.transitions.each_ref().map(|strip| {
        let start = indices.len() as u32;
        indices.extend(strip.iter().flatten());
        start..indices.len() as u32
    });
    if indices.is_empty() {
        return None;
    }
    let indices = match vertices.len() {
        0..=65_536 => Indices::U16(indices.iter().map(|&i| i as u16).collect()),
        _ => Indices::U32(indices),
    };
    Some(Arc::new(TileMesh { key, origin, vertices, indices, regular, strips }))
}

/// Near tiles in detail and coarser ones round them, without balance: enough for a picture.
pub fn add_all(scene: &mut voxelforge_render::Scene, meshes: &[Arc<TileMesh>]) {
    for mesh in meshes {
        scene.apply(&Change::Add(mesh.clone()));
    }
}
