//! `compose`: invents, measures and ranks candidates; `compose merge` joins shards.

use crate::cli::seed;
use crate::output::shown;
use crate::session::{Failure, Outcome, Session};
use compose::merge::merge;
use compose::store::Store;
use compose::{Card, MOST_CANDIDATES, SearchSpec, Shard};
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Arguments of `compose`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ComposeArgs {
    #[command(subcommand)]
    merge: Option<Merge>,
    /// Project folder
    #[arg(required = true)]
    project: Option<PathBuf>,
    /// Seed of the search, decimal or 0x-hexadecimal
    #[arg(long, value_parser = seed, required = true)]
    seed: Option<u64>,
    /// Number of candidates in all shards together
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CANDIDATES)))]
    count: u32,
    /// Only this kind of place
    #[arg(long, value_name = "NAME")]
    archetype: Option<String>,
    /// The part to do: I/N with I from 0 to N-1
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Folder for cards, pictures and contact sheet
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,
    /// Go on with the search that is in the folder
    #[arg(long)]
    resume: bool,
}

#[derive(clap::Subcommand)]
enum Merge {
    /// Join shards into one search with a contact sheet
    Merge {
        /// Folders of the shards
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        /// Folder for the whole
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((index, of)) if index < of => Ok(Shard { index, of }),
        _ => Err("I/N with I from 0 to N-1".into()),
    }
}

/// Searches or merges.
pub fn run(args: &ComposeArgs, session: &Session) -> Outcome {
    if let Some(Merge::Merge { shards, out }) = &args.merge {
        let merged = merge(shards, out).map_err(Failure::input)?;
        report(&merged.cards, merged.wanted, out, session);
        return match merged.missing() {
            0 => Ok(()),
            missing => Err(Failure::failed(format!(
                "{missing} of {} candidates are missing: a shard was left out or is not finished",
                merged.wanted
            ))),
        };
    }
    let (Some(project), Some(seed), Some(out)) = (&args.project, args.seed, &args.out) else {
        return Err(Failure::input("PROJECT, --seed and --out are needed"));
    };
    let assets = session.project(project)?.assets;
    let mut spec = SearchSpec::new(&assets, seed, args.count);
    spec.archetype = args.archetype.clone();
    spec.shard = args.shard.unwrap_or(spec.shard);
    let store = Store::open(out, &assets, &spec, args.resume).map_err(Failure::input)?;
    let pool = session.pool()?;
    let trouble: Mutex<Option<String>> = Mutex::new(None);
    let keep = |card: &Card| {
        let kept = store.append(card).and_then(|()| if card.metrics.is_some() { store.draw(card, &assets) } else { Ok(()) });
        if let Err(error) = kept {
            trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
        }
    };
    let finished = store.finished();
    let found =
        session.watched(|watch| compose::search(&assets, &spec, &finished, &pool, &keep, &watch)).map_err(Failure::input)?;
    let cards = store.finish(found).map_err(Failure::failed)?;
    report(&cards, spec.wanted(), out, session);
    if let Some(error) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(Failure::failed(error));
    }
    if session.is_cancelled() {
        return Err(Failure::failed(format!("stopped with {} of {} candidates; --resume goes on", cards.len(), spec.wanted())));
    }
    Ok(())
}

fn report(cards: &[Card], wanted: usize, out: &std::path::Path, session: &Session) {
    let accepted: Vec<&Card> = cards.iter().filter(|c| c.refusals.is_empty()).collect();
    let mut best = accepted.clone();
    best.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.index.cmp(&b.index)));
    let mut text =
        format!("{} of {wanted} candidates, {} accepted: {}\n", cards.len(), accepted.len(), shown(&out.join("index.html")));
    for card in best.iter().take(8) {
        text += &format!("  {:20} {:16} score {:.2} rarity {:.2}\n", card.id, card.archetype, card.score, card.rarity);
    }
    let document = json!({
        "out": shown(out), "wanted": wanted, "found": cards.len(), "accepted": accepted.len(),
        "best": best.iter().take(8).map(|c| json!({ "id": c.id, "archetype": c.archetype, "score": c.score })).collect::<Vec<_>>(),
    });
    session.print(text, &document);
}
