//! The editor without a graphics device: fields, undo, saving, reloading, panels, themes.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use param::Value;
use std::path::{Path, PathBuf};
use voxelforge_ui::action::Action;
use voxelforge_ui::document::{Document, Edit, Reloaded, Section, Subject};
use voxelforge_ui::panel::PanelId;
use voxelforge_ui::{EditorApp, EditorOptions};

/// A copy of the fast fixture in a folder of its own.
fn fixture() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/tiny");
    copy(&tiny, folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("fixture").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("folder");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("file");
        }
    }
}

fn editor(project: &Path) -> Harness<'static, EditorApp> {
    let options = EditorOptions { project: Some(project.to_owned()), ..EditorOptions::default() };
    let builder = Harness::builder().with_size([1600.0, 900.0]).with_max_steps(40);
    let mut harness = builder.build_eframe(move |cc| EditorApp::new(cc, options));
    harness.run_steps(4);
    harness
}

fn cellar() -> Subject {
    Subject::Strate("cellar".to_owned())
}

fn cellar_file(project: &Path) -> PathBuf {
    project.join("strates/cellar.ron")
}

fn select(harness: &mut Harness<'_, EditorApp>, row: &str) {
    harness.get_by_label(row).click();
    harness.run_steps(2);
}

fn floor_of(app: &EditorApp) -> Option<Value> {
    cellar().block(Section::Archetype, app.document()?.assets())?.get(0)
}

fn type_into(harness: &mut Harness<'_, EditorApp>, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::SpinButton, field).focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.get_by(|node| node.label().as_deref() == Some(field) && node.role() != Role::Label).type_text(text);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
}

#[test]
fn a_typed_value_is_one_step_that_undo_takes_back() {
    let project = fixture();
    let mut harness = editor(project.path());
    select(&mut harness, "Strate Cellar");
    let before = floor_of(harness.state());
    type_into(&mut harness, "Floor height", "2*5,5 m");
    assert_eq!(floor_of(harness.state()), Some(Value::Float(11.0)));
    let document = harness.state().document().expect("open");
    assert!(document.is_dirty());
    assert_eq!(document.history().undo_name(), Some("Floor height of Cellar"));

    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    assert_eq!(floor_of(harness.state()), before);
    let document = harness.state().document().expect("open");
    assert!(!document.is_dirty(), "undone back to the disk's value, so clean");
    assert_eq!(document.history().done(), 0);
}

#[test]
fn a_refused_value_changes_nothing_and_says_why() {
    let project = fixture();
    let mut harness = editor(project.path());
    select(&mut harness, "Strate Cellar");
    let before = floor_of(harness.state());
    type_into(&mut harness, "Floor height", "9 km");
    assert_eq!(floor_of(harness.state()), before);
    assert!(harness.query_by_label_contains("Accepted: ").is_some());
    assert_eq!(harness.state().document().map(|d| d.history().done()), Some(0));
}

#[test]
fn saving_keeps_the_comments_of_a_hand_written_file() {
    let project = fixture();
    let file = cellar_file(project.path());
    let text = std::fs::read_to_string(&file).expect("fixture");
    std::fs::write(&file, text.replace("    archetype:", "    // Low on purpose.\n    archetype:")).expect("written");
    let mut harness = editor(project.path());
    select(&mut harness, "Strate Cellar");
    type_into(&mut harness, "Floor height", "9.5");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    assert!(!harness.state().document().expect("open").is_dirty());
    let saved = std::fs::read_to_string(&file).expect("saved");
    assert!(saved.contains("// Low on purpose."), "{saved}");
    assert!(saved.contains("9.5"), "{saved}");
}

#[test]
fn a_bad_file_keeps_the_last_good_value_and_is_listed_until_it_is_mended() {
    let project = fixture();
    let file = cellar_file(project.path());
    let good = std::fs::read_to_string(&file).expect("fixture");
    let mut document = Document::open(project.path()).expect("opens");
    let before = document.assets().clone();
    let relative = Path::new("strates/cellar.ron");

    std::fs::write(&file, good.replace("floor_m: 8.0", "floor_m: 9999.0")).expect("written");
    assert_eq!(document.reload(relative), Reloaded::Refused);
    assert_eq!(document.assets(), &before);
    let problems = document.diagnostics();
    assert!(problems.iter().any(|p| p.file == relative && p.line.is_some() && p.field.contains("floor_m")), "{problems:?}");

    std::fs::write(&file, good.replace("floor_m: 8.0", "floor_m: 10.0")).expect("written");
    assert_eq!(document.reload(relative), Reloaded::Taken);
    assert!(document.diagnostics().is_empty());
    assert!(!document.is_dirty());
    assert_eq!(document.history().undo_name(), Some("Reloaded strates/cellar.ron"));
    assert!(document.undo());
    assert_eq!(document.assets(), &before);
    assert!(document.is_dirty(), "undoing a reload leaves the disk behind");
}

#[test]
fn a_file_changed_here_and_on_disk_is_a_question() {
    let project = fixture();
    let file = cellar_file(project.path());
    let mut document = Document::open(project.path()).expect("opens");
    let edit = Edit::SetName { subject: cellar(), name: "Mine".to_owned() };
    document.apply(&edit, false).expect("accepted");
    let text = std::fs::read_to_string(&file).expect("fixture");
    std::fs::write(&file, text.replace("\"Cellar\"", "\"Theirs\"")).expect("written");
    let relative = Path::new("strates/cellar.ron");
    let Reloaded::Conflict(keys) = document.reload(relative) else { panic!("no question") };
    assert_eq!(cellar().title(document.assets()), "Mine");
    document.take_from_disk(&keys, relative);
    assert_eq!(cellar().title(document.assets()), "Theirs");
    assert!(!document.is_dirty());
    assert!(document.undo());
    assert_eq!(cellar().title(document.assets()), "Mine");
}

#[test]
fn a_gesture_is_one_step() {
    let project = fixture();
    let mut document = Document::open(project.path()).expect("opens");
    let set = |value| Edit::SetParam { subject: cellar(), section: Section::Archetype, index: 0, value: Value::Float(value) };
    for value in [8.5, 9.0, 9.25] {
        document.apply(&set(value), true).expect("accepted");
    }
    assert_eq!(document.history().done(), 0, "the button is still held");
    document.end_gesture();
    assert_eq!(document.history().done(), 1);
    assert!(document.undo());
    assert!(!document.is_dirty());
    assert!(document.redo());
    let value = cellar().block(Section::Archetype, document.assets()).and_then(|block| block.get(0));
    assert_eq!(value, Some(Value::Float(9.25)));
}

#[test]
fn every_panel_opens_in_both_themes() {
    let project = fixture();
    let mut harness = editor(project.path());
    for _ in 0..2 {
        for panel in PanelId::ALL {
            harness.get_by_role_and_label(Role::Tab, panel.title()).click();
            harness.run_steps(2);
        }
        harness.get_by_role_and_label(Role::Button, Action::ToggleTheme.label()).click();
        harness.run_steps(2);
    }
    assert_eq!(harness.state().document().map(|d| d.history().done()), Some(0));
}

#[test]
fn an_idle_editor_makes_no_step_and_no_change() {
    let project = fixture();
    let mut harness = editor(project.path());
    let revision = harness.state().document().map(|d| d.revision());
    harness.run_steps(60);
    let document = harness.state().document().expect("open");
    assert_eq!(Some(document.revision()), revision);
    assert_eq!(document.history().names().len(), 0);
    assert!(!document.is_dirty());
}

#[test]
fn an_asset_is_added_duplicated_deleted_and_brought_back() {
    let project = fixture();
    let mut harness = editor(project.path());
    select(&mut harness, "Strate Cellar");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    harness.run_steps(2);
    let copy = Subject::Strate("cellar-2".to_owned());
    assert_eq!(harness.state().selection(), Some(&copy));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    let document = harness.state().document().expect("open");
    assert!(!copy.exists(document.assets()));
    assert_eq!(harness.state().selection(), None, "a selection never names what is gone");
}
