//! The law in every strate, over many seeds.

use crate::report::in_words;
use crate::{Check, Context, Mode, Report};
use compose::draw::Draw;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use world::law::{self, Walked};
use world::{Assets, StrateIndex, World};

/// Where a body could not go on, and why.
struct Stopped {
    place_m: Option<DVec3>,
    reason: String,
}

/// What one strate of one world showed.
struct Judged {
    seed: u64,
    name: String,
    result: Result<Walked, Stopped>,
}

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Law, context, "strates");
    let worlds = if context.mode == Mode::Full { context.seeds.max(1) } else { 1 };
    let total = u64::from(worlds) * context.world.strates().len() as u64;
    let done = AtomicU64::new(0);
    let found: Vec<Vec<Judged>> = context.pool.install(|| {
        (0..worlds)
            .into_par_iter()
            .with_max_len(1)
            .map(|number| {
                let seed = seed_of(context, number);
                judge_world(context, seed, number == 0, || {
                    context.watch.report(done.fetch_add(1, Ordering::Relaxed) + 1, total, "walking strates");
                })
            })
            .collect()
    });
    report.count("seeds", u64::from(worlds));
    judge(context, context.world.strates().len(), found.into_iter().flatten(), report)
}

/// Adds up what the strates showed. A single strate has no way to another, so that there need not be one to walk.
fn judge(context: &Context<'_>, strates: usize, found: impl Iterator<Item = Judged>, mut report: Report) -> Report {
    let (mut length_m, mut legs) = (0.0, 0);
    for judged in found {
        report.tried += 1;
        match judged.result {
            Ok(walked) => {
                length_m += walked.length_m;
                legs += u64::from(walked.legs);
            }
            Err(broken) => report.differ(format!("seed {}, {}: {}", judged.seed, judged.name, broken.reason), broken.place_m),
        }
    }
    // Where no strate could be judged that has been said.
    if report.differences > 0 || (strates < 2 && legs == 0) {
        report.count("legs", legs);
        report.count("metres", length_m as u64);
    } else {
        report.require(context, "legs", legs);
        report.require(context, "metres", length_m as u64);
    }
    if strates < 2 && legs == 0 {
        report.note("a single strate has no way to another, so none was walked");
    }
    report.end(context)
}

/// The world's own seed first, then drawn ones.
fn seed_of(context: &Context<'_>, number: u32) -> u64 {
    if number == 0 {
        return context.world.assets().project.seed;
    }
    Draw::new("law seeds", context.first_seed, number, 0).bits()
}

fn judge_world(context: &Context<'_>, seed: u64, own: bool, step: impl Fn()) -> Vec<Judged> {
    let world =
        if own { Ok(context.world.clone()) } else { World::resolve(&reseeded(context.world.assets(), seed), None).map(Arc::new) };
    let world = match world {
        Ok(world) => world,
        Err(errors) => {
            let result = Err(Stopped { place_m: None, reason: in_words(&errors) });
            return vec![Judged { seed, name: "the whole world".into(), result }];
        }
    };
    let mut judged = Vec::new();
    for (place, strate) in world.strates().iter().enumerate() {
        if context.watch.is_cancelled() {
            break;
        }
        let result = law::judge(&world, StrateIndex(place as u16))
            .map_err(|broken| Stopped { place_m: broken.place_m(), reason: broken.to_string() });
        judged.push(Judged { seed, name: format!("strate {place} ({})", strate.def.id), result });
        step();
    }
    judged
}

/// The same assets under another seed; strates that carry their own seed are freed of it, so that they differ too.
fn reseeded(assets: &Assets, seed: u64) -> Assets {
    let mut assets = assets.clone();
    let project = Arc::make_mut(&mut assets.project);
    project.seed = seed;
    for def in project.layout.candidates.values_mut() {
        def.seed = None;
    }
    for def in assets.strates.values_mut().filter(|d| d.seed.is_some()) {
        Arc::make_mut(def).seed = None;
    }
    assets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};

    fn judged(strates: usize, results: Vec<Result<Walked, Stopped>>) -> Report {
        let context = fixture::context();
        let found = results.into_iter().map(|result| Judged { seed: 7, name: "strate 0 (knoll)".into(), result });
        judge(&context, strates, found, Report::begin(Check::Law, &context, "strates"))
    }

    #[test]
    fn strates_with_walked_ways_pass() {
        let report = judged(2, vec![Ok(Walked { length_m: 31.5, legs: 2 }), Ok(Walked::default())]);
        assert!(report.passed(), "{}", report.to_text());
        assert_eq!((report.tried, report.counts[0].1, report.counts[1].1), (2, 2, 31));
    }

    #[test]
    fn a_body_that_cannot_go_on_is_named_and_placed() {
        let stopped = Stopped { place_m: Some(DVec3::new(1.0, -2.0, 3.5)), reason: "no room".into() };
        let report = judged(2, vec![Ok(Walked { length_m: 31.5, legs: 2 }), Err(stopped)]);
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert_eq!(first.what, "seed 7, strate 0 (knoll): no room");
        assert_eq!(first.position_m, Some([1.0, -2.0, 3.5]));
    }

    #[test]
    fn strates_without_a_leg_prove_nothing() {
        let report = judged(2, vec![Ok(Walked::default()), Ok(Walked::default())]);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        let report = judged(2, vec![Ok(Walked { length_m: 0.0, legs: 2 })]);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
    }

    #[test]
    fn a_single_strate_has_no_leg_and_says_so() {
        let report = judged(1, vec![Ok(Walked::default())]);
        assert!(report.passed() && report.to_text().contains("no way to another"), "{}", report.to_text());
    }
}
