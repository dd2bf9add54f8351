//! What panels want: collected while they draw, applied in one place after the frame.

use crate::action::Action;
use crate::document::{Edit, Spot, Subject};
use crate::jobs::JobId;
use crate::log::Level;
use crate::panel::PanelId;
use crate::tools::{Brush, ViewReport};
use glam::DVec3;
use std::path::PathBuf;
use world::StrateIndex;

/// A wish with a payload that changes the editor's own state, never the project.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Selects.
    Select(Option<Subject>),
    /// Selects what a field belongs to and leads to it in the inspector.
    Reveal(Spot),
    /// Moves the camera to the spine room of a strate.
    FlyToStrate(StrateIndex),
    /// Moves the camera to a place in world metres.
    FlyTo(DVec3),
    /// Undoes or redoes until this many steps are done.
    GoToStep(usize),
    /// Brings a panel to the front.
    ShowPanel(PanelId),
    /// Opens a project folder.
    OpenProject(PathBuf),
    /// Asks a job to stop.
    CancelJob(JobId),
    /// Changes the brush.
    SetBrush(Brush),
    /// Tells the rest of the editor where the camera is and how streaming goes.
    ReportView(Box<ViewReport>),
    /// Adds a line to the log.
    Log(Level, String),
}

/// Wishes of one frame, in order.
#[derive(Debug, Default)]
pub struct Intents {
    /// Commands without payload.
    pub actions: Vec<Action>,
    /// Undoable changes of the project. While a pointer button is held, edits of one thing make one step.
    pub edits: Vec<Edit>,
    /// Everything else.
    pub requests: Vec<Request>,
}

impl Intents {
    /// Wants a command.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }
    /// Wants a change of the project.
    pub fn edit(&mut self, edit: Edit) {
        self.edits.push(edit);
    }
    /// Wants something else.
    pub fn request(&mut self, request: Request) {
        self.requests.push(request);
    }
    /// Wants `subject` selected.
    pub fn select(&mut self, subject: Subject) {
        self.request(Request::Select(Some(subject)));
    }
}
