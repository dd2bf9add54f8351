//! Keeps the journal of unsaved work on its own thread, so that a crash loses none of it and no frame waits for the disk.

use crate::document::Document;
use crate::mailbox::Mailbox;
use crossbeam_channel::{Receiver, bounded};
use project::{Journal, RealDisk, Unsaved};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

struct Letter {
    root: PathBuf,
    unsaved: Vec<Unsaved>,
}

/// The thread's owner. Dropping it waits until the last letter is on disk.
pub struct JournalKeeper {
    mailbox: Mailbox<Letter>,
    troubles: Receiver<String>,
    thread: Option<JoinHandle<()>>,
    kept: Option<(PathBuf, u64)>,
}

impl JournalKeeper {
    /// Keeps journals in a state folder.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn new(state: &Path) -> std::io::Result<Self> {
        let mailbox = Mailbox::<Letter>::default();
        let (sender, troubles) = bounded(1);
        let (letters, state) = (mailbox.clone(), state.to_owned());
        let thread = std::thread::Builder::new().name("journal".to_owned()).spawn(move || {
            while let Some(letter) = letters.take() {
                if let Err(error) = Journal::new(&RealDisk, &state, &letter.root).write(&letter.unsaved) {
                    // While one trouble waits to be read, more of the same need no telling.
                    let _ = sender.try_send(format!("unsaved work is not kept against a crash: {error}: {}", state.display()));
                }
            }
        })?;
        Ok(Self { mailbox, troubles, thread: Some(thread), kept: None })
    }

    /// Takes a project as it was opened: nothing is put down until it changes.
    pub fn begin(&mut self, document: &Document) {
        self.kept = Some((document.root().to_owned(), document.revision()));
    }

    /// Puts down what is unsaved, if the project has changed since the last call.
    pub fn keep(&mut self, document: &Document) {
        let now = (document.root().to_owned(), document.revision());
        if self.kept.as_ref() != Some(&now) {
            self.mailbox.put(Letter { root: now.0.clone(), unsaved: document.unsaved() });
            self.kept = Some(now);
        }
    }

    /// Forgets what was unsaved in a project.
    pub fn discard(&mut self, root: &Path) {
        self.mailbox.put(Letter { root: root.to_owned(), unsaved: Vec::new() });
    }

    /// Why the journal could not be written, once.
    pub fn trouble(&self) -> Option<String> {
        self.troubles.try_recv().ok()
    }
}

impl Drop for JournalKeeper {
    fn drop(&mut self) {
        self.mailbox.close();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}
