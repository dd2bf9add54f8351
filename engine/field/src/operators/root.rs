//! Roots: solid rock and empty void.

use super::Formula;
use crate::operator::{Nature, Record, Role};
use crate::{Channels, Interval, Num};

/// Depth of the solid and height of the void, in metres: beyond every distance a world contains.
pub const ROOT_M: f32 = 1.0e4;

/// The root of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// Solid everywhere; shapes are carved out of it.
    Rock,
    /// Empty everywhere; shapes are filled into it.
    Void,
}

pub(super) static ROCK: Record = record("rock", "Solid rock everywhere; later operators carve air out of it.");
pub(super) static VOID: Record = record("void", "Empty air everywhere; later operators fill rock into it.");

const fn record(name: &'static str, doc: &'static str) -> Record {
    Record {
        name,
        role: Role::Root,
        nature: Nature::Transformative,
        reads: Channels { density: false, shape: false },
        writes: Channels { density: true, shape: false },
        provides: &[],
        requires: &[],
        doc,
    }
}

impl Formula for Root {
    fn record(&self) -> &'static Record {
        match self {
            Root::Rock => &ROCK,
            Root::Void => &VOID,
        }
    }
    #[inline(always)]
    fn apply<N: Num>(&self, _at_m: [N; 3], incoming: Channels<N>) -> Channels<N> {
        let density = match self {
            Root::Rock => -ROOT_M,
            Root::Void => ROOT_M,
        };
        Channels { density: N::of(density), ..incoming }
    }
    fn is_inert(&self, _at_m: [Interval; 3], _incoming: Channels<Interval>) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};

    #[test]
    fn roots_conform() {
        for root in [Root::Rock, Root::Void] {
            conformance::check(&root, &Surroundings::default()).expect("conforms");
        }
    }
}
