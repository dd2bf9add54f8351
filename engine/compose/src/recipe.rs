//! The structure roll: a kind of place, an ordered list of modifiers that may stand on it, and disturbances, all with rolled parameters.
//!
//! A recipe is a strate like any other: its archetype is root, source and conversion, its modifiers are applied in order, and posts are
//! not part of it. Whether a modifier may stand somewhere is asked of the operators' own records, by trying the stack.

use crate::draw::Draw;
use field::VoxelSize;
use param::{Kind, ParamBlock, Value};
use world::archetypes::Trial;
use world::defs::{Archetype, Disturbance, Modifier, StrateDef};

/// Fewest and most modifiers of a recipe.
pub const MODIFIERS: [u64; 2] = [4, 8];

/// How far parameters are drawn from their defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Within the usual ranges: what an author might choose.
    Soft,
    /// Anywhere that is accepted at all.
    Hard,
}

/// Rolls a recipe of the given kind of place: four to eight distinct modifiers in an order that is legal, and up to two disturbances.
pub fn roll(kind: &Archetype, spread: Spread, draw: &mut Draw) -> StrateDef {
    let mut archetype = kind.clone();
    vary(archetype.block_mut(), spread, draw);
    let mut def = StrateDef { seed: Some(draw.bits()), ..StrateDef::new("recipe", archetype) };
    def.modifiers = modifiers(&def, spread, draw);
    let mut left = Disturbance::all_defaults();
    for _ in 0..draw.bits() % 3 {
        let mut disturbance = left.remove((draw.bits() % left.len() as u64) as usize);
        vary(disturbance.block_mut(), spread, draw);
        def.disturbances.push(disturbance);
    }
    def
}

/// Distinct modifiers, each legal after those before it.
fn modifiers(def: &StrateDef, spread: Spread, draw: &mut Draw) -> Vec<Modifier> {
    let wanted = MODIFIERS[0] + draw.bits() % (MODIFIERS[1] - MODIFIERS[0] + 1);
    let trial = Trial::new(def, def.seed.unwrap_or_default(), VoxelSize::DEFAULT, &[]);
    let mut left = Modifier::all_defaults();
    let mut chosen = Vec::new();
    while (chosen.len() as u64) < wanted && !left.is_empty() {
        let mut modifier = left.remove((draw.bits() % left.len() as u64) as usize);
        vary(modifier.block_mut(), spread, draw);
        chosen.push(modifier);
        if trial.stack(&chosen).is_err() {
            chosen.pop();
        }
    }
    chosen
}

/// Draws every number and switch of a block, as far as its relations allow.
pub fn vary(block: &mut dyn ParamBlock, spread: Spread, draw: &mut Draw) {
    for index in 0..block.declarations().len() {
        let (Some(decl), Some(before)) = (block.declarations().get(index), block.get(index)) else { continue };
        let t = draw.unit();
        let value = match decl.kind {
            Kind::Float { hard, soft, .. } => {
                let range = if spread == Spread::Hard { hard } else { soft };
                Value::Float(range[0] + (range[1] - range[0]) * t)
            }
            Kind::Int { hard, soft, .. } => {
                let range = if spread == Spread::Hard { hard } else { soft };
                Value::Int(range[0] + ((range[1] - range[0]) as f32 * t) as i64)
            }
            Kind::Bool { .. } => Value::Bool(t < 0.5),
            _ => continue,
        };
        // A set that breaks a relation is refused when loaded: the value before it was good.
        if block.set(index, value).is_err() || !param::validate(block).is_empty() {
            let _ = block.set(index, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use world::archetypes::native_stack;

    #[test]
    fn every_recipe_is_legal_distinct_and_within_its_ranges() {
        let kinds = Archetype::all_defaults();
        let mut orders = BTreeSet::new();
        for number in 0..36u32 {
            let mut draw = Draw::new("recipes", 5, number, 0);
            let spread = if number % 2 == 0 { Spread::Soft } else { Spread::Hard };
            let def = roll(&kinds[number as usize % kinds.len()], spread, &mut draw);
            native_stack(&def, 3, VoxelSize::DEFAULT, &[]).unwrap_or_else(|refused| panic!("recipe {number}: {refused}"));
            let names: Vec<_> = def.modifiers.iter().map(Modifier::name).collect();
            assert!((3..=8).contains(&names.len()), "recipe {number}: {names:?}");
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
            for block in def.modifiers.iter().map(Modifier::block).chain(def.disturbances.iter().map(Disturbance::block)) {
                assert!(param::validate(block).is_empty(), "recipe {number}");
            }
            assert!(param::validate(def.archetype.block()).is_empty(), "recipe {number}");
            orders.insert(names);
        }
        assert!(orders.len() > 30, "{} orders of 36", orders.len());
    }

    #[test]
    fn a_recipe_is_a_pure_function_of_its_draw() {
        let kind = &Archetype::all_defaults()[0];
        let rolled = |seed| roll(kind, Spread::Soft, &mut Draw::new("recipes", seed, 0, 0));
        assert_eq!(rolled(1), rolled(1));
        assert_ne!(rolled(1), rolled(2));
    }
}
