//! `stream`: a scripted flight through the streaming engine, with gates and statistics.

use crate::output::read_text;
use crate::session::{Failure, Outcome, Session};
use glam::DVec3;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use stream::{Anchor, AnchorKind, Gates, Replacement, Settings, Streamer, Workers};
use world::{StrateIndex, World};

/// Time between frames.
const FRAME: Duration = Duration::from_micros(16_667);
/// Bytes of changes taken per frame once the first view is complete.
const FRAME_BYTES: usize = 4 << 20;
/// The first view must be complete by then.
const FIRST_VIEW_LIMIT: Duration = Duration::from_secs(120);
/// Radius of the circular route, metres.
const CIRCLE_M: f64 = 48.0;

/// Largest file of a route, in bytes.
const LARGEST_ROUTE: u64 = 16 << 20;
/// Greatest distance of a position from the origin along an axis, metres.
const FARTHEST_M: f64 = 32_768.0;

/// Arguments of `stream`.
#[derive(clap::Args)]
pub struct StreamArgs {
    /// Project folder, or a season's JSON file
    project: PathBuf,
    /// circle, line, or a file with one position per line (x y z, metres)
    #[arg(long, default_value = "circle")]
    route: String,
    /// Metres per second
    #[arg(long, default_value_t = 12.0, value_parser = positive)]
    speed: f64,
    /// Length of the flight in seconds
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive)]
    seconds: f64,
    /// Start in the spine room of this strate
    #[arg(long, value_name = "N", default_value_t = 0)]
    strate: u16,
    /// Radius of the finest shell in tiles
    #[arg(long, value_name = "TILES", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64))]
    radius: u32,
    /// Replace the whole world this many times during the flight, as a hot reload does
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    replace: u32,
    /// Only load the first view; do not fly
    #[arg(long)]
    wait: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|v: &f64| *v > 0.0 && *v <= 10_000.0)
        .ok_or_else(|| "a number above 0, at most 10000, is expected".to_owned())
}

/// Time since the program's first look at the clock.
pub fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Processor time of this thread, where the system tells; else the clock.
fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    clock()
}

/// Engine time of each frame of the calling thread.
#[derive(Default)]
struct Frames {
    times: Vec<Duration>,
}

impl Frames {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let before = thread_time();
        let result = work();
        self.times.push(thread_time().saturating_sub(before));
        result
    }
    /// Milliseconds of a share of the frames, in thousandths.
    fn within(&mut self, thousandths: usize) -> f64 {
        self.times.sort_unstable();
        let at = self.times.len().saturating_sub(1) * thousandths / 1000;
        self.times.get(at).map_or(0.0, |t| t.as_secs_f64() * 1000.0)
    }
}

/// Share of frames in which each gate was open.
#[derive(Default)]
struct Shares {
    frames: u32,
    open: [u32; 3],
}

impl Shares {
    fn add(&mut self, gates: Gates) {
        self.frames += 1;
        for (count, open) in self.open.iter_mut().zip([gates.walkable_now, gates.enclosed_now, gates.refined_now]) {
            *count += u32::from(open);
        }
    }
    fn percent(&self) -> [f64; 3] {
        self.open.map(|count| f64::from(count) * 100.0 / f64::from(self.frames.max(1)))
    }
}

/// Streams the first view, then flies.
pub fn run(args: &StreamArgs, session: &Session) -> Outcome {
    let begin = clock();
    let world = super::digest::world_of(&args.project, session)?;
    let start_m = start(&world, args.strate)?;
    let route = Route::new(&args.route, start_m, args.speed)?;
    let resolved = clock() - begin;
    let threads = session.threads();
    let settings = Settings {
        near_radius_tiles: args.radius,
        view_distance_m: None,
        max_level: world.voxel().coarsest_level(),
        memory_bytes: 512 << 20,
    };
    let mut streamer = Streamer::new(world.clone(), Workers::new(threads, clock), settings);
    let mut frames = Frames::default();
    let (mut walkable, mut complete) = (None, None);
    while complete.is_none() && !session.is_cancelled() && clock() - begin < FIRST_VIEW_LIMIT {
        let frame_end = clock() + FRAME / 4;
        frames.measure(|| {
            streamer.update(clock(), &[anchor(start_m, DVec3::X, 0.0)]);
            streamer.take_changes(FRAME_BYTES * 8)
        });
        let gates = streamer.gates();
        if gates.walkable_now && walkable.is_none() {
            walkable = Some(clock() - begin);
        }
        if gates.refined_now && !streamer.is_busy() {
            complete = Some(clock() - begin);
        }
        std::thread::sleep(frame_end.saturating_sub(clock()));
    }
    let mut shares = Shares::default();
    if !args.wait && complete.is_some() {
        fly(args, session, &route, &mut streamer, &mut frames, &mut shares);
    }
    report(args, session, &mut frames, &shares, &streamer, [Some(resolved), walkable, complete], threads)
}

fn fly(args: &StreamArgs, session: &Session, route: &Route, streamer: &mut Streamer, frames: &mut Frames, shares: &mut Shares) {
    let begin = clock();
    let mut replaced = 0;
    loop {
        let now = clock();
        let seconds = (now - begin).as_secs_f64();
        if seconds >= args.seconds || session.is_cancelled() {
            return;
        }
        // As in the editor, the new world is made elsewhere; only taking it up is part of the frame.
        let is_due = replaced < args.replace && seconds * f64::from(args.replace + 1) >= args.seconds * f64::from(replaced + 1);
        let new_world = is_due.then(|| World::resolve(streamer.world().assets(), None)).and_then(Result::ok);
        replaced += u32::from(is_due);
        let (pos_m, heading) = route.at(seconds * args.speed);
        frames.measure(|| {
            if let Some(world) = new_world {
                streamer.set_world(Arc::new(world), Replacement::Whole);
            }
            streamer.update(now, &[anchor(pos_m, heading, args.speed)]);
            streamer.take_changes(FRAME_BYTES)
        });
        shares.add(streamer.gates());
        std::thread::sleep((now + FRAME).saturating_sub(clock()));
    }
}

fn report(
    args: &StreamArgs,
    session: &Session,
    frames: &mut Frames,
    shares: &Shares,
    streamer: &Streamer,
    [resolved, walkable, complete]: [Option<Duration>; 3],
    threads: usize,
) -> Outcome {
    let seconds = |time: Option<Duration>| time.map(|t| t.as_secs_f64());
    let shown = |time: Option<Duration>| time.map_or("never".to_owned(), |t| format!("{:.3} s", t.as_secs_f64()));
    let statistics = streamer.statistics();
    let [p50, p99, p999, longest] = [500, 990, 999, 1000].map(|share| frames.within(share));
    let [walk, enclosed, refined] = shares.percent();
    let gap = statistics.longest_gap.as_secs_f64() * 1000.0;
    let mut text = format!(
        "{threads} workers, radius {} tiles\nresolved and planned {}\nwalkable now         {}\nfirst view complete  {}\n",
        args.radius,
        shown(resolved),
        shown(walkable),
        shown(complete)
    );
    if shares.frames > 0 {
        text += &format!(
            "flight of {} frames at {} m/s: walkable {walk:.1} %, enclosed {enclosed:.1} %, refined {refined:.1} %, longest gap {gap:.0} ms\n",
            shares.frames, args.speed
        );
    }
    let sampled = statistics.sampled_points as f64 * 100.0 / statistics.total_points.max(1) as f64;
    text += &format!(
        "engine time per frame: p50 {p50:.3} ms, p99 {p99:.3} ms, p99.9 {p999:.3} ms, longest {longest:.3} ms over {} frames\n\
         tiles built {}, proven {}, dropped {}; {sampled:.1} % of points sampled; mixed tile p50 {} µs, p95 {} µs\n\
         drawn per level {:?}; {:.1} MB accounted",
        frames.times.len(),
        statistics.built,
        statistics.proven,
        statistics.dropped,
        statistics.build_p50_us,
        statistics.build_p95_us,
        statistics.drawn_per_level,
        statistics.accounted_bytes as f64 / 1e6
    );
    let document = json!({
        "workers": threads, "radius_tiles": args.radius, "resolved_s": seconds(resolved), "walkable_s": seconds(walkable),
        "first_view_s": seconds(complete), "flight_frames": shares.frames, "speed_mps": args.speed,
        "walkable_percent": walk, "enclosed_percent": enclosed, "refined_percent": refined, "longest_gap_ms": gap,
        "frame_ms": { "p50": p50, "p99": p99, "p999": p999, "longest": longest, "count": frames.times.len() },
        "built": statistics.built, "proven": statistics.proven, "dropped": statistics.dropped, "sampled_percent": sampled,
        "build_us": { "p50": statistics.build_p50_us, "p95": statistics.build_p95_us },
        "drawn_per_level": statistics.drawn_per_level, "accounted_bytes": statistics.accounted_bytes,
    });
    session.print(text, &document);
    match complete {
        Some(_) if !session.is_cancelled() => Ok(()),
        _ => Err(Failure::failed("the first view was not completed")),
    }
}

/// Eye height above the spine room's floor.
fn start(world: &World, strate: u16) -> Result<DVec3, Failure> {
    let index = crate::session::chosen(world, Some(strate))?[0];
    let foot_m = if index == StrateIndex(0) { world.spawn_m() } else { world.plan(index).map_err(Failure::failed)?.spine_m };
    Ok(foot_m + DVec3::Z * 1.6)
}

fn anchor(pos_m: DVec3, heading: DVec3, speed: f64) -> Anchor {
    Anchor { kind: AnchorKind::Visual, pos_m, velocity: (heading * speed).as_vec3(), forward: heading.as_vec3() }
}

/// Where a flight leads.
enum Route {
    Circle(DVec3),
    Polyline(Vec<DVec3>),
}

impl Route {
    fn new(text: &str, start_m: DVec3, speed: f64) -> Result<Self, Failure> {
        match text {
            "circle" => Ok(Route::Circle(start_m)),
            "line" => Ok(Route::Polyline(vec![start_m, start_m + DVec3::X * speed * 10_000.0])),
            file => Self::read(Path::new(file)),
        }
    }
    fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path, LARGEST_ROUTE)
            .map_err(|failure| Failure::input(format!("--route: circle, line or a file is expected; {}", failure.message)))?;
        let mut points = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let values: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
            match values.as_deref() {
                Ok([x, y, z]) if [x, y, z].iter().all(|v| v.abs() <= FARTHEST_M) => points.push(DVec3::new(*x, *y, *z)),
                _ => {
                    return Err(Failure::input(format!(
                        "line {}: three numbers (x y z, metres, each within ±{FARTHEST_M}) are expected: {}",
                        number + 1,
                        path.display()
                    )));
                }
            }
        }
        if points.len() < 2 {
            return Err(Failure::input(format!("a route needs at least two positions: {}", path.display())));
        }
        Ok(Route::Polyline(points))
    }
    /// Position and heading after so many metres; a finished route stays at its end.
    fn at(&self, metres: f64) -> (DVec3, DVec3) {
        match self {
            Route::Circle(start_m) => {
                let angle = metres / CIRCLE_M;
                let (sin, cos) = angle.sin_cos();
                let centre = *start_m - DVec3::X * CIRCLE_M;
                (centre + DVec3::new(cos, sin, 0.0) * CIRCLE_M, DVec3::new(-sin, cos, 0.0))
            }
            Route::Polyline(points) => {
                let mut left = metres;
                for pair in points.windows(2) {
                    let length = pair[0].distance(pair[1]);
                    let heading = (pair[1] - pair[0]).normalize_or(DVec3::X);
                    if left <= length {
                        return (pair[0] + heading * left, heading);
                    }
                    left -= length;
                }
                (points.last().copied().unwrap_or_default(), DVec3::X)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_keep_their_speed_and_begin_at_the_start() {
        let start_m = DVec3::new(3.0, -7.0, -21.0);
        for text in ["circle", "line"] {
            let route = Route::new(text, start_m, 9.0).unwrap();
            assert!(route.at(0.0).0.distance(start_m) < 1e-9);
            assert!((route.at(5.01).0.distance(route.at(5.0).0) - 0.01).abs() < 1e-6);
        }
    }
}
