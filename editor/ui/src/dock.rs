//! Docking: places of panels, kept in the editor's own versioned layout file. The docking crate is named nowhere else.

use crate::context::PanelContext;
use crate::intents::Intents;
use crate::panel::{PanelId, Panels};
use crate::state_file::{self, Loaded};
use egui_dock::{DockArea, DockState, Node, NodeIndex, NodePath, TabViewer};
use project::Severity;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Version of the layout file; another one is not read.
const VERSION: u32 = 1;

/// Where every panel is.
pub struct Dock {
    state: DockState<PanelId>,
    /// Size for which the first layout is made.
    laid_out: bool,
}

#[derive(Serialize, Deserialize)]
struct LayoutFile {
    version: u32,
    dock: DockState<PanelId>,
}

impl Default for Dock {
    /// The first layout.
    fn default() -> Self {
        Self { state: default_state(egui::vec2(1600.0, 852.0)), laid_out: false }
    }
}

impl Dock {
    /// Reads a layout. A file that is unreadable or unsafe is set aside and named in `Err`.
    pub fn load(path: &Path) -> (Self, Option<String>) {
        match state_file::load::<LayoutFile>(path) {
            Loaded::Missing => (Self::default(), None),
            Loaded::Good(file) if file.version == VERSION && is_safe(&file.dock) => {
                (Self { state: file.dock, laid_out: true }, None)
            }
            Loaded::Good(_) => {
                (Self::default(), Some(state_file::set_aside(path, "the layout is of another version or damaged")))
            }
            Loaded::Bad(reason) => (Self::default(), Some(state_file::set_aside(path, &reason))),
        }
    }

    /// Writes the layout.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        state_file::save(path, &LayoutFile { version: VERSION, dock: self.state.clone() })
    }

    /// Back to the first layout.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether the panel has a tab somewhere.
    pub fn is_open(&self, panel: PanelId) -> bool {
        self.state.find_tab(&panel).is_some()
    }

    /// Brings a panel to the front, opening it where its neighbours are.
    pub fn show(&mut self, panel: PanelId) {
        if let Some(path) = self.state.find_tab(&panel) {
            // The path was found just now, so it is good.
            let _ = self.state.set_active_tab(path);
            return;
        }
        let home = neighbours(panel).iter().find_map(|near| self.state.find_main_surface_tab(near));
        match home {
            Some((node, _)) => {
                if let Ok(leaf) = self.state.main_surface_mut().leaf_mut(node) {
                    leaf.append_tab(panel);
                }
            }
            None => self.state.push_to_first_leaf(panel),
        }
    }

    /// Opens a panel, or closes it.
    pub fn toggle(&mut self, panel: PanelId) {
        if self.is_open(panel) { self.close(panel) } else { self.show(panel) }
    }

    /// Closes a panel; its menu entry opens it again.
    pub fn close(&mut self, panel: PanelId) {
        if let Some(path) = self.state.find_tab(&panel) {
            let _ = self.state.remove_tab(path);
        }
    }

    /// Draws all panels.
    pub fn ui(&mut self, ui: &mut egui::Ui, panels: &mut Panels, ctx: &PanelContext, out: &mut Intents) {
        if !self.laid_out {
            self.state = default_state(ui.available_size());
            self.laid_out = true;
        }
        let style = ctx.theme.dock_style(ui.style());
        self.state.translations.tab_context_menu.eject_button = "Move to a window".to_owned();
        let errors = ctx.diagnostics.iter().filter(|problem| problem.severity == Severity::Error).count();
        let mut viewer = Viewer { panels, ctx, out, errors, closed: None };
        DockArea::new(&mut self.state)
            .style(style)
            .show_leaf_close_all_buttons(false)
            .show_leaf_collapse_buttons(false)
            .show_close_buttons(false)
            .tab_context_menus(true)
            .show_inside(ui, &mut viewer);
        if let Some(panel) = viewer.closed {
            self.close(panel);
        }
    }
}

struct Viewer<'a, 'c> {
    panels: &'a mut Panels,
    ctx: &'a PanelContext<'c>,
    out: &'a mut Intents,
    /// Mistakes that keep something from working.
    errors: usize,
    /// The panel whose tab was closed in this frame.
    closed: Option<PanelId>,
}

impl TabViewer for Viewer<'_, '_> {
    type Tab = PanelId;

    fn id(&mut self, tab: &mut PanelId) -> egui::Id {
        egui::Id::new(("panel", *tab))
    }
    fn title(&mut self, tab: &mut PanelId) -> egui::WidgetText {
        match (*tab, self.errors) {
            (PanelId::Problems, 1..) => {
                let text = format!("{} {}", tab.title(), self.errors);
                egui::RichText::new(text).color(self.ctx.theme.bad).into()
            }
            _ => tab.title().into(),
        }
    }
    fn context_menu(&mut self, ui: &mut egui::Ui, tab: &mut PanelId, _path: NodePath) {
        if ui.button("Close").clicked() {
            self.closed = Some(*tab);
            ui.close();
        }
    }
    fn ui(&mut self, ui: &mut egui::Ui, tab: &mut PanelId) {
        self.panels.ui(*tab, ui, self.ctx, self.out);
    }
    fn on_tab_button(&mut self, tab: &mut PanelId, response: &egui::Response) {
        let title = tab.title();
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, title));
        response.ctx.accesskit_node_builder(response.id, |node| node.set_role(egui::accesskit::Role::Tab));
        if response.middle_clicked() {
            self.closed = Some(*tab);
        }
    }
    fn scroll_bars(&self, tab: &PanelId) -> [bool; 2] {
        [false, tab.scrolls()]
    }
    fn allowed_in_windows(&self, tab: &mut PanelId) -> bool {
        *tab != PanelId::Viewport
    }
}

/// World over assets, the viewport and its siblings, inspector over brush, the strip of lists.
fn default_state(size: egui::Vec2) -> DockState<PanelId> {
    use PanelId::*;
    let wide = size.x.max(640.0);
    let tall = size.y.max(400.0);
    let mut dock = DockState::new(vec![Viewport, Composer, BiomePreview, Season, Validate]);
    let tree = dock.main_surface_mut();
    let right = 340.0 / wide;
    let [middle, inspector] = tree.split_right(NodeIndex::root(), 1.0 - right, vec![Inspector]);
    let left = 280.0 / (wide - 340.0);
    let [middle, world] = tree.split_left(middle, left, vec![World]);
    let strip = 180.0 / tall;
    tree.split_below(middle, 1.0 - strip, vec![Problems, Log, Jobs, Statistics, History]);
    tree.split_below(world, 0.42, vec![Assets]);
    tree.split_below(inspector, 0.66, vec![Brush]);
    dock
}

/// Panels beside which a closed panel opens again.
fn neighbours(panel: PanelId) -> &'static [PanelId] {
    use PanelId::*;
    match panel {
        Viewport | Composer | BiomePreview | Season | Validate => &[Viewport, Composer, BiomePreview, Season, Validate],
        World | Assets => &[World, Assets],
        Inspector | Brush => &[Inspector, Brush],
        Problems | Log | Jobs | Statistics | History => &[Problems, Log, Jobs, Statistics, History],
    }
}

/// Whether a layout from a file can be drawn: each panel at most once, fractions sound.
fn is_safe(dock: &DockState<PanelId>) -> bool {
    let mut tabs: Vec<PanelId> = dock.iter_all_tabs().map(|(_, tab)| *tab).collect();
    let count = tabs.len();
    tabs.sort_unstable();
    tabs.dedup();
    let fractions_sound = dock.iter_all_nodes().all(|(_, node)| match node {
        Node::Vertical(split) | Node::Horizontal(split) => (0.02..=0.98).contains(&split.fraction),
        Node::Empty | Node::Leaf(_) => true,
    });
    count > 0 && tabs.len() == count && fractions_sound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_layout_holds_every_panel_once() {
        let dock = Dock::default();
        assert!(is_safe(&dock.state));
        assert!(PanelId::ALL.iter().all(|panel| dock.is_open(*panel)));
    }

    #[test]
    fn a_saved_layout_comes_back_and_a_corrupt_one_is_set_aside() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("layout.ron");
        let mut dock = Dock::default();
        dock.toggle(PanelId::Viewport);
        dock.toggle(PanelId::Viewport);
        dock.toggle(PanelId::Season);
        dock.save(&path).expect("saved");
        let (again, trouble) = Dock::load(&path);
        assert_eq!(trouble, None);
        assert!(!again.is_open(PanelId::Season));

        std::fs::write(&path, "(version: 1, dock: ").expect("written");
        let (fresh, trouble) = Dock::load(&path);
        assert!(trouble.expect("announced").contains("layout.ron"));
        assert!(fresh.is_open(PanelId::Season));
        assert!(!path.exists());
        assert!(folder.path().join("layout.ron.bad").exists());
    }

    #[test]
    fn a_layout_with_a_fraction_that_is_no_number_is_refused() {
        let mut dock = Dock::default();
        assert!(is_safe(&dock.state));
        for (_, node) in dock.state.iter_all_nodes_mut() {
            if let Node::Vertical(split) | Node::Horizontal(split) = node {
                split.fraction = f32::NAN;
            }
        }
        assert!(!is_safe(&dock.state));
    }
}
