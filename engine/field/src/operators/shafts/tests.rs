//! Tests of shafts and ledges: all drain to the spine, ledges bear, candidates equal everything.

use super::*;
use crate::conformance::{self, Surroundings};
use crate::hash::{Rolls, Tag};
use crate::operators::{Carve, Root};
use crate::{FillScratch, Proofs, Stack};
use glam::{DVec3, IVec3};

fn spec() -> ShaftSpec {
    ShaftSpec {
        content_m: 64.0,
        spacing_m: 20.0,
        scatter: 0.18,
        diameter_m: [4.0, 7.0],
        bore_m: 3.0,
        connector_chance: 0.3,
        ledge_step_m: 8.0,
        gallery_m: 1.5,
        spiral_chance: 0.3,
        fillet_m: 1.2,
    }
}

const LEDGES: LedgeSpec = LedgeSpec { width_m: 1.3, ring_share: 0.4 };

/// Specs at the ends of what may be asked for.
fn extremes() -> Vec<(ShaftSpec, LedgeSpec)> {
    let wide = ShaftSpec { spacing_m: 64.0, scatter: 0.35, diameter_m: [16.0, 16.0], bore_m: 8.0, gallery_m: 4.0, ..spec() };
    let narrow = ShaftSpec { spacing_m: 14.0, scatter: 0.0, diameter_m: [3.7, 3.7], bore_m: 2.6, ledge_step_m: 5.1, ..spec() };
    vec![
        (spec(), LEDGES),
        (ShaftSpec { content_m: 16.0, spiral_chance: 1.0, connector_chance: 1.0, ..spec() }, LEDGES),
        (ShaftSpec { ledge_step_m: 32.0, spiral_chance: 0.6, ..wide }, LedgeSpec { width_m: 4.0, ring_share: 1.0 }),
        (ShaftSpec { content_m: 96.0, connector_chance: 1.0, ..narrow }, LedgeSpec { width_m: 1.2, ring_share: 0.0 }),
    ]
}

fn cells(reach: i32) -> impl Iterator<Item = IVec2> {
    (-reach..=reach).flat_map(move |y| (-reach..=reach).map(move |x| IVec2::new(x, y)))
}

#[test]
fn every_shaft_drains_to_the_spine() {
    for seed in 0..40 {
        let spec = ShaftSpec { scatter: [0.0, 0.18, 0.4][seed as usize % 3], ..spec() };
        for start in cells(7) {
            let (mut at, mut steps) = (spec.shaft(seed, start), 0);
            while let Some(parent) = spec.parent(seed, at.cell) {
                assert!(parent.at_m.length_squared() < at.at_m.length_squared(), "seed {seed}: {at:?} to {parent:?}");
                assert!((parent.cell - at.cell).abs().max_element() <= PARENT_WINDOW);
                (at, steps) = (parent, steps + 1);
            }
            assert_eq!((at.cell, at.at_m), (IVec2::ZERO, DVec2::ZERO), "seed {seed}: {start} ends after {steps} steps");
        }
    }
}

#[test]
fn a_window_that_is_too_small_strands_shafts() {
    let stranded = |window| cells(5).filter(|cell| spec().parent_among(3, *cell, window).is_none()).count();
    assert_eq!(stranded(PARENT_WINDOW), 1, "the origin alone");
    assert_eq!(stranded(0), 121);
}

#[test]
fn the_parent_is_the_nearest_shaft_closer_to_the_origin() {
    for seed in 0..10 {
        for cell in cells(4).filter(|cell| *cell != IVec2::ZERO) {
            let (own, parent) = (spec().shaft(seed, cell), spec().parent(seed, cell).expect("a way on"));
            for other in cells(9).map(|cell| spec().shaft(seed, cell)) {
                let is_closer = other.at_m.length_squared() < own.at_m.length_squared();
                assert!(!is_closer || other.at_m.distance(own.at_m) >= parent.at_m.distance(own.at_m));
            }
        }
    }
}

#[test]
fn shafts_conform() {
    for (seed, (spec, _)) in extremes().into_iter().enumerate() {
        let shafts = Shafts::new(seed as u64, spec);
        for around in [IVec3::new(40, -60, 100), IVec3::new(-120_000, 119_000, 40)] {
            let surroundings = Surroundings { around, spread: IVec3::new(200, 200, 180), n_boxes: 12, ..Surroundings::default() };
            let report = conformance::check(&shafts, &surroundings).unwrap_or_else(|breach| panic!("{seed}: {breach}"));
            assert!(report.active > 0 && report.vacuous == 0, "{report:?}");
        }
    }
}

#[test]
fn ledges_conform() {
    for (seed, (spec, ledges)) in extremes().into_iter().enumerate() {
        let op = Ledges::new(ledges, Arc::new(Shafts::new(seed as u64, spec)));
        for cell in [IVec2::ZERO, IVec2::new(-1000, 999)] {
            let shaft = spec.shaft(seed as u64, cell);
            let around = VoxelSize::DEFAULT.lattice_floor(shaft.at_m.extend(f64::from(spec.level_m(0))));
            let spread = IVec3::new(1, 1, 0) * (4.0 * shaft.radius_m + 24.0) as i32 + IVec3::Z * 48;
            let surroundings = Surroundings { around, spread, n_boxes: 100, ..Surroundings::default() };
            let report = conformance::check(&op, &surroundings).unwrap_or_else(|breach| panic!("{seed}: {breach}"));
            assert!(report.inert > 5 && report.active > 5 && report.vacuous == 0, "{seed}: {report:?}");
        }
    }
}

#[test]
fn both_conform_at_every_voxel_size() {
    for micrometres in VoxelSize::ALLOWED_UM {
        let voxel = VoxelSize::from_micrometres(micrometres).expect("allowed");
        let around = IVec3::new(13, 9, 14 * voxel.per_metre());
        let surroundings = Surroundings { voxel, around, spread: IVec3::new(100, 100, 90), n_boxes: 20, ..Default::default() };
        let shafts = Arc::new(Shafts::new(2, spec()));
        conformance::check(&*shafts, &surroundings).expect("conforms");
        conformance::check(&Ledges::new(LEDGES, shafts), &surroundings).expect("conforms");
    }
}

fn stack(seed: u64, spec: ShaftSpec, ledges: Option<LedgeSpec>) -> (Arc<Shafts>, Stack) {
    let shafts = Arc::new(Shafts::new(seed, spec));
    let mut operators: Vec<Arc<dyn Operator>> =
        vec![Arc::new(Root::Rock), Arc::clone(&shafts) as Arc<dyn Operator>, Arc::new(Carve { width_m: 0.0 })];
    operators.extend(ledges.map(|spec| Arc::new(Ledges::new(spec, Arc::clone(&shafts))) as Arc<dyn Operator>));
    (shafts, Stack::new(VoxelSize::DEFAULT, operators).expect("a legal stack"))
}

/// Which shafts within `reach` cells are reached through air from the spine's, at half a metre, when some places are walled up.
fn reached(seed: u64, spec: ShaftSpec, ledges: LedgeSpec, reach: i32, is_wall: impl Fn(IVec3) -> bool) -> Vec<bool> {
    let (_, stack) = stack(seed, spec, Some(ledges));
    let side = ((reach as f32 + 0.5) * spec.spacing_m) as i32 * 2;
    let size = UVec3::new(2 * side as u32, 2 * side as u32, 2 * spec.content_m as u32);
    let domain = SampleBox { origin: IVec3::new(-2 * side, -2 * side, 0), level: 1, size };
    let mut scratch = FillScratch::default();
    stack.fill(&domain, Proofs::On, &mut scratch);
    let mut open: Vec<bool> = scratch.density.iter().map(|d| *d > 0.0).collect();
    let offset = |index: IVec3| domain.offset(index.as_uvec3());
    let on_gallery = |cell: IVec2| {
        let shaft = spec.shaft(seed, cell);
        let side_m = f64::from(spec.gallery_radius_m(&shaft) - 0.8);
        let at = (shaft.at_m + DVec2::new(side_m, 0.0)).extend(f64::from(spec.level_m(0)) + 1.2);
        (VoxelSize::DEFAULT.lattice_floor(at) - domain.origin) / domain.step()
    };
    let mut queue = vec![on_gallery(IVec2::ZERO)];
    assert!(open[offset(queue[0])], "the spine's gallery is open");
    while let Some(at) = queue.pop() {
        for way in [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z] {
            let next = at + way;
            let is_inside = next.cmpge(IVec3::ZERO).all() && next.cmplt(size.as_ivec3()).all();
            if is_inside && open[offset(next)] && !is_wall(next) {
                open[offset(next)] = false;
                queue.push(next);
            }
        }
    }
    cells(reach).map(|cell| !open[offset(on_gallery(cell))]).collect()
}

#[test]
fn air_leads_from_every_shaft_to_the_spine() {
    for (seed, (spec, ledges)) in (0..8).flat_map(|seed| extremes().into_iter().map(move |all| (seed, all))) {
        // So little scattered that no way to the spine leads out of the region.
        let scatter = ops::min(spec.scatter, 0.18);
        let spec = ShaftSpec { content_m: ops::min(spec.content_m, 64.0), scatter, connector_chance: 0.0, ..spec };
        let reach = if spec.spacing_m > 40.0 { 1 } else { 2 };
        let reached = reached(seed, spec, ledges, reach, |_| false);
        assert!(reached.iter().all(|is_reached| *is_reached), "seed {seed}: {reached:?}");
    }
}

#[test]
fn a_wall_across_the_drains_is_noticed() {
    let spec = ShaftSpec { connector_chance: 0.0, ..spec() };
    let side = 50 * 2;
    // A plane between the spine's column of cells and the next.
    let reached = reached(4, spec, LEDGES, 2, |p| p.x == side + 20);
    assert!(reached.iter().filter(|is_reached| !**is_reached).count() >= 10);
}

/// Places across the walk round every galleried shaft without a ramp: its ledge, and the floor of its gallery.
fn ledge_places(seed: u64, spec: &ShaftSpec) -> Vec<DVec3> {
    let rings = cells(2).flat_map(|cell| {
        let shaft = spec.shaft(seed, cell);
        let levels = spec.levels().filter(move |level| !shaft.is_spiral && spec.has_gallery(seed, cell, *level));
        levels.map(move |level| (shaft, spec.level_m(level)))
    });
    let place = |(shaft, top_m): (Shaft, f32)| {
        let mut rolls = Rolls::new(seed, Tag::Test, shaft.cell.extend(top_m as i32));
        let angle = rolls.range(0.0, std::f32::consts::TAU);
        let way = DVec2::new(f64::from(ops::cos(angle)), f64::from(ops::sin(angle)));
        [-0.4, 0.0, 0.4].map(|off_m| (shaft.at_m + way * (f64::from(shaft.radius_m) + off_m)).extend(f64::from(top_m)))
    };
    rings.flat_map(place).collect()
}

#[test]
fn a_body_can_stand_on_every_ledge_at_a_connector() {
    for seed in 0..20 {
        let (_, stack) = stack(seed, spec(), Some(LEDGES));
        let places = ledge_places(seed, &spec());
        assert!(places.len() > 40);
        for place in places {
            let nearest = |at_m: DVec3| (at_m * 4.0).round().as_ivec3();
            let at = |dz: f64| stack.density(nearest(place + DVec3::Z * dz));
            assert!(at(-0.5) < 0.0, "seed {seed}: nothing to stand on at {place}");
            assert!([0.5, 1.2, 2.1].iter().all(|dz| at(*dz) > 0.0), "seed {seed}: no room at {place}");
        }
    }
}

#[test]
fn ledges_are_wide_enough_to_stand_on_and_leave_shafts_open() {
    for seed in 0..30 {
        let mut rolls = Rolls::new(seed, Tag::Test, IVec3::ZERO);
        let diameter_m = [rolls.range(3.7, 6.0), rolls.range(6.0, 16.0)];
        let ledges = LedgeSpec { width_m: rolls.range(1.2, 4.0), ..LEDGES };
        let spec = ShaftSpec { spacing_m: 40.0, diameter_m, gallery_m: rolls.range(0.5, 4.0), ..spec() };
        let shafts = Shafts::new(seed, spec);
        for (shaft, level) in cells(3).flat_map(|cell| shafts.levels().map(move |level| (spec.shaft(seed, cell), level))) {
            let Some([width_m, open_m]) = ledges::widths_m(&shafts, &ledges, &shaft, level) else { continue };
            assert!(width_m >= 1.2 && open_m >= 0.6, "{shaft:?} at {level}: {width_m} and {open_m}");
        }
    }
}

#[test]
fn without_ledges_nobody_stands_in_a_shaft() {
    let (_, stack) = stack(1, spec(), None);
    let bears = |place: &DVec3| stack.density(VoxelSize::DEFAULT.lattice_floor(*place - DVec3::Z * 0.5)) < 0.0;
    // The lip alone, which is a third of the places.
    let lips: Vec<DVec3> = ledge_places(1, &spec()).into_iter().step_by(3).collect();
    assert!(!lips.iter().any(bears));
}

#[test]
fn ledges_keep_out_of_connectors() {
    for seed in 0..12 {
        let (shafts, fitted) = stack(seed, spec(), Some(LEDGES));
        for cell in cells(2) {
            for connector in shafts.spec.connectors(seed, cell, 0) {
                let way = connector.to.at_m - connector.from.at_m;
                let length_m = way.length_squared().sqrt();
                let gallery_m = f64::from(shafts.spec.gallery_radius_m(&connector.from));
                let mut along_m = gallery_m;
                while along_m < length_m - f64::from(shafts.spec.gallery_radius_m(&connector.to)) {
                    let foot = (connector.from.at_m + way * (along_m / length_m)).extend(f64::from(shafts.spec.level_m(0)));
                    // Another shaft on the way has its own.
                    let is_clear = cells(5)
                        .map(|cell| shafts.spec.shaft(seed, cell))
                        .all(|shaft| shaft.at_m.distance(foot.truncate()) >= f64::from(shaft.radius_m) + 0.05);
                    for dz in [0.3, 1.0, 2.0] {
                        let p = VoxelSize::DEFAULT.lattice_floor(foot + DVec3::Z * dz);
                        assert!(!is_clear || fitted.density(p) > 0.0, "seed {seed} at {foot}");
                    }
                    along_m += 1.3;
                }
            }
        }
    }
}

#[test]
fn a_forgotten_connector_is_noticed() {
    let (shafts, _) = stack(3, spec(), None);
    let voxel = VoxelSize::DEFAULT;
    let connector = shafts.spec.connectors(3, IVec2::new(1, 2), 0)[0];
    let middle = 0.5 * (connector.from.at_m + connector.to.at_m);
    let p = voxel.lattice_floor(middle.extend(f64::from(spec().level_m(0)) + 1.0));
    let plots = shafts.plots_of(voxel, &SampleBox { origin: p, level: 0, size: UVec3::ONE });
    let z_m = p.z as f32 * voxel.metres();
    let whole = shafts.level(voxel, &plots, 0, None).at(p.truncate(), z_m);
    let none = (std::iter::empty(), std::iter::empty());
    let without = Level::new(&spec(), voxel, 0, none, None).at(p.truncate(), z_m);
    assert!(whole < -0.5 && without > 1.0, "{whole} and {without}");
}
