//! The top bar with menus and commands, and the status bar.

use crate::action::{Action, Menu};
use crate::context::PanelContext;
use crate::dock::Dock;
use crate::document::Document;
use crate::intents::{Intents, Request};
use crate::panel::PanelId;
use crate::theme::{ROW, ThemeKind, strong};
use crate::widgets::{count, dot_ui};
use egui::{Align, Layout, RichText};
use egui_phosphor::regular as icon;

/// Menus, the project's name, and the commands used most.
pub(super) fn top_bar(ui: &mut egui::Ui, ctx: &PanelContext, dock: &Dock, out: &mut Intents) {
    let frame = egui::Frame::NONE.fill(ctx.theme.window).inner_margin(egui::Margin::symmetric(8, 3));
    egui::Panel::top("top bar").frame(frame).exact_size(ROW + 8.0).show(ui, |ui| {
        egui::MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(menu.title(), |ui| menu_ui(ui, menu, ctx, dock, out));
            }
            ui.separator();
            project_name(ui, ctx);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let theme_icon = match ctx.theme.kind {
                    ThemeKind::Dark => icon::SUN,
                    ThemeKind::Light => icon::MOON,
                };
                command(ui, ctx, Action::ToggleTheme, theme_icon, out);
                command(ui, ctx, Action::Save, Action::Save.icon(), out);
                command(ui, ctx, Action::Redo, Action::Redo.icon(), out);
                command(ui, ctx, Action::Undo, Action::Undo.icon(), out);
                let play_icon = if ctx.view.playing { icon::STOP } else { icon::PLAY };
                command(ui, ctx, Action::Play, play_icon, out);
                let running = ctx.jobs.running();
                if running > 0 {
                    ui.label(RichText::new(format!("{running} running")).color(ctx.theme.dim));
                    ui.add(egui::Spinner::new().size(14.0).color(ctx.theme.accent));
                }
            });
        });
    });
}

fn project_name(ui: &mut egui::Ui, ctx: &PanelContext) {
    let Some(document) = ctx.document else {
        ui.label(RichText::new("No project").color(ctx.theme.dim));
        return;
    };
    let name = &document.assets().project.name;
    ui.label(strong(if name.is_empty() { "Unnamed project" } else { name })).on_hover_text(document.root().display().to_string());
    let dirty = document.dirty().len();
    if ctx.folder_is_gone {
        dot_ui(ui, ctx.theme.bad, "The project is gone from disk; Save writes all of it again");
        ui.label(RichText::new("gone from disk").color(ctx.theme.bad));
    } else if dirty > 0 {
        dot_ui(ui, ctx.theme.warn, &format!("{} unsaved", count(dirty, "file")));
        ui.label(RichText::new("unsaved").color(ctx.theme.dim));
    }
}

/// Why an action cannot be done now.
fn refusal(action: Action, ctx: &PanelContext) -> Option<&'static str> {
    let document = ctx.document;
    match action {
        Action::NewProject | Action::OpenProject | Action::Quit => None,
        Action::Save => match document {
            None => Some("No project is open"),
            Some(document) if !document.is_dirty() && !ctx.folder_is_gone => Some("Nothing has changed"),
            Some(_) => None,
        },
        Action::Undo => document.and_then(|d| d.history().undo_name()).is_none().then_some("Nothing to undo"),
        Action::Redo => document.and_then(|d| d.history().redo_name()).is_none().then_some("Nothing to redo"),
        Action::DuplicateSelection | Action::DeleteSelection | Action::FrameSelection => {
            ctx.selection.is_none().then_some("Nothing is selected")
        }
        Action::Play | Action::PlayFromCamera | Action::Home => match (ctx.world, ctx.gpu) {
            (None, _) => Some("There is no world yet"),
            (_, None) => Some("There is no graphics device"),
            _ => None,
        },
        _ => None,
    }
}

/// What a command does now, with its keys.
fn hint(action: Action, ctx: &PanelContext, egui: &egui::Context) -> String {
    let history = ctx.document.map(Document::history);
    let mut text = match action {
        Action::Undo => match history.and_then(|h| h.undo_name()) {
            Some(name) => format!("Undo: {name}"),
            None => action.label().to_owned(),
        },
        Action::Redo => match history.and_then(|h| h.redo_name()) {
            Some(name) => format!("Redo: {name}"),
            None => action.label().to_owned(),
        },
        Action::Play if ctx.view.playing => "Stop walking".to_owned(),
        _ => action.label().to_owned(),
    };
    if let Some(keys) = action.shortcut() {
        text = format!("{text} ({})", egui.format_shortcut(&keys));
    }
    text
}

/// An icon button of the top bar.
fn command(ui: &mut egui::Ui, ctx: &PanelContext, action: Action, icon: &str, out: &mut Intents) {
    let refused = refusal(action, ctx);
    let button = egui::Button::new(RichText::new(icon).size(16.0)).frame_when_inactive(false);
    let response = ui.add_enabled(refused.is_none(), button);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, refused.is_none(), action.label()));
    let hint = hint(action, ctx, ui.ctx());
    if response.on_hover_text(&hint).on_disabled_hover_text(refused.unwrap_or_default()).clicked() {
        out.act(action);
    }
}

fn menu_ui(ui: &mut egui::Ui, menu: Menu, ctx: &PanelContext, dock: &Dock, out: &mut Intents) {
    ui.set_min_width(200.0);
    for action in Action::all().filter(|action| action.menu() == menu) {
        if action == Action::Quit {
            recent_ui(ui, ctx, out);
        }
        if begins_group(action) {
            ui.separator();
        }
        let refused = refusal(action, ctx);
        // Every entry of the menu of panels keeps room for a mark, so that the names stand in one column.
        let button = match action {
            Action::TogglePanel(panel) => {
                let color = if dock.is_open(panel) { ctx.theme.accent } else { egui::Color32::TRANSPARENT };
                egui::Button::new((RichText::new(icon::CHECK).color(color), action.label()))
            }
            _ => egui::Button::new(action.label()),
        };
        let mut button = button.frame_when_inactive(false);
        if let Some(keys) = action.shortcut() {
            button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
        }
        let response = ui.add_enabled(refused.is_none(), button);
        if let Action::TogglePanel(panel) = action {
            let kind = egui::WidgetType::Checkbox;
            response.widget_info(|| egui::WidgetInfo::selected(kind, true, dock.is_open(panel), action.label()));
        }
        if response.on_disabled_hover_text(refused.unwrap_or_default()).clicked() {
            out.act(action);
            ui.close();
        }
    }
}

/// Whether a line is drawn before it.
fn begins_group(action: Action) -> bool {
    let first_panel = PanelId::ALL.first().copied().map(Action::TogglePanel);
    matches!(action, Action::Quit | Action::DuplicateSelection | Action::ToggleTheme) || Some(action) == first_panel
}

fn recent_ui(ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
    ui.menu_button("Recent projects", |ui| {
        if ctx.preferences.recent.is_empty() {
            ui.label(RichText::new("None yet").color(ctx.theme.dim));
        }
        for folder in &ctx.preferences.recent {
            if ui.button(folder.display().to_string()).clicked() {
                out.request(Request::OpenProject(folder.clone()));
                ui.close();
            }
        }
    });
}

/// Where the camera is, and the last thing that happened.
pub(super) fn status_bar(ui: &mut egui::Ui, ctx: &PanelContext) {
    let frame = egui::Frame::NONE.fill(ctx.theme.window).inner_margin(egui::Margin::symmetric(8, 2));
    egui::Panel::bottom("status bar").frame(frame).exact_size(ROW).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            let view = ctx.view;
            let mono = |text: String| RichText::new(text).monospace().color(ctx.theme.dim);
            if *view != crate::tools::ViewReport::default() {
                ui.label(mono(format!("{:.1}  {:.1}  {:.1} m", view.eye_m.x, view.eye_m.y, view.eye_m.z)));
            }
            if let (Some(index), Some(world)) = (view.strate, ctx.world) {
                if let Some(strate) = world.strates().get(usize::from(index.0)) {
                    ui.label(RichText::new(&strate.def.name).small());
                }
            }
            if let Some(biome) = &view.biome {
                ui.label(RichText::new(biome).small().color(ctx.theme.dim));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let bytes = view.statistics.accounted_bytes as f64 / (1 << 20) as f64;
                ui.label(mono(format!("{bytes:.0} MiB")));
                ui.label(mono(format!("{:.1} ms", view.frame.as_secs_f64() * 1e3)));
                if ctx.world_is_stale {
                    ui.label(RichText::new("making the world").small().color(ctx.theme.dim));
                }
                if let Some((line, left)) = ctx.log.news() {
                    let color = match line.level {
                        crate::log::Level::Info => ctx.theme.dim,
                        crate::log::Level::Warning => ctx.theme.warn,
                        crate::log::Level::Error => ctx.theme.bad,
                    };
                    let text = line.text.lines().next().unwrap_or_default();
                    ui.add(egui::Label::new(RichText::new(text).small().color(color)).truncate());
                    ui.ctx().request_repaint_after(left);
                }
            });
        });
    });
}
