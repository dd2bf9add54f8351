//! Which member of an old list each member of a new one was, so that it keeps its notation and comments wherever it goes.

use crate::tree::{Block, Document, Entry, Node, inline};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The old place of every member of the new list; `None` for one that is new. Where each has a name of its own (an id, or itself being
/// a word or text) they are matched by it. Else those are found that are as they were, head and tail before the others, so that equal
/// ones stay where they are; then each other is, of those called the same, the one that it has most in common with.
pub fn origins(old_document: &Document, old: &Block, new_document: &Document, new: &Block) -> Vec<Option<usize>> {
    if let (Some(old_names), Some(new_names)) = (names(old_document, old), names(new_document, new)) {
        return new_names.iter().map(|name| old_names.iter().position(|old_name| old_name == name)).collect();
    }
    let (old_values, new_values) = (values(old_document, old), values(new_document, new));
    let head = old_values.iter().zip(&new_values).take_while(|(old, new)| old == new).count();
    let most = old_values.len().min(new_values.len()) - head;
    let tail = old_values.iter().rev().zip(new_values.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old_values.len() - tail, new_values.len() - tail);
    let mut left: Vec<usize> = (head..old_end).collect();
    let mut unchanged = |index: usize| match index {
        index if index < head => Some(index),
        index if index >= new_end => Some(old_end + (index - new_end)),
        index => {
            let same = left.iter().position(|place| old_values.get(*place) == new_values.get(index));
            same.map(|at| left.remove(at))
        }
    };
    let mut places: Vec<Option<usize>> = (0..new_values.len()).map(&mut unchanged).collect();
    for (place, entry) in places.iter_mut().zip(&new.entries).filter(|(place, _)| place.is_none()) {
        let alike = |(at, old_place): (usize, &usize)| {
            let likeness = likeness(old_document, &old.entries.get(*old_place)?.value, new_document, &entry.value)?;
            Some((likeness, Reverse(at)))
        };
        // Of equally like ones the first.
        let best = left.iter().enumerate().filter_map(alike).max();
        *place = best.map(|(_, Reverse(at))| left.remove(at));
    }
    places
}

fn values(document: &Document, block: &Block) -> Vec<String> {
    block.entries.iter().map(|entry| inline(document, &entry.value)).collect()
}

/// How many members two values of one name share; `None` for values of other names or kinds.
fn likeness(old_document: &Document, old: &Node, new_document: &Document, new: &Node) -> Option<usize> {
    let alike = old_document.name(old) == new_document.name(new)
        && std::mem::discriminant(&old.kind) == std::mem::discriminant(&new.kind);
    let Some(new_block) = new.block() else { return alike.then_some(0) };
    let same = |entry: &&Entry| {
        let Some(key) = new_document.key(entry) else { return false };
        let before = old_document.entry(old, key);
        before.is_some_and(|before| inline(old_document, &before.value) == inline(new_document, &entry.value))
    };
    alike.then(|| new_block.entries.iter().filter(same).count())
}

/// What identifies each member of a list, if every one has something that no other has.
fn names(document: &Document, block: &Block) -> Option<Vec<String>> {
    let name = |entry: &Entry| match entry.value.block() {
        None => Some(document.slice(&entry.value.span).to_owned()),
        Some(_) => document.entry(&entry.value, "id").map(|id| document.slice(&id.value.span).to_owned()),
    };
    let names: Vec<String> = block.entries.iter().map(name).collect::<Option<_>>()?;
    let distinct: BTreeSet<&String> = names.iter().collect();
    (distinct.len() == names.len()).then_some(names)
}
