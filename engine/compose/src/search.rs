//! The search: candidates rolled, tried, measured and gated on every core of a given pool, with equal results on any number.

use crate::candidate::{TRIAL_INDEX, candidate, trial_world};
use crate::card::{Card, probe_hash};
use crate::corpus::Corpus;
use crate::gates::Gates;
use crate::measure::{COARSEST, REACH_M, measure};
use crate::rank::Weights;
use crate::watch::Watch;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use world::Assets;

/// Most candidates of one search, all shards together.
pub const MOST_CANDIDATES: u32 = 1_000_000;

/// A part of a search: candidates whose index leaves `index` when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// 0-based.
    pub index: u32,
    /// Number of shards, at least 1.
    pub of: u32,
}

/// What to search. Two searches with equal specs and equal assets find equal cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchSpec {
    /// Seed.
    #[serde(with = "crate::text_seed")]
    pub seed: u64,
    /// Candidates in all shards together.
    pub count: u32,
    /// Only this kind of place.
    pub archetype: Option<String>,
    /// The part to do.
    pub shard: Shard,
    /// Rolls per candidate before the last refusal is kept, at least 1.
    pub attempts: u32,
    /// Hard gates.
    pub gates: Gates,
    /// Ranking.
    pub weights: Weights,
    /// Level of the measuring grid: samples `1 << level` voxels apart.
    pub level: u8,
    /// Measuring stays this near to the spine, metres.
    pub reach_m: f64,
}

impl SearchSpec {
    /// A whole search at a step of 1 m within 64 m of the spine.
    pub fn new(assets: &Assets, seed: u64, count: u32) -> Self {
        let level = match assets.project.voxel_um {
            125_000 => 3,
            500_000 => 1,
            _ => 2,
        };
        Self {
            seed,
            count,
            archetype: None,
            shard: Shard { index: 0, of: 1 },
            attempts: 4,
            gates: Gates::default(),
            weights: Weights::default(),
            level,
            reach_m: 64.0,
        }
    }
    /// Indices of this shard, in order.
    pub fn indices(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        (self.shard.index..self.count).step_by(self.shard.of.max(1) as usize)
    }
    /// Number of candidates of this shard.
    pub fn wanted(&self) -> usize {
        self.count.saturating_sub(self.shard.index).div_ceil(self.shard.of.max(1)) as usize
    }
    /// Whether a search can begin; to be asked before anything is written.
    ///
    /// # Errors
    /// A spec without sense, or a corpus without parents.
    pub fn check(&self, assets: &Assets) -> Result<(), ComposeError> {
        let Shard { index, of } = self.shard;
        if of == 0 || index >= of {
            let reason = format!("there is no shard {index} of {of}; accepted: 0 to {}", of.saturating_sub(1));
            return Err(ComposeError::Invalid(reason));
        }
        if self.attempts == 0 {
            return Err(ComposeError::Invalid("0 attempts find nothing; accepted: at least 1".to_owned()));
        }
        if !(1..=MOST_CANDIDATES).contains(&self.count) {
            let reason = format!("{} candidates are out of range; accepted: 1 to {MOST_CANDIDATES}", self.count);
            return Err(ComposeError::Invalid(reason));
        }
        let [nearest, farthest] = REACH_M;
        if !(nearest..=farthest).contains(&self.reach_m) || self.level > COARSEST {
            let reason = format!(
                "level {} and a reach of {} m are out of range; accepted: 0 to {COARSEST}, {nearest} m to {farthest} m",
                self.level, self.reach_m
            );
            return Err(ComposeError::Invalid(reason));
        }
        let corpus = Corpus::gather(assets);
        match &self.archetype {
            Some(wanted) if corpus.of(wanted).is_empty() => {
                Err(ComposeError::NoParent { wanted: wanted.clone(), known: corpus.archetypes().join(", ") })
            }
            _ => Ok(()),
        }
    }
}

/// Why a search cannot begin, or a candidate cannot be applied.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// Nothing to breed from.
    #[error("the corpus has no parent of archetype {wanted:?}; it has {known}")]
    NoParent {
        /// What was asked for.
        wanted: String,
        /// What there is.
        known: String,
    },
    /// A spec that makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// No such slot.
    #[error("there is no slot {slot:?}; the world has {known}")]
    NoSlot {
        /// What was asked for.
        slot: String,
        /// What there is.
        known: String,
    },
}

/// Searches the shard on `pool`, leaving out the indices in `finished`. `on_card` sees every card as soon as it is made, from
/// any thread and in any order; the result is in order of index. A cancelled search returns what it has.
///
/// # Errors
/// As [`SearchSpec::check`].
pub fn search(
    assets: &Assets,
    spec: &SearchSpec,
    finished: &BTreeSet<u32>,
    pool: &rayon::ThreadPool,
    on_card: &(dyn Fn(&Card) + Sync),
    watch: &Watch<'_>,
) -> Result<Vec<Card>, ComposeError> {
    spec.check(assets)?;
    let corpus = Corpus::gather(assets);
    let indices: Vec<u32> = spec.indices().filter(|i| !finished.contains(i)).collect();
    let (done, total) = (AtomicU64::new(0), indices.len() as u64);
    // No place is kept for cards that are not made yet.
    let cards: Vec<Card> = pool.install(|| {
        indices
            .par_iter()
            .with_max_len(1)
            .filter_map(|&index| {
                if watch.wait_turn() {
                    return None;
                }
                let card = evaluate(assets, &corpus, spec, index, watch)?;
                on_card(&card);
                watch.report(done.fetch_add(1, Ordering::Relaxed) + 1, total, "composing");
                Some(card)
            })
            .collect()
    });
    Ok(cards)
}

/// Rolls until the gates let one through or the attempts are spent. `None` when cancelled meanwhile.
pub fn evaluate(assets: &Assets, corpus: &Corpus, spec: &SearchSpec, index: u32, watch: &Watch<'_>) -> Option<Card> {
    let mut last = None;
    for attempt in 0..spec.attempts {
        if watch.is_cancelled() {
            return None;
        }
        let card = attempt_at(assets, corpus, spec, index, attempt)?;
        let accepted = card.refusals.is_empty();
        last = Some(card);
        if accepted {
            break;
        }
    }
    last
}

fn attempt_at(assets: &Assets, corpus: &Corpus, spec: &SearchSpec, index: u32, attempt: u32) -> Option<Card> {
    let found = candidate(corpus, spec.archetype.as_deref(), spec.seed, index, attempt)?;
    let rarity = corpus.rarity(&found.def.archetype);
    let mut card = Card {
        id: found.id,
        seed: spec.seed,
        index,
        attempt,
        archetype: found.def.archetype.name().to_owned(),
        parents: found.parents,
        def: found.def,
        metrics: None,
        score: 0.0,
        rarity,
        probe: String::new(),
        refusals: Vec::new(),
    };
    let world = match trial_world(assets, &card.def) {
        Ok(world) => world,
        Err(errors) => {
            card.refusals = errors.iter().map(ToString::to_string).collect();
            return Some(card);
        }
    };
    let strate = &world.strates()[usize::from(TRIAL_INDEX.0)];
    card.probe = probe_hash(&strate.native, strate.bands.content_top - strate.bands.content_floor);
    match measure(&world, TRIAL_INDEX, spec.level, spec.reach_m) {
        Ok(metrics) => {
            card.refusals = spec.gates.refusals(&metrics);
            card.score = spec.weights.score(&metrics, rarity);
            card.metrics = Some(metrics);
        }
        Err(error) => card.refusals.push(error.to_string()),
    }
    // The law costs most: it is asked only of what passes everything else.
    if card.refusals.is_empty() {
        card.refusals = spec.gates.trial_refusals(&world, spec.seed ^ u64::from(index));
    }
    Some(card)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_indices_among_them() {
        let whole = SearchSpec::new(&Assets::default(), 3, 11);
        let mut seen = Vec::new();
        for index in 0..4 {
            let part = SearchSpec { shard: Shard { index, of: 4 }, ..whole.clone() };
            assert_eq!(part.indices().count(), part.wanted());
            seen.extend(part.indices());
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..11).collect::<Vec<_>>());
        let beyond = SearchSpec { shard: Shard { index: 20, of: 30 }, ..whole };
        assert_eq!((beyond.indices().count(), beyond.wanted()), (0, 0));
    }

    #[test]
    fn a_search_without_end_is_refused_at_once() {
        let assets = Assets::default();
        for count in [0, MOST_CANDIDATES + 1, u32::MAX] {
            let refused = SearchSpec::new(&assets, 3, count).check(&assets);
            assert!(refused.is_err_and(|error| error.to_string().contains("1 to 1000000")), "{count}");
        }
        for reach_m in [f64::NAN, -1.0, 1e9] {
            assert!(SearchSpec { reach_m, ..SearchSpec::new(&assets, 3, 5) }.check(&assets).is_err(), "{reach_m}");
        }
    }
}
