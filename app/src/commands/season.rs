//! `season`: publishes a world as one manifest, or verifies one.

use crate::output::{read_text, shown};
use crate::session::{Failure, Outcome, Session};
use compose::season::Manifest;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `season`.
#[derive(clap::Args)]
pub struct SeasonArgs {
    #[command(subcommand)]
    command: SeasonCommand,
}

#[derive(clap::Subcommand)]
enum SeasonCommand {
    /// Write the manifest of a project
    Export {
        /// Project folder
        project: PathBuf,
        /// File to write
        #[arg(long, value_name = "FILE.json")]
        out: PathBuf,
    },
    /// Derive everything in a manifest again and say what differs
    Verify {
        /// Manifest
        file: PathBuf,
        /// Also compare with this project
        #[arg(long, value_name = "PROJECT")]
        project: Option<PathBuf>,
    },
}

/// Exports or verifies.
pub fn run(args: &SeasonArgs, session: &Session) -> Outcome {
    match &args.command {
        SeasonCommand::Export { project, out } => export(project, out, session),
        SeasonCommand::Verify { file, project } => verify(file, project.as_deref(), session),
    }
}

fn export(project: &Path, out: &Path, session: &Session) -> Outcome {
    session.may_write("--out", out, &["json"])?;
    let world = session.world(project)?;
    let pool = session.pool()?;
    let text = session
        .watched(|watch| check::season_export(&world, &pool, &watch))
        .map_err(Failure::failed)?
        .ok_or_else(|| Failure::failed("cancelled; nothing was written"))?;
    session.write(out, text.as_bytes())?;
    let manifest = compose::season::read(&text).map_err(Failure::failed)?;
    let (digest, content) = (&manifest.digest.root, &manifest.content_hash);
    let text = format!("{}\nseason hash  {content}\nworld digest {digest}", out.display());
    session.print(text, &json!({ "out": shown(out), "season_hash": content, "digest": digest }));
    Ok(())
}

/// Largest manifest that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The text of a manifest and what it holds; what cannot be read at all is bad input.
pub fn read(file: &Path) -> Result<(String, Manifest), Failure> {
    let text = read_text(file, LARGEST)?;
    if text.trim().is_empty() {
        return Err(Failure::input(format!("the file is empty; a season is expected: {}", file.display())));
    }
    let manifest = compose::season::read(&text).map_err(|e| Failure::input(format!("{}: {e}", file.display())))?;
    Ok((text, manifest))
}

fn verify(file: &Path, project: Option<&Path>, session: &Session) -> Outcome {
    let (text, _) = read(file)?;
    let assets = project.map(|root| session.project(root)).transpose()?.map(|p| p.assets);
    let pool = session.pool()?;
    let report = session.watched(|watch| check::season_verify(&text, assets.as_ref(), &pool, &watch));
    session.print(report.to_text(), &json!({ "report": report }));
    if report.passed() { Ok(()) } else { Err(Failure::failed(format!("not as it was published: {}", file.display()))) }
}
