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
        for (samples, word) in density.chunks_exact(GRID).zip(&mut self.rock) {
            *word = 0;
            for (x, value) in samples.iter().enumerate() {
                *word |= u64::from(*value < 0.0) << x;
            }
            any |= *word;
            all &= *word;
        }
        any != 0 && all != (1 << GRID) - 1
    }

    /// Marks and numbers the crossings of the tile's edges, those of `cells_z` only. Returns how many there are.
    pub(crate) fn number_crossings(&mut self, cells_z: &Range<usize>) -> usize {
        let corners = cells_z.start + 1..cells_z.end + 2;
        let mut count = 0u32;
        for z in corners.clone() {
            for y in 1..=TILE_CELLS + 1 {
                let at = row(y, z);
                let here = self.rock[at];
                let along = [
                    (here ^ here >> 1) & CELLS,
                    if y <= TILE_CELLS { (here ^ self.rock[row(y + 1, z)]) & CORNERS } else { 0 },
                    if z + 1 < corners.end { (here ^ self.rock[row(y, z + 1)]) & CORNERS } else { 0 },
                ];
                for (axis, cut) in along.into_iter().enumerate() {
                    self.cut[axis][at] = cut;
                    self.first[axis][at] = count;
                    count += cut.count_ones();
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

    /// Number of the crossing on the edge along `axis` from sample (x, y, z); meaningful only if that edge is cut.
    pub(crate) fn number(&self, axis: usize, [x, y, z]: [usize; 3]) -> u32 {
        let at = row(y, z);
        self.first[axis][at] + (self.cut[axis][at] & ((1 << x) - 1)).count_ones()
    }

    /// Air samples among the 27 round (x, y, z), itself included.
    pub(crate) fn air_around(&self, [x, y, z]: [usize; 3]) -> u32 {
        let mut rock = 0;
        for z in z - 1..=z + 1 {
            for y in y - 1..=y + 1 {
                rock += (self.rock[row(y, z)] >> (x - 1) & 7).count_ones();
            }
        }
        27 - rock
    }
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
