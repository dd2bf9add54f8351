//! Ranking: a weighted sum the author may edit, filters, and a selection that does not collapse to the middle.

use crate::card::Card;
use crate::measure::Metrics;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Weight per metric, by the names of [`Metrics::NAMES`] and `rarity`; a negative weight prefers small values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights(pub BTreeMap<String, f32>);

/// What counts as a large value of each metric, so that weights are comparable.
const SCALES: [(&str, f32); 13] = [
    ("air_share", 0.5),
    ("largest_share", 1.0),
    ("tortuosity", 2.0),
    ("walkable_share", 1.0),
    ("clearance_m", 16.0),
    ("feature_scale_m", 8.0),
    ("openness_m", 8.0),
    ("sight_m", 48.0),
    ("narrow_share", 0.5),
    ("fall_share", 0.5),
    ("fightable", 6.0),
    ("dead_ends_per_100m", 6.0),
    ("rarity", 1.0),
];

impl Default for Weights {
    fn default() -> Self {
        let weights = [
            ("largest_share", 1.0),
            ("walkable_share", 1.0),
            ("tortuosity", 0.5),
            ("feature_scale_m", 0.5),
            ("fightable", 0.75),
            ("rarity", 0.75),
            ("narrow_share", -0.5),
            ("dead_ends_per_100m", -0.25),
        ];
        Self(weights.into_iter().map(|(name, weight)| (name.to_owned(), weight)).collect())
    }
}

impl Weights {
    /// The weighted sum of metrics over their scales, each limited to 2; unknown names count nothing.
    pub fn score(&self, metrics: &Metrics, rarity: f32) -> f32 {
        let mut score = 0.0;
        for (name, scale) in SCALES {
            let value = if name == "rarity" { Some(rarity) } else { metrics.get(name) };
            if let (Some(weight), Some(value)) = (self.0.get(name), value) {
                let value = value / scale;
                score += weight * if value > 2.0 { 2.0 } else { value };
            }
        }
        score
    }
}

/// A condition on a card's metrics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Filter {
    /// Every one of them; true when empty.
    All(Vec<Filter>),
    /// At least one of them; false when empty.
    Any(Vec<Filter>),
    /// The opposite.
    Not(Box<Filter>),
    /// The metric is at least this.
    AtLeast(String, f32),
    /// The metric is at most this.
    AtMost(String, f32),
}

impl Filter {
    /// Whether a card meets it; a card without metrics or an unknown name meets no comparison.
    pub fn accepts(&self, card: &Card) -> bool {
        let value = |name: &str| card.metrics.as_ref().and_then(|m| m.get(name));
        match self {
            Filter::All(parts) => parts.iter().all(|f| f.accepts(card)),
            Filter::Any(parts) => parts.iter().any(|f| f.accepts(card)),
            Filter::Not(part) => !part.accepts(card),
            Filter::AtLeast(name, limit) => value(name).is_some_and(|v| v >= *limit),
            Filter::AtMost(name, limit) => value(name).is_some_and(|v| v <= *limit),
        }
    }
}

/// Chooses `count` of the accepted cards: by score, but never too near to one already chosen, and every tenth for its rarity
/// alone. Returns places in `cards`, in order of choice; independent of the order the cards were found in.
pub fn select(cards: &[Card], filter: &Filter, count: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..cards.len()).filter(|&i| cards[i].refusals.is_empty() && filter.accepts(&cards[i])).collect();
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < count && !left.is_empty() {
        let odd = chosen.len() % 10 == 9;
        let value = |i: usize| {
            let nearest = chosen.iter().map(|&c| distance(&cards[i], &cards[c])).fold(1.0, |a, b| if b < a { b } else { a });
            if odd { cards[i].rarity } else { cards[i].score + nearest }
        };
        let mut best = 0;
        for place in 1..left.len() {
            let (a, b) = (value(left[place]), value(left[best]));
            if a > b || a == b && cards[left[place]].id < cards[left[best]].id {
                best = place;
            }
        }
        chosen.push(left.remove(best));
    }
    chosen
}

/// How unlike two cards are: root mean square difference of scaled metrics; 1 between different archetypes or without metrics.
fn distance(a: &Card, b: &Card) -> f32 {
    let (Some(x), Some(y)) = (&a.metrics, &b.metrics) else { return 1.0 };
    if a.archetype != b.archetype {
        return 1.0;
    }
    let (mut sum, mut count) = (0.0, 0);
    for (name, scale) in SCALES {
        if let (Some(p), Some(q)) = (x.get(name), y.get(name)) {
            sum += (p - q) / scale * ((p - q) / scale);
            count += 1;
        }
    }
    (sum / count.max(1) as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::tests::card;
    use crate::gates::tests::ordinary;

    #[test]
    fn filters_compose() {
        let card = card(1, ordinary());
        let wide = Filter::AtLeast("openness_m".into(), 2.5);
        let never = Filter::Any(Vec::new());
        assert!(Filter::All(vec![wide.clone(), Filter::Not(Box::new(never.clone()))]).accepts(&card));
        assert!(!never.accepts(&card) && !Filter::AtMost("no_such_metric".into(), 9.0).accepts(&card));
    }

    #[test]
    fn selection_prefers_unlike_places() {
        let mut cards: Vec<Card> = (0..4).map(|i| card(i, ordinary())).collect();
        cards[0].score = 2.0;
        cards[1].score = 1.99;
        cards[2].score = 1.9;
        cards[2].metrics.as_mut().unwrap().sight_m.median = 90.0;
        cards[3].refusals.push("the law".into());
        assert_eq!(select(&cards, &Filter::All(Vec::new()), 9), vec![0, 2, 1]);
    }

    #[test]
    fn weights_pull_both_ways() {
        let narrow = Metrics { narrow_share: 0.5, ..ordinary() };
        assert!(Weights::default().score(&narrow, 0.0) < Weights::default().score(&ordinary(), 0.0));
    }
}
