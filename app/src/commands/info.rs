//! `info`: layout, bands, passages and routes.

use crate::session::{Failure, Outcome, Session};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Arguments of `info`.
#[derive(clap::Args)]
pub struct InfoArgs {
    /// Project folder
    project: PathBuf,
}

/// Describes the world from top to bottom.
pub fn run(args: &InfoArgs, session: &Session) -> Outcome {
    let world = session.world(&args.project)?;
    let voxel = world.voxel();
    let metres = |z: i32| voxel.position_m(glam::IVec3::new(0, 0, z)).z;
    let hash: String = world.content_hash().iter().map(|b| format!("{b:02x}")).collect();
    let mut text = format!(
        "{}\nseed {}, voxel {} m, world hash {hash}\n",
        world.assets().project.name,
        world.assets().project.seed,
        voxel.metres()
    );
    let (mut strates, mut unplanned) = (Vec::new(), 0);
    for strate in world.strates() {
        let bands = strate.bands;
        let _ = writeln!(
            text,
            "\n{:>2}  {} ({}, slot {})\n    {} m to {} m, content {} m to {} m, coarsest level {}",
            strate.index.0,
            strate.def.id,
            strate.def.archetype.name(),
            strate.slot.0,
            metres(bands.top),
            metres(bands.bottom),
            metres(bands.content_top),
            metres(bands.content_floor),
            strate.coarsest_level
        );
        let plan = match world.plan(strate.index) {
            Ok(plan) => {
                for (mouth, route) in plan.mouths.iter().zip(&plan.backbone) {
                    let foot = mouth.foot_m;
                    let natural = route.natural.iter().filter(|n| **n).count();
                    let _ = writeln!(
                        text,
                        "    {:?} {} at {:.1}, {:.1}, {:.1}; way of {:.0} m from the spine, {} % natural floor",
                        mouth.kind,
                        mouth.passage,
                        foot.x,
                        foot.y,
                        foot.z,
                        length_m(&route.points_m),
                        natural * 100 / route.natural.len().max(1)
                    );
                }
                let passages: Vec<f64> = plan.passages.iter().map(|r| length_m(&r.points_m)).collect();
                json!({
                    "spine_m": plan.spine_m.to_array(),
                    "mouths": plan.mouths.iter().map(|m| json!({ "kind": format!("{:?}", m.kind), "passage": m.passage, "foot_m": m.foot_m.to_array() })).collect::<Vec<_>>(),
                    "passages_m": passages,
                    "features": plan.features.len(),
                })
            }
            Err(error) => {
                unplanned += 1;
                let _ = writeln!(text, "    no plan: {error}");
                json!({ "error": error.to_string() })
            }
        };
        strates.push(json!({
            "index": strate.index.0, "slot": strate.slot.0, "id": strate.def.id, "archetype": strate.def.archetype.name(),
            "seed": strate.seed.to_string(), "top_m": metres(bands.top), "content_top_m": metres(bands.content_top),
            "content_floor_m": metres(bands.content_floor), "bottom_m": metres(bands.bottom),
            "coarsest_level": strate.coarsest_level, "plan": plan,
        }));
    }
    let document = json!({
        "name": world.assets().project.name, "seed": world.assets().project.seed.to_string(), "voxel_m": voxel.metres(),
        "world_hash": hash, "strates": strates,
    });
    session.print(text, &document);
    if unplanned > 0 { Err(Failure::failed(format!("{unplanned} strates cannot be planned"))) } else { Ok(()) }
}

/// Length of a polyline in metres.
fn length_m(points: &[glam::DVec3]) -> f64 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
