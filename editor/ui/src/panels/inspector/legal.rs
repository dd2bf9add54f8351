//! Which modifiers can stand where: asked of the operators' records, once for every kind of place and order of kinds.
//!
//! What can stand where is a matter of kinds alone, so it is asked with default parameters: half-finished values do not matter.

use crate::document::Recipe;
use std::collections::BTreeMap;
use world::archetypes::Trial;
use world::defs::{Archetype, Modifier, StrateDef};

/// Why a list of modifiers cannot stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Index of the first modifier that cannot stand where it is.
    pub at: usize,
    /// The two operators and what is wrong.
    pub reason: String,
}

type Names = Vec<&'static str>;

/// What has been asked.
#[derive(Debug, Default)]
pub(super) struct Legal(BTreeMap<(&'static str, Names), Option<Fault>>);

impl Legal {
    /// What is wrong with modifiers of these kinds in this order on an archetype.
    pub fn fault(&mut self, archetype: &Archetype, modifiers: &[&str]) -> Option<Fault> {
        let kinds = Modifier::all_defaults();
        let known = |name: &&str| kinds.iter().map(Modifier::name).find(|known| known == name);
        let names: Names = modifiers.iter().filter_map(known).collect();
        let key = (archetype.name(), names);
        if let Some(answer) = self.0.get(&key) {
            return answer.clone();
        }
        let answer = ask(archetype, &kinds, &key.1);
        self.0.insert(key, answer.clone());
        answer
    }

    /// Why a modifier of a kind cannot be added behind those of a recipe; those that cannot stand anyway are passed over.
    pub fn why_not_added(&mut self, strate: &StrateDef, recipe: Recipe, kind: &str) -> Option<String> {
        let archetype = recipe.archetype(strate)?;
        let mut names = names_of(strate, recipe);
        while let Some(fault) = self.fault(archetype, &names) {
            if fault.at >= names.len() {
                break;
            }
            names.remove(fault.at);
        }
        names.push(kind);
        self.fault(archetype, &names).map(|fault| fault.reason)
    }

    /// Why a modifier of a recipe cannot be moved; a list that cannot stand as it is may be changed freely.
    pub fn why_not_moved(&mut self, strate: &StrateDef, recipe: Recipe, from: usize, to: usize) -> Option<String> {
        let archetype = recipe.archetype(strate)?;
        let mut names = names_of(strate, recipe);
        if from >= names.len() || to >= names.len() || self.fault(archetype, &names).is_some() {
            return None;
        }
        let moved = names.remove(from);
        names.insert(to, moved);
        self.fault(archetype, &names).map(|fault| fault.reason)
    }

    /// What is wrong with the modifiers of a recipe as they are.
    pub fn present(&mut self, strate: &StrateDef, recipe: Recipe) -> Option<Fault> {
        self.fault(recipe.archetype(strate)?, &names_of(strate, recipe))
    }
}

fn names_of(strate: &StrateDef, recipe: Recipe) -> Names {
    recipe.modifiers(strate).unwrap_or_default().iter().map(Modifier::name).collect()
}

fn ask(archetype: &Archetype, kinds: &[Modifier], names: &[&str]) -> Option<Fault> {
    let archetypes = Archetype::all_defaults();
    let plain = archetypes.into_iter().find(|kind| kind.name() == archetype.name())?;
    let strate = StrateDef::new("trial", plain);
    let modifiers: Vec<Modifier> =
        names.iter().filter_map(|name| kinds.iter().find(|kind| kind.name() == *name).cloned()).collect();
    let refused = Trial::new(&strate, 0, field::VoxelSize::DEFAULT, &[]).stack(&modifiers).err()?;
    Some(Fault { at: refused.modifier.unwrap_or(usize::MAX), reason: refused.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::defs::{FlatPlain, TunnelNetwork};

    fn of(archetype: Archetype, modifiers: &[&str]) -> StrateDef {
        let named = |name: &&str| Modifier::all_defaults().into_iter().find(|kind| kind.name() == *name);
        StrateDef { modifiers: modifiers.iter().filter_map(named).collect(), ..StrateDef::new("test", archetype) }
    }

    #[test]
    fn a_change_of_shape_needs_an_archetype_that_has_a_shape() {
        let mut legal = Legal::default();
        let plain = of(Archetype::FlatPlain(FlatPlain::default()), &["RoughnessOnDensity"]);
        let reason = legal.why_not_added(&plain, Recipe::Own, "RoughnessOnShape").expect("refused");
        assert!(reason.contains("roughness_on_shape"), "{reason}");
        assert_eq!(legal.why_not_added(&plain, Recipe::Own, "Terrace"), None);
        let tunnels = of(Archetype::TunnelNetwork(TunnelNetwork::default()), &[]);
        assert_eq!(legal.why_not_added(&tunnels, Recipe::Own, "RoughnessOnShape"), None);
    }

    #[test]
    fn one_that_cannot_stand_is_named_and_hinders_no_other() {
        let mut legal = Legal::default();
        let plain = of(Archetype::FlatPlain(FlatPlain::default()), &["Terrace", "RoughnessOnShape", "Ribs"]);
        assert_eq!(legal.present(&plain, Recipe::Own).map(|fault| fault.at), Some(1));
        assert_eq!(legal.why_not_added(&plain, Recipe::Own, "Scallop"), None);
        assert_eq!(legal.why_not_moved(&plain, Recipe::Own, 1, 0), None);
    }

    /// So copying and removing need no reason why not.
    #[test]
    fn a_copy_of_what_can_stand_can_stand_and_nothing_falls_with_another() {
        let mut legal = Legal::default();
        let mut tried = 0;
        for archetype in Archetype::all_defaults() {
            for (first, second) in Modifier::all_defaults().iter().zip(Modifier::all_defaults().iter().cycle().skip(1)) {
                let names = [first.name(), second.name()];
                if legal.fault(&archetype, &names).is_some() {
                    continue;
                }
                for changed in [&[names[0], names[0], names[1]][..], &names[..1], &names[1..]] {
                    assert_eq!(legal.fault(&archetype, changed), None, "{changed:?} on {}", archetype.name());
                }
                tried += 1;
            }
        }
        assert!(tried > 50, "{tried} lists");
    }

    #[test]
    fn every_modifier_can_stand_on_some_archetype() {
        let mut legal = Legal::default();
        for modifier in Modifier::all_defaults() {
            let bearers = Archetype::all_defaults();
            assert!(bearers.iter().any(|bearer| legal.fault(bearer, &[modifier.name()]).is_none()), "{}", modifier.name());
        }
    }
}
