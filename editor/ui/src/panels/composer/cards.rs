//! The grid of cards: pictures, figures, verdicts, and what can be done with each.

use super::run::{Found, Run};
use crate::context::PanelContext;
use crate::document::{Edit, Part};
use crate::intents::{Intents, Request};
use crate::log::Level;
use crate::panels::biome_preview::color_image;
use crate::theme::strong;
use crate::widgets::icon_button;
use compose::{Card, Metrics};
use egui::{Color32, RichText, TextureHandle, TextureOptions, Vec2};
use egui_phosphor::regular as icon;
use std::sync::Arc;

/// Order of the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// Highest score first.
    #[default]
    Score,
    /// Rarest first.
    Rarity,
    /// As searched.
    Index,
}

impl Sort {
    /// Every order.
    pub const ALL: [Sort; 3] = [Sort::Score, Sort::Rarity, Sort::Index];
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Score => "Score",
            Sort::Rarity => "Rarity",
            Sort::Index => "Number",
        }
    }
}

/// What the author thinks of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Verdict {
    #[default]
    None,
    Star,
    Approved,
    Vetoed,
}

struct Entry {
    card: Card,
    pictures: Option<[TextureHandle; 2]>,
    verdict: Verdict,
}

/// The cards found so far and how they are shown.
pub struct Cards {
    entries: Vec<Entry>,
    /// Order.
    pub sort: Sort,
    /// Cards that failed a gate are shown.
    pub show_refused: bool,
    /// Width of a card in points.
    pub width: f32,
}

impl Default for Cards {
    fn default() -> Self {
        Self { entries: Vec::new(), sort: Sort::default(), show_refused: false, width: 230.0 }
    }
}

impl Cards {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
    /// None yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// Number of cards, refused ones too.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Takes up what a run found.
    pub fn take(&mut self, ui: &egui::Ui, run: &mut Run, out: &mut Intents) {
        let (found, failure) = run.take();
        for Found { card, pictures } in found {
            let load = |canvas, name: &str| {
                ui.ctx().load_texture(format!("{}-{name}", card.id), color_image(&canvas), TextureOptions::LINEAR)
            };
            let pictures = pictures.map(|[section, plan]| [load(section, "section"), load(plan, "plan")]);
            self.entries.push(Entry { card, pictures, verdict: Verdict::None });
        }
        if let Some(message) = failure {
            out.request(Request::Log(Level::Error, format!("The composer stopped: {message}")));
        }
    }

    fn order(&self) -> Vec<usize> {
        let shown = |i: &usize| self.entries.get(*i).is_some_and(|entry| self.show_refused || entry.card.refusals.is_empty());
        let mut order: Vec<usize> = (0..self.entries.len()).filter(shown).collect();
        let card = |i: usize| &self.entries[i].card;
        order.sort_by(|&a, &b| {
            match self.sort {
                Sort::Score => card(b).score.total_cmp(&card(a).score),
                Sort::Rarity => card(b).rarity.total_cmp(&card(a).rarity),
                Sort::Index => std::cmp::Ordering::Equal,
            }
            .then(card(a).index.cmp(&card(b).index))
        });
        order
    }

    /// Draws the grid.
    pub fn grid_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, slot: &str, out: &mut Intents) {
        let order = self.order();
        if order.is_empty() {
            ui.label(
                RichText::new("Every candidate so far failed a gate; tick \"Refused too\" to see why.").color(ctx.theme.dim),
            );
            return;
        }
        let columns = ((ui.available_width() + 8.0) / (self.width + 24.0)).floor().max(1.0) as usize;
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for row in order.chunks(columns) {
                ui.horizontal_top(|ui| {
                    for &index in row {
                        if let Some(entry) = self.entries.get_mut(index) {
                            ui.push_id(index, |ui| entry_ui(ui, ctx, entry, self.width, slot, out));
                        }
                    }
                });
                ui.add_space(8.0);
            }
        });
    }
}

fn entry_ui(ui: &mut egui::Ui, ctx: &PanelContext, entry: &mut Entry, width: f32, slot: &str, out: &mut Intents) {
    let edge = match entry.verdict {
        Verdict::Approved => ctx.theme.good,
        Verdict::Vetoed => ctx.theme.bad,
        Verdict::Star => ctx.theme.warn,
        Verdict::None => ctx.theme.line,
    };
    let frame =
        egui::Frame::new().fill(ctx.theme.raised).corner_radius(4.0).inner_margin(8.0).stroke(egui::Stroke::new(1.0, edge));
    frame.show(ui, |ui| {
        ui.set_width(width);
        ui.vertical(|ui| {
            title_ui(ui, ctx, &entry.card);
            actions_ui(ui, ctx, entry, slot, out);
            match &entry.card.metrics {
                Some(metrics) => metrics_ui(ui, ctx, metrics),
                None => drop(ui.label(RichText::new("It made no world").small().color(ctx.theme.dim))),
            }
            for refusal in &entry.card.refusals {
                ui.label(RichText::new(refusal).small().color(ctx.theme.bad));
            }
            if let Some([section, plan]) = &entry.pictures {
                picture_ui(ui, section, width);
                picture_ui(ui, plan, width);
            }
        });
    });
}

fn title_ui(ui: &mut egui::Ui, ctx: &PanelContext, card: &Card) {
    ui.horizontal(|ui| {
        ui.label(strong(&card.archetype));
        ui.label(RichText::new(format!("#{}", card.index)).monospace().color(ctx.theme.dim));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(format!("{:.2}", card.score)).monospace().color(ctx.theme.accent)).on_hover_text("Score");
        });
    });
}

fn picture_ui(ui: &mut egui::Ui, texture: &TextureHandle, width: f32) {
    let size = texture.size_vec2();
    let height = width * size.y / size.x.max(1.0);
    ui.add(
        egui::Image::new((texture.id(), size))
            .fit_to_exact_size(Vec2::new(width, height))
            .tint(Color32::WHITE)
            .alt_text("Cut through the candidate"),
    );
}

fn metrics_ui(ui: &mut egui::Ui, ctx: &PanelContext, metrics: &Metrics) {
    let text = format!(
        "Air {:.0} %  walkable {:.0} %  largest {:.0} %",
        metrics.air_share * 100.0,
        metrics.walkable_share * 100.0,
        metrics.largest_share * 100.0
    );
    let help = "Share that is air; of the floor, the part a body can walk on; of the air, its largest connected piece";
    ui.label(RichText::new(text).small().color(ctx.theme.dim)).on_hover_text(help);
}

fn actions_ui(ui: &mut egui::Ui, ctx: &PanelContext, entry: &mut Entry, slot: &str, out: &mut Intents) {
    ui.horizontal(|ui| {
        let can_apply = entry.card.refusals.is_empty() && !slot.is_empty();
        let apply = ui.add_enabled(can_apply, egui::Button::new(format!("{} Apply", icon::CHECK)));
        if apply
            .on_hover_text("Put it into the chosen slot of the running world")
            .on_disabled_hover_text("It failed a gate")
            .clicked()
        {
            out.edit(Edit::ApplyCandidate { slot: slot.to_owned(), strate: Box::new(entry.card.def.clone()) });
            out.request(Request::Log(Level::Info, format!("Applied {} to slot {slot}", entry.card.id)));
        }
        if icon_button(ui, icon::STAR, "Star").clicked() {
            entry.verdict = toggled(entry.verdict, Verdict::Star);
        }
        if icon_button(ui, icon::THUMBS_UP, "Approve and promote to the corpus").clicked() {
            entry.verdict = toggled(entry.verdict, Verdict::Approved);
            let member = entry.card.promote();
            if entry.verdict == Verdict::Approved && ctx.assets().is_some_and(|assets| !assets.corpus.contains_key(&member.id)) {
                out.edit(Edit::Add(Part::Corpus(Arc::new(member))));
            }
        }
        if icon_button(ui, icon::THUMBS_DOWN, "Veto").clicked() {
            entry.verdict = toggled(entry.verdict, Verdict::Vetoed);
        }
    });
}

fn toggled(now: Verdict, wanted: Verdict) -> Verdict {
    if now == wanted { Verdict::None } else { wanted }
}
