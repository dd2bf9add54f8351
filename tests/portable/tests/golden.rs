//! The digest of the fast fixture is the one that was written down, whatever the optimiser, the threads or the processor.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use voxelforge_portable::{compare, digest_of, golden_text};
use world::defs::Archetype;

const GOLDEN: &str = include_str!("../golden/tiny.txt");

fn tiny() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/tiny")
}

#[test]
fn the_fast_fixture_has_its_golden_digest() {
    for threads in [1, 3] {
        let digest = digest_of(&tiny(), threads).expect("a digest");
        let compared = compare(&digest, GOLDEN);
        assert_eq!(
            compared,
            Ok(()),
            "if this was meant, `cargo xtask golden \"REASON\"` writes the new value and why it changed"
        );
    }
}

#[test]
fn the_golden_value_gives_its_reason() {
    let reason = GOLDEN.lines().nth(1).and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
    assert!(reason.len() > 10, "the second line says why this value is not the one before: {reason:?}");
}

#[test]
fn one_bit_of_one_part_is_enough_to_differ() {
    let digest = digest_of(&tiny(), 2).expect("a digest");
    for part in 0..digest.parts.len() {
        let mut other = digest.clone();
        let hash = &mut other.parts[part].hash;
        let last = hash.pop().expect("a digit");
        hash.push(if last == '0' { '1' } else { '0' });
        let message = compare(&digest, &golden_text(&other, "a planted fault")).expect_err("another digest");
        assert!(message.contains(&digest.parts[part].name), "{message}");
    }
}

#[test]
fn the_fixture_and_the_sample_hold_one_strate_of_each_kind() {
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    for folder in [tiny(), tiny().join("../depths")] {
        let project = project::load(&folder).expect("a project");
        kinds.extend(project.assets.strates.values().map(|strate| strate.archetype.name().to_owned()));
    }
    let missing: Vec<_> = Archetype::all_defaults().iter().map(Archetype::name).filter(|name| !kinds.contains(*name)).collect();
    assert!(missing.is_empty(), "no digest vouches for these on other processors: {missing:?}");
}
