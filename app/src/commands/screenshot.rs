//! `screenshot`: a picture of a place, drawn off-screen.

use super::stream::clock;
use crate::cli::numbers;
use crate::output::shown;
use crate::session::{Failure, Outcome, Session};
use glam::{DVec3, Vec3};
use render::{Camera, Environment, Scene, SceneOptions, View};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use stream::{Anchor, AnchorKind, Settings, Streamer, Workers};
use world::{StrateIndex, World};

/// Eye height of a standing body, metres.
const EYE_M: f64 = 1.6;

/// Arguments of `screenshot`.
#[derive(clap::Args)]
pub struct ScreenshotArgs {
    /// Project folder, or a season's JSON file
    project: PathBuf,
    /// Camera: x,y,z in metres; the spawn at eye height when left out
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, allow_hyphen_values = true)]
    at: Option<[f64; 3]>,
    /// What to look at: x,y,z in metres; the way ahead when left out
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, allow_hyphen_values = true)]
    look: Option<[f64; 3]>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    size: [u32; 2],
    /// Radius of the finest shell in tiles
    #[arg(long, value_name = "TILES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64))]
    radius: u32,
    /// File to write
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let parts = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    parts
        .filter(|s: &[u32; 2]| s.iter().all(|v| (16..=8192).contains(v)))
        .ok_or_else(|| "WIDTHxHEIGHT, each 16 to 8192".to_owned())
}

/// Streams the view and draws it.
pub fn run(args: &ScreenshotArgs, session: &Session) -> Outcome {
    session.may_write("--out", &args.out, &["png"])?;
    let world = super::digest::world_of(&args.project, session)?;
    let eye_m = args.at.map_or_else(|| world.spawn_m() + DVec3::Z * EYE_M, DVec3::from_array);
    let strate = world.strate_at(world.voxel().lattice_floor(eye_m).z).unwrap_or(StrateIndex(0));
    let look_m = args.look.map_or_else(|| ahead(&world, strate, eye_m), DVec3::from_array);
    let shot = draw(&world, session.threads(), eye_m, look_m, args.size, args.radius).map_err(Failure::failed)?;
    session.write(&args.out, &shot.canvas.png().map_err(Failure::failed)?)?;
    let document = json!({
        "out": shown(&args.out), "eye_m": eye_m.to_array(), "look_m": look_m.to_array(), "strate": strate.0,
        "adapter": shot.adapter, "tiles": shot.stats.tiles, "triangles": shot.stats.triangles,
    });
    session.print(format!("{} ({} triangles on {})", args.out.display(), shot.stats.triangles, shot.adapter), &document);
    Ok(())
}

/// A picture that was drawn.
pub struct Shot {
    /// The picture.
    pub canvas: picture::Canvas,
    /// What it took.
    pub stats: render::DrawStats,
    /// Name of what drew it.
    pub adapter: String,
}

/// Streams the view from an eye completely and draws it. `radius` is that of the finest shell in tiles.
///
/// # Errors
/// Where nothing can draw, or the picture cannot be read back.
pub fn draw(
    world: &Arc<World>,
    threads: usize,
    eye_m: DVec3,
    look_m: DVec3,
    size: [u32; 2],
    radius: u32,
) -> Result<Shot, String> {
    let strate = world.strate_at(world.voxel().lattice_floor(eye_m).z).unwrap_or(StrateIndex(0));
    let camera = Camera::looking_at(eye_m, look_m, 70.0);
    let (device, queue, adapter) = render::headless_device().map_err(|e| format!("cannot draw: {e}"))?;
    let mut scene = Scene::new(&device, &queue, SceneOptions::for_adapter(&adapter));
    scene.set_voxel(world.voxel());
    let looks: Vec<_> = world.assets().materials.values().map(|m| m.look.clone()).collect();
    scene.set_materials(&looks);
    if let Some(here) = world.strates().get(usize::from(strate.0)) {
        scene.set_environment(&Environment::of_strate(here, world.voxel()));
    }
    if world.plan(strate).is_ok() {
        let (props, lights) = ui::viewport::marks::lamps(world);
        scene.set_props(&props);
        scene.set_lights(&lights);
    }
    let settings = Settings {
        near_radius_tiles: radius,
        view_distance_m: None,
        max_level: world.voxel().coarsest_level(),
        memory_bytes: 1 << 30,
    };
    let mut streamer = Streamer::new(world.clone(), Workers::new(threads, clock), settings);
    let anchor = [Anchor { kind: AnchorKind::Visual, pos_m: eye_m, velocity: Vec3::ZERO, forward: camera.forward() }];
    streamer.run_until_idle(clock(), &anchor).iter().for_each(|change| scene.apply(change));
    let stats = scene.draw(&View { strate: Some(strate), ..View::new(camera, size) });
    let picture = scene.read_rgba().map_err(|e| format!("cannot read the picture back: {e}"))?;
    let pixels = picture.rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect();
    let canvas = picture::Canvas { width: picture.width as usize, height: picture.height as usize, pixels };
    Ok(Shot { canvas, stats, adapter: adapter.name })
}

/// A point along the first way out of the strate's spine room, or to the north.
fn ahead(world: &world::World, strate: StrateIndex, eye_m: DVec3) -> DVec3 {
    let route = world.plan(strate).ok().and_then(|plan| plan.backbone.last());
    let point = route.and_then(|r| r.points_m.iter().find(|p| p.distance(eye_m) > 8.0).copied());
    point.map_or(eye_m + DVec3::Y * 10.0, |p| p + DVec3::Z * EYE_M)
}
