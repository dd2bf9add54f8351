//! The seam audit: which edges of a set of triangles are not matched by an opposite one.

use glam::IVec3;

/// Edges, as (lower end, upper end) in lexicographic order, that are run through more often one way than the other: exactly the
/// boundary of the set. Positions are exact integers, for example 1/256 of a voxel; edges of no length do not count.
pub fn unmatched_edges(triangles: impl IntoIterator<Item = [IVec3; 3]>) -> Vec<[IVec3; 2]> {
    let mut edges: Vec<([i32; 3], [i32; 3], i32)> = Vec::new();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| corner.to_array());
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if from < to {
                edges.push((from, to, 1));
            } else if to < from {
                edges.push((to, from, -1));
            }
        }
    }
    edges.sort_unstable();
    edges
        .chunk_by(|left, right| (left.0, left.1) == (right.0, right.1))
        .filter(|uses| uses.iter().map(|(_, _, direction)| direction).sum::<i32>() != 0)
        .map(|uses| [IVec3::from_array(uses[0].0), IVec3::from_array(uses[0].1)])
        .collect()
}
