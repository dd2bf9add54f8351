//! A block cut into pieces that belong together: each member with its own comments, so that it can move or go as a whole.
//!
//! ```text
//! ( // header
//!     // leading
//!     floor_m: 16.0 /* after */, // trailing
//!     // tail
//! )
//! ```

use super::scan::is_space;
use super::{Block, Document};

/// A block in pieces; put together again they are the block, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunked<'a> {
    /// Behind the opening bracket, to the end of its line; empty if a member stands on that line.
    pub header: &'a str,
    /// The members.
    pub chunks: Vec<Chunk<'a>>,
    /// Before the closing bracket.
    pub tail: &'a str,
}

/// One member with what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Comments above it and its indentation.
    pub leading: &'a str,
    /// Key and value.
    pub body: &'a str,
    /// Between value and comma.
    pub after: &'a str,
    /// Whether a comma follows.
    pub comma: bool,
    /// The rest of its line, newline included; empty if another member follows on the line.
    pub trailing: &'a str,
}

impl Document {
    /// Cuts a block of this document into pieces.
    pub fn chunks(&self, block: &Block) -> Chunked<'_> {
        let mut at = block.open + 1;
        let first = block.entries.first().map_or(block.close, |entry| entry.span().start);
        let header = self.slice(&(at..at + line_end(self.slice(&(at..first)))));
        at += header.len();
        let mut chunks = Vec::with_capacity(block.entries.len());
        for (place, entry) in block.entries.iter().enumerate() {
            let body = entry.span();
            let leading = self.slice(&(at..body.start));
            let after = self.slice(&(body.end..entry.comma.unwrap_or(body.end)));
            at = entry.comma.map_or(body.end, |comma| comma + 1);
            let next = block.entries.get(place + 1).map_or(block.close, |next| next.span().start);
            let trailing = self.slice(&(at..at + line_end(self.slice(&(at..next)))));
            at += trailing.len();
            chunks.push(Chunk { leading, body: self.slice(&body), after, comma: entry.comma.is_some(), trailing });
        }
        Chunked { header, chunks, tail: self.slice(&(at..block.close)) }
    }
}

impl Chunked<'_> {
    /// Whether the block spreads over several lines.
    pub fn is_tall(&self) -> bool {
        let pieces = self.chunks.iter().flat_map(|chunk| [chunk.leading, chunk.trailing]);
        pieces.chain([self.header, self.tail]).any(|piece| piece.contains('\n'))
    }

    /// Whether a comment stands anywhere in the block, outside its members.
    pub fn has_comment(&self) -> bool {
        let pieces = self.chunks.iter().flat_map(|chunk| [chunk.leading, chunk.after, chunk.trailing]);
        pieces.chain([self.header, self.tail]).any(|piece| piece.contains('/'))
    }
}

impl Chunk<'_> {
    /// The white space its line begins with.
    pub fn indentation(&self) -> &str {
        let line = self.leading.rsplit('\n').next().unwrap_or_default();
        line.split(|letter| !is_space(letter)).next().unwrap_or_default()
    }
}

/// Length of a piece of trivia up to and with its first newline outside block comments; 0 if it has none.
fn line_end(trivia: &str) -> usize {
    let mut depth = 0usize;
    let mut rest = trivia;
    while let Some(letter) = rest.chars().next() {
        let step = if depth == 0 && rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            depth += 1;
            2
        } else if depth > 0 && rest.starts_with("*/") {
            depth -= 1;
            2
        } else if depth == 0 && letter == '\n' {
            return trivia.len() - rest.len() + 1;
        } else {
            letter.len_utf8()
        };
        rest = rest.get(step..).unwrap_or_default();
    }
    0
}
