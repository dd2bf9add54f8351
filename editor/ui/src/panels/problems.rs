//! The Problems panel: every mistake with file, place, field and what would be accepted; a click leads to the field.

use crate::context::PanelContext;
use crate::document::Document;
use crate::intents::{Intents, Request};
use crate::theme::ROW;
use crate::widgets::{empty_state_ui, no_project_ui, row_ui};
use egui::RichText;
use egui_phosphor::regular as icon;
use project::{Diagnostic, Severity};

/// The list of mistakes.
#[derive(Default)]
pub struct ProblemsPanel {}

impl ProblemsPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(document) = ctx.document else { return no_project_ui(ui, ctx) };
        if ctx.diagnostics.is_empty() {
            empty_state_ui(ui, ctx.theme, "No problems. Mistakes in files are listed here with line, column and field.", "");
            return;
        }
        let count = ctx.diagnostics.len();
        egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, count, |ui, rows| {
            for problem in ctx.diagnostics.iter().skip(rows.start).take(rows.len()) {
                problem_ui(ui, ctx, document, problem, out);
            }
        });
    }
}

fn problem_ui(ui: &mut egui::Ui, ctx: &PanelContext, document: &Document, problem: &Diagnostic, out: &mut Intents) {
    let theme = ctx.theme;
    let (glyph, color) = match problem.severity {
        Severity::Error => (icon::X_CIRCLE, theme.bad),
        Severity::Warning => (icon::WARNING, theme.warn),
    };
    let place = place(problem);
    let said = said(problem);
    let response = row_ui(ui, theme, &format!("{place} {said}"), false, |ui| {
        ui.label(RichText::new(glyph).color(color));
        if !place.is_empty() {
            ui.label(RichText::new(&place).monospace().color(theme.dim));
        }
        ui.add(egui::Label::new(&said).truncate());
    });
    if response.clicked()
        && let Some(spot) = document.spot_of(problem)
    {
        out.request(Request::Reveal(spot));
    }
    response.context_menu(|ui| {
        if ui.button("Copy").clicked() {
            ui.ctx().copy_text(format!("{place}: {said}"));
            ui.close();
        }
    });
    response.on_hover_text(format!("{place}\n{said}"));
}

/// `strates/plain.ron:12:5`.
fn place(problem: &Diagnostic) -> String {
    let mut place = problem.file.display().to_string();
    for number in [problem.line, problem.column].into_iter().flatten() {
        place.push_str(&format!(":{number}"));
    }
    place
}

/// Field, reason, and what would be accepted.
fn said(problem: &Diagnostic) -> String {
    let mut text = problem.reason.clone();
    if !problem.field.is_empty() && !text.starts_with(&problem.field) {
        text = format!("{}: {text}", problem.field);
    }
    if let Some(accepted) = &problem.accepted
        && !text.contains(accepted.as_str())
    {
        text.push_str("; accepted: ");
        text.push_str(accepted);
    }
    text
}
