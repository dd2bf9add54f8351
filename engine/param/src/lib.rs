//! One declaration per parameter: what the file format, the inspector, validation and the composer all read.
//!
//! *Vocabulary.* A **declaration** ([`Decl`]) is the fixed description of one parameter; a **block** ([`ParamBlock`]) is a
//! struct of parameters; a **relation** ties several parameters of a block. All three are written once, beside the struct,
//! with `#[derive(Params)]`.

mod block;
mod declaration;
mod nearest;
mod validate;

pub use block::{ChoiceParam, ParamBlock, Params, Relation, Value};
pub use declaration::{Decl, Effect, Kind, Treatment, Unit};
pub use nearest::nearest;
pub use param_derive::{Choice, Params};
pub use validate::{Violation, accept, validate};
