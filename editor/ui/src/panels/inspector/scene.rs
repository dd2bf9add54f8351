//! What everything drawn in the inspector has in common: the subject, the search and the field that is looked for.

use crate::context::PanelContext;
use crate::document::{Section, Spot, Subject};
use egui::{Align, Shape};
use param::{Decl, ParamBlock};
use world::defs::StrateDef;
use world::{Assets, Strate};

/// Of one frame.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// What a panel may read.
    pub ctx: &'a PanelContext<'a>,
    /// The snapshot.
    pub assets: &'a Assets,
    /// What is inspected.
    pub subject: &'a Subject,
    /// Words that a parameter must have; empty for all.
    pub search: &'a str,
    /// The field of the subject that is looked for, and whether it is yet to be brought into view.
    pub looked_for: Option<(&'a str, bool)>,
    /// How far what is drawn stands to the right of the subject's own rows, in points.
    pub indent: f32,
}

impl<'a> Scene<'a> {
    /// Of the subject, with the spot if it is in it.
    pub fn new(
        ctx: &'a PanelContext<'a>,
        assets: &'a Assets,
        subject: &'a Subject,
        search: &'a str,
        spot: Option<&'a (Spot, bool)>,
    ) -> Self {
        let spot = spot.filter(|(spot, _)| spot.subject == *subject && !spot.field.is_empty());
        let looked_for = spot.map(|(spot, fresh)| (spot.field.as_str(), *fresh));
        Self { ctx, assets, subject, search: search.trim(), looked_for, indent: 0.0 }
    }

    /// The strate it is, if it is one.
    pub fn strate(&self) -> Option<&'a StrateDef> {
        self.subject.strate(self.assets)
    }

    /// Where it stands in the world, if it does.
    pub fn standing(&self) -> Option<&'a Strate> {
        self.ctx.world?.strates().iter().find(|strate| self.subject.stands_in(strate))
    }

    /// Whether it is known to hold no water.
    pub fn is_dry(&self) -> bool {
        self.standing().is_some_and(|strate| strate.water_level_m.is_none())
    }

    /// Whether only some parameters are shown.
    pub fn is_searching(&self) -> bool {
        !self.search.is_empty()
    }

    /// The parameters of a block that are shown.
    pub fn found(&self, block: &dyn ParamBlock) -> Vec<usize> {
        let declarations = block.declarations();
        (0..declarations.len()).filter(|index| declarations.get(*index).is_some_and(|decl| self.finds(decl))).collect()
    }

    /// Whether a declaration matches the search: every word in its label, name, group or help.
    fn finds(&self, declaration: &Decl) -> bool {
        if !self.is_searching() {
            return true;
        }
        let text = [declaration.label, declaration.name, declaration.group, declaration.help].join(" ").to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// Whether any field is looked for.
    pub fn is_looking(&self) -> bool {
        self.looked_for.is_some()
    }

    /// Whether the field that is looked for, which must yet be brought into view, stands at a path or below it.
    pub fn leads_into(&self, path: &str) -> bool {
        self.looked_for.is_some_and(|(field, fresh)| {
            fresh && field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }

    /// Draws a row; if it is the field that is looked for, or a list of it, marks it and brings it into view.
    /// It is always in a scope of its own: if the scope came and went with the mark, the press that takes the mark away would fall on
    /// other widgets than its release, and be no click.
    pub fn marked<T>(&self, ui: &mut egui::Ui, field: Option<&str>, content: impl FnOnce(&mut egui::Ui) -> T) -> T {
        let is_it = |wanted: &str| {
            field.and_then(|field| wanted.strip_prefix(field)).is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
        };
        let found = self.looked_for.filter(|(wanted, _)| is_it(wanted));
        let behind = found.map(|_| ui.painter().add(Shape::Noop));
        let response = ui.scope(content);
        let (Some((_, fresh)), Some(behind)) = (found, behind) else { return response.inner };
        let rect = response.response.rect.expand2(egui::vec2(2.0, 0.0));
        ui.painter().set(behind, Shape::rect_filled(rect, 4.0, self.ctx.theme.selected_row()));
        // What is in view stays where it is: nothing moves away under the pointer.
        if fresh && !ui.clip_rect().contains_rect(response.response.rect) {
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
        response.inner
    }

    /// One of its blocks.
    pub fn block(&self, section: Section) -> Option<&'a dyn ParamBlock> {
        self.subject.block(section, self.assets)
    }
}
