//! The editor without a graphics device: fields, undo, saving, reloading, panels, themes.

mod recipe;
mod support;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use param::Value;
use std::path::Path;
use support::*;
use voxelforge_ui::EditorApp;
use voxelforge_ui::action::Action;
use voxelforge_ui::document::{Document, Edit, Reloaded, Section, Subject, Which};
use voxelforge_ui::panel::PanelId;

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
    assert!(harness.query_by_label_contains("9000 is outside ").is_some());
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
    assert_eq!(document.reload(relative), Reloaded::Refused { keeps_good: true });
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
    // The first world selects its topmost strate if nothing is selected.
    step_until(&mut harness, "the world", |harness| harness.state().world().is_some());
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

fn fill_in(harness: &mut Harness<'_, EditorApp>, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, field).focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
    harness.run_steps(2);
}

#[test]
fn a_new_project_gets_a_folder_of_its_own_and_never_mixes_with_what_is_there() {
    let project = fixture();
    let parent = tempfile::tempdir().expect("temporary folder");
    let taken = parent.path().join("taken");
    std::fs::create_dir(&taken).expect("folder");
    std::fs::write(taken.join("letter.txt"), "mine").expect("file");
    let mut harness = editor(project.path());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    harness.run_steps(3);
    fill_in(&mut harness, "In folder", &parent.path().display().to_string());
    fill_in(&mut harness, "Project name", "Taken");
    assert!(harness.query_by_label_contains("not empty").is_some());
    harness.get_by_role_and_label(Role::Button, "Create project").click();
    harness.run_steps(2);
    assert_eq!(std::fs::read_dir(&taken).expect("folder").count(), 1, "nothing was written");

    fill_in(&mut harness, "Project name", "Deep Place");
    harness.get_by_role_and_label(Role::Button, "Create project").click();
    harness.run_steps(3);
    let made = parent.path().join("deep-place");
    assert!(made.join("project.ron").is_file());
    let document = harness.state().document().expect("open");
    assert_eq!(document.root(), made.canonicalize().expect("made"));
    assert_eq!(document.assets().project.name, "Deep Place");
}

#[test]
fn a_project_with_mistakes_brings_problems_forward() {
    let project = fixture();
    let file = cellar_file(project.path());
    let good = std::fs::read_to_string(&file).expect("fixture");
    std::fs::write(&file, good.replace("floor_m: 8.0", "floor_m: ")).expect("written");
    let mut harness = editor(project.path());
    harness.run_steps(2);
    assert!(harness.query_all_by_label_contains("strates/cellar.ron:").next().is_some(), "the mistake is on screen");
}

#[test]
fn every_broken_project_shows_each_mistake_with_its_place_and_field() {
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/broken");
    let mut seen = 0;
    for entry in std::fs::read_dir(broken).expect("the broken projects").flatten() {
        let text = std::fs::read_to_string(entry.path().join("expected.json")).expect("what is wrong with it");
        let mistakes: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
        let project = tempfile::tempdir().expect("temporary folder");
        copy(&entry.path(), project.path());
        let mut harness = editor(project.path());
        harness.run_steps(2);
        for mistake in &mistakes {
            let told =
                |key: &str| mistake.get(key).map(|value| value.to_string().trim_matches('"').to_owned()).unwrap_or_default();
            let place = format!("{}:{}:{}", told("file"), told("line"), told("column"));
            let field = told("field");
            let is_row = |label: String| label.contains(&place) && label.contains(&field);
            let found = harness.query_all_by(|node| node.label().is_some_and(is_row)).next().is_some();
            assert!(found, "{}: {place} with {field:?} is not in Problems", entry.path().display());
            seen += 1;
        }
    }
    assert!(seen >= 26, "{seen} mistakes");
}

#[test]
fn a_world_that_cannot_be_made_is_placed_in_its_file() {
    let project = fixture();
    let file = project.path().join("project.ron");
    let good = std::fs::read_to_string(&file).expect("fixture");
    std::fs::write(&file, good.replace("index: 2", "index: 60000")).expect("written");
    let mut harness = editor(project.path());
    step_until(&mut harness, "the fault of the layout with its place", |harness| {
        harness.query_all_by_label_contains("project.ron:").next().is_some()
    });
}

#[test]
fn a_value_out_of_range_is_told_when_the_field_is_left() {
    let project = fixture();
    let mut harness = editor(project.path());
    select(&mut harness, "Strate Cellar");
    harness.get_by_role_and_label(Role::SpinButton, "Floor height").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    let field = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.label().as_deref() == Some("Floor height");
    harness.get_by(|node| field(node) && node.role() != Role::Label).type_text("9999");
    harness.run_steps(2);
    harness.key_press(Key::Tab);
    harness.run_steps(3);
    let said = harness.state().log().lines().any(|line| line.text.contains("9999 is outside") && line.text.contains("stays"));
    assert!(said, "{:?}", harness.state().log());
    assert_eq!(harness.state().document().map(|d| d.history().done()), Some(0));
}

#[test]
fn undo_says_what_it_took_back_and_either_key_does_it_again() {
    let project = fixture();
    let mut harness = editor(project.path());
    select(&mut harness, "Strate Cellar");
    type_into(&mut harness, "Floor height", "11");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    let last = |harness: &Harness<'_, EditorApp>| harness.state().log().lines().next_back().map(|line| line.text.clone());
    assert_eq!(last(&harness).as_deref(), Some("Undone: Floor height of Cellar"));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    harness.run_steps(2);
    assert_eq!(last(&harness).as_deref(), Some("Redone: Floor height of Cellar"));
    assert_eq!(floor_of(harness.state()), Some(Value::Float(11.0)));
}

#[test]
fn a_file_changed_on_disk_is_read_on_another_thread_and_taken_over() {
    let project = fixture();
    let file = cellar_file(project.path());
    let good = std::fs::read_to_string(&file).expect("fixture");
    let mut harness = editor(project.path());
    std::fs::write(&file, good.replace("floor_m: 8.0", "floor_m: 10.0")).expect("written");
    step_until(&mut harness, "the reload", |harness| floor_of(harness.state()) == Some(Value::Float(10.0)));
    std::fs::remove_file(&file).expect("removed");
    step_until(&mut harness, "the removal", |harness| floor_of(harness.state()).is_none());
    let said: Vec<_> = harness.state().log().lines().map(|line| line.text.clone()).collect();
    assert!(said.iter().any(|text| text.contains("cellar.ron was removed on disk")), "{said:?}");
    assert!(!said.last().is_some_and(|text| text.starts_with("Reloaded")), "{said:?}");
    let document = harness.state().document().expect("open");
    assert_eq!(document.history().undo_name(), Some("Removed strates/cellar.ron"));
}

#[test]
fn reading_that_was_overtaken_by_a_save_is_not_taken_over() {
    let project = fixture();
    let mut document = Document::open(project.path()).expect("opens");
    let reading = document.reading();
    let edit = Edit::SetName { subject: cellar(), name: "Mine".to_owned() };
    document.apply(&edit, false).expect("accepted");
    let state = tempfile::tempdir().expect("temporary folder");
    assert_eq!(document.save(state.path()).written, 1);
    let read = reading.read(Which::All).expect("there");
    assert!(document.take_read(read).is_none());
    assert_eq!(cellar().title(document.assets()), "Mine");
}

#[test]
fn a_project_whose_folder_goes_is_kept_and_can_be_written_again() {
    let parent = fixture();
    let project = parent.path().join("inner");
    std::fs::create_dir(&project).expect("folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/tiny"), &project);
    let file = cellar_file(&project);
    let text = format!("// Mine.\n{}", std::fs::read_to_string(&file).expect("fixture"));
    std::fs::write(&file, &text).expect("written");
    let mut harness = editor(&project);
    let before = harness.state().document().expect("open").assets().clone();

    std::fs::remove_dir_all(&project).expect("removed");
    step_until(&mut harness, "the question", |harness| harness.query_by_label("Save everything").is_some());
    assert_eq!(harness.state().document().map(Document::assets), Some(&before), "the last state stays");
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, "Save everything").click();
    harness.run_steps(3);
    assert_eq!(std::fs::read_to_string(&file).expect("written again"), text);
    let again = Document::open(&project).expect("a project again");
    assert_eq!(again.assets(), &before);
}

#[test]
fn a_candidate_applied_and_taken_back_leaves_the_file_as_it_was() {
    let project = fixture();
    let state = tempfile::tempdir().expect("temporary folder");
    let file = project.path().join("project.ron");
    let before = std::fs::read_to_string(&file).expect("fixture");
    let mut document = Document::open(project.path()).expect("opens");
    let strate = Box::new(cellar().strate(document.assets()).expect("there").clone());
    let slot = "fixed.0".to_owned();
    document.apply(&Edit::ApplyCandidate { slot, strate }, false).expect("accepted");
    assert_eq!(document.save(state.path()).written, 1);
    assert!(std::fs::read_to_string(&file).expect("saved").contains("candidates"));
    assert!(document.undo());
    assert_eq!(document.save(state.path()).written, 1);
    assert_eq!(std::fs::read_to_string(&file).expect("saved"), before);
}
