//! Cellular noise: how near the nearest of scattered sites is.
//!
//! *Vocabulary.* Every cell of noise space holds one **site**, a hash's jitter away from its middle. The distance to the nearest site is
//! held at [`CAP`] cells; no site outside the 27 cells round a point's own can be nearer than that, so those 27 decide exactly.
//!
//! *Range.* The value is 1 at a site and falls with the square of the distance to −1 at [`CAP`]; both ends are reached. *Slope.* It
//! changes by at most [`LIPSCHITZ_CELLULAR`] per cell of distance. The tests find both by search over positions and worst sites.

use super::{Axis, RANGE_MARGIN};
use crate::hash::{self, Tag};
use crate::{Interval, SampleBox, VoxelSize, ops};
use glam::IVec3;

/// Edge of the box round a cell's middle in which its site lies, in cells.
const JITTER: f32 = 0.8;
/// Distance at which the noise is flat, in cells: that of the nearest possible site beyond the neighbouring cells.
const CAP: f32 = 1.5 - 0.5 * JITTER;
const CAP_SQUARED: f32 = CAP * CAP;
/// Most that the value changes per cell of distance: the square's slope at [`CAP`], over half its range.
pub const LIPSCHITZ_CELLULAR: f32 = 4.0 / CAP;

/// A cellular noise of one size of cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cellular {
    /// Seed of the world or strate.
    pub seed: u64,
    /// Domain; two noises of one world must not share it.
    pub tag: Tag,
    /// Cells per metre along each axis, zero or positive; along an axis with zero the noise does not change.
    pub frequency_per_m: [f32; 3],
}

/// A cellular noise made ready for a voxel size.
#[derive(Clone, Copy, Debug)]
struct Ready {
    key: u32,
    cells_per_lattice: [f64; 3],
    phase: [f64; 3],
}

impl Ready {
    fn axis(&self, dimension: usize, lattice: i32) -> Axis {
        Axis::at(f64::from(lattice) * self.cells_per_lattice[dimension] + self.phase[dimension])
    }
    /// Place of a cell's site within it.
    #[inline(always)]
    fn site(&self, x: i32, y: i32, z: i32) -> [f32; 3] {
        let h = hash::noise_corner(self.key, x, y, z);
        [h, h >> 10, h >> 20].map(|bits| (bits & 0x3ff) as f32 * (JITTER / 1023.0) + (0.5 - 0.5 * JITTER))
    }
    /// Squared distance to the nearest site, held at the cap.
    fn nearest_squared(&self, p: IVec3) -> f32 {
        let [x, y, z] = [self.axis(0, p.x), self.axis(1, p.y), self.axis(2, p.z)];
        let mut nearest = CAP_SQUARED;
        for k in -1..=1 {
            for j in -1..=1 {
                for i in -1..=1 {
                    let site = self.site(x.cell.wrapping_add(i), y.cell.wrapping_add(j), z.cell.wrapping_add(k));
                    let aside = squared(site[1], j, y.t) + squared(site[2], k, z.t);
                    nearest = ops::min(squared(site[0], i, x.t) + aside, nearest);
                }
            }
        }
        nearest
    }
}

/// Square of the distance along one axis between a site in a neighbouring cell and a place in this one.
#[inline(always)]
fn squared(site: f32, neighbour: i32, t: f32) -> f32 {
    let d = (site + neighbour as f32) - t;
    d * d
}

#[inline(always)]
fn value(nearest_squared: f32) -> f32 {
    1.0 - nearest_squared * (2.0 / CAP_SQUARED)
}

impl Cellular {
    fn ready(&self, voxel: VoxelSize) -> Ready {
        let key = hash::noise_key(self.seed, self.tag, 0);
        Ready {
            key,
            cells_per_lattice: self.frequency_per_m.map(|f| ops::wide_product(f, voxel.metres())),
            phase: [0, 1, 2].map(|d| f64::from(hash::noise_corner(key, d, d, d)) / 4_294_967_296.0),
        }
    }
    /// Value at a lattice point, within ±(1 + [`RANGE_MARGIN`]).
    pub fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        value(self.ready(voxel).nearest_squared(p))
    }
    /// Encloses the values at the points of a box: the middle's distance ± the box's reach.
    pub fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let ready = self.ready(voxel);
        let (middle, reach) = part.middle_and_reach();
        let mut radius_squared = 0.0;
        for d in 0..3 {
            let r = reach[d] * ready.cells_per_lattice[d] as f32;
            radius_squared += r * r;
        }
        let radius = radius_squared.sqrt() + RANGE_MARGIN;
        if radius >= CAP {
            return Interval { lo: -1.0, hi: 1.0 }.widen(RANGE_MARGIN);
        }
        let nearest = ready.nearest_squared(middle).sqrt();
        let (near, far) = (ops::max(nearest - radius, 0.0), ops::min(nearest + radius, CAP));
        Interval { lo: value(far * far), hi: value(near * near) }.widen(RANGE_MARGIN)
    }
}

/// Cells of a domain above which sites are hashed as they are needed.
const MOST_CELLS: usize = 40 * 40 * 40;

/// Rows of a cellular noise over a prepared domain: sites are hashed once, on the first row. The bits of [`Cellular::point`].
#[derive(Debug)]
pub struct CellularRows {
    ready: Ready,
    domain: SampleBox,
    tables: Option<Tables>,
    /// Sites that may be nearest in a run of samples: place along x, and square of the distance across it.
    near: Vec<[f32; 2]>,
}

#[derive(Debug)]
struct Tables {
    x: Vec<Axis>,
    first: [i32; 3],
    n: [usize; 3],
    /// Sites, x fastest; empty where cells are too many.
    sites: Vec<[f32; 3]>,
}

impl CellularRows {
    /// Cheap: nothing is computed until the first row. Every row must lie on the domain's own points.
    pub fn new(noise: Cellular, voxel: VoxelSize, domain: &SampleBox) -> Self {
        Self { ready: noise.ready(voxel), domain: *domain, tables: None, near: Vec::new() }
    }

    /// Values of the samples from `start` on, along x, at the domain's step.
    pub fn row(&mut self, start: IVec3, out: &mut [f32]) {
        let Self { ready, domain, tables, near } = self;
        let tables = tables.get_or_insert_with(|| Tables::new(ready, domain));
        let first = ((start.x - domain.origin.x) / domain.step()) as usize;
        let Some(mut left) = tables.x.get(first..first + out.len()) else { return };
        let (y, z) = (ready.axis(1, start.y), ready.axis(2, start.z));
        let mut out = out;
        while let Some(cell) = left.first().map(|axis| axis.cell) {
            let n = left.iter().position(|axis| axis.cell != cell).unwrap_or(left.len());
            let (run, rest) = left.split_at(n);
            let (run_out, rest_out) = out.split_at_mut(n);
            tables.gather(ready, cell, &y, &z, near);
            run_out.fill(CAP_SQUARED);
            for [along, aside] in near.iter() {
                for (nearest, axis) in run_out.iter_mut().zip(run) {
                    let d = along - axis.t;
                    *nearest = ops::min(d * d + aside, *nearest);
                }
            }
            for nearest in run_out.iter_mut() {
                *nearest = value(*nearest);
            }
            (left, out) = (rest, rest_out);
        }
    }
}

impl Tables {
    fn new(ready: &Ready, domain: &SampleBox) -> Self {
        let last = domain.last();
        let first = [0, 1, 2].map(|d| ready.axis(d, domain.origin[d]).cell.wrapping_sub(1));
        let n = [0, 1, 2].map(|d| ready.axis(d, last[d]).cell.wrapping_sub(first[d]) as usize + 2);
        let x = (0..domain.size.x as i32).map(|i| ready.axis(0, domain.origin.x + i * domain.step())).collect();
        let mut sites = Vec::new();
        let cells = n[0].saturating_mul(n[1]).saturating_mul(n[2]);
        if cells <= MOST_CELLS {
            sites.reserve(cells);
            for z in 0..n[2] as i32 {
                for y in 0..n[1] as i32 {
                    sites.extend((0..n[0] as i32).map(|x| ready.site(first[0] + x, first[1] + y, first[2] + z)));
                }
            }
        }
        Self { x, first, n, sites }
    }
    fn site(&self, ready: &Ready, cell: [i32; 3]) -> [f32; 3] {
        let index = [0, 1, 2].map(|d| cell[d].wrapping_sub(self.first[d]) as usize);
        let known = self.sites.get((index[2] * self.n[1] + index[1]) * self.n[0] + index[0]);
        known.copied().unwrap_or_else(|| ready.site(cell[0], cell[1], cell[2]))
    }
    /// Collects the sites round a cell that are near enough across x to matter.
    fn gather(&self, ready: &Ready, x: i32, y: &Axis, z: &Axis, near: &mut Vec<[f32; 2]>) {
        near.clear();
        for k in -1..=1 {
            for j in -1..=1 {
                for i in -1..=1 {
                    let site = self.site(ready, [x.wrapping_add(i), y.cell.wrapping_add(j), z.cell.wrapping_add(k)]);
                    let aside = squared(site[1], j, y.t) + squared(site[2], k, z.t);
                    if aside < CAP_SQUARED {
                        near.push([site[0] + i as f32, aside]);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Rolls;
    use glam::{UVec3, Vec3};

    fn noises() -> Vec<Cellular> {
        let noise = |frequency_per_m| Cellular { seed: 31, tag: Tag::Test, frequency_per_m };
        vec![noise([0.5; 3]), noise([0.07; 3]), noise([0.3, 0.3, 0.9]), noise([0.12, 0.12, 0.0]), noise([4.0; 3])]
    }

    /// Distances from a place in the middle cell to the nearest and farthest site each of some cells may have.
    fn reach_of(cell: [i32; 3], at: Vec3) -> [f32; 2] {
        let (mut near, mut far) = (0.0, 0.0);
        for d in 0..3 {
            let (lo, hi) = (cell[d] as f32 + 0.5 - 0.5 * JITTER - at[d], cell[d] as f32 + 0.5 + 0.5 * JITTER - at[d]);
            let outside = ops::max(ops::max(lo, -hi), 0.0);
            let across = ops::max(ops::abs(lo), ops::abs(hi));
            near += outside * outside;
            far += across * across;
        }
        [near.sqrt(), far.sqrt()]
    }

    fn cells(reach: i32) -> impl Iterator<Item = [i32; 3]> {
        let side = 2 * reach + 1;
        (0..side * side * side).map(move |i| [i % side - reach, i / side % side - reach, i / side / side - reach])
    }

    #[test]
    fn search_confirms_that_the_neighbouring_cells_decide_and_both_ends_are_reached() {
        let (mut nearest_beyond, mut farthest) = (f32::INFINITY, 0.0);
        for i in 0..=20 {
            for j in 0..=20 {
                for k in 0..=20 {
                    let at = Vec3::new(i as f32, j as f32, k as f32) / 20.0;
                    let beyond = cells(2).filter(|cell| cell.iter().any(|c| c.abs() == 2));
                    nearest_beyond = beyond.fold(nearest_beyond, |near, cell| ops::min(reach_of(cell, at)[0], near));
                    // The worst sites: each as far away as its cell allows.
                    farthest = ops::max(cells(1).fold(9.0, |far, cell| ops::min(reach_of(cell, at)[1], far)), farthest);
                }
            }
        }
        assert!((nearest_beyond - CAP).abs() < 1e-5, "a site beyond the neighbours is {nearest_beyond} cells away");
        assert!(farthest > CAP, "sites are at most {farthest} cells away");
        assert_eq!((value(0.0), value(CAP_SQUARED)), (1.0, -1.0));
    }

    #[test]
    fn search_confirms_the_slope() {
        let noise = Cellular { seed: 5, tag: Tag::Test, frequency_per_m: [0.25; 3] };
        let (voxel, mut rolls) = (VoxelSize::DEFAULT, Rolls::new(7, Tag::Test, IVec3::ZERO));
        let mut steepest = 0.0;
        for _ in 0..300_000 {
            let mut any = |n: i32| rolls.below(2 * n as u32 + 1) as i32 - n;
            let (p, d) = (IVec3::new(any(9000), any(9000), any(9000)), IVec3::new(any(1), any(1), any(1)));
            if d != IVec3::ZERO {
                let change = ops::abs(noise.point(voxel, p + d) - noise.point(voxel, p));
                steepest = ops::max(change / (d.as_vec3().length() * 0.25 * voxel.metres()), steepest);
            }
        }
        let stated = LIPSCHITZ_CELLULAR;
        assert!(steepest <= stated * 1.001 && steepest > 0.8 * stated, "slope {steepest}, stated {stated}");
    }

    #[test]
    fn rows_have_the_bits_of_points() {
        let mut rolls = Rolls::new(1, Tag::Test, IVec3::ZERO);
        for noise in noises() {
            for level in [0, 1, 4] {
                let origin = IVec3::new(-130_957, 60_011, -37 + level);
                let domain = SampleBox { origin, level: level as u8, size: UVec3::new(37, 9, 6) };
                let mut rows = CellularRows::new(noise, VoxelSize::DEFAULT, &domain);
                for _ in 0..12 {
                    let index = UVec3::new(rolls.below(30), rolls.below(9), rolls.below(6));
                    let mut out = vec![9.0; 1 + rolls.below(37 - index.x) as usize];
                    rows.row(domain.point(index), &mut out);
                    for (i, got) in out.iter().enumerate() {
                        let p = domain.point(index + UVec3::new(i as u32, 0, 0));
                        assert_eq!(got.to_bits(), noise.point(VoxelSize::DEFAULT, p).to_bits(), "{noise:?} at {p}");
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_enclose_and_values_spread() {
        let voxel = VoxelSize::DEFAULT;
        for noise in noises() {
            let (mut vacuous, mut lowest, mut highest) = (0, 1.0, -1.0);
            for n in 0..60 {
                let origin = IVec3::new(n * 977 - 90_000, n * 313, n * 71 - 300);
                let part = SampleBox { origin, level: (n % 2) as u8, size: UVec3::new(5, 4, 3) };
                let bound = noise.bound(voxel, &part);
                vacuous += i32::from(bound.width() >= 2.0);
                for i in 0..60 {
                    let value = noise.point(voxel, part.point(UVec3::new(i % 5, i / 5 % 4, i / 20)));
                    assert!(bound.contains(value), "{noise:?} {part:?}");
                    (lowest, highest) = (ops::min(value, lowest), ops::max(value, highest));
                }
            }
            let is_fine = noise.frequency_per_m[0] > 1.0;
            assert!(is_fine || vacuous < 40, "{noise:?}: {vacuous} bounds say nothing");
            assert!(lowest < -0.2 && highest > 0.6, "{noise:?}: {lowest} to {highest}");
        }
    }

    #[test]
    fn values_are_pinned() {
        let noise = Cellular { seed: 42, tag: Tag::Test, frequency_per_m: [0.11, 0.11, 0.3] };
        let bits = [IVec3::new(-130_001, 77, 901), IVec3::ZERO].map(|p| noise.point(VoxelSize::DEFAULT, p).to_bits());
        let pinned = [0x3f05_f46e, 0x3f1e_4f3d];
        assert_eq!(bits, pinned, "{bits:#010x?}");
    }
}
