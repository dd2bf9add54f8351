//! The tiles a check looks at, and their hashes.

use stream::{Indices, TileContent, TileKey};
use world::World;

/// Tiles of every strate round the spine, each level from finest to coarsest, `radius` tiles to each side (at least 0), over
/// the whole height of the strate. In order of strate, level, z, y, x.
pub fn view_tiles(world: &World, radius: i32) -> Vec<TileKey> {
    let mut keys = Vec::new();
    for strate in world.strates() {
        for level in 0..=strate.coarsest_level {
            let span = 32 << level;
            let (low, high) = (strate.bands.bottom.div_euclid(span), (strate.bands.top - 1).div_euclid(span));
            for z in low..=high {
                for y in -radius..radius.max(1) {
                    for x in -radius..radius.max(1) {
                        keys.push(TileKey { level, strate: strate.index, x, y, z });
                    }
                }
            }
        }
    }
    keys
}

/// Middle of a tile, world metres.
pub(crate) fn middle_m(world: &World, key: TileKey) -> glam::DVec3 {
    let span = f64::from(32 << key.level) * f64::from(world.voxel().metres());
    (glam::IVec3::new(key.x, key.y, key.z).as_dvec3() + 0.5) * span
}

/// blake3 of everything a tile holds, in little-endian order.
pub fn tile_hash(content: &TileContent) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mesh = match content {
        TileContent::Rock => return *hasher.update(b"rock").finalize().as_bytes(),
        TileContent::Air => return *hasher.update(b"air").finalize().as_bytes(),
        TileContent::Empty => return *hasher.update(b"empty").finalize().as_bytes(),
        TileContent::Mesh(mesh) => mesh,
    };
    hasher.update(b"mesh");
    mesh.origin.to_array().iter().for_each(|v| _ = hasher.update(&v.to_le_bytes()));
    hasher.update(&(mesh.vertices.len() as u64).to_le_bytes());
    for vertex in &mesh.vertices {
        vertex.position.iter().for_each(|v| _ = hasher.update(&v.to_le_bytes()));
        hasher.update(&vertex.materials.to_le_bytes());
        vertex.normal.iter().for_each(|v| _ = hasher.update(&v.to_le_bytes()));
        hasher.update(&vertex.surface);
    }
    let mut index = |v: u32| _ = hasher.update(&v.to_le_bytes());
    match &mesh.indices {
        Indices::U16(list) => list.iter().for_each(|&v| index(u32::from(v))),
        Indices::U32(list) => list.iter().for_each(|&v| index(v)),
    }
    index(mesh.regular);
    mesh.strips.iter().for_each(|strip| {
        index(strip.start);
        index(strip.end);
    });
    *hasher.finalize().as_bytes()
}
