//! The Season panel: the slots that would be published, export of one manifest, and verifying those there are.

use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::jobs::Task;
use crate::log::Level;
use crate::theme::strong;
use crate::widgets::{no_project_ui, no_world_ui, row_ui};
use crate::work::{engine_pool, watched, write_new};
use check::{Outcome, Report};
use egui::{RichText, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use world::World;

/// The published set.
pub struct SeasonPanel {
    name: String,
    export: Option<Task<PathBuf>>,
    /// The manifest written last.
    exported: Option<PathBuf>,
    verify: Option<(PathBuf, Task<Report>)>,
    verified: BTreeMap<PathBuf, Report>,
}

impl Default for SeasonPanel {
    fn default() -> Self {
        Self { name: "season-1".into(), export: None, exported: None, verify: None, verified: BTreeMap::new() }
    }
}

impl SeasonPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(document) = ctx.document else { return no_project_ui(ui, ctx) };
        let Some(world) = ctx.world else {
            no_world_ui(ui, ctx, "A season needs a world.", out);
            return;
        };
        self.take(out);
        let folder = document.root().join("seasons");
        self.export_ui(ui, ctx, world, &folder);
        ui.add_space(8.0);
        ui.label(strong("Published"));
        let manifests = manifests(&folder);
        if manifests.is_empty() {
            ui.label(RichText::new("Nothing has been exported yet.").color(ctx.theme.dim));
        }
        for path in manifests {
            self.manifest_ui(ui, ctx, &path);
        }
        ui.add_space(8.0);
        ui.label(strong("Slots"));
        slots_ui(ui, ctx, world);
    }

    fn export_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, world: &Arc<World>, folder: &Path) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Name").color(ctx.theme.dim));
            let field = ui.add(egui::TextEdit::singleline(&mut self.name).desired_width(160.0));
            field.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Season name"));
            let path = folder.join(format!("{}.json", self.name.trim()));
            let just_written = self.exported.as_ref() == Some(&path);
            let reason = if !is_file_name(self.name.trim()) {
                Some("Use letters, digits, - and _")
            } else if path.exists() {
                Some("A season of this name is already there")
            } else if self.export.is_some() {
                Some("An export is running")
            } else {
                None
            };
            let button = ui.add_enabled(reason.is_none(), egui::Button::new(format!("{} Export", icon::EXPORT)));
            if button.on_disabled_hover_text(reason.unwrap_or_default()).clicked() {
                self.start_export(ctx, world, path);
            }
            let (note, color) = match reason {
                _ if self.export.is_some() => ("exporting", ctx.theme.dim),
                Some(_) if just_written => ("exported; another name makes another season", ctx.theme.good),
                Some(reason) => (reason, ctx.theme.warn),
                None => return,
            };
            ui.label(RichText::new(note).small().color(color));
        });
    }

    fn start_export(&mut self, ctx: &PanelContext, world: &Arc<World>, path: PathBuf) {
        let world = world.clone();
        let task = ctx.jobs.start(format!("Export {}", self.name.trim()), ctx.revision(), move |progress| {
            let pool = engine_pool()?;
            let never = AtomicBool::new(false);
            let text = watched(progress, &never, |watch| check::season_export(&world, &pool, watch))
                .map_err(|error| error.to_string())?;
            let text = text.ok_or("cancelled")?;
            write_new(&path, text.as_bytes())?;
            Ok(path)
        });
        self.export = Some(task);
    }

    fn start_verify(&mut self, ctx: &PanelContext, path: &Path) {
        let (file, assets) = (path.to_path_buf(), ctx.assets().cloned());
        let title = format!("Verify {}", name_of(path));
        let task = ctx.jobs.start(title, ctx.revision(), move |progress| {
            let text = std::fs::read_to_string(&file).map_err(|error| format!("cannot read: {error}: {}", file.display()))?;
            let pool = engine_pool()?;
            let never = AtomicBool::new(false);
            Ok(watched(progress, &never, |watch| check::season_verify(&text, assets.as_ref(), &pool, watch)))
        });
        self.verify = Some((path.to_path_buf(), task));
    }

    fn take(&mut self, out: &mut Intents) {
        match self.export.as_mut().and_then(Task::poll) {
            Some(Ok(path)) => {
                self.export = None;
                out.request(Request::Log(Level::Info, format!("Exported {}", path.display())));
                self.exported = Some(path);
            }
            Some(Err(message)) => {
                self.export = None;
                out.request(Request::Log(Level::Error, format!("The season could not be exported: {message}")));
            }
            None => {}
        }
        let Some((path, task)) = &mut self.verify else { return };
        match task.poll() {
            Some(Ok(report)) => {
                let level = if report.outcome == Outcome::Passed { Level::Info } else { Level::Warning };
                out.request(Request::Log(level, report.to_text()));
                self.verified.insert(path.clone(), report);
                self.verify = None;
            }
            Some(Err(message)) => {
                out.request(Request::Log(Level::Error, message));
                self.verify = None;
            }
            None => {}
        }
    }

    fn manifest_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, path: &Path) {
        let name = name_of(path);
        let running = self.verify.is_some();
        let mut verify = false;
        row_ui(ui, ctx.theme, &format!("Season {name}"), false, |ui| {
            ui.label(&name);
            let button = egui::Button::new(format!("{} Verify", icon::SEAL_CHECK));
            verify = ui.add_enabled(!running, button).on_hover_text("Derive everything anew and compare").clicked();
            if let Some(report) = self.verified.get(path) {
                let (text, color) = match report.outcome {
                    Outcome::Passed => ("verified", ctx.theme.good),
                    Outcome::Failed => ("differs", ctx.theme.bad),
                    Outcome::Incomplete => ("incomplete", ctx.theme.warn),
                };
                ui.label(RichText::new(text).color(color));
                if let Some(first) = &report.first {
                    ui.label(RichText::new(&first.what).small().color(ctx.theme.bad));
                }
            }
        });
        if verify {
            self.start_verify(ctx, path);
        }
    }
}

fn slots_ui(ui: &mut egui::Ui, ctx: &PanelContext, world: &World) {
    egui::Grid::new("slots").num_columns(5).spacing([20.0, 4.0]).striped(true).show(ui, |ui| {
        for heading in ["Slot", "Strate", "Archetype", "Depth", "Seed"] {
            ui.label(RichText::new(heading).small().color(ctx.theme.dim));
        }
        ui.end_row();
        for strate in world.strates() {
            let metres = |z: i32| world.voxel().position_m(glam::IVec3::new(0, 0, z)).z;
            ui.label(RichText::new(&strate.slot.0).monospace());
            ui.label(&strate.def.name);
            ui.label(strate.def.archetype.name());
            ui.label(
                RichText::new(format!("{:.0} to {:.0} m", metres(strate.bands.top), metres(strate.bands.bottom))).monospace(),
            );
            ui.label(RichText::new(strate.seed.to_string()).monospace());
            ui.end_row();
        }
    });
}

/// Manifests in a folder, by name.
fn manifests(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_file_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
