//! The immutable world: what workers share through an `Arc`.

use crate::archetypes::Place;
use crate::biome::BiomeTable;
use crate::content::{Canon, Key};
use crate::{Assets, Bands, SlotId, StrateIndex, content, defs::StrateDef, edits, plan, plan::StratePlan};
use field::feature::Feature;
use field::operators::{Bands as BandsPost, EdgeSeal, FeaturePost, Strokes};
use field::{Operator, Stack, VoxelSize};
use glam::{DVec2, DVec3, IVec3};
use std::sync::{Arc, OnceLock};

/// Why assets make no world.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ResolveError {
    /// A named asset is missing.
    #[error("{field} names the {kind} {id:?}, which does not exist{}", nearest.as_ref().map(|n| format!("; did you mean {n:?}?")).unwrap_or_default())]
    Missing {
        /// What sort of asset ("strate", "biome", "material", "slot").
        kind: &'static str,
        /// The name that leads nowhere.
        id: String,
        /// Where it is named.
        field: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// A value is out of range or two values disagree.
    #[error("{asset}: {field}: {reason}")]
    Invalid {
        /// Id of the asset, or "project".
        asset: String,
        /// Path of the field within it.
        field: String,
        /// What is wrong, and what would be accepted.
        reason: String,
    },
    /// A plan could not be made.
    #[error("strate {strate}: {reason}")]
    Plan {
        /// Id of the strate's asset.
        strate: String,
        /// What could not be done.
        reason: String,
    },
}

/// A plan, made once by whoever asks first.
pub(crate) type PlanMemo = Arc<OnceLock<Result<StratePlan, ResolveError>>>;
/// A finished field, composed once by whoever asks first.
pub(crate) type FinishedMemo = Arc<OnceLock<Result<Stack, ResolveError>>>;

/// What parts of a strate were made from; equal keys mean equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    /// The native field.
    pub native: Key,
    /// Native field, slot, bands and passages: what neighbours read.
    pub place: Key,
    /// Everything a plan reads: this place, its neighbours' and the project's bounds.
    pub plan: Key,
    /// The plan and the strokes that reach the strate.
    pub finished: Key,
    /// Materials, biomes and water level.
    pub surface: Key,
}

/// One strate of a world.
#[derive(Debug)]
pub struct Strate {
    /// From the top.
    pub index: StrateIndex,
    /// Stable slot.
    pub slot: SlotId,
    /// The asset (or the candidate) in the slot.
    pub def: Arc<StrateDef>,
    /// Its bands.
    pub bands: Bands,
    /// Its seed: the asset's own, else a hash of world seed and slot id.
    pub seed: u64,
    /// Root, source, conversion and modifiers; no posts, no edits. Shared between worlds when unchanged.
    pub native: Arc<Stack>,
    /// Coarsest level it may be meshed at.
    pub coarsest_level: u8,
    /// Height of the water's surface above the content floor, metres; `None` in a dry strate. See [`World::water_level_m`].
    pub water_level_m: Option<f32>,
    pub(crate) place: Arc<dyn Place>,
    pub(crate) biomes: Arc<BiomeTable>,
    pub(crate) keys: Keys,
    pub(crate) plan: PlanMemo,
    pub(crate) finished: FinishedMemo,
}

/// A world: a pure function of its assets.
#[derive(Debug)]
pub struct World {
    pub(crate) assets: Assets,
    pub(crate) voxel: VoxelSize,
    pub(crate) strates: Vec<Strate>,
}

impl World {
    /// The assets it was made from.
    pub fn assets(&self) -> &Assets {
        &self.assets
    }
    /// Size of a voxel.
    pub fn voxel(&self) -> VoxelSize {
        self.voxel
    }
    /// From the top.
    pub fn strates(&self) -> &[Strate] {
        &self.strates
    }
    /// The strate that owns lattice height `z`; `None` above the first and below the last. A gap belongs to the strate above it.
    pub fn strate_at(&self, z: i32) -> Option<StrateIndex> {
        let after = self.strates.partition_point(|strate| strate.bands.bottom > z);
        self.strates.get(after).filter(|strate| z < strate.bands.top).map(|strate| strate.index)
    }
    /// A strate by its index; indices come from [`World::strates`], so a stranger's index answers the nearest one.
    pub(crate) fn strate(&self, index: StrateIndex) -> &Strate {
        &self.strates[usize::from(index.0).min(self.strates.len() - 1)]
    }
    /// Mouths, passages and backbone of a strate; planned on first use (tens of milliseconds), then remembered.
    pub fn plan(&self, strate: StrateIndex) -> Result<&StratePlan, &ResolveError> {
        self.strate(strate).plan.get_or_init(|| plan::plan_strate(self, strate)).as_ref()
    }
    /// A strate's plan if somebody has made it already; never plans.
    pub fn planned(&self, strate: StrateIndex) -> Option<&StratePlan> {
        self.strate(strate).plan.get().and_then(|plan| plan.as_ref().ok())
    }
    /// The strate's finished field: native, posts and edits, in its local frame. Plans first if needed.
    pub fn finished(&self, strate: StrateIndex) -> Result<&Stack, &ResolveError> {
        self.strate(strate)
            .finished
            .get_or_init(|| match self.plan(strate) {
                Ok(plan) => self.compose(strate, &plan.features, true),
                Err(error) => Err(error.clone()),
            })
            .as_ref()
    }
    /// Native field, bands, the given features (strate-local), the edge seal and, if asked, the edits. Never plans.
    pub(crate) fn compose(&self, index: StrateIndex, features: &[Feature], with_edits: bool) -> Result<Stack, ResolveError> {
        let strate = self.strate(index);
        let settings = &self.assets.project.settings;
        let mut operators = strate.native.operators_clear_of(&Arc::new(FeaturePost::taken(self.voxel, features)));
        operators.push(Arc::new(BandsPost::new(0.0, strate.def.bands.content_m)));
        let floor = IVec3::new(0, 0, strate.bands.content_floor);
        operators.push(Arc::new(FeaturePost::new(self.voxel, self.assets.project.seed, floor, features)));
        operators
            .extend(EdgeSeal::new(settings.radius_m, settings.edge_thickness_m).map(|seal| Arc::new(seal) as Arc<dyn Operator>));
        if with_edits {
            let strokes = edits::local_strokes(&self.assets, self.voxel, strate.bands);
            if !strokes.is_empty() {
                operators.push(Arc::new(Strokes::new(self.voxel, strokes)));
            }
        }
        Stack::new(self.voxel, operators)
            .map_err(|error| ResolveError::Plan { strate: strate.def.id.clone(), reason: error.to_string() })
    }
    /// Height of the surface of a strate's water in world metres: everything below it that is air within the strate's content is
    /// under water, and a body walks there all the same. `None` in a dry strate.
    pub fn water_level_m(&self, strate: StrateIndex) -> Option<f64> {
        let strate = self.strate(strate);
        let floor_m = f64::from(strate.bands.content_floor) * f64::from(self.voxel.metres());
        strate.water_level_m.map(|above_floor_m| floor_m + f64::from(above_floor_m))
    }
    /// Where a body starts: foot position in metres on the floor of the first strate's spine room; where that strate cannot be
    /// planned, the native standing place nearest the spine.
    pub fn spawn_m(&self) -> DVec3 {
        let first = &self.strates[0];
        match self.plan(first.index) {
            Ok(plan) => plan.spine_m,
            Err(_) => {
                let floor_m = self.voxel.position_m(IVec3::new(0, 0, first.bands.content_floor));
                floor_m + crate::archetypes::landing(first, self.voxel, DVec2::ZERO, 64.0).unwrap_or(DVec3::ZERO)
            }
        }
    }
    /// The content hash: seed, voxel size and every asset that shapes the world, independent of file names and order.
    pub fn content_hash(&self) -> [u8; 32] {
        let mut canon = Canon::default();
        canon.int("voxel_um", i64::from(self.voxel.micrometres()));
        canon.bytes("palette", &content::palette_key(&self.assets));
        for strate in &self.strates {
            canon.bytes("plan", &strate.keys.plan).bytes("surface", &strate.keys.surface);
        }
        canon.bytes("edits", &edits::key_of_all(&self.assets));
        canon.finish()
    }
    /// Where this world may differ from `previous` in a density or a material; `None` when nothing is known to be equal.
    pub fn difference(&self, previous: &World) -> Option<Difference> {
        let same_frame = self.voxel == previous.voxel
            && self.strates.len() == previous.strates.len()
            && self.strates.iter().zip(&previous.strates).all(|(a, b)| a.bands == b.bands)
            && content::palette_key(&self.assets) == content::palette_key(&previous.assets);
        if !same_frame {
            return None;
        }
        let reach = 32_768 * self.voxel.per_metre();
        let changed = self
            .strates
            .iter()
            .zip(&previous.strates)
            .filter(|(now, before)| now.keys.plan != before.keys.plan || now.keys.surface != before.keys.surface);
        let whole = |(now, _): (&Strate, &Strate)| {
            (IVec3::new(-reach, -reach, now.bands.bottom), IVec3::new(reach, reach, now.bands.top))
        };
        Some(Difference {
            strates: changed.map(whole).collect(),
            edits: edits::dirty_boxes(&previous.assets, &self.assets, self.voxel),
        })
    }
}

/// World lattice boxes (inclusive minimum, exclusive maximum) outside which two worlds are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Changed strates, each across the whole world.
    pub strates: Vec<(IVec3, IVec3)>,
    /// Round added, changed and removed strokes.
    pub edits: Vec<(IVec3, IVec3)>,
}

impl Difference {
    /// All of them.
    pub fn boxes(&self) -> Vec<(IVec3, IVec3)> {
        [self.strates.as_slice(), self.edits.as_slice()].concat()
    }
}
