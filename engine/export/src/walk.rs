//! The report of a walk through a strate.

use compose::Metrics;
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::Arc;
use world::{StrateIndex, World};

/// What a body found in a strate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WalkReport {
    /// Strate, from the top.
    pub strate: u16,
    /// Its asset.
    pub id: String,
    /// Legs walked, there and back.
    pub legs: u32,
    /// Metres walked, backtracking included.
    pub walked_m: f64,
    /// Where and why a body could not go on.
    pub broken: Option<String>,
    /// Mouths it came by.
    pub mouths: usize,
    /// Share of the ways that runs over untouched natural floor, 0 to 1.
    pub natural_share: f64,
    /// What the place is like; `None` when it could not be measured.
    pub metrics: Option<Metrics>,
}

/// Walks every planned way of a strate both ways on the finished field, and measures the place within 64 m of its spine.
pub fn walk(world: &Arc<World>, strate: StrateIndex) -> WalkReport {
    let id = world.strates().get(usize::from(strate.0)).map(|s| s.def.id.clone()).unwrap_or_default();
    let (legs, walked_m, broken) = match world::law::judge(world, strate) {
        Ok(walked) => (walked.legs, walked.length_m, None),
        Err(broken) => (0, 0.0, Some(broken.to_string())),
    };
    let (mut mouths, mut natural, mut steps) = (0, 0, 0);
    if let Ok(plan) = world.plan(strate) {
        mouths = plan.mouths.len();
        for route in &plan.backbone {
            natural += route.natural.iter().filter(|n| **n).count();
            steps += route.natural.len();
        }
    }
    let level = world.voxel().per_metre().trailing_zeros() as u8;
    WalkReport {
        strate: strate.0,
        id,
        legs,
        walked_m,
        broken,
        mouths,
        natural_share: natural as f64 / steps.max(1) as f64,
        metrics: compose::measure(world, strate, level, 64.0).ok(),
    }
}

impl WalkReport {
    /// A few lines to read.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} {}: ", self.strate, self.id);
        let _ = match &self.broken {
            None => write!(text, "walked {:.0} m in {} legs by {} mouths", self.walked_m, self.legs, self.mouths),
            Some(why) => write!(text, "BROKEN {why}"),
        };
        let _ = write!(text, "; {:.0} % natural floor", self.natural_share * 100.0);
        if let Some(m) = &self.metrics {
            let _ = write!(
                text,
                "\n  {:.1} dead ends per 100 m, {:.1} % narrow, {:.1} % beside a drop, {} fightable places, clearance {:.1} m, sight {:.0} m",
                m.dead_ends_per_100m,
                m.narrow_share * 100.0,
                m.fall_share * 100.0,
                m.fightable,
                m.clearance_m.median,
                m.sight_m.median
            );
        }
        text
    }
}
