//! Numbers of a world: lattice frames, hash, noise, intervals, signed distance, operators, stacks and proofs.
//!
//! *Sign.* Negative is rock, positive is air, near the surface in metres. *Frame.* Right-handed, Z up. A lattice point is an
//! integer triple; its position is the triple times the voxel size. A field is defined on lattice points only.

pub mod baked;
mod chain;
pub mod conformance;
pub mod feature;
mod fill;
pub mod ground;
pub mod hash;
pub mod index;
pub mod interval;
pub mod lattice;
pub mod local;
mod memo;
pub mod noise;
pub mod num;
pub mod operator;
pub mod operators;
pub mod ops;
pub mod regions;
pub mod sdf;
pub mod stack;
pub mod vector;

pub use hash::{Rolls, Tag};
pub use interval::Interval;
pub use lattice::{ColumnBox, SampleBox, VoxelSize};
pub use noise::Fractal;
pub use num::Num;
pub use operator::{Channels, NO_SHAPE_M, Nature, Operator, Prepared, Record, Role, Row};
pub use stack::{FillScratch, Proofs, Stack, StackError, Verdict};
