//! Signs and crossings of a padded grid as one machine word per row, and the number of every crossing.

use crate::{GRID, TILE_CELLS};
use std::ops::Range;

/// Bits of the corners 1..=33 of a row.
const CORNERS: u64 = ((1 << (TILE_CELLS + 1)) - 1) << 1;
/// Bits of the cells (and edges along x) that start at 1..=32.
pub(crate) const CELLS: u64 = ((1 << TILE_CELLS) - 1) << 1;

/// One word per row (z, y); bit x. Set bits are rock, or cut edges counted from their lower end.
#[derive(Clone)]
pub(crate) struct Rows {
    rock: Vec<u64>,
    cut: [Vec<u64>; 3],
    first: [Vec<u32>; 3],
}

impl Default for Rows {
    fn default() -> Self {
        let words = || vec![0; GRID * GRID];
        let numbers = || vec![0; GRID * GRID];
        Self { rock: words(), cut: [words(), words(), words()], first: [numbers(), numbers(), numbers()] }
    }
}

/// Place of a row in the tables; `y` and `z` count samples of the padded grid.
pub(crate) const fn row(y: usize, z: usize) -> usize {
    z * GRID + y
}

impl Rows {
    /// Reads the signs of all samples. False if they are all alike.
    pub(crate) fn read_signs(&mut self, density: &[f32]) -> bool {
        let (mut any, mut all) = (0, u64::MAX);
        let mut bytes = [0; GRID * GRID];
        for (layer, words) in density.chunks_exact(GRID * GRID).zip(self.rock.chunks_exact_mut(GRID)) {
            // A loop of its own, so that it becomes vector code.
            for (byte, value) in bytes.iter_mut().zip(layer) {
                *byte = u8::from(*value < 0.0);
            }
            for (row, word) in bytes.chunks_exact(GRID).zip(words) {
                *word = gathered(row);
                any |= *word;
                all &= *word;
            }
        }
        any != 0 && all != (1 << GRID) - 1
    }

    /// Marks and numbers the crossings of the tile's edges, those of `cells_z` only: by layer, axis and row. Returns how many there are.
    pub(crate) fn number_crossings(&mut self, cells_z: &Range<usize>) -> usize {
        let corners = cells_z.start + 1..cells_z.end + 2;
        let mut count = 0u32;
        for z in corners.clone() {
            for axis in 0..3 {
                for y in 1..=TILE_CELLS + 1 {
                    let at = row(y, z);
                    let here = self.rock[at];
                    let cut = match axis {
                        0 => (here ^ here >> 1) & CELLS,
                        1 if y <= TILE_CELLS => (here ^ self.rock[row(y + 1, z)]) & CORNERS,
                        2 if z + 1 < corners.end => (here ^ self.rock[row(y, z + 1)]) & CORNERS,
                        _ => 0,
                    };
                    self.cut[axis][at] = cut;
                    self.first[axis][at] = count;
                    // Most rows are not cut, and counting is dear on processors without an instruction for it.
                    if cut != 0 {
                        count += cut.count_ones();
                    }
                }
            }
        }
        count as usize
    }

    /// Rock bits of a row.
    pub(crate) fn rock(&self, y: usize, z: usize) -> u64 {
        self.rock[row(y, z)]
    }

    /// Cut edges along `axis` of a row.
    pub(crate) fn cut(&self, axis: usize, y: usize, z: usize) -> u64 {
        self.cut[axis][row(y, z)]
    }

    /// Number of the first crossing along `axis` of a row.
    pub(crate) fn first(&self, axis: usize, y: usize, z: usize) -> u32 {
        self.first[axis][row(y, z)]
    }

    /// Number of the crossing on the edge along `axis` from sample (x, y, z); meaningful only if that edge is cut.
    pub(crate) fn number(&self, axis: usize, [x, y, z]: [usize; 3]) -> u32 {
        let at = row(y, z);
        self.first[axis][at] + (self.cut[axis][at] & ((1 << x) - 1)).count_ones()
    }
}

/// Rock bits of a row of samples, given as bytes of 0 or 1.
#[inline]
fn gathered(bytes: &[u8]) -> u64 {
    // A product gathers the bits of eight bytes in its uppermost byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut word = 0;
    for (n, eight) in bytes.chunks(8).enumerate() {
        let mut padded = [0; 8];
        padded[..eight.len()].copy_from_slice(eight);
        word |= (u64::from_le_bytes(padded).wrapping_mul(GATHER) >> 56) << (8 * n);
    }
    word
}

/// Positions of the set bits, lowest first.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let lowest = word.trailing_zeros() as usize;
            word &= word - 1;
            lowest
        })
    })
}
