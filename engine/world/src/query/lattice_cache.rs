//! Blocks of 8³ cells (9³ points), filled on demand and kept while they are used.
//!
//! The least recently used block goes first; which one that is depends only on the order of the questions asked.

use super::{Cell, Hit, Terrain};
use crate::World;
use field::{FillScratch, Proofs, SampleBox, Stack, Verdict, VoxelSize};
use glam::{DVec3, IVec3, UVec3, Vec3};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Cells along the edge of a block, as a power of two.
const BLOCK_BITS: i32 = 3;
/// Points along the edge of a block.
const BLOCK_POINTS: usize = 9;

enum Block {
    Rock,
    Air,
    Mixed(Box<[f32]>),
}

struct Kept {
    block: Block,
    used: u64,
}

/// The store both caches share; the source of densities is handed in by the caller.
struct Blocks {
    kept: HashMap<IVec3, Kept>,
    /// Uses, oldest first; an entry is out of date when its number differs from the block's own.
    uses: VecDeque<(u64, IVec3)>,
    latest: Option<IVec3>,
    clock: u64,
    capacity: usize,
    budget: Option<usize>,
    scratch: FillScratch,
}

impl Blocks {
    fn new(capacity: usize) -> Self {
        Self {
            kept: HashMap::new(),
            uses: VecDeque::new(),
            latest: None,
            clock: 0,
            capacity: if capacity == 0 { 1 } else { capacity },
            budget: None,
            scratch: FillScratch::default(),
        }
    }

    fn cell(&mut self, at: IVec3, fill: impl FnOnce(&SampleBox, &mut FillScratch) -> Verdict) -> Cell {
        let key = at >> BLOCK_BITS;
        if !self.kept.contains_key(&key) && !self.fill(key, fill) {
            return Cell::Rock;
        }
        if self.latest != Some(key) {
            self.touch(key);
        }
        match self.kept.get(&key).map(|kept| &kept.block) {
            Some(Block::Air) => Cell::Air,
            Some(Block::Mixed(points)) => Cell::Mixed(corners(points, at - (key << BLOCK_BITS))),
            Some(Block::Rock) | None => Cell::Rock,
        }
    }

    /// False when the budget is spent.
    fn fill(&mut self, key: IVec3, fill: impl FnOnce(&SampleBox, &mut FillScratch) -> Verdict) -> bool {
        match &mut self.budget {
            Some(0) => return false,
            Some(left) => *left -= 1,
            None => {}
        }
        let domain = SampleBox { origin: key << BLOCK_BITS, level: 0, size: UVec3::splat(BLOCK_POINTS as u32) };
        let block = match fill(&domain, &mut self.scratch) {
            Verdict::Rock => Block::Rock,
            Verdict::Air => Block::Air,
            Verdict::Mixed => Block::Mixed(self.scratch.density.as_slice().into()),
        };
        while self.kept.len() >= self.capacity {
            self.evict();
        }
        self.kept.insert(key, Kept { block, used: 0 });
        true
    }

    fn touch(&mut self, key: IVec3) {
        self.clock += 1;
        self.latest = Some(key);
        if let Some(kept) = self.kept.get_mut(&key) {
            kept.used = self.clock;
            self.uses.push_back((self.clock, key));
        }
        if self.uses.len() > 8 * self.capacity + 64 {
            let kept = &self.kept;
            self.uses.retain(|(used, key)| kept.get(key).is_some_and(|kept| kept.used == *used));
        }
    }

    fn evict(&mut self) {
        while let Some((used, key)) = self.uses.pop_front() {
            if self.kept.get(&key).is_some_and(|kept| kept.used == used) {
                self.kept.remove(&key);
                return;
            }
        }
        self.kept.clear();
    }
}

fn corners(points: &[f32], within: IVec3) -> [f32; 8] {
    let base = (within.z as usize * BLOCK_POINTS + within.y as usize) * BLOCK_POINTS + within.x as usize;
    std::array::from_fn(|i| {
        let offset = (i >> 2) * BLOCK_POINTS * BLOCK_POINTS + ((i >> 1) & 1) * BLOCK_POINTS + (i & 1);
        points.get(base + offset).copied().unwrap_or(-1.0)
    })
}

/// Blocks of the finished world, edits included. Not shared between threads: one per user.
pub struct LatticeCache {
    world: Arc<World>,
    blocks: Blocks,
}

impl LatticeCache {
    /// Keeps at most `capacity` blocks (at least one), least recently used out first. A block takes at most 3 KiB.
    pub fn new(world: Arc<World>, capacity: usize) -> Self {
        Self { world, blocks: Blocks::new(capacity) }
    }
    /// The world it reads.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }
    /// Size of a voxel.
    pub fn voxel(&self) -> VoxelSize {
        self.world.voxel()
    }
    /// Trilinear density at a position; see [`Terrain::density`].
    pub fn density(&mut self, pos_m: DVec3) -> f32 {
        Terrain::density(self, pos_m)
    }
    /// First crossing from air into rock along a ray; see [`Terrain::ray`].
    pub fn ray(&mut self, from_m: DVec3, direction: Vec3, longest_m: f64) -> Option<Hit> {
        Terrain::ray(self, from_m, direction, longest_m)
    }
    /// The floor below a position, at most `longest_m` down.
    pub fn ground_below(&mut self, from_m: DVec3, longest_m: f64) -> Option<Hit> {
        Terrain::ground_below(self, from_m, longest_m)
    }
    /// Limits how many blocks may be filled until the next call; `None` lifts the limit. Past it, queries answer rock.
    pub fn set_fill_budget(&mut self, blocks: Option<usize>) {
        self.blocks.budget = blocks;
    }
}

impl Terrain for LatticeCache {
    fn voxel(&self) -> VoxelSize {
        self.world.voxel()
    }
    fn cell(&mut self, at: IVec3) -> Cell {
        let world = &self.world;
        self.blocks.cell(at, |domain, scratch| world.fill(domain, Proofs::On, scratch))
    }
}

/// Blocks of one strate's field that is not, or not yet, part of a world.
pub struct FieldCache<'a> {
    stack: &'a Stack,
    content_floor: i32,
    blocks: Blocks,
}

impl<'a> FieldCache<'a> {
    /// `content_floor` is the world lattice height of the field's z = 0; capacity as in [`LatticeCache::new`].
    pub fn new(stack: &'a Stack, content_floor: i32, capacity: usize) -> Self {
        Self { stack, content_floor, blocks: Blocks::new(capacity) }
    }
}

impl Terrain for FieldCache<'_> {
    fn voxel(&self) -> VoxelSize {
        self.stack.voxel()
    }
    fn cell(&mut self, at: IVec3) -> Cell {
        let (stack, floor) = (self.stack, self.content_floor);
        self.blocks.cell(at, |domain, scratch| {
            let local = SampleBox { origin: domain.origin - IVec3::new(0, 0, floor), ..*domain };
            stack.fill(&local, Proofs::On, scratch)
        })
    }
}
