//! What is ugly or wrong in a window of densities: teeth, paper walls, debris, triangles that are degenerate, turned or lit wrongly.
//!
//! *Vocabulary.* A **comb** is a line of samples whose sign flips at least five times within seven of them, each time by a marked density:
//! what a floor repaired into a bore leaves at the foot of its wall. A **sheet** is a wall one sample thick in whose plane a square of
//! three by three is as thin. **Debris** is a small piece of rock that hangs in air on its own.

use ::surface::{GRID, MeshScratch, Surface, SurfaceVertex, TILE_CELLS, mesh};
use field::SampleBox;
use glam::{IVec3, Vec3};

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
const COMB_SPAN: usize = 7;
/// Density, in voxels, that both sides of a flip reach in a comb.
const MARKED: f32 = 0.35;
/// Samples in a square of a sheet, and how many such squares make a fault.
const SHEET_SQUARES: usize = 4;
/// Pieces of rock below this number of samples are debris.
const DEBRIS_SAMPLES: usize = 256;
/// Triangles smaller than this have no area, square cells.
const NO_AREA: f32 = 1e-7;

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
    pub fn judge(&self, voxel_m: f32, meshes: &mut Meshes, mut each: impl FnMut(Fault, IVec3)) -> u64 {
        for axis in 0..3 {
            self.combs(axis, MARKED * voxel_m, &mut each);
            self.sheets(axis, &mut each);
        }
        self.debris(&mut each);
        self.triangles(meshes, &mut each)
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
                // Rock that touches at a corner holds on.
                for step in (0..27).map(|i| IVec3::new(i % 3, i / 3 % 3, i / 9) - 1) {
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

    /// Meshes the window tile by tile and judges every triangle.
    fn triangles(&self, meshes: &mut Meshes, each: &mut impl FnMut(Fault, IVec3)) -> u64 {
        let mut n_triangles = 0;
        let blocks = (self.size() - (GRID as i32 - TILE_CELLS as i32)) / TILE_CELLS as i32;
        for z in 0..blocks.z {
            for y in 0..blocks.y {
                for x in 0..blocks.x {
                    let first = IVec3::new(x, y, z) * TILE_CELLS as i32;
                    self.cut(first, &mut meshes.grid);
                    mesh(&meshes.grid, 1.0, 0..TILE_CELLS, &mut meshes.scratch, &mut meshes.surface);
                    n_triangles += meshes.surface.regular.len() as u64;
                    for triangle in &meshes.surface.regular {
                        let corners = triangle.map(|vertex| meshes.surface.vertices[vertex as usize]);
                        if let Some(fault) = wrong(&meshes.grid, corners) {
                            each(fault, self.place(first + corners[0].position.floor().as_ivec3() + 1));
                        }
                    }
                }
            }
        }
        n_triangles
    }

    /// Copies the padded grid of a tile.
    fn cut(&self, first: IVec3, grid: &mut Vec<f32>) {
        grid.clear();
        for z in 0..GRID as i32 {
            for y in 0..GRID as i32 {
                let at = self.part.offset((first + IVec3::new(0, y, z)).as_uvec3());
                grid.extend_from_slice(&self.density[at..at + GRID]);
            }
        }
    }
}

/// Reusable memory of the mesher.
#[derive(Default)]
pub(super) struct Meshes {
    grid: Vec<f32>,
    scratch: MeshScratch,
    surface: Surface,
}

/// What is wrong with a triangle: each of its vertices stands between a rock sample and an air sample, and both the triangle and the
/// light on it must look from the one to the other.
fn wrong(grid: &[f32], corners: [SurfaceVertex; 3]) -> Option<Fault> {
    let [a, b, c] = corners.map(|vertex| vertex.position);
    let cross = (b - a).cross(c - a);
    if 0.5 * cross.length() < NO_AREA {
        return Some(Fault::Degenerate);
    }
    let outwards = corners.map(|vertex| outward(grid, vertex.position));
    if outwards.iter().sum::<Vec3>().dot(cross) < 0.0 {
        return Some(Fault::Inverted);
    }
    let is_lit = corners.iter().zip(outwards).all(|(vertex, outward)| vertex.normal.dot(outward) > 0.0);
    (!is_lit).then_some(Fault::Normal)
}

/// From the rock end to the air end of the edge that a vertex stands on.
fn outward(grid: &[f32], position: Vec3) -> Vec3 {
    let low = position.floor();
    let along = (position - low).ceil();
    let sample = |at: Vec3| {
        let at = at.as_ivec3() + 1;
        grid[((at.z * GRID as i32 + at.y) * GRID as i32 + at.x) as usize]
    };
    if sample(low) < 0.0 { along } else { -along }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::UVec3;

    const SIZE: u32 = 35;

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
        Window { part, density: &density }.judge(0.25, &mut Meshes::default(), |fault, _| found.push(fault));
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn honest_ground_a_ball_and_a_thick_wall_have_no_fault() {
        assert_eq!(faults(|p| (p.z - 11.3 + 0.4 * field::ops::sin(p.x)) * 0.25), []);
        assert_eq!(faults(|p| ((p - 11.6).length() - 7.2) * 0.25), []);
        assert_eq!(faults(|p| ((p.x - 11.4).abs() - 1.7) * 0.25), []);
    }

    #[test]
    fn every_planted_fault_is_caught() {
        let teeth = |p: Vec3| if p.z < 8.0 && (p.x as i32 % 2 == 0) { -0.2 } else { (p.z - 6.0) * 0.25 };
        assert!(faults(teeth).contains(&Fault::Comb), "{:?}", faults(teeth));
        assert!(faults(|p| ((p.x - 11.0).abs() - 0.6) * 0.25).contains(&Fault::Sheet));
        assert!(faults(|p| ((p - 11.6).length() - 2.2) * 0.25).contains(&Fault::Debris));
    }

    #[test]
    fn a_triangle_must_look_and_be_lit_from_rock_to_air_and_have_an_area() {
        let grid: Vec<f32> = (0..GRID * GRID * GRID).map(|i| (i / (GRID * GRID)) as f32 - 11.4).collect();
        let mut surface = Surface::default();
        mesh(&grid, 1.0, 0..TILE_CELLS, &mut MeshScratch::default(), &mut surface);
        let [a, b, c] = surface.regular[7].map(|vertex| surface.vertices[vertex as usize]);
        assert_eq!(wrong(&grid, [a, b, c]), None);
        assert_eq!(wrong(&grid, [a, c, b]), Some(Fault::Inverted));
        assert_eq!(wrong(&grid, [a, b, b]), Some(Fault::Degenerate));
        let unlit = SurfaceVertex { normal: -b.normal, ..b };
        assert_eq!(wrong(&grid, [a, unlit, c]), Some(Fault::Normal));
    }
}
