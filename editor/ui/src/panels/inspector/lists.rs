//! The lists of a strate whose order counts, modifiers and disturbances: every member folds, moves, is copied and removed.

use super::block::{Headings, block_ui, broken};
use super::folds::Fold;
use super::{Scene, State};
use crate::document::{Edit, List, ListChange, Member, Recipe, Section, Spot};
use crate::intents::Intents;
use crate::theme::strong;
use crate::widgets::{capital, icon_button_unless, row_ui};
use egui::{Align, Layout, RichText, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use param::ParamBlock;
use world::defs::StrateDef;

/// How far what stands below a row that folds is indented, in points.
pub(super) const INDENT: f32 = 10.0;
/// Width of the four buttons of a member with the gap before them, in points.
const BUTTONS_WIDTH: f32 = 4.0 * 22.0 + 8.0;

/// One member of a list.
#[derive(Clone, Copy)]
struct Place<'a> {
    strate: &'a StrateDef,
    list: List,
    index: usize,
    /// Its kind, and what that is.
    name: &'static str,
    help: &'static str,
}

impl Place<'_> {
    /// `modifier 2 of region 1`.
    fn called(&self) -> String {
        format!("{} {}{}", self.list.noun(), self.index + 1, of_region(self.list))
    }
}

/// ` of region 1`, for a list of a region.
fn of_region(list: List) -> String {
    match list {
        List::Modifiers(Recipe::Region(region)) => format!(" of region {}", region + 1),
        _ => String::new(),
    }
}

impl State {
    /// A list with its heading; only what is found of it while searching.
    pub(super) fn list_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, list: List, out: &mut Intents) {
        if !scene.is_searching() {
            self.list_heading_ui(ui, scene, strate, list, out);
        }
        for index in 0..list.len(strate) {
            let Some((name, help)) = list.kind(strate, index) else { continue };
            ui.push_id((list, index), |ui| self.member_ui(ui, scene, Place { strate, list, index, name, help }, out));
        }
    }

    fn list_heading_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, list: List, out: &mut Intents) {
        let (title, about) = match list {
            List::Modifiers(_) => ("Modifiers", "Changes to the shape, one after the other in this order"),
            List::Disturbances => ("Disturbances", "Great features across all of the strate, one after the other, last of all"),
        };
        heading_ui(ui, scene, title, about, list.len(strate), |ui| {
            let menu = ui.menu_button(format!("{} Add", icon::PLUS), |ui| self.add_menu_ui(ui, scene, strate, list, out));
            let name = format!("Add {}{}", list.noun(), of_region(list).replace(" of ", " to "));
            menu.response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
        });
    }

    /// Every kind with what it is; those that cannot stand there say why.
    fn add_menu_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, list: List, out: &mut Intents) {
        ui.set_min_width(150.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        for member in Member::all_defaults(list) {
            let refused = match list {
                List::Modifiers(recipe) => self.legal.why_not_added(strate, recipe, member.name()),
                List::Disturbances => None,
            };
            let response = ui.add_enabled(refused.is_none(), egui::Button::new(member.name()).frame_when_inactive(false));
            let why = refused.map(|reason| format!("{}\n{}", member.help(), capital(&reason))).unwrap_or_default();
            if response.on_hover_text(member.help()).on_disabled_hover_text(why).clicked() {
                self.change(scene, list, ListChange::Insert { at: list.len(strate), member: Box::new(member) }, out);
                ui.close();
            }
        }
    }

    fn member_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, place: Place<'_>, out: &mut Intents) {
        let Place { strate, list, index, .. } = place;
        let (section, fold) = (Section::Member(list, index), Fold::Member(list, index));
        let Some(block) = list.block(strate, index) else { return };
        if scene.is_searching() {
            found_ui(ui, scene, &format!("{}{}", place.name, of_region(list)), section, block, out);
            return;
        }
        let open = self.is_open(scene, fold, &section.path());
        let fault = match list {
            List::Modifiers(recipe) => self.legal.present(strate, recipe).filter(|fault| fault.at == index),
            List::Disturbances => None,
        };
        let is_wrong = fault.is_some() || broken(block).next().is_some();
        let mut wanted = None;
        let response = scene.marked(ui, Some(&section.path()), |ui| {
            row_ui(ui, scene.ctx.theme, &format!("{}, {}", place.name, place.called()), false, |ui| {
                fold_mark_ui(ui, scene, open);
                let color = if is_wrong { scene.ctx.theme.bad } else { scene.ctx.theme.text };
                name_ui(ui, RichText::new(place.name).color(color));
                wanted = self.member_buttons_ui(ui, place);
            })
        });
        if response.clicked() {
            self.folds.set(scene.subject, fold, !open);
        }
        response.on_hover_text(place.help);
        if let Some(fault) = fault {
            ui.label(RichText::new(capital(&fault.reason)).small().color(scene.ctx.theme.bad));
        }
        if open {
            indented_ui(ui, scene, |ui, scene| block_ui(ui, scene, section, block, Headings::Small, out));
            ui.add_space(6.0);
        }
        if let Some(change) = wanted {
            self.change(scene, list, change, out);
        }
    }

    /// Up, down, copy, remove, at the end of the row.
    fn member_buttons_ui(&mut self, ui: &mut egui::Ui, place: Place<'_>) -> Option<ListChange> {
        let Place { strate, list, index, .. } = place;
        let last = list.len(strate).saturating_sub(1);
        let mut why_not_to = |to: usize| match list {
            List::Modifiers(recipe) => self.legal.why_not_moved(strate, recipe, index, to).map(|reason| capital(&reason)),
            List::Disturbances => None,
        };
        let up = if index == 0 { Some("It is the first already".to_owned()) } else { why_not_to(index - 1) };
        let down = if index >= last { Some("It is the last already".to_owned()) } else { why_not_to(index + 1) };
        let called = place.called();
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.spacing_mut().button_padding = egui::vec2(3.0, 2.0);
            let mut wanted = None;
            if icon_button_unless(ui, None, icon::TRASH, &format!("Remove {called}")).clicked() {
                wanted = Some(ListChange::Remove { at: index });
            }
            if icon_button_unless(ui, None, icon::COPY, &format!("Duplicate {called}")).clicked() {
                wanted = Some(ListChange::Duplicate { at: index });
            }
            if icon_button_unless(ui, down.as_deref(), icon::ARROW_DOWN, &format!("Move {called} down")).clicked() {
                wanted = Some(ListChange::Move { from: index, to: index + 1 });
            }
            if icon_button_unless(ui, up.as_deref(), icon::ARROW_UP, &format!("Move {called} up")).clicked() {
                wanted = index.checked_sub(1).map(|to| ListChange::Move { from: index, to });
            }
            wanted
        })
        .inner
    }

    /// Whether a part is unfolded; a field that is looked for at its path or below unfolds it.
    pub(super) fn is_open(&mut self, scene: Scene<'_>, fold: Fold, path: &str) -> bool {
        if scene.leads_into(path) {
            self.folds.set(scene.subject, fold, true);
        }
        self.folds.is_open(scene.subject, fold)
    }

    fn change(&mut self, scene: Scene<'_>, list: List, change: ListChange, out: &mut Intents) {
        self.folds.follow(scene.subject, list, &change);
        if let ListChange::Insert { at, .. } = &change {
            self.added = Some(Spot { subject: scene.subject.clone(), field: Section::Member(list, *at).path() });
        }
        out.edit(Edit::ChangeList { subject: scene.subject.clone(), list, change });
    }
}

/// Heading of a list, with how many it has and what adds to it.
pub(super) fn heading_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    title: &str,
    about: &str,
    count: usize,
    add: impl FnOnce(&mut egui::Ui),
) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(strong(title)).on_hover_text(about);
        let number = if count == 0 { "none".to_owned() } else { count.to_string() };
        ui.label(RichText::new(number).small().color(scene.ctx.theme.dim));
        ui.with_layout(Layout::right_to_left(Align::Center), add);
    });
}

/// What the search finds of a block under the name of what it belongs to; nothing if it finds nothing.
pub(super) fn found_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    owner: &str,
    section: Section,
    block: &dyn ParamBlock,
    out: &mut Intents,
) {
    if !scene.found(block).is_empty() {
        ui.add_space(8.0);
        ui.label(strong(owner));
        block_ui(ui, scene, section, block, Headings::Small, out);
    }
}

/// The name of a member, cut where its buttons begin.
fn name_ui(ui: &mut egui::Ui, name: RichText) {
    let width = (ui.available_width() - BUTTONS_WIDTH).max(40.0);
    let size = egui::vec2(width, ui.available_height());
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(name).truncate());
    });
}

/// Points right when folded, down when not.
pub(super) fn fold_mark_ui(ui: &mut egui::Ui, scene: Scene<'_>, open: bool) {
    let mark = if open { icon::CARET_DOWN } else { icon::CARET_RIGHT };
    ui.spacing_mut().item_spacing.x = 4.0;
    ui.label(RichText::new(mark).size(11.0).color(scene.ctx.theme.dim));
}

/// What stands below a row that folds; fields keep their column.
pub(super) fn indented_ui(ui: &mut egui::Ui, scene: Scene<'_>, content: impl FnOnce(&mut egui::Ui, Scene<'_>)) {
    ui.spacing_mut().indent = INDENT;
    ui.indent("below", |ui| content(ui, Scene { indent: scene.indent + INDENT, ..scene }));
}
