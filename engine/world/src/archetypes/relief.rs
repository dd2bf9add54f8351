//! Modifiers that displace a surface where it stands: what their parameters make.

use super::modifiers::{Modify, Setting};
use crate::defs::{
    Cliff, FloorBias, LayerLines, Overhang, Pinch, Ribs, RoughnessKind, RoughnessOnDensity, RoughnessOnShape, Scallop, Terrace,
    Vault,
};
use field::hash::Tag;
use field::operators::strata::{self, CliffSpec, LayerSpec, OverhangSpec, RibsSpec, TerraceSpec};
use field::operators::{self, hollows, roughness};
use field::{Fractal, Operator};
use std::sync::Arc;

impl Modify for RoughnessOnDensity {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let (seed, tag, frequency, height_m) =
            (setting.seed, Tag::RoughnessOnDensity, self.roughness_frequency, self.roughness_m);
        match self.kind {
            RoughnessKind::Fractal => {
                Arc::new(roughness::RoughnessOnDensity::new(Fractal::sum(seed, tag, frequency, 3), height_m))
            }
            RoughnessKind::Ridged => {
                Arc::new(roughness::RoughnessOnDensity::new(roughness::ridges(seed, tag, frequency), height_m))
            }
            RoughnessKind::Mixed => {
                Arc::new(roughness::RoughnessOnDensity::new(roughness::mixed(seed, tag, frequency), height_m))
            }
            RoughnessKind::Cellular => {
                Arc::new(roughness::RoughnessOnDensity::new(roughness::cobbles(seed, tag, frequency), height_m))
            }
        }
    }
}

impl Modify for RoughnessOnShape {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let (seed, tag, frequency, height_m) = (setting.seed, Tag::RoughnessOnShape, self.roughness_frequency, self.roughness_m);
        match self.kind {
            RoughnessKind::Fractal => Arc::new(roughness::RoughnessOnShape::new(Fractal::sum(seed, tag, frequency, 3), height_m)),
            RoughnessKind::Ridged => {
                Arc::new(roughness::RoughnessOnShape::new(roughness::ridges(seed, tag, frequency), height_m))
            }
            RoughnessKind::Mixed => Arc::new(roughness::RoughnessOnShape::new(roughness::mixed(seed, tag, frequency), height_m)),
            RoughnessKind::Cellular => {
                Arc::new(roughness::RoughnessOnShape::new(roughness::cobbles(seed, tag, frequency), height_m))
            }
        }
    }
}

impl Modify for Terrace {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let Terrace { step_m, strength, tread, wander_m, highest_m, breaks } = *self;
        Arc::new(strata::terrace(setting.seed, TerraceSpec { step_m, strength, tread, highest_m, wander_m, breaks }))
    }
}

impl Modify for LayerLines {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let LayerLines { spacing_m, width_m, depth_m, wander_m, breaks } = *self;
        Arc::new(strata::layer_lines(setting.seed, LayerSpec { spacing_m, width_m, depth_m, wander_m, breaks }))
    }
}

impl Modify for Ribs {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let Ribs { spacing_m, height_m, sharpness, direction_deg, tilt_deg, wander_m, breaks } = *self;
        Arc::new(strata::ribs(
            setting.seed,
            RibsSpec { spacing_m, height_m, sharpness, direction_deg, tilt_deg, wander_m, breaks },
        ))
    }
}

impl Modify for Overhang {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let Overhang { spacing_m, depth_m, wander_m, wander_frequency, breaks } = *self;
        Arc::new(strata::overhang(setting.seed, OverhangSpec { spacing_m, depth_m, wander_m, wander_frequency, breaks }))
    }
}

impl Modify for Cliff {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        let Cliff { height_m, spacing_m, strength, wander_m, wander_frequency } = *self;
        Arc::new(strata::cliff(setting.seed, CliffSpec { height_m, spacing_m, strength, wander_m, wander_frequency }))
    }
}

impl Modify for Scallop {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        Arc::new(hollows::scallop(setting.seed, self.size_m, self.depth_m, self.stretch))
    }
}

impl Modify for Vault {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        Arc::new(hollows::vault(setting.seed, self.spacing_m, self.height_m, self.from_m, self.blend_m))
    }
}

impl Modify for Pinch {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        Arc::new(hollows::pinch(setting.seed, self.amount_m, self.frequency))
    }
}

impl Modify for FloorBias {
    fn operator(&self, setting: &Setting<'_>) -> Arc<dyn Operator> {
        Arc::new(operators::FloorBias::new(setting.seed, self.step_m, self.lift_m, self.breaks))
    }
}
