//! Contracts of worlds: what a set of assets resolves to, and what is certain of its fields.

mod edits;
mod fields;
mod layouts;
mod modifiers;
mod placed;
mod records;
mod support;
mod water;
