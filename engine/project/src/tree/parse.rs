//! From text to nodes, by recursive descent.

use super::scan::Scanner;
use super::{Block, Entry, Node, NodeKind};

/// Deepest nesting that is read; deeper texts are refused instead of exhausting the stack.
pub const DEEPEST: usize = 64;

/// Most values of one text: room for a third of a million strokes, while the tree stays under half a gigabyte.
pub const MOST_VALUES: usize = 4_000_000;

/// Why a text is no RON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}; expected {accepted}")]
pub struct SyntaxError {
    /// Byte where it shows.
    pub offset: usize,
    /// What is wrong.
    pub reason: String,
    /// What could stand there.
    pub accepted: &'static str,
}

/// Parses one value and the trivia around it, of at most `most_values` values.
pub fn parse(text: &str, most_values: usize) -> Result<Node, SyntaxError> {
    let mut scanner = Scanner::new(text);
    scanner.trivia()?;
    while scanner.rest().starts_with("#!") {
        attribute(&mut scanner)?;
    }
    let root = value(&mut scanner, 0, &mut { most_values })?;
    scanner.trivia()?;
    if scanner.peek().is_some() {
        return Err(scanner.error(format!("{} after the end of the value", scanner.found()), "the end of the file"));
    }
    Ok(root)
}

/// Steps over `#![enable(…)]`.
fn attribute(scanner: &mut Scanner) -> Result<(), SyntaxError> {
    while let Some(letter) = scanner.peek() {
        scanner.eat(letter.encode_utf8(&mut [0; 4]));
        if letter == ']' {
            return scanner.trivia();
        }
    }
    Err(scanner.error("this attribute has no end", "`]`"))
}

/// Reads a value; `left` is how many more there may be.
fn value(scanner: &mut Scanner, depth: usize, left: &mut usize) -> Result<Node, SyntaxError> {
    *left = left.checked_sub(1).ok_or_else(|| scanner.error("the file holds too many values", "fewer values in one file"))?;
    if depth > DEEPEST {
        return Err(scanner.error(format!("nested deeper than {DEEPEST} levels"), "a flatter value"));
    }
    let start = scanner.at();
    if scanner.quoted()? || scanner.number() {
        return Ok(Node { span: start..scanner.at(), kind: NodeKind::Scalar });
    }
    let name = scanner.word().then(|| start..scanner.at());
    if let Some(word) = &name {
        // A name belongs to the bracket behind it, however far away; without one it stands alone.
        let word_end = word.end;
        scanner.trivia()?;
        if scanner.peek() != Some('(') {
            return Ok(Node { span: start..word_end, kind: NodeKind::Word });
        }
    }
    let kind = match scanner.peek() {
        Some('(') => parenthesised(scanner, name, depth, left)?,
        Some('[') => NodeKind::List(block(scanner, Brackets::List, depth, left)?),
        Some('{') => NodeKind::Map(block(scanner, Brackets::Map, depth, left)?),
        _ => return Err(scanner.error(format!("found {}", scanner.found()), "a value")),
    };
    Ok(Node { span: start..scanner.at(), kind })
}

/// A struct if a field name and a colon follow the bracket, or nothing at all; else a tuple.
fn parenthesised(
    scanner: &mut Scanner,
    name: Option<std::ops::Range<usize>>,
    depth: usize,
    left: &mut usize,
) -> Result<NodeKind, SyntaxError> {
    let mut ahead = Scanner::new(scanner.rest());
    ahead.eat("(");
    ahead.trivia().ok();
    let empty = ahead.peek() == Some(')');
    let named = ahead.word() && ahead.trivia().is_ok() && ahead.peek() == Some(':');
    Ok(if empty || named {
        NodeKind::Struct(name, block(scanner, Brackets::Struct, depth, left)?)
    } else {
        NodeKind::Tuple(name, block(scanner, Brackets::Tuple, depth, left)?)
    })
}

/// The kind of a block: its brackets and what its keys are.
#[derive(Clone, Copy, PartialEq)]
enum Brackets {
    List,
    Map,
    Struct,
    Tuple,
}

impl Brackets {
    fn pair(self) -> (&'static str, &'static str) {
        match self {
            Brackets::List => ("[", "]"),
            Brackets::Map => ("{", "}"),
            Brackets::Struct | Brackets::Tuple => ("(", ")"),
        }
    }

    /// What may follow a member.
    fn accepted(self) -> &'static str {
        match self {
            Brackets::List => "`,` or `]`",
            Brackets::Map => "`,` or `}`",
            Brackets::Struct | Brackets::Tuple => "`,` or `)`",
        }
    }
}

fn block(scanner: &mut Scanner, brackets: Brackets, depth: usize, left: &mut usize) -> Result<Block, SyntaxError> {
    let (opening, closing) = brackets.pair();
    let open = scanner.at();
    scanner.eat(opening);
    let mut entries = Vec::new();
    loop {
        scanner.trivia()?;
        let close = scanner.at();
        if scanner.eat(closing) {
            return Ok(Block { open, close, entries });
        }
        let unclosed =
            SyntaxError { offset: open, reason: "this bracket is never closed".to_owned(), accepted: brackets.accepted() };
        if scanner.peek().is_none() {
            return Err(unclosed);
        }
        let start = scanner.at();
        let key = match brackets {
            Brackets::List | Brackets::Tuple => None,
            Brackets::Struct if !scanner.word() => {
                return Err(scanner.error(format!("found {}", scanner.found()), "a field's name"));
            }
            Brackets::Struct => Some(start..scanner.at()),
            Brackets::Map => Some(value(scanner, depth + 1, left)?.span),
        };
        if key.is_some() {
            scanner.trivia()?;
            if !scanner.eat(":") {
                return Err(scanner.error(format!("found {}", scanner.found()), "`:`"));
            }
            scanner.trivia()?;
        }
        let value = value(scanner, depth + 1, left)?;
        scanner.trivia()?;
        let comma = scanner.at();
        let entry_comma = scanner.eat(",").then_some(comma);
        if entry_comma.is_none() && !scanner.rest().starts_with(closing) {
            if scanner.peek().is_none() {
                return Err(unclosed);
            }
            // The mistake is where the comma is missing, not at the next word, perhaps lines below.
            let reason = format!("a comma is missing before {}", scanner.found());
            return Err(SyntaxError { offset: value.span.end, reason, accepted: brackets.accepted() });
        }
        entries.push(Entry { key, value, comma: entry_comma });
    }
}
