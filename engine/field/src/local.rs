//! Distances made local, so that what is far away has exactly no influence.

use crate::{Interval, NO_SHAPE_M, ops};

/// Leaves a distance as it is up to `exact_m`, lets it grow without bound up to `reach_m`, and calls everything beyond "nowhere"
/// ([`NO_SHAPE_M`]). Rising and continuous, so surfaces, signs and proofs keep; only the far field is steeper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Local {
    /// Distances up to here keep their bits, in metres.
    pub exact_m: f32,
    /// From here on there is no influence, in metres; greater than `exact_m`.
    pub reach_m: f32,
}

impl Local {
    /// The local form of a distance.
    #[inline(always)]
    pub fn of(&self, d: f32) -> f32 {
        let excess = ops::max(d - self.exact_m, 0.0);
        let left = self.reach_m - d;
        let stretched = if excess > 0.0 { d + excess * excess / left } else { d };
        if left > 0.0 { ops::min(stretched, NO_SHAPE_M) } else { NO_SHAPE_M }
    }
    /// Encloses the local forms of the distances in an interval.
    pub fn bound(&self, d: Interval) -> Interval {
        d.map_rising(|d| self.of(d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_distances_keep_their_bits_and_far_ones_are_nowhere() {
        let local = Local { exact_m: 4.0, reach_m: 12.0 };
        let mut last = f32::NEG_INFINITY;
        for i in -200..1600 {
            let d = i as f32 * 0.01;
            let out = local.of(d);
            assert!(out >= last && out >= d);
            assert!(d > 4.0 || out.to_bits() == d.to_bits());
            assert!(d < 12.0 || out == NO_SHAPE_M);
            last = out;
        }
    }
}
