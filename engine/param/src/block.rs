//! Structs of parameters, seen with and without their type.

use crate::{Decl, Violation};
use std::any::Any;

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
    /// The struct itself, for a caller that knows its type; relations are written against it.
    fn as_any(&self) -> &dyn Any;
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
