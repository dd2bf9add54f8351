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

fn rough(p: DVec3) -> f32 {
    noise(p / 9.0) * 1.6 + noise(p / 3.7) * 0.6 + noise(p / 1.6) * 0.22
}

/// Open hills under a high cap.
pub fn hills(p: DVec3) -> f32 {
    let flat = DVec3::new(p.x, p.y, 0.0);
    let ridge = 1.0 - noise(flat / 46.0).abs();
    let mesa = (noise(flat / 70.0 + 7.0) * 3.0).clamp(-0.4, 1.0) * 11.0;
    let ground = ridge * ridge * 15.0 + mesa + noise(flat / 17.0) * 3.0 + noise(flat / 6.0) * 0.8 - 14.0 + rough(p * 1.3) * 0.35;
    let cap = 58.0 + noise(flat / 40.0) * 4.0;
    (p.z as f32 - ground).min(cap - p.z as f32) * 0.8
}

/// A winding tunnel with a level floor that opens into a hall.
pub fn tunnel(p: DVec3) -> f32 {
    let middle = DVec3::new((p.y / 14.0).sin() * 6.0, p.y, 2.6 + (p.y / 31.0).sin());
    let hall = DVec3::new(4.0, 34.0, 5.0);
    let bore = ((p - middle) * DVec3::new(1.0, 0.0, 1.15)).length() as f32 - 3.4;
    let room = ((p - hall) / DVec3::new(15.0, 13.0, 9.0)).length() as f32;
    let void = bore.min((room - 1.0) * 9.0);
    let floor = p.z as f32 + 0.3 * noise(p / 2.3);
    (-(void + rough(p) * 0.75)).min(floor)
}

/// A slab: level floor, level ceiling, scattered pillars.
pub fn slab(p: DVec3) -> f32 {
    let flat = DVec3::new(p.x, p.y, 0.0);
    let cell = (flat / 24.0).floor();
    let middle = (cell + 0.5 + 0.28 * DVec3::new(f64::from(noise(cell + 0.37)), f64::from(noise(cell + 9.61)), 0.0)) * 24.0;
    let waist = 2.2 + 0.05 * (p.z - 6.0) * (p.z - 6.0);
    let pillar = (flat - middle).length() as f32 - waist as f32 + rough(p) * 0.5;
    let floor = p.z as f32 - noise(flat / 15.0) * 0.5 - noise(flat / 4.0) * 0.12;
    let ceiling = 13.0 + noise(flat / 12.0) * 1.2 + rough(p) * 0.3 - p.z as f32;
    floor.min(ceiling).min(pillar)
}

/// Level ground with small bumps.
pub fn ground(p: DVec3) -> f32 {
    p.z as f32 + noise(p / 3.0) * 0.4
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
pub fn add_all(scene: &mut render::Scene, meshes: &[Arc<TileMesh>]) {
    for mesh in meshes {
        scene.apply(&Change::Add(mesh.clone()));
    }
}
