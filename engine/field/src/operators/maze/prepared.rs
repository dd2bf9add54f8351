//! A maze over a domain: only what can be felt there, its plans measured once per column.

use super::shape::{Profile, Storey, Tower, Well, Window};
use super::{FAR_M, Maze};
use crate::operators::plan::{Columns, Rectangle, Sheet};
use crate::vector::{OfSample, Path, Samples};
use crate::{Channels, Interval, Num, Prepared, Row, SampleBox, VoxelSize, ops};
use std::ops::Range;

/// See the module's text.
pub struct PreparedMaze<'a> {
    maze: &'a Maze,
    voxel: VoxelSize,
    domain: SampleBox,
    storeys: Vec<(Storey, [Columns; 3])>,
    towers: Vec<(Tower, Rectangle, Sheet<2>)>,
    wells: Vec<(Well, Rectangle, Sheet<1>)>,
}

impl<'a> PreparedMaze<'a> {
    /// Collects what can be felt.
    pub fn new(maze: &'a Maze, voxel: VoxelSize, domain: &SampleBox) -> Self {
        let mut prepared = Self { maze, voxel, domain: *domain, storeys: Vec::new(), towers: Vec::new(), wells: Vec::new() };
        if domain.is_empty() {
            return prepared;
        }
        let (window, wanted) = (Window::of(&maze.spec, voxel, domain), Rectangle::of(domain));
        let z_m = domain.heights_m(voxel);
        for storey in maze.spec.storeys().filter(|storey| Storey::heights_m_of(&maze.spec, *storey).meets(z_m)) {
            let storey = Storey::new(maze, voxel, storey, &window, Some(&wanted));
            if !storey.is_empty() {
                prepared.storeys.push((storey, Default::default()));
            }
        }
        maze.each_tower(voxel, &window, |tower| {
            let reach = tower.spot.around(voxel, tower.reach_m(maze));
            if reach.meets(&wanted) && tower.heights_m().meets(z_m) {
                prepared.towers.push((tower, reach, Sheet::new(tower.spot, &reach, domain)));
            }
        });
        maze.each_well(voxel, &window, |well| {
            let reach = well.spot().around(voxel, well.reach_m());
            if reach.meets(&wanted) && well.heights_m().meets(z_m) {
                prepared.wells.push((well, reach, Sheet::new(well.spot(), &reach, domain)));
            }
        });
        prepared
    }
}

impl Prepared for PreparedMaze<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let (wanted, z_m) = (Rectangle::of(part), part.heights_m(self.voxel));
        let felt = |reach: &Rectangle, heights_m: Interval| reach.meets(&wanted) && heights_m.meets(z_m);
        let mut shape = Interval::point(FAR_M);
        for (storey, _) in self.storeys.iter().filter(|(storey, _)| storey.heights_m().meets(z_m)) {
            shape = Num::min(storey.over(part, z_m), shape);
        }
        for (tower, ..) in self.towers.iter().filter(|(tower, reach, _)| felt(reach, tower.heights_m())) {
            shape = Num::min(tower.over(self.maze, self.voxel, part, z_m), shape);
        }
        for (well, ..) in self.wells.iter().filter(|(well, reach, _)| felt(reach, well.heights_m())) {
            shape = Num::min(well.over(self.voxel, part, z_m), shape);
        }
        Channels { density: incoming.density, shape }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn row(&mut self, row: Row<'_>) {
        row.shape.fill(FAR_M);
        let path = Path::best();
        let index = ((row.start - self.domain.origin) / self.domain.step()).as_uvec3();
        let (y, first) = (index.y as usize, index.x as usize);
        let wanted = first..first + row.shape.len();
        let z_m = row.start.z as f32 * self.voxel.metres();
        for (storey, columns) in self.storeys.iter_mut().filter(|(storey, _)| storey.heights_m().contains(z_m)) {
            let above = z_m - storey.foot_m;
            let profile = storey.profile();
            let band = profile.band(above);
            let [halls, chambers, doors] = columns;
            let halls = cut(halls.row(&storey.halls, &self.domain, y), &wanted);
            let chambers = cut(chambers.row(&storey.chambers, &self.domain, y), &wanted);
            let doors = cut(doors.row(&storey.doors, &self.domain, y), &wanted);
            path.run(Samples { formula: OfStorey { profile, above, band }, beside: [halls, chambers, doors], row: row.shape });
        }
        let grid = (self.voxel, &self.domain);
        for (tower, _, sheet) in self.towers.iter_mut().filter(|(tower, ..)| tower.heights_m().contains(z_m)) {
            let in_turn_m = tower.in_turn_m(self.maze, z_m);
            let maze = self.maze;
            let Some((xs, [walls, risen])) = sheet.row(grid, y, wanted.clone(), |offset| Tower::column(maze, offset)) else {
                continue;
            };
            let shape = &mut row.shape[xs.start - first..xs.end - first];
            path.run(Samples { formula: OfTower { maze, tower, in_turn_m, z_m }, beside: [walls, risen], row: shape });
        }
        for (well, _, sheet) in self.wells.iter_mut().filter(|(well, ..)| well.heights_m().contains(z_m)) {
            let Some((xs, [column])) = sheet.row(grid, y, wanted.clone(), |offset| [Well::column(offset)]) else { continue };
            let shape = &mut row.shape[xs.start - first..xs.end - first];
            path.run(Samples { formula: OfWell { well, z_m }, beside: [column], row: shape });
        }
    }
}

/// The nearer of a storey at a height above its floor, and what there was.
struct OfStorey {
    profile: Profile,
    above: f32,
    band: f32,
}

impl OfSample<3> for OfStorey {
    #[inline(always)]
    fn at(&self, plans: [f32; 3], shape: f32) -> f32 {
        ops::min(self.profile.distance(plans, self.above, self.band), shape)
    }
}

/// The nearer of a stair tower at a height, and what there was.
struct OfTower<'a> {
    maze: &'a Maze,
    tower: &'a Tower,
    in_turn_m: f32,
    z_m: f32,
}

impl OfSample<2> for OfTower<'_> {
    #[inline(always)]
    fn at(&self, column: [f32; 2], shape: f32) -> f32 {
        ops::min(self.tower.raised(self.maze, column, self.in_turn_m, self.z_m), shape)
    }
}

/// The nearer of a well at a height, and what there was.
struct OfWell<'a> {
    well: &'a Well,
    z_m: f32,
}

impl OfSample<1> for OfWell<'_> {
    #[inline(always)]
    fn at(&self, [column]: [f32; 1], shape: f32) -> f32 {
        ops::min(self.well.raised(column, self.z_m), shape)
    }
}

/// The samples wanted of a row of columns.
fn cut<'c>(columns: &'c [f32], wanted: &Range<usize>) -> &'c [f32] {
    columns.get(wanted.clone()).unwrap_or_default()
}
