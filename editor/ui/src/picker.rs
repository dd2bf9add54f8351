//! Asks for a folder: through the system's own dialog where there is one, else through the editor's.

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use egui_file_dialog::{DialogState, FileDialog};
use std::path::{Path, PathBuf};

/// What the folder is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The folder in which a new project gets its own.
    New,
    /// The folder of a project.
    Open,
}

impl Purpose {
    fn title(self) -> &'static str {
        match self {
            Purpose::New => "Folder in which the new project gets its own",
            Purpose::Open => "Open a project folder",
        }
    }

    /// What the main button does.
    fn verb(self) -> &'static str {
        match self {
            Purpose::New => "Choose folder",
            Purpose::Open => "Open project",
        }
    }
}

/// Asks for a folder. Two forms exist: the system's and the editor's own.
pub trait Picker {
    /// Opens the dialog, starting at `start` if that is there.
    fn ask(&mut self, ctx: &egui::Context, purpose: Purpose, start: Option<&Path>);
    /// Draws what is the editor's own to draw, and answers the folder once it is chosen.
    fn poll(&mut self, ctx: &egui::Context) -> Option<(Purpose, PathBuf)>;
    /// Whether a dialog is open.
    fn is_open(&self) -> bool;
}

/// The best picker of this system.
pub fn of_system() -> Box<dyn Picker> {
    // Without a session bus no desktop portal can answer, and a failed request looks like a cancelled one.
    let has_portal = cfg!(not(target_os = "linux")) || std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some();
    if has_portal { Box::new(SystemPicker::default()) } else { Box::new(OwnPicker::default()) }
}

/// The system's dialog, waited for on a thread.
#[derive(Default)]
pub struct SystemPicker {
    waiting: Option<(Purpose, Receiver<Option<PathBuf>>)>,
}

impl Picker for SystemPicker {
    fn ask(&mut self, ctx: &egui::Context, purpose: Purpose, start: Option<&Path>) {
        if self.waiting.is_some() {
            return;
        }
        let mut dialog = rfd::AsyncFileDialog::new().set_title(purpose.title());
        if let Some(start) = start {
            dialog = dialog.set_directory(start);
        }
        let answer = dialog.pick_folder();
        let (sender, receiver) = bounded(1);
        let wake = ctx.clone();
        let spawned = std::thread::Builder::new().name("folder-dialog".to_owned()).spawn(move || {
            let folder = pollster::block_on(answer).map(|handle| handle.path().to_owned());
            // The editor may have been closed meanwhile.
            let _ = sender.send(folder);
            wake.request_repaint();
        });
        self.waiting = spawned.ok().map(|_| (purpose, receiver));
    }

    fn poll(&mut self, _ctx: &egui::Context) -> Option<(Purpose, PathBuf)> {
        let (purpose, receiver) = self.waiting.as_ref()?;
        let purpose = *purpose;
        match receiver.try_recv() {
            Err(TryRecvError::Empty) => None,
            answer => {
                self.waiting = None;
                answer.ok().flatten().map(|folder| (purpose, folder))
            }
        }
    }

    fn is_open(&self) -> bool {
        self.waiting.is_some()
    }
}

/// The editor's own dialog.
#[derive(Default)]
pub struct OwnPicker {
    open: Option<(Purpose, FileDialog)>,
}

impl Picker for OwnPicker {
    fn ask(&mut self, ctx: &egui::Context, purpose: Purpose, start: Option<&Path>) {
        let mut dialog = FileDialog::new()
            .title(purpose.title())
            .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .default_size([720.0, 460.0])
            // Its fields for searching and typing are black in both themes.
            .show_search(false)
            .show_path_edit_button(false);
        let labels = dialog.labels_mut();
        labels.open_button = purpose.verb().to_owned();
        labels.cancel_button = "Cancel".to_owned();
        labels.selected_directory = "Folder:".to_owned();
        if let Some(start) = start {
            dialog = dialog.initial_directory(start.to_owned());
        }
        dialog.pick_directory();
        self.open = Some((purpose, dialog));
        ctx.request_repaint();
    }

    fn poll(&mut self, ctx: &egui::Context) -> Option<(Purpose, PathBuf)> {
        let (purpose, dialog) = self.open.as_mut()?;
        let purpose = *purpose;
        // It writes the chosen name in the fill of selections, which is made to lie behind text.
        let fill = ctx.global_style().visuals.selection.bg_fill;
        ctx.all_styles_mut(|style| style.visuals.selection.bg_fill = style.visuals.hyperlink_color);
        dialog.update(ctx);
        ctx.all_styles_mut(|style| style.visuals.selection.bg_fill = fill);
        let chosen = dialog.take_picked();
        let closed = !matches!(dialog.state(), DialogState::Open);
        if chosen.is_some() || closed {
            self.open = None;
            ctx.request_repaint();
        }
        chosen.map(|folder| (purpose, folder))
    }

    fn is_open(&self) -> bool {
        self.open.is_some()
    }
}
