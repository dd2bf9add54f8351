//! The archetypes as the interface shows them: in what order, under what heading, in which colour.

use crate::theme::{ROW, Theme};
use crate::widgets::row_ui;
use egui::{Color32, CornerRadius, RichText, Sense};
use world::defs::Archetype;

/// The kinds by what they are like to be in; the colours of the theme follow the same order.
const FAMILIES: [(&str, &[&str]); 3] = [
    ("Within rock", &["TunnelNetwork", "Caves", "Maze", "VerticalShafts", "Underwater"]),
    ("Between floor and ceiling", &["FlatPlain", "CrystalChamber"]),
    ("Under a sky", &["SurfaceWorld", "FloatingIslands"]),
];
/// Number of the kinds.
pub const KINDS: usize = 9;
/// Width of a list of kinds with what they are, in points.
const WIDTH: f32 = 470.0;
/// Width of its column of names.
const NAMES: f32 = 116.0;

/// The colour of a kind in sections and lists.
pub fn hue(name: &str, theme: &Theme) -> Color32 {
    let mut names = FAMILIES.iter().flat_map(|(_, names)| names.iter());
    names.position(|known| *known == name).and_then(|index| theme.bands.get(index)).copied().unwrap_or(theme.raised)
}

/// Every kind with default parameters under its heading, in the order shown. Those without a heading come last.
fn families() -> Vec<(&'static str, Vec<Archetype>)> {
    let mut left = Archetype::all_defaults();
    let mut found = Vec::new();
    for (title, names) in FAMILIES {
        let of = |name: &&str| left.iter().position(|kind| kind.name() == *name).map(|at| left.remove(at));
        found.push((title, names.iter().filter_map(of).collect()));
    }
    found.push(("Others", left));
    found.retain(|(_, kinds): &(_, Vec<_>)| !kinds.is_empty());
    found
}

/// A list of all kinds with what each is; the one chosen by a click. `now` is marked.
pub fn list_ui(ui: &mut egui::Ui, theme: &Theme, now: &str) -> Option<Archetype> {
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut chosen = None;
    for (place, (title, kinds)) in families().into_iter().enumerate() {
        if place > 0 {
            ui.add_space(6.0);
        }
        ui.label(RichText::new(title).small().color(theme.dim));
        for kind in kinds {
            let response = row_ui(ui, theme, kind.name(), kind.name() == now, |ui| {
                swatch_ui(ui, hue(kind.name(), theme));
                ui.allocate_ui_with_layout(egui::vec2(NAMES, ROW), egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.set_min_width(NAMES);
                    ui.label(kind.name());
                });
                ui.add(egui::Label::new(RichText::new(kind.help()).small().color(theme.dim)).truncate());
            });
            if response.clicked() {
                chosen = Some(kind);
                ui.close();
            }
        }
    }
    chosen
}

/// A list of all kinds behind a field that shows one.
pub fn picker_ui(ui: &mut egui::Ui, theme: &Theme, label: &str, now: &str) -> Option<Archetype> {
    let width = ui.available_width();
    let combo = egui::ComboBox::from_id_salt(label).selected_text(now).width(width).height(480.0).truncate();
    let shown = combo.show_ui(ui, |ui| list_ui(ui, theme, now));
    shown.response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, label);
        info.current_text_value = Some(now.to_owned());
        info
    });
    shown.inner.flatten().filter(|chosen| chosen.name() != now)
}

/// A small square of a colour.
pub fn swatch_ui(ui: &mut egui::Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(rect, CornerRadius::same(2), color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::ThemeKind;

    #[test]
    fn every_kind_has_a_heading_a_sentence_and_a_colour_of_its_own() {
        let listed: Vec<&str> = FAMILIES.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(listed.len(), KINDS);
        for kind in Archetype::all_defaults() {
            assert!(listed.contains(&kind.name()), "{} has no heading", kind.name());
            assert!(kind.help().ends_with('.'), "{}", kind.help());
        }
        for theme in [Theme::of(ThemeKind::Dark), Theme::of(ThemeKind::Light)] {
            for (index, name) in listed.iter().enumerate() {
                let others = listed.iter().take(index);
                assert!(others.clone().all(|other| hue(other, &theme) != hue(name, &theme)), "{name}");
                assert_ne!(hue(name, &theme), theme.raised);
            }
        }
        assert_eq!(hue("Nothing", &Theme::of(ThemeKind::Dark)), Theme::of(ThemeKind::Dark).raised);
    }

    #[test]
    fn the_list_shows_every_kind_once() {
        let mut shown: Vec<_> = families().iter().flat_map(|(_, kinds)| kinds.iter().map(Archetype::name)).collect();
        let mut all: Vec<_> = Archetype::all_defaults().iter().map(Archetype::name).collect();
        shown.sort_unstable();
        all.sort_unstable();
        assert_eq!(shown, all);
    }
}
