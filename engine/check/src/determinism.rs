//! The same tiles in every order, on one thread and on all, cold and warm, and in a fresh process.

use crate::tiles::{middle_m, tile_hash, view_tiles};
use crate::{Check, Context, Mode, Report};
use compose::draw::Draw;
use field::Proofs;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use stream::{BuildScratch, TileContent, TileKey, TileMesh, build_tile};
use world::World;

type Hash = [u8; 32];

/// One way to build a list of tiles.
#[derive(Clone, Copy, Debug)]
struct Way {
    order: &'static str,
    all_threads: bool,
    warm: bool,
}

pub(crate) fn run(context: &Context<'_>) -> Report {
    let mut report = Report::begin(Check::Determinism, context, "tiles");
    let world = context.world;
    let mut keys = view_tiles(world, if context.mode == Mode::Full { 2 } else { 1 });
    if context.mode == Mode::Quick {
        let keep = keys.len().div_ceil(48).max(1);
        keys = keys.into_iter().step_by(keep).collect();
    }
    let mut scratch = BuildScratch::default();
    let mut meshes = BTreeMap::new();
    let mut expected: Vec<Hash> = Vec::with_capacity(keys.len());
    for (done, &key) in keys.iter().enumerate() {
        if context.watch.is_cancelled() {
            return report.end(context);
        }
        let content = build_tile(world, key, Proofs::On, &mut scratch);
        expected.push(tile_hash(&content));
        if let TileContent::Mesh(mesh) = content {
            meshes.insert(key, mesh);
        }
        context.watch.report(done as u64, keys.len() as u64, "building the reference");
    }
    report.count("tiles with a surface", meshes.len() as u64);
    let ways = ways(context.mode);
    for (done, way) in ways.iter().enumerate() {
        context.watch.report(done as u64, ways.len() as u64, "comparing orders and threads");
        let Some(found) = build(context, &keys, *way) else { return report.end(context) };
        for ((key, hash), want) in keys.iter().zip(&found).zip(&expected) {
            report.tried += 1;
            if hash != want {
                report.differ(format!("{key:?} is another tile in {way:?}"), Some(middle_m(world, *key)));
            }
        }
    }
    report.count("ways to build", ways.len() as u64);
    let borders = compare_borders(world, &meshes, &mut report);
    report.count("border vertices compared from both sides", borders);
    compare_process(context, &mut report);
    report.end(context)
}

fn ways(mode: Mode) -> Vec<Way> {
    let mut ways = Vec::new();
    for order in ["row", "reversed", "random"] {
        for all_threads in [false, true] {
            for warm in [false, true] {
                let quick = (order, all_threads, warm) == ("random", true, false)
                    || (order, all_threads, warm) == ("reversed", false, true);
                if mode == Mode::Full || quick {
                    ways.push(Way { order, all_threads, warm });
                }
            }
        }
    }
    ways
}

/// Hashes of the tiles in the order of `keys`, built in the given way. Cold: a world resolved anew and fresh memory for every
/// tile. `None` when cancelled.
fn build(context: &Context<'_>, keys: &[TileKey], way: Way) -> Option<Vec<Hash>> {
    let world: Arc<World> = match way.warm {
        true => context.world.clone(),
        false => Arc::new(World::resolve(context.world.assets(), None).ok()?),
    };
    let mut order: Vec<usize> = (0..keys.len()).collect();
    match way.order {
        "reversed" => order.reverse(),
        "random" => {
            let mut draw = Draw::new("tile order", 1, 0, 0);
            for place in (1..order.len()).rev() {
                order.swap(place, (draw.bits() % (place as u64 + 1)) as usize);
            }
        }
        _ => {}
    }
    let one = |scratch: &mut BuildScratch, place: usize| {
        if context.watch.is_cancelled() {
            return None;
        }
        if !way.warm {
            *scratch = BuildScratch::default();
        }
        Some((place, tile_hash(&build_tile(&world, keys[place], Proofs::On, scratch))))
    };
    let found: Vec<Option<(usize, Hash)>> = if way.all_threads {
        context.pool.install(|| order.par_iter().map_init(BuildScratch::default, |scratch, &place| one(scratch, place)).collect())
    } else {
        let mut scratch = BuildScratch::default();
        order.iter().map(|&place| one(&mut scratch, place)).collect()
    };
    let mut hashes = vec![[0; 32]; keys.len()];
    for item in found {
        let (place, hash) = item?;
        hashes[place] = hash;
    }
    Some(hashes)
}

/// Compares the normals of vertices that two neighbouring tiles of one level share. Returns how many were compared.
fn compare_borders(world: &World, meshes: &BTreeMap<TileKey, Box<TileMesh>>, report: &mut Report) -> u64 {
    let mut compared = 0;
    for (key, mesh) in meshes {
        for axis in 0..3 {
            let mut next = *key;
            *[&mut next.x, &mut next.y, &mut next.z][axis] += 1;
            let Some(other) = meshes.get(&next) else { continue };
            let mine = face(mesh, axis, 8192);
            for (place, normal) in face(other, axis, 0) {
                let Some(known) = mine.get(&place) else { continue };
                compared += 1;
                if *known != normal {
                    let what = format!("normals {known:?} and {normal:?} of one vertex between {key:?} and {next:?}");
                    report.differ(what, Some(middle_m(world, *key)));
                }
            }
        }
    }
    compared
}

/// Normals of the regular mesh's vertices on a face, by their place in it.
fn face(mesh: &TileMesh, axis: usize, at: u16) -> BTreeMap<[u16; 2], [i8; 4]> {
    let place = |p: [u16; 3]| [p[(axis + 1) % 3], p[(axis + 2) % 3]];
    mesh.vertices.iter().filter(|v| v.position[axis] == at).map(|v| (place(v.position), v.normal)).collect()
}

fn compare_process(context: &Context<'_>, report: &mut Report) {
    let Some(ask) = context.fresh_process else {
        report.note("no fresh process was asked");
        return;
    };
    context.watch.report(0, 0, "asking a fresh process");
    let Some(mine) = crate::digest(context.world, context.pool, &context.watch) else { return };
    match ask() {
        Err(error) => report.note(format!("the fresh process gave no digest: {error}")),
        Ok(theirs) => {
            report.count("digest parts compared with a fresh process", theirs.parts.len() as u64);
            if let Some(what) = mine.difference(&theirs) {
                report.differ(format!("a fresh process disagrees: {what}"), None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_mode_tries_every_combination() {
        assert_eq!(ways(Mode::Full).len(), 12);
        assert_eq!(ways(Mode::Quick).len(), 2);
    }
}
