//! Tests of what strewn features do to a place: nothing hangs loose, and a body still gets through and across.

use super::*;

/// Components of the points of a box whose sign is that of rock (or of air), as the size of each. Points that meet the box's faces are one.
fn components(stack: &Stack, domain: &SampleBox, rock: bool) -> Vec<usize> {
    let mut scratch = crate::FillScratch::default();
    stack.fill(domain, Proofs::On, &mut scratch);
    let n = domain.size.as_ivec3();
    let mut left: Vec<bool> = scratch.density.iter().map(|d| (*d < 0.0) == rock).collect();
    let mut sizes = Vec::new();
    let at = |p: IVec3| domain.offset(p.as_uvec3());
    let flood = |seeds: Vec<IVec3>, left: &mut Vec<bool>| {
        let (mut stack, mut size) = (seeds, 0);
        while let Some(p) = stack.pop() {
            if p.cmplt(IVec3::ZERO).any() || p.cmpge(n).any() || !std::mem::take(&mut left[at(p)]) {
                continue;
            }
            size += 1;
            stack.extend([IVec3::X, IVec3::Y, IVec3::Z].iter().flat_map(|d| [p + *d, p - *d]));
        }
        size
    };
    let all = (0..n.z).flat_map(|z| (0..n.y).flat_map(move |y| (0..n.x).map(move |x| IVec3::new(x, y, z)))).collect::<Vec<_>>();
    let faces = all.iter().copied().filter(|p| p.cmpeq(IVec3::ZERO).any() || p.cmpeq(n - 1).any()).collect();
    sizes.push(flood(faces, &mut left));
    for p in all {
        let size = flood(vec![p], &mut left);
        if size > 0 {
            sizes.push(size);
        }
    }
    sizes
}

/// A ground that claims floors where there is rock or air: this much too high.
#[derive(Debug)]
struct Mistaken(Arc<dyn Ground>, f32);

impl Ground for Mistaken {
    fn stand(&self, voxel: VoxelSize, wanted_m: DVec2, budget_m: f64) -> Option<crate::ground::Stand> {
        let stand = self.0.stand(voxel, wanted_m, budget_m)?;
        Some(crate::ground::Stand { foot_m: stand.foot_m + self.1, head_m: stand.head_m.map(|m| m + self.1), ..stand })
    }
}

/// Loose pieces that a feature makes of rock or air in the plain, over some boxes.
fn loose(rock: bool, ground: Arc<dyn Ground>, operator: impl Fn(u64, &Arc<dyn Ground>) -> Arc<dyn Operator>) -> usize {
    let mut pieces = 0;
    for seed in 0..6 {
        let plain: Arc<dyn Operator> = Arc::new(Between::new(Arc::new(slab())));
        let stack = Stack::new(VOXEL, vec![Arc::new(Root::Void), plain, operator(seed, &ground)]).expect("legal");
        let domain = SampleBox { origin: IVec3::new(-150, 60 + 90 * seed as i32, -4), level: 1, size: UVec3::new(100, 100, 136) };
        pieces += components(&stack, &domain, rock).len() - 1;
    }
    pieces
}

/// Makes a scatter of a seed on a ground.
type Make = dyn Fn(u64, &Arc<dyn Ground>) -> Arc<dyn Operator>;

#[test]
fn filling_leaves_nothing_afloat_and_carving_no_bubble() {
    let plain: Arc<dyn Ground> = Arc::new(slab());
    let fills: [&Make; 4] = [
        &|seed, ground| Arc::new(Scatter::of(FreeColumns { site: site(seed, ground), spec: columns()[0] })),
        &|seed, ground| Arc::new(Scatter::of(Arches { site: site(seed, ground), spec: arches()[0] })),
        &|seed, ground| Arc::new(Scatter::of(Ridges { site: site(seed, ground), spec: ridges()[0] })),
        &|seed, ground| Arc::new(Scatter::of(Bridges { site: site(seed, ground), spec: bridges()[0] })),
    ];
    for (n, fill) in fills.iter().enumerate() {
        assert_eq!(loose(true, Arc::clone(&plain), fill), 0, "fill {n}");
    }
    let carves: [&Make; 4] = [
        &|seed, ground| Arc::new(Scatter::of(Pits { site: site(seed, ground), spec: pits()[0] })),
        &|seed, ground| Arc::new(Scatter::of(Chimneys { site: site(seed, ground), spec: chimneys()[0] })),
        &|seed, ground| Arc::new(Scatter::of(Domes { site: site(seed, ground), spec: domes()[0] })),
        &|seed, ground| Arc::new(Scatter::of(Chasms { site: site(seed, ground), spec: chasms()[0] })),
    ];
    for (n, carve) in carves.iter().enumerate() {
        assert_eq!(loose(false, Arc::clone(&plain), carve), 0, "carve {n}");
    }
    // A ground that is wrong by more than features reach into it is found out.
    let high: Arc<dyn Ground> = Arc::new(Mistaken(Arc::clone(&plain), 7.0));
    assert!(loose(true, high, fills[1]) > 0, "arches that hang in the air");
    let far: Arc<dyn Ground> = Arc::new(Mistaken(plain, 14.0));
    assert!(loose(false, far, carves[1]) > 0, "chimneys inside the rock above the ceiling");
}

/// Whether a body's width and height of air stand over a place on the level ground.
fn is_open(stack: &Stack, at_m: [f64; 2], foot_m: f64) -> bool {
    let ring = [[0.0, 0.0], [1.3, 0.0], [-1.3, 0.0], [0.0, 1.3], [0.0, -1.3]];
    ring.iter().all(|aside| {
        [0.5, 1.2, 2.1].iter().all(|up| {
            let at_m = glam::DVec3::new(at_m[0] + aside[0], at_m[1] + aside[1], foot_m + up);
            stack.density(VOXEL.lattice_floor(at_m)) >= 0.0
        })
    })
}

#[test]
fn a_body_walks_through_the_gaps_of_a_ridge_and_not_through_its_walls() {
    let level = LevelGround { foot_m: 20.0, head_m: 45.0 };
    let ground: Arc<dyn Ground> = Arc::new(level);
    let (mut gaps, mut walls) = (0, 0);
    for (n, spec) in ridges().iter().enumerate() {
        for seed in 0..8 {
            let ridges = Scatter::of(Ridges { site: site(seed, &ground), spec: *spec });
            let features = made(&ridges, IVec2::ZERO, 1);
            let plain: Arc<dyn Operator> = Arc::new(Between::new(Arc::new(Level(level))));
            let stack = Stack::new(VOXEL, vec![Arc::new(Root::Void), plain, Arc::new(ridges)]).expect("legal");
            for (_, placed) in features {
                let chain = placed.feature;
                let origin = VOXEL.position_m(chain.anchor().anchor);
                let place = |a: [f32; 2], b: [f32; 2]| {
                    [0, 1].map(|d| origin[d] + f64::from(chain.anchor().rest_m[d]) + 0.5 * f64::from(a[d] + b[d]))
                };
                for wall in chain.sections() {
                    let [a, b] = wall.ends_m().0;
                    let [x, y] = place(a, b);
                    let at = VOXEL.lattice_floor(glam::DVec3::new(x, y, 20.26));
                    assert!(stack.density(at) < 0.0, "set {n}, seed {seed}: a wall that is not there");
                    walls += 1;
                }
                for pair in chain.sections().windows(2) {
                    let ([_, end], [start, _]) = (pair[0].ends_m().0, pair[1].ends_m().0);
                    if (end[0] - start[0]) * (end[0] - start[0]) + (end[1] - start[1]) * (end[1] - start[1]) > 1.0 {
                        assert!(
                            is_open(&stack, place(end, start), 20.0),
                            "set {n}, seed {seed}: a gap one does not walk through"
                        );
                        gaps += 1;
                    }
                }
            }
        }
    }
    assert!(gaps > 40 && walls > 100, "{gaps} gaps, {walls} walls");
}

/// A level plain as surfaces.
#[derive(Debug)]
struct Level(LevelGround);

impl crate::operators::heights::HeightField for Level {
    const RECORD: Record = crate::operators::heights::record("level", &[], "");
    fn at(&self, _at_m: DVec2) -> crate::operators::heights::Heights {
        crate::operators::heights::Heights { lower_m: self.0.foot_m, upper_m: self.0.head_m }
    }
    fn range(&self) -> [Interval; 2] {
        [Interval::point(self.0.foot_m), Interval::point(self.0.head_m)]
    }
    fn steepness(&self) -> [f32; 2] {
        [1.0; 2]
    }
}

#[test]
fn the_top_of_a_bridge_is_wide_enough_and_no_steeper_than_walkable() {
    let mut decks = 0;
    for ground in &grounds()[1..] {
        for spec in bridges() {
            for seed in 0..10 {
                let bridges = Scatter::of(Bridges { site: site(seed, ground), spec });
                for (_, placed) in made(&bridges, IVec2::ZERO, 2) {
                    let chain = placed.feature;
                    let n = chain.sections().len();
                    for deck in &chain.sections()[1..n - 1] {
                        let ([lowest, highest], slope) = deck.top_m();
                        assert!(slope <= 0.268, "a top that rises by {slope}");
                        let ([a, b], half_m) = deck.ends_m();
                        let across = [a[1] - b[1], b[0] - a[0]];
                        let length = (across[0] * across[0] + across[1] * across[1]).sqrt();
                        let at = |side: f32, z: f32| {
                            let aside = across.map(|c| c / length * side);
                            let at = [0.5 * (a[0] + b[0]) + aside[0], 0.5 * (a[1] + b[1]) + aside[1], z];
                            chain.distance(at, -spec.strewn.relief_m)
                        };
                        let top = 0.5 * (lowest + highest);
                        for side in [-1.3, -0.6, 0.0, 0.6, 1.3] {
                            assert!(at(side, top - 0.15) < 0.0, "{half_m} m wide, rock is missing {side} m aside");
                            assert!(at(side, top + 0.15) > 0.0);
                        }
                        decks += 1;
                    }
                }
            }
        }
    }
    assert!(decks > 100, "{decks} decks");
}
