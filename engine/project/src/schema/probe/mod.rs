//! What a type's own `Deserialize` asks for, recorded: the containers it reads, their fields and the types of these.
//!
//! A probe deserializes a type from nothing. Whatever the type asks for is written down and answered with the simplest value, so
//! the record cannot differ from what reading accepts. Enums show one variant a run, so a type is probed until every variant
//! has been seen; a field is *required* if leaving it out fails.

mod reader;

use reader::Reader;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// The type of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Seen, but not entered yet.
    Unknown,
    /// A switch.
    Bool,
    /// A whole number within limits.
    Integer {
        /// Lowest.
        low: i128,
        /// Highest.
        high: i128,
    },
    /// A number.
    Number,
    /// A text.
    Text,
    /// Absent, or a value.
    Optional(Box<Type>),
    /// Any number of values.
    List(Box<Type>),
    /// A fixed number of values of one type.
    Array(Box<Type>, usize),
    /// Values by name.
    Map(Box<Type>),
    /// A struct or an enum, by name.
    Named(&'static str),
}

/// A struct's field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// As in files.
    pub name: &'static str,
    /// Type of the value.
    pub of: Type,
    /// Whether files must have it.
    pub required: bool,
}

/// What an enum's variant holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// Not seen yet.
    Unknown,
    /// Nothing.
    Nothing,
    /// One value.
    Value(Type),
    /// Fields of its own.
    Fields(Vec<Field>),
}

/// A struct or an enum.
#[derive(Clone, Debug, PartialEq)]
pub enum Container {
    /// Fields in order.
    Struct(Vec<Field>),
    /// Variants in order.
    Enum(Vec<(&'static str, Holds)>),
}

/// What was found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The type itself.
    pub root: Type,
    /// Every container it reads, by name.
    pub containers: BTreeMap<&'static str, Container>,
    /// The way to each container from the root, by name: the first one met.
    pub paths: BTreeMap<&'static str, crate::tree::Path>,
}

/// A field of a struct, or of a variant that has fields of its own: container, variant (or nothing), field.
pub type Place = (&'static str, &'static str, &'static str);

/// Most runs for one question. Each run takes another variant, so a handful is enough; a type that needs more is left unknown.
const MOST_RUNS: usize = 2000;

/// What all runs share.
#[derive(Default)]
pub struct Notes {
    containers: BTreeMap<&'static str, Container>,
    paths: BTreeMap<&'static str, crate::tree::Path>,
    /// How often each variant of an enum was taken.
    taken: BTreeMap<(&'static str, usize), usize>,
    /// The field to leave out in this run, and whether its container has been met.
    left_out: Option<Place>,
    met: bool,
}

/// Probes a type.
///
/// # Errors
/// A type that asks for something no file can hold (bytes, a `char`), or that refuses the simplest values.
pub fn probe<T: DeserializeOwned>() -> Result<Found, String> {
    let mut notes = Notes::default();
    let mut root = run::<T>(&mut notes)?;
    for _ in 0..MOST_RUNS {
        if !notes.containers.values().any(has_unknown) {
            break;
        }
        root = run::<T>(&mut notes)?;
    }
    for place in places(&notes.containers) {
        let required = is_required::<T>(&mut notes, place)?;
        set_required(&mut notes.containers, place, required);
    }
    Ok(Found { root, containers: notes.containers, paths: notes.paths })
}

fn run<T: DeserializeOwned>(notes: &mut Notes) -> Result<Type, String> {
    let mut root = Type::Unknown;
    T::deserialize(Reader::new(notes, &mut root)).map_err(|error| error.to_string())?;
    Ok(root)
}

fn is_required<T: DeserializeOwned>(notes: &mut Notes, place: Place) -> Result<bool, String> {
    for _ in 0..MOST_RUNS {
        (notes.left_out, notes.met) = (Some(place), false);
        let mut root = Type::Unknown;
        let outcome = T::deserialize(Reader::new(notes, &mut root));
        notes.left_out = None;
        if notes.met {
            return Ok(outcome.is_err());
        }
        outcome.map_err(|error| error.to_string())?;
    }
    Err(format!("{} was not met again", place.0))
}

fn has_unknown(container: &Container) -> bool {
    match container {
        Container::Struct(fields) => fields.iter().any(|field| is_unknown(&field.of)),
        Container::Enum(variants) => variants.iter().any(|(_, holds)| match holds {
            Holds::Unknown => true,
            Holds::Nothing => false,
            Holds::Value(of) => is_unknown(of),
            Holds::Fields(fields) => fields.iter().any(|field| is_unknown(&field.of)),
        }),
    }
}

fn is_unknown(of: &Type) -> bool {
    match of {
        Type::Unknown => true,
        Type::Optional(inner) | Type::List(inner) | Type::Array(inner, _) | Type::Map(inner) => is_unknown(inner),
        _ => false,
    }
}

fn places(containers: &BTreeMap<&'static str, Container>) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for (name, container) in containers {
        match container {
            Container::Struct(fields) => found.extend(fields.iter().map(|field| (*name, "", field.name))),
            Container::Enum(variants) => {
                for (variant, holds) in variants {
                    if let Holds::Fields(fields) = holds {
                        found.extend(fields.iter().map(|field| (*name, *variant, field.name)));
                    }
                }
            }
        }
    }
    found
}

fn set_required(containers: &mut BTreeMap<&'static str, Container>, (name, variant, field): Place, required: bool) {
    let fields = match containers.get_mut(name) {
        Some(Container::Struct(fields)) => Some(fields),
        Some(Container::Enum(variants)) => variants.iter_mut().find_map(|(found, holds)| match holds {
            Holds::Fields(fields) if *found == variant => Some(fields),
            _ => None,
        }),
        None => None,
    };
    if let Some(found) = fields.into_iter().flatten().find(|found| found.name == field) {
        found.required = required;
    }
}
