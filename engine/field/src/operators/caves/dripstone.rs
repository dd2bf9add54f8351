//! Dripstones of a cave: cones of rock on floors and under vaults, softly joined to both.

use super::Caves;
use super::plan::Drip;
use crate::baked;
use crate::index::{BoxIndex, LatticeBox};
use crate::local::Local;
use crate::operator::{Nature, Role};
use crate::operators::plan::Spot;
use crate::{Channels, Interval, NO_SHAPE_M, Num, Operator, Prepared, Record, Row, SampleBox, VoxelSize, ops};
use glam::{IVec2, IVec3};
use std::sync::Arc;

/// How far a dripstone acts.
const LOCAL: Local = Local { exact_m: 1.0, reach_m: 3.0 };
/// Width of the join of dripstone and rock, metres.
const JOIN_M: f32 = 0.9;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-2;

/// The operator: fills dripstones into Density.
#[derive(Debug)]
pub struct Dripstone {
    cones: Vec<Cone>,
    index: BoxIndex,
}

/// A dripstone ready for evaluation.
#[derive(Clone, Copy, Debug)]
struct Cone {
    anchor: Spot,
    from_m: f32,
    /// From the thick end to the thin one, and the inverse.
    length_m: f32,
    inverse: f32,
    radius_m: f32,
    taper_m: f32,
    /// Makes the distance change by no more than the way moved.
    scale: f32,
}

pub(in crate::operators) static RECORD: Record = Record {
    name: "dripstone",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &["CaveGraph"],
    doc: "Stalactites, stalagmites and columns in the rooms of a cave, out of the way of bodies.",
};

impl Cone {
    fn new(voxel: VoxelSize, drip: &Drip) -> Self {
        let length_m = drip.ends_m[1] - drip.ends_m[0];
        let taper_m = drip.radii_m[1] - drip.radii_m[0];
        Self {
            anchor: Spot::new(voxel, drip.at_m),
            from_m: drip.ends_m[0],
            length_m,
            inverse: 1.0 / length_m,
            radius_m: drip.radii_m[0],
            taper_m,
            scale: 1.0 / (1.0 + ops::abs(taper_m / length_m)),
        }
    }
    fn distance<N: Num>(&self, [dx, dy]: [N; 2], z: N) -> N {
        let up = z - N::of(self.from_m);
        let t = up.times(self.inverse).clamp(0.0, 1.0);
        let beyond = up - t.times(self.length_m);
        let radius = N::of(self.radius_m) + t.times(self.taper_m);
        ((dx.square() + dy.square() + beyond.square()).sqrt() - radius).times(self.scale)
    }
    fn at(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        self.distance(self.anchor.offset_m(voxel, p.truncate()), p.z as f32 * voxel.metres())
    }
    fn over(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let z = Interval::new(part.origin.z as f32 * voxel.metres(), part.last().z as f32 * voxel.metres());
        let terms = self.distance(self.anchor.over(voxel, part), z).widen(1e-4);
        let (middle, reach) = part.middle_and_reach();
        terms.intersect(Interval::around(self.at(voxel, middle), reach.length() * voxel.metres() + ROUNDING_M))
    }
    /// Lowers `nearest` where the dripstone is nearer, for the samples of a row: the bits of [`Cone::at`].
    fn lower_row(&self, voxel: VoxelSize, start: IVec3, step: i32, nearest: &mut [f32]) {
        let z = start.z as f32 * voxel.metres();
        for (i, nearest) in nearest.iter_mut().enumerate() {
            let offset = self.anchor.offset_m(voxel, start.truncate() + IVec2::new(i as i32 * step, 0));
            *nearest = ops::min(self.distance(offset, z), *nearest);
        }
    }
    fn reach(&self, voxel: VoxelSize) -> LatticeBox {
        let far = LOCAL.reach_m / self.scale + ops::max(self.radius_m, self.radius_m + self.taper_m) + ROUNDING_M;
        let to_m = self.from_m + self.length_m;
        let (low, high) = (ops::min(self.from_m, to_m) - far, ops::max(self.from_m, to_m) + far);
        baked::lattice_box(voxel, &self.anchor.anchored(), [-far, -far, low], [far, far, high])
    }
}

impl Dripstone {
    /// The dripstones of a cave.
    pub fn new(voxel: VoxelSize, caves: &Arc<Caves>) -> Self {
        let cones: Vec<Cone> = caves.graph().drips.iter().map(|drip| Cone::new(voxel, drip)).collect();
        let index = BoxIndex::new(cones.iter().map(|cone| cone.reach(voxel)).collect());
        Self { cones, index }
    }
    /// The density with the nearest dripstone filled in; exactly what comes in out of its reach.
    fn filled<N: Num>(density: N, local: N) -> N {
        density.smooth_min(local, JOIN_M)
    }
}

impl Operator for Dripstone {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let nearest = self.cones.iter().fold(NO_SHAPE_M, |nearest, cone| ops::min(cone.at(voxel, p), nearest));
        Channels { density: Self::filled(incoming.density, LOCAL.of(nearest)), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let mut ids = Vec::new();
        if !domain.is_empty() {
            self.index.query(&LatticeBox::of(domain), &mut ids);
        }
        Box::new(PreparedDripstone { stones: self, voxel, focused: ids.clone(), ids, nearest: Vec::new() })
    }
}

struct PreparedDripstone<'a> {
    stones: &'a Dripstone,
    voxel: VoxelSize,
    ids: Vec<u32>,
    /// Those that can be felt where the rows are.
    focused: Vec<u32>,
    nearest: Vec<f32>,
}

impl PreparedDripstone<'_> {
    fn near(&self, part: &SampleBox) -> impl Iterator<Item = &Cone> {
        let lattice = LatticeBox::of(part);
        let stones = self.stones;
        self.ids.iter().filter(move |id| stones.index.get(**id).meets(&lattice)).map(|id| &stones.cones[*id as usize])
    }
    /// Encloses the local distance to the nearest dripstone.
    fn local(&self, part: &SampleBox) -> Interval {
        let none = Interval::point(NO_SHAPE_M);
        LOCAL.bound(self.near(part).fold(none, |nearest, cone| Num::min(nearest, cone.over(self.voxel, part))))
    }
}

impl Prepared for PreparedDripstone<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let local = self.local(part);
        if local.lo >= NO_SHAPE_M {
            return incoming;
        }
        Channels { density: Dripstone::filled(incoming.density, local), ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.local(part).lo > incoming.density.hi + JOIN_M + 1e-3
    }
    fn focus(&mut self, part: &SampleBox) {
        let lattice = LatticeBox::of(part);
        self.focused.clear();
        self.focused.extend(self.ids.iter().filter(|id| self.stones.index.get(**id).meets(&lattice)));
    }
    fn row(&mut self, row: Row<'_>) {
        let last = row.start + IVec3::X * ((row.density.len() as i32 - 1) * row.step);
        let line = LatticeBox { min: row.start, max: last };
        let near = self.focused.iter().filter(|id| self.stones.index.get(**id).meets(&line));
        self.nearest.clear();
        for id in near {
            self.nearest.resize(row.density.len(), NO_SHAPE_M);
            self.stones.cones[*id as usize].lower_row(self.voxel, row.start, row.step, &mut self.nearest);
        }
        for (density, nearest) in row.density.iter_mut().zip(&self.nearest) {
            *density = Dripstone::filled(*density, LOCAL.of(*nearest));
        }
    }
}
