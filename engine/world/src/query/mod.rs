//! Queries of the finished world: cached lattice blocks, ground, rays, and the capsule that walks.

use crate::World;
use field::VoxelSize;
use glam::{DVec3, Vec3};
use std::sync::Arc;

/// Blocks of 8³ cells filled on demand; works with nothing loaded. Not shared between threads: one per user.
pub struct LatticeCache {
    world: Arc<World>,
}

/// Where a ray met the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// World metres.
    pub pos_m: DVec3,
    /// Unit, into the air.
    pub normal: Vec3,
    /// From the ray's start.
    pub distance_m: f64,
}

impl LatticeCache {
    /// Keeps at most `capacity` blocks, oldest out first.
    pub fn new(world: Arc<World>, _capacity: usize) -> Self {
        Self { world }
    }
    /// The world it reads.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
    /// Size of a voxel.
    pub fn voxel(&self) -> VoxelSize {
        self.world.voxel()
    }
    /// Trilinear density at a position.
    pub fn density(&mut self, _pos_m: DVec3) -> f32 {
        unimplemented!()
    }
    /// First crossing from air into rock along a ray (unit `direction`).
    pub fn ray(&mut self, _from_m: DVec3, _direction: Vec3, _longest_m: f64) -> Option<Hit> {
        unimplemented!()
    }
    /// The floor below a position, at most `longest_m` down.
    pub fn ground_below(&mut self, _from_m: DVec3, _longest_m: f64) -> Option<Hit> {
        unimplemented!()
    }
    /// Limits how many blocks may be filled until the next call; `None` lifts the limit. Past it, queries answer rock.
    pub fn set_fill_budget(&mut self, _blocks: Option<usize>) {}
}

/// The capsule that must fit: all body numbers in one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyShape {
    /// 0.34 m.
    pub radius_m: f32,
    /// 1.76 m.
    pub height_m: f32,
    /// 0.30 m.
    pub headroom_m: f32,
    /// 0.35 m.
    pub step_m: f32,
    /// Tangent of 15°, over 2 m of horizontal travel.
    pub grade: f32,
}

/// The one body.
pub const BODY: BodyShape = BodyShape { radius_m: 0.34, height_m: 1.76, headroom_m: 0.30, step_m: 0.35, grade: 0.267_949_2 };

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
    /// Advances by `dt` seconds (clamped to 0.05), sub-stepping so that nothing is tunnelled through.
    pub fn step(&mut self, _cache: &mut LatticeCache, _input: WalkInput, _dt: f32) {
        unimplemented!()
    }
}
