//! How open the air is round each sample: rock counted among 27 samples, a whole row of them at a time.
//!
//! *Vocabulary.* A **sliced** number is kept as words of bits: bit x of word k is bit k of the number at x. Adding two rows of numbers is then
//! a few word operations, whatever the row's length.

use crate::GRID;
use crate::rows::Rows;

/// Bits of a count of 27.
const BITS: usize = 5;

/// Sliced counts of rock round the samples of two neighbouring layers.
pub(crate) struct Openness {
    /// By layer and row.
    rock: Vec<[u64; BITS]>,
    /// Which layers are counted.
    counted: [usize; 2],
}

impl Default for Openness {
    fn default() -> Self {
        Self { rock: vec![[0; BITS]; 2 * GRID], counted: [usize::MAX; 2] }
    }
}

/// The sum of three bits: its low and high bit.
#[inline(always)]
fn full(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// The sum of two bits.
#[inline(always)]
fn half(a: u64, b: u64) -> (u64, u64) {
    (a ^ b, a & b)
}

/// By the rock counted: level ground leaves 18 of the 27 samples round an air end open; that, and anything more open, is 1.
const OPEN: [f32; 1 << BITS] = {
    const LEVEL: usize = 18;
    let mut open = [0.0; 1 << BITS];
    let mut rock = 0;
    while rock < 27 {
        let air = if 27 - rock < LEVEL { 27 - rock } else { LEVEL };
        open[rock] = (air - 1) as f32 / (LEVEL - 1) as f32;
        rock += 1;
    }
    open
};

impl Openness {
    /// Forgets all layers: the signs are others now.
    pub(crate) fn clear(&mut self) {
        self.counted = [usize::MAX; 2];
    }

    /// How open the air is round a sample that has neighbours on all sides, from 0 to 1.
    #[inline]
    pub(crate) fn at(&mut self, rows: &Rows, [x, y, z]: [usize; 3]) -> f32 {
        if self.counted[z & 1] != z {
            self.count(rows, z);
        }
        let sliced = &self.rock[(z & 1) * GRID + y];
        let mut rock = 0;
        for (k, word) in sliced.iter().enumerate() {
            rock |= (word >> x & 1) << k;
        }
        OPEN[rock as usize]
    }

    #[inline(never)]
    fn count(&mut self, rows: &Rows, z: usize) {
        self.counted[z & 1] = z;
        for y in 1..GRID - 1 {
            let column = |z: usize| full(rows.rock(y - 1, z), rows.rock(y, z), rows.rock(y + 1, z));
            let [(a0, a1), (b0, b1), (c0, c1)] = [column(z - 1), column(z), column(z + 1)];
            // Nine samples across x: ones, twos, fours and eights.
            let (ones, carry) = full(a0, b0, c0);
            let (low, high) = full(a1, b1, c1);
            let (twos, carry) = half(low, carry);
            let (fours, eights) = half(high, carry);
            // Three such numbers along x.
            let beside = |word: u64| full(word << 1, word, word >> 1);
            let (sum0, carry0) = beside(ones);
            let (low, high1) = beside(twos);
            let (sum1, carry1) = half(low, carry0);
            let (low, high2) = beside(fours);
            let (low, carry2) = full(low, high1, carry1);
            let (high3, _) = beside(eights);
            // Twenty-seven fits in five bits: the last carries never both occur.
            let (sum3, sum4) = full(high3, high2, carry2);
            self.rock[(z & 1) * GRID + y] = [sum0, sum1, low, sum3, sum4 | beside(eights).1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::bits;

    #[test]
    fn counts_are_those_of_looking_at_every_sample() {
        let mut h = 7u32;
        for density_of_rock in [1, 3, 5, 7] {
            let grid: Vec<f32> = (0..GRID * GRID * GRID)
                .map(|_| {
                    (h, _) = (h.wrapping_mul(0x2c1b_3c6d).wrapping_add(0x297a_2d39), ());
                    if (h >> 20) % 8 < density_of_rock { -1.0 } else { 1.0 }
                })
                .collect();
            let mut rows = Rows::default();
            assert!(rows.read_signs(&grid));
            let mut openness = Openness::default();
            for z in 1..GRID - 1 {
                for y in 1..GRID - 1 {
                    for x in bits(!rows.rock(y, z) & ((1 << (GRID - 1)) - 2)) {
                        let air = (0..27).filter(|i| {
                            let at = ((z + i / 9 - 1) * GRID + y + i / 3 % 3 - 1) * GRID + x + i % 3 - 1;
                            grid[at] >= 0.0
                        });
                        let expected = (air.count().min(18) - 1) as f32 / 17.0;
                        assert_eq!(openness.at(&rows, [x, y, z]), expected, "({x}, {y}, {z})");
                    }
                }
            }
        }
    }
}
