//! A box of cells as bits, one row along x after another: flood fill by words, and components by runs.

/// One bit per cell; set means air.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitGrid {
    /// Cells along x, y and z.
    pub size: [usize; 3],
    /// Words per row.
    words: usize,
    bits: Vec<u64>,
}

impl BitGrid {
    /// All rock.
    pub fn new(size: [usize; 3]) -> Self {
        let words = size[0].div_ceil(64);
        Self { size, words, bits: vec![0; words * size[1] * size[2]] }
    }
    /// Whether a cell is set.
    pub fn get(&self, x: usize, y: usize, z: usize) -> bool {
        self.bits[self.row(y, z) + x / 64] >> (x % 64) & 1 == 1
    }
    /// Sets a cell.
    pub fn set(&mut self, x: usize, y: usize, z: usize) {
        let at = self.row(y, z) + x / 64;
        self.bits[at] |= 1 << (x % 64);
    }
    /// Number of set cells.
    pub fn count(&self) -> u64 {
        let mut sum = 0;
        for word in &self.bits {
            sum += u64::from(word.count_ones());
        }
        sum
    }
    fn row(&self, y: usize, z: usize) -> usize {
        (z * self.size[1] + y) * self.words
    }

    /// Everything of `self` that a six-connected path inside `self` joins to a set cell of `seeds` (same size).
    pub fn flood(&self, seeds: &BitGrid) -> BitGrid {
        let mut reached = BitGrid::new(self.size);
        let [_, ny, nz] = self.size;
        let mut queued = vec![false; ny * nz];
        let mut work = Vec::new();
        for (row, queued) in queued.iter_mut().enumerate() {
            let range = row * self.words..(row + 1) * self.words;
            let mut any = 0;
            for at in range {
                reached.bits[at] = seeds.bits[at] & self.bits[at];
                any |= reached.bits[at];
            }
            if any != 0 {
                *queued = true;
                work.push(row);
            }
        }
        while let Some(row) = work.pop() {
            queued[row] = false;
            let start = row * self.words;
            self.spread_along_x(&mut reached, start);
            let (y, z) = (row % ny, row / ny);
            let neighbours = [
                (y > 0).then(|| row - 1),
                (y + 1 < ny).then(|| row + 1),
                (z > 0).then(|| row - ny),
                (z + 1 < nz).then(|| row + ny),
            ];
            for neighbour in neighbours.into_iter().flatten() {
                let other = neighbour * self.words;
                let mut grown = false;
                for word in 0..self.words {
                    let fresh = reached.bits[start + word] & self.bits[other + word] & !reached.bits[other + word];
                    reached.bits[other + word] |= fresh;
                    grown |= fresh != 0;
                }
                if grown && !queued[neighbour] {
                    queued[neighbour] = true;
                    work.push(neighbour);
                }
            }
        }
        reached
    }

    fn spread_along_x(&self, reached: &mut BitGrid, start: usize) {
        let mut carry = 0;
        for at in start..start + self.words {
            let mask = self.bits[at];
            reached.bits[at] = spread(reached.bits[at] | carry & mask, mask);
            carry = reached.bits[at] >> 63;
        }
        carry = 0;
        for at in (start..start + self.words).rev() {
            let mask = self.bits[at];
            reached.bits[at] = spread(reached.bits[at] | carry & mask, mask);
            carry = reached.bits[at] << 63;
        }
    }

    /// Sizes of the six-connected components of set cells, largest first (ties: the one met first).
    pub fn components(&self) -> Components {
        let [nx, ny, nz] = self.size;
        let mut runs: Vec<Run> = Vec::new();
        let mut first_of_row = Vec::with_capacity(ny * nz + 1);
        for row in 0..ny * nz {
            first_of_row.push(runs.len());
            let mut x = 0;
            while let Some(start) = self.next(row, x, true) {
                let end = self.next(row, start, false).unwrap_or(nx);
                runs.push(Run { start, end, parent: runs.len() });
                x = end;
            }
        }
        first_of_row.push(runs.len());
        for row in 0..ny * nz {
            if row % ny > 0 {
                join(&mut runs, first_of_row[row - 1]..first_of_row[row], first_of_row[row]..first_of_row[row + 1]);
            }
            if row >= ny {
                let below = row - ny;
                join(&mut runs, first_of_row[below]..first_of_row[below + 1], first_of_row[row]..first_of_row[row + 1]);
            }
        }
        let mut cells = vec![0u64; runs.len()];
        for run in 0..runs.len() {
            let root = find(&mut runs, run);
            cells[root] += (runs[run].end - runs[run].start) as u64;
        }
        let mut sizes: Vec<u64> = cells.into_iter().filter(|&c| c > 0).collect();
        sizes.sort_by(|a, b| b.cmp(a));
        Components { sizes }
    }

    /// First cell from `x` on in a row whose bit equals `set`.
    fn next(&self, row: usize, x: usize, set: bool) -> Option<usize> {
        let mut x = x;
        while x < self.size[0] {
            let word = self.bits[row * self.words + x / 64];
            let word = (if set { word } else { !word }) >> (x % 64);
            if word != 0 {
                let found = x + word.trailing_zeros() as usize;
                return (found < self.size[0]).then_some(found);
            }
            x = (x / 64 + 1) * 64;
        }
        None
    }
}

/// Sizes of components in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Largest first.
    pub sizes: Vec<u64>,
}

struct Run {
    start: usize,
    end: usize,
    parent: usize,
}

/// Unites the overlapping runs of two neighbouring rows.
fn join(runs: &mut [Run], a: std::ops::Range<usize>, b: std::ops::Range<usize>) {
    let (mut i, mut j) = (a.start, b.start);
    while i < a.end && j < b.end {
        if runs[i].start < runs[j].end && runs[j].start < runs[i].end {
            let (p, q) = (find(runs, i), find(runs, j));
            runs[p.max(q)].parent = p.min(q);
        }
        if runs[i].end < runs[j].end { i += 1 } else { j += 1 }
    }
}

fn find(runs: &mut [Run], mut run: usize) -> usize {
    while runs[run].parent != run {
        let up = runs[runs[run].parent].parent;
        runs[run].parent = up;
        run = up;
    }
    run
}

/// Grows `seed` over the unbroken stretches of `mask` it touches, both ways, within one word.
fn spread(seed: u64, mask: u64) -> u64 {
    let (mut up, mut down, mut up_mask, mut down_mask) = (seed, seed, mask, mask);
    for shift in [1, 2, 4, 8, 16, 32] {
        up |= up_mask & (up << shift);
        up_mask &= up_mask << shift;
        down |= down_mask & (down >> shift);
        down_mask &= down_mask >> shift;
    }
    up | down
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;

    fn noise(size: [usize; 3], percent: u64, seed: u64) -> BitGrid {
        let mut draw = Draw::new("noise", seed, 0, 0);
        let mut grid = BitGrid::new(size);
        for z in 0..size[2] {
            for y in 0..size[1] {
                for x in 0..size[0] {
                    if draw.bits() % 100 < percent {
                        grid.set(x, y, z);
                    }
                }
            }
        }
        grid
    }

    /// Cell by cell, for comparison.
    fn slow_flood(grid: &BitGrid, from: [usize; 3]) -> BitGrid {
        let mut reached = BitGrid::new(grid.size);
        let mut work = vec![from];
        while let Some([x, y, z]) = work.pop() {
            if !grid.get(x, y, z) || reached.get(x, y, z) {
                continue;
            }
            reached.set(x, y, z);
            for (axis, step) in [(0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)] {
                let mut next = [x as i64, y as i64, z as i64];
                next[axis] += step;
                if next[axis] >= 0 && next[axis] < grid.size[axis] as i64 {
                    work.push(next.map(|v| v as usize));
                }
            }
        }
        reached
    }

    #[test]
    fn flood_by_words_equals_flood_by_cells() {
        for (size, percent) in [([131, 9, 7], 45), ([64, 11, 5], 60), ([17, 13, 19], 35), ([1, 3, 2], 90)] {
            let grid = noise(size, percent, 11);
            let start = (0..size[0]).find(|&x| grid.get(x, 1, 1));
            let Some(x) = start else { continue };
            let mut seeds = BitGrid::new(size);
            seeds.set(x, 1, 1);
            assert_eq!(grid.flood(&seeds), slow_flood(&grid, [x, 1, 1]), "{size:?}");
        }
    }

    #[test]
    fn components_partition_the_air() {
        let grid = noise([77, 10, 9], 30, 5);
        let components = grid.components();
        assert_eq!(components.sizes.iter().sum::<u64>(), grid.count());
        let mut rest = grid.clone();
        let mut sizes = Vec::new();
        for z in 0..9 {
            for y in 0..10 {
                for x in 0..77 {
                    if rest.get(x, y, z) {
                        let part = slow_flood(&rest, [x, y, z]);
                        sizes.push(part.count());
                        rest.bits.iter_mut().zip(&part.bits).for_each(|(r, p)| *r &= !p);
                    }
                }
            }
        }
        sizes.sort_by(|a, b| b.cmp(a));
        assert_eq!(components.sizes, sizes);
    }
}
