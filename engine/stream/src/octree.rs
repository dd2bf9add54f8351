//! The drawn set: one spatial octree whose leaves are shown, its balance, and the strips that close it.
//!
//! *Invariants.* A root is hidden (nothing shown yet), shown, or split; below a shown node all nodes are hidden, below a split node
//! none of the children is. Shown nodes that touch are at most one level apart, unless the larger one is proven uniform.

use crate::contents::Content;
use crate::key::FACE_STEPS;
use crate::{Change, NodeKey, TileMesh};
use std::collections::BTreeMap;
use std::sync::Arc;
use world::StrateIndex;

/// How the picture covers a node's cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Not by it or anything below it.
    Hidden,
    /// By its own tiles.
    Shown,
    /// By its eight children.
    Split,
}

/// One tile of the picture.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub mesh: Arc<TileMesh>,
    pub strips: u8,
}

/// One cube of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub cover: Cover,
    /// Its eight children are in the tree.
    pub has_children: bool,
    /// What the anchors want of it.
    pub wants_split: bool,
    /// Its tiles in the picture; empty unless shown.
    pub picture: Vec<Drawn>,
    /// The strates drawn in it; empty unless shown.
    pub strates: Vec<StrateIndex>,
    /// Stamp of the content that the picture was made from; 0 for none.
    pub stamp: u64,
}

/// All nodes by key.
#[derive(Default)]
pub(crate) struct Octree {
    pub nodes: BTreeMap<NodeKey, Node>,
    pub root_level: u8,
}

impl Octree {
    pub(crate) fn get(&self, key: NodeKey) -> Option<&Node> {
        self.nodes.get(&key)
    }

    pub(crate) fn add(&mut self, key: NodeKey, wants_split: bool) {
        self.nodes.entry(key).or_insert(Node {
            cover: Cover::Hidden,
            has_children: false,
            wants_split,
            picture: Vec::new(),
            strates: Vec::new(),
            stamp: 0,
        });
    }

    /// The roots in the tree, in order.
    pub(crate) fn roots(&self) -> Vec<NodeKey> {
        let first = NodeKey { level: self.root_level, x: i32::MIN, y: i32::MIN, z: i32::MIN };
        self.nodes.range(first..).map(|(key, _)| *key).collect()
    }

    /// Keys of a node and everything below it, parents first.
    pub(crate) fn subtree(&self, key: NodeKey) -> Vec<NodeKey> {
        let mut found = vec![key];
        let mut next = 0;
        while let Some(at) = found.get(next).copied() {
            if self.get(at).is_some_and(|node| node.has_children) {
                found.extend(at.children());
            }
            next += 1;
        }
        found
    }

    /// The node that covers a cube: itself or an ancestor that is shown, itself if split, or its hidden root.
    pub(crate) fn covering(&self, key: NodeKey) -> Option<(NodeKey, &Node)> {
        let mut at = key;
        loop {
            let found = self.get(at);
            if at.level >= self.root_level {
                return found.map(|node| (at, node));
            }
            if let Some(node) = found.filter(|node| node.cover != Cover::Hidden) {
                return Some((at, node));
            }
            at = at.parent();
        }
    }

    /// A node that must be split (or a root that must be shown) before `key` may be; `is_open` says of a shown node whether it
    /// may have a surface.
    pub(crate) fn blocker_of_split(&self, key: NodeKey, is_open: impl Fn(NodeKey) -> bool) -> Option<NodeKey> {
        key.neighbours().find_map(|neighbour| {
            let (at, node) = self.covering(neighbour)?;
            let is_in_the_way = match node.cover {
                Cover::Hidden => true,
                Cover::Shown => at.level > key.level && is_open(at),
                Cover::Split => false,
            };
            is_in_the_way.then_some(at)
        })
    }

    /// A node that must be merged before `key` may be.
    pub(crate) fn blocker_of_merge(&self, key: NodeKey) -> Option<NodeKey> {
        let is_split = |at: &NodeKey| self.get(*at).is_some_and(|node| node.cover == Cover::Split);
        key.neighbours()
            .filter(is_split)
            .find_map(|neighbour| neighbour.children().find(|child| child.touches(key) && is_split(child)))
    }

    /// Puts a node's content (nothing, if `None`) into the picture, replacing what it showed. Strips start empty.
    pub(crate) fn show(&mut self, key: NodeKey, content: Option<&Content>, changes: &mut Vec<Change>) {
        let Some(node) = self.nodes.get_mut(&key) else { return };
        let meshes: &[Arc<TileMesh>] = content.map_or(&[], |content| &content.meshes);
        let kept = |drawn: &Drawn| meshes.iter().any(|mesh| mesh.key == drawn.mesh.key);
        changes.extend(node.picture.iter().filter(|d| !kept(d)).map(|d| Change::Remove(d.mesh.key)));
        changes.extend(meshes.iter().map(|mesh| Change::Add(Arc::clone(mesh))));
        node.picture = meshes.iter().map(|mesh| Drawn { mesh: Arc::clone(mesh), strips: 0 }).collect();
        node.strates = content.map_or(Vec::new(), |content| content.strates.clone());
        node.stamp = content.map_or(0, |content| content.stamp);
        node.cover = Cover::Shown;
    }

    /// Takes a node's tiles out of the picture.
    pub(crate) fn hide(&mut self, key: NodeKey, cover: Cover, changes: &mut Vec<Change>) {
        let Some(node) = self.nodes.get_mut(&key) else { return };
        changes.extend(node.picture.drain(..).map(|drawn| Change::Remove(drawn.mesh.key)));
        node.cover = cover;
        node.strates.clear();
        node.stamp = 0;
    }

    /// Brings the strips of a node, its children and everything that looks at them over a face up to date.
    pub(crate) fn refresh_strips(&mut self, key: NodeKey, changes: &mut Vec<Change>) {
        let mut affected = vec![key];
        affected.extend(key.children());
        for step in FACE_STEPS {
            let neighbour = key.moved(step);
            affected.push(neighbour);
            affected.extend(neighbour.children().filter(|child| child.touches(key)));
        }
        for at in affected {
            if self.get(at).is_none_or(|node| node.picture.is_empty()) {
                continue;
            }
            let coarser = self.coarser_faces(at);
            let Some(node) = self.nodes.get_mut(&at) else { continue };
            for drawn in &mut node.picture {
                let strips = coarser & drawn.mesh.filled_strips();
                if drawn.strips != strips {
                    drawn.strips = strips;
                    changes.push(Change::Strips(drawn.mesh.key, strips));
                }
            }
        }
    }

    /// The faces over which a shown node meets a larger one: bit i for face i.
    fn coarser_faces(&self, key: NodeKey) -> u8 {
        (0..6).fold(0, |mask, face| {
            let over = self.covering(key.moved(FACE_STEPS[face]));
            let is_coarser = over.is_some_and(|(at, node)| node.cover == Cover::Shown && at.level > key.level);
            mask | u8::from(is_coarser) << face
        })
    }
}
