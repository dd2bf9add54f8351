//! Signed distances of simple solids, negative inside, in metres; generic over number and interval.
//!
//! Each is 1-Lipschitz (changes by at most the distance moved) unless its doc says otherwise. Arguments are offsets from the solid's own
//! point, z up.

use crate::Num;

/// Length of a vector.
#[inline(always)]
pub fn length3<N: Num>(v: [N; 3]) -> N {
    (v[0].square() + v[1].square() + v[2].square()).sqrt()
}

/// Length of a vector of the plane.
#[inline(always)]
pub fn length2<N: Num>(x: N, y: N) -> N {
    (x.square() + y.square()).sqrt()
}

/// Ball.
#[inline(always)]
pub fn sphere<N: Num>(offset: [N; 3], radius_m: f32) -> N {
    length3(offset) - N::of(radius_m)
}

/// Ellipsoid as a pseudo-distance: the unit sphere's, scaled by the mean radius. Lipschitz constant: mean ÷ smallest radius.
#[inline(always)]
pub fn ellipsoid<N: Num>(offset: [N; 3], radii_m: [f32; 3]) -> N {
    let mean = (radii_m[0] + radii_m[1] + radii_m[2]) * (1.0 / 3.0);
    let inverse = radii_m.map(|radius| 1.0 / radius);
    let scaled = [offset[0].times(inverse[0]), offset[1].times(inverse[1]), offset[2].times(inverse[2])];
    (length3(scaled) - N::of(1.0)).times(mean)
}

/// Share (0 to 1) of the way from the origin to `to` at which a point is nearest; zero if `to` is the origin.
#[inline(always)]
pub fn nearest_share<N: Num>(offset: [N; 3], to: [f32; 3]) -> N {
    let squared = to[0] * to[0] + to[1] * to[1] + to[2] * to[2];
    if squared <= 0.0 {
        return N::of(0.0);
    }
    let dot = offset[0].times(to[0]) + offset[1].times(to[1]) + offset[2].times(to[2]);
    dot.times(1.0 / squared).clamp(0.0, 1.0)
}

/// Capsule from the origin to `to`.
#[inline(always)]
pub fn capsule<N: Num>(offset: [N; 3], to: [f32; 3], radius_m: f32) -> N {
    tapered_capsule(offset, to, radius_m, radius_m)
}

/// Capsule whose radius changes from the origin to `to`. Lipschitz constant: 1 + |difference of radii| ÷ length.
#[inline(always)]
pub fn tapered_capsule<N: Num>(offset: [N; 3], to: [f32; 3], from_radius_m: f32, to_radius_m: f32) -> N {
    let t = nearest_share(offset, to);
    let away = [offset[0] - t.times(to[0]), offset[1] - t.times(to[1]), offset[2] - t.times(to[2])];
    length3(away) - (N::of(from_radius_m) + t.times(to_radius_m - from_radius_m))
}

/// Box with the given half sizes, its edges rounded by `round_m` (at most the smallest half size).
#[inline(always)]
pub fn rounded_box<N: Num>(offset: [N; 3], half_m: [f32; 3], round_m: f32) -> N {
    let half = [half_m[0] - round_m, half_m[1] - round_m, half_m[2] - round_m];
    let q = [offset[0].abs() - N::of(half[0]), offset[1].abs() - N::of(half[1]), offset[2].abs() - N::of(half[2])];
    let nothing = N::of(0.0);
    let outside = length3([q[0].max(nothing), q[1].max(nothing), q[2].max(nothing)]);
    outside + q[0].max(q[1]).max(q[2]).min(N::of(0.0)) - N::of(round_m)
}

/// Upright cylinder of the given radius and half height.
#[inline(always)]
pub fn cylinder<N: Num>(offset: [N; 3], radius_m: f32, half_height_m: f32) -> N {
    let side = length2(offset[0], offset[1]) - N::of(radius_m);
    let end = offset[2].abs() - N::of(half_height_m);
    length2(side.max(N::of(0.0)), end.max(N::of(0.0))) + side.max(end).min(N::of(0.0))
}

/// Ring round the z axis: circle of radius `ring_m`, thickness radius `radius_m`.
#[inline(always)]
pub fn torus<N: Num>(offset: [N; 3], ring_m: f32, radius_m: f32) -> N {
    length2(length2(offset[0], offset[1]) - N::of(ring_m), offset[2]) - N::of(radius_m)
}

/// Everything below a surface of constant slope: the height above it, normalised by its grade. `cosine` is that of the slope angle.
#[inline(always)]
pub fn half_space<N: Num>(height_above_m: N, cosine: f32) -> N {
    height_above_m.times(cosine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use crate::{Interval, ops};
    use glam::{IVec3, Vec3};

    /// A solid in both forms with its Lipschitz constant.
    type Solid = (&'static str, fn([f32; 3]) -> f32, fn([Interval; 3]) -> Interval, f32);

    macro_rules! solid {
        ($name:literal, $slope:expr, $body:expr) => {
            ($name, |o: [f32; 3]| $body(o), |o: [Interval; 3]| $body(o), $slope)
        };
    }

    fn solids() -> Vec<Solid> {
        vec![
            solid!("sphere", 1.0, |o| sphere(o, 3.0)),
            solid!("ellipsoid", (3.0 + 4.0 + 2.0) / 3.0 / 2.0, |o| ellipsoid(o, [3.0, 4.0, 2.0])),
            solid!("capsule", 1.0, |o| capsule(o, [4.0, -2.0, 1.0], 1.5)),
            solid!("tapered capsule", 1.25, |o| tapered_capsule(o, [4.0, 0.0, 0.0], 1.0, 2.0)),
            solid!("rounded box", 1.0, |o| rounded_box(o, [3.0, 2.0, 1.0], 0.5)),
            solid!("cylinder", 1.0, |o| cylinder(o, 2.0, 3.0)),
            solid!("torus", 1.0, |o| torus(o, 4.0, 1.0)),
        ]
    }

    #[test]
    fn slopes_stay_within_the_stated_constants_and_intervals_enclose() {
        let mut rolls = Rolls::new(4, Tag::Test, IVec3::ZERO);
        for (name, point, bound, slope) in solids() {
            let (mut steepest, mut inside) = (0.0, 0);
            for _ in 0..4000 {
                let a = Vec3::new(rolls.range(-7.0, 7.0), rolls.range(-7.0, 7.0), rolls.range(-7.0, 7.0));
                let b = a + Vec3::new(rolls.range(-0.6, 0.6), rolls.range(-0.6, 0.6), rolls.range(-0.6, 0.6));
                let (da, db) = (point(a.to_array()), point(b.to_array()));
                inside += i32::from(da < 0.0);
                steepest = ops::max(steepest, ops::abs(da - db) / (a - b).length());
                let enclosure = bound([0, 1, 2].map(|d| Interval::new(a[d], b[d])));
                assert!(enclosure.contains(da) && enclosure.contains(db), "{name}");
            }
            assert!(steepest <= slope * 1.001 && steepest > slope * 0.8, "{name}: slope {steepest}, stated {slope}");
            assert!(inside > 20, "{name} was hardly entered");
        }
    }
}
