//! The disturbances of a strate: from parameter blocks to the last operators of its native stack.

use super::features::strewn;
use super::{Floors, Native, Refused, Site};
use crate::content::key_of_text;
use crate::defs::{Bridge, Chasm, Disturbance, Ridge};
use field::hash::{self, Tag};
use field::operators::scatter::bridge::{BridgeSpec, Bridges};
use field::operators::scatter::chasm::{ChasmSpec, Chasms};
use field::operators::scatter::ridge::{RidgeSpec, Ridges};
use field::operators::scatter::{self, Scatter};
use field::{Operator, Stack};
use std::sync::Arc;

/// Appends the disturbances of a strate, in their order, to the field of all its regions.
///
/// # Errors
/// A stack that is not legal; disturbances need nothing but a density, so there is none.
pub(super) fn build(native: Native, site: &Site<'_>) -> Result<Native, Refused> {
    if site.def.disturbances.is_empty() {
        return Ok(native);
    }
    let Native { stack, place } = native;
    let ground = Arc::new(Floors(Arc::clone(&place)));
    let operator = |(index, disturbance): (usize, &Disturbance)| {
        let seed = hash::derive_seed(site.seed ^ key_of_text(disturbance.name()), Tag::Disturbance, index as i32);
        let site = scatter::Site { seed, content_m: site.def.bands.content_m, ground: ground.clone() };
        disturb(disturbance, site)
    };
    let mut operators = stack.operators().to_vec();
    operators.extend(site.def.disturbances.iter().enumerate().map(operator));
    let stack = Stack::new(site.voxel, operators).map_err(|error| Refused { region: None, modifier: None, error })?;
    Ok(Native { stack, place })
}

fn disturb(disturbance: &Disturbance, site: scatter::Site) -> Arc<dyn Operator> {
    match disturbance {
        Disturbance::Chasm(block) => Arc::new(Scatter::of(Chasms { site, spec: block.spec() })),
        Disturbance::Bridge(block) => Arc::new(Scatter::of(Bridges { site, spec: block.spec() })),
        Disturbance::Ridge(block) => Arc::new(Scatter::of(Ridges { site, spec: block.spec() })),
    }
}

impl Chasm {
    fn spec(&self) -> ChasmSpec {
        ChasmSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            length_m: [self.length_min_m, self.length_max_m],
            width_m: [self.width_min_m, self.width_max_m],
            depth_m: [self.depth_min_m, self.depth_max_m],
            rise_m: self.rise_m,
            winding_m: self.winding_m,
        }
    }
}

impl Bridge {
    fn spec(&self) -> BridgeSpec {
        BridgeSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            span_m: [self.span_min_m, self.span_max_m],
            width_m: self.width_m,
            thickness_m: self.thickness_m,
            hall_height: self.hall_height,
        }
    }
}

impl Ridge {
    fn spec(&self) -> RidgeSpec {
        RidgeSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            length_m: [self.length_min_m, self.length_max_m],
            width_m: [self.width_min_m, self.width_max_m],
            height_m: [self.height_min_m, self.height_max_m],
            winding_m: self.winding_m,
            gap_m: self.gap_m,
        }
    }
}
