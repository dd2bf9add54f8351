//! Progress on standard error: a bar on a terminal, plain lines otherwise.

use crate::output::tell;
use compose::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Plain lines come no more often than this.
const LINE_EVERY: Duration = Duration::from_secs(2);

/// Shows what long work reports; may be told from any thread.
pub struct Reporter {
    bar: Option<ProgressBar>,
    last: Mutex<Option<(Instant, &'static str)>>,
}

impl Reporter {
    /// Chooses the form by what standard error is.
    pub fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            if let Ok(style) = ProgressStyle::with_template("{msg:28} {bar:32} {pos}/{len} {per_sec} {eta}") {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, last: Mutex::new(None) }
    }
    /// Shows one report.
    pub fn show(&self, progress: Progress) {
        if let Some(bar) = &self.bar {
            bar.set_length(progress.total);
            bar.set_position(progress.done);
            bar.set_message(progress.stage);
            return;
        }
        let now = Instant::now();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|(at, stage)| stage != progress.stage || now.duration_since(at) >= LINE_EVERY);
        if due || progress.total > 0 && progress.done == progress.total {
            *last = Some((now, progress.stage));
            tell(format!("{} {}/{}", progress.stage, progress.done, progress.total));
        }
    }
    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
