//! Rows of a fractal through a domain warp: every sample at a place of its own.
//!
//! Samples side by side usually share a cell, or two or three: the corners of a cell are hashed once, kept for the rows that follow, and
//! blended for all lanes in it. Where lanes are in many cells, each hashes its own. The bits of [`Fractal::warped`].

use super::gradient::{self, Axis, Place};
use super::{Fractal, Kind, Octave};
use crate::vector::{Kernel, LANES, Lanes, Num8, RAMP, Whole, WholeLanes, read_part, write_part};
use crate::{SampleBox, VoxelSize};

/// Cells whose corners are kept, per octave: one for each place in a cube of this edge.
const EDGE: u32 = 8;
/// Cells of eight lanes that are blended one after another before lanes hash their own corners.
const MOST_CELLS: usize = 4;

/// One octave over a domain.
#[derive(Debug)]
pub(super) struct Warped {
    key: u32,
    weight: f32,
    cells_per_m: f32,
    /// Cells and fractions along each axis; along x with enough to spare for whole vectors.
    cells: [Vec<u32>; 3],
    t: [Vec<f32>; 3],
    known: Vec<Option<Cell>>,
}

/// The gradients of a cell's corners by component, z fastest, then y.
#[derive(Clone, Copy, Debug)]
struct Cell {
    at: [u32; 3],
    corners: [Num8; 3],
}

impl Warped {
    pub(super) fn new(octave: &Octave, voxel: VoxelSize, domain: &SampleBox) -> Self {
        let last = |d: usize| domain.size[d].saturating_sub(1);
        let axis = |d: usize, i: u32| octave.axis(d, domain.origin[d] + i.min(last(d)) as i32 * domain.step());
        let axes = |d: usize| -> Vec<Axis> { (0..domain.size[d] + LANES as u32).map(|i| axis(d, i)).collect() };
        let axes = [axes(0), axes(1), axes(2)];
        Self {
            key: octave.key,
            weight: octave.weight,
            cells_per_m: (octave.cells_per_lattice * f64::from(voxel.per_metre())) as f32,
            cells: [0, 1, 2].map(|d: usize| axes[d].iter().map(|a| a.cell as u32).collect()),
            t: [0, 1, 2].map(|d: usize| axes[d].iter().map(|a| a.t).collect()),
            known: vec![None; (EDGE * EDGE * EDGE) as usize],
        }
    }
}

/// A row of warped samples.
pub(super) struct SumWarped<'a> {
    pub kind: Kind,
    pub octaves: &'a mut [Warped],
    /// Of the first sample.
    pub index: [usize; 3],
    pub warp_m: [&'a [f32]; 3],
    pub out: &'a mut [f32],
}

impl Kernel for SumWarped<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Self { kind, octaves, index, warp_m: [wx, wy, wz], out } = self;
        let warp = wx.chunks(LANES).zip(wy.chunks(LANES)).zip(wz.chunks(LANES));
        for (n, (out, ((wx, wy), wz))) in out.chunks_mut(LANES).zip(warp).enumerate() {
            let (wx, wy, wz) = (read_part::<V>(wx), read_part::<V>(wy), read_part::<V>(wz));
            let ix = index[0] + n * LANES;
            let mut sum = V::of(0.0);
            for octave in octaves.iter_mut() {
                let per_m = V::of(octave.cells_per_m);
                let (cells, t) = (&octave.cells, &octave.t);
                let x = moved::<V>(V::Whole::read(&cells[0][ix..]), V::read(&t[0][ix..]), wx * per_m);
                let y = moved::<V>(V::Whole::of(cells[1][index[1]]), V::of(t[1][index[1]]), wy * per_m);
                let z = moved::<V>(V::Whole::of(cells[2][index[2]]), V::of(t[2][index[2]]), wz * per_m);
                let value = value::<V>(octave, &x, &y, &z);
                sum = sum + Fractal::shaped(kind, value, octave.weight);
            }
            write_part(sum, out);
        }
    }
}

/// As [`Axis::moved`].
#[inline(always)]
fn moved<V: Lanes>(cell: V::Whole, t: V, by: V) -> Place<V::Whole> {
    let (whole, rest) = (t + by).split();
    Place::new(cell.plus(whole), rest)
}

/// One octave at eight places.
#[inline(always)]
fn value<V: Lanes>(octave: &mut Warped, x: &Place<V::Whole>, y: &Place<V::Whole>, z: &Place<V::Whole>) -> V {
    let mut cells = [[0; LANES]; 3];
    x.cell.store(&mut cells[0]);
    y.cell.store(&mut cells[1]);
    z.cell.store(&mut cells[2]);
    let [cx, cy, cz] = cells;
    let mut left = [true; LANES];
    let mut value = V::of(0.0);
    for _ in 0..MOST_CELLS {
        let Some(lane) = left.iter().position(|left| *left) else { return value };
        let at = [cx[lane], cy[lane], cz[lane]];
        for i in lane..LANES {
            left[i] &= (cx[i] ^ at[0]) | (cy[i] ^ at[1]) | (cz[i] ^ at[2]) != 0;
        }
        let here = within(known::<V>(octave, at), x, y, z);
        value = x.cell.where_equal(at[0], y.cell.where_equal(at[1], z.cell.where_equal(at[2], here, value), value), value);
    }
    if left.contains(&true) { gradient::value_3d(octave.key, x, y, z) } else { value }
}

/// The corners of a cell, hashed unless they are known.
#[inline(always)]
fn known<V: Lanes>(octave: &mut Warped, at: [u32; 3]) -> Cell {
    let [x, y, z] = at.map(|c| c % EDGE);
    let place = ((z * EDGE + y) * EDGE + x) as usize;
    match octave.known[place] {
        Some(cell) if cell.at == at => cell,
        _ => {
            let number = V::Whole::load(&RAMP);
            let side = |c: u32, bit: V::Whole| V::Whole::of(c).plus(bit);
            let bit = V::Whole::of(1);
            let corner =
                [side(at[0], number.shift::<2>() & bit), side(at[1], number.shift::<1>() & bit), side(at[2], number & bit)];
            let [gx, gy, gz] = gradient::corner_3d(octave.key, corner);
            let mut cell = Cell { at, corners: [Num8::default(); 3] };
            gx.store(&mut cell.corners[0]);
            gy.store(&mut cell.corners[1]);
            gz.store(&mut cell.corners[2]);
            octave.known[place] = Some(cell);
            cell
        }
    }
}

/// One octave at places within one cell.
#[inline(always)]
fn within<V: Lanes>(cell: Cell, x: &Place<V::Whole>, y: &Place<V::Whole>, z: &Place<V::Whole>) -> V {
    let left = gradient::blend_y(line::<V>(&cell, 0, z), line::<V>(&cell, 2, z), y);
    let right = gradient::blend_y(line::<V>(&cell, 4, z), line::<V>(&cell, 6, z), y);
    gradient::blend_x(left, right, x.t, x.t1, x.s)
}

#[inline(always)]
fn line<V: Lanes>(cell: &Cell, i: usize, z: &Place<V::Whole>) -> [V; 3] {
    let [gx, gy, gz] = &cell.corners;
    gradient::blend_z([V::of(gx[i]), V::of(gy[i]), V::of(gz[i])], [V::of(gx[i + 1]), V::of(gy[i + 1]), V::of(gz[i + 1])], z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};
    use crate::noise::RowEval;
    use crate::vector::Path;
    use glam::{IVec3, UVec3, Vec3};

    #[test]
    fn warped_rows_have_the_bits_of_warped_points() {
        let voxel = VoxelSize::DEFAULT;
        let mut rolls = Rolls::new(4, Tag::Test, IVec3::ZERO);
        for (fractal, level) in [
            (Fractal::sum(7, Tag::Test, 0.125, 3), 0),
            (Fractal::ridged(8, Tag::Test, 0.9, 2), 0),
            (Fractal::sum(9, Tag::Test, 0.3, 4), 2),
        ] {
            let domain = SampleBox { origin: IVec3::new(-130_901, 77, 1003), level, size: UVec3::new(23, 5, 4) };
            for path in Path::all() {
                let mut rows = RowEval::new(fractal, voxel, &domain).on(path);
                for _ in 0..12 {
                    let index = UVec3::new(rolls.below(9), rolls.below(5), rolls.below(4));
                    // Gently bent, or anywhere.
                    let wild = [0.05, 6.0][rolls.below(2) as usize];
                    let warp: [Vec<f32>; 3] = [(); 3].map(|()| (0..13).map(|_| 3.0 + rolls.range(-wild, wild)).collect());
                    let mut out = [9.0; 13];
                    rows.warped_row(domain.point(index), [&warp[0], &warp[1], &warp[2]], &mut out);
                    for (i, got) in out.iter().enumerate() {
                        let p = domain.point(index + UVec3::new(i as u32, 0, 0));
                        let expected = fractal.warped(voxel, p, Vec3::new(warp[0][i], warp[1][i], warp[2][i]));
                        assert_eq!(got.to_bits(), expected.to_bits(), "{path:?}, {fractal:?} at {p}");
                    }
                }
            }
        }
    }
}
