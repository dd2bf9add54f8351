//! The uniforms of one picture; the layouts are those of `shaders/frame.wgsl` and `shaders/material.wgsl`.

use crate::environment::linear;
use crate::{Camera, Environment, PointLight, View};
use bytemuck::{Pod, Zeroable};
use glam::{DVec3, IVec3, Mat4, Vec2, Vec3};
use world::defs::MaterialLook;

/// Point lights in one picture: the nearest.
pub(crate) const MAX_LIGHTS: usize = 16;
/// Entries of the palette: as many as fit the 16 KiB of a uniform that every backend grants.
pub(crate) const MAX_MATERIALS: usize = 204;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct LightUniform {
    place: [f32; 4],
    radiance: [f32; 4],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct FrameUniform {
    clip_from_local: [[f32; 4]; 4],
    shadow_from_local: [[f32; 4]; 4],
    camera: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    forward: [f32; 4],
    origin_m: [i32; 4],
    fog: [f32; 4],
    ambient_up: [f32; 4],
    ambient_down: [f32; 4],
    sun: [f32; 4],
    sun_direction: [f32; 4],
    sky: [f32; 4],
    lamp: [f32; 4],
    water: [f32; 4],
    clearness: [f32; 4],
    picture: [f32; 4],
    lights: [LightUniform; MAX_LIGHTS],
}

/// Local height of the water where there is none.
const NO_WATER: f32 = -1.0e9;

/// Where the picture's local space is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LocalSpace {
    /// Lattice point.
    pub origin: IVec3,
    pub voxel_m: f32,
}

impl LocalSpace {
    pub fn of(camera: &Camera, voxel_m: f32) -> Self {
        Self { origin: camera.origin_voxels(voxel_m), voxel_m }
    }
    pub fn origin_m(&self) -> DVec3 {
        self.origin.as_dvec3() * f64::from(self.voxel_m)
    }
    pub fn local(&self, pos_m: DVec3) -> Vec3 {
        (pos_m - self.origin_m()).as_vec3()
    }
}

/// The sun's map: a box round a place, seen along the light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SunMap {
    center_m: DVec3,
    across: Vec3,
    along: Vec3,
    toward: Vec3,
    radius_m: f32,
    texel_m: f32,
}

impl SunMap {
    /// Half the depth of the box: casters this far towards the sun still count.
    const DEPTH_M: f32 = 320.0;

    /// Centred a little ahead of the camera and moved by whole texels, so that shadows do not crawl.
    pub fn round(camera: &Camera, toward: Vec3, radius_m: f32, texels: u32) -> Self {
        let helper = if toward.z.abs() > 0.9 { Vec3::X } else { Vec3::Z };
        let across = helper.cross(toward).normalize_or(Vec3::X);
        let along = toward.cross(across);
        let texel_m = 2.0 * radius_m / texels.max(1) as f32;
        let ahead = camera.pos_m + (camera.forward() * radius_m * 0.5).as_dvec3();
        let snap = |axis: Vec3| {
            let place = ahead.dot(axis.as_dvec3()) / f64::from(texel_m);
            axis.as_dvec3() * (place.floor() * f64::from(texel_m))
        };
        let center_m = snap(across) + snap(along) + toward.as_dvec3() * ahead.dot(toward.as_dvec3());
        Self { center_m, across, along, toward, radius_m, texel_m }
    }

    fn matrix(&self, space: &LocalSpace) -> Mat4 {
        let center = space.local(self.center_m);
        let row = |axis: Vec3, scale: f32, add: f32| (axis * scale).extend(add - axis.dot(center) * scale);
        let depth = -0.5 / Self::DEPTH_M;
        Mat4::from_cols(
            row(self.across, 1.0 / self.radius_m, 0.0),
            row(self.along, 1.0 / self.radius_m, 0.0),
            row(self.toward, depth, 0.5),
            glam::Vec4::W,
        )
        .transpose()
    }

    /// False only if a box of world metres certainly casts no shadow into the map.
    pub fn may_cast(&self, min_m: DVec3, max_m: DVec3) -> bool {
        let middle = ((min_m + max_m) * 0.5 - self.center_m).as_vec3();
        let half = ((max_m - min_m) * 0.5).as_vec3();
        let apart = |axis: Vec3, reach: f32| middle.dot(axis).abs() > reach + half.dot(axis.abs());
        !apart(self.across, self.radius_m) && !apart(self.along, self.radius_m) && !apart(self.toward, Self::DEPTH_M)
    }
}

impl FrameUniform {
    pub fn new(
        view: &View,
        space: &LocalSpace,
        environment: &Environment,
        sun_map: Option<&SunMap>,
        lights: &[PointLight],
    ) -> Self {
        let camera = &view.camera;
        let size = view.drawn_size();
        let aspect = size[0] as f32 / size[1] as f32;
        let tangents = camera.tangents(aspect);
        let eye = space.local(camera.pos_m);
        let origin_m = space.origin_m();
        let height = |world_m: f32| (f64::from(world_m) - origin_m.z) as f32;
        let lights = nearest(lights, camera.pos_m);
        let mut uniform = Self {
            clip_from_local: camera.clip_from_local(eye, aspect).to_cols_array_2d(),
            shadow_from_local: sun_map.map_or(Mat4::ZERO, |map| map.matrix(space)).to_cols_array_2d(),
            camera: eye.extend(2.0 * tangents.y / size[1] as f32).to_array(),
            right: camera.right().extend(tangents.x).to_array(),
            up: camera.up().extend(tangents.y).to_array(),
            forward: camera.forward().extend(space.voxel_m).to_array(),
            origin_m: origin_m.as_ivec3().extend(view.debug.number()).to_array(),
            // Two thirds at the author's distance: 1 - exp(-1.1).
            fog: environment.fog_color.extend(1.1 / environment.fog_distance_m).to_array(),
            ambient_up: environment.ambient_up.extend(height(environment.floor_m)).to_array(),
            ambient_down: environment.ambient_down.extend(environment.floor_haze).to_array(),
            sun: environment.sun.extend(if sun_map.is_some() { 1.0 } else { 0.0 }).to_array(),
            sun_direction: environment.sun_direction.extend(sun_map.map_or(0.0, |map| map.texel_m)).to_array(),
            sky: environment.sky_color.extend(environment.sky).to_array(),
            lamp: environment.lamp.extend(height(environment.cap_m)).to_array(),
            water: environment.water_color.extend(environment.water_m.map_or(NO_WATER, height)).to_array(),
            // Red light goes first.
            clearness: (Vec3::new(1.7, 0.9, 0.8) / environment.water_clearness_m).extend(0.0).to_array(),
            picture: [environment.exposure, lights.len() as f32, size[0] as f32, size[1] as f32],
            lights: [LightUniform::zeroed(); MAX_LIGHTS],
        };
        for (slot, light) in uniform.lights.iter_mut().zip(&lights) {
            let radiance = linear(light.color) * light.strength.max(0.0);
            *slot = LightUniform {
                place: space.local(light.pos_m).extend(light.reach_m.max(0.0)).to_array(),
                radiance: radiance.extend(0.0).to_array(),
            };
        }
        uniform
    }

    /// Number of point lights in the picture.
    pub fn light_count(&self) -> u32 {
        self.picture[1] as u32
    }
}

/// The lights that matter most from a place: nearest first, farther ones only if their reach is larger.
fn nearest(lights: &[PointLight], from_m: DVec3) -> Vec<PointLight> {
    let mut order: Vec<(f64, PointLight)> =
        lights.iter().map(|light| (light.pos_m.distance(from_m) - f64::from(light.reach_m), *light)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    order.into_iter().take(MAX_LIGHTS).map(|(_, light)| light).collect()
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct MaterialUniform {
    ground: [f32; 4],
    ground_variation: [f32; 4],
    rock: [f32; 4],
    rock_variation: [f32; 4],
    glow: [f32; 4],
}

/// Bytes of the palette's uniform. Entries past the last are the default look; looks past the 204th are left out.
pub(crate) fn palette_bytes(looks: &[MaterialLook]) -> Vec<u8> {
    let fallback = MaterialLook::default();
    (0..MAX_MATERIALS)
        .flat_map(|index| {
            let look = looks.get(index).unwrap_or(&fallback);
            let entry = MaterialUniform {
                ground: linear(look.ground_color).extend(look.ground_limit_deg.to_radians().cos()).to_array(),
                ground_variation: linear(look.ground_variation).extend(look.roughness).to_array(),
                rock: linear(look.rock_color).extend(look.layering).to_array(),
                rock_variation: linear(look.rock_variation).extend(look.layer_height_m.max(0.05)).to_array(),
                glow: (linear(look.glow_color) * look.glow).extend(look.bump).to_array(),
            };
            bytemuck::bytes_of(&entry).to_vec()
        })
        .collect()
}

/// Width over height of what is really drawn.
pub(crate) fn aspect(view: &View) -> f32 {
    let size = Vec2::from(view.drawn_size().map(|pixels| pixels as f32));
    size.x / size.y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniforms_fit_every_backend() {
        assert_eq!(size_of::<FrameUniform>() % 16, 0);
        assert_eq!(palette_bytes(&[]).len(), MAX_MATERIALS * size_of::<MaterialUniform>());
        assert!(palette_bytes(&[]).len() <= 16_384);
    }

    #[test]
    fn sun_map_moves_by_whole_texels() {
        let toward = Vec3::new(0.3, 0.5, 0.8).normalize();
        let space = LocalSpace { origin: IVec3::ZERO, voxel_m: 0.25 };
        let still = DVec3::new(3.0, 4.0, 0.0);
        let texel = |x: f64| {
            let camera = Camera { pos_m: DVec3::new(x, 0.0, 0.0), ..Camera::default() };
            let clip = SunMap::round(&camera, toward, 64.0, 1024).matrix(&space) * space.local(still).extend(1.0);
            clip.x * 512.0
        };
        let moved = texel(0.0) - texel(0.777);
        assert!((moved - moved.round()).abs() < 1e-2, "{moved}");
        assert!(moved != 0.0);
    }

    #[test]
    fn nearest_lights_are_chosen() {
        let light = |x: f64| PointLight { pos_m: DVec3::new(x, 0.0, 0.0), color: [1.0; 3], strength: 1.0, reach_m: 5.0 };
        let many: Vec<_> = (0..40).rev().map(|i| light(f64::from(i))).collect();
        let chosen = nearest(&many, DVec3::ZERO);
        assert_eq!(chosen.len(), MAX_LIGHTS);
        assert!(chosen.iter().all(|light| light.pos_m.x < MAX_LIGHTS as f64));
    }
}
