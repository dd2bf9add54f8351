//! Which voids, and which pieces of ways, matter in a box.
//!
//! *Method.* Everything is measured once in the middle of a box. A distance changes by no more than the way from there, so what is far
//! enough behind another there may be left out of the box; the bits of what remains are those of everything.

use super::voids::Void;
use super::{Caves, FAR_M, ROUNDING_M};
use crate::operators::network::shape::Segment;
use crate::vector::LANES;
use crate::{SampleBox, ops};
use glam::UVec3;

/// Samples along the edges of a block and of a cell.
const BLOCK: UVec3 = UVec3::splat(16);
pub(super) const CELL: UVec3 = UVec3::new(LANES as u32, 4, 4);

/// The voids that matter in a box; of those, the ones in each block of samples, and of those again, the ones in each cell.
#[derive(Debug)]
pub(super) struct Lists<'a> {
    caves: &'a Caves,
    domain: SampleBox,
    voids: Vec<Void>,
    near: Near,
    blocks: Parts,
    cells: Parts,
}

/// Some of a list of voids, each with some of its pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed<'a> {
    voids: &'a [Void],
    near: &'a Near,
}

impl<'a> Lists<'a> {
    /// Of a box.
    pub fn of(caves: &'a Caves, domain: &SampleBox) -> Self {
        let voids = if domain.is_empty() { Vec::new() } else { caves.voids_in(domain) };
        let near = Near::of(voids.iter().enumerate().map(|(n, void)| (n, void, void.pieces())), caves, domain);
        Self { caves, domain: *domain, voids, near, blocks: Parts::of(domain, BLOCK), cells: Parts::of(domain, CELL) }
    }
    /// Whether nothing matters.
    pub fn is_empty(&self) -> bool {
        self.near.voids.is_empty()
    }
    /// What matters in the box.
    pub fn felt(&self) -> Listed<'_> {
        Listed { voids: &self.voids, near: &self.near }
    }
    /// What matters in the cell of a sample.
    pub fn at(&mut self, sample: UVec3) -> Listed<'_> {
        let Self { caves, domain, voids, near, blocks, cells } = self;
        let near = cells.at(domain, sample, |cell| {
            blocks.at(domain, sample, |block| near.within(caves, voids, block)).within(caves, voids, cell)
        });
        Listed { voids, near }
    }
}

impl<'a> Listed<'a> {
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.near.voids.is_empty()
    }
    /// The voids with their pieces.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = (&'a Void, &'a [Segment])> {
        self.near.with_places(self.voids).map(|(_, void, pieces)| (void, pieces))
    }
}

/// Places in a list of voids, in the list's order, and the pieces of each.
#[derive(Clone, Debug, Default)]
struct Near {
    voids: Vec<(usize, [usize; 2])>,
    pieces: Vec<Segment>,
}

impl Near {
    /// What of some voids, each with its place in the list and its pieces, matters in a box.
    fn of<'v>(felt: impl Iterator<Item = (usize, &'v Void, &'v [Segment])>, caves: &Caves, part: &SampleBox) -> Self {
        let seen = caves.seen_over(part, caves.roughness.range());
        let patch_m = caves.patch_m();
        let (mut near, mut distances, mut least) = (Self::default(), Vec::new(), FAR_M);
        for (n, void, pieces) in felt {
            let first = near.pieces.len();
            let distance = void.near(pieces, caves.build.voxel, part, seen, patch_m, &mut near.pieces);
            least = ops::min(distance.hi, least);
            near.voids.push((n, [first, near.pieces.len()]));
            distances.push(distance.lo);
        }
        let limit = ops::max(least + caves.join_m(), patch_m) + ROUNDING_M;
        let mut distances = distances.into_iter();
        near.voids.retain(|_| distances.next().is_some_and(|lo| lo < limit));
        near
    }
    /// What of it matters in a part of its box.
    fn within(&self, caves: &Caves, list: &[Void], part: &SampleBox) -> Self {
        Self::of(self.with_places(list), caves, part)
    }
    #[inline(always)]
    fn with_places<'a>(&'a self, list: &'a [Void]) -> impl Iterator<Item = (usize, &'a Void, &'a [Segment])> {
        self.voids.iter().filter_map(|(n, [from, to])| Some((*n, list.get(*n)?, self.pieces.get(*from..*to)?)))
    }
}

/// A box divided into equal parts, each with a list that is made on first use.
#[derive(Debug)]
struct Parts {
    size: UVec3,
    n: UVec3,
    /// Empty until the first use: boxes that are merely bounded may be huge.
    lists: Vec<Option<Near>>,
}

impl Parts {
    /// Nothing made yet.
    fn of(domain: &SampleBox, size: UVec3) -> Self {
        Self { size, n: (domain.size + (size - 1)) / size, lists: Vec::new() }
    }
    /// The list of the part that holds a sample, made by `make` where there is none yet.
    fn at(&mut self, domain: &SampleBox, sample: UVec3, make: impl FnOnce(&SampleBox) -> Near) -> &Near {
        if self.lists.is_empty() {
            self.lists.resize((self.n.x * self.n.y * self.n.z) as usize, None);
        }
        let part = sample / self.size;
        let at = ((part.z * self.n.y + part.y) * self.n.x + part.x) as usize;
        self.lists[at].get_or_insert_with(|| {
            let first = part * self.size;
            make(&SampleBox { origin: domain.point(first), level: domain.level, size: (domain.size - first).min(self.size) })
        })
    }
}
