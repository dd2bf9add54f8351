//! The open project: one immutable snapshot, what its files hold, and the history between.
//!
//! *Invariants.* Every change goes through [`Document::apply`], undo, redo or [`Document::reload`]; each raises the revision.
//! A file is dirty when its value differs from that last read or written, so undoing back to it makes it clean.

mod edit;
mod history;
mod part;
mod recipe;
mod reload;
mod save;
mod section;
mod spot;
mod subject;

pub use edit::{Edit, Refused};
pub use history::History;
pub use part::Part;
pub use recipe::{List, ListChange, Member, Recipe, RegionChange};
pub use reload::{Read, Reading, Reloaded, Which};
pub use save::SaveReport;
pub use section::Section;
pub use spot::Spot;
pub use subject::Subject;

use project::{Asset, AssetKey, Diagnostic, Journal, Offer, OpenError, Project, RealDisk, Recovery, SourceFile, Unsaved};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use world::Assets;

/// The open project.
#[derive(Debug)]
pub struct Document {
    /// What the files hold.
    disk: Project,
    assets: Assets,
    history: History,
    revision: u64,
    /// Rises whenever `disk` changes.
    stamp: u64,
    dirty: BTreeSet<AssetKey>,
}

impl Document {
    /// Reads a project folder. Files with mistakes are listed in [`Document::diagnostics`].
    ///
    /// # Errors
    /// Where there is no project at all.
    pub fn open(root: &Path) -> Result<Self, OpenError> {
        project::load(root).map(Self::from_project)
    }

    /// Of a loaded project.
    pub fn from_project(project: Project) -> Self {
        let assets = project.assets.clone();
        Self { disk: project, assets, history: History::default(), revision: 1, stamp: 0, dirty: BTreeSet::new() }
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.disk.root
    }
    /// The present snapshot.
    pub fn assets(&self) -> &Assets {
        &self.assets
    }
    /// Rises with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }
    /// Mistakes in its files, and names that the present snapshot gives in vain.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        if self.dirty.is_empty() {
            return self.disk.diagnostics.clone();
        }
        let missing_on_disk = self.disk.missing_names(&self.disk.assets);
        let mut found: Vec<_> =
            self.disk.diagnostics.iter().filter(|problem| !missing_on_disk.contains(problem)).cloned().collect();
        found.extend(self.disk.missing_names(&self.assets));
        found
    }
    /// Files as last read or written.
    pub fn sources(&self) -> &BTreeMap<AssetKey, SourceFile> {
        &self.disk.sources
    }
    /// Named steps.
    pub fn history(&self) -> &History {
        &self.history
    }
    /// Files whose value differs from the disk.
    pub fn dirty(&self) -> &BTreeSet<AssetKey> {
        &self.dirty
    }
    /// Whether anything is unsaved.
    pub fn is_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    /// Makes a change. With `held` (a pointer button is down) it joins the gesture of the same target.
    ///
    /// # Errors
    /// Where the change is refused; then nothing has changed.
    pub fn apply(&mut self, edit: &Edit, held: bool) -> Result<(), Refused> {
        let mut after = self.assets.clone();
        edit.apply(&mut after)?;
        if after != self.assets {
            self.history.record(edit, &self.assets, &after, held);
            self.show(after);
        }
        Ok(())
    }

    /// Ends the open gesture; call it when no pointer button is down.
    pub fn end_gesture(&mut self) {
        self.history.close_gesture(&self.assets);
    }

    /// Steps back; false at the beginning.
    pub fn undo(&mut self) -> bool {
        self.end_gesture();
        let before = self.history.undo();
        before.map(|assets| self.show(assets)).is_some()
    }

    /// Steps forward; false at the end.
    pub fn redo(&mut self) -> bool {
        self.end_gesture();
        let after = self.history.redo();
        after.map(|assets| self.show(assets)).is_some()
    }

    /// Undoes or redoes until `done` steps are done, or the end is met.
    pub fn go_to_step(&mut self, done: usize) {
        while self.history.done() > done && self.undo() {}
        while self.history.done() < done && self.redo() {}
    }

    /// Every asset that differs from its file, for the journal.
    pub fn unsaved(&self) -> Vec<Unsaved> {
        self.disk.unsaved(&self.assets)
    }

    /// Unsaved work of an earlier run that the files do not hold.
    ///
    /// # Errors
    /// The system's; a journal that cannot be read is set aside and told of.
    pub fn recover(&self, state: &Path) -> std::io::Result<Recovery> {
        Journal::new(&RealDisk, state, self.root()).recover(&self.disk)
    }

    /// How many mistakes are in its files.
    pub fn errors(&self) -> usize {
        self.disk.diagnostics.iter().filter(|problem| problem.severity == project::Severity::Error).count()
    }

    /// Takes recovered work over, as an undoable step.
    pub fn restore(&mut self, offers: &[Offer]) {
        let mut after = self.assets.clone();
        for offer in offers {
            reload::put(&offer.unsaved.key, offer.unsaved.asset.clone(), &mut after);
        }
        let edit = Edit::Replace { name: "Recovered work".to_owned(), assets: Box::new(after) };
        // Replacing the snapshot is never refused.
        let _ = self.apply(&edit, false);
    }

    fn show(&mut self, assets: Assets) {
        self.assets = assets;
        self.revision += 1;
        self.dirty = differing(&self.disk.assets, &self.assets);
    }
}

/// Keys whose values differ between two snapshots.
fn differing(a: &Assets, b: &Assets) -> BTreeSet<AssetKey> {
    let keys = Asset::keys(a).into_iter().chain(Asset::keys(b));
    keys.filter(|key| Asset::of(a, key) != Asset::of(b, key)).collect()
}
