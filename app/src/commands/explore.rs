//! `explore`: walks through strates, reports, and exports meshes.

use crate::cli::between;
use crate::output::shown;
use crate::session::{Failure, Outcome, Session, chosen};
use serde_json::json;
use std::path::PathBuf;

/// Arguments of `explore`.
#[derive(clap::Args)]
pub struct ExploreArgs {
    /// Project folder
    project: PathBuf,
    /// Only this strate
    #[arg(long, value_name = "N")]
    strate: Option<u16>,
    /// Walk every way both ways and report
    #[arg(long)]
    walk: bool,
    /// Write the terrain round the spine of --strate as a mesh
    #[arg(long, value_name = "FILE.glb|.obj|.ply", requires = "strate")]
    export: Option<PathBuf>,
    /// Level of the exported mesh
    #[arg(long, value_name = "L", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=5))]
    level: u8,
    /// Half the edge of the exported square, metres
    #[arg(long, value_name = "M", default_value_t = 48.0, value_parser = between(1.0, 4096.0, " m"))]
    reach: f64,
}

/// Walks, exports, or both.
pub fn run(args: &ExploreArgs, session: &Session) -> Outcome {
    if !args.walk && args.export.is_none() {
        return Err(Failure::input("nothing to do: give --walk, --export or both"));
    }
    if let Some(path) = &args.export {
        session.may_write("--export", path, &["glb", "obj", "ply"])?;
    }
    let world = session.world(&args.project)?;
    let strates = chosen(&world, args.strate)?;
    let (mut text, mut documents, mut failures) = (String::new(), Vec::new(), 0);
    if args.walk {
        for (done, &strate) in strates.iter().enumerate() {
            if session.is_cancelled() {
                return Err(Failure::failed("cancelled"));
            }
            session.watched(|watch| watch.report(done as u64, strates.len() as u64, "walking"));
            let report = export::walk(&world, strate);
            failures += u32::from(report.broken.is_some());
            text += &report.to_text();
            text.push('\n');
            documents.push(serde_json::to_value(&report).map_err(Failure::failed)?);
        }
    }
    if let (Some(path), Some(&strate)) = (&args.export, strates.first()) {
        let mesh = export::Mesh::of_strate(&world, strate, args.level, args.reach).map_err(Failure::input)?;
        let ending = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
        let bytes = match ending.as_deref() {
            Some("obj") => mesh.obj(),
            Some("ply") => mesh.ply(),
            _ => mesh.glb(),
        };
        session.write(path, &bytes)?;
        text += &format!("{} vertices, {} triangles in {}\n", mesh.positions.len(), mesh.triangles.len(), shown(path));
    }
    session.print(text, &json!({ "strates": documents, "export": args.export.as_deref().map(shown) }));
    if failures > 0 { Err(Failure::failed(format!("the law is broken in {failures} strates"))) } else { Ok(()) }
}
