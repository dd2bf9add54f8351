//! The ways to build a list of tiles, and the comparison of what comes out of each.

use crate::report::in_words;
use crate::tiles::{middle_m, tile_hash};
use crate::{Context, Mode, Report};
use compose::draw::Draw;
use rayon::prelude::*;
use std::fmt;
use std::sync::Arc;
use stream::{TileContent, TileKey};
use world::{ResolveError, World};

type Hash = [u8; 32];

/// One way to build a list of tiles. Cold: in a world resolved anew, with fresh memory for every tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    order: &'static str,
    all_threads: bool,
    warm: bool,
}

impl fmt::Display for Way {
    /// `random order, all threads, cold`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = if self.all_threads { "all threads" } else { "one thread" };
        write!(f, "{} order, {threads}, {}", self.order, if self.warm { "warm" } else { "cold" })
    }
}

/// Why a list of tiles was not built.
#[derive(Debug, thiserror::Error)]
enum BuildError {
    /// The watch said so.
    #[error("cancelled")]
    Cancelled,
    /// The assets of a resolved world do not resolve again.
    #[error("the world cannot be resolved anew: {}", in_words(.0))]
    Resolve(Vec<ResolveError>),
}

/// The ways that a mode tries.
pub(super) fn all(mode: Mode) -> Vec<Way> {
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

/// Builds the tiles in every way and compares them with what is expected of each. Stops when cancelled.
pub(super) fn compare<M, B>(
    context: &Context<'_>,
    keys: &[TileKey],
    expected: &[Hash],
    ways: &[Way],
    make: &M,
    report: &mut Report,
) where
    M: Fn() -> B + Sync,
    B: FnMut(&World, TileKey) -> TileContent,
{
    let mut built = 0;
    for (done, way) in ways.iter().enumerate() {
        context.watch.report(done as u64, ways.len() as u64, "comparing orders and threads");
        let found = match build(context, keys, *way, make) {
            Ok(found) => found,
            Err(BuildError::Cancelled) => break,
            Err(error) => {
                report.differ(format!("{way}: {error}"), None);
                continue;
            }
        };
        built += 1;
        for ((key, hash), want) in keys.iter().zip(&found).zip(expected) {
            report.tried += 1;
            if hash != want {
                report.differ(format!("{key:?} is another tile in {way}"), Some(middle_m(context.world, *key)));
            }
        }
    }
    report.require(context, "ways to build", built);
}

/// Hashes of the tiles in the order of `keys`, built in the given way.
fn build<M, B>(context: &Context<'_>, keys: &[TileKey], way: Way, make: &M) -> Result<Vec<Hash>, BuildError>
where
    M: Fn() -> B + Sync,
    B: FnMut(&World, TileKey) -> TileContent,
{
    let world = match way.warm {
        true => context.world.clone(),
        false => Arc::new(World::resolve(context.world.assets(), None).map_err(BuildError::Resolve)?),
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
    let one = |builder: &mut B, place: usize| {
        if context.watch.is_cancelled() {
            return Err(BuildError::Cancelled);
        }
        if !way.warm {
            *builder = make();
        }
        Ok((place, tile_hash(&builder(&world, keys[place]))))
    };
    let found: Vec<Result<(usize, Hash), BuildError>> = if way.all_threads {
        context.pool.install(|| order.par_iter().map_init(make, |builder, &place| one(builder, place)).collect())
    } else {
        let mut builder = make();
        order.iter().map(|&place| one(&mut builder, place)).collect()
    };
    let mut hashes = vec![[0; 32]; keys.len()];
    for item in found {
        let (place, hash) = item?;
        hashes[place] = hash;
    }
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::determinism::builder;
    use crate::{Check, Outcome, fixture};

    const HONEST: Way = Way { order: "row", all_threads: false, warm: true };

    /// Compares the fixture's block, built by one maker in one way, with the reference that the maker gives.
    fn judged<B: FnMut(&World, TileKey) -> TileContent>(ways: &[Way], make: impl Fn() -> B + Sync) -> Report {
        let context = fixture::context();
        let (keys, _) = fixture::block();
        let mut report = Report::begin(Check::Determinism, &context, "tiles");
        let mut reference = make();
        let expected: Vec<Hash> = keys.iter().map(|key| tile_hash(&reference(context.world, *key))).collect();
        compare(&context, &keys, &expected, ways, &make, &mut report);
        assert_eq!(report.tried, (keys.len() * ways.len()) as u64);
        assert!(report.tried > 0);
        report.end(&context)
    }

    /// The fault shows in one tile of the way that has it, by name and place, and nowhere in the honest way.
    fn assert_caught<B: FnMut(&World, TileKey) -> TileContent>(way: Way, make: impl Fn() -> B + Sync) {
        let (_, target) = fixture::block();
        let honest = judged(&[HONEST], &make);
        assert!(honest.passed(), "{}", honest.to_text());
        let report = judged(&[HONEST, way], &make);
        assert_eq!((report.outcome, report.differences), (Outcome::Failed, 1), "{}", report.to_text());
        let first = report.first.expect("a difference");
        assert!(first.what.contains(&format!("{target:?}")) && first.what.ends_with(&way.to_string()), "{}", first.what);
        assert_eq!(first.position_m, Some(middle_m(fixture::world(), target).to_array()));
    }

    /// A builder that alters the fixture's target when `is_wrong` says so, given the tile that its memory built before.
    fn planted(is_wrong: impl Fn(&World, Option<TileKey>) -> bool + Copy) -> impl FnMut(&World, TileKey) -> TileContent {
        let (_, target) = fixture::block();
        let mut honest = builder();
        let mut last = None;
        move |world: &World, key: TileKey| {
            let content = honest(world, key);
            let wrong = key == target && is_wrong(world, last);
            last = Some(key);
            if wrong { fixture::altered(content) } else { content }
        }
    }

    #[test]
    fn full_mode_tries_every_combination() {
        assert_eq!(all(Mode::Full).len(), 12);
        assert_eq!(all(Mode::Quick).len(), 2);
    }

    #[test]
    fn honest_tiles_are_the_same_in_every_way() {
        let report = judged(&all(Mode::Full), builder);
        assert!(report.passed(), "{}", report.to_text());
        assert_eq!(report.counts, [("ways to build".to_owned(), 12)]);
    }

    #[test]
    fn a_tile_that_depends_on_order_is_caught() {
        let (_, target) = fixture::block();
        let way = Way { order: "reversed", ..HONEST };
        assert_caught(way, || planted(|_, last| last.is_some_and(|key| key > target)));
    }

    #[test]
    fn a_tile_that_depends_on_its_thread_is_caught() {
        let way = Way { all_threads: true, ..HONEST };
        assert_caught(way, || planted(|_, _| rayon::current_thread_index().is_some()));
    }

    #[test]
    fn a_tile_that_depends_on_what_was_left_in_memory_is_caught() {
        let way = Way { warm: false, ..HONEST };
        assert_caught(way, || planted(|_, last| last.is_none()));
    }

    #[test]
    fn a_tile_that_depends_on_what_the_world_has_kept_is_caught() {
        let way = Way { warm: false, ..HONEST };
        assert_caught(way, || planted(|world, _| !std::ptr::eq(world, &**fixture::world())));
    }

    #[test]
    fn no_way_at_all_proves_nothing() {
        let (context, (keys, _)) = (fixture::context(), fixture::block());
        let mut report = Report { tried: 1, ..Report::begin(Check::Determinism, &context, "tiles") };
        compare(&context, &keys, &[], &[], &builder, &mut report);
        assert_eq!(report.end(&context).outcome, Outcome::Failed);
    }
}
