//! Lattice frames: the voxel size and boxes of sample points.

use crate::Interval;
use glam::{DVec2, DVec3, IVec2, IVec3, UVec2, UVec3, Vec3};

/// Edge of a voxel, in micrometres: 125 000, 250 000 or 500 000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VoxelSize(u32);

impl VoxelSize {
    /// The three sizes a project may have, in micrometres.
    pub const ALLOWED_UM: [u32; 3] = [125_000, 250_000, 500_000];
    /// 0.25 m.
    pub const DEFAULT: Self = Self(250_000);

    /// `None` unless `micrometres` is one of [`Self::ALLOWED_UM`].
    pub fn from_micrometres(micrometres: u32) -> Option<Self> {
        Self::ALLOWED_UM.contains(&micrometres).then_some(Self(micrometres))
    }
    /// Micrometres.
    pub fn micrometres(self) -> u32 {
        self.0
    }
    /// Metres; exact, since every allowed size is a power of two.
    pub fn metres(self) -> f32 {
        self.0 as f32 / 1_000_000.0
    }
    /// Lattice points per metre (8, 4 or 2).
    pub fn per_metre(self) -> i32 {
        (1_000_000 / self.0) as i32
    }
    /// World position of a lattice point; exact.
    pub fn position_m(self, lattice: IVec3) -> DVec3 {
        lattice.as_dvec3() * f64::from(self.metres())
    }
    /// The lattice point at or below a position, per axis.
    pub fn lattice_floor(self, pos_m: DVec3) -> IVec3 {
        (pos_m * f64::from(self.per_metre())).floor().as_ivec3()
    }
    /// Level whose cell is the layout unit of 8 m (5 at 0.25 m).
    pub fn coarsest_level(self) -> u8 {
        (8 * self.per_metre()).trailing_zeros() as u8
    }
}

/// A box of sample points `origin + i * 2^level`, `0 <= i < size` per axis. `origin` is in level-0 lattice units of the
/// frame in use (world, or strate-local: z measured from the content floor) and need not be aligned to the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleBox {
    /// First point.
    pub origin: IVec3,
    /// The step is `1 << level`.
    pub level: u8,
    /// Number of points per axis; zero in any axis is an empty box.
    pub size: UVec3,
}

impl SampleBox {
    /// Distance between neighbouring points, in lattice units.
    pub fn step(&self) -> i32 {
        1 << self.level
    }
    /// Number of points.
    pub fn len(&self) -> usize {
        self.size.x as usize * self.size.y as usize * self.size.z as usize
    }
    /// No points at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The last point, inclusive. Meaningless when empty.
    pub fn last(&self) -> IVec3 {
        self.origin + (self.size.as_ivec3() - IVec3::ONE) * self.step()
    }
    /// Lattice point of an index triple.
    pub fn point(&self, index: UVec3) -> IVec3 {
        self.origin + index.as_ivec3() * self.step()
    }
    /// Offset into a dense array, x fastest, then y, then z.
    pub fn offset(&self, index: UVec3) -> usize {
        (index.z as usize * self.size.y as usize + index.y as usize) * self.size.x as usize + index.x as usize
    }
    /// Heights of the points in metres. Meaningless when empty.
    pub fn heights_m(&self, voxel: VoxelSize) -> Interval {
        Interval::new(self.origin.z as f32 * voxel.metres(), self.last().z as f32 * voxel.metres())
    }
    /// A point near the middle, and the largest distance per axis from it to any point, in lattice units. For bounds by slope.
    pub fn middle_and_reach(&self) -> (IVec3, Vec3) {
        let middle = self.point(self.size / 2);
        (middle, (middle - self.origin).max(self.last() - middle).as_vec3())
    }
}

/// A rectangle of columns `origin + i * 2^level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnBox {
    /// First column.
    pub origin: IVec2,
    /// The step is `1 << level`.
    pub level: u8,
    /// Number of columns per axis.
    pub size: UVec2,
}

impl ColumnBox {
    /// The columns of a box.
    pub fn of(domain: &SampleBox) -> Self {
        Self { origin: domain.origin.truncate(), level: domain.level, size: domain.size.truncate() }
    }
    /// Distance between neighbouring columns, in lattice units.
    pub fn step(&self) -> i32 {
        1 << self.level
    }
    /// Position of a column in metres; exact.
    #[inline]
    pub fn position_m(&self, voxel: VoxelSize, index: UVec2) -> DVec2 {
        (self.origin + index.as_ivec2() * self.step()).as_dvec2() * f64::from(voxel.metres())
    }
    /// Positions in metres, x fastest.
    pub fn positions_m(&self, voxel: VoxelSize) -> impl Iterator<Item = DVec2> {
        let columns = *self;
        (0..columns.size.y).flat_map(move |y| (0..columns.size.x).map(move |x| columns.position_m(voxel, UVec2::new(x, y))))
    }
}
