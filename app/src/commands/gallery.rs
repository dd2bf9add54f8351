//! `gallery`: every kind of strate at eye height, from above and in section, with a page that shows them.

use super::screenshot;
use crate::output::shown;
use crate::session::{Failure, Outcome, Session};
use glam::DVec3;
use picture::{Axis, CutawaySpec, SliceSpec, Source, Style};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use world::{Strate, World};

/// Edge of the view from above, and width of a section, metres.
const ACROSS_M: f64 = 120.0;

/// Arguments of `gallery`.
#[derive(clap::Args)]
pub struct GalleryArgs {
    /// Project folder
    project: PathBuf,
    /// Only the strate of this id
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// Radius of the finest shell in tiles
    #[arg(long, value_name = "TILES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64))]
    radius: u32,
    /// Folder to write; pictures in it are replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Draws three pictures of each strate and writes the page.
pub fn run(args: &GalleryArgs, session: &Session) -> Outcome {
    let world = session.world(&args.project)?;
    std::fs::create_dir_all(&args.out).map_err(|e| Failure::failed(format!("{}: {e}", args.out.display())))?;
    let mut seen = BTreeSet::new();
    let wanted = |strate: &&Strate| args.only.as_ref().is_none_or(|id| *id == strate.def.id);
    let strates = world.strates().iter().filter(wanted).filter(|strate| seen.insert(strate.def.id.clone()));
    let mut page =
        String::from("# Gallery\n\nEvery kind of strate of the sample at eye height, from above (cut open) and in section.\n");
    let mut drawn = Vec::new();
    for strate in strates {
        let files = draw(&world, strate, args, session)?;
        let _ = write!(page, "\n## {} ({})\n\n", strate.def.name, kinds(strate));
        for (file, caption) in files {
            let _ = writeln!(page, "![{}, {caption}]({file})", strate.def.name);
            drawn.push(file);
        }
        if session.is_cancelled() {
            return Err(Failure::failed("stopped; finished pictures are kept"));
        }
    }
    if drawn.is_empty() {
        return Err(Failure::input(format!("no strate is named {:?}", args.only.clone().unwrap_or_default())));
    }
    if args.only.is_none() {
        write(&args.out.join("README.md"), page.as_bytes())?;
    }
    let document = json!({ "out": shown(&args.out), "pictures": drawn });
    session.print(format!("{} pictures in {}", drawn.len(), args.out.display()), &document);
    Ok(())
}

/// `SurfaceWorld`, with the names of further regions.
fn kinds(strate: &Strate) -> String {
    let regions = strate.def.regions.iter().map(|region| region.archetype.name());
    std::iter::once(strate.def.archetype.name()).chain(regions).collect::<Vec<_>>().join(" beside ")
}

/// Names and captions of the pictures of a strate.
fn draw(
    world: &Arc<World>,
    strate: &Strate,
    args: &GalleryArgs,
    session: &Session,
) -> Result<Vec<(String, &'static str)>, Failure> {
    let id = &strate.def.id;
    let view = picture::viewpoint(world, strate.index);
    let view = view.ok_or_else(|| Failure::failed(format!("{id} cannot be planned, so there is no place to stand")))?;
    let shot =
        screenshot::draw(world, session.threads(), view.eye_m, view.look_m, [1280, 720], args.radius).map_err(Failure::failed)?;
    let middle_m = picture::cutaway::middle_m(world, strate.index);
    let spec = CutawaySpec { strate: strate.index, centre_m: middle_m.truncate(), size_m: ACROSS_M, zoom: 3 };
    let above = picture::cutaway(world, &spec).map_err(Failure::failed)?;
    let metres = |z: i32| f64::from(z) * f64::from(world.voxel().metres());
    let (bottom_m, top_m) = (metres(strate.bands.bottom), metres(strate.bands.top));
    let cut = SliceSpec {
        axis: Axis::Y,
        centre_m: DVec3::new(middle_m.x, middle_m.y, 0.5 * (bottom_m + top_m)),
        width_m: ACROSS_M,
        height_m: top_m - bottom_m,
        level: world.voxel().per_metre().trailing_zeros() as u8 - 1,
        zoom: 3,
    };
    let section = picture::slice(Source::World(world), &cut, Style::Filled, &strate.def.name).map_err(Failure::failed)?;
    let mut files = Vec::new();
    for (canvas, kind, caption) in
        [(shot.canvas, "eye", "at eye height"), (above, "above", "from above"), (section, "section", "in section")]
    {
        let file = format!("{id}-{kind}.png");
        write(&args.out.join(&file), &canvas.png().map_err(Failure::failed)?)?;
        files.push((file, caption));
    }
    Ok(files)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|e| Failure::failed(format!("{}: {e}", path.display())))
}
