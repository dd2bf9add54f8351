//! Modifiers that hollow out or narrow: scallops and vaults on the density, pinches on the shape.

use super::displacement::{Displacement, on_density, on_shape};
use super::pattern::{HeightMask, Product, Scaled};
use crate::hash::Tag;
use crate::noise::Cellular;
use crate::{Fractal, Record, ops};

pub(super) static SCALLOP: Record = on_density(
    "scallop",
    "Hollows walls, floors and ceilings into dimples side by side with sharp crests between, as flowing water does.",
);
pub(super) static VAULT: Record =
    on_density("vault", "Raises whatever is above a height into shallow vaults: ceilings over floors that lie lower.");
pub(super) static PINCH: Record = on_shape("pinch", "Narrows and widens a shape along its length in a slow rhythm.");

/// Round hollows: 1 in the middle of a cell, 0 between cells.
fn bowls(seed: u64, frequency_per_m: [f32; 3]) -> Scaled<Cellular> {
    Scaled { pattern: Cellular { seed, tag: Tag::Modifier, frequency_per_m }, factor: 0.5, offset: 0.5 }
}

/// Dimples `size_m` wide and `depth_m` deep; `stretch` times as wide as high.
pub fn scallop(seed: u64, size_m: f32, depth_m: f32, stretch: f32) -> Displacement<Scaled<Cellular>> {
    let frequency = 1.0 / size_m;
    Displacement::new(&SCALLOP, bowls(seed, [frequency, frequency, frequency * stretch]), depth_m)
}

/// Vaults `spacing_m` apart that rise by up to `height_m`; nothing below `from_m` above the content floor, all of it `blend_m` (positive)
/// higher up.
pub fn vault(
    seed: u64,
    spacing_m: f32,
    height_m: f32,
    from_m: f32,
    blend_m: f32,
) -> Displacement<Product<Scaled<Cellular>, HeightMask>> {
    let frequency = 1.0 / spacing_m;
    let above = HeightMask { zero_m: from_m, one_m: from_m + ops::max(blend_m, 0.01) };
    Displacement::new(&VAULT, Product(bowls(seed, [frequency, frequency, 0.0]), above), height_m)
}

/// Narrows and widens by up to `amount_m`.
pub fn pinch(seed: u64, amount_m: f32, frequency_per_m: f32) -> Displacement<Fractal> {
    Displacement::new(&PINCH, Fractal::sum(seed, Tag::Modifier, frequency_per_m, 2), amount_m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::operators::isolation::{brute_force, plain, tunnels};
    use crate::{Channels, Operator, VoxelSize};
    use glam::IVec3;
    use std::sync::Arc;

    fn conforms(op: &dyn Operator) {
        for around in [IVec3::ZERO, IVec3::new(131_000, -90_000, 60)] {
            let surroundings = Surroundings { around, n_boxes: 60, ..Surroundings::default() };
            let report = conformance::check(op, &surroundings).expect("conforms");
            assert!(report.inert > 0 && report.active > 0 && report.vacuous == 0, "{report:?}");
        }
    }

    #[test]
    fn hollows_and_pinches_conform() {
        for [size_m, depth_m, stretch] in [[2.0, 0.3, 1.6], [0.5, 1.5, 4.0], [12.0, 1.5, 0.25]] {
            conforms(&scallop(3, size_m, depth_m, stretch));
        }
        for [spacing_m, height_m, from_m, blend_m] in [[14.0, 2.0, 12.0, 4.0], [4.0, 2.5, -20.0, 0.0], [64.0, 0.2, 20.0, 30.0]] {
            conforms(&vault(4, spacing_m, height_m, from_m, blend_m));
        }
        for [amount_m, frequency] in [[0.8, 0.03], [2.5, 0.005], [0.1, 0.2]] {
            conforms(&pinch(5, amount_m, frequency));
        }
    }

    #[test]
    fn without_an_effect_they_are_inert_everywhere() {
        let none: [Arc<dyn Operator>; 3] =
            [Arc::new(scallop(3, 2.0, 0.0, 1.0)), Arc::new(vault(3, 14.0, 0.0, 0.0, 4.0)), Arc::new(pinch(3, 0.0, 0.05))];
        for op in none {
            let report = conformance::check(&*op, &Surroundings::default()).expect("conforms");
            assert_eq!(report.active, 0, "{}", op.record().name);
        }
    }

    #[test]
    fn each_alone_is_what_its_proofs_say() {
        brute_force(plain(Arc::new(scallop(3, 2.5, 0.4, 1.5))));
        brute_force(plain(Arc::new(vault(3, 14.0, 2.0, 24.0, 4.0))));
        brute_force(tunnels(Arc::new(pinch(3, 0.8, 0.04))));
    }

    #[test]
    fn domes_raise_what_is_above_their_height_and_nothing_below() {
        let op = vault(3, 8.0, 2.0, 20.0, 4.0);
        let opened = |z: i32| {
            let rock = Channels { density: -0.3, shape: 0.0 };
            (0..4000).filter(|i| op.point(VoxelSize::DEFAULT, IVec3::new(i * 7, i * 3, z), rock).density > 0.0).count()
        };
        assert_eq!(opened(80), 0);
        assert!(opened(100) > 1000, "{} of 4000 places", opened(100));
    }

    #[test]
    fn scallops_only_hollow() {
        let op = scallop(3, 2.0, 0.3, 1.5);
        let surface = Channels { density: 0.0, shape: 0.0 };
        let depths: Vec<f32> =
            (0..4000).map(|i| op.point(VoxelSize::DEFAULT, IVec3::new(i * 7, i * 3, i), surface).density).collect();
        assert!(depths.iter().all(|depth| (-1e-5..=0.30001).contains(depth)));
        let deep = depths.iter().filter(|depth| **depth > 0.2).count();
        assert!((400..3600).contains(&deep), "{deep} of 4000 places are deep");
    }
}
