//! What the surface looks like close by: wall feet, rooms, ways and passages, on the base lattice and shifted by half a voxel.

mod faults;

use crate::report::in_words;
use crate::{Check, Context, Mode, Report};
use compose::draw::Draw;
use faults::{Fault, Meshes, Window};
use field::{FillScratch, Proofs, SampleBox};
use glam::{DVec3, IVec3, UVec3};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use world::World;

/// Samples along an edge of a window.
const EDGE: u32 = 2 * ::surface::TILE_CELLS as u32 + 3;
/// Places looked at along each way, and at random round the spine, per strate.
const ALONG_A_WAY: usize = 6;
const AT_RANDOM: u32 = 12;
/// Random places are within this distance of the spine, metres.
const REACH_M: f32 = 160.0;

/// A window to look at.
struct View {
    strate: usize,
    part: SampleBox,
}

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Surface, context, "triangles");
    let mut tally = Tally::default();
    look(context, context.world, 0, &mut tally);
    if context.mode == Mode::Full {
        match half_voxel(context.world) {
            Some(Ok(shifted)) => look(context, &shifted, 1, &mut tally),
            Some(Err(errors)) => report.differ(format!("no world of half the voxel: {errors}"), None),
            None => report.note("the voxel is the smallest there is, so nothing was looked at between its points"),
        }
    }
    judge(context, tally, report)
}

/// What was seen.
#[derive(Default)]
struct Tally {
    views: u64,
    triangles: u64,
    faults: BTreeMap<Fault, u64>,
    /// The first of each strate and kind, and how many there are.
    by_place: BTreeMap<String, (u64, DVec3)>,
}

impl Tally {
    fn add(&mut self, triangles: u64, found: Vec<(Fault, String, DVec3)>) {
        self.views += 1;
        self.triangles += triangles;
        for (fault, what, place_m) in found {
            *self.faults.entry(fault).or_default() += 1;
            self.by_place.entry(what).or_insert((0, place_m)).0 += 1;
        }
    }
}

fn judge(context: &Context<'_>, tally: Tally, mut report: Report) -> Report {
    report.tried = tally.triangles;
    report.require(context, "windows", tally.views);
    let n: u64 = tally.faults.values().sum();
    for (what, (n, at)) in &tally.by_place {
        report.differ(what.clone(), Some(*at));
        report.note(format!("{what}: {n}, the first at ({:.2}, {:.2}, {:.2})", at.x, at.y, at.z));
    }
    report.differences += n - tally.by_place.len() as u64;
    for (fault, n) in tally.faults {
        report.count(fault.text(), n);
    }
    report.end(context)
}

/// The same assets with voxels of half the size: every other lattice point of it lies between the points of this one.
fn half_voxel(world: &World) -> Option<Result<Arc<World>, String>> {
    let mut assets = world.assets().clone();
    let project = Arc::make_mut(&mut assets.project);
    project.voxel_um /= 2;
    field::VoxelSize::from_micrometres(project.voxel_um)?;
    Some(World::resolve(&assets, None).map(Arc::new).map_err(|errors| in_words(&errors)))
}

/// Looks at every view of a world with a step of 2^level lattice points.
fn look(context: &Context<'_>, world: &World, level: u8, tally: &mut Tally) {
    let views = views(world, level, context.mode);
    let done = AtomicU64::new(0);
    let found: Vec<Option<_>> = context.pool.install(|| {
        views
            .par_iter()
            .map_init(Memory::default, |memory, view| {
                if context.watch.is_cancelled() {
                    return None;
                }
                context.watch.report(done.fetch_add(1, Ordering::Relaxed) + 1, views.len() as u64, "looking at the surface");
                Some(faults_in(world, view, memory))
            })
            .collect()
    });
    found.into_iter().flatten().for_each(|(triangles, found)| tally.add(triangles, found));
}

/// Reusable memory of a thread.
#[derive(Default)]
struct Memory {
    fill: FillScratch,
    meshes: Meshes,
}

fn faults_in(world: &World, view: &View, memory: &mut Memory) -> (u64, Vec<(Fault, String, DVec3)>) {
    world.fill(&view.part, Proofs::On, &mut memory.fill);
    let cell_m = world.voxel().metres() * (1 << view.part.level) as f32;
    let name = world.strates().get(view.strate).map_or("", |strate| strate.def.id.as_str());
    let mut found = Vec::new();
    let window = Window { part: view.part, density: &memory.fill.density };
    let triangles = window.judge(cell_m, &mut memory.meshes, |fault, at| {
        found.push((fault, format!("{name}: {}", fault.text()), world.voxel().position_m(at)));
    });
    (triangles, found)
}

/// The spine room, mouths, places along ways and passages, and random ones, of every strate.
fn views(world: &World, level: u8, mode: Mode) -> Vec<View> {
    let mut views = Vec::new();
    for (number, strate) in world.strates().iter().enumerate() {
        let mut places: Vec<DVec3> = Vec::new();
        if let Ok(plan) = world.plan(strate.index) {
            places.push(plan.spine_m);
            places.extend(plan.mouths.iter().map(|mouth| mouth.foot_m));
            for way in plan.backbone.iter().chain(&plan.passages) {
                let every = way.points_m.len().div_ceil(ALONG_A_WAY + 1).max(1);
                places.extend(way.points_m.iter().skip(every).step_by(every));
            }
        }
        let mut draw = Draw::new("places to look at", 0, number as u32, u32::from(level));
        for _ in 0..AT_RANDOM {
            let low_m = world.voxel().position_m(IVec3::new(0, 0, strate.bands.content_floor)).z;
            let height_m = f64::from(strate.def.bands.content_m) * f64::from(draw.unit());
            let mut across = || f64::from(REACH_M * draw.signed());
            places.push(DVec3::new(across(), across(), low_m + height_m));
        }
        if mode == Mode::Quick {
            places.truncate(2);
        }
        views.extend(places.into_iter().map(|place_m| {
            let middle = world.voxel().lattice_floor(place_m);
            let step = 1 << level;
            // Odd points of a lattice of half the voxel lie between those of the base lattice.
            let origin = ((middle - (EDGE as i32 / 2) * step) / step) * step + (step - 1);
            View { strate: number, part: SampleBox { origin, level, size: UVec3::splat(EDGE) } }
        }));
    }
    views
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};

    #[test]
    fn the_surface_of_the_small_world_is_looked_at() {
        let report = run(&fixture::context());
        assert!(report.tried > 1000, "{}", report.to_text());
    }

    #[test]
    fn faults_fail_the_check_where_the_first_one_is() {
        let context = fixture::context();
        let judged = |tally| judge(&context, tally, Report::begin(Check::Surface, &context, "triangles"));
        let mut tally = Tally::default();
        tally.add(100, Vec::new());
        assert!(judged(tally).passed());
        let mut tally = Tally::default();
        tally.add(100, vec![(Fault::Sheet, "plain: a wall as thin as paper".into(), DVec3::new(1.0, 2.0, 3.0)); 3]);
        let report = judged(tally);
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 3), "{}", report.to_text());
        assert_eq!(report.first.expect("a difference").position_m, Some([1.0, 2.0, 3.0]));
        assert_eq!(judged(Tally { triangles: 5, ..Tally::default() }).outcome, Outcome::Failed);
    }
}
