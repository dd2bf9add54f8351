//! The one place where wishes are carried out: actions, edits, requests, and results of the threads.

use super::files::Leaving;
use super::{EditorApp, Modal, WorldState};
use crate::action::Action;
use crate::document::{Document, Edit, Subject};
use crate::intents::{Intents, Request};
use crate::panel::PanelId;
use crate::picker::Purpose;
use crate::resolver::{Resolver, Wish};
use crate::theme::Theme;
use crate::tools::ViewReport;
use crate::viewport;
use crate::widgets::notice;
use render::DeviceErrors;

impl WorldState {
    pub(super) fn new(resolver: Option<Resolver>) -> Self {
        Self { resolver, good: None, wanted: 0, arrived: 0, trouble: Vec::new(), diagnostics: Vec::new() }
    }
}

impl EditorApp {
    /// Asks for a world when the document has moved on.
    pub(super) fn refresh_world(&mut self) {
        let Some(document) = &self.document else { return };
        if document.revision() > self.world.wanted {
            self.world.wanted = document.revision();
            if let Some(resolver) = &self.world.resolver {
                resolver.want(Wish {
                    revision: document.revision(),
                    assets: document.assets().clone(),
                    focus: self.selection.clone(),
                });
            }
            self.world.list_diagnostics(document);
        }
    }

    /// Takes in what the threads have finished.
    pub(super) fn take_results(&mut self) {
        for message in self.gpu_errors.as_ref().map(DeviceErrors::take).unwrap_or_default() {
            self.log.error(format!("graphics: {message}"));
        }
        for text in notice::take(&self.wake) {
            self.log.warning(text);
        }
        while let Some(resolved) = self.world.resolver.as_ref().and_then(Resolver::poll) {
            if resolved.revision > self.world.wanted {
                continue;
            }
            self.world.arrived = resolved.revision;
            match resolved.world {
                Ok(world) => {
                    if self.world.good.is_none() && self.selection.is_none() {
                        let topmost = world.strates().first();
                        self.selection = topmost.map(|strate| Subject::Strate(strate.def.id.clone()));
                    }
                    self.world.good = Some(world);
                    self.world.trouble.clear();
                }
                Err(errors) => {
                    if self.world.good.is_none() && self.world.trouble.is_empty() {
                        self.dock.show(PanelId::Problems);
                    }
                    if let Some(document) = &self.document {
                        let (root, sources) = (document.root(), document.sources());
                        self.world.trouble = project::placed_errors(root, sources, document.assets(), &errors);
                    }
                }
            }
            if let Some(document) = &self.document {
                self.world.list_diagnostics(document);
            }
        }
    }

    /// Turns keys into actions; a text field that has the focus keeps its own.
    pub(super) fn shortcuts(&mut self, ctx: &egui::Context, out: &mut Intents) {
        if self.modal.is_some() || self.picker.is_open() {
            return;
        }
        let typing = ctx.text_edit_focused();
        // Those with more modifiers first: a plain combination also matches when Shift is held.
        let mut bound: Vec<_> = Action::all().flat_map(|action| action.shortcuts().map(move |keys| (action, keys))).collect();
        bound.sort_by_key(|(_, keys)| !keys.modifiers.shift);
        for (action, keys) in bound {
            if typing && action.yields_to_text() {
                continue;
            }
            if ctx.input_mut(|input| input.consume_shortcut(&keys)) {
                out.act(action);
            }
        }
    }

    /// Carries out everything wanted in this frame.
    pub(super) fn apply(&mut self, ctx: &egui::Context, out: Intents) {
        let held = ctx.input(|input| input.pointer.any_down());
        for edit in &out.edits {
            self.apply_edit(edit, held);
        }
        if !held && let Some(document) = &mut self.document {
            document.end_gesture();
        }
        for request in out.requests {
            self.apply_request(ctx, request);
        }
        for action in out.actions {
            self.apply_action(ctx, action);
        }
        self.drop_lost_selection();
        self.refresh_world();
        if !held {
            self.keep_journal();
        }
    }

    fn apply_edit(&mut self, edit: &Edit, held: bool) {
        let Some(document) = &mut self.document else { return };
        match document.apply(edit, held) {
            Ok(()) => match edit {
                Edit::Add(part) => self.selection = Some(part.subject()),
                Edit::Duplicate { subject: Subject::Candidate(_), id } => self.selection = Some(Subject::Strate(id.clone())),
                Edit::Duplicate { subject, id } => self.selection = Some(subject.with_id(id)),
                _ => {}
            },
            Err(refused) => self.log.error(refused.to_string()),
        }
    }

    fn apply_request(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::Select(subject) => self.selection = subject,
            Request::Reveal(spot) => {
                // What could not be read at all is not there to be shown.
                if !self.document.as_ref().is_some_and(|document| spot.subject.exists(document.assets())) {
                    return;
                }
                self.selection = Some(spot.subject.clone());
                self.dock.show(PanelId::Inspector);
                self.panels.reveal(spot);
            }
            Request::FlyToStrate(strate) => self.panels.viewport.wish(viewport::Wish::Strate(strate)),
            Request::FlyTo(place) => self.panels.viewport.wish(viewport::Wish::Place(place)),
            Request::GoToStep(done) => {
                if let Some(document) = &mut self.document {
                    document.go_to_step(done);
                }
            }
            Request::OpenProject(folder) => self.leave_project_for(Leaving::Open(folder)),
            Request::ShowPanel(panel) => self.dock.show(panel),
            Request::CancelJob(job) => self.jobs.cancel(job),
            Request::SetBrush(brush) => self.brush = brush,
            Request::ReportView(report) => {
                if report.statistics.refresh != self.view.statistics.refresh {
                    self.note_refresh();
                }
                // The time a frame takes always differs; it is shown, but asks for no other frame.
                let known = ViewReport { frame: report.frame, ..self.view.clone() };
                let is_news = *report != known;
                self.view = *report;
                if !is_news {
                    return;
                }
            }
            Request::Log(level, text) => self.log.add(level, text),
        }
        ctx.request_repaint();
    }

    fn apply_action(&mut self, ctx: &egui::Context, action: Action) {
        match action {
            Action::NewProject => self.ask_for_new(),
            Action::OpenProject => self.ask_for_folder(ctx, Purpose::Open),
            Action::Save => drop(self.save()),
            Action::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Action::Undo => self.step(false),
            Action::Redo => self.step(true),
            Action::DuplicateSelection => {
                if let (Some(document), Some(subject)) = (&self.document, self.selection.clone()) {
                    let id = subject.free_id(document.assets());
                    self.apply_edit(&Edit::Duplicate { subject, id }, false);
                }
            }
            Action::DeleteSelection => {
                if let Some(subject) = self.selection.clone() {
                    self.apply_edit(&Edit::Remove(subject), false);
                }
            }
            Action::Play => self.panels.viewport.wish(viewport::Wish::Play),
            Action::PlayFromCamera => self.panels.viewport.wish(viewport::Wish::PlayFromCamera),
            Action::FrameSelection => {
                if let Some(index) = self.selected_strate() {
                    self.panels.viewport.wish(viewport::Wish::Strate(index));
                }
            }
            Action::Home => self.panels.viewport.wish(viewport::Wish::Home),
            Action::ToggleTheme => {
                self.preferences.theme = self.preferences.theme.other();
                self.theme = Theme::of(self.preferences.theme);
                self.theme.apply(ctx);
                self.keep_own_files();
            }
            Action::ZoomIn => self.zoom(ctx, self.preferences.zoom + 0.1),
            Action::ZoomOut => self.zoom(ctx, self.preferences.zoom - 0.1),
            Action::ZoomReset => self.zoom(ctx, 1.0),
            Action::ResetLayout => self.dock.reset(),
            Action::TogglePanel(panel) => self.dock.toggle(panel),
            Action::About => self.modal = Some(Modal::About),
        }
        ctx.request_repaint();
    }

    /// One step back or forward; the status says which, in place of what it said of that step.
    fn step(&mut self, forward: bool) {
        let Some(document) = &mut self.document else { return };
        // An open gesture is the step that is taken back.
        document.end_gesture();
        let history = document.history();
        let name = if forward { history.redo_name() } else { history.undo_name() }.map(str::to_owned);
        let done = if forward { document.redo() } else { document.undo() };
        if let (true, Some(name)) = (done, name) {
            self.log.info(format!("{}: {name}", if forward { "Redone" } else { "Undone" }));
        }
    }

    fn zoom(&mut self, ctx: &egui::Context, zoom: f32) {
        self.preferences.set_zoom(zoom);
        ctx.set_zoom_factor(self.preferences.zoom);
    }

    fn selected_strate(&self) -> Option<world::StrateIndex> {
        let subject = self.selection.as_ref()?;
        let strates = self.world.good.as_ref()?.strates();
        strates.iter().find(|strate| subject.stands_in(strate)).map(|strate| strate.index)
    }

    fn drop_lost_selection(&mut self) {
        let there = match (&self.document, &self.selection) {
            (Some(document), Some(subject)) => subject.exists(document.assets()),
            _ => false,
        };
        if !there {
            self.selection = None;
        }
    }
}

impl WorldState {
    pub(super) fn list_diagnostics(&mut self, document: &Document) {
        self.diagnostics = document.diagnostics();
        self.diagnostics.extend(self.trouble.iter().cloned());
    }
}
