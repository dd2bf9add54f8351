//! Long work on named threads: progress, cancel, cause and revision; one interface for every panel.
//!
//! *Flow.* [`Jobs::start`] answers a [`Task`] that its owner polls each frame. The list of all jobs is kept for the Jobs panel.
//! *Invariants.* A panic of the work becomes a failed job with its message. A cancelled or dropped task delivers nothing.

use crossbeam_channel::{Receiver, bounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Ended jobs kept in the list.
const KEPT: usize = 100;

/// Number of a job, in order of starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// Where a job stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobState {
    /// At work.
    Running,
    /// Ended with a result.
    Done,
    /// Ended early because it was asked to.
    Cancelled,
    /// Ended with a message.
    Failed(String),
}

/// One line of the Jobs panel.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What it does: `Compose 64 candidates`.
    pub title: String,
    /// What it is doing now.
    pub stage: String,
    /// Revision of the document it was computed from.
    pub revision: u64,
    /// Items done.
    pub done: u64,
    /// Items in all; 0 while unknown.
    pub total: u64,
    /// Share of the item at work that is done, 0..=1.
    pub within: f32,
    /// Where it stands.
    pub state: JobState,
    started: Instant,
    ended: Option<Instant>,
    cancel: Arc<AtomicBool>,
}

impl Job {
    /// Time it has run, or ran.
    pub fn elapsed(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now).duration_since(self.started)
    }
    /// Share done, 0..=1; `None` while unknown.
    pub fn share(&self) -> Option<f32> {
        (self.total > 0).then(|| ((self.done as f32 + self.within) / self.total as f32).clamp(0.0, 1.0))
    }
    /// Time left at the rate so far; `None` while unknown.
    pub fn time_left(&self) -> Option<Duration> {
        let share = f64::from(self.share().filter(|share| *share > 0.0 && *share < 1.0)?);
        (self.state == JobState::Running).then(|| self.elapsed().mul_f64((1.0 - share) / share))
    }
    /// Asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
struct List {
    next: u64,
    jobs: Vec<Job>,
}

/// Starts jobs and lists them. Cloning shares the list.
#[derive(Clone)]
pub struct Jobs {
    list: Arc<Mutex<List>>,
    wake: egui::Context,
}

/// Handed to the work: where it reports and learns that it should stop.
pub struct Progress {
    id: JobId,
    jobs: Jobs,
    cancel: Arc<AtomicBool>,
}

/// The owner's end of a job: polled for the result. Dropping it cancels the job.
#[must_use]
pub struct Task<T> {
    /// Its number.
    pub id: JobId,
    /// Revision of the document it was started from; compare with the present one before use.
    pub revision: u64,
    result: Receiver<Result<T, String>>,
    cancel: Arc<AtomicBool>,
}

impl Jobs {
    /// An empty list; `wake` is asked for a repaint when something is reported.
    pub fn new(wake: egui::Context) -> Self {
        Self { list: Arc::default(), wake }
    }

    /// Starts `work` on its own thread, named after the title.
    pub fn start<T: Send + 'static>(
        &self,
        title: impl Into<String>,
        revision: u64,
        work: impl FnOnce(&Progress) -> Result<T, String> + Send + 'static,
    ) -> Task<T> {
        let title = title.into();
        let cancel = Arc::new(AtomicBool::new(false));
        let id = self.begin(&title, revision, cancel.clone());
        let (sender, result) = bounded(1);
        let progress = Progress { id, jobs: self.clone(), cancel: cancel.clone() };
        let thread = std::thread::Builder::new().name(format!("job: {title}"));
        let spawned = thread.spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&progress)));
            let outcome = outcome.unwrap_or_else(|panic| Err(panic_message(panic.as_ref())));
            let cancelled = progress.is_cancelled();
            let state = match &outcome {
                _ if cancelled => JobState::Cancelled,
                Ok(_) => JobState::Done,
                Err(message) => JobState::Failed(message.clone()),
            };
            if !cancelled {
                // The owner may have gone; then nobody wants the result.
                let _ = sender.send(outcome);
            }
            progress.jobs.end(id, state);
        });
        if let Err(error) = spawned {
            self.end(id, JobState::Failed(format!("no thread could be started: {error}")));
        }
        Task { id, revision, result, cancel }
    }

    /// Asks a job to stop; nothing happens if it has ended.
    pub fn cancel(&self, id: JobId) {
        if let Some(job) = self.lock().jobs.iter().find(|job| job.id == id) {
            job.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Asks every job to stop and lists none of them any more.
    pub fn forget(&self) {
        let mut list = self.lock();
        for job in list.jobs.drain(..) {
            job.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// All jobs kept, newest first.
    pub fn snapshot(&self) -> Vec<Job> {
        self.lock().jobs.iter().rev().cloned().collect()
    }

    /// Number of jobs at work.
    pub fn running(&self) -> usize {
        self.lock().jobs.iter().filter(|job| job.state == JobState::Running).count()
    }

    fn begin(&self, title: &str, revision: u64, cancel: Arc<AtomicBool>) -> JobId {
        let mut list = self.lock();
        let id = JobId(list.next);
        list.next += 1;
        list.jobs.push(Job {
            id,
            title: title.to_owned(),
            stage: String::new(),
            revision,
            done: 0,
            total: 0,
            within: 0.0,
            state: JobState::Running,
            started: Instant::now(),
            ended: None,
            cancel,
        });
        id
    }

    fn end(&self, id: JobId, state: JobState) {
        let mut list = self.lock();
        if let Some(job) = list.jobs.iter_mut().find(|job| job.id == id) {
            job.state = state;
            job.ended = Some(Instant::now());
        }
        while list.jobs.len() > KEPT {
            let Some(oldest) = list.jobs.iter().position(|job| job.state != JobState::Running) else { break };
            list.jobs.remove(oldest);
        }
        drop(list);
        self.wake.request_repaint();
    }

    fn lock(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress {
    /// Reports `done` of `total` items (0: unknown).
    pub fn report(&self, done: u64, total: u64) {
        if let Some(job) = self.jobs.lock().jobs.iter_mut().find(|job| job.id == self.id) {
            (job.done, job.total, job.within) = (done, total, 0.0);
        }
        self.jobs.wake.request_repaint();
    }
    /// Reports that of `total` items `done` are done, and `within` (0..=1) of the next.
    pub fn report_within(&self, done: u64, total: u64, within: f32) {
        if let Some(job) = self.jobs.lock().jobs.iter_mut().find(|job| job.id == self.id) {
            let within = if within.is_finite() { within.clamp(0.0, 1.0) } else { 0.0 };
            (job.done, job.total, job.within) = (done, total, within);
        }
        self.jobs.wake.request_repaint();
    }
    /// Says what is being done now.
    pub fn stage(&self, stage: impl Into<String>) {
        if let Some(job) = self.jobs.lock().jobs.iter_mut().find(|job| job.id == self.id) {
            job.stage = stage.into();
        }
        self.jobs.wake.request_repaint();
    }
    /// The work should stop as soon as it can.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
    /// The flag itself, for code that takes one.
    pub fn cancel_flag(&self) -> &AtomicBool {
        &self.cancel
    }
}

impl<T> Task<T> {
    /// The result, once. `Some(Err)` carries the message of a failure; a cancelled task answers `None` for ever.
    pub fn poll(&mut self) -> Option<Result<T, String>> {
        self.result.try_recv().ok()
    }
    /// Asks it to stop.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// The words of a panic.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or_else(|| "stopped by an unknown fault".to_owned(), |text| format!("stopped by a fault: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T>(task: &Task<T>) -> Option<Result<T, String>> {
        task.result.recv_timeout(Duration::from_secs(20)).ok()
    }

    #[test]
    fn a_panic_becomes_a_failed_job_with_its_message() {
        let jobs = Jobs::new(egui::Context::default());
        let task = jobs.start("Break", 3, |_| -> Result<u8, String> { panic!("glass {}", 7) });
        assert_eq!(wait(&task), Some(Err("stopped by a fault: glass 7".to_owned())));
        assert_eq!(task.revision, 3);
    }

    #[test]
    fn a_cancelled_job_delivers_nothing() {
        let jobs = Jobs::new(egui::Context::default());
        let (go, gate) = bounded::<()>(1);
        let mut task = jobs.start("Wait", 0, move |progress| {
            let _ = gate.recv();
            if progress.is_cancelled() { Ok(1) } else { Ok(2) }
        });
        jobs.cancel(task.id);
        let _ = go.send(());
        assert_eq!(wait(&task), None);
        assert_eq!(task.poll(), None);
    }
}
