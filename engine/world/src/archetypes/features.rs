//! Modifiers that strew features over the floors of a place, and worms.

use super::Floors;
use super::modifiers::{Modify, Setting};
use crate::defs::{Arch, Chimney, Column, Dome, Modifier, Pit, Worms};
use field::operators::scatter::arch::{ArchSpec, Arches};
use field::operators::scatter::chimney::{ChimneySpec, Chimneys};
use field::operators::scatter::dome::{DomeSpec, Domes};
use field::operators::scatter::free_columns::{FreeColumnSpec, FreeColumns};
use field::operators::scatter::pit::{PitSpec, Pits};
use field::operators::scatter::{self, Scatter, Strewn};
use field::operators::{self, WormSpec};
use field::{Operator, ops};
use std::sync::Arc;

/// How features are strewn.
pub(super) fn strewn(spacing_m: f32, chance: f32, relief_m: f32) -> Strewn {
    Strewn { spacing_m, chance, relief_m }
}

/// Where the features of a modifier stand.
fn site(setting: &Setting<'_>) -> scatter::Site {
    let ground = Arc::new(Floors(Arc::clone(setting.place)));
    scatter::Site { seed: setting.seed, content_m: setting.site.def.bands.content_m, ground }
}

impl Modify for Column {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let spec = FreeColumnSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            width_m: [self.width_min_m, self.width_max_m],
            flare_m: self.flare_m,
            lean_m: self.lean_m,
            tallest_m: self.tallest_m,
        };
        Arc::new(Scatter::of(FreeColumns { site: site(setting), spec }))
    }
}

impl Modify for Arch {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let spec = ArchSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            span_m: [self.span_min_m, self.span_max_m],
            height_ratio: self.height_ratio,
            thickness_m: [self.thickness_min_m, self.thickness_max_m],
            foot_flare: self.foot_flare,
        };
        Arc::new(Scatter::of(Arches { site: site(setting), spec }))
    }
}

impl Modify for Pit {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let spec = PitSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            radius_m: [self.radius_min_m, self.radius_max_m],
            depth_m: [self.depth_min_m, self.depth_max_m],
            taper: self.taper,
            lip_m: self.lip_m,
        };
        Arc::new(Scatter::of(Pits { site: site(setting), spec }))
    }
}

impl Modify for Chimney {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let spec = ChimneySpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            radius_m: [self.radius_min_m, self.radius_max_m],
            rise_m: [self.rise_min_m, self.rise_max_m],
            taper: self.taper,
            lean_m: self.lean_m,
        };
        Arc::new(Scatter::of(Chimneys { site: site(setting), spec }))
    }
}

impl Modify for Dome {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let spec = DomeSpec {
            strewn: strewn(self.spacing_m, self.chance, self.relief_m),
            radius_m: [self.radius_min_m, self.radius_max_m],
            rise_m: [self.rise_min_m, self.rise_max_m],
        };
        Arc::new(Scatter::of(Domes { site: site(setting), spec }))
    }
}

impl Modify for Worms {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let spec = WormSpec { radius_m: self.radius_m, frequency: self.frequency, range_m: self.range_m };
        Arc::new(operators::Worms::new(setting.seed, spec))
    }
}

/// How far from its surface a shape must be felt for these modifiers, metres; zero if none follows it into the rock.
pub(super) fn felt_m(modifiers: &[Modifier]) -> f32 {
    modifiers.iter().fold(0.0, |most, modifier| match modifier {
        Modifier::Worms(worms) => ops::max(worms.range_m, most),
        _ => most,
    })
}
