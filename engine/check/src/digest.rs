//! The digest of a world: named parts, hashed over fixed probe lattices, plans, biomes and tile meshes.

use crate::Watch;
use crate::tiles::{tile_hash, view_tiles};
use compose::{Digest, Part};
use field::{FillScratch, Proofs, SampleBox, Verdict};
use glam::{DVec2, IVec3, UVec3};
use rayon::prelude::*;
use stream::{BuildScratch, build_tile};
use world::{Strate, World};

/// Kinds of parts of a strate, in their listed order.
const KINDS: [&str; 5] = ["native", "finished", "plan", "biomes", "tiles"];

/// Computes the digest of a world on `pool`. `None` when cancelled.
pub fn digest(world: &World, pool: &rayon::ThreadPool, watch: &Watch<'_>) -> Option<Digest> {
    let jobs: Vec<(usize, usize)> = (0..world.strates().len()).flat_map(|s| (0..KINDS.len()).map(move |k| (s, k))).collect();
    let total = jobs.len() as u64;
    let done = std::sync::atomic::AtomicU64::new(0);
    let parts: Vec<Option<Part>> = pool.install(|| {
        jobs.par_iter()
            .with_max_len(1)
            .map(|&(place, kind)| {
                if watch.is_cancelled() {
                    return None;
                }
                let strate = world.strates().get(place)?;
                let hash = match KINDS[kind] {
                    "native" => native(strate),
                    "finished" => finished(world, strate),
                    "plan" => plan(world, strate),
                    "biomes" => biomes(world, strate),
                    _ => tiles(world, strate),
                };
                watch.report(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, total, "digest");
                Some(Part { name: format!("strate {place}/{}", KINDS[kind]), hash: hash.to_hex().to_string() })
            })
            .collect()
    });
    let mut listed = vec![Part { name: "layout".into(), hash: layout(world).to_hex().to_string() }];
    for part in parts {
        listed.push(part?);
    }
    Some(Digest::of(listed))
}

/// A hasher whose inputs are length-prefixed or of fixed size.
struct Feed(blake3::Hasher);

impl Feed {
    fn new() -> Self {
        Self(blake3::Hasher::new())
    }
    fn text(&mut self, text: &str) {
        self.int(text.len() as i64);
        self.0.update(text.as_bytes());
    }
    fn int(&mut self, value: i64) {
        self.0.update(&value.to_le_bytes());
    }
    fn float(&mut self, value: f32) {
        // Both zeros are one value.
        self.0.update(&(if value == 0.0 { 0.0 } else { value }).to_le_bytes());
    }
    fn double(&mut self, value: f64) {
        self.0.update(&(if value == 0.0 { 0.0 } else { value }).to_le_bytes());
    }
}

fn layout(world: &World) -> blake3::Hash {
    let mut feed = Feed::new();
    feed.int(i64::from(world.voxel().micrometres()));
    for strate in world.strates() {
        feed.text(&strate.slot.0);
        feed.text(&strate.def.id);
        feed.text(strate.def.archetype.name());
        feed.0.update(&strate.seed.to_le_bytes());
        for height in [strate.bands.top, strate.bands.content_top, strate.bands.content_floor, strate.bands.bottom] {
            feed.int(i64::from(height));
        }
        feed.int(i64::from(strate.coarsest_level));
        if let Some(level_m) = world.water_level_m(strate.index) {
            feed.text("water");
            feed.double(level_m);
        }
    }
    feed.0.finalize()
}

/// Probe lattices of a strate: dense at the spine, sparse far out. Heights are local.
fn probes(height: i32) -> Vec<SampleBox> {
    let rows = |level: u8| (height >> level) as u32 + 1;
    [(IVec3::new(-24, -24, 0), 0u8, 48u32), (IVec3::new(-257, 131, 0), 2, 33), (IVec3::new(19_997, -40_003, 0), 3, 17)]
        .into_iter()
        .map(|(origin, level, side)| SampleBox { origin, level, size: UVec3::new(side, side, rows(level)) })
        .collect()
}

fn native(strate: &Strate) -> blake3::Hash {
    let mut feed = Feed::new();
    let mut scratch = FillScratch::default();
    for domain in probes(strate.bands.content_top - strate.bands.content_floor) {
        strate.native.fill(&domain, Proofs::Off, &mut scratch);
        scratch.density.iter().for_each(|&d| feed.float(d));
    }
    feed.0.finalize()
}

fn finished(world: &World, strate: &Strate) -> blake3::Hash {
    let mut feed = Feed::new();
    let mut scratch = FillScratch::default();
    for mut domain in probes(strate.bands.top - strate.bands.bottom) {
        domain.origin.z = strate.bands.bottom;
        // Signs are what proofs may not change; values are compared by the native part.
        match world.fill(&domain, Proofs::On, &mut scratch) {
            Verdict::Rock => feed.int(-(domain.len() as i64)),
            Verdict::Air => feed.int(domain.len() as i64),
            Verdict::Mixed => {
                let signs: Vec<u8> = scratch.density.iter().map(|&d| u8::from(d >= 0.0)).collect();
                let set = signs.iter().filter(|&&sign| sign == 1).count() as i64;
                match set {
                    0 => feed.int(-(domain.len() as i64)),
                    n if n == domain.len() as i64 => feed.int(n),
                    _ => _ = feed.0.update(&signs),
                }
            }
        }
    }
    feed.0.finalize()
}

fn plan(world: &World, strate: &Strate) -> blake3::Hash {
    let mut feed = Feed::new();
    match world.plan(strate.index) {
        Err(error) => feed.text(&error.to_string()),
        Ok(plan) => {
            let routes = plan.passages.iter().chain(&plan.backbone);
            let points = routes.flat_map(|route| route.points_m.iter().copied());
            for point in plan.mouths.iter().map(|m| m.foot_m).chain([plan.spine_m]).chain(points) {
                point.to_array().into_iter().for_each(|v| feed.double(v));
            }
            feed.int(plan.features.len() as i64);
            for feature in &plan.features {
                // Debug text of finite numbers is exact and the same everywhere.
                feed.text(&format!("{feature:?}"));
            }
        }
    }
    feed.0.finalize()
}

fn biomes(world: &World, strate: &Strate) -> blake3::Hash {
    let mut feed = Feed::new();
    let mut shares = Vec::new();
    for y in -16..16 {
        for x in -16..16 {
            let xy = DVec2::new(f64::from(x) * 13.25, f64::from(y) * 17.75);
            let climate = world.climate(strate.index, xy);
            feed.float(climate.relief);
            feed.float(climate.moisture);
            world.biome_shares(strate.index, xy, &mut shares);
            feed.int(shares.len() as i64);
            for share in &shares {
                feed.int(i64::from(share.biome));
                feed.int(i64::from(share.material));
                feed.float(share.weight);
            }
        }
    }
    feed.0.finalize()
}

fn tiles(world: &World, strate: &Strate) -> blake3::Hash {
    let mut feed = Feed::new();
    let mut scratch = BuildScratch::default();
    for key in view_tiles(world, 1).into_iter().filter(|k| k.strate == strate.index) {
        feed.0.update(&tile_hash(&build_tile(world, key, Proofs::On, &mut scratch)));
    }
    feed.0.finalize()
}
