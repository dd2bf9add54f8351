//! What every subcommand has: options, threads, progress, a clean stop, and careful output.

use crate::cli::Common;
use crate::output::{self, plain_lines, say, tell};
use crate::progress::Reporter;
use compose::{Progress, Watch};
use project::{Project, Severity};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use world::World;

/// How a subcommand ends when it does not end well.
#[derive(Debug)]
pub struct Failure {
    /// 1: a check failed or work is incomplete; 2: bad usage or input.
    pub code: u8,
    /// For standard error; empty when everything has been said.
    pub message: String,
}

impl Failure {
    /// Bad usage or input.
    pub fn input(message: impl ToString) -> Self {
        Self { code: 2, message: message.to_string() }
    }
    /// A check failed, or work is incomplete.
    pub fn failed(message: impl ToString) -> Self {
        Self { code: 1, message: message.to_string() }
    }
}

/// What a subcommand returns.
pub type Outcome = Result<(), Failure>;

/// Options, threads, progress and stop of one run.
pub struct Session {
    common: Common,
    cancel: Arc<AtomicBool>,
    pause: AtomicBool,
    reporter: Reporter,
}

impl Session {
    /// Takes over Ctrl-C: the first asks for a clean stop.
    pub fn new(common: Common) -> Self {
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = cancel.clone();
        // Without a handler Ctrl-C ends the program at once, which loses nothing finished either.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
            tell("stopping; once more to stop at once");
        });
        Self { common, cancel, pause: AtomicBool::new(false), reporter: Reporter::new() }
    }
    /// Runs work that reports and may be cancelled.
    pub fn watched<T>(&self, work: impl FnOnce(Watch<'_>) -> T) -> T {
        let progress = |progress: Progress| self.reporter.show(progress);
        let result = work(Watch { cancel: &self.cancel, pause: &self.pause, progress: &progress });
        self.reporter.finish();
        result
    }
    /// Whether Ctrl-C was pressed.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
    /// Number of threads to use.
    pub fn threads(&self) -> usize {
        match self.common.threads {
            Some(count) => usize::from(count),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
    /// A pool of that many named threads.
    pub fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads()).thread_name(|n| format!("pool-{n}"));
        builder.build().map_err(|e| Failure::failed(format!("cannot start {} threads: {e}", self.threads())))
    }
    /// Whether one JSON document is wanted.
    pub fn wants_json(&self) -> bool {
        self.common.json
    }
    /// Prints the result: the document with `--json`, else the text.
    pub fn print(&self, text: impl AsRef<str>, json: &Value) {
        say(if self.common.json { json.to_string() } else { plain_lines(text.as_ref().trim_end()) });
    }
    /// Whether `option` names a file that can be written; to be asked before the work. See [`output::judge`].
    pub fn may_write(&self, option: &str, path: &Path, endings: &[&str]) -> Outcome {
        output::judge(option, path, endings, self.common.force)
    }
    /// Writes a whole file; see [`output::write`].
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Outcome {
        output::write(path, bytes, self.common.force)
    }
    /// Loads a project whose every asset is good.
    pub fn project(&self, root: &Path) -> Result<Project, Failure> {
        let project = project::load(root).map_err(Failure::input)?;
        for diagnostic in &project.diagnostics {
            tell(diagnostic.to_string());
        }
        let errors = project.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        if errors > 0 {
            return Err(Failure::input(format!("{errors} errors; `voxelforge check` lists them")));
        }
        Ok(project)
    }
    /// Loads a project and resolves its world.
    pub fn world(&self, root: &Path) -> Result<Arc<World>, Failure> {
        let project = self.project(root)?;
        World::resolve(&project.assets, None).map(Arc::new).map_err(|errors| {
            let placed = project.placed_errors(&project.assets, &errors);
            Failure::input(placed.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })
    }
}

/// The strates a command is about: one, or all.
pub fn chosen(world: &World, strate: Option<u16>) -> Result<Vec<world::StrateIndex>, Failure> {
    let count = world.strates().len();
    match strate {
        Some(index) if usize::from(index) >= count => {
            Err(Failure::input(format!("--strate {index}: the world has strates 0 to {}", count.saturating_sub(1))))
        }
        Some(index) => Ok(vec![world::StrateIndex(index)]),
        None => Ok(world.strates().iter().map(|s| s.index).collect()),
    }
}
