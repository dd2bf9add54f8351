//! The same tiles in every order, on one thread and on all, cold and warm, and in a fresh process.
//!
//! What builds the tiles is an argument of the comparison: a *maker* gives builders, each with a memory of its own.

mod borders;
mod process;
mod ways;

use crate::tiles::{tile_hash, tiles_to_try};
use crate::{Check, Context, Report};
use field::Proofs;
use std::collections::BTreeMap;
use stream::{BuildScratch, TileContent, TileKey, build_tile};
use ways::Way;
use world::World;

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Determinism, context, "tiles");
    let keys = tiles_to_try(context.world, context.mode);
    compare_tiles(context, &keys, &ways::all(context.mode), &builder, &mut report);
    if !context.watch.is_cancelled() {
        process::compare(context, &mut report);
    }
    report.end(context)
}

/// A builder as a worker of the stream has one.
fn builder() -> impl FnMut(&World, TileKey) -> TileContent {
    let mut scratch = BuildScratch::default();
    move |world: &World, key: TileKey| build_tile(world, key, Proofs::On, &mut scratch)
}

/// Builds the tiles in the order of `keys`, then in every one of `ways`, and compares; then the borders between them.
fn compare_tiles<M, B>(context: &Context<'_>, keys: &[TileKey], ways: &[Way], make: &M, report: &mut Report)
where
    M: Fn() -> B + Sync,
    B: FnMut(&World, TileKey) -> TileContent,
{
    let world = context.world;
    let mut build = make();
    let mut meshes = BTreeMap::new();
    let mut expected = Vec::with_capacity(keys.len());
    for (done, &key) in keys.iter().enumerate() {
        if context.watch.is_cancelled() {
            return;
        }
        let content = build(world, key);
        expected.push(tile_hash(&content));
        if let TileContent::Mesh(mesh) = content {
            meshes.insert(key, mesh);
        }
        context.watch.report(done as u64, keys.len() as u64, "building the reference");
    }
    report.require(context, "tiles with a surface", meshes.len() as u64);
    ways::compare(context, keys, &expected, ways, make, report);
    let borders = borders::compare(world, &meshes, report);
    report.require(context, "border vertices compared from both sides", borders);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mode, Outcome, fixture};

    fn judged<B: FnMut(&World, TileKey) -> TileContent>(keys: &[TileKey], make: impl Fn() -> B + Sync) -> Report {
        let context = fixture::context();
        let mut report = Report::begin(Check::Determinism, &context, "tiles");
        compare_tiles(&context, keys, &ways::all(Mode::Quick), &make, &mut report);
        report.end(&context)
    }

    fn count(report: &Report, name: &str) -> u64 {
        report.counts.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value)
    }

    #[test]
    fn a_quick_check_of_an_honest_world_passes_and_every_part_of_it_tried_something() {
        let context = fixture::context();
        let honest = || crate::digest(context.world, context.pool, &context.watch).ok_or_else(|| "cancelled".to_owned());
        let report = run(&Context { fresh_process: Some(&honest), ..context });
        assert!(report.passed(), "{}", report.to_text());
        let parts = [
            "tiles with a surface",
            "ways to build",
            "border vertices compared from both sides",
            "digest parts compared with a fresh process",
        ];
        for part in parts {
            assert!(count(&report, part) > 0, "{part}: {}", report.to_text());
        }
    }

    #[test]
    fn a_fresh_process_that_cannot_be_asked_fails_the_check() {
        let broken = || Err("cannot start".to_owned());
        let report = run(&Context { fresh_process: Some(&broken), ..fixture::context() });
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        assert!(report.to_text().contains("cannot start"), "{}", report.to_text());
    }

    #[test]
    fn a_world_without_a_surface_proves_nothing() {
        let (keys, _) = fixture::block();
        let report = judged(&keys, || |_: &World, _: TileKey| TileContent::Rock);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        assert!(report.to_text().contains("nothing was proven: 0 tiles with a surface"), "{}", report.to_text());
    }

    #[test]
    fn tiles_without_neighbours_prove_nothing_about_borders() {
        let (_, target) = fixture::block();
        let report = judged(&[target], builder);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        assert!(report.to_text().contains("nothing was proven: 0 border vertices"), "{}", report.to_text());
    }
}
