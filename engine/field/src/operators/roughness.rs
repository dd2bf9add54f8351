//! Roughness: a fractal displacement of the density or of the shape, near its zero only.
//!
//! `out = c + amplitude * n(p) * fade(c)`, where the fade is 1 up to half the reach, exactly 0 from the reach on, and so shallow that the
//! sum rises with `c` whatever `n` is; so a bound needs the end points alone.

use crate::noise::RowEval;
use crate::operator::{Nature, Prepared, Record, Role};
use crate::{Channels, Fractal, Interval, Operator, Row, SampleBox, VoxelSize, ops};
use glam::IVec3;

/// What both roughness operators share.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Roughness {
    noise: Fractal,
    amplitude_m: f32,
}

impl Roughness {
    /// |channel| in metres from which nothing changes.
    fn reach_m(&self) -> f32 {
        4.0 * self.amplitude_m + 1.0
    }
    #[inline(always)]
    fn displaced(&self, c: f32, n: f32) -> f32 {
        if self.amplitude_m == 0.0 {
            return c;
        }
        let reach = self.reach_m();
        c + self.amplitude_m * n * (1.0 - ops::smoothstep(0.5 * reach, reach, ops::abs(c)))
    }
    fn is_inert(&self, c: Interval) -> bool {
        self.amplitude_m == 0.0 || c.lo >= self.reach_m() || c.hi <= -self.reach_m()
    }
    fn bound(&self, voxel: VoxelSize, part: &SampleBox, c: Interval) -> Interval {
        if self.is_inert(c) {
            return c;
        }
        let n = self.noise.bound(voxel, part);
        Interval { lo: self.displaced_end(c.lo, n.lo), hi: self.displaced_end(c.hi, n.hi) }.widen(1e-5 * (self.amplitude_m + 1.0))
    }
    /// An end of the incoming interval; an infinite one stays.
    fn displaced_end(&self, c: f32, n: f32) -> f32 {
        if c.is_finite() { self.displaced(c, n) } else { c }
    }
    fn prepare(&self, voxel: VoxelSize, domain: &SampleBox) -> PreparedNoise {
        PreparedNoise { rows: RowEval::new(self.noise, voxel, domain), noise: Vec::new() }
    }
}

struct PreparedNoise {
    rows: RowEval,
    noise: Vec<f32>,
}

impl PreparedNoise {
    fn displace(&mut self, roughness: &Roughness, start: IVec3, channel: &mut [f32]) {
        let reach = roughness.reach_m();
        if channel.iter().all(|c| ops::abs(*c) >= reach) {
            return;
        }
        self.noise.resize(channel.len(), 0.0);
        self.rows.row(start, &mut self.noise);
        for (c, n) in channel.iter_mut().zip(&self.noise) {
            *c = roughness.displaced(*c, *n);
        }
    }
}

/// Displaces the density: the surface as it stands, floors and ceilings alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoughnessOnDensity(Roughness);

/// Displaces the shape before it is carved or filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoughnessOnShape(Roughness);

impl RoughnessOnDensity {
    /// Displaces by at most `amplitude_m` (zero or positive) times the noise's range.
    pub fn new(noise: Fractal, amplitude_m: f32) -> Self {
        Self(Roughness { noise, amplitude_m: ops::max(amplitude_m, 0.0) })
    }
}

impl RoughnessOnShape {
    /// Displaces by at most `amplitude_m` (zero or positive) times the noise's range.
    pub fn new(noise: Fractal, amplitude_m: f32) -> Self {
        Self(Roughness { noise, amplitude_m: ops::max(amplitude_m, 0.0) })
    }
}

const DENSITY: Channels<bool> = Channels { density: true, shape: false };
const SHAPE: Channels<bool> = Channels { density: false, shape: true };

const fn record(name: &'static str, channel: Channels<bool>, doc: &'static str) -> Record {
    Record {
        name,
        role: Role::Modifier,
        nature: Nature::Additive,
        reads: channel,
        writes: channel,
        provides: &[],
        requires: &[],
        doc,
    }
}

pub(super) static ON_DENSITY: Record =
    record("roughness_on_density", DENSITY, "Adds fractal roughness to the finished surface; fades out away from it.");
pub(super) static ON_SHAPE: Record =
    record("roughness_on_shape", SHAPE, "Adds fractal roughness to the prepared shape; fades out away from its surface.");

impl Operator for RoughnessOnDensity {
    fn record(&self) -> &'static Record {
        &ON_DENSITY
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        Channels { density: self.0.displaced(incoming.density, self.0.noise.point(voxel, p)), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(OnDensity { roughness: &self.0, voxel, prepared: self.0.prepare(voxel, domain) })
    }
}

impl Operator for RoughnessOnShape {
    fn record(&self) -> &'static Record {
        &ON_SHAPE
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        Channels { shape: self.0.displaced(incoming.shape, self.0.noise.point(voxel, p)), ..incoming }
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(OnShape { roughness: &self.0, voxel, prepared: self.0.prepare(voxel, domain) })
    }
}

struct OnDensity<'a> {
    roughness: &'a Roughness,
    voxel: VoxelSize,
    prepared: PreparedNoise,
}

impl Prepared for OnDensity<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        Channels { density: self.roughness.bound(self.voxel, part, incoming.density), ..incoming }
    }
    fn is_inert(&self, _part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.roughness.is_inert(incoming.density)
    }
    fn row(&mut self, row: Row<'_>) {
        self.prepared.displace(self.roughness, row.start, row.density);
    }
}

struct OnShape<'a> {
    roughness: &'a Roughness,
    voxel: VoxelSize,
    prepared: PreparedNoise,
}

impl Prepared for OnShape<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        Channels { shape: self.roughness.bound(self.voxel, part, incoming.shape), ..incoming }
    }
    fn is_inert(&self, _part: &SampleBox, incoming: Channels<Interval>) -> bool {
        self.roughness.is_inert(incoming.shape)
    }
    fn row(&mut self, row: Row<'_>) {
        self.prepared.displace(self.roughness, row.start, row.shape);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::hash::Tag;

    #[test]
    fn roughness_conforms_on_both_channels() {
        for (frequency, amplitude) in [(0.25, 0.25), (0.05, 2.0), (1.5, 0.4)] {
            let noise = Fractal::sum(9, Tag::Test, frequency, 3);
            let report =
                conformance::check(&RoughnessOnDensity::new(noise, amplitude), &Surroundings::default()).expect("conforms");
            assert!(report.inert > 0 && report.active > 0, "{report:?}");
            let report =
                conformance::check(&RoughnessOnShape::new(noise, amplitude), &Surroundings::default()).expect("conforms");
            assert!(report.inert > 0 && report.active > 0, "{report:?}");
        }
    }

    #[test]
    fn without_amplitude_it_is_inert_everywhere() {
        let smooth = RoughnessOnDensity::new(Fractal::sum(9, Tag::Test, 0.25, 3), 0.0);
        let report = conformance::check(&smooth, &Surroundings::default()).expect("conforms");
        assert_eq!(report.active, 0);
    }
}
