//! N1, N1b, N2, N3: fractal gradient noise on the lattice of a padded tile, tables included. What is timed has the bits of the point form.

use crate::table::{Peer, Table, least_ns};
use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use field::noise::{Fractal, RowEval};
use field::{SampleBox, VoxelSize, hash::Tag};
use glam::{IVec3, UVec3, Vec3};
use std::hint::black_box;

/// Samples along the edge of a padded tile.
const EDGE: usize = 35;
const SAMPLES: f64 = (EDGE * EDGE * EDGE) as f64;
const VOXEL: VoxelSize = VoxelSize::DEFAULT;
const RUNS: usize = 200;

/// Measures and prints.
pub fn rows(table: &mut Table) {
    for (row, feature, octaves, target) in [("N1", 32.0, 3, 1.0), ("N1b", 5.0, 3, 6.0), ("N3", 32.0, 5, 1.8)] {
        if table.wants(row) {
            let work = format!("noise, {octaves} octaves, feature {feature} samples, per sample");
            let peers = [
                Peer::new("simdnoise", simdnoise_ns(feature, octaves)),
                Peer::new("fastnoise-lite", fastnoise_lite_ns(feature, octaves)),
            ];
            let [simd, lite] = peers;
            let peers = if row == "N1" { [simd.at_least(8.0), lite.at_least(50.0)] } else { [simd, lite] };
            table.row(row, &work, "ns", lattice_ns(feature, octaves), Some(target), &peers);
        }
    }
    if table.wants("N2") {
        let peer = Peer::new("fastnoise-lite (plain, not warped)", fastnoise_lite_ns(32.0, 3));
        table.row("N2", "noise, 3 octaves, through a domain warp, per sample", "ns", warped_ns(32.0, 3), Some(6.0), &[peer]);
    }
}

fn domain() -> SampleBox {
    SampleBox { origin: IVec3::new(-1001, 777, 93), level: 0, size: UVec3::splat(EDGE as u32) }
}

fn fractal(feature: f32, octaves: u32) -> Fractal {
    Fractal::sum(7, Tag::Test, VOXEL.per_metre() as f32 / feature, octaves)
}

/// Calls `row` with the first point of each row of the domain.
fn each_row(domain: &SampleBox, mut row: impl FnMut(IVec3)) {
    for z in 0..domain.size.z {
        for y in 0..domain.size.y {
            row(domain.point(UVec3::new(0, y, z)));
        }
    }
}

/// Compares rows with the point form, bit for bit.
fn verify(domain: &SampleBox, mut row: impl FnMut(IVec3, &mut [f32]), point: impl Fn(IVec3, usize) -> f32) {
    let mut out = [0.0; EDGE];
    each_row(domain, |start| {
        row(start, &mut out);
        for (i, value) in out.iter().enumerate() {
            let p = start + IVec3::X * i as i32;
            assert_eq!(value.to_bits(), point(p, i).to_bits(), "the row form differs from the point form at {p}");
        }
    });
}

fn lattice_ns(feature: f32, octaves: u32) -> f64 {
    let (fractal, domain) = (fractal(feature, octaves), domain());
    let mut rows = RowEval::new(fractal, VOXEL, &domain);
    verify(&domain, |start, out| rows.row(start, out), |p, _| fractal.point(VOXEL, p));
    let mut out = [0.0; EDGE];
    let work = || {
        let mut rows = RowEval::new(fractal, VOXEL, &domain);
        each_row(&domain, |start| {
            rows.row(start, &mut out);
            black_box(&mut out);
        });
    };
    least_ns(RUNS, work) / SAMPLES
}

fn warped_ns(feature: f32, octaves: u32) -> f64 {
    let (fractal, domain) = (fractal(feature, octaves), domain());
    // About a metre of warp that bends every sixteen metres, made beforehand.
    let warp: Vec<f32> = (0..3 * EDGE).map(|i| field::ops::sin(i as f32 * 0.1)).collect();
    let warp_m = [0, 1, 2].map(|d| &warp[d * EDGE..(d + 1) * EDGE]);
    let mut rows = RowEval::new(fractal, VOXEL, &domain);
    let at = |i: usize| Vec3::from_array(warp_m.map(|along| along[i]));
    verify(&domain, |start, out| rows.warped_row(start, warp_m, out), |p, i| fractal.warped(VOXEL, p, at(i)));
    let mut out = [0.0; EDGE];
    let work = || {
        let mut rows = RowEval::new(fractal, VOXEL, &domain);
        each_row(&domain, |start| {
            rows.warped_row(start, warp_m, &mut out);
            black_box(&mut out);
        });
    };
    least_ns(RUNS / 4, work) / SAMPLES
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
