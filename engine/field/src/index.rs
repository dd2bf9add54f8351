//! A bounding-volume hierarchy over lattice boxes: which of many features can matter in a box.
//!
//! *Invariants.* Splits are deterministic (median of the centres along the longest axis, ties by id), and answers come in rising id
//! order, so nothing that is folded over them depends on the tree's shape.

use crate::SampleBox;
use glam::IVec3;

/// A closed box of lattice points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatticeBox {
    /// Least corner, inclusive.
    pub min: IVec3,
    /// Greatest corner, inclusive.
    pub max: IVec3,
}

impl LatticeBox {
    /// The points of a box of samples, ignoring its step. Meaningless when that is empty.
    pub fn of(part: &SampleBox) -> Self {
        Self { min: part.origin, max: part.last() }
    }
    /// Whether two boxes share a point.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
    /// The smallest box that holds both.
    pub fn hull(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

#[derive(Clone, Debug)]
struct Node {
    bounds: LatticeBox,
    /// Items `first..end` of the order, if a leaf; else the second child (the first child follows its parent).
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Leaf { first: u32, end: u32 },
    Second(u32),
}

/// The hierarchy.
#[derive(Clone, Debug, Default)]
pub struct BoxIndex {
    boxes: Vec<LatticeBox>,
    order: Vec<u32>,
    nodes: Vec<Node>,
}

/// Most items of a leaf.
const LEAF: usize = 4;

impl BoxIndex {
    /// Builds the index; an item's id is its position in the list.
    pub fn new(boxes: Vec<LatticeBox>) -> Self {
        let mut index = Self { order: (0..boxes.len() as u32).collect(), boxes, nodes: Vec::new() };
        if !index.boxes.is_empty() {
            index.build(0, index.boxes.len());
        }
        index
    }

    fn build(&mut self, first: usize, end: usize) {
        let items = &self.order[first..end];
        let bounds = items[1..].iter().fold(self.boxes[items[0] as usize], |b, id| b.hull(&self.boxes[*id as usize]));
        let node = self.nodes.len();
        self.nodes.push(Node { bounds, content: Content::Leaf { first: first as u32, end: end as u32 } });
        if end - first <= LEAF {
            return;
        }
        let extent = bounds.max - bounds.min;
        let longest = (0..3).fold(0, |best, d| if extent[d] > extent[best] { d } else { best });
        let boxes = &self.boxes;
        self.order[first..end].sort_by_key(|id| {
            let b = &boxes[*id as usize];
            (i64::from(b.min[longest]) + i64::from(b.max[longest]), *id)
        });
        let middle = first + (end - first) / 2;
        self.build(first, middle);
        self.nodes[node].content = Content::Second(self.nodes.len() as u32);
        self.build(middle, end);
    }

    /// The box of an item.
    pub fn get(&self, id: u32) -> &LatticeBox {
        &self.boxes[id as usize]
    }

    /// Ids of the items whose boxes meet `wanted`, rising, replacing what `out` held.
    pub fn query(&self, wanted: &LatticeBox, out: &mut Vec<u32>) {
        out.clear();
        if !self.nodes.is_empty() {
            self.collect(0, wanted, out);
            out.sort_unstable();
        }
    }

    /// Whether any item's box shares a point with a box.
    pub fn meets(&self, wanted: &LatticeBox) -> bool {
        let mut found = Vec::new();
        self.query(wanted, &mut found);
        !found.is_empty()
    }

    fn collect(&self, node: usize, wanted: &LatticeBox, out: &mut Vec<u32>) {
        if !self.nodes[node].bounds.meets(wanted) {
            return;
        }
        match self.nodes[node].content {
            Content::Leaf { first, end } => {
                let items = &self.order[first as usize..end as usize];
                out.extend(items.iter().filter(|id| self.boxes[**id as usize].meets(wanted)));
            }
            Content::Second(second) => {
                self.collect(node + 1, wanted, out);
                self.collect(second as usize, wanted, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Rolls, Tag};

    #[test]
    fn queries_find_what_a_plain_search_finds() {
        let mut rolls = Rolls::new(6, Tag::Test, IVec3::ZERO);
        let mut any_box = |size: u32| {
            let min = IVec3::from_array([(); 3].map(|()| rolls.below(400) as i32 - 200));
            LatticeBox { min, max: min + IVec3::from_array([(); 3].map(|()| rolls.below(size) as i32)) }
        };
        let boxes: Vec<_> = (0..300).map(|_| any_box(30)).collect();
        let index = BoxIndex::new(boxes.clone());
        let (mut found, mut total) = (Vec::new(), 0);
        for _ in 0..200 {
            let wanted = any_box(120);
            index.query(&wanted, &mut found);
            let expected: Vec<u32> = (0..300).filter(|id| boxes[*id as usize].meets(&wanted)).collect();
            assert_eq!(found, expected);
            total += found.len();
        }
        assert!(total > 80, "the queries were too empty to show anything");
        BoxIndex::default().query(&boxes[0], &mut found);
        assert!(found.is_empty());
    }
}
