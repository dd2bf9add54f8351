//! Smooth lines through knots, baked to polylines with a stated error.
//!
//! The curve is the uniform Catmull–Rom spline: through every knot, each span a cubic Bézier curve whose inner control points lie a sixth
//! of the way between the neighbouring knots. A span is halved until it is flat: by the convex hull of its second differences it then
//! lies within [`CURVE_ERROR_M`] of its chord.

use super::CURVE_ERROR_M;
use glam::DVec2;

/// Times a span is halved at most; each quarters the error, so the last one is never needed.
const HALVINGS: u32 = 12;

/// A cubic Bézier curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(pub [DVec2; 4]);

impl Span {
    /// Most that the curve strays from its chord: its distance is at most a quarter of the larger of these two vectors.
    fn error_m(&self) -> f64 {
        let [a, b, c, d] = self.0;
        let (first, second) = (b * 3.0 - a * 2.0 - d, c * 3.0 - d * 2.0 - a);
        let larger = |x: f64, y: f64| if x * x > y * y { x } else { y };
        0.25 * DVec2::new(larger(first.x, second.x), larger(first.y, second.y)).length_squared().sqrt()
    }
    fn halves(&self) -> [Self; 2] {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = ((a + b) * 0.5, (b + c) * 0.5, (c + d) * 0.5);
        let (abc, bcd) = ((ab + bc) * 0.5, (bc + cd) * 0.5);
        let middle = (abc + bcd) * 0.5;
        [Self([a, ab, abc, middle]), Self([middle, bcd, cd, d])]
    }
    fn bake(&self, halvings: u32, out: &mut Vec<DVec2>) {
        if halvings == 0 || self.error_m() <= CURVE_ERROR_M {
            out.push(self.0[3]);
            return;
        }
        for half in self.halves() {
            half.bake(halvings - 1, out);
        }
    }
}

/// The spans of the spline through some knots.
pub(super) fn spans(knots: &[DVec2]) -> impl Iterator<Item = Span> + '_ {
    (1..knots.len()).map(|i| {
        let (a, d) = (knots[i - 1], knots[i]);
        let (before, after) = (knots[i.saturating_sub(2)], knots[if i + 1 < knots.len() { i + 1 } else { i }]);
        Span([a, a + (d - before) / 6.0, d - (after - a) / 6.0, d])
    })
}

/// The polyline of the spline through some knots; every knot is one of its points.
pub(super) fn bake(knots: &[DVec2]) -> Vec<DVec2> {
    let mut line: Vec<DVec2> = knots.first().copied().into_iter().collect();
    for span in spans(knots) {
        span.bake(HALVINGS, &mut line);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use glam::IVec3;

    fn distance(p: DVec2, line: &[DVec2]) -> f64 {
        let to_piece = |pair: &[DVec2]| {
            let along = pair[1] - pair[0];
            let t = ((p - pair[0]).dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
            (p - pair[0] - along * t).length()
        };
        line.windows(2).map(to_piece).fold(f64::INFINITY, f64::min)
    }

    fn worst(knots: &[DVec2], line: &[DVec2]) -> f64 {
        let point = |Span([a, b, c, d]): Span, t: f64| {
            let s = 1.0 - t;
            a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
        };
        let samples = spans(knots).flat_map(|span| (0..=40).map(move |i| point(span, f64::from(i) / 40.0)));
        samples.map(|p| distance(p, line)).fold(0.0, f64::max)
    }

    #[test]
    fn a_baked_line_keeps_within_the_stated_error_and_one_without_its_middle_does_not() {
        let mut coarse = 0.0;
        for seed in 0..200 {
            let mut rolls = Rolls::new(seed, Tag::Test, IVec3::ZERO);
            let mut place = || f64::from(rolls.range(-30.0, 30.0));
            let knots: Vec<DVec2> = (0..5).map(|_| DVec2::new(place(), place())).collect();
            let line = bake(&knots);
            assert!(worst(&knots, &line) <= CURVE_ERROR_M, "seed {seed}: {}", worst(&knots, &line));
            assert!(knots.iter().all(|knot| line.contains(knot)));
            coarse = f64::max(worst(&knots, &knots), coarse);
        }
        assert!(coarse > 10.0 * CURVE_ERROR_M, "the curves bend: {coarse}");
    }
}
