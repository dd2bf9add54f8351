//! For automation: a file that lists the named controls on screen, kept in step with what is drawn.
//!
//! *Format.* The first line is `pass` and the number of the drawn pass. Then one control a line, tab-separated: role, name, value,
//! left, top, right, bottom; edges in physical pixels of the window.

use egui::accesskit::{Node, NodeId, Rect, Role, TreeUpdate};
use egui::{Context, FullOutput, Plugin};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Writes the list after every pass: a reader knows from the number that what it did has been seen.
pub struct UiMap {
    path: PathBuf,
    nodes: BTreeMap<NodeId, Node>,
    pass: u64,
}

impl UiMap {
    /// Keeps `path` in step with the controls of a context from now on.
    pub fn install(ctx: &Context, path: PathBuf) {
        ctx.enable_accesskit();
        ctx.add_plugin(Self { path, nodes: BTreeMap::new(), pass: 0 });
    }

    fn take(&mut self, update: &TreeUpdate) {
        // Each frame tells the whole tree anew.
        self.nodes = update.nodes.iter().map(|(id, node)| (*id, node.clone())).collect();
    }

    fn text(&self, scale: f64) -> String {
        let mut text = format!("pass\t{}\n", self.pass);
        let mut nodes: Vec<_> = self.nodes.values().filter_map(|node| Some((node, node.bounds()?))).collect();
        // What can be used comes before what can only be read, and each in the order of reading.
        let place = |bounds: &Rect| (bounds.y0.round() as i64, bounds.x0.round() as i64);
        nodes.sort_by_key(|(node, bounds)| (node.role() == Role::Label, place(bounds)));
        for (node, bounds) in nodes {
            let name = node.label().or(node.value()).unwrap_or_default();
            if name.is_empty() || node.is_hidden() {
                continue;
            }
            let value = node.value().map(str::to_owned).or_else(|| node.numeric_value().map(|number| number.to_string()));
            let edges = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|edge| (edge * scale).round() as i64);
            let [left, top, right, bottom] = edges;
            let value = plain(&value.unwrap_or_default());
            // Writing to a string never fails.
            let _ = writeln!(text, "{:?}\t{}\t{value}\t{left}\t{top}\t{right}\t{bottom}", node.role(), plain(name));
        }
        text
    }
}

impl Plugin for UiMap {
    fn debug_name(&self) -> &'static str {
        "ui map"
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        self.take(update);
        self.pass += 1;
        let text = self.text(f64::from(ctx.pixels_per_point()));
        // Written beside and renamed, so that a reader never sees half of it. A reader that is gone is no trouble of ours.
        let beside = self.path.with_extension("new");
        let _ = std::fs::write(&beside, &text).and_then(|()| std::fs::rename(&beside, &self.path));
    }
}

fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}
