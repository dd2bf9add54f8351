//! Floor bias: floors that lie a little below one of many even heights are lifted to it, so that they become level.
//!
//! Near each height a layer of rock is added wherever a surface is so near that the layer is no thicker than the lift; it ends level above
//! and, against walls, at 45° below. Ceilings just above a height come down to the layer's foot.

use super::formula::box_m;
use super::pattern::{Patches, PatchesRows, Pattern, PatternRows};
use crate::operator::{Nature, Prepared, Record, Role};
use crate::{Channels, Interval, Num, Operator, Row, SampleBox, VoxelSize, ops};
use glam::IVec3;

/// The operator. Writes Density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorBias {
    step_m: f32,
    lift_m: f32,
    join_m: f32,
    /// Where the lift is whole and where it is less.
    patches: Patches,
}

pub(super) static RECORD: Record = Record {
    name: "floor_bias",
    role: Role::Modifier,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &[],
    doc: "Lifts floors that lie a little below an even height up to it, so that they are level; walls get low benches there.",
};

/// Largest lift, metres.
const MOST_M: f32 = 1.5;
/// Patches of whole lift per metre.
const PATCHES_PER_M: f32 = 0.06;

impl FloorBias {
    /// Levels floors at every multiple of `step_m` (positive), lifting them by at most `lift_m`, which is held at a third of the step;
    /// in places by less, down to `1 - breaks` of it.
    pub fn new(seed: u64, step_m: f32, lift_m: f32, breaks: f32) -> Self {
        let lift_m = ops::clamp(lift_m, 0.0, ops::min(step_m / 3.0, MOST_M));
        Self { step_m, lift_m, join_m: 0.6 * lift_m, patches: Patches::new(seed, PATCHES_PER_M, breaks) }
    }
    /// Height above the nearest level, and twice how thick the layer may be there. Out of the layer that falls below zero, so far that
    /// not even the join is felt.
    #[inline(always)]
    fn layer<N: Num>(&self, z: N, patch: N) -> (N, N) {
        let above = z.off_nearest_multiple(self.step_m);
        let thickness = (patch.times(self.lift_m) - above.abs()).max(N::of(-0.6 * self.join_m));
        (above, thickness + thickness)
    }
    #[inline(always)]
    fn lifted<N: Num>(&self, z: N, patch: N, c: N) -> N {
        let (above, twice_thick) = self.layer(z, patch);
        let outside = c.max(N::of(0.0));
        c.smooth_min(above.max(outside + outside - twice_thick), self.join_m)
    }
    /// Whether the layer exceeds the density by the join: by height, in deep rock, in open air, or everywhere out of the layer.
    fn is_unfelt(&self, z: Interval, patch: Interval, c: Interval) -> bool {
        let (above, twice_thick) = self.layer(z, patch);
        let needed = self.join_m * 1.0001 + 1e-4;
        let in_air = ops::max(c.lo, 0.0) - twice_thick.hi >= needed;
        above.lo >= c.hi + needed || c.hi <= -(ops::max(twice_thick.hi, 0.0) + needed) || in_air
    }
}

impl Operator for FloorBias {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        if self.lift_m == 0.0 {
            return incoming;
        }
        let (z, patch) = (p.z as f32 * voxel.metres(), self.patches.point(voxel, p));
        Channels { density: self.lifted(z, patch, incoming.density), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(Ready { bias: self, voxel, patches: self.patches.rows(voxel, domain), values: Vec::new() })
    }
}

struct Ready<'a> {
    bias: &'a FloorBias,
    voxel: VoxelSize,
    patches: PatchesRows,
    /// Patches along a row.
    values: Vec<f32>,
}

impl Prepared for Ready<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        if self.is_inert(part, incoming) {
            return incoming;
        }
        let [_, _, z] = box_m(self.voxel, part);
        let patch = self.bias.patches.bound(self.voxel, part);
        Channels { density: self.bias.lifted(z, patch, incoming.density), ..incoming }
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        // Where patches are whole the layer is thickest.
        let [_, _, z] = box_m(self.voxel, part);
        self.bias.lift_m == 0.0 || self.bias.is_unfelt(z, Interval::point(1.0), incoming.density)
    }
    fn row(&mut self, row: Row<'_>) {
        let (bias, z) = (self.bias, row.start.z as f32 * self.voxel.metres());
        if bias.lift_m == 0.0 {
            return;
        }
        self.values.resize(row.density.len(), 0.0);
        self.patches.row(row.start, &mut self.values);
        for (density, patch) in row.density.iter_mut().zip(&self.values) {
            *density = bias.lifted(z, *patch, *density);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::operators::isolation::{brute_force, plain};
    use std::sync::Arc;

    #[test]
    fn floor_bias_conforms() {
        for (step_m, lift_m, breaks) in [(1.5, 0.5, 0.5), (0.5, 0.02, 0.0), (12.0, 1.5, 1.0), (1.0, 5.0, 0.2)] {
            for around in [glam::IVec3::ZERO, glam::IVec3::new(-131_000, 77, 2000)] {
                let surroundings = Surroundings { around, ..Surroundings::default() };
                let report = conformance::check(&FloorBias::new(3, step_m, lift_m, breaks), &surroundings).expect("conforms");
                assert!(report.inert > 0 && report.active > 0, "{report:?}");
            }
        }
        let nothing = conformance::check(&FloorBias::new(3, 1.5, 0.0, 0.5), &Surroundings::default()).expect("conforms");
        assert_eq!(nothing.active, 0);
    }

    #[test]
    fn floor_bias_alone_on_a_plain_is_what_its_proofs_say() {
        brute_force(plain(Arc::new(FloorBias::new(3, 1.5, 0.5, 0.5))));
    }

    #[test]
    fn floors_below_a_level_become_level_and_others_stay() {
        let bias = FloorBias::new(3, 3.0, 1.0, 0.0);
        // The height of a floor that lay at `was_m`: where the density changes sign.
        let height = |was_m: f32| {
            let is_rock = |z: f32| bias.lifted(z, 1.0, z - was_m) < 0.0;
            (0..1200).map(|i| i as f32 * 0.01).filter(|z| is_rock(*z)).fold(f32::NEG_INFINITY, ops::max)
        };
        for was_m in [5.1, 5.4, 5.8] {
            assert!((5.9..6.15).contains(&height(was_m)), "{was_m} m becomes {} m", height(was_m));
        }
        for was_m in [4.0, 4.5, 7.0] {
            assert!(ops::abs(height(was_m) - was_m) < 0.02, "{was_m} m becomes {} m", height(was_m));
        }
    }
}
