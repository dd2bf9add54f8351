//! Exact Euclidean distance from every air cell to the nearest rock cell.
//!
//! The separable lower envelope of parabolas (Felzenszwalb and Huttenlocher 2012, "Distance transforms of sampled functions",
//! section 2.1), one pass per axis. What lies outside the box is unknown and counts as air.

use crate::bits::BitGrid;

/// Squared distances beyond this many cells squared are "no rock in the box".
pub const FAR: f32 = 1.0e12;

/// Squared distance in cells, x fastest, then y, then z; 0 in rock, [`FAR`] where the box holds no rock.
pub fn squared_to_rock(air: &BitGrid) -> Vec<f32> {
    let [nx, ny, nz] = air.size;
    let mut field = vec![0.0; nx * ny * nz];
    for (cell, value) in field.iter_mut().enumerate() {
        if air.get(cell % nx, cell / nx % ny, cell / (nx * ny)) {
            *value = FAR;
        }
    }
    let mut pass = Pass::default();
    for (stride, length, starts) in
        [(1, nx, line_starts(nx, ny, nz, 0)), (nx, ny, line_starts(nx, ny, nz, 1)), (nx * ny, nz, line_starts(nx, ny, nz, 2))]
    {
        for start in starts {
            pass.run(&mut field, start, stride, length);
        }
    }
    field
}

fn line_starts(nx: usize, ny: usize, nz: usize, axis: usize) -> Vec<usize> {
    let offset = |x: usize, y: usize, z: usize| (z * ny + y) * nx + x;
    match axis {
        0 => (0..nz).flat_map(|z| (0..ny).map(move |y| offset(0, y, z))).collect(),
        1 => (0..nz).flat_map(|z| (0..nx).map(move |x| offset(x, 0, z))).collect(),
        _ => (0..ny).flat_map(|y| (0..nx).map(move |x| offset(x, y, 0))).collect(),
    }
}

/// Memory of one line.
#[derive(Default)]
struct Pass {
    line: Vec<f32>,
    parabolas: Vec<usize>,
    limits: Vec<f32>,
}

impl Pass {
    fn run(&mut self, field: &mut [f32], start: usize, stride: usize, length: usize) {
        self.line.clear();
        self.line.extend((0..length).map(|i| field[start + i * stride]));
        self.parabolas.clear();
        self.limits.clear();
        for (place, &height) in self.line.iter().enumerate() {
            if height >= FAR {
                continue;
            }
            loop {
                let Some(&last) = self.parabolas.last() else {
                    self.limits.push(f32::NEG_INFINITY);
                    break;
                };
                let (p, q) = (place as f32, last as f32);
                let crossing = ((height + p * p) - (self.line[last] + q * q)) / (2.0 * (p - q));
                if self.limits.last().is_some_and(|&limit| crossing <= limit) {
                    self.parabolas.pop();
                    self.limits.pop();
                } else {
                    self.limits.push(crossing);
                    break;
                }
            }
            self.parabolas.push(place);
        }
        if self.parabolas.is_empty() {
            return;
        }
        let mut current = 0;
        for place in 0..length {
            while current + 1 < self.parabolas.len() && self.limits[current + 1] < place as f32 {
                current += 1;
            }
            let from = self.parabolas[current];
            let offset = place as f32 - from as f32;
            field[start + place * stride] = offset * offset + self.line[from];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Draw;

    #[test]
    fn distances_equal_brute_force() {
        let size = [13, 9, 11];
        let mut draw = Draw::new("edt", 4, 0, 0);
        let mut air = BitGrid::new(size);
        let mut rock = Vec::new();
        for z in 0..11 {
            for y in 0..9 {
                for x in 0..13 {
                    if draw.bits() % 100 < 97 {
                        air.set(x, y, z);
                    } else {
                        rock.push([x as i64, y as i64, z as i64]);
                    }
                }
            }
        }
        let field = squared_to_rock(&air);
        for (cell, &value) in field.iter().enumerate() {
            let here = [cell % 13, cell / 13 % 9, cell / 117].map(|v| v as i64);
            let best = rock.iter().map(|r| (0..3).map(|a| (r[a] - here[a]).pow(2)).sum::<i64>()).min().unwrap();
            assert_eq!(value, best as f32, "{here:?}");
        }
    }

    #[test]
    fn a_box_without_rock_is_far_everywhere() {
        let mut air = BitGrid::new([3, 4, 2]);
        (0..24).for_each(|i| air.set(i % 3, i / 3 % 4, i / 12));
        assert!(squared_to_rock(&air).iter().all(|&d| d == FAR));
    }
}
