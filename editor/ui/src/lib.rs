//! The editor's window: documents, commands, undo, jobs, panels, viewport, hot reload.
//!
//! *Flow.* Panels draw from a read-only [`context::PanelContext`] and answer [`intents::Intents`]; [`app::EditorApp`] applies
//! them in one place, which gives a new snapshot, from which the [`resolver`] makes a new world, which the panels then show.

pub mod action;
pub mod app;
mod archetypes;
mod automation;
pub mod context;
pub mod dock;
pub mod document;
pub mod intents;
pub mod jobs;
mod journal;
pub mod log;
mod mailbox;
pub mod panel;
pub mod panels;
pub mod picker;
pub mod prefs;
mod reloader;
pub mod resolver;
mod state_file;
pub mod theme;
pub mod tools;
pub mod viewport;
pub mod watch;
pub mod widgets;
mod work;

pub use app::{EditorApp, EditorOptions, run};
