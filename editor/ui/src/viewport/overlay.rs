//! What lies over the picture: tools, gates, scale bar, compass and the frame of play mode.

use super::play::Play;
use super::stage::{Shown, Stage};
use crate::action::Action;
use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::theme::Theme;
use egui::{Align2, Color32, FontId, Rect, RichText, Stroke, StrokeKind, Vec2, pos2};
use egui_phosphor::regular as icon;
use glam::DVec3;
use render::{Camera, DebugView};
use world::World;
use world::plan::MouthKind;

/// Distance of overlays from the panel's edge, points.
const INSET: f32 = 10.0;

/// The row of tools in the top left corner.
pub fn tools_ui(ui: &mut egui::Ui, rect: Rect, shown: &mut Shown, ctx: &PanelContext, out: &mut Intents) {
    let wide = (rect.width() - 2.0 * INSET).clamp(40.0, 420.0);
    let place = Rect::from_min_size(rect.min + Vec2::splat(INSET), Vec2::new(wide, 28.0));
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(place).layout(egui::Layout::top_down(egui::Align::Min)));
    let tools = egui::Frame::new().fill(veil(ctx.theme)).corner_radius(4.0).inner_margin(4.0);
    tools.show(&mut ui, |ui| ui.horizontal_wrapped(|ui| tools_row_ui(ui, shown, ctx, out)));
}

fn tools_row_ui(ui: &mut egui::Ui, shown: &mut Shown, ctx: &PanelContext, out: &mut Intents) {
    egui::ComboBox::from_id_salt("colouring").selected_text(debug_name(shown.debug)).width(96.0).show_ui(ui, |ui| {
        for view in DebugView::ALL {
            ui.selectable_value(&mut shown.debug, view, debug_name(view));
        }
    });
    ui.toggle_value(&mut shown.routes, format!("{} Routes", icon::PATH)).on_hover_text("Show passages and the guaranteed ways");
    let mut brush = ctx.brush.clone();
    if ui
        .toggle_value(&mut brush.active, format!("{} Brush", icon::PAINT_BRUSH))
        .on_hover_text("Carve and fill with the left button")
        .changed()
    {
        out.request(Request::SetBrush(brush));
    }
    if ui.button(format!("{} Walk", icon::PERSON_SIMPLE_WALK)).on_hover_text("Walk from the camera").clicked() {
        out.act(Action::PlayFromCamera);
    }
}

/// Gates, and the speed of flying, in the bottom left corner.
pub fn state_ui(ui: &egui::Ui, rect: Rect, stage: &Stage, speed: Option<f32>, ctx: &PanelContext) {
    let gates = stage.streamer().gates();
    let (text, color) = if gates.refined_now {
        ("Refined", ctx.theme.good)
    } else if gates.walkable_now {
        ("Walkable, refining", ctx.theme.warn)
    } else {
        ("Loading", ctx.theme.warn)
    };
    let text = if ctx.world_is_stale { format!("{text}; a new world is being made") } else { text.to_string() };
    let painter = ui.painter_at(rect);
    let font = FontId::proportional(12.0);
    let at = pos2(rect.left() + INSET, rect.bottom() - INSET);
    let words = speed.map_or_else(|| text.clone(), |speed| format!("{text}    {speed:.1} m/s"));
    let galley = painter.layout_no_wrap(words, font, color);
    let back = Rect::from_min_size(at - Vec2::new(0.0, galley.size().y), galley.size()).expand(4.0);
    painter.rect_filled(back, 4.0, veil(ctx.theme));
    painter.galley(back.min + Vec2::splat(4.0), galley, color);
    let response = ui.interact(back, ui.id().with("gates"), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
}

/// A bar of round length at the distance of what the pointer is on.
pub fn scale_bar_ui(ui: &egui::Ui, rect: Rect, camera: &Camera, distance_m: f64, theme: &Theme) {
    let metres_per_point = distance_m as f32 * 2.0 * camera.tangents(rect.aspect_ratio()).x / rect.width().max(1.0);
    let length_m = round_length(metres_per_point * 110.0);
    let points = length_m / metres_per_point.max(1e-6);
    let painter = ui.painter_at(rect);
    let right = pos2(rect.right() - INSET, rect.bottom() - INSET);
    let stroke = Stroke::new(2.0, Color32::WHITE);
    painter.line_segment([right - Vec2::new(points, 0.0), right], stroke);
    for end in [right, right - Vec2::new(points, 0.0)] {
        painter.line_segment([end - Vec2::new(0.0, 5.0), end], stroke);
    }
    let text = if length_m < 1.0 { format!("{:.0} cm", length_m * 100.0) } else { format!("{length_m:.0} m") };
    painter.text(right - Vec2::new(0.0, 7.0), Align2::RIGHT_BOTTOM, text, FontId::proportional(12.0), theme.text_on_picture());
}

/// The largest of 1, 2, 5 times a power of ten that is not above `metres`.
fn round_length(metres: f32) -> f32 {
    let power = 10.0_f32.powf(metres.max(1e-3).log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|step| step * power).find(|&length| length <= metres).unwrap_or(power)
}

/// The tinted frame, a pointer to the next mouth, and below it one line after the other.
pub fn play_ui(ui: &egui::Ui, rect: Rect, play: &Play, camera: &Camera, world: &World, theme: &Theme) {
    let painter = ui.painter_at(rect);
    painter.rect_stroke(rect, 0.0, Stroke::new(3.0, theme.accent), StrokeKind::Inside);
    let mut top = rect.top() + INSET;
    if let Some(mouth_m) = next_mouth(world, play.foot_m()) {
        top = compass_ui(&painter, rect, top, camera, mouth_m, play.foot_m(), theme);
    }
    let keys = "WASD walk, Shift run, Space jump, Esc frees the mouse, F5 stops";
    top = line_ui(&painter, rect, top, keys, theme.text, theme);
    if play.rescued > 0 {
        line_ui(&painter, rect, top, "The body fell out of the world and was put back to its start", theme.warn, theme);
    }
}

/// Words in the middle of the panel's width, wrapped to it, on a veil; answers where the next may begin.
fn line_ui(painter: &egui::Painter, rect: Rect, top: f32, text: &str, color: Color32, theme: &Theme) -> f32 {
    let wide = (rect.width() - 2.0 * INSET - 12.0).max(40.0);
    let mut job = egui::text::LayoutJob::simple(text.to_owned(), FontId::proportional(12.0), color, wide);
    job.halign = egui::Align::Center;
    let galley = painter.layout_job(job);
    let size = galley.size() + Vec2::new(12.0, 4.0);
    let back = Rect::from_min_size(pos2(rect.center().x - size.x * 0.5, top), size);
    painter.rect_filled(back, 4.0, veil(theme));
    // A centred galley stands round its own origin.
    painter.galley(pos2(back.center().x, back.top() + 2.0), galley, color);
    back.bottom() + 4.0
}

/// The nearest departure of the strate the foot is in, else the nearest arrival.
fn next_mouth(world: &World, foot_m: DVec3) -> Option<DVec3> {
    let strate = super::stage::strate_near(world, foot_m.z)?;
    let plan = world.planned(strate)?;
    let nearest = |kind: MouthKind| {
        let of_kind = plan.mouths.iter().filter(move |mouth| mouth.kind == kind).map(|mouth| mouth.foot_m);
        of_kind.min_by(|a, b| a.distance_squared(foot_m).total_cmp(&b.distance_squared(foot_m)))
    };
    nearest(MouthKind::Departure).or_else(|| nearest(MouthKind::Arrival))
}

/// A bar with a mark where the target lies, and its distance; answers where the next line may begin.
fn compass_ui(
    painter: &egui::Painter,
    rect: Rect,
    top: f32,
    camera: &Camera,
    target_m: DVec3,
    foot_m: DVec3,
    theme: &Theme,
) -> f32 {
    let to = (target_m - foot_m).as_vec3();
    let turn = to.dot(camera.right()).atan2(to.dot(camera.forward().with_z(0.0).normalize_or_zero()));
    let size = Vec2::new((rect.width() - 2.0 * INSET).clamp(40.0, 320.0), 22.0);
    let bar = Rect::from_min_size(pos2(rect.center().x - size.x * 0.5, top), size);
    painter.rect_filled(bar, 4.0, veil(theme));
    let half = std::f32::consts::FRAC_PI_2;
    let x = bar.center().x + (turn / half).clamp(-1.0, 1.0) * (bar.width() * 0.5 - 14.0);
    let arrow = if turn > half {
        icon::CARET_RIGHT
    } else if turn < -half {
        icon::CARET_LEFT
    } else {
        icon::CARET_DOWN
    };
    painter.text(pos2(x, bar.center().y), Align2::CENTER_CENTER, arrow, FontId::proportional(14.0), theme.accent);
    let text = format!("{:.0} m to the next passage", to.length());
    line_ui(painter, rect, bar.bottom() + 4.0, &text, theme.text, theme)
}

fn debug_name(view: DebugView) -> RichText {
    RichText::new(match view {
        DebugView::Lit => "Lit",
        DebugView::Levels => "Levels",
        DebugView::Wireframe => "Wireframe",
        DebugView::Normals => "Normals",
        DebugView::Materials => "Materials",
        DebugView::Openness => "Openness",
        DebugView::Walkable => "Walkable",
        DebugView::Strates => "Strates",
    })
}

/// A dark veil that keeps text legible on any picture.
fn veil(theme: &Theme) -> Color32 {
    theme.window.gamma_multiply(0.78)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_bars_have_round_lengths() {
        for (metres, expected) in [(0.7, 0.5), (1.0, 1.0), (3.9, 2.0), (7.0, 5.0), (49.0, 20.0), (512.0, 500.0)] {
            assert!((round_length(metres) - expected).abs() < 1e-4, "{metres}");
        }
    }
}
