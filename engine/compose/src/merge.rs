//! Joining the shards of one search into a whole, and saying what is missing.

use crate::card::Card;
use crate::search::Shard;
use crate::store::{Header, StoreError, io, nothing_in_the_way, pretty, read_cards, read_header, write_results};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Shards in one.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// All cards in order of index.
    pub cards: Vec<Card>,
    /// Candidates of the whole search.
    pub wanted: usize,
}

impl Merged {
    /// Candidates that no shard has brought: a shard is absent, or not finished.
    pub fn missing(&self) -> usize {
        self.wanted.saturating_sub(self.cards.len())
    }
}

/// Merges the shards of one search into `out` and writes its contact sheet; nothing is written before every shard has been read.
/// What is missing is told by [`Merged::missing`].
///
/// # Errors
/// Shards of different searches, the same one twice, a folder in use, a broken line, or whatever the system refuses.
pub fn merge(shards: &[PathBuf], out: &Path) -> Result<Merged, StoreError> {
    if out.join("cards.jsonl").exists() {
        return Err(StoreError::Exists(out.to_owned()));
    }
    nothing_in_the_way(out)?;
    let mut whole: Option<Header> = None;
    let mut number = None;
    let mut seen: Vec<Shard> = Vec::new();
    let mut found: BTreeMap<u32, (&Path, Card)> = BTreeMap::new();
    for dir in shards {
        let mut header = read_header(dir)?;
        let shard = std::mem::replace(&mut header.spec.shard, Shard { index: 0, of: 1 });
        let differs = |what| StoreError::Other { what, path: dir.clone() };
        if whole.as_ref().is_some_and(|whole| *whole != header) {
            return Err(differs("what was asked for"));
        }
        if number.is_some_and(|of| of != shard.of) {
            return Err(differs("the number of shards"));
        }
        if seen.contains(&shard) {
            return Err(StoreError::Twice { shard, path: dir.clone() });
        }
        (whole, number) = (Some(header), Some(shard.of));
        seen.push(shard);
        for card in read_cards(&dir.join("cards.jsonl"), false)? {
            found.insert(card.index, (dir, card));
        }
    }
    fs::create_dir_all(out.join("pictures")).map_err(io(out))?;
    for (dir, card) in found.values() {
        for name in ["section", "section-contour", "plan", "plan-contour"] {
            let file = format!("{}-{name}.png", card.id);
            let (from, to) = (dir.join("pictures").join(&file), out.join("pictures").join(&file));
            if from.exists() {
                fs::copy(&from, &to).map_err(io(&to))?;
            }
        }
    }
    if let Some(header) = &whole {
        let path = out.join("search.json");
        fs::write(&path, pretty(header)).map_err(io(&path))?;
    }
    let cards: Vec<Card> = found.into_values().map(|(_, card)| card).collect();
    write_results(out, &cards)?;
    Ok(Merged { cards, wanted: whole.map_or(0, |header| header.spec.count as usize) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchSpec;
    use crate::card::tests::card;
    use crate::gates::tests::ordinary;
    use crate::store::{Store, tests::folder};
    use world::Assets;

    #[test]
    fn merged_shards_equal_the_whole_search() {
        let (root, assets) = (folder("merge"), Assets::default());
        let whole = SearchSpec::new(&assets, 5, 4);
        let cards: Vec<Card> = (0..4).map(|i| card(i, ordinary())).collect();
        Store::open(&root.join("whole"), &assets, &whole, false).unwrap().finish(cards.clone()).unwrap();
        for index in 0..2 {
            let spec = SearchSpec { shard: Shard { index, of: 2 }, ..whole.clone() };
            let part = spec.indices().map(|i| cards[i as usize].clone()).collect();
            Store::open(&root.join(index.to_string()), &assets, &spec, false).unwrap().finish(part).unwrap();
        }
        let merged = merge(&[root.join("1"), root.join("0")], &root.join("merged")).unwrap();
        assert_eq!((merged.cards.len(), merged.missing()), (4, 0));
        for name in ["cards.jsonl", "search.json", "index.html"] {
            assert_eq!(
                fs::read(root.join("whole").join(name)).unwrap(),
                fs::read(root.join("merged").join(name)).unwrap(),
                "{name}"
            );
        }
        let half = merge(&[root.join("1")], &root.join("half")).unwrap();
        assert_eq!((half.cards.len(), half.wanted, half.missing()), (2, 4, 2));
        let twice = merge(&[root.join("1"), root.join("1")], &root.join("twice"));
        assert!(matches!(twice, Err(StoreError::Twice { shard: Shard { index: 1, of: 2 }, .. })));
        assert!(!root.join("twice").exists(), "nothing is written for it");
        fs::remove_dir_all(&root).unwrap();
    }
}
