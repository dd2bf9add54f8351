//! Between world metres and a strate's own lattice, and the lines that plans are drawn with.

use crate::Strate;
use field::VoxelSize;
use field::feature::Anchored;
use glam::{DVec2, DVec3, IVec3};

/// A strate's heights in world metres and its way into local coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub voxel: VoxelSize,
    pub content_floor: i32,
    /// Upper face of its ceiling band.
    pub top_m: f64,
    /// Upper face of its content.
    pub content_top_m: f64,
    /// Lower face of its content.
    pub content_floor_m: f64,
}

impl Frame {
    pub fn of(strate: &Strate, voxel: VoxelSize) -> Self {
        let metres = |z: i32| f64::from(z) * f64::from(voxel.metres());
        Self {
            voxel,
            content_floor: strate.bands.content_floor,
            top_m: metres(strate.bands.top),
            content_top_m: metres(strate.bands.content_top),
            content_floor_m: metres(strate.bands.content_floor),
        }
    }

    /// A world position in the strate's local frame.
    pub fn anchored(&self, pos_m: DVec3) -> Anchored {
        let anchor = self.voxel.lattice_floor(pos_m);
        let rest_m = (pos_m - self.voxel.position_m(anchor)).as_vec3();
        Anchored { anchor: anchor - IVec3::new(0, 0, self.content_floor), rest_m }
    }

    /// Clear heights a foot may stand at: room for a body and a roof inside the content.
    pub fn foot_range_m(&self) -> (f64, f64) {
        (self.content_floor_m + 1.0, self.content_top_m - 5.0)
    }
}

/// Heights of feet are planned in steps of this many metres.
pub(super) const FOOT_STEP_M: f64 = 0.5;

/// The nearest planned height.
pub(super) fn snapped(z_m: f64) -> f64 {
    (z_m / FOOT_STEP_M + 0.5).floor() * FOOT_STEP_M
}

/// Horizontal distance.
pub(super) fn apart(a: DVec3, b: DVec3) -> f64 {
    let d = a.truncate() - b.truncate();
    d.length_squared().sqrt()
}

/// The same line with points every `spacing_m` of horizontal travel or a little less; ends are kept.
pub(super) fn resampled(line: &[DVec3], spacing_m: f64) -> Vec<DVec3> {
    let total: f64 = line.windows(2).map(|pair| apart(pair[0], pair[1])).sum();
    let n_steps = (total / spacing_m).ceil();
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return Vec::new() };
    if n_steps < 1.0 {
        return vec![first, last];
    }
    let step = total / n_steps;
    let mut points = vec![first];
    let mut walked = 0.0;
    for pair in line.windows(2) {
        let length = apart(pair[0], pair[1]);
        while (points.len() as f64) < n_steps && points.len() as f64 * step <= walked + length {
            let share = (points.len() as f64 * step - walked) / length;
            points.push(pair[0] + (pair[1] - pair[0]) * share);
        }
        walked += length;
    }
    points.push(last);
    points
}

/// The unit vector along `v`, or east when `v` is nothing.
pub(super) fn unit(v: DVec2) -> DVec2 {
    let length = v.length_squared().sqrt();
    if length > 0.0 { v / length } else { DVec2::X }
}

/// Smooth noise in -1..=1 along a line, with a knot every unit of `at`.
pub(super) fn meander(seed: u64, channel: i32, at: f64) -> f64 {
    let knot = at.floor();
    let t = at - knot;
    let value = |i: i32| {
        let hash = field::hash::decide(seed, field::hash::Tag::Passage, IVec3::new(i, channel, 77));
        f64::from(field::hash::range_f32(hash, -1.0, 1.0))
    };
    let (a, b) = (value(knot as i32), value(knot as i32 + 1));
    a + (b - a) * (t * t * (3.0 - 2.0 * t))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resampled_line_keeps_its_ends_and_its_spacing() {
        let line = [DVec3::ZERO, DVec3::new(3.3, 0.0, 1.0), DVec3::new(3.3, 7.9, 0.0)];
        let points = resampled(&line, 1.0);
        assert_eq!((points[0], points[points.len() - 1]), (line[0], line[2]));
        assert!(points.windows(2).all(|pair| apart(pair[0], pair[1]) <= 1.0 + 1e-9));
        assert!(points.len() >= 12 && points.len() <= 14, "{}", points.len());
    }
}
