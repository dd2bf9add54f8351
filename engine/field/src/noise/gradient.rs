//! One octave of gradient noise: axis split, corner gradients, and the three blends every form of the noise shares.

use crate::vector::Whole;
use crate::{Num, hash, ops};

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
    /// For formulas of one sample.
    #[inline(always)]
    pub(super) fn place(&self) -> Place<u32> {
        Place { cell: self.cell as u32, t: self.t, t1: self.t1, s: self.s }
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

/// A position along one axis for formulas: of one sample, or of several side by side.
#[derive(Clone, Copy)]
pub(super) struct Place<W: Whole> {
    pub cell: W,
    pub t: W::Real,
    pub t1: W::Real,
    pub s: W::Real,
}

impl<W: Whole> Place<W> {
    /// From a cell and the fraction within it.
    #[inline(always)]
    pub fn new(cell: W, t: W::Real) -> Self {
        let of = W::Real::of;
        Self { cell, t, t1: t - of(1.0), s: t * t * t * (t * (t * of(6.0) - of(15.0)) + of(10.0)) }
    }
    /// The same for every sample.
    #[inline(always)]
    pub fn all_at(axis: &Axis) -> Self {
        let of = W::Real::of;
        Self { cell: W::of(axis.cell as u32), t: of(axis.t), t1: of(axis.t1), s: of(axis.s) }
    }
}

/// Gradient of a corner: ten bits per component, normalised (never zero).
#[inline(always)]
pub(super) fn corner_3d<W: Whole>(key: u32, corner: [W; 3]) -> [W::Real; 3] {
    let h = hash::noise_corners(key, corner);
    let bits = W::of(0x3ff);
    let x = (h & bits).real() - W::Real::of(511.5);
    let y = (h.shift::<10>() & bits).real() - W::Real::of(511.5);
    let z = (h.shift::<20>() & bits).real() - W::Real::of(511.5);
    let scale = W::Real::of(LENGTH_3D) / (x * x + y * y + z * z).sqrt();
    [x * scale, y * scale, z * scale]
}

/// Gradient of a corner of the plane.
#[inline(always)]
pub(super) fn corner_2d<W: Whole>(key: u32, [x, y]: [W; 2]) -> [W::Real; 3] {
    let h = hash::noise_corners(key, [x, y, W::of(0)]);
    let x = (h & W::of(0xffff)).real() - W::Real::of(32767.5);
    let y = h.shift::<16>().real() - W::Real::of(32767.5);
    let scale = W::Real::of(LENGTH_2D) / (x * x + y * y).sqrt();
    [x * scale, y * scale, W::Real::of(0.0)]
}

/// Two corners blended in z: slope in x, slope in y, remainder.
#[inline(always)]
pub(super) fn blend_z<W: Whole>(below: [W::Real; 3], above: [W::Real; 3], z: &Place<W>) -> [W::Real; 3] {
    [below[0].lerp(above[0], z.s), below[1].lerp(above[1], z.s), (below[2] * z.t).lerp(above[2] * z.t1, z.s)]
}

/// Two lines blended in y: slope in x, remainder.
#[inline(always)]
pub(super) fn blend_y<W: Whole>(near: [W::Real; 3], far: [W::Real; 3], y: &Place<W>) -> [W::Real; 2] {
    [near[0].lerp(far[0], y.s), (near[1] * y.t + near[2]).lerp(far[1] * y.t1 + far[2], y.s)]
}

/// Two planes blended in x: the value.
#[inline(always)]
pub(super) fn blend_x<N: Num>(left: [N; 2], right: [N; 2], t: N, t1: N, s: N) -> N {
    (left[0] * t + left[1]).lerp(right[0] * t1 + right[1], s)
}

/// One octave at a point.
#[inline(always)]
pub(super) fn value_3d<W: Whole>(key: u32, x: &Place<W>, y: &Place<W>, z: &Place<W>) -> W::Real {
    let (right, far) = (x.cell.plus(W::of(1)), y.cell.plus(W::of(1)));
    let left = blend_y(line_3d(key, [x.cell, y.cell], z), line_3d(key, [x.cell, far], z), y);
    let right = blend_y(line_3d(key, [right, y.cell], z), line_3d(key, [right, far], z), y);
    blend_x(left, right, x.t, x.t1, x.s)
}

/// The line over a corner of the plane.
#[inline(always)]
fn line_3d<W: Whole>(key: u32, [x, y]: [W; 2], z: &Place<W>) -> [W::Real; 3] {
    blend_z(corner_3d(key, [x, y, z.cell]), corner_3d(key, [x, y, z.cell.plus(W::of(1))]), z)
}

/// The four corners of a cell of the plane: y fastest.
#[inline(always)]
pub(super) fn corners_2d<W: Whole>(key: u32, x: W, y: W) -> [[W::Real; 3]; 4] {
    let (right, far) = (x.plus(W::of(1)), y.plus(W::of(1)));
    [corner_2d(key, [x, y]), corner_2d(key, [x, far]), corner_2d(key, [right, y]), corner_2d(key, [right, far])]
}

/// One octave at a point of the plane, from the corners of its cell.
#[inline(always)]
pub(super) fn value_between<W: Whole>(corners: &[[W::Real; 3]; 4], x: &Place<W>, y: &Place<W>) -> W::Real {
    blend_x(blend_y(corners[0], corners[1], y), blend_y(corners[2], corners[3], y), x.t, x.t1, x.s)
}

/// One octave at a point of the plane.
#[inline(always)]
pub(super) fn value_2d<W: Whole>(key: u32, x: &Place<W>, y: &Place<W>) -> W::Real {
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
