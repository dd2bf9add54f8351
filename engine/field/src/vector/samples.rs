//! Rows of samples by a formula of what lies beside each: a plain loop, which the compiler makes vector code of the path's width.

use super::{Kernel, Lanes};

/// A sample's new value. `at` must be `#[inline(always)]`, as all that a [`Kernel`] calls.
pub trait OfSample<const K: usize> {
    /// From the values beside it and its own before.
    fn at(&self, beside: [f32; K], before: f32) -> f32;
}

/// The kernel: as many samples as all rows have.
pub struct Samples<'a, F, const K: usize> {
    /// What is made of each.
    pub formula: F,
    /// Rows of values beside the samples.
    pub beside: [&'a [f32]; K],
    /// The samples, changed in place.
    pub row: &'a mut [f32],
}

impl<F: OfSample<K>, const K: usize> Kernel for Samples<'_, F, K> {
    type Output = ();
    #[inline(always)]
    fn run<V: Lanes>(self) {
        let Self { formula, mut beside, row } = self;
        let mut n = row.len();
        for values in &beside {
            n = n.min(values.len());
        }
        // Slices of one length need no checks.
        let row = &mut row[..n];
        for values in &mut beside {
            *values = &values[..n];
        }
        for i in 0..n {
            let mut of_sample = [0.0; K];
            for k in 0..K {
                of_sample[k] = beside[k][i];
            }
            row[i] = formula.at(of_sample, row[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::Path;

    struct Mixed(f32);

    impl OfSample<2> for Mixed {
        #[inline(always)]
        fn at(&self, [a, b]: [f32; 2], before: f32) -> f32 {
            a * self.0 + b / before
        }
    }

    #[test]
    fn every_path_makes_of_each_sample_what_the_formula_says() {
        let row = |n: usize, from: f32| (0..n).map(|i| from + 0.37 * i as f32).collect::<Vec<f32>>();
        for n in 0..40 {
            let (a, b, before) = (row(n, -3.0), row(n + 2, 9.0), row(n + 1, 0.5));
            for path in Path::all() {
                let mut found = before.clone();
                path.run(Samples { formula: Mixed(1.7), beside: [&a, &b], row: &mut found });
                for i in 0..n {
                    assert_eq!(found[i].to_bits(), Mixed(1.7).at([a[i], b[i]], before[i]).to_bits(), "{path:?}");
                }
                assert_eq!(found[n], before[n], "beyond the shortest row nothing changes");
            }
        }
    }
}
