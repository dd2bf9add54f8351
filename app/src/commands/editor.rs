//! No subcommand: opens the editor.

use crate::cli::{Common, EditorArgs};
use crate::session::{Failure, Outcome};

/// Opens the window and runs until it is closed.
pub fn run(args: EditorArgs, _common: &Common) -> Outcome {
    let project = args.project.map_or_else(String::new, |p| format!(" for {}", p.display()));
    let _ = (args.state, args.ui_map);
    Err(Failure::failed(format!("this build has no window{project}; `voxelforge --help` lists what it can do")))
}
