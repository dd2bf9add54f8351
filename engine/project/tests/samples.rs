//! The projects that are shipped are free of mistakes.

use std::path::Path;
use voxelforge_project::load;

#[test]
fn shipped_projects_have_no_diagnostics() {
    for name in ["depths", "tiny"] {
        let project = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects").join(name)).unwrap();
        assert_eq!(project.diagnostics, [], "{name}");
        assert!(!project.assets.strates.is_empty());
    }
}
