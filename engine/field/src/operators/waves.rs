//! A pattern that repeats along one direction: steps, grooves, ribs and shelves; it may wander with a noise.
//!
//! *Vocabulary.* The **phase** of a place counts repetitions along the direction, plus what the noise adds; its fraction picks the value
//! from a **profile**, a closed line through a few **knots**. The phase is computed in f64 from integer lattice coordinates axis by axis, so
//! nothing degrades far from the origin.

use super::pattern::{Pattern, PatternRows};
use crate::hash::{self, Tag};
use crate::noise::RowEval;
use crate::{Fractal, Interval, SampleBox, VoxelSize, ops};
use glam::{IVec3, Vec3};

/// Knots of a profile.
const KNOTS: usize = 5;
/// What rounding may add to a phase, in repetitions.
const ROUNDING: f32 = 4e-6;

/// One repetition: values at rising places from 0 to 1, joined by smooth steps; the last knot stands at 1 with the value of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Place and value of each knot; the last ones may repeat.
    knots: [[f32; 2]; KNOTS],
    /// From 0, straight lines between the knots, to 1, smooth ones.
    softness: f32,
}

impl Profile {
    /// Through at most five knots `[place, value]`; places rise from 0 to 1 and values stay within ±1. Softness is held within 0 and 1.
    pub fn new(knots: &[[f32; 2]], softness: f32) -> Self {
        let last = [1.0, knots.first().map_or(0.0, |first| first[1])];
        let mut all = [last; KNOTS];
        let mut place = 0.0;
        for (slot, knot) in all.iter_mut().take(KNOTS - 1).zip(knots) {
            place = ops::clamp(knot[0], place, 1.0);
            *slot = [place, ops::clamp(knot[1], -1.0, 1.0)];
        }
        Self { knots: all, softness: ops::clamp(softness, 0.0, 1.0) }
    }
    /// Value at a fraction of the phase, in [0, 1].
    #[inline(always)]
    fn at(&self, t: f32) -> f32 {
        let mut value = self.knots[0][1];
        for pair in self.knots.windows(2) {
            let ([from, a], [to, b]) = (pair[0], pair[1]);
            if t >= from && to > from {
                let along = ops::min((t - from) / (to - from), 1.0);
                let smooth = along * along * (3.0 - 2.0 * along);
                value = ops::lerp(a, b, ops::lerp(along, smooth, self.softness));
            }
        }
        value
    }
    /// Encloses the values over an interval of phases.
    fn over(&self, phase: Interval) -> Interval {
        let base = phase.lo.floor();
        let (lo, hi) = (phase.lo - base, phase.hi - base);
        let is_within_one = hi - lo < 1.0;
        if !is_within_one {
            return self.knots.iter().fold(Interval::point(self.knots[0][1]), |all, k| all.hull(Interval::point(k[1])));
        }
        let fraction = |t: f32| self.at(t - t.floor());
        let mut image = Interval::new(fraction(lo), fraction(hi));
        // Between knots the line rises or falls, so only knots within can go beyond the ends.
        for repetition in [0.0, 1.0] {
            for knot in self.knots.iter().filter(|knot| lo <= knot[0] + repetition && knot[0] + repetition <= hi) {
                image = image.hull(Interval::point(knot[1]));
            }
        }
        image
    }
}

/// How a phase strays from straight planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wander {
    /// Where it strays.
    pub noise: Fractal,
    /// How far at most, in repetitions.
    pub repetitions: f32,
}

/// A profile repeated along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waves {
    /// Repetitions per metre along each axis.
    per_m: [f64; 3],
    /// Phase at the origin, in [0, 1).
    start: f32,
    profile: Profile,
    wander: Option<Wander>,
}

impl Waves {
    /// Repeats every `spacing_m` (positive) along a unit vector; a seed picks where it begins.
    pub fn new(seed: u64, direction: Vec3, spacing_m: f32, profile: Profile) -> Self {
        let per_m = direction.to_array().map(|d| f64::from(d) / f64::from(spacing_m));
        let start = hash::unit_f32(hash::decide(seed, Tag::Modifier, IVec3::ZERO));
        Self { per_m, start, profile, wander: None }
    }
    /// Strays by up to `wander_m` metres along its direction, with a noise of four octaves; not at all for zero.
    pub fn wandering(self, seed: u64, wander_m: f32, frequency_per_m: f32) -> Self {
        let per_m = Vec3::from_array(self.per_m.map(|c| c as f32)).length();
        let noise = Fractal::sum(seed, Tag::WarpZ, frequency_per_m, 4);
        let wander = Wander { noise, repetitions: wander_m * per_m };
        Self { wander: (wander_m > 0.0).then_some(wander), ..self }
    }
    /// Fraction of the phase that one axis contributes.
    #[inline(always)]
    fn axis(&self, voxel: VoxelSize, dimension: usize, lattice: i32) -> f32 {
        let phase = f64::from(lattice) * (self.per_m[dimension] * f64::from(voxel.metres()));
        (phase - phase.floor()) as f32
    }
    /// Value where the axes contribute `x`, `y` and `z` and the noise is `n`.
    #[inline(always)]
    fn value(&self, x: f32, [y, z]: [f32; 2], n: f32) -> f32 {
        let stray = self.wander.as_ref().map_or(0.0, |wander| wander.repetitions * n);
        let phase = x + ((y + z) + self.start) + stray;
        self.profile.at(phase - phase.floor())
    }
}

impl Pattern for Waves {
    type Rows = WavesRows;
    fn point(&self, voxel: VoxelSize, p: IVec3) -> f32 {
        let n = self.wander.as_ref().map_or(0.0, |wander| wander.noise.point(voxel, p));
        let [x, y, z] = [0, 1, 2].map(|d| self.axis(voxel, d, p[d]));
        self.value(x, [y, z], n)
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox) -> Interval {
        let (first, last) = (part.origin, part.last());
        let (mut lo, mut hi) = (f64::from(self.start), f64::from(self.start));
        for d in 0..3 {
            let per_lattice = self.per_m[d] * f64::from(voxel.metres());
            let ends = [first[d], last[d]].map(|lattice| f64::from(lattice) * per_lattice);
            (lo, hi) = if ends[0] < ends[1] { (lo + ends[0], hi + ends[1]) } else { (lo + ends[1], hi + ends[0]) };
        }
        // The whole repetitions before the box do not matter.
        let base = lo.floor();
        let mut phase = Interval { lo: (lo - base) as f32, hi: (hi - base) as f32 };
        let mut rounding = ROUNDING;
        if let Some(wander) = &self.wander {
            phase = phase + wander.noise.bound(voxel, part) * Interval::point(wander.repetitions);
            rounding += 1e-6 * wander.repetitions;
        }
        self.profile.over(phase.widen(rounding)).widen(1e-6)
    }
    fn is_zero(&self, voxel: VoxelSize, part: &SampleBox) -> bool {
        self.wander.is_none() && self.bound(voxel, part).widen(-1e-6) == Interval::point(0.0)
    }
    fn rows(&self, voxel: VoxelSize, domain: &SampleBox) -> WavesRows {
        let noise = self.wander.map(|wander| RowEval::new(wander.noise, voxel, domain));
        WavesRows { waves: *self, voxel, step: domain.step(), noise }
    }
}

/// Rows of [`Waves`] over a domain.
#[derive(Debug)]
pub struct WavesRows {
    waves: Waves,
    voxel: VoxelSize,
    step: i32,
    noise: Option<RowEval>,
}

impl PatternRows for WavesRows {
    fn row(&mut self, start: IVec3, out: &mut [f32]) {
        let Self { waves, voxel, step, noise } = self;
        let aside = [1, 2].map(|d| waves.axis(*voxel, d, start[d]));
        let is_level = waves.per_m[0] == 0.0;
        match noise {
            None if is_level => out.fill(waves.value(0.0, aside, 0.0)),
            None => {
                for (i, value) in out.iter_mut().enumerate() {
                    *value = waves.value(waves.axis(*voxel, 0, start.x + i as i32 * *step), aside, 0.0);
                }
            }
            Some(rows) => {
                rows.row(start, out);
                for (i, value) in out.iter_mut().enumerate() {
                    let x = if is_level { 0.0 } else { waves.axis(*voxel, 0, start.x + i as i32 * *step) };
                    *value = waves.value(x, aside, *value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Rolls;
    use glam::UVec3;

    fn profiles() -> Vec<Profile> {
        let knots: [&[[f32; 2]]; 4] = [
            &[[0.0, -1.0], [0.3, 1.0]],
            &[[0.0, 0.0], [0.1, 1.0], [0.2, 1.0], [0.3, 0.0]],
            &[[0.0, 1.0], [0.5, -1.0]],
            &[[0.0, 0.0]],
        ];
        knots.iter().flat_map(|knots| [0.0, 0.4, 1.0].map(|softness| Profile::new(knots, softness))).collect()
    }

    fn all() -> Vec<Waves> {
        let mut all = Vec::new();
        for (n, profile) in profiles().into_iter().enumerate() {
            for (direction, spacing_m) in [(Vec3::Z, 3.0), (Vec3::new(0.6, 0.8, 0.0), 1.7), (Vec3::new(-0.48, 0.6, 0.64), 9.0)] {
                let waves = Waves::new(n as u64, direction, spacing_m, profile);
                all.extend([waves, waves.wandering(n as u64, 2.5, 0.06)]);
            }
        }
        all
    }

    #[test]
    fn profiles_meet_at_both_ends_and_pass_their_knots() {
        for profile in profiles() {
            assert_eq!(profile.at(0.0), profile.at(1.0), "{profile:?}");
            for [place, value] in profile.knots {
                assert!(ops::abs(profile.at(place) - value) < 1e-6, "{profile:?} at {place}");
            }
        }
    }

    #[test]
    fn rows_have_the_bits_of_points_and_bounds_enclose_them() {
        let mut rolls = Rolls::new(3, Tag::Test, IVec3::ZERO);
        let (mut tight, mut zero) = (0, 0);
        for waves in all() {
            for level in [0u8, 1, 3] {
                let any = |rolls: &mut Rolls, n: i32| rolls.below(2 * n as u32) as i32 - n;
                let origin = IVec3::new(any(&mut rolls, 131_000), any(&mut rolls, 900), any(&mut rolls, 400));
                let domain = SampleBox { origin, level, size: UVec3::new(11, 3, 4) };
                let (bound, is_zero) = (waves.bound(VoxelSize::DEFAULT, &domain), waves.is_zero(VoxelSize::DEFAULT, &domain));
                tight += i32::from(bound.width() < 1.0);
                zero += i32::from(is_zero);
                let mut rows = waves.rows(VoxelSize::DEFAULT, &domain);
                for i in 0..12 {
                    let index = UVec3::new(i % 5, i % 3, i / 3);
                    let mut out = vec![9.0; 6];
                    rows.row(domain.point(index), &mut out);
                    for (i, got) in out.iter().enumerate() {
                        let p = domain.point(index + UVec3::new(i as u32, 0, 0));
                        assert_eq!(got.to_bits(), waves.point(VoxelSize::DEFAULT, p).to_bits(), "{waves:?} at {p}");
                        assert!(bound.contains(*got) && (!is_zero || *got == 0.0), "{waves:?}: {got} at {p}, {bound:?}");
                    }
                }
            }
        }
        assert!(tight > 30 && zero > 5, "{tight} tight bounds, {zero} zeros");
    }

    #[test]
    fn bounds_are_sharp_enough_to_fail() {
        let waves = Waves::new(1, Vec3::Z, 3.0, Profile::new(&[[0.0, -1.0], [0.3, 1.0]], 0.0));
        let part = SampleBox { origin: IVec3::new(5, 5, 5), level: 0, size: UVec3::new(1, 1, 6) };
        let bound = waves.bound(VoxelSize::DEFAULT, &part);
        let narrow = Interval { lo: bound.lo + 0.2 * bound.width(), hi: bound.hi };
        let is_missed = |i: u32| !narrow.contains(waves.point(VoxelSize::DEFAULT, part.point(UVec3::new(0, 0, i))));
        assert!((0..6).any(is_missed), "a bound a fifth narrower misses a value");
    }

    #[test]
    fn the_pattern_repeats_and_strays_no_farther_than_it_says() {
        let profile = Profile::new(&[[0.0, -1.0], [0.5, 1.0]], 1.0);
        let waves = Waves::new(4, Vec3::Z, 2.0, profile);
        let strayed = waves.wandering(4, 0.5, 0.1);
        let (mut apart, voxel) = (0.0, VoxelSize::DEFAULT);
        for i in 0..4000 {
            let p = IVec3::new(i * 37, i * 11, i % 301);
            assert!(ops::abs(waves.point(voxel, p) - waves.point(voxel, p + IVec3::new(3, -5, 8))) < 1e-5);
            apart = ops::max(ops::abs(waves.point(voxel, p) - strayed.point(voxel, p)), apart);
        }
        // A quarter of a repetition is at most three quarters of the way from one knot to the other.
        assert!((0.3..1.5).contains(&apart), "{apart}");
    }
}
