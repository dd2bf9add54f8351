//! What is ugly or wrong in a window of densities: teeth, paper walls, debris, triangles that are degenerate, turned or lit wrongly.
//!
//! *Vocabulary.* A **comb** is a line of samples whose sign flips at least five times within nine of them, each time by a marked density:
//! what a floor repaired into a bore leaves at the foot of its wall. A **sheet** is a wall one sample thick in whose plane a square of
//! three by three is as thin. **Debris** is a small piece of rock that hangs in air on its own.

use field::SampleBox;
use glam::{IVec3, UVec3, Vec3};

/// A window of densities, x fastest.
pub(super) struct Window<'a> {
    /// Its samples.
    pub part: SampleBox,
    /// One density per sample; certain ones may hold any number of the right sign.
    pub density: &'a [f32],
}

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// Teeth.
    Comb,
    /// A paper wall.
    Sheet,
    /// Rock that hangs in air.
    Debris,
    /// A triangle without area.
    Degenerate,
    /// A triangle that turns its back to the air.
    Inverted,
    /// A normal that points away from its triangle.
    Normal,
}

impl Fault {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Fault::Comb => "teeth: the surface flips at every sample",
            Fault::Sheet => "a wall as thin as paper",
            Fault::Debris => "a piece of rock that hangs in air",
            Fault::Degenerate => "a triangle without area",
            Fault::Inverted => "a triangle that turns its back to the air",
            Fault::Normal => "a normal that points away from its triangle",
        }
    }
}

/// Flips within [`COMB_SPAN`] samples that make a comb.
const COMB_FLIPS: usize = 5;
const COMB_SPAN: usize = 9;
/// Density, in voxels, that both sides of a flip reach in a comb.
const MARKED: f32 = 0.35;
/// Samples in a square of a sheet, and how many such squares make a fault.
const SHEET_SQUARES: usize = 4;
/// Pieces of rock below this number of samples are debris.
const DEBRIS_SAMPLES: usize = 256;
/// Triangles smaller than this have no area, square cells.
const NO_AREA: f32 = 1e-7;
/// Triangles smaller than this are slivers, whose direction means nothing; square cells.
const SLIVER: f32 = 0.02;

impl Window<'_> {
    fn at(&self, index: IVec3) -> f32 {
        self.density[self.part.offset(index.as_uvec3())]
    }
    fn is_rock(&self, index: IVec3) -> bool {
        self.at(index) < 0.0
    }
    fn size(&self) -> IVec3 {
        self.part.size.as_ivec3()
    }
    fn place(&self, index: IVec3) -> IVec3 {
        self.part.point(index.max(IVec3::ZERO).as_uvec3())
    }
    /// Calls `each` with every fault and its lattice point; answers the number of triangles looked at.
    pub fn judge(&self, voxel_m: f32, mut each: impl FnMut(Fault, IVec3)) -> u64 {
        for axis in 0..3 {
            self.combs(axis, MARKED * voxel_m, &mut each);
            self.sheets(axis, &mut each);
        }
        self.debris(&mut each);
        self.triangles(&mut each)
    }

    fn combs(&self, axis: usize, marked: f32, each: &mut impl FnMut(Fault, IVec3)) {
        let size = self.size();
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for a in 0..size[u] {
            for b in 0..size[v] {
                let index = |i: i32| {
                    let mut index = IVec3::ZERO;
                    (index[axis], index[u], index[v]) = (i, a, b);
                    index
                };
                let mut flips: Vec<i32> = Vec::new();
                let mut last = 0.0f32;
                for i in 0..size[axis] {
                    let d = self.at(index(i));
                    if d.abs() < marked {
                        continue;
                    }
                    if last != 0.0 && (d < 0.0) != (last < 0.0) {
                        flips.push(i);
                        let n = flips.len();
                        if n >= COMB_FLIPS && (i - flips[n - COMB_FLIPS]) < COMB_SPAN as i32 {
                            each(Fault::Comb, self.place(index(i)));
                            flips.clear();
                        }
                    }
                    last = d;
                }
            }
        }
    }

    fn sheets(&self, axis: usize, each: &mut impl FnMut(Fault, IVec3)) {
        let size = self.size();
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for layer in 1..size[axis] - 1 {
            let index = |a: i32, b: i32| {
                let mut index = IVec3::ZERO;
                (index[axis], index[u], index[v]) = (layer, a, b);
                index
            };
            let is_thin = |a: i32, b: i32| {
                let (here, mut step) = (index(a, b), IVec3::ZERO);
                step[axis] = 1;
                self.is_rock(here) && !self.is_rock(here - step) && !self.is_rock(here + step)
            };
            let mut squares = 0;
            for a in 1..size[u] - 1 {
                for b in 1..size[v] - 1 {
                    let square = (-1..=1).all(|da| (-1..=1).all(|db| is_thin(a + da, b + db)));
                    squares += usize::from(square);
                    if square && squares == SHEET_SQUARES {
                        each(Fault::Sheet, self.place(index(a, b)));
                    }
                }
            }
        }
    }

    /// Floods every piece of rock; those that stay inside the window and are small hang in air.
    fn debris(&self, each: &mut impl FnMut(Fault, IVec3)) {
        let size = self.size();
        let mut is_seen = vec![false; self.density.len()];
        let mut heap: Vec<IVec3> = Vec::new();
        for (start, d) in self.density.iter().enumerate() {
            if *d >= 0.0 || is_seen[start] {
                continue;
            }
            let (nx, ny) = (size.x as usize, size.y as usize);
            let first = IVec3::new((start % nx) as i32, (start / nx % ny) as i32, (start / (nx * ny)) as i32);
            is_seen[start] = true;
            heap.push(first);
            let (mut n, mut leaves) = (0, false);
            while let Some(here) = heap.pop() {
                n += 1;
                leaves |= here.cmpeq(IVec3::ZERO).any() || here.cmpeq(size - 1).any();
                for step in [IVec3::X, IVec3::Y, IVec3::Z, IVec3::NEG_X, IVec3::NEG_Y, IVec3::NEG_Z] {
                    let next = here + step;
                    if next.cmplt(IVec3::ZERO).any() || next.cmpge(size).any() {
                        continue;
                    }
                    let offset = self.part.offset(next.as_uvec3());
                    if self.density[offset] < 0.0 && !is_seen[offset] {
                        is_seen[offset] = true;
                        heap.push(next);
                    }
                }
            }
            if !leaves && n < DEBRIS_SAMPLES {
                each(Fault::Debris, self.place(first));
            }
        }
    }

    fn gradient(&self, index: IVec3) -> Vec3 {
        Vec3::from_array([IVec3::X, IVec3::Y, IVec3::Z].map(|step| self.at(index + step) - self.at(index - step)))
    }

    fn triangles(&self, each: &mut impl FnMut(Fault, IVec3)) -> u64 {
        let mut n_triangles = 0;
        let size = self.size();
        for z in 1..size.z - 2 {
            for y in 1..size.y - 2 {
                for x in 1..size.x - 2 {
                    let first = IVec3::new(x, y, z);
                    let corners: [f32; 8] = std::array::from_fn(|c| {
                        self.at(first + UVec3::new(c as u32 & 1, c as u32 >> 1 & 1, c as u32 >> 2).as_ivec3())
                    });
                    let rock = corners.iter().filter(|d| **d < 0.0).count();
                    if rock == 0 || rock == 8 {
                        continue;
                    }
                    ::surface::cell_triangles(&corners, |triangle| {
                        n_triangles += 1;
                        if let Some(fault) = self.wrong(first, &corners, triangle) {
                            each(fault, self.place(first));
                        }
                    });
                }
            }
        }
        n_triangles
    }

    fn wrong(&self, first: IVec3, corners: &[f32; 8], triangle: [Vec3; 3]) -> Option<Fault> {
        let cross = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
        let area = 0.5 * cross.length();
        if area < NO_AREA {
            return Some(Fault::Degenerate);
        }
        if area < SLIVER {
            return None;
        }
        let middle = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
        if slope(corners, middle).dot(cross) < 0.0 {
            return Some(Fault::Inverted);
        }
        // The lattice gradient at the nearest corner, as vertices are lit by it.
        let nearest = first + (middle + 0.5).floor().as_ivec3();
        let lit = self.gradient(nearest);
        (lit.normalize_or_zero().dot(cross / (2.0 * area)) < -0.5).then_some(Fault::Normal)
    }
}

/// Slope of the densities interpolated between the corners of a cell.
fn slope(corners: &[f32; 8], at: Vec3) -> Vec3 {
    let mut slope = Vec3::ZERO;
    for (c, d) in corners.iter().enumerate() {
        let side = [c & 1, c >> 1 & 1, c >> 2 & 1];
        let weight = |axis: usize| if side[axis] == 1 { at[axis] } else { 1.0 - at[axis] };
        for axis in 0..3 {
            let sign = if side[axis] == 1 { 1.0 } else { -1.0 };
            slope[axis] += sign * d * weight((axis + 1) % 3) * weight((axis + 2) % 3);
        }
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: u32 = 24;

    /// Faults of a window filled by a formula of the index.
    fn faults(formula: impl Fn(Vec3) -> f32) -> Vec<Fault> {
        let part = SampleBox { origin: IVec3::new(-7, 3, 11), level: 0, size: UVec3::splat(SIZE) };
        let mut density = Vec::new();
        for z in 0..SIZE {
            for y in 0..SIZE {
                for x in 0..SIZE {
                    density.push(formula(UVec3::new(x, y, z).as_vec3()));
                }
            }
        }
        let mut found = Vec::new();
        Window { part, density: &density }.judge(0.25, |fault, _| found.push(fault));
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn honest_ground_a_ball_and_a_thick_wall_have_no_fault() {
        assert_eq!(faults(|p| (p.z - 11.3 + 0.4 * p.x.sin()) * 0.25), []);
        assert_eq!(faults(|p| ((p - 11.6).length() - 7.2) * 0.25), []);
        assert_eq!(faults(|p| ((p.x - 11.4).abs() - 1.7) * 0.25), []);
    }

    #[test]
    fn every_planted_fault_is_caught() {
        let teeth = |p: Vec3| if p.z < 8.0 && (p.x as i32 % 2 == 0) { -0.2 } else { (p.z - 6.0) * 0.25 };
        assert!(faults(teeth).contains(&Fault::Comb), "{:?}", faults(teeth));
        assert!(faults(|p| ((p.x - 11.0).abs() - 0.6) * 0.25).contains(&Fault::Sheet));
        assert!(faults(|p| ((p - 11.6).length() - 2.2) * 0.25).contains(&Fault::Debris));
        // Signs of flat ground whose densities say otherwise on one side: lit from below.
        let lit_wrong = |p: Vec3| if p.z < 11.5 { -0.01 - 0.25 * p.z } else { 0.01 + (30.0 - p.z) * 0.25 };
        assert_eq!(faults(lit_wrong), []);
        let turned = |p: Vec3| match p.z as i32 {
            0..=9 => -5.0,
            10 => 0.2,
            11 => -0.2,
            _ => 5.0,
        };
        assert!(!faults(turned).is_empty());
    }
}
