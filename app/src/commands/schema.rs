//! `schema`: the reference page, the table of the earlier engine's fields and the JSON Schemas, made from the declarations.

use crate::output::shown;
use crate::session::{Failure, Outcome, Session};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `schema`.
#[derive(clap::Args)]
pub struct SchemaArgs {
    /// Folder to write `reference.md`, `legacy-fields.md` and `schema/*.json` into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes every page.
pub fn run(args: &SchemaArgs, session: &Session) -> Outcome {
    let pages = pages().map_err(Failure::failed)?;
    let folder = args.out.join("schema");
    std::fs::create_dir_all(&folder).map_err(|error| Failure::input(format!("cannot make: {error}: {}", folder.display())))?;
    let mut written = Vec::new();
    for (relative, text) in &pages {
        let path = args.out.join(relative);
        session.write(&path, text.as_bytes())?;
        written.push(shown(&path));
    }
    session.print(format!("{} files in {}", written.len(), args.out.display()), &json!({ "files": written }));
    Ok(())
}

/// Every page with its path.
fn pages() -> Result<Vec<(PathBuf, String)>, String> {
    let reference = format!("{}{}", check::reference()?, command_line());
    let mut pages =
        vec![(PathBuf::from("reference.md"), reference), (PathBuf::from("legacy-fields.md"), project::legacy::reference())];
    for (name, schema) in project::schemas()? {
        let text = serde_json::to_string_pretty(&schema).map_err(|error| error.to_string())?;
        pages.push((Path::new("schema").join(name), text + "\n"));
    }
    Ok(pages)
}

/// The help of every command.
fn command_line() -> String {
    let mut page = String::from("\n## Command line\n");
    let mut whole = crate::cli::command().term_width(100);
    whole.build();
    for command in whole.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let help = command.render_long_help().to_string();
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        page += &format!("\n### `voxelforge {}`\n\n```text\n{}\n```\n", command.get_name(), help.join("\n").trim_end());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_in_docs_follow_the_declarations() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        for (relative, text) in pages().unwrap() {
            let path = docs.join(&relative);
            let written = std::fs::read_to_string(&path).unwrap_or_default();
            let line = written.lines().zip(text.lines()).position(|(written, made)| written != made);
            let line = line.unwrap_or_else(|| written.lines().count().min(text.lines().count())) + 1;
            assert!(
                written == text,
                "docs/{} is out of date at line {line}; `cargo xtask docs` writes it anew",
                relative.display()
            );
        }
    }

    #[test]
    fn every_command_is_told() {
        let page = command_line();
        for command in crate::cli::command().get_subcommands() {
            assert!(page.contains(&format!("### `voxelforge {}`", command.get_name())), "{}", command.get_name());
        }
        assert!(page.contains("--legacy-voxel") && page.contains("--threads"));
    }
}
