//! From the text of one file to a checked asset, or to placed mistakes.
//!
//! The text is parsed twice: once into the lossless tree, which knows where everything stands, and once by `ron` into the typed
//! value. Values outside their range, infinities and broken relations are found afterwards and placed by their path.

use crate::asset::{Asset, AssetKind};
use crate::diagnostic::Diagnostic;
use crate::finding::{Finding, Findings};
use crate::judge;
use crate::quote::quoted;
use crate::tree::{self, Document, Path};
use crate::typed;
use serde::de::DeserializeOwned;
use std::path::Path as FilePath;
use std::sync::Arc;

/// Largest file that is read, in bytes: an edit layer, which the program writes. Others see [`largest`].
pub const LARGEST_FILE: u64 = 32 << 20;
/// Largest file that people write, in bytes.
const LARGEST_TYPED: u64 = 4 << 20;
/// Most values in a file that people write.
const MOST_VALUES_TYPED: usize = 400_000;

/// Largest file of a kind that is read, in bytes.
pub fn largest(kind: AssetKind) -> u64 {
    if kind == AssetKind::Edits { LARGEST_FILE } else { LARGEST_TYPED }
}

/// Parses and checks one file by its path relative to the project, as hot reload does.
///
/// # Errors
/// Every mistake that makes the file unusable, placed. Names of other assets are not resolved here.
pub fn parse_file(relative: &FilePath, text: &str) -> Result<Asset, Vec<Diagnostic>> {
    let Some(kind) = AssetKind::of_path(relative) else {
        return Err(vec![Diagnostic::of_file(relative, "this file is no asset of a project")]);
    };
    let text = tree::without_mark(text);
    if text.len() as u64 > largest(kind) {
        return Err(vec![too_large(relative, kind, text.len() as u64)]);
    }
    let most_values = if kind == AssetKind::Edits { tree::MOST_VALUES } else { MOST_VALUES_TYPED };
    let document = Document::parse_up_to(text, most_values).map_err(|error| {
        let (line, column) = tree::position(text, error.offset);
        vec![Diagnostic {
            line: Some(line),
            column: Some(column),
            accepted: Some(error.accepted.to_owned()),
            ..Diagnostic::of_file(relative, error.reason)
        }]
    })?;
    let place = |findings: Findings| findings.placed(relative, &document);
    if let Some(finding) = wrong_schema(kind, &document) {
        return Err(place(finding.into()));
    }
    let asset = typed_asset(&document, kind).map_err(|finding| place(finding.into()))?;
    let findings = judge::judge(&asset);
    if findings.is_empty() { Ok(asset) } else { Err(place(findings)) }
}

/// The diagnostic of a file past the [`largest`] of its kind.
pub fn too_large(relative: &FilePath, kind: AssetKind, bytes: u64) -> Diagnostic {
    Diagnostic {
        accepted: Some(format!("files of this kind up to {} MiB", largest(kind) >> 20)),
        ..Diagnostic::of_file(relative, format!("the file has {bytes} bytes"))
    }
}

/// The diagnostic of bytes that are no UTF-8, placed at the first wrong one.
pub fn not_text(relative: &FilePath, bytes: &[u8], valid: usize) -> Diagnostic {
    let good = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let (line, column) = tree::position(tree::without_mark(&good), good.len());
    Diagnostic {
        line: Some(line),
        column: Some(column),
        accepted: Some("text in UTF-8".to_owned()),
        ..Diagnostic::of_file(relative, "the file is no text")
    }
}

/// `schema` is judged before the types are: a newer file may hold anything.
fn wrong_schema(kind: AssetKind, document: &Document) -> Option<Finding> {
    let newest = Asset::newest_schema(kind)?;
    let path = Path::default().field("schema");
    let accepted = format!("a whole number up to {newest}, the version this program reads");
    let Some(node) = document.node(&path) else {
        document.root().block()?;
        return Some(Finding::error(path, "the schema version is missing", accepted));
    };
    let written = document.slice(&node.span);
    match written.parse::<u64>() {
        Ok(version) if version > u64::from(newest) => {
            let id = document.node(&Path::default().field("id")).and_then(|node| document.string(node)).unwrap_or_default();
            let name = format!("{} {}", kind.noun(), quoted(id));
            Some(Finding::error(path, format!("{} was written by a newer program (schema {version})", name.trim_end()), accepted))
        }
        Ok(0) => Some(Finding::error(path, "there is no schema version 0", accepted)),
        // A wrong type is the typed parser's to tell.
        _ => None,
    }
}

/// A value of the program's own, which may be half-way through a change: types are checked, ranges are not.
pub fn parse_unjudged(kind: AssetKind, text: &str) -> Option<Asset> {
    typed_asset(&Document::parse(text).ok()?, kind).ok()
}

fn typed_asset(document: &Document, kind: AssetKind) -> Result<Asset, Finding> {
    fn read<T: DeserializeOwned>(document: &Document, kind: AssetKind) -> Result<T, Finding> {
        typed::from_document(document).map_err(|mistake| typed::explain(mistake, document, kind))
    }
    Ok(match kind {
        AssetKind::Project => Asset::Project(Arc::new(read(document, kind)?)),
        AssetKind::Strate => Asset::Strate(Arc::new(read(document, kind)?)),
        AssetKind::Biome => Asset::Biome(Arc::new(read(document, kind)?)),
        AssetKind::Edits => Asset::Edits(Arc::new(read(document, kind)?)),
        AssetKind::Corpus => Asset::Corpus(Arc::new(read(document, kind)?)),
        AssetKind::Materials => Asset::Materials(read::<Vec<_>>(document, kind)?.into_iter().map(Arc::new).collect()),
    })
}
