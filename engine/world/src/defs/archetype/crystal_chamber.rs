//! Parameters of a slab of air with columns and crystals.

use super::flat_plain::slab_block;
use field::operators::crystals::CrystalSpec;
use field::operators::pillars::PillarSpec;
use field::operators::slab::SlabSpec;
use param::Params;
use serde::{Deserialize, Serialize};

slab_block! {
    /// A slab of air with columns, overgrown with crystals.
    #[params(relation(
        fields = ["crystal_length_min_m", "crystal_length_max_m"],
        text = "crystal_length_min_m must not exceed crystal_length_max_m",
        holds = |p: &Self| p.crystal_length_min_m <= p.crystal_length_max_m
    ))]
    CrystalChamber {
        #[param(default = 11.0, hard = [5.0, 48.0], soft = [8.0, 20.0], unit = Metres, group = "Crystals", label = "Crystal spacing",
            help = "Edge of the lattice that clusters of crystals grow on; larger spreads them apart")]
        pub crystal_spacing_m: f32,
        #[param(default = 0.65, hard = [0.0, 1.0], soft = [0.2, 0.9], unit = Ratio, group = "Crystals", label = "Standing crystals",
            help = "Share of lattice cells with a cluster on the floor; larger is more crowded, but never closes the way")]
        pub crystal_density: f32,
        #[param(default = 0.5, hard = [0.0, 1.0], soft = [0.0, 0.9], unit = Ratio, group = "Crystals", label = "Hanging crystals",
            help = "Share of lattice cells with a cluster on the ceiling")]
        pub crystal_hanging: f32,
        #[param(default = 1.0, hard = [0.5, 12.0], soft = [0.5, 4.0], unit = Metres, group = "Crystals", label = "Shortest crystal",
            help = "Length of the smallest crystals of a cluster")]
        pub crystal_length_min_m: f32,
        #[param(default = 6.0, hard = [1.0, 24.0], soft = [3.0, 10.0], unit = Metres, group = "Crystals", label = "Longest crystal",
            help = "Length of the largest crystals of a cluster")]
        pub crystal_length_max_m: f32,
        #[param(default = 0.2, hard = [0.08, 0.5], soft = [0.12, 0.35], unit = Ratio, group = "Crystals", label = "Crystal width",
            help = "Width of a crystal relative to its length; larger is stouter")]
        pub crystal_width: f32,
        #[param(default = 36.0, hard = [0.0, 60.0], soft = [10.0, 55.0], unit = Degrees, group = "Crystals", label = "Crystal lean",
            help = "How far the small crystals of a cluster lean outward; larger opens like a flower")]
        pub crystal_lean_deg: f32,
    }
}

impl CrystalChamber {
    /// The crystals on floor and ceiling.
    pub(crate) fn crystals(&self) -> CrystalSpec {
        CrystalSpec {
            spacing_m: self.crystal_spacing_m,
            density: self.crystal_density,
            hanging: self.crystal_hanging,
            length_m: [self.crystal_length_min_m, self.crystal_length_max_m],
            width: self.crystal_width,
            lean: self.crystal_lean_deg * (std::f32::consts::PI / 180.0),
        }
    }
}
