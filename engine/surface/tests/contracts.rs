//! What meshes promise: closed, matched across borders and levels, turned towards the air, equal to their cells.

use glam::{IVec3, Vec3};
use voxelforge_surface::{GRID, MeshScratch, Surface, TILE_CELLS, cell_triangles, mesh, unmatched_edges};

/// White noise in a ball round a tile corner, rock elsewhere: every sign pattern, at every kind of border.
fn noise_ball(p: IVec3) -> f32 {
    if (p - IVec3::splat(64)).length_squared() > 14 * 14 {
        return -1.0;
    }
    let mut h =
        (p.x as u32).wrapping_mul(0x9E37_79B9) ^ (p.y as u32).wrapping_mul(0x85EB_CA6B) ^ (p.z as u32).wrapping_mul(0xC2B2_AE35);
    h = (h ^ h >> 15).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ h >> 12).wrapping_mul(0x297A_2D39);
    // Every eighth value is an exact zero or lies close to the lattice point.
    match h >> 29 {
        0 => 0.0,
        1 => {
            if h & 1 == 0 {
                1e-6
            } else {
                -1e-6
            }
        }
        _ => (h >> 8 & 0xFFFF) as f32 / 32768.0 - 1.0,
    }
}

fn sample_grid(field: impl Fn(IVec3) -> f32, origin: IVec3, level: u32) -> Vec<f32> {
    let n = GRID as i32;
    (0..n * n * n).map(|i| field(origin + (IVec3::new(i % n, i / n % n, i / (n * n)) - 1) * (1 << level))).collect()
}

struct Node {
    origin: IVec3,
    level: u32,
    surface: Surface,
}

impl Node {
    fn new(field: impl Fn(IVec3) -> f32, origin: IVec3, level: u32) -> Self {
        let mut surface = Surface::default();
        mesh(&sample_grid(field, origin, level), 1.0, 0..TILE_CELLS, &mut MeshScratch::default(), &mut surface);
        Self { origin, level, surface }
    }

    fn span(&self) -> i32 {
        (TILE_CELLS as i32) << self.level
    }

    /// Corners in 1/256 voxel.
    fn corners(&self, triangle: [u32; 3]) -> [IVec3; 3] {
        triangle.map(|i| self.origin * 256 + (self.surface.vertices[i as usize].position * 256.0).as_ivec3() * (1 << self.level))
    }
}

/// A cube of 128 voxels as eight level-1 nodes, of which those in `refined` are cut into level-0 tiles.
fn nodes(refined: &[usize]) -> Vec<Node> {
    let mut nodes = Vec::new();
    for octant in 0..8 {
        let origin = IVec3::new(octant & 1, octant >> 1 & 1, octant >> 2) * 64;
        if refined.contains(&(octant as usize)) {
            for child in 0..8 {
                nodes.push(Node::new(noise_ball, origin + IVec3::new(child & 1, child >> 1 & 1, child >> 2) * 32, 0));
            }
        } else {
            nodes.push(Node::new(noise_ball, origin, 1));
        }
    }
    nodes
}

/// All triangles to draw; a strip where the neighbour over that face is coarser, unless it is the one `left_out`.
fn drawn(nodes: &[Node], left_out: Option<usize>) -> Vec<[IVec3; 3]> {
    let mut triangles = Vec::new();
    let mut strips = 0;
    for node in nodes {
        triangles.extend(node.surface.regular.iter().map(|&t| node.corners(t)));
        for face in 0..6 {
            let mut probe = node.origin + node.span() / 2;
            probe[face / 2] += (node.span() / 2 + 1) * if face % 2 == 0 { -1 } else { 1 };
            let is_coarser = nodes.iter().any(|other| {
                let inside = (probe - other.origin).cmpge(IVec3::ZERO).all()
                    && (probe - other.origin).cmplt(IVec3::splat(other.span())).all();
                inside && other.level > node.level
            });
            if is_coarser && !node.surface.transitions[face].is_empty() {
                if left_out != Some(strips) {
                    triangles.extend(node.surface.transitions[face].iter().map(|&t| node.corners(t)));
                }
                strips += 1;
            }
        }
    }
    triangles
}

#[test]
fn every_edge_is_matched_within_and_across_levels() {
    for refined in [&[][..], &[0, 1, 2, 3, 4, 5, 6, 7], &[0], &[0, 7], &[1, 2, 4], &[0, 1, 6]] {
        let nodes = nodes(refined);
        let triangles = drawn(&nodes, None);
        assert!(triangles.len() > 2_000, "{}", triangles.len());
        assert_eq!(unmatched_edges(triangles), Vec::<[IVec3; 2]>::new(), "refined {refined:?}");
    }
}

#[test]
fn a_missing_strip_is_noticed() {
    let nodes = nodes(&[0]);
    for strip in 0..3 {
        assert!(!unmatched_edges(drawn(&nodes, Some(strip))).is_empty());
    }
}

#[test]
fn a_missing_triangle_is_noticed() {
    let mut triangles = drawn(&nodes(&[]), None);
    triangles.swap_remove(17);
    assert_eq!(unmatched_edges(triangles).len(), 3);
}

#[test]
fn no_regular_triangle_is_degenerate() {
    for node in nodes(&[3]) {
        for &t in &node.surface.regular {
            let [a, b, c] = node.corners(t);
            assert_ne!((b - a).cross(c - a), IVec3::ZERO);
        }
    }
}

#[test]
fn every_crossing_is_used_and_shared() {
    let node = Node::new(noise_ball, IVec3::splat(64), 0);
    let regular = node.surface.regular.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    let mut uses = vec![0; regular];
    node.surface.regular.iter().flatten().for_each(|&i| uses[i as usize] += 1);
    assert!(uses.iter().all(|&n| n > 0));
}

#[test]
fn triangles_and_normals_of_a_ball_of_air_face_its_centre() {
    let centre = Vec3::new(15.3, 16.7, 14.9);
    let grid = sample_grid(|p| 9.2 - (p.as_vec3() - centre).length(), IVec3::ZERO, 0);
    let mut surface = Surface::default();
    mesh(&grid, 0.25, 0..32, &mut MeshScratch::default(), &mut surface);
    assert!(surface.regular.len() > 500);
    for &[a, b, c] in &surface.regular {
        let [a, b, c] = [a, b, c].map(|i| surface.vertices[i as usize].position);
        assert!((b - a).cross(c - a).dot(centre - a) > 0.0);
    }
    for vertex in &surface.vertices {
        assert!(vertex.normal.dot((centre - vertex.position).normalize()) > 0.98);
        assert!((0.0..=1.0).contains(&vertex.openness));
    }
}

#[test]
fn level_ground_is_open_and_faces_up() {
    let grid = sample_grid(|p| p.z as f32 - 7.0, IVec3::ZERO, 0);
    let mut surface = Surface::default();
    mesh(&grid, 0.25, 0..32, &mut MeshScratch::default(), &mut surface);
    assert_eq!(surface.regular.len(), 2 * 32 * 32);
    assert_eq!(surface.regular.iter().flatten().max(), Some(&(33 * 33 - 1)));
    for vertex in &surface.vertices[..33 * 33] {
        assert_eq!((vertex.position.z, vertex.normal, vertex.openness), (7.0 - 1.0 / 256.0, Vec3::Z, 1.0));
    }
}

#[test]
fn tiles_cut_at_a_height_join_without_a_gap() {
    let grid = sample_grid(noise_ball, IVec3::splat(48), 0);
    let mut scratch = MeshScratch::default();
    let mut triangles = |cells| {
        let mut surface = Surface::default();
        mesh(&grid, 0.25, cells, &mut scratch, &mut surface);
        let node = Node { origin: IVec3::splat(48), level: 0, surface };
        node.surface.regular.iter().map(|&t| node.corners(t)).collect::<Vec<_>>()
    };
    let whole = triangles(0..32);
    let (lower, upper) = (triangles(0..14), triangles(14..32));
    assert_eq!(lower.len() + upper.len(), whole.len());
    let (mut joined, mut whole) = ([lower, upper].concat(), whole);
    joined.sort_by_key(|t| t.map(|p| p.to_array()));
    whole.sort_by_key(|t| t.map(|p| p.to_array()));
    assert_eq!(joined, whole);
    assert!(triangles(9..9).is_empty());
}

#[test]
fn a_mesh_is_the_sum_of_its_cells() {
    let grid = sample_grid(noise_ball, IVec3::splat(50), 0);
    let mut surface = Surface::default();
    mesh(&grid, 0.25, 0..32, &mut MeshScratch::default(), &mut surface);
    let meshed: Vec<_> = surface.regular.iter().map(|t| t.map(|i| surface.vertices[i as usize].position)).collect();
    let mut summed = Vec::new();
    for cell in 0..TILE_CELLS.pow(3) {
        let [x, y, z] = [cell % 32, cell / 32 % 32, cell / 1024];
        let at = |c: usize| ((z + 1 + (c >> 2)) * GRID + y + 1 + (c >> 1 & 1)) * GRID + x + 1 + (c & 1);
        let corners = std::array::from_fn(|c| grid[at(c)]);
        let from = Vec3::new(x as f32, y as f32, z as f32);
        cell_triangles(&corners, |t| summed.push(t.map(|p| from + p)));
    }
    assert_eq!(meshed, summed);
}

#[test]
fn values_that_no_crossing_reads_leave_no_trace() {
    let field = |p: IVec3| 9.2 - (p.as_vec3() - Vec3::new(15.3, 16.7, 14.9)).length();
    let sampled = sample_grid(field, IVec3::ZERO, 0);
    let proven: Vec<f32> = sampled.iter().map(|&d| if d.abs() < 3.5 { d } else { d.signum() }).collect();
    let mut scratch = MeshScratch::default();
    let (mut all, mut few) = (Surface::default(), Surface::default());
    mesh(&sampled, 0.25, 0..32, &mut scratch, &mut all);
    mesh(&proven, 0.25, 0..32, &mut scratch, &mut few);
    assert_eq!(all, few);
}
