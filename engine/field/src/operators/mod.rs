//! The operators that fields are built of.

pub mod heights;
pub mod slab;
pub mod surface_column;
