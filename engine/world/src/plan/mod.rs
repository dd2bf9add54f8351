//! Planning: mouths, passages and the backbone of a strate, baked into features.

use crate::{ResolveError, StrateIndex, World, archetypes};
use field::feature::Feature;
use glam::{DVec2, DVec3, IVec3};

/// Which way a mouth leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouthKind {
    /// From the strate above.
    Arrival,
    /// To the strate below.
    Departure,
}

/// An end of a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mouth {
    /// Arrival or departure.
    pub kind: MouthKind,
    /// Number of the passage within its interface.
    pub passage: u8,
    /// Foot position at the centre of its landing room, world metres.
    pub foot_m: DVec3,
}

/// A walkable line of foot positions, world metres, at most 1 m apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Foot positions.
    pub points_m: Vec<DVec3>,
    /// Per step: true where it runs over untouched natural floor.
    pub natural: Vec<bool>,
}

/// Everything planned for a strate.
#[derive(Clone, Debug, PartialEq)]
pub struct StratePlan {
    /// The strate.
    pub strate: StrateIndex,
    /// Arrivals, then departures.
    pub mouths: Vec<Mouth>,
    /// The passages that touch this strate (above and below), as routes from upper to lower mouth.
    pub passages: Vec<Route>,
    /// From the spine room to each mouth, in order of `mouths`.
    pub backbone: Vec<Route>,
    /// Supports and clearances in the strate's local frame, ready for the post.
    pub features: Vec<Feature>,
    /// Foot of the spine room's floor, world metres.
    pub spine_m: DVec3,
}

/// Plans a strate: so far, where its spine is.
pub(crate) fn plan_strate(world: &World, index: StrateIndex) -> Result<StratePlan, ResolveError> {
    let strate = world.strate(index);
    let floor_m = world.voxel().position_m(IVec3::new(0, 0, strate.bands.content_floor));
    let foot = archetypes::landing(strate, world.voxel(), DVec2::ZERO, 64.0).unwrap_or(DVec3::ZERO);
    Ok(StratePlan {
        strate: index,
        mouths: Vec::new(),
        passages: Vec::new(),
        backbone: Vec::new(),
        features: Vec::new(),
        spine_m: floor_m + foot,
    })
}
