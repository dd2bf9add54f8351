//! The Biome preview panel: bakes a map of a strate, coarse first; drag pans, the wheel zooms.

use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::jobs::Task;
use crate::log::Level;
use crate::widgets::{empty_state_ui, no_world_ui};
use crate::work::{free_path, write_new};
use egui::{Color32, ColorImage, Rect, RichText, Sense, TextureHandle, TextureOptions, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use glam::DVec2;
use picture::{Canvas, Layer, Map, MapSpec, bake};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use world::{StrateIndex, World};

/// Pixels per edge of a baked map.
const PIXELS: u32 = 512;
/// Least and greatest window, metres.
const WINDOW_M: [f64; 2] = [32.0, 8192.0];

type Latest = Arc<Mutex<Option<Map>>>;

/// A map that is being baked, or was.
struct Bake {
    spec: MapSpec,
    revision: u64,
    task: Task<()>,
    latest: Latest,
}

/// Map of biomes, climate and heights.
pub struct BiomePreviewPanel {
    strate: u16,
    layer: Layer,
    centre_m: DVec2,
    size_m: f64,
    bake: Option<Bake>,
    map: Option<Map>,
    texture: Option<TextureHandle>,
}

impl Default for BiomePreviewPanel {
    fn default() -> Self {
        Self { strate: 0, layer: Layer::Biome, centre_m: DVec2::ZERO, size_m: 512.0, bake: None, map: None, texture: None }
    }
}

impl BiomePreviewPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(world) = ctx.world else {
            no_world_ui(ui, ctx, "A map needs a world.", out);
            return;
        };
        self.take(ui, out);
        self.controls_ui(ui, ctx, world, out);
        ui.add_space(4.0);
        if self.map.is_none() {
            if empty_state_ui(
                ui,
                ctx.theme,
                "Biome, climate and height from above, seen before anything is walked.",
                "Bake a map",
            ) {
                self.start(ctx, world);
            }
            return;
        }
        ui.horizontal_top(|ui| {
            self.map_ui(ui, ctx, world, out);
            ui.vertical(|ui| self.legend_ui(ui, ctx));
        });
    }

    fn spec(&self) -> MapSpec {
        MapSpec {
            strate: StrateIndex(self.strate),
            layer: self.layer,
            centre_m: self.centre_m,
            size_m: self.size_m,
            size_px: PIXELS,
        }
    }

    fn start(&mut self, ctx: &PanelContext, world: &Arc<World>) {
        let (spec, world, latest) = (self.spec(), world.clone(), Latest::default());
        let shared = latest.clone();
        let title = format!("Bake {} of strate {}", layer_name(spec.layer).to_lowercase(), spec.strate.0);
        let task = ctx.jobs.start(title, ctx.revision(), move |progress| {
            let put = |map: &Map| *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(map.clone());
            let mut shown = 0.0;
            let done = bake(&world, &spec, &mut |map, share| {
                progress.report((share * 100.0) as u64, 100);
                if share - shown > 0.04 {
                    shown = share;
                    put(map);
                }
                if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if let Some(map) = done.map_err(|error| error.to_string())? {
                put(&map);
            }
            Ok(())
        });
        self.bake = Some(Bake { spec, revision: ctx.revision(), task, latest });
    }

    /// Takes up what the job has so far.
    fn take(&mut self, ui: &egui::Ui, out: &mut Intents) {
        let Some(bake) = &mut self.bake else { return };
        if let Some(map) = bake.latest.lock().unwrap_or_else(PoisonError::into_inner).take() {
            self.texture = Some(ui.ctx().load_texture("biome-preview", color_image(&map.canvas), TextureOptions::NEAREST));
            self.map = Some(map);
        }
        if let Some(Err(message)) = bake.task.poll() {
            out.request(Request::Log(Level::Error, format!("The map could not be baked: {message}")));
        }
    }

    fn controls_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, world: &Arc<World>, out: &mut Intents) {
        ui.horizontal_wrapped(|ui| {
            let before = self.spec();
            let name = |index: u16| world.strates().get(usize::from(index)).map_or("", |strate| strate.def.name.as_str());
            self.strate = self.strate.min(world.strates().len().saturating_sub(1) as u16);
            let strates = egui::ComboBox::from_id_salt("strate").selected_text(name(self.strate)).width(150.0);
            let response = strates.show_ui(ui, |ui| {
                for strate in world.strates() {
                    ui.selectable_value(&mut self.strate, strate.index.0, format!("{}  {}", strate.index.0, strate.def.name));
                }
            });
            response.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, "Strate of the map"));
            for (_, layer) in Layer::ALL {
                ui.selectable_value(&mut self.layer, layer, layer_name(layer));
            }
            if ui.button(format!("{} Bake", icon::MAP_TRIFOLD)).clicked() || (self.map.is_some() && self.spec() != before) {
                self.start(ctx, world);
            }
            let can_export = self.map.is_some();
            let export = ui.add_enabled(can_export, egui::Button::new(format!("{} Export PNG", icon::EXPORT)));
            if export.on_disabled_hover_text("Bake a map first").clicked() {
                self.export(ctx, out);
            }
            if self.bake.as_ref().is_some_and(|bake| bake.revision != ctx.revision()) {
                ui.label(RichText::new("Baked from an older state").small().color(ctx.theme.warn));
            }
        });
    }

    fn export(&self, ctx: &PanelContext, out: &mut Intents) {
        let (Some(map), Some(document)) = (&self.map, ctx.document) else { return };
        let layer = self.bake.as_ref().map_or(self.layer, |bake| bake.spec.layer);
        let name = format!("strate-{}-{}", self.strate, layer_name(layer).to_lowercase());
        let path = free_path(&document.root().join("exports"), &name, "png");
        let written = map.canvas.png().map_err(|error| error.to_string()).and_then(|bytes| write_new(&path, &bytes));
        out.request(match written {
            Ok(()) => Request::Log(Level::Info, format!("Wrote {}", path.display())),
            Err(message) => Request::Log(Level::Error, message),
        });
    }

    fn map_ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, world: &Arc<World>, out: &mut Intents) {
        let Some(texture) = &self.texture else { return };
        let side = (ui.available_width() - 190.0).min(ui.available_height()).max(64.0);
        let (rect, response) = ui.allocate_exact_size(egui::Vec2::splat(side), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, "Map"));
        let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
        self.spine_ui(ui, rect);

        let metres = self.size_m / f64::from(side);
        if response.drag_stopped() {
            let travel = response.total_drag_delta().unwrap_or_default();
            self.centre_m += DVec2::new(-f64::from(travel.x), f64::from(travel.y)) * metres;
            self.start(ctx, world);
        }
        let notches = if response.hovered() { ui.input(|input| input.smooth_scroll_delta().y) / 50.0 } else { 0.0 };
        if notches.abs() > 0.5 {
            self.size_m = (self.size_m * 1.5_f64.powf(f64::from(-notches.signum()))).clamp(WINDOW_M[0], WINDOW_M[1]);
            self.start(ctx, world);
        }
        if response.double_clicked() {
            if let Some(at) = response.interact_pointer_pos() {
                let from_centre = at - rect.center();
                let xy = self.centre_m + DVec2::new(f64::from(from_centre.x), -f64::from(from_centre.y)) * metres;
                if let Some(place) = ground_place(world, StrateIndex(self.strate), xy) {
                    out.request(Request::FlyTo(place));
                }
            }
        }
        response.on_hover_text("Drag pans, the wheel zooms, a double click flies there");
    }

    /// Where the spine is.
    fn spine_ui(&self, ui: &egui::Ui, rect: Rect) {
        let painter = ui.painter_at(rect);
        let points = f64::from(rect.width()) / self.size_m;
        let spine = rect.center() + egui::vec2((-self.centre_m.x * points) as f32, (self.centre_m.y * points) as f32);
        painter.circle_stroke(spine, 5.0, egui::Stroke::new(2.0, Color32::WHITE));
    }

    fn legend_ui(&self, ui: &mut egui::Ui, ctx: &PanelContext) {
        let Some(map) = &self.map else { return };
        for entry in &map.legend {
            ui.horizontal(|ui| {
                let (swatch, _) = ui.allocate_exact_size(egui::vec2(14.0, 14.0), Sense::hover());
                let [r, g, b] = entry.color;
                ui.painter().rect_filled(swatch, 2.0, Color32::from_rgb(r, g, b));
                ui.label(&entry.label);
                if entry.share > 0.0 {
                    ui.label(RichText::new(format!("{:.1} %", entry.share * 100.0)).monospace().color(ctx.theme.dim));
                }
            });
        }
    }
}

/// A place a little above the ground of a strate, to fly to.
fn ground_place(world: &World, strate: StrateIndex, xy_m: DVec2) -> Option<glam::DVec3> {
    let strate = world.strates().get(usize::from(strate.0))?;
    let metres = |z: i32| world.voxel().position_m(glam::IVec3::new(0, 0, z)).z;
    let middle = (metres(strate.bands.content_floor) + metres(strate.bands.content_top)) * 0.5;
    Some(xy_m.extend(middle))
}

fn layer_name(layer: Layer) -> &'static str {
    match layer {
        Layer::Biome => "Biome",
        Layer::Relief => "Relief",
        Layer::Moisture => "Moisture",
        Layer::Height => "Height",
        Layer::Slope => "Slope",
    }
}

/// A canvas as an image of the interface.
pub fn color_image(canvas: &Canvas) -> ColorImage {
    let pixels = canvas.pixels.iter().map(|&[r, g, b]| Color32::from_rgb(r, g, b)).collect();
    ColorImage::new([canvas.width, canvas.height], pixels)
}
