//! Makes worlds from snapshots on its own thread: only the newest wish counts, the interface never waits.

use crate::document::Subject;
use crate::jobs::panic_message;
use crate::mailbox::Mailbox;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use world::{Assets, ResolveError, Strate, World};

/// A snapshot became a world, or did not.
pub struct Resolved {
    /// Revision of the document it was made from.
    pub revision: u64,
    /// The world, or everything that is wrong.
    pub world: Result<Arc<World>, Vec<ResolveError>>,
}

/// What a world is wanted of.
pub struct Wish {
    /// Revision of the document.
    pub revision: u64,
    /// Its snapshot.
    pub assets: Assets,
    /// What the author looks at: its strate is planned before the world is handed over, as is the first.
    pub focus: Option<Subject>,
}

type Wishes = Mailbox<Wish>;

/// The thread's owner. Dropping it ends the thread.
pub struct Resolver {
    wishes: Wishes,
    results: Receiver<Resolved>,
}

impl Resolver {
    /// Starts the thread; `wake` is asked for a repaint when a world is ready.
    pub fn new(wake: egui::Context) -> std::io::Result<Self> {
        let wishes = Wishes::default();
        let (sender, results) = bounded(2);
        let shared = wishes.clone();
        std::thread::Builder::new().name("world-resolve".to_owned()).spawn(move || serve(&shared, &sender, &wake))?;
        Ok(Self { wishes, results })
    }

    /// Wants a world of this snapshot; an older wish that has not begun is dropped.
    pub fn want(&self, wish: Wish) {
        self.wishes.put(wish);
    }

    /// The next result.
    pub fn poll(&self) -> Option<Resolved> {
        self.results.try_recv().ok()
    }
}

impl Drop for Resolver {
    fn drop(&mut self) {
        self.wishes.close();
    }
}

fn serve(wishes: &Wishes, results: &Sender<Resolved>, wake: &egui::Context) {
    let mut previous: Option<Arc<World>> = None;
    while let Some(wish) = wishes.take() {
        let began = Instant::now();
        let world = resolve(&wish, previous.as_deref()).map(Arc::new);
        tracing::debug!("world of revision {} made in {:?}", wish.revision, began.elapsed());
        if let Ok(world) = &world {
            previous = Some(world.clone());
        }
        if results.send(Resolved { revision: wish.revision, world }).is_err() {
            return;
        }
        wake.request_repaint();
    }
}

/// A fault in the engine is a failed world with its message, never the end of the editor.
fn resolve(wish: &Wish, previous: Option<&World>) -> Result<World, Vec<ResolveError>> {
    let make = || {
        let world = World::resolve(&wish.assets, previous)?;
        let looked_at = |strate: &&Strate| wish.focus.as_ref().is_some_and(|focus| focus.stands_in(strate));
        for strate in world.strates().iter().filter(|strate| strate.index.0 == 0 || looked_at(strate)) {
            // Planned here, so that spawn and marks never hold a frame up. A plan that fails is told by whoever asks for it.
            let _ = world.plan(strate.index);
        }
        Ok(world)
    };
    catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|panic| {
        let reason = panic_message(panic.as_ref());
        Err(vec![ResolveError::Invalid { asset: String::new(), field: "world".to_owned(), reason }])
    })
}
