//! The corpus: parameter vectors that were found good, in order of their ids.

use param::Value;
use std::sync::Arc;
use world::Assets;
use world::defs::{Archetype, StrateDef};

/// One parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// `builtin-<archetype>`, `strate-<id>` or `corpus-<id>`.
    pub id: String,
    /// Its vector.
    pub archetype: Archetype,
    /// Relative chance of being a parent; not negative.
    pub weight: f32,
    /// The authored strate it comes from: bands, passages, biomes and look of its children.
    pub strate: Option<Arc<StrateDef>>,
}

/// All parents of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corpus {
    /// In order of id.
    pub members: Vec<Member>,
}

impl Corpus {
    /// Built-in defaults, authored strates and the corpus files of a project.
    pub fn gather(assets: &Assets) -> Self {
        let mut members: Vec<Member> = Vec::new();
        for archetype in Archetype::all_defaults() {
            let id = format!("builtin-{}", archetype.name());
            members.push(Member { id, archetype, weight: 1.0, strate: None });
        }
        for (id, strate) in &assets.strates {
            let (archetype, strate) = (strate.archetype.clone(), Some(strate.clone()));
            members.push(Member { id: format!("strate-{id}"), archetype, weight: 1.0, strate });
        }
        for (id, def) in &assets.corpus {
            let weight = if def.weight > 0.0 { def.weight } else { 0.0 };
            members.push(Member { id: format!("corpus-{id}"), archetype: def.archetype.clone(), weight, strate: None });
        }
        members.sort_by(|a, b| a.id.cmp(&b.id));
        Self { members }
    }
    /// Members of one archetype.
    pub fn of(&self, archetype: &str) -> Vec<&Member> {
        self.members.iter().filter(|m| m.archetype.name() == archetype).collect()
    }
    /// Names of the archetypes present, sorted.
    pub fn archetypes(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.members.iter().map(|m| m.archetype.name()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
    /// Centre and spread (largest minus smallest) of a number over the members of an archetype; `None` if it is no number.
    pub fn centre_and_spread(&self, archetype: &str, parameter: usize) -> Option<(f32, f32)> {
        let values: Vec<f32> = self.of(archetype).iter().filter_map(|m| number(m.archetype.block().get(parameter))).collect();
        let first = *values.first()?;
        let (mut low, mut high, mut sum) = (first, first, 0.0);
        for &value in &values {
            low = if value < low { value } else { low };
            high = if value > high { value } else { high };
            sum += value;
        }
        Some((sum / values.len() as f32, high - low))
    }
    /// How far a vector lies from the corpus: root mean square of (value − centre) ÷ spread over the numbers that have a spread.
    pub fn rarity(&self, archetype: &Archetype) -> f32 {
        let block = archetype.block();
        let (mut sum, mut count) = (0.0, 0);
        for parameter in 0..block.declarations().len() {
            let Some(value) = number(block.get(parameter)) else { continue };
            let spread_out = self.centre_and_spread(archetype.name(), parameter).filter(|(_, spread)| *spread > 1e-6);
            if let Some((centre, spread)) = spread_out {
                let off = (value - centre) / spread;
                sum += off * off;
                count += 1;
            }
        }
        if count == 0 { 0.0 } else { (sum / count as f32).sqrt() }
    }
}

/// A float or a whole number as `f32`.
pub(crate) fn number(value: Option<Value>) -> Option<f32> {
    match value? {
        Value::Float(v) => Some(v),
        Value::Int(v) => Some(v as f32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_archetype_has_a_built_in_parent() {
        let corpus = Corpus::gather(&Assets::default());
        assert_eq!(corpus.archetypes().len(), Archetype::all_defaults().len());
        assert!(corpus.archetypes().iter().all(|name| corpus.of(name).len() == 1));
        assert!(Archetype::all_defaults().iter().all(|a| corpus.rarity(a) == 0.0));
    }
}
