//! Closed intervals that enclose every value the *computed* point form can return.
//!
//! *Invariants.* `lo <= hi`; never NaN. Rounding is monotone, so the same operations on the end points enclose + − × ÷ sqrt min max
//! without a margin; the smooth minimum carries its own. Where an operation is undefined on part of the input, the result is the
//! whole line (unknown) or follows the point form of [`crate::num::Num`].

use crate::ops;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `lo <= hi`, never NaN; infinities stand for "unknown".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f32,
    /// Upper end.
    pub hi: f32,
}

impl Interval {
    /// The whole line: nothing is known; costs only speed.
    pub const WHOLE: Self = Self { lo: f32::NEG_INFINITY, hi: f32::INFINITY };

    /// From two ends in either order; a NaN end is unknown on its side.
    pub fn new(a: f32, b: f32) -> Self {
        if a.is_nan() || b.is_nan() {
            return Self::WHOLE;
        }
        Self { lo: ops::min(a, b), hi: ops::max(a, b) }
    }
    /// One value.
    pub fn point(x: f32) -> Self {
        Self::new(x, x)
    }
    /// `centre ± radius`; a negative radius counts as zero.
    pub fn around(centre: f32, radius: f32) -> Self {
        let radius = ops::max(radius, 0.0);
        Self::ends(centre - radius, centre + radius)
    }
    /// Ends in order, where an undefined end means unknown on that side.
    #[inline]
    pub(crate) fn ends(lo: f32, hi: f32) -> Self {
        Self { lo: if lo.is_nan() { f32::NEG_INFINITY } else { lo }, hi: if hi.is_nan() { f32::INFINITY } else { hi } }
    }
    /// Whether a value lies inside; NaN never does.
    pub fn contains(self, x: f32) -> bool {
        self.lo <= x && x <= self.hi
    }
    /// Whether another interval lies inside.
    pub fn encloses(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }
    /// Whether some value lies inside both.
    pub fn meets(self, other: Self) -> bool {
        self.lo <= other.hi && other.lo <= self.hi
    }
    /// Upper end minus lower end.
    pub fn width(self) -> f32 {
        self.hi - self.lo
    }
    /// The smallest interval that encloses both.
    #[inline]
    pub fn hull(self, other: Self) -> Self {
        Self { lo: ops::min(self.lo, other.lo), hi: ops::max(self.hi, other.hi) }
    }
    /// What both allow. Two true enclosures of one value always meet; if these do not, the result is their hull.
    #[inline]
    pub fn intersect(self, other: Self) -> Self {
        let (lo, hi) = (ops::max(self.lo, other.lo), ops::min(self.hi, other.hi));
        if lo <= hi { Self { lo, hi } } else { self.hull(other) }
    }
    /// Both ends moved outwards by a margin in the same unit (not negative).
    #[inline]
    pub fn widen(self, margin: f32) -> Self {
        Self::ends(self.lo - margin, self.hi + margin)
    }
    /// The lower end moved down and the upper end moved up by a margin each.
    #[inline]
    pub fn widen_ends(self, below: f32, above: f32) -> Self {
        Self::ends(self.lo - below, self.hi + above)
    }
    /// Image under a function that rises exactly or up to a relative rounding error of 2⁻²⁰.
    #[inline]
    pub fn map_rising(self, f: impl Fn(f32) -> f32) -> Self {
        let image = Self::ends(f(self.lo), f(self.hi));
        image.widen_ends(ROUNDING * ops::abs(image.lo), ROUNDING * ops::abs(image.hi))
    }
    /// Every value is below zero: rock.
    #[inline]
    pub fn is_rock(self) -> bool {
        self.hi < 0.0
    }
    /// Every value is zero or above: air.
    #[inline]
    pub fn is_air(self) -> bool {
        self.lo >= 0.0
    }
}

/// Relative rounding error allowed for a short chain of operations: 16 units in the last place.
const ROUNDING: f32 = 1.0 / 1_048_576.0;

impl Add for Interval {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self::ends(self.lo + o.lo, self.hi + o.hi)
    }
}

impl Sub for Interval {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self::ends(self.lo - o.hi, self.hi - o.lo)
    }
}

impl Neg for Interval {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { lo: -self.hi, hi: -self.lo }
    }
}

impl Mul for Interval {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        let products = [product(self.lo, o.lo), product(self.lo, o.hi), product(self.hi, o.lo), product(self.hi, o.hi)];
        let mut out = Self { lo: products[0], hi: products[0] };
        for p in &products[1..] {
            out = Self { lo: ops::min(out.lo, *p), hi: ops::max(out.hi, *p) };
        }
        out
    }
}

/// Product of two ends; zero times an unknown is zero, since the values themselves are finite.
#[inline]
pub(crate) fn product(a: f32, b: f32) -> f32 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

impl Div for Interval {
    type Output = Self;
    /// The whole line if the divisor may be zero or both may be infinite.
    #[inline]
    fn div(self, o: Self) -> Self {
        if o.contains(0.0) {
            return Self::WHOLE;
        }
        let quotients = [self.lo / o.lo, self.lo / o.hi, self.hi / o.lo, self.hi / o.hi];
        let mut out = Self { lo: f32::INFINITY, hi: f32::NEG_INFINITY };
        for q in quotients {
            if q.is_nan() {
                return Self::WHOLE;
            }
            out = Self { lo: ops::min(out.lo, q), hi: ops::max(out.hi, q) };
        }
        out
    }
}
