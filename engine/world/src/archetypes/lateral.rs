//! Several kinds of place beside each other in one strate, blended at their borders.

use super::{Native, Place, Refused, Site, one};
use crate::defs::StrateDef;
use field::ground::Stand;
use field::hash::{self, Tag};
use field::operators::Lateral;
use field::regions::Regions;
use field::{Operator, Stack, VoxelSize};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A place counts as a region's where that region weighs at least this.
const OWNED: f32 = 0.98;

/// The plane of a strate divided among its own kind of place (region 0) and the others, in their order; `None` without others.
pub(crate) fn regions(def: &StrateDef, seed: u64) -> Option<Regions> {
    let shares = std::iter::once(1.0).chain(def.regions.iter().map(|region| region.share)).collect();
    (!def.regions.is_empty()).then(|| Regions::by_share(region_seed(seed, 0), def.region_size_m, shares))
}

/// Seed of the borders (0) and of every region but the first, which has the strate's own.
fn region_seed(seed: u64, region: usize) -> u64 {
    hash::derive_seed(seed, Tag::Strate, 1 + region as i32)
}

/// Blends the strate's own field with those of its regions.
pub(super) fn build(own: Native, site: &Site<'_>) -> Result<Native, Refused> {
    let Some(regions) = regions(site.def, site.seed) else { return Ok(own) };
    let mut natives = vec![own];
    for (i, region) in site.def.regions.iter().enumerate() {
        let site = Site { seed: region_seed(site.seed, 1 + i), ..*site };
        let native = one(&region.archetype, &region.modifiers, site).map_err(|refused| Refused { region: Some(i), ..refused })?;
        natives.push(native);
    }
    let (stacks, places) = natives.into_iter().map(|native| (native.stack, native.place)).unzip();
    let lateral = Arc::new(Lateral::new(regions, stacks));
    let stack = Stack::new(site.voxel, vec![Arc::clone(&lateral) as Arc<dyn Operator>]).map_err(|error| Refused {
        region: None,
        modifier: None,
        error,
    })?;
    Ok(Native { stack, place: Arc::new(Neighbours { lateral, places }) })
}

/// The places of all regions.
#[derive(Debug)]
struct Neighbours {
    lateral: Arc<Lateral>,
    places: Vec<Arc<dyn Place>>,
}

impl Place for Neighbours {
    /// Asks the region that weighs most at the wanted place first; its answer counts where its field is hardly blended.
    fn landing(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<DVec3> {
        let weights = self.lateral.weights(wanted_m);
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        let weight = |region: &usize| weights.get(*region).copied().unwrap_or(0.0);
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)).then(a.cmp(b)));
        order.into_iter().find_map(|region| {
            let foot = self.places.get(region)?.landing(voxel, wanted_m, budget_m)?;
            let is_owned = self.lateral.weights(foot.truncate()).get(region).is_some_and(|weight| *weight >= OWNED);
            is_owned.then_some(foot)
        })
    }
    /// The floor of the region that owns the place.
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<Stand> {
        let owner = |at_m: DVec2| self.lateral.weights(at_m).iter().position(|weight| *weight >= OWNED);
        let region = owner(wanted_m)?;
        let stand = self.places.get(region)?.stand(voxel, wanted_m, budget_m)?;
        (owner(stand.at_m) == Some(region)).then_some(stand)
    }
}
