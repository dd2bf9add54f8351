//! The Inspector panel: every parameter of the selection, made from the parameter declarations.
//!
//! *Layout.* Labels in a fixed column, fields over the rest, and a narrow column whose reset arrow shows only what differs.

mod block;
mod fields;
mod folds;
mod header;
mod legal;
mod lists;
mod regions;
mod scene;

use crate::context::PanelContext;
use crate::document::{List, Recipe, Section, Spot, Subject};
use crate::intents::Intents;
use crate::widgets::{empty_state_ui, no_project_ui};
use block::Headings;
use egui::{TextEdit, WidgetInfo, WidgetType};
use folds::Folds;
use legal::Legal;
use scene::Scene;

/// Parameters of the selection.
#[derive(Default)]
pub struct InspectorPanel {
    search: String,
    /// The field that is looked for, and whether it is yet to be brought into view.
    spot: Option<(Spot, bool)>,
    state: State,
}

/// What the lists keep between frames.
#[derive(Default)]
struct State {
    folds: Folds,
    legal: Legal,
    /// A member that was just added, to be brought into view.
    added: Option<Spot>,
}

impl InspectorPanel {
    /// Leads to a field when its subject is shown.
    pub fn reveal(&mut self, spot: Spot) {
        self.search.clear();
        self.spot = Some((spot, true));
    }

    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(assets) = ctx.assets() else { return no_project_ui(ui, ctx) };
        let Some(subject) = ctx.selection else {
            let text = "Select a strate, a biome or a material to change it.";
            if empty_state_ui(ui, ctx.theme, text, "Project settings") {
                out.select(Subject::Project);
            }
            return;
        };
        self.search_ui(ui);
        if self.spot.as_ref().is_some_and(|(spot, _)| spot.subject != *subject) {
            self.spot = None;
        }
        let scene = Scene::new(ctx, assets, subject, &self.search, self.spot.as_ref());
        let area = egui::ScrollArea::vertical().auto_shrink(false).id_salt(subject).show(ui, |ui| {
            // Fields of another subject are other widgets: half-typed text does not move along.
            ui.push_id(subject, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                if !scene.is_searching() {
                    header::header_ui(ui, scene, out);
                }
                for section in subject.sections() {
                    if let Some(block) = scene.block(*section) {
                        block::block_ui(ui, scene, *section, block, Headings::Full, out);
                    }
                    if *section == Section::Archetype {
                        self.state.recipe_ui(ui, scene, out);
                    }
                }
            });
        });
        self.look_on(ui, area.inner_rect);
    }

    /// A field that is looked for has been brought into view; its mark goes with the next click in the panel.
    fn look_on(&mut self, ui: &egui::Ui, shown: egui::Rect) {
        let clicked =
            ui.input(|input| input.pointer.any_pressed() && input.pointer.interact_pos().is_some_and(|at| shown.contains(at)));
        match &mut self.spot {
            Some((_, fresh)) if *fresh => *fresh = false,
            Some(_) if clicked => self.spot = None,
            _ => {}
        }
        if let Some(added) = self.state.added.take() {
            self.spot = Some((added, true));
            ui.ctx().request_repaint();
        }
    }

    fn search_ui(&mut self, ui: &mut egui::Ui) {
        let field = TextEdit::singleline(&mut self.search).hint_text("Search parameters").desired_width(f32::INFINITY);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Search parameters"));
        if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.search.clear();
        }
    }
}

impl State {
    /// What a strate is composed of beside its archetype.
    fn recipe_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, out: &mut Intents) {
        let Some(strate) = scene.strate() else { return };
        self.list_ui(ui, scene, strate, List::Modifiers(Recipe::Own), out);
        self.regions_ui(ui, scene, strate, out);
        self.list_ui(ui, scene, strate, List::Disturbances, out);
    }
}
