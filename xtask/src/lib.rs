//! Tasks of the workspace, and the virtual desktop that the tour and the end-to-end test drive.

pub mod desktop;
pub mod portable;
pub mod shell;
pub mod system;
pub mod tour;
