//! The Composer panel: invents strates, measures and ranks them; the author looks, judges and applies.

mod cards;
mod run;

use crate::archetypes;
use crate::context::PanelContext;
use crate::intents::Intents;
use crate::theme::ROW;
use crate::widgets::number::NumberField;
use crate::widgets::seed::seed_ui;
use crate::widgets::{empty_state_ui, no_project_ui};
use cards::{Cards, Sort};
use egui::RichText;
use egui_phosphor::regular as icon;
use param::Unit;
use run::{Run, RunState};
use world::World;

/// Candidates of one search at most; more belong on the command line.
const MOST: f64 = 4096.0;

/// Invented strates: composed, measured and ranked.
pub struct ComposerPanel {
    seed: u64,
    count: u32,
    archetype: Option<String>,
    slot: String,
    run: Option<Run>,
    cards: Cards,
}

impl Default for ComposerPanel {
    fn default() -> Self {
        Self { seed: 1, count: 24, archetype: None, slot: String::new(), run: None, cards: Cards::default() }
    }
}

impl ComposerPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        if ctx.document.is_none() {
            return no_project_ui(ui, ctx);
        }
        if let Some(run) = &mut self.run {
            self.cards.take(ui, run, out);
        }
        self.search_ui(ui, ctx);
        self.view_ui(ui, ctx);
        ui.separator();
        if self.cards.is_empty() {
            let running = self.run.as_ref().is_some_and(|run| run.state() != RunState::Ended);
            let text =
                if running { "The first cards are on their way." } else { "Strates bred from the corpus, measured and ranked." };
            if empty_state_ui(ui, ctx.theme, text, if running { "" } else { "Compose" }) {
                self.start(ctx);
            }
            return;
        }
        self.cards.grid_ui(ui, ctx, &self.slot, out);
    }

    fn start(&mut self, ctx: &PanelContext) {
        let Some(assets) = ctx.assets() else { return };
        self.cards.clear();
        self.run = Some(Run::start(ctx, assets.clone(), self.seed, self.count, self.archetype.clone()));
    }

    fn search_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Seed").color(ctx.theme.dim));
            if let Some(seed) = sized(ui, 220.0, |ui| seed_ui(ui, "Composer seed", self.seed)) {
                self.seed = seed;
            }
            ui.label(RichText::new("Count").color(ctx.theme.dim));
            let field = NumberField {
                name: "Composer count",
                unit: Unit::Count,
                soft: [1.0, 256.0],
                hard: [1.0, MOST],
                default: 24.0,
                whole: true,
            };
            if let Some(new) = sized(ui, 72.0, |ui| field.ui(ui, ctx.theme, f64::from(self.count)).new) {
                self.count = new as u32;
            }
            let shown = self.archetype.as_deref().unwrap_or("Any archetype");
            let combo = egui::ComboBox::from_id_salt("archetype").selected_text(shown).width(130.0).height(480.0);
            let chosen = combo.show_ui(ui, |ui| {
                let any = ui.selectable_label(self.archetype.is_none(), "Any archetype").clicked();
                let one = archetypes::list_ui(ui, ctx.theme, self.archetype.as_deref().unwrap_or_default());
                one.map(|archetype| Some(archetype.name().to_owned())).or(any.then_some(None))
            });
            if let Some(archetype) = chosen.inner.flatten() {
                self.archetype = archetype;
            }
            self.run_ui(ui, ctx);
        });
    }

    fn run_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext) {
        let state = self.run.as_ref().map_or(RunState::Ended, Run::state);
        if state == RunState::Ended {
            if ui.button(format!("{} Compose", icon::PLAY)).clicked() {
                self.start(ctx);
            }
        } else if let Some(run) = &mut self.run {
            let (sign, name, pause) =
                if state == RunState::Paused { (icon::PLAY, "Resume", false) } else { (icon::PAUSE, "Pause", true) };
            if ui.button(format!("{sign} {name}")).clicked() {
                run.set_paused(pause);
            }
            if ui.button(format!("{} Cancel", icon::X)).clicked() {
                run.cancel();
            }
            ui.label(RichText::new(format!("{} of {}", self.cards.len(), self.count)).monospace());
        }
    }

    fn view_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Apply to slot").color(ctx.theme.dim));
            if let Some(world) = ctx.world {
                self.slot_ui(ui, world);
            }
            ui.label(RichText::new("Sort").color(ctx.theme.dim));
            for sort in Sort::ALL {
                ui.selectable_value(&mut self.cards.sort, sort, sort.name());
            }
            ui.checkbox(&mut self.cards.show_refused, "Refused too");
            ui.add(egui::Slider::new(&mut self.cards.width, 160.0..=420.0).show_value(false).text("Size"));
        });
    }

    fn slot_ui(&mut self, ui: &mut egui::Ui, world: &World) {
        let is_there = world.strates().iter().any(|strate| strate.slot.0 == self.slot);
        if !is_there {
            self.slot =
                world.strates().get(1).or(world.strates().first()).map(|strate| strate.slot.0.clone()).unwrap_or_default();
        }
        let name = |slot: &str| {
            let strate = world.strates().iter().find(|strate| strate.slot.0 == slot);
            strate.map_or_else(String::new, |strate| format!("{}  {}", strate.index.0, strate.def.name))
        };
        egui::ComboBox::from_id_salt("slot").selected_text(name(&self.slot)).width(150.0).show_ui(ui, |ui| {
            for strate in world.strates() {
                ui.selectable_value(&mut self.slot, strate.slot.0.clone(), name(&strate.slot.0));
            }
        });
    }
}

/// Draws something that fills its row into `width` points of it.
fn sized<T>(ui: &mut egui::Ui, width: f32, content: impl FnOnce(&mut egui::Ui) -> T) -> T {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, ROW), layout, content).inner
}
