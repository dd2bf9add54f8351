//! Contracts of filling: blocks, proofs, and what a mesher may read.

use super::*;
use crate::hash::Tag;
use crate::operator::{Nature, Record, Role};
use crate::operators::{EdgeSeal, Formula, Root, RoughnessOnDensity};
use crate::{Fractal, Interval, Num, VoxelSize};
use std::sync::Arc;

/// Rock below a wavy height, so that a tile holds floors, walls and open space.
#[derive(Debug)]
struct Hills;

static HILLS: Record = Record {
    name: "hills",
    role: Role::Source,
    nature: Nature::Transformative,
    reads: Channels { density: true, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &[],
    doc: "",
};

impl Formula for Hills {
    fn record(&self) -> &'static Record {
        &HILLS
    }
    fn apply<N: Num>(&self, [x, y, z]: [N; 3], incoming: Channels<N>) -> Channels<N> {
        let hill = (x - N::of(4.0)).abs().times(0.5) + y.times(0.25).abs();
        Channels { density: (z - hill + N::of(3.0)).min(incoming.density), ..incoming }
    }
    fn is_inert(&self, _at_m: [Interval; 3], _incoming: Channels<Interval>) -> bool {
        false
    }
}

fn stack() -> Stack {
    let roughness = RoughnessOnDensity::new(Fractal::sum(8, Tag::Test, 0.3, 3), 0.6);
    let seal = EdgeSeal::new(30.0, 10.0).expect("an edge");
    Stack::new(VoxelSize::DEFAULT, vec![Arc::new(Root::Void), Arc::new(Hills), Arc::new(roughness), Arc::new(seal)])
        .expect("legal")
}

fn domains() -> [SampleBox; 4] {
    let tile = |origin: IVec3, level: u8| SampleBox { origin, level, size: UVec3::splat(35) };
    [
        tile(IVec3::new(-33, -1, -17), 0),
        tile(IVec3::new(80, 31, 14), 0),
        tile(IVec3::new(-70, -66, -68), 2),
        SampleBox { origin: IVec3::new(-12, 3, -20), level: 1, size: UVec3::new(21, 6, 30) },
    ]
}

#[test]
fn blocks_cover_every_point_and_align_with_the_cells_of_a_tile() {
    let mut spans = Vec::new();
    split(35, 8, &mut spans);
    assert_eq!(spans.iter().map(|s| s.own).collect::<Vec<_>>(), [(0, 10), (9, 18), (17, 26), (25, 35)]);
    assert_eq!(spans.iter().map(|s| s.halo).collect::<Vec<_>>(), [(0, 11), (8, 19), (16, 27), (24, 35)]);
    for n in 1..80 {
        split(n, 4 + 4 * (n % 2), &mut spans);
        assert_eq!((spans[0].own.0, spans[spans.len() - 1].own.1), (0, n));
        assert!(spans.windows(2).all(|w| w[0].own.1 == w[1].own.0 + 1), "neighbours share a layer of points");
    }
}

#[test]
fn full_sampling_gives_the_bits_of_the_definition_in_any_box() {
    let (stack, mut scratch) = (stack(), FillScratch::default());
    for domain in domains() {
        stack.fill(&domain, Proofs::Off, &mut scratch);
        for z in 0..domain.size.z {
            for y in 0..domain.size.y {
                for x in (z % 3..domain.size.x).step_by(3) {
                    let index = UVec3::new(x, y, z);
                    let got = scratch.density[domain.offset(index)];
                    assert_eq!(got.to_bits(), stack.density(domain.point(index)).to_bits(), "{domain:?} {index}");
                }
            }
        }
    }
}

/// Every value a mesher reads: both ends of each edge with a sign change, and their neighbours.
fn read_by_a_mesher(domain: &SampleBox, density: &[f32]) -> std::collections::BTreeSet<usize> {
    let mut read = std::collections::BTreeSet::new();
    let core = |c: UVec3| c.cmpge(UVec3::ONE).all() && (c + 2).cmple(domain.size).all();
    for z in 1..domain.size.z - 1 {
        for y in 1..domain.size.y - 1 {
            for x in 1..domain.size.x - 1 {
                let a = UVec3::new(x, y, z);
                for b in [UVec3::X, UVec3::Y, UVec3::Z].map(|d| a + d).into_iter().filter(|b| core(*b)) {
                    if (density[domain.offset(a)] < 0.0) != (density[domain.offset(b)] < 0.0) {
                        for d in [UVec3::X, UVec3::Y, UVec3::Z] {
                            read.extend([a, b].into_iter().flat_map(|p| [p, p + d, p - d]).map(|p| domain.offset(p)));
                        }
                    }
                }
            }
        }
    }
    read
}

#[test]
fn proofs_hide_no_value_a_mesher_reads_and_no_sign() {
    let (stack, mut proven, mut sampled) = (stack(), FillScratch::default(), FillScratch::default());
    for domain in domains() {
        let verdict = stack.fill(&domain, Proofs::Off, &mut sampled);
        assert_eq!(stack.fill(&domain, Proofs::On, &mut proven), verdict);
        for (p, s) in proven.density.iter().zip(&sampled.density) {
            assert_eq!(*p < 0.0, *s < 0.0, "{domain:?}");
        }
        let read = read_by_a_mesher(&domain, &sampled.density);
        assert!(!read.is_empty(), "{domain:?} holds no surface");
        for at in read {
            assert_eq!(proven.density[at].to_bits(), sampled.density[at].to_bits(), "{domain:?}");
        }
    }
    assert!(proven.sampled < sampled.sampled, "the last box has something to prove");
}

#[test]
fn uniform_and_empty_boxes_are_known_without_a_sample() {
    let (stack, mut scratch) = (stack(), FillScratch::default());
    let at = |z: i32, n: u32| SampleBox { origin: IVec3::new(0, 0, z), level: 0, size: UVec3::splat(n) };
    for (domain, verdict) in [(at(400, 35), Verdict::Air), (at(-400, 35), Verdict::Rock), (at(0, 0), Verdict::Air)] {
        assert_eq!((stack.fill(&domain, Proofs::On, &mut scratch), scratch.sampled), (verdict, 0));
        assert_eq!(scratch.density.len(), domain.len());
    }
}

#[test]
fn a_used_scratch_gives_the_bits_of_a_fresh_one() {
    let (stack, mut used) = (stack(), FillScratch::default());
    for domain in domains() {
        let mut fresh = FillScratch::default();
        stack.fill(&domain, Proofs::On, &mut fresh);
        stack.fill(&domain, Proofs::On, &mut used);
        assert_eq!(fresh.sampled, used.sampled);
        assert!(fresh.density.iter().zip(&used.density).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}
