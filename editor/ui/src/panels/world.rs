//! The World panel: the stack of strates with their bands drawn to scale. Click selects, double click flies there.

use crate::archetypes;
use crate::context::PanelContext;
use crate::document::{Edit, Subject};
use crate::intents::{Intents, Request};
use crate::theme::{Theme, strong};
use crate::widgets::{no_project_ui, no_world_ui};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Rect, RichText, Sense, TextStyle, WidgetInfo, WidgetType};
use world::defs::StrateDef;
use world::{Strate, World};

/// Least height of a strate in points, so that its name fits.
const LEAST: f32 = 40.0;
/// Width of the drawn section in points.
const SECTION: f32 = 52.0;

/// The stack of strates.
#[derive(Default)]
pub struct WorldPanel {}

impl WorldPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        if ctx.document.is_none() {
            return no_project_ui(ui, ctx);
        }
        let Some(world) = ctx.world else {
            no_world_ui(ui, ctx, "The project makes no world yet.", out);
            return;
        };
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            let scale = points_per_metre(ui.available_height(), world);
            for strate in world.strates() {
                strate_ui(ui, ctx, world, strate, scale, out);
            }
        });
    }
}

/// Metres of a lattice height difference.
fn metres(world: &World, cells: i32) -> f32 {
    cells as f32 * world.voxel().metres()
}

/// So that the whole stack fills the panel, within reason.
fn points_per_metre(height: f32, world: &World) -> f32 {
    let total: f32 = world.strates().iter().map(|strate| metres(world, strate.bands.top - strate.bands.bottom)).sum();
    if total > 0.0 { (height / total).clamp(0.2, 2.0) } else { 1.0 }
}

fn subject_of(ctx: &PanelContext, strate: &Strate) -> Subject {
    let held = ctx.assets().is_some_and(|assets| assets.project.layout.candidates.contains_key(&strate.slot.0));
    if held { Subject::Candidate(strate.slot.0.clone()) } else { Subject::Strate(strate.def.id.clone()) }
}

fn strate_ui(ui: &mut egui::Ui, ctx: &PanelContext, world: &World, strate: &Strate, scale: f32, out: &mut Intents) {
    let theme = ctx.theme;
    let tall = metres(world, strate.bands.top - strate.bands.bottom);
    let size = egui::vec2(ui.available_width(), (tall * scale).max(LEAST));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let subject = subject_of(ctx, strate);
    let selected = ctx.selection.is_some_and(|selection| *selection == subject);
    let name = if strate.def.name.is_empty() { &strate.def.id } else { &strate.def.name };
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, format!("Slot {}: {name}", strate.slot.0))
    });
    if ui.is_rect_visible(rect) {
        if selected || response.hovered() {
            ui.painter().rect_filled(rect, 4.0, if selected { theme.selected_row() } else { theme.hovered });
        }
        section_ui(ui, ctx, world, strate, rect);
        let candidate = matches!(subject, Subject::Candidate(_));
        text_ui(ui, ctx, strate, name, tall, candidate, rect);
    }
    if response.clicked() || response.double_clicked() {
        out.select(subject.clone());
    }
    if response.double_clicked() {
        out.request(Request::FlyToStrate(strate.index));
    }
    response.context_menu(|ui| menu_ui(ui, ctx, strate, &subject, out));
    response.on_hover_text(format!(
        "{name}, slot {}\n{}\n{:.0} m tall, from {:.0} m to {:.0} m\n{}Double click flies there",
        strate.slot.0,
        kinds_of(&strate.def),
        tall,
        metres(world, strate.bands.top),
        metres(world, strate.bands.bottom),
        strate.water_level_m.map(|level_m| format!("Water {level_m:.1} m above the floor\n")).unwrap_or_default(),
    ));
}

/// Its archetype, and those of its regions: `FlatPlain, Maze`.
fn kinds_of(def: &StrateDef) -> String {
    let regions = def.regions.iter().map(|region| region.archetype.name());
    std::iter::once(def.archetype.name()).chain(regions).collect::<Vec<_>>().join(", ")
}

/// Ceiling band, content with its water, and bedrock to scale, with the camera's height.
fn section_ui(ui: &egui::Ui, ctx: &PanelContext, world: &World, strate: &Strate, rect: Rect) {
    let theme = ctx.theme;
    let bands = strate.bands;
    let section = Rect::from_min_size(rect.min + egui::vec2(4.0, 2.0), egui::vec2(SECTION, rect.height() - 4.0));
    let total = (bands.top - bands.bottom).max(1) as f32;
    let at = |z: i32| section.top() + (bands.top - z) as f32 / total * section.height();
    let painter = ui.painter();
    painter.rect_filled(section, 2.0, theme.rock);
    let content = Rect::from_x_y_ranges(section.x_range(), at(bands.content_top)..=at(bands.content_floor));
    fill_regions(painter, content, &strate.def, theme);
    if let Some(level_m) = strate.water_level_m {
        let surface = bands.content_floor + (level_m / world.voxel().metres()) as i32;
        let water = Rect::from_x_y_ranges(section.x_range(), at(surface)..=at(bands.content_floor));
        painter.rect_filled(water, 0.0, theme.water.gamma_multiply(0.55));
        painter.hline(water.x_range(), water.top(), egui::Stroke::new(1.0, theme.water));
    }
    let middle = section.center().x;
    let spine = Rect::from_x_y_ranges(middle - 1.0..=middle + 1.0, at(bands.top)..=at(bands.bottom));
    painter.rect_filled(spine, 0.0, theme.dim.gamma_multiply(0.6));
    let eye = ctx.view.eye_m.z / f64::from(world.voxel().metres());
    if ctx.view.strate == Some(strate.index) {
        let y = at(eye as i32).clamp(section.top(), section.bottom());
        painter.circle_filled(egui::pos2(section.right() - 6.0, y), 3.0, theme.accent);
    }
}

/// The content in the colour of its kind of place; those of its regions stand beside it by their share.
fn fill_regions(painter: &egui::Painter, content: Rect, def: &StrateDef, theme: &Theme) {
    let regions = def.regions.iter().map(|region| (region.archetype.name(), region.share));
    let kinds: Vec<(&str, f32)> = std::iter::once((def.archetype.name(), 1.0)).chain(regions).collect();
    let all: f32 = kinds.iter().map(|(_, share)| share).sum();
    let mut left = content.left();
    for (name, share) in kinds {
        let right = left + content.width() * share / all.max(f32::MIN_POSITIVE);
        painter.rect_filled(Rect::from_x_y_ranges(left..=right, content.y_range()), 0.0, archetypes::hue(name, theme));
        left = right;
    }
}

fn text_ui(ui: &egui::Ui, ctx: &PanelContext, strate: &Strate, name: &str, tall: f32, candidate: bool, rect: Rect) {
    let theme = ctx.theme;
    let painter = ui.painter().with_clip_rect(rect.shrink(2.0));
    let middle = rect.center().y;
    let mono = TextStyle::Monospace.resolve(ui.style());
    let right = egui::pos2(rect.right() - 6.0, middle);
    let height = painter.text(right, Align2::RIGHT_CENTER, format!("{tall:.0} m"), mono, theme.dim);
    let left = rect.left() + SECTION + 14.0;
    let elided = |text: &str, style: TextStyle, color: egui::Color32| {
        let mut job = LayoutJob::simple_singleline(text.to_owned(), style.resolve(ui.style()), color);
        job.wrap = TextWrapping::truncate_at_width((height.left() - 8.0 - left).max(8.0));
        painter.layout_job(job)
    };
    let name = elided(name, TextStyle::Body, theme.text);
    painter.galley(egui::pos2(left, middle - 1.0 - name.size().y), name, theme.text);
    let kind = kinds_of(&strate.def);
    let note = if candidate { format!("{kind}, candidate") } else { kind };
    painter.galley(egui::pos2(left, middle + 1.0), elided(&note, TextStyle::Small, theme.dim), theme.dim);
}

fn menu_ui(ui: &mut egui::Ui, ctx: &PanelContext, strate: &Strate, subject: &Subject, out: &mut Intents) {
    ui.label(strong(format!("Slot {}", strate.slot.0)));
    if ui.button("Fly there").clicked() {
        out.request(Request::FlyToStrate(strate.index));
        ui.close();
    }
    let slot = strate.slot.0.clone();
    ui.menu_button("Replace by", |ui| {
        let Some(assets) = ctx.assets() else { return };
        for id in assets.strates.keys() {
            if ui.button(id).clicked() {
                out.edit(Edit::SetOverride { slot: slot.clone(), strate: Some(id.clone()) });
                ui.close();
            }
        }
    });
    let layout = ctx.assets().map(|assets| &assets.project.layout);
    if layout.is_some_and(|layout| layout.overrides.contains_key(&slot)) && ui.button("Back to the draw").clicked() {
        out.edit(Edit::SetOverride { slot: slot.clone(), strate: None });
        ui.close();
    }
    if matches!(subject, Subject::Candidate(_)) && ui.button("Clear the candidate").clicked() {
        out.edit(Edit::ClearCandidate { slot: slot.clone() });
        ui.close();
    }
    let fixed = layout.map(|layout| layout.fixed.as_slice()).unwrap_or_default();
    let here = u32::from(strate.index.0);
    if fixed.iter().any(|slot| slot.index == here) {
        ui.separator();
        ui.label(RichText::new("Fixed slot").small().color(ctx.theme.dim));
        let above = fixed.iter().map(|slot| slot.index).filter(|index| *index < here).max();
        let below = fixed.iter().map(|slot| slot.index).filter(|index| *index > here).min();
        for (text, other) in [("Move up", above), ("Move down", below)] {
            if let Some(other) = other
                && ui.button(text).clicked()
            {
                out.edit(Edit::SwapFixed { a: here, b: other });
                ui.close();
            }
        }
    }
}
