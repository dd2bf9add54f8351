//! State shared between panels: the brush, and what the viewport reports of itself.

use glam::DVec3;
use std::ops::RangeInclusive;
use std::time::Duration;
use stream::{Gates, Statistics};
use world::StrateIndex;
use world::defs::Mode;

/// Radii a brush may have, in metres.
pub const RADIUS_M: RangeInclusive<f32> = 0.5..=32.0;
/// Widths of the soft edge, in metres.
pub const FALLOFF_M: RangeInclusive<f32> = 0.0..=8.0;

/// Solid a brush leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BrushShape {
    /// Ball.
    #[default]
    Sphere,
    /// Axis-aligned box.
    Box,
    /// Ball swept along the drag.
    Capsule,
}

/// The brush, shown as a ring and ghost in the viewport.
#[derive(Clone, Debug, PartialEq)]
pub struct Brush {
    /// Pressing the left button in the viewport paints.
    pub active: bool,
    /// Carve or fill.
    pub mode: Mode,
    /// Solid.
    pub shape: BrushShape,
    /// Metres, within [`RADIUS_M`].
    pub radius_m: f32,
    /// 0..=1.
    pub strength: f32,
    /// Width of the soft edge in metres, within [`FALLOFF_M`].
    pub falloff_m: f32,
    /// Layer the strokes go to; `None` makes one.
    pub layer: Option<String>,
}

impl Default for Brush {
    fn default() -> Self {
        Self {
            active: false,
            mode: Mode::Carve,
            shape: BrushShape::Sphere,
            radius_m: 3.0,
            strength: 1.0,
            falloff_m: 0.5,
            layer: None,
        }
    }
}

/// What the viewport last said of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewReport {
    /// Eye in world metres.
    pub eye_m: DVec3,
    /// Strate the eye is in.
    pub strate: Option<StrateIndex>,
    /// Name of the strongest biome below the eye.
    pub biome: Option<String>,
    /// Density under the cursor.
    pub value: Option<f32>,
    /// Fly speed in metres per second.
    pub speed: f32,
    /// The body walks.
    pub playing: bool,
    /// The gates.
    pub gates: Gates,
    /// Figures of streaming.
    pub statistics: Statistics,
    /// Time the last frame took on this thread.
    pub frame: Duration,
}
