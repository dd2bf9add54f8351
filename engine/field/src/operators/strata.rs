//! Modifiers that repeat with height or along a direction: terraces, layer lines, ribs, overhangs and cliffs. All displace the density.

use super::displacement::{Displacement, on_density};
use super::pattern::{HeightMask, Patches, Product};
use super::waves::{Profile, Waves};
use crate::{Record, ops};
use glam::Vec3;

/// A terrace's parameters; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerraceSpec {
    /// Height of a step, positive.
    pub step_m: f32,
    /// How far slopes are gathered, 0 to below 1.
    pub strength: f32,
    /// Share of a step's height that its tread gathers, within 0 and 1.
    pub tread: f32,
    /// Height above the content floor above which nothing is stepped.
    pub highest_m: f32,
    /// How far steps stray up and down.
    pub wander_m: f32,
    /// Share of their effect that steps lose in places, 0 to 1.
    pub breaks: f32,
}

pub(super) static TERRACE: Record = on_density(
    "terrace",
    "Gathers slopes into level treads and steep risers, up to a height; ceilings higher up stay as they are.",
);
pub(super) static LAYER_LINES: Record =
    on_density("layer_lines", "Cuts thin level grooves into walls, as between beds of rock; they undulate with the beds.");
pub(super) static RIBS: Record =
    on_density("ribs", "Raises ridges of rock side by side, upright or tilted, that follow one direction and wander.");
pub(super) static OVERHANG: Record = on_density(
    "overhang",
    "Lets walls lean out over their foot and draws them back above, again and again, as shelves one above another.",
);
pub(super) static CLIFF: Record =
    on_density("cliff", "Makes slopes steep between a foot and a brow and gentler elsewhere; foot and brow wander up and down.");

/// Metres over which a limit of height takes effect.
const LIMIT_M: f32 = 3.0;
/// Slope changes of steps per metre of ground.
const STEP_WANDER_PER_M: f32 = 0.03;
/// Slope changes of layers per metre.
const LAYER_WANDER_PER_M: f32 = 0.04;
/// Bends of ribs per metre.
const RIB_WANDER_PER_M: f32 = 0.06;

/// Waves that are whole in some places and broken in others.
pub type Broken = Product<Waves, Patches>;

/// Patches per repetition of a wave that breaks up.
const PATCHES: f32 = 0.25;

fn broken(seed: u64, waves: Waves, spacing_m: f32, breaks: f32) -> Broken {
    Product(waves, Patches::new(seed, PATCHES / spacing_m, breaks))
}

/// Amplitude of a wave whose falling part makes a slope steep: there height counts for only `1 - strength`.
fn steepening(height_m: f32, strength: f32) -> f32 {
    0.5 * strength * height_m
}

/// Slopes gathered into steps.
pub fn terrace(seed: u64, spec: TerraceSpec) -> Displacement<Product<Broken, HeightMask>> {
    let tread = ops::clamp(spec.tread, 0.05, 0.95);
    let profile = Profile::new(&[[0.0, -1.0], [tread, 1.0]], 0.0);
    let waves = Waves::new(seed, Vec3::Z, spec.step_m, profile).wandering(seed, spec.wander_m, STEP_WANDER_PER_M);
    let below = HeightMask { zero_m: spec.highest_m + LIMIT_M, one_m: spec.highest_m };
    let waves = broken(seed, waves, 2.0 * spec.step_m, spec.breaks);
    Displacement::new(&TERRACE, Product(waves, below), steepening((1.0 - tread) * spec.step_m, spec.strength))
}

/// The parameters of layer lines; metres and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerSpec {
    /// Height from one groove to the next, positive.
    pub spacing_m: f32,
    /// Height of a groove.
    pub width_m: f32,
    /// Depth of a groove.
    pub depth_m: f32,
    /// How far layers stray up and down.
    pub wander_m: f32,
    /// Share of their depth that grooves lose in places, 0 to 1.
    pub breaks: f32,
}

/// Thin level grooves.
pub fn layer_lines(seed: u64, spec: LayerSpec) -> Displacement<Broken> {
    let width = ops::clamp(spec.width_m / spec.spacing_m, 0.05, 0.95);
    let profile = Profile::new(&[[0.0, 0.0], [0.3 * width, 1.0], [0.7 * width, 1.0], [width, 0.0]], 1.0);
    let waves = Waves::new(seed, Vec3::Z, spec.spacing_m, profile).wandering(seed, spec.wander_m, LAYER_WANDER_PER_M);
    Displacement::new(&LAYER_LINES, broken(seed, waves, spec.spacing_m, spec.breaks), spec.depth_m)
}

/// The parameters of ribs; metres, degrees and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RibsSpec {
    /// Distance from rib to rib, positive.
    pub spacing_m: f32,
    /// How far they stand out.
    pub height_m: f32,
    /// From 0, round ribs, to 1, sharp ones.
    pub sharpness: f32,
    /// Compass angle in which ribs follow one another, from north over east.
    pub direction_deg: f32,
    /// 0 for upright ribs, 90 for level ones.
    pub tilt_deg: f32,
    /// How far they stray from straight.
    pub wander_m: f32,
    /// Share of their height that ribs lose in places, 0 to 1.
    pub breaks: f32,
}

/// Ridges side by side.
pub fn ribs(seed: u64, spec: RibsSpec) -> Displacement<Broken> {
    let [direction, tilt] = [spec.direction_deg, spec.tilt_deg].map(f32::to_radians);
    let level = ops::cos(tilt);
    let along = Vec3::new(level * ops::sin(direction), level * ops::cos(direction), ops::sin(tilt));
    let half = 0.5 - 0.3 * ops::clamp(spec.sharpness, 0.0, 1.0);
    // The hollow between two ribs is as wide as the sharpness leaves it.
    let profile = Profile::new(&[[0.0, -1.0], [half, 0.0], [1.0 - half, 0.0]], 1.0);
    let waves = Waves::new(seed, along, spec.spacing_m, profile).wandering(seed, spec.wander_m, RIB_WANDER_PER_M);
    Displacement::new(&RIBS, broken(seed, waves, spec.spacing_m, spec.breaks), spec.height_m)
}

/// The parameters of overhangs; metres, cycles per metre and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverhangSpec {
    /// Height from one brow to the next, positive.
    pub spacing_m: f32,
    /// How far a brow stands out over its foot.
    pub depth_m: f32,
    /// How far brows stray up and down.
    pub wander_m: f32,
    /// Changes of the stray per metre.
    pub wander_frequency: f32,
    /// Share of their depth that brows lose in places, 0 to 1.
    pub breaks: f32,
}

/// Walls that lean out.
pub fn overhang(seed: u64, spec: OverhangSpec) -> Displacement<Broken> {
    // Out slowly, back soon: below the brow a leaning wall, above it a ledge.
    let profile = Profile::new(&[[0.0, 0.4], [0.7, -0.6]], 0.5);
    let waves = Waves::new(seed, Vec3::Z, spec.spacing_m, profile).wandering(seed, spec.wander_m, spec.wander_frequency);
    Displacement::new(&OVERHANG, broken(seed, waves, spec.spacing_m, spec.breaks), spec.depth_m)
}

/// The parameters of cliffs; metres, ratios and cycles per metre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CliffSpec {
    /// Height from foot to brow, positive.
    pub height_m: f32,
    /// Height from one foot to the next, greater than `height_m`.
    pub spacing_m: f32,
    /// How far slopes are made steep, 0 to below 1.
    pub strength: f32,
    /// How far foot and brow stray up and down.
    pub wander_m: f32,
    /// Changes of the stray per metre.
    pub wander_frequency: f32,
}

/// Slopes made steep between foot and brow.
pub fn cliff(seed: u64, spec: CliffSpec) -> Displacement<Waves> {
    let height = ops::clamp(spec.height_m / spec.spacing_m, 0.05, 0.9);
    let profile = Profile::new(&[[0.0, 1.0], [height, -1.0]], 0.0);
    let waves = Waves::new(seed, Vec3::Z, spec.spacing_m, profile).wandering(seed, spec.wander_m, spec.wander_frequency);
    Displacement::new(&CLIFF, waves, steepening(height * spec.spacing_m, spec.strength))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::operators::isolation::{brute_force, plain};
    use crate::{Channels, Operator, VoxelSize};
    use glam::IVec3;
    use std::sync::Arc;

    fn conforms(op: &dyn Operator) {
        let mut surroundings = Surroundings { spread: IVec3::new(400, 400, 200), n_boxes: 60, ..Surroundings::default() };
        for (around, um) in [(IVec3::ZERO, 250_000), (IVec3::new(-131_000, 90_000, 300), 125_000)] {
            surroundings.around = around;
            surroundings.voxel = VoxelSize::from_micrometres(um).expect("a size");
            let report = conformance::check(op, &surroundings).expect("conforms");
            assert!(report.inert > 0 && report.active > 0 && report.vacuous == 0, "{report:?}");
        }
    }

    fn terraces(step_m: f32, strength: f32, tread: f32, wander_m: f32) -> TerraceSpec {
        let breaks = 0.5 * wander_m / (wander_m + 1.0);
        TerraceSpec { step_m, strength, tread, highest_m: 24.0, wander_m, breaks }
    }

    fn ribbed(spacing_m: f32, height_m: f32, sharpness: f32, tilt_deg: f32, wander_m: f32) -> RibsSpec {
        let breaks = if wander_m > 0.0 { 1.0 } else { 0.0 };
        RibsSpec { spacing_m, height_m, sharpness, direction_deg: 37.0, tilt_deg, wander_m, breaks }
    }

    fn layers([spacing_m, width_m, depth_m, wander_m]: [f32; 4]) -> LayerSpec {
        LayerSpec { spacing_m, width_m, depth_m, wander_m, breaks: 0.6 }
    }

    fn brows([spacing_m, depth_m, wander_m, wander_frequency]: [f32; 4], breaks: f32) -> OverhangSpec {
        OverhangSpec { spacing_m, depth_m, wander_m, wander_frequency, breaks }
    }

    fn cliffs(height_m: f32, spacing_m: f32, strength: f32, wander_m: f32) -> CliffSpec {
        CliffSpec { height_m, spacing_m, strength, wander_m, wander_frequency: 0.015 }
    }

    #[test]
    fn modifiers_that_repeat_conform() {
        for spec in [terraces(3.0, 0.8, 0.35, 0.0), terraces(0.5, 0.95, 0.05, 6.0), terraces(12.0, 0.95, 0.95, 1.0)] {
            conforms(&terrace(3, spec));
        }
        for spec in [[2.0, 0.6, 0.3, 0.8], [0.5, 0.4, 1.0, 0.0], [16.0, 0.1, 0.02, 6.0]] {
            conforms(&layer_lines(4, layers(spec)));
        }
        for spec in [ribbed(3.0, 0.6, 0.5, 0.0, 0.8), ribbed(0.5, 2.0, 0.0, 90.0, 0.0), ribbed(24.0, 2.0, 1.0, 45.0, 8.0)] {
            conforms(&ribs(5, spec));
        }
        for (spec, breaks) in [([6.0, 1.2, 2.0, 0.04], 0.5), ([1.0, 2.5, 0.0, 0.01], 0.0), ([32.0, 2.5, 8.0, 0.2], 1.0)] {
            conforms(&overhang(6, brows(spec, breaks)));
        }
        for spec in [cliffs(4.0, 14.0, 0.85, 5.0), cliffs(1.0, 4.0, 0.95, 0.0), cliffs(6.0, 64.0, 0.95, 12.0)] {
            conforms(&cliff(7, spec));
        }
    }

    #[test]
    fn without_an_effect_they_are_inert_everywhere() {
        let none: [Arc<dyn Operator>; 5] = [
            Arc::new(terrace(3, terraces(3.0, 0.0, 0.35, 1.0))),
            Arc::new(layer_lines(3, layers([2.0, 0.5, 0.0, 1.0]))),
            Arc::new(ribs(3, ribbed(3.0, 0.0, 0.5, 0.0, 1.0))),
            Arc::new(overhang(3, brows([6.0, 0.0, 2.0, 0.05], 0.5))),
            Arc::new(cliff(3, cliffs(4.0, 14.0, 0.0, 5.0))),
        ];
        for op in none {
            let report = conformance::check(&*op, &Surroundings::default()).expect("conforms");
            assert_eq!(report.active, 0, "{}", op.record().name);
        }
    }

    #[test]
    fn each_alone_on_a_plain_is_what_its_proofs_say() {
        brute_force(plain(Arc::new(terrace(3, terraces(2.0, 0.8, 0.35, 1.0)))));
        brute_force(plain(Arc::new(layer_lines(3, layers([2.0, 0.6, 0.3, 0.8])))));
        brute_force(plain(Arc::new(ribs(3, ribbed(3.0, 0.8, 0.5, 20.0, 0.8)))));
        brute_force(plain(Arc::new(overhang(3, brows([6.0, 1.2, 2.0, 0.05], 0.5)))));
        brute_force(plain(Arc::new(cliff(3, cliffs(4.0, 14.0, 0.85, 5.0)))));
    }

    /// Height of the surface over a slope of one in `run` that starts at zero, at each metre of its length.
    fn profile(op: &dyn Operator, run: f32) -> Vec<f32> {
        let surface = |x: i32| {
            let ground = x as f32 / run;
            let is_rock = |z: &i32| {
                let p = IVec3::new(x * 4, 0, *z);
                let incoming = Channels { density: *z as f32 * 0.25 - ground, shape: 0.0 };
                op.point(VoxelSize::DEFAULT, p, incoming).density < 0.0
            };
            (-40..200).filter(is_rock).max().map_or(f32::NEG_INFINITY, |z| z as f32 * 0.25)
        };
        (0..100).map(surface).collect()
    }

    #[test]
    fn terraces_gather_a_slope_into_treads_up_to_their_limit() {
        let heights = profile(&terrace(3, TerraceSpec { highest_m: 12.0, ..terraces(3.0, 0.9, 0.3, 0.0) }), 4.0);
        let level = |range: std::ops::Range<usize>| heights[range].windows(2).filter(|pair| pair[0] == pair[1]).count();
        let plain = profile(&terrace(3, terraces(3.0, 0.0, 0.3, 0.0)), 4.0);
        let slope = |range: std::ops::Range<usize>| plain[range].windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(level(0..40) > slope(0..40) + 8, "{} level steps against {}", level(0..40), slope(0..40));
        assert_eq!(heights[64..], plain[64..], "above the limit and its blend nothing changes");
        let steepest = heights.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, ops::max);
        assert!(steepest >= 1.0, "a riser climbs {steepest} m in a metre");
    }

    #[test]
    fn cliffs_are_steep_between_foot_and_brow_and_keep_the_height_of_the_land() {
        let heights = profile(&cliff(3, cliffs(4.0, 12.0, 0.9, 0.0)), 4.0);
        let plain = profile(&cliff(3, cliffs(4.0, 12.0, 0.0, 0.0)), 4.0);
        let steepest = heights.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, ops::max);
        assert!(steepest >= 1.0, "a cliff climbs {steepest} m in a metre");
        assert!(heights.iter().zip(&plain).all(|(a, b)| ops::abs(a - b) <= crate::operators::displacement::MOST_M));
    }

    #[test]
    fn overhangs_lean_out_over_their_foot() {
        // A wall: rock where x is negative. Its face moves out as it rises, and back.
        let op = overhang(3, brows([6.0, 1.0, 0.0, 0.05], 0.0));
        let face = |z: i32| {
            let is_rock = |x: &i32| {
                let incoming = Channels { density: *x as f32 * 0.05, shape: 0.0 };
                op.point(VoxelSize::DEFAULT, IVec3::new(0, 0, z), incoming).density < 0.0
            };
            (-80..80).filter(is_rock).max().unwrap_or(-80) as f32 * 0.05
        };
        let faces: Vec<f32> = (0..96).map(face).collect();
        let (out, back) = faces
            .windows(2)
            .fold((0, 0), |(out, back), pair| (out + i32::from(pair[1] > pair[0]), back + i32::from(pair[1] < pair[0])));
        assert!(out > back && back > 4, "{out} steps out, {back} steps back");
        assert!(faces.iter().copied().fold(0.0, ops::max) > 0.5);
    }
}
