//! Parameters of a slab of air with columns, shared by every kind of place that is one.

use field::operators::pillars::PillarSpec;
use field::operators::slab::SlabSpec;
use param::Params;
use serde::{Deserialize, Serialize};

/// Declares a block of the parameters of a slab of air with columns, after which come its own.
macro_rules! slab_block {
    ($(#[$of_block:meta])* $name:ident { $($own:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, Params, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $(#[$of_block])*
        #[params(relation(
            fields = ["floor_m", "ceiling_m"],
            text = "ceiling_m must be at least 4 m above floor_m",
            holds = |p: &Self| p.ceiling_m >= p.floor_m + 4.0
        ))]
        #[params(relation(
            fields = ["column_width_min_m", "column_width_max_m"],
            text = "column_width_min_m must not exceed column_width_max_m",
            holds = |p: &Self| p.column_width_min_m <= p.column_width_max_m
        ))]
        #[params(relation(
            fields = ["column_spacing_m", "column_width_max_m"],
            text = "column_spacing_m must exceed twice column_width_max_m, so that columns never close the plain",
            holds = |p: &Self| p.column_spacing_m > 2.0 * p.column_width_max_m
        ))]
        pub struct $name {
            #[param(default = 16.0, hard = [2.0, 240.0], soft = [4.0, 32.0], unit = Metres, group = "Slab", label = "Floor height",
                help = "Mean height of the floor above the content floor; larger leaves more rock below")]
            pub floor_m: f32,
            #[param(default = 38.4, hard = [6.0, 250.0], soft = [12.0, 60.0], unit = Metres, group = "Slab", label = "Ceiling height",
                help = "Mean height of the ceiling above the content floor; larger opens the plain")]
            pub ceiling_m: f32,
            #[param(default = 2.5, hard = [0.0, 24.0], soft = [0.0, 6.0], unit = Metres, group = "Floor", label = "Floor relief",
                help = "Height of the broad swells of the floor; larger is hillier")]
            pub floor_relief_m: f32,
            #[param(default = 0.018, hard = [0.002, 0.1], soft = [0.005, 0.05], unit = PerMetre, group = "Floor", label = "Floor frequency",
                help = "Swells of the floor per metre; larger is busier")]
            pub floor_frequency: f32,
            #[param(default = 5.0, hard = [0.0, 24.0], soft = [0.0, 12.0], unit = Metres, group = "Ceiling", label = "Ceiling relief",
                help = "Depth of the vaults of the ceiling; larger hangs lower between them")]
            pub ceiling_relief_m: f32,
            #[param(default = 0.03, hard = [0.002, 0.1], soft = [0.005, 0.06], unit = PerMetre, group = "Ceiling", label = "Ceiling frequency",
                help = "Vaults of the ceiling per metre; larger is busier")]
            pub ceiling_frequency: f32,
            #[param(default = 24.0, hard = [10.0, 128.0], soft = [16.0, 48.0], unit = Metres, group = "Columns", label = "Column spacing",
                help = "Edge of the lattice that columns stand on; larger spreads them apart")]
            pub column_spacing_m: f32,
            #[param(default = 0.55, hard = [0.0, 1.0], soft = [0.2, 0.9], unit = Ratio, group = "Columns", label = "Column density",
                help = "Share of lattice cells that hold a column; larger is a forest of stone")]
            pub column_density: f32,
            #[param(default = 4.0, hard = [1.0, 24.0], soft = [2.0, 8.0], unit = Metres, group = "Columns", label = "Narrowest column",
                help = "Width of the thinnest columns at their waist")]
            pub column_width_min_m: f32,
            #[param(default = 8.0, hard = [1.0, 48.0], soft = [4.0, 14.0], unit = Metres, group = "Columns", label = "Widest column",
                help = "Width of the thickest columns at their waist")]
            pub column_width_max_m: f32,
            #[param(default = 2.5, hard = [0.0, 12.0], soft = [0.0, 5.0], unit = Metres, group = "Columns", label = "Column flare",
                help = "How far columns widen at foot and head; larger is more like stalagmites grown together")]
            pub column_flare_m: f32,
            #[param(default = 1.5, hard = [0.0, 8.0], soft = [0.0, 4.0], unit = Metres, group = "Columns", label = "Column lean",
                help = "How far the head of a column may stand from above its foot")]
            pub column_lean_m: f32,
            #[param(default = 0.35, hard = [0.0, 1.5], soft = [0.1, 0.8], unit = Metres, group = "Roughness", label = "Roughness",
                help = "Height of the small relief on floor, ceiling and columns; larger is craggier")]
            pub roughness_m: f32,
            #[param(default = 0.16, hard = [0.02, 0.5], soft = [0.05, 0.3], unit = PerMetre, group = "Roughness", label = "Roughness frequency",
                help = "Bumps of the small relief per metre; larger is finer")]
            pub roughness_frequency: f32,
            $($own)*
        }

        impl $name {
            /// The two surfaces of the air.
            pub(crate) fn slab(&self) -> SlabSpec {
                SlabSpec {
                    floor_m: self.floor_m,
                    ceiling_m: self.ceiling_m,
                    floor_relief_m: self.floor_relief_m,
                    floor_frequency: self.floor_frequency,
                    ceiling_relief_m: self.ceiling_relief_m,
                    ceiling_frequency: self.ceiling_frequency,
                }
            }
            /// The columns between them.
            pub(crate) fn columns(&self) -> PillarSpec {
                PillarSpec {
                    spacing_m: self.column_spacing_m,
                    density: self.column_density,
                    width_m: [self.column_width_min_m, self.column_width_max_m],
                    flare_m: self.column_flare_m,
                    lean_m: self.column_lean_m,
                }
            }
        }
    };
}
pub(super) use slab_block;

slab_block! {
    /// A slab of air with columns.
    FlatPlain {}
}
