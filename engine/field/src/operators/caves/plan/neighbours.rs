//! Which rooms are neighbours: the Gabriel pairs among their centres.
//!
//! Two places are a Gabriel pair when the circle over their connection holds no third place. The pairs are edges of the Delaunay
//! triangulation, so that no two cross, and include the minimum spanning tree, so that they join everything. They need one comparison of
//! exact products, no triangulation and no predicate that may be undecided; and a third place keeps at least 0.7 of the least spacing
//! away from the straight way between the two, which a mere Delaunay edge does not promise.

use super::buckets::Buckets;
use glam::DVec2;

/// The pairs no farther apart than `farthest_m`, each with its lower index first, in rising order. Coordinates are multiples of 1/8 m.
pub(super) fn pairs(places: &[DVec2], half_m: f64, farthest_m: f64) -> Vec<[usize; 2]> {
    let mut buckets = Buckets::new(half_m);
    for (id, &at) in places.iter().enumerate() {
        buckets.add(at, at, id as u32);
    }
    let mut pairs = Vec::new();
    for (i, &a) in places.iter().enumerate() {
        let mut partners: Vec<usize> =
            buckets.near(a - farthest_m, a + farthest_m).map(|j| j as usize).filter(|j| *j > i).collect();
        partners.sort_unstable();
        for j in partners {
            let b = places[j];
            if (b - a).length_squared() > farthest_m * farthest_m {
                continue;
            }
            // Inside or on the circle: the angle at the third place is no less than a right one.
            let within =
                |k: u32| k as usize != i && k as usize != j && (a - places[k as usize]).dot(b - places[k as usize]) <= 0.0;
            let (low, high) = (a.min(b), a.max(b));
            let reach = 0.5 * (b - a).length();
            let middle = (low + high) * 0.5;
            if !buckets.near(middle - reach, middle + reach).any(within) {
                pairs.push([i, j]);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::snapped;
    use super::*;
    use crate::hash::{Rolls, Tag};
    use glam::IVec3;

    fn places(seed: u64, n: usize) -> Vec<DVec2> {
        let mut rolls = Rolls::new(seed, Tag::Test, IVec3::ZERO);
        let mut place = || f64::from(rolls.range(-60.0, 60.0));
        let mut all: Vec<DVec2> = Vec::new();
        while all.len() < n {
            let at = snapped(DVec2::new(place(), place()));
            if all.iter().all(|other| other.distance(at) > 6.0) {
                all.push(at);
            }
        }
        all
    }

    fn cross(a: [DVec2; 2], b: [DVec2; 2]) -> bool {
        let side = |l: [DVec2; 2], p: DVec2| (l[1] - l[0]).perp_dot(p - l[0]);
        side(a, b[0]) * side(a, b[1]) < 0.0 && side(b, a[0]) * side(b, a[1]) < 0.0
    }

    #[test]
    fn no_two_pairs_cross_and_all_places_are_joined() {
        for seed in 0..40 {
            let places = places(seed, 60);
            let pairs = pairs(&places, 64.0, 200.0);
            let lines: Vec<[DVec2; 2]> = pairs.iter().map(|pair| pair.map(|i| places[i])).collect();
            for (i, a) in lines.iter().enumerate() {
                assert!(lines[..i].iter().all(|b| !cross(*a, *b)), "seed {seed}");
            }
            let mut group: Vec<usize> = (0..places.len()).collect();
            for [i, j] in &pairs {
                let (from, to) = (group[*i], group[*j]);
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
            }
            assert!(group.iter().all(|g| *g == group[0]), "seed {seed}");
        }
    }

    #[test]
    fn straight_lines_between_all_places_do_cross() {
        let places = places(3, 20);
        let all: Vec<[DVec2; 2]> = (0..20).flat_map(|i| (0..i).map(move |j| [i, j])).map(|p| p.map(|i| places[i])).collect();
        assert!(all.iter().enumerate().any(|(i, a)| all[..i].iter().any(|b| cross(*a, *b))));
    }

    #[test]
    fn a_third_place_keeps_its_distance_from_the_straight_way() {
        let places = places(5, 60);
        for [i, j] in pairs(&places, 64.0, 200.0) {
            let (a, along) = (places[i], places[j] - places[i]);
            for (k, p) in places.iter().enumerate().filter(|(k, _)| *k != i && *k != j) {
                let t = ((*p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                assert!((*p - a - along * t).length() > 0.7 * 6.0, "place {k} beside {i} and {j}");
            }
        }
    }
}
