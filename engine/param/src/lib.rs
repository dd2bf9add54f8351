//! One declaration per parameter: what the file format, the inspector, validation and the composer all read.
//!
//! *Vocabulary.* A **declaration** ([`Decl`]) is the fixed description of one parameter; a **block** ([`ParamBlock`]) is a
//! struct of parameters; a **relation** ties several parameters of a block. All three are written once, beside the struct,
//! with `#[derive(Params)]`.
//!
//! ```
//! # extern crate voxelforge_param as param;
//! use param::Params;
//!
//! #[derive(Clone, Debug, PartialEq, Params)]
//! struct Slab {
//!     #[param(default = 16.0, hard = [2.0, 240.0], soft = [4.0, 32.0], unit = Metres,
//!         group = "Slab", label = "Floor height", help = "Height of the floor; larger leaves more rock below")]
//!     floor_m: f32,
//! }
//! assert_eq!(Slab::default().floor_m, 16.0);
//! assert_eq!(Slab::decls()[0].accepted(), "2 m to 240 m");
//! ```
//!
//! An incomplete declaration does not compile; nor does a default outside its range:
//!
//! ```compile_fail
//! # extern crate voxelforge_param as param;
//! #[derive(Clone, Debug, PartialEq, param::Params)]
//! struct Slab {
//!     #[param(default = 1.0, hard = [2.0, 240.0], soft = [4.0, 32.0], unit = Metres, group = "Slab", label = "Floor", help = "")]
//!     floor_m: f32,
//! }
//! ```

mod block;
mod declaration;
mod nearest;
mod validate;

pub use block::{ChoiceParam, ParamBlock, Params, Relation, Value};
pub use declaration::{Decl, Effect, Kind, Treatment, Unit};
pub use nearest::nearest;
pub use param_derive::{Choice, Params};
pub use validate::{Violation, accept, validate};
