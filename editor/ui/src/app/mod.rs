//! The application: owns the open project, the panels and the threads; one frame reads everything, then applies what was wanted.

mod apply;
mod bars;
mod files;
mod modals;
mod start;

use crate::automation::UiMap;
use crate::context::PanelContext;
use crate::dock::Dock;
use crate::document::{Document, Subject};
use crate::intents::Intents;
use crate::jobs::Jobs;
use crate::journal::JournalKeeper;
use crate::log::Log;
use crate::panel::Panels;
use crate::picker::{self, Picker};
use crate::prefs::Preferences;
use crate::reloader::Reloader;
use crate::resolver::Resolver;
use crate::state_file;
use crate::theme::{self, Theme};
use crate::tools::{Brush, ViewReport};
use crate::watch::Watch;
use eframe::egui_wgpu::RenderState;
use modals::Modal;
use project::Diagnostic;
use render::DeviceErrors;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use world::World;

/// How the editor starts.
#[derive(Clone, Debug, Default)]
pub struct EditorOptions {
    /// Project to open; otherwise the last one, otherwise `sample`.
    pub project: Option<PathBuf>,
    /// The bundled sample.
    pub sample: Option<PathBuf>,
    /// Folder of preferences, layout, journals and backups; `None` keeps nothing.
    pub state: Option<PathBuf>,
    /// File that is kept in step with the named controls on screen, for automation.
    pub ui_map: Option<PathBuf>,
}

impl EditorOptions {
    /// With the usual folder of this system.
    pub fn of_user() -> Self {
        Self { state: state_file::state_folder(), ..Self::default() }
    }
}

/// Opens the window and runs until it is closed. The error text is for people.
pub fn run(options: EditorOptions) -> Result<(), String> {
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("VoxelForge")
            .with_app_id("voxelforge")
            .with_inner_size([1600.0, 900.0])
            .with_min_inner_size([960.0, 600.0]),
        renderer: eframe::Renderer::Wgpu,
        ..Default::default()
    };
    if !start::has_display() {
        return Err(start::NO_DISPLAY.to_owned());
    }
    eframe::run_native("VoxelForge", native, Box::new(|cc| Ok(Box::new(EditorApp::new(cc, options)))))
        .map_err(|error| start::advice(&error))
}

/// The editor.
pub struct EditorApp {
    options: EditorOptions,
    preferences: Preferences,
    theme: Theme,
    dock: Dock,
    panels: Panels,
    document: Option<Document>,
    selection: Option<Subject>,
    world: WorldState,
    jobs: Jobs,
    log: Log,
    brush: Brush,
    view: ViewReport,
    modal: Option<Modal>,
    picker: Box<dyn Picker>,
    journal: Option<JournalKeeper>,
    watch: Option<Watch>,
    reloader: Reloader,
    /// The project is gone from disk; when it was last looked for.
    gone: Option<Duration>,
    wake: egui::Context,
    gpu: Option<RenderState>,
    gpu_errors: Option<DeviceErrors>,
    started: Instant,
    /// When a change on disk was seen whose first tile is awaited.
    reloaded: Option<Instant>,
    may_close: bool,
}

/// The last good world and how it relates to the document.
struct WorldState {
    resolver: Option<Resolver>,
    good: Option<Arc<World>>,
    wanted: u64,
    arrived: u64,
    trouble: Vec<Diagnostic>,
    /// Mistakes of files, then those of the world.
    diagnostics: Vec<Diagnostic>,
}

impl EditorApp {
    /// Made by the windowing library, or by a test.
    pub fn new(cc: &eframe::CreationContext<'_>, options: EditorOptions) -> Self {
        theme::install_fonts(&cc.egui_ctx);
        if let Some(path) = options.ui_map.clone() {
            UiMap::install(&cc.egui_ctx, path);
        }
        let mut log = Log::default();
        let (preferences, trouble) = match &options.state {
            Some(folder) => Preferences::load(&folder.join("preferences.ron")),
            None => Default::default(),
        };
        let (dock, layout_trouble) = match &options.state {
            Some(folder) => Dock::load(&folder.join("layout.ron")),
            None => (Dock::default(), None),
        };
        for trouble in trouble.into_iter().chain(layout_trouble) {
            log.warning(trouble);
        }
        let resolver = Resolver::new(cc.egui_ctx.clone());
        if let Err(error) = &resolver {
            log.error(format!("worlds cannot be made: {error}"));
        }
        let journal = options.state.as_deref().map(JournalKeeper::new).transpose().unwrap_or_else(|error| {
            log.error(format!("unsaved work is not kept against a crash: {error}"));
            None
        });
        let theme = Theme::of(preferences.theme);
        theme.apply(&cc.egui_ctx);
        cc.egui_ctx.set_zoom_factor(preferences.zoom);
        let mut app = Self {
            theme,
            dock,
            panels: Panels::default(),
            document: None,
            selection: None,
            world: WorldState::new(resolver.ok()),
            jobs: Jobs::new(cc.egui_ctx.clone()),
            log,
            brush: Brush::default(),
            view: ViewReport::default(),
            modal: None,
            picker: picker::of_system(),
            journal,
            watch: None,
            reloader: Reloader::default(),
            gone: None,
            wake: cc.egui_ctx.clone(),
            gpu_errors: cc.wgpu_render_state.as_ref().map(|gpu| DeviceErrors::collect(&gpu.device)),
            gpu: cc.wgpu_render_state.clone(),
            started: Instant::now(),
            reloaded: None,
            may_close: false,
            preferences,
            options,
        };
        app.open_first();
        app
    }

    /// The open project.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }
    /// The last good world.
    pub fn world(&self) -> Option<&Arc<World>> {
        self.world.good.as_ref()
    }
    /// What happened.
    pub fn log(&self) -> &Log {
        &self.log
    }
    /// Mistakes of files and of the world.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.world.diagnostics
    }
    /// The selection.
    pub fn selection(&self) -> Option<&Subject> {
        self.selection.as_ref()
    }
    /// The author's preferences.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }
}

impl eframe::App for EditorApp {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.take_results();
        self.take_picked(&ctx);
        self.take_changes_on_disk();
        self.refresh_world();
        let mut out = Intents::default();
        self.shortcuts(&ctx, &mut out);
        {
            let panel_context = PanelContext {
                document: self.document.as_ref(),
                selection: self.selection.as_ref(),
                world: self.world.good.as_ref(),
                world_is_stale: self.world.arrived < self.world.wanted,
                diagnostics: &self.world.diagnostics,
                jobs: &self.jobs,
                log: &self.log,
                theme: &self.theme,
                preferences: &self.preferences,
                brush: &self.brush,
                view: &self.view,
                folder_is_gone: self.gone.is_some(),
                gpu: self.gpu.as_ref(),
                now: self.started.elapsed(),
            };
            bars::top_bar(ui, &panel_context, &self.dock, &mut out);
            bars::status_bar(ui, &panel_context);
            let frame = egui::Frame::NONE.fill(self.theme.window);
            egui::CentralPanel::default().frame(frame).show(ui, |ui| {
                self.dock.ui(ui, &mut self.panels, &panel_context, &mut out);
            });
        }
        self.modal_ui(&ctx);
        self.apply(&ctx, out);
        self.guard_closing(&ctx);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn on_exit(&mut self) {
        self.keep_own_files();
    }
}
