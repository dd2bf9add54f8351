//! Typed reading and writing by `ron`, and its errors in words an author understands.

use crate::asset::AssetKind;
use crate::blocks;
use crate::finding::Finding;
use crate::quote::quoted;
use crate::tree::{Document, Node, Path, Step};
use param::nearest;
use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ops::Range;

/// What `ron` found wrong, and on the way to which field.
pub struct Mistake {
    path: Path,
    code: ron::Error,
    offset: usize,
}

/// The notation of every file: no `Some( … )`, one pair of brackets for an enum variant that holds a struct.
fn options() -> ron::Options {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES;
    ron::Options::default().with_default_extension(extensions)
}

/// Reads a typed value.
pub fn from_document<T: DeserializeOwned>(document: &Document) -> Result<T, Mistake> {
    let text = document.text();
    let at = |error: ron::error::SpannedError, path| Mistake {
        path,
        offset: offset_of(text, error.span.start.line, error.span.start.col),
        code: error.code,
    };
    let mut deserializer =
        ron::Deserializer::from_str_with_options(text, &options()).map_err(|error| at(error, Path::default()))?;
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = Path(error.path().iter().filter_map(step).collect());
        at(deserializer.span_error(error.into_inner()), path)
    })?;
    deserializer.end().map_err(|error| at(deserializer.span_error(error), Path::default()))?;
    Ok(value)
}

/// The value in one line, every field written. Fails for values RON cannot hold; none of a project's types has such.
pub fn to_line<T: Serialize>(value: &T) -> Result<String, ron::Error> {
    options().to_string(value)
}

fn step(segment: &serde_path_to_error::Segment) -> Option<Step> {
    match segment {
        serde_path_to_error::Segment::Seq { index } => Some(Step::Index(*index)),
        serde_path_to_error::Segment::Map { key } => Some(Step::Field(key.clone())),
        serde_path_to_error::Segment::Enum { variant } => Some(Step::Variant(variant.clone())),
        serde_path_to_error::Segment::Unknown => None,
    }
}

/// Says what is wrong, where, and what would be right.
pub fn explain(mistake: Mistake, document: &Document, kind: AssetKind) -> Finding {
    let Mistake { mut path, code, offset } = mistake;
    let written = |node: &Node| format!("`{}`", quoted(document.slice(&node.span)));
    match code {
        ron::Error::NoSuchStructField { expected, found, .. } => {
            if path.0.last() == Some(&Step::Field(found.clone())) {
                path.0.pop();
            }
            let span = key_span(document, document.nearest_node(&path), &found, 0);
            let accepted = did_you_mean(&found, expected);
            Finding { path: path.field(&found), span, reason: format!("there is no field `{}`", quoted(&found)), accepted }
        }
        ron::Error::DuplicateStructField { field, .. } => {
            if path.0.last() == Some(&Step::Field(field.to_owned())) {
                path.0.pop();
            }
            let span = key_span(document, document.nearest_node(&path), field, 1);
            Finding {
                path: path.field(field),
                span,
                reason: format!("`{field}` stands twice"),
                accepted: Some("once".to_owned()),
            }
        }
        ron::Error::MissingStructField { field, .. } => {
            Finding::error(path.field(field), format!("the field `{field}` is missing"), format!("`{field}: …`"))
        }
        ron::Error::NoSuchEnumVariant { expected, found, .. } => {
            if path.0.last() == Some(&Step::Variant(found.clone())) {
                path.0.pop();
            }
            let reason = format!("there is no `{}`", quoted(&found));
            Finding { reason, accepted: did_you_mean(&found, expected), span: None, path }
        }
        ron::Error::Message(reason) => Finding { path, span: None, reason, accepted: None },
        code => {
            // The tree has parsed, so the notation is right and the value is of another type than the field.
            let culprit = document.node(&path).filter(|node| node.block().is_none());
            let culprit = culprit.or_else(|| document.leaf_at(offset)).unwrap_or_else(|| document.nearest_node(&path));
            if let Some(found) = document.path_of(culprit) {
                path = found;
            }
            let declaration = blocks::declaration(kind, &path);
            let accepted = declaration.map(|decl| decl.accepted()).or_else(|| wanted(&code));
            let reason = match code {
                ron::Error::IntegerOutOfBounds if document.slice(&culprit.span).starts_with('-') => {
                    format!("{} is too small for this field", written(culprit))
                }
                ron::Error::IntegerOutOfBounds => format!("{} is too large for this field", written(culprit)),
                _ => format!("{} is of the wrong type", written(culprit)),
            };
            Finding { path, span: Some(culprit.span.clone()), reason, accepted }
        }
    }
}

/// The nearest of the valid names, or all of them where none is near.
fn did_you_mean(found: &str, expected: &[&str]) -> Option<String> {
    Some(nearest(found, expected.iter().copied()).map_or_else(|| expected.join(", "), |near| format!("`{near}`")))
}

/// What the parser was about to read, in words.
fn wanted(code: &ron::Error) -> Option<String> {
    Some(match code {
        ron::Error::ExpectedFloat => "a number".to_owned(),
        ron::Error::ExpectedInteger | ron::Error::ExpectedComma | ron::Error::IntegerOutOfBounds => "a whole number".to_owned(),
        ron::Error::ExpectedBoolean => "true or false".to_owned(),
        ron::Error::ExpectedString | ron::Error::ExpectedIdentifier => "text in quotes".to_owned(),
        ron::Error::ExpectedArray => "a list, [ … ]".to_owned(),
        ron::Error::ExpectedMap => "a map, { … }".to_owned(),
        ron::Error::ExpectedStructLike | ron::Error::ExpectedNamedStructLike(_) => "a value in ( … )".to_owned(),
        ron::Error::ExpectedDifferentLength { expected, .. } | ron::Error::InvalidValueForType { expected, .. } => {
            expected.clone()
        }
        _ => return None,
    })
}

/// Span of occurrence `nth` of a key in a node.
fn key_span(document: &Document, node: &Node, key: &str, nth: usize) -> Option<Range<usize>> {
    let entries = &document.without_some(node).block()?.entries;
    entries.iter().filter(|entry| document.key(entry) == Some(key)).nth(nth)?.key.clone()
}

/// Byte of a line and column, both from 1.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(offset, _)| offset)
}
