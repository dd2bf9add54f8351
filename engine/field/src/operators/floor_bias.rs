//! Floor bias: floors that lie a little below one of many even heights are lifted to it, so that they become level.
//!
//! Near each height a layer of rock is added wherever a surface is so near that the layer is no thicker than the lift; it ends level above
//! and, against walls, at 45° below. Ceilings just above a height come down to the layer's foot.

use super::Formula;
use crate::operator::{Nature, Record, Role};
use crate::{Channels, Interval, Num, ops};

/// The operator. Writes Density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloorBias {
    step_m: f32,
    lift_m: f32,
    join_m: f32,
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

impl FloorBias {
    /// Levels floors at every multiple of `step_m` (positive), lifting them by at most `lift_m`, which is held at a third of the step.
    pub fn new(step_m: f32, lift_m: f32) -> Self {
        let lift_m = ops::clamp(lift_m, 0.0, ops::min(step_m / 3.0, MOST_M));
        Self { step_m, lift_m, join_m: 0.6 * lift_m }
    }
    /// Height above the nearest level, and how much thicker than there the layer may be.
    fn layer<N: Num>(&self, z: N) -> (N, N) {
        let above = z.from_nearest_multiple(self.step_m);
        // Out of the layer it falls below zero, so far that not even the join is felt.
        let thickness = (N::of(self.lift_m) - above.abs()).max(N::of(-0.6 * self.join_m));
        (above, thickness + thickness)
    }
}

impl Formula for FloorBias {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn apply<N: Num>(&self, [_, _, z]: [N; 3], incoming: Channels<N>) -> Channels<N> {
        if self.lift_m == 0.0 {
            return incoming;
        }
        let (above, twice_thick) = self.layer(z);
        let outside = incoming.density.max(N::of(0.0));
        let layer = above.max(outside + outside - twice_thick);
        Channels { density: incoming.density.smooth_min(layer, self.join_m), ..incoming }
    }
    fn is_inert(&self, [_, _, z]: [Interval; 3], incoming: Channels<Interval>) -> bool {
        let (above, twice_thick) = self.layer(z);
        let c = incoming.density;
        // The layer exceeds the density by the join: by height, in deep rock, in open air, or everywhere out of the layer.
        let needed = self.join_m * 1.0001 + 1e-4;
        let in_air = ops::max(c.lo, 0.0) - twice_thick.hi >= needed;
        self.lift_m == 0.0 || above.lo >= c.hi + needed || c.hi <= -(ops::max(twice_thick.hi, 0.0) + needed) || in_air
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
        for (step_m, lift_m) in [(1.5, 0.5), (0.5, 0.02), (12.0, 1.5), (1.0, 5.0)] {
            for around in [glam::IVec3::ZERO, glam::IVec3::new(-131_000, 77, 2000)] {
                let surroundings = Surroundings { around, ..Surroundings::default() };
                let report = conformance::check(&FloorBias::new(step_m, lift_m), &surroundings).expect("conforms");
                assert!(report.inert > 0 && report.active > 0, "{report:?}");
            }
        }
        let nothing = conformance::check(&FloorBias::new(1.5, 0.0), &Surroundings::default()).expect("conforms");
        assert_eq!(nothing.active, 0);
    }

    #[test]
    fn floor_bias_alone_on_a_plain_is_what_its_proofs_say() {
        brute_force(plain(Arc::new(FloorBias::new(1.5, 0.5))));
    }

    #[test]
    fn floors_below_a_level_become_level_and_others_stay() {
        let bias = FloorBias::new(3.0, 1.0);
        // The height of a floor that lay at `was_m`: where the density changes sign.
        let height = |was_m: f32| {
            let is_rock = |z: f32| {
                let incoming = Channels { density: z - was_m, shape: 0.0 };
                bias.apply([0.0, 0.0, z], incoming).density < 0.0
            };
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
