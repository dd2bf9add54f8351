//! Every parameter of every archetype, modifier and disturbance changes the field, or the level of its water.

use crate::{Check, Context, Report};
use compose::candidate::{TRIAL_INDEX, trial_world};
use field::{FillScratch, Proofs, SampleBox, VoxelSize};
use glam::{IVec3, UVec3};
use param::{Effect, Kind, ParamBlock, Value};
use rayon::prelude::*;
use world::Assets;
use world::archetypes::native_stack;
use world::defs::{Archetype, Disturbance, Modifier, StrateDef};

pub(crate) fn run(context: &Context<'_>) -> Report {
    let assets = context.world.assets();
    judge(context, &Subject::all(), variants, |subject| fingerprint(assets, subject))
}

/// What has parameters: an archetype, a modifier on the first archetype that bears it, or a disturbance.
#[derive(Clone, Debug, PartialEq)]
enum Subject {
    Archetype(Archetype),
    Modifier { host: Archetype, modifier: Modifier },
    Disturbance(Disturbance),
}

/// Archetypes that disturbances are tried on: a wide floor, dips and halls.
const DISTURBED: [&str; 3] = ["FlatPlain", "SurfaceWorld", "TunnelNetwork"];

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

impl Subject {
    /// Every archetype, every modifier and every disturbance with default parameters. A modifier that no archetype bears stands on the
    /// first, which then makes no world.
    fn all() -> Vec<Subject> {
        let hosts = kinds();
        let on_host = |modifier: Modifier| {
            let bears = |host: &&Archetype| {
                let def = on(host, &modifier);
                native_stack(&def, 0, VoxelSize::DEFAULT, &[]).is_ok()
            };
            let host = hosts.iter().find(bears).or(hosts.first())?.clone();
            Some(Subject::Modifier { host, modifier })
        };
        let modifiers = Modifier::all_defaults().into_iter().filter_map(on_host);
        let disturbances = Disturbance::all_defaults().into_iter().map(Subject::Disturbance);
        hosts.iter().cloned().map(Subject::Archetype).chain(modifiers).chain(disturbances).collect()
    }
    fn name(&self) -> &'static str {
        match self {
            Subject::Archetype(archetype) => archetype.name(),
            Subject::Modifier { modifier, .. } => modifier.name(),
            Subject::Disturbance(disturbance) => disturbance.name(),
        }
    }
    fn block(&self) -> &dyn ParamBlock {
        match self {
            Subject::Archetype(archetype) => archetype.block(),
            Subject::Modifier { modifier, .. } => modifier.block(),
            Subject::Disturbance(disturbance) => disturbance.block(),
        }
    }
    fn block_mut(&mut self) -> &mut dyn ParamBlock {
        match self {
            Subject::Archetype(archetype) => archetype.block_mut(),
            Subject::Modifier { modifier, .. } => modifier.block_mut(),
            Subject::Disturbance(disturbance) => disturbance.block_mut(),
        }
    }
    /// The strates it is seen in.
    fn strates(&self) -> Vec<StrateDef> {
        match self {
            Subject::Archetype(archetype) => vec![StrateDef::new("live", archetype.clone())],
            Subject::Modifier { host, modifier } => vec![on(host, modifier)],
            Subject::Disturbance(disturbance) => {
                let hosts = kinds().into_iter().filter(|kind| DISTURBED.contains(&kind.name()));
                let disturbed = |host| StrateDef { disturbances: vec![disturbance.clone()], ..StrateDef::new("live", host) };
                hosts.map(disturbed).collect()
            }
        }
    }
}

fn on(host: &Archetype, modifier: &Modifier) -> StrateDef {
    StrateDef { modifiers: vec![modifier.clone()], ..StrateDef::new("live", host.clone()) }
}

/// Expects of every parameter that one of its variants has another fingerprint than its subject. A subject without a
/// fingerprint of its own has nothing to compare with.
fn judge<F: PartialEq + Send + Sync>(
    context: &Context<'_>,
    kinds: &[Subject],
    variants: impl Fn(&Subject, usize) -> Vec<Subject> + Sync,
    fingerprint: impl Fn(&Subject) -> Option<F> + Sync,
) -> Report {
    let mut report = Report::begin(Check::Liveness, context, "parameters");
    let mut jobs: Vec<(&Subject, &F, usize)> = Vec::new();
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
                let moves = |variant: &Subject| fingerprint(variant).is_some_and(|found| found != *base);
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
    report.require(context, "kinds", kinds.len() as u64);
    if unshaped > 0 {
        report.note(format!("{unshaped} parameters are not for the shape, so they were not tried"));
    }
    report.end(context)
}

/// The subject with one parameter changed substantially, in a few ways that keep ranges and relations.
fn variants(subject: &Subject, parameter: usize) -> Vec<Subject> {
    let block = subject.block();
    let (Some(decl), Some(now)) = (block.declarations().get(parameter), block.get(parameter)) else { return Vec::new() };
    let values = match decl.kind {
        Kind::Float { soft, .. } => [0.0, 1.0, 0.35, 0.7].map(|t| Value::Float(soft[0] + (soft[1] - soft[0]) * t)).to_vec(),
        Kind::Int { soft, .. } => vec![Value::Int(soft[0]), Value::Int(soft[1]), Value::Int((soft[0] + soft[1]) / 2)],
        Kind::Bool { .. } => vec![Value::Bool(false), Value::Bool(true)],
        Kind::Choice { options, .. } => (0..options.len()).map(Value::Choice).collect(),
        Kind::Text { .. } | Kind::Color { .. } => Vec::new(),
    };
    let changed = values.into_iter().filter(|v| *v != now).filter_map(|value| {
        let mut variant = subject.clone();
        variant.block_mut().set(parameter, value).ok()?;
        param::validate(variant.block()).is_empty().then_some(variant)
    });
    changed.collect()
}

/// Where densities are compared: first point and level of windows of [`WINDOW`] points across, fine ones for what is small and coarse
/// ones for what is rare.
const WINDOWS: [([i32; 2], u8); 4] = [([-128, -128], 2), ([900, -500], 2), ([-256, -256], 3), ([-512, -512], 4)];
const WINDOW: u32 = 64;

/// Hash of the native densities of trial worlds round the spine and farther out, and of their water levels; `None` when one of them
/// makes no world.
fn fingerprint(assets: &Assets, subject: &Subject) -> Option<blake3::Hash> {
    let mut hasher = blake3::Hasher::new();
    let mut scratch = FillScratch::default();
    for mut def in subject.strates() {
        def.seed = Some(0x51ab);
        let world = trial_world(assets, &def).ok()?;
        let strate = world.strates().get(usize::from(TRIAL_INDEX.0))?;
        let height = strate.bands.content_top - strate.bands.content_floor;
        for ([x, y], level) in WINDOWS {
            let size = UVec3::new(WINDOW, WINDOW, (height >> level) as u32 + 1);
            strate.native.fill(&SampleBox { origin: IVec3::new(x, y, 0), level, size }, Proofs::Off, &mut scratch);
            scratch.density.iter().for_each(|d| _ = hasher.update(&d.to_le_bytes()));
        }
        if let Some(level_m) = world.water_level_m(TRIAL_INDEX) {
            hasher.update(&level_m.to_le_bytes());
        }
    }
    Some(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};

    /// A field that follows every parameter.
    fn values(subject: &Subject) -> Option<Vec<(&'static str, Value)>> {
        let block = subject.block();
        Some(block.declarations().iter().enumerate().filter_map(|(i, decl)| Some((decl.name, block.get(i)?))).collect())
    }

    /// Every parameter that a check tries, with the name of what it belongs to.
    fn shaping() -> Vec<(&'static str, &'static str)> {
        let kinds = Subject::all();
        let names = kinds.iter().flat_map(|kind| {
            let matters = |decl: &&param::Decl| matches!(decl.effect, Effect::Shape | Effect::Water);
            let shaping = kind.block().declarations().iter().filter(matters);
            shaping.map(|decl| (kind.name(), decl.name))
        });
        names.collect()
    }

    fn judged<F: PartialEq + Send + Sync>(
        variants: impl Fn(&Subject, usize) -> Vec<Subject> + Sync,
        fingerprint: impl Fn(&Subject) -> Option<F> + Sync,
    ) -> Report {
        judge(&fixture::context(), &Subject::all(), variants, fingerprint)
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
            let same = |subject: &Subject, parameter: usize| {
                let is_planted = subject.name() == kind && subject.block().declarations()[parameter].name == name;
                if is_planted { vec![subject.clone()] } else { variants(subject, parameter) }
            };
            assert_caught(&judged(same, values), (kind, name));
        }
    }

    #[test]
    fn a_field_that_ignores_a_parameter_is_caught() {
        for (kind, name) in shaping() {
            let deaf = |subject: &Subject| {
                let mut values = values(subject)?;
                values.retain(|(known, _)| subject.name() != kind || *known != name);
                Some(values)
            };
            assert_caught(&judged(variants, deaf), (kind, name));
        }
    }

    #[test]
    fn a_subject_without_a_world_is_caught() {
        let report = judged(variants, |archetype| values(archetype).filter(|_| archetype.name() != "FlatPlain"));
        // Its variants have no world either, so that none of them could tell anything.
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        assert!(report.to_text().contains("FlatPlain makes no world"), "{}", report.to_text());
    }

    #[test]
    fn every_modifier_finds_an_archetype_that_bears_it() {
        let modifiers = Subject::all().into_iter().filter(|subject| matches!(subject, Subject::Modifier { .. }));
        let assets = fixture::world().assets();
        let found: Vec<_> = modifiers.map(|subject| (subject.name(), fingerprint(assets, &subject).is_some())).collect();
        assert_eq!(found.len(), Modifier::all_defaults().len());
        assert!(found.iter().all(|(_, bears)| *bears), "{found:?}");
    }

    #[test]
    fn variants_without_a_world_move_nothing() {
        let defaults = Subject::all();
        let report = judged(variants, |archetype| values(archetype).filter(|_| defaults.contains(archetype)));
        assert_eq!(report.differences, shaping().len() as u64, "{}", report.to_text());
    }

    #[test]
    fn variants_change_exactly_one_parameter() {
        for subject in Subject::all() {
            let count = subject.block().declarations().len();
            for parameter in 0..count {
                for variant in variants(&subject, parameter) {
                    let differing = (0..count).filter(|&i| variant.block().get(i) != subject.block().get(i)).count();
                    assert_eq!(differing, 1, "{} {parameter}", subject.name());
                }
            }
        }
    }
}
