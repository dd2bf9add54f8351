//! One history of named steps. A step keeps the snapshots before and after; undo and redo swap them.
//!
//! *Gesture.* Edits of the same thing that arrive while a pointer button is held make one step: it opens with the first and closes on release.
//! *Cost.* Snapshots share their parts, so a step costs what it changed; steps beyond the budget fall off the old end.

use super::Edit;
use std::collections::VecDeque;
use std::sync::Arc;
use world::Assets;
use world::defs::Stroke;

/// Most steps kept.
const MAX_STEPS: usize = 1000;
/// Most estimated bytes kept.
const MAX_BYTES: usize = 128 << 20;
/// Estimate for one changed definition.
const DEFINITION_BYTES: usize = 2048;

/// One undoable step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was done: `Floor height of Quiet Plain`.
    pub name: String,
    before: Assets,
    after: Assets,
    bytes: usize,
}

#[derive(Debug)]
struct Gesture {
    name: String,
    first: Edit,
    before: Assets,
}

/// The steps done, and those undone that can be done again.
#[derive(Debug, Default)]
pub struct History {
    steps: VecDeque<Step>,
    done: usize,
    gesture: Option<Gesture>,
}

impl History {
    /// Records an edit that took the project from `before` to `after`. With `held`, it joins or opens a gesture.
    pub fn record(&mut self, edit: &Edit, before: &Assets, after: &Assets, held: bool) {
        match &self.gesture {
            Some(gesture) if gesture.first.same_target(edit) => {}
            _ => {
                self.close_gesture(before);
                self.gesture = Some(Gesture { name: edit.name(before), first: edit.clone(), before: before.clone() });
            }
        }
        if !held {
            self.close_gesture(after);
        }
    }

    /// Ends the open gesture, if any, with the snapshot it led to. A gesture that changed nothing leaves no step.
    pub fn close_gesture(&mut self, now: &Assets) {
        let Some(gesture) = self.gesture.take() else { return };
        if gesture.before == *now {
            return;
        }
        self.steps.truncate(self.done);
        let bytes = changed_bytes(&gesture.before, now);
        self.steps.push_back(Step { name: gesture.name, before: gesture.before, after: now.clone(), bytes });
        self.done = self.steps.len();
        self.drop_oldest();
    }

    /// Steps back; the snapshot to show, or `None` at the beginning. Close the gesture first.
    pub fn undo(&mut self) -> Option<Assets> {
        self.done = self.done.checked_sub(1)?;
        Some(self.steps.get(self.done)?.before.clone())
    }

    /// Steps forward; the snapshot to show, or `None` at the end.
    pub fn redo(&mut self) -> Option<Assets> {
        let after = self.steps.get(self.done)?.after.clone();
        self.done += 1;
        Some(after)
    }

    /// Names of all steps kept, oldest first.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps.iter().map(|step| step.name.as_str())
    }

    /// How many of them are done; the rest can be redone.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Name of the step that undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        if let Some(gesture) = &self.gesture {
            return Some(&gesture.name);
        }
        self.steps.get(self.done.checked_sub(1)?).map(|step| step.name.as_str())
    }

    /// Name of the step that redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.steps.get(self.done).map(|step| step.name.as_str())
    }

    fn drop_oldest(&mut self) {
        let mut bytes: usize = self.steps.iter().map(|step| step.bytes).sum();
        while self.steps.len() > MAX_STEPS || (bytes > MAX_BYTES && self.steps.len() > 1) {
            if let Some(oldest) = self.steps.pop_front() {
                bytes -= oldest.bytes;
                self.done -= 1;
            }
        }
    }
}

/// Estimated bytes that two snapshots do not share.
fn changed_bytes(a: &Assets, b: &Assets) -> usize {
    let mut definitions = usize::from(!Arc::ptr_eq(&a.project, &b.project)) * (1 + b.project.layout.candidates.len());
    definitions += changed(&a.strates, &b.strates).count();
    definitions += changed(&a.biomes, &b.biomes).count();
    definitions += changed(&a.materials, &b.materials).count();
    definitions += changed(&a.corpus, &b.corpus).count();
    let strokes: usize = changed(&a.edits, &b.edits).map(|layer| layer.strokes.len()).sum();
    (1 + definitions) * DEFINITION_BYTES + strokes * size_of::<Stroke>()
}

fn changed<'a, T>(
    a: &'a std::collections::BTreeMap<String, Arc<T>>,
    b: &'a std::collections::BTreeMap<String, Arc<T>>,
) -> impl Iterator<Item = &'a Arc<T>> {
    let new = b.iter().filter(|(id, value)| a.get(*id).is_none_or(|old| !Arc::ptr_eq(old, value)));
    let gone = a.iter().filter(|(id, _)| !b.contains_key(*id));
    new.chain(gone).map(|(_, value)| value)
}
