//! What has been taken of a cave's plan, and whether a new way keeps rock between itself and that.

use super::buckets::Buckets;
use super::sites::Site;
use super::{Limits, WayPoint};
use glam::DVec2;

/// Distance between the places a way is tried at, metres.
const BEAD_M: f64 = 1.5;
/// What may hide between two such places, metres.
const BETWEEN_M: f64 = 0.3;
/// Two ways of one room may be close up to this far beyond its outline, metres: their floors are level there or nearly so.
const SHARED_M: f64 = 5.0;

/// A disc of a way.
#[derive(Clone, Copy, Debug)]
struct Bead {
    at_m: DVec2,
    half_m: f64,
    rooms: [usize; 2],
}

/// No room.
const NONE: usize = usize::MAX;

/// Rooms and ways that are there already.
pub(super) struct Taken<'a> {
    limits: &'a Limits,
    sites: &'a [Site],
    by_site: Buckets,
    beads: Vec<Bead>,
    by_bead: Buckets,
    widest_site_m: f64,
    widest_bead_m: f64,
}

fn beads(points: &[WayPoint], from: usize, to: Option<usize>) -> impl Iterator<Item = Bead> + '_ {
    points.windows(2).flat_map(move |pair| {
        let way = pair[1].at_m - pair[0].at_m;
        let n = (way.length() / BEAD_M).ceil().max(1.0);
        (0..=n as u32).map(move |i| {
            let t = f64::from(i) / n;
            let half_m = pair[0].radius_m + (pair[1].radius_m - pair[0].radius_m) * t;
            Bead { at_m: pair[0].at_m + way * t, half_m, rooms: [from, to.unwrap_or(NONE)] }
        })
    })
}

impl<'a> Taken<'a> {
    /// Only rooms.
    pub fn new(limits: &'a Limits, sites: &'a [Site]) -> Self {
        let mut by_site = Buckets::new(limits.rim_m);
        for (id, site) in sites.iter().enumerate() {
            by_site.add(site.at_m, site.at_m, id as u32);
        }
        let widest_site_m = sites.iter().map(|site| site.radius_m).fold(0.0, |a, b| if a > b { a } else { b });
        let by_bead = Buckets::new(limits.rim_m);
        Self { limits, sites, by_site, beads: Vec::new(), by_bead, widest_site_m, widest_bead_m: 0.0 }
    }
    /// Adds a way.
    pub fn add(&mut self, points: &[WayPoint], from: usize, to: Option<usize>) {
        for bead in beads(points, from, to) {
            self.by_bead.add(bead.at_m, bead.at_m, self.beads.len() as u32);
            self.widest_bead_m = if bead.half_m > self.widest_bead_m { bead.half_m } else { self.widest_bead_m };
            self.beads.push(bead);
        }
    }
    /// Whether a way between two rooms stays inside the rim, out of every third room, and off every other way.
    pub fn admits(&self, points: &[WayPoint], from: usize, to: Option<usize>) -> bool {
        beads(points, from, to).all(|bead| self.is_inside(&bead) && self.is_off_rooms(&bead) && self.is_off_ways(&bead))
    }
    /// Largest radius, up to a wanted one, of a room at a place that leaves rock to every way.
    pub fn room_beside_m(&self, at_m: DVec2, wanted_m: f64) -> f64 {
        let reach = wanted_m + self.widest_bead_m + self.limits.wall_m + BETWEEN_M;
        let room = |id: u32| {
            let bead = &self.beads[id as usize];
            (bead.at_m - at_m).length() - bead.half_m - self.limits.wall_m - BETWEEN_M
        };
        self.by_bead
            .near(at_m - reach, at_m + reach)
            .map(room)
            .fold(wanted_m, |least, room| if room < least { room } else { least })
    }
    fn is_inside(&self, bead: &Bead) -> bool {
        bead.at_m.length() + bead.half_m + BETWEEN_M <= self.limits.rim_m
    }
    fn is_off_rooms(&self, bead: &Bead) -> bool {
        let least = |radius_m: f64| radius_m + bead.half_m + self.limits.wall_m + BETWEEN_M;
        let reach = least(self.widest_site_m);
        self.by_site.near(bead.at_m - reach, bead.at_m + reach).all(|id| {
            let site = &self.sites[id as usize];
            bead.rooms.contains(&(id as usize)) || is_apart(site.at_m, bead.at_m, least(site.radius_m))
        })
    }
    fn is_off_ways(&self, bead: &Bead) -> bool {
        let least = |half_m: f64| half_m + bead.half_m + self.limits.wall_m + BETWEEN_M;
        let reach = least(self.widest_bead_m);
        self.by_bead.near(bead.at_m - reach, bead.at_m + reach).all(|id| {
            let other = &self.beads[id as usize];
            is_apart(other.at_m, bead.at_m, least(other.half_m)) || self.is_at_shared_room(bead, other)
        })
    }
    fn is_at_shared_room(&self, a: &Bead, b: &Bead) -> bool {
        let mut shared = a.rooms.iter().filter(|room| **room != NONE && b.rooms.contains(room)).map(|room| &self.sites[*room]);
        shared.any(|site| [a, b].iter().all(|bead| !is_apart(site.at_m, bead.at_m, site.radius_m + SHARED_M)))
    }
}

fn is_apart(a: DVec2, b: DVec2, least_m: f64) -> bool {
    (a - b).length_squared() >= least_m * least_m
}
