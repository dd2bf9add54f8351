//! Folders and files that nobody should hand over: each gets a diagnostic, none stops the program or fills its memory.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::Path;
use voxelforge_project::{CreateError, Diagnostic, MOST_TOLD, OpenError, Project, RealDisk, Severity, create_project, load};
use world::World;

/// A fresh project, changed by `spoil`, and loaded.
fn spoilt(spoil: impl FnOnce(&Path)) -> (tempfile::TempDir, Project) {
    let folder = tempfile::tempdir().unwrap();
    create_project(&RealDisk, folder.path(), "Fresh", 5).unwrap();
    spoil(folder.path());
    let project = load(folder.path()).unwrap();
    (folder, project)
}

fn only(project: &Project) -> &Diagnostic {
    assert_eq!(project.diagnostics.len(), 1, "{:?}", project.diagnostics);
    &project.diagnostics[0]
}

fn replace(folder: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(folder.join(file), text.replace(from, to)).unwrap();
}

#[cfg(unix)]
#[test]
fn pipes_devices_folders_and_broken_links_are_refused_unread() {
    use std::os::unix::fs::symlink;
    let pipe = |path: &Path| assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    for (reason, spoil) in [
        ("a pipe or a device", (&pipe) as &dyn Fn(&Path)),
        ("a pipe or a device", &|path| symlink("/dev/zero", path).unwrap()),
        ("a folder", &|path| fs::create_dir(path).unwrap()),
        ("a link to a file that does not exist", &|path| symlink("/nowhere/at/all", path).unwrap()),
        ("cannot be read", &|path| symlink("a.ron", path).unwrap()),
    ] {
        let (_folder, project) = spoilt(|folder| spoil(&folder.join("strates/a.ron")));
        let found = only(&project);
        assert_eq!((found.severity, found.file.as_path()), (Severity::Error, Path::new("strates/a.ron")));
        assert!(found.reason.contains(reason), "{found}");
    }
    let folder = tempfile::tempdir().unwrap();
    pipe(&folder.path().join("project.ron"));
    assert!(matches!(load(folder.path()), Err(OpenError::NotAFile(_))));
}

#[test]
fn what_is_passed_over_is_told() {
    let (_folder, project) = spoilt(|folder| {
        fs::write(folder.join("strates/B.RON"), "").unwrap();
        fs::write(folder.join("Materials.ron"), "").unwrap();
        fs::write(folder.join("edits"), "").unwrap();
        fs::write(folder.join("strates/notes.txt"), "").unwrap();
        fs::write(folder.join("strates/.hidden.RON"), "").unwrap();
    });
    let told: Vec<_> = project.diagnostics.iter().map(|found| (found.severity, found.file.to_str().unwrap())).collect();
    let expected = [(Severity::Warning, "Materials.ron"), (Severity::Error, "edits"), (Severity::Warning, "strates/B.RON")];
    assert_eq!(told, expected, "{:?}", project.diagnostics);
    assert!(project.diagnostics.iter().all(|found| found.accepted.is_some()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let (_folder, project) =
        spoilt(|folder| fs::write(folder.join("strates").join(std::ffi::OsStr::from_bytes(b"\xff\xfe.ron")), "").unwrap());
    assert!(only(&project).reason.contains("UTF-8"));
}

#[test]
fn of_very_many_mistakes_the_first_are_told_and_the_rest_counted() {
    let stroke = "(sequence: 0, mode: Carve, shape: Sphere(centre_m: (0.0, 1e9, 0.0), radius_m: 2.0)),\n";
    let text = format!("(schema: 1, id: \"dig\", strokes: [\n{}])", stroke.repeat(20_000));
    let (_folder, project) = spoilt(|folder| {
        fs::create_dir(folder.join("edits")).unwrap();
        fs::write(folder.join("edits/dig.ron"), text).unwrap();
    });
    assert_eq!(project.diagnostics.len(), MOST_TOLD + 1);
    let last = project.diagnostics.last().unwrap();
    assert_eq!(last.reason, format!("and {} more mistakes like these", 20_000 - MOST_TOLD));
    assert_eq!(
        project.diagnostics[7].to_string(),
        "edits/dig.ron:9:58: error: strokes[7].shape.Sphere.centre_m[1]: 1000000000 m is out of range; accepted: -32768 m to 32768 m"
    );
}

#[test]
fn a_capsule_has_one_range_in_files_and_worlds() {
    let stroke = "(sequence: 0, mode: Carve, shape: Capsule(a_m: (0.0, 0.0, 0.0), b_m: (300.0, 0.0, 0.0), radius_m: 2.0))";
    let (_folder, project) = spoilt(|folder| {
        fs::create_dir(folder.join("edits")).unwrap();
        fs::write(folder.join("edits/dig.ron"), format!("(schema: 1, id: \"dig\", strokes: [{stroke}])")).unwrap();
    });
    assert_eq!(only(&project).field, "strokes[0].shape.Capsule.b_m");
    assert!(project.assets.edits.is_empty());
}

#[test]
fn large_files_that_people_write_are_refused_before_they_fill_memory() {
    for (text, reason) in [
        (format!("[{}]", "1,".repeat(1_900_000)), "too many values"),
        (format!("({})", "(),".repeat(2_000_000)), "bytes"),
        (format!("(schema: 1, id: \"a\", {}: 1)", "a".repeat(4_000_000)), "there is no field"),
        (format!("(schema: 1, id: \"{}\", name: \"\", archetype: FlatPlain())", "x".repeat(4_000_000)), "is no id"),
        (format!("(schema: 1, id: {}, name: \"\", archetype: FlatPlain())", "9".repeat(4_000_000)), "wrong type"),
    ] {
        let (_folder, project) = spoilt(|folder| fs::write(folder.join("strates/a.ron"), &text).unwrap());
        let shown = only(&project).to_string();
        assert!(shown.contains(reason) && shown.len() < 2000, "{}", &shown[..shown.len().min(500)]);
    }
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let (_folder, project) = spoilt(|folder| replace(folder, "biomes/rock.ron", "\"stone\"", "\"st\u{1b}[31mone\""));
    let shown = only(&project).to_string();
    assert!(shown.contains("st\\u{1b}[31mone") && !shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn a_folder_that_holds_something_is_not_filled() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("materials.ron"), "mine").unwrap();
    let refused = create_project(&RealDisk, folder.path(), "Fresh", 5);
    assert!(matches!(refused, Err(CreateError::NotEmpty(_))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn slots_are_counted_and_indices_told_as_they_are() {
    let fixed: String = (0..5000).map(|index| format!("(index: {index}, strate: \"hall\"),")).collect();
    for (layout, reason) in [
        (format!("fixed: [{fixed}], batches: ["), "5003 slots are too many (3 of batches and 5000 fixed)"),
        ("fixed: [(index: -1, strate: \"hall\")], batches: [".to_owned(), "`-1` is too small for this field"),
    ] {
        let (_folder, project) = spoilt(|folder| replace(folder, "project.ron", "batches: [", &layout));
        assert!(project.diagnostics.iter().any(|found| found.reason == reason), "{:?}", project.diagnostics);
    }
}

#[test]
fn an_edge_leaves_room_for_ways() {
    for (settings, field) in [
        ("radius_m: 0.001", "settings.radius_m"),
        ("radius_m: 95.9", "settings.radius_m"),
        ("edge_thickness_m: 512.0", "settings.edge_thickness_m"),
    ] {
        let (_folder, project) =
            spoilt(|folder| replace(folder, "project.ron", "layout: (", &format!("settings: ({settings}), layout: (")));
        assert!(project.diagnostics.iter().any(|found| found.field == field && found.line.is_some()), "{settings}");
    }
}

#[test]
fn errors_of_resolving_are_placed_in_the_files() {
    let (_folder, project) =
        spoilt(|folder| replace(folder, "project.ron", "batches: [", "fixed: [\n(index: 3000, strate: \"hall\")],\nbatches: ["));
    assert_eq!(project.diagnostics, []);
    let errors = World::resolve(&project.assets, None).unwrap_err();
    let placed = project.placed_errors(&project.assets, &errors);
    assert_eq!(placed.len(), 1);
    assert_eq!((placed[0].field.as_str(), placed[0].file.to_str()), ("layout.fixed", Some("project.ron")));
    assert!(placed[0].line.is_some() && placed[0].reason.contains("3000"), "{}", placed[0]);
    let planned = world::ResolveError::Plan { strate: "hall".into(), reason: "no way".into() };
    let placed = project.placed_errors(&project.assets, &[planned]);
    assert_eq!((placed[0].file.to_str(), placed[0].field.as_str()), (Some("strates/hall.ron"), "id"));
}
