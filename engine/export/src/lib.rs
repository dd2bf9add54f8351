//! What leaves the program: reports of walks and meshes for other tools.

mod formats;
mod mesh;
mod walk;

pub use mesh::{ExportError, Mesh};
pub use walk::{WalkReport, walk};
