//! Every parameter of every archetype changes the field, or the level of its water.

use crate::{Check, Context, Report};
use compose::candidate::{TRIAL_INDEX, trial_world};
use field::{FillScratch, Proofs, SampleBox};
use glam::{IVec3, UVec3};
use param::{Effect, Kind, Value};
use rayon::prelude::*;
use world::Assets;
use world::defs::Archetype;

pub(crate) fn run(context: &Context<'_>) -> Report {
    let assets = context.world.assets();
    judge(context, &kinds(), variants, |archetype| fingerprint(assets, archetype))
}

/// One of each kind with default parameters, but for a surface world's relief: shelves stand on steep slopes alone.
fn kinds() -> Vec<Archetype> {
    let mut kinds = Archetype::all_defaults();
    for kind in &mut kinds {
        if let Archetype::SurfaceWorld(land) = kind {
            (land.relief_m, land.mountain_share, land.cap_m) = (30.0, 1.2, 90.0);
        }
    }
    kinds
}

/// Expects of every parameter that one of its variants has another fingerprint than its archetype. An archetype without a
/// fingerprint of its own has nothing to compare with.
fn judge<F: PartialEq + Send + Sync>(
    context: &Context<'_>,
    kinds: &[Archetype],
    variants: impl Fn(&Archetype, usize) -> Vec<Archetype> + Sync,
    fingerprint: impl Fn(&Archetype) -> Option<F> + Sync,
) -> Report {
    let mut report = Report::begin(Check::Liveness, context, "parameters");
    let mut jobs: Vec<(&Archetype, &F, usize)> = Vec::new();
    let mut unshaped = 0;
    let base: Vec<Option<F>> = kinds.iter().map(&fingerprint).collect();
    for (kind, base) in kinds.iter().zip(&base) {
        let Some(base) = base else {
            report.differ(format!("{} makes no world", kind.name()), None);
            continue;
        };
        for (parameter, decl) in kind.block().declarations().iter().enumerate() {
            match decl.effect {
                Effect::Shape | Effect::Water => jobs.push((kind, base, parameter)),
                Effect::Look | Effect::Nothing => unshaped += 1,
            }
        }
    }
    let found: Vec<Option<bool>> = context.pool.install(|| {
        jobs.par_iter()
            .map(|&(kind, base, parameter)| {
                let moves = |variant: &Archetype| fingerprint(variant).is_some_and(|found| found != *base);
                (!context.watch.is_cancelled()).then(|| variants(kind, parameter).iter().any(moves))
            })
            .collect()
    });
    let mut dead = Vec::new();
    for (&(kind, _, parameter), alive) in jobs.iter().zip(found) {
        let Some(alive) = alive else { continue };
        report.tried += 1;
        if !alive {
            let decl = &kind.block().declarations()[parameter];
            report.differ(format!("{}.{} moves nothing", kind.name(), decl.name), None);
            dead.push(format!("{}.{}", kind.name(), decl.name));
        }
    }
    if dead.len() > 1 {
        report.note(format!("all that move nothing: {}", dead.join(", ")));
    }
    report.require(context, "archetypes", kinds.len() as u64);
    if unshaped > 0 {
        report.note(format!("{unshaped} parameters are not for the shape, so they were not tried"));
    }
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

/// Hash of the native densities of a trial world round the spine and farther out, and of its water level; `None` when it makes no
/// world.
fn fingerprint(assets: &Assets, archetype: &Archetype) -> Option<blake3::Hash> {
    let mut def = world::defs::StrateDef::new("live", archetype.clone());
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
    if let Some(level_m) = world.water_level_m(TRIAL_INDEX) {
        hasher.update(&level_m.to_le_bytes());
    }
    Some(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};
    use compose::candidate::parameters;

    /// A field that follows every parameter.
    fn values(archetype: &Archetype) -> Option<Vec<(&'static str, Value)>> {
        Some(parameters(archetype))
    }

    /// Every parameter that a check of all archetypes tries, with its archetype's name.
    fn shaping() -> Vec<(&'static str, &'static str)> {
        let kinds = Archetype::all_defaults();
        let names = kinds.iter().flat_map(|kind| {
            let matters = |decl: &&param::Decl| matches!(decl.effect, Effect::Shape | Effect::Water);
            let shaping = kind.block().declarations().iter().filter(matters);
            shaping.map(|decl| (kind.name(), decl.name))
        });
        names.collect()
    }

    fn judged<F: PartialEq + Send + Sync>(
        variants: impl Fn(&Archetype, usize) -> Vec<Archetype> + Sync,
        fingerprint: impl Fn(&Archetype) -> Option<F> + Sync,
    ) -> Report {
        judge(&fixture::context(), &Archetype::all_defaults(), variants, fingerprint)
    }

    fn assert_caught(report: &Report, (kind, name): (&str, &str)) {
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        assert_eq!(report.tried, shaping().len() as u64);
        let first = report.first.as_ref().expect("a difference");
        assert_eq!(first.what, format!("{kind}.{name} moves nothing"));
    }

    #[test]
    fn every_parameter_of_the_real_fields_is_alive() {
        let report = run(&fixture::context());
        assert!(report.passed(), "{}", report.to_text());
        assert!(report.tried > 0 && report.tried == shaping().len() as u64, "{}", report.to_text());
    }

    #[test]
    fn a_field_that_follows_every_parameter_passes() {
        let report = judged(variants, values);
        assert!(report.passed(), "{}", report.to_text());
        assert!(report.tried > 0 && report.tried == shaping().len() as u64, "{}", report.to_text());
    }

    #[test]
    fn a_parameter_whose_variants_are_all_the_same_is_caught() {
        for (kind, name) in shaping() {
            let same = |archetype: &Archetype, parameter: usize| {
                let is_planted = archetype.name() == kind && archetype.block().declarations()[parameter].name == name;
                if is_planted { vec![archetype.clone()] } else { variants(archetype, parameter) }
            };
            assert_caught(&judged(same, values), (kind, name));
        }
    }

    #[test]
    fn a_field_that_ignores_a_parameter_is_caught() {
        for (kind, name) in shaping() {
            let deaf = |archetype: &Archetype| {
                let mut values = parameters(archetype);
                values.retain(|(known, _)| archetype.name() != kind || *known != name);
                Some(values)
            };
            assert_caught(&judged(variants, deaf), (kind, name));
        }
    }

    #[test]
    fn an_archetype_without_a_world_is_caught() {
        let report = judged(variants, |archetype| values(archetype).filter(|_| archetype.name() != "FlatPlain"));
        // Its variants have no world either, so that none of them could tell anything.
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        assert!(report.to_text().contains("FlatPlain makes no world"), "{}", report.to_text());
    }

    #[test]
    fn variants_without_a_world_move_nothing() {
        let defaults = Archetype::all_defaults();
        let report = judged(variants, |archetype| values(archetype).filter(|_| defaults.contains(archetype)));
        assert_eq!(report.differences, shaping().len() as u64, "{}", report.to_text());
    }

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
