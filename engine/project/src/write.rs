//! One asset as the text of its file: spliced into the text it was read from where that is possible, else written whole.

use crate::asset::{Asset, AssetKind};
use crate::diagnostic::Diagnostic;
use crate::read::parse_file;
use crate::splice::splice;
use crate::templates;
use crate::tree::{Document, print_file};
use crate::typed::to_line;
use std::path::Path;

/// How a text came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The value was already there; nothing was written.
    Unchanged,
    /// A file that did not exist.
    Created,
    /// Changed values were spliced in; comments and order are as they were.
    Spliced,
    /// Written whole, as machine-owned files always are.
    Whole,
    /// Written whole although a person wrote the file, since splicing was impossible: comments are lost, `.bak` has them.
    CommentsLost,
}

/// The text for an asset, given the text its file has now; it reads as exactly this asset. Materials keep the order of the file,
/// new ones come last: their order means nothing.
///
/// # Errors
/// What makes the asset itself invalid, so that it must not be written.
pub fn text_for(relative: &Path, before: Option<&str>, asset: &Asset) -> Result<(String, Manner), Vec<Diagnostic>> {
    let kind = asset.key().kind();
    let asset = &in_file_order(relative, before, asset);
    let reads_back = |text: &str| parse_file(relative, text).is_ok_and(|read| read == *asset);
    let base = before.or_else(|| templates::text(kind)).filter(|_| !kind.is_machine_owned());
    if let Some(base) = base {
        if before.is_some() && reads_back(base) {
            return Ok((base.to_owned(), Manner::Unchanged));
        }
        if let Some(text) = spliced(kind, base, asset).filter(|text| reads_back(text)) {
            return Ok((text, if before.is_some() { Manner::Spliced } else { Manner::Created }));
        }
    }
    let text = whole(asset).map_err(|reason| vec![Diagnostic::of_file(relative, reason)])?;
    let read = parse_file(relative, &text)?;
    if read != *asset {
        return Err(vec![Diagnostic::of_file(relative, "the value would not read back as it is")]);
    }
    let manner = match before {
        None => Manner::Created,
        Some(_) if kind.is_machine_owned() => Manner::Whole,
        Some(_) => Manner::CommentsLost,
    };
    Ok((text, manner))
}

fn in_file_order(relative: &Path, before: Option<&str>, asset: &Asset) -> Asset {
    match (asset, before.map(|text| parse_file(relative, text))) {
        (Asset::Materials(list), Some(Ok(Asset::Materials(written)))) => {
            let place = |id: &str| written.iter().position(|def| def.id == id).unwrap_or(written.len());
            let mut list = list.clone();
            list.sort_by_key(|def| place(&def.id));
            Asset::Materials(list)
        }
        _ => asset.clone(),
    }
}

fn spliced(kind: AssetKind, base: &str, asset: &Asset) -> Option<String> {
    let old = parse_file(&templates::usual_path(kind), base).ok()?;
    let old_line = Document::parse(&line(&old).ok()?).ok()?;
    let new_line = Document::parse(&line(asset).ok()?).ok()?;
    Some(splice(&Document::parse(base).ok()?, &old_line, &new_line))
}

/// The asset with every field written and no comment but one.
pub fn whole(asset: &Asset) -> Result<String, String> {
    let line = line(asset).map_err(|error| error.to_string())?;
    let document = Document::parse(&line).map_err(|error| error.to_string())?;
    let notice =
        if asset.key().kind().is_machine_owned() { "// Written by VoxelForge; comments here do not last.\n" } else { "" };
    Ok(format!("{notice}{}", print_file(&document)))
}

fn line(asset: &Asset) -> Result<String, ron::Error> {
    match asset {
        Asset::Project(def) => to_line(&**def),
        Asset::Strate(def) => to_line(&**def),
        Asset::Biome(def) => to_line(&**def),
        Asset::Materials(list) => to_line(&list.iter().map(|def| &**def).collect::<Vec<_>>()),
        Asset::Edits(def) => to_line(&**def),
        Asset::Corpus(def) => to_line(&**def),
    }
}
