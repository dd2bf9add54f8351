//! The Statistics panel: figures of streaming.

use crate::context::PanelContext;
use crate::intents::Intents;
use egui::RichText;

/// Figures of streaming.
#[derive(Default)]
pub struct StatisticsPanel {}

impl StatisticsPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, _out: &mut Intents) {
        let view = ctx.view;
        let figures = &view.statistics;
        let gate = |open: bool| if open { "yes" } else { "no" }.to_owned();
        let drawn: Vec<String> = figures.drawn_per_level.iter().map(u32::to_string).collect();
        let rows = [
            ("Walkable now", gate(view.gates.walkable_now)),
            ("Enclosed now", gate(view.gates.enclosed_now)),
            ("Refined now", gate(view.gates.refined_now)),
            ("Tiles drawn per level", if drawn.is_empty() { "0".to_owned() } else { drawn.join("  ") }),
            ("Waiting", figures.queued.to_string()),
            ("Being built", figures.running.to_string()),
            ("Built", figures.built.to_string()),
            ("Proven without a mesh", figures.proven.to_string()),
            ("Dropped as stale", figures.dropped.to_string()),
            ("Points sampled", format!("{} of {}", figures.sampled_points, figures.total_points)),
            ("Build time, half below", format!("{:.1} ms", f64::from(figures.build_p50_us) / 1e3)),
            ("Build time, 95 % below", format!("{:.1} ms", f64::from(figures.build_p95_us) / 1e3)),
            ("Memory", format!("{:.1} MiB", figures.accounted_bytes as f64 / (1 << 20) as f64)),
        ];
        egui::Grid::new("statistics").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
            for (name, value) in rows {
                ui.label(RichText::new(name).color(ctx.theme.dim));
                ui.label(RichText::new(value).monospace());
                ui.end_row();
            }
        });
    }
}
