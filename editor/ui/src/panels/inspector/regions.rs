//! The regions of a strate: other kinds of place beside its own, each with its share of the land, parameters and modifiers.

use super::block::{Headings, block_ui};
use super::fields::{number_row_ui, plain_row_ui};
use super::folds::Fold;
use super::header::material_ui;
use super::lists::{fold_mark_ui, found_ui, heading_ui, indented_ui};
use super::{Scene, State};
use crate::archetypes;
use crate::document::{Edit, List, Recipe, RegionChange, Section, Spot};
use crate::intents::Intents;
use crate::widgets::number::NumberField;
use crate::widgets::{icon_button_unless, row_ui};
use egui::{Align, Layout, RichText, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use param::Unit;
use world::defs::{Archetype, DEFAULT_REGION_SIZE_M, DEFAULT_SHARE, MOST_REGIONS, REGION_SIZES_M, RegionDef, SHARES, StrateDef};

impl State {
    /// The regions with their heading; only what is found of them while searching.
    pub(super) fn regions_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, out: &mut Intents) {
        if !scene.is_searching() {
            self.regions_heading_ui(ui, scene, strate, out);
        }
        for (index, region) in strate.regions.iter().enumerate() {
            ui.push_id(("region", index), |ui| {
                if scene.is_searching() {
                    self.found_in_region_ui(ui, scene, strate, index, out);
                } else {
                    self.region_ui(ui, scene, strate, index, region, out);
                }
            });
        }
        if !strate.regions.is_empty() && !scene.is_searching() {
            size_ui(ui, scene, strate, out);
        }
    }

    fn regions_heading_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, out: &mut Intents) {
        let about = "Other kinds of place beside the strate's own, in patches that blend into each other";
        let count = strate.regions.len();
        heading_ui(ui, scene, "Regions", about, count, |ui| {
            let full = count >= MOST_REGIONS;
            ui.add_enabled_ui(!full, |ui| {
                let menu = ui.menu_button(format!("{} Add", icon::PLUS), |ui| {
                    if let Some(archetype) = archetypes::list_ui(ui, scene.ctx.theme, "") {
                        self.add_region(scene, count, archetype, out);
                    }
                });
                menu.response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, !full, "Add region"));
                menu.response.on_disabled_hover_text("A strate has its own kind of place and two regions at most");
            });
        });
    }

    fn add_region(&mut self, scene: Scene<'_>, at: usize, archetype: Archetype, out: &mut Intents) {
        self.folds.set(scene.subject, Fold::Region(at), true);
        self.added = Some(Spot { subject: scene.subject.clone(), field: format!("regions[{at}]") });
        let region = RegionDef { share: DEFAULT_SHARE, archetype, modifiers: Vec::new(), material: None };
        change(scene, RegionChange::Add(Box::new(region)), out);
    }

    fn region_ui(
        &mut self,
        ui: &mut egui::Ui,
        scene: Scene<'_>,
        strate: &StrateDef,
        index: usize,
        region: &RegionDef,
        out: &mut Intents,
    ) {
        let path = format!("regions[{index}]");
        let fold = Fold::Region(index);
        let open = self.is_open(scene, fold, &path);
        let theme = scene.ctx.theme;
        let mut removed = false;
        let response = scene.marked(ui, Some(&path), |ui| {
            row_ui(ui, theme, &format!("Region {}, {}", index + 1, region.archetype.name()), false, |ui| {
                fold_mark_ui(ui, scene, open);
                archetypes::swatch_ui(ui, archetypes::hue(region.archetype.name(), theme));
                ui.label(region.archetype.name());
                ui.label(RichText::new(percent(strate, region)).small().color(theme.dim));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.spacing_mut().button_padding = egui::vec2(3.0, 2.0);
                    removed = icon_button_unless(ui, None, icon::TRASH, &format!("Remove region {}", index + 1)).clicked();
                });
            })
        });
        if response.clicked() {
            self.folds.set(scene.subject, fold, !open);
        }
        response.on_hover_text(region.archetype.help());
        if open {
            indented_ui(ui, scene, |ui, scene| self.region_body_ui(ui, scene, strate, index, region, out));
            ui.add_space(6.0);
        }
        if removed {
            self.folds.without_region(scene.subject, index);
            change(scene, RegionChange::Remove(index), out);
        }
    }

    fn region_body_ui(
        &mut self,
        ui: &mut egui::Ui,
        scene: Scene<'_>,
        strate: &StrateDef,
        index: usize,
        region: &RegionDef,
        out: &mut Intents,
    ) {
        let path = |field: &str| format!("regions[{index}].{field}");
        share_ui(ui, scene, &path("share"), index, region.share, out);
        let now = region.archetype.name();
        let help = "The kind of place; changing it starts from its defaults";
        plain_row_ui(ui, scene, &path("archetype"), "Archetype", help, |ui| {
            if let Some(archetype) =
                archetypes::picker_ui(ui, scene.ctx.theme, &format!("Archetype of region {}", index + 1), now)
            {
                change(scene, RegionChange::Archetype { region: index, archetype: Box::new(archetype) }, out);
            }
        });
        let name = format!("Material of region {}", index + 1);
        let of_strate = Some("As the strate's");
        if let Some(material) = material_ui(ui, scene, &path("material"), &name, region.material.as_deref(), of_strate) {
            change(scene, RegionChange::Material { region: index, material }, out);
        }
        self.parameters_ui(ui, scene, index, region, out);
        self.list_ui(ui, scene, strate, List::Modifiers(Recipe::Region(index)), out);
    }

    fn parameters_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, index: usize, region: &RegionDef, out: &mut Intents) {
        let fold = Fold::Parameters(index);
        let section = Section::Region(index);
        let open = self.is_open(scene, fold, &section.path());
        let name = format!("Parameters of region {}", index + 1);
        let response = row_ui(ui, scene.ctx.theme, &name, false, |ui| {
            fold_mark_ui(ui, scene, open);
            ui.label(format!("{} parameters", region.archetype.name()));
        });
        if response.clicked() {
            self.folds.set(scene.subject, fold, !open);
        }
        if open {
            let block = region.archetype.block();
            indented_ui(ui, scene, |ui, scene| block_ui(ui, scene, section, block, Headings::Small, out));
        }
    }

    fn found_in_region_ui(&mut self, ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, index: usize, out: &mut Intents) {
        let Some(archetype) = Recipe::Region(index).archetype(strate) else { return };
        let owner = format!("{} of region {}", archetype.name(), index + 1);
        found_ui(ui, scene, &owner, Section::Region(index), archetype.block(), out);
        self.list_ui(ui, scene, strate, List::Modifiers(Recipe::Region(index)), out);
    }
}

fn change(scene: Scene<'_>, change: RegionChange, out: &mut Intents) {
    out.edit(Edit::ChangeRegions { subject: scene.subject.clone(), change });
}

/// How much of the land a region takes: `33 %`.
fn percent(strate: &StrateDef, region: &RegionDef) -> String {
    let all: f32 = 1.0 + strate.regions.iter().map(|region| region.share).sum::<f32>();
    format!("{:.0} %", 100.0 * region.share / all)
}

fn share_ui(ui: &mut egui::Ui, scene: Scene<'_>, path: &str, index: usize, share: f32, out: &mut Intents) {
    let field = NumberField {
        name: &format!("Share of region {}", index + 1),
        unit: Unit::Ratio,
        soft: [0.1, 4.0],
        hard: SHARES.map(f64::from),
        default: f64::from(DEFAULT_SHARE),
        whole: false,
    };
    let help = "Its part of the land beside the strate's own share of 1; larger takes more";
    if let Some(share) = number_row_ui(ui, scene, path, "Share", help, &field, share) {
        change(scene, RegionChange::Share { region: index, share }, out);
    }
}

fn size_ui(ui: &mut egui::Ui, scene: Scene<'_>, strate: &StrateDef, out: &mut Intents) {
    let field = NumberField {
        name: "Region size",
        unit: Unit::Metres,
        soft: [32.0, 256.0],
        hard: REGION_SIZES_M.map(f64::from),
        default: f64::from(DEFAULT_REGION_SIZE_M),
        whole: false,
    };
    let help = "Metres per patch; larger spreads the regions out";
    if let Some(metres) = number_row_ui(ui, scene, "region_size_m", "Region size", help, &field, strate.region_size_m) {
        change(scene, RegionChange::Size { metres }, out);
    }
}
