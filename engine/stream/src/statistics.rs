//! What the streamer reports: gates and figures.

use crate::workers::Done;
use std::collections::VecDeque;
use std::time::Duration;
use surface::GRID;

/// Build times kept for the percentiles.
const KEPT_TIMES: usize = 512;

/// Three gates, reported apart, as of the last update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gates {
    /// Lattice and meshes of the 3×3 ring are there under the body.
    pub walkable_now: bool,
    /// No hole in view.
    pub enclosed_now: bool,
    /// Each level within its target.
    pub refined_now: bool,
}

/// Always available.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Tiles drawn per level.
    pub drawn_per_level: Vec<u32>,
    /// Jobs waiting.
    pub queued: u32,
    /// Jobs running.
    pub running: u32,
    /// Jobs cancelled or dropped as stale.
    pub dropped: u64,
    /// Tiles built, and those proven uniform without a mesh.
    pub built: u64,
    /// Of those, proven.
    pub proven: u64,
    /// Lattice points sampled, and all that would have been.
    pub sampled_points: u64,
    /// All points.
    pub total_points: u64,
    /// Build time of mixed tiles, microseconds.
    pub build_p50_us: u32,
    /// Build time of mixed tiles, microseconds.
    pub build_p95_us: u32,
    /// Accounted bytes of tiles, caches and queues.
    pub accounted_bytes: u64,
    /// Tiles by which the shells were made smaller to stay within the memory budget.
    pub radius_lost_tiles: u32,
    /// The longest time, by the caller's clock, for which a part of the view had nothing to show.
    pub longest_gap: Duration,
    /// From the first update after the world was last replaced to its first tile, by the caller's clock; `None` before the first.
    pub refresh: Option<Duration>,
}

/// Sums over the streamer's life.
#[derive(Default)]
pub(crate) struct Totals {
    pub dropped: u64,
    pub built: u64,
    pub proven: u64,
    pub sampled_points: u64,
    pub total_points: u64,
    pub longest_gap: Duration,
    pub refresh: Option<Duration>,
    times_us: VecDeque<u32>,
}

impl Totals {
    pub(crate) fn count(&mut self, done: &Done) {
        let Some(built) = &done.built else { return };
        self.built += 1;
        self.proven += u64::from(built.proven);
        self.sampled_points += built.sampled;
        self.total_points += (GRID * GRID * GRID) as u64;
        if !built.meshes.is_empty() {
            if self.times_us.len() == KEPT_TIMES {
                self.times_us.pop_front();
            }
            self.times_us.push_back(u32::try_from(done.took.as_micros()).unwrap_or(u32::MAX));
        }
    }

    /// Median and 95th percentile of the build times kept; zero without any.
    pub(crate) fn build_times_us(&self) -> (u32, u32) {
        let mut times: Vec<u32> = self.times_us.iter().copied().collect();
        times.sort_unstable();
        let at = |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1)));
        (at(50).copied().unwrap_or(0), at(95).copied().unwrap_or(0))
    }
}
