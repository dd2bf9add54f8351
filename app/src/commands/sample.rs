//! `sample`: densities of a window as a NumPy array, with a JSON file beside it that says what they are.

use crate::cli::numbers;
use crate::output::shown;
use crate::session::{Failure, Outcome, Session, chosen};
use field::{FillScratch, Proofs, SampleBox};
use glam::{DVec3, UVec3};
use serde_json::json;
use std::path::PathBuf;

/// Most samples of one file.
const MAX_SAMPLES: u64 = 256_000_000;

/// Arguments of `sample`.
#[derive(clap::Args)]
pub struct SampleArgs {
    /// Project folder
    project: PathBuf,
    /// Sample this strate's finished field, heights measured from its content floor; world heights when left out
    #[arg(long, value_name = "N")]
    strate: Option<u16>,
    /// Corners in metres: x0,y0,z0,x1,y1,z1
    #[arg(long, value_name = "X0,Y0,Z0,X1,Y1,Z1", value_parser = numbers::<6>, allow_hyphen_values = true)]
    window: [f64; 6],
    /// Distance between samples in metres: the voxel size times a power of two
    #[arg(long, value_name = "M")]
    step: f64,
    /// File to write; the description gets the same name with .json
    #[arg(long, value_name = "FILE.npy")]
    out: PathBuf,
}

/// Samples and writes both files.
pub fn run(args: &SampleArgs, session: &Session) -> Outcome {
    // Other endings are refused, so the two names differ.
    let description = args.out.with_extension("json");
    session.may_write("--out", &args.out, &["npy"])?;
    session.may_write("--out", &description, &["json"])?;
    let world = session.world(&args.project)?;
    let voxel = world.voxel();
    let level = super::measure::level_of(args.step, voxel)?;
    let lift = match args.strate {
        Some(_) => world.strates()[usize::from(chosen(&world, args.strate)?[0].0)].bands.content_floor,
        None => 0,
    };
    let [x0, y0, z0, x1, y1, z1] = args.window;
    let (low, high) = (voxel.lattice_floor(DVec3::new(x0, y0, z0)), voxel.lattice_floor(DVec3::new(x1, y1, z1)));
    let extent = (high - low) / (1 << level);
    if extent.min_element() < 0 {
        return Err(Failure::input("--window: the second corner must not lie below the first on any axis"));
    }
    let mut origin = low;
    origin.z += lift;
    let domain = SampleBox { origin, level, size: extent.as_uvec3() + UVec3::ONE };
    if domain.len() as u64 > MAX_SAMPLES {
        return Err(Failure::input(format!("--window: {} samples, at most {MAX_SAMPLES} are allowed", domain.len())));
    }
    let mut scratch = FillScratch::default();
    let mut bytes = header(domain.size);
    for z in 0..domain.size.z {
        if session.is_cancelled() {
            return Err(Failure::failed("cancelled; nothing was written"));
        }
        let layer =
            SampleBox { origin: domain.point(UVec3::new(0, 0, z)), size: UVec3::new(domain.size.x, domain.size.y, 1), ..domain };
        world.fill(&layer, Proofs::Off, &mut scratch);
        scratch.density.iter().for_each(|d| bytes.extend(d.to_le_bytes()));
    }
    session.write(&args.out, &bytes)?;
    let document = json!({
        "array": shown(&args.out), "shape": [domain.size.z, domain.size.y, domain.size.x], "axes": ["z", "y", "x"],
        "origin_m": voxel.position_m(low).to_array(), "step_m": args.step, "strate": args.strate,
        "unit": "metres near the surface; negative is rock, positive is air", "seed": world.assets().project.seed.to_string(),
    });
    session.write(&description, format!("{document:#}\n").as_bytes())?;
    session.print(format!("{} samples in {}", domain.len(), args.out.display()), &document);
    Ok(())
}

/// Header of a version 1.0 NumPy file of little-endian floats in C order.
fn header(size: UVec3) -> Vec<u8> {
    let mut text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}, {}), }}", size.z, size.y, size.x);
    let padding = 64 - (10 + text.len() + 1) % 64;
    text.extend(std::iter::repeat_n(' ', padding % 64));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_aligned() {
        for size in [UVec3::ONE, UVec3::new(31, 7, 1001), UVec3::splat(99_999)] {
            let bytes = header(size);
            assert_eq!(bytes.len() % 64, 0);
            assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])) + 10, bytes.len());
        }
    }
}
