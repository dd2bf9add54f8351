//! Stacks that no builder makes, for modifiers tried alone: what is proven of them against every sample.

use crate::operators::heights::Between;
use crate::operators::network::{Network, NetworkSpec};
use crate::operators::slab::{Slab, SlabSpec};
use crate::operators::{Carve, Root};
use crate::{FillScratch, Operator, Proofs, Rolls, SampleBox, Stack, Tag, Verdict, VoxelSize};
use glam::{IVec3, UVec3};
use std::sync::Arc;

/// A plain of air and one modifier of the density.
pub(crate) fn plain(modifier: Arc<dyn Operator>) -> Stack {
    let spec = SlabSpec {
        floor_m: 16.0,
        ceiling_m: 38.4,
        floor_relief_m: 2.5,
        floor_frequency: 0.018,
        ceiling_relief_m: 5.0,
        ceiling_frequency: 0.03,
    };
    let slab = Between::new(Arc::new(Slab::new(7, spec)));
    Stack::new(VoxelSize::DEFAULT, vec![Arc::new(Root::Void), Arc::new(slab), modifier]).expect("legal")
}

/// Rooms and tunnels, one modifier of the shape, and a soft conversion.
pub(crate) fn tunnels(modifier: Arc<dyn Operator>) -> Stack {
    let spec = NetworkSpec {
        content_m: 64.0,
        cell_m: 32.0,
        room_chance: 0.5,
        room_radius_m: [4.0, 10.0],
        room_height_ratio: 0.85,
        floor_cut: 0.75,
        hub_radius_m: 12.0,
        tunnel_radius_m: [1.6, 2.2],
        winding_m: 3.0,
        loop_chance: 0.25,
        fillet_m: 1.2,
        floor_relief_m: 0.5,
        floor_frequency: 0.12,
        roughness_m: 0.3,
        roughness_frequency: 0.25,
    };
    let operators: Vec<Arc<dyn Operator>> =
        vec![Arc::new(Root::Rock), Arc::new(Network::new(3, spec, None)), modifier, Arc::new(Carve { width_m: 0.5 })];
    Stack::new(VoxelSize::DEFAULT, operators).expect("legal")
}

/// Fills boxes with proofs and without, and holds verdicts, bounds and point forms against every sample.
pub(crate) fn brute_force(stack: Stack) {
    let mut rolls = Rolls::new(5, Tag::Test, IVec3::ZERO);
    let (mut on, mut off) = (FillScratch::default(), FillScratch::default());
    let (mut mixed, mut proved, mut skipped) = (0, 0, 0);
    for n in 0..48 {
        let mut within = |reach: i32| rolls.below(2 * reach as u32) as i32 - reach;
        let far = if n % 4 == 0 { 120_000 } else { 0 };
        let origin = IVec3::new(within(500) + far, within(500) - far, within(100) + 90);
        let size = UVec3::new(5, 5, 5) + UVec3::new(rolls.below(18), rolls.below(18), rolls.below(18));
        let domain = SampleBox { origin, level: (rolls.below(5).min(2)) as u8, size };
        let verdict = stack.fill(&domain, Proofs::On, &mut on);
        assert_eq!(verdict, stack.fill(&domain, Proofs::Off, &mut off), "{domain:?}");
        let bound = stack.bound(&domain);
        for (i, (a, b)) in on.density.iter().zip(&off.density).enumerate() {
            assert_eq!(*a < 0.0, *b < 0.0, "sign of sample {i} in {domain:?}");
            assert!(a.to_bits() == b.to_bits() || *a == 1.0 || *a == -1.0, "sample {i} in {domain:?}: {a} or {b}");
            assert!(bound.contains(*b), "{b} is outside {bound:?} in {domain:?}");
        }
        for i in 0..12 {
            let index = UVec3::new(rolls.below(size.x), rolls.below(size.y), rolls.below(size.z));
            let point = stack.density(domain.point(index));
            assert_eq!(point.to_bits(), off.density[domain.offset(index)].to_bits(), "point {i} of {domain:?}");
        }
        mixed += i32::from(verdict == Verdict::Mixed);
        proved += i32::from(verdict != Verdict::Mixed);
        skipped += off.sampled - on.sampled;
    }
    assert!(mixed > 8 && proved > 8 && skipped > 1000, "{mixed} mixed, {proved} proved, {skipped} samples skipped");
}

#[test]
#[should_panic(expected = "in SampleBox")]
fn a_bound_that_forgets_its_displacement_is_caught() {
    #[derive(Debug)]
    struct Forgetful(crate::operators::RoughnessOnDensity);
    struct Ready<'a>(Box<dyn crate::Prepared + 'a>);
    impl Operator for Forgetful {
        fn record(&self) -> &'static crate::Record {
            self.0.record()
        }
        fn point(&self, voxel: VoxelSize, p: IVec3, incoming: crate::Channels<f32>) -> crate::Channels<f32> {
            self.0.point(voxel, p, incoming)
        }
        fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn crate::Prepared + 'a> {
            Box::new(Ready(self.0.prepare(voxel, domain)))
        }
    }
    impl crate::Prepared for Ready<'_> {
        fn bound(&self, _: &SampleBox, incoming: crate::Channels<crate::Interval>) -> crate::Channels<crate::Interval> {
            incoming
        }
        fn is_inert(&self, part: &SampleBox, incoming: crate::Channels<crate::Interval>) -> bool {
            self.0.is_inert(part, incoming)
        }
        fn row(&mut self, row: crate::Row<'_>) {
            self.0.row(row);
        }
    }
    let noise = crate::Fractal::sum(9, Tag::Test, 0.1, 2);
    brute_force(plain(Arc::new(Forgetful(crate::operators::RoughnessOnDensity::new(noise, 2.0)))));
}
