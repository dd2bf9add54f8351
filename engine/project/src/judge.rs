//! What a single asset must satisfy beyond its types: ranges, relations, ids, whole layout units.

use crate::asset::Asset;
use crate::blocks::blocks;
use crate::finding::{Finding, Findings};
use crate::quote::quoted;
use crate::tree::Path;
use std::collections::BTreeSet;
use std::fmt::Display;
use world::World;
use world::defs::{
    BIOME_SIZES_M, BandsDef, BatchDef, EditLayerDef, MOST_REGIONS, ProjectDef, REGION_SIZES_M, SHARES, Shape, StrateDef, Stroke,
};
use world::edits::{FALLOFF_M, LONGEST_M, PLACE_M, SIZE_M, STRENGTH};

/// Edges a voxel may have, in micrometres.
pub const VOXEL_SIZES_UM: [u32; 3] = [125_000, 250_000, 500_000];
/// Most slots a layout may have: slot ids take twelve bits of an address.
pub const MOST_SLOTS: u64 = 4096;
/// Weights of corpus members.
pub const WEIGHTS: [f32; 2] = [0.0, 1000.0];
/// Bands are multiples of this length, metres.
pub const LAYOUT_UNIT_M: f32 = 8.0;

/// Everything wrong with an asset taken by itself; empty when it is good.
pub fn judge(asset: &Asset) -> Findings {
    let mut findings = Findings::default();
    for (path, block) in blocks(asset) {
        for violation in param::validate(block) {
            // A relation ties several fields; the last is where it shows.
            let shown = violation.field.rsplit(", ").next().unwrap_or_default();
            findings.push(Finding::error(path.field(shown), violation.reason, violation.accepted));
        }
    }
    let root = Path::default();
    match asset {
        Asset::Project(def) => project(def, &mut findings),
        Asset::Strate(def) => strate(&root, def, &mut findings),
        Asset::Biome(def) => id(&root, &def.id, &mut findings),
        Asset::Materials(list) => {
            let mut seen = BTreeSet::new();
            for (index, def) in list.iter().enumerate() {
                id(&root.index(index), &def.id, &mut findings);
                unique(&root.index(index), &def.id, &mut seen, &mut findings);
            }
        }
        Asset::Edits(def) => edits(def, &mut findings),
        Asset::Corpus(def) => {
            id(&root, &def.id, &mut findings);
            within(root.field("weight"), def.weight, WEIGHTS, "", &mut findings);
        }
    }
    findings
}

fn project(def: &ProjectDef, findings: &mut Findings) {
    let root = Path::default();
    if !VOXEL_SIZES_UM.contains(&def.voxel_um) {
        let reason = format!("a voxel cannot measure {} µm", def.voxel_um);
        findings.push(Finding::error(root.field("voxel_um"), reason, "125000, 250000 or 500000 (0.125 m, 0.25 m or 0.5 m)"));
    }
    for violation in World::settings_violations(&def.settings) {
        findings.push(Finding::error(root.field("settings").field(&violation.field), violation.reason, violation.accepted));
    }
    let layout = root.field("layout");
    let mut seen = BTreeSet::new();
    for (index, batch) in def.layout.batches.iter().enumerate() {
        let path = layout.field("batches").index(index);
        id(&path, &batch.id, findings);
        unique(&path, &batch.id, &mut seen, findings);
        pool(&path, batch, findings);
    }
    let drawn: u64 = def.layout.batches.iter().map(|batch| u64::from(batch.count)).sum();
    let fixed = def.layout.fixed.len() as u64;
    if drawn + fixed > MOST_SLOTS {
        let reason = match (drawn, fixed) {
            (_, 0) => format!("{drawn} slots are too many"),
            (0, _) => format!("{fixed} fixed slots are too many"),
            _ => format!("{} slots are too many ({drawn} of batches and {fixed} fixed)", drawn + fixed),
        };
        let most = if drawn > fixed { "batches" } else { "fixed" };
        findings.push(Finding::error(layout.field(most), reason, format!("up to {MOST_SLOTS} slots in all")));
    }
    let mut taken = BTreeSet::new();
    for (index, fixed) in def.layout.fixed.iter().enumerate() {
        if !taken.insert(fixed.index) {
            let path = layout.field("fixed").index(index).field("index");
            findings.push(Finding::error(path, format!("slot {} is fixed twice", fixed.index), "each index once"));
        }
    }
    for (slot, candidate) in &def.layout.candidates {
        strate(&layout.field("candidates").field(slot), candidate, findings);
    }
}

fn pool(path: &Path, batch: &BatchDef, findings: &mut Findings) {
    if batch.count == 0 {
        findings.push(Finding::error(path.field("count"), "a batch of no slots", format!("1 to {MOST_SLOTS}")));
    }
    if batch.pool.is_empty() {
        findings.push(Finding::error(
            path.field("pool"),
            "the pool is empty, so nothing can be drawn",
            "the id of at least one strate",
        ));
    }
    let mut seen = BTreeSet::new();
    for (index, member) in batch.pool.iter().enumerate() {
        if !seen.insert(member) {
            let path = path.field("pool").index(index);
            findings.push(Finding::error(
                path,
                format!("`{}` stands twice in this pool", quoted(member)),
                "each id once: a pool is a set",
            ));
        }
    }
}

fn strate(path: &Path, def: &StrateDef, findings: &mut Findings) {
    id(path, &def.id, findings);
    within(path.field("biome_size_m"), def.biome_size_m, BIOME_SIZES_M, " m", findings);
    within(path.field("region_size_m"), def.region_size_m, REGION_SIZES_M, " m", findings);
    for (index, region) in def.regions.iter().enumerate() {
        let path = path.field("regions").index(index);
        within(path.field("share"), region.share, SHARES, "", findings);
        if index == MOST_REGIONS {
            let reason = format!("{} regions are too many", def.regions.len());
            findings.push(Finding::error(path, reason, format!("up to {MOST_REGIONS} beside the strate's own archetype")));
        }
    }
    let BandsDef { ceiling_m, content_m, bedrock_m, gap_m } = def.bands;
    for (field, height_m) in [("ceiling_m", ceiling_m), ("content_m", content_m), ("bedrock_m", bedrock_m), ("gap_m", gap_m)] {
        let units = height_m / LAYOUT_UNIT_M;
        if height_m.is_finite() && units != units.floor() {
            let below = units.floor() * LAYOUT_UNIT_M;
            let reason = format!("{height_m} m is no multiple of {LAYOUT_UNIT_M} m");
            let accepted = format!("{below} m or {} m", below + LAYOUT_UNIT_M);
            findings.push(Finding::error(path.field("bands").field(field), reason, accepted));
        }
    }
}

fn edits(def: &EditLayerDef, findings: &mut Findings) {
    let root = Path::default();
    id(&root, &def.id, findings);
    for (index, stroke) in def.strokes.iter().enumerate() {
        // Most strokes are good: what is wrong is looked for only where something is.
        if world::edits::check_stroke(stroke).is_err() {
            bad_stroke(&root.field("strokes").index(index), stroke, findings);
        }
    }
}

fn bad_stroke(path: &Path, stroke: &Stroke, findings: &mut Findings) {
    within(path.field("falloff_m"), stroke.falloff_m, FALLOFF_M, " m", findings);
    within(path.field("strength"), stroke.strength, STRENGTH, "", findings);
    let shape = path.field("shape");
    match stroke.shape {
        Shape::Sphere { centre_m, radius_m } => {
            let shape = shape.variant("Sphere");
            lengths(shape.field("centre_m"), &centre_m, PLACE_M, findings);
            within(shape.field("radius_m"), radius_m, SIZE_M, " m", findings);
        }
        Shape::Box { centre_m, half_m } => {
            let shape = shape.variant("Box");
            lengths(shape.field("centre_m"), &centre_m, PLACE_M, findings);
            lengths(shape.field("half_m"), &half_m, SIZE_M, findings);
        }
        Shape::Capsule { a_m, b_m, radius_m } => {
            let shape = shape.variant("Capsule");
            lengths(shape.field("a_m"), &a_m, PLACE_M, findings);
            lengths(shape.field("b_m"), &b_m, PLACE_M, findings);
            within(shape.field("radius_m"), radius_m, SIZE_M, " m", findings);
            let length_m = world::edits::length_m(a_m, b_m);
            if length_m.is_finite() && length_m > LONGEST_M {
                let reason = format!("the capsule is {length_m:.1} m long");
                findings.push(Finding::error(shape.field("b_m"), reason, format!("up to {LONGEST_M} m from a_m to b_m")));
            }
        }
    }
}

fn lengths<T: Into<f64> + Display + Copy>(path: Path, values: &[T], range: [T; 2], findings: &mut Findings) {
    for (index, value) in values.iter().enumerate() {
        within(path.index(index), *value, range, " m", findings);
    }
}

/// Refuses a number that is not finite or outside the range. The value is shown in its own precision.
fn within<T: Into<f64> + Display + Copy>(path: Path, value: T, [lowest, highest]: [T; 2], unit: &str, findings: &mut Findings) {
    let reason = match value.into() {
        number if !number.is_finite() => format!("{value} is not a finite number"),
        number if number < lowest.into() || number > highest.into() => format!("{value}{unit} is out of range"),
        _ => return,
    };
    findings.push(Finding::error(path, reason, format!("{lowest}{unit} to {highest}{unit}")));
}

/// Whether a text may be an id: 1 to 64 lower-case letters, digits, `_` and `-`.
pub fn is_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}

fn id(path: &Path, id: &str, findings: &mut Findings) {
    if !is_id(id) {
        let reason = format!("\"{}\" is no id", quoted(id));
        findings.push(Finding::error(path.field("id"), reason, "1 to 64 lower-case letters, digits, `_` and `-`"));
    }
}

fn unique<'a>(path: &Path, id: &'a str, seen: &mut BTreeSet<&'a str>, findings: &mut Findings) {
    if !seen.insert(id) {
        findings.push(Finding::error(
            path.field("id"),
            format!("the id `{}` stands twice in this file", quoted(id)),
            "each id once",
        ));
    }
}
