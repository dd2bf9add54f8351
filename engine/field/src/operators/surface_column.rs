//! Terrain under a sky cap: continents, ridged mountains on highlands, hummocks, terraces and beaches; heights by column.
//!
//! ```text
//!   cap    ~~~~~~~~~~~~~  cap_m ± relief
//!          >= 4 m of air
//!   ground __/\_/^^\____  softly clipped below the lowest cap
//! ```

use super::heights::{ColumnBox, HeightField, Heights, record};
use crate::hash::Tag;
use crate::noise::{Fractal, Plane, PlaneRows};
use crate::regions::{Contenders, Regions, RegionsColumns, Sites};
use crate::vector::Path;
use crate::{Interval, Record, VoxelSize, ops};
use glam::{DVec2, UVec2};

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

/// The noises of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Noises {
    continents: f32,
    mountains: f32,
    highlands: f32,
    hills: f32,
    detail: f32,
    cap: f32,
}

/// What the regions at a column amount to.
enum Share<'a> {
    /// There are none.
    None,
    /// One of them has all the weight.
    Alone(usize),
    /// The weight of each.
    Of(&'a [f32]),
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
    /// Where the terrain that shows at a position stands before the warp, from the warp's two noises.
    fn warped(&self, at_m: DVec2, warp: [f32; 2]) -> DVec2 {
        let [wx, wy] = warp.map(|w| ops::wide_product(w, self.spec.warp_m));
        DVec2::new(at_m.x + wx, at_m.y + wy)
    }
    /// The ground before regions: height above the mean, and hummocks.
    fn relief(&self, noises: &Noises) -> [f32; 2] {
        let spec = &self.spec;
        // The share of rough land moves the threshold of a map whose usual range is about ±0.45.
        let threshold = 0.45 * (1.0 - 2.0 * spec.highlands);
        let rough = ops::smoothstep(threshold - 0.2, threshold + 0.2, noises.highlands);
        // Ridged noise seldom falls below zero: what rises above is the mountain, sharp at its crest and broad at its foot.
        let crest = ops::max(noises.mountains, 0.0);
        let mountains = spec.mountain_share * rough * crest * crest;
        let hills = noises.hills * (0.12 + 0.25 * rough);
        let detail = spec.detail_m * noises.detail * (0.35 + 0.65 * rough);
        [spec.relief_m * (1.1 * noises.continents + mountains + hills - 0.15 * spec.mountain_share), detail]
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
    fn heights(&self, noises: &Noises, share: &Share<'_>) -> Heights {
        let spec = &self.spec;
        let [relief, detail] = self.relief(noises);
        let of = |region: &RegionRelief| self.shape(spec.ground_m + region.offset_m + region.factor * relief);
        let ground = match share {
            Share::None => self.shape(spec.ground_m + relief),
            Share::Alone(region) => self.reliefs.get(*region).map_or(0.0, of) + 0.0,
            Share::Of(weights) => {
                let felt = weights.iter().zip(&self.reliefs).filter(|(weight, _)| **weight > 0.0);
                felt.fold(0.0, |sum, (weight, region)| sum + *weight * of(region))
            }
        };
        let highest = ops::max(self.lowest_cap_m() - LEAST_HEIGHT_M, LOWEST_M);
        let clipped = ops::smooth_max(ground + detail, LOWEST_M, CLIP_M);
        Heights {
            lower_m: ops::min(ops::smooth_min(clipped, highest, CLIP_M), highest),
            upper_m: spec.cap_m + spec.cap_relief_m * noises.cap,
        }
    }
    /// Heights of the ground at places near each other: the bits of [`HeightField::at`], much sooner for many.
    pub fn grounds_m(&self, places_m: &[DVec2]) -> Vec<f32> {
        let (x_m, y_m): (Vec<f64>, Vec<f64>) = places_m.iter().map(|at_m| (at_m.x, at_m.y)).unzip();
        let along = |plane: &Plane, x_m: &[f64], y_m: &[f64]| {
            let mut values = vec![0.0; x_m.len()];
            plane.along(Path::best(), x_m, y_m, &mut values);
            values
        };
        let [wx, wy] = [0, 1].map(|axis| along(&self.warp[axis], &x_m, &y_m));
        let highlands = along(&self.highlands, &x_m, &y_m);
        let warped = places_m.iter().zip(wx.iter().zip(&wy)).map(|(at_m, (wx, wy))| self.warped(*at_m, [*wx, *wy]));
        let (x_m, y_m): (Vec<f64>, Vec<f64>) = warped.map(|at_m| (at_m.x, at_m.y)).unzip();
        let [continents, mountains, hills, detail] =
            [&self.continents, &self.mountains, &self.hills, &self.detail].map(|plane| along(plane, &x_m, &y_m));
        let first = places_m.first().copied().unwrap_or_default();
        let (min_m, max_m) = places_m.iter().fold((first, first), |(min, max), at_m| (min.min(*at_m), max.max(*at_m)));
        let sites = self.sites(min_m, max_m);
        let (mut walk, mut weights) = (self.regions.walk(), Vec::new());
        let reach_m = 0.501 * (max_m - min_m).length_squared().sqrt() as f32;
        let contenders = sites.as_ref().and_then(|sites| walk.contenders(sites, (min_m + max_m) * 0.5, reach_m));
        let alone = contenders.as_ref().and_then(Contenders::alone);
        let of = |i: usize| Noises {
            continents: continents[i],
            mountains: mountains[i],
            highlands: highlands[i],
            hills: hills[i],
            detail: detail[i],
            // Of no matter to the ground.
            cap: 0.0,
        };
        let ground_m = |(i, at_m): (usize, &DVec2)| {
            let share = match (&sites, alone) {
                (None, _) => Share::None,
                (_, Some(region)) => Share::Alone(region),
                (Some(sites), None) => {
                    match &contenders {
                        Some(contenders) => walk.weights_among(contenders, *at_m, &mut weights),
                        None => walk.weights(sites, *at_m, &mut weights),
                    }
                    Share::Of(&weights)
                }
            };
            self.heights(&of(i), &share).lower_m
        };
        places_m.iter().enumerate().map(ground_m).collect()
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
        let noise = |plane: &Plane, at_m: DVec2| plane.at(at_m.x, at_m.y);
        let warped_m = self.warped(at_m, [0, 1].map(|axis| noise(&self.warp[axis], at_m)));
        let noises = Noises {
            continents: noise(&self.continents, warped_m),
            mountains: noise(&self.mountains, warped_m),
            highlands: noise(&self.highlands, at_m),
            hills: noise(&self.hills, warped_m),
            detail: noise(&self.detail, warped_m),
            cap: noise(&self.cap, at_m),
        };
        if self.reliefs.is_empty() {
            return self.heights(&noises, &Share::None);
        }
        let mut weights = Vec::new();
        self.regions.weights(at_m, &mut weights);
        self.heights(&noises, &Share::Of(&weights))
    }
    fn fill(&self, voxel: VoxelSize, columns: &ColumnBox) -> Vec<Heights> {
        let mut heights = Vec::with_capacity(columns.size.element_product() as usize);
        let mut rows = NoiseRows::new(self, voxel, columns);
        let mut shares = Shares::new(self, voxel, columns);
        for y in 0..columns.size.y {
            rows.turn_to(y);
            heights.extend((0..columns.size.x).map(|x| self.heights(&rows.at(x as usize), &shares.at(UVec2::new(x, y)))));
        }
        heights
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

/// The noises of a rectangle of columns, row by row.
struct NoiseRows<'a> {
    surface: &'a Surface,
    voxel: VoxelSize,
    columns: ColumnBox,
    warp: [PlaneRows<'a>; 2],
    highlands: PlaneRows<'a>,
    cap: PlaneRows<'a>,
    /// Positions of the row, warped, in metres.
    warped_m: [Vec<f64>; 2],
    /// Of the row: both warps, highlands, cap; then, at warped positions, continents, mountains, hills and detail.
    values: [Vec<f32>; 8],
}

impl<'a> NoiseRows<'a> {
    fn new(surface: &'a Surface, voxel: VoxelSize, columns: &ColumnBox) -> Self {
        let rows = |plane: &'a Plane| plane.rows(voxel, columns);
        let n = columns.size.x as usize;
        Self {
            surface,
            voxel,
            columns: *columns,
            warp: [rows(&surface.warp[0]), rows(&surface.warp[1])],
            highlands: rows(&surface.highlands),
            cap: rows(&surface.cap),
            warped_m: [(); 2].map(|()| vec![0.0; n]),
            values: [(); 8].map(|()| vec![0.0; n]),
        }
    }
    fn turn_to(&mut self, y: u32) {
        let [wx, wy, highlands, cap, continents, mountains, hills, detail] = &mut self.values;
        let start = UVec2::new(0, y);
        self.warp[0].row(start, wx);
        self.warp[1].row(start, wy);
        self.highlands.row(start, highlands);
        self.cap.row(start, cap);
        let [x_m, y_m] = &mut self.warped_m;
        for (x, ((wx, wy), (x_m, y_m))) in wx.iter().zip(wy).zip(x_m.iter_mut().zip(y_m.iter_mut())).enumerate() {
            let at_m = self.surface.warped(self.columns.position_m(self.voxel, UVec2::new(x as u32, y)), [*wx, *wy]);
            (*x_m, *y_m) = (at_m.x, at_m.y);
        }
        let Surface { continents: broad, mountains: ridged, hills: low, detail: small, .. } = self.surface;
        for (plane, out) in [(broad, continents), (ridged, mountains), (low, hills), (small, detail)] {
            plane.along(Path::best(), x_m, y_m, out);
        }
    }
    fn at(&self, x: usize) -> Noises {
        let [.., highlands, cap, continents, mountains, hills, detail] = &self.values;
        let of = |row: &[f32]| row.get(x).copied().unwrap_or_default();
        Noises {
            continents: of(continents),
            mountains: of(mountains),
            highlands: of(highlands),
            hills: of(hills),
            detail: of(detail),
            cap: of(cap),
        }
    }
}

/// The shares of regions in a rectangle of columns.
struct Shares<'a> {
    /// `None` where there are no regions.
    columns: Option<RegionsColumns<'a>>,
    weights: Vec<f32>,
}

impl<'a> Shares<'a> {
    fn new(surface: &'a Surface, voxel: VoxelSize, columns: &ColumnBox) -> Self {
        let columns = (!surface.reliefs.is_empty()).then(|| surface.regions.columns(voxel, columns));
        Self { columns, weights: Vec::new() }
    }
    fn at(&mut self, index: UVec2) -> Share<'_> {
        let Some(columns) = &mut self.columns else { return Share::None };
        if let Some(region) = columns.alone(index) {
            return Share::Alone(region);
        }
        columns.weights(index, &mut self.weights);
        Share::Of(&self.weights)
    }
}

#[cfg(test)]
impl SurfaceSpec {
    /// Land with all that there may be.
    pub const ROUGH: Self = Self {
        ground_m: 22.0,
        relief_m: 20.0,
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
        cap_m: 60.8,
        cap_relief_m: 3.0,
        cap_frequency: 0.015,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::hash::Rolls;
    use crate::operators::heights::Between;
    use crate::regions::ClimateBox;
    use glam::{IVec2, IVec3};
    use std::sync::Arc;

    fn surface(seed: u64, relief_m: f32, cap_m: f32) -> Surface {
        let spec = SurfaceSpec { relief_m, cap_m, ..SurfaceSpec::ROUGH };
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
    fn many_columns_have_the_bits_of_single_ones() {
        let mut is_alone = [0; 2];
        for (seed, level, origin) in [(5, 0, IVec2::new(-130_900, 61)), (6, 2, IVec2::new(17, -23)), (7, 0, IVec2::new(300, 411))]
        {
            let surface = surface(seed, 20.0, 60.8);
            let columns = ColumnBox { origin, level, size: UVec2::new(35, 19) };
            let voxel = VoxelSize::DEFAULT;
            let mut shares = Shares::new(&surface, voxel, &columns);
            for (heights, (i, at_m)) in surface.fill(voxel, &columns).iter().zip(columns.positions_m(voxel).enumerate()) {
                let expected = surface.at(at_m);
                let bits = |h: &Heights| [h.lower_m.to_bits(), h.upper_m.to_bits()];
                assert_eq!(bits(heights), bits(&expected), "{at_m}");
                let share = shares.at(UVec2::new(i as u32 % 35, i as u32 / 35));
                is_alone[usize::from(matches!(share, Share::Alone(_)))] += 1;
            }
        }
        assert!(is_alone[0] > 100 && is_alone[1] > 100, "both ways are taken: {is_alone:?}");
    }

    #[test]
    fn grounds_near_each_other_have_the_bits_of_single_ones() {
        let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
        for seed in 0..40 {
            let surface = surface(seed, 20.0, 60.8);
            let mut place = |reach: f32| DVec2::new(f64::from(rolls.range(-reach, reach)), f64::from(rolls.range(-reach, reach)));
            let (middle, reach) = (place(3e4), [0.0, 9.0, 40.0][seed as usize % 3]);
            let places: Vec<DVec2> = (0..37).map(|_| middle + place(reach)).collect();
            for (ground_m, at_m) in surface.grounds_m(&places).iter().zip(&places) {
                assert_eq!(ground_m.to_bits(), surface.at(*at_m).lower_m.to_bits(), "at {at_m}");
            }
        }
        assert!(surface(1, 20.0, 60.8).grounds_m(&[]).is_empty());
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
