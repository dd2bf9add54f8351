//! The backbone: from the spine room to each mouth, over natural floor where it bears, built where it does not.
//!
//! A way is searched on the coarse lattice, smoothed, and then laid on the exact native floor. What the floor cannot give is
//! decided here, point by point, and baked: clearance carved, a causeway below, a pier where the causeway would hang.

use super::coarse::Coarse;
use super::frame::{Frame, apart, resampled};
use super::passage::{self, LANDING_RADIUS_M, Passage};
use super::search::Region;
use super::{Mouth, MouthKind, Route};
use crate::law::Fault;
use crate::query::{BODY, FieldCache, fits, floor_under};
use field::Stack;
use field::feature::{Feature, Part, Solid};
use field::hash::{self, Tag};
use glam::{DVec2, DVec3};

/// Grade that built ways keep to; the walkable limit is 0.268.
const BUILT_GRADE: f64 = 0.25;
/// Grade up to which natural floor is trusted.
const NATURAL_GRADE: f64 = 0.25;
/// Half the width of a carved way, and its clear height.
const HALF_WIDTH_M: f32 = 1.3;
const HEIGHT_M: f32 = 2.8;
/// Relief of walls and undersides.
const RELIEF_M: f32 = 0.3;
/// A causeway this long without rock below gets a pier.
const PIER_EVERY: usize = 12;
/// Blocks of the native field kept while a way is laid.
const CACHE_BLOCKS: usize = 4096;

/// What the backbone of one strate is planned from.
pub(super) struct Site<'a> {
    pub native: &'a Stack,
    /// The strate's.
    pub seed: u64,
    pub frame: Frame,
    pub spine_m: DVec3,
    pub spine_radius_m: f64,
    pub mouths: &'a [Mouth],
    pub passages: &'a [Passage],
    /// 0 at first; a later attempt sees a larger region and rolls anew.
    pub attempt: u32,
    /// Places whose natural floor has failed before.
    pub distrusted_m: Vec<DVec3>,
}

/// A point of a way being laid.
#[derive(Clone, Copy)]
struct Step {
    foot_m: DVec3,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// On the level floor of a landing room.
    Room,
    /// On untouched native floor.
    Natural,
    /// Carved and supported.
    Built,
}

/// Larger regions and new rolls tried before there is no way.
const ATTEMPTS: u32 = 3;
/// Times the natural floor is mended within one attempt.
const MENDINGS: u32 = 5;

/// Routes in the order of the mouths, and their features, in which `judge` finds no fault; the last reason when there is no
/// such plan. Natural floor where a fault was found is built over; then a larger region is tried with new rolls.
///
/// # Errors
/// The outer error is the judge's own.
pub(super) fn plan<E>(
    mut site: Site<'_>,
    mut judge: impl FnMut(&[Route], &[Feature]) -> Result<Vec<Fault>, E>,
) -> Result<Result<(Vec<Route>, Vec<Feature>), String>, E> {
    let mut reason = String::new();
    for attempt in 0..ATTEMPTS {
        site.attempt = attempt;
        for _ in 0..MENDINGS {
            let (routes, features) = match drawn(&site) {
                Ok(plan) => plan,
                Err(why) => {
                    reason = why;
                    break;
                }
            };
            let faults = judge(&routes, &features)?;
            let Some(first) = faults.first() else { return Ok(Ok((routes, features))) };
            reason = first.to_string();
            if faults.iter().all(|fault| is_distrusted(&site, fault.at_m)) {
                break;
            }
            site.distrusted_m.extend(faults.iter().map(|fault| fault.at_m));
        }
    }
    Ok(Err(reason))
}

/// One try: routes in the order of the mouths, and their features; the reason when there is no way.
fn drawn(site: &Site<'_>) -> Result<(Vec<Route>, Vec<Feature>), String> {
    let mut region = survey(site);
    let mut cache = FieldCache::new(site.native, site.frame.content_floor, CACHE_BLOCKS);
    let (mut routes, mut features) = (Vec::new(), Vec::new());
    for mouth in site.mouths {
        let way =
            search(site, &region.feet, mouth).ok_or_else(|| format!("no way from the spine to the mouth at {}", mouth.foot_m))?;
        let steps = lay(site, &mut cache, way, mouth)?;
        build(site, &region.native, &steps, &mut features);
        for step in &steps {
            let clear_of_rooms = |foot: DVec3| in_spine_room(site, foot);
            region.feet.block(step.foot_m, 3.4, -3.6, 3.6, clear_of_rooms);
        }
        let natural = steps.windows(2).map(|pair| pair[0].kind == Kind::Natural && pair[1].kind == Kind::Natural);
        routes.push(Route { natural: natural.collect(), points_m: steps.iter().map(|step| step.foot_m).collect() });
    }
    Ok((routes, features))
}

struct Survey {
    native: Coarse,
    feet: Region,
}

/// Samples the region that holds the goals, and marks what is taken.
fn survey(site: &Site<'_>) -> Survey {
    let margin = 22.0 + 20.0 * f64::from(site.attempt);
    let (mut low, mut high) = (site.spine_m, site.spine_m);
    for mouth in site.mouths {
        low = low.min(mouth.foot_m);
        high = high.max(mouth.foot_m);
    }
    let (lowest, highest) = site.frame.foot_range_m();
    low -= DVec3::new(margin, margin, 14.0);
    high += DVec3::new(margin, margin, 14.0);
    low.z = low.z.clamp(lowest, highest);
    high.z = high.z.clamp(lowest, highest);
    let native = Coarse::sample(site.native, &site.frame, low - DVec3::Z * 3.0, high + DVec3::Z * 4.0);
    let seed = hash::derive_seed(site.seed, Tag::Backbone, site.attempt as i32);
    let liking = |foot: DVec3| {
        let cell = (foot / 6.0).floor().as_ivec3();
        f64::from(hash::unit_f32(hash::decide(seed, Tag::Backbone, cell)))
    };
    let mut feet = Region::survey(&native, low, high, liking);
    for passage in site.passages {
        let ends = [MouthKind::Departure, MouthKind::Arrival].map(|kind| passage.end(kind));
        let apron = |foot: DVec3| {
            ends.iter().any(|&(end, away)| {
                let ahead = (foot - end).truncate().dot(away) >= -0.2;
                ahead && foot.z == end.z && apart(foot, end) < LANDING_RADIUS_M + 1.6
            })
        };
        for &foot in &passage.line {
            feet.block(foot, 4.4, -4.5, 5.5, apron);
        }
    }
    let level = |foot: DVec3| foot.z == site.spine_m.z;
    feet.block(site.spine_m, site.spine_radius_m + 1.5, -5.0, site.spine_radius_m + 2.0, level);
    for mouth in site.mouths {
        feet.block(mouth.foot_m, LANDING_RADIUS_M + 1.0, -4.5, 5.5, |foot| foot.z == mouth.foot_m.z);
    }
    Survey { native, feet }
}

fn in_spine_room(site: &Site<'_>, foot_m: DVec3) -> bool {
    apart(foot_m, site.spine_m) <= site.spine_radius_m - 1.0
}

/// From the spine room to the mouth; searched the other way round, since a mouth has a heading.
fn search(site: &Site<'_>, feet: &Region, mouth: &Mouth) -> Option<Vec<DVec3>> {
    let ends = site.passages.iter().map(|passage| passage.end(mouth.kind));
    let away = ends.filter(|(end, _)| *end == mouth.foot_m).map(|(_, away)| away).next();
    let goal_radius = site.spine_radius_m - 2.5;
    let mut way = feet.way(mouth.foot_m, away.unwrap_or(DVec2::ZERO), site.spine_m, goal_radius, site.attempt > 0)?;
    way.insert(0, mouth.foot_m);
    way.push(site.spine_m);
    way.reverse();
    Some(way)
}

/// Rounds the corners of a way: every inner point moves towards the middle of its neighbours.
/// Little enough that a helix of the tightest turns stays walkable.
fn smooth(way: &mut [DVec3]) {
    let before = way.to_vec();
    for (point, around) in way[1..].iter_mut().zip(before.windows(3)) {
        *point = around[0] * 0.2 + around[1] * 0.6 + around[2] * 0.2;
    }
}

/// Puts a way on the exact native floor where that bears, and finds heights for the rest.
fn lay(site: &Site<'_>, cache: &mut FieldCache<'_>, mut way: Vec<DVec3>, mouth: &Mouth) -> Result<Vec<Step>, String> {
    smooth(&mut way);
    let line = resampled(&way, 1.0);
    let room_at = |foot: DVec3| {
        if apart(foot, site.spine_m) <= site.spine_radius_m - 0.5 {
            Some(site.spine_m.z)
        } else {
            (apart(foot, mouth.foot_m) <= LANDING_RADIUS_M - 0.4).then_some(mouth.foot_m.z)
        }
    };
    let mut steps: Vec<Step> = line
        .iter()
        .map(|&foot| match room_at(foot) {
            Some(z) => Step { foot_m: foot.with_z(z), kind: Kind::Room },
            None => match natural_floor(site, cache, foot) {
                Some(z) => Step { foot_m: foot.with_z(z), kind: Kind::Natural },
                None => Step { foot_m: foot, kind: Kind::Built },
            },
        })
        .collect();
    distrust_steep_floor(&mut steps, &line);
    distrust_short_runs(&mut steps, &line);
    for _ in 0..steps.len() {
        let Some(short) = grade_built(&mut steps) else { return Ok(steps) };
        if !widen(&mut steps, &line, short) {
            break;
        }
    }
    Err(format!("no walkable grade to the mouth at {}", mouth.foot_m))
}

/// Height of untouched native floor that a body can stand on near a planned foot.
fn natural_floor(site: &Site<'_>, cache: &mut FieldCache<'_>, foot_m: DVec3) -> Option<f64> {
    let near_room = apart(foot_m, site.spine_m) < site.spine_radius_m + 2.0
        || site.mouths.iter().any(|mouth| apart(foot_m, mouth.foot_m) < LANDING_RADIUS_M + 1.6);
    if is_distrusted(site, foot_m) || near_room || passage::is_taken(site.passages, foot_m, 1.5) {
        return None;
    }
    let floor = [1.0, 0.5].into_iter().find_map(|lift| floor_under(cache, foot_m.truncate(), foot_m.z + lift, foot_m.z - 0.9))?;
    fits(cache, foot_m.with_z(floor), f64::from(BODY.headroom_m) + 0.1).then_some(floor)
}

/// Whether natural floor has failed close by.
fn is_distrusted(site: &Site<'_>, foot_m: DVec3) -> bool {
    site.distrusted_m.iter().any(|&place| apart(place, foot_m) < 2.6 && (place.z - foot_m.z).abs() < 3.0)
}

/// Natural points that rise too fast, and their neighbours, are to be built.
fn distrust_steep_floor(steps: &mut [Step], line: &[DVec3]) {
    let before: Vec<Step> = steps.to_vec();
    let is_steep = |i: usize, j: usize| {
        let (a, b) = (before[i], before[j]);
        (a.foot_m.z - b.foot_m.z).abs() > NATURAL_GRADE * apart(a.foot_m, b.foot_m)
    };
    for i in 0..before.len() {
        for j in i + 1..before.len().min(i + 4) {
            let both = before[i].kind == Kind::Natural && before[j].kind == Kind::Natural;
            if both && is_steep(i, j) {
                for (step, planned) in steps[i..=j].iter_mut().zip(&line[i..=j]) {
                    *step = Step { foot_m: *planned, kind: Kind::Built };
                }
            }
        }
    }
}

/// A few natural points between built ones are not worth the joints.
fn distrust_short_runs(steps: &mut [Step], line: &[DVec3]) {
    let mut from = 0;
    while from < steps.len() {
        let kind = steps[from].kind;
        let length = steps[from..].iter().take_while(|step| step.kind == kind).count();
        if kind == Kind::Natural && length < 5 {
            for i in from..from + length {
                steps[i] = Step { foot_m: line[i], kind: Kind::Built };
            }
        }
        from += length;
    }
}

/// Gives built points heights between those of the fixed ones. The place of a gap that no walkable grade can close, if any.
fn grade_built(steps: &mut [Step]) -> Option<usize> {
    let n = steps.len();
    let (mut low, mut high) = (vec![f64::MIN; n], vec![f64::MAX; n]);
    let spread = |steps: &[Step], low: &mut [f64], high: &mut [f64], i: usize, from: usize| {
        let reach = BUILT_GRADE * apart(steps[i].foot_m, steps[from].foot_m);
        low[i] = low[i].max(low[from] - reach);
        high[i] = high[i].min(high[from] + reach);
    };
    for i in 0..n {
        if steps[i].kind != Kind::Built {
            (low[i], high[i]) = (steps[i].foot_m.z, steps[i].foot_m.z);
        } else if i > 0 {
            spread(steps, &mut low, &mut high, i, i - 1);
        }
    }
    for i in (0..n.saturating_sub(1)).rev() {
        if steps[i].kind == Kind::Built {
            spread(steps, &mut low, &mut high, i, i + 1);
        }
    }
    if let Some(short) = (0..n).find(|&i| low[i] > high[i] + 1e-9) {
        return Some(short);
    }
    let hold = |steps: &mut [Step]| {
        for (i, step) in steps.iter_mut().enumerate() {
            step.foot_m.z = step.foot_m.z.clamp(low[i], high[i].max(low[i]));
        }
    };
    hold(steps);
    for _ in 0..3 {
        for i in 1..n - 1 {
            if steps[i].kind == Kind::Built {
                let mean = 0.5 * (steps[i - 1].foot_m.z + steps[i + 1].foot_m.z);
                steps[i].foot_m.z = 0.5 * (steps[i].foot_m.z + mean);
            }
        }
        hold(steps);
    }
    // Lowers what still rises too fast; it cannot sink below `low`, which rises no faster itself.
    for i in (1..n).chain((0..n - 1).rev()) {
        let from = if steps[i].kind != Kind::Built { continue } else { [i.wrapping_sub(1), i + 1] };
        for other in from.into_iter().filter(|&other| other < n) {
            let most = steps[other].foot_m.z + BUILT_GRADE * apart(steps[i].foot_m, steps[other].foot_m);
            if steps[i].foot_m.z > most {
                steps[i].foot_m.z = most;
            }
        }
    }
    None
}

/// Turns the natural points nearest to a gap into built ones; false when only rooms are left.
fn widen(steps: &mut [Step], line: &[DVec3], gap: usize) -> bool {
    let is_natural = |i: &usize| steps[*i].kind == Kind::Natural;
    let before = (0..=gap).rev().find(is_natural);
    let after = (gap..steps.len()).find(is_natural);
    for i in [before, after].into_iter().flatten() {
        steps[i] = Step { foot_m: line[i], kind: Kind::Built };
    }
    before.is_some() || after.is_some()
}

/// Bakes the built stretches of a way.
fn build(site: &Site<'_>, native: &Coarse, steps: &[Step], features: &mut Vec<Feature>) {
    let frame = &site.frame;
    let mut push = |part, solid, relief_m| features.push(Feature { part, solid, relief_m });
    let mut unsupported = 0;
    for (i, pair) in steps.windows(2).enumerate() {
        if pair[0].kind != Kind::Built && pair[1].kind != Kind::Built {
            unsupported = 0;
            continue;
        }
        let (a, b) = (frame.anchored(pair[0].foot_m), frame.anchored(pair[1].foot_m));
        push(Part::Clearance, Solid::Way { a, b, half_width_m: HALF_WIDTH_M, height_m: HEIGHT_M }, RELIEF_M);
        push(Part::Support, Solid::Causeway { a, b, half_width_m: HALF_WIDTH_M + 0.7, depth_m: 1.8 }, RELIEF_M);
        let foot = pair[0].foot_m;
        let hangs = !native.is_rock(foot - DVec3::Z * 2.0);
        unsupported = if hangs { unsupported + 1 } else { 0 };
        if unsupported % PIER_EVERY == PIER_EVERY / 2 && i + 1 < steps.len() {
            let under = foot - DVec3::Z * 2.4;
            if let Some(ground) = native.ground_below(under, 200.0) {
                let (a, b) = (frame.anchored(under), frame.anchored(foot.with_z(ground - 1.5)));
                push(Part::Support, Solid::Sheath { a, b, radius_m: 1.7 }, 2.0 * RELIEF_M);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::stack;
    use super::*;
    use crate::law;
    use field::VoxelSize;

    const FRAME: Frame =
        Frame { voxel: VoxelSize::DEFAULT, content_floor: -320, top_m: -8.0, content_top_m: -16.0, content_floor_m: -80.0 };

    fn wave(x: f64) -> f64 {
        let t = x - x.floor();
        let tent = if t < 0.5 { t } else { 1.0 - t };
        16.0 * tent * tent - 1.0
    }

    /// Plans between a spine at 20 m and two mouths, and judges the result with and without what was built.
    fn judged(formula: fn(DVec3) -> f64, heights: [f64; 3]) -> (Vec<Route>, Vec<Fault>) {
        let native = stack(formula, &[]);
        let foot = |x: f64, y: f64, z: f64| DVec3::new(x, y, z - 80.0);
        let mouths = [
            Mouth { kind: MouthKind::Arrival, passage: 0, foot_m: foot(-27.3, 11.9, heights[1]) },
            Mouth { kind: MouthKind::Departure, passage: 0, foot_m: foot(18.1, -29.7, heights[2]) },
        ];
        let site = Site {
            native: &native,
            seed: 5,
            frame: FRAME,
            spine_m: foot(0.0, 0.0, heights[0]),
            spine_radius_m: 8.0,
            mouths: &mouths,
            passages: &[],
            attempt: 0,
            distrusted_m: Vec::new(),
        };
        let mut rooms = super::super::spine_features(&FRAME, site.spine_m, 8.0, 8.0);
        for mouth in &mouths {
            passage::landing_features(&FRAME, mouth.foot_m, &mut rooms);
        }
        let judge = |routes: &[Route], built: &[Feature]| {
            let features = [&rooms, built].concat();
            let field = stack(formula, &features);
            let mut faults = Vec::new();
            let mut cache = FieldCache::new(&field, FRAME.content_floor, 4096);
            for route in routes {
                law::sweep(&mut cache, &route.points_m, &mut faults);
            }
            Ok::<_, std::convert::Infallible>(faults)
        };
        let Ok(planned) = plan(site, judge);
        let (routes, _) = planned.expect("a way");
        let Ok(without) = judge(&routes, &[]);
        (routes, without)
    }

    #[test]
    fn rolling_ground_is_walked_as_it_is() {
        let (routes, _) = judged(|p| p.z - 20.0 - wave(p.x / 67.0) - 0.4 * wave(p.y / 43.0), [20.0, 20.0, 20.0]);
        let natural = routes.iter().flat_map(|route| &route.natural).filter(|&&natural| natural).count();
        let all: usize = routes.iter().map(|route| route.natural.len()).sum();
        assert!(2 * natural > all, "{natural} of {all}");
    }

    #[test]
    fn solid_rock_is_bored_and_a_climb_winds() {
        let (routes, without) = judged(|_| -1.0, [30.0, 10.5, 47.0]);
        assert!(!without.is_empty());
        assert!(routes.iter().all(|route| route.points_m.len() > 60));
    }

    #[test]
    fn open_air_is_bridged() {
        let (_, without) = judged(
            |p| if p.x * p.x + p.y * p.y < 196.0 || p.x.abs() > 22.0 || p.y < -24.0 { p.z - 20.0 } else { p.z - 4.0 },
            [20.0; 3],
        );
        assert!(!without.is_empty());
    }
}
