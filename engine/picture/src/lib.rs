//! Drawing by the processor alone: sections and plans of a field, maps of a strate, and PNG files.
//!
//! The same field that is meshed and walked is read here; nothing is re-implemented for the picture.

pub mod canvas;
mod font;
pub mod map;
pub mod section;

pub use canvas::{Canvas, PictureError};
pub use map::{Layer, LegendEntry, Map, MapSpec, bake};
pub use section::{Axis, Grid, SliceSpec, Source, Style, slice};
