//! Questions that hold everything else: unsaved work, and what this program is.

use super::EditorApp;
use super::files::{Conflict, Leaving};
use crate::picker::Purpose;
use crate::theme::strong;
use crate::widgets::capital;
use egui::{RichText, TextEdit, WidgetInfo, WidgetType};
use project::{Offer, RealDisk};
use std::path::{Path, PathBuf};

/// The open question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Modal {
    /// What to do with unsaved work.
    Unsaved(Leaving),
    /// Unsaved work of an earlier run was found.
    Recovery(Vec<Offer>),
    /// A file changed on disk and here.
    Conflict(Conflict),
    /// A new project is described.
    New(NewProject),
    /// The project is gone from disk.
    Gone,
    /// What this program is.
    About,
}

/// What a new project shall be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NewProject {
    /// The shown name; the folder is called after it.
    pub name: String,
    /// The folder in which it gets its own.
    pub parent: String,
}

impl NewProject {
    /// Its folder: the name in lower case, with a dash for what is awkward in paths.
    fn folder(&self) -> PathBuf {
        let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
        let name: String = self.name.trim().to_lowercase().chars().map(plain).collect();
        Path::new(self.parent.trim()).join(name.trim_matches('-'))
    }

    /// Why it cannot be made.
    fn refusal(&self) -> Option<String> {
        let folder = self.folder();
        if folder == Path::new(self.parent.trim()) {
            return Some("It needs a name.".to_owned());
        }
        if !Path::new(self.parent.trim()).is_absolute() {
            return Some("The folder it stands in must be a whole path.".to_owned());
        }
        project::may_create(&RealDisk, &folder).err().map(|error| capital(&error.to_string()))
    }
}

impl EditorApp {
    /// Draws the open question, if any, and acts on the answer.
    pub(super) fn modal_ui(&mut self, ctx: &egui::Context) {
        let Some(modal) = self.modal.clone().filter(|_| !self.picker.is_open()) else { return };
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
        let response = egui::Modal::new(egui::Id::new("modal")).frame(frame).show(ctx, |ui| {
            ui.set_max_width(440.0);
            match &modal {
                Modal::Unsaved(leaving) => self.unsaved_ui(ui, leaving),
                Modal::Recovery(offers) => self.recovery_ui(ui, offers),
                Modal::Conflict(conflict) => self.conflict_ui(ui, conflict),
                Modal::New(form) => self.new_ui(ui, form),
                Modal::Gone => self.gone_ui(ui),
                Modal::About => self.about_ui(ui),
            }
        });
        // Found work is decided on, never dismissed.
        let dismissible = !matches!(modal, Modal::Recovery(_));
        let same = self.modal.as_ref().is_some_and(|now| std::mem::discriminant(now) == std::mem::discriminant(&modal));
        if dismissible && same && response.should_close() {
            self.modal = None;
        }
    }

    fn unsaved_ui(&mut self, ui: &mut egui::Ui, leaving: &Leaving) {
        let dirty = self.document.as_ref().map(|document| document.dirty().len()).unwrap_or_default();
        ui.label(strong("Save the changes?"));
        ui.label(match (self.gone.is_some(), dirty) {
            (true, _) => "The project's folder is gone; nothing of it is on disk.".to_owned(),
            (_, 1) => "One file has changes that are not on disk.".to_owned(),
            (_, n) => format!("{n} files have changes that are not on disk."),
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Save").clicked() {
                self.modal = None;
                let saved = if self.gone.is_some() { self.save_again() } else { self.save() };
                if saved {
                    self.leave(leaving.clone());
                }
            }
            if ui.button("Discard").clicked() {
                self.modal = None;
                self.discard_unsaved();
                self.leave(leaving.clone());
            }
            if ui.button("Cancel").clicked() {
                self.modal = None;
            }
        });
    }

    fn recovery_ui(&mut self, ui: &mut egui::Ui, offers: &[Offer]) {
        ui.label(strong("Unsaved work was found"));
        ui.label("The editor ended before these were saved:");
        for offer in offers {
            let key = &offer.unsaved.key;
            let what = format!("{} {}", key.kind().noun(), key.id().unwrap_or_default());
            let note = match (&offer.unsaved.asset, offer.conflict) {
                (_, true) => "; its file has changed since",
                (None, _) => ", deleted",
                _ => "",
            };
            ui.label(format!("{}{note}", what.trim_end()));
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Restore").clicked() {
                self.modal = None;
                if let Some(document) = &mut self.document {
                    document.restore(offers);
                }
            }
            if ui.button("Forget it").clicked() {
                self.modal = None;
                self.discard_unsaved();
            }
        });
    }

    fn conflict_ui(&mut self, ui: &mut egui::Ui, conflict: &Conflict) {
        ui.label(strong(format!("{} changed on disk", conflict.file.display())));
        ui.label("It also has changes here that are not saved. Taking the disk's version can be undone.");
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Keep mine").clicked() {
                self.modal = None;
            }
            if ui.button("Take the disk's").clicked() {
                self.modal = None;
                if let Some(document) = &mut self.document {
                    document.take_from_disk(&conflict.keys, &conflict.file);
                }
            }
        });
    }

    fn new_ui(&mut self, ui: &mut egui::Ui, form: &NewProject) {
        let theme = self.theme.clone();
        let mut form = form.clone();
        ui.set_width(440.0);
        ui.label(strong("New project"));
        ui.add_space(4.0);
        let mut choose = false;
        egui::Grid::new("new project").num_columns(2).spacing([12.0, 6.0]).show(ui, |ui| {
            ui.label(RichText::new("Name").color(theme.dim));
            field_ui(ui, "Project name", &mut form.name, 344.0);
            ui.end_row();
            ui.label(RichText::new("In folder").color(theme.dim));
            ui.horizontal(|ui| {
                field_ui(ui, "In folder", &mut form.parent, 258.0);
                choose = ui.button("Choose…").clicked();
            });
            ui.end_row();
        });
        let refusal = form.refusal();
        match &refusal {
            Some(reason) => ui.label(RichText::new(reason).color(theme.warn)),
            None => ui.label(RichText::new(format!("Makes {}", form.folder().display())).color(theme.dim)),
        };
        ui.add_space(8.0);
        self.modal = Some(Modal::New(form.clone()));
        ui.horizontal(|ui| {
            let button = ui.add_enabled(refusal.is_none(), egui::Button::new("Create project"));
            if button.on_disabled_hover_text(refusal.as_deref().unwrap_or_default()).clicked() {
                self.modal = None;
                self.leave_project_for(Leaving::New { folder: form.folder(), name: form.name.trim().to_owned() });
            }
            if ui.button("Cancel").clicked() {
                self.modal = None;
            }
        });
        if choose {
            self.ask_for_folder(ui.ctx(), Purpose::New);
        }
    }

    /// Asks for the name and the place of a new project.
    pub(super) fn ask_for_new(&mut self) {
        let beside = self.document.as_ref().and_then(|document| document.root().parent().map(Path::to_owned));
        let parent = beside.or_else(std::env::home_dir).unwrap_or_default();
        let name = "New world".to_owned();
        self.modal = Some(Modal::New(NewProject { name, parent: parent.display().to_string() }));
    }

    fn gone_ui(&mut self, ui: &mut egui::Ui) {
        let root = self.document.as_ref().map(|document| document.root().display().to_string()).unwrap_or_default();
        ui.label(strong("The project is gone from disk"));
        ui.label(RichText::new(root).monospace());
        ui.label(
            "Its folder was deleted, moved or renamed. Everything is still here and can be written to the same place again.",
        );
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Save everything").clicked() {
                self.modal = None;
                self.save_again();
            }
            if ui.button("Not now").clicked() {
                self.modal = None;
            }
        });
    }

    fn about_ui(&mut self, ui: &mut egui::Ui) {
        ui.label(strong("VoxelForge"));
        ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
        ui.label("An editor for deterministic, streaming, underground voxel worlds.");
        ui.add_space(8.0);
        if ui.button("Close").clicked() {
            self.modal = None;
        }
    }
}

fn field_ui(ui: &mut egui::Ui, name: &str, text: &mut String, width: f32) {
    let response = ui.add(TextEdit::singleline(text).desired_width(width));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
}
