//! Questions that hold everything else: unsaved work, and what this program is.

use super::EditorApp;
use super::files::{Conflict, Leaving};
use crate::theme::strong;
use project::Offer;

/// The open question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Modal {
    /// What to do with unsaved work.
    Unsaved(Leaving),
    /// Unsaved work of an earlier run was found.
    Recovery(Vec<Offer>),
    /// A file changed on disk and here.
    Conflict(Conflict),
    /// What this program is.
    About,
}

impl EditorApp {
    /// Draws the open question, if any, and acts on the answer.
    pub(super) fn modal_ui(&mut self, ctx: &egui::Context) {
        let Some(modal) = self.modal.clone() else { return };
        let response = egui::Modal::new(egui::Id::new("modal")).show(ctx, |ui| {
            ui.set_max_width(420.0);
            match &modal {
                Modal::Unsaved(leaving) => self.unsaved_ui(ui, leaving),
                Modal::Recovery(offers) => self.recovery_ui(ui, offers),
                Modal::Conflict(conflict) => self.conflict_ui(ui, conflict),
                Modal::About => self.about_ui(ui),
            }
        });
        // Found work is decided on, never dismissed.
        let dismissible = !matches!(modal, Modal::Recovery(_));
        if dismissible && response.should_close() && self.modal.as_ref() == Some(&modal) {
            self.modal = None;
        }
    }

    fn unsaved_ui(&mut self, ui: &mut egui::Ui, leaving: &Leaving) {
        let dirty = self.document.as_ref().map(|document| document.dirty().len()).unwrap_or_default();
        ui.label(strong("Save the changes?"));
        ui.label(match dirty {
            1 => "One file has changes that are not on disk.".to_owned(),
            n => format!("{n} files have changes that are not on disk."),
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Save").clicked() {
                self.modal = None;
                if self.save() {
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
