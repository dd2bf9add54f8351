//! Errors of resolving, put at the field of the file that holds it.

use crate::asset::AssetKey;
use crate::diagnostic::Diagnostic;
use crate::finding::{Finding, Findings};
use crate::load::{Project, SourceFile};
use crate::tree::{Document, NodeKind, Path, Step};
use std::collections::BTreeMap;
use std::path::Path as FolderPath;
use world::{Assets, ResolveError};

impl Project {
    /// As the free [`placed_errors`], of this project's files.
    pub fn placed_errors(&self, assets: &Assets, errors: &[ResolveError]) -> Vec<Diagnostic> {
        placed_errors(&self.root, &self.sources, assets, errors)
    }
}

/// The errors as diagnostics, each at the file and field it is about, in order of file and place. `assets` is the snapshot that was
/// resolved; it may have changes that are not yet in the files below `root` that `sources` names.
pub fn placed_errors(
    root: &FolderPath,
    sources: &BTreeMap<AssetKey, SourceFile>,
    assets: &Assets,
    errors: &[ResolveError],
) -> Vec<Diagnostic> {
    let mut by_file: BTreeMap<AssetKey, Vec<(Path, &ResolveError)>> = BTreeMap::new();
    for error in errors {
        let (key, path) = place_of(assets, error);
        by_file.entry(key).or_default().push((path, error));
    }
    let mut placed = Vec::new();
    for (key, errors) in by_file {
        let source = sources.get(&key);
        let document = source.and_then(|source| Document::parse(&source.text).ok());
        let relative = match source {
            Some(source) => source.path.strip_prefix(root).unwrap_or(&source.path).to_owned(),
            None => key.usual_path(),
        };
        let mut findings = Findings::default();
        for (path, error) in errors {
            let path = document.as_ref().map_or(path.clone(), |document| through_variants(document, &path));
            findings.push(finding(path, error));
        }
        placed.extend(match &document {
            Some(document) => findings.placed(&relative, document),
            None => findings.unplaced(&relative),
        });
    }
    placed.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    placed
}

fn finding(path: Path, error: &ResolveError) -> Finding {
    match error {
        ResolveError::Missing { kind, id, nearest, .. } => Finding {
            path,
            span: None,
            reason: format!("there is no {kind} `{}`", crate::quote::quoted(id)),
            accepted: nearest.as_ref().map(|near| format!("`{near}`")),
        },
        ResolveError::Invalid { reason, .. } => {
            let (reason, accepted) = match reason.split_once("; accepted: ") {
                Some((reason, accepted)) => (reason, Some(accepted.to_owned())),
                None => (reason.as_str(), usually_accepted(&path)),
            };
            Finding { path, span: None, reason: reason.to_owned(), accepted }
        }
        ResolveError::Plan { strate, reason } => {
            Finding::error(path, format!("`{strate}` cannot be walked: {reason}"), "values that leave room for a way through it")
        }
    }
}

/// What a part of the layout may be, where the error does not say.
fn usually_accepted(path: &Path) -> Option<String> {
    let accepted = match path.to_string().as_str() {
        "layout" => "at least one slot, and none below 32768 m",
        "layout.fixed" => "each index below the number of slots, fixed ones included",
        _ => return None,
    };
    Some(accepted.to_owned())
}

/// The asset an error is about, and the field in it.
fn place_of(assets: &Assets, error: &ResolveError) -> (AssetKey, Path) {
    match error {
        ResolveError::Missing { field, .. } => match field.split_once(": ") {
            Some((asset, field)) => of_asset(assets, asset, field),
            None => (AssetKey::Project, read_path(field)),
        },
        ResolveError::Invalid { asset, field, .. } => of_asset(assets, asset, field),
        ResolveError::Plan { strate, .. } => of_asset(assets, strate, "id"),
    }
}

fn of_asset(assets: &Assets, id: &str, field: &str) -> (AssetKey, Path) {
    let path = read_path(field);
    let first = match path.0.first() {
        Some(Step::Field(name)) => name.as_str(),
        _ => "",
    };
    let of_biome = matches!(first, "climate" | "look" | "material");
    if first == "strokes" && assets.edits.contains_key(id) {
        return (AssetKey::Edits(id.to_owned()), path);
    }
    if first == "climate" || of_biome && !assets.strates.contains_key(id) && assets.biomes.contains_key(id) {
        return (AssetKey::Biome(id.to_owned()), path);
    }
    if assets.strates.contains_key(id) {
        return (AssetKey::Strate(id.to_owned()), path);
    }
    let candidates = &assets.project.layout.candidates;
    match candidates.iter().find(|(_, def)| def.id == id) {
        Some((slot, _)) => {
            let slot = Path::default().field("layout").field("candidates").field(slot);
            (AssetKey::Project, Path(slot.0.into_iter().chain(path.0).collect()))
        }
        None => (AssetKey::Project, path),
    }
}

/// A path as messages write it: `layout.fixed[2].strate`. A slot's own dot stays within its name.
fn read_path(text: &str) -> Path {
    let mut path = Path::default();
    for table in ["overrides", "candidates"] {
        if let Some(slot) = text.strip_prefix("layout.").and_then(|rest| rest.strip_prefix(table)?.strip_prefix('.')) {
            return path.field("layout").field(table).field(slot);
        }
    }
    // A relation ties several fields; the last is where it shows.
    let text = match text.rsplit_once(", ") {
        Some((fields, last)) => match fields.split_once('.') {
            Some((block, _)) => format!("{block}.{last}"),
            None => last.to_owned(),
        },
        None => text.to_owned(),
    };
    for part in text.split('.') {
        let (name, indices) = part.split_once('[').unwrap_or((part, ""));
        path = path.field(name);
        for index in indices.split('[').filter_map(|index| index.trim_end_matches(']').parse().ok()) {
            path = path.index(index);
        }
    }
    path
}

/// The path with the names of variants put in, which errors of resolving leave out.
fn through_variants(document: &Document, path: &Path) -> Path {
    let mut found = Path::default();
    for step in &path.0 {
        if let (Step::Field(_), Some(node)) = (step, document.node(&found)) {
            let node = document.without_some(node);
            if let (NodeKind::Struct(Some(_), _), Some(name)) = (&node.kind, document.name(node)) {
                found = found.variant(name);
            }
        }
        found.0.push(step.clone());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        for text in ["layout.fixed[2].strate", "bands.content_m", "strokes[7]", "biomes[1]", "layout"] {
            assert_eq!(read_path(text).to_string(), text);
        }
        assert_eq!(read_path("archetype.floor_m, ceiling_m").to_string(), "archetype.ceiling_m");
        assert_eq!(read_path("layout.overrides.deep.3").0.len(), 3);
    }
}
