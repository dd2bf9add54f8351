//! Floors of a bit grid: what can be stood on, how open it is, where one falls, where one can fight.

use crate::bits::BitGrid;
use crate::measure::Spread;
use world::query::BODY;

/// Width of a fightable space, metres: two layout units.
const FIGHT_WIDTH_M: f32 = 16.0;
/// Headroom of a fightable space, metres.
const FIGHT_HEIGHT_M: f32 = 8.0;

/// A cell of air over rock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Cell of air right above the rock.
    pub cell: [usize; 3],
    /// Air above the floor, metres.
    pub clearance_m: f32,
    /// Distance to rock at chest height, metres.
    pub openness_m: f32,
}

/// All floors of a grid.
pub struct Ground {
    size: [usize; 3],
    step_m: f32,
    /// Number of floor cells of any kind.
    pub floors: u64,
    /// Floor cells with headroom and a gentle slope, in order of z, y, x.
    pub walkable: Vec<Floor>,
    /// Per column and level: place in `walkable` plus one; zero for none.
    index: Vec<u32>,
}

impl Ground {
    /// Finds the floors. `distance_m` holds the distance to rock of every cell.
    pub fn read(air: &BitGrid, distance_m: &[f32], step_m: f32) -> Self {
        let [nx, ny, nz] = air.size;
        let offset = |x: usize, y: usize, z: usize| (z * ny + y) * nx + x;
        let needed = BODY.height_m + BODY.headroom_m;
        let chest = ((1.2 / step_m) as usize).max(1);
        let mut ground = Self { size: air.size, step_m, floors: 0, walkable: Vec::new(), index: vec![0; nx * ny * nz] };
        for z in 1..nz {
            for y in 0..ny {
                for x in 0..nx {
                    if !air.get(x, y, z) || air.get(x, y, z - 1) {
                        continue;
                    }
                    ground.floors += 1;
                    let top = (z..nz).find(|&above| !air.get(x, y, above)).unwrap_or(nz);
                    let clearance_m = (top - z) as f32 * step_m;
                    if clearance_m < needed || !is_gentle(air, x, y, z) {
                        continue;
                    }
                    let openness_m = distance_m[offset(x, y, (z + chest).min(top - 1))];
                    ground.walkable.push(Floor { cell: [x, y, z], clearance_m, openness_m });
                    ground.index[offset(x, y, z)] = ground.walkable.len() as u32;
                }
            }
        }
        ground
    }

    /// Air above walkable floors.
    pub fn clearance_m(&self) -> Spread {
        Spread::of(&mut self.walkable.iter().map(|f| f.clearance_m).collect::<Vec<_>>())
    }
    /// Distance to rock over walkable floors.
    pub fn openness_m(&self) -> Spread {
        Spread::of(&mut self.walkable.iter().map(|f| f.openness_m).collect::<Vec<_>>())
    }
    /// Share of walkable floors with less than one and a half body widths of room.
    pub fn narrow_share(&self) -> f32 {
        let limit = BODY.radius_m * 1.5;
        self.share(self.walkable.iter().filter(|f| f.openness_m > 0.0 && f.openness_m < limit + self.step_m * 0.5).count())
    }
    /// Share of walkable floors beside a drop of at least 3 m.
    pub fn fall_share(&self, air: &BitGrid) -> f32 {
        let drop = (3.0 / self.step_m).ceil() as usize;
        let falls = |floor: &Floor| {
            let [x, y, z] = floor.cell;
            self.sides(x, y).any(|(x, y)| z > drop && (z - drop..=z).all(|below| air.get(x, y, below)))
        };
        self.share(self.walkable.iter().filter(|f| falls(f)).count())
    }
    /// Free sight in eight directions at eye height, over at most 512 floors spread evenly through the list.
    pub fn sight_m(&self, air: &BitGrid) -> Spread {
        let eye = (1.6 / self.step_m) as usize;
        let mut lengths = Vec::new();
        for floor in self.walkable.iter().step_by(self.walkable.len().div_ceil(512).max(1)) {
            let [x, y, z] = floor.cell;
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let (mut px, mut py, mut steps) = (x as i64, y as i64, 0);
                while self.inside(px, py) && z + eye < self.size[2] && air.get(px as usize, py as usize, z + eye) {
                    px += dx;
                    py += dy;
                    steps += 1;
                }
                let diagonal = if dx != 0 && dy != 0 { std::f32::consts::SQRT_2 } else { 1.0 };
                lengths.push(steps as f32 * diagonal * self.step_m);
            }
        }
        Spread::of(&mut lengths)
    }
    /// Number of places [`FIGHT_WIDTH_M`] across with [`FIGHT_HEIGHT_M`] of headroom: discs of open height round a walkable
    /// floor, counted as connected groups of centres.
    pub fn fightable(&self, air: &BitGrid) -> u32 {
        let radius = (FIGHT_WIDTH_M * 0.5 / self.step_m) as i64;
        let rise = (1.0 / self.step_m).ceil() as usize;
        let height = (FIGHT_HEIGHT_M / self.step_m) as usize;
        let mut centres = BitGrid::new(self.size);
        for floor in self.walkable.iter().filter(|f| f.clearance_m >= FIGHT_HEIGHT_M) {
            let [x, y, z] = floor.cell;
            if z + height > self.size[2] || floor.openness_m > 0.0 && floor.openness_m < 1.0 {
                continue;
            }
            let open = |dx: i64, dy: i64| {
                let (px, py) = (x as i64 + dx, y as i64 + dy);
                // Floors may rise and fall a little within the disc; the headroom is counted from the highest.
                self.inside(px, py) && (z + rise..z + height).all(|level| air.get(px as usize, py as usize, level))
            };
            let disc =
                (-radius..=radius).all(|dy| (-radius..=radius).all(|dx| dx * dx + dy * dy > radius * radius || open(dx, dy)));
            if disc {
                centres.set(x, y, z);
            }
        }
        spaced_groups(&centres, radius as usize)
    }
    /// Places from which no way leads farther from the window's middle, per 100 m of way; the length of ways is their area over
    /// twice their median room.
    pub fn dead_ends_per_100m(&self) -> f32 {
        let Some(start) = self.walkable.iter().enumerate().min_by_key(|(_, floor)| {
            let [x, y, _] = floor.cell.map(|v| v as i64);
            let (cx, cy) = (self.size[0] as i64 / 2, self.size[1] as i64 / 2);
            (x - cx) * (x - cx) + (y - cy) * (y - cy)
        }) else {
            return 0.0;
        };
        let steps = self.walk_from(start.0);
        let near = (4.0 / self.step_m) as i64;
        let margin = near as usize + 1;
        let mut ends = 0;
        for (place, floor) in self.walkable.iter().enumerate() {
            let [x, y, z] = floor.cell;
            let at_edge = x < margin || y < margin || x + margin >= self.size[0] || y + margin >= self.size[1];
            if steps[place] == u32::MAX || at_edge || steps[place] < margin as u32 {
                continue;
            }
            let mut farthest = true;
            for dy in -near..=near {
                for dx in -near..=near {
                    for dz in -2..=2i64 {
                        let other = self.at(x as i64 + dx, y as i64 + dy, z as i64 + dz);
                        farthest &= other.is_none_or(|o| steps[o] == u32::MAX || (steps[o], o) <= (steps[place], place));
                    }
                }
            }
            ends += u32::from(farthest);
        }
        let area = steps.iter().filter(|&&s| s != u32::MAX).count() as f32 * self.step_m * self.step_m;
        let width = self.openness_m().median * 2.0;
        let length = area / if width > 1.0 { width } else { 1.0 };
        if length > 0.0 { ends as f32 * 100.0 / length } else { 0.0 }
    }

    /// Steps over walkable floors from one of them; `u32::MAX` where no way leads.
    fn walk_from(&self, start: usize) -> Vec<u32> {
        let mut steps = vec![u32::MAX; self.walkable.len()];
        steps[start] = 0;
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            let [x, y, z] = self.walkable[place].cell.map(|v| v as i64);
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                for dz in [0, 1, -1] {
                    let next = self.at(x + dx, y + dy, z + dz).filter(|&next| steps[next] == u32::MAX);
                    if let Some(next) = next {
                        steps[next] = steps[place] + 1;
                        queue.push_back(next);
                    }
                }
            }
        }
        steps
    }

    fn at(&self, x: i64, y: i64, z: i64) -> Option<usize> {
        if !self.inside(x, y) || z < 0 || z >= self.size[2] as i64 {
            return None;
        }
        let offset = (z as usize * self.size[1] + y as usize) * self.size[0] + x as usize;
        (self.index[offset] as usize).checked_sub(1)
    }
    fn inside(&self, x: i64, y: i64) -> bool {
        x >= 0 && y >= 0 && x < self.size[0] as i64 && y < self.size[1] as i64
    }
    fn sides(&self, x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
        let (x, y, [nx, ny, _]) = (x as i64, y as i64, self.size);
        let all = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].into_iter();
        all.filter(move |&(x, y)| x >= 0 && y >= 0 && x < nx as i64 && y < ny as i64).map(|(x, y)| (x as usize, y as usize))
    }
    fn share(&self, part: usize) -> f32 {
        if self.walkable.is_empty() { 0.0 } else { part as f32 / self.walkable.len() as f32 }
    }
}

/// True when on at least three of the four sides the floor lies within one cell of this one.
fn is_gentle(air: &BitGrid, x: usize, y: usize, z: usize) -> bool {
    let [nx, ny, nz] = air.size;
    let mut level = 0;
    for (dx, dy) in [(1i64, 0i64), (-1, 0), (0, 1), (0, -1)] {
        let (px, py) = (x as i64 + dx, y as i64 + dy);
        if px < 0 || py < 0 || px >= nx as i64 || py >= ny as i64 {
            level += 1;
            continue;
        }
        let solid = |z: usize| z < nz && !air.get(px as usize, py as usize, z);
        level += u32::from(!solid(z + 1) && (solid(z) || solid(z - 1) || z >= 2 && solid(z - 2)));
    }
    level >= 3
}

/// Number of groups of set cells, where cells closer than `spacing` in x and y and 4 in z belong together.
fn spaced_groups(cells: &BitGrid, spacing: usize) -> u32 {
    let [nx, ny, nz] = cells.size;
    let mut kept: Vec<[usize; 3]> = Vec::new();
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let apart = |k: &[usize; 3]| {
                    k[0].abs_diff(x) > spacing * 2 || k[1].abs_diff(y) > spacing * 2 || k[2].abs_diff(z) > spacing
                };
                if cells.get(x, y, z) && kept.iter().all(apart) {
                    kept.push([x, y, z]);
                }
            }
        }
    }
    kept.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::squared_to_rock;

    /// A room of air with `wall` cells of rock on every side and 2 below and above, at a step of 1 m.
    fn room(size: [usize; 3], wall: usize) -> (BitGrid, Ground) {
        let mut air = BitGrid::new(size);
        for z in 2..size[2] - 2 {
            for y in wall..size[1] - wall {
                for x in wall..size[0] - wall {
                    air.set(x, y, z);
                }
            }
        }
        let distance: Vec<f32> = squared_to_rock(&air).iter().map(|d| d.sqrt()).collect();
        let ground = Ground::read(&air, &distance, 1.0);
        (air, ground)
    }

    #[test]
    fn a_hall_is_fightable_and_a_corridor_is_not() {
        let (air, ground) = room([27, 24, 14], 2);
        assert_eq!(ground.floors, 23 * 20);
        assert_eq!(ground.fightable(&air), 1);
        let (air, ground) = room([40, 9, 14], 2);
        assert_eq!(ground.fightable(&air), 0);
        let (air, ground) = room([27, 24, 9], 2);
        assert_eq!((ground.fightable(&air), ground.clearance_m().median), (0, 5.0));
    }

    #[test]
    fn a_corridor_seen_from_its_middle_has_two_dead_ends() {
        let (_, ground) = room([71, 19, 9], 7);
        assert!(ground.dead_ends_per_100m() > 0.0);
    }

    #[test]
    fn too_low_a_place_is_no_walkable_floor() {
        let (_, ground) = room([20, 20, 6], 2);
        assert_eq!((ground.floors, ground.walkable.len()), (256, 0));
    }
}
