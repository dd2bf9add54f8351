//! Small building blocks of panels, drawn in the theme.

pub mod expression;
pub mod notice;
pub mod number;
pub mod seed;

use crate::action::Action;
use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::panel::PanelId;
use crate::theme::{LABEL_WIDTH, ROW, Theme};
use egui::{RichText, Sense, WidgetInfo, WidgetType};

/// What belongs into an empty panel, and, if `offer` is not empty, the first action. True when that was clicked.
pub fn empty_state_ui(ui: &mut egui::Ui, theme: &Theme, text: &str, offer: &str) -> bool {
    let mut clicked = false;
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.25).min(80.0));
        ui.label(RichText::new(text).color(theme.dim));
        if !offer.is_empty() {
            ui.add_space(4.0);
            clicked = ui.button(offer).clicked();
        }
    });
    clicked
}

/// As [`empty_state_ui`], where a world must be there first: says what keeps it and leads to it.
pub fn no_world_ui(ui: &mut egui::Ui, ctx: &PanelContext, text: &str, out: &mut Intents) {
    if ctx.document.is_none() {
        if empty_state_ui(ui, ctx.theme, text, Action::OpenProject.label()) {
            out.act(Action::OpenProject);
        }
    } else if ctx.world_is_stale {
        empty_state_ui(ui, ctx.theme, "The world is being made.", "");
    } else if empty_state_ui(ui, ctx.theme, &format!("{text} Problems lists what keeps it from being made."), "Show problems") {
        out.request(Request::ShowPanel(PanelId::Problems));
    }
}

/// As [`empty_state_ui`], where a project must be open first.
pub fn no_project_ui(ui: &mut egui::Ui, ctx: &PanelContext) {
    empty_state_ui(ui, ctx.theme, "No project is open; the File menu opens one.", "");
}

/// A number with its noun: `1 file`, `3 files`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// With a capital at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Width of the column of labels: less where the panel is narrow, and in rows that stand `indent` points to the right of the others.
pub fn label_width(ui: &egui::Ui, indent: f32) -> f32 {
    LABEL_WIDTH.min((ui.available_width() + indent) * 0.4) - indent
}

/// A filled dot in the middle of the row: unsaved, or whatever `hint` says.
pub fn dot_ui(ui: &mut egui::Ui, color: egui::Color32, hint: &str) {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(8.0, ui.available_height().min(ROW)), Sense::hover());
    ui.painter().circle_filled(rect.center(), 3.0, color);
    response.on_hover_text(hint);
}

/// A button that shows only an icon; `name` is its accessible name and its tooltip.
pub fn icon_button(ui: &mut egui::Ui, icon: &str, name: &str) -> egui::Response {
    let response = ui.add(egui::Button::new(icon).frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    response.on_hover_text(name)
}

/// As [`icon_button`]; where `why_not` says why it cannot be used now, it is disabled and says so.
pub fn icon_button_unless(ui: &mut egui::Ui, why_not: Option<&str>, icon: &str, name: &str) -> egui::Response {
    let enabled = why_not.is_none();
    let response = ui.add_enabled(enabled, egui::Button::new(icon).frame_when_inactive(false));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
    response.on_hover_text(name).on_disabled_hover_text(format!("{name}\n{}", why_not.unwrap_or_default()))
}

/// A row of full width that can be selected; `content` draws into it. Its accessible name is `name`.
pub fn row_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    name: &str,
    selected: bool,
    content: impl FnOnce(&mut egui::Ui),
) -> egui::Response {
    let size = egui::vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, name));
    if ui.is_rect_visible(rect) {
        let fill = if selected {
            Some(theme.selected_row())
        } else if response.hovered() {
            Some(theme.hovered)
        } else {
            None
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, 4.0, fill);
        }
        if response.has_focus() {
            let stroke = egui::Stroke::new(1.0, theme.accent);
            ui.painter().rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Inside);
        }
        let inner = rect.shrink2(egui::vec2(6.0, 0.0));
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner).layout(layout));
        child.set_clip_rect(ui.clip_rect().intersect(rect));
        // Labels of a row must not catch its clicks.
        child.style_mut().interaction.selectable_labels = false;
        content(&mut child);
    }
    response
}
