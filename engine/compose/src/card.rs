//! Cards: what is kept of a candidate, as one line of JSON and four pictures.

use crate::candidate::{TRIAL_INDEX, trial_world};
use crate::draw::Draw;
use crate::measure::Metrics;
use field::Stack;
use glam::{DVec3, IVec3};
use picture::{Axis, Canvas, PictureError, SliceSpec, Source, Style};
use serde::{Deserialize, Serialize};
use world::Assets;
use world::defs::{CorpusDef, SCHEMA, StrateDef};

/// Number of points at which a native field is compared with its card.
const PROBES: u32 = 512;

/// A candidate that was tried: accepted when `refusals` is empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Id of the candidate.
    pub id: String,
    /// Seed of the search.
    #[serde(with = "crate::text_seed")]
    pub seed: u64,
    /// Number within the search.
    pub index: u32,
    /// Number of the attempt.
    pub attempt: u32,
    /// Name of the kind of place.
    pub archetype: String,
    /// Parents with their weights, the dominant one first.
    pub parents: Vec<(String, f32)>,
    /// The strate, ready for a slot. Its bands are the ones it was measured with.
    pub def: StrateDef,
    /// What was measured; nothing when it never became a world.
    pub metrics: Option<Metrics>,
    /// Weighted sum.
    pub score: f32,
    /// Distance from the corpus in spreads.
    pub rarity: f32,
    /// Hash of the native field at probe points, hexadecimal; empty when it never became a world.
    pub probe: String,
    /// Why it was refused.
    pub refusals: Vec<String>,
}

/// Filled and contour drawings of a card.
pub struct CardPictures {
    /// Vertical section through the spine.
    pub section: Canvas,
    /// The same as contours.
    pub section_contour: Canvas,
    /// Plan of the layer with the most changes between rock and air.
    pub plan: Canvas,
    /// The same as contours.
    pub plan_contour: Canvas,
}

impl CardPictures {
    /// Name (as in file names) and picture, in a fixed order.
    pub fn named(&self) -> [(&'static str, &Canvas); 4] {
        [
            ("section", &self.section),
            ("section-contour", &self.section_contour),
            ("plan", &self.plan),
            ("plan-contour", &self.plan_contour),
        ]
    }
}

/// Stands under every card: a cut shows no more than a cut.
pub const CAPTION: &str = "A join seen in a flat cut proves nothing in space, and a gap in it disproves nothing.";

impl Card {
    /// Draws the finished field of the trial world.
    ///
    /// # Errors
    /// When the candidate makes no world, or a drawing is refused.
    pub fn pictures(&self, assets: &Assets) -> Result<CardPictures, PictureError> {
        let world = trial_world(assets, &self.def)
            .map_err(|errors| PictureError::Invalid(errors.first().map_or_else(String::new, ToString::to_string)))?;
        let voxel = world.voxel();
        let bands = world.strates()[usize::from(TRIAL_INDEX.0)].bands;
        let metres = |z: i32| voxel.position_m(IVec3::new(0, 0, z)).z;
        let (bottom, top) = (metres(bands.bottom), metres(bands.top));
        let level = (voxel.per_metre() / 2).trailing_zeros() as u8;
        let spec = SliceSpec {
            axis: Axis::Y,
            centre_m: DVec3::new(0.0, 0.0, (bottom + top) * 0.5),
            width_m: 128.0,
            height_m: top - bottom,
            level,
            zoom: 1,
        };
        let source = Source::World(&world);
        let section = spec.sample(source)?;
        let title = format!("{} section y=0", self.id);
        let drawn = |grid: &picture::Grid, spec: &SliceSpec, title: &str| {
            (grid.draw(voxel, spec, Style::Filled, title), grid.draw(voxel, spec, Style::Contour, title))
        };
        let (section, section_contour) = drawn(&section, &spec, &title);
        let (grid, spec) = busiest_plan(source, &spec, metres(bands.content_floor), metres(bands.content_top))?;
        let title = format!("{} plan z={} m", self.id, spec.centre_m.z);
        let (plan, plan_contour) = drawn(&grid, &spec, &title);
        Ok(CardPictures { section, section_contour, plan, plan_contour })
    }
    /// The vector as a corpus member with its provenance: what approving a card writes.
    pub fn promote(&self) -> CorpusDef {
        CorpusDef {
            schema: SCHEMA,
            id: self.id.clone(),
            archetype: self.def.archetype.clone(),
            weight: 1.0,
            provenance: format!("composed with seed {}, candidate {}, attempt {}", self.seed, self.index, self.attempt),
        }
    }
    /// Whether a native field is the card's, bit for bit at every probe point.
    pub fn matches(&self, native: &Stack, height: i32) -> bool {
        self.probe == probe_hash(native, height)
    }
}

/// The plan with the most changes between rock and air among nine heights, with its window.
fn busiest_plan(
    source: Source<'_>,
    section: &SliceSpec,
    floor: f64,
    top: f64,
) -> Result<(picture::Grid, SliceSpec), PictureError> {
    let at = |z: f64, level: u8| SliceSpec {
        axis: Axis::Z,
        centre_m: DVec3::new(0.0, 0.0, z),
        height_m: section.width_m,
        level,
        ..*section
    };
    let (mut best, mut most) = (floor, None);
    for part in 1..10 {
        let z = floor + (top - floor) * f64::from(part) / 10.0;
        let changes = at(z, section.level + 1).sample(source)?.changes();
        if most.is_none_or(|m| changes > m) {
            (best, most) = (z, Some(changes));
        }
    }
    let spec = at(best, section.level);
    Ok((spec.sample(source)?, spec))
}

/// Hash of a native field's densities at points spread over its height within 400 lattice units of the spine.
pub fn probe_hash(native: &Stack, height: i32) -> String {
    let mut draw = Draw::new("probe points", 0, 0, 0);
    let mut hasher = blake3::Hasher::new();
    for _ in 0..PROBES {
        let mut below = |limit: i32| (draw.bits() % limit.max(1) as u64) as i32;
        let point = IVec3::new(below(801) - 400, below(801) - 400, below(height));
        hasher.update(&native.density(point).to_le_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use world::defs::Archetype;

    /// An accepted card with the given numbers.
    pub(crate) fn card(index: u32, metrics: Metrics) -> Card {
        let archetype = Archetype::all_defaults().remove(0);
        let id = format!("c5-{index}-0");
        let mut def = world::defs::StrateDef::new(&id, archetype);
        def.seed = Some(u64::MAX - u64::from(index));
        Card {
            id,
            seed: 0xffff_ffff_ffff_fff7,
            index,
            attempt: 0,
            archetype: def.archetype.name().to_owned(),
            parents: vec![("builtin-TunnelNetwork".into(), 1.0)],
            def,
            metrics: Some(metrics),
            score: 1.0,
            rarity: 0.0,
            probe: String::new(),
            refusals: Vec::new(),
        }
    }

    #[test]
    fn a_card_survives_a_line_of_json() {
        let card = card(3, crate::gates::tests::ordinary());
        let line = serde_json::to_string(&card).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(serde_json::from_str::<Card>(&line).unwrap(), card);
    }
}
