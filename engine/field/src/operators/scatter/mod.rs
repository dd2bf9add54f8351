//! Features on a jittered hash lattice that act on the density near them: columns, arches, pits, clefts, walls of rock.
//!
//! *Vocabulary.* The plane is divided into square **cells**; by hash a cell holds a **feature** or none. A feature is an anchor and a
//! distance; the nearest feature of an operator is **joined** smoothly to what comes in. *Invariants.* A feature depends on its cell
//! alone, so every window agrees; its cell's **spread** covers all it can change; beyond the join's reach the density keeps its bits.
//! *Cost.* Features are made once per cell, kept, and cut down to what is near before the first row.

pub mod arch;
pub mod bridge;
pub mod chasm;
pub mod chimney;
pub mod dome;
pub mod free_columns;
mod line;
pub mod pit;
mod prepared;
pub mod ridge;
mod site;
#[cfg(test)]
mod tests;

pub use site::{Site, Strewn};

use crate::baked::lattice_box;
use crate::feature::Anchored;
use crate::index::LatticeBox;
use crate::local::Local;
use crate::operator::{Nature, Prepared, Role};
use crate::{Channels, Fractal, Interval, Num, Operator, Record, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A solid that stands somewhere and acts on the density near it.
pub trait Feature: Clone + std::fmt::Debug + Send + Sync {
    /// Where it stands; offsets are measured from here.
    fn anchor(&self) -> &Anchored;
    /// Distance at an offset in metres, negative inside. `relief` (metres, either sign) moves walls outwards and changes the distance by
    /// no more than itself.
    fn distance<N: Num>(&self, offset: [N; 3], relief: N) -> N;
    /// Least and greatest offsets at which the distance may be below `distance_m`, whatever the relief (at most `relief_m` either way).
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2];
    /// Most that the distance changes per metre; `None` if that says little.
    fn lipschitz(&self) -> Option<f32> {
        None
    }
    /// The same without the pieces that are nearest nowhere in a box of offsets: the same bits there, sooner.
    fn trimmed(&self, _offset: [Interval; 3], _relief: Interval) -> Self {
        self.clone()
    }
    /// Lowers `nearest` to this distance where that is less, for samples at offsets `(x(i), y, z)`: the bits of the distance.
    fn lower_row(&self, x: impl Fn(usize) -> f32, [y, z]: [f32; 2], relief: &[f32], nearest: &mut [f32]) {
        for (i, (nearest, relief)) in nearest.iter_mut().zip(relief).enumerate() {
            *nearest = ops::min(self.distance([x(i), y, z], *relief), *nearest);
        }
    }
}

/// What is strewn, and how it acts.
pub trait Scattered: std::fmt::Debug + Send + Sync {
    /// The features.
    type Feature: Feature;
    /// What the operator is.
    const RECORD: Record;
    /// Edge of a cell, metres, positive.
    fn spacing_m(&self) -> f32;
    /// Farthest horizontal distance from a cell to a point that its feature may change, metres.
    fn spread_m(&self) -> f32;
    /// How features act.
    fn join(&self) -> Join;
    /// Relief of the features' walls, if any.
    fn relief(&self) -> Option<Relief> {
        None
    }
    /// The feature of a cell: a pure function of it.
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Self::Feature>;
}

/// Whether features add rock or take it away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Adds rock.
    Fill,
    /// Takes it away.
    Carve,
}

/// How the nearest feature joins what is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Join {
    /// Adds or carves.
    pub act: Act,
    /// Width of the smooth join, metres, zero or positive.
    pub width_m: f32,
    /// How far it acts.
    pub local: Local,
}

/// How far features act, usually.
const LOCAL: Local = Local { exact_m: 3.0, reach_m: 8.0 };
/// What rounding may add to the comparison of a distance with a density, metres.
const ROUNDING_M: f32 = 1.0e-3;

impl Join {
    /// Adds rock with a smooth join, at most 3 m wide.
    pub fn fill(width_m: f32) -> Self {
        Self { act: Act::Fill, width_m, local: LOCAL }
    }
    /// Carves with a smooth join, at most 3 m wide.
    pub fn carve(width_m: f32) -> Self {
        Self { act: Act::Carve, width_m, local: LOCAL }
    }
    #[inline(always)]
    fn joined<N: Num>(&self, density: N, local: N) -> N {
        match self.act {
            Act::Fill => density.smooth_min(local, self.width_m),
            Act::Carve => density.smooth_max(-local, self.width_m),
        }
    }
    /// The density after the nearest feature: exactly what came in out of reach.
    #[inline(always)]
    fn point(&self, density: f32, distance: f32) -> f32 {
        if distance < self.local.reach_m { self.joined(density, self.local.of(distance)) } else { density }
    }
    fn bound(&self, density: Interval, distance: Interval) -> Interval {
        if distance.lo >= self.local.reach_m {
            return density;
        }
        let joined = self.joined(density, self.local.bound(distance));
        if distance.hi < self.local.reach_m { joined } else { joined.hull(density) }
    }
    fn is_inert(&self, density: Interval, distance: Interval) -> bool {
        let nearest = self.local.bound(distance).lo;
        let margin = self.width_m + ROUNDING_M;
        distance.lo >= self.local.reach_m
            || match self.act {
                Act::Fill => nearest > density.hi + margin,
                Act::Carve => nearest + density.lo > margin,
            }
    }
}

/// Noise that moves the walls of features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relief {
    /// Within ±1.
    pub noise: Fractal,
    /// Most that walls move either way, metres.
    pub height_m: f32,
}

impl Relief {
    fn at(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.noise.point(voxel, p) * self.height_m
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        self.noise.bound(voxel, part) * Interval::point(self.height_m)
    }
}

/// A feature with the lattice points it may change.
#[derive(Clone, Debug)]
struct Placed<F> {
    reach: LatticeBox,
    feature: F,
}

impl<F: Feature> Placed<F> {
    fn new(voxel: VoxelSize, feature: F, join: &Join, relief_m: f32) -> Self {
        let [lo, hi] = feature.extent_m(join.local.reach_m, relief_m);
        Self { reach: lattice_box(voxel, feature.anchor(), lo, hi), feature }
    }
    fn offset(&self, voxel: VoxelSize, part: &SampleBox) -> [Interval; 3] {
        let [lo, hi] = [part.origin, part.last()].map(|p| self.feature.anchor().offset_to(voxel.metres(), p));
        [0, 1, 2].map(|d| Interval { lo: lo[d], hi: hi[d] })
    }
    /// Encloses the distance over a box.
    fn over(&self, voxel: VoxelSize, part: &SampleBox, relief: Interval) -> Interval {
        let by_terms = self.feature.distance(self.offset(voxel, part), relief);
        let Some(slope) = self.feature.lipschitz() else { return by_terms };
        let (middle, reach) = part.middle_and_reach();
        let at_middle = self.feature.distance(self.feature.anchor().offset_to(voxel.metres(), middle), 0.0);
        let radius = slope * reach.length() * voxel.metres() + SLOPE_ROUNDING_M;
        let moved = ops::max(ops::abs(relief.lo), ops::abs(relief.hi));
        by_terms.intersect(Interval::around(at_middle, radius + moved))
    }
}

/// What rounding may add to a bound by slope, metres.
const SLOPE_ROUNDING_M: f32 = 1.0 / 128.0;

/// The operator: joins the nearest feature to the density.
#[derive(Debug)]
pub struct Scatter<K: Scattered> {
    kind: K,
    made: Memo<K::Feature>,
}

impl<K: Scattered> Scatter<K> {
    /// Strews features of a kind.
    pub fn of(kind: K) -> Self {
        Self { kind, made: Memo(Mutex::new(BTreeMap::new())) }
    }
    /// What is strewn.
    pub fn kind(&self) -> &K {
        &self.kind
    }
    fn cell_of(&self, at_m: DVec2) -> IVec2 {
        (at_m / f64::from(self.kind.spacing_m())).floor().as_ivec2()
    }
    /// Visits, in a fixed order, every feature that may change a point of the columns `min..=max`.
    fn each_near(&self, voxel: VoxelSize, min: IVec2, max: IVec2, mut visit: impl FnMut(&Arc<Placed<K::Feature>>)) {
        let metres = |p: IVec2| p.as_dvec2() * f64::from(voxel.metres());
        let spread = DVec2::splat(f64::from(self.kind.spread_m()));
        let (first, last) = (self.cell_of(metres(min) - spread), self.cell_of(metres(max) + spread));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                let cell = IVec2::new(x, y);
                if let Some(placed) = self.made.get([voxel.per_metre(), x, y], || self.make(voxel, cell)) {
                    visit(&placed);
                }
            }
        }
    }
    fn make(&self, voxel: VoxelSize, cell: IVec2) -> Option<Placed<K::Feature>> {
        let relief_m = self.kind.relief().map_or(0.0, |relief| relief.height_m);
        let feature = self.kind.feature(voxel, cell)?;
        Some(Placed::new(voxel, feature, &self.kind.join(), relief_m))
    }
    /// The features that may change the density in a rectangle, in metres.
    pub fn features_in(&self, voxel: VoxelSize, min_m: DVec2, max_m: DVec2) -> Vec<K::Feature> {
        let [min, max] = [min_m, max_m].map(|at_m| (at_m * f64::from(voxel.per_metre())).floor().as_ivec2());
        let mut features = Vec::new();
        self.each_near(voxel, min, max, |placed| features.push(placed.feature.clone()));
        features
    }
}

/// Features lately made, by voxels per metre and cell. What it holds never shows in a value, only in time.
#[derive(Debug)]
struct Memo<F>(Mutex<BTreeMap<[i32; 3], Made<F>>>);

/// What a cell holds.
type Made<F> = Option<Arc<Placed<F>>>;

/// Cells kept before all are forgotten.
const KEPT: usize = 4096;

impl<F> Memo<F> {
    fn get(&self, key: [i32; 3], make: impl FnOnce() -> Option<Placed<F>>) -> Made<F> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = lock().get(&key) {
            return made.clone();
        }
        let made = make().map(Arc::new);
        let mut kept = lock();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, made.clone());
        made
    }
}

impl<K: Scattered> Operator for Scatter<K> {
    fn record(&self) -> &'static Record {
        const { &K::RECORD }
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let relief = self.kind.relief().map_or(0.0, |relief| relief.at(voxel, p));
        let mut nearest = f32::INFINITY;
        self.each_near(voxel, p.truncate(), p.truncate(), |placed| {
            let offset = placed.feature.anchor().offset_to(voxel.metres(), p);
            nearest = ops::min(placed.feature.distance(offset, relief), nearest);
        });
        Channels { density: self.kind.join().point(incoming.density, nearest), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(prepared::PreparedScatter::new(self, voxel, domain))
    }
}

/// The record of an operator that changes the density by features.
pub(crate) const fn record(name: &'static str, requires: &'static [&'static str], doc: &'static str) -> Record {
    let density = Channels { density: true, shape: false };
    Record {
        name,
        role: Role::Modifier,
        nature: Nature::Transformative,
        reads: density,
        writes: density,
        provides: &[],
        requires,
        doc,
    }
}
