//! Worker threads and the one queue they take from: the best job is chosen when a worker becomes free, by where the anchors are then.
//!
//! *Lifetime.* The threads end when the last [`Workers`] handle is dropped; a job being built is finished first.

use crate::view::{Rank, View};
use crate::{BuildScratch, NodeKey, tile};
use crossbeam_channel::Sender;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use world::{StrateIndex, World};

/// Results a streamer may leave waiting before its jobs are held back.
const LONGEST_RESULTS: u32 = 512;

/// Named worker threads with one shared priority queue; made by the application, shared by its users.
pub struct Workers {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts `count` (at least 1) threads named `tile-worker-N`. `clock` is injected for the statistics.
    pub fn new(count: usize, clock: fn() -> Duration) -> Arc<Self> {
        let shared = Arc::new(Shared { clock, ..Shared::without_clock() });
        let threads = (0..count.max(1))
            .filter_map(|number| {
                let shared = Arc::clone(&shared);
                let thread = std::thread::Builder::new().name(format!("tile-worker-{number}"));
                thread.spawn(move || shared.work()).ok()
            })
            .collect();
        Arc::new(Self { shared, threads })
    }

    /// No threads and no clock: jobs are run by whoever waits for them, see [`crate::Streamer::run_until_idle`].
    pub fn inline() -> Arc<Self> {
        Arc::new(Self { shared: Arc::new(Shared::without_clock()), threads: Vec::new() })
    }

    pub(crate) fn push(&self, client: &Arc<Client>, job: Job) {
        let mut queue = self.shared.lock();
        match queue.clients.iter_mut().find(|(known, _)| Arc::ptr_eq(known, client)) {
            Some((_, line)) => line.push(client, job),
            None => {
                let mut line = Line::default();
                line.push(client, job);
                queue.clients.push((Arc::clone(client), line));
            }
        }
        drop(queue);
        self.shared.changed.notify_one();
    }

    /// Forgets a client and its waiting jobs.
    pub(crate) fn leave(&self, client: &Arc<Client>) {
        self.shared.lock().clients.retain(|(known, _)| !Arc::ptr_eq(known, client));
    }

    /// Drops something large on a worker's thread; at once where there is none.
    pub(crate) fn discard(&self, rubbish: impl Send + 'static) {
        if !self.threads.is_empty() {
            self.shared.lock().rubbish.push(Box::new(rubbish));
            self.shared.changed.notify_one();
        }
    }

    /// Tells held-back workers that results were taken.
    pub(crate) fn wake(&self) {
        self.shared.changed.notify_all();
    }

    /// Runs the best job of a client on this thread; false if it has none waiting.
    pub(crate) fn run_one(&self, client: &Arc<Client>, scratch: &mut BuildScratch) -> bool {
        let mut queue = self.shared.lock();
        let Some((_, line)) = queue.clients.iter_mut().find(|(known, _)| Arc::ptr_eq(known, client)) else {
            return false;
        };
        let job = line.take_best(client);
        drop(queue);
        job.map(|job| self.shared.run(client, job, scratch)).is_some()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A worker that panicked has nothing left to say here.
            let _ = thread.join();
        }
    }
}

/// One streamer as its jobs see it.
pub(crate) struct Client {
    /// Where the anchors are now; decides which job is best.
    view: Mutex<View>,
    /// Counts the changes of `view`.
    turn: AtomicU32,
    /// Where results go.
    pub results: Sender<Done>,
    /// Results sent and not yet taken.
    pub waiting: AtomicU32,
    /// Jobs being built.
    pub running: AtomicU32,
}

/// A node to build.
pub(crate) struct Job {
    pub ticket: Ticket,
    pub world: Arc<World>,
    pub strates: Vec<StrateIndex>,
    /// Shown geometry that is out of date, or a hole: before anything else.
    pub is_urgent: bool,
}

impl Job {
    fn is_cancelled(&self) -> bool {
        self.ticket.cancelled.load(Ordering::Relaxed)
    }
}

impl Client {
    pub(crate) fn new(results: Sender<Done>) -> Self {
        let [turn, waiting, running] = [(); 3].map(|()| AtomicU32::new(0));
        Self { view: Mutex::default(), turn, results, waiting, running }
    }
    /// The view is whole even if a thread panicked while it held the lock: it is only ever replaced.
    fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Looks from elsewhere from now on.
    pub(crate) fn look(&self, view: View) {
        *self.view() = view;
        self.turn.fetch_add(1, Ordering::AcqRel);
    }
}

/// Names a request; a result whose ticket is no longer held is stale.
#[derive(Clone)]
pub(crate) struct Ticket {
    pub node: NodeKey,
    pub number: u64,
    pub cancelled: Arc<AtomicBool>,
}

/// What came of a job; `None` if it was cancelled on the way.
pub(crate) struct Done {
    pub ticket: Ticket,
    pub strates: Vec<StrateIndex>,
    pub built: Option<tile::BuiltNode>,
    pub took: Duration,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    clock: fn() -> Duration,
}

#[derive(Default)]
struct Queue {
    clients: Vec<(Arc<Client>, Line)>,
    rubbish: Vec<Box<dyn Send>>,
    is_closed: bool,
}

impl Shared {
    fn without_clock() -> Self {
        Self { queue: Mutex::default(), changed: Condvar::new(), clock: || Duration::ZERO }
    }

    /// The queue stays whole even if a thread panicked while it held the lock: every change is a single push or removal.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut scratch = BuildScratch::default();
        let mut queue = self.lock();
        while !queue.is_closed {
            let next = queue
                .clients
                .iter_mut()
                .filter(|(client, _)| client.waiting.load(Ordering::Acquire) < LONGEST_RESULTS)
                .find_map(|(client, line)| Some((Arc::clone(client), line.take_best(client)?)));
            if let Some((client, job)) = next {
                drop(queue);
                self.run(&client, job, &mut scratch);
                queue = self.lock();
            } else if let Some(rubbish) = queue.rubbish.pop() {
                drop(queue);
                drop(rubbish);
                queue = self.lock();
            } else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn run(&self, client: &Client, job: Job, scratch: &mut BuildScratch) {
        client.running.fetch_add(1, Ordering::AcqRel);
        let began = (self.clock)();
        let built = tile::build_node(&job.world, job.ticket.node, &job.strates, scratch, || job.is_cancelled());
        let took = (self.clock)().saturating_sub(began);
        client.waiting.fetch_add(1, Ordering::AcqRel);
        client.running.fetch_sub(1, Ordering::AcqRel);
        // Nobody listens any more once the streamer is gone.
        let _ = client.results.send(Done { ticket: job.ticket, strates: job.strates, built, took });
    }
}

/// The waiting jobs of a client, the best on top. Ranked anew only when its view has changed.
#[derive(Default)]
struct Line {
    jobs: BinaryHeap<Ranked>,
    turn: u32,
}

struct Ranked {
    rank: Rank,
    job: Job,
}

impl Line {
    fn push(&mut self, client: &Client, job: Job) {
        let rank = client.view().rank(job.ticket.node, job.is_urgent);
        self.jobs.push(Ranked { rank, job });
    }
    /// Takes the job with the lowest rank; cancelled ones are dropped on the way.
    fn take_best(&mut self, client: &Client) -> Option<Job> {
        let turn = client.turn.load(Ordering::Acquire);
        if turn != self.turn {
            self.turn = turn;
            let view = client.view();
            let waiting = std::mem::take(&mut self.jobs).into_iter().map(|ranked| ranked.job).filter(|job| !job.is_cancelled());
            self.jobs = waiting.map(|job| Ranked { rank: view.rank(job.ticket.node, job.is_urgent), job }).collect();
        }
        while let Some(Ranked { job, .. }) = self.jobs.pop() {
            if !job.is_cancelled() {
                return Some(job);
            }
        }
        None
    }
}

impl Ord for Ranked {
    /// A lower rank goes first.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.rank.cmp(&self.rank)
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Ranked {}
