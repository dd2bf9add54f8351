//! N1, N1b, N2, N3: fractal gradient noise on the lattice of a padded tile.

use crate::table::{Peer, Table, least_ns};
use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use field::noise::{Fractal, RowEval};
use field::{SampleBox, VoxelSize, hash::Tag};
use glam::{IVec3, UVec3};
use std::hint::black_box;

/// Samples along the edge of a padded tile.
const EDGE: usize = 35;
const SAMPLES: f64 = (EDGE * EDGE * EDGE) as f64;
const RUNS: usize = 200;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    for (row, work, feature, octaves, target) in [
        ("N1", "noise, 3 octaves, feature 32 samples, per sample", 32.0, 3, 1.0),
        ("N1B", "noise, 3 octaves, feature 5 samples, per sample", 5.0, 3, 6.0),
        ("N3", "noise, 5 octaves, feature 32 samples, per sample", 32.0, 5, 1.8),
    ] {
        if table.wants(row) {
            table.row(row, work, "ns", lattice_ns(feature, octaves), Some(target), &peers(feature, octaves));
        }
    }
    if table.wants("N2") {
        let peer = Peer { name: "fastnoise-lite (plain)", value: Some(fastnoise_lite_ns(32.0, 3)) };
        table.row("N2", "the same through a domain warp, per sample", "ns", warped_ns(32.0, 3), Some(6.0), &[peer]);
    }
}

fn domain() -> SampleBox {
    SampleBox { origin: IVec3::new(-1001, 777, 93), level: 0, size: UVec3::splat(EDGE as u32) }
}

fn fractal(feature: f32, octaves: u32) -> Fractal {
    Fractal::sum(7, Tag::Test, VoxelSize::DEFAULT.per_metre() as f32 / feature, octaves)
}

fn lattice_ns(feature: f32, octaves: u32) -> f64 {
    let (fractal, domain) = (fractal(feature, octaves), domain());
    let mut out = [0.0; EDGE];
    let mut work = || {
        let mut rows = RowEval::new(fractal, VoxelSize::DEFAULT, &domain);
        for z in 0..EDGE as u32 {
            for y in 0..EDGE as u32 {
                rows.row(domain.point(UVec3::new(0, y, z)), &mut out);
                black_box(&mut out);
            }
        }
    };
    least_ns(RUNS, &mut work) / SAMPLES
}

fn warped_ns(feature: f32, octaves: u32) -> f64 {
    let (fractal, domain) = (fractal(feature, octaves), domain());
    let mut rows = RowEval::new(fractal, VoxelSize::DEFAULT, &domain);
    // About a metre of warp that bends every sixteen metres, made beforehand.
    let warp: Vec<f32> = (0..3 * EDGE).map(|i| field::ops::sin(i as f32 * 0.1)).collect();
    let mut out = [0.0; EDGE];
    let mut work = || {
        for z in 0..EDGE as u32 {
            for y in 0..EDGE as u32 {
                let warp_m = [0, 1, 2].map(|d| &warp[d * EDGE..(d + 1) * EDGE]);
                rows.warped_row(domain.point(UVec3::new(0, y, z)), warp_m, &mut out);
                black_box(&mut out);
            }
        }
    };
    least_ns(RUNS / 4, &mut work) / SAMPLES
}

fn peers(feature: f32, octaves: u32) -> [Peer; 2] {
    [
        Peer { name: "simdnoise", value: Some(simdnoise_ns(feature, octaves)) },
        Peer { name: "fastnoise-lite", value: Some(fastnoise_lite_ns(feature, octaves)) },
    ]
}

fn simdnoise_ns(feature: f32, octaves: u32) -> f64 {
    let work = || {
        let mut noise = simdnoise::NoiseBuilder::fbm_3d(EDGE, EDGE, EDGE);
        black_box(noise.with_freq(1.0 / feature).with_octaves(octaves as u8).with_seed(7).generate());
    };
    least_ns(RUNS / 10, work) / SAMPLES
}

fn fastnoise_lite_ns(feature: f32, octaves: u32) -> f64 {
    let mut noise = FastNoiseLite::with_seed(7);
    noise.set_noise_type(Some(NoiseType::Perlin));
    noise.set_fractal_type(Some(FractalType::FBm));
    noise.set_fractal_octaves(Some(octaves as i32));
    noise.set_frequency(Some(1.0 / feature));
    let work = || {
        let mut sum = 0.0;
        for z in 0..EDGE {
            for y in 0..EDGE {
                for x in 0..EDGE {
                    sum += noise.get_noise_3d(x as f32, y as f32, z as f32);
                }
            }
        }
        black_box(sum);
    };
    least_ns(RUNS / 20, work) / SAMPLES
}
