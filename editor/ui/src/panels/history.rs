//! The History panel: named undo steps; a click goes there.

use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::theme::ROW;
use crate::widgets::{empty_state_ui, no_project_ui, row_ui};
use egui::RichText;

/// The list of steps.
#[derive(Default)]
pub struct HistoryPanel {}

impl HistoryPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(document) = ctx.document else { return no_project_ui(ui, ctx) };
        let history = document.history();
        let names: Vec<&str> = history.names().collect();
        if names.is_empty() {
            empty_state_ui(ui, ctx.theme, "Every change is listed here and can be taken back.", "");
            return;
        }
        let rows = names.len() + 1;
        egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show_rows(ui, ROW, rows, |ui, range| {
            for row in range {
                let name = row.checked_sub(1).and_then(|step| names.get(step)).copied().unwrap_or("As opened");
                let color = if row <= history.done() { ctx.theme.text } else { ctx.theme.dim };
                let label = format!("Step {row}: {name}");
                let response = row_ui(ui, ctx.theme, &label, row == history.done(), |ui| {
                    ui.label(RichText::new(format!("{row:>3}")).monospace().color(ctx.theme.dim));
                    ui.label(RichText::new(name).color(color));
                });
                if response.clicked() {
                    out.request(Request::GoToStep(row));
                }
            }
        });
    }
}
