//! Names that assets give each other: whether what they name exists.

use crate::asset::Asset;
use crate::judge::Finding;
use crate::tree::Path;
use param::nearest;
use std::collections::BTreeSet;
use world::Assets;
use world::defs::StrateDef;

/// The names an asset gives that the snapshot does not have, each with the nearest one that exists. Names of `bad` files are let
/// pass: those files have a diagnostic of their own.
pub fn missing(asset: &Asset, assets: &Assets, bad: &BTreeSet<&str>) -> Vec<Finding> {
    let root = Path::default();
    let mut names = Names { assets, bad, findings: Vec::new() };
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
            let listed = |slot: &String| slots.iter().any(|known| known == slot);
            for (slot, id) in &def.layout.overrides {
                let path = layout.field("overrides").field(slot);
                names.strate(path.clone(), id);
                if !listed(slot) {
                    names.slot(path, slot, &slots);
                }
            }
            for (slot, strate) in &def.layout.candidates {
                let path = layout.field("candidates").field(slot);
                names.of_strate(&path, strate);
                if !listed(slot) {
                    names.slot(path, slot, &slots);
                }
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

/// The slots a project's layout has: `<batch id>.<n>` and `fixed.<index>`.
fn slot_ids(asset: &Asset) -> Vec<String> {
    let Asset::Project(def) = asset else { return Vec::new() };
    let drawn = def.layout.batches.iter().flat_map(|batch| (0..batch.count).map(move |n| format!("{}.{n}", batch.id)));
    let fixed = def.layout.fixed.iter().map(|fixed| format!("fixed.{}", fixed.index));
    drawn.chain(fixed).collect()
}

struct Names<'a> {
    assets: &'a Assets,
    bad: &'a BTreeSet<&'a str>,
    findings: Vec<Finding>,
}

impl Names<'_> {
    fn strate(&mut self, path: Path, id: &str) {
        let assets = self.assets;
        self.check(path, "strate", id, assets.strates.keys());
    }

    fn material(&mut self, path: Path, id: &str) {
        let assets = self.assets;
        self.check(path, "material", id, assets.materials.keys());
    }

    fn of_strate(&mut self, path: &Path, def: &StrateDef) {
        let assets = self.assets;
        for (index, id) in def.biomes.iter().enumerate() {
            self.check(path.field("biomes").index(index), "biome", id, assets.biomes.keys());
        }
        if let Some(id) = &def.material {
            self.material(path.field("material"), id);
        }
    }

    fn slot(&mut self, path: Path, slot: &str, slots: &[String]) {
        self.check(path, "slot", slot, slots.iter());
    }

    fn check<'a>(&mut self, path: Path, noun: &str, id: &str, known: impl Iterator<Item = &'a String> + Clone) {
        if known.clone().any(|candidate| candidate == id) || self.bad.contains(id) {
            return;
        }
        let accepted = match nearest(id, known.clone().map(String::as_str)) {
            Some(near) => format!("`{near}`"),
            None => {
                let listed: Vec<&str> = known.map(String::as_str).take(12).collect();
                if listed.is_empty() { format!("nothing: there is no {noun} yet") } else { listed.join(", ") }
            }
        };
        self.findings.push(Finding::error(path, format!("there is no {noun} `{id}`"), accepted));
    }
}
