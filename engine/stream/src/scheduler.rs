//! The streamer: desired sets, requests and results, world replacement, budgets, gates and statistics.
//!
//! *Flow of an update.* Results are taken in and the anchors' wish is compared with the last one; both put nodes on a worklist, and
//! each node on it takes at most one step towards what is wanted (`settle.rs`). A still viewer leaves the list empty.

use crate::change::{EditedWorld, Swap};
use crate::contents::{Contents, is_touched};
use crate::key::NodeKey;
use crate::octree::{Cover, Octree};
use crate::statistics::Totals;
use crate::view::{View, Wish};
use crate::workers::{Client, Done, Job, Ticket};
use crate::{Anchor, BuildScratch, Change, Gates, Replacement, Statistics, TileMesh, Workers};
use crossbeam_channel::Receiver;
use glam::IVec3;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use world::{StrateIndex, World};

/// Results taken in per [`USUAL_FRAME`].
const RESULTS_PER_FRAME: usize = 64;
/// Swaps decided ahead of the caller that takes them.
const LONGEST_BACKLOG: usize = 256;
/// Nodes looked at per [`USUAL_FRAME`]; the rest waits for the next update.
const STEPS_PER_FRAME: usize = 512;
/// An update that comes later than this after the last one may do more, in proportion, up to [`MOST_FRAMES`] of them.
const USUAL_FRAME: Duration = Duration::from_micros(16_667);
const MOST_FRAMES: usize = 8;
/// What the author may set.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Radius of the level-0 shell, in tiles; 2..=64.
    pub near_radius_tiles: u32,
    /// Reach of the outermost level in metres; `None` for that level's own shell, which is also the least.
    pub view_distance_m: Option<f32>,
    /// Coarsest level used; at most the one whose cell is the layout unit.
    pub max_level: u8,
    /// Budget of accounted bytes. Over it the shells shrink.
    pub memory_bytes: u64,
}

/// How far the first tile of a new world has come.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Refresh {
    /// Nothing is awaited.
    Idle,
    /// The world was set after the last update.
    Asked,
    /// Awaited since then, by the caller's clock.
    Since(Duration),
}

/// Streams one world round anchors.
pub struct Streamer {
    pub(crate) world: Arc<World>,
    workers: Arc<Workers>,
    client: Arc<Client>,
    results: Receiver<Done>,
    settings: Settings,
    anchors: Vec<Anchor>,
    pub(crate) wish: Wish,
    pub(crate) tree: Octree,
    pub(crate) contents: Contents,
    requests: BTreeMap<NodeKey, Ticket>,
    next_number: u64,
    /// Nodes to look at.
    pub(crate) worklist: BTreeSet<NodeKey>,
    /// Nodes that are not yet as wanted.
    pub(crate) unsettled: BTreeSet<NodeKey>,
    /// Nodes that wait for another to be shown, split or merged.
    pub(crate) waiting: BTreeMap<NodeKey, BTreeSet<NodeKey>>,
    /// Shown nodes of an edit, which are swapped together; nothing else is swapped meanwhile.
    pub(crate) edited: BTreeSet<NodeKey>,
    /// The next edited world and its boxes: taken up when the edit before it is in the picture.
    next_world: Option<EditedWorld>,
    pub(crate) swaps: VecDeque<Swap>,
    /// Something was swapped since all unsettled nodes were last looked at.
    pub(crate) has_moved: bool,
    refresh: Refresh,
    updated_at: Duration,
    radius_lost: u32,
    totals: Totals,
    gap_since: Option<Duration>,
}

impl Streamer {
    /// Nothing is requested before the first `update`.
    pub fn new(world: Arc<World>, workers: Arc<Workers>, settings: Settings) -> Self {
        let (sender, results) = crossbeam_channel::unbounded();
        Self {
            world,
            workers,
            client: Arc::new(Client::new(sender)),
            results,
            settings,
            anchors: Vec::new(),
            wish: Wish::default(),
            tree: Octree::default(),
            contents: Contents::default(),
            requests: BTreeMap::new(),
            next_number: 0,
            worklist: BTreeSet::new(),
            unsettled: BTreeSet::new(),
            waiting: BTreeMap::new(),
            edited: BTreeSet::new(),
            next_world: None,
            swaps: VecDeque::new(),
            has_moved: false,
            refresh: Refresh::Idle,
            updated_at: Duration::ZERO,
            radius_lost: 0,
            totals: Totals::default(),
            gap_since: None,
        }
    }

    /// Replaces the world; the old picture stays until the new one covers it. An edit that comes before the last one is in the
    /// picture waits for it; edits that wait are taken up together.
    pub fn set_world(&mut self, world: Arc<World>, change: Replacement<'_>) {
        match change {
            Replacement::Edit(boxes) if !self.edited.is_empty() => {
                let mut waiting = self.next_world.take().map(|(_, boxes)| boxes).unwrap_or_default();
                waiting.extend_from_slice(boxes);
                self.next_world = Some((world, waiting));
            }
            _ => self.take_up(world, change),
        }
        self.refresh = Refresh::Asked;
    }

    /// Replaces the world by one that is compared with the present one: strokes alone are an edit, changed strates are refreshed tile
    /// by tile.
    pub fn replace(&mut self, world: Arc<World>) {
        match world.difference(&self.world) {
            None => self.set_world(world, Replacement::Whole),
            Some(change) if change.strates.is_empty() => self.set_world(world, Replacement::Edit(&change.edits)),
            Some(change) => self.set_world(world, Replacement::Within(&change.boxes())),
        }
    }

    /// The world being streamed.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Changes the settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.radius_lost = 0;
        self.follow_wish();
    }

    /// Takes finished tiles in, decides what is wanted, orders the queue. Cheap when nothing moved.
    pub fn update(&mut self, now: Duration, anchors: &[Anchor]) {
        if self.refresh == Refresh::Asked {
            self.refresh = Refresh::Since(now);
        }
        let swaps = self.swaps.len();
        let frames = now.saturating_sub(self.updated_at).as_micros() / USUAL_FRAME.as_micros();
        let steps = STEPS_PER_FRAME * (frames as usize).clamp(1, MOST_FRAMES);
        self.updated_at = now;
        let results: Vec<_> = self.results.try_iter().take(RESULTS_PER_FRAME * steps / STEPS_PER_FRAME).collect();
        results.into_iter().for_each(|done| self.accept(done));
        if self.anchors != anchors {
            self.anchors = anchors.to_vec();
            self.follow_wish();
        }
        self.settle_all(steps);
        if self.edited.is_empty() {
            if let Some((world, boxes)) = self.next_world.take() {
                self.take_up(world, Replacement::Edit(&boxes));
                self.settle_all(steps);
            }
        }
        self.keep_budget();
        self.watch_gap(now);
        if let Refresh::Since(then) = self.refresh {
            if self.swaps.iter().skip(swaps).any(Swap::adds) {
                self.totals.refresh = Some(now.saturating_sub(then));
                self.refresh = Refresh::Idle;
            } else if !self.is_busy() {
                // The new world looks the same from here.
                self.refresh = Refresh::Idle;
            }
        }
    }

    /// What to draw and drop this frame; stops after about `budget_bytes` of uploads but never inside a swap.
    pub fn take_changes(&mut self, budget_bytes: usize) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut bytes = 0;
        while bytes < budget_bytes {
            let Some(swap) = self.swaps.pop_front() else { break };
            bytes += swap.bytes;
            changes.extend(swap.changes);
        }
        changes
    }

    /// True while anything is queued, running or waiting to be taken.
    pub fn is_busy(&self) -> bool {
        !self.requests.is_empty() || !self.worklist.is_empty() || !self.swaps.is_empty() || self.next_world.is_some()
    }

    /// Updates until nothing is left to do, building on this thread too, and returns all changes. For tests, tools and headless
    /// views; [`Workers::inline`] suffices.
    pub fn run_until_idle(&mut self, now: Duration, anchors: &[Anchor]) -> Vec<Change> {
        let mut scratch = BuildScratch::default();
        let mut changes = Vec::new();
        loop {
            self.update(now, anchors);
            changes.extend(self.take_changes(usize::MAX));
            if !self.is_busy() {
                return changes;
            }
            if !self.build_one(&mut scratch) && !self.requests.is_empty() {
                // All that is left is being built by others.
                if let Ok(done) = self.results.recv() {
                    self.accept(done);
                }
            }
        }
    }

    /// Builds the best waiting tile on this thread; false if none waits.
    pub fn build_one(&mut self, scratch: &mut BuildScratch) -> bool {
        self.workers.run_one(&self.client, scratch)
    }

    /// The picture once all changes are taken: every mesh with its strips, in order of nodes.
    pub fn drawn(&self) -> Vec<(Arc<TileMesh>, u8)> {
        let pictures = self.tree.nodes.values().flat_map(|node| &node.picture);
        pictures.map(|drawn| (Arc::clone(&drawn.mesh), drawn.strips)).collect()
    }

    /// The nodes that the picture covers, with the strates each draws: what [`crate::seams::audit`] needs besides `drawn`.
    pub fn covered(&self) -> Vec<(NodeKey, Vec<StrateIndex>)> {
        let shown = self.tree.nodes.iter().filter(|(_, node)| node.cover == Cover::Shown);
        shown.map(|(key, node)| (*key, node.strates.clone())).collect()
    }

    /// The gates now.
    pub fn gates(&self) -> Gates {
        Gates {
            walkable_now: self.wish.centres.first().is_some_and(|centre| self.is_walkable(*centre)),
            enclosed_now: self.is_enclosed(),
            refined_now: !self.wish.centres.is_empty() && self.unsettled.is_empty() && !self.is_busy(),
        }
    }

    /// The statistics now.
    pub fn statistics(&self) -> Statistics {
        let mut drawn_per_level = vec![0; usize::from(self.tree.root_level) + 1];
        for (key, node) in &self.tree.nodes {
            if let Some(count) = drawn_per_level.get_mut(usize::from(key.level)) {
                *count += node.picture.len() as u32;
            }
        }
        let (build_p50_us, build_p95_us) = self.totals.build_times_us();
        let running = self.client.running.load(Ordering::Acquire);
        let done = self.client.waiting.load(Ordering::Acquire);
        Statistics {
            drawn_per_level,
            queued: (self.requests.len() as u32).saturating_sub(running + done),
            running,
            dropped: self.totals.dropped,
            built: self.totals.built,
            proven: self.totals.proven,
            sampled_points: self.totals.sampled_points,
            total_points: self.totals.total_points,
            build_p50_us,
            build_p95_us,
            accounted_bytes: self.contents.bytes() as u64,
            radius_lost_tiles: self.radius_lost,
            longest_gap: self.totals.longest_gap,
            refresh: self.totals.refresh,
        }
    }

    /// Asks for a node's content unless that is already under way.
    pub(crate) fn request(&mut self, node: NodeKey) {
        if self.requests.contains_key(&node) {
            return;
        }
        self.next_number += 1;
        let ticket = Ticket { node, number: self.next_number, cancelled: Arc::new(AtomicBool::new(false)) };
        self.requests.insert(node, ticket.clone());
        let job = Job {
            ticket,
            world: Arc::clone(&self.world),
            strates: self.wish.strates(&self.world, node).collect(),
            is_urgent: self.edited.contains(&node),
        };
        self.workers.push(&self.client, job);
    }

    pub(crate) fn cancel(&mut self, node: NodeKey) {
        if let Some(ticket) = self.requests.remove(&node) {
            ticket.cancelled.store(true, Ordering::Relaxed);
            self.totals.dropped += 1;
        }
    }

    pub(crate) fn push_swap(&mut self, changes: Vec<Change>) {
        self.has_moved = true;
        if changes.is_empty() {
            return;
        }
        self.swaps.push_back(Swap::new(changes));
    }

    /// Takes a result in, unless nobody waits for it any more.
    fn accept(&mut self, done: Done) {
        self.client.waiting.fetch_sub(1, Ordering::AcqRel);
        self.workers.wake();
        let node = done.ticket.node;
        if self.requests.get(&node).is_none_or(|ticket| ticket.number != done.ticket.number) {
            return;
        }
        self.requests.remove(&node);
        self.totals.count(&done);
        if let Some(built) = done.built {
            self.contents.insert(node, done.strates, built);
        }
        self.worklist.insert(node);
    }

    fn settle_all(&mut self, steps: usize) {
        for _ in 0..steps {
            if self.swaps.len() >= LONGEST_BACKLOG {
                break;
            }
            let Some(node) = self.worklist.pop_last() else {
                // Nothing is under way, yet something is not as wanted: look at all of it once more.
                if self.has_moved && self.requests.is_empty() && !self.unsettled.is_empty() {
                    self.has_moved = false;
                    self.worklist.extend(self.unsettled.iter().copied());
                    continue;
                }
                break;
            };
            self.settle(node);
        }
    }

    /// Compares what is wanted with what was, and puts every node that is to change on the worklist.
    fn follow_wish(&mut self) {
        let settings = Settings {
            near_radius_tiles: self.settings.near_radius_tiles.saturating_sub(self.radius_lost),
            ..self.settings.clone()
        };
        let wish = Wish::new(&self.world, &settings, &self.anchors);
        let view = View::new(&self.world, &self.anchors, wish.root_level);
        self.client.look(view);
        if wish == self.wish {
            return;
        }
        let draws_others =
            (&wish.everywhere, &wish.near, wish.coarsest) != (&self.wish.everywhere, &self.wish.near, self.wish.coarsest);
        self.wish = wish;

        let roots = self.wish.roots();
        for root in self.tree.roots() {
            if root.level != self.wish.root_level || roots.binary_search(&root).is_err() {
                self.drop_root(root);
            }
        }
        self.tree.root_level = self.wish.root_level;
        for root in roots {
            if self.tree.get(root).is_none() {
                self.tree.add(root, self.wish.is_split(root));
                self.worklist.insert(root);
            }
        }
        for (key, node) in &mut self.tree.nodes {
            let wants_split = self.wish.is_split(*key);
            if node.wants_split != wants_split || draws_others {
                node.wants_split = wants_split;
                self.worklist.insert(*key);
            }
        }
    }

    /// Makes a world the present one and forgets what it changes.
    fn take_up(&mut self, world: Arc<World>, change: Replacement<'_>) {
        let old = std::mem::replace(&mut self.world, world);
        self.workers.discard(old);
        self.next_world = None;
        let (boxes, is_edit) = match change {
            Replacement::Whole => (None, false),
            Replacement::Within(boxes) => (Some(boxes), false),
            Replacement::Edit(boxes) => (Some(boxes), true),
        };
        if is_edit {
            self.open_proven(boxes.unwrap_or_default());
        } else {
            self.edited.clear();
        }
        let forgotten = self.contents.forget(boxes);
        self.workers.discard(forgotten);
        let requests = std::mem::take(&mut self.requests);
        let (stale, kept) = match boxes {
            None => (requests, BTreeMap::new()),
            Some(_) => requests.into_iter().partition(|(key, _)| is_touched(*key, boxes)),
        };
        self.requests = kept;
        for ticket in stale.values() {
            ticket.cancelled.store(true, Ordering::Relaxed);
        }
        self.totals.dropped += stale.len() as u64;
        // Sorted already, so that whole sets are made at once.
        let mut touched: BTreeSet<NodeKey> = stale.into_keys().collect();
        touched.append(&mut self.tree.nodes.keys().copied().filter(|key| is_touched(*key, boxes)).collect());
        if is_edit {
            let is_shown = |key: &&NodeKey| self.tree.get(**key).is_some_and(|node| node.cover == Cover::Shown);
            self.edited.extend(touched.iter().filter(is_shown));
        }
        self.worklist.append(&mut touched);
        self.follow_wish();
        self.settle_near();
    }

    /// Looks at what is round the anchors before all else, so that it is asked for at once.
    fn settle_near(&mut self) {
        let around = |centre: &NodeKey| centre.neighbours().chain([*centre]).collect::<Vec<_>>();
        for key in self.wish.centres.iter().flat_map(around).collect::<BTreeSet<_>>() {
            if let Some((at, _)) = self.tree.covering(key) {
                self.settle(at);
            }
        }
    }

    /// Drops spare content over the budget; if that does not suffice, the shells shrink by a tile.
    fn keep_budget(&mut self) {
        let budget = usize::try_from(self.settings.memory_bytes).unwrap_or(usize::MAX);
        let needed = |key| self.tree.get(key).is_some_and(|node| node.cover != Cover::Split);
        if !self.contents.trim(budget, needed) && self.settings.near_radius_tiles.saturating_sub(self.radius_lost) > 2 {
            self.radius_lost += 1;
            self.follow_wish();
        }
    }

    fn watch_gap(&mut self, now: Duration) {
        if self.is_enclosed() {
            self.gap_since = None;
        } else {
            let since = *self.gap_since.get_or_insert(now);
            self.totals.longest_gap = self.totals.longest_gap.max(now.saturating_sub(since));
        }
    }

    /// Every root in reach shows something, if only rock or air.
    fn is_enclosed(&self) -> bool {
        let is_covered = |root: &NodeKey| self.tree.get(*root).is_some_and(|node| node.cover != Cover::Hidden);
        !self.wish.centres.is_empty() && self.tree.roots().iter().all(is_covered)
    }

    /// The finest tiles under and beside a level-0 tile are in the picture, and up to date.
    fn is_walkable(&self, centre: NodeKey) -> bool {
        let ring = (0..18).map(|i| centre.moved(IVec3::new(i % 3 - 1, i / 3 % 3 - 1, -(i / 9))));
        let mut in_world = ring.filter(|key| key.end().z > self.wish.heights.0 && key.origin().z < self.wish.heights.1);
        in_world.all(|key| {
            self.tree.covering(key).is_some_and(|(at, node)| {
                node.cover == Cover::Shown
                    && self.content(at).is_some_and(|content| content.stamp == node.stamp && (at.level == 0 || content.proven))
            })
        })
    }
}

impl Drop for Streamer {
    fn drop(&mut self) {
        self.requests.values().for_each(|ticket| ticket.cancelled.store(true, Ordering::Relaxed));
        self.workers.leave(&self.client);
    }
}
