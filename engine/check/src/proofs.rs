//! Proven verdicts and bounds against every sample of their boxes.

use crate::{Check, Context, Mode, Report};
use compose::draw::Draw;
use compose::recipe::{self, Spread};
use field::{FillScratch, Interval, Proofs, SampleBox, Stack, Verdict};
use glam::{IVec3, UVec3};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use world::World;
use world::archetypes::native_stack;
use world::defs::{Archetype, RegionDef};

/// What a batch of boxes showed.
#[derive(Clone, Debug, Default)]
struct Tally {
    samples: u64,
    proved: u64,
    mixed: u64,
    unknown: u64,
    violations: u64,
    first: Option<(String, IVec3)>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.samples += other.samples;
        self.proved += other.proved;
        self.mixed += other.mixed;
        self.unknown += other.unknown;
        self.violations += other.violations;
        if self.first.is_none() {
            self.first = other.first;
        }
    }
}

/// Samples tried in full mode where no other number is asked for, at least.
const FULL_SAMPLES: u64 = 110_000_000;
/// Samples of the world's boxes per strate of random parameters.
const SAMPLES_PER_ROLL: u64 = 1_000_000;
/// Boxes looked at in each of those strates.
const BOXES_PER_ROLL: u32 = 6;
/// Samples tried in quick mode, at least.
const QUICK_SAMPLES: u64 = 2_000_000;
/// Samples along an edge of a tile-sized box.
const EDGE: u32 = 35;

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Proofs, context, "samples");
    let wanted = match context.mode {
        Mode::Full => context.samples.unwrap_or(FULL_SAMPLES),
        Mode::Quick => QUICK_SAMPLES,
    };
    let rolls = (wanted / SAMPLES_PER_ROLL).max(6) as u32;
    let per_box = u64::from(EDGE.pow(3));
    let boxes = wanted.saturating_sub(u64::from(rolls * BOXES_PER_ROLL) * per_box).max(wanted / 4).div_ceil(per_box);
    let done = AtomicU64::new(0);
    // Planning happens once per strate, not inside a timed loop over boxes.
    let tallies: Vec<Option<Tally>> = context.pool.install(|| {
        (0..boxes)
            .into_par_iter()
            .map_init(Memory::default, |memory, number| {
                if context.watch.is_cancelled() {
                    return None;
                }
                let tally = world_box(context.world, number as u32, memory);
                context.watch.report(done.fetch_add(1, Ordering::Relaxed) + 1, boxes, "sampling proven boxes");
                Some(tally)
            })
            .collect()
    });
    let mut all = Tally::default();
    tallies.into_iter().flatten().for_each(|t| all.add(t));
    let done = AtomicU64::new(0);
    let wild: Vec<Option<Tally>> = context.pool.install(|| {
        (0..rolls)
            .into_par_iter()
            .map_init(Memory::default, |memory, number| {
                if context.watch.is_cancelled() {
                    return None;
                }
                let tally = wild_strate(context.world, number, memory);
                context.watch.report(done.fetch_add(1, Ordering::Relaxed) + 1, u64::from(rolls), "sampling random strates");
                Some(tally)
            })
            .collect()
    });
    let wild: Vec<Tally> = wild.into_iter().flatten().filter(|tally| tally.samples > 0).collect();
    report.require(context, "random recipes", wild.len() as u64);
    wild.into_iter().for_each(|t| all.add(t));
    judge(context, all, report)
}

/// Boxes of which nothing was proven prove nothing about proofs.
fn judge(context: &Context<'_>, all: Tally, mut report: Report) -> Report {
    report.tried = all.samples;
    if let Some((what, point)) = all.first {
        report.differ(what, Some(context.world.voxel().position_m(point)));
        report.differences += all.violations - 1;
    }
    report.require(context, "boxes proved", all.proved);
    report.count("mixed", all.mixed);
    report.count("unknown", all.unknown);
    report.require(context, "boxes with a bound", all.proved + all.mixed - all.unknown);
    report.count("violations", all.violations);
    report.end(context)
}

#[derive(Default)]
struct Memory {
    on: FillScratch,
    off: FillScratch,
}

/// A random box of the finished world: near the spine, far out, at an interface, at any level a tile may have.
fn world_box(world: &World, number: u32, memory: &mut Memory) -> Tally {
    let mut draw = Draw::new("proof boxes of a world", 0, number, 0);
    let strates = world.strates();
    let strate = &strates[(draw.bits() % strates.len() as u64) as usize];
    let level = (draw.bits() % (u64::from(strate.coarsest_level) + 1)) as u8;
    let reach = [200, 1200, 60_000][(draw.bits() % 3) as usize];
    let mut between = |low: i32, high: i32| low + (draw.bits() % (high - low).max(1) as u64) as i32;
    let span = (EDGE as i32) << level;
    let origin = IVec3::new(
        between(-reach, reach),
        between(-reach, reach),
        between(strate.bands.bottom - span / 4, strate.bands.top - span / 4),
    );
    let part = SampleBox { origin, level, size: UVec3::splat(EDGE) };
    let verdict = world.fill(&part, Proofs::On, &mut memory.on);
    world.fill(&part, Proofs::Off, &mut memory.off);
    examine(&part, verdict, world.bound(&part), memory)
}

/// Native fields of recipes whose parameters are drawn from their whole hard ranges; every fourth strate has regions beside each other.
fn wild_strate(world: &World, number: u32, memory: &mut Memory) -> Tally {
    let mut draw = Draw::new("wild parameters", 0, number, 0);
    let kinds = Archetype::all_defaults();
    let mut wild = |place: u32| recipe::roll(&kinds[(number + place) as usize % kinds.len()], Spread::Hard, &mut draw);
    let mut def = wild(0);
    if number % 4 == 3 {
        def.regions = [1, 4].map(wild).map(RegionDef::from).to_vec();
    }
    def.bands.content_m = 256.0;
    let Ok(native) = native_stack(&def, def.seed.unwrap_or_default(), world.voxel(), &[]) else { return Tally::default() };
    let mut tally = Tally::default();
    for _ in 0..BOXES_PER_ROLL {
        let mut between = |low: i32, high: i32| low + (draw.bits() % (high - low).max(1) as u64) as i32;
        let top = 256 * world.voxel().per_metre();
        let origin = IVec3::new(between(-3000, 3000), between(-3000, 3000), between(-20, top));
        let part = SampleBox { origin, level: between(0, 3) as u8, size: UVec3::splat(EDGE) };
        tally.add(stack_box(&native, &part, memory));
    }
    tally
}

fn stack_box(stack: &Stack, part: &SampleBox, memory: &mut Memory) -> Tally {
    let verdict = stack.fill(part, Proofs::On, &mut memory.on);
    stack.fill(part, Proofs::Off, &mut memory.off);
    examine(part, verdict, stack.bound(part), memory)
}

/// Compares what was proven of a box with all of its samples.
fn examine(part: &SampleBox, verdict: Verdict, bound: Interval, memory: &Memory) -> Tally {
    let mut tally = Tally { samples: part.len() as u64, ..Tally::default() };
    match verdict {
        Verdict::Mixed => tally.mixed = 1,
        _ => tally.proved = 1,
    }
    tally.unknown = u64::from(bound == Interval::WHOLE);
    for (offset, &truth) in memory.off.density.iter().enumerate().take(part.len()) {
        let is_air = truth >= 0.0;
        let wrong = match verdict {
            Verdict::Rock if is_air => "a box proven to be rock holds air",
            Verdict::Air if !is_air => "a box proven to be air holds rock",
            Verdict::Mixed if (memory.on.density[offset] >= 0.0) != is_air => "a block was skipped with the wrong sign",
            _ if truth < bound.lo || truth > bound.hi => "a density lies outside its bound",
            _ => continue,
        };
        tally.violations += 1;
        if tally.first.is_none() {
            let (nx, ny) = (part.size.x as usize, part.size.y as usize);
            let index = UVec3::new((offset % nx) as u32, (offset / nx % ny) as u32, (offset / (nx * ny)) as u32);
            let point = part.point(index);
            tally.first = Some((format!("{wrong}: density {truth} at lattice point {point}, bound {bound:?}"), point));
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};
    use field::{Channels, Operator, Prepared, Record, Row, VoxelSize, operator::Role};
    use std::sync::Arc;

    /// A level floor at height zero whose bound claims to be narrower than it is by `lie` metres.
    #[derive(Debug)]
    struct Floor {
        lie: f32,
    }

    static RECORD: Record = Record {
        name: "test_floor",
        role: Role::Root,
        nature: field::operator::Nature::Transformative,
        reads: Channels { density: false, shape: false },
        writes: Channels { density: true, shape: false },
        provides: &[],
        requires: &[],
        doc: "A level floor.",
    };

    impl Operator for Floor {
        fn record(&self) -> &'static Record {
            &RECORD
        }
        fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
            Channels { density: p.z as f32 * voxel.metres(), ..incoming }
        }
        fn prepare<'a>(&'a self, voxel: VoxelSize, _: &SampleBox) -> Box<dyn Prepared + 'a> {
            Box::new(Ready { lie: self.lie, voxel })
        }
    }

    struct Ready {
        lie: f32,
        voxel: VoxelSize,
    }

    impl Prepared for Ready {
        fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
            let z = |z: i32| z as f32 * self.voxel.metres();
            let density = Interval { lo: z(part.origin.z) + self.lie, hi: z(part.last().z) };
            Channels { density, ..incoming }
        }
        fn is_inert(&self, _: &SampleBox, _: Channels<Interval>) -> bool {
            false
        }
        fn row(&mut self, row: Row<'_>) {
            row.density.fill(row.start.z as f32 * self.voxel.metres());
        }
    }

    fn tally(lie: f32) -> Tally {
        let stack = Stack::new(VoxelSize::DEFAULT, vec![Arc::new(Floor { lie })]).unwrap();
        let part = SampleBox { origin: IVec3::new(-9, 5, -3), level: 0, size: UVec3::splat(EDGE) };
        stack_box(&stack, &part, &mut Memory::default())
    }

    #[test]
    fn an_honest_bound_has_no_violations() {
        let tally = tally(0.0);
        assert_eq!((tally.violations, tally.mixed, tally.samples), (0, 1, 42_875));
    }

    #[test]
    fn a_bound_made_too_narrow_is_caught() {
        let caught = tally(0.8);
        assert!(caught.violations > 0 && caught.first.is_some(), "{caught:?}");
    }
    fn judged(tally: Tally) -> Report {
        let context = fixture::context();
        judge(&context, tally, Report::begin(Check::Proofs, &context, "samples"))
    }

    #[test]
    fn violations_fail_the_check_where_the_first_one_is() {
        let point = IVec3::new(3, -5, 8);
        let honest = Tally { samples: 100, proved: 2, mixed: 1, unknown: 1, ..Tally::default() };
        assert!(judged(honest.clone()).passed());
        let report = judged(Tally { violations: 7, first: Some(("a lie".into(), point)), ..honest });
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 7), "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert_eq!(first.what, "a lie");
        assert_eq!(first.position_m, Some(fixture::world().voxel().position_m(point).to_array()));
    }

    #[test]
    fn boxes_of_which_nothing_was_proven_prove_nothing() {
        let without_verdict = Tally { samples: 100, mixed: 3, ..Tally::default() };
        let without_bound = Tally { samples: 100, proved: 1, mixed: 2, unknown: 3, ..Tally::default() };
        for (tally, missing) in [(without_verdict, "0 boxes proved"), (without_bound, "0 boxes with a bound")] {
            let report = judged(tally);
            assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
            assert!(report.to_text().contains(missing), "{}", report.to_text());
        }
    }
}
