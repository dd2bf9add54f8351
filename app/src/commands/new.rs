//! `new`: creates a project.

use crate::cli::seed;
use crate::output::shown;
use crate::session::{Failure, Outcome, Session};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `new`.
#[derive(clap::Args)]
pub struct NewArgs {
    /// Folder to create
    dir: PathBuf,
    /// Shown name; the folder's when left out
    #[arg(long)]
    name: Option<String>,
    /// World seed, decimal or 0x-hexadecimal
    #[arg(long, value_parser = seed, default_value = "1")]
    seed: u64,
}

/// Writes a small project that is valid and shows something.
pub fn run(args: &NewArgs, session: &Session) -> Outcome {
    let folder_name = args.dir.file_name().map(|n| n.to_string_lossy().into_owned());
    let name = args.name.clone().or(folder_name).unwrap_or_else(|| "New world".to_owned());
    project::create_project(&project::RealDisk, &args.dir, &name, args.seed).map_err(Failure::input)?;
    session.print(format!("created {}", args.dir.display()), &json!({ "project": shown(&args.dir), "name": name }));
    Ok(())
}
