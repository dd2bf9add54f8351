//! Drawing by the processor alone: sections and plans of a field, maps of a strate, and PNG files.
//!
//! The same field that is meshed and walked is read here; nothing is re-implemented for the picture.

pub mod canvas;
pub mod cutaway;
mod font;
pub mod map;
pub mod section;
pub mod viewpoint;

pub use canvas::{Canvas, PictureError};
pub use cutaway::{CutawaySpec, cutaway};
pub use map::{Layer, LegendEntry, Map, MapSpec, bake};
pub use section::{Axis, Grid, SliceSpec, Source, Style, slice};
pub use viewpoint::{Viewpoint, viewpoint};
