//! The law in every strate, over many seeds.

use crate::report::in_words;
use crate::{Check, Context, Mode, Report};
use compose::draw::Draw;
use field::VoxelSize;
use glam::{DVec2, DVec3, IVec3};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use world::law::{self, Walked};
use world::{Assets, Strate, StrateIndex, World};

/// Where a body could not go on, and why.
struct Stopped {
    place_m: Option<DVec3>,
    reason: String,
}

/// What one strate of one world showed.
struct Judged {
    seed: u64,
    name: String,
    /// Kinds of place in the strate.
    kind: String,
    result: Result<Walked, Stopped>,
    /// Share of the ways that runs over untouched natural floor; `None` without a way.
    natural: Option<f64>,
    /// Places the landing oracle gave, and the first that no body can stand at.
    landings: u64,
    bad_landing: Option<DVec3>,
}

/// Places asked of the landing oracle per strate and seed.
const LANDINGS: u32 = 1200;
/// Budget and reach of those questions, metres.
const BUDGET_M: f64 = 48.0;
const REACH_M: f32 = 3000.0;

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
    let (mut length_m, mut legs, mut landings) = (0.0, 0, 0);
    let mut natural: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for judged in found {
        report.tried += 1;
        landings += judged.landings;
        if let Some(place_m) = judged.bad_landing {
            report.differ(
                format!("seed {}, {}: no body can stand where the oracle lands it", judged.seed, judged.name),
                Some(place_m),
            );
        }
        if let Some(share) = judged.natural {
            natural.entry(judged.kind).or_default().push(share);
        }
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
    if landings > 0 {
        report.count("landings", landings);
    }
    for (kind, mut shares) in natural {
        shares.sort_by(f64::total_cmp);
        let median = shares.get(shares.len() / 2).copied().unwrap_or(0.0);
        report.note(format!("{kind}: {:.0} % of the way over untouched floor (median of {})", 100.0 * median, shares.len()));
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
            return vec![Judged::of(seed, "the whole world".into(), String::new(), result)];
        }
    };
    let mut judged = Vec::new();
    for (place, strate) in world.strates().iter().enumerate() {
        if context.watch.is_cancelled() {
            break;
        }
        let result = law::judge(&world, StrateIndex(place as u16))
            .map_err(|broken| Stopped { place_m: broken.place_m(), reason: broken.to_string() });
        let name = format!("strate {place} ({})", strate.def.id);
        let mut one = Judged::of(seed, name, kind_of(strate), result);
        one.natural = natural_share(&world, strate.index);
        if context.mode == Mode::Full {
            (one.landings, one.bad_landing) = land(strate, world.voxel(), seed);
        }
        judged.push(one);
        step();
    }
    judged
}

impl Judged {
    fn of(seed: u64, name: String, kind: String, result: Result<Walked, Stopped>) -> Self {
        Self { seed, name, kind, result, natural: None, landings: 0, bad_landing: None }
    }
}

/// `SurfaceWorld`, or `SurfaceWorld + Maze` where regions lie beside each other.
fn kind_of(strate: &Strate) -> String {
    let regions = strate.def.regions.iter().map(|region| region.archetype.name());
    std::iter::once(strate.def.archetype.name()).chain(regions).collect::<Vec<_>>().join(" + ")
}

fn natural_share(world: &World, index: StrateIndex) -> Option<f64> {
    let plan = world.plan(index).ok()?;
    let steps: usize = plan.backbone.iter().map(|way| way.natural.len()).sum();
    let natural = plan.backbone.iter().flat_map(|way| &way.natural).filter(|natural| **natural).count();
    (steps > 0).then(|| natural as f64 / steps as f64)
}

/// Asks the oracle for places all round; a body must have air from its knees to above its head there, and rock under its feet.
fn land(strate: &Strate, voxel: VoxelSize, seed: u64) -> (u64, Option<DVec3>) {
    let (mut given, mut bad) = (0, None);
    for number in 0..LANDINGS {
        let mut draw = Draw::new("wanted landings", seed, number, u32::from(strate.index.0));
        let mut across = || f64::from(REACH_M * draw.signed());
        let wanted = DVec2::new(across(), across());
        let Some(foot) = world::archetypes::landing(strate, voxel, wanted, BUDGET_M) else { continue };
        given += 1;
        let density = |dz: f64| strate.native.density(voxel.lattice_floor(foot + DVec3::Z * dz));
        let stands = density(0.75) >= 0.0 && density(2.0) >= 0.0 && density(-0.75) < 0.0;
        if (!stands || foot.truncate().distance(wanted) > BUDGET_M + 1e-3) && bad.is_none() {
            bad = Some(foot + voxel.position_m(IVec3::new(0, 0, strate.bands.content_floor)));
        }
    }
    (given, bad)
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
        let found = results.into_iter().map(|result| Judged::of(7, "strate 0 (knoll)".into(), "FlatPlain".into(), result));
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
    fn medians_of_untouched_floor_are_told_by_kind_and_a_bad_landing_fails() {
        let context = fixture::context();
        let one = |natural: f64, bad_landing: Option<DVec3>| Judged {
            natural: Some(natural),
            landings: 5,
            bad_landing,
            ..Judged::of(7, "strate 0 (knoll)".into(), "FlatPlain".into(), Ok(Walked { length_m: 31.5, legs: 2 }))
        };
        let judged = |bad| {
            let found = [one(0.2, None), one(0.9, None), one(0.6, bad)].into_iter();
            judge(&context, 2, found, Report::begin(Check::Law, &context, "strates"))
        };
        let report = judged(None);
        assert!(report.passed() && report.to_text().contains("FlatPlain: 60 % of the way"), "{}", report.to_text());
        assert!(report.counts.contains(&("landings".to_owned(), 15)));
        assert_eq!(judged(Some(DVec3::ONE)).outcome, Outcome::Failed);
    }

    #[test]
    fn the_oracle_of_a_real_strate_gives_places_to_stand() {
        let world = fixture::world();
        for strate in world.strates() {
            let (given, bad) = land(strate, world.voxel(), 3);
            assert!(given > 100 && bad.is_none(), "{}: {given} given, {bad:?}", strate.def.id);
        }
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
