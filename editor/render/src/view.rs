//! What one picture shows.

use crate::Camera;
use glam::DVec3;
use world::StrateIndex;

/// How terrain is coloured. The numbers are the shader's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DebugView {
    /// Materials and light.
    #[default]
    Lit,
    /// A colour per level of detail.
    Levels,
    /// Triangle edges where the device can, else cell borders.
    Wireframe,
    /// Normals as colours.
    Normals,
    /// A colour per palette entry, mixed by weight: biomes and materials.
    Materials,
    /// Openness from the density.
    Openness,
    /// Green where the slope is walkable.
    Walkable,
    /// A colour per strate.
    Strates,
}

impl DebugView {
    /// All, in the order of the shader's numbers.
    pub const ALL: [Self; 8] =
        [Self::Lit, Self::Levels, Self::Wireframe, Self::Normals, Self::Materials, Self::Openness, Self::Walkable, Self::Strates];

    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Lit => 0,
            Self::Levels => 1,
            Self::Wireframe => 2,
            Self::Normals => 3,
            Self::Materials => 4,
            Self::Openness => 5,
            Self::Walkable => 6,
            Self::Strates => 7,
        }
    }
}

/// One picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// From where.
    pub camera: Camera,
    /// Width and height in pixels; kept within 1..=8192 when used.
    pub size: [u32; 2],
    /// Share of the width and height that is really drawn, then enlarged; kept within 0.1..=1 when used.
    pub scale: f32,
    /// Samples per pixel: 4, or 1 while speed matters more. Other numbers count as the nearer of the two.
    pub samples: u32,
    /// Whether the sun's shadow map is redrawn. When not, the last one stays (in its place in the world).
    pub shadows: bool,
    /// Strate whose tiles cast the sun's shadow; `None` for all. Floors of the strate above would shade it.
    pub strate: Option<StrateIndex>,
    /// Colouring.
    pub debug: DebugView,
}

impl View {
    /// A finished picture at full resolution with shadows.
    pub fn new(camera: Camera, size: [u32; 2]) -> Self {
        Self { camera, size, scale: 1.0, samples: 4, shadows: true, strate: None, debug: DebugView::Lit }
    }

    pub(crate) fn output_size(&self) -> [u32; 2] {
        self.size.map(|pixels| pixels.clamp(1, 8192))
    }

    pub(crate) fn drawn_size(&self) -> [u32; 2] {
        let scale = if self.scale.is_finite() { self.scale.clamp(0.1, 1.0) } else { 1.0 };
        self.output_size().map(|pixels| ((pixels as f32 * scale).round() as u32).max(1))
    }

    pub(crate) fn sample_count(&self) -> u32 {
        if self.samples > 2 { 4 } else { 1 }
    }
}

/// A lamp, a fungus, a crystal: light with a halo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointLight {
    /// World metres.
    pub pos_m: DVec3,
    /// Display colour, 0..=1 per channel.
    pub color: [f32; 3],
    /// 1 lights a few metres well.
    pub strength: f32,
    /// Metres at which nothing is left of it.
    pub reach_m: f32,
}
