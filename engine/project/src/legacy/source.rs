//! Exported parameter sets as they are read from a file: `.json` ([`super::json`]) or `.csv` (a header, then a set a row).
//!
//! Mistakes are placed at a line and a column, name the field, and say what would be accepted.

use super::fields::{FIELDS, Fate, LegacyField, RELIEF_KINDS, Rule, field, folded};
use super::{csv, json};
use crate::diagnostic::Diagnostic;
use param::nearest;
use std::collections::BTreeMap;
use std::path::Path;

/// One set as it was exported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LegacySet {
    /// Its name in the export; empty if it has none.
    pub name: String,
    /// The kind of place it was for; empty if the export does not say.
    pub kind: String,
    /// Values of known fields by their name in the table; a flag is 0 or 1.
    pub values: BTreeMap<&'static str, f64>,
    /// Names that are no fields, as written, in order.
    pub unknown: Vec<String>,
}

/// Kinds of place whose parameters this struct held.
pub const KINDS: [&str; 2] = ["TunnelNetwork", "Underwater"];
/// Most sets in one file.
pub const MOST_SETS: usize = 256;
/// Most fields of one set.
const MOST_FIELDS: usize = 1000;

/// A value as it stands in an export.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// Text, which may be that of a number.
    Text(String),
    /// `null`, or an empty cell: as if the field were absent.
    Nothing,
}

/// What is wrong with a value or a text, and what would be accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// What is wrong.
    pub reason: String,
    /// What would be accepted.
    pub accepted: String,
}

impl Wrong {
    /// Both as texts.
    pub fn new(reason: impl Into<String>, accepted: impl Into<String>) -> Self {
        Self { reason: reason.into(), accepted: accepted.into() }
    }
}

/// A mistake with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Line, and column in characters; both from 1.
    pub place: (u32, u32),
    /// Name of the field as written; empty where none is meant.
    pub field: String,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What a name in an export stands for.
#[derive(Clone, Copy)]
pub enum Entry {
    /// The name of the set.
    Name,
    /// The kind of place.
    Kind,
    /// A field of the table.
    Field(&'static LegacyField),
    /// Nothing that is known; whatever it holds is passed over and reported.
    Unknown,
}

impl Entry {
    /// What a name stands for, whatever its case and underscores.
    pub fn of(name: &str) -> Self {
        match folded(name).as_str() {
            // `---` and an empty name head the column of row names in tables.
            "name" | "rowname" | "id" | "---" | "" => Self::Name,
            "generatortype" | "archetype" => Self::Kind,
            _ => field(name).map_or(Self::Unknown, Self::Field),
        }
    }

    /// What it accepts, in words.
    pub fn accepted(self) -> String {
        match self {
            Self::Name => "a text".to_owned(),
            Self::Kind => KINDS.join(", "),
            Self::Field(known) if is_flag(known) => "true or false".to_owned(),
            Self::Field(known) => match options(known) {
                [] => "a finite number, with a decimal point".to_owned(),
                options => format!("one of {}, or its number from 0", options.join(", ")),
            },
            Self::Unknown => "anything".to_owned(),
        }
    }
}

impl LegacySet {
    /// Takes the value of an entry in, or says what is wrong with it; one that is unknown is passed over.
    pub fn take(&mut self, entry: Entry, value: &Scalar) -> Result<(), Wrong> {
        match entry {
            Entry::Unknown => {}
            _ if *value == Scalar::Nothing => {}
            Entry::Name => self.name = value.text(),
            Entry::Kind => {
                let text = value.text();
                let bare = bare(&text);
                let known = KINDS.into_iter().find(|kind| kind.eq_ignore_ascii_case(bare));
                let refusal = || Wrong::new(format!("{bare:?} did not have these parameters"), entry.accepted());
                self.kind = known.ok_or_else(refusal)?.to_owned();
            }
            Entry::Field(known) => {
                let refusal = || Wrong::new(format!("{} is refused", value.shown()), entry.accepted());
                let number = number(known, value).ok_or_else(refusal)?;
                if self.values.insert(known.name, number).is_some() {
                    return Err(Wrong::new("the field stands twice", "once, in any case of its letters"));
                }
            }
        }
        Ok(())
    }

    /// Notes a name that is no field.
    pub fn take_unknown(&mut self, name: &str) -> Result<(), Wrong> {
        if self.unknown.len() == MOST_FIELDS {
            return Err(Wrong::new("too many unknown fields in one set", format!("at most {MOST_FIELDS}")));
        }
        self.unknown.push(name.to_owned());
        Ok(())
    }

    /// Refuses a set that gives no field of the table: it would become a strate of defaults.
    pub fn ended(self) -> Result<Self, Wrong> {
        if self.values.is_empty() {
            let accepted = "fields such as RoomSpacing; the table of them lists all";
            return Err(Wrong::new("the set gives no field of the earlier engine", accepted));
        }
        Ok(self)
    }
}

/// Refuses one set more than a file may hold.
pub fn has_room(sets: &[LegacySet]) -> Result<(), Wrong> {
    if sets.len() < MOST_SETS { Ok(()) } else { Err(Wrong::new("too many sets", format!("at most {MOST_SETS}"))) }
}

impl Scalar {
    fn text(&self) -> String {
        match self {
            Scalar::Number(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
            Scalar::Text(text) => text.trim().chars().take(64).collect(),
            Scalar::Nothing => String::new(),
        }
    }
    fn shown(&self) -> String {
        match self {
            Scalar::Text(text) => format!("{:?}", text.chars().take(40).collect::<String>()),
            other => other.text(),
        }
    }
}

/// A name without the enumeration it is of: `Ridged` of `ERoughnessNoiseType::Ridged`.
fn bare(text: &str) -> &str {
    text.trim().rsplit("::").next().unwrap_or_default()
}

/// The last of the table is its one flag.
fn is_flag(known: &LegacyField) -> bool {
    FIELDS.last().is_some_and(|last| last.name == known.name)
}

fn options(known: &LegacyField) -> &'static [&'static str] {
    match known.fate {
        Fate::Lives { rule: Rule::Option(options), .. } => options,
        _ => &[],
    }
}

/// The number of a known field; `None` if the value is not acceptable.
fn number(known: &LegacyField, value: &Scalar) -> Option<f64> {
    let options = options(known);
    let number = match value {
        Scalar::Number(number) => *number,
        Scalar::Flag(flag) if is_flag(known) => f64::from(u8::from(*flag)),
        Scalar::Text(text) => match bare(text) {
            word if is_flag(known) && word.eq_ignore_ascii_case("true") => 1.0,
            word if is_flag(known) && word.eq_ignore_ascii_case("false") => 0.0,
            word => option(word, options).or_else(|| word.parse().ok())?,
        },
        Scalar::Flag(_) | Scalar::Nothing => return None,
    };
    let fits = options.is_empty() || (number >= 0.0 && number < options.len() as f64 && number.fract() == 0.0);
    (number.is_finite() && fits).then_some(number)
}

/// The number of an option by its name; the earlier engine said FBM where this one says fractal.
fn option(word: &str, options: &[&str]) -> Option<f64> {
    let word = if options == RELIEF_KINDS && word.eq_ignore_ascii_case("fbm") { "Fractal" } else { word };
    options.iter().position(|option| option.eq_ignore_ascii_case(word)).map(|place| place as f64)
}

/// The nearest field to a name that is none.
pub fn nearest_field(name: &str) -> Option<&'static str> {
    nearest(name, FIELDS.iter().map(|field| field.name))
}

/// Reads a file's text by the ending of its name: `.json` or `.csv`.
///
/// # Errors
/// The first mistake, placed at its line and column.
pub fn read(file: &Path, text: &str) -> Result<Vec<LegacySet>, Box<Diagnostic>> {
    let whole = |reason: &str, accepted: &str| {
        Box::new(Diagnostic { accepted: Some(accepted.to_owned()), ..Diagnostic::of_file(file, reason) })
    };
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let sets = match ending.as_str() {
        "json" => json::read(text),
        "csv" => read_csv(text),
        _ => return Err(whole("the kind of export is not known", "a name that ends in .json or .csv")),
    };
    let sets = sets.map_err(|Mistake { place: (line, column), field, wrong: Wrong { reason, accepted } }| {
        Box::new(Diagnostic { line: Some(line), column: Some(column), field, ..*whole(&reason, &accepted) })
    })?;
    if sets.is_empty() { Err(whole("there is no parameter set in it", "at least one set")) } else { Ok(sets) }
}

fn read_csv(text: &str) -> Result<Vec<LegacySet>, Mistake> {
    let mut rows = csv::rows(text)?.into_iter();
    let Some(header) = rows.next() else { return Ok(Vec::new()) };
    let mut sets = Vec::new();
    for row in rows {
        let place = row.first().map_or((1, 1), |cell| cell.place);
        let of_row = |wrong| Mistake { place, field: String::new(), wrong };
        if row.len() != header.len() {
            let wrong = Wrong::new(format!("a row of {} cells", row.len()), format!("{}, as in the header", header.len()));
            return Err(of_row(wrong));
        }
        has_room(&sets).map_err(of_row)?;
        let mut set = LegacySet::default();
        for (name, cell) in header.iter().zip(&row) {
            let (name, text) = (name.text.trim(), cell.text.trim());
            let value = if text.is_empty() { Scalar::Nothing } else { Scalar::Text(text.to_owned()) };
            let taken = match Entry::of(name) {
                Entry::Unknown => set.take_unknown(name),
                entry => set.take(entry, &value),
            };
            taken.map_err(|wrong| Mistake { place: cell.place, field: name.to_owned(), wrong })?;
        }
        sets.push(set.ended().map_err(of_row)?);
    }
    Ok(sets)
}
