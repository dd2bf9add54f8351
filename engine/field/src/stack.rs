//! A field as an ordered list of operators, and its proof-driven evaluation over boxes.

use crate::chain::Chain;
use crate::index::BoxIndex;
use crate::operator::{Record, Role};
use crate::{Channels, Interval, Operator, SampleBox, VoxelSize, fill, ops};

use glam::IVec3;
use std::sync::Arc;

pub use crate::fill::FillScratch;

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

impl Stack {
    /// Checks roles (one root, first; posts last), channels (read only what was written) and resources (require only what was provided).
    ///
    /// # Errors
    /// Names the first operator that cannot stand where it is, and the one before it that it conflicts with.
    pub fn new(voxel: VoxelSize, operators: Vec<Arc<dyn Operator>>) -> Result<Self, StackError> {
        check(&operators.iter().map(|op| op.record()).collect::<Vec<_>>())?;
        Ok(Self { operators, voxel })
    }
    /// The operators in order.
    pub fn operators(&self) -> &[Arc<dyn Operator>] {
        &self.operators
    }
    /// Its operators without loose features in the way of some boxes; see [`Operator::clear_of`].
    pub fn operators_clear_of(&self, taken: &Arc<BoxIndex>) -> Vec<Arc<dyn Operator>> {
        self.operators.iter().map(|op| op.clear_of(self.voxel, taken).unwrap_or_else(|| Arc::clone(op))).collect()
    }
    /// Size of the voxel it was built for.
    pub fn voxel(&self) -> VoxelSize {
        self.voxel
    }
    /// Density of one lattice point by the point forms: the definition. Never negative zero.
    pub fn density(&self, p: IVec3) -> f32 {
        let folded = self.operators.iter().fold(Channels::START, |incoming, op| op.point(self.voxel, p, incoming));
        ops::without_negative_zero(folded.density)
    }
    /// Encloses the density over the points of a box; the whole line for an empty box.
    pub fn bound(&self, part: &SampleBox) -> Interval {
        if part.is_empty() {
            return Interval::WHOLE;
        }
        Chain::new(self, part).bound(part, |_, _| {}).density
    }
    /// What bounds alone say of the points of a box; an empty one is undecided.
    pub fn verdict(&self, part: &SampleBox) -> Verdict {
        if part.is_empty() { Verdict::Mixed } else { Chain::new(self, part).verdict(part) }
    }
    /// Fills `scratch.density` for every point of `domain` and says what its signs are. With proofs on, blocks of 8³ cells that are
    /// certain are not sampled; every point within one sample of a mixed block's points is. An empty box is all air.
    pub fn fill(&self, domain: &SampleBox, proofs: Proofs, scratch: &mut FillScratch) -> Verdict {
        fill::fill(self, domain, proofs, scratch)
    }
}

/// Legality of an order of records.
fn check(records: &[&Record]) -> Result<(), StackError> {
    let refuse = |first: &str, second: &str, reason: String| {
        Err(StackError { first: first.to_owned(), second: second.to_owned(), reason })
    };
    let Some(root) = records.first() else {
        return refuse("nothing", "the end", "a stack starts with a root".to_owned());
    };
    if root.role != Role::Root {
        return refuse("nothing", root.name, "a stack starts with a root (rock or void)".to_owned());
    }
    let mut shape_written = root.writes.shape;
    let last_conversion = records.iter().rposition(|record| record.role == Role::Conversion);
    for (n, record) in records.iter().enumerate().skip(1) {
        let before = &records[..n];
        let previous = before[n - 1];
        if record.role == Role::Root {
            return refuse(root.name, record.name, "a stack has one root".to_owned());
        }
        if record.role != Role::Post && previous.role == Role::Post {
            return refuse(previous.name, record.name, "posts come last".to_owned());
        }
        if record.reads.shape && !shape_written {
            return refuse(previous.name, record.name, "it reads the shape, which nothing before it writes".to_owned());
        }
        if let Some(conversion) = last_conversion.filter(|at| *at < n && record.role == Role::Modifier && record.writes.shape) {
            let reason = "it changes the shape, which has been made into density already".to_owned();
            return refuse(records[conversion].name, record.name, reason);
        }
        for resource in record.requires {
            if !before.iter().any(|r| r.provides.contains(resource)) {
                return refuse(previous.name, record.name, format!("it requires {resource}, which nothing before it provides"));
            }
        }
        shape_written |= record.writes.shape;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::Nature;

    const NONE: Channels<bool> = Channels { density: false, shape: false };
    const DENSITY: Channels<bool> = Channels { density: true, shape: false };
    const SHAPE: Channels<bool> = Channels { density: false, shape: true };

    fn record(name: &'static str, role: Role, reads: Channels<bool>, writes: Channels<bool>) -> Record {
        Record { name, role, nature: Nature::Transformative, reads, writes, provides: &[], requires: &[], doc: "" }
    }

    #[test]
    fn illegal_orders_are_refused_and_name_both_operators() {
        let rock = record("rock", Role::Root, NONE, DENSITY);
        let rooms = Record { provides: &["RoomGeometry"], ..record("rooms", Role::Source, SHAPE, SHAPE) };
        let rooms = Record { reads: NONE, ..rooms };
        let carve = record("carve", Role::Conversion, Channels { density: true, shape: true }, DENSITY);
        let ledges = Record { requires: &["RoomGeometry"], ..record("ledges", Role::Modifier, DENSITY, DENSITY) };
        let ribs = record("ribs", Role::Modifier, SHAPE, SHAPE);
        let bands = record("bands", Role::Post, DENSITY, DENSITY);
        assert_eq!(check(&[&rock, &rooms, &ribs, &carve, &ledges, &bands]), Ok(()));
        for (order, first, second) in [
            (vec![&carve], "nothing", "carve"),
            (vec![&rock, &rooms, &rock], "rock", "rock"),
            (vec![&rock, &carve], "rock", "carve"),
            (vec![&rock, &ribs, &rooms, &carve], "rock", "ribs"),
            (vec![&rock, &rooms, &carve, &ribs], "carve", "ribs"),
            (vec![&rock, &ledges], "rock", "ledges"),
            (vec![&rock, &bands, &rooms], "bands", "rooms"),
            (vec![], "nothing", "the end"),
        ] {
            let error = check(&order).expect_err("illegal");
            assert_eq!((error.first.as_str(), error.second.as_str()), (first, second), "{error}");
        }
    }
}
