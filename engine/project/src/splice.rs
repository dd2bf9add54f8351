//! New values into an old text: what did not change keeps its notation, comments and order, byte for byte.
//!
//! Three trees are walked together: the **text** as a person wrote it, the **old** value it was read as and the **new** value, both
//! as full serialisations. Where old and new agree the text is copied; where they differ the new value is written. A new member
//! takes its neighbour's indentation, a removed one takes its comments along, a moved one carries them.

use crate::blocks::default_of;
use crate::origins::origins;
use crate::tree::{Block, Chunk, Chunked, Document, Entry, Node, NodeKind, inline, inline_of, print, print_open};

/// The text with `new` in the place of `old`. The caller checks that it reads as intended.
pub fn splice(text: &Document, old: &Document, new: &Document) -> String {
    let tall_newline = if text.text().contains("\r\n") { "\r\n" } else { "\n" };
    let splicer = Splicer { text, old, new, newline: tall_newline };
    let root = text.root();
    let value = splicer.value(root, old.root(), new.root(), "");
    let (before, after) = (text.slice(&(0..root.span.start)), text.slice(&(root.span.end..text.text().len())));
    format!("{before}{value}{after}")
}

struct Splicer<'a> {
    text: &'a Document,
    old: &'a Document,
    new: &'a Document,
    newline: &'static str,
}

/// A member of the new block.
enum Item {
    /// Member `place` of the text, with this key and value.
    Kept { place: usize, body: String },
    /// A member the text does not have.
    New(String),
}

impl Splicer<'_> {
    fn value(&self, text: &Node, old: &Node, new: &Node, indentation: &str) -> String {
        if self.same(old, new) {
            return self.text.slice(&text.span).to_owned();
        }
        let inner = self.text.without_some(text);
        if inner.span != text.span && self.new.name(new) != Some("None") {
            let (before, after) = (text.span.start..inner.span.start, inner.span.end..text.span.end);
            let value = self.value(inner, old, new, indentation);
            return format!("{}{value}{}", self.text.slice(&before), self.text.slice(&after));
        }
        self.block(text, old, new, indentation).unwrap_or_else(|| self.written(print(self.new, new, indentation)))
    }

    /// The text's brackets with the new members; `None` where the three are not alike enough.
    fn block(&self, text: &Node, old: &Node, new: &Node, indentation: &str) -> Option<String> {
        let alike = self.old.name(old) == self.new.name(new)
            && std::mem::discriminant(&old.kind) == std::mem::discriminant(&new.kind)
            && std::mem::discriminant(&text.kind) == std::mem::discriminant(&old.kind);
        let (block, old_block, new_block) = (text.block()?, old.block()?, new.block()?);
        if !alike {
            return None;
        }
        let chunked = self.text.chunks(block);
        if chunked.chunks.is_empty() && !chunked.has_comment() {
            let reduced = Document::parse(&self.reduced(old, new)).ok()?;
            return Some(self.written(print(&reduced, reduced.root(), indentation)));
        }
        let items = match text.kind {
            NodeKind::Struct(..) | NodeKind::Map(_) => self.keyed(block, old_block, new_block, &chunked, indentation)?,
            NodeKind::List(_) => self.listed(block, old_block, new_block, &chunked, indentation)?,
            _ if block.entries.len() == new_block.entries.len() && block.entries.len() == old_block.entries.len() => {
                self.in_order(block, old_block, new_block, &chunked, indentation)
            }
            _ => return None,
        };
        let opening = self.text.slice(&(text.span.start..block.open + 1));
        let closing = self.text.slice(&(block.close..text.span.end));
        Some(format!("{opening}{}{closing}", self.assembled(&chunked, &items, indentation)))
    }

    /// Members of a struct or map: those of the text in its order, new ones behind the member they follow in the new value.
    fn keyed(&self, text: &Block, old: &Block, new: &Block, chunked: &Chunked, indentation: &str) -> Option<Vec<Item>> {
        let find = |document: &Document, block: &Block, key: &str| {
            block.entries.iter().position(|entry| document.key(entry) == Some(key))
        };
        let mut items: Vec<(&str, Item)> = Vec::new();
        for (place, entry) in text.entries.iter().enumerate() {
            let key = self.text.key(entry)?;
            let Some(in_new) = find(self.new, new, key).and_then(|index| new.entries.get(index)) else { continue };
            let in_old = old.entries.get(find(self.old, old, key)?)?;
            let body = self.body(entry, &in_old.value, &in_new.value, chunked.chunks.get(place)?, chunked, indentation);
            items.push((key, Item::Kept { place, body }));
        }
        let inner = inner_indentation(chunked, indentation);
        let mut behind = 0;
        for entry in &new.entries {
            let key = self.new.key(entry)?;
            if let Some(there) = items.iter().position(|(name, _)| *name == key) {
                behind = there + 1;
                continue;
            }
            let old_value = find(self.old, old, key).and_then(|index| old.entries.get(index)).map(|entry| &entry.value);
            let value = match old_value {
                Some(old_value) if self.same(old_value, &entry.value) => continue,
                Some(old_value) => {
                    let reduced = Document::parse(&self.reduced(old_value, &entry.value)).ok()?;
                    print(&reduced, reduced.root(), &inner)
                }
                None if matches!(entry.value.kind, NodeKind::List(_)) => self.fresh(&entry.value, chunked.is_tall(), &inner),
                None => print(self.new, &entry.value, &inner),
            };
            let written_key = self.new.slice(entry.key.as_ref()?);
            items.insert(behind, (key, Item::New(self.written(format!("{written_key}: {value}")))));
            behind += 1;
        }
        Some(items.into_iter().map(|(_, item)| item).collect())
    }

    /// Members of a list, each in the place of what it was.
    fn listed(&self, text: &Block, old: &Block, new: &Block, chunked: &Chunked, indentation: &str) -> Option<Vec<Item>> {
        if text.entries.len() != old.entries.len() {
            return None;
        }
        let inner = inner_indentation(chunked, indentation);
        let item = |(entry, place): (&Entry, Option<usize>)| {
            let Some(place) = place else {
                return Some(Item::New(self.written(self.fresh(&entry.value, chunked.is_tall(), &inner))));
            };
            let (in_text, in_old, chunk) = (text.entries.get(place)?, old.entries.get(place)?, chunked.chunks.get(place)?);
            Some(Item::Kept { place, body: self.body(in_text, &in_old.value, &entry.value, chunk, chunked, indentation) })
        };
        new.entries.iter().zip(origins(self.old, old, self.new, new)).map(item).collect()
    }

    /// A new list or a new member of one: parameters that are as they are declared, and fields that hold nothing, are left out.
    /// With `open` it has one member a line.
    fn fresh(&self, new: &Node, open: bool, indentation: &str) -> String {
        let is_said = |of: &Node, entry: &Entry| {
            if entry.key.is_some() && self.new.name(&entry.value) == Some("None") {
                return false;
            }
            let default = self.new.name(of).and_then(default_of);
            let told = default.as_ref().and_then(|default| Some((default, default.entry(default.root(), self.new.key(entry)?)?)));
            told.is_none_or(|(default, told)| inline(default, &told.value) != inline(self.new, &entry.value))
        };
        match Document::parse(&inline_of(self.new, new, &is_said)) {
            Ok(lean) if open => print_open(&lean, lean.root(), indentation),
            Ok(lean) => print(&lean, lean.root(), indentation),
            Err(_) => print(self.new, new, indentation),
        }
    }

    fn in_order(&self, text: &Block, old: &Block, new: &Block, chunked: &Chunked, indentation: &str) -> Vec<Item> {
        let triples = text.entries.iter().zip(&old.entries).zip(&new.entries).zip(&chunked.chunks);
        triples
            .enumerate()
            .map(|(place, (((entry, old), new), chunk))| Item::Kept {
                place,
                body: self.body(entry, &old.value, &new.value, chunk, chunked, indentation),
            })
            .collect()
    }

    /// Key and value of a member of the text, the value brought up to date.
    fn body(&self, entry: &Entry, old: &Node, new: &Node, chunk: &Chunk, chunked: &Chunked, indentation: &str) -> String {
        let key = self.text.slice(&(entry.span().start..entry.value.span.start));
        let line = if chunked.is_tall() { chunk.indentation() } else { indentation };
        format!("{key}{}", self.value(&entry.value, old, new, line))
    }

    /// The members between the brackets.
    fn assembled(&self, chunked: &Chunked, items: &[Item], indentation: &str) -> String {
        let tall = chunked.is_tall();
        let inner = inner_indentation(chunked, indentation);
        let ends_with_comma = chunked.chunks.last().map_or(tall, |chunk| chunk.comma);
        let mut text = chunked.header.to_owned();
        for (index, item) in items.iter().enumerate() {
            let comma = if index + 1 < items.len() || ends_with_comma { "," } else { "" };
            let fresh_line = text.is_empty() || text.ends_with('\n');
            match item {
                Item::Kept { place, body } => {
                    let Some(chunk) = chunked.chunks.get(*place) else { continue };
                    let leading = match chunk.leading {
                        // On one line only the first member stands right behind the bracket.
                        leading if !tall && leading.trim().is_empty() => {
                            if index == 0 {
                                first_leading(chunked)
                            } else {
                                " "
                            }
                        }
                        leading => leading,
                    };
                    if tall && !fresh_line && !leading.contains('\n') && *place == 0 {
                        text.push_str(self.newline);
                    }
                    let after = if comma.is_empty() { "" } else { chunk.after };
                    text.extend([leading, body, after, comma, chunk.trailing]);
                }
                Item::New(body) if tall => {
                    if !text.ends_with('\n') {
                        text.push_str(self.newline);
                    }
                    text.extend([&inner, body.as_str(), comma, self.newline]);
                }
                Item::New(body) => text.extend([if index == 0 { first_leading(chunked) } else { " " }, body, comma]),
            }
        }
        text + chunked.tail
    }

    /// Only what differs between two structs, on one line: the rest are defaults that the text leaves out.
    fn reduced(&self, old: &Node, new: &Node) -> String {
        let (NodeKind::Struct(_, old_block), NodeKind::Struct(_, new_block)) = (&old.kind, &new.kind) else {
            return inline(self.new, new);
        };
        if self.old.name(old) != self.new.name(new) || old_block.entries.len() != new_block.entries.len() {
            return inline(self.new, new);
        }
        let pairs = old_block.entries.iter().zip(&new_block.entries).filter(|(old, new)| !self.same(&old.value, &new.value));
        let members: Vec<String> = pairs
            .map(|(old, new)| format!("{}: {}", self.new.key(new).unwrap_or_default(), self.reduced(&old.value, &new.value)))
            .collect();
        format!("{}({})", self.new.name(new).unwrap_or_default(), members.join(", "))
    }

    fn same(&self, old: &Node, new: &Node) -> bool {
        inline(self.old, old) == inline(self.new, new)
    }

    /// A printed value with the text's line ends.
    fn written(&self, printed: String) -> String {
        if self.newline == "\n" { printed } else { printed.replace('\n', self.newline) }
    }
}

/// Indentation of a new member.
fn inner_indentation(chunked: &Chunked, indentation: &str) -> String {
    match chunked.chunks.first() {
        Some(chunk) if chunked.is_tall() => chunk.indentation().to_owned(),
        Some(_) => indentation.to_owned(),
        None => format!("{indentation}    "),
    }
}

fn first_leading<'a>(chunked: &Chunked<'a>) -> &'a str {
    chunked.chunks.first().map_or("", |chunk| if chunk.leading.trim().is_empty() { chunk.leading } else { "" })
}
