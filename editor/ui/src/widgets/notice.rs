//! Short messages from widgets to the author, for the status bar: why a typed value was not taken.

use egui::{Context, Id};

fn place() -> Id {
    Id::new("notices")
}

/// Says something once.
pub fn say(ctx: &Context, text: impl Into<String>) {
    let text = text.into();
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Vec<String>>(place()).push(text));
    ctx.request_repaint();
}

/// What was said since the last call.
pub fn take(ctx: &Context) -> Vec<String> {
    ctx.data_mut(|data| data.remove_temp::<Vec<String>>(place())).unwrap_or_default()
}
