//! Eight numbers at a time, in whatever instruction set this processor has: chosen once, and never seen in a value.
//!
//! *Vocabulary.* A **kernel** is a plain computation written once over [`Lanes`], eight samples side by side. A **path** is an instruction
//! set it is compiled for: AVX2, or what every processor of the target has (SSE2 on x86-64).
//!
//! *Invariants.* Lanes are independent and nothing is fused, so every path gives the bits of the scalar form. This module alone uses
//! `unsafe`: to call code compiled for AVX2 after the processor was asked, and for its intrinsics.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "intrinsics, and the call into code compiled for them")]
mod avx2;
mod lanes;
mod plain;
mod samples;

pub use lanes::{LANES, Lanes, Num8, RAMP, Whole, WholeLanes, read_part, write_part};

pub use samples::{OfSample, Samples};

use plain::Plain;

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// A computation over lanes. `run` must be `#[inline(always)]`, and so must every function over lanes that it calls, none of them a closure
/// (`map` of an array included): what is not inlined is compiled without the path's instructions, which is right but a hundred times slower.
pub trait Kernel {
    /// What it answers.
    type Output;
    /// The computation.
    fn run<V: Lanes>(self) -> Self::Output;
}

impl Path {
    /// What every processor of this target has.
    pub const BASELINE: Self = Self(Set::Baseline);

    /// The fastest one here.
    #[inline]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self(Set::Avx2);
        }
        Self::BASELINE
    }
    /// All that this processor has, for tests that compare them.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::BASELINE];
        all.extend((Self::best() != Self::BASELINE).then(Self::best));
        all
    }
    /// Runs a kernel on this path.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Baseline => kernel.run::<Plain>(),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => avx2::run(avx2::Present::assumed(self), kernel),
        }
    }
}

#[cfg(test)]
mod tests;
