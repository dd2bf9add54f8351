//! What shapes a world, as canonical bytes: the content hash and the keys that say which parts of a snapshot are unchanged.
//!
//! *Canonical form.* Named, length-prefixed parts, little-endian, in an order fixed here; file names, file order, shown names and
//! parameters of the look alone never enter.

use crate::defs::{BiomeDef, Mode, Modifier, Shape, StrateDef, Stroke};
use crate::{Assets, Bands};
use param::{Effect, ParamBlock, Value};
use std::sync::Arc;

/// A hash of canonical bytes.
pub(crate) type Key = [u8; 32];

/// Writes named, length-prefixed parts into a hash.
#[derive(Default)]
pub(crate) struct Canon(blake3::Hasher);

impl Canon {
    pub(crate) fn bytes(&mut self, name: &str, bytes: &[u8]) -> &mut Self {
        for part in [name.as_bytes(), bytes] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
        self
    }
    pub(crate) fn text(&mut self, name: &str, text: &str) -> &mut Self {
        self.bytes(name, text.as_bytes())
    }
    pub(crate) fn int(&mut self, name: &str, value: i64) -> &mut Self {
        self.bytes(name, &value.to_le_bytes())
    }
    pub(crate) fn float(&mut self, name: &str, value: f32) -> &mut Self {
        self.bytes(name, &field::ops::without_negative_zero(value).to_le_bytes())
    }
    pub(crate) fn point(&mut self, name: &str, at_m: [f64; 3]) -> &mut Self {
        at_m.into_iter().fold(self, |canon, x| canon.bytes(name, &(x + 0.0).to_le_bytes()))
    }
    /// The parameters of a block that change shape, by name.
    pub(crate) fn block(&mut self, name: &str, block: &dyn ParamBlock) -> &mut Self {
        self.text("block", name);
        for (i, decl) in block.declarations().iter().enumerate().filter(|(_, decl)| decl.effect == Effect::Shape) {
            if let Some(value) = block.get(i) {
                self.value(decl.name, &value);
            }
        }
        self
    }
    fn value(&mut self, name: &str, value: &Value) {
        match value {
            Value::Float(x) => self.float(name, *x),
            Value::Int(x) => self.int(name, *x),
            Value::Bool(x) => self.int(name, i64::from(*x)),
            Value::Choice(x) => self.int(name, *x as i64),
            Value::Text(x) => self.text(name, x),
            Value::Color(c) => c.iter().fold(self, |canon, x| canon.float(name, *x)),
        };
    }
    pub(crate) fn finish(&self) -> Key {
        *self.0.finalize().as_bytes()
    }
}

/// First 64 bits of the hash of a text: a seed for decisions about something that has a name.
pub(crate) fn key_of_text(text: &str) -> u64 {
    let mut first = [0; 8];
    first.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Modifiers in their order; none leave no trace.
fn canon_modifiers(canon: &mut Canon, modifiers: &[Modifier]) {
    if !modifiers.is_empty() {
        canon.int("modifiers", modifiers.len() as i64);
    }
    for modifier in modifiers {
        canon.block(modifier.name(), modifier.block());
    }
}

/// What a native field is made from; two strates with equal keys share one.
pub(crate) fn native_key(def: &StrateDef, seed: u64, biomes: &[Arc<BiomeDef>], voxel_um: u32) -> Key {
    let mut canon = Canon::default();
    canon.int("voxel_um", i64::from(voxel_um)).bytes("seed", &seed.to_le_bytes());
    canon.float("content_m", def.bands.content_m);
    for distance_m in def.passages.distances_m() {
        canon.float("mouths_m", distance_m);
    }
    canon.block(def.archetype.name(), def.archetype.block());
    canon_modifiers(&mut canon, &def.modifiers);
    if !def.regions.is_empty() {
        canon.float("region_size_m", def.region_size_m);
    }
    for region in &def.regions {
        canon.float("share", region.share).block(region.archetype.name(), region.archetype.block());
        canon_modifiers(&mut canon, &region.modifiers);
    }
    for disturbance in &def.disturbances {
        canon.block("disturbance", disturbance.block()).text("kind", disturbance.name());
    }
    canon.int("biomes", biomes.len() as i64);
    if !biomes.is_empty() {
        canon.float("biome_size_m", def.biome_size_m);
    }
    for biome in biomes {
        canon.block("climate", &biome.climate).block("look", &biome.look);
    }
    canon.finish()
}

/// What a strate contributes to plans, its own and its neighbours': native field, place and passages.
pub(crate) fn place_key(def: &StrateDef, native: &Key, slot: &str, bands: Bands) -> Key {
    let mut canon = Canon::default();
    canon.bytes("native", native).text("slot", slot);
    for (name, z) in
        [("top", bands.top), ("content_top", bands.content_top), ("content_floor", bands.content_floor), ("bottom", bands.bottom)]
    {
        canon.int(name, i64::from(z));
    }
    let mut tags: Vec<&str> = def.tags.iter().map(String::as_str).collect();
    tags.sort_unstable();
    tags.dedup();
    for tag in tags {
        canon.text("tag", tag);
    }
    canon.block("transition", &def.transition).block("passages", &def.passages);
    canon.finish()
}

/// Strokes that are folded, in order.
pub(crate) fn strokes_key<'a>(strokes: impl IntoIterator<Item = &'a Stroke>) -> Key {
    let mut canon = Canon::default();
    for stroke in strokes {
        canon.text(
            "mode",
            match stroke.mode {
                Mode::Carve => "carve",
                Mode::Fill => "fill",
            },
        );
        match stroke.shape {
            Shape::Sphere { centre_m, radius_m } => {
                canon.point("sphere", centre_m);
                canon.float("radius_m", radius_m);
            }
            Shape::Box { centre_m, half_m } => {
                canon.point("box", centre_m);
                for x in half_m {
                    canon.float("half_m", x);
                }
            }
            Shape::Capsule { a_m, b_m, radius_m } => {
                canon.point("capsule", a_m);
                canon.point("to", b_m);
                canon.float("radius_m", radius_m);
            }
        }
        canon.float("falloff_m", stroke.falloff_m).float("strength", stroke.strength);
    }
    canon.finish()
}

/// Materials that strates and biomes may show, by palette index.
pub(crate) fn palette_key(assets: &Assets) -> Key {
    let mut canon = Canon::default();
    for id in assets.materials.keys() {
        canon.text("material", id);
    }
    canon.finish()
}

/// Material, biomes and water of a strate (its level in metres above the content floor): what it shows beside its shape.
pub(crate) fn surface_key(def: &StrateDef, biomes: &[Arc<BiomeDef>], water_level_m: Option<f32>) -> Key {
    let mut canon = Canon::default();
    canon.text("material", def.material.as_deref().unwrap_or(""));
    for region in &def.regions {
        canon.text("region material", region.material.as_deref().unwrap_or(""));
    }
    for biome in biomes {
        canon.text("biome", &biome.id).text("material", &biome.material);
    }
    if let Some(level_m) = water_level_m {
        canon.float("water_level_m", level_m);
    }
    canon.finish()
}
