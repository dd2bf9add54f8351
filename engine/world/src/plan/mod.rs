//! Planning: mouths, passages and the backbone of a strate, baked into features.
//!
//! *Order.* Mouths and passages of the interfaces above and below come first, from native fields alone; then the backbone,
//! which keeps out of their volumes. No strate reads another strate's plan. A plan is judged before it is handed out: natural
//! floor that does not bear is built over, then a larger region is tried, then the strate is refused by name.

mod backbone;
mod coarse;
mod compass;
#[cfg(test)]
mod fixture;
mod frame;
mod lay;
mod passage;
mod search;
mod spine;

use crate::law;
use crate::query::FieldCache;
use crate::{ResolveError, StrateIndex, World};
use field::feature::Feature;
use frame::Frame;
use glam::DVec3;
use passage::Passage;

/// Blocks of the finished field kept while a plan is judged.
const JUDGE_BLOCKS: usize = 8192;

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
    /// The passages that touch this strate (above and below), as routes from upper to lower mouth; in order of `mouths`.
    pub passages: Vec<Route>,
    /// From the spine room to each mouth, in order of `mouths`.
    pub backbone: Vec<Route>,
    /// Supports and clearances in the strate's local frame, ready for the post.
    pub features: Vec<Feature>,
    /// How many of `features`, from the first, are the spine room and the passages; the rest is the backbone.
    pub n_fixed_features: usize,
    /// Foot of the spine room's floor, world metres.
    pub spine_m: DVec3,
}

/// Plans a strate. Pure, and deterministic in the world's assets; it reads native fields only.
///
/// # Errors
/// [`ResolveError::Plan`], naming the strate, when no walkable backbone is found.
pub fn plan_strate(world: &World, index: StrateIndex) -> Result<StratePlan, ResolveError> {
    let strate = world.strates().get(usize::from(index.0)).ok_or_else(|| refusal(world, index, "no such strate"))?;
    let frame = Frame::of(strate, world.voxel());
    let arrivals = index.0.checked_sub(1).map(|above| passage::between(world, StrateIndex(above))).unwrap_or_default();
    let departures = passage::between(world, index);
    let mut mouths = Vec::new();
    for (kind, passages) in [(MouthKind::Arrival, &arrivals), (MouthKind::Departure, &departures)] {
        mouths.extend(passages.iter().map(|passage| Mouth {
            kind,
            passage: passage.number,
            foot_m: if kind == MouthKind::Arrival { passage.lower_m() } else { passage.upper_m() },
        }));
    }
    let passages: Vec<Passage> = arrivals.into_iter().chain(departures).collect();
    let spine_radius_m = world.assets().project.settings.spine_radius_m;
    let height_m = if spine_radius_m < 8.0 { spine_radius_m } else { 8.0 };
    let spine_m = spine::foot(world, index, &frame, f64::from(height_m), &mouths);
    let mut features = spine::features(&frame, spine_m, spine_radius_m, height_m);
    for passage in &passages {
        passage.features(&frame, &mut features);
    }
    let mut plan = StratePlan {
        strate: index,
        passages: passages.iter().map(Passage::route).collect(),
        backbone: Vec::new(),
        n_fixed_features: features.len(),
        features,
        spine_m,
        mouths,
    };
    let fixed = world.compose(index, &plan.features, false)?;
    let site = backbone::Site {
        native: &strate.native,
        fixed: &fixed,
        seed: strate.seed,
        frame,
        spine_m,
        spine_radius_m: f64::from(spine_radius_m),
        mouths: &plan.mouths,
        passages: &passages,
    };
    let judge = |routes: &[Route], built: &[Feature]| {
        let field = world.compose(index, &[&plan.features, built].concat(), false)?;
        let mut cache = FieldCache::new(&field, frame.content_floor, JUDGE_BLOCKS);
        let mut faults = Vec::new();
        for route in routes {
            law::sweep(&mut cache, &route.points_m, &mut faults);
        }
        Ok(faults)
    };
    let (routes, built) = backbone::plan(&site, judge)?.map_err(|reason| refusal(world, index, &reason))?;
    plan.backbone = routes;
    plan.features.extend(built);
    Ok(plan)
}

fn refusal(world: &World, index: StrateIndex, reason: &str) -> ResolveError {
    let slot = world.strates().get(usize::from(index.0));
    let strate = slot.map_or_else(|| index.0.to_string(), |strate| format!("{} ({})", strate.slot.0, strate.def.id));
    ResolveError::Plan { strate, reason: reason.to_owned() }
}
