//! Queries of the finished world: cached lattice blocks, ground, rays, and the capsule that walks.
//!
//! *What is defined.* The field is defined on lattice points; between them a query interpolates trilinearly. A block of 8³
//! cells that is proven rock or air answers only its sign. Everything here fills what it needs on demand, so it works with
//! nothing loaded, and it gives the same answer in any order of asking.

mod body;
mod lattice_cache;
mod ray;
mod terrain;
mod walker;

pub use body::{BODY, BodyShape, fits, floor_under, highest_floor};
pub use lattice_cache::{FieldCache, LatticeCache};
pub use ray::Hit;
pub use terrain::{Cell, Terrain};
pub use walker::{WalkInput, Walker};
