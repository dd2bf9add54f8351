//! `cargo xtask run | test | portable | golden | check | bench | docs`: everything a person or a build machine does with the workspace.

use std::path::PathBuf;
use std::process::ExitCode;
use voxelforge_xtask::{portable, shell::Shell, system, tour};

const USAGE: &str = "\
cargo xtask run [PROJECT]   install what is missing and open the editor; without a display: a short tour, pictures in out/
cargo xtask test [--fast]   every test; --fast leaves out the end-to-end test and the other processors, --no-emulation only these,
                            --full digests the whole sample on each processor
cargo xtask portable [NAME] the digest on other processors, or on one; --full with the whole sample
cargo xtask golden REASON   write the digest of the fast fixture down as its golden value
cargo xtask check           format, lints, documents and the rules of the house
cargo xtask bench [ROW…]    benchmarks with peers, one table
cargo xtask docs            the reference pages and the schemas in docs/, a gallery of the sample in target/gallery, and the reference of
                            all rooms in target/doc";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| args.iter().any(|argument| argument == flag);
    let shell = Shell::new(workspace_root());
    let outcome = match args.first().map(String::as_str) {
        Some("run") => run(&shell, args.get(1)),
        Some("test") => test(&shell, has("--fast"), has("--full"), has("--no-emulation")),
        Some("portable") => {
            portable::check(&shell, has("--full"), args.iter().skip(1).find(|a| !a.starts_with('-')).map(String::as_str))
        }
        Some("golden") if args.len() == 2 => portable::write_golden(&shell, &args[1]),
        Some("check") => check(&shell),
        Some("bench") => bench(&shell, &args[1..]),
        Some("docs") => docs(&shell),
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

fn test(shell: &Shell, fast: bool, full: bool, no_emulation: bool) -> Result<(), String> {
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
    // The numbers must not depend on the optimiser: the kernel's pinned values and the golden digest once more, unoptimised.
    shell.cargo(&["test", "--profile", "unoptimised", "--package", "voxelforge-field", "pinned"])?;
    shell.cargo(&["test", "--profile", "unoptimised", "--package", "voxelforge-portable", "golden"])?;
    if fast || no_emulation {
        return Ok(());
    }
    if !portable::is_possible() {
        eprintln!("xtask: other processors are not emulated here: that needs x86-64 and Debian's packages");
        return Ok(());
    }
    portable::check(shell, full, None).map_err(|error| format!("{error}\n(--no-emulation leaves the other processors out)"))
}

fn bench(shell: &Shell, rows: &[String]) -> Result<(), String> {
    let mut arguments = vec!["run", "--release", "--manifest-path", "benches/Cargo.toml", "--target-dir", "target/benches", "--"];
    arguments.extend(rows.iter().map(String::as_str));
    shell.cargo(&arguments)
}

fn docs(shell: &Shell) -> Result<(), String> {
    system::install(&system::EDITOR)?;
    shell.cargo(&["build", "--release", "--package", "voxelforge"])?;
    let binary = shell.root.join("target/release/voxelforge");
    shell.run(&binary, &["schema", "--out", "docs", "--force"])?;
    shell.run(&binary, &["gallery", "projects/depths", "--out", "target/gallery"])?;
    shell.cargo(&["doc", "--workspace", "--no-deps"])
}

fn check(shell: &Shell) -> Result<(), String> {
    shell.cargo(&["fmt", "--all", "--check"])?;
    shell.cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    let benches =
        ["clippy", "--manifest-path", "benches/Cargo.toml", "--target-dir", "target/benches", "--", "--deny", "warnings"];
    shell.cargo(&benches)?;
    shell.with_env("RUSTDOCFLAGS", "--deny warnings").cargo(&["doc", "--workspace", "--no-deps"])?;
    shell.cargo(&["test", "--package", "voxelforge-tests", "--test", "house"])
}
