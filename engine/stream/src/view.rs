//! What anchors want to see: shells, strates, roots, and the rank of a node among waiting jobs.
//!
//! *Shells.* Level L is wanted within `radius · 32 · 2^L` lattice units (Chebyshev) of an anchor's level-0 tile; a node is split
//! where that shell of its children's level meets it. With a radius of at least two tiles this octree is 2:1 balanced of itself.

use crate::{NodeKey, Settings};
use glam::{DVec3, IVec3, Vec3};
use surface::TILE_CELLS;
use world::{StrateIndex, World};

/// A body's reach is looked ahead by this time, falls included.
const LOOK_AHEAD_SECONDS: f64 = 0.35;

/// Meshes, or only the lattice a body stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnchorKind {
    /// Streams meshes.
    Visual,
    /// Asks for no meshes: its body reads the world's lattice, which works with nothing loaded.
    CollisionOnly,
}

/// A place that is streamed round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Kind.
    pub kind: AnchorKind,
    /// World metres.
    pub pos_m: DVec3,
    /// Metres per second, for looking ahead.
    pub velocity: Vec3,
    /// View direction, unit.
    pub forward: Vec3,
}

/// What is wanted; changes only when an anchor enters another level-0 tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wish {
    /// Level-0 tiles of the visual anchors, sorted.
    pub centres: Vec<NodeKey>,
    /// Strates drawn at every distance, sorted.
    pub everywhere: Vec<StrateIndex>,
    /// Strates drawn in the level-0 shell, sorted.
    pub near: Vec<StrateIndex>,
    /// Level of the octree's roots.
    pub root_level: u8,
    /// Coarsest level that is drawn.
    pub coarsest: u8,
    /// Radius of each shell, in its tiles.
    pub radius: i32,
    /// Reach of the whole view, lattice units.
    pub reach: i32,
    /// Heights of the drawn strates, lattice units.
    pub heights: (i32, i32),
}

impl Wish {
    pub(crate) fn new(world: &World, settings: &Settings, anchors: &[Anchor]) -> Self {
        let voxel = world.voxel();
        let visual = || anchors.iter().filter(|anchor| anchor.kind == AnchorKind::Visual);
        let mut centres: Vec<_> = visual().map(|anchor| NodeKey::at(0, voxel.lattice_floor(anchor.pos_m))).collect();
        let mut everywhere: Vec<_> = visual().filter_map(|anchor| strate_of(world, anchor.pos_m)).collect();
        let last = world.strates().len().saturating_sub(1) as u16;
        let around = |at: &StrateIndex| at.0.saturating_sub(1)..=at.0.saturating_add(1).min(last);
        let mut near: Vec<_> = everywhere.iter().flat_map(around).map(StrateIndex).collect();
        centres.sort_unstable();
        centres.dedup();
        for list in [&mut everywhere, &mut near] {
            list.sort_unstable();
            list.dedup();
        }

        let root_level = settings.max_level.min(voxel.coarsest_level());
        let drawn = |list: &[StrateIndex]| world.strates().iter().filter(|s| list.contains(&s.index)).collect::<Vec<_>>();
        let coarsest = drawn(&everywhere).iter().fold(root_level, |level, strate| level.min(strate.coarsest_level));
        // Two tiles keep neighbouring shells one level apart; the upper limit keeps every product within 32 bits.
        let radius = settings.near_radius_tiles.clamp(2, 64) as i32;
        let shell = (radius * TILE_CELLS as i32) << coarsest;
        let asked = settings.view_distance_m.map_or(0, |metres| (metres * voxel.per_metre() as f32) as i32);
        let bottom = drawn(&near).iter().map(|strate| strate.bands.bottom).min().unwrap_or(0);
        let top = drawn(&near).iter().map(|strate| strate.bands.top).max().unwrap_or(0);
        Self {
            centres,
            everywhere,
            near,
            root_level,
            coarsest,
            radius,
            reach: asked.clamp(shell, 1 << 19),
            heights: (bottom, top),
        }
    }

    /// Chebyshev distance from the nearest anchor's tile, lattice units.
    fn distance(&self, node: NodeKey) -> i32 {
        let from = |centre: &NodeKey| node.distance_to_box(centre.origin(), centre.end());
        self.centres.iter().map(from).min().unwrap_or(i32::MAX)
    }

    /// Whether a node is to be drawn by its halves.
    pub(crate) fn is_split(&self, node: NodeKey) -> bool {
        if node.level == 0 {
            return false;
        }
        let within = if node.level > self.coarsest { self.reach } else { (self.radius * TILE_CELLS as i32) << (node.level - 1) };
        self.distance(node) < within
    }

    /// Whether a node may be drawn as itself. Larger ones only hold the tree together.
    pub(crate) fn is_drawable(&self, node: NodeKey) -> bool {
        node.level <= self.coarsest
    }

    /// The strates a node draws, in order.
    pub(crate) fn strates(&self, world: &World, node: NodeKey) -> impl Iterator<Item = StrateIndex> {
        let list: &[StrateIndex] = match node.level {
            _ if !self.is_drawable(node) => &[],
            0 => &self.near,
            _ => &self.everywhere,
        };
        let (bottom, top) = (node.origin().z, node.end().z);
        let overlaps = move |index: &StrateIndex| {
            world.strates().get(usize::from(index.0)).is_some_and(|s| s.bands.bottom < top && bottom < s.bands.top)
        };
        list.iter().copied().filter(overlaps)
    }

    /// The roots in reach that hold anything drawn, in order.
    pub(crate) fn roots(&self) -> Vec<NodeKey> {
        let mut roots = Vec::new();
        let (bottom, top) = self.heights;
        for centre in &self.centres {
            let low = NodeKey::at(self.root_level, centre.origin() - self.reach);
            let high = NodeKey::at(self.root_level, centre.end() + self.reach);
            let (z_low, z_high) = (
                NodeKey::at(self.root_level, IVec3::new(0, 0, bottom)).z.max(low.z),
                NodeKey::at(self.root_level, IVec3::new(0, 0, top - 1)).z.min(high.z),
            );
            for z in z_low..=z_high {
                for y in low.y..=high.y {
                    roots.extend((low.x..=high.x).map(|x| NodeKey { level: self.root_level, x, y, z }));
                }
            }
        }
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|root| self.distance(*root) < self.reach);
        roots
    }
}

/// The strate at a position; above and below the world, the nearest one.
pub(crate) fn strate_of(world: &World, pos_m: DVec3) -> Option<StrateIndex> {
    let z = world.voxel().lattice_floor(pos_m).z;
    let outside = || {
        let (first, last) = (world.strates().first()?, world.strates().last()?);
        Some(if z >= first.bands.top { first.index } else { last.index })
    };
    world.strate_at(z).or_else(outside)
}

/// Where the anchors are at this moment, in lattice units.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    bodies: Vec<Body>,
    root_level: u8,
}

#[derive(Clone, Debug)]
struct Body {
    at: DVec3,
    forward: DVec3,
    /// By level: corners of the box whose nodes the ring under the body, now and soon, waits for.
    needed: Vec<(IVec3, IVec3)>,
}

impl Body {
    fn new(world: &World, anchor: &Anchor, root_level: u8) -> Self {
        let voxel = world.voxel();
        let soon = anchor.pos_m + anchor.velocity.as_dvec3() * LOOK_AHEAD_SECONDS;
        let [here, soon] = [anchor.pos_m, soon].map(|pos_m| NodeKey::at(0, voxel.lattice_floor(pos_m)));
        let tile = TILE_CELLS as i32;
        // The tiles under and beside the body, as the gate asks for them.
        let ring = (here.origin().min(soon.origin()) - tile, here.end().max(soon.end()) + IVec3::new(tile, tile, 0));
        Self {
            at: anchor.pos_m * f64::from(voxel.per_metre()),
            forward: anchor.forward.as_dvec3(),
            needed: needed(ring, root_level),
        }
    }
}

/// By level, the box of nodes that must be there before the tiles of a ring may be shown. Tiles come with their siblings; the larger
/// nodes they are split from may be split only when all that touches those is no more than a level coarser.
fn needed(ring: (IVec3, IVec3), root_level: u8) -> Vec<(IVec3, IVec3)> {
    let mut needed = Vec::new();
    let mut split = ring;
    for level in 0..=root_level {
        let span = (TILE_CELLS as i32) << level;
        let margin = if level == 0 { 0 } else { span };
        // Siblings share a node of the next level; roots have none.
        let family = if level < root_level { 2 * span } else { span };
        let aligned = |corner: IVec3, up: i32| corner.map(|c| (c + up).div_euclid(family) * family);
        split = (aligned(split.0 - margin, 0), aligned(split.1 + margin, family - 1));
        needed.push(split);
    }
    needed
}

/// Lower goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    class: u8,
    distance: u32,
    node: NodeKey,
}

impl View {
    pub(crate) fn new(world: &World, anchors: &[Anchor], root_level: u8) -> Self {
        let visual = anchors.iter().filter(|anchor| anchor.kind == AnchorKind::Visual);
        Self { bodies: visual.map(|anchor| Body::new(world, anchor, root_level)).collect(), root_level }
    }

    /// Ring and urgent nodes, then the first cover of the view, then refinement; nearer (in its own size) and ahead first.
    pub(crate) fn rank(&self, node: NodeKey, is_urgent: bool) -> Rank {
        let is_within = |(low, high): &(IVec3, IVec3)| node.origin().cmplt(*high).all() && low.cmplt(node.end()).all();
        let is_ring = self.bodies.iter().any(|body| body.needed.get(usize::from(node.level)).is_some_and(is_within));
        let class = match (is_ring || is_urgent, node.level == self.root_level) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        let span = f64::from(node.span());
        let centre = node.origin().as_dvec3() + span / 2.0;
        let nearest = self.bodies.iter().fold(f64::from(u32::MAX), |nearest, body| {
            let away = centre - body.at;
            let distance = away.length();
            let behind = distance - away.dot(body.forward);
            let weighed = (distance + behind / 4.0) / span * 1024.0;
            if weighed < nearest { weighed } else { nearest }
        });
        Rank { class, distance: nearest as u32, node }
    }
}
