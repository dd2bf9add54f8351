//! Lanes in the registers of AVX2.
//!
//! *Safety.* The types here reach no one but kernels, and kernels get them from [`run`] alone, which asks for a proof that the processor
//! has the instructions. Loads and stores go through references to whole arrays.

use super::lanes::{LANES, Lanes, Num8, Whole, WholeLanes};
use super::{Kernel, Path, Set};
use crate::Num;
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Neg, Sub};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub struct Present(());

impl Present {
    /// A path is made only after the processor was asked.
    #[inline]
    pub(super) fn assumed(path: Path) -> Self {
        debug_assert!(path.0 == Set::Avx2);
        Self(())
    }
}

/// Runs a kernel compiled for AVX2.
#[inline]
pub fn run<K: Kernel>(_present: Present, kernel: K) -> K::Output {
    // SAFETY: the processor has the instructions.
    unsafe { run_compiled(kernel) }
}

#[target_feature(enable = "avx2")]
unsafe fn run_compiled<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

/// Eight numbers.
#[derive(Clone, Copy)]
pub struct Avx2(__m256);

/// Eight whole numbers.
#[derive(Clone, Copy)]
pub struct Avx2Whole(__m256i);

macro_rules! operator {
    ($type:ident, $trait:ident, $name:ident, $intrinsic:ident) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                // SAFETY: see the module.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}

operator!(Avx2, Add, add, _mm256_add_ps);
operator!(Avx2, Sub, sub, _mm256_sub_ps);
operator!(Avx2, Mul, mul, _mm256_mul_ps);
operator!(Avx2, Div, div, _mm256_div_ps);
operator!(Avx2Whole, BitXor, bitxor, _mm256_xor_si256);
operator!(Avx2Whole, BitAnd, bitand, _mm256_and_si256);

impl Neg for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
    }
}

impl Num for Avx2 {
    #[inline(always)]
    fn of(x: f32) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_set1_ps(x) })
    }
    /// The instruction answers its second operand for unordered pairs and for two zeros, as the scalar form does.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_sqrt_ps(_mm256_max_ps(self.0, _mm256_setzero_ps())) })
    }
    #[inline(always)]
    fn off_nearest_multiple(self, of: f32) -> Self {
        let nearest = self / Self::of(of) + Self::of(0.5);
        // SAFETY: see the module.
        let nearest = Self(unsafe { _mm256_floor_ps(nearest.0) });
        self - nearest * Self::of(of)
    }
}

impl Lanes for Avx2 {
    type Whole = Avx2Whole;
    #[inline(always)]
    fn load(from: &Num8) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_loadu_ps(from.as_ptr()) })
    }
    #[inline(always)]
    fn read(from: &[f32]) -> Self {
        let lanes = &from[..LANES];
        // SAFETY: see the module; the slice holds eight.
        Self(unsafe { _mm256_loadu_ps(lanes.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, to: &mut Num8) {
        // SAFETY: see the module.
        unsafe { _mm256_storeu_ps(to.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn where_less(self, other: Self, yes: Self, no: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_blendv_ps(no.0, yes.0, _mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0)) })
    }
    #[inline(always)]
    fn pick(self, index: Avx2Whole) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_permutevar8x32_ps(self.0, index.0) })
    }
    #[inline(always)]
    fn transposed(square: [Self; LANES]) -> [Self; LANES] {
        // SAFETY: see the module. Pairs of rows are woven, then pairs of pairs, then halves are exchanged.
        unsafe {
            let [a, b, c, d, e, f, g, h] = square;
            let (ab, cd) = (_mm256_unpacklo_ps(a.0, b.0), _mm256_unpacklo_ps(c.0, d.0));
            let (ef, gh) = (_mm256_unpacklo_ps(e.0, f.0), _mm256_unpacklo_ps(g.0, h.0));
            let (ab_, cd_) = (_mm256_unpackhi_ps(a.0, b.0), _mm256_unpackhi_ps(c.0, d.0));
            let (ef_, gh_) = (_mm256_unpackhi_ps(e.0, f.0), _mm256_unpackhi_ps(g.0, h.0));
            let low = [
                (_mm256_shuffle_ps::<0x44>(ab, cd), _mm256_shuffle_ps::<0x44>(ef, gh)),
                (_mm256_shuffle_ps::<0xee>(ab, cd), _mm256_shuffle_ps::<0xee>(ef, gh)),
                (_mm256_shuffle_ps::<0x44>(ab_, cd_), _mm256_shuffle_ps::<0x44>(ef_, gh_)),
                (_mm256_shuffle_ps::<0xee>(ab_, cd_), _mm256_shuffle_ps::<0xee>(ef_, gh_)),
            ];
            let mut out = square;
            for i in 0..LANES / 2 {
                out[i] = Self(_mm256_permute2f128_ps::<0x20>(low[i].0, low[i].1));
                out[i + LANES / 2] = Self(_mm256_permute2f128_ps::<0x31>(low[i].0, low[i].1));
            }
            out
        }
    }
    #[inline(always)]
    fn split(self) -> (Avx2Whole, Self) {
        // SAFETY: see the module.
        unsafe {
            let floor = _mm256_floor_ps(self.0);
            (Avx2Whole(_mm256_cvttps_epi32(floor)), Self(_mm256_sub_ps(self.0, floor)))
        }
    }
    #[inline(always)]
    fn split_wide(at: &[f64; LANES], scale: f64, phase: f64) -> (Avx2Whole, Self) {
        // SAFETY: see the module; each half of the array is four numbers.
        unsafe {
            let (scale, phase) = (_mm256_set1_pd(scale), _mm256_set1_pd(phase));
            let scaled = |at| _mm256_add_pd(_mm256_mul_pd(at, scale), phase);
            let low = scaled(_mm256_loadu_pd(at.as_ptr()));
            let high = scaled(_mm256_loadu_pd(at.as_ptr().add(LANES / 2)));
            let (floor_low, floor_high) = (_mm256_floor_pd(low), _mm256_floor_pd(high));
            let whole = _mm256_set_m128i(_mm256_cvttpd_epi32(floor_high), _mm256_cvttpd_epi32(floor_low));
            let rest_low = _mm256_cvtpd_ps(_mm256_sub_pd(low, floor_low));
            let rest_high = _mm256_cvtpd_ps(_mm256_sub_pd(high, floor_high));
            (Avx2Whole(whole), Self(_mm256_set_m128(rest_high, rest_low)))
        }
    }
}

impl Whole for Avx2Whole {
    type Real = Avx2;
    #[inline(always)]
    fn of(x: u32) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_set1_epi32(x as i32) })
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_mullo_epi32(self.0, _mm256_set1_epi32(factor as i32)) })
    }
    #[inline(always)]
    fn shift<const BITS: i32>(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_srli_epi32::<BITS>(self.0) })
    }
    #[inline(always)]
    fn real(self) -> Avx2 {
        // SAFETY: see the module.
        Avx2(unsafe { _mm256_cvtepi32_ps(self.0) })
    }
}

impl WholeLanes for Avx2Whole {
    #[inline(always)]
    fn load(from: &[u32; LANES]) -> Self {
        // SAFETY: see the module; the load needs no alignment.
        Self(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn read(from: &[u32]) -> Self {
        let lanes = &from[..LANES];
        // SAFETY: see the module; the slice holds eight.
        Self(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u32; LANES]) {
        // SAFETY: see the module; the store needs no alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn is_uniform(self) -> bool {
        // SAFETY: see the module.
        unsafe {
            let first = _mm256_broadcastd_epi32(_mm256_castsi256_si128(self.0));
            _mm256_movemask_epi8(_mm256_cmpeq_epi32(self.0, first)) == -1
        }
    }
    #[inline(always)]
    fn first(self) -> u32 {
        // SAFETY: see the module.
        unsafe { _mm_cvtsi128_si32(_mm256_castsi256_si128(self.0)) as u32 }
    }
    #[inline(always)]
    fn where_equal(self, number: u32, yes: Avx2, no: Avx2) -> Avx2 {
        // SAFETY: see the module.
        Avx2(unsafe {
            let equal = _mm256_cmpeq_epi32(self.0, _mm256_set1_epi32(number as i32));
            _mm256_blendv_ps(no.0, yes.0, _mm256_castsi256_ps(equal))
        })
    }
}
