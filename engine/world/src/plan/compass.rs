//! Finding the way: the next mouth from where a body stands.

use super::{Mouth, MouthKind, StratePlan};
use glam::DVec3;

impl StratePlan {
    /// The mouth that leads on (`Departure`) or back (`Arrival`) and is nearest to `from_m`; `None` at the ends of the world.
    pub fn nearest_mouth(&self, kind: MouthKind, from_m: DVec3) -> Option<&Mouth> {
        let distance = |mouth: &Mouth| (mouth.foot_m - from_m).length_squared();
        let of_kind = self.mouths.iter().filter(|mouth| mouth.kind == kind);
        of_kind.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Where the compass points: the next departure, or the spine room where nothing leads on.
    pub fn compass_target_m(&self, from_m: DVec3) -> DVec3 {
        self.nearest_mouth(MouthKind::Departure, from_m).map_or(self.spine_m, |mouth| mouth.foot_m)
    }

    /// Foot positions from the spine room to a mouth, by its place in `mouths`.
    pub fn way_to_mouth(&self, mouth: usize) -> Option<&[DVec3]> {
        self.backbone.get(mouth).map(|route| route.points_m.as_slice())
    }
}
