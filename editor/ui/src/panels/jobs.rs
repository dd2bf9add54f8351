//! The Jobs panel: long work with progress, time left and cancel.

use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::jobs::{Job, JobState};
use crate::theme::ROW;
use crate::widgets::{empty_state_ui, icon_button};
use egui::RichText;
use egui_phosphor::regular as icon;
use std::time::Duration;

/// The list of jobs.
#[derive(Default)]
pub struct JobsPanel {}

impl JobsPanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let jobs = ctx.jobs.snapshot();
        if jobs.is_empty() {
            empty_state_ui(ui, ctx.theme, "Bakes, composing, checks and exports are listed here while they run.", "");
            return;
        }
        egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, jobs.len(), |ui, rows| {
            for job in jobs.iter().skip(rows.start).take(rows.len()) {
                job_ui(ui, ctx, job, out);
            }
        });
    }
}

fn job_ui(ui: &mut egui::Ui, ctx: &PanelContext, job: &Job, out: &mut Intents) {
    let theme = ctx.theme;
    ui.horizontal(|ui| {
        let (mark, color) = match &job.state {
            JobState::Running => (icon::CIRCLE_DASHED, theme.accent),
            JobState::Done => (icon::CHECK, theme.good),
            JobState::Cancelled => (icon::PROHIBIT, theme.dim),
            JobState::Failed(_) => (icon::WARNING, theme.bad),
        };
        ui.label(RichText::new(mark).color(color));
        ui.label(&job.title);
        if job.state == JobState::Running {
            if let Some(share) = job.share() {
                ui.add(egui::ProgressBar::new(share).desired_width(160.0).desired_height(6.0).fill(theme.accent));
                ui.label(RichText::new(format!("{} of {}", job.done, job.total)).monospace().color(theme.dim));
            }
            if let Some(left) = job.time_left() {
                ui.label(RichText::new(format!("{} left", spoken(left))).color(theme.dim));
            }
            if icon_button(ui, icon::X, &format!("Cancel {}", job.title)).clicked() {
                out.request(Request::CancelJob(job.id));
            }
        } else {
            ui.label(RichText::new(spoken(job.elapsed())).color(theme.dim));
        }
        let note = match &job.state {
            JobState::Failed(message) => RichText::new(message).color(theme.bad),
            JobState::Cancelled => RichText::new("cancelled").color(theme.dim),
            JobState::Running if job.is_cancelled() => RichText::new("stopping").color(theme.dim),
            _ => RichText::new(&job.stage).color(theme.dim),
        };
        ui.add(egui::Label::new(note).truncate());
    });
}

/// A duration in few words: `0.4 s`, `12 s`, `3 min`.
fn spoken(time: Duration) -> String {
    match time.as_secs() {
        0..=9 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 10..=119 => format!("{seconds} s"),
        seconds => format!("{} min", seconds / 60),
    }
}
