//! The same digest on other processors: the engine built for each with Rust 1.85 and run under user-mode emulation.
//!
//! The compiler and the standard libraries of the other processors are Debian packages. They are unpacked into a folder below
//! `target`, so that the system learns of no foreign architecture; only the linkers and the emulators are installed.

use crate::shell::Shell;
use crate::system::{self, Packages};
use std::path::{Path, PathBuf};

/// Linkers, emulators and the compiler's own library.
pub const EMULATION: Packages = Packages {
    purpose: "the checks on other processors",
    packages: &[
        ("qemu-user", "qemu-s390x"),
        ("gcc-aarch64-linux-gnu", "aarch64-linux-gnu-gcc"),
        ("gcc-i686-linux-gnu", "i686-linux-gnu-gcc"),
        ("gcc-s390x-linux-gnu", "s390x-linux-gnu-gcc"),
        ("libc6-dev-arm64-cross", "/usr/aarch64-linux-gnu/lib/libc.a"),
        ("libc6-dev-i386-cross", "/usr/i686-linux-gnu/lib/libc.a"),
        ("libc6-dev-s390x-cross", "/usr/s390x-linux-gnu/lib/libc.a"),
        ("libllvm19", "libLLVM.so.19.1"),
    ],
};

/// Least version of Rust on which the engine crates build; also the version of Debian's packages.
pub const OLDEST_RUST: &str = "1.85";

/// A processor the engine is built for.
struct Target {
    /// What people call it.
    name: &'static str,
    /// Debian's name of it.
    debian: &'static str,
    /// Rust's name of it.
    triple: &'static str,
    linker: &'static str,
    /// Ways to run what was built.
    runs: &'static [Run],
}

/// A way to run a binary.
struct Run {
    /// The emulator and its options; empty to run it on this machine.
    emulator: &'static [&'static str],
    /// What the binary must say of the processor it finds itself on, so that no run is another in disguise.
    sees: &'static [&'static str],
}

const fn emulated(emulator: &'static [&'static str], sees: &'static [&'static str]) -> Run {
    Run { emulator, sees }
}

const TARGETS: [Target; 4] = [
    Target {
        name: "x86-64",
        debian: "amd64",
        triple: "x86_64-unknown-linux-gnu",
        linker: "cc",
        runs: &[
            emulated(&[], &["x86_64", "64-bit", "little-endian"]),
            // An old model has no AVX2, so that the baseline is what runs; the newest has it whatever this machine has.
            emulated(&["qemu-x86_64", "-cpu", "core2duo"], &["x86_64", "baseline"]),
            emulated(&["qemu-x86_64", "-cpu", "max"], &["x86_64", "avx2"]),
        ],
    },
    Target {
        name: "aarch64",
        debian: "arm64",
        triple: "aarch64-unknown-linux-gnu",
        linker: "aarch64-linux-gnu-gcc",
        runs: &[emulated(&["qemu-aarch64"], &["aarch64", "64-bit", "little-endian"])],
    },
    Target {
        name: "i686",
        debian: "i386",
        triple: "i686-unknown-linux-gnu",
        linker: "i686-linux-gnu-gcc",
        runs: &[emulated(&["qemu-i386"], &["x86", "32-bit", "little-endian"])],
    },
    Target {
        name: "s390x",
        debian: "s390x",
        triple: "s390x-unknown-linux-gnu",
        linker: "s390x-linux-gnu-gcc",
        // The emulator of Debian 12 multiplies two widened numbers wrongly (MDEB); `field::ops::wide_product` says what to write instead.
        runs: &[emulated(&["qemu-s390x"], &["s390x", "64-bit", "big-endian"])],
    },
];

/// The package that is built, and its digest of the fast fixture.
const PACKAGE: &str = "voxelforge-portable";
const FIXTURE: &str = "projects/tiny";
const GOLDEN: &str = "tests/portable/golden/tiny.txt";
const SAMPLE: &str = "projects/depths";

/// Whether this machine could run the checks: they need Debian's packages and build on x86-64.
pub fn is_possible() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64")) && system::has_apt()
}

/// Builds the digest for each processor and runs it, natively or emulated: the fast fixture against its golden value; with `full`
/// the sample as well, against this machine's own digest of it. `only` names one processor.
///
/// # Errors
/// Names the processor and the first part of the digest that differs; or what could not be installed, built or run.
pub fn check(shell: &Shell, full: bool, only: Option<&str>) -> Result<(), String> {
    let chosen: Vec<&Target> = TARGETS.iter().filter(|target| only.is_none_or(|name| name == target.name)).collect();
    if chosen.is_empty() {
        return Err(format!("no such processor; there are {}", TARGETS.map(|target| target.name).join(", ")));
    }
    let tools = toolchain(shell)?;
    let sample = if full { Some(sample_digest(shell)?) } else { None };
    for target in chosen {
        let binary = build(shell, &tools, target)?;
        let mut seen = String::new();
        for run in target.runs {
            if run.sees.contains(&"avx2") && (says(&seen, "avx2") || says(&seen, "avx512")) {
                // This machine has run that path already, and faster.
                continue;
            }
            seen += &digest(shell, target, run, &binary, FIXTURE, Path::new(GOLDEN))?;
            if let Some(expected) = &sample {
                digest(shell, target, run, &binary, SAMPLE, expected)?;
            }
        }
    }
    Ok(())
}

/// Writes the digest of the fast fixture down as its golden value.
///
/// # Errors
/// What could not be built or run.
pub fn write_golden(shell: &Shell, reason: &str) -> Result<(), String> {
    shell.cargo(&["run", "--quiet", "--package", PACKAGE, "--", FIXTURE, "--write", GOLDEN, reason])
}

/// This machine's digest of the sample, in a file.
fn sample_digest(shell: &Shell) -> Result<PathBuf, String> {
    let file = shell.root.join("target/portable/depths.txt");
    let shown = file.to_string_lossy().into_owned();
    shell.cargo(&["run", "--quiet", "--package", PACKAGE, "--", SAMPLE, "--write", &shown, "computed on this machine"])?;
    Ok(file)
}

fn build(shell: &Shell, tools: &Path, target: &Target) -> Result<PathBuf, String> {
    let folder = shell.root.join("target/portable/build");
    let linker = format!("CARGO_TARGET_{}_LINKER", target.triple.to_uppercase().replace('-', "_"));
    let sysroot = tools.join("usr").to_string_lossy().into_owned();
    let flags = ["--sysroot", &sysroot, "-C", "target-feature=+crt-static"];
    shell
        .with_env("RUSTC", &tools.join("usr/bin/rustc").to_string_lossy())
        .with_env("LD_LIBRARY_PATH", &tools.join("usr/lib/x86_64-linux-gnu").to_string_lossy())
        .with_env("CARGO_ENCODED_RUSTFLAGS", &flags.join("\u{1f}"))
        .with_env("CARGO_TARGET_DIR", &folder.to_string_lossy())
        .with_env(&linker, target.linker)
        .cargo(&["build", "--quiet", "--profile", "portable", "--package", PACKAGE, "--target", target.triple])?;
    Ok(folder.join(target.triple).join("portable").join(PACKAGE))
}

/// Compares the digest that one run computes with the expected one; what the binary says of its processor.
fn digest(shell: &Shell, target: &Target, run: &Run, binary: &Path, project: &str, expected: &Path) -> Result<String, String> {
    let binary = binary.to_string_lossy();
    let mut words: Vec<&str> = run.emulator.to_vec();
    let expected = expected.to_string_lossy();
    words.extend([&*binary, project, "--expect", &expected]);
    let Some((program, arguments)) = words.split_first() else { return Ok(String::new()) };
    let place = if run.emulator.is_empty() { "this machine".into() } else { run.emulator.join(" ") };
    let said =
        shell.said(Path::new(program), arguments).map_err(|error| format!("{project} on {} ({place}): {error}", target.name))?;
    match run.sees.iter().find(|word| !says(&said, word)) {
        Some(missing) => Err(format!("{place} was to run {}, {missing}; it says {:?}", target.name, said.trim())),
        None => Ok(said),
    }
}

/// Whether a word stands in what the binary says of its processor.
fn says(said: &str, word: &str) -> bool {
    said.split([' ', ',', '\n']).any(|found| found == word)
}

/// The folder of the compiler and the standard libraries, filled on first use.
fn toolchain(shell: &Shell) -> Result<PathBuf, String> {
    system::install(&EMULATION)?;
    let folder = shell.root.join("target/portable/rust");
    let complete = folder.join("complete");
    if !complete.is_file() {
        eprintln!("xtask: fetching Rust {OLDEST_RUST} for {}", TARGETS.map(|target| target.name).join(", "));
        let foreign: Vec<&str> = TARGETS.iter().map(|target| target.debian).collect();
        let mut packages: Vec<String> = vec!["rustc-web".into(), format!("libstd-rust-web-{OLDEST_RUST}")];
        packages.extend(foreign.iter().map(|debian| format!("libstd-rust-web-dev:{debian}")));
        packages.iter_mut().for_each(|package| *package += &format!("={OLDEST_RUST}.*"));
        system::unpack(&packages, &foreign, &folder)?;
        std::fs::write(&complete, "").map_err(|error| format!("{error}: {}", complete.display()))?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_in_disguise_is_noticed() {
        let said = "processor: x86_64, 64-bit, little-endian, baseline\n";
        assert!(says(said, "x86_64") && says(said, "baseline") && says(said, "64-bit"));
        assert!(!says(said, "x86") && !says(said, "avx2") && !says(said, "big-endian"));
    }

    #[test]
    fn the_oldest_rust_is_the_one_the_workspace_names() {
        let manifest = include_str!("../../Cargo.toml");
        assert!(manifest.contains(&format!("rust-version = \"{OLDEST_RUST}\"")), "the manifest names another version");
    }

    #[test]
    fn big_endian_and_32_bit_processors_are_among_them() {
        let sees = |word: &str| TARGETS.iter().flat_map(|target| target.runs).any(|run| run.sees.contains(&word));
        assert!(["big-endian", "32-bit", "aarch64", "avx2", "baseline"].into_iter().all(sees));
    }
}
