//! Watches a project's folder and says which files may have changed, once they have stopped changing.
//!
//! *Rules.* The folder is watched, never a file, so that renames over a file are seen. Every event but reading counts; the
//! reader compares hashes, so own writes and idle touches come to nothing. Where watches run out, the folder is polled.

use crossbeam_channel::{Receiver, Sender, bounded};
use notify_debouncer_full::notify::{self, Config, PollWatcher, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer, new_debouncer_opt};
use project::{Disk, LARGEST_FILE, RealDisk};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time without events after which a file is looked at.
const QUIET: Duration = Duration::from_millis(50);
/// Time between two looks at a file that may still be growing.
const SETTLE: Duration = Duration::from_millis(10);
/// Looks at a growing file before it is passed on as it is.
const LOOKS: usize = 20;
/// Time between two looks at the folder where it must be polled.
const POLL: Duration = Duration::from_secs(1);

/// What the folder did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// These files may have changed, appeared or gone; paths relative to the folder.
    Files(BTreeSet<PathBuf>),
    /// So much happened that every file must be looked at.
    Everything,
}

enum Watcher {
    Native(
        #[expect(dead_code, reason = "kept alive: dropping it ends the watch")] Debouncer<RecommendedWatcher, RecommendedCache>,
    ),
    Polling(#[expect(dead_code, reason = "kept alive: dropping it ends the watch")] Debouncer<PollWatcher, RecommendedCache>),
}

/// A watched folder. Dropping it ends the watch.
pub struct Watch {
    watcher: Watcher,
    seen: Receiver<Seen>,
}

impl Watch {
    /// Watches `root`; `wake` is asked for a repaint when something was seen.
    pub fn new(root: &Path, wake: egui::Context) -> Result<Self, notify::Error> {
        let (sender, seen) = bounded(64);
        let watcher = match native(root, sender.clone(), wake.clone()) {
            Ok(watcher) => watcher,
            Err(_) => polling(root, sender, wake)?,
        };
        Ok(Self { watcher, seen })
    }

    /// The folder is looked at once a second, because the system had no watch to give.
    pub fn is_polling(&self) -> bool {
        matches!(self.watcher, Watcher::Polling(_))
    }

    /// What was seen since the last call; `None` when nothing was.
    pub fn poll(&self) -> Option<Seen> {
        self.seen.try_recv().ok()
    }
}

fn native(root: &Path, sender: Sender<Seen>, wake: egui::Context) -> Result<Watcher, notify::Error> {
    let mut debouncer = new_debouncer(QUIET, Some(QUIET / 4), handler(root, sender, wake))?;
    debouncer.watch(root, RecursiveMode::Recursive)?;
    Ok(Watcher::Native(debouncer))
}

fn polling(root: &Path, sender: Sender<Seen>, wake: egui::Context) -> Result<Watcher, notify::Error> {
    let config = Config::default().with_poll_interval(POLL);
    let handler = handler(root, sender, wake);
    let mut debouncer = new_debouncer_opt::<_, PollWatcher, _>(QUIET, None, handler, RecommendedCache::new(), config)?;
    debouncer.watch(root, RecursiveMode::Recursive)?;
    Ok(Watcher::Polling(debouncer))
}

fn handler(root: &Path, sender: Sender<Seen>, wake: egui::Context) -> impl FnMut(DebounceEventResult) + Send + 'static {
    let root = root.to_owned();
    move |result: DebounceEventResult| {
        let seen = match result {
            Ok(events) if events.iter().any(|event| event.need_rescan()) => Seen::Everything,
            Ok(events) => {
                let touched = events.iter().filter(|event| !is_reading(&event.kind));
                let paths: BTreeSet<PathBuf> = touched.flat_map(|event| event.paths.iter().cloned()).collect();
                if paths.contains(&root) || paths.iter().any(|path| path.is_dir()) {
                    Seen::Everything
                } else {
                    let files = paths.iter().filter_map(|path| path.strip_prefix(&root).ok().map(Path::to_owned));
                    Seen::Files(files.filter(|file| file.extension().is_some_and(|end| end == "ron")).collect())
                }
            }
            Err(_) => Seen::Everything,
        };
        if let Seen::Files(files) = &seen {
            if files.is_empty() {
                return;
            }
            for file in files {
                wait_until_settled(&root.join(file));
            }
        }
        // With a full channel everything will be looked at anyway.
        let _ = sender.try_send(seen);
        wake.request_repaint();
    }
}

fn is_reading(kind: &notify::EventKind) -> bool {
    use notify::event::{AccessKind, AccessMode};
    kind.is_access() && *kind != notify::EventKind::Access(AccessKind::Close(AccessMode::Write))
}

/// Waits until a file has the same bytes twice; a file that is gone, or that will not be read, has settled. Only regular files
/// are opened: a pipe would hold up this thread for ever.
fn wait_until_settled(path: &Path) {
    let readable = || std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() <= LARGEST_FILE);
    let hash = || readable().then(|| RealDisk.read(path).ok().map(|bytes| blake3::hash(&bytes))).flatten();
    let mut before = hash();
    for _ in 0..LOOKS {
        std::thread::sleep(SETTLE);
        let now = hash();
        let empty = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() == 0);
        if now == before && !empty {
            return;
        }
        before = now;
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_and_an_endless_device_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("a.ron");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        wait_until_settled(&pipe);
        let device = folder.path().join("b.ron");
        std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
        wait_until_settled(&device);
    }
}
