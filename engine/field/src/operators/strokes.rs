//! Player edits: strokes that carve or fill, in order, over everything else.

use crate::baked::lattice_box;
use crate::feature::Anchored;
use crate::index::{BoxIndex, LatticeBox};
use crate::local::Local;
use crate::operator::{Prepared, Record};
use crate::{Channels, Interval, Num, Operator, Row, SampleBox, VoxelSize, ops, sdf};
use glam::{IVec3, Vec3};

/// The solid of a stroke, round its own position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StrokeShape {
    /// Ball.
    Sphere {
        /// Positive, in metres.
        radius_m: f32,
    },
    /// Upright box.
    Box {
        /// Half sizes in metres, positive.
        half_m: Vec3,
    },
    /// Capsule from the stroke's position to another point.
    Capsule {
        /// Metres from the position to the other end.
        to_m: Vec3,
        /// Positive, in metres.
        radius_m: f32,
    },
}

/// One edit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Carves air, or else fills rock.
    pub carves: bool,
    /// Its solid.
    pub shape: StrokeShape,
    /// Its position (strate-local).
    pub at: Anchored,
    /// Width of the smooth join with what is there, in metres; zero for a sharp one.
    pub falloff_m: f32,
}

impl Stroke {
    fn local(&self) -> Local {
        let exact_m = 1.0 + ops::max(self.falloff_m, 0.0);
        Local { exact_m, reach_m: exact_m + 3.0 }
    }
    fn distance(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        let offset = self.at.offset_to(voxel.metres(), p);
        match &self.shape {
            StrokeShape::Sphere { radius_m } => sdf::sphere(offset, *radius_m),
            StrokeShape::Box { half_m } => sdf::rounded_box(offset, half_m.to_array(), 0.0),
            StrokeShape::Capsule { to_m, radius_m } => sdf::capsule(offset, to_m.to_array(), *radius_m),
        }
    }
    /// The density after the stroke, given its local distance.
    #[inline(always)]
    fn applied<N: Num>(&self, density: N, local: N) -> N {
        if self.carves { density.smooth_max(-local, self.falloff_m) } else { density.smooth_min(local, self.falloff_m) }
    }
    /// Lattice points whose density the stroke can change.
    pub fn reach(&self, voxel: VoxelSize) -> LatticeBox {
        let to = match &self.shape {
            StrokeShape::Capsule { to_m, .. } => to_m.to_array(),
            _ => [0.0; 3],
        };
        let half = match &self.shape {
            StrokeShape::Sphere { radius_m } | StrokeShape::Capsule { radius_m, .. } => [*radius_m; 3],
            StrokeShape::Box { half_m } => half_m.to_array(),
        };
        let reach_m = self.local().reach_m;
        let lo = [0, 1, 2].map(|d| ops::min(to[d], 0.0) - half[d] - reach_m);
        let hi = [0, 1, 2].map(|d| ops::max(to[d], 0.0) + half[d] + reach_m);
        lattice_box(voxel, &self.at, lo, hi)
    }
}

/// All strokes of a strate, in order.
#[derive(Clone, Debug)]
pub struct Strokes {
    voxel: VoxelSize,
    strokes: Vec<Stroke>,
    index: BoxIndex,
}

/// What rounding may add to a distance's bound, in metres.
const ROUNDING_M: f32 = 1.0e-3;

pub(super) static RECORD: Record =
    Record::post("strokes", "Applies the edits of a strate in order; the last word on its density.");

impl Strokes {
    /// Strokes in the order in which they apply.
    pub fn new(voxel: VoxelSize, strokes: Vec<Stroke>) -> Self {
        let index = BoxIndex::new(strokes.iter().map(|s| s.reach(voxel)).collect());
        Self { voxel, strokes, index }
    }
}

impl Operator for Strokes {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, _voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let density = self
            .strokes
            .iter()
            .fold(incoming.density, |density, stroke| stroke.applied(density, stroke.local().of(stroke.distance(self.voxel, p))));
        Channels { density, ..incoming }
    }
    fn prepare<'a>(&'a self, _voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let mut ids = Vec::new();
        self.index.query(&LatticeBox::of(domain), &mut ids);
        Box::new(PreparedStrokes { all: self, ids })
    }
}

struct PreparedStrokes<'a> {
    all: &'a Strokes,
    ids: Vec<u32>,
}

impl PreparedStrokes<'_> {
    fn within(&self, wanted: LatticeBox) -> impl Iterator<Item = &Stroke> {
        self.ids.iter().filter(move |id| self.all.index.get(**id).meets(&wanted)).map(|id| &self.all.strokes[*id as usize])
    }
}

impl Prepared for PreparedStrokes<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let voxel = self.all.voxel;
        let (middle, reach) = part.middle_and_reach();
        let radius = reach.length() * voxel.metres() + ROUNDING_M;
        let mut density = incoming.density;
        for stroke in self.within(LatticeBox::of(part)) {
            let local = stroke.local().bound(Interval::around(stroke.distance(voxel, middle), radius));
            density = stroke.applied(density, local);
        }
        Channels { density, ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        self.within(LatticeBox::of(part)).next().is_none()
    }
    fn row(&mut self, row: Row<'_>) {
        let voxel = self.all.voxel;
        let line = LatticeBox { min: row.start, max: row.start + IVec3::X * ((row.density.len() as i32 - 1) * row.step) };
        for stroke in self.within(line) {
            let local = stroke.local();
            for (i, density) in row.density.iter_mut().enumerate() {
                let p = row.start + IVec3::X * (i as i32 * row.step);
                *density = stroke.applied(*density, local.of(stroke.distance(voxel, p)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use glam::DVec3;

    fn strokes() -> Vec<Stroke> {
        let at = |x, y, z| Anchored::at(VoxelSize::DEFAULT, DVec3::new(x, y, z));
        vec![
            Stroke { carves: true, shape: StrokeShape::Sphere { radius_m: 6.0 }, at: at(3.1, 0.0, 1.0), falloff_m: 1.5 },
            Stroke {
                carves: false,
                shape: StrokeShape::Box { half_m: Vec3::new(9.0, 4.0, 2.0) },
                at: at(-8.0, 7.3, 0.2),
                falloff_m: 0.0,
            },
            Stroke {
                carves: true,
                shape: StrokeShape::Capsule { to_m: Vec3::new(12.0, -9.0, 3.0), radius_m: 3.0 },
                at: at(-9.0, 3.0, 0.0),
                falloff_m: 0.5,
            },
        ]
    }

    #[test]
    fn strokes_conform_and_are_inert_out_of_reach() {
        let op = Strokes::new(VoxelSize::DEFAULT, strokes());
        let surroundings = Surroundings { spread: IVec3::new(140, 140, 80), ..Surroundings::default() };
        let report = conformance::check(&op, &surroundings).expect("conforms");
        assert!(report.inert > 20 && report.active > 20 && report.vacuous == 0, "{report:?}");
    }

    #[test]
    fn a_later_stroke_overrules_an_earlier_one() {
        let [carve, _, _] = strokes()[..] else { unreachable!("three strokes") };
        let fill = Stroke { carves: false, ..carve };
        let density = |list: Vec<Stroke>| {
            let rock = Channels { density: -50.0, shape: 0.0 };
            Strokes::new(VoxelSize::DEFAULT, list).point(VoxelSize::DEFAULT, IVec3::new(12, 0, 4), rock).density
        };
        assert!(density(vec![fill, carve]) > 0.0);
        assert!(density(vec![carve, fill]) < 0.0);
    }
}
