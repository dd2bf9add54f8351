//! Prints the digest of a project, part by part; the processor it was computed on goes to standard error.
//!
//! Ends with 0 (good), 1 (another digest than expected) or 2 (bad usage or input).

use std::path::PathBuf;
use std::process::ExitCode;
use voxelforge_portable::{compare, digest_of, golden_text, processor};

const USAGE: &str = "\
voxelforge-portable PROJECT [--threads N]                      the digest, a line a part
voxelforge-portable PROJECT [--threads N] --expect FILE        compare it with a digest written before
voxelforge-portable PROJECT [--threads N] --write FILE REASON  write it down as the digest to expect";

struct Arguments {
    project: PathBuf,
    threads: usize,
    expect: Option<PathBuf>,
    write: Option<(PathBuf, String)>,
}

fn main() -> ExitCode {
    let Some(arguments) = arguments(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    eprintln!("processor: {}", processor());
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, message)) => {
            eprintln!("{message}");
            ExitCode::from(code)
        }
    }
}

fn arguments(mut words: impl Iterator<Item = String>) -> Option<Arguments> {
    let project = words.next().filter(|word| !word.starts_with('-'))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut arguments = Arguments { project: project.into(), threads, expect: None, write: None };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--threads" => arguments.threads = words.next()?.parse().ok().filter(|count| (1..=256).contains(count))?,
            "--expect" => arguments.expect = Some(words.next()?.into()),
            "--write" => arguments.write = Some((words.next()?.into(), words.next().filter(|reason| !reason.trim().is_empty())?)),
            _ => return None,
        }
    }
    Some(arguments)
}

fn run(arguments: &Arguments) -> Result<(), (u8, String)> {
    let input = |message: String| (2, message);
    let golden = match &arguments.expect {
        Some(file) => Some(std::fs::read_to_string(file).map_err(|error| input(format!("{error}: {}", file.display())))?),
        None => None,
    };
    let digest = digest_of(&arguments.project, arguments.threads).map_err(input)?;
    if let Some((file, reason)) = &arguments.write {
        std::fs::write(file, golden_text(&digest, reason)).map_err(|error| input(format!("{error}: {}", file.display())))?;
    }
    match golden {
        Some(golden) => compare(&digest, &golden).map_err(|message| (1, message)),
        None => {
            print!("{digest}");
            Ok(())
        }
    }
}
