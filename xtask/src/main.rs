//! `cargo xtask run | test | check | bench | docs`: everything a person or a build machine does with the workspace.

use std::path::PathBuf;
use std::process::ExitCode;
use voxelforge_xtask::{shell::Shell, system, tour};

const USAGE: &str = "\
cargo xtask run [PROJECT]   install what is missing and open the editor; without a display: a short tour, pictures in out/
cargo xtask test [--fast]   every test; --fast leaves out the end-to-end test
cargo xtask check           format, lints, documents and the rules of the house
cargo xtask bench           benchmarks, one table
cargo xtask docs            the reference of all rooms in target/doc";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let shell = Shell::new(workspace_root());
    let outcome = match args.first().map(String::as_str) {
        Some("run") => run(&shell, args.get(1)),
        Some("test") => test(&shell, args.iter().any(|a| a == "--fast")),
        Some("check") => check(&shell),
        Some("bench") => shell.cargo(&["run", "--release", "--package", "voxelforge-benches"]),
        Some("docs") => shell.cargo(&["doc", "--workspace", "--no-deps"]),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn workspace_root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

fn run(shell: &Shell, project: Option<&String>) -> Result<(), String> {
    system::install(&system::EDITOR)?;
    shell.cargo(&["build", "--release", "--package", "voxelforge"])?;
    let binary = shell.root.join("target/release/voxelforge");
    if system::has_display() {
        return shell.run(&binary, project.map(|p| vec![p.as_str()]).unwrap_or_default().as_slice());
    }
    system::install(&system::VIRTUAL_DISPLAY)?;
    let project = project.map_or_else(|| shell.root.join("projects/depths"), PathBuf::from);
    tour::tour(&binary, &project, &shell.root.join("out"))
}

fn test(shell: &Shell, fast: bool) -> Result<(), String> {
    system::install(&system::EDITOR)?;
    if !fast {
        system::install(&system::VIRTUAL_DISPLAY)?;
    }
    // Built as the tests are, so that nothing is compiled twice with other features.
    shell.cargo(&["build", "--workspace", "--bins", "--tests"])?;
    let mut arguments = vec!["test", "--workspace", "--no-fail-fast"];
    if fast {
        arguments.extend(["--exclude", "voxelforge-tests"]);
    }
    shell.cargo(&arguments)?;
    // The numbers must not depend on the optimiser: the kernel's pinned values once more, unoptimised.
    shell.cargo(&["test", "--profile", "unoptimised", "--package", "voxelforge-field", "pinned"])
}

fn check(shell: &Shell) -> Result<(), String> {
    shell.cargo(&["fmt", "--all", "--check"])?;
    shell.cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    shell.with_env("RUSTDOCFLAGS", "--deny warnings").cargo(&["doc", "--workspace", "--no-deps"])?;
    shell.cargo(&["test", "--package", "voxelforge-tests", "--test", "house"])
}
