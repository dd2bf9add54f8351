//! The number field: a value over its soft range as a bar; drag to change, click to type, Backspace over it to reset.
//!
//! *Invariants.* It answers finite values within the hard range only. Showing a value never changes it.
//! *Keys while dragging.* Ctrl snaps to round steps, Shift moves ten times finer.

use crate::theme::{ROW, Theme};
use crate::widgets::{capital, expression, notice};
use egui::{Align2, CursorIcon, FontId, Key, Rect, Sense, TextEdit, TextStyle, WidgetInfo, WidgetType};
use param::Unit;

/// What a number field shows.
#[derive(Clone, Debug)]
pub struct NumberField<'a> {
    /// Accessible name.
    pub name: &'a str,
    /// Unit shown after the value and understood when typing.
    pub unit: Unit,
    /// Bounds of dragging.
    pub soft: [f64; 2],
    /// Bounds of typing.
    pub hard: [f64; 2],
    /// What Backspace goes back to.
    pub default: f64,
    /// Whole numbers only.
    pub whole: bool,
}

/// What came of showing a field.
pub struct NumberResponse {
    /// The widget.
    pub response: egui::Response,
    /// A new value, when one was chosen.
    pub new: Option<f64>,
}

#[derive(Clone)]
struct Typing {
    text: String,
    refused: Option<String>,
}

#[derive(Clone, Copy)]
struct Drag {
    precise: f64,
}

impl NumberField<'_> {
    /// Draws the field over the rest of the row.
    pub fn ui(&self, ui: &mut egui::Ui, theme: &Theme, value: f64) -> NumberResponse {
        let size = egui::vec2(ui.available_width(), ROW - 2.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let id = ui.make_persistent_id(("number", self.name));
        let typing = ui.is_enabled()
            && ui.memory_mut(|memory| {
                memory.interested_in_focus(id, ui.layer_id());
                memory.has_focus(id)
            });
        // Text that is still there when the focus has gone is read once more.
        let was_typing = ui.data(|data| data.get_temp::<Typing>(id).is_some());
        let mut result = if typing || was_typing {
            self.typing_ui(ui, theme, rect, id, value)
        } else {
            self.resting_ui(ui, theme, rect, id, value)
        };
        result.new = result.new.filter(|new| *new != value);
        let (name, enabled) = (self.name, ui.is_enabled());
        result.response.widget_info(|| {
            let mut info = WidgetInfo::labeled(WidgetType::DragValue, enabled, name);
            info.value = Some(value);
            info.current_text_value = Some(show(value));
            info
        });
        result
    }

    fn resting_ui(&self, ui: &mut egui::Ui, theme: &Theme, rect: Rect, id: egui::Id, value: f64) -> NumberResponse {
        let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::ResizeHorizontal);
        let mut new = None;
        if response.clicked() {
            self.begin_typing(ui, id, value);
        } else if response.drag_started() {
            ui.data_mut(|data| data.insert_temp(id, Drag { precise: value }));
        } else if response.dragged() {
            new = self.dragged(ui, &response, id, value);
        } else if response.hovered() && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Backspace)) {
            new = Some(self.default);
        }
        self.paint(ui, theme, rect, &response, new.unwrap_or(value));
        NumberResponse { response, new }
    }

    fn dragged(&self, ui: &egui::Ui, response: &egui::Response, id: egui::Id, value: f64) -> Option<f64> {
        let mut drag = ui.data(|data| data.get_temp::<Drag>(id)).unwrap_or(Drag { precise: value });
        let modifiers = ui.input(|input| input.modifiers);
        let span = self.soft[1] - self.soft[0];
        let fine = if modifiers.shift { 0.1 } else { 1.0 };
        drag.precise += f64::from(response.drag_delta().x) / f64::from(response.rect.width().max(1.0)) * span * fine;
        // A value typed beyond the soft range may be dragged back, but not farther out.
        let low = self.soft[0].min(value).max(self.hard[0]);
        let high = self.soft[1].max(value).min(self.hard[1]);
        drag.precise = drag.precise.clamp(low, high);
        ui.data_mut(|data| data.insert_temp(id, drag));
        let step = if self.whole {
            1.0
        } else if modifiers.command {
            round_step(span / 20.0)
        } else {
            round_step(span / 500.0) * fine
        };
        Some(((drag.precise / step).round() * step).clamp(low, high)).filter(|new| *new != value)
    }

    fn begin_typing(&self, ui: &egui::Ui, id: egui::Id, value: f64) {
        ui.memory_mut(|memory| memory.request_focus(id));
        ui.data_mut(|data| data.insert_temp(id, Typing { text: show(value), refused: None }));
    }

    fn typing_ui(&self, ui: &mut egui::Ui, theme: &Theme, rect: Rect, id: egui::Id, value: f64) -> NumberResponse {
        let fresh = Typing { text: show(value), refused: None };
        let mut typing = ui.data(|data| data.get_temp::<Typing>(id)).unwrap_or(fresh);
        let edit = TextEdit::singleline(&mut typing.text)
            .id(id)
            .font(TextStyle::Monospace)
            .horizontal_align(egui::Align::Max)
            .vertical_align(egui::Align::Center);
        let response = ui.put(rect, edit);
        if response.gained_focus() {
            select_all(ui, id, &typing.text);
        }
        if response.changed() {
            typing.refused = self.read(&typing.text).err();
        }
        let mut new = None;
        let (enter, escape) = ui.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
        if !ui.memory(|memory| memory.has_focus(id)) {
            let read = self.read(&typing.text);
            ui.data_mut(|data| data.remove::<Typing>(id));
            match read {
                _ if escape => {}
                Ok(good) => new = Some(good),
                Err(reason) if enter => {
                    typing.refused = Some(reason);
                    ui.data_mut(|data| data.insert_temp(id, typing.clone()));
                    response.request_focus();
                }
                // The field was left: the value stays, and the status says why.
                Err(reason) => notice::say(ui.ctx(), format!("{}: {reason}; {} stays", self.name, self.with_unit(value))),
            }
        } else {
            ui.data_mut(|data| data.insert_temp(id, typing.clone()));
        }
        if let Some(reason) = &typing.refused {
            let stroke = egui::Stroke::new(1.0, theme.bad);
            ui.painter().rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Inside);
            egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id.with("refused"), rect).show(|ui| {
                ui.colored_label(theme.bad, capital(reason));
            });
        }
        NumberResponse { response, new }
    }

    /// The value a text means here, or why it is refused.
    fn read(&self, text: &str) -> Result<f64, String> {
        let value = expression::parse(text, self.unit)?;
        if self.whole && value.fract() != 0.0 {
            return Err("a whole number is needed".to_owned());
        }
        if !self.accepts(value) {
            return Err(format!("{} is outside {}", show(value), self.range()));
        }
        Ok(value)
    }

    /// Whether a value is within the hard range. Bounds of fractions are of single precision: a typed 0.1 is the bound 0.1.
    fn accepts(&self, value: f64) -> bool {
        let [low, high] = self.hard;
        let as_single = || (low as f32..=high as f32).contains(&(value as f32));
        (low..=high).contains(&value) || !self.whole && as_single()
    }

    /// What is accepted: `32 m to 512 m`.
    pub fn range(&self) -> String {
        let [low, high] = self.hard.map(|bound| self.with_unit(bound));
        format!("{low} to {high}")
    }

    /// A value as it is shown: `60 m`.
    pub fn with_unit(&self, value: f64) -> String {
        format!("{} {}", show(value), self.unit.suffix()).trim_end().to_owned()
    }

    fn paint(&self, ui: &egui::Ui, theme: &Theme, rect: Rect, response: &egui::Response, value: f64) {
        let visuals = ui.style().interact(response);
        let painter = ui.painter_at(rect.expand(1.0));
        painter.rect(rect, 4.0, visuals.bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
        let span = self.soft[1] - self.soft[0];
        if span > 0.0 {
            let share = ((value - self.soft[0]) / span).clamp(0.0, 1.0) as f32;
            let line = Rect::from_min_max(
                egui::pos2(rect.left() + 1.0, rect.bottom() - 3.0),
                egui::pos2(rect.left() + 1.0 + (rect.width() - 2.0) * share, rect.bottom() - 1.0),
            );
            painter.rect_filled(line, 1.0, theme.accent.gamma_multiply(0.8));
        }
        let unit = self.unit.suffix();
        let color = if ui.is_enabled() { theme.text } else { theme.dim };
        let right = rect.right_center() - egui::vec2(6.0, 0.0);
        let small = TextStyle::Small.resolve(ui.style());
        let unit_rect = painter.text(right, Align2::RIGHT_CENTER, unit, small, theme.dim);
        let gap = if unit.is_empty() { 0.0 } else { 4.0 };
        let mono: FontId = TextStyle::Monospace.resolve(ui.style());
        let at = egui::pos2(unit_rect.left() - gap, rect.center().y);
        painter.text(at, Align2::RIGHT_CENTER, show(value), mono, color);
    }
}

/// The shortest text that reads back as the same single-precision value; whole numbers without a point.
pub fn show(value: f64) -> String {
    let single = value as f32;
    if f64::from(single) == value || (single as f64 - value).abs() <= f64::from(f32::EPSILON) * value.abs() {
        format!("{single}")
    } else {
        format!("{value}")
    }
}

/// The nearest of 1, 2, 5 × a power of ten at or below `size`.
fn round_step(size: f64) -> f64 {
    if !(size.is_finite() && size > 0.0) {
        return 1.0;
    }
    let power = 10f64.powf(size.log10().floor());
    [5.0, 2.0, 1.0].into_iter().map(|factor| factor * power).find(|step| *step <= size * 1.000_001).unwrap_or(power)
}

fn select_all(ui: &egui::Ui, id: egui::Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = egui::text::CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(egui::text::CCursorRange::two(egui::text::CCursor::new(0), end)));
    state.store(ui.ctx(), id);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(7.0), 5.0);
        assert_eq!(round_step(1.0), 1.0);
        assert!((round_step(0.036) - 0.02).abs() < 1e-12);
        assert_eq!(round_step(f64::NAN), 1.0);
    }

    #[test]
    fn the_bounds_themselves_are_accepted_as_they_are_shown() {
        let hard = [0.1f32, 0.7f32].map(f64::from);
        let field = NumberField { name: "Share", unit: Unit::Ratio, soft: hard, hard, default: 0.5, whole: false };
        assert_eq!(field.range(), "0.1 to 0.7");
        assert_eq!((field.read("0.1"), field.read("0.7")), (Ok(0.1), Ok(0.7)));
        assert!(field.read("0.099").is_err() && field.read("0.701").is_err());
    }

    #[test]
    fn a_value_is_shown_as_it_was_written() {
        assert_eq!(show(f64::from(38.4f32)), "38.4");
        assert_eq!(show(16.0), "16");
        assert_eq!(show(f64::from(0.1f32)), "0.1");
        assert_eq!(show(-12.0), "-12");
    }
}
