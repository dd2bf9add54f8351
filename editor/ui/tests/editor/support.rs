//! A project to edit, an editor without a window, and what a person does in it.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use param::Value;
use std::path::{Path, PathBuf};
use voxelforge_ui::document::{Section, Subject};
use voxelforge_ui::{EditorApp, EditorOptions};

/// A copy of the fast fixture in a folder of its own.
pub fn fixture() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folder");
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/tiny");
    copy(&tiny, folder.path());
    folder
}

pub fn copy(from: &Path, to: &Path) {
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

pub fn editor(project: &Path) -> Harness<'static, EditorApp> {
    editor_of_height(project, 900.0)
}

/// Tall enough that everything of a panel is in view.
pub fn editor_of_height(project: &Path, height: f32) -> Harness<'static, EditorApp> {
    let options = EditorOptions { project: Some(project.to_owned()), ..EditorOptions::default() };
    let builder = Harness::builder().with_size([1600.0, height]).with_max_steps(40);
    let mut harness = builder.build_eframe(move |cc| EditorApp::new(cc, options));
    harness.run_steps(4);
    harness
}

pub fn cellar() -> Subject {
    Subject::Strate("cellar".to_owned())
}

pub fn cellar_file(project: &Path) -> PathBuf {
    project.join("strates/cellar.ron")
}

pub fn select(harness: &mut Harness<'_, EditorApp>, row: &str) {
    harness.get_by_label(row).click();
    harness.run_steps(2);
}

pub fn floor_of(app: &EditorApp) -> Option<Value> {
    cellar().block(Section::Archetype, app.document()?.assets())?.get(0)
}

pub fn type_into(harness: &mut Harness<'_, EditorApp>, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::SpinButton, field).focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.get_by(|node| node.label().as_deref() == Some(field) && node.role() != Role::Label).type_text(text);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
}

/// Steps until something holds; threads of the editor answer in their own time.
pub fn step_until(harness: &mut Harness<'_, EditorApp>, what: &str, holds: impl Fn(&Harness<'_, EditorApp>) -> bool) {
    for _ in 0..600 {
        harness.run_steps(1);
        if holds(harness) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("waited for {what} in vain");
}
