//! Lanes as arrays: what the compiler makes of plain loops, on any processor.

use super::lanes::{LANES, Lanes, Num8, Whole, WholeLanes};
use crate::{Num, ops};
use std::ops::{Add, BitAnd, BitXor, Div, Mul, Neg, Sub};

/// Eight numbers.
#[derive(Clone, Copy)]
pub struct Plain(Num8);

/// Eight whole numbers.
#[derive(Clone, Copy)]
pub struct PlainWhole([u32; LANES]);

/// A loop over lanes.
macro_rules! each {
    ($i:ident: $value:expr) => {{
        let mut out = [Default::default(); LANES];
        for $i in 0..LANES {
            out[$i] = $value;
        }
        out
    }};
}

macro_rules! operator {
    ($type:ident, $trait:ident, $name:ident, |$a:ident, $b:ident| $value:expr) => {
        impl $trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(each!(i: {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    $value
                }))
            }
        }
    };
}

operator!(Plain, Add, add, |a, b| a + b);
operator!(Plain, Sub, sub, |a, b| a - b);
operator!(Plain, Mul, mul, |a, b| a * b);
operator!(Plain, Div, div, |a, b| a / b);
operator!(PlainWhole, BitXor, bitxor, |a, b| a ^ b);
operator!(PlainWhole, BitAnd, bitand, |a, b| a & b);

impl Neg for Plain {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(each!(i: -self.0[i]))
    }
}

impl Num for Plain {
    #[inline(always)]
    fn of(x: f32) -> Self {
        Self([x; LANES])
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(each!(i: ops::min(self.0[i], other.0[i])))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(each!(i: ops::max(self.0[i], other.0[i])))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(each!(i: ops::abs(self.0[i])))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(each!(i: Num::sqrt(self.0[i])))
    }
    #[inline(always)]
    fn off_nearest_multiple(self, of: f32) -> Self {
        Self(each!(i: ops::off_nearest_multiple(self.0[i], of)))
    }
}

impl Lanes for Plain {
    type Whole = PlainWhole;
    #[inline(always)]
    fn load(from: &Num8) -> Self {
        Self(*from)
    }
    #[inline(always)]
    fn read(from: &[f32]) -> Self {
        let mut lanes = Num8::default();
        lanes.copy_from_slice(&from[..LANES]);
        Self(lanes)
    }
    #[inline(always)]
    fn store(self, to: &mut Num8) {
        *to = self.0;
    }
    #[inline(always)]
    fn where_less(self, other: Self, yes: Self, no: Self) -> Self {
        Self(each!(i: if self.0[i] < other.0[i] { yes.0[i] } else { no.0[i] }))
    }
    #[inline(always)]
    fn pick(self, index: PlainWhole) -> Self {
        let (first, last) = (index.0[0] as usize % LANES, index.0[LANES - 1] as usize % LANES);
        // Indices that do not fall are alike when their ends are.
        if first == last { Self([self.0[first]; LANES]) } else { Self(each!(i: self.0[index.0[i] as usize % LANES])) }
    }
    #[inline(always)]
    fn transposed(square: [Self; LANES]) -> [Self; LANES] {
        let mut out = square;
        for (i, out) in out.iter_mut().enumerate() {
            *out = Self(each!(j: square[j].0[i]));
        }
        out
    }
    #[inline(always)]
    fn split(self) -> (PlainWhole, Self) {
        let whole: [i32; LANES] = each!(i: {
            let truncated = self.0[i] as i32;
            truncated - i32::from(truncated as f32 > self.0[i])
        });
        (PlainWhole(each!(i: whole[i] as u32)), Self(each!(i: self.0[i] - whole[i] as f32)))
    }
    #[inline(always)]
    fn split_wide(at: &[f64; LANES], scale: f64, phase: f64) -> (PlainWhole, Self) {
        let scaled: [f64; LANES] = each!(i: at[i] * scale + phase);
        let whole: [i32; LANES] = each!(i: {
            let truncated = scaled[i] as i32;
            truncated - i32::from(f64::from(truncated) > scaled[i])
        });
        (PlainWhole(each!(i: whole[i] as u32)), Self(each!(i: (scaled[i] - f64::from(whole[i])) as f32)))
    }
}

impl Whole for PlainWhole {
    type Real = Plain;
    #[inline(always)]
    fn of(x: u32) -> Self {
        Self([x; LANES])
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(each!(i: self.0[i].wrapping_add(other.0[i])))
    }
    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        Self(each!(i: self.0[i].wrapping_mul(factor)))
    }
    #[inline(always)]
    fn shift<const BITS: i32>(self) -> Self {
        Self(each!(i: self.0[i] >> BITS))
    }
    #[inline(always)]
    fn real(self) -> Plain {
        Plain(each!(i: self.0[i] as i32 as f32))
    }
}

impl WholeLanes for PlainWhole {
    #[inline(always)]
    fn load(from: &[u32; LANES]) -> Self {
        Self(*from)
    }
    #[inline(always)]
    fn read(from: &[u32]) -> Self {
        let mut lanes = [0; LANES];
        lanes.copy_from_slice(&from[..LANES]);
        Self(lanes)
    }
    #[inline(always)]
    fn store(self, to: &mut [u32; LANES]) {
        *to = self.0;
    }
    #[inline(always)]
    fn is_uniform(self) -> bool {
        self.0 == [self.0[0]; LANES]
    }
    #[inline(always)]
    fn first(self) -> u32 {
        self.0[0]
    }
    #[inline(always)]
    fn where_equal(self, number: u32, yes: Plain, no: Plain) -> Plain {
        Plain(each!(i: if self.0[i] == number { yes.0[i] } else { no.0[i] }))
    }
}
