//! The tiles a check looks at, and their hashes.

use crate::Mode;
use glam::IVec3;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use stream::{Indices, NodeKey, TileContent, TileKey};
use world::{Strate, World};

/// In quick mode about this many tiles are spread over all strates and levels.
const SPREAD: usize = 16;
/// In quick mode this many blocks of neighbours are added.
const BLOCKS: usize = 4;

/// Tiles of every strate round the spine, each level from finest to coarsest, `radius` tiles to each side (at least 0), over
/// the whole height of the strate. In order of strate, level, z, y, x.
pub fn view_tiles(world: &World, radius: i32) -> Vec<TileKey> {
    let mut keys = Vec::new();
    for strate in world.strates() {
        for level in 0..=strate.coarsest_level {
            for z in layers(strate, level) {
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

/// Layers of tiles of a level that hold any of a strate, by their z.
fn layers(strate: &Strate, level: u8) -> RangeInclusive<i32> {
    let layer = |z| NodeKey::at(level, IVec3::new(0, 0, z)).z;
    layer(strate.bands.bottom)..=layer(strate.bands.top - 1)
}

/// The tiles that a check tries, sorted: all near the spine in full mode; in quick mode a spread of them, and blocks of neighbours
/// that have a surface in different strates and levels.
pub(crate) fn tiles_to_try(world: &World, mode: Mode) -> Vec<TileKey> {
    let mut keys: BTreeSet<TileKey> = match mode {
        Mode::Full => view_tiles(world, 2).into_iter().collect(),
        Mode::Quick => {
            let all = view_tiles(world, 1);
            let every = all.len().div_ceil(SPREAD).max(1);
            all.into_iter().step_by(every).collect()
        }
    };
    let strates = world.strates();
    for block in 0..BLOCKS {
        let Some(strate) = strates.get(block * strates.len() / BLOCKS) else { continue };
        let level = block * (usize::from(strate.coarsest_level) + 1) / BLOCKS;
        keys.extend(spine_block(world, strate, level as u8));
    }
    keys.into_iter().collect()
}

/// The eight tiles of a level that meet in the corner nearest to the floor of a strate's spine room, sorted; fewer where the strate
/// is a single layer high. A strate without a plan has none.
pub(crate) fn spine_block(world: &World, strate: &Strate, level: u8) -> Vec<TileKey> {
    let Ok(plan) = world.plan(strate.index) else { return Vec::new() };
    let foot = world.voxel().lattice_floor(plan.spine_m);
    let span = NodeKey::at(level, foot).span();
    let corner = NodeKey::at(level, foot + span / 2);
    let inside = layers(strate, level);
    // Both layers inside the strate, if it has two.
    let bottom = (corner.z - 1).min(inside.end() - 1).max(*inside.start());
    let mut keys = Vec::new();
    for x in corner.x - 1..=corner.x {
        for y in corner.y - 1..=corner.y {
            for z in bottom..=(bottom + 1).min(*inside.end()) {
                keys.push(TileKey { level, strate: strate.index, x, y, z });
            }
        }
    }
    keys
}

/// Middle of a tile, world metres.
pub(crate) fn middle_m(world: &World, key: TileKey) -> glam::DVec3 {
    let node = key.node();
    world.voxel().position_m(node.origin()) + 0.5 * f64::from(node.span()) * f64::from(world.voxel().metres())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use stream::TileMesh;

    #[test]
    fn quick_tiles_are_few_and_neighbours_are_among_them() {
        let keys = tiles_to_try(fixture::world(), Mode::Quick);
        assert!(keys.len() <= 2 * SPREAD + 8 * BLOCKS, "{}", keys.len());
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
        for step in [[1, 0, 0], [0, 1, 0], [0, 0, 1]] {
            let next = |key: &TileKey| TileKey { x: key.x + step[0], y: key.y + step[1], z: key.z + step[2], ..*key };
            let pairs = keys.iter().filter(|key| keys.contains(&next(key))).count();
            assert!(pairs >= 4 * BLOCKS - 8, "{pairs} pairs along {step:?}");
        }
    }

    #[test]
    fn a_hash_covers_every_part_of_a_mesh() {
        let (_, target) = fixture::block();
        let TileContent::Mesh(mesh) = fixture::honest_tile(target) else { panic!("{target:?} has no surface") };
        let alter: [fn(&mut TileMesh); 9] = [
            |mesh| mesh.origin.y += 1,
            |mesh| mesh.vertices[0].position[2] ^= 1,
            |mesh| mesh.vertices[0].materials ^= 1,
            |mesh| mesh.vertices[0].normal[0] ^= 1,
            |mesh| mesh.vertices[0].surface[3] ^= 1,
            |mesh| mesh.vertices.truncate(mesh.vertices.len() - 1),
            |mesh| match &mut mesh.indices {
                Indices::U16(list) => list.swap(0, 1),
                Indices::U32(list) => list.swap(0, 1),
            },
            |mesh| mesh.regular += 1,
            |mesh| mesh.strips[5].end += 1,
        ];
        let honest = tile_hash(&TileContent::Mesh(mesh.clone()));
        assert_eq!(honest, tile_hash(&fixture::honest_tile(target)));
        for (number, alter) in alter.into_iter().enumerate() {
            let mut other = mesh.clone();
            alter(&mut other);
            assert_ne!(honest, tile_hash(&TileContent::Mesh(other)), "alteration {number}");
        }
    }
}
