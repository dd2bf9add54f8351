//! The vertical boundary bands: rock above the ceiling and below the floor of a strate's content.

use super::Formula;
use crate::operator::Record;
use crate::{Channels, Interval, Num};

/// Forces rock below `floor_m` and above `ceiling_m`; slope 1, smooth where it meets the native field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bands {
    floor_m: f32,
    ceiling_m: f32,
}

/// Width of the join with the native field, in metres.
const WIDTH_M: f32 = 1.0;

pub(super) static RECORD: Record =
    Record::post("bands", "Closes a strate with rock above its ceiling and below its floor. Only passages breach it.");

impl Bands {
    /// Heights in metres above the content floor (strate-local zero); `floor_m < ceiling_m`.
    pub fn new(floor_m: f32, ceiling_m: f32) -> Self {
        Self { floor_m, ceiling_m }
    }
}

impl Formula for Bands {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    #[inline(always)]
    fn apply<N: Num>(&self, [_, _, z]: [N; 3], incoming: Channels<N>) -> Channels<N> {
        let (above_floor, below_ceiling) = (z - N::of(self.floor_m), N::of(self.ceiling_m) - z);
        let density = incoming.density.smooth_min(above_floor, WIDTH_M).smooth_min(below_ceiling, WIDTH_M);
        Channels { density, ..incoming }
    }
    fn is_inert(&self, [_, _, z]: [Interval; 3], incoming: Channels<Interval>) -> bool {
        let room = crate::ops::min(z.lo - self.floor_m, self.ceiling_m - z.hi);
        room - incoming.density.hi > WIDTH_M
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};

    #[test]
    fn bands_conform_and_hold_outside_the_content() {
        let bands = Bands::new(0.0, 24.0);
        let report = conformance::check(&bands, &Surroundings::default()).expect("conforms");
        assert!(report.inert > 0 && report.active > 0, "{report:?}");
        let open = Channels { density: 1e4, shape: 1e6 };
        for (z, is_rock) in [(-0.25, true), (24.25, true), (0.5, false), (23.0, false), (12.0, false)] {
            assert_eq!(bands.apply([0.0, 0.0, z], open).density < 0.0, is_rock, "at {z} m");
        }
    }
}
