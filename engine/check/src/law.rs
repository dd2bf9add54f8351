//! The law in every strate, over many seeds.

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
    let (mut length_m, mut legs) = (0.0, 0);
    for judged in found.into_iter().flatten() {
        report.tried += 1;
        match judged.result {
            Ok(walked) => {
                length_m += walked.length_m;
                legs += u64::from(walked.legs);
            }
            Err(broken) => report.differ(format!("seed {}, {}: {}", judged.seed, judged.name, broken.reason), broken.place_m),
        }
    }
    report.count("seeds", u64::from(worlds));
    report.count("legs", legs);
    report.count("metres", length_m as u64);
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
            let reason = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            return vec![Judged { seed, name: "the whole world".into(), result: Err(Stopped { place_m: None, reason }) }];
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
