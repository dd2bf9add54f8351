//! The list of panels: their identities, names and places, and the one struct that holds them.

use crate::context::PanelContext;
use crate::document::Spot;
use crate::intents::Intents;
use crate::panels;
use crate::viewport::ViewportPanel;
use serde::{Deserialize, Serialize};

/// Names a panel; kept in layout files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PanelId {
    /// The running engine.
    Viewport,
    /// The stack of strates.
    World,
    /// Files of the project.
    Assets,
    /// Parameters of the selection.
    Inspector,
    /// Carving.
    Brush,
    /// Invented strates.
    Composer,
    /// Map of biomes.
    BiomePreview,
    /// The published set.
    Season,
    /// Checks.
    Validate,
    /// Mistakes in files.
    Problems,
    /// What happened.
    Log,
    /// Long work.
    Jobs,
    /// Figures of streaming.
    Statistics,
    /// Undo steps.
    History,
}

impl PanelId {
    /// Every panel, in the order of the View menu.
    pub const ALL: [PanelId; 14] = [
        PanelId::Viewport,
        PanelId::World,
        PanelId::Assets,
        PanelId::Inspector,
        PanelId::Brush,
        PanelId::Composer,
        PanelId::BiomePreview,
        PanelId::Season,
        PanelId::Validate,
        PanelId::Problems,
        PanelId::Log,
        PanelId::Jobs,
        PanelId::Statistics,
        PanelId::History,
    ];

    /// Title of its tab, sentence case.
    pub fn title(self) -> &'static str {
        match self {
            PanelId::Viewport => "Viewport",
            PanelId::World => "World",
            PanelId::Assets => "Assets",
            PanelId::Inspector => "Inspector",
            PanelId::Brush => "Brush",
            PanelId::Composer => "Composer",
            PanelId::BiomePreview => "Biome preview",
            PanelId::Season => "Season",
            PanelId::Validate => "Validate",
            PanelId::Problems => "Problems",
            PanelId::Log => "Log",
            PanelId::Jobs => "Jobs",
            PanelId::Statistics => "Statistics",
            PanelId::History => "History",
        }
    }

    /// Whether its content scrolls as a whole; a panel that fills its place, or scrolls a part of it, does not.
    pub fn scrolls(self) -> bool {
        matches!(self, PanelId::Brush | PanelId::Season | PanelId::Validate | PanelId::Statistics)
    }
}

/// All panels with the state they keep between frames.
#[derive(Default)]
pub struct Panels {
    /// The running engine.
    pub viewport: ViewportPanel,
    world: panels::WorldPanel,
    assets: panels::AssetsPanel,
    inspector: panels::InspectorPanel,
    brush: panels::BrushPanel,
    composer: panels::ComposerPanel,
    biome_preview: panels::BiomePreviewPanel,
    season: panels::SeasonPanel,
    validate: panels::ValidatePanel,
    problems: panels::ProblemsPanel,
    log: panels::LogPanel,
    jobs: panels::JobsPanel,
    statistics: panels::StatisticsPanel,
    history: panels::HistoryPanel,
}

impl Panels {
    /// Another project is shown: everything found out about the last one goes, and its jobs end.
    pub fn forget(&mut self) {
        let mut viewport = std::mem::take(&mut self.viewport);
        viewport.forget();
        *self = Self { viewport, ..Self::default() };
    }

    /// Leads to a field in the inspector.
    pub fn reveal(&mut self, spot: Spot) {
        self.inspector.reveal(spot);
    }

    /// Draws one panel; what the user wants is added to `out`.
    pub fn ui(&mut self, id: PanelId, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        match id {
            PanelId::Viewport => self.viewport.ui(ui, ctx, out),
            PanelId::World => self.world.ui(ui, ctx, out),
            PanelId::Assets => self.assets.ui(ui, ctx, out),
            PanelId::Inspector => self.inspector.ui(ui, ctx, out),
            PanelId::Brush => self.brush.ui(ui, ctx, out),
            PanelId::Composer => self.composer.ui(ui, ctx, out),
            PanelId::BiomePreview => self.biome_preview.ui(ui, ctx, out),
            PanelId::Season => self.season.ui(ui, ctx, out),
            PanelId::Validate => self.validate.ui(ui, ctx, out),
            PanelId::Problems => self.problems.ui(ui, ctx, out),
            PanelId::Log => self.log.ui(ui, ctx, out),
            PanelId::Jobs => self.jobs.ui(ui, ctx, out),
            PanelId::Statistics => self.statistics.ui(ui, ctx, out),
            PanelId::History => self.history.ui(ui, ctx, out),
        }
    }
}
