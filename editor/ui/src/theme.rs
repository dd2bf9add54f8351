//! The look of the interface: every colour, the fonts and the spacing. No other file names a colour.

use crate::archetypes::KINDS;
use eframe::egui::{self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Height of a row in points.
pub const ROW: f32 = 24.0;
/// Width of the column of labels in the inspector, in points.
pub const LABEL_WIDTH: f32 = 122.0;
/// Font family of headings.
const SEMI_BOLD: &str = "semi-bold";
/// The bundled faces of text. They have no glyphs where the icons are, since the first face that has a glyph draws it.
const FACES: [(&str, &[u8]); 3] = [
    ("inter", include_bytes!("../../../assets/fonts/Inter-Regular.otf")),
    (SEMI_BOLD, include_bytes!("../../../assets/fonts/Inter-SemiBold.otf")),
    ("jetbrains-mono", include_bytes!("../../../assets/fonts/JetBrainsMono-Regular.ttf")),
];

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemeKind {
    /// Light text on dark.
    #[default]
    Dark,
    /// Dark text on light.
    Light,
}

impl ThemeKind {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            ThemeKind::Dark => ThemeKind::Light,
            ThemeKind::Light => ThemeKind::Dark,
        }
    }
}

/// The palette of the interface.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Dark or light.
    pub kind: ThemeKind,
    /// Behind everything.
    pub window: Color32,
    /// Panels.
    pub panel: Color32,
    /// Buttons and fields.
    pub raised: Color32,
    /// Under the pointer.
    pub hovered: Color32,
    /// Separators and outlines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text and units.
    pub dim: Color32,
    /// Selection, focus, links.
    pub accent: Color32,
    /// Success.
    pub good: Color32,
    /// Doubt.
    pub warn: Color32,
    /// Failure.
    pub bad: Color32,
    /// A brush that adds.
    pub add: Color32,
    /// A brush that removes.
    pub remove: Color32,
    /// Fills of bands in sections of the world, one for each archetype.
    pub bands: [Color32; KINDS],
    /// Water in sections of the world.
    pub water: Color32,
    /// Solid rock in sections.
    pub rock: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Theme {
    /// The palette of a kind.
    pub fn of(kind: ThemeKind) -> Self {
        match kind {
            ThemeKind::Dark => Self {
                kind,
                window: rgb(0x16181d),
                panel: rgb(0x1c1f26),
                raised: rgb(0x252932),
                hovered: rgb(0x2f3440),
                line: rgb(0x30353f),
                text: rgb(0xd7dbe3),
                dim: rgb(0x8b93a3),
                accent: rgb(0x4aa8ff),
                good: rgb(0x5cc98a),
                warn: rgb(0xe5b454),
                bad: rgb(0xec6a5e),
                add: rgb(0x58b7ff),
                remove: rgb(0xff7a6b),
                bands: [0x5a4636, 0x62645a, 0x75602c, 0x2c4438, 0x1f5258, 0x3d4566, 0x5c4275, 0x4f5b3a, 0x40707e].map(rgb),
                water: rgb(0x3a8f9c),
                rock: rgb(0x2a2d34),
            },
            ThemeKind::Light => Self {
                kind,
                window: rgb(0xf3f4f6),
                panel: rgb(0xffffff),
                raised: rgb(0xeceef2),
                hovered: rgb(0xe0e4ea),
                line: rgb(0xd5d9e0),
                text: rgb(0x1e232b),
                dim: rgb(0x626b7a),
                accent: rgb(0x1668b8),
                good: rgb(0x1f7a4a),
                warn: rgb(0x8a5a00),
                bad: rgb(0xb8352a),
                add: rgb(0x1669b5),
                remove: rgb(0xc03a2b),
                bands: [0xe2cdb4, 0xdcdccf, 0xecd9a2, 0xb2ccbd, 0xb0d8da, 0xc9cfec, 0xdcc8ec, 0xd3dfb8, 0xc3e8f4].map(rgb),
                water: rgb(0x62aebb),
                rock: rgb(0xc9ccd3),
            },
        }
    }

    /// Text over a picture, light in both themes; put a dark shade behind it.
    pub fn text_on_picture(&self) -> Color32 {
        rgb(0xf2f4f8)
    }

    /// Fill of a selected row: the accent at 20 %.
    pub fn selected_row(&self) -> Color32 {
        self.panel.lerp_to_gamma(self.accent, 0.2)
    }

    /// Colours, sizes and spacing of every widget.
    pub fn apply(&self, ctx: &egui::Context) {
        ctx.set_theme(match self.kind {
            ThemeKind::Dark => egui::Theme::Dark,
            ThemeKind::Light => egui::Theme::Light,
        });
        ctx.all_styles_mut(|style| {
            self.visuals(&mut style.visuals);
            spacing(style);
        });
    }

    fn visuals(&self, v: &mut egui::Visuals) {
        *v = match self.kind {
            ThemeKind::Dark => egui::Visuals::dark(),
            ThemeKind::Light => egui::Visuals::light(),
        };
        let radius = CornerRadius::same(4);
        let line = Stroke::new(1.0, self.line);
        let text = |color| Stroke::new(1.0, color);
        v.weak_text_color = Some(self.dim);
        v.hyperlink_color = self.accent;
        v.warn_fg_color = self.warn;
        v.error_fg_color = self.bad;
        v.panel_fill = self.panel;
        v.window_fill = self.panel;
        v.window_stroke = line;
        v.window_corner_radius = radius;
        v.menu_corner_radius = radius;
        v.extreme_bg_color = self.window;
        v.text_edit_bg_color = Some(self.window);
        v.faint_bg_color = self.raised;
        v.code_bg_color = self.raised;
        v.selection.bg_fill = self.panel.lerp_to_gamma(self.accent, 0.35);
        v.selection.stroke = text(self.text);
        v.slider_trailing_fill = true;
        v.striped = false;
        v.indent_has_left_vline = false;
        let widgets = [
            (&mut v.widgets.noninteractive, self.panel, line, self.text),
            (&mut v.widgets.inactive, self.raised, Stroke::NONE, self.text),
            (&mut v.widgets.hovered, self.hovered, line, self.text),
            (&mut v.widgets.active, self.hovered, text(self.accent), self.text),
            (&mut v.widgets.open, self.hovered, line, self.text),
        ];
        for (widget, fill, stroke, color) in widgets {
            widget.bg_fill = fill;
            widget.weak_bg_fill = fill;
            widget.bg_stroke = stroke;
            widget.fg_stroke = text(color);
            widget.corner_radius = radius;
            widget.expansion = 0.0;
        }
    }

    /// Colours of docking tabs and separators.
    pub fn dock_style(&self, ui_style: &egui::Style) -> egui_dock::Style {
        let mut style = egui_dock::Style::from_egui(ui_style);
        style.dock_area_padding = None;
        style.main_surface_border_stroke = Stroke::NONE;
        style.separator.width = 1.0;
        style.separator.color_idle = self.line;
        style.separator.color_hovered = self.accent;
        style.separator.color_dragged = self.accent;
        style.tab_bar.bg_fill = self.window;
        style.tab_bar.hline_color = self.line;
        style.tab_bar.height = ROW + 2.0;
        style.tab_bar.corner_radius = CornerRadius::ZERO;
        style.tab.tab_body.bg_fill = self.panel;
        style.tab.tab_body.stroke = Stroke::NONE;
        style.tab.tab_body.corner_radius = CornerRadius::ZERO;
        style.tab.tab_body.inner_margin = Margin::same(8);
        style.tab.hline_below_active_tab_name = false;
        let tab = &mut style.tab;
        for (look, fill, color) in [
            (&mut tab.active, self.panel, self.text),
            (&mut tab.focused, self.panel, self.text),
            (&mut tab.active_with_kb_focus, self.panel, self.accent),
            (&mut tab.focused_with_kb_focus, self.panel, self.accent),
            (&mut tab.hovered, self.raised, self.text),
            (&mut tab.inactive, self.window, self.dim),
            (&mut tab.inactive_with_kb_focus, self.window, self.accent),
        ] {
            look.bg_fill = fill;
            look.text_color = color;
            look.outline_color = Color32::TRANSPARENT;
            look.corner_radius = CornerRadius::ZERO;
        }
        style
    }
}

fn spacing(style: &mut egui::Style) {
    let font = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Heading, FontId::new(15.0, FontFamily::Name(SEMI_BOLD.into()))),
        (TextStyle::Body, font(13.0)),
        (TextStyle::Button, font(13.0)),
        (TextStyle::Small, font(12.0)),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
    ]
    .into();
    let s = &mut style.spacing;
    s.item_spacing = egui::vec2(8.0, 4.0);
    s.button_padding = egui::vec2(8.0, 3.0);
    s.interact_size = egui::vec2(32.0, ROW - 2.0);
    s.window_margin = Margin::same(12);
    s.menu_margin = Margin::same(6);
    s.indent = 12.0;
    s.scroll = egui::style::ScrollStyle::thin();
    style.animation_time = 0.0;
    style.interaction.tooltip_delay = 0.4;
}

/// A heading in the semi-bold face at text size.
pub fn strong(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).family(FontFamily::Name(SEMI_BOLD.into()))
}

/// Loads the bundled faces; once, before the first frame.
pub fn install_fonts(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in FACES {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    for (family, face) in [(FontFamily::Proportional, "inter"), (FontFamily::Monospace, "jetbrains-mono")] {
        fonts.families.entry(family).or_default().insert(0, face.to_owned());
    }
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    let mut headings = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    headings.insert(0, SEMI_BOLD.to_owned());
    fonts.families.insert(FontFamily::Name(SEMI_BOLD.into()), headings);
    if let Some(mono) = fonts.families.get_mut(&FontFamily::Monospace) {
        mono.push("phosphor".to_owned());
    }
    ctx.set_fonts(fonts);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(color: Color32) -> f32 {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn the_faces_of_text_leave_the_icons_to_the_icon_font() {
        let ctx = egui::Context::default();
        install_fonts(&ctx);
        let mut fonts = FontDefinitions::default();
        for (name, bytes) in FACES {
            fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
            fonts.families.insert(FontFamily::Name(name.into()), vec![name.to_owned()]);
        }
        let only_text = egui::Context::default();
        only_text.set_fonts(fonts);
        for ctx in [&ctx, &only_text] {
            ctx.run_ui(Default::default(), |_| {}).textures_delta.clear();
        }
        for icon in ('\u{e000}'..='\u{f8ff}').filter(|icon| in_icon_font(&ctx, *icon)) {
            for (name, _) in FACES {
                let font = FontId::new(13.0, FontFamily::Name(name.into()));
                assert!(!only_text.fonts_mut(|fonts| fonts.has_glyph(&font, icon)), "{name} draws {icon:?} itself");
            }
        }
    }

    fn in_icon_font(ctx: &egui::Context, icon: char) -> bool {
        ctx.fonts_mut(|fonts| fonts.has_glyph(&FontId::proportional(13.0), icon))
    }

    #[test]
    fn text_is_legible_on_panels_in_both_themes() {
        for kind in [ThemeKind::Dark, ThemeKind::Light] {
            let theme = Theme::of(kind);
            for color in [theme.text, theme.dim, theme.accent, theme.good, theme.warn, theme.bad] {
                assert!(contrast(color, theme.panel) >= 4.5, "{kind:?} {color:?}");
            }
        }
    }
}
