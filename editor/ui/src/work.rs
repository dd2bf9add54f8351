//! What long work of the engine needs from the editor: a pool of threads, a watch, and a place for files.

use crate::jobs::Progress;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Threads for one job: all cores, so that a job is as fast as its twin on the command line.
///
/// # Errors
/// When the system starts no threads.
pub fn engine_pool() -> Result<rayon::ThreadPool, String> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let names = |index| format!("engine-{index}");
    rayon::ThreadPoolBuilder::new()
        .num_threads(cores)
        .thread_name(names)
        .build()
        .map_err(|error| format!("no threads could be started: {error}"))
}

/// Runs `work` with a watch that reports to `progress`, stops with it, and pauses while `pause` is set.
pub fn watched<T>(progress: &Progress, pause: &AtomicBool, work: impl FnOnce(&compose::Watch<'_>) -> T) -> T {
    let tell = |at: compose::Progress| {
        progress.stage(at.stage);
        progress.report(at.done, at.total);
    };
    work(&compose::Watch { cancel: progress.cancel_flag(), pause, progress: &tell })
}

/// One of several pieces of work of a job.
pub struct Part {
    /// Pieces done before.
    pub index: u64,
    /// Pieces in all.
    pub all: u64,
    /// What it is called.
    pub title: &'static str,
}

/// As [`watched`], where the job's progress is that of all its parts.
pub fn watched_part<T>(progress: &Progress, pause: &AtomicBool, part: &Part, work: impl FnOnce(&compose::Watch<'_>) -> T) -> T {
    let tell = |at: compose::Progress| {
        let stage = at.stage.to_string();
        progress.stage(if stage.is_empty() { part.title.to_owned() } else { format!("{}: {stage}", part.title) });
        progress.report_within(part.index, part.all, if at.total > 0 { at.done as f32 / at.total as f32 } else { 0.0 });
    };
    work(&compose::Watch { cancel: progress.cancel_flag(), pause, progress: &tell })
}

/// A path in `folder` that is not taken yet: `name.ext`, then `name-2.ext` and so on.
pub fn free_path(folder: &Path, name: &str, extension: &str) -> PathBuf {
    let first = folder.join(format!("{name}.{extension}"));
    let numbered = (2..).map(|number: u32| folder.join(format!("{name}-{number}.{extension}")));
    std::iter::once(first).chain(numbered).find(|path| !path.exists()).unwrap_or_else(|| folder.join(name))
}

/// Writes a new file, making its folder.
///
/// # Errors
/// What the system says, with the path.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let say = |error: std::io::Error| format!("cannot write: {error}: {}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(say)?;
    }
    let mut file = std::fs::File::create_new(path).map_err(say)?;
    std::io::Write::write_all(&mut file, bytes).map_err(say)?;
    file.sync_all().map_err(say)
}
