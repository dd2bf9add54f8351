//! The composer: strates are invented from a corpus, measured, gated, ranked, kept as cards, and published as a season.
//!
//! *Vocabulary.* A **corpus** member is a parameter vector that was found good; a **roll** blends and jitters such vectors; a
//! **candidate** is a rolled strate; a **gate** refuses it; a **card** is what is kept of it; a **season** is a published,
//! frozen set of strates. Everything here is a pure function of assets and seeds.

pub mod apply;
pub mod bits;
pub mod candidate;
pub mod card;
pub mod corpus;
pub mod digest;
pub mod distance;
pub mod draw;
pub mod gates;
pub mod ground;
pub mod measure;
pub mod merge;
pub mod rank;
pub mod recipe;
pub mod roll;
pub mod search;
pub mod season;
pub mod store;
pub(crate) mod text_seed;
pub mod watch;

pub use apply::{apply, unapply};
pub use card::{Card, CardPictures};
pub use corpus::Corpus;
pub use digest::{Digest, Part};
pub use gates::Gates;
pub use measure::{MeasureError, Metrics, measure};
pub use rank::{Filter, Weights, select};
pub use search::{ComposeError, MOST_CANDIDATES, SearchSpec, Shard, search};
pub use watch::{Progress, Watch};
