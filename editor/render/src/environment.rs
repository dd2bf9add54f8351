//! Light, air and sky of a place, ready for the shader, and the easing from one place to the next.

use field::VoxelSize;
use glam::Vec3;
use world::Strate;
use world::defs::{Archetype, BiomeLook, LookDef};

/// Linear radiances; heights are world metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Environment {
    /// Colour distance fades into.
    pub fog_color: Vec3,
    /// Metres at which two thirds are fog.
    pub fog_distance_m: f32,
    /// How much denser the air is at the floor; 0 for the same everywhere.
    pub floor_haze: f32,
    /// Floor of the place.
    pub floor_m: f32,
    /// Light from above.
    pub ambient_up: Vec3,
    /// Light from below.
    pub ambient_down: Vec3,
    /// Key light; zero for none.
    pub sun: Vec3,
    /// Unit, towards the key light.
    pub sun_direction: Vec3,
    /// Zenith, or the haze under a ceiling.
    pub sky_color: Vec3,
    /// 0: the ceiling is rock; 1: it is seen as sky.
    pub sky: f32,
    /// Height from which undersides belong to the cap.
    pub cap_m: f32,
    /// Surface of the water in world metres; `None` where there is none.
    pub water_m: Option<f32>,
    /// What deep water looks like.
    pub water_color: Vec3,
    /// Metres of water through which a third of the light passes.
    pub water_clearness_m: f32,
    /// The lamp the viewer carries.
    pub lamp: Vec3,
    /// Brightness of the picture.
    pub exposure: f32,
}

impl Default for Environment {
    fn default() -> Self {
        Self::new(&LookDef::default(), -64.0, 0.0)
    }
}

impl Environment {
    /// From an author's look, in a place between two heights.
    pub fn new(look: &LookDef, floor_m: f32, ceiling_m: f32) -> Self {
        let height = look.sun_height_deg.to_radians();
        let compass = look.sun_direction_deg.to_radians();
        Self {
            fog_color: linear(look.fog_color),
            fog_distance_m: look.fog_distance_m.max(1.0),
            floor_haze: 0.4,
            floor_m,
            ambient_up: linear(look.ambient_up) * look.ambient,
            ambient_down: linear(look.ambient_down) * look.ambient,
            sun: linear(look.sun_color) * (0.85 * look.sun),
            sun_direction: Vec3::new(compass.sin() * height.cos(), compass.cos() * height.cos(), height.sin()),
            sky_color: linear(look.sky_color),
            sky: look.sky.clamp(0.0, 1.0),
            cap_m: floor_m + (ceiling_m - floor_m) * 0.55,
            water_m: None,
            water_color: linear(look.water_color) * (0.25 + 0.75 * look.ambient),
            water_clearness_m: look.water_clearness_m.max(0.5),
            lamp: Vec3::new(1.0, 0.77, 0.5) * (3.4 * look.head_lamp),
            exposure: look.exposure.clamp(0.05, 16.0),
        }
    }

    /// Of a strate of a world.
    pub fn of_strate(strate: &Strate, voxel: VoxelSize) -> Self {
        let metres = |lattice: i32| lattice as f32 * voxel.metres();
        let floor_m = metres(strate.bands.content_floor);
        let water_m = strate.water_level_m.map(|above_floor_m| floor_m + above_floor_m);
        let top_m = metres(strate.bands.content_top);
        let whole = Self::new(&strate.def.look, floor_m, top_m);
        // Islands have undersides at every height: only the roof of the place is its cap.
        let cap_m = if matches!(strate.def.archetype, Archetype::FloatingIslands(_)) { top_m - 3.5 } else { whole.cap_m };
        Self { water_m, cap_m, ..whole }
    }

    /// With a biome's tint, taken by its share (0..=1) of the place.
    #[must_use]
    pub fn tinted(mut self, biome: &BiomeLook, share: f32) -> Self {
        let strength = (biome.fog_tint_strength * share).clamp(0.0, 1.0);
        let tint = linear(biome.fog_tint);
        self.fog_color = self.fog_color.lerp(tint, strength);
        // The ambient light takes the hue, not the brightness.
        let hue = tint / tint.element_sum().max(1e-3) * 3.0;
        self.ambient_up *= Vec3::ONE.lerp(hue, strength * 0.35);
        self
    }

    /// Part of the way to another; `share` is kept within 0..=1.
    #[must_use]
    pub fn mix(&self, other: &Self, share: f32) -> Self {
        let t = share.clamp(0.0, 1.0);
        let number = |a: f32, b: f32| a + (b - a) * t;
        Self {
            fog_color: self.fog_color.lerp(other.fog_color, t),
            // Clearness mixes evenly as extinction, not as distance.
            fog_distance_m: 1.0 / number(1.0 / self.fog_distance_m.max(0.01), 1.0 / other.fog_distance_m.max(0.01)),
            floor_haze: number(self.floor_haze, other.floor_haze),
            floor_m: number(self.floor_m, other.floor_m),
            ambient_up: self.ambient_up.lerp(other.ambient_up, t),
            ambient_down: self.ambient_down.lerp(other.ambient_down, t),
            sun: self.sun.lerp(other.sun, t),
            sun_direction: self.sun_direction.lerp(other.sun_direction, t).normalize_or(other.sun_direction),
            sky_color: self.sky_color.lerp(other.sky_color, t),
            sky: number(self.sky, other.sky),
            cap_m: number(self.cap_m, other.cap_m),
            // Water is there or not; it is that of the place one is in.
            water_m: if t < 0.5 { self.water_m } else { other.water_m },
            water_color: self.water_color.lerp(other.water_color, t),
            water_clearness_m: number(self.water_clearness_m, other.water_clearness_m),
            lamp: self.lamp.lerp(other.lamp, t),
            exposure: number(self.exposure, other.exposure),
        }
    }
}

/// Moves what is shown towards where the viewer is.
#[derive(Clone, Copy, Debug)]
pub struct EnvironmentEase {
    from: Environment,
    target: Environment,
    elapsed: f32,
    duration: f32,
}

impl EnvironmentEase {
    /// At rest.
    pub fn new(environment: Environment) -> Self {
        Self { from: environment, target: environment, elapsed: 1.0, duration: 1.0 }
    }

    /// Starts towards `target` from what is shown now, to arrive in `seconds`. The same target again changes nothing.
    pub fn set_target(&mut self, target: Environment, seconds: f32) {
        if target != self.target {
            *self = Self { from: self.shown(), target, elapsed: 0.0, duration: seconds.max(0.0) };
        }
    }

    /// Advances; true while the picture still changes.
    pub fn advance(&mut self, seconds: f32) -> bool {
        let moving = self.elapsed < self.duration;
        self.elapsed += seconds.max(0.0);
        moving
    }

    /// What to show now.
    pub fn shown(&self) -> Environment {
        if self.elapsed >= self.duration {
            return self.target;
        }
        let t = (self.elapsed / self.duration).clamp(0.0, 1.0);
        self.from.mix(&self.target, t * t * (3.0 - 2.0 * t))
    }
}

/// Linear light of a display (sRGB) colour.
pub(crate) fn linear(display: [f32; 3]) -> Vec3 {
    let channel = |value: f32| {
        let value = value.max(0.0);
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    Vec3::new(channel(display[0]), channel(display[1]), channel(display[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easing_starts_where_it_was_and_arrives() {
        let a = Environment::default();
        let b = Environment { sky: 1.0, exposure: 3.0, fog_distance_m: 10.0, ..a };
        let mut ease = EnvironmentEase::new(a);
        assert!(!ease.advance(0.1));
        ease.set_target(b, 2.0);
        assert_eq!(ease.shown(), a.mix(&b, 0.0));
        assert!(ease.advance(1.0));
        let halfway = ease.shown();
        assert!(halfway.sky > 0.3 && halfway.sky < 0.7);
        ease.set_target(b, 2.0);
        assert_eq!(ease.shown(), halfway);
        ease.set_target(a, 1.0);
        assert_eq!(ease.shown().sky, halfway.sky);
        while ease.advance(0.3) {}
        assert_eq!(ease.shown(), a);
    }

    #[test]
    fn sun_direction_follows_the_compass() {
        let look = LookDef { sun_direction_deg: 90.0, sun_height_deg: 30.0, ..LookDef::default() };
        let toward = Environment::new(&look, 0.0, 10.0).sun_direction;
        assert!(toward.distance(Vec3::new(0.866_025_4, 0.0, 0.5)) < 1e-5);
    }
}
