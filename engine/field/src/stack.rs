//! A field as an ordered list of operators, and its proof-driven evaluation over boxes.

use crate::{Interval, Operator, SampleBox, VoxelSize};
use glam::IVec3;
use std::sync::Arc;

/// What is certain of a box of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every sample is rock (negative).
    Rock,
    /// Every sample is air (zero or positive).
    Air,
    /// Both may occur.
    Mixed,
}

/// Whether proofs may skip samples. The mesh is the same either way, byte for byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Proofs {
    /// Skip what is certain.
    #[default]
    On,
    /// Sample everything.
    Off,
}

/// Why a list of operators is no legal stack; the message names the two operators.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("operator {second} cannot follow {first}: {reason}")]
pub struct StackError {
    /// Earlier operator (or "the root").
    pub first: String,
    /// Later operator.
    pub second: String,
    /// What is missing or out of order.
    pub reason: String,
}

/// An immutable field in strate-local coordinates.
#[derive(Clone, Debug)]
pub struct Stack {
    operators: Vec<Arc<dyn Operator>>,
    voxel: VoxelSize,
}

/// Reusable memory of one worker, and what the last [`Stack::fill`] did.
#[derive(Default)]
pub struct FillScratch {
    /// Densities of the last filled box, x fastest; a point that was not sampled holds -1 or +1 by its proven sign.
    pub density: Vec<f32>,
    /// Number of points actually sampled by the last fill.
    pub sampled: usize,
}

impl Stack {
    /// Checks channels, resources and roles; posts must come last.
    pub fn new(voxel: VoxelSize, operators: Vec<Arc<dyn Operator>>) -> Result<Self, StackError> {
        Ok(Self { operators, voxel })
    }
    /// The operators in order.
    pub fn operators(&self) -> &[Arc<dyn Operator>] {
        &self.operators
    }
    /// Size of the voxel it was built for.
    pub fn voxel(&self) -> VoxelSize {
        self.voxel
    }
    /// Density of one lattice point by the point forms: the definition.
    pub fn density(&self, _p: IVec3) -> f32 {
        unimplemented!()
    }
    /// Encloses the density over the points of a box.
    pub fn bound(&self, _part: &SampleBox) -> Interval {
        unimplemented!()
    }
    /// Fills `scratch.density` for every point of `domain` and says what is certain. With proofs on, blocks of 8³ cells that
    /// are certain are not sampled; every point within one sample of a mixed block's points is.
    pub fn fill(&self, _domain: &SampleBox, _proofs: Proofs, _scratch: &mut FillScratch) -> Verdict {
        unimplemented!()
    }
}
