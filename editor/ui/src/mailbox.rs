//! A mailbox for a worker thread that holds one letter: a newer one replaces an older one that has not been taken.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The mailbox. Cloning shares it.
pub struct Mailbox<T>(Arc<(Mutex<Slot<T>>, Condvar)>);

struct Slot<T> {
    newest: Option<T>,
    closed: bool,
}

impl<T> Clone for Mailbox<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Self(Arc::new((Mutex::new(Slot { newest: None, closed: false }), Condvar::new())))
    }
}

impl<T> Mailbox<T> {
    /// Puts a letter in, in place of one not yet taken.
    pub fn put(&self, letter: T) {
        self.lock().newest = Some(letter);
        self.0.1.notify_one();
    }

    /// Closes it: what is in it can still be taken.
    pub fn close(&self) {
        self.lock().closed = true;
        self.0.1.notify_all();
    }

    /// Waits for a letter; `None` once the mailbox is closed and empty.
    pub fn take(&self) -> Option<T> {
        let mut slot = self.lock();
        loop {
            if let Some(letter) = slot.newest.take() {
                return Some(letter);
            }
            if slot.closed {
                return None;
            }
            slot = self.0.1.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Slot<T>> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_letter_is_taken_and_a_closed_box_is_emptied_first() {
        let mailbox = Mailbox::default();
        mailbox.put(1);
        mailbox.put(2);
        mailbox.close();
        assert_eq!(mailbox.take(), Some(2));
        assert_eq!(mailbox.take(), None);
    }
}
