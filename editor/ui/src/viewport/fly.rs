//! The free camera: flying, orbiting and panning, as data in and data out.
//!
//! *Frames.* World metres, Z up; yaw in radians from north over east, pitch above the horizon.

use glam::{DVec3, Vec2, Vec3};
use render::Camera;

/// Least and greatest speed, metres per second.
const SPEED: [f32; 2] = [0.5, 200.0];
/// Radians of turn per point of pointer travel.
const TURN_PER_POINT: f32 = 0.0045;
/// Looking straight up or down stops just short of the pole.
const STEEPEST: f32 = 1.54;

/// What the keys and the pointer ask for in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FlyInput {
    /// Right, forward, up; each in -1..=1.
    pub travel: Vec3,
    /// Pointer travel in points while turning.
    pub turn: Vec2,
    /// Pointer travel in points while orbiting the pivot.
    pub orbit: Vec2,
    /// Pointer travel in points while panning.
    pub pan: Vec2,
    /// Wheel notches while flying: changes the speed.
    pub speed_notches: f32,
    /// Wheel notches otherwise: moves forward or back.
    pub dolly_notches: f32,
    /// Four times as fast.
    pub fast: bool,
    /// A quarter as fast.
    pub slow: bool,
}

/// The free camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Fly {
    /// Where it is.
    pub camera: Camera,
    /// Metres per second.
    pub speed: f32,
    /// Metres to the point orbited round.
    pub pivot_m: f32,
    /// Metres per second, of the last step.
    pub velocity: Vec3,
}

impl Default for Fly {
    fn default() -> Self {
        Self { camera: Camera::default(), speed: 8.0, pivot_m: 12.0, velocity: Vec3::ZERO }
    }
}

impl Fly {
    /// Advances by `dt` seconds (clamped to 0.1). True if the picture changed.
    pub fn step(&mut self, input: &FlyInput, dt: f32) -> bool {
        let before = self.camera;
        let dt = dt.clamp(0.0, 0.1);
        self.speed = (self.speed * 1.25_f32.powf(input.speed_notches)).clamp(SPEED[0], SPEED[1]);
        self.turn(input.turn);
        self.orbit(input.orbit);

        let factor = if input.fast { 4.0 } else { 1.0 } * if input.slow { 0.25 } else { 1.0 };
        let wish = self.camera.right() * input.travel.x + self.camera.forward() * input.travel.y + Vec3::Z * input.travel.z;
        self.velocity = wish.clamp_length_max(1.0) * self.speed * factor;
        self.camera.pos_m += (self.velocity * dt).as_dvec3();

        let pan = self.pivot_m * 0.0016;
        self.camera.pos_m += ((self.camera.up() * input.pan.y - self.camera.right() * input.pan.x) * pan).as_dvec3();
        let dolly = self.speed * 0.25 * input.dolly_notches;
        self.camera.pos_m += (self.camera.forward() * dolly).as_dvec3();
        self.camera != before
    }

    fn turn(&mut self, points: Vec2) {
        self.camera.yaw += points.x * TURN_PER_POINT;
        self.camera.pitch = (self.camera.pitch - points.y * TURN_PER_POINT).clamp(-STEEPEST, STEEPEST);
    }

    fn orbit(&mut self, points: Vec2) {
        if points == Vec2::ZERO {
            return;
        }
        let pivot = self.pivot();
        self.turn(points);
        self.camera.pos_m = pivot - (self.camera.forward() * self.pivot_m).as_dvec3();
    }

    /// The point orbited round, world metres.
    pub fn pivot(&self) -> DVec3 {
        self.camera.pos_m + (self.camera.forward() * self.pivot_m).as_dvec3()
    }

    /// Stands at `eye_m` and looks at `target_m`.
    pub fn look(&mut self, eye_m: DVec3, target_m: DVec3) {
        self.camera = Camera::looking_at(eye_m, target_m, self.camera.fov_deg);
        self.camera.pitch = self.camera.pitch.clamp(-STEEPEST, STEEPEST);
        self.pivot_m = ((target_m - eye_m).length() as f32).clamp(0.5, 500.0);
        self.velocity = Vec3::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbiting_keeps_the_pivot() {
        let mut fly = Fly::default();
        fly.look(DVec3::new(3.0, -7.0, 2.0), DVec3::new(10.0, 4.0, -1.0));
        let pivot = fly.pivot();
        fly.step(&FlyInput { orbit: Vec2::new(37.0, -21.0), ..FlyInput::default() }, 0.016);
        assert!((fly.pivot() - pivot).length() < 1e-4);
    }

    #[test]
    fn standing_still_changes_nothing() {
        let mut fly = Fly::default();
        assert!(!fly.step(&FlyInput::default(), 0.016));
    }

    #[test]
    fn speed_keeps_its_range_and_forward_is_forward() {
        let mut fly = Fly::default();
        fly.step(&FlyInput { speed_notches: 1e3, travel: Vec3::Y, ..FlyInput::default() }, 5.0);
        assert!(fly.speed <= SPEED[1]);
        assert!(fly.camera.pos_m.y > 0.0 && fly.camera.pos_m.y <= f64::from(SPEED[1]) * 0.1 + 1e-3, "a long frame is cut");
    }
}
