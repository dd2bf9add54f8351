//! One search of the composer as a job: cards arrive as they are made, with their pictures.

use crate::context::PanelContext;
use crate::jobs::Task;
use crate::work::{engine_pool, watched};
use compose::{Card, SearchSpec};
use picture::Canvas;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use world::Assets;

/// A card and its drawings: vertical section, plan.
pub struct Found {
    /// The card.
    pub card: Card,
    /// Drawings; `None` when the candidate makes no world.
    pub pictures: Option<[Canvas; 2]>,
}

/// Whether a search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// Cards are being made.
    Running,
    /// No new card is begun.
    Paused,
    /// Finished, cancelled or failed.
    Ended,
}

/// A search at work, or ended.
pub struct Run {
    task: Task<()>,
    found: Arc<Mutex<Vec<Found>>>,
    pause: Arc<AtomicBool>,
    ended: bool,
}

impl Run {
    /// Starts searching on all cores.
    pub fn start(ctx: &PanelContext, assets: Assets, seed: u64, count: u32, archetype: Option<String>) -> Self {
        let (found, pause) = (Arc::<Mutex<Vec<Found>>>::default(), Arc::new(AtomicBool::new(false)));
        let (put, paused) = (found.clone(), pause.clone());
        let task = ctx.jobs.start(format!("Compose {count} candidates"), ctx.revision(), move |progress| {
            let pool = engine_pool()?;
            let spec = SearchSpec { archetype, ..SearchSpec::new(&assets, seed, count) };
            let on_card = |card: &Card| {
                let drawn = if card.metrics.is_some() { card.pictures(&assets).ok() } else { None };
                let pictures = drawn.map(|pictures| [pictures.section, pictures.plan]);
                put.lock().unwrap_or_else(PoisonError::into_inner).push(Found { card: card.clone(), pictures });
            };
            watched(progress, &paused, |watch| compose::search(&assets, &spec, &BTreeSet::new(), &pool, &on_card, watch))
                .map(|_| ())
                .map_err(|error| error.to_string())
        });
        Self { task, found, pause, ended: false }
    }

    /// What arrived since the last call, and the message of a failure.
    pub fn take(&mut self) -> (Vec<Found>, Option<String>) {
        let failure = match self.task.poll() {
            Some(result) => {
                self.ended = true;
                result.err()
            }
            None => None,
        };
        let found = std::mem::take(&mut *self.found.lock().unwrap_or_else(PoisonError::into_inner));
        (found, failure)
    }

    /// Whether it goes on.
    pub fn state(&self) -> RunState {
        match (self.ended, self.pause.load(Ordering::Relaxed)) {
            (true, _) => RunState::Ended,
            (false, true) => RunState::Paused,
            (false, false) => RunState::Running,
        }
    }
    /// Stops beginning cards, or goes on.
    pub fn set_paused(&self, paused: bool) {
        self.pause.store(paused, Ordering::Relaxed);
    }
    /// Stops; what was found stays.
    pub fn cancel(&mut self) {
        self.task.cancel();
        self.ended = true;
    }
}
