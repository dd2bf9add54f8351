//! Scattered features made ready for a box: what is near, their relief along a row, and bounds.

use super::{Feature, Join, Placed, Relief, Scatter, Scattered};
use crate::index::LatticeBox;
use crate::noise::RowEval;
use crate::operator::Prepared;
use crate::{Channels, Interval, Num, Row, SampleBox, VoxelSize, ops};
use std::cell::Cell;

pub(super) struct PreparedScatter<F> {
    voxel: VoxelSize,
    join: Join,
    relief: Option<PreparedRelief>,
    /// Those that may change a point of the domain.
    all: Vec<Placed<F>>,
    /// Those that can be nearest where the rows are.
    focused: Vec<Placed<F>>,
    /// The last box and what was found of it: bounds and inertness are asked of the same ones.
    bounded: Cell<Option<(SampleBox, Interval)>>,
    /// Along a row.
    reliefs: Vec<f32>,
    nearest: Vec<f32>,
}

struct PreparedRelief {
    relief: Relief,
    rows: RowEval,
}

impl<F: Feature> PreparedScatter<F> {
    pub(super) fn new<K: Scattered<Feature = F>>(scatter: &Scatter<K>, voxel: VoxelSize, domain: &SampleBox) -> Self {
        let relief = scatter.kind.relief();
        let mut prepared = Self {
            voxel,
            join: scatter.kind.join(),
            relief: relief.map(|relief| PreparedRelief { relief, rows: RowEval::new(relief.noise, voxel, domain) }),
            all: Vec::new(),
            focused: Vec::new(),
            bounded: Cell::new(None),
            reliefs: Vec::new(),
            nearest: Vec::new(),
        };
        if !domain.is_empty() {
            let lattice = LatticeBox::of(domain);
            let mut near = Vec::new();
            scatter.each_near(voxel, domain.origin.truncate(), domain.last().truncate(), |placed| {
                if placed.reach.meets(&lattice) {
                    near.push(Placed::clone(placed));
                }
            });
            prepared.all = prepared.felt_in(near.iter(), domain);
        }
        prepared.focused.clone_from(&prepared.all);
        prepared
    }

    fn relief_over(&self, part: &SampleBox) -> Interval {
        self.relief.as_ref().map_or(Interval::point(0.0), |r| r.relief.bound(self.voxel, part))
    }

    /// Those of some features that can be nearest, and felt, somewhere in a box; cut down to what matters there.
    fn felt_in<'f>(&self, features: impl Iterator<Item = &'f Placed<F>>, part: &SampleBox) -> Vec<Placed<F>>
    where
        F: 'f,
    {
        let lattice = LatticeBox::of(part);
        let relief = self.relief_over(part);
        let mut least = self.join.local.reach_m;
        let mut felt = Vec::new();
        for placed in features.filter(|placed| placed.reach.meets(&lattice)) {
            let distance = placed.over(self.voxel, part, relief);
            least = ops::min(distance.hi, least);
            felt.push((placed, distance));
        }
        let trimmed = |placed: &Placed<F>| Placed {
            reach: placed.reach,
            feature: placed.feature.trimmed(placed.offset(self.voxel, part), relief),
        };
        // What is nowhere nearer than the farthest of another, or than the reach, is never the nearest.
        felt.into_iter().filter(|(_, distance)| distance.lo <= least).map(|(placed, _)| trimmed(placed)).collect()
    }

    /// Encloses the distance to the nearest feature where one is felt; infinite where none can be.
    fn nearest(&self, part: &SampleBox) -> Interval {
        if let Some((_, nearest)) = self.bounded.get().filter(|(known, _)| known == part) {
            return nearest;
        }
        let mut nearest = Interval::point(f32::INFINITY);
        if !self.all.is_empty() {
            let lattice = LatticeBox::of(part);
            let relief = self.relief_over(part);
            for placed in self.all.iter().filter(|placed| placed.reach.meets(&lattice)) {
                nearest = Num::min(placed.over(self.voxel, part, relief), nearest);
            }
        }
        self.bounded.set(Some((*part, nearest)));
        nearest
    }
}

impl<F: Feature> Prepared for PreparedScatter<F> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        Channels { density: self.join.bound(incoming.density, self.nearest(part)), ..incoming }
    }

    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.join.is_inert(incoming.density, self.nearest(part))
    }

    fn focus(&mut self, part: &SampleBox) {
        self.focused = self.felt_in(self.all.iter(), part);
    }

    fn row(&mut self, row: Row<'_>) {
        let Self { voxel, join, relief, focused, reliefs, nearest, .. } = self;
        if focused.is_empty() {
            return;
        }
        let n = row.density.len();
        reliefs.clear();
        reliefs.resize(n, 0.0);
        if let Some(PreparedRelief { relief, rows }) = relief {
            rows.row(row.start, reliefs);
            reliefs.iter_mut().for_each(|share| *share *= relief.height_m);
        }
        nearest.clear();
        nearest.resize(n, f32::INFINITY);
        let voxel_m = voxel.metres();
        for Placed { feature, .. } in focused {
            let anchor = feature.anchor();
            let [_, y, z] = anchor.offset_to(voxel_m, row.start);
            let first = row.start.x - anchor.anchor.x;
            let x = |i: usize| (first + i as i32 * row.step) as f32 * voxel_m - anchor.rest_m.x;
            feature.lower_row(x, [y, z], reliefs, nearest);
        }
        for (density, distance) in row.density.iter_mut().zip(nearest) {
            *density = join.point(*density, *distance);
        }
    }
}
