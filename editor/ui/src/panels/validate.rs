//! The Validate panel: one button a check, and all; each result says what was tried, how many, and the first difference.

use crate::context::PanelContext;
use crate::intents::{Intents, Request};
use crate::jobs::Task;
use crate::log::Level;
use crate::theme::{ROW, Theme};
use crate::widgets::{icon_button, no_world_ui};
use crate::work::{Part, engine_pool, watched_part};
use check::{Check, Mode, Outcome, Report};
use egui::{Color32, RichText};
use egui_phosphor::regular as icon;
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use world::World;

/// Seeds the law is tried over.
const SEEDS: [(Mode, u32); 2] = [(Mode::Quick, 1), (Mode::Full, 20)];

/// Reports of a run, as they arrive.
type Reports = Arc<Mutex<Vec<Report>>>;
/// The check at work.
type Now = Arc<Mutex<Option<Check>>>;

/// Width of the column of buttons in points; every title fits.
const BUTTON: f32 = 220.0;

struct Run {
    task: Task<()>,
    reports: Reports,
    now: Now,
    /// What was asked for, in order.
    checks: Vec<Check>,
    ended: bool,
}

impl Run {
    /// Whether a check is at work or waits its turn.
    fn state_of(&self, check: Check) -> Option<&'static str> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner).filter(|_| !self.ended)?;
        let place = |wanted| self.checks.iter().position(|check| *check == wanted);
        match (place(check)?, place(now)?) {
            (mine, at_work) if mine == at_work => Some("running"),
            (mine, at_work) if mine > at_work => Some("waiting"),
            _ => None,
        }
    }
}

/// Checks of the world.
pub struct ValidatePanel {
    mode: Mode,
    run: Option<Run>,
    results: BTreeMap<&'static str, (u64, Report)>,
}

impl Default for ValidatePanel {
    fn default() -> Self {
        Self { mode: Mode::Quick, run: None, results: BTreeMap::new() }
    }
}

impl ValidatePanel {
    /// Draws the panel.
    pub fn ui(&mut self, ui: &mut egui::Ui, ctx: &PanelContext, out: &mut Intents) {
        let Some(world) = ctx.world else {
            no_world_ui(ui, ctx, "Only a world can be validated.", out);
            return;
        };
        self.take(out);
        let running = self.run.as_ref().is_some_and(|run| !run.ended);
        ui.horizontal_wrapped(|ui| {
            ui.selectable_value(&mut self.mode, Mode::Quick, "Quick").on_hover_text("A sample of each check; seconds");
            ui.selectable_value(&mut self.mode, Mode::Full, "Full").on_hover_text("Everything; minutes");
            ui.separator();
            if ui.add_enabled(!running, egui::Button::new(format!("{} Validate all", icon::CHECKS))).clicked() {
                self.start(ctx, world, Check::ALL.to_vec());
            }
            if running && ui.button(format!("{} Cancel", icon::X)).clicked() {
                self.cancel();
            }
            if !self.results.is_empty() && ui.button(format!("{} Copy report", icon::COPY)).clicked() {
                let text: Vec<String> = self.results.values().map(|(_, report)| report.to_text()).collect();
                ui.ctx().copy_text(text.join("\n"));
            }
        });
        ui.separator();
        for check in Check::ALL {
            self.check_ui(ui, ctx, world, check, running, out);
        }
    }

    fn check_ui(
        &mut self,
        ui: &mut egui::Ui,
        ctx: &PanelContext,
        world: &Arc<World>,
        check: Check,
        running: bool,
        out: &mut Intents,
    ) {
        let state = self.run.as_ref().and_then(|run| run.state_of(check));
        ui.horizontal(|ui| {
            ui.set_min_height(ROW);
            let button = egui::Button::new(check.title()).truncate();
            let size = egui::vec2(button_width(ui), ROW);
            let response = ui.add_enabled_ui(!running, |ui| ui.add_sized(size, button)).inner;
            let response = response.on_disabled_hover_text("A check is running");
            if response.on_hover_text(check.help()).clicked() {
                self.start(ctx, world, vec![check]);
            }
            match (state, self.results.get(check.name())) {
                (Some(state), _) => {
                    if state == "running" {
                        ui.add(egui::Spinner::new().size(14.0).color(ctx.theme.accent));
                    }
                    ui.label(RichText::new(state).color(if state == "running" { ctx.theme.accent } else { ctx.theme.dim }));
                }
                (None, Some((revision, report))) => result_ui(ui, ctx, *revision, report, out),
                (None, None) => drop(ui.label(RichText::new("not run yet").color(ctx.theme.dim))),
            }
        });
        if let (None, Some((_, report))) = (state, self.results.get(check.name())) {
            detail_ui(ui, ctx.theme, report);
        }
    }

    fn start(&mut self, ctx: &PanelContext, world: &Arc<World>, checks: Vec<Check>) {
        let (world, reports, mode) = (world.clone(), Reports::default(), self.mode);
        let seeds = SEEDS.iter().find(|(of, _)| *of == mode).map_or(1, |(_, seeds)| *seeds);
        let put = reports.clone();
        let now = Now::default();
        let (at_work, wanted) = (now.clone(), checks.clone());
        // A fresh process reads the files, so it shows the same world only when everything is saved.
        let saved = ctx.document.filter(|document| !document.is_dirty()).map(|document| document.root().to_path_buf());
        let fresh = saved.and_then(|project| Some((std::env::current_exe().ok()?, project)));
        let title = if checks.len() == 1 { format!("Validate {}", checks[0].name()) } else { "Validate all".to_owned() };
        let task = ctx.jobs.start(title, ctx.revision(), move |progress| {
            let pool = engine_pool()?;
            let never = AtomicBool::new(false);
            let all = checks.len() as u64;
            for (index, check) in checks.into_iter().enumerate() {
                if progress.is_cancelled() {
                    break;
                }
                *at_work.lock().unwrap_or_else(PoisonError::into_inner) = Some(check);
                progress.report(index as u64, all);
                let part = Part { index: index as u64, all, title: check.title() };
                let ask = fresh.as_ref().map(|(program, project)| move || check::fresh_digest(program, project));
                let fresh_process = ask.as_ref().map(|ask| ask as check::FreshProcess<'_>);
                let report = watched_part(progress, &never, &part, |watch| {
                    let context = check::Context {
                        world: &world,
                        pool: &pool,
                        watch: *watch,
                        mode,
                        samples: None,
                        seeds,
                        first_seed: 0,
                        fresh_process,
                    };
                    check::run(check, &context)
                });
                put.lock().unwrap_or_else(PoisonError::into_inner).push(report);
            }
            Ok(())
        });
        self.run = Some(Run { task, reports, now, checks: wanted, ended: false });
    }

    fn take(&mut self, out: &mut Intents) {
        let Some(run) = &mut self.run else { return };
        let result = run.task.poll();
        let reports = std::mem::take(&mut *run.reports.lock().unwrap_or_else(PoisonError::into_inner));
        let revision = run.task.revision;
        if let Some(result) = result {
            run.ended = true;
            if let Err(message) = result {
                out.request(Request::Log(Level::Error, format!("Validation stopped: {message}")));
            }
        }
        for report in reports {
            let level = if report.outcome == Outcome::Passed { Level::Info } else { Level::Warning };
            out.request(Request::Log(level, format!("{}: {}", report.check.title(), outcome_name(report.outcome))));
            self.results.insert(report.check.name(), (revision, report));
        }
    }

    fn cancel(&mut self) {
        if let Some(run) = &mut self.run {
            run.task.cancel();
            run.ended = true;
        }
    }
}

/// Width of the buttons: all alike, and less where the panel is narrow.
fn button_width(ui: &egui::Ui) -> f32 {
    BUTTON.min(ui.available_width() * 0.45)
}

fn result_ui(ui: &mut egui::Ui, ctx: &PanelContext, revision: u64, report: &Report, out: &mut Intents) {
    let (sign, color) = match report.outcome {
        Outcome::Passed => (icon::CHECK_CIRCLE, ctx.theme.good),
        Outcome::Failed => (icon::X_CIRCLE, ctx.theme.bad),
        Outcome::Incomplete => (icon::MINUS_CIRCLE, ctx.theme.warn),
    };
    ui.label(RichText::new(sign).color(color));
    ui.label(RichText::new(outcome_name(report.outcome)).color(color));
    ui.label(RichText::new(format!("{} tried", report.tried)).monospace());
    if revision != ctx.revision() {
        ui.label(RichText::new("of an older state").small().color(ctx.theme.warn));
    }
    if let Some(place) = report.first.as_ref().and_then(|first| first.position_m) {
        if icon_button(ui, icon::CROSSHAIR, "Fly to the first difference").clicked() {
            out.request(Request::FlyTo(DVec3::from_array(place)));
        }
    }
}

fn detail_ui(ui: &mut egui::Ui, theme: &Theme, report: &Report) {
    let left = button_width(ui) + ui.spacing().item_spacing.x;
    let line = |ui: &mut egui::Ui, text: String, color: Color32| {
        ui.horizontal(|ui| {
            ui.add_space(left);
            ui.add(egui::Label::new(RichText::new(text).small().color(color)).wrap());
        });
    };
    if !report.counts.is_empty() {
        let counts: Vec<String> = report.counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        line(ui, counts.join("   "), theme.dim);
    }
    if let Some(first) = &report.first {
        line(ui, first.what.clone(), theme.bad);
    }
    for note in &report.notes {
        line(ui, note.clone(), theme.dim);
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "failed",
        Outcome::Incomplete => "incomplete",
    }
}
