//! The head of the inspector: name, id, tags, archetype, seed, biomes and material of the selection.

use super::Scene;
use super::fields::{choice_ui, number_row_ui, plain_row_ui, row_ui, text_ui};
use crate::archetypes;
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
use world::defs::{BIOME_SIZES_M, DEFAULT_BIOME_SIZE_M, StrateDef};

/// Edges of a voxel that may be chosen, in micrometres.
const VOXELS: [(u32, &str); 3] = [(125_000, "0.125 m"), (250_000, "0.25 m"), (500_000, "0.5 m")];

/// Draws what every subject has beside its parameter blocks.
pub(super) fn header_ui(ui: &mut egui::Ui, scene: Scene<'_>, out: &mut Intents) {
    let Scene { ctx, assets, subject, .. } = scene;
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(strong(subject.title(assets)).size(15.0));
        ui.label(RichText::new(subject.kind()).small().color(ctx.theme.dim));
    });
    if !subject.id().is_empty() {
        ui.label(RichText::new(subject.id()).monospace().small().color(ctx.theme.dim));
    }
    if scene.strate().is_some() {
        // Always a line: one that came with the world would push down, and rename, what is being pointed at or held open below.
        ui.label(RichText::new(facts(scene)).small().color(ctx.theme.dim));
    }
    ui.add_space(4.0);
    if let Some(name) = name_of(subject, assets) {
        plain_row_ui(ui, scene, "name", "Name", "Shown everywhere; the id in the file stays", |ui| {
            if let Some(name) = text_ui(ui, "Name", name, true) {
                out.edit(Edit::SetName { subject: subject.clone(), name });
            }
        });
    }
    match subject {
        Subject::Project => project_ui(ui, scene, out),
        Subject::Strate(_) | Subject::Candidate(_) => {
            if let Some(strate) = scene.strate() {
                strate_ui(ui, scene, strate, out);
            }
        }
        Subject::Biome(id) => {
            let now = assets.biomes.get(id).map(|biome| biome.material.as_str());
            set_material_ui(ui, scene, now, None, out);
        }
        Subject::Layer(id) => layer_ui(ui, scene, id, out),
        Subject::Material(_) | Subject::Corpus(_) => {}
    }
}

/// Height of the place in the world, and of its water.
fn facts(scene: Scene<'_>) -> String {
    let Some(strate) = scene.standing() else {
        return if scene.ctx.world.is_some() { "Stands in no slot of the world" } else { "No world has been made yet" }
            .to_owned();
    };
    let content_m = strate.def.bands.content_m;
    match strate.water_level_m {
        Some(level_m) => format!("{content_m:.0} m of content, water {level_m:.1} m above its floor"),
        None => format!("{content_m:.0} m of content, no water"),
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

fn project_ui(ui: &mut egui::Ui, scene: Scene<'_>, out: &mut Intents) {
    let project = &scene.assets.project;
    plain_row_ui(ui, scene, "seed", "World seed", "Every draw of the world follows from it", |ui| {
        if let Some(seed) = seed_ui(ui, "World seed", project.seed) {
            out.edit(Edit::SetSeed { subject: Subject::Project, seed: Some(seed) });
        }
    });
    plain_row_ui(ui, scene, "voxel_um", "Voxel size", "Edge of a voxel; smaller is finer and slower", |ui| {
        let names = VOXELS.map(|(_, name)| name);
        let now = VOXELS.iter().position(|(size, _)| *size == project.voxel_um).unwrap_or(usize::MAX);
        if let Some((micrometres, _)) = choice_ui(ui, "Voxel size", &names, now).and_then(|chosen| VOXELS.get(chosen)) {
            out.edit(Edit::SetVoxel { micrometres: *micrometres });
        }
    });
}

fn strate_ui(ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, out: &mut Intents) {
    let subject = scene.subject;
    let help = "Separated by commas; anomalous, grounded and boss have meaning to the layout";
    plain_row_ui(ui, scene, "tags", "Tags", help, |ui| {
        if let Some(text) = text_ui(ui, "Tags", &strate.tags.join(", "), true) {
            let tags = text.split(',').map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
            out.edit(Edit::SetTags { subject: subject.clone(), tags });
        }
    });
    let help = "The kind of place; changing it starts from its defaults";
    plain_row_ui(ui, scene, "archetype", "Archetype", help, |ui| {
        if let Some(archetype) = archetypes::picker_ui(ui, scene.ctx.theme, "Archetype", strate.archetype.name()) {
            out.edit(Edit::SetArchetype { subject: subject.clone(), archetype: Box::new(archetype) });
        }
    });
    seed_row(ui, scene, strate.seed, out);
    set_material_ui(ui, scene, strate.material.as_deref(), Some("First of the palette"), out);
    biomes_ui(ui, scene, strate, out);
}

fn seed_row(ui: &mut egui::Ui, scene: Scene<'_>, seed: Option<u64>, out: &mut Intents) {
    let mut wanted = seed;
    let reset = row_ui(
        ui,
        scene,
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
        out.edit(Edit::SetSeed { subject: scene.subject.clone(), seed: wanted });
    }
}

fn set_material_ui(ui: &mut egui::Ui, scene: Scene<'_>, now: Option<&str>, none: Option<&str>, out: &mut Intents) {
    if let Some(material) = material_ui(ui, scene, "material", "Material", now, none) {
        out.edit(Edit::SetMaterial { subject: scene.subject.clone(), material });
    }
}

/// A row to choose a material in, or none if that has a name; what was chosen.
pub(super) fn material_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    path: &str,
    name: &str,
    now: Option<&str>,
    none: Option<&str>,
) -> Option<Option<String>> {
    let names: Vec<&str> = none.into_iter().chain(scene.assets.materials.keys().map(String::as_str)).collect();
    let shown = now.or(none).unwrap_or_default();
    let index = names.iter().position(|name| *name == shown).unwrap_or(usize::MAX);
    let mut chosen = None;
    plain_row_ui(ui, scene, path, "Material", "Ground and rock", |ui| chosen = choice_ui(ui, name, &names, index));
    chosen.map(|chosen| names.get(chosen).filter(|name| Some(**name) != none).map(|name| (*name).to_owned()))
}

fn biomes_ui(ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, out: &mut Intents) {
    let Scene { ctx, assets, subject, .. } = scene;
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
    let field = NumberField {
        name: "Biome size",
        unit: Unit::Metres,
        soft: [32.0, 256.0],
        hard: BIOME_SIZES_M.map(f64::from),
        default: f64::from(DEFAULT_BIOME_SIZE_M),
        whole: false,
    };
    let help = "Metres per climate feature; larger spreads biomes out";
    if let Some(metres) = number_row_ui(ui, scene, "biome_size_m", "Biome size", help, &field, strate.biome_size_m) {
        out.edit(Edit::SetBiomeSize { subject: subject.clone(), metres });
    }
}

fn layer_ui(ui: &mut egui::Ui, scene: Scene<'_>, id: &str, out: &mut Intents) {
    let Some(layer) = scene.assets.edits.get(id) else { return };
    plain_row_ui(ui, scene, "hidden", "Hidden", "A hidden layer changes nothing", |ui| {
        let mut hidden = layer.hidden;
        let response = ui.checkbox(&mut hidden, "");
        response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, hidden, "Hidden"));
        if hidden != layer.hidden {
            out.edit(Edit::SetLayerHidden { layer: id.to_owned(), hidden });
        }
    });
    plain_row_ui(ui, scene, "strokes", "Dabs", "Carved and filled solids in this layer", |ui| {
        ui.label(RichText::new(layer.strokes.len().to_string()).monospace());
    });
}
