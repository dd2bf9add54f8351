//! Conversions: the shape carved out of rock, or filled into void.

use super::Formula;
use crate::operator::{Nature, Record, Role};
use crate::{Channels, Interval, Num};

/// Carves the shape: density becomes the smooth maximum of itself and the negated shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carve {
    /// Width of the smooth join in metres, zero or positive.
    pub width_m: f32,
}

/// Fills the shape with rock: density becomes the smooth minimum of itself and the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Width of the smooth join in metres, zero or positive.
    pub width_m: f32,
}

pub(super) static CARVE: Record =
    record("carve", "Carves the prepared shape out of the density; the join is smooth over a stated width.");
pub(super) static FILL: Record = record("fill", "Fills the prepared shape with rock; the join is smooth over a stated width.");

const fn record(name: &'static str, doc: &'static str) -> Record {
    Record {
        name,
        role: Role::Conversion,
        nature: Nature::Transformative,
        reads: Channels { density: true, shape: true },
        writes: Channels { density: true, shape: false },
        provides: &[],
        requires: &[],
        doc,
    }
}

impl Formula for Carve {
    fn record(&self) -> &'static Record {
        &CARVE
    }
    #[inline(always)]
    fn apply<N: Num>(&self, _at_m: [N; 3], incoming: Channels<N>) -> Channels<N> {
        Channels { density: incoming.density.smooth_max(-incoming.shape, self.width_m), ..incoming }
    }
    fn is_inert(&self, _at_m: [Interval; 3], incoming: Channels<Interval>) -> bool {
        incoming.density.lo + incoming.shape.lo > self.width_m
    }
}

impl Formula for Fill {
    fn record(&self) -> &'static Record {
        &FILL
    }
    #[inline(always)]
    fn apply<N: Num>(&self, _at_m: [N; 3], incoming: Channels<N>) -> Channels<N> {
        Channels { density: incoming.density.smooth_min(incoming.shape, self.width_m), ..incoming }
    }
    fn is_inert(&self, _at_m: [Interval; 3], incoming: Channels<Interval>) -> bool {
        incoming.shape.lo - incoming.density.hi > self.width_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};

    #[test]
    fn conversions_conform_and_are_inert_far_from_the_shape() {
        for width_m in [0.0, 0.8] {
            let report = conformance::check(&Carve { width_m }, &Surroundings::default()).expect("conforms");
            assert!(report.inert > 0 && report.active > 0, "{report:?}");
            let report = conformance::check(&Fill { width_m }, &Surroundings::default()).expect("conforms");
            assert!(report.inert > 0 && report.active > 0, "{report:?}");
        }
    }
}
