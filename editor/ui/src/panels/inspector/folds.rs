//! Which parts of a strate are unfolded, by their place in it; they stay so when the list changes around them.

use crate::document::{List, ListChange, Subject};
use std::collections::BTreeSet;

/// A part of a strate that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fold {
    /// A modifier or a disturbance.
    Member(List, usize),
    /// A region.
    Region(usize),
    /// The parameters of a region's archetype.
    Parameters(usize),
}

/// What is unfolded; everything else is folded.
#[derive(Debug, Default)]
pub(super) struct Folds(BTreeSet<(Subject, Fold)>);

impl Folds {
    /// Whether a part is unfolded.
    pub fn is_open(&self, subject: &Subject, fold: Fold) -> bool {
        self.0.contains(&(subject.clone(), fold))
    }

    /// Folds or unfolds a part.
    pub fn set(&mut self, subject: &Subject, fold: Fold, open: bool) {
        let key = (subject.clone(), fold);
        if open {
            self.0.insert(key);
        } else {
            self.0.remove(&key);
        }
    }

    /// A list is about to change: what is unfolded moves along. A new member is unfolded.
    pub fn follow(&mut self, subject: &Subject, list: List, change: &ListChange) {
        self.renumber(subject, |fold| match fold {
            Fold::Member(of, index) if of == list => place_after(change, index).map(|index| Fold::Member(of, index)),
            other => Some(other),
        });
        if let ListChange::Insert { at, .. } = change {
            self.set(subject, Fold::Member(list, *at), true);
        }
    }

    /// A region is about to go.
    pub fn without_region(&mut self, subject: &Subject, gone: usize) {
        use crate::document::Recipe::Region;
        let after = |index: usize| place_after(&ListChange::Remove { at: gone }, index);
        self.renumber(subject, |fold| match fold {
            Fold::Region(index) => after(index).map(Fold::Region),
            Fold::Parameters(index) => after(index).map(Fold::Parameters),
            Fold::Member(List::Modifiers(Region(index)), at) => {
                after(index).map(|index| Fold::Member(List::Modifiers(Region(index)), at))
            }
            other => Some(other),
        });
    }

    fn renumber(&mut self, subject: &Subject, place: impl Fn(Fold) -> Option<Fold>) {
        let before = std::mem::take(&mut self.0);
        let moved = |(of, fold): (Subject, Fold)| {
            let fold = if of == *subject { place(fold) } else { Some(fold) };
            fold.map(|fold| (of, fold))
        };
        self.0 = before.into_iter().filter_map(moved).collect();
    }
}

/// Where a member of a list is after a change; `None` if it is gone.
fn place_after(change: &ListChange, index: usize) -> Option<usize> {
    Some(match change {
        ListChange::Insert { at, .. } => index + usize::from(index >= *at),
        ListChange::Duplicate { at } => index + usize::from(index > *at),
        ListChange::Remove { at } if index == *at => return None,
        ListChange::Remove { at } => index - usize::from(index > *at),
        ListChange::Move { from, to } if index == *from => *to,
        ListChange::Move { from, to } => {
            let closed_up = index - usize::from(index > *from);
            closed_up + usize::from(closed_up >= *to)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_followed_to_where_a_change_puts_them() {
        let letters = ["a", "b", "c", "d"];
        for (change, after) in [
            (ListChange::Move { from: 0, to: 2 }, vec!["b", "c", "a", "d"]),
            (ListChange::Move { from: 3, to: 1 }, vec!["a", "d", "b", "c"]),
            (ListChange::Remove { at: 1 }, vec!["a", "c", "d"]),
            (ListChange::Duplicate { at: 1 }, vec!["a", "b", "b", "c", "d"]),
        ] {
            for (index, letter) in letters.iter().enumerate() {
                let place = place_after(&change, index);
                assert_eq!(place.and_then(|place| after.get(place)), after.iter().find(|other| *other == letter), "{change:?}");
            }
        }
    }

    #[test]
    fn what_is_unfolded_stays_so_when_a_region_before_it_goes() {
        let (subject, other) = (Subject::Strate("a".to_owned()), Subject::Strate("b".to_owned()));
        let mut folds = Folds::default();
        folds.set(&subject, Fold::Region(1), true);
        folds.set(&other, Fold::Region(1), true);
        folds.without_region(&subject, 0);
        assert!(folds.is_open(&subject, Fold::Region(0)) && !folds.is_open(&subject, Fold::Region(1)));
        assert!(folds.is_open(&other, Fold::Region(1)));
    }
}
