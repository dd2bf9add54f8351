//! Progress, pause and cancel of long work, without a clock or a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Units finished.
    pub done: u64,
    /// Units in all; zero when unknown.
    pub total: u64,
    /// What is being done, in a few words.
    pub stage: &'static str,
}

/// What a caller hands to long work. All three may be used from any thread.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set to stop soon; what is finished is kept.
    pub cancel: &'a AtomicBool,
    /// While set, no new unit of work begins.
    pub pause: &'a AtomicBool,
    /// Told after every unit.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// A flag that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Watch<'static> {
    /// Never cancels, tells nobody.
    pub fn quiet() -> Self {
        Watch { cancel: &NEVER, pause: &NEVER, progress: &|_| {} }
    }
}

impl Watch<'_> {
    /// True once the work should stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
    /// Reports.
    pub fn report(&self, done: u64, total: u64, stage: &'static str) {
        (self.progress)(Progress { done, total, stage });
    }
    /// Yields while paused; true when the work should stop.
    pub fn wait_turn(&self) -> bool {
        while self.pause.load(Ordering::Relaxed) && !self.is_cancelled() {
            std::thread::park_timeout(std::time::Duration::from_millis(20));
        }
        self.is_cancelled()
    }
}
