//! Measuring a strate: one window of the finished field becomes a bit grid, and every number is derived from that grid.
//!
//! *Honesty.* Each result carries the window it was measured in. What a coarse grid cannot know is called unknown, what it
//! does not join is "not connected at this resolution", and neither is ever read as the other.

use crate::bits::BitGrid;
use crate::distance::{FAR, squared_to_rock};
use crate::ground::Ground;
use field::{FillScratch, Proofs, SampleBox, Verdict};
use glam::{DVec3, IVec3, UVec3};
use serde::{Deserialize, Serialize};
use world::plan::{MouthKind, StratePlan};
use world::{StrateIndex, World};

/// Largest number of cells of one window.
pub const MAX_CELLS: u64 = 24_000_000;
/// Distances from the spine that may be asked for, metres.
pub const REACH_M: [f64; 2] = [1.0, 4096.0];
/// Coarsest level that may be asked for: samples 256 voxels apart.
pub const COARSEST: u8 = 8;

/// Why a strate could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// Refused before any memory was taken.
    #[error("the window needs {wanted} cells, at most {MAX_CELLS} are allowed: choose a coarser step or a smaller reach")]
    TooLarge {
        /// Cells the window needs.
        wanted: u64,
    },
    /// A reach out of range, or no number.
    #[error("a reach of {0} m is out of range; accepted: {lowest} m to {highest} m", lowest = REACH_M[0], highest = REACH_M[1])]
    Reach(f64),
    /// A level out of range.
    #[error("a level of {0} is out of range; accepted: 0 to {COARSEST}")]
    Level(u8),
    /// No such strate.
    #[error("there is no strate {0}")]
    NoStrate(u16),
    /// The strate has no plan, so nobody knows where people go.
    #[error("{0}")]
    Plan(#[from] world::ResolveError),
}

/// Tenth, fiftieth and ninetieth percentile; zero when nothing was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Tenth percentile.
    pub p10: f32,
    /// Median.
    pub median: f32,
    /// Ninetieth percentile.
    pub p90: f32,
}

impl Spread {
    /// Percentiles of a list, which is sorted on the way.
    pub fn of(values: &mut [f32]) -> Self {
        values.sort_by(f32::total_cmp);
        let at = |percent: usize| values.get(values.len().saturating_sub(1) * percent / 100).copied().unwrap_or(0.0);
        Self { p10: at(10), median: at(50), p90: at(90) }
    }
}

/// What a grid can say of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// Joined through air.
    Connected,
    /// Not joined at this step; a finer one may join it.
    NotConnectedAtThisResolution,
    /// An end lies outside the window, or there is no such end.
    Unknown,
}

/// The window of a measurement, world metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// First sample.
    pub origin_m: [f64; 3],
    /// Size.
    pub size_m: [f64; 3],
    /// Distance between samples.
    pub step_m: f32,
    /// Metres kept round mouths, spine and backbone.
    pub margin_m: f32,
}

/// What was measured. Shares run from 0 to 1, lengths are metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Where.
    pub window: Window,
    /// Air among the cells of the content band.
    pub air_share: f32,
    /// Number of separate pieces of air.
    pub components: u32,
    /// Largest piece among the air.
    pub largest_share: f32,
    /// Arrival to departure through air on this grid.
    pub way_by_air: Reach,
    /// Length of the planned way from arrival over the spine to departure; 0 without one.
    pub way_m: f32,
    /// Way over straight line; 0 without a way.
    pub tortuosity: f32,
    /// Floor cells with headroom and a gentle slope among all floor cells.
    pub walkable_share: f32,
    /// Air above the floor.
    pub clearance_m: Spread,
    /// Distance from air to rock.
    pub feature_scale_m: Spread,
    /// Distance to rock at chest height over walkable floor.
    pub openness_m: Spread,
    /// Free sight along eight directions at eye height over walkable floor.
    pub sight_m: Spread,
    /// Walkable floor with less than a body and a half of room.
    pub narrow_share: f32,
    /// Walkable floor beside a drop of at least 3 m.
    pub fall_share: f32,
    /// Places two layout units across with 8 m of headroom.
    pub fightable: u32,
    /// Dead ends per 100 m of way.
    pub dead_ends_per_100m: f32,
}

impl Metrics {
    /// Names that weights and filters may use.
    pub const NAMES: [&'static str; 12] = [
        "air_share",
        "largest_share",
        "tortuosity",
        "walkable_share",
        "clearance_m",
        "feature_scale_m",
        "openness_m",
        "sight_m",
        "narrow_share",
        "fall_share",
        "fightable",
        "dead_ends_per_100m",
    ];
    /// A number by name (the median of a spread); `None` for an unknown name.
    pub fn get(&self, name: &str) -> Option<f32> {
        Some(match name {
            "air_share" => self.air_share,
            "largest_share" => self.largest_share,
            "tortuosity" => self.tortuosity,
            "walkable_share" => self.walkable_share,
            "clearance_m" => self.clearance_m.median,
            "feature_scale_m" => self.feature_scale_m.median,
            "openness_m" => self.openness_m.median,
            "sight_m" => self.sight_m.median,
            "narrow_share" => self.narrow_share,
            "fall_share" => self.fall_share,
            "fightable" => self.fightable as f32,
            "dead_ends_per_100m" => self.dead_ends_per_100m,
            _ => return None,
        })
    }
}

/// Where people go: the box of spine, mouths and backbone with a margin, at most `reach_m` from the spine; all of the height.
fn people(world: &World, strate: &world::Strate, plan: &StratePlan, level: u8, margin_m: f64, reach_m: f64) -> SampleBox {
    let voxel = world.voxel();
    let (mut low, mut high) = (plan.spine_m, plan.spine_m);
    for point in plan.mouths.iter().map(|m| m.foot_m).chain(plan.backbone.iter().flat_map(|r| r.points_m.iter().copied())) {
        low = DVec3::select(point.cmplt(low), point, low);
        high = DVec3::select(point.cmpgt(high), point, high);
    }
    let step = 1 << level;
    let clip = |v: f64| v.clamp(-reach_m, reach_m);
    let low = DVec3::new(clip(low.x - margin_m), clip(low.y - margin_m), 0.0);
    let high = DVec3::new(clip(high.x + margin_m), clip(high.y + margin_m), 0.0);
    let (low, high) = (voxel.lattice_floor(low), voxel.lattice_floor(high));
    let origin = IVec3::new(low.x, low.y, strate.bands.bottom);
    let extent = IVec3::new(high.x - low.x, high.y - low.y, strate.bands.top - strate.bands.bottom);
    SampleBox { origin, level, size: (extent / step).as_uvec3() + UVec3::new(1, 1, 0) }
}

/// Measures the finished strate at a step of `1 << level` voxels, at most `reach_m` ([`REACH_M`]) from the spine.
///
/// # Errors
/// A reach or level out of range, a window over [`MAX_CELLS`], or a strate that cannot be planned.
pub fn measure(world: &World, strate: StrateIndex, level: u8, reach_m: f64) -> Result<Metrics, MeasureError> {
    const MARGIN_M: f64 = 16.0;
    if !(REACH_M[0]..=REACH_M[1]).contains(&reach_m) {
        return Err(MeasureError::Reach(reach_m));
    }
    if level > COARSEST {
        return Err(MeasureError::Level(level));
    }
    let found = world.strates().get(usize::from(strate.0)).ok_or(MeasureError::NoStrate(strate.0))?;
    let plan = world.plan(strate).map_err(Clone::clone)?;
    let window = people(world, found, plan, level, MARGIN_M, reach_m);
    let wanted = window.len() as u64;
    if wanted > MAX_CELLS {
        return Err(MeasureError::TooLarge { wanted });
    }
    let air = sample(world, &window);
    let step_m = world.voxel().metres() * window.step() as f32;
    let distance: Vec<f32> = squared_to_rock(&air).iter().map(|&d| if d >= FAR { 0.0 } else { d.sqrt() * step_m }).collect();
    let ground = Ground::read(&air, &distance, step_m);
    let components = air.components();
    let total = air.count();
    let content = window.size.x as u64
        * window.size.y as u64
        * ((found.bands.content_top - found.bands.content_floor) / window.step()) as u64;
    let mut scale: Vec<f32> = distance.iter().copied().filter(|&d| d > 0.0).collect();
    let origin = world.voxel().position_m(window.origin);
    let (way_m, straight_m) = planned_way(plan);
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f32 / whole as f32 };
    Ok(Metrics {
        window: Window {
            origin_m: origin.to_array(),
            size_m: (window.size.as_dvec3() * f64::from(step_m)).to_array(),
            step_m,
            margin_m: MARGIN_M as f32,
        },
        air_share: share(total, content),
        components: components.sizes.len() as u32,
        largest_share: share(components.sizes.first().copied().unwrap_or(0), total),
        way_by_air: by_air(world, plan, &window, &air),
        way_m: way_m as f32,
        tortuosity: if straight_m > 0.0 { (way_m / straight_m) as f32 } else { 0.0 },
        walkable_share: share(ground.walkable.len() as u64, ground.floors),
        clearance_m: ground.clearance_m(),
        feature_scale_m: Spread::of(&mut scale),
        openness_m: ground.openness_m(),
        sight_m: ground.sight_m(&air),
        narrow_share: ground.narrow_share(),
        fall_share: ground.fall_share(&air),
        fightable: ground.fightable(&air),
        dead_ends_per_100m: ground.dead_ends_per_100m(),
    })
}

/// Signs of a window of the finished world.
fn sample(world: &World, window: &SampleBox) -> BitGrid {
    const BLOCK: u32 = 64;
    let mut air = BitGrid::new([window.size.x as usize, window.size.y as usize, window.size.z as usize]);
    let mut scratch = FillScratch::default();
    for y0 in (0..window.size.y).step_by(BLOCK as usize) {
        for x0 in (0..window.size.x).step_by(BLOCK as usize) {
            let size = UVec3::new((window.size.x - x0).min(BLOCK), (window.size.y - y0).min(BLOCK), window.size.z);
            let part = SampleBox { origin: window.point(UVec3::new(x0, y0, 0)), level: window.level, size };
            let verdict = world.fill(&part, Proofs::On, &mut scratch);
            if verdict == Verdict::Rock {
                continue;
            }
            for z in 0..size.z {
                for y in 0..size.y {
                    for x in 0..size.x {
                        if verdict == Verdict::Air || scratch.density[part.offset(UVec3::new(x, y, z))] >= 0.0 {
                            air.set((x0 + x) as usize, (y0 + y) as usize, z as usize);
                        }
                    }
                }
            }
        }
    }
    air
}

/// Length of the way from the first arrival over the spine to the first departure, and of the straight lines between.
fn planned_way(plan: &StratePlan) -> (f64, f64) {
    let (mut way, mut straight) = (0.0, 0.0);
    for kind in [MouthKind::Arrival, MouthKind::Departure] {
        let leg = plan.mouths.iter().zip(&plan.backbone).find(|(mouth, _)| mouth.kind == kind);
        if let Some((mouth, route)) = leg {
            straight += mouth.foot_m.distance(plan.spine_m);
            for pair in route.points_m.windows(2) {
                way += pair[0].distance(pair[1]);
            }
        }
    }
    (way, straight)
}

fn by_air(world: &World, plan: &StratePlan, window: &SampleBox, air: &BitGrid) -> Reach {
    let end = |kind| plan.mouths.iter().find(|m| m.kind == kind).map(|m| m.foot_m);
    let from = end(MouthKind::Arrival).unwrap_or(plan.spine_m);
    let to = end(MouthKind::Departure).unwrap_or(plan.spine_m);
    let cell = |foot_m: DVec3| {
        let index = (world.voxel().lattice_floor(foot_m + DVec3::Z) - window.origin).div_euclid(IVec3::splat(window.step()));
        let inside = index.cmpge(IVec3::ZERO).all() && index.cmplt(window.size.as_ivec3()).all();
        inside.then_some([index.x as usize, index.y as usize, index.z as usize])
    };
    let (Some(from), Some(to)) = (cell(from), cell(to)) else { return Reach::Unknown };
    let mut seeds = BitGrid::new(air.size);
    seeds.set(from[0], from[1], from[2]);
    if air.flood(&seeds).get(to[0], to[1], to[2]) { Reach::Connected } else { Reach::NotConnectedAtThisResolution }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_that_is_no_distance_is_refused() {
        let archetype = world::defs::Archetype::all_defaults().remove(0);
        let strate = world::defs::StrateDef::new("place", archetype);
        let world = crate::candidate::trial_world(&world::Assets::default(), &strate).unwrap();
        for reach_m in [f64::NAN, f64::INFINITY, -5.0, -1e9, 0.0, 4097.0] {
            assert!(matches!(measure(&world, StrateIndex(0), 2, reach_m), Err(MeasureError::Reach(_))), "{reach_m}");
        }
        assert!(matches!(measure(&world, StrateIndex(0), 31, 64.0), Err(MeasureError::Level(31))));
    }

    #[test]
    fn percentiles_come_from_the_sorted_list() {
        let mut values: Vec<f32> = (0..=100).rev().map(|v| v as f32).collect();
        assert_eq!(Spread::of(&mut values), Spread { p10: 10.0, median: 50.0, p90: 90.0 });
        assert_eq!(Spread::of(&mut []), Spread::default());
    }
}
