//! Exported parameter sets in JSON: one, or a list of them. A mistake is placed where reading stopped: at the end of what is wrong.

use super::fields::folded;
use super::source::{Entry, LegacySet, Mistake, Scalar, Wrong, has_room};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What a file accepts as a whole.
const WHOLE: &str = "a parameter set (names with their values in braces) or a list of them";

/// What one set is.
const ONE: &str = "a parameter set: names with their values in braces";

/// The sets of a text, in order.
///
/// # Errors
/// The first mistake.
pub fn read(text: &str) -> Result<Vec<LegacySet>, Mistake> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let mut reading = Reading::default();
    let outcome = Sets(&mut reading).deserialize(&mut reader).and_then(|()| reader.end());
    let Err(error) = outcome else { return Ok(reading.sets) };
    let accepted = if reading.field.is_empty() { WHOLE.to_owned() } else { Entry::of(&reading.field).accepted() };
    let wrong = reading.wrong.unwrap_or_else(|| said(&error.to_string(), accepted));
    Err(Mistake { place: place(text, error.line(), error.column()), field: reading.field, wrong })
}

/// What the reader of JSON says, without the place it writes behind; `accepted` where it does not say what it expects.
fn said(message: &str, accepted: String) -> Wrong {
    let reason = message.rsplit_once(" at line ").map_or(message, |(reason, _)| reason);
    match reason.split_once(", expected ") {
        Some((reason, expected)) => Wrong::new(reason, expected),
        None => Wrong::new(reason, accepted),
    }
}

/// Line and column from 1, the column in characters; the reader of JSON counts bytes.
fn place(text: &str, line: usize, column: usize) -> (u32, u32) {
    let bytes = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default().bytes().take(column);
    // A character is as many bytes as it has, of which one does not continue another.
    let letters = bytes.filter(|byte| byte & 0b1100_0000 != 0b1000_0000).count();
    (u32::try_from(line).unwrap_or(u32::MAX).max(1), u32::try_from(letters).unwrap_or(u32::MAX).max(1))
}

/// What has been read.
#[derive(Default)]
struct Reading {
    sets: Vec<LegacySet>,
    /// The field that is being read; empty between fields.
    field: String,
    /// What is wrong, where it is not the reader of JSON that says so.
    wrong: Option<Wrong>,
}

impl Reading {
    /// Keeps what is wrong: an error of the reader holds no more than a text.
    fn checked<T, E: serde::de::Error>(&mut self, outcome: Result<T, Wrong>) -> Result<T, E> {
        outcome.map_err(|wrong| {
            let error = E::custom(&wrong.reason);
            self.wrong = Some(wrong);
            error
        })
    }
}

// Every check stands in the visitor of the value it concerns: the reader of JSON places an error where that value ends.

/// A list of sets, or one.
struct Sets<'a>(&'a mut Reading);
/// A set.
struct Set<'a>(&'a mut Reading);
/// The fields of a set; those of an inner struct stand among them.
struct Fields<'a>(&'a mut Reading, &'a mut LegacySet);
/// The value of a known field, or of what a set says of itself.
struct FieldValue<'a>(&'a mut Reading, &'a mut LegacySet, Entry);

impl<'de> DeserializeSeed<'de> for Sets<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Sets<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WHOLE)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Set(&mut *self.0))?.is_some() {}
        Ok(())
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        Set(self.0).visit_map(map)
    }
}

impl<'de> DeserializeSeed<'de> for Set<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Set<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ONE)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let room = has_room(&self.0.sets);
        self.0.checked(room)?;
        let mut set = LegacySet::default();
        Fields(&mut *self.0, &mut set).visit_map(map)?;
        let set = self.0.checked(set.ended())?;
        self.0.sets.push(set);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ONE)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(reading, set) = self;
        while let Some(name) = map.next_key::<String>()? {
            reading.field.clone_from(&name);
            let entry = Entry::of(&name);
            if folded(&name) == "generationparams" {
                map.next_value_seed(Fields(&mut *reading, &mut *set))?;
            } else if matches!(entry, Entry::Unknown) {
                reading.checked(set.take_unknown(&name))?;
                map.next_value::<IgnoredAny>()?;
            } else {
                map.next_value_seed(FieldValue(&mut *reading, &mut *set, entry))?;
            }
            reading.field.clear();
        }
        Ok(())
    }
}

impl FieldValue<'_> {
    fn take<E: serde::de::Error>(self, value: &Scalar) -> Result<(), E> {
        let Self(reading, set, entry) = self;
        reading.checked(set.take(entry, value))
    }
}

impl<'de> DeserializeSeed<'de> for FieldValue<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FieldValue<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.2.accepted())
    }
    fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<(), E> {
        self.take(&Scalar::Flag(flag))
    }
    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<(), E> {
        self.take(&Scalar::Number(number as f64))
    }
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<(), E> {
        self.take(&Scalar::Number(number as f64))
    }
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        self.take(&Scalar::Number(number))
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.take(&Scalar::Text(text.to_owned()))
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.take(&Scalar::Nothing)
    }
}
