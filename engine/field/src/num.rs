//! Arithmetic written once: a formula generic over [`Num`] serves as point form (`f32`) and as bound ([`Interval`]).

use crate::interval::product;
use crate::{Interval, ops};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number or an enclosure of one. Every function of an interval encloses the same function of the numbers inside it.
pub trait Num:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A constant.
    fn of(x: f32) -> Self;
    /// The smaller of two.
    fn min(self, other: Self) -> Self;
    /// The larger of two.
    fn max(self, other: Self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// The product with a constant, whose sign tells which end becomes which.
    #[inline(always)]
    fn times(self, k: f32) -> Self {
        self * Self::of(k)
    }
    /// `self * self`, which knows that a square is not negative.
    #[inline(always)]
    fn square(self) -> Self {
        self * self
    }
    /// Square root; of anything negative, zero.
    fn sqrt(self) -> Self;
    /// [`ops::smooth_min`].
    #[inline(always)]
    fn smooth_min(self, other: Self, width: f32) -> Self {
        if width <= 0.0 {
            return self.min(other);
        }
        let overlap = (Self::of(width) - (self - other).abs()).max(Self::of(0.0)) * Self::of(1.0 / width);
        self.min(other) - overlap * overlap * overlap * Self::of(width * (1.0 / 6.0))
    }
    /// Held between two constants.
    #[inline(always)]
    fn clamp(self, lo: f32, hi: f32) -> Self {
        self.max(Self::of(lo)).min(Self::of(hi))
    }
    /// [`ops::smooth_max`].
    #[inline(always)]
    fn smooth_max(self, other: Self, width: f32) -> Self {
        -(-self).smooth_min(-other, width)
    }
    /// [`ops::smoothstep`] between constants.
    #[inline(always)]
    fn smoothstep(self, lo: f32, hi: f32) -> Self {
        let t = ((self - Self::of(lo)) / Self::of(hi - lo)).clamp(0.0, 1.0);
        t * t * (Self::of(3.0) - Self::of(2.0) * t)
    }
    /// [`ops::lerp`]: `self + t (other - self)`.
    #[inline(always)]
    fn lerp(self, other: Self, t: Self) -> Self {
        self + t * (other - self)
    }
    /// [`ops::off_nearest_multiple`] of a positive constant.
    fn off_nearest_multiple(self, of: f32) -> Self;
}

impl Num for f32 {
    #[inline(always)]
    fn of(x: f32) -> Self {
        x
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        ops::min(self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        ops::max(self, other)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        ops::abs(self)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(ops::max(self, 0.0))
    }
    #[inline(always)]
    fn off_nearest_multiple(self, of: f32) -> Self {
        ops::off_nearest_multiple(self, of)
    }
}

impl Num for Interval {
    #[inline]
    fn of(x: f32) -> Self {
        Interval::point(x)
    }
    #[inline]
    fn min(self, o: Self) -> Self {
        Self { lo: ops::min(self.lo, o.lo), hi: ops::min(self.hi, o.hi) }
    }
    #[inline]
    fn max(self, o: Self) -> Self {
        Self { lo: ops::max(self.lo, o.lo), hi: ops::max(self.hi, o.hi) }
    }
    #[inline]
    fn abs(self) -> Self {
        let (a, b) = (ops::abs(self.lo), ops::abs(self.hi));
        if self.contains(0.0) { Self { lo: 0.0, hi: ops::max(a, b) } } else { Self { lo: ops::min(a, b), hi: ops::max(a, b) } }
    }
    #[inline]
    fn times(self, k: f32) -> Self {
        let (lo, hi) = (product(self.lo, k), product(self.hi, k));
        if k < 0.0 { Self::ends(hi, lo) } else { Self::ends(lo, hi) }
    }
    #[inline]
    fn square(self) -> Self {
        let a = Num::abs(self);
        Self { lo: a.lo * a.lo, hi: a.hi * a.hi }
    }
    #[inline]
    fn sqrt(self) -> Self {
        Self { lo: f32::sqrt(ops::max(self.lo, 0.0)), hi: f32::sqrt(ops::max(self.hi, 0.0)) }
    }
    #[inline]
    fn smooth_min(self, o: Self, width: f32) -> Self {
        // Rising in both arguments but for rounding, whose share is of the arguments' size.
        let size = |a: f32, b: f32| 1e-6 * (ops::min(ops::abs(a), ops::abs(b)) + ops::max(width, 0.0));
        let (lo, hi) = (ops::smooth_min(self.lo, o.lo, width), ops::smooth_min(self.hi, o.hi, width));
        Interval { lo, hi }.widen_ends(size(self.lo, o.lo), size(self.hi, o.hi))
    }
    #[inline]
    fn smoothstep(self, lo: f32, hi: f32) -> Self {
        let image = |x| ops::smoothstep(lo, hi, x);
        let rough = Interval::new(image(self.lo), image(self.hi)).widen(1e-6);
        // Outside the step the value is exactly 0 or 1, and proofs of inertness rely on it.
        Self {
            lo: if self.lo >= hi { 1.0 } else { ops::max(rough.lo, 0.0) },
            hi: if self.hi <= lo { 0.0 } else { ops::min(rough.hi, 1.0) },
        }
    }
    #[inline]
    fn off_nearest_multiple(self, of: f32) -> Self {
        let nearest = |x: f32| (x / of + 0.5).floor();
        if nearest(self.lo) == nearest(self.hi) && self.lo.is_finite() && self.hi.is_finite() {
            return Self { lo: ops::off_nearest_multiple(self.lo, of), hi: ops::off_nearest_multiple(self.hi, of) };
        }
        // Rounding grows with the size of what is divided.
        let size = ops::max(ops::abs(self.lo), ops::abs(self.hi));
        Interval::around(0.0, 0.5 * of).widen(1e-6 * (size + of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use glam::IVec3;

    const SPECIAL: [f32; 9] = [f32::NEG_INFINITY, -3.4e38, -2.5, -1e-39, 0.0, 1e-39, 0.75, 3.4e38, f32::INFINITY];

    fn is_sound(i: Interval) -> bool {
        i.lo <= i.hi
    }

    #[test]
    fn no_operation_ever_yields_nan() {
        let mut all = Vec::new();
        for (n, lo) in SPECIAL.iter().enumerate() {
            all.extend(SPECIAL[n..].iter().map(|hi| Interval { lo: *lo, hi: *hi }));
        }
        for a in &all {
            for unary in [
                -*a,
                Num::abs(*a),
                a.square(),
                Num::sqrt(*a),
                Num::clamp(*a, -1.0, 1.0),
                Num::smoothstep(*a, 0.0, 1.0),
                a.off_nearest_multiple(0.7),
            ] {
                assert!(is_sound(unary), "{a:?} gives {unary:?}");
            }
            for k in SPECIAL {
                assert_eq!(a.times(k), *a * Interval::point(k), "{a:?} times {k}");
            }
            assert!(is_sound(a.times(f32::NAN)));
            for b in &all {
                for (k, out) in [
                    *a + *b,
                    *a - *b,
                    *a * *b,
                    *a / *b,
                    Num::min(*a, *b),
                    Num::max(*a, *b),
                    a.hull(*b),
                    a.intersect(*b),
                    Num::smooth_min(*a, *b, 1.0),
                    Num::smooth_max(*a, *b, 0.0),
                ]
                .into_iter()
                .enumerate()
                {
                    assert!(is_sound(out), "operation {k} on {a:?} and {b:?} gives {out:?}");
                }
            }
        }
        assert_eq!(Interval::new(f32::NAN, 0.0), Interval::WHOLE);
    }

    /// One function of two numbers, in both forms.
    type Form = (fn(f32, f32) -> f32, fn(Interval, Interval) -> Interval);

    fn formula<N: Num>(a: N, b: N) -> N {
        (a * b - a.square()).smooth_min(b.abs().sqrt(), 0.7).smooth_max(a / (b.square() + N::of(0.5)), 0.4)
            + a.smoothstep(-1.0, 2.0)
    }

    #[test]
    fn the_formulas_of_numbers_are_those_of_ops() {
        let mut rolls = Rolls::new(12, Tag::Test, IVec3::ZERO);
        for _ in 0..2000 {
            let [a, b, t] = [(); 3].map(|()| rolls.range(-3.0, 3.0));
            let width = [0.0, 0.7, 2.9][rolls.below(3) as usize];
            assert_eq!(Num::smooth_min(a, b, width).to_bits(), ops::smooth_min(a, b, width).to_bits());
            assert_eq!(Num::smooth_max(a, b, width).to_bits(), ops::smooth_max(a, b, width).to_bits());
            assert_eq!(Num::smoothstep(a, -1.0, 2.0).to_bits(), ops::smoothstep(-1.0, 2.0, a).to_bits());
            assert_eq!(Num::lerp(a, b, t).to_bits(), ops::lerp(a, b, t).to_bits());
            assert_eq!(Num::clamp(a, -1.0, 0.5).to_bits(), ops::clamp(a, -1.0, 0.5).to_bits());
        }
    }

    #[test]
    fn enclosures_hold_for_random_points() {
        let forms: [Form; 11] = [
            (|a, b| a + b, |a, b| a + b),
            (|a, b| a - b, |a, b| a - b),
            (|a, b| a * b, |a, b| a * b),
            (|a, b| a / b, |a, b| a / b),
            (|a, _| a.times(-1.7), |a, _| a.times(-1.7)),
            (|a, b| Num::min(a, b), |a, b| Num::min(a, b)),
            (|a, b| Num::smooth_min(a, b, 1.3), |a, b| Num::smooth_min(a, b, 1.3)),
            (|a, b| Num::smooth_max(a, b, 0.6), |a, b| Num::smooth_max(a, b, 0.6)),
            (|a, _| a.square(), |a, _| a.square()),
            (|a, _| a.off_nearest_multiple(1.7), |a, _| a.off_nearest_multiple(1.7)),
            (formula::<f32>, formula::<Interval>),
        ];
        let mut rolls = Rolls::new(11, Tag::Test, IVec3::ZERO);
        let (mut vacuous, mut checked) = (0u32, 0u32);
        for _ in 0..4000 {
            let scale = [0.1, 1.0, 30.0][rolls.below(3) as usize];
            let [a0, a1, b0, b1] = [(); 4].map(|()| rolls.range(-scale, scale));
            let (ia, ib) = (Interval::new(a0, a1), Interval::new(b0, b1));
            let (ta, tb) = (rolls.unit(), rolls.unit());
            let a = ops::clamp(ops::lerp(ia.lo, ia.hi, ta), ia.lo, ia.hi);
            let b = ops::clamp(ops::lerp(ib.lo, ib.hi, tb), ib.lo, ib.hi);
            for (n, (point, bound)) in forms.iter().enumerate() {
                let (value, enclosure) = (point(a, b), bound(ia, ib));
                checked += 1;
                vacuous += u32::from(enclosure == Interval::WHOLE);
                assert!(enclosure.contains(value), "form {n}: {value} is outside {enclosure:?} for {ia:?}, {ib:?}");
            }
        }
        assert!(vacuous * 4 < checked, "{vacuous} of {checked} checks proved nothing");
    }
}
