//! Meshes with proofs on and off, byte for byte.

use crate::tiles::{middle_m, tile_hash, view_tiles};
use crate::{Check, Context, Mode, Report};
use field::Proofs;
use rayon::prelude::*;
use stream::{BuildScratch, TileContent, build_tile};

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Meshes, context, "tiles");
    let world = context.world;
    let mut keys = view_tiles(world, 2);
    if context.mode == Mode::Quick {
        let keep = keys.len().div_ceil(48).max(1);
        keys = keys.into_iter().step_by(keep).collect();
    }
    let done = std::sync::atomic::AtomicU64::new(0);
    let found: Vec<Option<(bool, bool)>> = context.pool.install(|| {
        keys.par_iter()
            .map_init(BuildScratch::default, |scratch, &key| {
                if context.watch.is_cancelled() {
                    return None;
                }
                let on = build_tile(world, key, Proofs::On, scratch);
                let off = build_tile(world, key, Proofs::Off, scratch);
                context.watch.report(
                    done.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
                    keys.len() as u64,
                    "building tiles twice",
                );
                Some((same(&on, &off), matches!(on, TileContent::Mesh(_))))
            })
            .collect()
    });
    let mut meshes = 0;
    for (key, item) in keys.iter().zip(found) {
        let Some((equal, has_surface)) = item else { break };
        report.tried += 1;
        meshes += u64::from(has_surface);
        if !equal {
            report.differ(format!("{key:?} is another mesh without proofs"), Some(middle_m(world, *key)));
        }
    }
    report.count("with a surface", meshes);
    report.end(context)
}

/// Without proofs nothing is certain, so a tile without triangles is only empty; with them it may be rock or air.
fn same(on: &TileContent, off: &TileContent) -> bool {
    match (on, off) {
        (TileContent::Mesh(_), _) | (_, TileContent::Mesh(_)) => tile_hash(on) == tile_hash(off),
        _ => true,
    }
}
