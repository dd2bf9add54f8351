//! Names that assets give each other: whether what they name exists.

use crate::asset::Asset;
use crate::finding::{Finding, Findings};
use crate::quote::quoted;
use crate::tree::Path;
use param::nearest;
use std::collections::BTreeSet;
use world::Assets;
use world::defs::StrateDef;

/// The names an asset gives that the snapshot does not have, each with the nearest one that exists. Names of `bad` files are let
/// pass: those files have a diagnostic of their own.
pub fn missing(asset: &Asset, assets: &Assets, bad: &BTreeSet<&str>) -> Findings {
    let root = Path::default();
    let mut names = Names { assets, bad, findings: Findings::default() };
    match asset {
        Asset::Project(def) => {
            let layout = root.field("layout");
            for (index, batch) in def.layout.batches.iter().enumerate() {
                let pool = layout.field("batches").index(index).field("pool");
                batch.pool.iter().enumerate().for_each(|(place, id)| names.strate(pool.index(place), id));
            }
            for (index, fixed) in def.layout.fixed.iter().enumerate() {
                names.strate(layout.field("fixed").index(index).field("strate"), &fixed.strate);
            }
            let slots = slot_ids(asset);
            for (slot, id) in &def.layout.overrides {
                let path = layout.field("overrides").field(slot);
                names.strate(path.clone(), id);
                names.slot(path, slot, &slots);
            }
            for (slot, strate) in &def.layout.candidates {
                let path = layout.field("candidates").field(slot);
                names.of_strate(&path, strate);
                names.slot(path, slot, &slots);
            }
            if let Some(id) = &def.layout.safe_entry {
                names.strate(layout.field("safe_entry"), id);
            }
        }
        Asset::Strate(def) => names.of_strate(&root, def),
        Asset::Biome(def) => names.material(root.field("material"), &def.material),
        Asset::Materials(_) | Asset::Edits(_) | Asset::Corpus(_) => {}
    }
    names.findings
}

/// As many slots of a batch as any layout may have.
const MOST_SLOTS: u32 = crate::judge::MOST_SLOTS as u32;

/// The slots a project's layout has: `<batch id>.<n>` and `fixed.<index>`.
fn slot_ids(asset: &Asset) -> BTreeSet<String> {
    let Asset::Project(def) = asset else { return BTreeSet::new() };
    let drawn =
        def.layout.batches.iter().flat_map(|batch| (0..batch.count.min(MOST_SLOTS)).map(move |n| format!("{}.{n}", batch.id)));
    let fixed = def.layout.fixed.iter().map(|fixed| format!("fixed.{}", fixed.index));
    drawn.chain(fixed).collect()
}

struct Names<'a> {
    assets: &'a Assets,
    bad: &'a BTreeSet<&'a str>,
    findings: Findings,
}

impl Names<'_> {
    fn strate(&mut self, path: Path, id: &str) {
        let known = &self.assets.strates;
        self.check(path, "strate", id, known.contains_key(id), known.keys());
    }

    fn material(&mut self, path: Path, id: &str) {
        let known = &self.assets.materials;
        self.check(path, "material", id, known.contains_key(id), known.keys());
    }

    fn of_strate(&mut self, path: &Path, def: &StrateDef) {
        let known = &self.assets.biomes;
        for (index, id) in def.biomes.iter().enumerate() {
            self.check(path.field("biomes").index(index), "biome", id, known.contains_key(id), known.keys());
        }
        if let Some(id) = &def.material {
            self.material(path.field("material"), id);
        }
        for (index, region) in def.regions.iter().enumerate() {
            if let Some(id) = &region.material {
                self.material(path.field("regions").index(index).field("material"), id);
            }
        }
    }

    fn slot(&mut self, path: Path, slot: &str, slots: &BTreeSet<String>) {
        self.check(path, "slot", slot, slots.contains(slot), slots.iter());
    }

    fn check<'a>(&mut self, path: Path, noun: &str, id: &str, there: bool, known: impl Iterator<Item = &'a String> + Clone) {
        if there || self.bad.contains(id) {
            return;
        }
        self.findings.push_with(|| {
            let accepted = match nearest(id, known.clone().map(String::as_str)) {
                Some(near) => format!("`{near}`"),
                None => {
                    let listed: Vec<&str> = known.map(String::as_str).take(12).collect();
                    if listed.is_empty() { format!("nothing: there is no {noun} yet") } else { listed.join(", ") }
                }
            };
            Finding::error(path, format!("there is no {noun} `{}`", quoted(id)), accepted)
        });
    }
}
