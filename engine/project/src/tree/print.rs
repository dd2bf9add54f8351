//! Writes a value the way this program lays RON out: what fits stays on one line, the rest stands one member a line.

use super::{Block, Document, Entry, Node, NodeKind};

/// Widest line, in characters, that a value may share.
const WIDTH: usize = 100;
const INDENT: &str = "    ";

/// The text of a node of a document without its comments, for a line that begins with `indentation`.
pub fn print(document: &Document, node: &Node, indentation: &str) -> String {
    let line = inline(document, node);
    let block = match node.block() {
        Some(block) if indentation.chars().count() + line.chars().count() > WIDTH => block,
        _ => return line,
    };
    tall(document, node, block, indentation, print)
}

/// As [`print()`], with room to grow: lists, and structs without a name, have one member a line however short they are.
pub fn print_open(document: &Document, node: &Node, indentation: &str) -> String {
    match &node.kind {
        NodeKind::List(block) | NodeKind::Struct(None, block) if !block.entries.is_empty() => {
            tall(document, node, block, indentation, print_open)
        }
        _ => print(document, node, indentation),
    }
}

/// As [`print()`], for the outermost value of a file: never on one line, with a newline at the end.
pub fn print_file(document: &Document) -> String {
    let root = document.root();
    let mut text = match root.block() {
        Some(block) if !block.entries.is_empty() => tall(document, root, block, "", print),
        _ => inline(document, root),
    };
    text.push('\n');
    text
}

/// One member a line, each printed by `member`.
fn tall(
    document: &Document,
    node: &Node,
    block: &Block,
    indentation: &str,
    member: fn(&Document, &Node, &str) -> String,
) -> String {
    let inner = format!("{indentation}{INDENT}");
    let (open, close) = brackets(document, node);
    let mut text = format!("{open}\n");
    for entry in &block.entries {
        text.push_str(&inner);
        if let Some(key) = &entry.key {
            text.push_str(document.slice(key));
            text.push_str(": ");
        }
        text.push_str(&member(document, &entry.value, &inner));
        text.push_str(",\n");
    }
    text.push_str(indentation);
    text.push_str(close);
    text
}

/// The text of a node without comments, on one line. Two values are the same if these texts are.
pub fn inline(document: &Document, node: &Node) -> String {
    inline_of(document, node, &|_, _| true)
}

/// As [`inline`], with only those members that are kept of the node they stand in.
pub fn inline_of(document: &Document, node: &Node, keeps: &dyn Fn(&Node, &Entry) -> bool) -> String {
    let Some(block) = node.block() else {
        return document.slice(&node.span).to_owned();
    };
    let kept = block.entries.iter().filter(|entry| keeps(node, entry));
    let members: Vec<String> = kept
        .map(|entry| match &entry.key {
            Some(key) => format!("{}: {}", document.slice(key), inline_of(document, &entry.value, keeps)),
            None => inline_of(document, &entry.value, keeps),
        })
        .collect();
    let (open, close) = brackets(document, node);
    format!("{open}{}{close}", members.join(", "))
}

fn brackets<'a>(document: &'a Document, node: &Node) -> (String, &'a str) {
    match &node.kind {
        NodeKind::List(_) => ("[".to_owned(), "]"),
        NodeKind::Map(_) => ("{".to_owned(), "}"),
        _ => (format!("{}(", document.name(node).unwrap_or_default()), ")"),
    }
}
