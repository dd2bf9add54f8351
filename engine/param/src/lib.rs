//! One declaration per parameter: what the file format, the inspector, validation and the composer all read.
//!
//! *Vocabulary.* A **declaration** ([`Decl`]) is the fixed description of one parameter; a **block** ([`ParamBlock`]) is a
//! struct of parameters; a **relation** ties several parameters of a block. All three are written once, beside the struct,
//! with `#[derive(Params)]`.

pub use param_derive::{Choice, Params};

/// The unit an author reads and types. Everything is metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// No unit (names, switches).
    None,
    /// Metres.
    Metres,
    /// Cycles per metre.
    PerMetre,
    /// Degrees.
    Degrees,
    /// A plain ratio.
    Ratio,
    /// A whole number of things.
    Count,
    /// Metres per second.
    MetresPerSecond,
}

impl Unit {
    /// The text after a number in the interface: `m`, `/m`, `°`, or nothing.
    pub fn suffix(self) -> &'static str {
        match self {
            Unit::Metres => "m",
            Unit::PerMetre => "/m",
            Unit::Degrees => "°",
            Unit::MetresPerSecond => "m/s",
            Unit::None | Unit::Ratio | Unit::Count => "",
        }
    }
}

/// How the composer may treat a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Blended between parents, then jittered.
    Blend,
    /// Blended, then rounded to the nearest allowed value (counts).
    Snap,
    /// Inherited from the dominant parent.
    Inherit,
    /// Never changed by the composer.
    Fixed,
}

/// What has to be made anew when a parameter changes; the help text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The world's shape: tiles are meshed again.
    Shape,
    /// Colour, light or fog only: tiles stay.
    Look,
    /// Nothing visible (names, notes).
    Nothing,
}

/// Type, default and ranges of a parameter. `hard` bounds are refused outside; `soft` bounds are the slider's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A finite `f32`.
    Float { default: f32, hard: [f32; 2], soft: [f32; 2] },
    /// A whole number.
    Int { default: i64, hard: [i64; 2], soft: [i64; 2] },
    /// A switch.
    Bool { default: bool },
    /// One of several names.
    Choice { default: usize, options: &'static [&'static str] },
    /// Free text.
    Text { default: &'static str },
    /// An sRGB colour, three ratios 0..=1.
    Color { default: [f32; 3] },
}

/// The one declaration of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decl {
    /// The field's name, as in RON (`floor_m`).
    pub name: &'static str,
    /// Sentence case, without the unit (`Floor height`).
    pub label: &'static str,
    /// Unit of the value.
    pub unit: Unit,
    /// Type, default and ranges.
    pub kind: Kind,
    /// Heading it stands under in the inspector.
    pub group: &'static str,
    /// One line: what it is and what a larger value means.
    pub help: &'static str,
    /// What the composer may do with it.
    pub treatment: Treatment,
    /// What must be regenerated when it changes.
    pub effect: Effect,
}

/// A parameter's value, detached from its struct.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Finite.
    Float(f32),
    /// A whole number.
    Int(i64),
    /// A switch.
    Bool(bool),
    /// Index into the declaration's options.
    Choice(usize),
    /// Free text.
    Text(String),
    /// sRGB ratios.
    Color([f32; 3]),
}

/// A rule between parameters of one block, such as *floor below ceiling*.
#[derive(Clone, Copy)]
pub struct Relation {
    /// The fields it ties, by name.
    pub fields: &'static [&'static str],
    /// The rule in words: "floor_m must be below ceiling_m by at least 4 m".
    pub text: &'static str,
    /// Whether the block satisfies it.
    pub holds: fn(&dyn ParamBlock) -> bool,
}

/// A struct of parameters, seen without its type. Implemented by `#[derive(Params)]`.
pub trait ParamBlock {
    /// The declarations, in declaration order; indices below refer to it.
    fn declarations(&self) -> &'static [Decl];
    /// The rules between parameters.
    fn relations(&self) -> &'static [Relation];
    /// Value of parameter `index`; `None` past the end.
    fn get(&self, index: usize) -> Option<Value>;
    /// Sets parameter `index`. Refuses a wrong type, a value that is not finite or outside the hard range.
    fn set(&mut self, index: usize, value: Value) -> Result<(), Violation>;
}

/// A block whose declarations are known from its type alone.
pub trait Params: ParamBlock + Default + Clone + PartialEq {
    /// As [`ParamBlock::declarations`].
    fn decls() -> &'static [Decl];
}

/// An enum of unit variants used as a parameter. Implemented by `#[derive(Choice)]`.
pub trait ChoiceParam: Copy + Sized {
    /// Variant names in order, as in RON.
    const OPTIONS: &'static [&'static str];
    /// Index of this variant.
    fn index(self) -> usize;
    /// Variant of an index; `None` past the end.
    fn from_index(index: usize) -> Option<Self>;
}

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}; accepted: {accepted}")]
pub struct Violation {
    /// Field name, or several joined by ", " for a relation.
    pub field: String,
    /// What is wrong, with the value.
    pub reason: String,
    /// What would be accepted (`2 m to 256 m`).
    pub accepted: String,
}

/// Every range and relation the block breaks; empty when it is good.
pub fn validate(_block: &dyn ParamBlock) -> Vec<Violation> {
    unimplemented!()
}
