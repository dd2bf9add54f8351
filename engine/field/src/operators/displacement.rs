//! Displacements: a pattern of space added to the density or to the shape, near its zero only.
//!
//! `out = c + amplitude * pattern(p) * fade(c)`, where the fade is 1 round zero, exactly 0 from the reach on, and so shallow that the sum
//! rises with `c` whatever the pattern is. So a bound needs the end points alone; and however many displacements follow one another,
//! they move a surface by less than [`FARTHEST_M`] together, and never open rock or close air farther away.

use super::pattern::{Pattern, PatternRows};
use crate::operator::{Nature, Prepared, Record, Role};
use crate::vector::{OfSample, Path, Samples};
use crate::{Channels, Interval, Operator, Row, SampleBox, VoxelSize, ops};

/// Nothing is displaced at this distance from the surface or farther, metres: sources hold their distances at no less.
pub const FARTHEST_M: f32 = 4.0;
/// Largest amplitude, metres; more is held at this.
pub const MOST_M: f32 = 2.5;

/// How far and how near its surface a channel is displaced.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fade {
    amplitude_m: f32,
    /// |channel| in metres up to which the displacement is whole.
    whole_m: f32,
    /// |channel| in metres from which nothing changes.
    reach_m: f32,
}

impl Fade {
    fn new(amplitude_m: f32) -> Self {
        let amplitude_m = ops::clamp(amplitude_m, 0.0, MOST_M);
        let reach_m = ops::min(4.0 * amplitude_m + 1.0, FARTHEST_M);
        // The cubic step is 1.5 times as steep as its chord.
        let whole_m = ops::min(0.5 * reach_m, reach_m - 1.6 * amplitude_m);
        Self { amplitude_m, whole_m, reach_m }
    }
    #[inline(always)]
    fn displaced(&self, c: f32, n: f32) -> f32 {
        if n == 0.0 {
            return c;
        }
        c + self.amplitude_m * n * (1.0 - ops::smoothstep(self.whole_m, self.reach_m, ops::abs(c)))
    }
    fn is_inert(&self, c: Interval) -> bool {
        self.amplitude_m == 0.0 || c.lo >= self.reach_m || c.hi <= -self.reach_m
    }
    /// An end of the incoming interval; an infinite one stays.
    fn displaced_end(&self, c: f32, n: f32) -> f32 {
        if c.is_finite() { self.displaced(c, n) } else { c }
    }
    fn bound(&self, c: Interval, n: Interval) -> Interval {
        let displaced = Interval { lo: self.displaced_end(c.lo, n.lo), hi: self.displaced_end(c.hi, n.hi) };
        displaced.widen(1e-5 * (self.amplitude_m + 1.0))
    }
}

/// The operator. Its record says which of the two channels it displaces.
#[derive(Clone, Debug, PartialEq)]
pub struct Displacement<P> {
    record: &'static Record,
    pattern: P,
    fade: Fade,
}

/// Record of a displacement of the density.
pub const fn on_density(name: &'static str, doc: &'static str) -> Record {
    record(name, Channels { density: true, shape: false }, doc)
}

/// Record of a displacement of the shape.
pub const fn on_shape(name: &'static str, doc: &'static str) -> Record {
    record(name, Channels { density: false, shape: true }, doc)
}

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

impl<P: Pattern> Displacement<P> {
    /// Displaces by at most `amplitude_m` (0 to [`MOST_M`]) times the pattern's range; positive is towards air on the density, and
    /// towards a smaller shape on the shape.
    pub fn new(record: &'static Record, pattern: P, amplitude_m: f32) -> Self {
        Self { record, pattern, fade: Fade::new(amplitude_m) }
    }
    fn is_on_shape(&self) -> bool {
        self.record.writes.shape
    }
    fn of<T>(&self, channels: Channels<T>) -> T {
        if self.is_on_shape() { channels.shape } else { channels.density }
    }
    fn with<T>(&self, channels: Channels<T>, value: T) -> Channels<T> {
        if self.is_on_shape() { Channels { shape: value, ..channels } } else { Channels { density: value, ..channels } }
    }
}

impl<P: Pattern> Operator for Displacement<P> {
    fn record(&self) -> &'static Record {
        self.record
    }
    fn point(&self, voxel: VoxelSize, p: glam::IVec3, incoming: Channels<f32>) -> Channels<f32> {
        if self.fade.amplitude_m == 0.0 {
            return incoming;
        }
        self.with(incoming, self.fade.displaced(self.of(incoming), self.pattern.point(voxel, p)))
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        Box::new(Ready { displacement: self, voxel, rows: self.pattern.rows(voxel, domain), values: Vec::new() })
    }
}

struct Ready<'a, P: Pattern> {
    displacement: &'a Displacement<P>,
    voxel: VoxelSize,
    rows: P::Rows,
    /// The pattern along a row.
    values: Vec<f32>,
}

impl<P: Pattern> Prepared for Ready<'_, P> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let Displacement { fade, pattern, .. } = self.displacement;
        let c = self.displacement.of(incoming);
        if fade.is_inert(c) {
            return incoming;
        }
        self.displacement.with(incoming, fade.bound(c, pattern.bound(self.voxel, part)))
    }
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
        let Displacement { fade, pattern, .. } = self.displacement;
        fade.is_inert(self.displacement.of(incoming)) || pattern.is_zero(self.voxel, part)
    }
    fn row(&mut self, row: Row<'_>) {
        let Displacement { fade, .. } = self.displacement;
        let channel = if self.displacement.is_on_shape() { row.shape } else { row.density };
        if fade.amplitude_m == 0.0 || channel.iter().all(|c| ops::abs(*c) >= fade.reach_m) {
            return;
        }
        self.values.resize(channel.len(), 0.0);
        self.rows.row(row.start, &mut self.values);
        Path::best().run(Samples { formula: fade, beside: [&self.values], row: channel });
    }
}

impl OfSample<1> for &Fade {
    #[inline(always)]
    fn at(&self, [n]: [f32; 1], c: f32) -> f32 {
        self.displaced(c, n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_displaced_value_rises_with_the_value_and_is_itself_from_the_reach_on() {
        for amplitude_m in [0.05, 0.4, 0.75, 1.0, 1.34, 2.0, 2.5, 9.0] {
            let fade = Fade::new(amplitude_m);
            assert!(fade.reach_m <= FARTHEST_M && fade.whole_m >= 0.0 && fade.whole_m < fade.reach_m, "{fade:?}");
            for n in [-1.00001, -0.3, 0.7, 1.00001] {
                let mut last = f32::NEG_INFINITY;
                for i in -600..=600 {
                    let c = i as f32 * 0.01;
                    let out = fade.displaced(c, n);
                    assert!(out > last, "{fade:?}: {c} by {n} gives {out} after {last}");
                    assert!(ops::abs(c) < fade.reach_m || out.to_bits() == c.to_bits(), "{fade:?}: {c} by {n}");
                    last = out;
                }
                assert_ne!(fade.displaced(0.0, n), 0.0);
            }
        }
    }

    #[test]
    fn displacements_one_after_another_never_reach_rock_that_is_farther_than_one_does() {
        let fade = Fade::new(MOST_M);
        let after = |c: f32| (0..40).fold(c, |c, _| fade.displaced(c, 1.0));
        assert!(after(-FARTHEST_M) < 0.0 && after(FARTHEST_M) > 0.0);
        assert!(after(-0.9 * FARTHEST_M) > 0.0, "nearer rock is opened, so the fade is what keeps the rest");
    }
}
