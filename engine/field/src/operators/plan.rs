//! Plans: what depends on XY alone is measured once per column of a tile and shared by all its rows.
//!
//! *Vocabulary.* A **figure** is a distance in the plane round a **spot**. A [`Plan`] is the least of many figures, held at a limit, with
//! only those kept that can be less than the limit in a domain. A [`Sheet`] keeps several values per column round one spot.
//!
//! *Invariant.* A figure is at least the limit outside its reach, so leaving it out there changes no bit of the least.

use crate::feature::Anchored;
use crate::vector::{Lanes, RAMP, Whole, WholeLanes};
use crate::{Interval, Num, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, Vec3};
use std::ops::Range;

/// A place in the plane as an integer lattice anchor and a remainder: the same offsets wherever it is seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The lattice point at or below it.
    pub lattice: IVec2,
    /// Metres from there, each within one voxel.
    pub rest_m: [f32; 2],
}

impl Spot {
    /// Anchors a position in metres.
    pub fn new(voxel: VoxelSize, at_m: DVec2) -> Self {
        let lattice = (at_m * f64::from(voxel.per_metre())).floor().as_ivec2();
        let rest = at_m - lattice.as_dvec2() * f64::from(voxel.metres());
        Self { lattice, rest_m: [rest.x as f32, rest.y as f32] }
    }
    /// Metres from here to a lattice point.
    #[inline(always)]
    pub fn offset_m(&self, voxel: VoxelSize, p: IVec2) -> [f32; 2] {
        let d = p - self.lattice;
        [d.x as f32 * voxel.metres() - self.rest_m[0], d.y as f32 * voxel.metres() - self.rest_m[1]]
    }
    /// Offsets of eight lattice points side by side along x, the first at `p`: lane by lane the bits of [`Spot::offset_m`].
    #[inline(always)]
    pub fn offsets_m<V: Lanes>(&self, voxel: VoxelSize, p: IVec2, step: i32) -> [V; 2] {
        let [_, y] = self.offset_m(voxel, p);
        let first = V::Whole::of(p.x.wrapping_sub(self.lattice.x) as u32);
        let steps = V::Whole::load(&RAMP).times(step as u32).plus(first);
        [steps.real() * V::of(voxel.metres()) - V::of(self.rest_m[0]), V::of(y)]
    }
    /// As features have it, at height zero.
    pub fn anchored(&self) -> Anchored {
        Anchored { anchor: self.lattice.extend(0), rest_m: Vec3::new(self.rest_m[0], self.rest_m[1], 0.0) }
    }
    /// Encloses [`Spot::offset_m`] over the columns of a box.
    pub fn over(&self, voxel: VoxelSize, part: &SampleBox) -> [Interval; 2] {
        let [lo, hi] = [part.origin, part.last()].map(|p| self.offset_m(voxel, p.truncate()));
        [Interval::new(lo[0], hi[0]), Interval::new(lo[1], hi[1])]
    }
    /// Lattice corners of a rectangle that holds every point within `half_m` of here, per axis.
    pub fn around(&self, voxel: VoxelSize, half_m: [f32; 2]) -> Rectangle {
        let steps = half_m.map(|half| (half * voxel.per_metre() as f32).ceil() as i32 + 2);
        let steps = IVec2::from_array(steps);
        Rectangle { min: self.lattice - steps, max: self.lattice + steps }
    }
}

/// A closed rectangle of lattice columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Least corner, inclusive.
    pub min: IVec2,
    /// Greatest corner, inclusive.
    pub max: IVec2,
}

impl Rectangle {
    /// The columns of a box of samples, ignoring its step.
    pub fn of(part: &SampleBox) -> Self {
        Self { min: part.origin.truncate(), max: part.last().truncate() }
    }
    /// Whether two rectangles share a column.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
    /// Indices along one axis of the samples of a domain that lie inside.
    fn span(&self, domain: &SampleBox, axis: usize) -> Range<usize> {
        let (step, first, n) = (domain.step(), domain.origin[axis], domain.size[axis] as i32);
        let start = (self.min[axis] - first + step - 1).div_euclid(step).clamp(0, n);
        let end = ((self.max[axis] - first).div_euclid(step) + 1).clamp(start, n);
        start as usize..end as usize
    }
}

/// A distance, or a rising function of one, in the plane.
pub trait Figure: Copy {
    /// Where it is measured from.
    fn spot(&self) -> Spot;
    /// Half sizes in metres of the rectangle round the spot outside which the value is at least `limit`.
    fn reach_m(&self, limit: f32) -> [f32; 2];
    /// The value at an offset in metres from the spot.
    fn value<N: Num>(&self, offset: [N; 2]) -> N;
    /// Encloses the values over a rectangle of offsets.
    fn over(&self, offset: [Interval; 2]) -> Interval {
        self.value(offset)
    }
}

/// See the module's text.
#[derive(Clone, Debug)]
pub struct Plan<F> {
    voxel: VoxelSize,
    limit: f32,
    figures: Vec<(F, Rectangle)>,
}

impl<F: Figure> Plan<F> {
    /// Those of some figures that can be less than `limit` somewhere in a rectangle, in their order.
    pub fn new(voxel: VoxelSize, limit: f32, figures: impl Iterator<Item = F>, wanted: &Rectangle) -> Self {
        let placed = figures.map(|figure| (figure, figure.spot().around(voxel, figure.reach_m(limit))));
        Self { voxel, limit, figures: placed.filter(|(_, reach)| reach.meets(wanted)).collect() }
    }
    /// Whether no figure can be felt.
    pub fn is_empty(&self) -> bool {
        self.figures.is_empty()
    }
    /// The least value at a column: the definition.
    pub fn at(&self, p: IVec2) -> f32 {
        let values = self.figures.iter().map(|(figure, _)| figure.value(figure.spot().offset_m(self.voxel, p)));
        values.fold(self.limit, |least, value| ops::min(value, least))
    }
    /// Encloses [`Plan::at`] over the columns of a box.
    pub fn over(&self, part: &SampleBox) -> Interval {
        let wanted = Rectangle::of(part);
        let felt = self.figures.iter().filter(|(_, reach)| reach.meets(&wanted));
        felt.fold(Interval::point(self.limit), |least, (figure, _)| {
            Num::min(figure.over(figure.spot().over(self.voxel, part)), least)
        })
    }
    /// Values of the columns `index` on of a domain, along x.
    fn stamp(&self, domain: &SampleBox, y: usize, out: &mut [f32]) {
        out.fill(self.limit);
        for (figure, reach) in self.figures.iter().filter(|(_, reach)| reach.span(domain, 1).contains(&y)) {
            let xs = reach.span(domain, 0);
            let spot = figure.spot();
            let line = Line::new(self.voxel, &spot, domain, y);
            let first = xs.start;
            for (i, least) in out[xs].iter_mut().enumerate() {
                *least = ops::min(figure.value(line.offset_m(first + i)), *least);
            }
        }
    }
}

/// A row of columns seen from a spot: the bits of [`Spot::offset_m`].
struct Line {
    first: i32,
    step: i32,
    voxel_m: f32,
    rest_m: f32,
    y: f32,
}

impl Line {
    fn new(voxel: VoxelSize, spot: &Spot, domain: &SampleBox, y: usize) -> Self {
        let start = domain.origin.truncate() + IVec2::new(0, y as i32 * domain.step());
        let [_, y] = spot.offset_m(voxel, start);
        let first = start.x - spot.lattice.x;
        Self { first, step: domain.step(), voxel_m: voxel.metres(), rest_m: spot.rest_m[0], y }
    }
    #[inline(always)]
    fn offset_m(&self, i: usize) -> [f32; 2] {
        [(self.first + i as i32 * self.step) as f32 * self.voxel_m - self.rest_m, self.y]
    }
}

/// The values of a plan over a domain, row by row on first use.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    rows: Vec<Vec<f32>>,
}

impl Columns {
    /// Values of row `y` of the domain, one per sample along x.
    pub fn row<F: Figure>(&mut self, plan: &Plan<F>, domain: &SampleBox, y: usize) -> &[f32] {
        if self.rows.is_empty() {
            self.rows.resize(domain.size.y as usize, Vec::new());
        }
        let Some(row) = self.rows.get_mut(y) else { return &[] };
        if row.is_empty() {
            row.resize(domain.size.x as usize, 0.0);
            plan.stamp(domain, y, row);
        }
        row
    }
}

/// Several values per column within reach of one spot, row by row on first use.
#[derive(Clone, Debug)]
pub struct Sheet<const K: usize> {
    spot: Spot,
    xs: Range<usize>,
    ys: Range<usize>,
    rows: Vec<[Vec<f32>; K]>,
}

impl<const K: usize> Sheet<K> {
    /// For the columns of a domain inside a rectangle.
    pub fn new(spot: Spot, reach: &Rectangle, domain: &SampleBox) -> Self {
        Self { spot, xs: reach.span(domain, 0), ys: reach.span(domain, 1), rows: Vec::new() }
    }
    /// Those of the samples `wanted` of row `y` that are within reach, as indices along x, with the values of each. `measure` gives the
    /// values at an offset in metres.
    pub fn row(
        &mut self,
        (voxel, domain): (VoxelSize, &SampleBox),
        y: usize,
        wanted: Range<usize>,
        measure: impl Fn([f32; 2]) -> [f32; K],
    ) -> Option<(Range<usize>, [&[f32]; K])> {
        let (from, to) = (wanted.start.max(self.xs.start), wanted.end.min(self.xs.end));
        if from >= to || !self.ys.contains(&y) {
            return None;
        }
        if self.rows.is_empty() {
            self.rows = vec![[const { Vec::new() }; K]; self.ys.len()];
        }
        let row = self.rows.get_mut(y - self.ys.start)?;
        if row[0].is_empty() {
            let line = Line::new(voxel, &self.spot, domain, y);
            for values in row.iter_mut() {
                values.resize(self.xs.len(), 0.0);
            }
            for i in 0..self.xs.len() {
                let measured = measure(line.offset_m(self.xs.start + i));
                for (values, value) in row.iter_mut().zip(measured) {
                    values[i] = value;
                }
            }
        }
        let first = self.xs.start;
        Some((from..to, std::array::from_fn(|k| &row[k][from - first..to - first])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use glam::{IVec3, UVec3};

    #[derive(Clone, Copy, Debug)]
    struct Disc(Spot, f32);

    impl Figure for Disc {
        fn spot(&self) -> Spot {
            self.0
        }
        fn reach_m(&self, limit: f32) -> [f32; 2] {
            [self.1 + limit; 2]
        }
        fn value<N: Num>(&self, [x, y]: [N; 2]) -> N {
            (x.square() + y.square()).sqrt() - N::of(self.1)
        }
    }

    fn discs(rolls: &mut Rolls, voxel: VoxelSize) -> Vec<Disc> {
        (0..40)
            .map(|_| {
                let at_m = DVec2::new(f64::from(rolls.range(-60.0, 60.0)), f64::from(rolls.range(-60.0, 60.0)));
                Disc(Spot::new(voxel, at_m + 9000.0), rolls.range(0.5, 6.0))
            })
            .collect()
    }

    #[test]
    fn columns_have_the_bits_of_all_figures_and_bounds_enclose() {
        let voxel = VoxelSize::DEFAULT;
        let mut rolls = Rolls::new(5, Tag::Test, IVec3::ZERO);
        let all = discs(&mut rolls, voxel);
        let everywhere = Rectangle { min: IVec2::splat(i32::MIN / 2), max: IVec2::splat(i32::MAX / 2) };
        let everything = Plan::new(voxel, 5.0, all.iter().copied(), &everywhere);
        let (mut near, mut far) = (0, 0);
        for n in 0..60 {
            let level = (n % 4) as u8;
            let origin = IVec3::new(35_760 + rolls.below(400) as i32, 35_760 + rolls.below(400) as i32, 0);
            let domain = SampleBox { origin, level, size: UVec3::new(1 + rolls.below(30), 1 + rolls.below(12), 3) };
            let plan = Plan::new(voxel, 5.0, all.iter().copied(), &Rectangle::of(&domain));
            let (mut columns, bound) = (Columns::default(), plan.over(&domain));
            for y in 0..domain.size.y {
                for x in 0..domain.size.x {
                    let p = domain.point(UVec3::new(x, y, 0)).truncate();
                    let value = columns.row(&plan, &domain, y as usize)[x as usize];
                    assert_eq!(value.to_bits(), everything.at(p).to_bits());
                    assert!(bound.contains(value));
                    (near, far) = (near + i32::from(value < 5.0), far + i32::from(value == 5.0));
                }
            }
        }
        assert!(near > 1000 && far > 300, "{near} near, {far} far");
    }

    #[test]
    fn a_forgotten_figure_is_noticed() {
        let voxel = VoxelSize::DEFAULT;
        let all = discs(&mut Rolls::new(5, Tag::Test, IVec3::ZERO), voxel);
        let here = |n_left_out| {
            let rectangle = Rectangle { min: all[3].0.lattice, max: all[3].0.lattice };
            Plan::new(voxel, 5.0, all.iter().copied().skip(n_left_out), &rectangle).at(all[3].0.lattice)
        };
        assert!(here(0) < here(4));
    }

    #[test]
    fn a_sheet_covers_exactly_what_is_in_reach() {
        let voxel = VoxelSize::DEFAULT;
        let spot = Spot::new(voxel, DVec2::new(3.3, -7.9));
        let reach = spot.around(voxel, [4.0, 2.0]);
        let domain = SampleBox { origin: IVec3::new(-20, -60, 0), level: 1, size: UVec3::new(40, 40, 1) };
        let mut sheet = Sheet::<2>::new(spot, &reach, &domain);
        let mut n_seen = 0;
        for y in 0..40 {
            let seen = sheet.row((voxel, &domain), y, 3..37, |offset| offset);
            for x in 0..40 {
                let p = domain.point(UVec3::new(x as u32, y as u32, 0)).truncate();
                let is_in = reach.meets(&Rectangle { min: p, max: p }) && (3..37).contains(&x);
                let found = seen.as_ref().filter(|(xs, _)| xs.contains(&x));
                assert_eq!(found.is_some(), is_in, "{p}");
                if let Some((xs, values)) = found {
                    assert_eq!([values[0][x - xs.start], values[1][x - xs.start]], spot.offset_m(voxel, p));
                    n_seen += 1;
                }
            }
        }
        assert!(n_seen > 50);
    }
}
