//! The Brush panel.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::widgets::empty_state_ui;

/// Carving and filling.
#[derive(Default)]
pub struct BrushPanel {}

impl BrushPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        empty_state_ui(ui, ctx.theme, "Strokes of the brush appear here.", "");
    }
}
