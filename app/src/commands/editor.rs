//! No subcommand: opens the editor.

use crate::cli::{Common, EditorArgs};
use crate::session::{Failure, Outcome};
use std::path::{Path, PathBuf};
use ui::EditorOptions;

/// Opens the window and runs until it is closed.
pub fn run(args: EditorArgs, _common: &Common) -> Outcome {
    if let Some(project) = args.project.as_deref().filter(|project| !project.is_dir()) {
        return Err(Failure::input(format!("there is no such folder: {}", project.display())));
    }
    if let Some(level) = args.log {
        // A second subscriber cannot be: this is the program's only one.
        let _ = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(level).with_target(false).try_init();
    }
    let usual = EditorOptions::of_user();
    let options =
        EditorOptions { project: args.project, sample: sample(), state: args.state.or(usual.state), ui_map: args.ui_map };
    ui::run(options).map_err(Failure::failed)
}

/// The bundled sample: beside the program or above it, or where the program was started.
fn sample() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let here = std::env::current_dir().ok();
    let folders = program.iter().chain(&here).flat_map(|start| start.ancestors());
    folders.map(|folder: &Path| folder.join("projects/depths")).find(|sample| sample.join("project.ron").is_file())
}
