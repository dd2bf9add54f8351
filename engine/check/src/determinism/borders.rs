//! Vertices on the border of two tiles, seen from both.

use crate::Report;
use glam::DVec3;
use std::collections::BTreeMap;
use stream::{TerrainVertex, TileKey, TileMesh};
use surface::SUBCELLS;
use world::World;

/// Compares the normals of vertices that two neighbouring tiles of one level share. Returns how many were compared.
pub(super) fn compare(world: &World, meshes: &BTreeMap<TileKey, Box<TileMesh>>, report: &mut Report) -> u64 {
    let mut compared = 0;
    for (key, mesh) in meshes {
        for axis in 0..3 {
            let mut next = *key;
            *[&mut next.x, &mut next.y, &mut next.z][axis] += 1;
            let Some(other) = meshes.get(&next) else { continue };
            let mine = face(mesh, axis, FAR);
            for (place, theirs) in face(other, axis, 0) {
                let Some(known) = mine.get(&place) else { continue };
                compared += 1;
                if known.normal != theirs.normal {
                    let (a, b) = (known.normal, theirs.normal);
                    let what = format!("normals {a:?} and {b:?} of one vertex between {key:?} and {next:?}");
                    report.differ(what, Some(vertex_m(world, mesh, known)));
                }
            }
        }
    }
    compared
}

/// Coordinate of a tile's far faces.
const FAR: u16 = (surface::TILE_CELLS as i32 * SUBCELLS) as u16;

/// Vertices on a face, by their place in it.
fn face(mesh: &TileMesh, axis: usize, at: u16) -> BTreeMap<[u16; 2], &TerrainVertex> {
    let place = |p: [u16; 3]| [p[(axis + 1) % 3], p[(axis + 2) % 3]];
    mesh.vertices.iter().filter(|v| v.position[axis] == at).map(|v| (place(v.position), v)).collect()
}

/// World metres of a vertex.
fn vertex_m(world: &World, mesh: &TileMesh, vertex: &TerrainVertex) -> DVec3 {
    let cells = DVec3::from_array(vertex.position.map(f64::from)) / f64::from(SUBCELLS);
    world.voxel().position_m(mesh.origin) + cells * f64::from(1 << mesh.key.level) * f64::from(world.voxel().metres())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, fixture};
    use stream::TileContent;

    fn meshes() -> BTreeMap<TileKey, Box<TileMesh>> {
        let tiles = fixture::block().0.into_iter().filter_map(|key| match fixture::honest_tile(key) {
            TileContent::Mesh(mesh) => Some((key, mesh)),
            _ => None,
        });
        tiles.collect()
    }

    fn judged(meshes: &BTreeMap<TileKey, Box<TileMesh>>) -> (u64, Report) {
        let context = fixture::context();
        let mut report = Report::begin(Check::Determinism, &context, "tiles");
        report.tried = compare(context.world, meshes, &mut report);
        (report.tried, report.end(&context))
    }

    #[test]
    fn honest_neighbours_agree_on_their_border() {
        let (compared, report) = judged(&meshes());
        assert!(compared > 0 && report.passed(), "{}", report.to_text());
    }

    #[test]
    fn a_normal_altered_on_one_side_of_a_border_is_caught_where_it_is() {
        let mut meshes = meshes();
        let expected = judged(&meshes).0;
        // A vertex on a far face across x that the neighbour has as well; not on an edge, where more tiles meet.
        let planted = meshes.iter().find_map(|(key, mesh)| {
            let next = TileKey { x: key.x + 1, ..*key };
            let theirs = face(meshes.get(&next)?, 0, 0);
            let mine = face(mesh, 0, FAR);
            let inner = mine.iter().find(|(place, _)| theirs.contains_key(*place) && place.iter().all(|c| *c > 0 && *c < FAR))?;
            Some((*key, next, inner.1.position))
        });
        let (key, next, position) = planted.expect("a shared border vertex");
        let mesh = meshes.get_mut(&key).expect("a mesh");
        let vertex = mesh.vertices.iter_mut().rfind(|v| v.position == position).expect("a vertex");
        vertex.normal[1] ^= 1;
        let vertex = *vertex;
        let at_m = vertex_m(fixture::world(), mesh, &vertex);

        let (compared, report) = judged(&meshes);
        assert_eq!((compared, report.differences), (expected, 1), "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert!(first.what.contains(&format!("between {key:?} and {next:?}")), "{}", first.what);
        assert_eq!(first.position_m, Some(at_m.to_array()));
        let (low, high) = (low_m(key), low_m(next));
        assert!(at_m.x == high.x && at_m.y > low.y && at_m.z > low.z, "{at_m} is not on the border at {high}");
    }

    /// World metres of a tile's first corner.
    fn low_m(key: TileKey) -> DVec3 {
        fixture::world().voxel().position_m(key.node().origin())
    }
}
