//! The same world by a fresh process: nothing in memory can have helped.

use compose::Digest;
use std::path::Path;
use std::process::{Command, Stdio};

/// The digest that `program digest PROJECT --json` prints for the project's files as they are on disk.
///
/// # Errors
/// The program cannot be started, fails, or prints something else; in words.
pub fn fresh_digest(program: &Path, project: &Path) -> Result<Digest, String> {
    let output = Command::new(program)
        .arg("digest")
        .arg(project)
        .arg("--json")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start: {error}: {}", program.display()))?;
    if !output.status.success() {
        return Err(format!("the fresh process ended with {}", output.status));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("the fresh process printed no digest: {error}"))
}
