//! The panels, one file each. A panel keeps only what belongs to its drawing; everything else is in the context.

mod assets;
mod biome_preview;
mod brush;
mod composer;
mod history;
mod inspector;
mod jobs;
mod log;
mod problems;
mod season;
mod statistics;
mod validate;
mod world;

pub use assets::AssetsPanel;
pub use biome_preview::BiomePreviewPanel;
pub use brush::BrushPanel;
pub use composer::ComposerPanel;
pub use history::HistoryPanel;
pub use inspector::InspectorPanel;
pub use jobs::JobsPanel;
pub use log::LogPanel;
pub use problems::ProblemsPanel;
pub use season::SeasonPanel;
pub use statistics::StatisticsPanel;
pub use validate::ValidatePanel;
pub use world::WorldPanel;
