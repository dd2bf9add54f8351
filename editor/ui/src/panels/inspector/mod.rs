//! The Inspector panel: every parameter of the selection, made from the parameter declarations.
//!
//! *Layout.* Labels in a fixed column, fields over the rest, and a narrow column whose reset arrow shows only what differs.

mod fields;
mod header;

use crate::context::PanelContext;
use crate::document::{Section, Subject};
use crate::intents::Intents;
use crate::theme::strong;
use crate::widgets::{empty_state_ui, no_project_ui};
use egui::{TextEdit, WidgetInfo, WidgetType};
use param::Decl;

/// Parameters of the selection.
#[derive(Default)]
pub struct InspectorPanel {
    search: String,
}

impl InspectorPanel {
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
        egui::ScrollArea::vertical().auto_shrink(false).id_salt(subject).show(ui, |ui| {
            // Fields of another subject are other widgets: half-typed text does not move along.
            ui.push_id(subject, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                if self.search.trim().is_empty() {
                    header::header_ui(ui, ctx, assets, subject, out);
                }
                for section in subject.sections() {
                    self.section_ui(ui, ctx, subject, *section, out);
                }
            });
        });
    }

    fn search_ui(&mut self, ui: &mut egui::Ui) {
        let field = TextEdit::singleline(&mut self.search).hint_text("Search parameters").desired_width(f32::INFINITY);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Search parameters"));
        if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
            self.search.clear();
        }
    }

    fn section_ui(&self, ui: &mut egui::Ui, ctx: &PanelContext, subject: &Subject, section: Section, out: &mut Intents) {
        let Some(block) = ctx.assets().and_then(|assets| subject.block(section, assets)) else { return };
        let declarations = block.declarations();
        let found: Vec<usize> = (0..declarations.len()).filter(|i| self.finds(&declarations[*i])).collect();
        if found.is_empty() {
            return;
        }
        ui.push_id(section, |ui| {
            // A group whose declarations lie apart is still drawn once, where its first stands.
            let first_of = |index: &usize| declarations.iter().position(|other| other.group == declarations[*index].group);
            let mut found = found;
            found.sort_by_key(first_of);
            let mut group = "";
            for index in found {
                let declaration = &declarations[index];
                if declaration.group != group {
                    group = declaration.group;
                    ui.add_space(8.0);
                    ui.label(strong(group));
                    ui.add_space(2.0);
                }
                fields::field_ui(ui, ctx, subject, section, index, block, out);
            }
            for relation in block.relations().iter().filter(|relation| !(relation.holds)(block)) {
                ui.label(egui::RichText::new(relation.text).small().color(ctx.theme.bad));
            }
        });
    }

    /// Whether a declaration matches the search: every word in its label, name, group or help.
    fn finds(&self, declaration: &Decl) -> bool {
        let text = [declaration.label, declaration.name, declaration.group, declaration.help].join(" ").to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}
