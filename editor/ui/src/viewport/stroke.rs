//! From a brush gesture to strokes: where dabs fall, and the ghost that shows the next one.

use crate::tools::{Brush, BrushShape};
use glam::DVec3;
use world::defs::{Mode, Shape, Stroke};

/// A gesture with the brush: from press to release.
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    start_m: DVec3,
    last_m: DVec3,
    mode: Mode,
}

impl Gesture {
    /// Begins at a place on the surface; spheres and boxes leave their first dab at once.
    pub fn begin(brush: &Brush, at_m: DVec3, inverted: bool) -> (Self, Option<Stroke>) {
        let mode = effective(brush.mode, inverted);
        let gesture = Self { start_m: at_m, last_m: at_m, mode };
        let dab = (brush.shape != BrushShape::Capsule).then(|| stroke(brush, mode, at_m, at_m));
        (gesture, dab)
    }

    /// Moves on. Spheres and boxes leave a dab each time half a radius has been travelled.
    pub fn travel(&mut self, brush: &Brush, at_m: DVec3) -> Option<Stroke> {
        if brush.shape == BrushShape::Capsule {
            self.last_m = at_m;
            return None;
        }
        if (at_m - self.last_m).length() < f64::from(brush.radius_m) * 0.5 {
            return None;
        }
        self.last_m = at_m;
        Some(stroke(brush, self.mode, at_m, at_m))
    }

    /// Ends. A capsule is left from press to release.
    pub fn end(self, brush: &Brush) -> Option<Stroke> {
        (brush.shape == BrushShape::Capsule).then(|| stroke(brush, self.mode, self.start_m, self.last_m))
    }

    /// Where a capsule began.
    pub fn start_m(&self) -> DVec3 {
        self.start_m
    }
    /// What it does.
    pub fn mode(&self) -> Mode {
        self.mode
    }
}

/// The brush's mode, or the other one.
pub fn effective(mode: Mode, inverted: bool) -> Mode {
    match (mode, inverted) {
        (Mode::Carve, false) | (Mode::Fill, true) => Mode::Carve,
        (Mode::Fill, false) | (Mode::Carve, true) => Mode::Fill,
    }
}

/// The stroke a brush leaves between two places. Its sequence number is given by the layer it goes to.
pub fn stroke(brush: &Brush, mode: Mode, from_m: DVec3, to_m: DVec3) -> Stroke {
    let radius_m = brush.radius_m;
    let shape = match brush.shape {
        BrushShape::Sphere => Shape::Sphere { centre_m: to_m.to_array(), radius_m },
        BrushShape::Box => Shape::Box { centre_m: to_m.to_array(), half_m: [radius_m; 3] },
        BrushShape::Capsule => Shape::Capsule { a_m: from_m.to_array(), b_m: to_m.to_array(), radius_m },
    };
    Stroke { sequence: 0, mode, shape, falloff_m: brush.falloff_m, strength: brush.strength }
}

/// Cubic metres a stroke's solid holds.
pub fn volume_m3(stroke: &Stroke) -> f64 {
    const BALL: f64 = 4.0 / 3.0 * std::f64::consts::PI;
    match stroke.shape {
        Shape::Sphere { radius_m, .. } => BALL * f64::from(radius_m).powi(3),
        Shape::Box { half_m, .. } => 8.0 * half_m.iter().map(|&half| f64::from(half)).product::<f64>(),
        Shape::Capsule { a_m, b_m, radius_m } => {
            let radius = f64::from(radius_m);
            let length = (DVec3::from_array(b_m) - DVec3::from_array(a_m)).length();
            BALL * radius.powi(3) + std::f64::consts::PI * radius * radius * length
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_leaves_dabs_half_a_radius_apart() {
        let brush = Brush { radius_m: 2.0, ..Brush::default() };
        let (mut gesture, first) = Gesture::begin(&brush, DVec3::ZERO, false);
        assert!(first.is_some());
        assert!(gesture.travel(&brush, DVec3::X * 0.9).is_none());
        assert!(gesture.travel(&brush, DVec3::X * 1.1).is_some());
        assert!(gesture.end(&brush).is_none());
    }

    #[test]
    fn a_capsule_is_one_stroke_from_press_to_release() {
        let brush = Brush { shape: BrushShape::Capsule, mode: Mode::Fill, ..Brush::default() };
        let (mut gesture, first) = Gesture::begin(&brush, DVec3::ZERO, true);
        assert!(first.is_none());
        assert!(gesture.travel(&brush, DVec3::X * 9.0).is_none());
        let stroke = gesture.end(&brush).expect("a stroke");
        assert_eq!(stroke.mode, Mode::Carve, "control inverts");
        assert_eq!(stroke.shape, Shape::Capsule { a_m: [0.0; 3], b_m: [9.0, 0.0, 0.0], radius_m: brush.radius_m });
        assert!((volume_m3(&stroke) - (113.097 + 254.469)).abs() < 0.01);
    }
}
