//! Paths of fields, as an author reads them: `layout.batches[0].pool[2]`, `archetype.FlatPlain.floor_m`.

use super::{Document, Entry, Node, NodeKind};
use std::fmt;
use std::ops::Range;

/// One step down a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a struct's field or a map's key.
    Field(String),
    /// Into an element of a list or tuple, from 0.
    Index(usize),
    /// Into an enum's variant.
    Variant(String),
}

/// A way from the outermost value down to a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// This path and a field.
    pub fn field(&self, name: &str) -> Path {
        self.step(Step::Field(name.to_owned()))
    }

    /// This path and an element.
    pub fn index(&self, index: usize) -> Path {
        self.step(Step::Index(index))
    }

    /// This path and a variant.
    pub fn variant(&self, name: &str) -> Path {
        self.step(Step::Variant(name.to_owned()))
    }

    fn step(&self, step: Step) -> Path {
        let mut steps = self.0.clone();
        steps.push(step);
        Path(steps)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) | Step::Variant(name) if place > 0 => write!(f, ".{name}")?,
                Step::Field(name) | Step::Variant(name) => f.write_str(name)?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl Document {
    /// The value at a path, or the innermost written one on the way to it: a field left to its default is not in the text.
    pub fn nearest_node(&self, path: &Path) -> &Node {
        let mut node = self.root();
        for step in &path.0 {
            match self.descend(node, step) {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// The value at a path; `None` if it is not in the text.
    pub fn node(&self, path: &Path) -> Option<&Node> {
        path.0.iter().try_fold(self.root(), |node, step| self.descend(node, step))
    }

    fn descend<'a>(&self, node: &'a Node, step: &Step) -> Option<&'a Node> {
        let node = self.without_some(node);
        match step {
            Step::Field(name) => self.entry(node, name).map(|entry| &entry.value),
            Step::Index(index) => node.block()?.entries.get(*index).map(|entry| &entry.value),
            Step::Variant(name) => (self.name(node)? == name).then_some(node),
        }
    }

    /// The value inside `Some( … )`, which may also be written without it.
    pub fn without_some<'a>(&self, node: &'a Node) -> &'a Node {
        match &node.kind {
            NodeKind::Tuple(Some(name), block) if self.slice(name) == "Some" && block.entries.len() == 1 => {
                block.entries.first().map_or(node, |entry: &Entry| &entry.value)
            }
            _ => node,
        }
    }

    /// The path of a node of this document; a name before brackets counts as a variant.
    pub fn path_of(&self, wanted: &Node) -> Option<Path> {
        fn search(document: &Document, node: &Node, wanted: &Node, path: &Path) -> Option<Path> {
            if std::ptr::eq(node, wanted) {
                return Some(path.clone());
            }
            let inner = match document.name(node) {
                Some(name) if name != "Some" => path.variant(name),
                _ => path.clone(),
            };
            let around = |entry: &Entry| entry.value.span.start <= wanted.span.start && wanted.span.end <= entry.value.span.end;
            node.block()?.entries.iter().enumerate().filter(|(_, entry)| around(entry)).find_map(|(index, entry)| {
                let step = document.key(entry).map_or_else(|| inner.index(index), |key| inner.field(key));
                search(document, &entry.value, wanted, &step)
            })
        }
        search(self, self.root(), wanted, &Path::default())
    }

    /// The innermost scalar or word that holds or ends at a byte.
    pub fn leaf_at(&self, offset: usize) -> Option<&Node> {
        fn search(node: &Node, offset: usize) -> Option<&Node> {
            let inside = |span: &Range<usize>| span.start <= offset && offset <= span.end;
            match node.block() {
                _ if !inside(&node.span) => None,
                None => Some(node),
                Some(block) => block.entries.iter().find_map(|entry| search(&entry.value, offset)),
            }
        }
        search(self.root(), offset)
    }
}
