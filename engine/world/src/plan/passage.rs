//! Passages between two strates: where their mouths are and how they fold from one to the other.
//!
//! A passage leaves its upper mouth outward as a low ramp, folds down in legs and turns stacked over one another, and leaves
//! the stack along a tangent towards its lower mouth. Both strates compute it alike, from the two native fields alone.
//!
//! ```text
//!   plan:   mouth ──ramp──▶ ╭───── leg ─────╮        every lap drops 7–9 m, so that at least
//!                           ╰───── leg ─────╯ ─▶ mouth   1.5 m of rock stay between the laps
//! ```

use super::coarse::Coarse;
use super::frame::{Frame, meander, resampled, snapped, unit};
use super::{MouthKind, Route};
use crate::defs::PassagesDef;
use crate::{StrateIndex, World, archetypes};
use field::feature::{Feature, Part, Solid};
use field::hash::{self, Rolls, Tag};
use field::ops;
use glam::{DVec2, DVec3, IVec3};

/// Steepest mean grade a passage is laid out with; the walkable limit is 0.268.
const LAYOUT_GRADE: f64 = 0.235;
/// Length of the ramp from the upper mouth to the fold.
const RAMP_M: f64 = 13.0;
/// Radius of a landing room.
pub(super) const LANDING_RADIUS_M: f64 = 2.8;
/// Clear height of a landing room.
const LANDING_HEIGHT_M: f32 = 3.6;
/// The line is level this far round the centre of a landing room.
const LEVEL_M: f64 = 2.4;
/// Rock round the bore where a passage crosses open air, relief included.
const WALL_M: f32 = 1.9;
/// How far a mouth may move from its hashed site to a natural landing.
pub(super) const LANDING_BUDGET_M: f64 = 12.0;
/// The same where a natural landing will not do.
const CARVED_BUDGET_M: f64 = 1.0;
/// Length over which a portal narrows from the mouth's bore.
const PORTAL_M: f64 = 9.0;
/// Relief of walls.
const RELIEF_M: f32 = 0.3;

/// One passage, from the strate above to the strate below.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Passage {
    /// Number within its interface.
    pub number: u8,
    /// Feet along its middle, a metre apart or less; first the upper mouth, last the lower.
    pub line: Vec<DVec3>,
    /// Half widths along the line.
    half_width_m: Vec<f32>,
    /// Clear height.
    height_m: f32,
    /// Where it crosses open air and needs rock all round; elsewhere a bar below is certain to bear.
    sheathed: Vec<bool>,
}

impl Passage {
    /// Foot of the mouth in the upper strate.
    pub fn upper_m(&self) -> DVec3 {
        self.line.first().copied().unwrap_or_default()
    }
    /// Foot of the mouth in the lower strate.
    pub fn lower_m(&self) -> DVec3 {
        self.line.last().copied().unwrap_or_default()
    }
    /// Foot of the mouth it shows to a strate as a departure or an arrival, and the way out of that mouth into the strate.
    pub fn end(&self, kind: MouthKind) -> (DVec3, DVec2) {
        let (end, inner) = match kind {
            MouthKind::Departure => (self.upper_m(), self.line.get(4)),
            MouthKind::Arrival => (self.lower_m(), self.line.get(self.line.len().wrapping_sub(5))),
        };
        (end, inner.map_or(DVec2::ZERO, |inner| unit(end.truncate() - inner.truncate())))
    }
    /// As a line to walk.
    pub fn route(&self) -> Route {
        Route { points_m: self.line.clone(), natural: vec![false; self.line.len().saturating_sub(1)] }
    }

    /// Supports and clearances in a strate's local frame.
    pub fn features(&self, frame: &Frame, out: &mut Vec<Feature>) {
        for end in [self.upper_m(), self.lower_m()] {
            landing_features(frame, end, out);
        }
        let last = self.line.len().saturating_sub(1);
        let mut from = 0;
        while from < last {
            let to = if from + 2 < last { from + 2 } else { last };
            let (a_m, b_m) = (self.line[from], self.line[to]);
            let (a, b) = (frame.anchored(a_m), frame.anchored(b_m));
            let half_width_m = ops::max(self.half_width_m[from], self.half_width_m[to]);
            let way = Solid::Way { a, b, half_width_m, height_m: self.height_m };
            out.push(Feature { part: Part::Clearance, solid: way, relief_m: RELIEF_M });
            let solid = if self.sheathed[from] {
                let middle = DVec3::Z * (0.5 * f64::from(self.height_m));
                let (a, b) = (frame.anchored(a_m + middle), frame.anchored(b_m + middle));
                Solid::Sheath { a, b, radius_m: half_width_m + WALL_M }
            } else {
                Solid::Causeway { a, b, half_width_m: half_width_m + 0.6, depth_m: 2.2 }
            };
            out.push(Feature { part: Part::Support, solid, relief_m: 2.0 * RELIEF_M });
            from = to;
        }
    }
}

/// The room at a mouth: a level floor that a body can turn round on.
pub(super) fn landing_features(frame: &Frame, foot_m: DVec3, out: &mut Vec<Feature>) {
    let foot = frame.anchored(foot_m);
    let radius_m = LANDING_RADIUS_M as f32;
    let room = Solid::Room { foot, radius_m, height_m: LANDING_HEIGHT_M };
    out.push(Feature { part: Part::Clearance, solid: room, relief_m: RELIEF_M });
    let floor = Solid::Plinth { foot, radius_m: radius_m + 1.0, depth_m: 3.0 };
    out.push(Feature { part: Part::Support, solid: floor, relief_m: RELIEF_M });
}

/// The passages from `upper` to the strate below it, in order of number; empty for the last strate. Pure: it reads the two
/// native fields and no plan.
pub(super) fn between(world: &World, upper: StrateIndex) -> Vec<Passage> {
    let index = usize::from(upper.0);
    let (Some(above), Some(below)) = (world.strates().get(index), world.strates().get(index + 1)) else {
        return Vec::new();
    };
    let def = &above.def.passages;
    let n_passages = def.count.clamp(1, 4) as u8;
    let frames = [Frame::of(above, world.voxel()), Frame::of(below, world.voxel())];
    let lower = StrateIndex(upper.0 + 1);
    let sites: Vec<Site> = (0..n_passages).map(|number| Site::choose(world, upper, number, n_passages)).collect();
    let sited: Vec<DVec2> = sites.iter().map(|site| site.mouth).collect();
    let starts = own_landings(&sited, |wanted, budget_m| landing(world, upper, &frames[0], wanted, budget_m, 0.4));
    let folds: Vec<Fold> =
        sites.iter().zip(&starts).map(|(site, start)| Fold { outward: unit(start.truncate()), ..site.fold }).collect();
    let middles: Vec<DVec2> = folds.iter().zip(&starts).map(|(fold, start)| fold.middle(start.truncate())).collect();
    let wanted = |(fold, middle): (&Fold, &DVec2)| *middle + unit(fold.side() * 0.35 - fold.outward) * (fold.reach_m() + 9.0);
    let wanted: Vec<DVec2> = folds.iter().zip(&middles).map(wanted).collect();
    let below = |wanted, budget_m| landing(world, lower, &frames[1], wanted, budget_m, 0.3);
    let mut ends = own_landings(&wanted, below);
    let mut passages = Vec::with_capacity(sites.len());
    for (number, site) in sites.iter().enumerate() {
        let (fold, start) = (&folds[number], starts[number]);
        if (ends[number].truncate() - middles[number]).length_squared().sqrt() < fold.reach_m() + 6.0 {
            ends[number] = below(wanted[number], CARVED_BUDGET_M);
        }
        let line = fold.line(start, ends[number], def, site.seed);
        passages.push(finish(world, upper, number as u8, def, line, &frames));
    }
    passages
}

/// A landing for each wanted place. One that is nearer to where another passage wants its own is left to that one, so that no two passages
/// of an interface end in one room.
fn own_landings(wanted: &[DVec2], landing: impl Fn(DVec2, f64) -> DVec3) -> Vec<DVec3> {
    let own = |&place: &DVec2| {
        let found = landing(place, LANDING_BUDGET_M);
        let from_here = found.truncate().distance_squared(place);
        let is_own = wanted.iter().all(|other| *other == place || found.truncate().distance_squared(*other) > from_here);
        if is_own { found } else { landing(place, CARVED_BUDGET_M) }
    };
    wanted.iter().map(own).collect()
}

/// A natural landing near `wanted`, else a foot at `share` of the content's height, to be carved.
pub(super) fn landing(world: &World, index: StrateIndex, frame: &Frame, wanted: DVec2, budget_m: f64, share: f64) -> DVec3 {
    let (lowest, highest) = frame.foot_range_m();
    let natural = world.strates().get(usize::from(index.0)).and_then(|strate| {
        archetypes::landing(strate, world.voxel(), wanted, budget_m).map(|foot| foot + DVec3::Z * frame.content_floor_m)
    });
    let foot =
        natural.unwrap_or_else(|| wanted.extend(frame.content_floor_m + share * (frame.content_top_m - frame.content_floor_m)));
    foot.with_z(snapped(foot.z).clamp(lowest, highest))
}

/// The hashed place and shape of a passage.
struct Site {
    mouth: DVec2,
    fold: Fold,
    seed: u64,
}

impl Site {
    /// Each interface has half of the compass, its neighbours the other half; its passages share that half evenly.
    fn choose(world: &World, upper: StrateIndex, number: u8, n_passages: u8) -> Self {
        let project = &world.assets().project;
        let def = &world.strates()[usize::from(upper.0)].def.passages;
        let seed = hash::derive_seed(project.seed, Tag::Passage, i32::from(upper.0) * 16 + i32::from(number));
        let mut rolls = Rolls::new(seed, Tag::Passage, IVec3::ZERO);
        let turn = hash::unit_f32(hash::decide(project.seed, Tag::Passage, IVec3::splat(-1)));
        let sector = 0.5 / f32::from(n_passages);
        let share = (f32::from(number) + 0.5 + rolls.range(-0.25, 0.25)) * sector;
        let angle = (turn + 0.5 * f32::from(upper.0 % 2) + share) * std::f32::consts::TAU;
        let settings = &project.settings;
        // Neighbours of one interface need room beside one another.
        let spread = if n_passages > 1 { 10.0 * f32::from(n_passages) } else { 0.0 };
        let nearest = ops::max(ops::max(def.min_spine_distance_m, settings.spine_radius_m + 8.0), spread);
        let mut farthest = ops::max(def.max_spine_distance_m - RAMP_M as f32, nearest);
        if settings.radius_m > 0.0 {
            farthest = ops::min(farthest, settings.radius_m - settings.edge_thickness_m - 48.0);
        }
        let distance = rolls.range(ops::min(nearest, farthest), farthest);
        let outward = [ops::cos(angle), ops::sin(angle)];
        let fold = Fold {
            outward: DVec2::from_array(outward.map(f64::from)),
            leg_m: f64::from(rolls.range(4.5, 7.5)),
            turn_m: f64::from(rolls.range(3.6, 4.3)),
            turns_left: rolls.chance(0.5),
        };
        Self { mouth: DVec2::from_array(outward.map(|along| ops::wide_product(along, distance))), fold, seed }
    }
}

/// A stack of legs and half turns.
#[derive(Clone, Copy)]
struct Fold {
    /// Heading of the ramp and of every other leg.
    outward: DVec2,
    leg_m: f64,
    turn_m: f64,
    turns_left: bool,
}

impl Fold {
    fn side(&self) -> DVec2 {
        if self.turns_left { self.outward.perp() } else { -self.outward.perp() }
    }
    /// The middle of the stack for a passage that starts at `start`.
    fn middle(&self, start: DVec2) -> DVec2 {
        start + self.outward * (RAMP_M + 0.5 * self.leg_m) + self.side() * self.turn_m
    }
    /// The farthest its line gets from the middle.
    fn reach_m(&self) -> f64 {
        0.5 * self.leg_m + self.turn_m
    }
    fn lap_m(&self) -> f64 {
        2.0 * (self.leg_m + std::f64::consts::PI * self.turn_m)
    }

    /// Place and heading after `distance_m` along the laps, and whether that is on a turn.
    fn at(&self, entry: DVec2, distance_m: f64) -> (DVec2, DVec2, bool) {
        let lap = distance_m - (distance_m / self.lap_m()).floor() * self.lap_m();
        let half = 0.5 * self.lap_m();
        let (base, heading, side, along) = if lap < half {
            (entry, self.outward, self.side(), lap)
        } else {
            let far = entry + self.outward * self.leg_m + self.side() * (2.0 * self.turn_m);
            (far, -self.outward, -self.side(), lap - half)
        };
        if along < self.leg_m {
            return (base + heading * along, heading, false);
        }
        let angle = ((along - self.leg_m) / self.turn_m) as f32;
        let (sin, cos) = (f64::from(ops::sin(angle)), f64::from(ops::cos(angle)));
        let centre = base + heading * self.leg_m + side * self.turn_m;
        (centre + heading * (self.turn_m * sin) - side * (self.turn_m * cos), heading * cos + side * sin, true)
    }

    /// The whole line, with wander and heights, a metre apart.
    fn line(&self, start: DVec3, end: DVec3, def: &PassagesDef, seed: u64) -> Vec<DVec3> {
        const SPACING_M: f64 = 0.5;
        let drop_m = start.z - end.z;
        let entry = start.truncate() + self.outward * RAMP_M;
        let mut plan: Vec<(DVec2, f64)> = Vec::new();
        let mut walked = 0.0;
        while walked < RAMP_M {
            plan.push((start.truncate() + self.outward * walked, if walked < LEVEL_M { 0.0 } else { 1.0 }));
            walked += SPACING_M;
        }
        let mut worth: f64 = RAMP_M - LEVEL_M;
        let mut along = 0.0;
        // Far more laps than the gentlest useful grade would take; the tangent to the lower mouth comes once in each.
        while along < 12.0 * drop_m.abs() + 4.0 * self.lap_m() {
            let (place, heading, on_turn) = self.at(entry, along);
            let left = end.truncate() - place;
            let left_m = left.length_squared().sqrt();
            let leaves = heading.dot(unit(left)) > 0.985;
            if leaves && worth + left_m - LEVEL_M >= drop_m / LAYOUT_GRADE {
                break;
            }
            // Turns are gentler than legs, so that they read as landings.
            let weight = if on_turn { 0.85 } else { 1.0 };
            plan.push((place, weight));
            worth += weight * SPACING_M;
            along += SPACING_M;
        }
        let last = plan.last().map_or(start.truncate(), |&(place, _)| place);
        let exit = end.truncate() - last;
        let exit_m = exit.length_squared().sqrt();
        let mut gone = SPACING_M;
        while gone < exit_m {
            plan.push((last + exit * (gone / exit_m), if exit_m - gone < LEVEL_M { 0.0 } else { 1.0 }));
            gone += SPACING_M;
        }
        plan.push((end.truncate(), 0.0));
        wandered(&mut plan, f64::from(def.wander_m), seed);
        let rises: Vec<f64> = plan
            .windows(2)
            .map(|p| (p[1].0 - p[0].0).length_squared().sqrt() * p[0].1 * if p[1].1 == 0.0 { 0.0 } else { 1.0 })
            .collect();
        let total: f64 = rises.iter().sum();
        let mut line = vec![start];
        let mut risen = 0.0;
        for (step, rise) in rises.iter().enumerate() {
            risen += rise;
            line.push(plan[step + 1].0.extend(start.z - drop_m * risen / total));
        }
        if let Some(foot) = line.last_mut() {
            *foot = end;
        }
        resampled(&line, 1.0)
    }
}

/// Bends the plan sideways, fading out at both ends.
fn wandered(plan: &mut [(DVec2, f64)], wander_m: f64, seed: u64) {
    let amplitude = if wander_m < 3.0 { 0.45 * wander_m } else { 1.35 };
    let last = plan.len().saturating_sub(1) as f64;
    for (i, (place, _)) in plan.iter_mut().enumerate() {
        let near = if (i as f64) < last - i as f64 { i as f64 } else { last - i as f64 };
        let fade = ((near - 8.0) / 16.0).clamp(0.0, 1.0);
        let at = i as f64 * 0.5 / 11.0;
        *place += DVec2::new(meander(seed, 0, at), meander(seed, 1, at)) * (amplitude * fade);
    }
}

/// Widths, and where the native fields leave the bore without rock.
fn finish(world: &World, upper: StrateIndex, number: u8, def: &PassagesDef, line: Vec<DVec3>, frames: &[Frame; 2]) -> Passage {
    let (mut low, mut high) = (DVec3::splat(f64::MAX), DVec3::splat(f64::MIN));
    for foot in &line {
        low = low.min(*foot);
        high = high.max(*foot);
    }
    let around = DVec3::new(6.0, 6.0, 4.0);
    let (low, high) = (low - around, high + around + DVec3::Z * 4.0);
    let split_m = frames[1].top_m;
    let index = usize::from(upper.0);
    let strates = world.strates();
    let above = Coarse::sample(&strates[index].native, &frames[0], 2, low.with_z(frames[0].content_floor_m), high);
    let below = Coarse::sample(&strates[index + 1].native, &frames[1], 2, low, high.with_z(frames[1].content_top_m));
    let is_air = |pos: DVec3| {
        if pos.z >= split_m {
            pos.z >= frames[0].content_floor_m && !above.is_rock(pos)
        } else {
            pos.z < frames[1].content_top_m && !below.is_rock(pos)
        }
    };
    let total = line.len() as f64;
    let mut half_width_m = Vec::with_capacity(line.len());
    let mut sheathed = Vec::with_capacity(line.len());
    for (i, &foot) in line.iter().enumerate() {
        let near = if (i as f64) < total - i as f64 { i as f64 } else { total - i as f64 };
        let portal = 1.0 - (near / PORTAL_M).clamp(0.0, 1.0) as f32;
        let half = 0.5 * (def.bore_m + (def.mouth_bore_m - def.bore_m) * portal);
        half_width_m.push(half);
        let reach = f64::from(half) + 2.0;
        let mid = foot + DVec3::Z * 1.5;
        let round = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z * 1.2];
        let below_air = is_air(foot - DVec3::Z) || is_air(foot - DVec3::Z * 2.5) || is_air(foot);
        let open = below_air || round.iter().any(|side| is_air(mid + *side * reach));
        sheathed.push(open && near >= PORTAL_M);
    }
    Passage { number, line, half_width_m, height_m: ops::max(def.bore_m, 3.0), sheathed }
}

#[cfg(test)]
mod tests {
    use super::super::frame::apart;
    use super::*;

    fn lines() -> impl Iterator<Item = (f64, Vec<DVec3>)> {
        (0..240u32).map(|i| {
            let mut rolls = Rolls::new(u64::from(i), Tag::Test, IVec3::ZERO);
            let angle = rolls.range(0.0, std::f32::consts::TAU);
            let outward = DVec2::new(f64::from(ops::cos(angle)), f64::from(ops::sin(angle)));
            let fold = Fold {
                outward,
                leg_m: f64::from(rolls.range(4.5, 7.5)),
                turn_m: f64::from(rolls.range(3.6, 4.3)),
                turns_left: rolls.chance(0.5),
            };
            let start = (outward * f64::from(rolls.range(16.0, 40.0))).extend(-20.0);
            let drop = f64::from(rolls.range(17.0, 110.0));
            let side = unit(fold.side() * 0.35 - outward) * (fold.reach_m() + 9.0);
            let stray = DVec2::new(f64::from(rolls.range(-2.0, 2.0)), f64::from(rolls.range(-2.0, 2.0)));
            let end = (fold.middle(start.truncate()) + side + stray).extend(start.z - drop);
            (drop, fold.line(start, end, &PassagesDef::default(), u64::from(i)))
        })
    }

    #[test]
    fn no_two_metres_are_steeper_than_a_body_walks_and_no_long_run_is_flat() {
        for (drop, line) in lines() {
            let mut flat = 0.0;
            for (i, pair) in line.windows(2).enumerate() {
                assert!(apart(pair[0], pair[1]) <= 1.0 + 1e-9);
                let rise = (pair[0].z - pair[1].z).abs();
                flat = if rise < 0.0087 * apart(pair[0], pair[1]) { flat + apart(pair[0], pair[1]) } else { 0.0 };
                assert!(flat <= 8.0, "flat for {flat} m at step {i}");
                if let Some(far) = line.get(i + 2) {
                    let run = apart(pair[0], pair[1]) + apart(pair[1], *far);
                    assert!((pair[0].z - far.z).abs() <= 0.262 * run, "drop {drop}: step {i} of {}", line.len());
                }
            }
        }
    }

    #[test]
    fn laps_keep_rock_between_them() {
        for (drop, line) in lines() {
            for (i, a) in line.iter().enumerate() {
                for b in line.iter().skip(i + 12) {
                    // Bores are 3 m high and wide and rounded above; 1.5 m of rock are to stay in any direction.
                    assert!(a.distance(*b) > 4.5, "drop {drop}: {a} and {b}");
                }
            }
        }
    }
}
