//! Reads exported parameter sets: JSON (one set, or a list of them) and CSV (a header, then a set a row). Mistakes are placed.

use super::fields::{FIELDS, Fate, LegacyField, RELIEF_KINDS, Rule, field, folded};
use crate::diagnostic::Diagnostic;
use param::nearest;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
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
const MOST_SETS: usize = 256;
/// Most fields of one set.
const MOST_FIELDS: usize = 1000;

/// A value as it stands in an export.
enum Scalar {
    Number(f64),
    Flag(bool),
    Text(String),
    Nothing,
}

impl LegacySet {
    /// Takes a value in; says what is wrong with it.
    fn take(&mut self, name: &str, value: Scalar) -> Result<(), String> {
        match folded(name).as_str() {
            "name" | "rowname" | "id" | "---" | "" => {
                self.name = value.text();
                return Ok(());
            }
            "generatortype" | "archetype" => {
                let text = value.text();
                let bare = text.rsplit("::").next().unwrap_or_default();
                let known = KINDS.into_iter().find(|kind| kind.eq_ignore_ascii_case(bare));
                let refusal = || format!("`{name}`: `{bare}` had a parameter struct of its own; accepted: {}", KINDS.join(", "));
                self.kind = known.ok_or_else(refusal)?.to_owned();
                return Ok(());
            }
            _ => {}
        }
        if self.values.len() + self.unknown.len() >= MOST_FIELDS {
            return Err(format!("more than {MOST_FIELDS} fields in one set"));
        }
        let Some(known) = field(name) else {
            self.unknown.push(name.to_owned());
            return Ok(());
        };
        if matches!(value, Scalar::Nothing) {
            return Ok(());
        }
        let number =
            number(known, &value).map_err(|accepted| format!("`{name}`: {} is refused; accepted: {accepted}", value.shown()))?;
        match self.values.insert(known.name, number) {
            Some(_) => Err(format!("`{name}` stands twice; accepted: once")),
            None => Ok(()),
        }
    }
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

/// The number of a known field, or what would be accepted.
fn number(known: &LegacyField, value: &Scalar) -> Result<f64, String> {
    let options = match known.fate {
        Fate::Lives { rule: Rule::Option(options), .. } => options,
        _ => &[],
    };
    let is_flag = FIELDS.last().is_some_and(|last| last.name == known.name);
    let number = match value {
        Scalar::Number(number) => Some(*number),
        Scalar::Flag(flag) => Some(f64::from(u8::from(*flag))),
        Scalar::Text(text) => match text.trim().rsplit("::").next().unwrap_or_default() {
            "" => None,
            word if !options.is_empty() => option(word, options).or_else(|| word.parse().ok()),
            word if is_flag && word.eq_ignore_ascii_case("true") => Some(1.0),
            word if is_flag && word.eq_ignore_ascii_case("false") => Some(0.0),
            word => word.parse().ok(),
        },
        Scalar::Nothing => None,
    };
    let number = number.filter(|number| number.is_finite());
    if !options.is_empty() {
        let fits = |number: &f64| *number >= 0.0 && *number < options.len() as f64 && number.fract() == 0.0;
        return number.filter(fits).ok_or_else(|| format!("one of {}, or its number from 0", options.join(", ")));
    }
    let accepted = if is_flag { "true or false" } else { "a finite number, with a point" };
    number.ok_or_else(|| accepted.to_owned())
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
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let sets = match ending.as_str() {
        "json" => read_json(text),
        "csv" => read_csv(text),
        _ => {
            let accepted = Some("a name that ends in .json or .csv".to_owned());
            return Err(Box::new(Diagnostic { accepted, ..Diagnostic::of_file(file, "the kind of export is not known") }));
        }
    };
    let sets = sets.map_err(|mistake| {
        let (line, column) = mistake.place;
        // What would be accepted is told apart where the mistake says it.
        let (reason, accepted) = match mistake.reason.split_once("; accepted: ") {
            Some((reason, accepted)) => (reason.to_owned(), Some(accepted.to_owned())),
            None => (mistake.reason, None),
        };
        let whole = Diagnostic::of_file(file, reason);
        Box::new(Diagnostic { line: Some(line), column: Some(column), accepted, ..whole })
    })?;
    if sets.is_empty() {
        let accepted = Some("at least one set".to_owned());
        return Err(Box::new(Diagnostic { accepted, ..Diagnostic::of_file(file, "there is no parameter set in it") }));
    }
    Ok(sets)
}

/// A mistake with its line and column, both from 1.
struct Mistake {
    place: (u32, u32),
    reason: String,
}

fn read_json(text: &str) -> Result<Vec<LegacySet>, Mistake> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let mut sets = Vec::new();
    let outcome = SetsSeed(&mut sets).deserialize(&mut reader).and_then(|()| reader.end());
    outcome.map(|()| sets).map_err(|error| {
        let place = (error.line() as u32, (error.column() as u32).max(1));
        // serde_json writes the place behind its message too.
        let said = error.to_string();
        let reason = said.rsplit_once(" at line ").map_or(said.as_str(), |(reason, _)| reason).to_owned();
        Mistake { place, reason }
    })
}

/// A list of sets, or one.
struct SetsSeed<'a>(&'a mut Vec<LegacySet>);
/// The fields of a set; an inner struct's stand among them.
struct SetSeed<'a>(&'a mut LegacySet);
/// One field's value.
struct ValueSeed<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for SetsSeed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for SetsSeed<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a parameter set or a list of them")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        loop {
            let mut set = LegacySet::default();
            if list.next_element_seed(SetSeed(&mut set))?.is_none() {
                return Ok(());
            }
            if self.0.len() == MOST_SETS {
                return Err(A::Error::custom(format!("more than {MOST_SETS} sets")));
            }
            self.0.push(set);
        }
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let mut set = LegacySet::default();
        SetSeed(&mut set).visit_map(map)?;
        self.0.push(set);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for SetSeed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SetSeed<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a parameter set: names with numbers")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            if folded(&name) == "generationparams" {
                map.next_value_seed(SetSeed(&mut *self.0))?;
                continue;
            }
            let value = map.next_value_seed(ValueSeed(&name))?;
            self.0.take(&name, value).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Scalar;
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Scalar, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Scalar;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number for `{}`", self.0)
    }
    fn visit_bool<E>(self, flag: bool) -> Result<Scalar, E> {
        Ok(Scalar::Flag(flag))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number as f64))
    }
    fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number as f64))
    }
    fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number))
    }
    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }
    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar::Nothing)
    }
}

fn read_csv(text: &str) -> Result<Vec<LegacySet>, Mistake> {
    let mut rows = super::csv::rows(text).map_err(|(place, reason)| Mistake { place, reason })?.into_iter();
    let Some(header) = rows.next() else { return Ok(Vec::new()) };
    let mut sets = Vec::new();
    for row in rows {
        let start = row.first().map_or((1, 1), |cell| cell.place);
        if row.len() != header.len() {
            let reason = format!("a row of {} cells; accepted: {}, as in the header", row.len(), header.len());
            return Err(Mistake { place: start, reason });
        }
        if sets.len() == MOST_SETS {
            return Err(Mistake { place: start, reason: format!("more than {MOST_SETS} sets") });
        }
        let mut set = LegacySet::default();
        for (name, cell) in header.iter().zip(&row) {
            let text = cell.text.trim();
            let value = if text.is_empty() { Scalar::Nothing } else { Scalar::Text(text.to_owned()) };
            set.take(name.text.trim(), value).map_err(|reason| Mistake { place: cell.place, reason })?;
        }
        sets.push(set);
    }
    Ok(sets)
}
