//! The reference of files and parameters as Markdown, made from the types that read them and from the declarations.

use crate::asset::{Asset, AssetKind};
use crate::blocks::blocks;
use crate::schema::{self, Container, Field, Found, Holds, Type};
use crate::tree::{Path, Step};
use param::{Decl, Kind, ParamBlock, Treatment};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// Sections on every kind of file: its fields, and every block of parameters with units, ranges and relations. Headings begin at
/// the second level.
///
/// # Errors
/// A type that no file can hold; a test shows that there is none.
pub fn reference() -> Result<String, String> {
    let mut page = String::new();
    let mut told = BTreeSet::new();
    for kind in ORDER {
        let found = schema::found(kind)?;
        heading(&mut page, 2, &format!("{}: `{}`", capital(kind.noun()), schema::place(kind)));
        for (name, container) in &found.containers {
            plain(&mut page, kind, &found, name, container, &mut told);
        }
        for (place, section) in parameter_sections(kind, &found)? {
            // A block that several kinds of file hold is told where it first stands.
            if told.insert(place) {
                page.push_str(&section);
            }
        }
    }
    // One empty line between two headings.
    Ok(page.trim_start().replace("\n\n\n", "\n\n"))
}

/// Kinds in the order of the page: strates first, since a project may hold some too.
const ORDER: [AssetKind; 6] =
    [AssetKind::Strate, AssetKind::Project, AssetKind::Biome, AssetKind::Materials, AssetKind::Edits, AssetKind::Corpus];

/// Every block of parameters that a kind of file may hold: what tells it from others, and its section. In the order of the fields
/// they stand in.
fn parameter_sections(kind: AssetKind, found: &Found) -> Result<Vec<(String, String)>, String> {
    let fields = match &found.root {
        Type::Named(name) => found.containers.get(name),
        _ => None,
    };
    let fields: Vec<&str> = match fields {
        Some(Container::Struct(fields)) => fields.iter().map(|field| field.name).collect(),
        _ => Vec::new(),
    };
    let mut sections = Vec::new();
    for sample in schema::samples(found) {
        let asset = asset(kind, sample)?;
        for (path, block) in blocks(&asset) {
            let first = match path.0.first() {
                Some(Step::Field(name)) => fields.iter().position(|field| field == name),
                _ => None,
            };
            let mut section = String::new();
            parameters(&mut section, &general(&path), block);
            sections.push((first, format!("{}: {}", last(&path), names(block.declarations())), section));
        }
    }
    sections.sort_by_key(|(first, ..)| *first);
    Ok(sections.into_iter().map(|(_, place, section)| (place, section)).collect())
}

/// The name a block goes by where it stands.
fn last(path: &Path) -> &str {
    match path.0.last() {
        Some(Step::Field(name) | Step::Variant(name)) => name,
        _ => "",
    }
}

/// The fields of a block.
fn names(declarations: &[Decl]) -> String {
    declarations.iter().map(|decl| decl.name).collect::<Vec<_>>().join(",")
}

fn asset(kind: AssetKind, value: Value) -> Result<Asset, String> {
    fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
        serde_json::from_value(value).map_err(|error| error.to_string())
    }
    Ok(match kind {
        AssetKind::Project => Asset::Project(Arc::new(read(value)?)),
        AssetKind::Strate => Asset::Strate(Arc::new(read(value)?)),
        AssetKind::Biome => Asset::Biome(Arc::new(read(value)?)),
        AssetKind::Materials => Asset::Materials(read::<Vec<_>>(value)?.into_iter().map(Arc::new).collect()),
        AssetKind::Edits => Asset::Edits(Arc::new(read(value)?)),
        AssetKind::Corpus => Asset::Corpus(Arc::new(read(value)?)),
    })
}

/// The path of a block in any file: `modifiers[…].Terrace`.
fn general(path: &Path) -> String {
    let mut text = String::new();
    for step in &path.0 {
        match step {
            Step::Index(_) => text += "[…]",
            Step::Field(name) | Step::Variant(name) => {
                text += if text.is_empty() { "" } else { "." };
                text += if name == "key" { "…" } else { name };
            }
        }
    }
    text
}

/// The fields of a container that are no parameters, unless it has been told.
fn plain(
    page: &mut String,
    kind: AssetKind,
    found: &Found,
    name: &'static str,
    container: &Container,
    told: &mut BTreeSet<String>,
) {
    let is_parameter = |field: &Field| schema::declaration(kind, found, name, field.name).is_some();
    match container {
        Container::Struct(fields) if !fields.iter().any(is_parameter) => {
            if told.insert(name.to_owned()) {
                heading(page, 3, name);
                table(page, fields);
            }
        }
        Container::Enum(variants) => {
            let with_fields = variants.iter().filter_map(|(variant, holds)| match holds {
                Holds::Fields(fields) => Some((variant, fields)),
                _ => None,
            });
            for (variant, fields) in with_fields {
                if told.insert(format!("{name}::{variant}")) {
                    heading(page, 3, &format!("{name}: {variant}"));
                    table(page, fields);
                }
            }
        }
        Container::Struct(_) => {}
    }
}

fn table(page: &mut String, fields: &[Field]) {
    row(page, &["Field", "Value", "Required"]);
    row(page, &["---"; 3]);
    for field in fields {
        row(page, &[&format!("`{}`", field.name), &words(&field.of), if field.required { "yes" } else { "" }]);
    }
}

/// A type in words.
fn words(of: &Type) -> String {
    match of {
        Type::Unknown => "anything".to_owned(),
        Type::Bool => "true or false".to_owned(),
        Type::Integer { low, high } => format!("a whole number from {low} to {high}"),
        Type::Number => "a number".to_owned(),
        Type::Text => "text".to_owned(),
        Type::Optional(of) => format!("{}, or nothing", words(of)),
        Type::List(of) => format!("a list of {}", words(of)),
        Type::Array(of, length) => format!("{length} × {}", words(of)),
        Type::Map(of) => format!("names with {}", words(of)),
        Type::Named(name) => format!("`{name}`"),
    }
}

fn parameters(page: &mut String, place: &str, block: &dyn ParamBlock) {
    heading(page, 3, &format!("`{place}`"));
    row(page, &["Parameter", "Group", "Default", "Accepted", "Slider", "Composer", "What it is"]);
    row(page, &["---"; 7]);
    for decl in block.declarations() {
        let [default, slider] = default_and_slider(decl);
        let treatment = match decl.treatment {
            Treatment::Blend => "blends",
            Treatment::Snap => "blends, then rounds",
            Treatment::Inherit => "inherits",
            Treatment::Fixed => "leaves",
        };
        let help = format!("{}. {}", decl.label, decl.help);
        row(page, &[&format!("`{}`", decl.name), decl.group, &default, &decl.accepted(), &slider, treatment, &help]);
    }
    if !block.relations().is_empty() {
        page.push('\n');
    }
    for relation in block.relations() {
        _ = writeln!(page, "- {}", relation.text);
    }
}

fn default_and_slider(decl: &Decl) -> [String; 2] {
    let suffix = decl.unit.suffix();
    let unit = if suffix.is_empty() || suffix.starts_with('°') { suffix.to_owned() } else { format!(" {suffix}") };
    match decl.kind {
        Kind::Float { default, soft: [low, high], .. } => [format!("{default}{unit}"), format!("{low} to {high}")],
        Kind::Int { default, soft: [low, high], .. } => [format!("{default}{unit}"), format!("{low} to {high}")],
        Kind::Bool { default } => [default.to_string(), String::new()],
        Kind::Choice { default, options } => [options.get(default).copied().unwrap_or_default().to_owned(), String::new()],
        Kind::Text { default } => [format!("{default:?}"), String::new()],
        Kind::Color { default: [red, green, blue] } => [format!("({red}, {green}, {blue})"), String::new()],
    }
}

fn heading(page: &mut String, level: usize, text: &str) {
    let mark = "#".repeat(level);
    _ = write!(page, "\n{mark} {text}\n\n");
}

/// One line of a table; a bar in a text must not end its cell.
fn row(page: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    _ = writeln!(page, "| {} |", cells.join(" | "));
}

fn capital(noun: &str) -> String {
    let mut letters = noun.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::defs::Archetype;

    #[test]
    fn every_parameter_of_every_archetype_is_told_with_its_range_and_help() {
        let page = reference().expect("a page");
        for archetype in Archetype::all_defaults() {
            let heading = format!("### `archetype.{}`\n", archetype.name());
            let (_, section) = page.split_once(&heading).unwrap_or_else(|| panic!("no section {heading}"));
            let section = section.split("\n#").next().unwrap_or_default();
            for decl in archetype.block().declarations() {
                let line = section.lines().find(|line| line.starts_with(&format!("| `{}` |", decl.name)));
                let line = line.unwrap_or_else(|| panic!("{} lacks {}", archetype.name(), decl.name));
                assert!(line.contains(&decl.accepted()) && line.contains(decl.help), "{line}");
            }
            for relation in archetype.block().relations() {
                assert!(section.contains(relation.text), "{} lacks {:?}", archetype.name(), relation.text);
            }
        }
    }

    #[test]
    fn every_declared_block_of_every_kind_of_file_is_told() {
        let page = reference().expect("a page");
        for kind in AssetKind::ALL {
            let found = schema::found(kind).expect("types");
            for (name, container) in &found.containers {
                let Container::Struct(fields) = container else { continue };
                for field in fields {
                    let Some(decl) = schema::declaration(kind, &found, name, field.name) else {
                        assert!(page.contains(&format!("| `{}` |", field.name)), "{name}.{}", field.name);
                        continue;
                    };
                    assert!(page.contains(decl.help), "{name}.{}", field.name);
                }
            }
        }
    }
}
