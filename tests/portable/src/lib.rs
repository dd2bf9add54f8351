//! The digest of a project's folder, and its comparison with one that was written down: the same on every processor.

use check::{Digest, Watch};
use std::path::Path;
use world::World;

/// The digest of the project in `folder`, computed on `threads` threads.
///
/// # Errors
/// Every mistake of the project, a line each, or why there are no threads.
pub fn digest_of(folder: &Path, threads: usize) -> Result<Digest, String> {
    let project = project::load(folder).map_err(|error| error.to_string())?;
    if project.has_errors() {
        return Err(lines(&project.diagnostics));
    }
    let world = World::resolve(&project.assets, None).map_err(|errors| lines(&errors))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    check::digest(&world, &pool, &Watch::quiet()).ok_or_else(|| "cancelled".to_owned())
}

fn lines<T: ToString>(mistakes: &[T]) -> String {
    mistakes.iter().map(T::to_string).collect::<Vec<_>>().join("\n")
}

/// Compares with the digest written in `golden`.
///
/// # Errors
/// Names the first part that differs, or what is wrong with the text.
pub fn compare(digest: &Digest, golden: &str) -> Result<(), String> {
    let expected: Digest = golden.parse()?;
    expected.difference(digest).map_or(Ok(()), Err)
}

/// The text that is kept as golden value; `reason` says why it is not the one before.
pub fn golden_text(digest: &Digest, reason: &str) -> String {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    format!(
        "# The same on every processor. Written by `cargo xtask golden \"REASON\"`; the reason of this value:\n# {reason}\n{digest}"
    )
}

/// The processor this runs on: family, width of an address, order of bytes, and vector instructions that code may choose at run time.
pub fn processor() -> String {
    let order = if cfg!(target_endian = "big") { "big-endian" } else { "little-endian" };
    format!("{}, {}-bit, {order}, {}", std::env::consts::ARCH, usize::BITS, vectors())
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn vectors() -> &'static str {
    if std::arch::is_x86_feature_detected!("avx512f") {
        "avx512"
    } else if std::arch::is_x86_feature_detected!("avx2") {
        "avx2"
    } else {
        "baseline"
    }
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn vectors() -> &'static str {
    "baseline"
}
