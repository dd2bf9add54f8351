//! `measure`: metrics of strates.

use crate::cli::between;
use crate::session::{Failure, Outcome, Session, chosen};
use compose::Metrics;
use compose::measure::REACH_M;
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `measure`.
#[derive(clap::Args)]
pub struct MeasureArgs {
    /// Project folder
    project: PathBuf,
    /// Only this strate
    #[arg(long, value_name = "N")]
    strate: Option<u16>,
    /// Distance between samples in metres: the voxel size times a power of two
    #[arg(long, value_name = "M", default_value_t = 1.0)]
    step: f64,
    /// Measure this near to the spine, metres
    #[arg(long, value_name = "M", default_value_t = 64.0, value_parser = between(REACH_M[0], REACH_M[1], " m"))]
    reach: f64,
}

/// Measures and prints.
pub fn run(args: &MeasureArgs, session: &Session) -> Outcome {
    let world = session.world(&args.project)?;
    let level = level_of(args.step, world.voxel())?;
    let (mut text, mut documents, mut failures) = (String::new(), Vec::new(), 0);
    for strate in chosen(&world, args.strate)? {
        if session.is_cancelled() {
            return Err(Failure::failed("cancelled"));
        }
        let id = &world.strates()[usize::from(strate.0)].def.id;
        match compose::measure(&world, strate, level, args.reach) {
            Ok(metrics) => {
                text += &format!(
                    "{} {id}: window {:?} m at {:?} m, step {} m\n",
                    strate.0, metrics.window.size_m, metrics.window.origin_m, metrics.window.step_m
                );
                for name in Metrics::NAMES {
                    text += &format!("  {name:20} {:.3}\n", metrics.get(name).unwrap_or(0.0));
                }
                text += &format!("  arrival to departure by air: {:?}; planned way {:.0} m\n", metrics.way_by_air, metrics.way_m);
                documents.push(json!({ "strate": strate.0, "id": id, "metrics": metrics }));
            }
            Err(error) => {
                failures += 1;
                text += &format!("{} {id}: not measured: {error}\n", strate.0);
                documents.push(json!({ "strate": strate.0, "id": id, "error": error.to_string() }));
            }
        }
    }
    session.print(text, &json!({ "strates": documents }));
    if failures > 0 { Err(Failure::failed(format!("{failures} strates could not be measured"))) } else { Ok(()) }
}

/// Level of a step that is the voxel size times a power of two.
pub fn level_of(step_m: f64, voxel: field::VoxelSize) -> Result<u8, Failure> {
    (0..=8u8).find(|level| f64::from(1u32 << level) == step_m * f64::from(voxel.per_metre())).ok_or_else(|| {
        Failure::input(format!("--step {step_m}: the voxel size ({} m) times 1, 2, 4 … 256 is expected", voxel.metres()))
    })
}
