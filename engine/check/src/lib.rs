//! The checks behind *Validate*: what a world promises, tried out, with the first difference named and placed.
//!
//! Every check says what it tried, how much of it, and what differed first. A check that tried nothing has not passed, and neither
//! has one of which a part tried nothing, unless the world has nothing of that kind, which a note says.
//!
//! Where a check compares what something gives, that something is an argument of the comparison, so that the tests can plant a
//! fault in it and see the check fail.

mod determinism;
mod digest;
#[cfg(test)]
mod fixture;
mod fresh;
mod law;
mod liveness;
mod manifest;
mod meshes;
mod proofs;
mod reference;
mod reload;
mod report;
mod seams;
mod surface;
mod tiles;

pub use compose::{Digest, Progress, Watch};
pub use digest::digest;
pub use fresh::fresh_digest;
pub use manifest::{season_export, season_verify};
pub use reference::reference;
pub use report::{Difference, Outcome, Report};
pub use tiles::{tile_hash, view_tiles};

use std::sync::Arc;
use world::World;

/// How thorough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub enum Mode {
    /// About a second.
    Quick,
    /// What is demanded of a release.
    Full,
}

/// Returns the digest that a fresh process computes for the same world.
pub type FreshProcess<'a> = &'a (dyn Fn() -> Result<Digest, String> + Sync);

/// What a check is given.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The world in question.
    pub world: &'a Arc<World>,
    /// Threads to use.
    pub pool: &'a rayon::ThreadPool,
    /// Progress and cancel.
    pub watch: Watch<'a>,
    /// How thorough.
    pub mode: Mode,
    /// Samples the proofs are tried on in full mode, at least; `None` for the usual number.
    pub samples: Option<u64>,
    /// Worlds the law is judged in.
    pub seeds: u32,
    /// First of those seeds after the world's own.
    pub first_seed: u64,
    /// Asks a fresh process; `None` where there is none to ask, which the report says.
    pub fresh_process: Option<FreshProcess<'a>>,
}

/// The checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub enum Check {
    /// The same bits in any order, on any number of threads, cold or warm, in any process.
    Determinism,
    /// No proven verdict or bound is wrong.
    Proofs,
    /// Meshes are the same with proofs on and off.
    Meshes,
    /// No open edge between tiles.
    Seams,
    /// No teeth, no paper walls, no debris, no bad triangles.
    Surface,
    /// A body walks through every strate.
    Law,
    /// Every parameter changes the field.
    Liveness,
    /// Saving and loading changes nothing.
    Reload,
    /// A season alone makes the same world.
    Manifest,
}

impl Check {
    /// All, in the order in which they are run.
    pub const ALL: [Check; 9] = [
        Check::Determinism,
        Check::Proofs,
        Check::Meshes,
        Check::Seams,
        Check::Surface,
        Check::Law,
        Check::Liveness,
        Check::Reload,
        Check::Manifest,
    ];
    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Check::Determinism => "determinism",
            Check::Proofs => "proofs",
            Check::Meshes => "meshes",
            Check::Seams => "seams",
            Check::Surface => "surface",
            Check::Law => "law",
            Check::Liveness => "liveness",
            Check::Reload => "reload",
            Check::Manifest => "manifest",
        }
    }
    /// Name in the interface.
    pub fn title(self) -> &'static str {
        match self {
            Check::Determinism => "Determinism",
            Check::Proofs => "Proofs",
            Check::Meshes => "Meshes with and without proofs",
            Check::Seams => "Seams",
            Check::Surface => "Surface",
            Check::Law => "Reachability",
            Check::Liveness => "Live parameters",
            Check::Reload => "Save and reload",
            Check::Manifest => "Season manifest",
        }
    }
    /// One sentence: what is tried.
    pub fn help(self) -> &'static str {
        match self {
            Check::Determinism => {
                "Builds the same tiles in several orders, on one and on all threads, cold, warm and in a fresh process"
            }
            Check::Proofs => "Samples every point of boxes whose sign or bound was proven",
            Check::Meshes => "Builds tiles with proofs on and off and compares every byte",
            Check::Seams => "Looks for open edges between neighbouring tiles of one and of two levels",
            Check::Surface => {
                "Looks close by for teeth, paper walls, hanging debris and bad triangles, also between lattice points"
            }
            Check::Law => "Sweeps a body along the ways of every strate, both ways",
            Check::Liveness => "Changes every parameter of every archetype and expects another field",
            Check::Reload => "Saves, loads and compares; edits, undoes and compares",
            Check::Manifest => "Exports a season, reads it back and compares the world made from it alone",
        }
    }
    /// The check of a name.
    pub fn from_name(name: &str) -> Option<Check> {
        Check::ALL.into_iter().find(|c| c.name() == name)
    }
}

/// Runs one check. Cancelling makes its outcome [`Outcome::Incomplete`].
pub fn run(check: Check, context: &Context<'_>) -> Report {
    match check {
        Check::Determinism => determinism::run(context),
        Check::Proofs => proofs::run(context),
        Check::Meshes => meshes::run(context),
        Check::Seams => seams::run(context),
        Check::Surface => surface::run(context),
        Check::Law => law::run(context),
        Check::Liveness => liveness::run(context),
        Check::Reload => reload::run(context),
        Check::Manifest => manifest::run(context),
    }
}
