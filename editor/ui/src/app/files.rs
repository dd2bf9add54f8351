//! Files and folders: opening, reloading what changed on disk, choosing folders, keeping the editor's own files.

use super::{EditorApp, Modal, WorldState};
use crate::document::{Document, Reloaded};
use crate::picker::Purpose;
use crate::watch::{Seen, Watch};
use crate::widgets::seed::random_seed;
use project::{AssetKey, RealDisk};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Why the present project is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    /// Another one is opened.
    Open(PathBuf),
    /// A new one is made in an empty folder.
    New(PathBuf),
    /// The window is closed.
    Close,
}

/// A file that changed on disk while it was unsaved here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// Relative to the project's folder.
    pub file: PathBuf,
    /// What is in it.
    pub keys: Vec<AssetKey>,
}

impl EditorApp {
    /// Opens the project of the options, the last one, or the sample.
    pub(super) fn open_first(&mut self) {
        let recent = self.preferences.recent.iter().find(|folder| folder.is_dir()).cloned();
        if let Some(folder) = self.options.project.clone().or(recent).or_else(|| self.options.sample.clone()) {
            self.open_project(&folder);
        }
    }

    /// Opens a project folder in place of the present one. What is unsaved must have been settled before.
    pub(super) fn open_project(&mut self, folder: &Path) {
        match Document::open(folder) {
            Ok(document) => {
                self.log.info(format!("Opened {}", folder.display()));
                self.preferences.remember(document.root());
                self.show_document(document);
            }
            Err(error) => self.log.error(error.to_string()),
        }
    }

    fn show_document(&mut self, document: Document) {
        self.selection = None;
        self.watch = match Watch::new(document.root(), self.wake.clone()) {
            Ok(watch) => {
                if watch.is_polling() {
                    self.log.warning("The system has no watch left: files are looked at once a second");
                }
                Some(watch)
            }
            Err(error) => {
                self.log.warning(format!("Changes on disk will not be noticed: {error}"));
                None
            }
        };
        let resolver = self.world.resolver.take();
        self.world = WorldState::new(resolver);
        self.panels.viewport.forget();
        self.offer_recovery(&document);
        self.document = Some(document);
        self.keep_own_files();
        self.refresh_world();
    }

    /// Asks what to do with unsaved work of an earlier run.
    fn offer_recovery(&mut self, document: &Document) {
        let (Some(journal), Some(state)) = (&mut self.journal, &self.options.state) else { return };
        journal.begin(document);
        match document.recover(state) {
            Ok(found) => {
                if let Some(aside) = found.set_aside {
                    self.log.warning(format!("The journal was unreadable and is set aside: {}", aside.display()));
                }
                if !found.offers.is_empty() {
                    self.modal = Some(Modal::Recovery(found.offers));
                }
            }
            Err(error) => self.log.warning(format!("The journal cannot be read: {error}")),
        }
    }

    /// Puts unsaved work down against a crash; not before a recovery has been decided.
    pub(super) fn keep_journal(&mut self) {
        let (Some(journal), Some(document)) = (&mut self.journal, &self.document) else { return };
        if !matches!(self.modal, Some(Modal::Recovery(_))) {
            journal.keep(document);
        }
        if let Some(trouble) = journal.trouble() {
            self.log.warning(trouble);
        }
    }

    /// Forgets the unsaved work of the open project.
    pub(super) fn discard_unsaved(&mut self) {
        if let (Some(journal), Some(document)) = (&mut self.journal, &self.document) {
            journal.discard(document.root());
        }
    }

    /// Goes on at once when nothing is unsaved, otherwise asks first.
    pub(super) fn leave_project_for(&mut self, leaving: Leaving) {
        if self.document.as_ref().is_some_and(Document::is_dirty) {
            self.modal = Some(Modal::Unsaved(leaving));
        } else {
            self.leave(leaving);
        }
    }

    pub(super) fn leave(&mut self, leaving: Leaving) {
        match leaving {
            Leaving::Open(folder) => self.open_project(&folder),
            Leaving::New(folder) => {
                let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                match project::create_project(&RealDisk, &folder, &name, random_seed()) {
                    Ok(()) => self.open_project(&folder),
                    Err(error) => self.log.error(error.to_string()),
                }
            }
            Leaving::Close => self.may_close = true,
        }
    }

    /// Opens the dialog for a folder.
    pub(super) fn ask_for_folder(&mut self, ctx: &egui::Context, purpose: Purpose) {
        let start = self.document.as_ref().and_then(|document| document.root().parent().map(Path::to_owned));
        self.picker.ask(ctx, purpose, start.as_deref());
    }

    /// Takes in the chosen folder.
    pub(super) fn take_picked(&mut self, ctx: &egui::Context) {
        match self.picker.poll(ctx) {
            Some((Purpose::Open, folder)) => self.leave_project_for(Leaving::Open(folder)),
            Some((Purpose::New, folder)) => self.leave_project_for(Leaving::New(folder)),
            None => {}
        }
    }

    /// Takes in what changed on disk.
    pub(super) fn take_changes_on_disk(&mut self) {
        while let Some(seen) = self.watch.as_ref().and_then(Watch::poll) {
            let Some(document) = &mut self.document else { return };
            let reloaded = match seen {
                Seen::Files(files) => files.into_iter().map(|file| (file.clone(), document.reload(&file))).collect(),
                Seen::Everything => document.reload_all(),
            };
            for (file, outcome) in reloaded {
                self.note_reload(file, outcome);
            }
        }
    }

    fn note_reload(&mut self, file: PathBuf, outcome: Reloaded) {
        let name = file.display();
        match outcome {
            Reloaded::Same => return,
            Reloaded::Taken => {
                self.log.info(format!("Reloaded {name}"));
                self.reloaded = Some(Instant::now());
            }
            Reloaded::Refused => self.log.warning(format!("{name} has mistakes; the last good version stays")),
            Reloaded::Conflict(keys) => {
                self.log.warning(format!("{name} changed on disk and is unsaved here"));
                self.modal = Some(Modal::Conflict(Conflict { file, keys }));
            }
        }
        if let Some(document) = &self.document {
            self.world.list_diagnostics(document);
        }
    }

    /// The viewport has the first tile of another world.
    pub(super) fn note_refresh(&mut self) {
        if let Some(seen) = self.reloaded.take() {
            self.log.info(format!("First refreshed tile {:.2} s after the change was seen", seen.elapsed().as_secs_f64()));
        }
    }

    /// Writes every changed file; true when nothing is unsaved afterwards.
    pub(super) fn save(&mut self) -> bool {
        let Some(document) = &mut self.document else { return true };
        let backups = self.options.state.clone().unwrap_or_else(std::env::temp_dir).join("backups");
        let report = document.save(&backups);
        let clean = !document.is_dirty();
        if report.written > 0 {
            self.log.info(format!("Saved {} file{}", report.written, if report.written == 1 { "" } else { "s" }));
        }
        for file in report.comments_lost {
            self.log.warning(format!("{} was written whole; its comments are in the .bak file", file.display()));
        }
        for error in report.failed {
            self.log.error(error.to_string());
        }
        if let Some((file, keys)) = report.conflicts.into_iter().next() {
            self.modal = Some(Modal::Conflict(Conflict { file, keys }));
        }
        clean
    }

    /// Holds the window open while something is unsaved.
    pub(super) fn guard_closing(&mut self, ctx: &egui::Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if self.may_close {
            if !asked {
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        } else if asked && self.document.as_ref().is_some_and(Document::is_dirty) {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.modal = Some(Modal::Unsaved(Leaving::Close));
        }
    }

    /// Writes preferences and layout; trouble is only logged.
    pub(super) fn keep_own_files(&mut self) {
        let Some(folder) = &self.options.state else { return };
        let written = [self.preferences.save(&folder.join("preferences.ron")), self.dock.save(&folder.join("layout.ron"))];
        for trouble in written.into_iter().filter_map(Result::err) {
            self.log.warning(trouble);
        }
    }
}
