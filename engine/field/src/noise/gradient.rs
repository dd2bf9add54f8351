//! One octave of gradient noise: axis split, corner gradients, and the three blends every form of the noise shares.

use crate::{hash, ops};

/// Supremum of the slope of one 3D octave per cell (found by search, rounded up).
pub const LIPSCHITZ_3D: f32 = 3.5;
/// Supremum of the slope of one 2D octave per cell (found by search, rounded up).
pub const LIPSCHITZ_2D: f32 = 3.0;

/// Length of a 3D gradient: makes the supremum 1, since eight corners at distance √3/2 each weigh 1/8 in the middle of a cell.
const LENGTH_3D: f32 = 1.154_700_5;
/// Length of a 2D gradient, likewise.
const LENGTH_2D: f32 = std::f32::consts::SQRT_2;

/// Position along one axis of noise space, split where gradients change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Cell index.
    pub cell: i32,
    /// Fraction within the cell, in [0, 1].
    pub t: f32,
    /// `t - 1`.
    pub t1: f32,
    /// Fade of `t`.
    pub s: f32,
}

impl Axis {
    /// Splits a coordinate in cells; its cell must fit in 32 bits.
    #[inline]
    pub fn at(u: f64) -> Self {
        // The floor by conversion: a call to the library's costs as much as the rest.
        let truncated = u as i32;
        let cell = truncated - i32::from(f64::from(truncated) > u);
        Self::split(cell, (u - f64::from(cell)) as f32)
    }
    #[inline(always)]
    fn split(cell: i32, t: f32) -> Self {
        Self { cell, t, t1: t - 1.0, s: ops::fade(t) }
    }
    /// The same position moved by `d` cells and split again.
    #[inline]
    pub fn moved(self, d: f32) -> Self {
        let u = self.t + d;
        let truncated = u as i32;
        let floor = truncated - i32::from(truncated as f32 > u);
        Self::split(self.cell.wrapping_add(floor), u - floor as f32)
    }
}

/// Gradient of a corner: ten bits per component, normalised (never zero).
#[inline(always)]
pub(super) fn corner_3d(key: u32, x: i32, y: i32, z: i32) -> [f32; 3] {
    let h = hash::noise_corner(key, x, y, z);
    let g = [h, h >> 10, h >> 20].map(|bits| (bits & 0x3ff) as i32 as f32 - 511.5);
    let scale = LENGTH_3D / (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]).sqrt();
    [g[0] * scale, g[1] * scale, g[2] * scale]
}

/// Gradient of a corner of the plane.
#[inline(always)]
pub(super) fn corner_2d(key: u32, x: i32, y: i32) -> [f32; 3] {
    let h = hash::noise_corner(key, x, y, 0);
    let g = [h, h >> 16].map(|bits| (bits & 0xffff) as i32 as f32 - 32767.5);
    let scale = LENGTH_2D / (g[0] * g[0] + g[1] * g[1]).sqrt();
    [g[0] * scale, g[1] * scale, 0.0]
}

/// Two corners blended in z: slope in x, slope in y, remainder.
#[inline(always)]
pub(super) fn blend_z(below: [f32; 3], above: [f32; 3], z: &Axis) -> [f32; 3] {
    [ops::lerp(below[0], above[0], z.s), ops::lerp(below[1], above[1], z.s), ops::lerp(below[2] * z.t, above[2] * z.t1, z.s)]
}

/// Two lines blended in y: slope in x, remainder.
#[inline(always)]
pub(super) fn blend_y(near: [f32; 3], far: [f32; 3], y: &Axis) -> [f32; 2] {
    [ops::lerp(near[0], far[0], y.s), ops::lerp(near[1] * y.t + near[2], far[1] * y.t1 + far[2], y.s)]
}

/// Two planes blended in x: the value.
#[inline(always)]
pub(super) fn blend_x(left: [f32; 2], right: [f32; 2], t: f32, t1: f32, s: f32) -> f32 {
    ops::lerp(left[0] * t + left[1], right[0] * t1 + right[1], s)
}

/// One octave at a point.
#[inline]
pub(super) fn value_3d(key: u32, x: Axis, y: Axis, z: Axis) -> f32 {
    let plane = |i: i32| {
        let line = |j: i32| {
            let (cx, cy, cz) = (x.cell.wrapping_add(i), y.cell.wrapping_add(j), z.cell);
            blend_z(corner_3d(key, cx, cy, cz), corner_3d(key, cx, cy, cz.wrapping_add(1)), &z)
        };
        blend_y(line(0), line(1), &y)
    };
    blend_x(plane(0), plane(1), x.t, x.t1, x.s)
}

/// The four corners of a cell of the plane: y fastest.
#[inline]
pub(super) fn corners_2d(key: u32, x: i32, y: i32) -> [[f32; 3]; 4] {
    let (right, far) = (x.wrapping_add(1), y.wrapping_add(1));
    [corner_2d(key, x, y), corner_2d(key, x, far), corner_2d(key, right, y), corner_2d(key, right, far)]
}

/// One octave at a point of the plane, from the corners of its cell.
#[inline(always)]
pub(super) fn value_between(corners: &[[f32; 3]; 4], x: Axis, y: Axis) -> f32 {
    blend_x(blend_y(corners[0], corners[1], &y), blend_y(corners[2], corners[3], &y), x.t, x.t1, x.s)
}

/// One octave at a point of the plane.
#[inline]
pub(super) fn value_2d(key: u32, x: Axis, y: Axis) -> f32 {
    value_between(&corners_2d(key, x.cell, y.cell), x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest possible value at a position and largest possible slope in a direction, over all unit gradients: the corner whose weight
    /// is `w` and offset `d` contributes `|w d|` to the value and `|w u + (u·∇w) d|` to the slope.
    fn suprema(at: &[f64], direction: &[f64]) -> (f64, f64) {
        let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        let slope = |t: f64| 30.0 * t * t * (t - 1.0) * (t - 1.0);
        let n = at.len();
        let (mut value, mut change) = (0.0, 0.0);
        for corner in 0..1usize << n {
            let side = |d: usize| (corner >> d & 1) as f64;
            let weight = |d: usize| if side(d) == 1.0 { fade(at[d]) } else { 1.0 - fade(at[d]) };
            let w: f64 = (0..n).map(weight).product();
            let mut along = 0.0;
            for d in 0..n {
                let others: f64 = (0..n).filter(|e| *e != d).map(weight).product();
                along += direction[d] * (2.0 * side(d) - 1.0) * slope(at[d]) * others;
            }
            let offset: Vec<f64> = (0..n).map(|d| at[d] - side(d)).collect();
            value += w * offset.iter().map(|o| o * o).sum::<f64>().sqrt();
            change += (0..n).map(|d| w * direction[d] + along * offset[d]).map(|c| c * c).sum::<f64>().sqrt();
        }
        (value, change)
    }

    /// Searches a lattice of positions (an eighth of the cell suffices by symmetry) and directions.
    fn search(n: usize) -> (f64, f64) {
        const STEPS: usize = 12;
        let (mut value, mut change) = (0f64, 0f64);
        for code in 0..(STEPS + 1).pow(n as u32) {
            let at: Vec<f64> =
                (0..n).map(|d| (code / (STEPS + 1).pow(d as u32) % (STEPS + 1)) as f64 * 0.5 / STEPS as f64).collect();
            for aim in 0..7usize.pow(n as u32) {
                let raw: Vec<f64> = (0..n).map(|d| (aim / 7usize.pow(d as u32) % 7) as f64 - 3.0).collect();
                let length = raw.iter().map(|r| r * r).sum::<f64>().sqrt();
                if length == 0.0 {
                    continue;
                }
                let unit: Vec<f64> = raw.iter().map(|r| r / length).collect();
                let (v, c) = suprema(&at, &unit);
                (value, change) = (if v > value { v } else { value }, if c > change { c } else { change });
            }
        }
        (value, change)
    }

    #[test]
    fn search_confirms_range_and_lipschitz_constants() {
        for (n, length, lipschitz) in [(2, LENGTH_2D, LIPSCHITZ_2D), (3, LENGTH_3D, LIPSCHITZ_3D)] {
            let (value, change) = search(n);
            let (value, change) = (value * f64::from(length), change * f64::from(length));
            assert!((value - 1.0).abs() < 1e-5, "{n}D: the supremum is {value}");
            let stated = f64::from(lipschitz);
            assert!(change * 1.01 <= stated && stated <= change * 1.1, "{n}D: slope {change}, stated {stated}");
        }
    }

    #[test]
    fn moving_by_whole_cells_keeps_the_fraction() {
        let a = Axis::at(-3.75);
        assert_eq!((a.cell, a.t), (-4, 0.25));
        assert_eq!(a.moved(2.0), Axis::at(-1.75));
        assert_eq!(a.moved(-1.0).cell, -5);
        assert_eq!(a.moved(-0.5), Axis::at(-4.25));
    }
}
