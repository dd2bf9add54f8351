//! What the editor did and what went wrong, in order, for the Log panel and for toasts.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Lines kept.
const KEPT: usize = 2000;

/// How grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For the record.
    Info,
    /// Doubtful.
    Warning,
    /// Failed.
    Error,
}

impl Level {
    /// How long a line is news; afterwards it stands in the log only.
    fn stays(self) -> Duration {
        Duration::from_secs(match self {
            Level::Info => 8,
            Level::Warning => 20,
            Level::Error => 60,
        })
    }
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Since the editor started.
    pub at: Duration,
    /// How grave.
    pub level: Level,
    /// What happened.
    pub text: String,
}

/// The lines kept, oldest first.
#[derive(Debug)]
pub struct Log {
    started: Instant,
    lines: VecDeque<Line>,
}

impl Default for Log {
    fn default() -> Self {
        Self { started: Instant::now(), lines: VecDeque::new() }
    }
}

impl Log {
    /// Adds a line, and tells whoever listens to the program's events.
    pub fn add(&mut self, level: Level, text: impl Into<String>) {
        let text = text.into();
        match level {
            Level::Info => tracing::info!("{text}"),
            Level::Warning => tracing::warn!("{text}"),
            Level::Error => tracing::error!("{text}"),
        }
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(Line { at: self.started.elapsed(), level, text });
    }
    /// Adds a line for the record.
    pub fn info(&mut self, text: impl Into<String>) {
        self.add(Level::Info, text);
    }
    /// Adds a doubt.
    pub fn warning(&mut self, text: impl Into<String>) {
        self.add(Level::Warning, text);
    }
    /// Adds a failure.
    pub fn error(&mut self, text: impl Into<String>) {
        self.add(Level::Error, text);
    }
    /// The lines kept, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.iter()
    }
    /// The newest line while it is news, and for how much longer it is.
    pub fn news(&self) -> Option<(&Line, Duration)> {
        let line = self.lines.back()?;
        let left = line.level.stays().checked_sub(self.started.elapsed().saturating_sub(line.at))?;
        (!left.is_zero()).then_some((line, left))
    }
}
