//! What a check found: one form for all of them.

use crate::{Check, Context, Mode};
use glam::DVec3;
use serde::Serialize;
use std::fmt::Write as _;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    /// Everything tried was as promised, and something was tried.
    Passed,
    /// Something differs, or a part of the check had nothing to try.
    Failed,
    /// Cancelled, or nothing could be tried.
    Incomplete,
}

/// The first thing that is not as promised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What differs from what.
    pub what: String,
    /// Where, world metres.
    pub position_m: Option<[f64; 3]>,
}

/// A finished check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Which check.
    pub check: Check,
    /// How thorough it was.
    pub mode: Mode,
    /// How it ended.
    pub outcome: Outcome,
    /// Number of things tried.
    pub tried: u64,
    /// What the things are (`tiles`, `samples`).
    pub unit: &'static str,
    /// Further counts by name.
    pub counts: Vec<(String, u64)>,
    /// Number of differences.
    pub differences: u64,
    /// The first of them.
    pub first: Option<Difference>,
    /// What a reader should know besides.
    pub notes: Vec<String>,
}

impl Report {
    /// Nothing tried yet.
    pub(crate) fn begin(check: Check, context: &Context<'_>, unit: &'static str) -> Self {
        Self {
            check,
            mode: context.mode,
            outcome: Outcome::Incomplete,
            tried: 0,
            unit,
            counts: Vec::new(),
            differences: 0,
            first: None,
            notes: Vec::new(),
        }
    }
    /// Counts a difference and keeps the first.
    pub(crate) fn differ(&mut self, what: impl Into<String>, position_m: Option<DVec3>) {
        self.differences += 1;
        if self.first.is_none() {
            self.first = Some(Difference { what: what.into(), position_m: position_m.map(|p| p.to_array()) });
        }
    }
    /// Adds a count.
    pub(crate) fn count(&mut self, name: &str, value: u64) {
        self.counts.push((name.to_owned(), value));
    }
    /// Adds the count of a part that must have tried something: a part that tried nothing proves nothing, so it is a difference
    /// of its own. Cancelled work may have come to nothing.
    pub(crate) fn require(&mut self, context: &Context<'_>, name: &str, value: u64) {
        self.count(name, value);
        if value == 0 && !context.watch.is_cancelled() {
            self.differ(format!("nothing was proven: 0 {name}"), None);
        }
    }
    /// Adds a note.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
    /// Decides the outcome.
    pub(crate) fn end(mut self, context: &Context<'_>) -> Self {
        self.outcome = if self.differences > 0 {
            Outcome::Failed
        } else if context.watch.is_cancelled() || self.tried == 0 {
            Outcome::Incomplete
        } else {
            Outcome::Passed
        };
        self
    }
    /// Passed.
    pub fn passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }
    /// As text to read or copy, several lines, without a line end.
    pub fn to_text(&self) -> String {
        let outcome = match self.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "FAILED",
            Outcome::Incomplete => "incomplete",
        };
        let mut text = format!("{}: {outcome}, {} {} tried", self.check.name(), self.tried, self.unit);
        for (name, value) in &self.counts {
            let _ = write!(text, ", {value} {name}");
        }
        if let Some(first) = &self.first {
            let _ = write!(text, "\n  {} differences; the first: {}", self.differences, first.what);
            if let Some([x, y, z]) = first.position_m {
                let _ = write!(text, " (at {x:.2}, {y:.2}, {z:.2})");
            }
        }
        for note in &self.notes {
            let _ = write!(text, "\n  {note}");
        }
        text
    }
}

/// Reasons in one line.
pub(crate) fn in_words<E: ToString>(errors: &[E]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use compose::Watch;
    use std::sync::atomic::AtomicBool;

    fn tried_one(context: &Context<'_>) -> Report {
        Report { tried: 1, ..Report::begin(Check::Meshes, context, "tiles") }
    }

    #[test]
    fn a_part_that_tried_nothing_fails_the_check() {
        let context = fixture::context();
        let mut report = tried_one(&context);
        report.require(&context, "with a surface", 1);
        assert!(report.clone().end(&context).passed());
        report.require(&context, "with a ceiling", 0);
        let report = report.end(&context);
        assert_eq!(report.outcome, Outcome::Failed);
        assert!(report.to_text().contains("nothing was proven: 0 with a ceiling"), "{}", report.to_text());
    }

    #[test]
    fn a_check_that_tried_nothing_has_not_passed() {
        let context = fixture::context();
        assert_eq!(Report::begin(Check::Meshes, &context, "tiles").end(&context).outcome, Outcome::Incomplete);
    }

    #[test]
    fn a_cancelled_check_is_incomplete_and_not_failed() {
        let cancel = AtomicBool::new(true);
        let context = Context { watch: Watch { cancel: &cancel, ..Watch::quiet() }, ..fixture::context() };
        let mut report = tried_one(&context);
        report.require(&context, "with a surface", 0);
        assert_eq!(report.end(&context).outcome, Outcome::Incomplete);
    }
}
