//! Terrain under a sky cap: continents, ridged mountains on highlands, hummocks, terraces and beaches; heights by column.
//!
//! ```text
//!   cap    ~~~~~~~~~~~~~  cap_m ± relief
//!          >= 4 m of air
//!   ground __/\_/^^\____  softly clipped below the lowest cap
//! ```

use super::heights::{ColumnBox, HeightField, Heights, record};
use crate::hash::Tag;
use crate::noise::{Fractal, Plane, PlaneWalk};
use crate::regions::{Regions, RegionsWalk, Sites};
use crate::{Interval, Record, VoxelSize, ops};
use glam::DVec2;

/// What the terrain is made of; metres, cycles per metre, ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceSpec {
    /// Mean height of the ground.
    pub ground_m: f32,
    /// Height between valleys and ridges.
    pub relief_m: f32,
    /// Broad highs and lows per metre.
    pub continent_frequency: f32,
    /// Height of mountains relative to the relief.
    pub mountain_share: f32,
    /// Ridges per metre.
    pub mountain_frequency: f32,
    /// Share of the land that is rough.
    pub highlands: f32,
    /// Changes between plains and highlands per metre.
    pub highland_frequency: f32,
    /// Height of hummocks.
    pub detail_m: f32,
    /// Hummocks per metre.
    pub detail_frequency: f32,
    /// Sideways push of the terrain.
    pub warp_m: f32,
    /// Bends of the warp per metre.
    pub warp_frequency: f32,
    /// Height of a terrace, above zero.
    pub terrace_step_m: f32,
    /// How far slopes are gathered into terraces.
    pub terrace_strength: f32,
    /// Height the land flattens at.
    pub beach_m: f32,
    /// Height a beach gathers.
    pub beach_width_m: f32,
    /// Mean height of the cap.
    pub cap_m: f32,
    /// Height of the cap's swells.
    pub cap_relief_m: f32,
    /// Swells of the cap per metre.
    pub cap_frequency: f32,
}

/// What a region (a biome) makes of the terrain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegionRelief {
    /// Multiplies the relief.
    pub factor: f32,
    /// Raises the ground, metres.
    pub offset_m: f32,
}

/// Least height of the air, metres.
pub const LEAST_HEIGHT_M: f32 = 4.0;
/// Least height of the ground above the content floor, metres.
const LOWEST_M: f32 = 2.0;
/// Width of the soft clips, metres.
const CLIP_M: f32 = 6.0;

/// The terrain's two surfaces.
#[derive(Debug)]
pub struct Surface {
    spec: SurfaceSpec,
    regions: Regions,
    reliefs: Vec<RegionRelief>,
    continents: Plane,
    mountains: Plane,
    highlands: Plane,
    hills: Plane,
    detail: Plane,
    cap: Plane,
    warp: [Plane; 2],
}

/// The noises of a terrain being walked over, column after column.
struct Walk<'a> {
    continents: PlaneWalk<'a>,
    mountains: PlaneWalk<'a>,
    highlands: PlaneWalk<'a>,
    hills: PlaneWalk<'a>,
    detail: PlaneWalk<'a>,
    cap: PlaneWalk<'a>,
    warp: [PlaneWalk<'a>; 2],
    regions: RegionsWalk<'a>,
    weights: Vec<f32>,
}

impl Surface {
    /// The terrain of a seed. `reliefs` has one entry per region of `regions`; both may be empty.
    pub fn new(seed: u64, spec: SurfaceSpec, regions: Regions, reliefs: Vec<RegionRelief>) -> Self {
        let noise = |tag, frequency, octaves| Fractal::sum(seed, tag, frequency, octaves).plane();
        Self {
            continents: noise(Tag::Continents, spec.continent_frequency, 3),
            mountains: Fractal::ridged(seed, Tag::Mountains, spec.mountain_frequency, 4).plane(),
            highlands: noise(Tag::ReliefMap, spec.highland_frequency, 2),
            hills: noise(Tag::Hills, spec.mountain_frequency, 2),
            detail: noise(Tag::Detail, spec.detail_frequency, 2),
            cap: noise(Tag::SkyCap, spec.cap_frequency, 3),
            warp: [Tag::WarpX, Tag::WarpY].map(|tag| noise(tag, spec.warp_frequency, 2)),
            spec,
            regions,
            reliefs,
        }
    }
    /// What it is made of.
    pub fn spec(&self) -> &SurfaceSpec {
        &self.spec
    }
    fn lowest_cap_m(&self) -> f32 {
        self.spec.cap_m - self.spec.cap_relief_m
    }
    fn walk(&self) -> Walk<'_> {
        Walk {
            continents: self.continents.walk(),
            mountains: self.mountains.walk(),
            highlands: self.highlands.walk(),
            hills: self.hills.walk(),
            detail: self.detail.walk(),
            cap: self.cap.walk(),
            warp: [self.warp[0].walk(), self.warp[1].walk()],
            regions: self.regions.walk(),
            weights: Vec::new(),
        }
    }
    /// The ground before regions: height above the mean, and hummocks.
    fn relief_at(&self, walk: &mut Walk<'_>, at_m: DVec2) -> [f32; 2] {
        let spec = &self.spec;
        let [wx, wy] = [0, 1].map(|axis| f64::from(walk.warp[axis].at(at_m.x, at_m.y)) * f64::from(spec.warp_m));
        let (x, y) = (at_m.x + wx, at_m.y + wy);
        // The share of rough land moves the threshold of a map whose usual range is about ±0.45.
        let threshold = 0.45 * (1.0 - 2.0 * spec.highlands);
        let rough = ops::smoothstep(threshold - 0.2, threshold + 0.2, walk.highlands.at(at_m.x, at_m.y));
        let continents = walk.continents.at(x, y);
        // Ridged noise seldom falls below zero: what rises above is the mountain, sharp at its crest and broad at its foot.
        let crest = ops::max(walk.mountains.at(x, y), 0.0);
        let mountains = spec.mountain_share * rough * crest * crest;
        let hills = walk.hills.at(x, y) * (0.12 + 0.25 * rough);
        let detail = spec.detail_m * walk.detail.at(x, y) * (0.35 + 0.65 * rough);
        [spec.relief_m * (1.1 * continents + mountains + hills - 0.15 * spec.mountain_share), detail]
    }
    fn shape(&self, height_m: f32) -> f32 {
        let spec = &self.spec;
        let off = height_m - spec.beach_m;
        // Flat at the beach's height, shifted by less than the beach's width far from it.
        let beached = spec.beach_m + off * (ops::abs(off) / (ops::abs(off) + spec.beach_width_m + 1e-6));
        let steps = beached / spec.terrace_step_m;
        let whole = steps.floor();
        let tread = ops::smoothstep(0.3, 1.0, steps - whole);
        ops::lerp(beached, (whole + tread) * spec.terrace_step_m, spec.terrace_strength)
    }
    fn heights(&self, sites: Option<&Sites>, walk: &mut Walk<'_>, at_m: DVec2) -> Heights {
        let spec = &self.spec;
        let [relief, detail] = self.relief_at(walk, at_m);
        let ground = match sites {
            None => self.shape(spec.ground_m + relief),
            Some(sites) => {
                walk.regions.weights(sites, at_m, &mut walk.weights);
                let mut sum = 0.0;
                for (weight, region) in walk.weights.iter().zip(&self.reliefs) {
                    if *weight > 0.0 {
                        sum += *weight * self.shape(spec.ground_m + region.offset_m + region.factor * relief);
                    }
                }
                sum
            }
        };
        let highest = ops::max(self.lowest_cap_m() - LEAST_HEIGHT_M, LOWEST_M);
        let clipped = ops::smooth_max(ground + detail, LOWEST_M, CLIP_M);
        Heights {
            lower_m: ops::min(ops::smooth_min(clipped, highest, CLIP_M), highest),
            upper_m: spec.cap_m + spec.cap_relief_m * walk.cap.at(at_m.x, at_m.y),
        }
    }
    fn sites(&self, min_m: DVec2, max_m: DVec2) -> Option<Sites> {
        (!self.reliefs.is_empty()).then(|| self.regions.sites(min_m, max_m))
    }
}

impl HeightField for Surface {
    const RECORD: Record = record(
        "surface_column",
        &["SurfaceColumn"],
        "Open land under a sky cap: continents, mountains on highlands, hummocks, terraces and beaches. Ground and cap stay 4 m apart.",
    );
    fn at(&self, at_m: DVec2) -> Heights {
        self.heights(self.sites(at_m, at_m).as_ref(), &mut self.walk(), at_m)
    }
    fn fill(&self, voxel: VoxelSize, columns: &ColumnBox) -> Vec<Heights> {
        let Some(first) = columns.positions_m(voxel).next() else { return Vec::new() };
        let last = columns.positions_m(voxel).last().unwrap_or(first);
        let sites = self.sites(first, last);
        let mut walk = self.walk();
        columns.positions_m(voxel).map(|at_m| self.heights(sites.as_ref(), &mut walk, at_m)).collect()
    }
    fn range(&self) -> [Interval; 2] {
        let highest = ops::max(self.lowest_cap_m() - LEAST_HEIGHT_M, LOWEST_M);
        // The last soft clip may lower the ground by a sixth of its width.
        let lower = Interval { lo: LOWEST_M - CLIP_M, hi: highest };
        [lower, Interval::around(self.spec.cap_m, self.spec.cap_relief_m).widen(1e-3)]
    }
    fn steepness(&self) -> [f32; 2] {
        let spec = &self.spec;
        let usual = spec.relief_m * (spec.continent_frequency + spec.mountain_share * spec.mountain_frequency);
        let cap = 2.0 * spec.cap_relief_m * spec.cap_frequency;
        [1.0 / (1.0 + ops::min(usual * usual, 3.0)).sqrt(), 1.0 / (1.0 + cap * cap).sqrt()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::hash::Rolls;
    use crate::operators::heights::Between;
    use crate::regions::ClimateBox;
    use glam::IVec3;
    use std::sync::Arc;

    fn surface(seed: u64, relief_m: f32, cap_m: f32) -> Surface {
        let spec = SurfaceSpec {
            ground_m: 22.0,
            relief_m,
            continent_frequency: 0.006,
            mountain_share: 1.2,
            mountain_frequency: 0.014,
            highlands: 0.6,
            highland_frequency: 0.005,
            detail_m: 0.7,
            detail_frequency: 0.06,
            warp_m: 12.0,
            warp_frequency: 0.012,
            terrace_step_m: 6.0,
            terrace_strength: 0.5,
            beach_m: 17.0,
            beach_width_m: 1.5,
            cap_m,
            cap_relief_m: 3.0,
            cap_frequency: 0.015,
        };
        let half = |relief: [f32; 2]| ClimateBox { relief, moisture: [0.0, 1.0] };
        let regions = Regions::new(seed, 96.0, vec![half([0.0, 0.5]), half([0.5, 1.0])]);
        let reliefs = vec![RegionRelief { factor: 0.4, offset_m: -3.0 }, RegionRelief { factor: 1.4, offset_m: 5.0 }];
        Surface::new(seed, spec, regions, reliefs)
    }

    #[test]
    fn ground_and_cap_stay_apart_and_within_their_range() {
        let mut rolls = Rolls::new(2, Tag::Test, IVec3::ZERO);
        for seed in 0..12 {
            let surface = surface(seed, rolls.range(0.0, 60.0), rolls.range(33.0, 90.0));
            let [lower, upper] = surface.range();
            for _ in 0..300 {
                let at = DVec2::new(f64::from(rolls.range(-3e4, 3e4)), f64::from(rolls.range(-900.0, 900.0)));
                let heights = surface.at(at);
                assert!(heights.upper_m - heights.lower_m >= LEAST_HEIGHT_M - 1e-3, "{heights:?} at {at}");
                assert!(lower.contains(heights.lower_m) && upper.contains(heights.upper_m), "{heights:?} at {at}");
            }
        }
    }

    #[test]
    fn heights_are_continuous_across_regions() {
        let surface = surface(5, 20.0, 60.8);
        let mut before = surface.at(DVec2::ZERO).lower_m;
        for i in 1..3000 {
            let now = surface.at(DVec2::new(f64::from(i) * 0.05, f64::from(i) * 0.03)).lower_m;
            assert!(ops::abs(now - before) < 0.4, "from {before} to {now} at step {i}");
            before = now;
        }
    }

    #[test]
    fn terrain_conforms() {
        let surroundings =
            Surroundings { around: IVec3::new(90, -40, 120), spread: IVec3::new(500, 500, 140), ..Surroundings::default() };
        let report = conformance::check(&Between::new(Arc::new(surface(3, 20.0, 60.8))), &surroundings).expect("conforms");
        assert!(report.active > 0, "{report:?}");
    }
}
