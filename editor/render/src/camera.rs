//! The camera: `f64` place, two angles, and a reversed-depth projection with no far plane.
//!
//! ```text
//!        z up
//!        |   y north: yaw 0      pitch > 0 looks up
//!        |  /
//!        | /
//!        +------ x east: yaw 90°
//! ```

use glam::{DVec3, IVec3, Mat4, Vec2, Vec3, Vec4};

/// Nearest distance drawn, in metres.
pub const NEAR_M: f32 = 0.05;
/// The render origin moves in steps of a coarsest tile (32 cells of 32 voxels), so that tiles keep whole offsets from it.
const ORIGIN_STEP_VOXELS: f64 = 1024.0;

/// Where the picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// World metres.
    pub pos_m: DVec3,
    /// Radians from north over east; any value.
    pub yaw: f32,
    /// Radians above the horizon; kept within ±89.9° when used.
    pub pitch: f32,
    /// Vertical field of view in degrees; kept within 5..=150 when used.
    pub fov_deg: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { pos_m: DVec3::ZERO, yaw: 0.0, pitch: 0.0, fov_deg: 70.0 }
    }
}

impl Camera {
    /// A camera at `pos_m` that looks at `target_m`. Equal points look north.
    pub fn looking_at(pos_m: DVec3, target_m: DVec3, fov_deg: f32) -> Self {
        let to = (target_m - pos_m).as_vec3();
        let level = to.truncate().length();
        let (yaw, pitch) = if to.length() > 1e-6 { (to.x.atan2(to.y), to.z.atan2(level)) } else { (0.0, 0.0) };
        Self { pos_m, yaw, pitch, fov_deg }
    }

    /// View direction, unit.
    pub fn forward(&self) -> Vec3 {
        let pitch = self.pitch.clamp(-1.569, 1.569);
        Vec3::new(self.yaw.sin() * pitch.cos(), self.yaw.cos() * pitch.cos(), pitch.sin())
    }
    /// To the right of the picture, unit, level.
    pub fn right(&self) -> Vec3 {
        Vec3::new(self.yaw.cos(), -self.yaw.sin(), 0.0)
    }
    /// To the top of the picture, unit.
    pub fn up(&self) -> Vec3 {
        self.right().cross(self.forward())
    }
    /// Tangents of half the horizontal and vertical field of view for a picture `aspect` times as wide as high.
    pub fn tangents(&self, aspect: f32) -> Vec2 {
        let vertical = (self.fov_deg.clamp(5.0, 150.0).to_radians() * 0.5).tan();
        Vec2::new(vertical * aspect, vertical)
    }

    /// Direction through a place of the picture; `across` runs from (-1, -1) bottom left to (1, 1) top right.
    pub fn ray(&self, across: Vec2, aspect: f32) -> Vec3 {
        let slope = across * self.tangents(aspect);
        (self.forward() + self.right() * slope.x + self.up() * slope.y).normalize()
    }

    /// Where a world position appears, in the units of [`Camera::ray`], and its depth along the view in metres; `None` behind.
    pub fn project(&self, pos_m: DVec3, aspect: f32) -> Option<(Vec2, f32)> {
        let offset = (pos_m - self.pos_m).as_vec3();
        let depth = offset.dot(self.forward());
        if depth < NEAR_M {
            return None;
        }
        let slope = Vec2::new(offset.dot(self.right()), offset.dot(self.up())) / depth;
        Some((slope / self.tangents(aspect), depth))
    }

    /// The render origin in lattice units: the camera snapped down to whole coarsest tiles.
    pub(crate) fn origin_voxels(&self, voxel_m: f32) -> IVec3 {
        let step_m = ORIGIN_STEP_VOXELS * f64::from(voxel_m);
        ((self.pos_m / step_m).floor() * ORIGIN_STEP_VOXELS).as_ivec3()
    }

    /// Clip space from metres relative to an origin the camera stands `eye` metres from. Depth is `NEAR_M / distance`.
    pub(crate) fn clip_from_local(&self, eye: Vec3, aspect: f32) -> Mat4 {
        let (right, up, forward) = (self.right(), self.up(), self.forward());
        let tangents = self.tangents(aspect);
        let (x, y) = (right / tangents.x, up / tangents.y);
        let rows = [
            Vec4::new(x.x, x.y, x.z, -x.dot(eye)),
            Vec4::new(y.x, y.y, y.z, -y.dot(eye)),
            Vec4::new(0.0, 0.0, 0.0, NEAR_M),
            Vec4::new(forward.x, forward.y, forward.z, -forward.dot(eye)),
        ];
        Mat4::from_cols(rows[0], rows[1], rows[2], rows[3]).transpose()
    }

    /// What the camera sees, for boxes relative to the camera.
    pub fn frustum(&self, aspect: f32) -> Frustum {
        let (right, up, forward) = (self.right(), self.up(), self.forward());
        let t = self.tangents(aspect);
        Frustum { inward: [forward, forward * t.x + right, forward * t.x - right, forward * t.y + up, forward * t.y - up] }
    }
}

/// Planes through the camera; there is no far plane.
#[derive(Clone, Copy, Debug)]
pub struct Frustum {
    inward: [Vec3; 5],
}

impl Frustum {
    /// False only if the box (corners relative to the camera) is certainly out of view.
    pub fn may_see(&self, min: Vec3, max: Vec3) -> bool {
        self.inward.iter().all(|normal| {
            let farthest = Vec3::select(normal.cmpge(Vec3::ZERO), max, min);
            normal.dot(farthest) >= 0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn project_inverts_ray() {
        let camera = Camera { pos_m: DVec3::new(1000.3, -2000.7, -37.0), yaw: 2.1, pitch: -0.4, fov_deg: 63.0 };
        for across in [Vec2::new(0.0, 0.0), Vec2::new(0.7, -0.3), Vec2::new(-0.95, 0.91)] {
            let there = camera.pos_m + (camera.ray(across, 1.7) * 23.0).as_dvec3();
            let (seen, _) = camera.project(there, 1.7).unwrap();
            assert!((seen - across).length() < 1e-4, "{seen} {across}");
        }
        assert!(camera.project(camera.pos_m - camera.forward().as_dvec3(), 1.7).is_none());
    }

    #[test]
    fn depth_is_one_near_and_falls_to_zero_without_end() {
        let camera = Camera::default();
        let depth = |distance: f32| {
            let clip = camera.clip_from_local(Vec3::ZERO, 1.0) * (camera.forward() * distance).extend(1.0);
            clip.z / clip.w
        };
        assert!((depth(NEAR_M) - 1.0).abs() < 1e-6);
        assert!(depth(10.0) > depth(10.01));
        assert!(depth(60_000.0) > depth(60_001.0) && depth(60_001.0) > 0.0);
    }

    #[test]
    fn clip_space_agrees_with_project() {
        let camera = Camera { pos_m: DVec3::new(10.0, 20.0, 5.0), yaw: 0.7, pitch: 0.2, fov_deg: 70.0 };
        let point = Vec3::new(16.0, 31.0, 6.0);
        let clip = camera.clip_from_local(camera.pos_m.as_vec3(), 1.5) * point.extend(1.0);
        let (seen, depth) = camera.project(point.as_dvec3(), 1.5).unwrap();
        assert!((seen - clip.truncate().truncate() / clip.w).length() < 1e-4);
        assert!((depth - clip.w).abs() < 1e-4);
    }

    #[test]
    fn frustum_keeps_what_is_in_view_and_drops_what_is_behind() {
        let camera = Camera { yaw: 1.0, pitch: 0.3, ..Camera::default() };
        let frustum = camera.frustum(1.6);
        for across in [Vec2::ZERO, Vec2::new(0.99, 0.99), Vec2::new(-0.99, 0.5)] {
            let place = camera.ray(across, 1.6) * 50.0;
            assert!(frustum.may_see(place - 0.1, place + 0.1));
        }
        let aside = camera.ray(Vec2::new(1.6, 0.0), 1.6) * 50.0;
        assert!(!frustum.may_see(aside - 0.1, aside + 0.1));
        assert!(!frustum.may_see(camera.forward() * -9.0 - 1.0, camera.forward() * -9.0 + 1.0));
        assert!(frustum.may_see(Vec3::splat(-1.0), Vec3::splat(1.0)));
    }

    #[test]
    fn origin_is_whole_tiles_and_near() {
        let camera = Camera { pos_m: DVec3::new(-31_999.9, 17.3, -812.5), ..Camera::default() };
        let origin = camera.origin_voxels(0.25);
        assert_eq!(origin % 1024, IVec3::ZERO);
        let eye = camera.pos_m - origin.as_dvec3() * 0.25;
        assert!(eye.min_element() >= 0.0 && eye.max_element() < 256.0);
    }
}
