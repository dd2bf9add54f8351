//! Fields: proofs against samples, points against rows, and parameters that must matter.

use crate::support::{drawn, project, resolve, rolls, shake, stacked, strate, with_biomes};
use field::hash::Rolls;
use field::{ColumnBox, FillScratch, Interval, Proofs, SampleBox, Stack, Verdict, VoxelSize};
use glam::{DVec2, IVec2, IVec3, UVec2, UVec3};
use param::{Effect, Kind, Value, validate};
use voxelforge_world::archetypes::{landing, native_stack};
use voxelforge_world::defs::Archetype;

fn boxes(rolls: &mut Rolls, n: usize, height: i32) -> Vec<SampleBox> {
    (0..n)
        .map(|_| {
            let level = rolls.below(4) as u8;
            let mut coordinate = |reach: i32| rolls.below(2 * reach as u32) as i32 - reach;
            let origin = IVec3::new(coordinate(900), coordinate(900), coordinate(height));
            let mut size = || 2 + rolls.below(22);
            SampleBox { origin, level, size: UVec3::new(size(), size(), size()) }
        })
        .collect()
}

/// Proofs on and off agree in sign everywhere and in value wherever a sample was taken; bounds enclose; points equal rows.
fn check_proofs(stack: &Stack, domain: &SampleBox, name: &str) -> bool {
    let (mut on, mut off) = (FillScratch::default(), FillScratch::default());
    let verdict = stack.fill(domain, Proofs::On, &mut on);
    assert_eq!(verdict, stack.fill(domain, Proofs::Off, &mut off), "{name} {domain:?}");
    let bound = stack.bound(domain);
    for (i, (a, b)) in on.density.iter().zip(&off.density).enumerate() {
        assert_eq!(*a < 0.0, *b < 0.0, "{name}: sign of sample {i} in {domain:?}");
        assert!(a.to_bits() == b.to_bits() || *a == 1.0 || *a == -1.0, "{name}: value of sample {i} in {domain:?}");
        assert!(bound.contains(*b), "{name}: {b} outside {bound:?} in {domain:?}");
    }
    for i in [0, domain.len() / 2, domain.len() - 1] {
        let size = domain.size.x as usize;
        let index =
            UVec3::new((i % size) as u32, (i / size % domain.size.y as usize) as u32, (i / size / domain.size.y as usize) as u32);
        assert_eq!(stack.density(domain.point(index)).to_bits(), off.density[i].to_bits(), "{name}: point {index} of {domain:?}");
    }
    bound != Interval::WHOLE && verdict == Verdict::Mixed
}

#[test]
fn proofs_hold_for_every_kind_over_the_authored_ranges() {
    let mut rolls = rolls(21);
    let biomes: Vec<_> = with_biomes(stacked([], 1)).biomes.values().cloned().collect();
    for archetype in Archetype::all_defaults() {
        let mut mixed = 0;
        for trial in 0..10 {
            let mut def = strate("s", archetype.clone());
            if trial > 0 {
                shake(def.archetype.block_mut(), &mut rolls);
            }
            let stack = native_stack(&def, rolls.next_u64(), VoxelSize::DEFAULT, &biomes).expect("a legal stack");
            for domain in boxes(&mut rolls, 10, 300) {
                mixed += usize::from(check_proofs(&stack, &domain, archetype.name()));
            }
        }
        assert!(mixed > 5, "{}: only {mixed} boxes had a surface", archetype.name());
    }
}

/// Shelves stand on steep slopes alone, so a surface world is tried with some.
fn steepen(archetype: &mut Archetype) {
    if let Archetype::SurfaceWorld(land) = archetype {
        (land.relief_m, land.mountain_share, land.cap_m) = (30.0, 1.2, 90.0);
    }
}

#[test]
fn every_parameter_moves_its_field() {
    for mut archetype in Archetype::all_defaults() {
        steepen(&mut archetype);
        let base = strate("s", archetype.clone());
        let sample = |def: &voxelforge_world::defs::StrateDef| {
            let stack = native_stack(def, 9, VoxelSize::DEFAULT, &[]).expect("a legal stack");
            // Far and wide, and every metre near the spine: some parameters show at certain heights alone.
            let wide = SampleBox { origin: IVec3::new(-448, -448, 0), level: 5, size: UVec3::new(28, 28, 8) };
            let near = SampleBox { origin: IVec3::new(-61, -61, 0), level: 2, size: UVec3::new(32, 32, 64) };
            [wide, near].map(|domain| {
                let mut scratch = FillScratch::default();
                stack.fill(&domain, Proofs::Off, &mut scratch);
                scratch.density
            })
        };
        let before = sample(&base);
        for (i, decl) in archetype.block().declarations().iter().enumerate() {
            let Kind::Float { default, soft, .. } = decl.kind else { continue };
            if decl.effect != Effect::Shape {
                continue;
            }
            let moved = [soft[1], soft[0], 0.5 * (default + soft[1]), 0.5 * (default + soft[0])].into_iter().any(|value| {
                let mut def = base.clone();
                let set = def.archetype.block_mut().set(i, Value::Float(value));
                set.is_ok() && validate(def.archetype.block()).is_empty() && sample(&def) != before
            });
            assert!(moved, "{}.{} moves nothing", archetype.name(), decl.name);
        }
    }
}

#[test]
fn interfaces_agree_from_both_sides_and_with_every_strength_of_proof() {
    let world = resolve(&drawn(7, &[("a", 3)], &["warren", "plain", "land"]));
    let (mut on, mut off) = (FillScratch::default(), FillScratch::default());
    for strate in world.strates() {
        for level in [0u8, 2, 4] {
            let origin = IVec3::new(-9, 13, strate.bands.bottom - (11 << level));
            let domain = SampleBox { origin, level, size: UVec3::new(9, 7, 22) };
            world.fill(&domain, Proofs::On, &mut on);
            world.fill(&domain, Proofs::Off, &mut off);
            let bound = world.bound(&domain);
            for z in 0..domain.size.z {
                let index = UVec3::new(4, 3, z);
                let (a, b) = (on.density[domain.offset(index)], off.density[domain.offset(index)]);
                assert_eq!(b.to_bits(), world.density(domain.point(index)).to_bits());
                assert_eq!(a < 0.0, b < 0.0);
                assert!(bound.contains(b));
            }
        }
    }
}

#[test]
fn outside_every_strate_is_rock() {
    let world = resolve(&drawn(7, &[("a", 1)], &["plain"]));
    let mut scratch = FillScratch::default();
    let domain = SampleBox { origin: IVec3::new(0, 0, 5), level: 0, size: UVec3::splat(4) };
    assert_eq!(world.fill(&domain, Proofs::On, &mut scratch), Verdict::Rock);
    assert!(world.bound(&domain).is_rock() && world.density(domain.origin) < 0.0);
}

#[test]
fn landings_are_within_budget_and_stand_in_air_on_rock() {
    for seed in 0..12 {
        let world = resolve(&drawn(seed, &[("a", 1), ("b", 1), ("c", 1)], &["warren", "plain", "land"]));
        for strate in world.strates() {
            for wanted in [DVec2::ZERO, DVec2::new(31.0, -18.0)] {
                let Some(foot) = landing(strate, world.voxel(), wanted, 48.0) else { continue };
                assert!(foot.truncate().distance(wanted) <= 48.0);
                let at = |dz: f64| {
                    let mut p = foot;
                    p.z += dz;
                    strate.native.density(world.voxel().lattice_floor(p))
                };
                assert!(at(1.5) > 0.0, "{} {foot}: head in rock", strate.def.id);
                assert!(at(-1.5) < 0.0, "{} {foot}: no ground", strate.def.id);
            }
        }
    }
}

#[test]
fn shares_sum_to_one_and_a_strate_without_biomes_has_its_own_material() {
    let mut assets = with_biomes(drawn(7, &[("a", 3)], &["land", "plain"]));
    project(&mut assets).layout.overrides.insert("a.0".into(), "land".into());
    project(&mut assets).layout.overrides.insert("a.1".into(), "plain".into());
    if let Some(plain) = assets.strates.get_mut("plain") {
        std::sync::Arc::make_mut(plain).material = Some("sand".into());
    }
    let world = resolve(&assets);
    let (land, plain) = (world.strates()[0].index, world.strates()[1].index);
    let mut shares = Vec::new();
    let mut seen = [false; 2];
    for i in 0..300 {
        let at = DVec2::new(f64::from(i) * 7.3 - 900.0, f64::from(i % 17) * 31.0);
        world.biome_shares(land, at, &mut shares);
        let sum: f32 = shares.iter().map(|share| share.weight).sum();
        assert!((0.999..1.001).contains(&sum));
        assert!(shares.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
        seen[usize::from(shares[0].biome)] = true;
        let climate = world.climate(land, at);
        assert!((0.0..=1.0).contains(&climate.relief) && (0.0..=1.0).contains(&climate.moisture));
    }
    assert_eq!(seen, [true, true]);
    world.biome_shares(plain, DVec2::ZERO, &mut shares);
    assert_eq!((shares.len(), shares[0].material, shares[0].weight), (1, 1, 1.0));
}

#[test]
fn columns_have_the_shares_of_their_places() {
    let mut assets = with_biomes(drawn(7, &[("a", 1)], &["land"]));
    project(&mut assets).layout.overrides.insert("a.0".into(), "land".into());
    let world = resolve(&assets);
    let strate = world.strates()[0].index;
    let (mut rolls, mut of_place, mut of_column, mut seen) = (rolls(5), Vec::new(), Vec::new(), [0; 2]);
    for n in 0..60 {
        let mut far = || rolls.below(16_000) as i32 - 8_000;
        let columns = ColumnBox { origin: IVec2::new(far(), far()), level: n % 5, size: UVec2::splat(33) };
        let mut of_columns = world.biome_columns(strate, columns);
        for _ in 0..40 {
            let index = UVec2::new(rolls.below(33), rolls.below(33));
            world.biome_shares(strate, columns.position_m(world.voxel(), index), &mut of_place);
            of_columns.shares(index, &mut of_column);
            assert_eq!(of_place, of_column, "{index} of {columns:?}");
            seen[usize::from(of_column.len() > 1)] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 200), "of one biome and of several: {seen:?}");
}

#[test]
fn fields_near_their_surface_are_like_distances() {
    for archetype in Archetype::all_defaults() {
        let stack = native_stack(&strate("s", archetype.clone()), 9, VoxelSize::DEFAULT, &[]).expect("a legal stack");
        let mut scratch = FillScratch::default();
        let domain = SampleBox { origin: IVec3::new(-60, -60, 0), level: 0, size: UVec3::new(120, 120, 250) };
        stack.fill(&domain, Proofs::Off, &mut scratch);
        let (mut near, mut steep, mut sum) = (0u32, 0u32, 0.0f64);
        for z in 1..domain.size.z - 1 {
            for y in 1..domain.size.y - 1 {
                for x in 1..domain.size.x - 1 {
                    let at = |dx: i32, dy: i32, dz: i32| {
                        let index = IVec3::new(x as i32 + dx, y as i32 + dy, z as i32 + dz).as_uvec3();
                        scratch.density[domain.offset(index)]
                    };
                    if !(-0.5..0.5).contains(&at(0, 0, 0)) {
                        continue;
                    }
                    let slope = |a: f32, b: f32| f64::from(a - b) / 0.5;
                    let gradient =
                        [slope(at(1, 0, 0), at(-1, 0, 0)), slope(at(0, 1, 0), at(0, -1, 0)), slope(at(0, 0, 1), at(0, 0, -1))];
                    let length = gradient.iter().map(|g| g * g).sum::<f64>().sqrt();
                    near += 1;
                    steep += u32::from(length > 1.6);
                    sum += length;
                }
            }
        }
        let mean = sum / f64::from(near);
        let name = archetype.name();
        assert!(near > 10_000 && (0.7..1.2).contains(&mean), "{name}: {near} samples, mean slope {mean}");
        assert!(steep * 500 < near, "{name}: {steep} of {near} samples are steeper than 1.6");
    }
}
