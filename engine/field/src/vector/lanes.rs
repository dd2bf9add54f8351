//! What a kernel may do with eight numbers, and what a formula may do with whole ones.

use crate::Num;
use std::ops::{BitAnd, BitXor};

/// Samples side by side.
pub const LANES: usize = 8;

/// Eight numbers in memory.
pub type Num8 = [f32; LANES];

/// The number of each lane.
pub const RAMP: [u32; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// The first eight numbers of a slice; zeros where it has fewer.
#[inline(always)]
pub fn read_part<V: Lanes>(from: &[f32]) -> V {
    if from.len() >= LANES {
        return V::read(from);
    }
    let mut lanes = Num8::default();
    for (lane, value) in lanes.iter_mut().zip(from) {
        *lane = *value;
    }
    V::load(&lanes)
}

/// Writes the lanes that a slice has room for.
#[inline(always)]
pub fn write_part<V: Lanes>(lanes: V, to: &mut [f32]) {
    let mut memory = Num8::default();
    match to.first_chunk_mut() {
        Some(whole) => lanes.store(whole),
        None => {
            lanes.store(&mut memory);
            for (value, lane) in to.iter_mut().zip(memory) {
                *value = lane;
            }
        }
    }
}

/// Whole numbers of 32 bits with wrapping arithmetic: one, or eight side by side.
pub trait Whole: Copy + BitXor<Output = Self> + BitAnd<Output = Self> {
    /// The numbers they become.
    type Real: Num;
    /// A constant.
    fn of(x: u32) -> Self;
    /// Sum.
    fn plus(self, other: Self) -> Self;
    /// Product with a constant.
    fn times(self, factor: u32) -> Self;
    /// Shifted right by `BITS`, zeros coming in.
    fn shift<const BITS: i32>(self) -> Self;
    /// As signed numbers.
    fn real(self) -> Self::Real;
}

impl Whole for u32 {
    type Real = f32;
    #[inline(always)]
    fn of(x: u32) -> Self {
        x
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline(always)]
    fn times(self, factor: u32) -> Self {
        self.wrapping_mul(factor)
    }
    #[inline(always)]
    fn shift<const BITS: i32>(self) -> Self {
        self >> BITS
    }
    #[inline(always)]
    fn real(self) -> f32 {
        self as i32 as f32
    }
}

/// Eight `f32`; every operation is that of [`Num`] for `f32`, lane by lane.
pub trait Lanes: Num {
    /// Eight whole numbers.
    type Whole: WholeLanes<Real = Self>;
    /// From memory.
    fn load(from: &Num8) -> Self;
    /// The first eight of a slice that has no fewer.
    fn read(from: &[f32]) -> Self;
    /// To memory.
    fn store(self, to: &mut Num8);
    /// `yes` where `self < other`, else `no`.
    fn where_less(self, other: Self, yes: Self, no: Self) -> Self;
    /// Lane `index[i]` of this for lane `i`; indices are 0 to 7 and do not fall from lane to lane.
    fn pick(self, index: Self::Whole) -> Self;
    /// Lane `i` of vector `j` for lane `j` of vector `i`.
    fn transposed(square: [Self; LANES]) -> [Self; LANES];
    /// The whole number at or below each lane, and what is left; lanes lie within ±2³⁰.
    fn split(self) -> (Self::Whole, Self);
    /// [`Lanes::split`] of `at * scale + phase`, computed in `f64`; the rest is rounded to `f32`.
    fn split_wide(at: &[f64; LANES], scale: f64, phase: f64) -> (Self::Whole, Self);
}

/// Eight whole numbers.
pub trait WholeLanes: Whole {
    /// From memory.
    fn load(from: &[u32; LANES]) -> Self;
    /// The first eight of a slice that has no fewer.
    fn read(from: &[u32]) -> Self;
    /// To memory.
    fn store(self, to: &mut [u32; LANES]);
    /// Whether all lanes are equal.
    fn is_uniform(self) -> bool;
    /// The first lane.
    fn first(self) -> u32;
    /// `yes` where a lane is `number`, else `no`.
    fn where_equal(self, number: u32, yes: Self::Real, no: Self::Real) -> Self::Real;
}
