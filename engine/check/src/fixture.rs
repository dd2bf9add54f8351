//! What the tests of several checks stand on: a small world, a block of its tiles, and a fault to plant in one of them.

use crate::tiles::spine_block;
use crate::{Context, Mode};
use compose::Watch;
use field::Proofs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use stream::{BuildScratch, TileContent, TileKey, build_tile};
use world::World;

/// The world of `projects/tiny`, the same one for all tests.
pub(crate) fn world() -> &'static Arc<World> {
    static WORLD: OnceLock<Arc<World>> = OnceLock::new();
    WORLD.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../projects/tiny");
        let project = project::load(&folder).expect("a project");
        assert!(project.diagnostics.is_empty(), "{:?}", project.diagnostics);
        Arc::new(World::resolve(&project.assets, None).expect("a world"))
    })
}

/// A quick check of [`world`] on two threads that asks no fresh process.
pub(crate) fn context() -> Context<'static> {
    static POOL: OnceLock<rayon::ThreadPool> = OnceLock::new();
    let pool = POOL.get_or_init(|| rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads"));
    let (world, watch) = (world(), Watch::quiet());
    Context { world, pool, watch, mode: Mode::Quick, samples: None, seeds: 1, first_seed: 0, fresh_process: None }
}

/// Neighbouring tiles of the first strate, and one of them, neither the first nor the last, that has a surface.
pub(crate) fn block() -> (Vec<TileKey>, TileKey) {
    let keys = spine_block(world(), &world().strates()[0], 0);
    let inner = keys.iter().skip(1).take(keys.len() - 2);
    let target = inner.copied().find(|key| matches!(honest_tile(*key), TileContent::Mesh(_)));
    (keys, target.expect("a tile with a surface"))
}

/// The tile as it should be.
pub(crate) fn honest_tile(key: TileKey) -> TileContent {
    build_tile(world(), key, Proofs::On, &mut BuildScratch::default())
}

/// The tile with one byte changed: of the normal of its first vertex.
pub(crate) fn altered(content: TileContent) -> TileContent {
    let TileContent::Mesh(mut mesh) = content else { panic!("nothing to alter in {content:?}") };
    mesh.vertices[0].normal[0] ^= 1;
    TileContent::Mesh(mesh)
}
