//! Strewn features, worms and disturbances as strates use them: alive in every parameter, proven, inside the content, and within the law.

use crate::support::{list, rolls, shake, stacked, strate};
use field::{FillScratch, Proofs, SampleBox, Stack, Verdict, VoxelSize, ops};
use glam::{IVec3, UVec3};
use param::{Kind, ParamBlock, Value, validate};
use voxelforge_world::archetypes::native_stack;
use voxelforge_world::defs::{Archetype, Disturbance, Modifier, RegionDef, StrateDef};
use voxelforge_world::{World, law};

const VOXEL: VoxelSize = VoxelSize::DEFAULT;
/// Modifiers that strew features, and worms.
const PLACED: [&str; 6] = ["Column", "Arch", "Pit", "Chimney", "Dome", "Worms"];

fn archetype(name: &str) -> Archetype {
    Archetype::all_defaults().into_iter().find(|kind| kind.name() == name).expect("an archetype")
}

fn placed() -> Vec<Modifier> {
    Modifier::all_defaults().into_iter().filter(|modifier| PLACED.contains(&modifier.name())).collect()
}

/// A change of a strate: a modifier or a disturbance.
#[derive(Clone)]
enum Change {
    Modifier(Modifier),
    Disturbance(Disturbance),
}

impl Change {
    fn all() -> Vec<Self> {
        let disturbances = Disturbance::all_defaults().into_iter().map(Self::Disturbance);
        placed().into_iter().map(Self::Modifier).chain(disturbances).collect()
    }
    fn name(&self) -> &'static str {
        match self {
            Self::Modifier(modifier) => modifier.name(),
            Self::Disturbance(disturbance) => disturbance.name(),
        }
    }
    fn block(&self) -> &dyn ParamBlock {
        match self {
            Self::Modifier(modifier) => modifier.block(),
            Self::Disturbance(disturbance) => disturbance.block(),
        }
    }
    fn block_mut(&mut self) -> &mut dyn ParamBlock {
        match self {
            Self::Modifier(modifier) => modifier.block_mut(),
            Self::Disturbance(disturbance) => disturbance.block_mut(),
        }
    }
    /// Archetypes it can stand on.
    fn homes(&self) -> &'static [&'static str] {
        match self.name() {
            "Worms" => &["TunnelNetwork"],
            // Rooms are too small for a ridge that one can walk round.
            "Ridge" => &["FlatPlain", "SurfaceWorld"],
            _ => &["FlatPlain", "SurfaceWorld", "TunnelNetwork"],
        }
    }
    fn on(&self, home: &str) -> StrateDef {
        let mut def = strate("s", archetype(home));
        match self {
            Self::Modifier(modifier) => def.modifiers.push(modifier.clone()),
            Self::Disturbance(disturbance) => def.disturbances.push(disturbance.clone()),
        }
        def
    }
}

fn stack(def: &StrateDef, seed: u64) -> Stack {
    native_stack(def, seed, VOXEL, &[]).unwrap_or_else(|refused| panic!("{refused}"))
}

fn samples(def: &StrateDef) -> Vec<f32> {
    let mut scratch = FillScratch::default();
    let domain = SampleBox { origin: IVec3::new(-512, -512, 0), level: 4, size: UVec3::new(64, 64, 17) };
    stack(def, 9).fill(&domain, Proofs::Off, &mut scratch);
    scratch.density
}

#[test]
fn every_parameter_of_a_feature_moves_some_field() {
    for change in Change::all() {
        let before: Vec<_> = change.homes().iter().map(|home| (home, samples(&change.on(home)))).collect();
        for (home, before) in &before {
            assert!(*before != samples(&strate("s", archetype(home))), "{} leaves {home} as it is", change.name());
        }
        for (i, decl) in change.block().declarations().iter().enumerate() {
            let Kind::Float { default, soft, .. } = decl.kind else { continue };
            let moved = [soft[1], soft[0], 0.5 * (default + soft[1]), 0.5 * (default + soft[0])].into_iter().any(|value| {
                let mut changed = change.clone();
                let set = changed.block_mut().set(i, Value::Float(value));
                let is_legal = set.is_ok() && validate(changed.block()).is_empty();
                is_legal && before.iter().any(|(home, before)| samples(&changed.on(home)) != *before)
            });
            assert!(moved, "{}.{} moves nothing", change.name(), decl.name);
        }
    }
}

#[test]
fn proofs_hold_over_the_authored_ranges() {
    let mut rolls = rolls(31);
    let (mut on, mut off) = (FillScratch::default(), FillScratch::default());
    for change in Change::all() {
        let mut mixed = 0;
        for trial in 0..9 {
            let home = change.homes()[trial % change.homes().len()];
            let mut changed = change.clone();
            if trial > 0 {
                shake(changed.block_mut(), &mut rolls);
            }
            let stack = stack(&changed.on(home), rolls.next_u64());
            for _ in 0..6 {
                let mut at = |reach: u32| rolls.below(2 * reach) as i32 - reach as i32;
                let origin = IVec3::new(at(500), at(500), at(128) + 110);
                let domain = SampleBox { origin, level: rolls.below(4) as u8, size: UVec3::new(17, 15, 13) };
                let verdict = stack.fill(&domain, Proofs::On, &mut on);
                assert_eq!(verdict, stack.fill(&domain, Proofs::Off, &mut off), "{} on {home}, {domain:?}", change.name());
                let bound = stack.bound(&domain);
                for (proven, sampled) in on.density.iter().zip(&off.density) {
                    assert_eq!(*proven < 0.0, *sampled < 0.0, "{} on {home}, {domain:?}", change.name());
                    assert!(bound.contains(*sampled), "{} on {home}: {sampled} outside {bound:?}", change.name());
                }
                for i in [0, domain.len() / 3, domain.len() - 1] {
                    let (row, x) = (i / 17, i % 17);
                    let p = domain.point(UVec3::new(x as u32, (row % 15) as u32, (row / 15) as u32));
                    assert_eq!(stack.density(p).to_bits(), off.density[i].to_bits(), "{} on {home} at {p}", change.name());
                }
                mixed += i32::from(verdict == Verdict::Mixed);
            }
        }
        assert!(mixed > 5, "{}: only {mixed} boxes had a surface", change.name());
    }
}

/// Lowest and highest air, in metres above the content floor, that a strate has and the same strate unchanged has not.
fn opened_m(change: &Change, home: &str, seed: u64) -> Option<[f32; 2]> {
    let (mut plain, mut changed) = (FillScratch::default(), FillScratch::default());
    let domain = SampleBox { origin: IVec3::new(-320, -320, -16), level: 2, size: UVec3::new(160, 160, 72) };
    stack(&strate("s", archetype(home)), seed).fill(&domain, Proofs::On, &mut plain);
    stack(&change.on(home), seed).fill(&domain, Proofs::On, &mut changed);
    let layer = 160 * 160;
    let opened = plain.density.iter().zip(&changed.density).enumerate().filter(|(_, (a, b))| **a < 0.0 && **b >= 0.0);
    let heights = opened.map(|(i, _)| ((i / layer) as f32 - 4.0, (i / layer) as f32 - 4.0));
    heights.reduce(|a, b| (ops::min(a.0, b.0), ops::max(a.1, b.1))).map(|(lo, hi)| [lo, hi])
}

#[test]
fn what_is_carved_stays_inside_the_content() {
    for mut change in Change::all().into_iter().filter(|change| ["Pit", "Chimney", "Dome", "Chasm"].contains(&change.name())) {
        // As deep and as high as an author may ask for.
        for (i, decl) in change.block().declarations().iter().enumerate().rev().collect::<Vec<_>>() {
            let Kind::Float { hard, .. } = decl.kind else { continue };
            if ["depth_max_m", "depth_min_m", "rise_max_m", "rise_min_m", "rise_m"].contains(&decl.name) {
                change.block_mut().set(i, Value::Float(hard[1])).expect("in range");
            }
        }
        assert!(validate(change.block()).is_empty(), "{}", change.name());
        for home in change.homes() {
            let mut opened = 0;
            for seed in 0..4 {
                let Some([lowest, highest]) = opened_m(&change, home, seed) else { continue };
                assert!(lowest >= 1.5 && highest <= 62.5, "{} opens {lowest} m to {highest} m on {home}", change.name());
                opened += 1;
            }
            assert!(opened > 2, "{} opens nothing on {home}", change.name());
        }
    }
}

#[test]
fn the_law_holds_whatever_disturbs_a_strate() {
    let homes = ["FlatPlain", "SurfaceWorld", "TunnelNetwork"];
    for disturbance in Disturbance::all_defaults() {
        let change = Change::Disturbance(disturbance);
        for seed in 0..SEEDS {
            let strates = homes.map(|home| StrateDef { id: home.into(), ..change.on(home) });
            let world = World::resolve(&stacked(strates, seed), None).unwrap_or_else(|errors| panic!("{}", list(&errors)));
            for (strate, home) in world.strates().iter().zip(homes) {
                let walked = law::judge(&world, strate.index);
                assert!(walked.is_ok(), "{} on {home}, seed {seed}: {walked:?}", change.name());
            }
        }
    }
}

/// Worlds in which every disturbance is judged on every ground.
const SEEDS: u64 = 20;

#[test]
fn disturbances_cross_the_regions_of_a_strate() {
    let [plain, land] = ["FlatPlain", "SurfaceWorld"].map(archetype);
    let region = RegionDef { share: 1.0, archetype: land, modifiers: Vec::new(), material: None };
    let calm = StrateDef { regions: vec![region], ..strate("s", plain) };
    let disturbed = StrateDef { disturbances: Disturbance::all_defaults(), ..calm.clone() };
    assert_eq!(stack(&disturbed, 9).operators().len(), stack(&calm, 9).operators().len() + 3);
    assert!(samples(&calm) != samples(&disturbed));
}

#[test]
fn a_disturbance_out_of_range_is_refused_by_its_place_and_field() {
    let mut def = strate("s", archetype("FlatPlain"));
    def.disturbances = Disturbance::all_defaults();
    let Disturbance::Ridge(ridge) = &mut def.disturbances[2] else { panic!("a ridge") };
    ridge.gap_m = 1.0;
    let errors = World::resolve(&stacked([def], 1), None).expect_err("refused");
    assert!(list(&errors).contains("disturbances[2].gap_m"), "{}", list(&errors));
}

#[test]
fn a_changed_list_of_disturbances_is_another_native_field() {
    let resolve = |n: usize, before: Option<&World>| {
        let mut def = strate("s", archetype("FlatPlain"));
        def.disturbances = Disturbance::all_defaults().into_iter().take(n).collect();
        World::resolve(&stacked([def], 1), before).unwrap_or_else(|errors| panic!("{}", list(&errors)))
    };
    let one = resolve(1, None);
    let is_shared = |other: &World| std::sync::Arc::ptr_eq(&one.strates()[0].native, &other.strates()[0].native);
    assert!(is_shared(&resolve(1, Some(&one))) && !is_shared(&resolve(2, Some(&one))));
}
