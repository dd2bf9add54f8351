//! Roughness: a noise that displaces the density or the shape; fractal unless another pattern is given.

use super::displacement::{Displacement, on_density, on_shape};
use super::pattern::{Pattern, Product, Scaled};
use crate::hash::Tag;
use crate::noise::Cellular;
use crate::operator::{Prepared, Record};
use crate::{Channels, Fractal, Operator, SampleBox, VoxelSize};
use glam::IVec3;

pub(super) static ON_DENSITY: Record =
    on_density("roughness_on_density", "Adds roughness to the finished surface; fades out away from it.");
pub(super) static ON_SHAPE: Record =
    on_shape("roughness_on_shape", "Adds roughness to the prepared shape; fades out away from its surface.");

/// Displaces the density: the surface as it stands, floors and ceilings alike.
#[derive(Clone, Debug, PartialEq)]
pub struct RoughnessOnDensity<P = Fractal>(Displacement<P>);

/// Displaces the shape before it is carved or filled.
#[derive(Clone, Debug, PartialEq)]
pub struct RoughnessOnShape<P = Fractal>(Displacement<P>);

impl<P: Pattern> RoughnessOnDensity<P> {
    /// Displaces by at most `amplitude_m` (zero or positive, see [`super::displacement::MOST_M`]) times the noise's range.
    pub fn new(noise: P, amplitude_m: f32) -> Self {
        Self(Displacement::new(&ON_DENSITY, noise, amplitude_m))
    }
}

impl<P: Pattern> RoughnessOnShape<P> {
    /// Displaces by at most `amplitude_m` (zero or positive, see [`super::displacement::MOST_M`]) times the noise's range.
    pub fn new(noise: P, amplitude_m: f32) -> Self {
        Self(Displacement::new(&ON_SHAPE, noise, amplitude_m))
    }
}

impl<P: Pattern> Operator for RoughnessOnDensity<P> {
    fn record(&self) -> &'static Record {
        self.0.record()
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        self.0.point(voxel, p, incoming)
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        self.0.prepare(voxel, domain)
    }
}

impl<P: Pattern> Operator for RoughnessOnShape<P> {
    fn record(&self) -> &'static Record {
        self.0.record()
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        self.0.point(voxel, p, incoming)
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        self.0.prepare(voxel, domain)
    }
}

/// Crests of rock, sharp where a noise changes sign, with a mean of about zero.
pub fn ridges(seed: u64, tag: Tag, frequency_per_m: f32) -> Scaled<Fractal> {
    // A ridged noise is about 0.45 in the mean.
    Scaled { pattern: Fractal::ridged(seed, tag, frequency_per_m, 3), factor: -0.69, offset: 0.31 }
}

/// Ridges on swells: a ridged noise that a broader sum fades in, turns over and fades out.
pub fn mixed(seed: u64, tag: Tag, frequency_per_m: f32) -> Product<Fractal, Fractal> {
    let swells = Fractal::sum(seed, Tag::WarpX, 0.5 * frequency_per_m, 2);
    Product(swells, Fractal::ridged(seed, tag, frequency_per_m, 3))
}

/// Round cobbles of rock with creases between.
pub fn cobbles(seed: u64, tag: Tag, frequency_per_m: f32) -> Scaled<Cellular> {
    Scaled { pattern: Cellular { seed, tag, frequency_per_m: [frequency_per_m; 3] }, factor: -1.0, offset: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::operators::isolation::{brute_force, plain, tunnels};
    use std::sync::Arc;

    #[test]
    fn every_kind_of_roughness_conforms_and_is_what_its_proofs_say_alone() {
        fn tried<P: Pattern + Clone + 'static>(pattern: P) {
            for amplitude in [0.3, 2.0] {
                let on_density = RoughnessOnDensity::new(pattern.clone(), amplitude);
                let on_shape = RoughnessOnShape::new(pattern.clone(), amplitude);
                for op in [&on_density as &dyn Operator, &on_shape] {
                    let report = conformance::check(op, &Surroundings::default()).expect("conforms");
                    assert!(report.inert > 0 && report.active > 0 && report.vacuous == 0, "{report:?}");
                }
                brute_force(plain(Arc::new(on_density)));
                brute_force(tunnels(Arc::new(on_shape)));
            }
        }
        for frequency in [0.05, 0.4] {
            tried(Fractal::sum(9, Tag::Test, frequency, 3));
            tried(ridges(9, Tag::Test, frequency));
            tried(mixed(9, Tag::Test, frequency));
            tried(cobbles(9, Tag::Test, frequency));
        }
    }

    #[test]
    fn roughness_conforms_on_both_channels() {
        for (frequency, amplitude) in [(0.25, 0.25), (0.05, 2.0), (1.5, 0.4)] {
            let noise = Fractal::sum(9, Tag::Test, frequency, 3);
            let report =
                conformance::check(&RoughnessOnDensity::new(noise, amplitude), &Surroundings::default()).expect("conforms");
            assert!(report.inert > 0 && report.active > 0, "{report:?}");
            let report =
                conformance::check(&RoughnessOnShape::new(noise, amplitude), &Surroundings::default()).expect("conforms");
            assert!(report.inert > 0 && report.active > 0, "{report:?}");
        }
    }

    #[test]
    fn without_amplitude_it_is_inert_everywhere() {
        let smooth = RoughnessOnDensity::new(Fractal::sum(9, Tag::Test, 0.25, 3), 0.0);
        let report = conformance::check(&smooth, &Surroundings::default()).expect("conforms");
        assert_eq!(report.active, 0);
    }
}
