//! `bake`: a map of a strate as PNG.

use crate::cli::{between, numbers};
use crate::output::shown;
use crate::session::{Failure, Outcome, Session, chosen};
use ::compose::Progress;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use picture::{Layer, MapSpec};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Arguments of `bake`.
#[derive(clap::Args)]
pub struct BakeArgs {
    /// Project folder
    project: PathBuf,
    /// Strate
    #[arg(long, value_name = "N")]
    strate: u16,
    /// What to show
    #[arg(long, default_value = "biome", value_parser = layer())]
    layer: Layer,
    /// Pixels per edge
    #[arg(long, value_name = "PX", default_value_t = 512, value_parser = clap::value_parser!(u32).range(16..=4096))]
    size: u32,
    /// Metres per edge
    #[arg(long, value_name = "M", default_value_t = 512.0, value_parser = between(1.0, 65_536.0, " m"))]
    metres: f64,
    /// Middle of the map: x,y
    #[arg(long, value_name = "X,Y", value_parser = numbers::<2>, default_value = "0,0", allow_hyphen_values = true)]
    at: [f64; 2],
    /// File to write
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
}

/// Reads a layer by its name; all names are listed in the help.
fn layer() -> impl TypedValueParser<Value = Layer> {
    let named = |text: String| Layer::ALL.into_iter().find(|(name, _)| *name == text).map_or(Layer::Biome, |(_, layer)| layer);
    PossibleValuesParser::new(Layer::ALL.map(|(name, _)| name)).map(named)
}

/// Bakes and writes.
pub fn run(args: &BakeArgs, session: &Session) -> Outcome {
    session.may_write("--out", &args.out, &["png"])?;
    let world = session.world(&args.project)?;
    let strate = chosen(&world, Some(args.strate))?[0];
    let spec = MapSpec { strate, layer: args.layer, centre_m: args.at.into(), size_m: args.metres, size_px: args.size };
    let baked = session.watched(|watch| {
        picture::bake(&world, &spec, &mut |_, share| {
            (watch.progress)(Progress { done: (share * 100.0) as u64, total: 100, stage: "baking" });
            if watch.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    let map = baked.map_err(Failure::input)?.ok_or_else(|| Failure::failed("cancelled; nothing was written"))?;
    session.write(&args.out, &map.canvas.png().map_err(Failure::failed)?)?;
    let mut text = format!("{}\n", shown(&args.out));
    for entry in &map.legend {
        text += &format!("  {:24} {:.1} %\n", entry.label, entry.share * 100.0);
    }
    let legend: Vec<_> = map.legend.iter().map(|e| json!({ "label": e.label, "color": e.color, "share": e.share })).collect();
    session.print(text, &json!({ "out": shown(&args.out), "legend": legend }));
    Ok(())
}
