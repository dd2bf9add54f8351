//! Contracts of strewn features: conformance over many parameters and grounds, and what each kind promises.

use super::arch::{ArchSpec, Arches};
use super::bridge::{BridgeSpec, Bridges};
use super::chasm::{ChasmSpec, Chasms};
use super::chimney::{ChimneySpec, Chimneys};
use super::dome::{DomeSpec, Domes};
use super::free_columns::{FreeColumnSpec, FreeColumns};
use super::pit::{PitSpec, Pits};
use super::ridge::{RidgeSpec, Ridges};
use super::*;
use crate::conformance::{self, Surroundings};
use crate::ground::{Ground, LevelGround};
use crate::operators::heights::Between;
use crate::operators::network::Network;
use crate::operators::slab::{Slab, SlabSpec};
use crate::operators::{Carve, Root};
use crate::{Proofs, Rolls, Stack, Tag};
use glam::{UVec3, Vec3};

mod standing;

const VOXEL: VoxelSize = VoxelSize::DEFAULT;
const CONTENT_M: f32 = 64.0;

fn slab() -> Slab {
    let spec = SlabSpec {
        floor_m: 16.0,
        ceiling_m: 34.0,
        floor_relief_m: 6.0,
        floor_frequency: 0.02,
        ceiling_relief_m: 5.0,
        ceiling_frequency: 0.03,
    };
    Slab::new(7, spec)
}

fn network() -> Network {
    Network::new(5, crate::operators::network::tests::spec(), None)
}

fn grounds() -> [Arc<dyn Ground>; 3] {
    [Arc::new(LevelGround { foot_m: 20.0, head_m: 45.0 }), Arc::new(slab()), Arc::new(network())]
}

fn site(seed: u64, ground: &Arc<dyn Ground>) -> Site {
    Site { seed, content_m: CONTENT_M, ground: Arc::clone(ground) }
}

fn strewn(spacing_m: f32, relief_m: f32) -> Strewn {
    Strewn { spacing_m, chance: 0.9, relief_m }
}

/// Parameter sets of every kind: usual, smallest and largest.
fn columns() -> [FreeColumnSpec; 3] {
    let spec = |spacing_m, relief_m, width_m, flare_m, lean_m, tallest_m| FreeColumnSpec {
        strewn: strewn(spacing_m, relief_m),
        width_m,
        flare_m,
        lean_m,
        tallest_m,
    };
    [
        spec(24.0, 0.5, [2.0, 5.0], 2.0, 1.5, 30.0),
        spec(8.0, 0.0, [0.5, 0.5], 0.0, 0.0, 3.0),
        spec(40.0, 2.0, [4.0, 16.0], 6.0, 8.0, 12.0),
    ]
}

fn pits() -> [PitSpec; 3] {
    let spec = |spacing_m, relief_m, radius_m, depth_m, taper, lip_m| PitSpec {
        strewn: strewn(spacing_m, relief_m),
        radius_m,
        depth_m,
        taper,
        lip_m,
    };
    [
        spec(28.0, 0.5, [1.5, 4.0], [4.0, 10.0], 0.3, 1.5),
        spec(12.0, 0.0, [1.0, 1.0], [1.0, 2.0], 0.0, 0.0),
        spec(48.0, 2.0, [6.0, 12.0], [20.0, 60.0], 0.8, 6.0),
    ]
}

fn chimneys() -> [ChimneySpec; 3] {
    let spec = |spacing_m, relief_m, radius_m, rise_m, taper, lean_m| ChimneySpec {
        strewn: strewn(spacing_m, relief_m),
        radius_m,
        rise_m,
        taper,
        lean_m,
    };
    [
        spec(28.0, 0.4, [1.0, 2.5], [6.0, 14.0], 0.4, 2.0),
        spec(12.0, 0.0, [0.5, 0.5], [2.0, 3.0], 0.0, 0.0),
        spec(48.0, 2.0, [4.0, 8.0], [20.0, 60.0], 0.9, 12.0),
    ]
}

fn domes() -> [DomeSpec; 3] {
    let spec = |spacing_m, relief_m, radius_m, rise_m| DomeSpec { strewn: strewn(spacing_m, relief_m), radius_m, rise_m };
    [spec(32.0, 0.5, [4.0, 9.0], [3.0, 8.0]), spec(12.0, 0.0, [1.0, 1.0], [2.0, 2.0]), spec(64.0, 2.0, [12.0, 24.0], [2.0, 40.0])]
}

fn arches() -> [ArchSpec; 3] {
    let spec = |spacing_m, relief_m, span_m, height_ratio, thickness_m, foot_flare| ArchSpec {
        strewn: strewn(spacing_m, relief_m),
        span_m,
        height_ratio,
        thickness_m,
        foot_flare,
    };
    [
        spec(36.0, 0.5, [10.0, 20.0], 0.5, [2.0, 3.5], 0.7),
        spec(16.0, 0.0, [5.0, 5.0], 0.3, [0.8, 0.8], 0.0),
        spec(80.0, 2.0, [30.0, 60.0], 1.2, [4.0, 10.0], 2.0),
    ]
}

fn chasms() -> [ChasmSpec; 3] {
    let spec = |spacing_m, relief_m, length_m, width_m, depth_m, rise_m, winding_m| ChasmSpec {
        strewn: strewn(spacing_m, relief_m),
        length_m,
        width_m,
        depth_m,
        rise_m,
        winding_m,
    };
    [
        spec(96.0, 0.8, [50.0, 90.0], [4.0, 8.0], [6.0, 12.0], 4.0, 6.0),
        spec(40.0, 0.0, [16.0, 16.0], [2.0, 2.0], [3.0, 3.0], 0.5, 0.0),
        spec(160.0, 2.5, [100.0, 200.0], [10.0, 20.0], [20.0, 60.0], 30.0, 20.0),
    ]
}

fn ridges() -> [RidgeSpec; 3] {
    let spec = |spacing_m, relief_m, length_m, width_m, height_m, winding_m, gap_m| RidgeSpec {
        strewn: strewn(spacing_m, relief_m),
        length_m,
        width_m,
        height_m,
        winding_m,
        gap_m,
    };
    [
        spec(96.0, 0.6, [50.0, 90.0], [4.0, 7.0], [4.0, 9.0], 6.0, 4.0),
        spec(40.0, 0.0, [10.0, 10.0], [1.0, 1.0], [1.0, 1.0], 0.0, 3.0),
        spec(160.0, 2.0, [100.0, 200.0], [8.0, 16.0], [10.0, 30.0], 20.0, 10.0),
    ]
}

fn bridges() -> [BridgeSpec; 3] {
    let spec = |spacing_m, relief_m, span_m, width_m, thickness_m, hall_height| BridgeSpec {
        strewn: strewn(spacing_m, relief_m),
        span_m,
        width_m,
        thickness_m,
        hall_height,
    };
    [
        spec(64.0, 0.6, [24.0, 44.0], 3.6, 1.8, 0.5),
        spec(40.0, 0.0, [12.0, 30.0], 2.6, 1.0, 0.6),
        spec(160.0, 1.5, [40.0, 90.0], 8.0, 4.0, 0.7),
    ]
}

/// Runs something for every kind with every parameter set on every ground.
macro_rules! for_every_kind {
    ($seed:expr, |$scatter:ident| $body:expr) => {
        for ground in &grounds() {
            let site = || site($seed, ground);
            for spec in columns() {
                let $scatter = Scatter::of(FreeColumns { site: site(), spec });
                $body;
            }
            for spec in pits() {
                let $scatter = Scatter::of(Pits { site: site(), spec });
                $body;
            }
            for spec in chimneys() {
                let $scatter = Scatter::of(Chimneys { site: site(), spec });
                $body;
            }
            for spec in domes() {
                let $scatter = Scatter::of(Domes { site: site(), spec });
                $body;
            }
            for spec in arches() {
                let $scatter = Scatter::of(Arches { site: site(), spec });
                $body;
            }
            for spec in chasms() {
                let $scatter = Scatter::of(Chasms { site: site(), spec });
                $body;
            }
            for spec in ridges() {
                let $scatter = Scatter::of(Ridges { site: site(), spec });
                $body;
            }
            for spec in bridges() {
                let $scatter = Scatter::of(Bridges { site: site(), spec });
                $body;
            }
        }
    };
}

/// Features of the cells round a cell, with their cells.
fn made<K: Scattered>(scatter: &Scatter<K>, around: IVec2, reach: i32) -> Vec<(IVec2, Placed<K::Feature>)> {
    let cells = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| around + IVec2::new(x, y)));
    cells.filter_map(|cell| Some((cell, scatter.make(VOXEL, cell)?))).collect()
}

#[test]
fn every_kind_conforms_near_and_far_from_the_origin() {
    let mut seen = BTreeMap::new();
    for_every_kind!(3, |scatter| {
        let far = scatter.cell_of(DVec2::new(-32_500.0, 32_470.0));
        for cell in [IVec2::ZERO, far] {
            let Some((_, placed)) = made(&scatter, cell, 2).into_iter().next() else { continue };
            let (middle, size) = ((placed.reach.min + placed.reach.max) / 2, placed.reach.max - placed.reach.min);
            let surroundings = Surroundings { around: middle, spread: size * 3 / 5, n_boxes: 24, ..Surroundings::default() };
            let report = conformance::check(&scatter, &surroundings).unwrap_or_else(|breach| panic!("{breach}"));
            let [inert, active, vacuous] = seen.entry(scatter.record().name).or_insert([0; 3]);
            (*inert, *active, *vacuous) = (*inert + report.inert, *active + report.active, *vacuous + report.vacuous);
        }
    });
    assert_eq!(seen.len(), 8);
    for (name, [inert, active, vacuous]) in seen {
        assert!(inert > 8 && active > 8 && vacuous == 0, "{name}: {inert} inert, {active} active, {vacuous} vacuous");
    }
}

/// Pits that say they are felt no farther than their own cell.
#[derive(Debug)]
struct Shortsighted(Pits);

impl Scattered for Shortsighted {
    type Feature = pit::Pit;
    const RECORD: Record = Pits::RECORD;
    fn spacing_m(&self) -> f32 {
        self.0.spacing_m()
    }
    fn spread_m(&self) -> f32 {
        0.0
    }
    fn join(&self) -> Join {
        self.0.join()
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<pit::Pit> {
        self.0.feature(voxel, cell)
    }
}

#[test]
fn a_spread_that_is_too_small_is_noticed() {
    let [_, _, spec] = pits();
    let [ground, ..] = grounds();
    let surroundings = Surroundings { around: IVec3::new(0, 0, 60), n_boxes: 200, ..Surroundings::default() };
    let pits = Pits { site: site(3, &ground), spec };
    assert!(conformance::check(&Scatter::of(pits.clone()), &surroundings).is_ok());
    assert!(conformance::check(&Scatter::of(Shortsighted(pits)), &surroundings).is_err());
}

#[test]
fn features_stay_within_the_spread_of_their_cells() {
    let mut n = 0;
    for seed in 0..4 {
        for_every_kind!(seed, |scatter| {
            let per_metre = VOXEL.per_metre() as f32;
            let spread = IVec2::splat(((scatter.kind.spread_m() + 1.0) * per_metre) as i32);
            for (cell, placed) in made(&scatter, IVec2::ZERO, 2) {
                let corner = |cell: IVec2| (cell.as_vec2() * scatter.kind.spacing_m() * per_metre).as_ivec2();
                let (min, max) = (corner(cell) - spread, corner(cell + 1) + spread);
                let LatticeBox { min: lo, max: hi } = placed.reach;
                assert!(lo.truncate().cmpge(min).all() && hi.truncate().cmple(max).all(), "{:?} of {cell}", placed.feature);
                n += 1;
            }
        });
    }
    assert!(n > 1000, "only {n} features");
}

#[test]
fn distances_keep_to_their_slope_their_extent_and_their_relief() {
    let mut rolls = Rolls::new(2, Tag::Test, IVec3::ZERO);
    let mut inside = 0;
    for_every_kind!(6, |scatter| {
        let relief_m = scatter.kind.relief().map_or(0.0, |relief| relief.height_m);
        for (_, placed) in made(&scatter, IVec2::new(1, 0), 1).into_iter().take(4) {
            let feature = placed.feature;
            let [lo, hi] = feature.extent_m(3.0, relief_m).map(Vec3::from_array);
            for _ in 0..600 {
                let share = Vec3::from_array([(); 3].map(|()| rolls.range(-0.2, 1.2)));
                let p = lo + (hi - lo) * share;
                let q = p + Vec3::from_array([(); 3].map(|()| rolls.range(-0.7, 0.7)));
                let at = |p: Vec3, relief: f32| feature.distance(p.to_array(), relief);
                if let Some(slope) = feature.lipschitz() {
                    assert!(ops::abs(at(p, 0.0) - at(q, 0.0)) <= slope * (p - q).length() + 2e-3, "{feature:?} at {p}, {q}");
                }
                let relief = rolls.range(-relief_m, relief_m);
                assert!(ops::abs(at(p, relief) - at(p, 0.0)) <= ops::abs(relief) + 1e-4, "{feature:?} at {p}");
                if at(p, relief) < 3.0 {
                    assert!(p.cmpge(lo - 1e-3).all() && p.cmple(hi + 1e-3).all(), "{feature:?} at {p}, outside {lo}..{hi}");
                }
                inside += i32::from(at(p, relief) < 0.0);
            }
        }
    });
    assert!(inside > 2000, "features were hardly entered: {inside}");
}

/// Stacks that no builder makes: everything at once, in odd orders.
fn odd_stacks() -> Vec<Stack> {
    let [level, plain, rooms] = grounds();
    let spec = (columns()[0], pits()[0], chimneys()[0], domes()[0], arches()[0], chasms()[0], ridges()[0], bridges()[1]);
    let (column, pit, chimney, dome, arch, chasm, ridge, bridge) = spec;
    let legal = |operators| Stack::new(VOXEL, operators).expect("legal");
    vec![
        legal(vec![
            Arc::new(Root::Void),
            Arc::new(Between::new(Arc::new(slab()))),
            Arc::new(Scatter::of(Chasms { site: site(1, &plain), spec: chasm })),
            Arc::new(Scatter::of(Bridges { site: site(2, &plain), spec: bridge })),
            Arc::new(Scatter::of(Pits { site: site(3, &plain), spec: pit })),
            Arc::new(Scatter::of(Arches { site: site(4, &plain), spec: arch })),
        ]),
        legal(vec![
            Arc::new(Root::Rock),
            Arc::new(network()),
            Arc::new(Carve { width_m: 0.5 }),
            Arc::new(Scatter::of(Domes { site: site(1, &rooms), spec: dome })),
            Arc::new(Scatter::of(FreeColumns { site: site(2, &rooms), spec: column })),
            Arc::new(Scatter::of(Chimneys { site: site(3, &rooms), spec: chimney })),
        ]),
        legal(vec![
            Arc::new(Root::Rock),
            Arc::new(Scatter::of(Ridges { site: site(1, &level), spec: ridge })),
            Arc::new(Scatter::of(Chasms { site: site(2, &level), spec: chasm })),
            Arc::new(Scatter::of(FreeColumns { site: site(3, &level), spec: column })),
        ]),
    ]
}

#[test]
fn in_stacks_that_no_builder_makes_proofs_and_rows_equal_points() {
    let (mut on, mut off) = (crate::FillScratch::default(), crate::FillScratch::default());
    let mut rolls = Rolls::new(8, Tag::Test, IVec3::ZERO);
    for (n, stack) in odd_stacks().iter().enumerate() {
        let (mut mixed, mut skipped) = (0, 0);
        for _ in 0..48 {
            let mut at = |reach: u32| rolls.below(2 * reach) as i32 - reach as i32;
            let origin = IVec3::new(at(300), at(300), at(60) + 90);
            let level = rolls.below(3) as u8;
            let domain = SampleBox { origin, level, size: UVec3::new(19, 18, 17) };
            let verdict = stack.fill(&domain, Proofs::On, &mut on);
            assert_eq!(verdict, stack.fill(&domain, Proofs::Off, &mut off));
            let bound = stack.bound(&domain);
            for z in 0..domain.size.z {
                for y in 0..domain.size.y {
                    for x in ((y + z) % 3..domain.size.x).step_by(3) {
                        let index = UVec3::new(x, y, z);
                        let [proven, sampled] = [&on, &off].map(|scratch| scratch.density[domain.offset(index)]);
                        let truth = stack.density(domain.point(index));
                        assert_eq!(sampled.to_bits(), truth.to_bits(), "stack {n}, {domain:?} {index}");
                        assert!((proven < 0.0) == (truth < 0.0) && bound.contains(truth), "stack {n}, {domain:?} {index}");
                    }
                }
            }
            mixed += i32::from(verdict == crate::Verdict::Mixed);
            skipped += i32::from(on.sampled < off.sampled);
        }
        assert!(mixed > 3 && skipped > 3, "stack {n}: {mixed} mixed, {skipped} with something to prove");
    }
}
