//! Candidates: invented strates, each a pure function of corpus, seed, index and attempt, and the small world they are tried in.

use crate::corpus::Corpus;
use crate::draw::Draw;
use crate::roll::roll;
use param::Value;
use std::sync::Arc;
use world::defs::{Archetype, BatchDef, LayoutDef, ProjectDef, StrateDef};
use world::{Assets, ResolveError, StrateIndex, World};

/// Place of the candidate in its trial world: a plain above, the candidate, a plain below.
pub const TRIAL_INDEX: StrateIndex = StrateIndex(1);

/// An invented strate.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// `c<seed in hexadecimal>-<index>-<attempt>`; also the id of [`Self::def`].
    pub id: String,
    /// What can be put into a slot; it carries its own seed, so its native field is the same in every slot.
    pub def: StrateDef,
    /// Ids of its parents with their weights, the dominant one first.
    pub parents: Vec<(String, f32)>,
}

/// Invents. `archetype` restricts the kind. `None` when the corpus has no parent of that kind.
pub fn candidate(corpus: &Corpus, archetype: Option<&str>, seed: u64, index: u32, attempt: u32) -> Option<Candidate> {
    let mut draw = Draw::new("candidate", seed, index, attempt);
    let rolled = roll(corpus, archetype, &mut draw)?;
    let own_seed = draw.bits();
    let id = format!("c{seed:x}-{index}-{attempt}");
    let strate_of = |id: &str| corpus.members.iter().find(|m| m.id == id).and_then(|m| m.strate.clone());
    let family: Vec<Arc<StrateDef>> = rolled.parents.iter().filter_map(|(id, _)| strate_of(id)).collect();
    let mut def = match family.first() {
        Some(parent) => (**parent).clone(),
        None => StrateDef::new(&id, rolled.archetype.clone()),
    };
    // The content is as high as the highest parent's, so that every blend of their heights fits.
    for parent in &family {
        if parent.bands.content_m > def.bands.content_m {
            def.bands.content_m = parent.bands.content_m;
        }
    }
    def.id = id.clone();
    def.name = format!("{} {index}", rolled.archetype.name());
    def.seed = Some(own_seed);
    def.archetype = rolled.archetype;
    Some(Candidate { id, def, parents: rolled.parents })
}

/// The assets of a trial world: the project's settings, biomes and materials, and three strates of which the middle one is tried.
pub fn trial_assets(assets: &Assets, def: &StrateDef) -> Assets {
    let plain = Archetype::all_defaults().into_iter().find(|a| a.name() == "FlatPlain");
    let neighbour = |id: &str| StrateDef::new(id, plain.clone().unwrap_or_else(|| def.archetype.clone()));
    let batch = |id: &str, strate: &str| BatchDef { id: id.to_owned(), count: 1, pool: vec![strate.to_owned()] };
    let layout = LayoutDef {
        batches: vec![batch("above", "trial-above"), batch("trial", &def.id), batch("below", "trial-below")],
        ..LayoutDef::default()
    };
    let strates = [neighbour("trial-above"), def.clone(), neighbour("trial-below")];
    Assets {
        project: Arc::new(ProjectDef { seed: 1, layout, ..(*assets.project).clone() }),
        strates: strates.into_iter().map(|s| (s.id.clone(), Arc::new(s))).collect(),
        biomes: assets.biomes.clone(),
        materials: assets.materials.clone(),
        edits: Default::default(),
        corpus: Default::default(),
    }
}

/// Resolves the trial world of a strate.
///
/// # Errors
/// Everything that keeps the strate from being a world.
pub fn trial_world(assets: &Assets, def: &StrateDef) -> Result<Arc<World>, Vec<ResolveError>> {
    World::resolve(&trial_assets(assets, def), None).map(Arc::new)
}

/// A vector as a list of names and values, in order of declaration.
pub fn parameters(archetype: &Archetype) -> Vec<(&'static str, Value)> {
    let block = archetype.block();
    block.declarations().iter().enumerate().filter_map(|(i, d)| Some((d.name, block.get(i)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_is_a_pure_function_of_seed_index_and_attempt() {
        let corpus = Corpus::gather(&Assets::default());
        let make = |seed, index, attempt| candidate(&corpus, None, seed, index, attempt).unwrap();
        assert_eq!(make(0xfeed, 3, 1), make(0xfeed, 3, 1));
        assert_ne!(make(0xfeed, 3, 1).def.seed, make(0xfeed, 3, 2).def.seed);
        assert_eq!(make(0xfeed, 3, 1).id, "cfeed-3-1");
    }
}
