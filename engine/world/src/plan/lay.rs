//! Laying a way: from the coarse search onto exact floor where that bears, and onto what is to be built where it does not.
//!
//! Every 0.8 m along the way there is a *station* with a few places across it. A place is *free* where a body stands on floor that is
//! there anyway, or else it is to be built. The cheapest chain of places, one per station, is chosen: free ones cost little,
//! built ones much, and so do the joints between them. Free stretches are then swept as the law does, and what fails is built.

use super::frame::{apart, resampled, unit};
use crate::law;
use crate::query::{BODY, FieldCache, fits, floor_under};
use glam::DVec3;

/// Grade that built ways keep to; the walkable limit is 0.268.
const BUILT_GRADE: f64 = 0.25;
/// Grade up to which floor that is there is trusted from place to place.
const FREE_GRADE: f64 = 0.262;
/// Distance between stations.
const STATION_M: f64 = 0.8;
/// Places across a station, and the distance between them.
const PLACES: usize = 7;
const PLACE_M: f64 = 0.5;
const MIDDLE: usize = PLACES / 2;
/// How far floor may lie above or below the coarse way.
const ABOVE_M: f64 = 1.4;
const BELOW_M: f64 = 1.4;
/// What a station costs on free floor and where it is built, a joint between the two, and a place farther from the middle.
const FREE_COST: u32 = 10;
const BUILT_COST: u32 = 60;
const JOINT_COST: u32 = 90;
const ASIDE_COST: u32 = 3;
/// Free floor this near to a fault is not trusted again.
const DOUBT_M: f64 = 1.5;
/// Times that the free stretches of a way are swept.
const SWEEPS: u32 = 4;

/// A point of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub foot_m: DVec3,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// On the floor of a room or a passage.
    Room,
    /// On untouched native floor.
    Natural,
    /// To be carved and supported.
    Built,
}

/// What a way is laid on.
pub(super) struct Ground<'a> {
    /// The native field.
    pub native: FieldCache<'a>,
    /// The native field with rooms and passages.
    pub fixed: FieldCache<'a>,
}

/// A way along the exact floor, from the first to the last point of `way`, which stand on floors of rooms. Floor where
/// `is_distrusted` is not used. `None` when no walkable grade leads there.
pub(super) fn lay(ground: &mut Ground<'_>, way: &[DVec3], is_distrusted: impl Fn(DVec3) -> bool) -> Option<Vec<Step>> {
    let mut way = way.to_vec();
    smooth(&mut way);
    let line = resampled(&way, STATION_M);
    let mut stations = stations(ground, &line, &is_distrusted);
    let mut steps = Vec::new();
    for _ in 0..SWEEPS {
        steps = cheapest_chain(&stations);
        if !doubt_faults(ground, &mut stations, &steps) {
            break;
        }
        steps.clear();
    }
    if steps.is_empty() {
        steps = cheapest_chain(&stations);
    }
    let planned: Vec<DVec3> = line.iter().zip(&steps).map(|(planned, step)| step.foot_m.with_z(planned.z)).collect();
    // A room's floor stays as it is, if a grade is found beside it; else a stretch is widened into the room.
    let mut in_rooms = steps.clone();
    mark_rooms(ground, &mut in_rooms);
    if let Some(steps) = graded(in_rooms, &planned) {
        return Some(subdivided(&steps));
    }
    let mut steps = graded(steps, &planned)?;
    mark_rooms(ground, &mut steps);
    Some(subdivided(&steps))
}

/// Widens built stretches until each has a walkable grade; `None` when that cannot be.
fn graded(mut steps: Vec<Step>, planned: &[DVec3]) -> Option<Vec<Step>> {
    for _ in 0..steps.len() {
        let Some(short) = grade_built(&mut steps) else { return Some(steps) };
        if !widen(&mut steps, planned, short) {
            break;
        }
    }
    None
}

/// Rounds the corners of a way: every inner point moves towards the middle of its neighbours.
/// Little enough that a helix of the tightest turns stays walkable.
fn smooth(way: &mut [DVec3]) {
    let before = way.to_vec();
    for (point, around) in way[1..].iter_mut().zip(before.windows(3)) {
        *point = around[0] * 0.2 + around[1] * 0.6 + around[2] * 0.2;
    }
}

/// The places across a point of the way, and the height of free floor at each.
struct Station {
    places: [DVec3; PLACES],
    floor: [Option<f64>; PLACES],
    is_end: bool,
}

fn stations(ground: &mut Ground<'_>, line: &[DVec3], is_distrusted: &impl Fn(DVec3) -> bool) -> Vec<Station> {
    let last = line.len().saturating_sub(1);
    let station = |(i, &foot): (usize, &DVec3)| {
        let (before, after) = (line[i.saturating_sub(1)], line[if i < last { i + 1 } else { last }]);
        let across = unit(after.truncate() - before.truncate()).perp().extend(0.0);
        let is_end = i == 0 || i == last;
        let places = std::array::from_fn(|place| foot + across * (PLACE_M * (place as f64 - MIDDLE as f64)));
        let floor = places.map(|place| (!is_distrusted(place)).then(|| free_floor(&mut ground.fixed, place)).flatten());
        Station { places, floor: if is_end { [Some(foot.z); PLACES] } else { floor }, is_end }
    };
    line.iter().enumerate().map(station).collect()
}

/// Height of floor near a planned foot that a body can stand on.
fn free_floor(field: &mut FieldCache<'_>, foot_m: DVec3) -> Option<f64> {
    let find = |lift: f64| floor_under(field, foot_m.truncate(), foot_m.z + lift, foot_m.z - BELOW_M);
    let floor = [ABOVE_M, 0.5 * ABOVE_M, 0.0].into_iter().find_map(find)?;
    fits(field, foot_m.with_z(floor), f64::from(BODY.headroom_m) + 0.05).then_some(floor)
}

/// The chain of least cost; a state of a station is a place, free or built.
fn cheapest_chain(stations: &[Station]) -> Vec<Step> {
    const STATES: usize = 2 * PLACES;
    const NONE: u32 = u32::MAX;
    let is_built = |state: usize| state >= PLACES;
    let foot = |station: &Station, state: usize| {
        let place = station.places[state % PLACES];
        if is_built(state) { Some(place) } else { station.floor[state % PLACES].map(|z| place.with_z(z)) }
    };
    let own_cost = |station: &Station, state: usize| {
        let aside = (state % PLACES).abs_diff(MIDDLE) as u32;
        if station.is_end {
            return if state == MIDDLE { 0 } else { NONE };
        }
        if is_built(state) {
            BUILT_COST + 2 * ASIDE_COST * aside
        } else if station.floor[state].is_some() {
            FREE_COST + ASIDE_COST * aside
        } else {
            NONE
        }
    };
    let mut came: Vec<[usize; STATES]> = Vec::with_capacity(stations.len());
    let mut total = [NONE; STATES];
    for (i, station) in stations.iter().enumerate() {
        let before = total;
        let mut from = [MIDDLE; STATES];
        for state in 0..STATES {
            total[state] = own_cost(station, state);
            let Some(previous) = i.checked_sub(1).and_then(|i| stations.get(i)).filter(|_| total[state] < NONE) else { continue };
            let mut best = NONE;
            for (other, came_at) in before.into_iter().enumerate() {
                if came_at == NONE || (state % PLACES).abs_diff(other % PLACES) > 1 {
                    continue;
                }
                let joint = if is_built(state) == is_built(other) { 0 } else { JOINT_COST };
                let cost = came_at.saturating_add(joint);
                if cost < best && (is_built(state) || is_built(other) || is_gentle(foot(previous, other), foot(station, state))) {
                    (best, from[state]) = (cost, other);
                }
            }
            total[state] = best.saturating_add(total[state]);
        }
        came.push(from);
    }
    let mut state = MIDDLE;
    let mut steps = Vec::with_capacity(stations.len());
    for (station, from) in stations.iter().zip(&came).rev() {
        let kind = if is_built(state) { Kind::Built } else { Kind::Natural };
        let kind = if station.is_end { Kind::Room } else { kind };
        steps.push(Step { foot_m: foot(station, state).unwrap_or(station.places[state % PLACES]), kind });
        state = from[state];
    }
    steps.reverse();
    steps
}

/// Whether a body walks from one foot to the other.
fn is_gentle(a_m: Option<DVec3>, b_m: Option<DVec3>) -> bool {
    let (Some(a), Some(b)) = (a_m, b_m) else { return false };
    (a.z - b.z).abs() <= FREE_GRADE * apart(a, b)
}

/// Sweeps the free stretches as the law does. Floor near a fault is free no more; false when there is none.
fn doubt_faults(ground: &mut Ground<'_>, stations: &mut [Station], steps: &[Step]) -> bool {
    let mut faults = Vec::new();
    for stretch in steps.split(|step| step.kind == Kind::Built) {
        let line: Vec<DVec3> = stretch.iter().map(|step| step.foot_m).collect();
        law::sweep(&mut ground.fixed, &line, &mut faults);
    }
    for station in stations.iter_mut().filter(|station| !station.is_end) {
        for (place, floor) in station.places.iter().zip(&mut station.floor) {
            if faults.iter().any(|fault| apart(fault.at_m, *place) < DOUBT_M && (fault.at_m.z - place.z).abs() < 3.0) {
                *floor = None;
            }
        }
    }
    !faults.is_empty()
}

/// Tells the floors of rooms and passages from native ones.
fn mark_rooms(ground: &mut Ground<'_>, steps: &mut [Step]) {
    for step in steps.iter_mut().filter(|step| step.kind == Kind::Natural) {
        let foot = step.foot_m;
        let native = floor_under(&mut ground.native, foot.truncate(), foot.z + 0.25, foot.z - 0.25);
        if native.is_none_or(|z| (z - foot.z).abs() > 0.02) {
            step.kind = Kind::Room;
        }
    }
}

/// The same steps with one more between any two that are more than a metre apart.
fn subdivided(steps: &[Step]) -> Vec<Step> {
    let mut finer: Vec<Step> = Vec::with_capacity(steps.len());
    for &step in steps {
        if let Some(last) = finer.last().copied().filter(|last| apart(last.foot_m, step.foot_m) > 1.0) {
            let kind = if last.kind == Kind::Built { Kind::Built } else { step.kind };
            finer.push(Step { foot_m: 0.5 * (last.foot_m + step.foot_m), kind });
        }
        finer.push(step);
    }
    finer
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
