//! Parameter sets exported from the earlier engine, and what becomes of them here.
//!
//! Facts of that engine's parameter struct stand in one table ([`FIELDS`]), which feeds the importer and its reference page. That
//! engine measured in voxels of its own size, which an import names.

mod convert;
mod csv;
mod fields;
mod json;
mod source;

pub use convert::{Line, Outcome};
pub use fields::{FIELDS, Fate, LegacyField, Rule};

use crate::diagnostic::Diagnostic;
use crate::disk::Disk;
use crate::save::{SaveError, write_atomically};
use crate::templates::{CreateError, create_project_of, free_id};
use crate::{AssetKind, asset::Asset};
use serde::Serialize;
use std::fmt::{self, Write};
use std::path::Path;
use std::sync::Arc;
use world::Assets;
use world::defs::StrateDef;

/// Edges of a voxel that an import may name, metres.
pub const VOXELS_M: [f64; 2] = [0.01, 2.0];
/// Edge of a voxel of most of the earlier engine's worlds, metres.
pub const VOXEL_M: f64 = 0.125;

/// What became of one set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetReport {
    /// Its name in the export.
    pub name: String,
    /// Id of the strate it became.
    pub strate: String,
    /// A line for every field of the table, then for every unknown one.
    pub fields: Vec<Line>,
}

/// Imported sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The strates, in the order of the file.
    pub strates: Vec<StrateDef>,
    /// What became of every field, set by set.
    pub report: Vec<SetReport>,
}

/// Converts the text of an export (`.json` or `.csv` by the name of `file`). `size_m` is the edge of the earlier world's voxel in
/// metres, within [`VOXELS_M`]. Every strate is valid: values are brought into their ranges, and the report says which.
///
/// # Errors
/// The first mistake of the text, placed; or a size that is out of range.
pub fn import(file: &Path, text: &str, size_m: f64) -> Result<Import, Box<Diagnostic>> {
    let [lowest, highest] = VOXELS_M;
    if !(lowest..=highest).contains(&size_m) {
        let accepted = Some(format!("{lowest} m to {highest} m"));
        return Err(Box::new(Diagnostic {
            accepted,
            ..Diagnostic::of_file(file, format!("a voxel of {size_m} m is out of range"))
        }));
    }
    let mut assets = Assets::default();
    let mut import = Import { strates: Vec::new(), report: Vec::new() };
    for set in source::read(file, text)? {
        let base = if set.name.is_empty() { "imported" } else { &set.name };
        let id = free_id(&assets, AssetKind::Strate, base);
        let (strate, fields) = convert::convert(&set, &id, size_m);
        Asset::Strate(Arc::new(strate.clone())).put_into(&mut assets);
        import.strates.push(strate);
        import.report.push(SetReport { name: set.name, strate: id, fields });
    }
    Ok(import)
}

impl Import {
    /// Writes a project of the imported strates, from top to bottom in the order of the file, and the report beside them
    /// (`import.txt`).
    ///
    /// # Errors
    /// A folder that exists and is not empty; a file that could not be written.
    pub fn write(&self, disk: &dyn Disk, folder: &Path, name: &str) -> Result<(), CreateError> {
        create_project_of(disk, folder, name, 1, &self.strates)?;
        let path = folder.join("import.txt");
        write_atomically(disk, &path, self.to_string().as_bytes(), None)
            .map_err(|error| CreateError::Save(SaveError::Io { error, path }))
    }
}

impl fmt::Display for Import {
    /// A line a field: `MinRoomRadius 16: mapped to archetype.room_radius_min_m = 2.5 m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for set in &self.report {
            let name = if set.name.is_empty() { "a set without a name" } else { &set.name };
            writeln!(f, "{} -> strate {}", crate::plain(name), set.strate)?;
            for line in &set.fields {
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::plain(&self.field))?;
        if let Some(was) = self.was {
            write!(f, " {was}")?;
        }
        match &self.outcome {
            Outcome::Mapped { path, value } => write!(f, ": mapped to {path} = {value}"),
            Outcome::Changed { path, value, reason } => write!(f, ": changed to {path} = {value} ({reason})"),
            Outcome::Dropped { reason } => write!(f, ": dropped: {reason}"),
            Outcome::Absent => f.write_str(": absent; the default stays"),
            Outcome::Unknown { nearest: Some(nearest) } => write!(f, ": unknown; the nearest is {nearest}"),
            Outcome::Unknown { nearest: None } => f.write_str(": unknown"),
        }
    }
}

/// The table of fields as a Markdown page.
pub fn reference() -> String {
    let count = |wanted: fn(&Fate) -> bool| FIELDS.iter().filter(|field| wanted(&field.fate)).count();
    let lives = count(|fate| matches!(fate, Fate::Lives { .. }));
    let switches = count(|fate| matches!(fate, Fate::Switch { .. }));
    let dropped = count(|fate| matches!(fate, Fate::Retired { .. }));
    let [lowest, highest] = VOXELS_M;
    let mut page = format!(
        "# Fields of the earlier engine\n\n\
         `voxelforge import-legacy FILE.json|.csv --out DIR` converts parameter sets exported from the earlier engine, which measured in\n\
         voxels; *size* is the edge of that world's voxel (`--legacy-voxel`, {lowest} m to {highest} m, {VOXEL_M} m when left out). This page\n\
         is made from the importer's table by `cargo xtask docs`: of {} fields {lives} live on, {switches} decide whether a modifier is\n\
         there, and {dropped} are dropped. `import.txt` in the new project says of every field of every set what became of it.\n\n\
         JSON holds a set or a list of sets, CSV a header and a set a row. A set may give its `Name` and its `GeneratorType`\n\
         ({}). Case and underscores of names do not matter. Fields that are left out stay at this engine's\n\
         defaults; several with one successor give it their mean; a value out of its successor's range becomes the nearest within. A\n\
         modifier is there only if the field that switches it is given and is not 0.\n\n\
         | Field | Was by default | Dimension and conversion | Successor in a strate |\n| --- | --- | --- | --- |\n",
        FIELDS.len(),
        source::KINDS.join(" or "),
    );
    for LegacyField { name, default, fate } in FIELDS {
        let (conversion, successor) = match fate {
            Fate::Lives { paths, rule } => {
                (rule.words(), paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", "))
            }
            Fate::Switch { modifier, reason } => (
                "density unit, re-expressed as a switch: 0 leaves it out".to_owned(),
                format!("`modifiers.{modifier}`; {reason}"),
            ),
            Fate::Retired { reason } => ("dropped".to_owned(), format!("none, because {reason}")),
        };
        // Writing to a text cannot fail.
        _ = writeln!(page, "| `{name}` | {default} | {conversion} | {successor} |");
    }
    page.push_str("\n## Switches\n\n| Modifier | Field that switches it |\n| --- | --- |\n");
    for (modifier, switch) in fields::SWITCHES {
        _ = writeln!(page, "| `modifiers.{modifier}` | `{switch}` |");
    }
    page
}
