//! The XY edge seal: rock that rises toward the world's rim and is solid beyond it.

use super::Formula;
use crate::operator::Record;
use crate::{Channels, Interval, Num};

/// From `radius - thickness` on, the ground rises and open space closes; at `radius` and beyond everything is rock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeSeal {
    radius_m: f32,
    thickness_m: f32,
}

/// Rock gained at the rim per metre of thickness; keeps the added slope below 0.75.
const RISE: f32 = 0.5;

pub(super) static RECORD: Record =
    Record::post("edge_seal", "Seals the world at its radius: rock rises smoothly over the thickness, and nothing breaches it.");

impl EdgeSeal {
    /// `None` for a radius of zero, which means no edge. Thickness is held within (0, radius].
    pub fn new(radius_m: f32, thickness_m: f32) -> Option<Self> {
        (radius_m > 0.0).then(|| Self { radius_m, thickness_m: crate::ops::clamp(thickness_m, 0.25, radius_m) })
    }

    #[inline(always)]
    fn distance<N: Num>(x: N, y: N) -> N {
        (x.square() + y.square()).sqrt()
    }
}

impl Formula for EdgeSeal {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    #[inline(always)]
    fn apply<N: Num>(&self, [x, y, _]: [N; 3], incoming: Channels<N>) -> Channels<N> {
        let r = Self::distance(x, y);
        let rise = r.smoothstep(self.radius_m - self.thickness_m, self.radius_m).times(RISE * self.thickness_m);
        Channels { density: (incoming.density - rise).min(N::of(self.radius_m) - r - N::of(RIM_M)), ..incoming }
    }
    fn is_inert(&self, [x, y, _]: [Interval; 3], incoming: Channels<Interval>) -> bool {
        let r = Self::distance(x, y);
        r.hi <= self.radius_m - self.thickness_m && incoming.density.hi < self.radius_m - r.hi - RIM_M
    }
}

/// The wall stands this far inside the radius, so that rounding leaves no zero at the radius itself.
const RIM_M: f32 = 0.0625;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};

    #[test]
    fn seal_conforms_and_is_solid_beyond_the_radius() {
        let seal = EdgeSeal::new(40.0, 24.0).expect("an edge");
        let report = conformance::check(&seal, &Surroundings::default()).expect("conforms");
        assert!(report.inert > 0 && report.active > 0, "{report:?}");
        for r in [40.0, 41.0, 3000.0, 30_000.0] {
            let open = Channels { density: 1e4, shape: 1e6 };
            assert!(seal.apply([r * 0.6, r * 0.8, 0.0], open).density < 0.0, "open at {r} m");
        }
        assert_eq!(EdgeSeal::new(0.0, 8.0), None);
    }
}
