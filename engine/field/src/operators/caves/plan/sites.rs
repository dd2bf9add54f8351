//! Where rooms are: hub and gates, then great halls, then as many others as fit (Poisson discs), in an order drawn by hash.
//!
//! A candidate is taken when nothing taken before it is nearer than its spacing and the rock between their outlines. In the mouth zone the
//! spacing is the least one, so that a room is near wherever a passage ends; farther out it varies between the least and the greatest.

use super::buckets::Buckets;
use super::clear::Taken;
use super::spine::Spine;
use super::{CavesSpec, GAP_M, Limits, RoomKind, snapped};
use crate::hash::{Rolls, Tag};
use crate::noise::Plane;
use crate::{Fractal, ops};
use glam::{DVec2, IVec2, IVec3};

/// Edge of the cells that candidates come from, relative to the least spacing.
const CELL: f64 = 0.34;
/// The mouth zone ends this far beyond the farthest mouth, and thins out over as much again three times, metres.
const ZONE_M: f64 = 8.0;
/// Great halls stand this many of their radii apart.
const HALL_SPACING: f64 = 4.5;
/// Largest room of the mouth zone, relative to the least spacing.
const ZONE_ROOM: f64 = 0.36;

/// Rounds of candidates in the mouth zone, and the width of the rings in which they are taken, metres.
const ZONE_ROUNDS: i32 = 5;
const RING_M: f64 = 2.0;

/// A room's place before it has a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Site {
    pub at_m: DVec2,
    pub radius_m: f64,
    pub kind: RoomKind,
}

struct Placing<'a> {
    spec: &'a CavesSpec,
    limits: &'a Limits,
    spine: Taken<'a>,
    crowding: Plane,
    taken: Vec<Site>,
    buckets: Buckets,
    widest_m: f64,
}

/// The hub, the gates, and every other room.
pub(super) fn place(seed: u64, spec: &CavesSpec, limits: &Limits, spine: &Spine) -> Vec<Site> {
    let mut ways = Taken::new(limits, &[]);
    for way in &spine.ways {
        ways.add(&way.points, way.from, way.to);
    }
    let mut placing = Placing {
        spec,
        limits,
        spine: ways,
        crowding: Fractal::sum(seed, Tag::CaveSites, 0.02, 2).plane(),
        taken: Vec::new(),
        buckets: Buckets::new(limits.rim_m),
        widest_m: 0.0,
    };
    for site in spine.sites {
        placing.take(site);
    }
    let hall_m = spec.hall_radius_m;
    for (at_m, mut rolls) in candidates(seed, 0, 0.5 * HALL_SPACING * f64::from(hall_m), limits.rim_m) {
        let radius_m = ops::wide_product(hall_m, rolls.range(0.75, 1.1));
        placing.try_hall(Site { at_m, radius_m, kind: RoomKind::Hall });
    }
    let [least, most] = spec.room_radius_m;
    // The mouth zone is packed from the hub outwards, until hardly a gap is left.
    let zone_m = limits.mouths_m[1].min(limits.rim_m);
    let cell_m = CELL * f64::from(spec.spacing_m[0]);
    let mut drawn: Vec<(DVec2, Rolls)> = (1..=ZONE_ROUNDS).flat_map(|class| candidates(seed, class, cell_m, zone_m)).collect();
    drawn.sort_by_key(|(at_m, _)| (at_m.length() / RING_M) as u32);
    drawn.extend(candidates(seed, ZONE_ROUNDS + 1, cell_m, limits.rim_m));
    for (at_m, mut rolls) in drawn {
        placing.try_room(Site { at_m, radius_m: f64::from(rolls.range(least, most)), kind: RoomKind::Plain });
    }
    placing.taken
}

/// One place in every cell of a square lattice, in an order drawn by hash, each with its own rolls.
fn candidates(seed: u64, class: i32, cell_m: f64, half_m: f64) -> Vec<(DVec2, Rolls)> {
    let n = (half_m / cell_m).ceil() as i32;
    let mut drawn: Vec<(u64, IVec2, Rolls)> = Vec::new();
    for y in -n..n {
        for x in -n..n {
            let mut rolls = Rolls::new(seed, Tag::CaveSites, IVec3::new(x, y, class));
            drawn.push((rolls.next_u64(), IVec2::new(x, y), rolls));
        }
    }
    drawn.sort_unstable_by_key(|(order, cell, _)| (*order, cell.to_array()));
    let place = |(_, cell, mut rolls): (u64, IVec2, Rolls)| {
        let within = DVec2::new(f64::from(rolls.unit()), f64::from(rolls.unit()));
        (snapped((cell.as_dvec2() + within) * cell_m), rolls)
    };
    drawn.into_iter().map(place).collect()
}

impl Placing<'_> {
    fn take(&mut self, site: Site) {
        self.buckets.add(site.at_m, site.at_m, self.taken.len() as u32);
        self.widest_m = if site.radius_m > self.widest_m { site.radius_m } else { self.widest_m };
        self.taken.push(site);
    }
    /// How far into thin country a place lies: 0 in the mouth zone, 1 well outside.
    fn thinness(&self, at_m: DVec2) -> f32 {
        let zone = (self.limits.mouths_m[1] + ZONE_M) as f32;
        ops::smoothstep(zone, zone + 3.0 * ZONE_M as f32, at_m.length() as f32)
    }
    fn spacing_m(&self, at_m: DVec2) -> f64 {
        let [least, most] = self.spec.spacing_m;
        let crowding = ops::clamp(0.5 + 0.9 * self.crowding.at(at_m.x, at_m.y), 0.0, 1.0);
        f64::from(least + (most - least) * crowding * self.thinness(at_m))
    }
    /// Taken rooms within a distance.
    fn near(&self, at_m: DVec2, reach_m: f64) -> impl Iterator<Item = (f64, &Site)> {
        let ids = self.buckets.near(at_m - reach_m, at_m + reach_m);
        ids.map(move |id| (self.taken[id as usize].at_m.distance(at_m), &self.taken[id as usize]))
    }
    /// Halls keep to thin country and away from one another.
    fn try_hall(&mut self, site: Site) {
        let reach = HALL_SPACING * f64::from(self.spec.hall_radius_m);
        let is_far = |(distance, other): (f64, &Site)| {
            let of_halls = if other.kind == RoomKind::Gate { 0.0 } else { reach };
            distance >= of_halls && distance >= other.radius_m + site.radius_m + GAP_M
        };
        let fits = site.at_m.length() + site.radius_m <= self.limits.rim_m && self.thinness(site.at_m) > 0.0;
        if fits && self.near(site.at_m, reach).all(is_far) && self.off_spine_m(&site) >= site.radius_m {
            self.take(site);
        }
    }
    /// Any other room shrinks until there is rock around it, or is left out.
    fn try_room(&mut self, site: Site) {
        let least = f64::from(self.spec.room_radius_m[0]);
        let thin = self.thinness(site.at_m) > 0.5;
        let zone_m = f64::from(ops::max((ZONE_ROOM as f32) * self.spec.spacing_m[0], self.spec.room_radius_m[0]));
        let mut radius_m = if thin || site.radius_m < zone_m { site.radius_m } else { zone_m };
        radius_m = radius_m.min(self.limits.rim_m - site.at_m.length());
        let spacing_m = self.spacing_m(site.at_m);
        let reach = spacing_m.max(site.radius_m + self.widest_m + GAP_M);
        let mut is_spaced = true;
        for (distance, other) in self.near(site.at_m, reach) {
            is_spaced &= distance >= spacing_m;
            radius_m = radius_m.min(distance - other.radius_m - GAP_M);
        }
        if is_spaced && radius_m >= least {
            radius_m = self.off_spine_m(&Site { radius_m, ..site });
        }
        if is_spaced && radius_m >= least {
            self.take(Site { radius_m, ..site });
        }
    }
    /// Largest radius of a room there that leaves rock to the ways of the spine, if that is less than the site's own.
    fn off_spine_m(&self, site: &Site) -> f64 {
        self.spine.room_beside_m(site.at_m, site.radius_m)
    }
}
