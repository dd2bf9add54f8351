//! Every parameter of every archetype changes the field.

use crate::{Check, Context, Report};
use compose::candidate::{TRIAL_INDEX, plain_strate, trial_world};
use field::{FillScratch, Proofs, SampleBox};
use glam::{IVec3, UVec3};
use param::{Effect, Kind, Value};
use rayon::prelude::*;
use world::Assets;
use world::defs::Archetype;

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Liveness, context, "parameters");
    let assets = context.world.assets();
    let kinds = Archetype::all_defaults();
    let jobs: Vec<(usize, usize)> =
        kinds.iter().enumerate().flat_map(|(k, kind)| (0..kind.block().declarations().len()).map(move |p| (k, p))).collect();
    let base: Vec<Option<blake3::Hash>> = kinds.iter().map(|kind| fingerprint(assets, kind)).collect();
    let found: Vec<Option<bool>> = context.pool.install(|| {
        jobs.par_iter()
            .map(|&(kind, parameter)| {
                let decl = &kinds[kind].block().declarations()[parameter];
                if context.watch.is_cancelled() || decl.effect != Effect::Shape {
                    return None;
                }
                let alive = variants(&kinds[kind], parameter)
                    .iter()
                    .any(|v| fingerprint(assets, v).is_some_and(|f| Some(f) != base[kind]));
                Some(alive)
            })
            .collect()
    });
    for (&(kind, parameter), alive) in jobs.iter().zip(found) {
        let Some(alive) = alive else { continue };
        report.tried += 1;
        if !alive {
            let decl = &kinds[kind].block().declarations()[parameter];
            report.differ(format!("{}.{} moves nothing", kinds[kind].name(), decl.name), None);
        }
    }
    report.count("archetypes", kinds.len() as u64);
    report.end(context)
}

/// The archetype with one parameter changed substantially, in a few ways that keep ranges and relations.
fn variants(archetype: &Archetype, parameter: usize) -> Vec<Archetype> {
    let block = archetype.block();
    let (Some(decl), Some(now)) = (block.declarations().get(parameter), block.get(parameter)) else { return Vec::new() };
    let values = match decl.kind {
        Kind::Float { soft, .. } => [0.0, 1.0, 0.35, 0.7].map(|t| Value::Float(soft[0] + (soft[1] - soft[0]) * t)).to_vec(),
        Kind::Int { soft, .. } => vec![Value::Int(soft[0]), Value::Int(soft[1]), Value::Int((soft[0] + soft[1]) / 2)],
        Kind::Bool { .. } => vec![Value::Bool(false), Value::Bool(true)],
        Kind::Choice { options, .. } => (0..options.len()).map(Value::Choice).collect(),
        Kind::Text { .. } | Kind::Color { .. } => Vec::new(),
    };
    let changed = values.into_iter().filter(|v| *v != now).filter_map(|value| {
        let mut variant = archetype.clone();
        variant.block_mut().set(parameter, value).ok()?;
        param::validate(variant.block()).is_empty().then_some(variant)
    });
    changed.collect()
}

/// Hash of the native densities of a trial world round the spine and farther out; `None` when it makes no world.
fn fingerprint(assets: &Assets, archetype: &Archetype) -> Option<blake3::Hash> {
    let mut def = plain_strate("live", archetype.clone());
    def.seed = Some(0x51ab);
    let world = trial_world(assets, &def).ok()?;
    let strate = world.strates().get(usize::from(TRIAL_INDEX.0))?;
    let height = strate.bands.content_top - strate.bands.content_floor;
    let mut scratch = FillScratch::default();
    let mut hasher = blake3::Hasher::new();
    for origin in [IVec3::new(-128, -128, 0), IVec3::new(900, -500, 0)] {
        let size = UVec3::new(64, 64, (height / 4) as u32 + 1);
        strate.native.fill(&SampleBox { origin, level: 2, size }, Proofs::Off, &mut scratch);
        scratch.density.iter().for_each(|d| _ = hasher.update(&d.to_le_bytes()));
    }
    Some(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_change_exactly_one_parameter() {
        for archetype in Archetype::all_defaults() {
            let count = archetype.block().declarations().len();
            for parameter in 0..count {
                for variant in variants(&archetype, parameter) {
                    let differing = (0..count).filter(|&i| variant.block().get(i) != archetype.block().get(i)).count();
                    assert_eq!(differing, 1, "{} {parameter}", archetype.name());
                }
            }
        }
    }
}
