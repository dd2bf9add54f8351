//! `digest`: the world digest with its parts.

use crate::session::{Failure, Outcome, Session};
use std::path::{Path, PathBuf};

/// Arguments of `digest`.
#[derive(clap::Args)]
pub struct DigestArgs {
    /// Project folder, or a season's JSON file
    project: PathBuf,
}

/// Computes and prints it.
pub fn run(args: &DigestArgs, session: &Session) -> Outcome {
    let world = world_of(&args.project, session)?;
    let pool = session.pool()?;
    let digest = session.watched(|watch| check::digest(&world, &pool, &watch)).ok_or_else(|| Failure::failed("cancelled"))?;
    let document = serde_json::to_value(&digest).map_err(Failure::failed)?;
    session.print(digest.to_string(), &document);
    Ok(())
}

/// The world of a project folder, or of a season's manifest alone.
pub fn world_of(path: &Path, session: &Session) -> Result<std::sync::Arc<world::World>, Failure> {
    if !path.is_file() {
        return session.world(path);
    }
    let manifest = super::season::read(path)?.1;
    if let Some(fault) = manifest.faults.first() {
        return Err(Failure::failed(format!(
            "the season is not as it was published: {}: {}: {}",
            path.display(),
            fault.place,
            fault.what
        )));
    }
    let join = |errors: Vec<world::ResolveError>| {
        let lines: Vec<String> = errors.iter().map(|error| format!("{}: {error}", path.display())).collect();
        Failure::input(lines.join("\n"))
    };
    world::World::resolve(&manifest.assets, None).map(std::sync::Arc::new).map_err(join)
}
