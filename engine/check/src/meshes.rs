//! Meshes with proofs on and off, byte for byte.

use crate::tiles::{middle_m, tile_hash, tiles_to_try};
use crate::{Check, Context, Report};
use field::Proofs;
use rayon::prelude::*;
use stream::{BuildScratch, TileContent, TileKey, build_tile};
use world::World;

pub(crate) fn run(context: &Context<'_>) -> Report {
    compare(context, &tiles_to_try(context.world, context.mode), build_tile)
}

/// Builds every tile with proofs on and off and compares.
fn compare(
    context: &Context<'_>,
    keys: &[TileKey],
    build: impl Fn(&World, TileKey, Proofs, &mut BuildScratch) -> TileContent + Sync,
) -> Report {
    let mut report = Report::begin(Check::Meshes, context, "tiles");
    let world = context.world;
    let done = std::sync::atomic::AtomicU64::new(0);
    let found: Vec<Option<(bool, bool)>> = context.pool.install(|| {
        keys.par_iter()
            .map_init(BuildScratch::default, |scratch, &key| {
                if context.watch.is_cancelled() {
                    return None;
                }
                let on = build(world, key, Proofs::On, scratch);
                let off = build(world, key, Proofs::Off, scratch);
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
    report.require(context, "with a surface", meshes);
    report.end(context)
}

/// Without proofs nothing is certain, so a tile without triangles is only empty; with them it may be rock or air.
fn same(on: &TileContent, off: &TileContent) -> bool {
    match (on, off) {
        (TileContent::Mesh(_), _) | (_, TileContent::Mesh(_)) => tile_hash(on) == tile_hash(off),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};

    /// The fixture's block, with what `plant` makes of its target when proofs are as given.
    fn judged(when: Proofs, plant: impl Fn(TileContent) -> TileContent + Sync) -> Report {
        let (keys, target) = fixture::block();
        let report = compare(&fixture::context(), &keys, |world, key, proofs, scratch| {
            let content = build_tile(world, key, proofs, scratch);
            if key == target && proofs == when { plant(content) } else { content }
        });
        assert_eq!(report.tried, keys.len() as u64);
        assert!(report.tried > 0);
        report
    }

    fn assert_caught(report: Report) {
        let (_, target) = fixture::block();
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert!(first.what.contains(&format!("{target:?}")), "{}", first.what);
        assert_eq!(first.position_m, Some(middle_m(fixture::world(), target).to_array()));
    }

    #[test]
    fn honest_meshes_are_the_same_with_and_without_proofs() {
        let report = judged(Proofs::Off, |content| content);
        assert!(report.passed(), "{}", report.to_text());
        assert!(report.counts[0].1 > 0, "{}", report.to_text());
    }

    #[test]
    fn a_mesh_that_differs_by_a_byte_without_proofs_is_caught() {
        assert_caught(judged(Proofs::Off, fixture::altered));
    }

    #[test]
    fn a_surface_that_proofs_take_away_is_caught() {
        for wrongly_proven in [TileContent::Rock, TileContent::Air, TileContent::Empty] {
            assert_caught(judged(Proofs::On, |_| wrongly_proven.clone()));
        }
    }

    #[test]
    fn tiles_without_a_surface_prove_nothing() {
        let (keys, _) = fixture::block();
        let report = compare(&fixture::context(), &keys, |_, _, _, _| TileContent::Rock);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        assert!(report.to_text().contains("nothing was proven: 0 with a surface"), "{}", report.to_text());
    }
}
