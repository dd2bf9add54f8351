//! A search on disk: `search.json`, cards as JSON Lines, pictures, a contact sheet; and resuming it.
//!
//! While a search runs, cards are appended to `cards.partial.jsonl` as they come; when it ends they are sorted into
//! `cards.jsonl`, which is therefore the same for any number of threads and shards.

use crate::card::{CAPTION, Card};
use crate::corpus::Corpus;
use crate::rank::{Filter, select};
use crate::search::{ComposeError, SearchSpec, Shard};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
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
    /// There is something else, which would be overwritten.
    #[error("is in the way and belongs to no search; choose another folder: {}", .0.display())]
    InTheWay(PathBuf),
    /// The same part was given twice.
    #[error("shard {index} of {of} was given already: {path}", index = shard.index, of = shard.of, path = path.display())]
    Twice {
        /// The part.
        shard: Shard,
        /// The second folder with it.
        path: PathBuf,
    },
    /// A search that cannot begin.
    #[error(transparent)]
    Spec(#[from] ComposeError),
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

/// Most bytes of a file of a search.
const MOST_BYTES: u64 = 4 << 30;

/// What a folder was searched with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) spec: SearchSpec,
    pub(crate) corpus: String,
}

/// A folder being filled.
pub struct Store {
    dir: PathBuf,
    partial: Mutex<File>,
    earlier: Vec<Card>,
}

pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError + '_ {
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
    /// A spec without sense, before anything is written; a folder that holds a search when `resume` is not given, or another search; whatever the system refuses.
    pub fn open(dir: &Path, assets: &Assets, spec: &SearchSpec, resume: bool) -> Result<Self, StoreError> {
        spec.check(assets)?;
        let header = Header { spec: spec.clone(), corpus: fingerprint(assets) };
        let path = dir.join("search.json");
        let mut earlier = Vec::new();
        if path.exists() {
            if !resume {
                return Err(StoreError::Exists(dir.to_owned()));
            }
            let known = read_header(dir)?;
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
        }
        let fresh = !path.exists();
        if fresh {
            nothing_in_the_way(dir)?;
        }
        fs::create_dir_all(dir.join("pictures")).map_err(io(dir))?;
        if fresh {
            fs::write(&path, pretty(&header)).map_err(io(&path))?;
        }
        // What was kept is put down anew before the old list goes, so that stopping here loses nothing.
        let path = dir.join("cards.partial.jsonl");
        let renewed = dir.join("cards.partial.jsonl.tmp");
        fs::write(&renewed, lines(&earlier)).map_err(io(&renewed))?;
        fs::rename(&renewed, &path).map_err(io(&path))?;
        let partial = Mutex::new(File::options().append(true).open(&path).map_err(io(&path))?);
        Ok(Self { dir: dir.to_owned(), partial, earlier })
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

pub(crate) fn pretty(header: &Header) -> String {
    serde_json::to_string_pretty(header).unwrap_or_default() + "\n"
}

/// What a folder was searched with.
pub(crate) fn read_header(dir: &Path) -> Result<Header, StoreError> {
    let path = dir.join("search.json");
    let text = read_text(&path)?;
    serde_json::from_str(&text).map_err(|e| StoreError::Broken { line: e.line(), reason: e.to_string(), path })
}

/// Refuses a folder without a search in which a file of somebody else's would be overwritten.
pub(crate) fn nothing_in_the_way(dir: &Path) -> Result<(), StoreError> {
    let names = ["search.json", "cards.jsonl", "cards.partial.jsonl", "index.html"];
    match names.map(|name| dir.join(name)).into_iter().find(|path| path.exists()) {
        Some(path) => Err(StoreError::InTheWay(path)),
        None => Ok(()),
    }
}

/// The text of a regular file of at most [`MOST_BYTES`].
fn read_text(path: &Path) -> Result<String, StoreError> {
    let refuse = |reason: &str| io(path)(std::io::Error::new(std::io::ErrorKind::InvalidInput, reason));
    if !fs::metadata(path).map_err(io(path))?.is_file() {
        return Err(refuse("it is no regular file"));
    }
    let mut text = String::new();
    File::open(path).map_err(io(path))?.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(io(path))?;
    if text.len() as u64 > MOST_BYTES { Err(refuse("it is too large for a search")) } else { Ok(text) }
}

/// Cards as JSON Lines.
fn lines(cards: &[Card]) -> String {
    cards.iter().map(|card| serde_json::to_string(card).unwrap_or_default() + "\n").collect()
}

pub(crate) fn write_results(dir: &Path, cards: &[Card]) -> Result<(), StoreError> {
    for (name, text) in [("cards.jsonl", lines(cards)), ("index.html", contact_sheet(cards))] {
        let path = dir.join(name);
        let temporary = dir.join(format!("{name}.tmp"));
        fs::write(&temporary, text).map_err(io(&temporary))?;
        fs::rename(&temporary, &path).map_err(io(&path))?;
    }
    Ok(())
}

/// Reads JSON Lines; a missing file holds no cards. With `torn`, an unfinished last line is left out.
pub(crate) fn read_cards(path: &Path, torn: bool) -> Result<Vec<Card>, StoreError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = read_text(path)?;
    let mut cards = Vec::new();
    let count = text.lines().count();
    for (number, line) in text.lines().enumerate() {
        match serde_json::from_str::<Card>(line) {
            // The id becomes the name of files.
            Ok(card) if !project::is_id(&card.id) => {
                let reason = format!("{:?} is no id; accepted: 1 to 64 lower-case letters, digits, `_` and `-`", card.id);
                return Err(StoreError::Broken { line: number + 1, reason, path: path.to_owned() });
            }
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
pub(crate) mod tests {
    use super::*;
    use crate::card::tests::card;
    use crate::gates::tests::ordinary;

    pub(crate) fn folder(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("voxelforge-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        dir
    }

    #[test]
    fn nothing_is_written_for_a_search_that_cannot_be() {
        let (dir, assets) = (folder("refused"), Assets::default());
        let endless = SearchSpec::new(&assets, 9, u32::MAX);
        assert!(matches!(Store::open(&dir, &assets, &endless, false), Err(StoreError::Spec(_))));
        assert!(!dir.exists());
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("index.html"), "mine").unwrap();
        assert!(matches!(Store::open(&dir, &assets, &SearchSpec::new(&assets, 9, 4), false), Err(StoreError::InTheWay(_))));
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        fs::remove_dir_all(&dir).unwrap();
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
}
