//! `import-legacy`: parameter sets of the earlier engine become a project, with a report of every field.

use crate::cli::between;
use crate::output::{read_text, shown};
use crate::session::{Failure, Outcome, Session};
use project::legacy::{self, VOXEL_M, VOXELS_M};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `import-legacy`.
#[derive(clap::Args)]
pub struct ImportLegacyArgs {
    /// Exported parameter sets, JSON or CSV by the ending of the name
    file: PathBuf,
    /// Edge of a voxel in the world they are from, in metres
    #[arg(long, value_name = "M", value_parser = between(VOXELS_M[0], VOXELS_M[1], " m"), default_value_t = VOXEL_M)]
    legacy_voxel: f64,
    /// Folder of the new project; it must not exist, or be empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Largest export that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// Reads, converts, writes and reports.
pub fn run(args: &ImportLegacyArgs, session: &Session) -> Outcome {
    let text = read_text(&args.file, LARGEST)?;
    let import = legacy::import(&args.file, &text, args.legacy_voxel).map_err(Failure::input)?;
    let name = args.file.file_stem().map_or_else(|| "Imported".to_owned(), |stem| stem.to_string_lossy().into_owned());
    import.write(&project::RealDisk, &args.out, &name).map_err(Failure::input)?;
    let text = format!("{import}{} strates in {}", import.strates.len(), args.out.display());
    session.print(text, &json!({ "project": shown(&args.out), "legacy_voxel_m": args.legacy_voxel, "sets": import.report }));
    Ok(())
}
