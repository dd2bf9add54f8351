//! Placed mistakes: what a person needs to find and mend one.

use crate::quote::plain;
use std::fmt;
use std::path::{Path, PathBuf};

/// How bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The asset could not be used.
    Error,
    /// Used, but doubtful.
    Warning,
}

/// One mistake, placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// File, relative to the project's folder.
    pub file: PathBuf,
    /// 1-based; `None` when the whole file is meant.
    pub line: Option<u32>,
    /// 1-based column in characters.
    pub column: Option<u32>,
    /// The field's path: `archetype.FlatPlain.floor_m`.
    pub field: String,
    /// What is wrong.
    pub reason: String,
    /// What would be accepted, or the nearest valid name.
    pub accepted: Option<String>,
}

impl Diagnostic {
    /// An error that concerns a whole file.
    pub fn of_file(file: &Path, reason: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            file: file.to_owned(),
            line: None,
            column: None,
            field: String::new(),
            reason: reason.into(),
            accepted: None,
        }
    }
}

impl fmt::Display for Diagnostic {
    /// `strates/plain.ron:7:14: error: archetype.FlatPlain.floor_m: 900 m is out of range; accepted: 2 m to 240 m`, on one line:
    /// control characters are written as escapes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plain(&self.file.to_string_lossy()))?;
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, ":{line}:{column}")?;
        }
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, ": {severity}: ")?;
        if !self.field.is_empty() {
            write!(f, "{}: ", plain(&self.field))?;
        }
        f.write_str(&plain(&self.reason))?;
        match &self.accepted {
            Some(accepted) => write!(f, "; accepted: {}", plain(accepted)),
            None => Ok(()),
        }
    }
}
