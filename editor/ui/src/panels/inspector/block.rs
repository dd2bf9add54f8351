//! The parameters of one block in their groups.

use super::{Scene, fields};
use crate::document::Section;
use crate::intents::Intents;
use crate::theme::strong;
use egui::RichText;
use param::ParamBlock;

/// How the groups of a block are headed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Headings {
    /// As parts of the subject.
    Full,
    /// As parts of something that has a heading of its own; a single group needs none.
    Small,
}

/// Draws what the search finds of a block, and the relations it breaks.
pub(super) fn block_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    section: Section,
    block: &dyn ParamBlock,
    headings: Headings,
    out: &mut Intents,
) {
    let declarations = block.declarations();
    let mut found = scene.found(block);
    if found.is_empty() {
        return;
    }
    ui.push_id(section, |ui| {
        // A group whose declarations lie apart is still drawn once, where its first stands.
        let first_of = |index: &usize| declarations.iter().position(|other| other.group == declarations[*index].group);
        found.sort_by_key(first_of);
        let is_single = declarations.iter().all(|other| Some(other.group) == declarations.first().map(|first| first.group));
        let mut group = "";
        for index in found {
            let declaration = &declarations[index];
            if declaration.group != group {
                group = declaration.group;
                if headings == Headings::Full || !is_single {
                    heading_ui(ui, scene, section, group, headings);
                }
            }
            fields::field_ui(ui, scene, section, index, block, out);
        }
        for relation in broken(block) {
            ui.label(RichText::new(relation).small().color(scene.ctx.theme.bad));
        }
    });
}

fn heading_ui(ui: &mut egui::Ui, scene: Scene<'_>, section: Section, group: &str, headings: Headings) {
    let dim = scene.ctx.theme.dim;
    match headings {
        Headings::Full => {
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.label(strong(group));
                if section == Section::Look && group == "Water" && scene.is_dry() {
                    ui.label(RichText::new("none stands here").small().color(dim));
                }
            });
            ui.add_space(2.0);
        }
        Headings::Small => {
            ui.add_space(4.0);
            ui.label(RichText::new(group).small().color(dim));
        }
    }
}

/// The relations that a block breaks, in words.
pub(super) fn broken(block: &dyn ParamBlock) -> impl Iterator<Item = &'static str> {
    block.relations().iter().filter(move |relation| !(relation.holds)(block)).map(|relation| relation.text)
}
