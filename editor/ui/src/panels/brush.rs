//! The Brush panel: what a press in the viewport leaves, and the layers it went to.

use crate::context::PanelContext;
use crate::document::{Edit, Subject};
use crate::intents::{Intents, Request};
use crate::theme::{ROW, strong};
use crate::tools::{Brush, BrushShape, FALLOFF_M, RADIUS_M};
use crate::viewport::volume_m3;
use crate::widgets::number::NumberField;
use crate::widgets::{count, icon_button, label_width, no_project_ui, row_ui};
use egui::RichText;
use egui_phosphor::regular as icon;
use param::Unit;
use std::ops::RangeInclusive;
use world::defs::{EditLayerDef, Mode};

/// Carving.
#[derive(Default)]
pub struct BrushPanel {}

impl BrushPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(assets) = ctx.assets() else { return no_project_ui(ui, ctx) };
        let mut brush = ctx.brush.clone();
        brush_ui(ui, ctx, &mut brush);
        if brush != *ctx.brush {
            out.request(Request::SetBrush(brush));
        }
        ui.add_space(8.0);
        ui.label(strong("Layers"));
        if assets.edits.is_empty() {
            ui.label(RichText::new("The first stroke makes a layer.").small().color(ctx.theme.dim));
        }
        let mut layers: Vec<&EditLayerDef> = assets.edits.values().map(|layer| &**layer).collect();
        layers.sort_by(|a, b| (a.order, &a.id).cmp(&(b.order, &b.id)));
        for layer in layers {
            layer_ui(ui, ctx, layer, out);
        }
    }
}

fn brush_ui(ui: &mut egui::Ui, ctx: &PanelContext, brush: &mut Brush) {
    row(ui, ctx, "Mode", |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.selectable_value(&mut brush.mode, Mode::Carve, "Carve");
        ui.selectable_value(&mut brush.mode, Mode::Fill, "Fill");
    });
    row(ui, ctx, "Shape", |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 2.0);
            ui.selectable_value(&mut brush.shape, BrushShape::Sphere, "Sphere");
            ui.selectable_value(&mut brush.shape, BrushShape::Box, "Box");
            ui.selectable_value(&mut brush.shape, BrushShape::Capsule, "Capsule");
        });
    });
    let defaults = Brush::default();
    row(ui, ctx, "Radius", |ui| number(ui, ctx, "Brush radius", Unit::Metres, &mut brush.radius_m, RADIUS_M, defaults.radius_m));
    row(ui, ctx, "Soft edge", |ui| {
        number(ui, ctx, "Brush soft edge", Unit::Metres, &mut brush.falloff_m, FALLOFF_M, defaults.falloff_m)
    });
    row(ui, ctx, "Strength", |ui| number(ui, ctx, "Brush strength", Unit::Ratio, &mut brush.strength, 0.0..=1.0, 1.0));
    let hint = "In the viewport: drag to paint, Ctrl inverts, [ and ] size, Shift+[ and ] strength";
    ui.add(egui::Label::new(RichText::new(hint).small().color(ctx.theme.dim)).wrap());
}

fn row(ui: &mut egui::Ui, ctx: &PanelContext, label: &str, field: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let (place, _) = ui.allocate_exact_size(egui::vec2(label_width(ui, 0.0), ROW), egui::Sense::hover());
        let font = egui::TextStyle::Body.resolve(ui.style());
        ui.painter().text(place.left_center(), egui::Align2::LEFT_CENTER, label, font, ctx.theme.text);
        field(ui);
    });
}

fn number(
    ui: &mut egui::Ui,
    ctx: &PanelContext,
    name: &str,
    unit: Unit,
    value: &mut f32,
    range: RangeInclusive<f32>,
    default: f32,
) {
    let bounds = [f64::from(*range.start()), f64::from(*range.end())];
    let field = NumberField { name, unit, soft: bounds, hard: bounds, default: f64::from(default), whole: false };
    if let Some(new) = field.ui(ui, ctx.theme, f64::from(*value)).new {
        *value = new as f32;
    }
}

fn layer_ui(ui: &mut egui::Ui, ctx: &PanelContext, layer: &EditLayerDef, out: &mut Intents) {
    let name = if layer.name.is_empty() { &layer.id } else { &layer.name };
    let is_target = ctx.brush.layer.as_deref().unwrap_or("edits") == layer.id;
    let response = row_ui(ui, ctx.theme, &format!("Layer {name}"), is_target, |ui| {
        let (eye, tip) = if layer.hidden { (icon::EYE_SLASH, "Show layer") } else { (icon::EYE, "Hide layer") };
        if icon_button(ui, eye, tip).clicked() {
            out.edit(Edit::SetLayerHidden { layer: layer.id.clone(), hidden: !layer.hidden });
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if icon_button(ui, icon::ARROW_DOWN, "Apply this layer later").clicked() {
                out.edit(Edit::SetLayerOrder { layer: layer.id.clone(), order: layer.order.saturating_add(1) });
            }
            if icon_button(ui, icon::ARROW_UP, "Apply this layer earlier").clicked() {
                out.edit(Edit::SetLayerOrder { layer: layer.id.clone(), order: layer.order.saturating_sub(1) });
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(name).truncate());
            });
        });
    });
    if response.clicked() {
        out.select(Subject::Layer(layer.id.clone()));
        out.request(Request::SetBrush(Brush { layer: Some(layer.id.clone()), ..ctx.brush.clone() }));
    }
    let words = RichText::new(contents(layer)).small().color(ctx.theme.dim);
    ui.add(egui::Label::new(words).wrap())
        .on_hover_text("A drag leaves dabs half a radius apart, so one gesture can be several. Volumes are those of the solids.");
}

/// What a layer holds: carved and filled are told apart, since they do not add up.
fn contents(layer: &EditLayerDef) -> String {
    let volume = |mode| -> f64 { layer.strokes.iter().filter(|stroke| stroke.mode == mode).map(volume_m3).sum() };
    let parts = [(Mode::Carve, "carved"), (Mode::Fill, "filled")].map(|(mode, verb)| (volume(mode), verb));
    let mut text = count(layer.strokes.len(), "dab");
    for (volume, verb) in parts.into_iter().filter(|(volume, _)| *volume > 0.0) {
        text.push_str(&format!(", {volume:.0} m³ {verb}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::defs::{SCHEMA, Shape, Stroke};

    #[test]
    fn carved_and_filled_volumes_are_told_apart() {
        let dab = |mode| Stroke {
            sequence: 0,
            mode,
            shape: Shape::Box { centre_m: [0.0; 3], half_m: [1.0; 3] },
            falloff_m: 0.0,
            strength: 1.0,
        };
        let (id, name) = ("edits".to_owned(), String::new());
        let strokes = vec![dab(Mode::Carve), dab(Mode::Fill), dab(Mode::Carve)];
        let mut layer = EditLayerDef { schema: SCHEMA, id, name, order: 0, hidden: false, strokes };
        assert_eq!(contents(&layer), "3 dabs, 16 m³ carved, 8 m³ filled");
        layer.strokes.truncate(1);
        assert_eq!(contents(&layer), "1 dab, 8 m³ carved");
    }
}
