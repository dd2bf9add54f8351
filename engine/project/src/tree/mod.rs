//! One lossless tree of a RON text: diagnostics look positions up in it, saving splices new values into it.
//!
//! *Vocabulary.* A [`Document`] owns the text; a [`Node`] is one value with its span of bytes; a [`Block`] is what stands between
//! brackets; an [`Entry`] is one member of a block, with its key where it has one; **trivia** is white space and comments.
//!
//! The tree holds spans only, so nothing of the text can be lost. It accepts all RON that `ron` accepts and a little more (it
//! does not judge numbers, nor which key fits which type): `ron` has the last word.

mod chunk;
mod lines;
mod parse;
mod path;
mod print;
mod scan;

pub use chunk::{Chunk, Chunked};
pub use lines::Lines;
pub use parse::{DEEPEST, MOST_VALUES, SyntaxError};
pub use path::{Path, Step};
pub use print::{inline, inline_of, print, print_file, print_open};

use std::ops::Range;

/// A parsed text.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    text: String,
    root: Node,
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Bytes of the value, name included, trivia around it excluded.
    pub span: Range<usize>,
    /// Its kind and members.
    pub kind: NodeKind,
}

/// What a value is by its notation.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Number, text or character.
    Scalar,
    /// A word: `true`, `None`, `Hard`, `inf`.
    Word,
    /// `( … )` with keys, or empty; the name before it, if any.
    Struct(Option<Range<usize>>, Block),
    /// `( … )` without keys; the name before it, if any.
    Tuple(Option<Range<usize>>, Block),
    /// `[ … ]`.
    List(Block),
    /// `{ … }`.
    Map(Block),
}

/// Brackets and what they enclose.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Byte of the opening bracket.
    pub open: usize,
    /// Byte of the closing bracket.
    pub close: usize,
    /// Members in the order of the text.
    pub entries: Vec<Entry>,
}

/// A member of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Bytes of a struct's field name or a map's key.
    pub key: Option<Range<usize>>,
    /// Its value.
    pub value: Node,
    /// Byte of the comma behind it, if there is one.
    pub comma: Option<usize>,
}

impl Entry {
    /// Bytes of key and value together.
    pub fn span(&self) -> Range<usize> {
        let start = self.key.as_ref().map_or(self.value.span.start, |key| key.start);
        start..self.value.span.end
    }
}

impl Document {
    /// Parses a text. A byte-order mark is dropped, since it is no part of RON.
    ///
    /// # Errors
    /// The first place where the text is no RON, where it nests deeper than [`DEEPEST`] or holds more values than [`MOST_VALUES`].
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        Self::parse_up_to(text, MOST_VALUES)
    }

    /// As [`Document::parse`], with another greatest number of values.
    ///
    /// # Errors
    /// As [`Document::parse`].
    pub fn parse_up_to(text: &str, most_values: usize) -> Result<Self, SyntaxError> {
        let text = without_mark(text);
        let root = parse::parse(text, most_values)?;
        Ok(Self { text: text.to_owned(), root })
    }

    /// The text, byte for byte.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The outermost value.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The text of a span of this document; empty for a span of another.
    pub fn slice(&self, span: &Range<usize>) -> &str {
        self.text.get(span.clone()).unwrap_or_default()
    }

    /// The name before a struct or tuple, or the word itself: what an enum variant is called.
    pub fn name(&self, node: &Node) -> Option<&str> {
        match &node.kind {
            NodeKind::Word => Some(self.slice(&node.span)),
            NodeKind::Struct(Some(name), _) | NodeKind::Tuple(Some(name), _) => Some(self.slice(name)),
            _ => None,
        }
    }

    /// The field or key of this name in a block; the first if there are several.
    pub fn entry<'a>(&self, node: &'a Node, key: &str) -> Option<&'a Entry> {
        node.block()?.entries.iter().find(|entry| self.key(entry) == Some(key))
    }

    /// An entry's key as a name: a field's, or a map's without its quotes.
    pub fn key(&self, entry: &Entry) -> Option<&str> {
        let key = self.slice(entry.key.as_ref()?);
        Some(key.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(key))
    }

    /// The text a string value holds, where it has no escapes; `None` for other values.
    pub fn string(&self, node: &Node) -> Option<&str> {
        let text = self.slice(&node.span).strip_prefix('"')?.strip_suffix('"')?;
        (matches!(node.kind, NodeKind::Scalar) && !text.contains('\\')).then_some(text)
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        position(&self.text, offset)
    }
}

impl Node {
    /// Its brackets, where it has any.
    pub fn block(&self) -> Option<&Block> {
        match &self.kind {
            NodeKind::Struct(_, block) | NodeKind::Tuple(_, block) | NodeKind::List(block) | NodeKind::Map(block) => Some(block),
            NodeKind::Scalar | NodeKind::Word => None,
        }
    }
}

/// A text without its byte-order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Line and column of a byte, both from 1; an offset past the end or inside a character is moved back to the nearest boundary.
/// Reads the text up to there: for many places of one text see [`Lines`].
pub fn position(text: &str, offset: usize) -> (u32, u32) {
    let before = text.as_bytes().get(..offset.min(text.len())).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    line_and_column(text, line, start, offset)
}

/// The place of a byte in a line that begins at `start`.
fn line_and_column(text: &str, line: usize, start: usize, offset: usize) -> (u32, u32) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let column = text.get(start..end).unwrap_or_default().chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}
