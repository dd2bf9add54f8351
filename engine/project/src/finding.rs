//! Mistakes by their path, before they are placed in a text; and how many of them are told.

use crate::diagnostic::{Diagnostic, Severity};
use crate::quote::shortened;
use crate::tree::{Document, Lines, Path};
use std::ops::Range;
use std::path::Path as FilePath;

/// Most mistakes that are told of one file; of the others only the number is.
pub const MOST_TOLD: usize = 100;
/// Most characters of a field's path, a reason or what is accepted.
const MOST_CHARACTERS: usize = 400;

/// A mistake by its path, not yet placed in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Way to the field.
    pub path: Path,
    /// Where it shows, if that is not the field's value.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub reason: String,
    /// What would be right.
    pub accepted: Option<String>,
}

impl Finding {
    /// A mistake that shows at its field's value.
    pub fn error(path: Path, reason: impl Into<String>, accepted: impl Into<String>) -> Self {
        Self { path, span: None, reason: reason.into(), accepted: Some(accepted.into()) }
    }

    /// Puts a finding into its file: at the value if it is written there, else at the innermost value around it.
    fn placed(self, relative: &FilePath, document: &Document, lines: &Lines) -> Diagnostic {
        let start = match &self.span {
            Some(span) => span.start,
            None => document.nearest_node(&self.path).span.start,
        };
        let (line, column) = lines.position(start);
        Diagnostic { line: Some(line), column: Some(column), ..self.unplaced(relative) }
    }

    /// For a file whose text is not at hand.
    fn unplaced(self, relative: &FilePath) -> Diagnostic {
        let short = |text: &str| shortened(text, MOST_CHARACTERS).into_owned();
        Diagnostic {
            severity: Severity::Error,
            file: relative.to_owned(),
            line: None,
            column: None,
            field: short(&self.path.to_string()),
            reason: short(&self.reason),
            accepted: self.accepted.as_deref().map(short),
        }
    }
}

/// The mistakes of one file: the first [`MOST_TOLD`], and the number of the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    told: Vec<Finding>,
    others: usize,
}

impl Findings {
    /// Adds a mistake; once there are enough, it is only counted.
    pub fn push(&mut self, finding: Finding) {
        self.push_with(|| finding);
    }

    /// As [`Findings::push`], for a mistake that costs something to describe.
    pub fn push_with(&mut self, finding: impl FnOnce() -> Finding) {
        if self.told.len() < MOST_TOLD {
            self.told.push(finding());
        } else {
            self.others += 1;
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Places them in the text they are about, in order of the text.
    pub fn placed(self, relative: &FilePath, document: &Document) -> Vec<Diagnostic> {
        let lines = Lines::new(document.text());
        let others = self.others;
        let told = self.told.into_iter().map(|finding| finding.placed(relative, document, &lines)).collect();
        with_others(told, others, relative)
    }

    /// For a file whose text is not at hand.
    pub fn unplaced(self, relative: &FilePath) -> Vec<Diagnostic> {
        let others = self.others;
        with_others(self.told.into_iter().map(|finding| finding.unplaced(relative)).collect(), others, relative)
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Self {
        Self { told: vec![finding], others: 0 }
    }
}

fn with_others(mut told: Vec<Diagnostic>, others: usize, relative: &FilePath) -> Vec<Diagnostic> {
    if others > 0 {
        // Behind the last one that is told, so that sorting by place keeps it there.
        let (line, column) = told.iter().map(|found| (found.line, found.column)).max().unwrap_or_default();
        told.push(Diagnostic { line, column, ..Diagnostic::of_file(relative, format!("and {others} more mistakes like these")) });
    }
    told
}
