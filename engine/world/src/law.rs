//! The law: in every strate a body walks between arrival, spine room and departure, both ways.

use crate::{StrateIndex, World};
use glam::DVec3;
use std::sync::Arc;

/// A law that holds: what was walked.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// Metres of all legs, there and back.
    pub length_m: f64,
    /// Legs walked.
    pub legs: u32,
}

/// A law that is broken, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("at {:.2}, {:.2}, {:.2}: {reason}", place_m.x, place_m.y, place_m.z)]
pub struct Broken {
    /// Foot position, world metres.
    pub place_m: DVec3,
    /// What stopped the body.
    pub reason: String,
}

/// Sweeps the body along every planned way of a strate, both ways, on the finished field without edits.
///
/// # Errors
/// The first place at which it cannot go on, or a plan that failed.
pub fn judge(_world: &Arc<World>, _strate: StrateIndex) -> Result<Walked, Broken> {
    unimplemented!()
}
