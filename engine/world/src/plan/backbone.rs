//! The backbone: from the spine room to each mouth, over natural floor where it bears, built where it does not.
//!
//! A way is searched on the coarse lattice and then laid on the exact floor. What the floor cannot give is decided here, point by
//! point, and baked: clearance carved, a causeway below, a pier where the causeway would hang.

use super::coarse::Coarse;
use super::frame::{Frame, apart, resampled};
use super::lay::{Ground, Kind, Step, lay};
use super::passage::{LANDING_RADIUS_M, Passage};
use super::search::Region;
use super::{Mouth, MouthKind, Route};
use crate::law::Fault;
use crate::query::FieldCache;
use field::Stack;
use field::feature::{Feature, Part, Solid};
use field::hash::{self, Tag};
use glam::{DVec2, DVec3};

/// Half the width of a carved way, and its clear height.
const HALF_WIDTH_M: f32 = 1.3;
const HEIGHT_M: f32 = 2.8;
/// Thickness of a causeway.
const DEPTH_M: f32 = 1.8;
/// Rock over a way that is thinner than this is opened, metres.
const THIN_M: f32 = 1.8;
/// Relief of walls and undersides.
const RELIEF_M: f32 = 0.3;
/// A causeway this long without rock below gets a pier.
const PIER_EVERY: usize = 12;
/// Blocks of the native field kept while a way is laid.
const CACHE_BLOCKS: usize = 4096;

/// What the backbone of one strate is planned from.
pub(super) struct Site<'a> {
    pub native: &'a Stack,
    /// The native field with the spine room and the passages.
    pub fixed: &'a Stack,
    /// The strate's.
    pub seed: u64,
    pub frame: Frame,
    pub spine_m: DVec3,
    pub spine_radius_m: f64,
    pub mouths: &'a [Mouth],
    pub passages: &'a [Passage],
}

/// Larger regions and new rolls tried before there is no way.
const ATTEMPTS: u32 = 5;
/// Regions grow, and thin roofs are opened, in this many attempts; the others have new rolls alone.
const GROWING: u32 = 3;
/// Times the free floor is mended within one attempt.
const MENDINGS: u32 = 9;

/// Places that are closed to a way that meets itself there.
const MOST_CLOSED: u32 = 8;
/// Length of the tightest bend: what is farther apart along a way is another part of it, metres.
const BEND_M: usize = 10;

/// Floor this near to a fault is built over, and so much farther off with every mending.
const DISTRUST_M: f64 = 2.6;
const DISTRUST_MORE_M: f64 = 1.2;

/// A place round which floor has failed, and how far off it is not trusted.
#[derive(Clone, Copy)]
struct Distrusted {
    place_m: DVec3,
    radius_m: f64,
}

/// The routes and what they are built of, or why there are none.
pub(super) type Planned = Result<(Vec<Route>, Vec<Feature>), String>;

/// Routes in the order of the mouths, and their features, in which `judge` finds no fault; the last reason when there is no
/// such plan. Floor where a fault was found is built over; then a larger region is tried with new rolls.
///
/// # Errors
/// The outer error is the judge's own.
pub(super) fn plan<E>(
    site: &Site<'_>,
    mut judge: impl FnMut(&[Route], &[Feature]) -> Result<Vec<Fault>, E>,
) -> Result<Planned, E> {
    let floor = site.frame.content_floor;
    let mut ground = Ground {
        native: FieldCache::new(site.native, floor, CACHE_BLOCKS),
        fixed: FieldCache::new(site.fixed, floor, CACHE_BLOCKS),
    };
    let mut reason = String::new();
    for attempt in 0..ATTEMPTS {
        let mut distrusted: Vec<Distrusted> = Vec::new();
        let Survey { native, feet } = survey(site, attempt);
        let ways = match ways(site, feet, attempt > 0) {
            Ok(ways) => ways,
            Err(why) => {
                reason = why;
                continue;
            }
        };
        for mending in 0..MENDINGS {
            let (routes, features) = match drawn(site, &mut ground, &native, &ways, &distrusted, attempt + 1 < GROWING) {
                Ok(plan) => plan,
                Err(why) => {
                    reason = why;
                    break;
                }
            };
            let faults = judge(&routes, &features)?;
            let Some(first) = faults.first() else { return Ok(Ok((routes, features))) };
            reason = first.to_string();
            let radius_m = DISTRUST_M + DISTRUST_MORE_M * f64::from(mending);
            distrusted.extend(faults.iter().map(|fault| Distrusted { place_m: fault.at_m, radius_m }));
        }
    }
    Ok(Err(reason))
}

/// Whether floor has failed close by.
fn is_distrusted(distrusted: &[Distrusted], foot_m: DVec3) -> bool {
    distrusted.iter().any(|fault| apart(fault.place_m, foot_m) < fault.radius_m && (fault.place_m.z - foot_m.z).abs() < 3.0)
}

/// Routes in the order of the mouths, and their features; the reason when there is no walkable grade.
fn drawn(
    site: &Site<'_>,
    ground: &mut Ground<'_>,
    native: &Coarse,
    ways: &[Vec<DVec3>],
    distrusted: &[Distrusted],
    opens_roofs: bool,
) -> Result<(Vec<Route>, Vec<Feature>), String> {
    let mut laid = Vec::new();
    for (way, mouth) in ways.iter().zip(site.mouths) {
        let steps = lay(ground, way, |foot| is_distrusted(distrusted, foot));
        laid.push(steps.ok_or_else(|| format!("no walkable grade to the mouth at {}", mouth.foot_m))?);
    }
    let (mut routes, mut features) = (Vec::new(), Vec::new());
    for steps in &laid {
        let opens = |foot: DVec3| opens_roofs && has_thin_roof(native, foot) && !laid.iter().any(|way| passes_over(way, foot));
        build(site, native, steps, opens, &mut features);
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
fn survey(site: &Site<'_>, attempt: u32) -> Survey {
    let margin = 22.0 + 20.0 * f64::from(attempt.min(GROWING - 1));
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
    let native = Coarse::sample(site.native, &site.frame, 1, low - DVec3::Z * 3.0, high + DVec3::Z * 4.0);
    let seed = hash::derive_seed(site.seed, Tag::Backbone, attempt as i32);
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

/// From the spine room to each mouth, in order; a later way keeps out of the earlier ones. The reason when there is none.
fn ways(site: &Site<'_>, mut feet: Region, gentle: bool) -> Result<Vec<Vec<DVec3>>, String> {
    let goal = (site.spine_m, site.spine_radius_m - 2.5);
    let left = feet.costs_to(goal.0, goal.1, site.mouths.iter().map(|mouth| mouth.foot_m));
    let mut ways = Vec::with_capacity(site.mouths.len());
    for mouth in site.mouths {
        // Searched towards the spine, since a mouth has a heading.
        let ends = site.passages.iter().map(|passage| passage.end(mouth.kind));
        let away = ends.filter(|(end, _)| *end == mouth.foot_m).map(|(_, away)| away).next();
        let find = |feet: &Region| {
            let mut way = feet.way(mouth.foot_m, away.unwrap_or(DVec2::ZERO), goal, &left, gentle)?;
            way.insert(0, mouth.foot_m);
            way.push(site.spine_m);
            Some(way)
        };
        // A detour may find no walkable grade: a later attempt takes the way as it is.
        let straightened = |way| if gentle { way } else { untangled(&feet, way, (mouth.foot_m, site.spine_radius_m), find) };
        let found = find(&feet).map(straightened);
        let mut way = found.ok_or_else(|| format!("no way from the spine to the mouth at {}", mouth.foot_m))?;
        way.reverse();
        for &foot in &resampled(&way, 1.0) {
            feet.block(foot, 3.4, -4.4, 4.4, |other| apart(other, site.spine_m) <= site.spine_radius_m - 1.0);
        }
        ways.push(way);
    }
    Ok(ways)
}

/// Whether the rock over a way is so thin that it would hang as a sheet: there the way lies open.
fn has_thin_roof(native: &Coarse, foot_m: DVec3) -> bool {
    let half = f64::from(HALF_WIDTH_M);
    let beside = [(0.0, 0.0), (half, 0.0), (-half, 0.0), (0.0, half), (0.0, -half)];
    beside.iter().any(|&(x, y)| {
        let over = |dz: f32| foot_m + DVec3::new(x, y, f64::from(HEIGHT_M + dz));
        native.is_rock(over(-0.4)) && [0.2, 0.5, 0.8].iter().any(|share| !native.is_rock(over(share * THIN_M)))
    })
}

/// Whether a way's floor would be cut by opening the rock over a place.
fn passes_over(way: &[Step], foot_m: DVec3) -> bool {
    let reach = 2.0 * f64::from(HALF_WIDTH_M) + 0.7;
    let cut = f64::from(HEIGHT_M)..f64::from(HEIGHT_M + THIN_M + DEPTH_M);
    way.iter().any(|step| cut.contains(&(step.foot_m.z - foot_m.z)) && apart(step.foot_m, foot_m) < reach)
}

/// A way from a mouth to the spine that does not meet itself, if closing the places where it does leads to one; else the way as it is.
fn untangled(
    feet: &Region,
    way: Vec<DVec3>,
    (mouth_m, spine_radius_m): (DVec3, f64),
    find: impl Fn(&Region) -> Option<Vec<DVec3>>,
) -> Vec<DVec3> {
    let spine_m = way.last().copied().unwrap_or_default();
    let is_room = |foot: DVec3| apart(foot, mouth_m) < LANDING_RADIUS_M + 2.0 || apart(foot, spine_m) < spine_radius_m;
    let mut meets = meeting(&way, is_room);
    let mut closed = if meets.is_some() { feet.clone() } else { return way };
    for _ in 0..MOST_CLOSED {
        let Some(place) = meets else { break };
        closed.block(place, 3.0, -4.4, 4.4, is_room);
        let Some(other) = find(&closed) else { break };
        meets = meeting(&other, is_room);
        if meets.is_none() {
            return other;
        }
    }
    way
}

/// Where a way passes over or under itself so closely that the one tube would cut the other's floor; rooms are one floor.
fn meeting(way: &[DVec3], is_room: impl Fn(DVec3) -> bool) -> Option<DVec3> {
    let points = resampled(way, 1.0);
    points.iter().enumerate().find_map(|(i, a)| {
        let touches = |b: &&DVec3| apart(*a, **b) < 3.0 && (0.3..3.4).contains(&(a.z - b.z).abs());
        points
            .iter()
            .skip(i + BEND_M)
            .find(touches)
            .copied()
            .filter(|b| !is_room(*a) || !is_room(*b))
            .map(|b| if is_room(b) { *a } else { b })
    })
}

/// Bakes the built stretches of a way.
fn build(site: &Site<'_>, native: &Coarse, steps: &[Step], opens_roof: impl Fn(DVec3) -> bool, features: &mut Vec<Feature>) {
    let frame = &site.frame;
    let mut push = |part, solid, relief_m| features.push(Feature { part, solid, relief_m });
    let mut unsupported = 0;
    for (i, pair) in steps.windows(2).enumerate() {
        if pair[0].kind != Kind::Built && pair[1].kind != Kind::Built {
            unsupported = 0;
            continue;
        }
        let (a, b) = (frame.anchored(pair[0].foot_m), frame.anchored(pair[1].foot_m));
        let is_thin = pair.iter().any(|step| opens_roof(step.foot_m));
        let height_m = if is_thin { HEIGHT_M + THIN_M } else { HEIGHT_M };
        push(Part::Clearance, Solid::Way { a, b, half_width_m: HALF_WIDTH_M, height_m }, RELIEF_M);
        push(Part::Support, Solid::Causeway { a, b, half_width_m: HALF_WIDTH_M + 0.7, depth_m: DEPTH_M }, RELIEF_M);
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
        let spine_m = foot(0.0, 0.0, heights[0]);
        let mut rooms = super::super::spine::features(&FRAME, spine_m, 8.0, 8.0);
        for mouth in &mouths {
            super::super::passage::landing_features(&FRAME, mouth.foot_m, &mut rooms);
        }
        let fixed = stack(formula, &rooms);
        let site = Site {
            native: &native,
            fixed: &fixed,
            seed: 5,
            frame: FRAME,
            spine_m,
            spine_radius_m: 8.0,
            mouths: &mouths,
            passages: &[],
        };
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
        let Ok(planned) = plan(&site, judge);
        let (routes, _) = planned.expect("a way");
        let Ok(without) = judge(&routes, &[]);
        (routes, without)
    }

    #[test]
    fn rolling_ground_is_walked_as_it_is() {
        let (routes, _) = judged(|p| p.z - 20.0 - wave(p.x / 67.0) - 0.4 * wave(p.y / 43.0), [20.0, 20.0, 20.0]);
        let natural = routes.iter().flat_map(|route| &route.natural).filter(|&&natural| natural).count();
        let all: usize = routes.iter().map(|route| route.natural.len()).sum();
        assert!(5 * natural > 2 * all, "{natural} of {all}");
    }

    #[test]
    fn solid_rock_is_bored_and_a_climb_winds() {
        let (routes, without) = judged(|_| -1.0, [30.0, 10.5, 47.0]);
        assert!(!without.is_empty());
        assert!(routes.iter().all(|route| route.points_m.len() > 60));
    }

    #[test]
    fn a_way_that_passes_under_itself_is_noticed_and_a_helix_is_not() {
        let circle = |i: i32, radius: f64, rise: f64| {
            let angle = f64::from(i) * 0.1;
            (radius * DVec2::from_angle(angle)).extend(rise * radius * angle)
        };
        let turns = |radius, rise| (0..150).map(|i| circle(i, radius, rise)).collect::<Vec<_>>();
        assert_eq!(meeting(&turns(3.2, 0.25), |_| false), None);
        let low = turns(2.0, 0.1);
        assert!(meeting(&low, |_| false).is_some());
        assert_eq!(meeting(&low, |_| true), None, "a room is one floor");
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
