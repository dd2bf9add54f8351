//! Play mode: the capsule walks the world's own field.

use glam::{DVec3, Vec2, Vec3};
use render::Camera;
use std::sync::Arc;
use world::World;
use world::query::{LatticeCache, WalkInput, Walker};

/// Blocks of the lattice the interface thread may fill in one frame.
const BLOCKS_PER_FRAME: usize = 160;
/// Blocks remembered: about the ground of a long walk.
const BLOCKS: usize = 8192;
/// Height of the eye above the foot, metres.
const EYE_M: f64 = 1.62;
/// Walking and running, metres per second.
const WALK: f32 = 3.2;
const RUN: f32 = 6.5;
/// Radians of turn per point of pointer travel.
const TURN_PER_POINT: f32 = 0.0032;
/// A step of the body lasts this long, seconds; a frame is cut into such steps.
const TICK: f32 = 1.0 / 60.0;
/// Steps a frame may catch up at most.
const TICKS_PER_FRAME: u32 = 12;

/// What the keys and the pointer ask for in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayInput {
    /// Right and forward, -1..=1.
    pub travel: Vec2,
    /// Pointer travel in points.
    pub turn: Vec2,
    /// Wants to jump.
    pub jump: bool,
    /// Runs.
    pub run: bool,
}

/// A body in the world.
pub struct Play {
    cache: LatticeCache,
    walker: Walker,
    yaw: f32,
    pitch: f32,
    carry: f32,
    eye_z: f64,
    /// Where it began; fallen bodies come back here.
    start_m: DVec3,
    /// Times the body had to be put back.
    pub rescued: u32,
}

impl Play {
    /// Starts with the foot at `foot_m`, looking along `yaw`.
    pub fn start(world: Arc<World>, foot_m: DVec3, yaw: f32) -> Self {
        Self {
            cache: LatticeCache::new(world, BLOCKS),
            walker: Walker::at(foot_m),
            yaw,
            pitch: 0.0,
            carry: 0.0,
            eye_z: foot_m.z + EYE_M,
            start_m: foot_m,
            rescued: 0,
        }
    }

    /// Walks on in another world, at the same place.
    pub fn set_world(&mut self, world: Arc<World>) {
        self.cache = LatticeCache::new(world, BLOCKS);
    }

    /// Advances by `dt` seconds. A body that falls below the last strate is put back to where it began.
    pub fn step(&mut self, input: &PlayInput, dt: f32) {
        self.yaw += input.turn.x * TURN_PER_POINT;
        self.pitch = (self.pitch - input.turn.y * TURN_PER_POINT).clamp(-1.5, 1.5);
        let (sin, cos) = self.yaw.sin_cos();
        let travel = input.travel.clamp_length_max(1.0) * if input.run { RUN } else { WALK };
        let wish = Vec3::new(cos, -sin, 0.0) * travel.x + Vec3::new(sin, cos, 0.0) * travel.y;

        self.cache.set_fill_budget(Some(BLOCKS_PER_FRAME));
        self.carry += dt.clamp(0.0, 0.25);
        for _ in 0..TICKS_PER_FRAME {
            if self.carry < TICK {
                break;
            }
            self.carry -= TICK;
            self.walker.step(&mut self.cache, WalkInput { wish, jump: input.jump }, TICK);
        }
        self.carry = self.carry.min(TICK);
        self.rescue();
        // The eye follows steps softly, so that stairs do not shake the picture.
        let target = self.walker.foot_m.z + EYE_M;
        let follow = if self.walker.grounded { 1.0 - (-14.0 * f64::from(dt)).exp() } else { 1.0 };
        self.eye_z += (target - self.eye_z) * follow;
    }

    fn rescue(&mut self) {
        let world = self.cache.world();
        let Some(last) = world.strates().last() else { return };
        let lowest_m = world.voxel().position_m(glam::IVec3::new(0, 0, last.bands.bottom)).z;
        if self.walker.foot_m.z < lowest_m - 4.0 {
            self.walker = Walker::at(self.start_m);
            self.eye_z = self.start_m.z + EYE_M;
            self.rescued += 1;
        }
    }

    /// The eye's view.
    pub fn camera(&self, fov_deg: f32) -> Camera {
        let pos_m = self.walker.foot_m.with_z(self.eye_z);
        Camera { pos_m, yaw: self.yaw, pitch: self.pitch, fov_deg }
    }
    /// The foot, world metres.
    pub fn foot_m(&self) -> DVec3 {
        self.walker.foot_m
    }
    /// Metres per second.
    pub fn velocity(&self) -> Vec3 {
        self.walker.velocity
    }
    /// Whether the body moves or falls.
    pub fn is_moving(&self) -> bool {
        !self.walker.grounded || self.walker.velocity.length() > 0.01 || (self.eye_z - self.walker.foot_m.z - EYE_M).abs() > 0.002
    }
}
