//! How one node steps towards what is wanted of it: shown, split or merged, always by a swap that leaves no hole.

use crate::contents::{Content, is_touched};
use crate::octree::Cover;
use crate::{Change, NodeKey, Streamer};
use glam::IVec3;

/// Whether a node could be shown as it is now.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readiness {
    /// Its content has yet to be built.
    Missing,
    /// It can; the stamp of its content (0 for nothing at all), and whether it certainly has no surface, however fine.
    Ready { stamp: u64, proven: bool },
}

impl Streamer {
    /// The content of a node if it is that of the strates wanted.
    pub(crate) fn content(&self, key: NodeKey) -> Option<&Content> {
        self.contents.get(key).filter(|content| self.wish.strates(&self.world, key).eq(content.strates.iter().copied()))
    }

    fn readiness(&self, key: NodeKey) -> Readiness {
        if !self.wish.is_drawable(key) {
            return Readiness::Ready { stamp: 0, proven: false };
        }
        match self.content(key) {
            Some(content) => Readiness::Ready { stamp: content.stamp, proven: content.proven },
            None => Readiness::Missing,
        }
    }

    /// Looks at one node and takes the step that is possible now, if any.
    pub(crate) fn settle(&mut self, key: NodeKey) {
        let Some(node) = self.tree.get(key) else { return };
        let is_settled = match node.cover {
            Cover::Hidden => self.settle_hidden(key),
            Cover::Shown => self.settle_shown(key),
            Cover::Split => self.settle_split(key),
        };
        if is_settled {
            self.unsettled.remove(&key);
        } else if self.tree.get(key).is_some() {
            self.unsettled.insert(key);
        }
    }

    /// A hidden root is shown as soon as it can be; another node waits for its parent to be split.
    fn settle_hidden(&mut self, key: NodeKey) -> bool {
        let Readiness::Ready { stamp, .. } = self.readiness(key) else {
            self.request(key);
            return false;
        };
        if key.level < self.tree.root_level {
            self.worklist.insert(key.parent());
            return true;
        }
        if self.edited.is_empty() {
            let mut changes = Vec::new();
            self.show(key, stamp, &mut changes);
            self.finish_swap(key, changes);
        }
        false
    }

    fn settle_shown(&mut self, key: NodeKey) -> bool {
        let Some(node) = self.tree.get(key) else { return true };
        let (shown_stamp, wants_split, has_children) = (node.stamp, node.wants_split, node.has_children);
        let Readiness::Ready { stamp, proven } = self.readiness(key) else {
            self.request(key);
            return false;
        };
        if self.edited.contains(&key) {
            self.finish_edit();
            return false;
        }
        if shown_stamp != stamp {
            if self.edited.is_empty() {
                let mut changes = Vec::new();
                self.show(key, stamp, &mut changes);
                self.finish_swap(key, changes);
            }
            return false;
        }
        if !wants_split || proven {
            if has_children {
                self.remove_children(key);
            }
            return true;
        }
        self.add_children(key);
        let all_ready = key.children().all(|child| self.readiness(child) != Readiness::Missing);
        if all_ready && self.edited.is_empty() {
            // A node too large to be drawn shows nothing yet, but will show larger tiles than may touch this one's children.
            let wants_split = |at| self.tree.get(at).is_some_and(|node| node.wants_split);
            let is_open = |at| match self.wish.is_drawable(at) {
                true => self.content(at).is_none_or(|content| !content.proven),
                false => wants_split(at),
            };
            match self.tree.blocker_of_split(key, is_open) {
                Some(blocker) => {
                    self.waiting.entry(blocker).or_default().insert(key);
                }
                None => self.split(key),
            }
        }
        false
    }

    fn settle_split(&mut self, key: NodeKey) -> bool {
        if self.tree.get(key).is_some_and(|node| node.wants_split) {
            self.cancel(key);
            return true;
        }
        let Readiness::Ready { stamp, .. } = self.readiness(key) else {
            self.request(key);
            return false;
        };
        let is_shown = |child: NodeKey| self.tree.get(child).is_some_and(|node| node.cover == Cover::Shown);
        if key.children().all(is_shown) && self.edited.is_empty() {
            match self.tree.blocker_of_merge(key) {
                Some(blocker) => {
                    self.waiting.entry(blocker).or_default().insert(key);
                }
                None => self.merge(key, stamp),
            }
        }
        false
    }

    fn split(&mut self, key: NodeKey) {
        let mut changes = Vec::new();
        self.tree.hide(key, Cover::Split, &mut changes);
        for child in key.children() {
            if let Readiness::Ready { stamp, .. } = self.readiness(child) {
                self.show(child, stamp, &mut changes);
            }
        }
        self.finish_swap(key, changes);
    }

    fn merge(&mut self, key: NodeKey, stamp: u64) {
        let mut changes = Vec::new();
        for child in key.children() {
            self.tree.hide(child, Cover::Hidden, &mut changes);
        }
        self.remove_children(key);
        self.show(key, stamp, &mut changes);
        self.finish_swap(key, changes);
    }

    /// Shows a node's content of this stamp.
    fn show(&mut self, key: NodeKey, stamp: u64, changes: &mut Vec<Change>) {
        let content = self.contents.get(key).filter(|content| content.stamp == stamp);
        self.tree.show(key, content, changes);
    }

    /// Closes the strips round a node whose cover changed, hands the swap over and wakes whoever may go on now.
    fn finish_swap(&mut self, key: NodeKey, mut changes: Vec<Change>) {
        self.tree.refresh_strips(key, &mut changes);
        self.push_swap(changes);
        self.worklist.insert(key);
        self.worklist.extend(key.children().filter(|child| self.tree.get(*child).is_some()));
        if key.level < self.tree.root_level {
            self.worklist.insert(key.parent());
        }
        self.worklist.extend(self.waiting.remove(&key).into_iter().flatten());
    }

    /// Swaps all tiles of an edit at once when the last of them is there.
    fn finish_edit(&mut self) {
        let ready: Vec<_> = self
            .edited
            .iter()
            .map_while(|key| match self.readiness(*key) {
                Readiness::Ready { stamp, .. } => Some((*key, stamp)),
                Readiness::Missing => None,
            })
            .collect();
        if ready.len() < self.edited.len() {
            return;
        }
        self.edited.clear();
        let mut changes = Vec::new();
        for (key, stamp) in &ready {
            self.show(*key, *stamp, &mut changes);
        }
        for (key, _) in &ready {
            self.tree.refresh_strips(*key, &mut changes);
        }
        self.push_swap(changes);
        self.worklist.extend(self.unsettled.iter().copied());
        self.worklist.extend(ready.into_iter().map(|(key, _)| key));
    }

    /// Shown nodes that were proven uniform and that an edit may open are replaced by what is wanted below them, which is just
    /// as uniform: so the edit appears at its final level.
    pub(crate) fn open_proven(&mut self, boxes: &[(IVec3, IVec3)]) {
        let mut open: Vec<_> = self.tree.nodes.keys().copied().filter(|key| is_touched(*key, Some(boxes))).collect();
        while let Some(key) = open.pop() {
            let is_wanted = self.tree.get(key).is_some_and(|node| node.cover == Cover::Shown && node.wants_split);
            if is_wanted && self.content(key).is_some_and(|content| content.proven) {
                self.add_children(key);
                self.tree.hide(key, Cover::Split, &mut Vec::new());
                self.worklist.insert(key);
                for child in key.children() {
                    self.cancel(child);
                    self.contents.insert_proven(child, self.wish.strates(&self.world, child).collect());
                    let stamp = self.contents.get(child).map_or(0, |content| content.stamp);
                    self.show(child, stamp, &mut Vec::new());
                    self.worklist.insert(child);
                    if is_touched(child, Some(boxes)) {
                        open.push(child);
                    }
                }
            }
        }
    }

    fn add_children(&mut self, key: NodeKey) {
        let Some(node) = self.tree.nodes.get_mut(&key) else { return };
        if !node.has_children {
            node.has_children = true;
            for child in key.children() {
                self.tree.add(child, self.wish.is_split(child));
                self.worklist.insert(child);
            }
        }
    }

    /// Takes hidden children out of the tree; their content stays in the store.
    fn remove_children(&mut self, key: NodeKey) {
        key.children().for_each(|child| self.remove(child));
        if let Some(node) = self.tree.nodes.get_mut(&key) {
            node.has_children = false;
        }
    }

    fn remove(&mut self, key: NodeKey) {
        self.cancel(key);
        self.tree.nodes.remove(&key);
        self.worklist.remove(&key);
        self.unsettled.remove(&key);
        self.edited.remove(&key);
        let waiting = self.waiting.remove(&key);
        self.worklist.extend(waiting.into_iter().flatten());
    }

    /// Takes a root that is out of reach out of the picture, with all below it.
    pub(crate) fn drop_root(&mut self, root: NodeKey) {
        let mut changes = Vec::new();
        for key in self.tree.subtree(root) {
            self.tree.hide(key, Cover::Hidden, &mut changes);
            self.remove(key);
        }
        self.tree.refresh_strips(root, &mut changes);
        self.push_swap(changes);
        if !self.edited.is_empty() {
            self.finish_edit();
        }
    }
}
