//! Modifiers, disturbances and regions in the inspector.

use super::support::*;
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use voxelforge_ui::EditorApp;
use voxelforge_ui::document::{Document, Edit, List, ListChange, Member, Recipe, Subject};
use world::defs::{Disturbance, Modifier, StrateDef};

fn open_cellar(project: &std::path::Path) -> Harness<'static, EditorApp> {
    let mut harness = editor_of_height(project, 2400.0);
    select(&mut harness, "Strate Cellar");
    harness
}

fn press(harness: &mut Harness<'_, EditorApp>, button: &str) {
    harness.get_by_role_and_label(Role::Button, button).click();
    // Enough for what was added to be scrolled into view.
    harness.run_steps(6);
}

/// Opens a menu and takes an entry of it.
fn choose(harness: &mut Harness<'_, EditorApp>, menu: &str, entry: &str) {
    press(harness, menu);
    press(harness, entry);
}

fn strate<'a>(harness: &'a Harness<'_, EditorApp>) -> &'a StrateDef {
    let document = harness.state().document().expect("open");
    cellar().strate(document.assets()).expect("there")
}

fn modifiers(harness: &Harness<'_, EditorApp>) -> Vec<&'static str> {
    strate(harness).modifiers.iter().map(Modifier::name).collect()
}

fn undo_name(harness: &Harness<'_, EditorApp>) -> Option<String> {
    harness.state().document().and_then(|document| document.history().undo_name()).map(str::to_owned)
}

fn undo_all(harness: &mut Harness<'_, EditorApp>) -> usize {
    let steps = harness.state().document().map_or(0, |document| document.history().done());
    for _ in 0..steps {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run_steps(2);
    }
    steps
}

fn save(harness: &mut Harness<'_, EditorApp>) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run_steps(2);
    assert!(!harness.state().document().expect("open").is_dirty());
}

#[test]
fn modifiers_are_added_changed_moved_and_copied_each_in_one_step_and_undo_gives_the_bytes_back() {
    let project = fixture();
    let file = cellar_file(project.path());
    let before = std::fs::read_to_string(&file).expect("fixture");
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add modifier", "Terrace");
    assert_eq!(undo_name(&harness).as_deref(), Some("Add Terrace to Cellar"));
    // What was added is unfolded.
    type_into(&mut harness, "Step", "3");
    assert_eq!(undo_name(&harness).as_deref(), Some("Step of Terrace in Cellar"));
    choose(&mut harness, "Add modifier", "Ribs");
    press(&mut harness, "Move modifier 2 up");
    assert_eq!(undo_name(&harness).as_deref(), Some("Move Ribs up in Cellar"));
    assert_eq!(modifiers(&harness), ["Ribs", "Terrace"]);
    press(&mut harness, "Duplicate modifier 2");
    press(&mut harness, "Remove modifier 1");
    assert_eq!(modifiers(&harness), ["Terrace", "Terrace"]);
    save(&mut harness);
    let saved = std::fs::read_to_string(&file).expect("saved");
    let lines = "    modifiers: [\n        Terrace(step_m: 3.0),\n        Terrace(step_m: 3.0),\n    ],\n";
    assert!(saved.contains(lines), "{saved}");

    assert_eq!(undo_all(&mut harness), 6, "one step each");
    save(&mut harness);
    assert_eq!(std::fs::read_to_string(&file).expect("saved"), before);
}

#[test]
fn a_modifier_that_cannot_stand_there_is_disabled_and_says_why() {
    let project = fixture();
    let mut harness = open_cellar(project.path());
    press(&mut harness, "Add modifier");
    assert!(!harness.get_by_role_and_label(Role::Button, "Terrace").accesskit_node().is_disabled());
    let shape = harness.get_by_role_and_label(Role::Button, "RoughnessOnShape");
    assert!(shape.accesskit_node().is_disabled(), "a plain has no shape");
    shape.hover();
    harness.run_steps(8);
    assert!(harness.query_by_label_contains("roughness_on_shape cannot follow").is_some(), "the reason is on screen");
    harness.get_by_role_and_label(Role::Button, "RoughnessOnShape").click();
    harness.run_steps(3);
    assert_eq!(modifiers(&harness), [""; 0]);
}

#[test]
fn a_move_past_the_end_says_why_not() {
    let project = fixture();
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add modifier", "Terrace");
    let up = harness.get_by_role_and_label(Role::Button, "Move modifier 1 up");
    assert!(up.accesskit_node().is_disabled());
    up.hover();
    harness.run_steps(8);
    assert!(harness.query_by_label_contains("It is the first already").is_some());
}

#[test]
fn a_disturbance_is_added_and_undone() {
    let project = fixture();
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add disturbance", "Ridge");
    assert_eq!(strate(&harness).disturbances.len(), 1);
    assert_eq!(undo_name(&harness).as_deref(), Some("Add Ridge to Cellar"));
    assert_eq!(undo_all(&mut harness), 1);
    assert!(!harness.state().document().expect("open").is_dirty());
}

#[test]
fn regions_are_added_up_to_two_changed_and_undone() {
    let project = fixture();
    let file = cellar_file(project.path());
    let before = std::fs::read_to_string(&file).expect("fixture");
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add region", "Maze");
    type_into(&mut harness, "Share of region 1", "0.5");
    choose(&mut harness, "Add modifier to region 1", "Pinch");
    assert_eq!(undo_name(&harness).as_deref(), Some("Add Pinch to region 1 of Cellar"));
    press(&mut harness, "Parameters of region 1");
    type_into(&mut harness, "Storey", "18");
    assert_eq!(undo_name(&harness).as_deref(), Some("Storey of region 1 in Cellar"));
    choose(&mut harness, "Add region", "TunnelNetwork");
    type_into(&mut harness, "Region size", "96");
    let regions = &strate(&harness).regions;
    assert_eq!(regions.iter().map(|region| region.archetype.name()).collect::<Vec<_>>(), ["Maze", "TunnelNetwork"]);
    assert_eq!((regions[0].share, regions[0].modifiers.len(), strate(&harness).region_size_m), (0.5, 1, 96.0));
    assert!(harness.get_by_role_and_label(Role::Button, "Add region").accesskit_node().is_disabled(), "two at most");
    save(&mut harness);
    // Its row has been scrolled out of view, and only rows in view have their buttons.
    harness.get_by_role_and_label(Role::Button, "Region 1, Maze").scroll_to_me();
    harness.run_steps(6);
    press(&mut harness, "Remove region 1");
    assert_eq!(strate(&harness).regions.len(), 1);
    assert_eq!(undo_all(&mut harness), 7, "one step each");
    save(&mut harness);
    // A number that a save has written stays written, at its old value; everything else is as it was.
    let after = std::fs::read_to_string(&file).expect("saved");
    assert_eq!(after.replacen("    region_size_m: 64.0,\n", "", 1), before);
}

#[test]
fn disturbances_are_moved_copied_and_removed_each_in_one_step() {
    let project = fixture();
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add disturbance", "Ridge");
    choose(&mut harness, "Add disturbance", "Chasm");
    press(&mut harness, "Move disturbance 1 down");
    assert_eq!(undo_name(&harness).as_deref(), Some("Move Ridge down in Cellar"));
    press(&mut harness, "Duplicate disturbance 1");
    press(&mut harness, "Remove disturbance 3");
    let names: Vec<_> = strate(&harness).disturbances.iter().map(Disturbance::name).collect();
    assert_eq!(names, ["Chasm", "Chasm"]);
    assert_eq!(undo_all(&mut harness), 5);
    assert!(!harness.state().document().expect("open").is_dirty());
}

#[test]
fn a_region_becomes_another_kind_of_place_and_undo_gives_back_its_parameters() {
    let project = fixture();
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add region", "Maze");
    press(&mut harness, "Parameters of region 1");
    type_into(&mut harness, "Storey", "18");
    let maze = strate(&harness).regions.clone();
    harness.get_by_role_and_label(Role::ComboBox, "Archetype of region 1").click();
    harness.run_steps(3);
    press(&mut harness, "TunnelNetwork");
    assert_eq!(undo_name(&harness).as_deref(), Some("Region 1 of Cellar becomes TunnelNetwork"));
    assert_eq!(strate(&harness).regions[0].archetype.name(), "TunnelNetwork");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    assert_eq!(strate(&harness).regions, maze);
}

#[test]
fn numbers_of_regions_are_reset_by_their_arrows() {
    let project = fixture();
    let mut harness = open_cellar(project.path());
    choose(&mut harness, "Add region", "Maze");
    type_into(&mut harness, "Share of region 1", "2");
    type_into(&mut harness, "Region size", "96 m");
    press(&mut harness, "Reset Share of region 1 to 1");
    press(&mut harness, "Reset Region size to 64 m");
    assert_eq!((strate(&harness).regions[0].share, strate(&harness).region_size_m), (1.0, 64.0));
    assert!(harness.query_by_role_and_label(Role::Button, "Reset Region size to 64 m").is_none(), "it is at its default");
}

#[test]
fn an_open_menu_stays_open_when_the_world_arrives() {
    let project = fixture();
    let file = project.path().join("project.ron");
    let good = std::fs::read_to_string(&file).expect("fixture");
    std::fs::write(&file, good.replace("index: 2", "index: 60000")).expect("written");
    let mut harness = open_cellar(project.path());
    step_until(&mut harness, "the fault of the layout", |harness| !harness.state().diagnostics().is_empty());
    assert!(harness.state().world().is_none());
    press(&mut harness, "Add modifier");
    std::fs::write(&file, good).expect("written");
    step_until(&mut harness, "the world", |harness| harness.state().world().is_some());
    harness.run_steps(3);
    press(&mut harness, "Terrace");
    assert_eq!(modifiers(&harness), ["Terrace"]);
}

#[test]
fn a_mistake_leads_to_its_modifier() {
    let project = fixture();
    let file = cellar_file(project.path());
    let good = std::fs::read_to_string(&file).expect("fixture");
    let lists = "    modifiers: [Terrace(), RoughnessOnShape()],\n    bands:";
    std::fs::write(&file, good.replace("    bands:", lists)).expect("written");
    let mut harness = editor_of_height(project.path(), 2400.0);
    step_until(&mut harness, "the fault of the modifier", |harness| {
        harness.query_all_by_label_contains("modifiers[1]").next().is_some()
    });
    // The archetype has a field of the same name.
    let is_folded = |harness: &Harness<'_, EditorApp>| {
        harness.query_all_by_role_and_label(Role::SpinButton, "Roughness frequency").count() < 2
    };
    assert_ne!(harness.state().selection(), Some(&cellar()));
    let row = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() != Role::Label && node.label().is_some_and(|label| label.contains("modifiers[1]"))
    };
    harness.get_by(row).click();
    harness.run_steps(4);
    assert_eq!(harness.state().selection(), Some(&cellar()));
    assert!(!is_folded(&harness), "the modifier is unfolded");
    let reason = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Label && node.value().is_some_and(|text| text.contains("cannot follow"))
    };
    assert!(harness.query_all_by(reason).next().is_some(), "the reason stands at the modifier");
    // The first click on what is marked does what it says.
    press(&mut harness, "Remove modifier 2");
    assert_eq!(modifiers(&harness), ["Terrace"]);
}

#[test]
fn the_lists_of_a_candidate_are_edited_as_those_of_a_strate() {
    let project = fixture();
    let mut document = Document::open(project.path()).expect("opens");
    let strate = Box::new(cellar().strate(document.assets()).expect("there").clone());
    let slot = "fixed.0".to_owned();
    document.apply(&Edit::ApplyCandidate { slot: slot.clone(), strate }, false).expect("accepted");
    let (subject, list) = (Subject::Candidate(slot), List::Modifiers(Recipe::Own));
    let member = Box::new(Member::all_defaults(list).remove(0));
    let change = |change| Edit::ChangeList { subject: subject.clone(), list, change };
    document.apply(&change(ListChange::Insert { at: 9, member }), false).expect("accepted");
    assert_eq!(list.len(subject.strate(document.assets()).expect("there")), 1);
    assert!(document.apply(&change(ListChange::Move { from: 0, to: 1 }), false).is_err(), "there is no second place");
    let stray = Box::new(Member::all_defaults(List::Disturbances).remove(0));
    assert!(document.apply(&change(ListChange::Insert { at: 0, member: stray }), false).is_err(), "no modifier");
    assert!(document.undo());
    assert_eq!(list.len(subject.strate(document.assets()).expect("there")), 0);
}
