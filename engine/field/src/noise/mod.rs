//! Gradient noise and its fractal sums, defined for lattices: blended in z, then y, then x; and cellular noise.
//!
//! *Vocabulary.* A noise **cell** is a unit cube of noise space; its eight **corners** carry unit gradients from a hash. An octave's
//! coordinate is `lattice * cells_per_lattice + phase`, computed in f64 from the integer lattice coordinate, split into cell and fraction
//! ([`Axis`]). Nothing degrades far from the origin.
//!
//! *Range.* One octave stays within ±1 (the supremum is reached when all corner gradients point at the middle of a cell), and so does a
//! fractal sum, whose gains are divided by their total; rounding adds at most [`RANGE_MARGIN`].
//!
//! *Slope.* One octave changes by at most [`LIPSCHITZ_3D`] (2D: [`LIPSCHITZ_2D`]) per cell of distance; the tests find both by search
//! over positions, directions and worst gradients.

mod cellular;
mod gradient;
mod kernels;
mod plane;
mod row;
mod tables;
mod warped;

pub use cellular::{Cellular, CellularRows, LIPSCHITZ_CELLULAR};
pub use gradient::{Axis, LIPSCHITZ_2D, LIPSCHITZ_3D};
pub use plane::{Plane, PlaneRows, PlaneWalk};
pub use row::RowEval;

use crate::hash::{self, Tag};
use crate::{Interval, Num, SampleBox, VoxelSize, ops};
use glam::{IVec2, IVec3, Vec3};

/// What rounding may add to a range or a bound, relative to full scale.
pub const RANGE_MARGIN: f32 = 1.0e-5;

/// Most octaves of a fractal.
pub const MAX_OCTAVES: u32 = 8;

/// How octaves are shaped before they are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As they are: symmetric round zero.
    Sum,
    /// `1 - 2 |n|`: crests where the noise changes sign; its slope doubles.
    Ridged,
}

/// A fractal noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fractal {
    /// Seed of the world or strate.
    pub seed: u64,
    /// Domain; two noises of one world must not share it.
    pub tag: Tag,
    /// Cells per metre of the first octave, positive.
    pub frequency_per_m: f32,
    /// Number of octaves, held within 1 and [`MAX_OCTAVES`].
    pub octaves: u32,
    /// Weight of each octave over the one before.
    pub gain: f32,
    /// Frequency of each octave over the one before.
    pub lacunarity: f32,
    /// Sum or ridged.
    pub kind: Kind,
}

/// One octave made ready for a voxel size.
#[derive(Clone, Copy, Debug)]
struct Octave {
    key: u32,
    cells_per_lattice: f64,
    phase: [f64; 3],
    weight: f32,
}

impl Octave {
    #[inline]
    fn axis(&self, dimension: usize, lattice: i32) -> Axis {
        Axis::at(f64::from(lattice) * self.cells_per_lattice + self.phase[dimension])
    }
    #[inline]
    fn axes(&self, p: IVec3) -> [Axis; 3] {
        [self.axis(0, p.x), self.axis(1, p.y), self.axis(2, p.z)]
    }
}

impl Fractal {
    /// A sum of octaves with gain 0.5 and lacunarity 2.
    pub fn sum(seed: u64, tag: Tag, frequency_per_m: f32, octaves: u32) -> Self {
        Self { seed, tag, frequency_per_m, octaves, gain: 0.5, lacunarity: 2.0, kind: Kind::Sum }
    }
    /// Ridged octaves with gain 0.5 and lacunarity 2.
    pub fn ridged(seed: u64, tag: Tag, frequency_per_m: f32, octaves: u32) -> Self {
        Self { kind: Kind::Ridged, ..Self::sum(seed, tag, frequency_per_m, octaves) }
    }

    fn n_octaves(&self) -> u32 {
        self.octaves.clamp(1, MAX_OCTAVES)
    }

    fn octaves(&self, voxel: VoxelSize) -> impl Iterator<Item = Octave> {
        let fractal = *self;
        let n = fractal.n_octaves();
        let mut total = 0.0;
        let mut weight = 1.0;
        for _ in 0..n {
            total += ops::abs(weight);
            weight *= fractal.gain;
        }
        let mut frequency = ops::wide_product(fractal.frequency_per_m, voxel.metres());
        let mut weight = 1.0 / total;
        (0..n).map(move |o| {
            let key = hash::noise_key(fractal.seed, fractal.tag, o);
            // Octaves must not share lattice points, least of all the origin.
            let phase = [0, 1, 2].map(|d| f64::from(hash::noise_corner(key, d, d, d)) / 4_294_967_296.0);
            let octave = Octave { key, cells_per_lattice: frequency, phase, weight };
            frequency *= f64::from(fractal.lacunarity);
            weight *= fractal.gain;
            octave
        })
    }

    /// One octave's value shaped and weighted.
    #[inline(always)]
    fn shaped<N: Num>(kind: Kind, n: N, weight: f32) -> N {
        let weight = N::of(weight);
        match kind {
            Kind::Sum => n * weight,
            Kind::Ridged => (N::of(1.0) - N::of(2.0) * n.abs()) * weight,
        }
    }

    /// Value at a lattice point, within ±(1 + [`RANGE_MARGIN`]).
    pub fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        let mut sum = 0.0;
        for o in self.octaves(voxel) {
            let [x, y, z] = o.axes(p);
            sum += Self::shaped(self.kind, gradient::value_3d(o.key, &x.place(), &y.place(), &z.place()), o.weight);
        }
        sum
    }

    /// Value at a lattice point displaced by `warp_m` metres (finite; a few hundred metres at most).
    pub fn warped(&self, voxel: VoxelSize, p: IVec3, warp_m: Vec3) -> f32 {
        let mut sum = 0.0;
        for o in self.octaves(voxel) {
            let [x, y, z] = o.axes(p);
            let cells_per_m = (o.cells_per_lattice * f64::from(voxel.per_metre())) as f32;
            let w = warp_m * cells_per_m;
            let n = gradient::value_3d(o.key, &x.moved(w.x).place(), &y.moved(w.y).place(), &z.moved(w.z).place());
            sum += Self::shaped(self.kind, n, o.weight);
        }
        sum
    }

    /// Two-dimensional value of a column, within ±(1 + [`RANGE_MARGIN`]).
    pub fn point2(&self, voxel: VoxelSize, p: IVec2) -> f32 {
        self.warped2(voxel, p, [0.0, 0.0])
    }

    /// Two-dimensional value of a column displaced by `warp_m` metres in x and y.
    pub fn warped2(&self, voxel: VoxelSize, p: IVec2, warp_m: [f32; 2]) -> f32 {
        let mut sum = 0.0;
        for o in self.octaves(voxel) {
            let cells_per_m = (o.cells_per_lattice * f64::from(voxel.per_metre())) as f32;
            let x = o.axis(0, p.x).moved(warp_m[0] * cells_per_m);
            let y = o.axis(1, p.y).moved(warp_m[1] * cells_per_m);
            sum += Self::shaped(self.kind, gradient::value_2d(o.key, &x.place(), &y.place()), o.weight);
        }
        sum
    }

    /// Most that the value changes per metre.
    pub fn lipschitz_per_m(&self) -> f32 {
        self.slope(LIPSCHITZ_3D)
    }
    /// Most that the two-dimensional value changes per metre.
    pub fn lipschitz2_per_m(&self) -> f32 {
        self.slope(LIPSCHITZ_2D)
    }
    fn slope(&self, per_cell: f32) -> f32 {
        let doubled = if self.kind == Kind::Ridged { 2.0 } else { 1.0 };
        let voxel = VoxelSize::DEFAULT;
        let mut sum = 0.0;
        for o in self.octaves(voxel) {
            sum += ops::abs(o.weight) * (o.cells_per_lattice * f64::from(voxel.per_metre())) as f32;
        }
        sum * per_cell * doubled * (1.0 + RANGE_MARGIN)
    }
    /// Encloses every value there is.
    pub fn range(&self) -> Interval {
        Interval { lo: -1.0 - RANGE_MARGIN, hi: 1.0 + RANGE_MARGIN }
    }

    /// Encloses the values at the points of a box: per octave, the range met with the middle's value ± slope × reach.
    pub fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let (middle, reach) = part.middle_and_reach();
        let mut sum = Interval::point(0.0);
        for o in self.octaves(voxel) {
            let radius = LIPSCHITZ_3D * reach.length() * o.cells_per_lattice as f32;
            let n = Self::octave_bound(radius, || {
                let [x, y, z] = o.axes(middle);
                gradient::value_3d(o.key, &x.place(), &y.place(), &z.place())
            });
            sum = sum + Self::shaped(self.kind, n, o.weight);
        }
        sum.widen(RANGE_MARGIN).intersect(self.range())
    }

    /// Encloses the two-dimensional values over the columns of a box.
    pub fn bound2(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let (middle, reach) = part.middle_and_reach();
        let mut sum = Interval::point(0.0);
        for o in self.octaves(voxel) {
            let radius = LIPSCHITZ_2D * reach.truncate().length() * o.cells_per_lattice as f32;
            let n = Self::octave_bound(radius, || {
                gradient::value_2d(o.key, &o.axis(0, middle.x).place(), &o.axis(1, middle.y).place())
            });
            sum = sum + Self::shaped(self.kind, n, o.weight);
        }
        sum.widen(RANGE_MARGIN).intersect(self.range())
    }

    /// Full scale, or a neighbourhood of the middle's value where that is tighter.
    fn octave_bound(radius: f32, middle: impl Fn() -> f32) -> Interval {
        let full = Interval { lo: -1.0, hi: 1.0 };
        if radius >= 2.0 { full } else { Interval::around(middle(), radius).intersect(full) }
    }
}
