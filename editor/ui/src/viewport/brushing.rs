//! The brush in the viewport: gestures to edits, keys to size, and the ghost of the next stroke.

use super::marks::srgb;
use super::stroke::{Gesture, effective};
use crate::document::Edit;
use crate::intents::{Intents, Request};
use crate::theme::Theme;
use crate::tools::{Brush, BrushShape, RADIUS_M};
use egui::{Event, Key, PointerButton, Response};
use glam::Vec3;
use render::{Ghost, GhostShape, Line};
use world::defs::{Mode, Stroke};
use world::query::Hit;

/// Layer that strokes go to when none is chosen.
const DEFAULT_LAYER: &str = "edits";

/// The gesture going on, if any.
#[derive(Debug, Default)]
pub struct Brushing {
    gesture: Option<Gesture>,
}

impl Brushing {
    /// Follows the pointer; what it leaves goes out as edits of one step.
    pub fn follow(&mut self, response: &Response, hover: Option<Hit>, inverted: bool, brush: &Brush, out: &mut Intents) {
        let alt = response.ctx.input(|input| input.modifiers.alt);
        let pressed = response.contains_pointer() && response.ctx.input(|input| input.pointer.primary_pressed());
        if pressed && !alt {
            if let Some(hit) = hover {
                let (gesture, dab) = Gesture::begin(brush, hit.pos_m, inverted);
                self.gesture = Some(gesture);
                leave(dab, brush, out);
            }
        } else if let (Some(gesture), Some(hit)) = (&mut self.gesture, hover) {
            leave(gesture.travel(brush, hit.pos_m), brush, out);
        }
        if !response.ctx.input(|input| input.pointer.button_down(PointerButton::Primary)) {
            if let Some(gesture) = self.gesture.take() {
                leave(gesture.end(brush), brush, out);
            }
        }
    }

    /// `[` and `]` change the radius, with Shift the strength.
    pub fn resize(&self, ui: &egui::Ui, response: &Response, brush: &Brush, out: &mut Intents) {
        if !response.hovered() {
            return;
        }
        let (presses, shift) = ui.input(|input| {
            let press = |event: &Event| match event {
                Event::Key { physical_key: Some(Key::OpenBracket), pressed: true, .. } => -1,
                Event::Key { physical_key: Some(Key::CloseBracket), pressed: true, .. } => 1,
                _ => 0,
            };
            (input.events.iter().map(press).sum::<i32>(), input.modifiers.shift)
        });
        if presses == 0 {
            return;
        }
        let mut brush = brush.clone();
        if shift {
            brush.strength = (brush.strength + 0.1 * presses as f32).clamp(0.0, 1.0);
        } else {
            brush.radius_m = (brush.radius_m * 1.25_f32.powi(presses)).clamp(*RADIUS_M.start(), *RADIUS_M.end());
        }
        out.request(Request::SetBrush(brush));
    }

    /// The ghost of what a press here would leave, and its ring on the surface.
    pub fn shown(&self, hover: Option<Hit>, inverted: bool, brush: &Brush, theme: &Theme) -> (Option<Ghost>, Vec<Line>) {
        let Some(hit) = hover else { return (None, Vec::new()) };
        let mode = self.gesture.as_ref().map_or(effective(brush.mode, inverted), Gesture::mode);
        let mut color = srgb(if mode == Mode::Carve { theme.remove } else { theme.add });
        let ring = Line::ring(hit.pos_m + (hit.normal * 0.05).as_dvec3(), hit.normal, brush.radius_m, 48, color).collect();
        color[3] = 0.35;
        let (shape, pos_m) = match (brush.shape, &self.gesture) {
            (BrushShape::Box, _) => (GhostShape::Box { half_m: Vec3::splat(brush.radius_m) }, hit.pos_m),
            (BrushShape::Capsule, Some(gesture)) => {
                (GhostShape::Capsule { to_m: hit.pos_m, radius_m: brush.radius_m }, gesture.start_m())
            }
            _ => (GhostShape::Sphere { radius_m: brush.radius_m }, hit.pos_m),
        };
        (Some(Ghost { shape, pos_m, color }), ring)
    }
}

fn leave(stroke: Option<Stroke>, brush: &Brush, out: &mut Intents) {
    if let Some(stroke) = stroke {
        let layer = brush.layer.clone().unwrap_or_else(|| DEFAULT_LAYER.into());
        out.edit(Edit::AddStroke { layer, stroke });
    }
}
