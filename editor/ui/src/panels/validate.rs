//! The Validate panel.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::widgets::empty_state_ui;

/// Checks of the world.
#[derive(Default)]
pub struct ValidatePanel {}

impl ValidatePanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        empty_state_ui(ui, ctx.theme, "The results of checks appear here.", "");
    }
}
