//! Contracts that span rooms: what must not change a world, and that meshes do not depend on proofs.

use glam::IVec3;
use std::path::{Path, PathBuf};
use voxelforge_tests::copy_folder;
use world::{StrateIndex, World};

fn projects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("projects")
}

fn resolve(folder: &Path) -> World {
    let project = project::load(folder).expect("a project");
    assert!(project.diagnostics.is_empty(), "{:?}", project.diagnostics);
    World::resolve(&project.assets, None).expect("a world")
}

/// Densities of irregular points in every strate.
fn probes(world: &World) -> Vec<u32> {
    let mut bits = Vec::new();
    for strate in world.strates() {
        for i in 0..200_i32 {
            let height = strate.bands.top - strate.bands.bottom;
            let z = strate.bands.bottom + (i * 37 + 11).rem_euclid(height);
            bits.push(world.density(IVec3::new(i * 13 - 700, 401 - i * 7, z)).to_bits());
        }
    }
    bits
}

#[test]
fn renaming_and_moving_files_leaves_the_world_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("tiny");
    copy_folder(&projects().join("tiny"), &copy).expect("a copy");
    let before = resolve(&copy);
    std::fs::rename(copy.join("strates/knoll.ron"), copy.join("strates/zz_last.ron")).expect("rename");
    std::fs::rename(copy.join("strates/cellar.ron"), copy.join("strates/aa_first.ron")).expect("rename");
    std::fs::rename(copy.join("biomes/stone.ron"), copy.join("biomes/0.ron")).expect("rename");
    let after = resolve(&copy);
    assert_eq!(before.content_hash(), after.content_hash());
    assert_eq!(probes(&before), probes(&after));
}

#[test]
fn reordering_the_palette_leaves_the_world_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("tiny");
    copy_folder(&projects().join("tiny"), &copy).expect("a copy");
    let before = resolve(&copy);
    let materials =
        "[(id: \"stone\", name: \"Stone\"), (id: \"grass\", name: \"Grass\", look: (ground_color: (0.42, 0.48, 0.25)))]";
    std::fs::write(copy.join("materials.ron"), materials).expect("write");
    assert_eq!(before.content_hash(), resolve(&copy).content_hash());
}

#[test]
fn another_seed_is_another_world() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("tiny");
    copy_folder(&projects().join("tiny"), &copy).expect("a copy");
    let before = resolve(&copy);
    let text = std::fs::read_to_string(copy.join("project.ron")).expect("read").replace("seed: 7", "seed: 8");
    std::fs::write(copy.join("project.ron"), text).expect("write");
    let after = resolve(&copy);
    assert_ne!(before.content_hash(), after.content_hash());
    assert_ne!(probes(&before), probes(&after));
}

#[test]
fn the_shipped_projects_have_no_mistakes_and_can_be_walked() {
    for name in ["tiny", "depths"] {
        let world = resolve(&projects().join(name));
        for index in 0..world.strates().len() {
            let plan = world.plan(StrateIndex(index as u16));
            assert!(plan.is_ok(), "{name}, strate {index}: {:?}", plan.err());
        }
    }
}
