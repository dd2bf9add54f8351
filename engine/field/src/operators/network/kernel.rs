//! The voids of a block measured for eight samples side by side.

use super::Network;
use super::shape::{Seen, Void};
use crate::VoxelSize;
use crate::vector::{Kernel, Lanes, Num8};
use glam::IVec2;

/// Eight samples along x and what may be felt there.
pub(super) struct Measure<'a, I> {
    pub network: &'a Network,
    pub voxel: VoxelSize,
    pub voids: I,
    /// The first sample's column.
    pub first: IVec2,
    pub step: i32,
    pub z_m: f32,
    /// Relief of the floors, metres, and of the walls as a share.
    pub relief_m: &'a Num8,
    pub rough: &'a Num8,
}

impl<'a, I: Iterator<Item = &'a Void>> Kernel for Measure<'a, I> {
    /// The two nearest voids joined, lane by lane the bits of [`Network::fold`].
    type Output = Num8;
    #[inline(always)]
    fn run<V: Lanes>(self) -> Num8 {
        let Self { network, voxel, voids, first, step, z_m, relief_m, rough } = self;
        let rough = V::load(rough) * V::of(network.spec.roughness_m);
        let seen = Seen { z: V::of(z_m) - V::load(relief_m), rough };
        let unfelt = V::of(f32::INFINITY);
        let (mut nearest, mut second) = (unfelt, unfelt);
        for void in voids {
            let d = void.at_lanes(voxel, first, step, &seen);
            second = d.where_less(nearest, nearest, d.min(second));
            nearest = d.min(nearest);
        }
        let (far, join_m) = (V::of(network.far_m), network.join_m());
        let joined = second.where_less(unfelt, nearest.smooth_min(second, join_m), nearest).min(far);
        let mut out = Num8::default();
        nearest.where_less(V::of(network.far_m + join_m), joined, far).store(&mut out);
        out
    }
}
