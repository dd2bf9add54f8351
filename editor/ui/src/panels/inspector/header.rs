//! The head of the inspector: name, id, tags, archetype, seed, biomes and material of the selection.

use super::fields::{choice_ui, row_ui, text_ui};
use crate::context::PanelContext;
use crate::document::{Edit, Subject};
use crate::intents::Intents;
use crate::theme::strong;
use crate::widgets::icon_button;
use crate::widgets::number::NumberField;
use crate::widgets::seed::{random_seed, seed_ui};
use egui::{RichText, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use param::Unit;
use world::Assets;
use world::defs::{Archetype, StrateDef};

/// Edges of a voxel that may be chosen, in micrometres.
const VOXELS: [(u32, &str); 3] = [(125_000, "0.125 m"), (250_000, "0.25 m"), (500_000, "0.5 m")];

/// Draws what every subject of its kind has beside its parameter blocks.
pub(super) fn header_ui(ui: &mut egui::Ui, ctx: &PanelContext, assets: &Assets, subject: &Subject, out: &mut Intents) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(strong(subject.title(assets)).size(15.0));
        ui.label(RichText::new(subject.kind()).small().color(ctx.theme.dim));
    });
    if !subject.id().is_empty() {
        ui.label(RichText::new(subject.id()).monospace().small().color(ctx.theme.dim));
    }
    ui.add_space(4.0);
    if let Some(name) = name_of(subject, assets) {
        plain_row(ui, ctx, "Name", "Shown everywhere; the id in the file stays", |ui| {
            if let Some(name) = text_ui(ui, "Name", name, true) {
                out.edit(Edit::SetName { subject: subject.clone(), name });
            }
        });
    }
    match subject {
        Subject::Project => project_ui(ui, ctx, assets, out),
        Subject::Strate(_) | Subject::Candidate(_) => {
            if let Some(strate) = subject.strate(assets) {
                strate_ui(ui, ctx, assets, subject, strate, out);
            }
        }
        Subject::Biome(id) => {
            let now = assets.biomes.get(id).map(|biome| biome.material.as_str());
            material_ui(ui, ctx, assets, subject, now, false, out);
        }
        Subject::Layer(id) => layer_ui(ui, ctx, assets, id, out),
        Subject::Material(_) | Subject::Corpus(_) => {}
    }
}

fn name_of<'a>(subject: &Subject, assets: &'a Assets) -> Option<&'a str> {
    match subject {
        Subject::Project => Some(&assets.project.name),
        Subject::Strate(_) | Subject::Candidate(_) => subject.strate(assets).map(|strate| strate.name.as_str()),
        Subject::Biome(id) => assets.biomes.get(id).map(|biome| biome.name.as_str()),
        Subject::Material(id) => assets.materials.get(id).map(|material| material.name.as_str()),
        Subject::Layer(id) => assets.edits.get(id).map(|layer| layer.name.as_str()),
        Subject::Corpus(_) => None,
    }
}

fn plain_row(ui: &mut egui::Ui, ctx: &PanelContext, label: &str, help: &str, field: impl FnOnce(&mut egui::Ui)) {
    row_ui(ui, ctx, label, help, field, |_| false);
}

fn project_ui(ui: &mut egui::Ui, ctx: &PanelContext, assets: &Assets, out: &mut Intents) {
    plain_row(ui, ctx, "World seed", "Every draw of the world follows from it", |ui| {
        if let Some(seed) = seed_ui(ui, "World seed", assets.project.seed) {
            out.edit(Edit::SetSeed { subject: Subject::Project, seed: Some(seed) });
        }
    });
    plain_row(ui, ctx, "Voxel size", "Edge of a voxel; smaller is finer and slower", |ui| {
        let names = VOXELS.map(|(_, name)| name);
        let now = VOXELS.iter().position(|(size, _)| *size == assets.project.voxel_um).unwrap_or(usize::MAX);
        if let Some((micrometres, _)) = choice_ui(ui, "Voxel size", &names, now).and_then(|chosen| VOXELS.get(chosen)) {
            out.edit(Edit::SetVoxel { micrometres: *micrometres });
        }
    });
}

fn strate_ui(ui: &mut egui::Ui, ctx: &PanelContext, assets: &Assets, subject: &Subject, strate: &StrateDef, out: &mut Intents) {
    plain_row(ui, ctx, "Tags", "Separated by commas; anomalous, grounded and boss have meaning to the layout", |ui| {
        if let Some(text) = text_ui(ui, "Tags", &strate.tags.join(", "), true) {
            let tags = text.split(',').map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
            out.edit(Edit::SetTags { subject: subject.clone(), tags });
        }
    });
    plain_row(ui, ctx, "Archetype", "The kind of place; changing it starts from its defaults", |ui| {
        let kinds = Archetype::all_defaults();
        let names: Vec<&str> = kinds.iter().map(Archetype::name).collect();
        let now = names.iter().position(|name| *name == strate.archetype.name()).unwrap_or(usize::MAX);
        if let Some(archetype) = choice_ui(ui, "Archetype", &names, now).and_then(|chosen| kinds.get(chosen)) {
            let archetype = Box::new(archetype.clone());
            out.edit(Edit::SetArchetype { subject: subject.clone(), archetype });
        }
    });
    seed_row(ui, ctx, subject, strate.seed, out);
    material_ui(ui, ctx, assets, subject, strate.material.as_deref(), true, out);
    biomes_ui(ui, ctx, assets, subject, strate, out);
}

fn seed_row(ui: &mut egui::Ui, ctx: &PanelContext, subject: &Subject, seed: Option<u64>, out: &mut Intents) {
    let mut wanted = seed;
    let reset = row_ui(
        ui,
        ctx,
        "Seed",
        "Own seed, or one drawn from the world's seed and the slot",
        |ui| match seed {
            Some(now) => wanted = seed_ui(ui, "Seed", now).or(wanted),
            None => {
                let button = egui::Button::new("Drawn from the world").truncate();
                if ui.add(button).on_hover_text("Drawn from the world; a click gives it a seed of its own").clicked() {
                    wanted = Some(random_seed());
                }
            }
        },
        |ui| seed.is_some() && icon_button(ui, icon::ARROW_COUNTER_CLOCKWISE, "Reset Seed to the world's draw").clicked(),
    );
    if reset {
        wanted = None;
    }
    if wanted != seed {
        out.edit(Edit::SetSeed { subject: subject.clone(), seed: wanted });
    }
}

fn material_ui(
    ui: &mut egui::Ui,
    ctx: &PanelContext,
    assets: &Assets,
    subject: &Subject,
    now: Option<&str>,
    optional: bool,
    out: &mut Intents,
) {
    plain_row(ui, ctx, "Material", "Ground and rock", |ui| {
        let none = optional.then_some("First of the palette");
        let names: Vec<&str> = none.into_iter().chain(assets.materials.keys().map(String::as_str)).collect();
        let shown = now.or(none).unwrap_or_default();
        let index = names.iter().position(|name| *name == shown).unwrap_or(usize::MAX);
        if let Some(chosen) = choice_ui(ui, "Material", &names, index) {
            let material = names.get(chosen).filter(|name| Some(**name) != none).map(|name| (*name).to_owned());
            out.edit(Edit::SetMaterial { subject: subject.clone(), material });
        }
    });
}

fn biomes_ui(ui: &mut egui::Ui, ctx: &PanelContext, assets: &Assets, subject: &Subject, strate: &StrateDef, out: &mut Intents) {
    ui.add_space(8.0);
    ui.label(strong("Biomes"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for (id, biome) in &assets.biomes {
            let on = strate.biomes.contains(id);
            let name = if biome.name.is_empty() { id } else { &biome.name };
            let response = ui.add(egui::Button::selectable(on, name).small());
            response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, format!("{name} occurs here")));
            if response.clicked() {
                let mut biomes = strate.biomes.clone();
                if on {
                    biomes.retain(|known| known != id)
                } else {
                    biomes.push(id.clone())
                }
                out.edit(Edit::SetBiomes { subject: subject.clone(), biomes });
            }
        }
    });
    for lost in strate.biomes.iter().filter(|id| !assets.biomes.contains_key(*id)) {
        ui.label(RichText::new(format!("{lost} does not exist")).small().color(ctx.theme.bad));
    }
    plain_row(ui, ctx, "Biome size", "Metres per climate feature; larger spreads biomes out", |ui| {
        let field = NumberField {
            name: "Biome size",
            unit: Unit::Metres,
            soft: [32.0, 256.0],
            hard: [8.0, 4096.0],
            default: 96.0,
            whole: false,
        };
        if let Some(metres) = field.ui(ui, ctx.theme, f64::from(strate.biome_size_m)).new {
            out.edit(Edit::SetBiomeSize { subject: subject.clone(), metres: metres as f32 });
        }
    });
}

fn layer_ui(ui: &mut egui::Ui, ctx: &PanelContext, assets: &Assets, id: &str, out: &mut Intents) {
    let Some(layer) = assets.edits.get(id) else { return };
    plain_row(ui, ctx, "Hidden", "A hidden layer changes nothing", |ui| {
        let mut hidden = layer.hidden;
        let response = ui.checkbox(&mut hidden, "");
        response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, hidden, "Hidden"));
        if hidden != layer.hidden {
            out.edit(Edit::SetLayerHidden { layer: id.to_owned(), hidden });
        }
    });
    plain_row(ui, ctx, "Dabs", "Carved and filled solids in this layer", |ui| {
        ui.label(RichText::new(layer.strokes.len().to_string()).monospace());
    });
}
