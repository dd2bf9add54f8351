//! T1: a surface from a filled grid, and the whole way to what is uploaded.

use crate::table::{Peer, Table, least_ns};
use crate::tiles;
use fast_surface_nets::{SurfaceNetsBuffer, surface_nets};
use field::noise::{Fractal, RowEval};
use field::{SampleBox, VoxelSize, hash::Tag};
use glam::{IVec3, UVec3};
use std::hint::black_box;
use stream::{NodeKey, PackScratch, pack};
use surface::{GRID, MeshScratch, Surface, TILE_CELLS, mesh};
use world::StrateIndex;
use world::defs::Archetype;

const RUNS: usize = 400;
/// Samples along the edge of the peer's grid: as many cells as a tile has.
const PEER_EDGE: usize = TILE_CELLS + 1;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    if !table.wants("T1") {
        return;
    }
    let (cave, empty) = (cave(), vec![1.0; GRID * GRID * GRID]);
    let (us, surface) = mesh_us(&cave);
    let (peer_us, peer_vertices) = surface_nets_us(&cave);
    let work = format!("surface of a cave grid, normals and occlusion, {} vertices", surface.vertices.len());
    table.row("T1", &work, "us", us, Some(60.0), &[Peer::new("fast-surface-nets", peer_us).at_least(4.0)]);
    table.note(&format!(
        "target: of geometry alone; strips of all six faces are made too; the peer's {peer_vertices} vertices lack occlusion"
    ));
    if let Some(pack_us) = pack_us(&surface) {
        table.row("T1", "the same with materials, packed for upload", "us", us + pack_us, Some(150.0), &[]);
    }
    let peer = Peer::new("fast-surface-nets", surface_nets_us(&empty).0);
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

fn mesh_us(grid: &[f32]) -> (f64, Surface) {
    let (mut scratch, mut surface) = (MeshScratch::default(), Surface::default());
    let ns = least_ns(RUNS, || {
        mesh(black_box(grid), VoxelSize::DEFAULT.metres(), 0..TILE_CELLS, &mut scratch, &mut surface);
        black_box(&surface);
    });
    (ns * 1e-3, surface)
}

/// Of the materials of a strate with two biomes.
fn pack_us(surface: &Surface) -> Option<f64> {
    let world = tiles::world(Archetype::all_defaults().into_iter().next()?)?;
    let key = NodeKey::at(0, IVec3::new(64, 96, 128)).tile(StrateIndex(0));
    let mut scratch = PackScratch::default();
    let ns = least_ns(RUNS, || {
        black_box(pack(&world, key, black_box(surface), &mut scratch));
    });
    Some(ns * 1e-3)
}

/// The peer gets the cells of the tile, without the ring that only normals and occlusion read.
fn surface_nets_us(grid: &[f32]) -> (f64, usize) {
    type Shape = ndshape::ConstShape3u32<{ PEER_EDGE as u32 }, { PEER_EDGE as u32 }, { PEER_EDGE as u32 }>;
    let at = |i: usize| ((i / (PEER_EDGE * PEER_EDGE) + 1) * GRID + i / PEER_EDGE % PEER_EDGE + 1) * GRID + i % PEER_EDGE + 1;
    let grid: Vec<f32> = (0..PEER_EDGE * PEER_EDGE * PEER_EDGE).map(|i| grid[at(i)]).collect();
    let mut buffer = SurfaceNetsBuffer::default();
    let ns = least_ns(RUNS / 4, || {
        surface_nets(black_box(&grid), &Shape {}, [0; 3], [TILE_CELLS as u32; 3], &mut buffer);
        black_box(&buffer);
    });
    (ns * 1e-3, buffer.positions.len())
}
