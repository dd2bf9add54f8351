//! The Biome preview panel.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::widgets::empty_state_ui;

/// A map of biomes over a window of the world.
#[derive(Default)]
pub struct BiomePreviewPanel {}

impl BiomePreviewPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        empty_state_ui(ui, ctx.theme, "A map of the biomes of the selected strate appears here.", "");
    }
}
