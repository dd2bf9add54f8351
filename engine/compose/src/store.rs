//! A search on disk: `search.json`, cards as JSON Lines, pictures, a contact sheet; resuming and merging shards.
//!
//! While a search runs, cards are appended to `cards.partial.jsonl` as they come; when it ends they are sorted into
//! `cards.jsonl`, which is therefore the same for any number of threads and shards.

use crate::card::{CAPTION, Card};
use crate::corpus::Corpus;
use crate::rank::{Filter, select};
use crate::search::SearchSpec;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use world::Assets;

/// Why a search folder could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("{error}: {path}", path = path.display())]
    Io {
        /// What it said.
        error: std::io::Error,
        /// Where.
        path: PathBuf,
    },
    /// There are results already.
    #[error("holds a search already; resume it, or choose another folder: {}", .0.display())]
    Exists(PathBuf),
    /// The folder's search is another one.
    #[error("holds another search ({what} differs), so nothing was added to it: {path}", path = path.display())]
    Other {
        /// What differs.
        what: &'static str,
        /// The folder.
        path: PathBuf,
    },
    /// A file that is not what it should be.
    #[error("line {line}: {reason}: {path}", path = path.display())]
    Broken {
        /// 1-based.
        line: usize,
        /// What is wrong.
        reason: String,
        /// The file.
        path: PathBuf,
    },
    /// A picture could not be drawn.
    #[error(transparent)]
    Picture(#[from] picture::PictureError),
}

/// What a folder was searched with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    spec: SearchSpec,
    corpus: String,
}

/// A folder being filled.
pub struct Store {
    dir: PathBuf,
    partial: Mutex<File>,
    earlier: Vec<Card>,
}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError + '_ {
    move |error| StoreError::Io { error, path: path.to_owned() }
}

/// Hash of everything a candidate is bred from.
fn fingerprint(assets: &Assets) -> String {
    let mut hasher = blake3::Hasher::new();
    for member in Corpus::gather(assets).members {
        // Debug text of finite numbers is exact and the same everywhere.
        hasher.update(format!("{member:?}").as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

impl Store {
    /// Opens a folder for a search, making it if needed. With `resume`, what is there is kept.
    ///
    /// # Errors
    /// A folder that holds a search when `resume` is not given, or another search; whatever the system refuses.
    pub fn open(dir: &Path, assets: &Assets, spec: &SearchSpec, resume: bool) -> Result<Self, StoreError> {
        fs::create_dir_all(dir.join("pictures")).map_err(io(dir))?;
        let header = Header { spec: spec.clone(), corpus: fingerprint(assets) };
        let path = dir.join("search.json");
        let mut earlier = Vec::new();
        if path.exists() {
            if !resume {
                return Err(StoreError::Exists(dir.to_owned()));
            }
            let text = fs::read_to_string(&path).map_err(io(&path))?;
            let known: Header = serde_json::from_str(&text).map_err(|e| StoreError::Broken {
                line: e.line(),
                reason: e.to_string(),
                path: path.clone(),
            })?;
            if known.spec != header.spec {
                return Err(StoreError::Other { what: "what was asked for", path: dir.to_owned() });
            }
            if known.corpus != header.corpus {
                return Err(StoreError::Other { what: "the corpus", path: dir.to_owned() });
            }
            let mut cards = BTreeMap::new();
            for name in ["cards.jsonl", "cards.partial.jsonl"] {
                for card in read_cards(&dir.join(name), name.contains("partial"))? {
                    cards.insert(card.index, card);
                }
            }
            earlier = cards.into_values().collect();
        } else {
            fs::write(&path, pretty(&header)).map_err(io(&path))?;
        }
        let path = dir.join("cards.partial.jsonl");
        let partial = Mutex::new(File::create(&path).map_err(io(&path))?);
        let store = Self { dir: dir.to_owned(), partial, earlier };
        for card in &store.earlier {
            store.append(card)?;
        }
        Ok(store)
    }
    /// Indices found earlier.
    pub fn finished(&self) -> BTreeSet<u32> {
        self.earlier.iter().map(|c| c.index).collect()
    }
    /// Keeps a card at once, so that a broken search loses nothing finished. May be called from any thread.
    ///
    /// # Errors
    /// Whatever the system refuses.
    pub fn append(&self, card: &Card) -> Result<(), StoreError> {
        let line = serde_json::to_string(card).unwrap_or_default() + "\n";
        let mut file = self.partial.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(io(&self.dir))
    }
    /// Draws a card's pictures into the folder. May be called from any thread.
    ///
    /// # Errors
    /// A candidate that makes no world, or whatever the system refuses.
    pub fn draw(&self, card: &Card, assets: &Assets) -> Result<(), StoreError> {
        for (name, canvas) in card.pictures(assets)?.named() {
            let path = self.dir.join("pictures").join(format!("{}-{name}.png", card.id));
            fs::write(&path, canvas.png()?).map_err(io(&path))?;
        }
        Ok(())
    }
    /// Sorts everything found so far into `cards.jsonl` and writes the contact sheet. Returns all cards in order of index.
    ///
    /// # Errors
    /// Whatever the system refuses.
    pub fn finish(self, fresh: Vec<Card>) -> Result<Vec<Card>, StoreError> {
        let mut cards: BTreeMap<u32, Card> = self.earlier.iter().map(|c| (c.index, c.clone())).collect();
        cards.extend(fresh.into_iter().map(|c| (c.index, c)));
        let cards: Vec<Card> = cards.into_values().collect();
        write_results(&self.dir, &cards)?;
        let partial = self.dir.join("cards.partial.jsonl");
        fs::remove_file(&partial).map_err(io(&partial))?;
        Ok(cards)
    }
}

/// Merges the shards of one search into `out` and writes its contact sheet. Returns all cards in order of index.
///
/// # Errors
/// Shards of different searches, a folder in use, a broken line, or whatever the system refuses.
pub fn merge(shards: &[PathBuf], out: &Path) -> Result<Vec<Card>, StoreError> {
    if out.join("cards.jsonl").exists() {
        return Err(StoreError::Exists(out.to_owned()));
    }
    fs::create_dir_all(out.join("pictures")).map_err(io(out))?;
    let mut first: Option<Header> = None;
    let mut cards = BTreeMap::new();
    for dir in shards {
        let path = dir.join("search.json");
        let text = fs::read_to_string(&path).map_err(io(&path))?;
        let mut header: Header = serde_json::from_str(&text).map_err(|e| StoreError::Broken {
            line: e.line(),
            reason: e.to_string(),
            path: path.clone(),
        })?;
        header.spec.shard = crate::Shard { index: 0, of: 1 };
        if first.as_ref().is_some_and(|f| *f != header) {
            return Err(StoreError::Other { what: "what was asked for", path: dir.clone() });
        }
        first.get_or_insert(header);
        for card in read_cards(&dir.join("cards.jsonl"), false)? {
            for name in ["section", "section-contour", "plan", "plan-contour"] {
                let file = format!("{}-{name}.png", card.id);
                let (from, to) = (dir.join("pictures").join(&file), out.join("pictures").join(&file));
                if from.exists() {
                    fs::copy(&from, &to).map_err(io(&to))?;
                }
            }
            cards.insert(card.index, card);
        }
    }
    if let Some(header) = &first {
        let path = out.join("search.json");
        fs::write(&path, pretty(header)).map_err(io(&path))?;
    }
    let cards: Vec<Card> = cards.into_values().collect();
    write_results(out, &cards)?;
    Ok(cards)
}

fn pretty(header: &Header) -> String {
    serde_json::to_string_pretty(header).unwrap_or_default() + "\n"
}

fn write_results(dir: &Path, cards: &[Card]) -> Result<(), StoreError> {
    let mut lines = String::new();
    for card in cards {
        lines += &serde_json::to_string(card).unwrap_or_default();
        lines.push('\n');
    }
    for (name, text) in [("cards.jsonl", lines), ("index.html", contact_sheet(cards))] {
        let path = dir.join(name);
        let temporary = dir.join(format!("{name}.tmp"));
        fs::write(&temporary, text).map_err(io(&temporary))?;
        fs::rename(&temporary, &path).map_err(io(&path))?;
    }
    Ok(())
}

/// Reads JSON Lines; a missing file holds no cards. With `torn`, an unfinished last line is left out.
fn read_cards(path: &Path, torn: bool) -> Result<Vec<Card>, StoreError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).map_err(io(path))?;
    let mut cards = Vec::new();
    let count = text.lines().count();
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str(line) {
            Ok(card) => cards.push(card),
            Err(_) if torn && number + 1 == count => {}
            Err(e) => return Err(StoreError::Broken { line: number + 1, reason: e.to_string(), path: path.to_owned() }),
        }
    }
    Ok(cards)
}

/// All cards as one page: the selection first, then the rest by score, refusals with their reasons last.
fn contact_sheet(cards: &[Card]) -> String {
    let chosen = select(cards, &Filter::All(Vec::new()), 48);
    let mut rest: Vec<usize> = (0..cards.len()).filter(|i| !chosen.contains(i)).collect();
    rest.sort_by(|&a, &b| {
        let (a, b) = (&cards[a], &cards[b]);
        a.refusals.is_empty().cmp(&b.refusals.is_empty()).reverse().then(b.score.total_cmp(&a.score)).then(a.index.cmp(&b.index))
    });
    let mut page = String::from(HEAD);
    let accepted = cards.iter().filter(|c| c.refusals.is_empty()).count();
    let _ = writeln!(page, "<h1>Contact sheet</h1><p>{} candidates, {accepted} accepted. {CAPTION}</p><main>", cards.len());
    for &index in chosen.iter().chain(&rest) {
        let card = &cards[index];
        let class = if card.refusals.is_empty() { "card" } else { "card refused" };
        let _ = writeln!(
            page,
            "<article class=\"{class}\"><h2>{}</h2><p>{} · score {:.2} · rarity {:.2}</p>",
            escape(&card.id),
            escape(&card.archetype),
            card.score,
            card.rarity
        );
        if card.metrics.is_some() {
            for name in ["section", "plan"] {
                let _ = writeln!(
                    page,
                    "<img loading=\"lazy\" src=\"pictures/{0}-{name}.png\" alt=\"{name} of {0}\">",
                    escape(&card.id)
                );
            }
        }
        if let Some(metrics) = &card.metrics {
            page += "<dl>";
            for name in crate::Metrics::NAMES {
                let _ = write!(page, "<dt>{name}</dt><dd>{:.2}</dd>", metrics.get(name).unwrap_or(0.0));
            }
            page += "</dl>";
        }
        for refusal in &card.refusals {
            let _ = writeln!(page, "<p class=\"why\">{}</p>", escape(refusal));
        }
        let parents: Vec<String> =
            card.parents.iter().map(|(id, weight)| format!("{} {:.0} %", escape(id), weight * 100.0)).collect();
        let _ = writeln!(page, "<p>parents: {}</p></article>", parents.join(", "));
    }
    page + "</main></body></html>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Contact sheet</title><style>
body{background:#17181c;color:#dfe2e8;font:14px system-ui,sans-serif;margin:24px}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:16px}
.card{background:#202229;border-radius:8px;padding:12px}.refused{opacity:.55}.why{color:#f0a35a}
h2{font-size:14px;margin:0}img{width:100%;image-rendering:pixelated;margin-top:8px}
dl{display:grid;grid-template-columns:auto auto;gap:2px 12px;font-size:12px}dd{margin:0;text-align:right}
</style></head><body>
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::tests::card;
    use crate::gates::tests::ordinary;

    fn folder(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("voxelforge-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        dir
    }

    #[test]
    fn a_broken_off_search_resumes_with_what_it_had() {
        let (dir, assets) = (folder("resume"), Assets::default());
        let spec = SearchSpec::new(&assets, 9, 4);
        let store = Store::open(&dir, &assets, &spec, false).unwrap();
        store.append(&card(2, ordinary())).unwrap();
        store.partial.lock().unwrap().write_all(b"{\"id\":\"c9-3").unwrap();
        drop(store);
        assert!(matches!(Store::open(&dir, &assets, &spec, false), Err(StoreError::Exists(_))));
        let other = SearchSpec::new(&assets, 10, 4);
        assert!(matches!(Store::open(&dir, &assets, &other, true), Err(StoreError::Other { .. })));
        let store = Store::open(&dir, &assets, &spec, true).unwrap();
        assert_eq!(store.finished(), BTreeSet::from([2]));
        let cards = store.finish(vec![card(0, ordinary())]).unwrap();
        assert_eq!(cards.iter().map(|c| c.index).collect::<Vec<_>>(), vec![0, 2]);
        assert_eq!(read_cards(&dir.join("cards.jsonl"), false).unwrap(), cards);
        assert!(fs::read_to_string(dir.join("index.html")).unwrap().contains("2 accepted"));
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn merged_shards_equal_the_whole_search() {
        let (root, assets) = (folder("merge"), Assets::default());
        let whole = SearchSpec::new(&assets, 5, 4);
        let cards: Vec<Card> = (0..4).map(|i| card(i, ordinary())).collect();
        Store::open(&root.join("whole"), &assets, &whole, false).unwrap().finish(cards.clone()).unwrap();
        for index in 0..2 {
            let spec = SearchSpec { shard: crate::Shard { index, of: 2 }, ..whole.clone() };
            let part = spec.indices().iter().map(|&i| cards[i as usize].clone()).collect();
            Store::open(&root.join(index.to_string()), &assets, &spec, false).unwrap().finish(part).unwrap();
        }
        merge(&[root.join("1"), root.join("0")], &root.join("merged")).unwrap();
        for name in ["cards.jsonl", "search.json", "index.html"] {
            assert_eq!(
                fs::read(root.join("whole").join(name)).unwrap(),
                fs::read(root.join("merged").join(name)).unwrap(),
                "{name}"
            );
        }
        fs::remove_dir_all(&root).unwrap();
    }
}
