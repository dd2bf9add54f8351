//! Hard gates: what a candidate must be before it is ranked at all.

use crate::candidate::TRIAL_INDEX;
use crate::draw::Draw;
use crate::measure::{Metrics, Reach};
use field::{SampleBox, Stack};
use glam::{IVec3, UVec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use world::World;

/// Limits a candidate must keep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gates {
    /// Air share at least this and at most one minus this.
    pub least_air: f32,
    /// Least share of the largest piece of air.
    pub least_largest: f32,
    /// Least number of fightable places.
    pub least_fightable: u32,
    /// Whether the law (a body walks from arrival to departure and back) is demanded.
    pub law: bool,
    /// Number of random boxes whose proven bounds are checked sample by sample.
    pub proof_boxes: u32,
}

impl Default for Gates {
    fn default() -> Self {
        Self { least_air: 0.02, least_largest: 0.5, least_fightable: 1, law: true, proof_boxes: 24 }
    }
}

impl Gates {
    /// Gates that need nothing but the numbers; every reason is listed.
    pub fn refusals(&self, metrics: &Metrics) -> Vec<String> {
        let mut refusals = Vec::new();
        if metrics.air_share < self.least_air || metrics.air_share > 1.0 - self.least_air {
            refusals.push(format!("air share {} is outside {} to {}", metrics.air_share, self.least_air, 1.0 - self.least_air));
        }
        if metrics.largest_share < self.least_largest {
            refusals.push(format!(
                "the largest piece holds {} of the air, at least {} is wanted",
                metrics.largest_share, self.least_largest
            ));
        }
        if metrics.fightable < self.least_fightable {
            refusals.push(format!("{} fightable places, at least {} wanted", metrics.fightable, self.least_fightable));
        }
        if metrics.way_by_air == Reach::Unknown {
            refusals.push("arrival or departure lies outside the measured window".into());
        }
        refusals
    }
    /// Gates that read the trial world: the law, and proofs against samples.
    pub fn trial_refusals(&self, world: &Arc<World>, seed: u64) -> Vec<String> {
        let mut refusals = Vec::new();
        let judged = if self.law { world::law::judge(world, TRIAL_INDEX).err() } else { None };
        if let Some(broken) = judged {
            refusals.push(format!("the law: {broken}"));
        }
        let strate = &world.strates()[usize::from(TRIAL_INDEX.0)];
        let height = strate.bands.content_top - strate.bands.content_floor;
        if let Some(place) = first_violation(&strate.native, height, self.proof_boxes, seed) {
            refusals.push(format!("a proven bound is broken at lattice point {place}"));
        }
        refusals
    }
}

/// Samples random boxes of a field and returns the first point whose density lies outside the bound of its box.
pub fn first_violation(field: &Stack, height: i32, boxes: u32, seed: u64) -> Option<IVec3> {
    let mut draw = Draw::new("proof boxes", seed, 0, 0);
    for _ in 0..boxes {
        let mut between = |low: i32, high: i32| low + (draw.bits() % (high - low).max(1) as u64) as i32;
        let origin = IVec3::new(between(-400, 400), between(-400, 400), between(-8, height));
        let part = SampleBox { origin, level: between(0, 3) as u8, size: UVec3::splat(between(2, 6) as u32) };
        let bound = field.bound(&part);
        for z in 0..part.size.z {
            for y in 0..part.size.y {
                for x in 0..part.size.x {
                    let point = part.point(UVec3::new(x, y, z));
                    let density = field.density(point);
                    if density < bound.lo || density > bound.hi {
                        return Some(point);
                    }
                }
            }
        }
    }
    None
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::measure::{Spread, Window};

    /// Numbers of an ordinary place, to be bent by tests.
    pub(crate) fn ordinary() -> Metrics {
        Metrics {
            window: Window { origin_m: [-40.0, -40.0, -160.0], size_m: [80.0, 80.0, 80.0], step_m: 1.0, margin_m: 16.0 },
            air_share: 0.31,
            components: 3,
            largest_share: 0.97,
            way_by_air: Reach::Connected,
            way_m: 93.0,
            tortuosity: 1.3,
            walkable_share: 0.7,
            clearance_m: Spread { p10: 3.0, median: 7.0, p90: 11.0 },
            feature_scale_m: Spread { p10: 1.0, median: 3.0, p90: 6.0 },
            openness_m: Spread { p10: 1.2, median: 2.8, p90: 5.5 },
            sight_m: Spread { p10: 4.0, median: 17.0, p90: 60.0 },
            narrow_share: 0.04,
            fall_share: 0.02,
            fightable: 2,
            dead_ends_per_100m: 1.1,
        }
    }

    #[test]
    fn an_ordinary_place_passes_and_each_gate_can_fail() {
        let gates = Gates::default();
        assert_eq!(gates.refusals(&ordinary()), Vec::<String>::new());
        let bent = [
            Metrics { air_share: 0.001, ..ordinary() },
            Metrics { air_share: 0.999, ..ordinary() },
            Metrics { largest_share: 0.3, ..ordinary() },
            Metrics { fightable: 0, ..ordinary() },
            Metrics { way_by_air: Reach::Unknown, ..ordinary() },
        ];
        for metrics in bent {
            assert_eq!(gates.refusals(&metrics).len(), 1, "{metrics:?}");
        }
    }
}
