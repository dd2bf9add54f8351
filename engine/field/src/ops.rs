//! The one source of scalar functions on a path that reaches a density, a placement or a decision.
//!
//! *Invariant.* The same input gives the same bits on every machine: comparisons are our own selects, transcendental functions
//! come from `libm`. The `libm` wrappers are for use per feature or per parameter, never per voxel.

/// The smaller of two numbers. An unordered pair gives `b`; of two zeros it gives `b`.
#[inline(always)]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two numbers. An unordered pair gives `b`; of two zeros it gives `b`.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `x` held between `lo` and `hi` (`lo <= hi`). NaN gives `lo`.
#[inline(always)]
pub fn clamp(x: f32, lo: f32, hi: f32) -> f32 {
    min(max(x, lo), hi)
}

/// Magnitude; clears the sign bit.
#[inline(always)]
pub fn abs(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0x7fff_ffff)
}

/// `x`, with negative zero replaced by zero.
#[inline(always)]
pub fn without_negative_zero(x: f32) -> f32 {
    x + 0.0
}

/// `a + t (b - a)`; exactly `a` at `t = 0`.
#[inline(always)]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

/// How far `x` lies above the nearest multiple of `of` (positive), in [-of/2, of/2] but for rounding.
#[inline(always)]
pub fn off_nearest_multiple(x: f32, of: f32) -> f32 {
    x - (x / of + 0.5).floor() * of
}

/// Cubic step from 0 at `lo` to 1 at `hi` (`lo < hi`), exactly 0 and 1 outside.
#[inline(always)]
pub fn smoothstep(lo: f32, hi: f32, x: f32) -> f32 {
    let t = clamp((x - lo) / (hi - lo), 0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Quintic fade of noise: 0 at 0, 1 at 1, first and second derivatives zero at both; slope at most 15/8.
#[inline(always)]
pub fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// Sine of an angle in radians.
pub fn sin(x: f32) -> f32 {
    libm::sinf(x)
}

/// Cosine of an angle in radians.
pub fn cos(x: f32) -> f32 {
    libm::cosf(x)
}

/// Tangent of an angle in radians.
pub fn tan(x: f32) -> f32 {
    libm::tanf(x)
}

/// Angle of the vector `(x, y)` in radians, in [-pi, pi]; zero for the zero vector.
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Angle whose cosine is `x` (held within [-1, 1]), in radians.
pub fn acos(x: f32) -> f32 {
    libm::acosf(clamp(x, -1.0, 1.0))
}

/// Natural exponential.
pub fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// Natural logarithm; negative infinity at zero, NaN below.
pub fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// `x` to the power `y`.
pub fn pow(x: f32, y: f32) -> f32 {
    libm::powf(x, y)
}

/// Polynomial (cubic) smooth minimum: the minimum lowered by at most `width / 6`, and exactly the minimum where the two differ
/// by `width` or more. 1-Lipschitz in the larger norm of its arguments. A width of zero is the plain minimum.
#[inline(always)]
pub fn smooth_min(a: f32, b: f32, width: f32) -> f32 {
    if width <= 0.0 {
        return min(a, b);
    }
    let overlap = max(width - abs(a - b), 0.0) * (1.0 / width);
    min(a, b) - overlap * overlap * overlap * (width * (1.0 / 6.0))
}

/// Polynomial smooth maximum, the mirror image of [`smooth_min`].
#[inline(always)]
pub fn smooth_max(a: f32, b: f32, width: f32) -> f32 {
    -smooth_min(-a, -b, width)
}

/// The product of two numbers without rounding. (QEMU 7 gives nonsense where both are widened and multiplied by one instruction of s390x,
/// MDEB; the detour by twice and half changes no bit and uses another.)
#[inline]
pub fn wide_product(a: f32, b: f32) -> f64 {
    2.0 * f64::from(a) * f64::from(b) * 0.5
}

/// Width of the smooth maximum whose right-angled join has a fillet of the given radius (about 2.83 radii).
#[inline]
pub fn width_of_fillet(radius_m: f32) -> f32 {
    radius_m * (2.0 * std::f32::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selects_are_ordered_and_zero_is_positive() {
        assert_eq!(min(1.0, 2.0), 1.0);
        assert_eq!(max(1.0, 2.0), 2.0);
        assert_eq!(clamp(f32::NAN, -1.0, 1.0), -1.0);
        assert_eq!(without_negative_zero(-0.0).to_bits(), 0);
        assert_eq!(abs(-0.0).to_bits(), 0);
    }

    #[test]
    fn smooth_minimum_is_exact_beyond_its_width_and_within_a_sixth() {
        for i in -40..=40 {
            let (a, b, width) = (i as f32 * 0.1, 0.3, 1.5);
            let smooth = smooth_min(a, b, width);
            assert!(smooth <= min(a, b) && smooth >= min(a, b) - width / 6.0 - 1e-6);
            if abs(a - b) >= width {
                assert_eq!(smooth.to_bits(), min(a, b).to_bits());
            }
        }
        assert!(smooth_min(0.0, 0.0, 1.5) < -0.24, "the blend does something");
    }

    #[test]
    fn fade_joins_flat_at_both_ends() {
        assert_eq!((fade(0.0), fade(0.5), fade(1.0)), (0.0, 0.5, 1.0));
        assert_eq!((smoothstep(1.0, 2.0, 0.5), smoothstep(1.0, 2.0, 2.5)), (0.0, 1.0));
    }

    #[test]
    fn wide_products_are_exact() {
        for (a, b) in
            [(0.11f32, 0.5f32), (-3.7, 1e-20), (f32::MAX, f32::MAX), (f32::MIN_POSITIVE, -f32::MIN_POSITIVE), (0.0, 7.0)]
        {
            assert_eq!(wide_product(a, b).to_bits(), (f64::from(a) * f64::from(b)).to_bits(), "{a} times {b}");
        }
    }
}
