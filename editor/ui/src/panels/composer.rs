//! The Composer panel.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::widgets::empty_state_ui;

/// Invented strates: composed, measured and ranked.
#[derive(Default)]
pub struct ComposerPanel {}

impl ComposerPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        empty_state_ui(ui, ctx.theme, "Candidates appear here when the composer has run.", "");
    }
}
