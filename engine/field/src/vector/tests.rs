//! Every path against the scalar form, bit for bit.

use super::{Kernel, LANES, Lanes, Num8, Path, Whole, WholeLanes};
use crate::hash::{Rolls, Tag};
use crate::noise::Axis;
use crate::{Num, ops};
use glam::IVec3;

/// Irregular numbers, with the zeros, ties and extremes that selects are sensitive to.
fn numbers(n: usize) -> Vec<[f32; 4]> {
    const SPECIAL: [f32; 10] = [0.0, -0.0, 1.0, -1.0, 1e-39, -1e-39, 3.0e9, -0.999_999_9, 7.5, -2.0];
    let mut rolls = Rolls::new(5, Tag::Test, IVec3::ZERO);
    let mut one = || {
        if rolls.chance(0.3) { SPECIAL[rolls.below(10) as usize] } else { rolls.range(-1.0, 1.0) * rolls.range(0.0, 300.0) }
    };
    (0..n).map(|_| [(); 4].map(|()| one())).collect()
}

fn formula<N: Num>(a: N, b: N, c: N, d: N) -> [N; 8] {
    [
        a.min(b).max(c) - d,
        a / (b.square() + N::of(0.3)) * c.abs().sqrt(),
        a.smooth_min(b, 1.7).smooth_max(c, 0.0),
        a.smooth_max(d, 2.5),
        b.smoothstep(-1.0, 4.0),
        (-c).clamp(-2.0, 0.0),
        a.max(-a).sqrt() + d.min(c).off_nearest_multiple(1.3),
        (a - b).sqrt(),
    ]
}

struct Formula<'a>(&'a [[f32; 4]]);

impl Kernel for Formula<'_> {
    type Output = Vec<[f32; 8]>;
    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        let mut all = Vec::new();
        for rows in self.0.chunks_exact(LANES) {
            let lanes = |d: usize| V::load(&std::array::from_fn(|i| rows[i][d]));
            let out = formula(lanes(0), lanes(1), lanes(2), lanes(3)).map(|v| {
                let mut memory = Num8::default();
                v.store(&mut memory);
                memory
            });
            all.extend((0..LANES).map(|i| out.map(|memory| memory[i])));
        }
        all
    }
}

#[test]
fn every_path_has_the_bits_of_the_scalar_form() {
    let inputs = numbers(4000);
    for path in Path::all() {
        let found = path.run(Formula(&inputs));
        assert_eq!(found.len(), inputs.len());
        for (found, [a, b, c, d]) in found.iter().zip(&inputs) {
            let expected = formula(*a, *b, *c, *d);
            assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits), "{path:?}: {a}, {b}, {c}, {d}");
        }
    }
}

/// Whole numbers, selects and splits of one vector.
struct Others([f32; LANES], [u32; LANES], [f64; LANES]);

/// What [`Others`] answers.
#[derive(Debug, PartialEq)]
struct Answers {
    mixed: [u32; LANES],
    real: Num8,
    less: Num8,
    split: ([u32; LANES], Num8),
    wide: ([u32; LANES], Num8),
    uniform: [bool; 2],
}

impl Kernel for Others {
    type Output = Answers;
    #[inline(always)]
    fn run<V: Lanes>(self) -> Answers {
        let real = |v: V| {
            let mut memory = Num8::default();
            v.store(&mut memory);
            memory
        };
        let whole = |w: V::Whole| {
            let mut memory = [0; LANES];
            w.store(&mut memory);
            memory
        };
        let (x, k) = (V::load(&self.0), V::Whole::load(&self.1));
        let mixed = (k.shift::<15>() ^ k).times(0x2c1b_3c6d).plus(k) & V::Whole::of(0x7fff_fff1);
        let (split, wide) = (x.split(), V::split_wide(&self.2, 0.37, 0.25));
        Answers {
            mixed: whole(mixed),
            real: real(k.real()),
            less: real(x.where_less(V::of(0.5), V::of(1.0), x)),
            split: (whole(split.0), real(split.1)),
            wide: (whole(wide.0), real(wide.1)),
            uniform: [k.is_uniform(), V::Whole::of(3).is_uniform()],
        }
    }
}

#[test]
fn whole_numbers_selects_and_splits_agree_with_the_scalar_form() {
    let mut rolls = Rolls::new(6, Tag::Test, IVec3::ZERO);
    for _ in 0..500 {
        let x: Num8 = std::array::from_fn(|i| if i == 3 { -4.0 } else { rolls.range(-900.0, 900.0) });
        let k: [u32; LANES] = std::array::from_fn(|_| rolls.next_u64() as u32);
        let wide: [f64; LANES] = std::array::from_fn(|_| f64::from(rolls.range(-33_000.0, 33_000.0)) * 1.000_000_1);
        for path in Path::all() {
            let found = path.run(Others(x, k, wide));
            let floor = |x: f32| x.floor() as i32 as u32;
            let axis = wide.map(|at| Axis::at(at * 0.37 + 0.25));
            let mix = |k: u32| ((k >> 15) ^ k).wrapping_mul(0x2c1b_3c6d).wrapping_add(k) & 0x7fff_fff1;
            let expected = Answers {
                mixed: k.map(mix),
                real: k.map(|k| k as i32 as f32),
                less: x.map(|x| if x < 0.5 { 1.0 } else { x }),
                split: (x.map(floor), x.map(|x| x - x.floor())),
                wide: (axis.map(|a| a.cell as u32), axis.map(|a| a.t)),
                uniform: [false, true],
            };
            assert_eq!(found, expected, "{path:?}");
        }
    }
}

struct Pick(Num8, [u32; LANES]);

impl Kernel for Pick {
    type Output = Num8;
    #[inline(always)]
    fn run<V: Lanes>(self) -> Num8 {
        let mut memory = Num8::default();
        V::load(&self.0).pick(V::Whole::load(&self.1)).store(&mut memory);
        memory
    }
}

#[test]
fn a_pick_reads_the_lane_it_names() {
    let from = [1.0, -2.0, 3.5, 4.0, 5.0, 6.0, 7.0, -0.0];
    for index in [[0, 1, 2, 3, 4, 5, 6, 7], [5; 8], [0, 0, 0, 2, 2, 3, 7, 7]] {
        for path in Path::all() {
            assert_eq!(path.run(Pick(from, index)).map(f32::to_bits), index.map(|i| from[i as usize].to_bits()), "{path:?}");
        }
    }
    assert!(ops::abs(from[7]).to_bits() == 0);
}

struct Transpose([Num8; LANES]);

impl Kernel for Transpose {
    type Output = [Num8; LANES];
    #[inline(always)]
    fn run<V: Lanes>(self) -> Self::Output {
        V::transposed(self.0.map(|row| V::load(&row))).map(|lanes| {
            let mut memory = Num8::default();
            lanes.store(&mut memory);
            memory
        })
    }
}

#[test]
fn a_square_is_mirrored_at_its_diagonal() {
    let square: [Num8; LANES] = std::array::from_fn(|i| std::array::from_fn(|j| (i * LANES + j) as f32));
    for path in Path::all() {
        let expected: [Num8; LANES] = std::array::from_fn(|i| std::array::from_fn(|j| square[j][i]));
        assert_eq!(path.run(Transpose(square)), expected, "{path:?}");
    }
}
