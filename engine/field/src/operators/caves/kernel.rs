//! The voids of a block measured for eight samples side by side.

use super::Caves;
use super::near::Listed;
use super::voids::{Felt, Seen};
use crate::VoxelSize;
use crate::vector::{Kernel, LANES, Lanes, Num8};
use glam::IVec2;

/// Eight samples along x and what may be felt there.
pub(super) struct Measure<'a> {
    pub caves: &'a Caves,
    pub voxel: VoxelSize,
    pub felt: Listed<'a>,
    /// The first sample's column.
    pub first: IVec2,
    pub step: i32,
    pub z_m: f32,
    /// Relief of the floors, metres, and of the walls as a share.
    pub relief_m: &'a Num8,
    pub rough: &'a Num8,
}

impl Kernel for Measure<'_> {
    /// The two nearest voids joined, lane by lane the bits of the point form.
    type Output = Num8;
    #[inline(always)]
    fn run<V: Lanes>(self) -> Num8 {
        let Self { caves, voxel, felt, first, step, z_m, relief_m, rough } = self;
        let rough = V::load(rough) * V::of(caves.spec.roughness_m);
        let seen = Seen { z: V::of(z_m), relief: V::load(relief_m), rough };
        let unfelt = V::of(f32::INFINITY);
        let (mut nearest, mut second, mut patch) = (unfelt, unfelt, unfelt);
        for (void, pieces) in felt.iter() {
            let Felt { distance: d, patch: p } = void.at_lanes(pieces, voxel, first, step, &seen);
            second = d.where_less(nearest, nearest, d.min(second));
            nearest = d.min(nearest);
            patch = p.min(patch);
        }
        let mut lanes = [Num8::default(); 3];
        nearest.store(&mut lanes[0]);
        second.store(&mut lanes[1]);
        patch.store(&mut lanes[2]);
        let mut out = Num8::default();
        for i in 0..LANES {
            out[i] = caves.joined(lanes[0][i], lanes[1][i], lanes[2][i]);
        }
        out
    }
}
