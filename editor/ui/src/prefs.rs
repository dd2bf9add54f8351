//! The author's preferences: theme, zoom, recent projects. Kept in the editor's own file, never in a project.

use crate::state_file::{self, Loaded};
use crate::theme::ThemeKind;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Version of the file; another one is set aside.
const VERSION: u32 = 1;
/// Recent projects kept.
const RECENT: usize = 10;

/// The author's preferences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Version of the file.
    version: u32,
    /// Dark or light.
    pub theme: ThemeKind,
    /// Size of the interface, 0.5..=3.
    pub zoom: f32,
    /// Folders of recent projects, newest first.
    pub recent: Vec<PathBuf>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { version: VERSION, theme: ThemeKind::Dark, zoom: 1.0, recent: Vec::new() }
    }
}

impl Preferences {
    /// Reads them. Doubtful values fall back; an unreadable file is set aside and named.
    pub fn load(path: &Path) -> (Self, Option<String>) {
        match state_file::load::<Preferences>(path) {
            Loaded::Missing => (Self::default(), None),
            Loaded::Good(mut good) if good.version == VERSION => {
                good.set_zoom(good.zoom);
                (good, None)
            }
            Loaded::Good(_) => (Self::default(), Some(state_file::set_aside(path, "preferences of another version"))),
            Loaded::Bad(reason) => (Self::default(), Some(state_file::set_aside(path, &reason))),
        }
    }

    /// Writes them.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        state_file::save(path, self)
    }

    /// Sets the zoom within 0.5..=3; what is not finite becomes 1.
    pub fn set_zoom(&mut self, zoom: f32) {
        self.zoom = if zoom.is_finite() { zoom.clamp(0.5, 3.0) } else { 1.0 };
    }

    /// Puts a project first in the recent ones.
    pub fn remember(&mut self, project: &Path) {
        self.recent.retain(|known| known != project);
        self.recent.insert(0, project.to_owned());
        self.recent.truncate(RECENT);
    }
}
