//! The Season panel.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::widgets::empty_state_ui;

/// The published set of strates.
#[derive(Default)]
pub struct SeasonPanel {}

impl SeasonPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        empty_state_ui(ui, ctx.theme, "A season is the published, frozen set of strates.", "");
    }
}
