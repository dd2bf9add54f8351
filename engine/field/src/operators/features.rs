//! The post of passages, backbone, landings and spine rooms: supports united, then clearances carved.
//!
//! Unions are plain minima: where two ways share a floor, or a way lies on its causeway, a smooth join would move the floor and leave a
//! step. The joins that need a fillet are inside each feature, between its own floor and wall.

use crate::baked::Baked;
use crate::feature::{Feature, Part};
use crate::hash::Tag;
use crate::index::{BoxIndex, LatticeBox};
use crate::local::Local;
use crate::noise::RowEval;
use crate::operator::{Prepared, Record};
use crate::vector::Path;
use crate::{Channels, Fractal, Interval, NO_SHAPE_M, Operator, Row, SampleBox, VoxelSize, ops};
use glam::{IVec3, UVec3};
use std::cell::{Cell, RefCell};

/// All features of a strate.
#[derive(Clone, Debug)]
pub struct FeaturePost {
    voxel: VoxelSize,
    supports: Features,
    clearances: Features,
    relief: Fractal,
    relief_origin: IVec3,
}

#[derive(Clone, Debug)]
struct Features {
    baked: Vec<Baked>,
    index: BoxIndex,
}

/// Features that can be nearest in a box, by id, with bounds of their distances.
type Contenders = Vec<(u32, Interval)>;

/// Samples along the edges of a cell that shares one list of contenders.
const CELL: UVec3 = UVec3::new(16, 4, 4);
/// How far features act.
const LOCAL: Local = Local { exact_m: 3.0, reach_m: 8.0 };
/// Bumps of the relief: cycles per metre and octaves.
const RELIEF_PER_M: f32 = 0.3;
const RELIEF_OCTAVES: u32 = 2;

pub(super) static RECORD: Record = Record::post(
    "features",
    "Adds the supports of passages, backbone and landings, then carves their clearances: one void field with its floors.",
);

impl Features {
    fn new(voxel: VoxelSize, features: &[Feature], part: Part) -> Self {
        let baked: Vec<Baked> = features.iter().filter(|f| f.part == part).map(|f| Baked::new(voxel, f)).collect();
        let index = BoxIndex::new(baked.iter().map(|b| b.reach(voxel, LOCAL.reach_m)).collect());
        Self { baked, index }
    }
    /// Distance of the nearest feature, from everything.
    fn nearest(&self, voxel: VoxelSize, p: IVec3, relief: f32) -> f32 {
        self.baked.iter().fold(NO_SHAPE_M, |d, baked| ops::min(baked.distance(voxel, p, relief), d))
    }
    /// The candidates that can be nearest somewhere in a box, with the slope bounds of their distances: the rest lie wholly behind one
    /// of these, or out of reach.
    fn contenders(&self, voxel: VoxelSize, ids: &[u32], part: &SampleBox, out: &mut Contenders) {
        let lattice = LatticeBox::of(part);
        out.clear();
        let mut least_hi = LOCAL.reach_m;
        for id in ids.iter().filter(|id| self.index.get(**id).meets(&lattice)) {
            let bound = self.baked[*id as usize].bound_by_slope(voxel, part);
            least_hi = ops::min(bound.hi, least_hi);
            out.push((*id, bound));
        }
        out.retain(|(_, bound)| bound.lo <= least_hi);
    }
    /// Encloses the local distance over a box, from candidates.
    fn bound(&self, voxel: VoxelSize, ids: &[u32], part: &SampleBox, near: &mut Contenders) -> Interval {
        self.contenders(voxel, ids, part, near);
        let nearest = near.iter().fold(Interval::point(NO_SHAPE_M), |nearest, (id, by_slope)| {
            crate::Num::min(nearest, self.baked[*id as usize].bound_by_terms(voxel, part).intersect(*by_slope))
        });
        LOCAL.bound(nearest)
    }
}

impl FeaturePost {
    /// Bakes strate-local features. Relief is shaped by `seed` and the place in the world, of which `relief_origin` is this frame's zero, so
    /// that a passage's wall is one across strates when both are given the same seed.
    pub fn new(voxel: VoxelSize, seed: u64, relief_origin: IVec3, features: &[Feature]) -> Self {
        Self {
            voxel,
            supports: Features::new(voxel, features, Part::Support),
            clearances: Features::new(voxel, features, Part::Clearance),
            relief_origin,
            relief: Fractal::sum(seed, Tag::PostRelief, RELIEF_PER_M, RELIEF_OCTAVES),
        }
    }
    /// Boxes round what the clearances of some features carve.
    pub fn taken(voxel: VoxelSize, features: &[Feature]) -> BoxIndex {
        let clearances = features.iter().filter(|feature| feature.part == Part::Clearance);
        BoxIndex::new(clearances.map(|feature| Baked::new(voxel, feature).reach(voxel, 0.0)).collect())
    }
    /// Share of the relief (0 to 1) for a noise value.
    #[inline(always)]
    fn relief_share(n: f32) -> f32 {
        ops::clamp(0.5 + 0.9 * n, 0.0, 1.0)
    }
}

/// Adds rock up to `support`, then carves air up to `clearance` (both local distances).
#[inline(always)]
fn joined(density: f32, support: f32, clearance: f32) -> f32 {
    ops::max(ops::min(density, support), -clearance)
}

impl Operator for FeaturePost {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, _voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let relief = Self::relief_share(self.relief.point(self.voxel, p + self.relief_origin));
        let support = LOCAL.of(self.supports.nearest(self.voxel, p, relief));
        let clearance = LOCAL.of(self.clearances.nearest(self.voxel, p, relief));
        Channels { density: joined(incoming.density, support, clearance), ..incoming }
    }
    fn prepare<'a>(&'a self, _voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let lattice = LatticeBox::of(domain);
        let noise = RowEval::new(self.relief, self.voxel, &SampleBox { origin: domain.origin + self.relief_origin, ..*domain });
        Box::new(PreparedFeatures {
            post: self,
            supports: Candidates::among(&self.supports, &lattice),
            clearances: Candidates::among(&self.clearances, &lattice),
            relief: Relief { post: self, noise, shares: Vec::new(), is_known: false },
            near: RefCell::default(),
            bounded: Cell::new(None),
            cells: Cells::over(domain),
            nearest: Vec::new(),
            path: Path::best(),
        })
    }
}

/// Ids of what can matter in the domain, and of what can be nearest where the rows are.
struct Candidates {
    all: Vec<u32>,
    focused: Vec<u32>,
}

impl Candidates {
    fn among(features: &Features, domain: &LatticeBox) -> Self {
        let mut all = Vec::new();
        features.index.query(domain, &mut all);
        Self { focused: all.clone(), all }
    }
    fn focus(&mut self, features: &Features, voxel: VoxelSize, part: &SampleBox, near: &mut Contenders) {
        features.contenders(voxel, &self.all, part, near);
        self.focused.clear();
        self.focused.extend(near.iter().map(|(id, _)| *id));
    }
}

/// A box divided into cells, each with the supports and clearances that can be nearest in it, looked up on first use.
struct Cells {
    part: SampleBox,
    n: UVec3,
    /// Empty until the first use: boxes that are merely bounded may be huge.
    lists: Vec<Option<[Contenders; 2]>>,
}

impl Cells {
    fn over(part: &SampleBox) -> Self {
        Self { part: *part, n: (part.size + (CELL - 1)) / CELL, lists: Vec::new() }
    }
    /// The lists of the cell that holds a sample of the box; `make` finds those of a box of samples.
    fn get(&mut self, index: UVec3, make: impl FnOnce(&SampleBox) -> [Contenders; 2]) -> &[Contenders; 2] {
        if self.lists.is_empty() {
            self.lists.resize((self.n.x * self.n.y * self.n.z) as usize, None);
        }
        let (at, part) = (index / CELL, &self.part);
        self.lists[((at.z * self.n.y + at.y) * self.n.x + at.x) as usize].get_or_insert_with(|| {
            let first = at * CELL;
            make(&SampleBox { origin: part.point(first), level: part.level, size: (part.size - first).min(CELL) })
        })
    }
}

struct PreparedFeatures<'a> {
    post: &'a FeaturePost,
    supports: Candidates,
    clearances: Candidates,
    relief: Relief<'a>,
    near: RefCell<Contenders>,
    /// The last box and what was found of it: bounds and inertness are asked of the same ones.
    bounded: Cell<Option<(SampleBox, (Interval, Interval))>>,
    cells: Cells,
    nearest: Vec<f32>,
    path: Path,
}

/// The relief's shares along the present row, evaluated when first read.
struct Relief<'a> {
    post: &'a FeaturePost,
    noise: RowEval,
    shares: Vec<f32>,
    is_known: bool,
}

impl Relief<'_> {
    fn begin(&mut self, n: usize) {
        self.shares.clear();
        self.shares.resize(n, 0.0);
        self.is_known = false;
    }
    fn read(&mut self, start: IVec3) {
        if !self.is_known {
            self.noise.row(start + self.post.relief_origin, &mut self.shares);
            self.shares.iter_mut().for_each(|share| *share = FeaturePost::relief_share(*share));
            self.is_known = true;
        }
    }
}

impl PreparedFeatures<'_> {
    fn bounds(&self, part: &SampleBox) -> (Interval, Interval) {
        if let Some((_, bounds)) = self.bounded.get().filter(|(known, _)| known == part) {
            return bounds;
        }
        let post = self.post;
        let mut near = self.near.borrow_mut();
        let support = post.supports.bound(post.voxel, &self.supports.all, part, &mut near);
        let bounds = (support, post.clearances.bound(post.voxel, &self.clearances.all, part, &mut near));
        self.bounded.set(Some((*part, bounds)));
        bounds
    }
}

impl Prepared for PreparedFeatures<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let (support, clearance) = self.bounds(part);
        let density = Interval {
            lo: joined(incoming.density.lo, support.lo, clearance.hi),
            hi: joined(incoming.density.hi, support.hi, clearance.lo),
        };
        Channels { density, ..incoming }
    }

    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        let (support, clearance) = self.bounds(part);
        incoming.density.hi < support.lo && incoming.density.lo > -clearance.lo
    }

    fn focus(&mut self, part: &SampleBox) {
        let (post, near) = (self.post, self.near.get_mut());
        self.supports.focus(&post.supports, post.voxel, part, near);
        self.clearances.focus(&post.clearances, post.voxel, part, near);
        self.cells = Cells::over(part);
    }

    fn row(&mut self, row: Row<'_>) {
        let Self { post, supports, clearances, relief, near, cells, nearest, path, .. } = self;
        let near = near.get_mut();
        let voxel = post.voxel;
        let index = ((row.start - cells.part.origin) / row.step).as_uvec3();
        relief.begin(row.density.len());
        let mut first = 0;
        while first < row.density.len() {
            let at = index + UVec3::new(first as u32, 0, 0);
            let end = row.density.len().min(first + (CELL.x - at.x % CELL.x) as usize);
            let lists = cells.get(at, |part| {
                let mut list = |features: &Features, ids: &[u32]| {
                    features.contenders(voxel, ids, part, near);
                    near.clone()
                };
                [list(&post.supports, &supports.focused), list(&post.clearances, &clearances.focused)]
            });
            let start = row.start + IVec3::X * (first as i32 * row.step);
            let density = &mut row.density[first..end];
            // What lies farther than `limit` everywhere changes no sample of this run. False if nothing is nearer.
            let mut measure = |features: &Features, list: &Contenders, limit: f32, nearest: &mut Vec<f32>| {
                nearest.clear();
                nearest.resize(end - first, NO_SHAPE_M);
                let mut any = false;
                for (id, _) in list.iter().filter(|(_, bound)| bound.lo < limit) {
                    let baked = &features.baked[*id as usize];
                    if baked.has_relief() {
                        relief.read(row.start);
                    }
                    baked.lower_row(*path, voxel, start, row.step, &relief.shares[first..end], nearest);
                    any = true;
                }
                nearest.iter_mut().for_each(|d| *d = LOCAL.of(*d));
                any
            };
            let [support, clearance] = lists;
            let airiest = density.iter().fold(f32::NEG_INFINITY, |most, d| ops::max(*d, most));
            if measure(&post.supports, support, airiest, nearest) {
                density.iter_mut().zip(&*nearest).for_each(|(density, d)| *density = ops::min(*density, *d));
            }
            let rockiest = density.iter().fold(f32::NEG_INFINITY, |most, d| ops::max(-*d, most));
            if measure(&post.clearances, clearance, rockiest, nearest) {
                density.iter_mut().zip(&*nearest).for_each(|(density, d)| *density = ops::max(*density, -*d));
            }
            first = end;
        }
    }
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
