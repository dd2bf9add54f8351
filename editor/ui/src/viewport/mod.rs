//! The viewport: the running engine in a panel.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::widgets::empty_state_ui;
use glam::DVec3;
use world::StrateIndex;

/// The running engine.
#[derive(Default)]
pub struct ViewportPanel {
    wish: Option<Wish>,
}

/// Where the camera shall be, once there is a world to look it up in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// A place in world metres.
    Place(DVec3),
    /// The spine room of a strate.
    Strate(StrateIndex),
    /// The spawn.
    Home,
    /// Walk from the spawn, or stop walking.
    Play,
    /// Walk from the camera.
    PlayFromCamera,
}

impl ViewportPanel {
    /// Another project is shown: camera and picture start anew.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Moves the camera or the body when the next frame is drawn.
    pub fn wish(&mut self, wish: Wish) {
        self.wish = Some(wish);
    }

    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        let text = match (ctx.document, ctx.gpu, ctx.world) {
            (_, None, _) => "There is no graphics device; everything but the picture works.",
            (None, ..) => "Open a project to walk its world.",
            (.., None) if ctx.world_is_stale => "The world is being made.",
            _ => "The project makes no world yet; see Problems.",
        };
        empty_state_ui(ui, ctx.theme, text, "");
    }
}
