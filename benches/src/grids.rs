//! T1: a surface from a filled grid.

use crate::table::{Peer, Table, least_ns};
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use field::noise::{Fractal, RowEval};
use field::{SampleBox, VoxelSize, hash::Tag};
use glam::{IVec3, UVec3};
use std::hint::black_box;
use surface::{GRID, MeshScratch, Surface, mesh};

const RUNS: usize = 400;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !table.wants("T1") {
        return;
    }
    let (cave, empty) = (cave(), vec![1.0; GRID * GRID * GRID]);
    let (us, vertices) = mesh_us(&cave);
    let (peer_us, peer_vertices) = surface_nets_us(&cave);
    let work = format!("surface of a cave grid, with normals and occlusion, {vertices} vertices");
    let peer = Peer { name: "fast-surface-nets", value: Some(peer_us) };
    table.row("T1", &work, "us", us, Some(150.0), &[peer]);
    println!("{:>5} (the peer's {peer_vertices} vertices come without occlusion)", "");
    let peer = Peer { name: "fast-surface-nets", value: Some(surface_nets_us(&empty).0) };
    table.row("T1", "surface of an empty grid", "us", mesh_us(&empty).0, Some(8.0), &[peer]);
}

/// A padded grid half rock, half air, with walls such as caves have.
fn cave() -> Vec<f32> {
    let domain = SampleBox { origin: IVec3::new(300, -77, 41), level: 0, size: UVec3::splat(GRID as u32) };
    let mut rows = RowEval::new(Fractal::sum(11, Tag::Test, 0.2, 2), VoxelSize::DEFAULT, &domain);
    let mut grid = vec![0.0; GRID * GRID * GRID];
    for (i, row) in grid.chunks_exact_mut(GRID).enumerate() {
        rows.row(domain.point(UVec3::new(0, (i % GRID) as u32, (i / GRID) as u32)), row);
    }
    grid
}

fn mesh_us(grid: &[f32]) -> (f64, usize) {
    let (mut scratch, mut surface) = (MeshScratch::default(), Surface::default());
    let ns = least_ns(RUNS, || {
        mesh(black_box(grid), 0.25, 0..32, &mut scratch, &mut surface);
        black_box(&surface);
    });
    (ns * 1e-3, surface.vertices.len())
}

fn surface_nets_us(grid: &[f32]) -> (f64, usize) {
    type Shape = ndshape::ConstShape3u32<{ GRID as u32 }, { GRID as u32 }, { GRID as u32 }>;
    let mut buffer = SurfaceNetsBuffer::default();
    let last = GRID as u32 - 1;
    let ns = least_ns(RUNS / 4, || {
        surface_nets(black_box(grid), &Shape {}, [0; 3], [last; 3], &mut buffer);
        black_box(&buffer);
    });
    (ns * 1e-3, buffer.positions.len())
}
