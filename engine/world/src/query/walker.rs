//! A capsule that walks: gravity, steps, slopes, jumps, and sliding along walls.
//!
//! A step of time is cut into moves no longer than a third of the body's radius, so nothing is tunnelled through at any
//! speed. A body that is inside rock (edited over, or in a place not yet filled) stays where it is until it is free.

use super::body::{RING, TORSO};
use super::{BODY, Terrain, fits, highest_floor};
use glam::{DVec2, DVec3, Vec3};

/// Metres per second squared.
const GRAVITY: f32 = 9.81;
/// Upward speed of a jump: lifts the foot about 0.9 m.
const JUMP_SPEED: f32 = 4.2;
/// Falls get no faster than this, metres per second.
const TERMINAL_SPEED: f32 = 60.0;
/// Share of a wished change of velocity taken per second, on the ground and in the air.
const GROUND_RESPONSE: f32 = 14.0;
const AIR_RESPONSE: f32 = 2.5;
/// Longest single move, metres.
const LONGEST_MOVE_M: f64 = 0.11;
/// Longest step of time, seconds.
const LONGEST_STEP: f32 = 0.05;
/// Beyond this distance from the world's axis a body is turned back, metres.
const WORLD_REACH_M: f64 = 32_700.0;

/// A capsule with gravity, steps and jumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// Foot position, world metres.
    pub foot_m: DVec3,
    /// Metres per second.
    pub velocity: Vec3,
    /// Stands on something.
    pub grounded: bool,
}

/// What the player wants for one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WalkInput {
    /// Wished horizontal velocity, metres per second.
    pub wish: Vec3,
    /// Wants to jump.
    pub jump: bool,
}

impl Walker {
    /// Standing at `foot_m`.
    pub fn at(foot_m: DVec3) -> Self {
        Self { foot_m, velocity: Vec3::ZERO, grounded: false }
    }

    /// Advances by `dt` seconds (clamped to 0..=0.05), sub-stepping so that nothing is tunnelled through. A wish that is not
    /// finite counts as none.
    pub fn step<T: Terrain>(&mut self, terrain: &mut T, input: WalkInput, dt: f32) {
        let dt = if dt > 0.0 { if dt < LONGEST_STEP { dt } else { LONGEST_STEP } } else { return };
        if self.is_embedded(terrain) {
            self.velocity = Vec3::ZERO;
            return;
        }
        let wish = if input.wish.is_finite() { input.wish.with_z(0.0) } else { Vec3::ZERO };
        let response = if self.grounded { GROUND_RESPONSE } else { AIR_RESPONSE } * dt;
        let share = if response < 1.0 { response } else { 1.0 };
        let level = self.velocity.with_z(0.0);
        self.velocity = (level + (wish - level) * share).with_z(self.velocity.z - GRAVITY * dt);
        if self.velocity.z < -TERMINAL_SPEED {
            self.velocity.z = -TERMINAL_SPEED;
        }
        if input.jump && self.grounded {
            self.velocity.z = JUMP_SPEED;
            self.grounded = false;
        }
        let distance_m = f64::from(self.velocity.length_squared().sqrt() * dt);
        let n_moves = (distance_m / LONGEST_MOVE_M).ceil() as u32;
        let n_moves = if n_moves == 0 { 1 } else { n_moves };
        for _ in 0..n_moves {
            let part = f64::from(dt) / f64::from(n_moves);
            self.move_level(terrain, self.velocity.truncate().as_dvec2() * part);
            self.move_upright(terrain, f64::from(self.velocity.z) * part);
        }
    }

    /// Whether the body's axis is in rock where it can neither walk nor fall.
    fn is_embedded<T: Terrain>(&self, terrain: &mut T) -> bool {
        terrain.is_rock(self.foot_m + DVec3::Z * TORSO[1].0)
    }

    /// Moves sideways, slides along what is in the way, and steps up or down with the ground.
    fn move_level<T: Terrain>(&mut self, terrain: &mut T, shift: DVec2) {
        if shift == DVec2::ZERO {
            return;
        }
        let from = self.foot_m;
        let wanted = from + shift.extend(0.0);
        let slid = pushed_out(terrain, wanted);
        let ways = [slid, from + DVec3::X * shift.x, from + DVec3::Y * shift.y];
        let reached = ways.into_iter().find_map(|to| self.stand_at(terrain, to));
        match reached {
            Some(to) => {
                self.foot_m = to;
                if to.x.abs() > WORLD_REACH_M || to.y.abs() > WORLD_REACH_M {
                    self.foot_m = from;
                    self.velocity = self.velocity.with_x(0.0).with_y(0.0);
                }
            }
            None => self.velocity = self.velocity.with_x(0.0).with_y(0.0),
        }
    }

    /// Where the foot comes to stand after a move to `to`: on a step up, on ground just below while walking, or in the air.
    fn stand_at<T: Terrain>(&self, terrain: &mut T, to: DVec3) -> Option<DVec3> {
        let step = f64::from(BODY.step_m);
        let down = if self.grounded { step } else { 0.0 };
        let foot = match highest_floor(terrain, to.truncate(), to.z + step, to.z - down) {
            Some(floor) => to.with_z(floor),
            None if terrain.is_rock(to + DVec3::Z * step) => return None,
            None => to,
        };
        fits(terrain, foot, 0.0).then_some(foot)
    }

    /// Falls to the ground or rises to the ceiling.
    fn move_upright<T: Terrain>(&mut self, terrain: &mut T, rise: f64) {
        let to = self.foot_m + DVec3::Z * rise;
        if rise > 0.0 {
            self.grounded = false;
            if fits(terrain, to, 0.0) {
                self.foot_m = to;
            } else {
                self.velocity.z = 0.0;
            }
            return;
        }
        let step = f64::from(BODY.step_m);
        let above = self.foot_m.z + if self.grounded { step } else { 0.5 * step };
        match highest_floor(terrain, to.truncate(), above, to.z) {
            Some(floor) if fits(terrain, to.with_z(floor), 0.0) => {
                self.foot_m.z = floor;
                self.velocity.z = 0.0;
                self.grounded = true;
            }
            _ if fits(terrain, to, 0.0) => {
                self.foot_m = to;
                self.grounded = false;
            }
            // Wedged between walls: rests there.
            _ => {
                self.velocity.z = 0.0;
                self.grounded = true;
            }
        }
    }
}

/// Shifts a body sideways until its torso touches nothing, if a few pushes can do it.
fn pushed_out<T: Terrain>(terrain: &mut T, foot_m: DVec3) -> DVec3 {
    let mut foot_m = foot_m;
    for _ in 0..4 {
        let Some(push) = deepest_push(terrain, foot_m) else { break };
        foot_m += push.extend(0.0);
    }
    foot_m
}

/// The push out of the deepest contact of the torso; `None` when nothing touches.
fn deepest_push<T: Terrain>(terrain: &mut T, foot_m: DVec3) -> Option<DVec2> {
    let mut deepest: Option<(f64, DVec2)> = None;
    for (height_m, radius_m) in TORSO {
        let centre = foot_m + DVec3::Z * height_m;
        if terrain.is_rock(centre) {
            continue;
        }
        for side in RING {
            let at = |reach: f64| centre + side.extend(0.0) * reach;
            if !terrain.is_rock(at(radius_m)) {
                continue;
            }
            let (mut free, mut blocked) = (0.0, radius_m);
            for _ in 0..7 {
                let middle = 0.5 * (free + blocked);
                if terrain.is_rock(at(middle)) { blocked = middle } else { free = middle }
            }
            let contact = at(blocked);
            let depth = radius_m - free;
            if deepest.is_none_or(|(other, _)| depth > other) {
                let normal = terrain.normal(contact).truncate().as_dvec2();
                let length = normal.length_squared().sqrt();
                let away = if length > 0.3 { normal / length } else { -side };
                // Along the wall's normal the contact is nearer than along the ring's direction.
                let facing = -away.dot(side);
                deepest = Some((depth, away * (depth * if facing > 0.2 { facing } else { 0.2 } + 0.002)));
            }
        }
    }
    deepest.map(|(_, push)| push)
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;
    use field::VoxelSize;
    use glam::IVec3;

    /// A field given by a formula, sampled on the lattice as a world would be.
    struct Formula<F: Fn(DVec3) -> f32>(F);

    impl<F: Fn(DVec3) -> f32> Terrain for Formula<F> {
        fn voxel(&self) -> VoxelSize {
            VoxelSize::DEFAULT
        }
        fn cell(&mut self, at: IVec3) -> Cell {
            Cell::Mixed(std::array::from_fn(|i| {
                let corner = IVec3::new(i as i32 & 1, (i as i32 >> 1) & 1, i as i32 >> 2);
                (self.0)(self.voxel().position_m(at + corner))
            }))
        }
    }

    fn ground() -> Formula<impl Fn(DVec3) -> f32> {
        Formula(|p: DVec3| (p.z - 0.137) as f32)
    }

    fn walk<F: Fn(DVec3) -> f32>(terrain: &mut Formula<F>, walker: &mut Walker, wish: Vec3, seconds: f32) {
        for _ in 0..(seconds * 60.0) as usize {
            walker.step(terrain, WalkInput { wish, jump: false }, 1.0 / 60.0);
        }
    }

    #[test]
    fn falls_to_the_ground_and_rests_there() {
        let mut terrain = ground();
        let mut walker = Walker::at(DVec3::new(0.31, -0.77, 3.0));
        walk(&mut terrain, &mut walker, Vec3::ZERO, 2.0);
        assert!(walker.grounded && (walker.foot_m.z - 0.137).abs() < 1e-3, "{walker:?}");
    }

    #[test]
    fn a_thin_slab_stops_a_fall_at_terminal_speed() {
        // Two voxels of rock, met at 60 m/s with the longest step.
        let mut terrain = Formula(|p: DVec3| ((p.z + 0.06).abs() - 0.26) as f32);
        let mut walker = Walker::at(DVec3::new(0.13, 0.2, 40.0));
        walker.velocity.z = -60.0;
        for _ in 0..200 {
            walker.step(&mut terrain, WalkInput::default(), 0.05);
        }
        assert!(walker.grounded && walker.foot_m.z > 0.0, "{walker:?}");
    }

    #[test]
    fn climbs_a_step_of_a_third_of_a_metre_and_no_higher() {
        for (height, climbs) in [(0.3, true), (0.75, false)] {
            let mut terrain = Formula(move |p: DVec3| {
                let floor = if p.x > 3.0 { height } else { 0.0 };
                (p.z - floor) as f32
            });
            let mut walker = Walker::at(DVec3::new(0.0, 0.4, 0.05));
            walk(&mut terrain, &mut walker, Vec3::X * 1.6, 4.0);
            assert_eq!(walker.foot_m.x > 3.5, climbs, "{walker:?}");
        }
    }

    #[test]
    fn slides_along_a_wall_instead_of_stopping() {
        let mut terrain = Formula(|p: DVec3| {
            let wall = 4.0 - (p.x * 0.9 + p.y * 0.436);
            (if p.z < wall { p.z } else { wall }) as f32
        });
        let mut walker = Walker::at(DVec3::new(0.0, 0.0, 0.1));
        walk(&mut terrain, &mut walker, Vec3::new(1.6, 0.6, 0.0), 6.0);
        let along = walker.foot_m.truncate().dot(DVec2::new(-0.436, 0.9));
        assert!(along.abs() > 0.5, "{walker:?}");
        assert!(walker.foot_m.x * 0.9 + walker.foot_m.y * 0.436 < 4.0 - 0.25, "{walker:?}");
    }

    #[test]
    fn jumps_only_from_the_ground_and_bumps_its_head() {
        let mut terrain = Formula(|p: DVec3| (if p.z < 2.2 - p.z { p.z } else { 2.2 - p.z }) as f32);
        let mut walker = Walker::at(DVec3::new(0.0, 0.0, 0.02));
        walk(&mut terrain, &mut walker, Vec3::ZERO, 0.5);
        let mut highest = 0.0;
        for _ in 0..60 {
            walker.step(&mut terrain, WalkInput { wish: Vec3::ZERO, jump: true }, 1.0 / 60.0);
            highest = if walker.foot_m.z > highest { walker.foot_m.z } else { highest };
        }
        assert!(highest > 0.2 && highest < 0.45, "{highest}");
    }

    #[test]
    fn inside_rock_it_stays_and_a_wish_without_a_number_is_none() {
        let mut terrain = ground();
        let buried = DVec3::new(0.0, 0.0, -9.0);
        let mut walker = Walker::at(buried);
        walk(&mut terrain, &mut walker, Vec3::X, 1.0);
        assert_eq!(walker.foot_m, buried);
        let mut walker = Walker::at(DVec3::new(0.0, 0.0, 0.2));
        walk(&mut terrain, &mut walker, Vec3::new(f32::NAN, 0.0, 0.0), 0.5);
        assert!(walker.foot_m.is_finite());
    }

    #[test]
    fn a_ray_meets_a_sheet_of_one_lattice_plane() {
        let mut terrain = Formula(|p: DVec3| if p.x == 5.0 { -0.01 } else { 1.0 });
        let hit = terrain.ray(DVec3::new(0.1, 0.33, 0.71), Vec3::new(0.96, 0.28, 0.0), 20.0);
        assert!(hit.is_some_and(|hit| (hit.pos_m.x - 5.0).abs() < 0.01), "{hit:?}");
        let beside = terrain.ray(DVec3::new(5.4, 0.3, 0.7), Vec3::Y, 20.0);
        assert!(beside.is_none(), "{beside:?}");
    }

    #[test]
    fn a_ray_from_rock_first_comes_out() {
        let mut terrain = ground();
        let up_and_over = terrain.ray(DVec3::new(0.0, 0.0, -2.0), Vec3::new(0.6, 0.0, 0.8), 50.0);
        assert!(up_and_over.is_none());
        let hit = terrain.ground_below(DVec3::new(3.3, 1.2, 7.5), 20.0);
        assert!(hit.is_some_and(|hit| (hit.pos_m.z - 0.137).abs() < 1e-6 && hit.normal.z > 0.999), "{hit:?}");
    }
}
