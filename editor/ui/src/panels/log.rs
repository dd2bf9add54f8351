//! The Log panel: what the editor did and what went wrong, newest at the bottom.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::log::Level;
use crate::theme::ROW;
use crate::widgets::empty_state_ui;
use egui::RichText;

/// Lines of the log.
#[derive(Default)]
pub struct LogPanel {}

impl LogPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        let lines = ctx.log.lines();
        if lines.len() == 0 {
            empty_state_ui(ui, ctx.theme, "Nothing has happened yet.", "");
            return;
        }
        egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show_rows(ui, ROW, lines.len(), |ui, rows| {
            for line in ctx.log.lines().skip(rows.start).take(rows.len()) {
                let color = match line.level {
                    Level::Info => ctx.theme.text,
                    Level::Warning => ctx.theme.warn,
                    Level::Error => ctx.theme.bad,
                };
                ui.horizontal(|ui| {
                    let seconds = line.at.as_secs();
                    let time = format!("{:>3}:{:02}", seconds / 60, seconds % 60);
                    ui.label(RichText::new(time).monospace().color(ctx.theme.dim));
                    ui.add(egui::Label::new(RichText::new(&line.text).color(color)).truncate());
                });
            }
        });
    }
}
