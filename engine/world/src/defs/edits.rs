//! Edits: layers of strokes. Machine-owned files.

use serde::{Deserialize, Serialize};

/// `edits/*.ron`: one layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditLayerDef {
    /// Schema version of the file.
    pub schema: u32,
    /// Stable id.
    pub id: String,
    /// Shown name.
    #[serde(default)]
    pub name: String,
    /// Layers fold in order of (`order`, id).
    #[serde(default)]
    pub order: i32,
    /// A hidden layer changes nothing.
    #[serde(default)]
    pub hidden: bool,
    /// In order of `sequence`.
    #[serde(default)]
    pub strokes: Vec<Stroke>,
}

/// What a stroke does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// Takes rock away.
    Carve,
    /// Adds rock.
    Fill,
}

/// Solid of a stroke; world metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// Ball.
    Sphere { centre_m: [f64; 3], radius_m: f32 },
    /// Axis-aligned box.
    Box { centre_m: [f64; 3], half_m: [f32; 3] },
    /// Swept ball.
    Capsule { a_m: [f64; 3], b_m: [f64; 3], radius_m: f32 },
}

/// One edit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// Order within the layer.
    pub sequence: u32,
    /// Carve or fill.
    pub mode: Mode,
    /// Solid.
    pub shape: Shape,
    /// Width of the soft edge in metres: the fillet between stroke and rock; 0 is sharp.
    #[serde(default)]
    pub falloff_m: f32,
    /// 0..=1; the stroke's solid is shrunk by (1 - strength) of its radius.
    #[serde(default = "full")]
    pub strength: f32,
}

fn full() -> f32 {
    1.0
}
