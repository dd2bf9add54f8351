//! What a panel may read while it draws. Nothing in it can be changed; wishes go to [`crate::intents::Intents`].

use crate::document::{Document, Subject};
use crate::jobs::Jobs;
use crate::log::Log;
use crate::prefs::Preferences;
use crate::theme::Theme;
use crate::tools::{Brush, ViewReport};
use project::Diagnostic;
use std::sync::Arc;
use std::time::Duration;
use world::{Assets, World};

/// The read-only context of one frame.
pub struct PanelContext<'a> {
    /// The open project.
    pub document: Option<&'a Document>,
    /// What is selected; it exists in the document.
    pub selection: Option<&'a Subject>,
    /// The last good world; it may be older than the document while a new one is made.
    pub world: Option<&'a Arc<World>>,
    /// The next world is being made.
    pub world_is_stale: bool,
    /// Mistakes: those of files and those found when making the world.
    pub diagnostics: &'a [Diagnostic],
    /// Long work; panels start theirs here and keep the task.
    pub jobs: &'a Jobs,
    /// What happened.
    pub log: &'a Log,
    /// Colours.
    pub theme: &'a Theme,
    /// The editor's own settings.
    pub preferences: &'a Preferences,
    /// The brush.
    pub brush: &'a Brush,
    /// What the viewport last reported.
    pub view: &'a ViewReport,
    /// The project is gone from disk.
    pub folder_is_gone: bool,
    /// The graphics device; `None` when there is none (then only the viewport is missing).
    pub gpu: Option<&'a eframe::egui_wgpu::RenderState>,
    /// Since the editor started.
    pub now: Duration,
}

impl PanelContext<'_> {
    /// The snapshot of the open project.
    pub fn assets(&self) -> Option<&Assets> {
        self.document.map(Document::assets)
    }
    /// Revision of the open project; 0 when none is open.
    pub fn revision(&self) -> u64 {
        self.document.map_or(0, Document::revision)
    }
}
