//! The Assets panel: files of the project by kind, with marks for unsaved ones; create, duplicate, delete.

use crate::archetypes;
use crate::context::PanelContext;
use crate::document::{Document, Edit, Part, Subject};
use crate::intents::Intents;
use crate::theme::{Theme, strong};
use crate::widgets::{dot_ui, icon_button, no_project_ui, row_ui};
use egui::{RichText, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use project::{Asset, AssetKind};
use std::sync::Arc;
use world::Assets;
use world::defs::{MaterialDef, MaterialLook, StrateDef};

/// Files of the project.
#[derive(Default)]
pub struct AssetsPanel {}

impl AssetsPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(document) = ctx.document else { return no_project_ui(ui, ctx) };

        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            asset_ui(ui, ctx, document, &Subject::Project, out);
            for (title, subjects, kind) in groups(document.assets()) {
                group_ui(ui, title, &subjects, |ui| new_ui(ui, ctx.theme, document.assets(), kind, out));
                for subject in subjects {
                    asset_ui(ui, ctx, document, &subject, out);
                }
            }
        });
    }
}

/// A kind of asset that can be made anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Strates,
    Biomes,
    Materials,
    Layers,
    Corpus,
}

fn groups(assets: &Assets) -> [(&'static str, Vec<Subject>, Group); 5] {
    let of = |ids: Vec<&String>, make: fn(String) -> Subject| ids.into_iter().cloned().map(make).collect();
    [
        ("Strates", of(assets.strates.keys().collect(), Subject::Strate), Group::Strates),
        ("Biomes", of(assets.biomes.keys().collect(), Subject::Biome), Group::Biomes),
        ("Materials", of(assets.materials.keys().collect(), Subject::Material), Group::Materials),
        ("Edit layers", of(assets.edits.keys().collect(), Subject::Layer), Group::Layers),
        ("Corpus", of(assets.corpus.keys().collect(), Subject::Corpus), Group::Corpus),
    ]
}

fn group_ui(ui: &mut egui::Ui, title: &str, subjects: &[Subject], new: impl FnOnce(&mut egui::Ui)) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(strong(title));
        ui.label(RichText::new(subjects.len().to_string()).monospace().weak());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), new);
    });
}

fn asset_ui(ui: &mut egui::Ui, ctx: &PanelContext, document: &Document, subject: &Subject, out: &mut Intents) {
    let title = subject.title(document.assets());
    let selected = ctx.selection == Some(subject);
    let name = format!("{} {title}", subject.kind());
    let is_dirty = document.dirty().contains(&subject.file());
    let response = row_ui(ui, ctx.theme, &name, selected, |ui| {
        ui.label(RichText::new(glyph(subject)).color(ctx.theme.dim));
        ui.add(egui::Label::new(&title).truncate());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if is_dirty {
                dot_ui(ui, ctx.theme.warn, "Unsaved");
            }
            if title != subject.id() && !subject.id().is_empty() {
                let id = RichText::new(subject.id()).monospace().small().color(ctx.theme.dim);
                ui.add(egui::Label::new(id).truncate());
            }
        });
    });
    if response.clicked() {
        out.select(subject.clone());
    }
    response.context_menu(|ui| {
        if *subject != Subject::Project {
            if ui.button("Duplicate").clicked() {
                out.edit(Edit::Duplicate { subject: subject.clone(), id: subject.free_id(document.assets()) });
                ui.close();
            }
            if ui.button("Delete").clicked() {
                out.edit(Edit::Remove(subject.clone()));
                ui.close();
            }
        }
        for user in used_by(subject, document.assets()) {
            ui.label(RichText::new(format!("Used by {user}")).small().color(ctx.theme.dim));
        }
    });
    if let Some(source) = document.sources().get(&subject.file()) {
        let path = source.path.strip_prefix(document.root()).unwrap_or(&source.path);
        response.on_hover_text(path.display().to_string());
    }
}

fn glyph(subject: &Subject) -> &'static str {
    match subject {
        Subject::Project => icon::GEAR,
        Subject::Strate(_) | Subject::Candidate(_) => icon::STACK,
        Subject::Biome(_) => icon::TREE,
        Subject::Material(_) => icon::PALETTE,
        Subject::Layer(_) => icon::PAINT_BRUSH,
        Subject::Corpus(_) => icon::BOOKS,
    }
}

/// Titles of what names a subject.
fn used_by(subject: &Subject, assets: &Assets) -> Vec<String> {
    let layout = &assets.project.layout;
    let uses_in_layout = |id: &String| {
        layout.batches.iter().any(|batch| batch.pool.contains(id))
            || layout.fixed.iter().any(|slot| slot.strate == *id)
            || layout.overrides.values().any(|strate| strate == id)
            || layout.safe_entry.as_ref() == Some(id)
    };
    let strates = assets.strates.values();
    match subject {
        Subject::Strate(id) if uses_in_layout(id) => vec!["the layout".to_owned()],
        Subject::Biome(id) => strates.filter(|s| s.biomes.contains(id)).map(|s| s.id.clone()).collect(),
        Subject::Material(id) => {
            let named = |strate: &StrateDef| {
                let regions = strate.regions.iter().map(|region| &region.material);
                regions.chain([&strate.material]).any(|material| material.as_ref() == Some(id))
            };
            let of_strates = strates.filter(|strate| named(strate)).map(|strate| strate.id.clone());
            of_strates.chain(assets.biomes.values().filter(|b| b.material == *id).map(|b| b.id.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// The button that makes a new asset, from a list of templates where there are several.
fn new_ui(ui: &mut egui::Ui, theme: &Theme, assets: &Assets, group: Group, out: &mut Intents) {
    match group {
        Group::Strates => {
            let button = ui.menu_button(icon::PLUS, |ui| {
                if let Some(archetype) = archetypes::list_ui(ui, theme, "") {
                    let id = project::free_id(assets, AssetKind::Strate, "strate");
                    add(project::new_strate(&id, "", archetype), out);
                }
            });
            button.response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "New strate"));
        }
        Group::Biomes => {
            let Some(material) = assets.materials.keys().next() else { return };
            if icon_button(ui, icon::PLUS, "New biome").clicked() {
                let id = project::free_id(assets, AssetKind::Biome, "biome");
                add(project::new_biome(&id, "", material), out);
            }
        }
        Group::Materials => {
            if icon_button(ui, icon::PLUS, "New material").clicked() {
                let id = Subject::Material("material".to_owned()).free_id(assets);
                let new = MaterialDef { id, name: String::new(), look: MaterialLook::default() };
                out.edit(Edit::Add(Part::Material(Arc::new(new))));
            }
        }
        Group::Layers => {
            if icon_button(ui, icon::PLUS, "New edit layer").clicked() {
                let id = project::free_id(assets, AssetKind::Edits, "layer");
                let order = assets.edits.values().map(|layer| layer.order.saturating_add(1)).max().unwrap_or(0);
                add(Some(project::new_edit_layer(&id, "", order)), out);
            }
        }
        Group::Corpus => {}
    }
}

/// Adds a file's asset made from a template.
fn add(asset: Option<Asset>, out: &mut Intents) {
    match asset {
        Some(Asset::Strate(def)) => out.edit(Edit::Add(Part::Strate(def))),
        Some(Asset::Biome(def)) => out.edit(Edit::Add(Part::Biome(def))),
        Some(Asset::Edits(def)) => out.edit(Edit::Add(Part::Layer(def))),
        Some(Asset::Corpus(def)) => out.edit(Edit::Add(Part::Corpus(def))),
        Some(Asset::Project(_) | Asset::Materials(_)) | None => {}
    }
}
