//! Proof-driven evaluation of a stack over a box of samples.
//!
//! *Vocabulary.* The points of a box are grouped in **blocks** of 8 x 8 x 4 cells, aligned at index 1 so that they match the cells of a
//! padded tile: long rows share the most, and most surfaces are nearly level. The outermost blocks also own the box's rim. A block's **own** points are those of its cells; its **halo** is one sample wider.
//!
//! *Invariants.* Every point belongs to some block's own points. If a block is proven, all its own points have the proven sign; otherwise
//! its own points and its halo are sampled, each point once. An operator is dropped only where it changes no bit of the block and its
//! halo, so a sample's value never depends on which block asked for it.

use crate::chain::Chain;
use crate::{Channels, Proofs, Row, SampleBox, Stack, Verdict, ops};
use glam::{IVec3, UVec3};

/// Cells along the edges of a block.
const BLOCK: [u32; 3] = [8, 8, 4];

/// Reusable memory of one worker, and what the last [`Stack::fill`] did.
#[derive(Default)]
pub struct FillScratch {
    /// Densities of the last filled box, x fastest; a point that was not sampled holds -1 or +1 by its proven sign.
    pub density: Vec<f32>,
    /// Number of points actually sampled by the last fill.
    pub sampled: usize,
    is_done: Vec<bool>,
    shape: Vec<f32>,
    is_active: Vec<bool>,
    spans: [Vec<Span>; 3],
    /// Per block, x fastest: whether it stays mixed.
    is_mixed: Vec<bool>,
}

/// Points of a block along one axis, as half-open index ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    own: (u32, u32),
    halo: (u32, u32),
}

/// Splits `n` points of an axis into blocks of so many cells.
fn split(n: u32, block: u32, spans: &mut Vec<Span>) {
    spans.clear();
    let last_core = n.saturating_sub(2).max(1);
    let mut first = 1;
    loop {
        let end = first + block;
        let is_last = end >= last_core;
        let own = (if first == 1 { 0 } else { first }, if is_last { n } else { end + 1 });
        spans.push(Span { own, halo: (own.0.saturating_sub(1), (own.1 + 1).min(n)) });
        if is_last {
            return;
        }
        first = end;
    }
}

/// See [`Stack::fill`].
pub(crate) fn fill(stack: &Stack, domain: &SampleBox, proofs: Proofs, scratch: &mut FillScratch) -> Verdict {
    scratch.density.clear();
    scratch.density.resize(domain.len(), 1.0);
    scratch.sampled = 0;
    if domain.is_empty() {
        return Verdict::Air;
    }
    let mut filler = Filler { chain: Chain::new(stack, domain), domain, scratch };
    match proofs {
        Proofs::On => filler.prove_and_sample(),
        Proofs::Off => {
            filler.sample_everything();
            signs(&filler.scratch.density)
        }
    }
}

/// What the signs of some densities amount to.
fn signs(density: &[f32]) -> Verdict {
    let (has_rock, has_air) = (density.iter().any(|d| *d < 0.0), density.iter().any(|d| *d >= 0.0));
    match (has_rock, has_air) {
        (true, false) => Verdict::Rock,
        (false, _) => Verdict::Air,
        (true, true) => Verdict::Mixed,
    }
}

/// What an unsampled point holds.
fn sign(verdict: Verdict) -> f32 {
    if verdict == Verdict::Rock { -1.0 } else { 1.0 }
}

struct Filler<'a> {
    chain: Chain<'a>,
    domain: &'a SampleBox,
    scratch: &'a mut FillScratch,
}

impl Filler<'_> {
    fn sample_everything(&mut self) {
        self.scratch.is_active.clear();
        self.scratch.is_active.resize(self.chain.len(), true);
        (0..self.chain.len()).for_each(|n| {
            self.chain.get(n);
        });
        let size = self.domain.size;
        for z in 0..size.z {
            for y in 0..size.y {
                self.sample_row(UVec3::new(0, y, z), size.x as usize);
            }
        }
    }

    fn prove_and_sample(&mut self) -> Verdict {
        let verdict = self.chain.verdict(self.domain);
        if let Verdict::Rock | Verdict::Air = verdict {
            self.scratch.density.fill(sign(verdict));
            return verdict;
        }
        let size = self.domain.size.to_array();
        let n_blocks = [0, 1, 2].map(|d| {
            split(size[d], BLOCK[d], &mut self.scratch.spans[d]);
            self.scratch.spans[d].len()
        });
        self.scratch.is_mixed.clear();
        self.scratch.is_mixed.resize(n_blocks.iter().product(), false);
        self.scratch.is_done.clear();
        self.scratch.is_done.resize(self.domain.len(), false);
        self.halve([0; 3], n_blocks, n_blocks);
        for z in 0..n_blocks[2] {
            for y in 0..n_blocks[1] {
                self.sample_blocks(y, z, n_blocks);
            }
        }
        signs(&self.scratch.density)
    }

    /// Proves a group of blocks (half-open block indices), or halves it until single blocks are left mixed.
    fn prove(&mut self, first: [usize; 3], end: [usize; 3], n_blocks: [usize; 3]) {
        let own = self.index_box(first, end, |span| span.own);
        match self.chain.verdict(&self.part(own)) {
            Verdict::Mixed if (0..3).all(|d| end[d] - first[d] == 1) => {
                self.scratch.is_mixed[(first[2] * n_blocks[1] + first[1]) * n_blocks[0] + first[0]] = true;
            }
            Verdict::Mixed => self.halve(first, end, n_blocks),
            verdict => self.mark(own, sign(verdict)),
        }
    }

    fn halve(&mut self, first: [usize; 3], end: [usize; 3], n_blocks: [usize; 3]) {
        let halves = [0, 1, 2].map(|d| {
            let middle = first[d] + (end[d] - first[d]).div_ceil(2);
            [(first[d], middle), (middle, end[d])]
        });
        for z in halves[2].iter().filter(|h| h.0 < h.1) {
            for y in halves[1].iter().filter(|h| h.0 < h.1) {
                for x in halves[0].iter().filter(|h| h.0 < h.1) {
                    self.prove([x.0, y.0, z.0], [x.1, y.1, z.1], n_blocks);
                }
            }
        }
    }

    /// Samples the mixed blocks of one row of blocks, neighbours together: long rows share the most.
    fn sample_blocks(&mut self, y: usize, z: usize, n_blocks: [usize; 3]) {
        let at = (z * n_blocks[1] + y) * n_blocks[0];
        let mut x = 0;
        while x < n_blocks[0] {
            let is_mixed = |x: &usize| self.scratch.is_mixed[at + x];
            let Some(first) = (x..n_blocks[0]).find(is_mixed) else { return };
            x = (first..n_blocks[0]).find(|x| !is_mixed(x)).unwrap_or(n_blocks[0]);
            self.sample_block([first, y, z], [x, y + 1, z + 1]);
        }
    }

    /// Index range (first, end) of the points of a group of blocks.
    fn index_box(&self, first: [usize; 3], end: [usize; 3], range: impl Fn(Span) -> (u32, u32)) -> (UVec3, UVec3) {
        let spans = &self.scratch.spans;
        let lo = [0, 1, 2].map(|d| range(spans[d][first[d]]).0);
        let hi = [0, 1, 2].map(|d| range(spans[d][end[d] - 1]).1);
        (UVec3::from_array(lo), UVec3::from_array(hi))
    }

    fn part(&self, (lo, hi): (UVec3, UVec3)) -> SampleBox {
        SampleBox { origin: self.domain.point(lo), level: self.domain.level, size: hi - lo }
    }

    /// Writes a proven sign to a group's own points.
    fn mark(&mut self, (lo, hi): (UVec3, UVec3), sign: f32) {
        for z in lo.z..hi.z {
            for y in lo.y..hi.y {
                let at = self.domain.offset(UVec3::new(lo.x, y, z));
                self.scratch.density[at..at + (hi.x - lo.x) as usize].fill(sign);
            }
        }
    }

    /// Samples a run of mixed blocks with its halo, leaving out operators that do nothing there and points already sampled.
    fn sample_block(&mut self, first: [usize; 3], end: [usize; 3]) {
        let halo = self.index_box(first, end, |span| span.halo);
        let part = self.part(halo);
        let Self { chain, scratch, .. } = self;
        scratch.is_active.clear();
        chain.bound(&part, |n, incoming| scratch.is_active.push(!chain.get(n).is_inert(&part, incoming)));
        for (n, op) in chain.ready_mut() {
            if scratch.is_active[n] {
                op.focus(&part);
            }
        }
        let (lo, hi) = halo;
        for z in lo.z..hi.z {
            for y in lo.y..hi.y {
                let at = self.domain.offset(UVec3::new(lo.x, y, z));
                let n = (hi.x - lo.x) as usize;
                let mut x = 0;
                while let Some(skipped) = self.scratch.is_done[at + x..at + n].iter().position(|done| !done) {
                    let first = x + skipped;
                    let rest = &mut self.scratch.is_done[at + first..at + n];
                    let length = rest.iter().position(|done| *done).unwrap_or(rest.len());
                    rest[..length].fill(true);
                    self.sample_row(UVec3::new(lo.x + first as u32, y, z), length);
                    x = first + length;
                }
            }
        }
    }

    /// Evaluates the active operators on `n` samples along x.
    fn sample_row(&mut self, index: UVec3, n: usize) {
        let FillScratch { density, shape, is_active, sampled, .. } = &mut *self.scratch;
        let at = self.domain.offset(index);
        let density = &mut density[at..at + n];
        density.fill(Channels::START.density);
        shape.clear();
        shape.resize(n, Channels::START.shape);
        let (start, step): (IVec3, i32) = (self.domain.point(index), self.domain.step());
        for (n, op) in self.chain.ready_mut() {
            if is_active[n] {
                op.row(Row { start, step, density, shape });
            }
        }
        for value in density.iter_mut() {
            *value = ops::without_negative_zero(*value);
        }
        *sampled += n;
    }
}

#[cfg(test)]
#[path = "fill_tests.rs"]
mod tests;
