//! The parameter roll: parents of one archetype are blended, then every field is jittered within what the corpus spans.

use crate::corpus::{Corpus, Member, number};
use crate::draw::Draw;
use param::{Decl, Kind, Treatment, Value};
use world::defs::Archetype;

/// A rolled vector and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// The vector.
    pub archetype: Archetype,
    /// Ids of the parents with their weights (which sum to 1), the dominant one first.
    pub parents: Vec<(String, f32)>,
}

/// Jitter as a share of a field's spread in the corpus.
const JITTER: f32 = 0.15;
/// Jitter as a share of magnitude while the corpus has no spread in a field.
const YOUNG_JITTER: f32 = 0.25;
/// How often a field that breaks a relation returns halfway to the blend before it returns fully.
const RETREATS: usize = 6;

/// Rolls a vector. `archetype` restricts the kind; `None` draws one. `None` when the corpus has no parent of that kind.
pub fn roll(corpus: &Corpus, archetype: Option<&str>, draw: &mut Draw) -> Option<Roll> {
    let kinds = corpus.archetypes();
    let kind = match archetype {
        Some(name) => kinds.into_iter().find(|k| *k == name)?,
        None => *kinds.get((draw.bits() % kinds.len().max(1) as u64) as usize)?,
    };
    let parents = choose_parents(&corpus.of(kind), draw);
    let dominant = parents.first()?.0;
    let mut blend = dominant.archetype.clone();
    for (index, decl) in dominant.archetype.block().declarations().iter().enumerate() {
        if let Some(value) = blended(decl, index, &parents) {
            // A refused value leaves the dominant parent's, which is good.
            let _ = blend.block_mut().set(index, value);
        }
    }
    restore(&mut blend, &dominant.archetype);
    let mut child = blend.clone();
    for (index, decl) in blend.block().declarations().iter().enumerate() {
        if decl.treatment == Treatment::Blend || decl.treatment == Treatment::Snap {
            jitter(&mut child, corpus, index, decl, draw);
        }
    }
    restore(&mut child, &blend);
    let parents = parents.into_iter().map(|(m, w)| (m.id.clone(), w)).collect();
    Some(Roll { archetype: child, parents })
}

/// Two or three parents (fewer when there are fewer) with random weights that sum to 1, heaviest first.
fn choose_parents<'a>(members: &[&'a Member], draw: &mut Draw) -> Vec<(&'a Member, f32)> {
    let mut left: Vec<&Member> = members.to_vec();
    let wanted = 2 + (draw.bits() % 2) as usize;
    let mut chosen = Vec::new();
    while chosen.len() < wanted && !left.is_empty() {
        let weights: Vec<f32> = left.iter().map(|m| m.weight).collect();
        let member = left.remove(draw.weighted(&weights));
        chosen.push((member, 0.1 + draw.unit()));
    }
    let mut sum = 0.0;
    for (_, weight) in &chosen {
        sum += weight;
    }
    chosen.iter_mut().for_each(|(_, weight)| *weight /= sum);
    chosen.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.id.cmp(&b.0.id)));
    chosen
}

/// The convex combination of a field; `None` where it is inherited.
fn blended(decl: &Decl, index: usize, parents: &[(&Member, f32)]) -> Option<Value> {
    if decl.treatment != Treatment::Blend && decl.treatment != Treatment::Snap {
        return None;
    }
    let mut sum = 0.0;
    for (member, weight) in parents {
        sum += number(member.archetype.block().get(index))? * weight;
    }
    as_value(decl, sum)
}

/// A number in the type of the declaration and within its hard range; `None` if it is no number.
fn as_value(decl: &Decl, number: f32) -> Option<Value> {
    match decl.kind {
        Kind::Float { hard, .. } => Some(Value::Float(number.clamp(hard[0], hard[1]))),
        Kind::Int { hard, .. } => Some(Value::Int(((number + 0.5).floor() as i64).clamp(hard[0], hard[1]))),
        _ => None,
    }
}

fn jitter(child: &mut Archetype, corpus: &Corpus, index: usize, decl: &Decl, draw: &mut Draw) {
    let Some(value) = number(child.block().get(index)) else { return };
    let Some((_, spread)) = corpus.centre_and_spread(child.name(), index) else { return };
    let amount = draw.signed();
    let reach = if spread > 1e-6 {
        JITTER * spread
    } else {
        let soft = match decl.kind {
            Kind::Float { soft, .. } => soft[1] - soft[0],
            Kind::Int { soft, .. } => (soft[1] - soft[0]) as f32,
            _ => 0.0,
        };
        let magnitude = if value < 0.0 { -value } else { value };
        let (young, least) = (YOUNG_JITTER * magnitude, 0.01 * soft);
        if young > least { young } else { least }
    };
    if let Some(value) = as_value(decl, value + amount * reach) {
        // Within the hard range by construction; a refusal keeps the blend.
        let _ = child.block_mut().set(index, value);
    }
}

/// Moves the fields of broken relations back toward a vector that holds them: halfway, again and again, then fully.
fn restore(child: &mut Archetype, good: &Archetype) {
    for retreat in 0..=RETREATS {
        let broken: Vec<&'static str> = {
            let block = child.block();
            block.relations().iter().filter(|r| !(r.holds)(block)).flat_map(|r| r.fields.iter().copied()).collect()
        };
        if broken.is_empty() {
            return;
        }
        for (index, decl) in good.block().declarations().iter().enumerate().filter(|(_, d)| broken.contains(&d.name)) {
            let target = good.block().get(index);
            let halfway = match (number(child.block().get(index)), number(target.clone())) {
                (Some(now), Some(goal)) if retreat < RETREATS => as_value(decl, now + (goal - now) * 0.5),
                _ => target,
            };
            if let Some(value) = halfway {
                let _ = child.block_mut().set(index, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::Assets;

    #[test]
    fn a_roll_is_a_pure_function_of_its_stream() {
        let corpus = Corpus::gather(&Assets::default());
        let once = roll(&corpus, None, &mut Draw::new("roll", 5, 9, 0));
        assert_eq!(once, roll(&corpus, None, &mut Draw::new("roll", 5, 9, 0)));
        assert_ne!(once, roll(&corpus, None, &mut Draw::new("roll", 5, 10, 0)));
    }

    #[test]
    fn children_stay_within_ranges_and_relations() {
        let corpus = Corpus::gather(&Assets::default());
        for index in 0..300 {
            let child = roll(&corpus, None, &mut Draw::new("roll", 77, index, 0)).unwrap();
            assert_eq!(param::validate(child.archetype.block()), Vec::new(), "{child:?}");
        }
    }

    #[test]
    fn a_broken_relation_returns_to_the_blend() {
        let good = Archetype::all_defaults().into_iter().find(|a| a.name() == "FlatPlain").unwrap();
        let mut child = good.clone();
        let index = |name| good.block().declarations().iter().position(|d| d.name == name).unwrap();
        child.block_mut().set(index("floor_m"), Value::Float(231.5)).unwrap();
        assert!(!param::validate(child.block()).is_empty());
        restore(&mut child, &good);
        assert_eq!(param::validate(child.block()), Vec::new());
    }

    #[test]
    fn an_unknown_archetype_rolls_nothing() {
        let corpus = Corpus::gather(&Assets::default());
        assert_eq!(roll(&corpus, Some("NoSuchPlace"), &mut Draw::new("roll", 1, 1, 0)), None);
    }
}
