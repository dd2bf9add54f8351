//! One declared parameter as a row: label, field, reset arrow.

use super::Scene;
use crate::context::PanelContext;
use crate::document::{Edit, Section};
use crate::intents::Intents;
use crate::theme::{ROW, strong};
use crate::widgets::number::{NumberField, show};
use crate::widgets::{icon_button, label_width};
use egui::{ComboBox, RichText, TextEdit, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;
use param::{Decl, Effect, Kind, ParamBlock, Unit, Value};

/// Width of the column of reset arrows.
const RESET_WIDTH: f32 = 22.0;

/// Draws parameter `index` of a block and collects the change.
pub(super) fn field_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    section: Section,
    index: usize,
    block: &dyn ParamBlock,
    out: &mut Intents,
) {
    let (Some(declaration), Some(value)) = (block.declarations().get(index), block.get(index)) else { return };
    let default = default_of(&declaration.kind);
    let mut new = None;
    let field = scene.is_looking().then(|| format!("{}.{}", section.path(), declaration.name));
    scene.marked(ui, field.as_deref(), |ui| {
        row_ui(
            ui,
            scene,
            declaration.label,
            &help(declaration),
            |ui| {
                new = value_ui(ui, scene.ctx, declaration, &value);
            },
            |ui| value != default && reset_ui(ui, declaration.label, &describe(&default, declaration)),
        )
        .then(|| new = Some(default.clone()));
    });
    if let Some(value) = new {
        out.edit(Edit::SetParam { subject: scene.subject.clone(), section, index, value });
    }
}

/// A row of the inspector. True when the reset column was clicked.
pub(super) fn row_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    label: &str,
    help: &str,
    field: impl FnOnce(&mut egui::Ui),
    reset: impl FnOnce(&mut egui::Ui) -> bool,
) -> bool {
    let mut clicked = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.set_min_height(ROW);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let left = label_width(ui, scene.indent);
        ui.allocate_ui_with_layout(egui::vec2(left, ROW), layout, |ui| {
            ui.set_min_width(left);
            let text = RichText::new(label).color(scene.ctx.theme.dim);
            let response = ui.add(egui::Label::new(text).truncate().show_tooltip_when_elided(false).selectable(false));
            // The label may be cut, so the hint begins with all of it.
            response.on_hover_ui(|ui| {
                ui.label(strong(label));
                if !help.is_empty() {
                    ui.label(help);
                }
            });
        });
        let width = (ui.available_width() - RESET_WIDTH - 4.0).max(40.0);
        ui.allocate_ui_with_layout(egui::vec2(width, ROW), layout, |ui| {
            ui.set_min_width(width);
            ui.set_max_width(width);
            field(ui);
        });
        ui.allocate_ui_with_layout(egui::vec2(RESET_WIDTH, ROW), layout, |ui| {
            ui.spacing_mut().button_padding = egui::vec2(3.0, 2.0);
            clicked = reset(ui);
        });
    });
    clicked
}

/// The reset arrow of a field that is not at its default. True when it was clicked.
pub(super) fn reset_ui(ui: &mut egui::Ui, name: &str, default: &str) -> bool {
    icon_button(ui, icon::ARROW_COUNTER_CLOCKWISE, &format!("Reset {name} to {default}")).clicked()
}

/// A row for a number that is no declared parameter, for the field at a path of the subject; the new value, when one was chosen.
pub(super) fn number_row_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    path: &str,
    label: &str,
    help: &str,
    field: &NumberField<'_>,
    value: f32,
) -> Option<f32> {
    let value = f64::from(value);
    let name = path.rsplit('.').next().unwrap_or(path);
    let help = format!("{help}\n{}\n{name}", field.range());
    let mut new = None;
    let reset = scene.marked(ui, Some(path), |ui| {
        let content = |ui: &mut egui::Ui| new = field.ui(ui, scene.ctx.theme, value).new;
        let arrow = |ui: &mut egui::Ui| value != field.default && reset_ui(ui, field.name, &field.with_unit(field.default));
        row_ui(ui, scene, label, &help, content, arrow)
    });
    if reset { Some(field.default) } else { new }.map(|new| new as f32)
}

/// A row without reset arrow, for the field at a path of the subject.
pub(super) fn plain_row_ui(
    ui: &mut egui::Ui,
    scene: Scene<'_>,
    path: &str,
    label: &str,
    help: &str,
    field: impl FnOnce(&mut egui::Ui),
) {
    scene.marked(ui, Some(path), |ui| row_ui(ui, scene, label, help, field, |_| false));
}

fn value_ui(ui: &mut egui::Ui, ctx: &PanelContext, declaration: &Decl, value: &Value) -> Option<Value> {
    match (&declaration.kind, value) {
        (Kind::Float { default, hard, soft }, Value::Float(now)) => {
            let field = NumberField {
                name: declaration.label,
                unit: declaration.unit,
                soft: soft.map(f64::from),
                hard: hard.map(f64::from),
                default: f64::from(*default),
                whole: false,
            };
            field.ui(ui, ctx.theme, f64::from(*now)).new.map(|new| Value::Float(new as f32))
        }
        (Kind::Int { default, hard, soft }, Value::Int(now)) => {
            let field = NumberField {
                name: declaration.label,
                unit: Unit::Count,
                soft: soft.map(|bound| bound as f64),
                hard: hard.map(|bound| bound as f64),
                default: *default as f64,
                whole: true,
            };
            field.ui(ui, ctx.theme, *now as f64).new.map(|new| Value::Int(new as i64))
        }
        (Kind::Bool { .. }, Value::Bool(now)) => {
            let mut on = *now;
            let response = ui.checkbox(&mut on, "");
            response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, declaration.label));
            (on != *now).then_some(Value::Bool(on))
        }
        (Kind::Choice { options, .. }, Value::Choice(now)) => choice_ui(ui, declaration.label, options, *now).map(Value::Choice),
        (Kind::Text { .. }, Value::Text(now)) => text_ui(ui, declaration.label, now, true).map(Value::Text),
        (Kind::Color { .. }, Value::Color(now)) => color_ui(ui, declaration.label, *now).map(Value::Color),
        // A block whose values disagree with its declarations has nothing that could be edited.
        _ => None,
    }
}

/// A list of names to choose from.
pub(super) fn choice_ui(ui: &mut egui::Ui, name: &str, options: &[&str], now: usize) -> Option<usize> {
    let mut chosen = now;
    let width = ui.available_width();
    let shown = options.get(now).copied().unwrap_or_default();
    let combo = ComboBox::from_id_salt(name).selected_text(shown).width(width).truncate().show_ui(ui, |ui| {
        for (index, option) in options.iter().enumerate() {
            ui.selectable_value(&mut chosen, index, *option);
        }
    });
    combo.response.widget_info(|| {
        let mut info = WidgetInfo::labeled(WidgetType::ComboBox, true, name);
        info.current_text_value = Some(shown.to_owned());
        info
    });
    (chosen != now).then_some(chosen)
}

/// A line of text; answers it when the field is left or Enter is pressed, Escape gives the old text back.
pub(super) fn text_ui(ui: &mut egui::Ui, name: &str, now: &str, empty_allowed: bool) -> Option<String> {
    let id = ui.make_persistent_id(("text", name));
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let response = ui.add(TextEdit::singleline(&mut text).id(id).desired_width(f32::INFINITY));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        let kept = !ui.input(|input| input.key_pressed(egui::Key::Escape));
        return (kept && text != now && (empty_allowed || !text.trim().is_empty())).then_some(text);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    None
}

fn color_ui(ui: &mut egui::Ui, name: &str, now: [f32; 3]) -> Option<[f32; 3]> {
    let mut rgb = now.map(|ratio| (ratio * 255.0).round() as u8);
    let before = rgb;
    ui.spacing_mut().interact_size.x = 48.0;
    let response = ui.color_edit_button_srgb(&mut rgb);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ColorButton, true, name));
    let hex = format!("#{:02x}{:02x}{:02x}", before[0], before[1], before[2]);
    ui.label(RichText::new(hex).monospace().weak());
    (rgb != before).then(|| rgb.map(|byte| f32::from(byte) / 255.0))
}

fn default_of(kind: &Kind) -> Value {
    match kind {
        Kind::Float { default, .. } => Value::Float(*default),
        Kind::Int { default, .. } => Value::Int(*default),
        Kind::Bool { default } => Value::Bool(*default),
        Kind::Choice { default, .. } => Value::Choice(*default),
        Kind::Text { default } => Value::Text((*default).to_owned()),
        Kind::Color { default } => Value::Color(*default),
    }
}

/// A value in words, for hints.
fn describe(value: &Value, declaration: &Decl) -> String {
    match (value, &declaration.kind) {
        (Value::Float(number), _) => format!("{} {}", show(f64::from(*number)), declaration.unit.suffix()).trim_end().to_owned(),
        (Value::Int(number), _) => number.to_string(),
        (Value::Bool(on), _) => if *on { "on" } else { "off" }.to_owned(),
        (Value::Choice(index), Kind::Choice { options, .. }) => options.get(*index).copied().unwrap_or_default().to_owned(),
        (Value::Text(text), _) => format!("“{text}”"),
        _ => "the default".to_owned(),
    }
}

/// Help, what must be regenerated, the accepted range and the name in the file.
fn help(declaration: &Decl) -> String {
    let effect = match declaration.effect {
        Effect::Shape => "Changes the shape: tiles are made again.",
        Effect::Water => "Changes how high water stands.",
        Effect::Look => "Changes the picture only.",
        Effect::Nothing => "",
    };
    let unit = declaration.unit.suffix();
    let range = match declaration.kind {
        Kind::Float { hard, .. } => {
            format!("{} to {} {unit}", show(f64::from(hard[0])), show(f64::from(hard[1]))).trim_end().to_owned()
        }
        Kind::Int { hard, .. } => format!("{} to {}", hard[0], hard[1]),
        _ => String::new(),
    };
    let lines = [declaration.help, effect, &range, declaration.name];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
