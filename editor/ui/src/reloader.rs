//! Reads what changed on disk on its own thread, so that a large or bad file never holds a frame up.

use crate::document::{Document, Read, Which};
use crate::watch::Seen;
use crossbeam_channel::{Receiver, TryRecvError, bounded};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of reading.
pub enum Answer {
    /// What the files hold now.
    Read(Box<Read>),
    /// The project is gone from disk.
    Gone,
    /// It could not be read; why.
    Failed(String),
}

/// At most one reading at a time; what is seen meanwhile waits for the next.
#[derive(Default)]
pub struct Reloader {
    running: Option<Receiver<Answer>>,
    waiting: Option<Which>,
}

impl Reloader {
    /// Wants files read again.
    pub fn want(&mut self, seen: Seen) {
        let new = match seen {
            Seen::Files(files) => Which::Files(files),
            Seen::Everything => Which::All,
        };
        self.waiting = Some(match (self.waiting.take(), new) {
            (None, new) => new,
            (Some(Which::Files(mut old)), Which::Files(new)) => {
                old.extend(new);
                Which::Files(old)
            }
            _ => Which::All,
        });
    }

    /// Starts what waits, and answers what has been read.
    pub fn poll(&mut self, document: &Document, wake: &egui::Context) -> Option<Answer> {
        if self.running.is_none()
            && let Some(which) = self.waiting.take()
        {
            self.start(which, document, wake);
        }
        let answer = self.running.as_ref()?;
        let answer = match answer.try_recv() {
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Answer::Failed("the reading thread could not be started".to_owned()),
            Ok(answer) => answer,
        };
        self.running = None;
        Some(answer)
    }

    fn start(&mut self, which: Which, document: &Document, wake: &egui::Context) {
        let (sender, receiver) = bounded(1);
        let (reading, wake) = (document.reading(), wake.clone());
        // A thread that is not started drops the sender, which the next poll tells.
        let _ = std::thread::Builder::new().name("reload".to_owned()).spawn(move || {
            let answer = match catch_unwind(AssertUnwindSafe(|| reading.read(which))) {
                Ok(Some(read)) => Answer::Read(Box::new(read)),
                Ok(None) => Answer::Gone,
                Err(panic) => Answer::Failed(crate::jobs::panic_message(panic.as_ref())),
            };
            // The project may have been left meanwhile.
            let _ = sender.send(answer);
            wake.request_repaint();
        });
        self.running = Some(receiver);
    }
}
