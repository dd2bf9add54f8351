//! No open edges between tiles: one level, two levels, at interfaces, with edits, and while loading.

use crate::report::in_words;
use crate::{Check, Context, Mode, Report};
use compose::draw::Draw;
use glam::{DVec3, Vec3};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use stream::seams::{self, SeamReport};
use stream::{Anchor, AnchorKind, BuildScratch, Settings, Streamer, Workers};
use world::defs::{EditLayerDef, Mode as StrokeMode, SCHEMA, Shape, Stroke};
use world::{Assets, World};

/// What the audits of a check add up to.
#[derive(Default)]
struct Sum {
    sets: u64,
    /// Strips drawn between tiles of two levels.
    strips: u64,
    border: u64,
    unmatched: u64,
}

impl Sum {
    /// Adds the audit of one drawn set; open edges are differences.
    fn add(&mut self, found: &SeamReport, report: &mut Report) {
        self.sets += 1;
        self.border += found.border;
        self.unmatched += found.unmatched;
        report.tried += found.triangles;
        if found.unmatched > 0 {
            report.differ(format!("{} open edges in a drawn set", found.unmatched), found.first);
            report.differences += found.unmatched - 1;
        }
    }

    /// Counts, and expects that there was something to count.
    fn finish(&self, context: &Context<'_>, mut report: Report) -> Report {
        report.require(context, "drawn sets", self.sets);
        if context.world.strates().iter().all(|strate| strate.coarsest_level == 0) {
            report.note("all tiles are of one level, so there are no transitions to look at");
        } else {
            report.require(context, "transition strips", self.strips);
        }
        report.count("edges at the outer border", self.border);
        report.count("unmatched", self.unmatched);
        report.end(context)
    }
}

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Seams, context, "triangles");
    let world = context.world;
    let strates = world.strates().len();
    let chosen: BTreeSet<usize> =
        if context.mode == Mode::Full { (0..strates).collect() } else { BTreeSet::from([0, strates / 2]) };
    let mut sum = Sum::default();
    for (done, &place) in chosen.iter().enumerate() {
        context.watch.report(done as u64, chosen.len() as u64, "auditing seams");
        let Some(foot_m) = stand_in(world, place) else {
            report.note(format!("strate {place} has no plan, so it was not visited"));
            continue;
        };
        let interface_m = world.voxel().position_m(glam::IVec3::new(0, 0, world.strates()[place].bands.bottom)).z + 4.0;
        let places = [foot_m, DVec3::new(foot_m.x, foot_m.y, interface_m)];
        for at_m in if context.mode == Mode::Full { &places[..] } else { &places[..1] } {
            audit_loading(context, world, *at_m, &mut report, &mut sum);
        }
        if context.watch.is_cancelled() {
            return report.end(context);
        }
        match World::resolve(&with_strokes(world.assets(), foot_m), None) {
            Ok(edited) => audit_loading(context, &Arc::new(edited), foot_m, &mut report, &mut sum),
            Err(errors) => report.differ(format!("no world with edits: {}", in_words(&errors)), Some(foot_m)),
        }
    }
    sum.finish(context, report)
}

/// The spine room of a strate, a little above its floor.
fn stand_in(world: &World, place: usize) -> Option<DVec3> {
    let plan = world.plan(world.strates().get(place)?.index).ok()?;
    Some(plan.spine_m + DVec3::Z * 1.6)
}

/// Streams a view on this thread and audits what is drawn several times while it loads, when it is complete and after a move. A view
/// in which nothing is ever drawn proves nothing.
fn audit_loading(context: &Context<'_>, world: &Arc<World>, at_m: DVec3, report: &mut Report, sum: &mut Sum) {
    let settings = Settings {
        near_radius_tiles: 2,
        view_distance_m: None,
        max_level: world.voxel().coarsest_level(),
        memory_bytes: 1 << 30,
    };
    let mut streamer = Streamer::new(world.clone(), Workers::inline(), settings);
    let anchor = |pos_m| [Anchor { kind: AnchorKind::Visual, pos_m, velocity: Vec3::ZERO, forward: Vec3::X }];
    let mut scratch = BuildScratch::default();
    let before = report.tried;
    let mut audit = |streamer: &Streamer, report: &mut Report| {
        let drawn = streamer.drawn();
        sum.strips += drawn.iter().map(|(mesh, strips)| u64::from((mesh.filled_strips() & strips).count_ones())).sum::<u64>();
        sum.add(&seams::audit(world, &drawn, &streamer.covered()), report);
    };
    let moved_m = at_m + DVec3::new(f64::from(32) * f64::from(world.voxel().metres()) * 1.5, 3.0, 0.0);
    for (leg, pos_m) in [at_m, moved_m].into_iter().enumerate() {
        let anchors = anchor(pos_m);
        for step in 0u64.. {
            if context.watch.is_cancelled() {
                return;
            }
            streamer.update(Duration::from_millis(step * 16), &anchors);
            streamer.take_changes(usize::MAX);
            let built = (0..24).filter(|_| streamer.build_one(&mut scratch)).count();
            if built == 0 && !streamer.is_busy() {
                break;
            }
            // While loading: often at first, when levels differ most.
            if step < 6 && step % 2 == 1 || step % 32 == 31 && leg == 1 {
                audit(&streamer, report);
            }
        }
        audit(&streamer, report);
    }
    if report.tried == before {
        report.differ("nothing was proven: no triangle is drawn here", Some(at_m));
    }
}

/// Strokes round a place, some across tile borders.
fn with_strokes(assets: &Assets, at_m: DVec3) -> Assets {
    let mut draw = Draw::new("seam strokes", 0, 0, 0);
    let mut strokes = Vec::new();
    for sequence in 0..24 {
        let mut off = |reach: f32| f64::from(draw.signed() * reach);
        let centre = at_m + DVec3::new(off(14.0), off(14.0), off(5.0));
        let shape = match sequence % 3 {
            0 => Shape::Sphere { centre_m: centre.to_array(), radius_m: 1.3 + sequence as f32 * 0.11 },
            1 => Shape::Box { centre_m: centre.to_array(), half_m: [1.7, 0.9, 1.3] },
            _ => Shape::Capsule { a_m: centre.to_array(), b_m: (centre + DVec3::new(3.3, 1.9, 0.7)).to_array(), radius_m: 0.83 },
        };
        let mode = if sequence % 4 == 0 { StrokeMode::Fill } else { StrokeMode::Carve };
        strokes.push(Stroke { sequence, mode, shape, falloff_m: 0.25 * (sequence % 3) as f32, strength: 1.0 });
    }
    let mut assets = assets.clone();
    let layer =
        EditLayerDef { schema: SCHEMA, id: "seam-check".into(), name: String::new(), order: i32::MAX, hidden: false, strokes };
    assets.edits.insert(layer.id.clone(), Arc::new(layer));
    assets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, fixture};

    const CLOSED: SeamReport = SeamReport { triangles: 50, border: 4, unmatched: 0, first: None };

    fn judged(audits: &[SeamReport], strips: u64) -> Report {
        let context = fixture::context();
        let mut report = Report::begin(Check::Seams, &context, "triangles");
        let mut sum = Sum { strips, ..Sum::default() };
        audits.iter().for_each(|found| sum.add(found, &mut report));
        sum.finish(&context, report)
    }

    #[test]
    fn closed_sets_pass() {
        let report = judged(&[CLOSED, CLOSED], 3);
        assert!(report.passed() && report.tried == 100, "{}", report.to_text());
    }

    #[test]
    fn open_edges_fail_the_check_where_the_first_one_is() {
        let at_m = DVec3::new(4.0, -1.5, 9.25);
        let report = judged(&[CLOSED, SeamReport { unmatched: 3, first: Some(at_m), ..CLOSED }], 3);
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 3), "{}", report.to_text());
        assert_eq!(report.first.and_then(|first| first.position_m), Some(at_m.to_array()));
    }

    #[test]
    fn sets_without_a_transition_prove_nothing_about_levels() {
        let report = judged(&[CLOSED], 0);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        assert!(report.to_text().contains("0 transition strips"), "{}", report.to_text());
    }

    #[test]
    fn a_view_in_which_nothing_is_drawn_proves_nothing() {
        let context = fixture::context();
        let mut report = Report::begin(Check::Seams, &context, "triangles");
        let far_above_m = DVec3::new(0.0, 0.0, 1.0e5);
        audit_loading(&context, context.world, far_above_m, &mut report, &mut Sum::default());
        let report = report.end(&context);
        assert_eq!(report.outcome, Outcome::Failed, "{}", report.to_text());
        assert_eq!(report.first.and_then(|first| first.position_m), Some(far_above_m.to_array()));
    }
}
