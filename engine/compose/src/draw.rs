//! Random decisions of the composer: a pure stream of numbers for each (purpose, seed, index, attempt).

/// A stream of numbers that depends on nothing but what it was opened with.
pub struct Draw(blake3::OutputReader);

impl Draw {
    /// Opens the stream of a purpose for one attempt at one candidate.
    pub fn new(purpose: &str, seed: u64, index: u32, attempt: u32) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("voxelforge composer 1");
        hasher.update(&(purpose.len() as u32).to_le_bytes());
        hasher.update(purpose.as_bytes());
        hasher.update(&seed.to_le_bytes());
        hasher.update(&index.to_le_bytes());
        hasher.update(&attempt.to_le_bytes());
        Self(hasher.finalize_xof())
    }
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
    /// From 0 (included) to 1 (excluded), in steps of 2⁻²⁴.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / 16_777_216.0
    }
    /// From -1 to 1.
    pub fn signed(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }
    /// Index of a weight, with a chance in proportion to it; 0 when all weights vanish.
    pub fn weighted(&mut self, weights: &[f32]) -> usize {
        let mut sum = 0.0;
        for weight in weights {
            sum += weight;
        }
        let mut left = self.unit() * sum;
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_every_part_of_its_key() {
        let first = |p: &str, s, i, a| Draw::new(p, s, i, a).bits();
        let base = first("roll", 7, 3, 0);
        assert_eq!(base, first("roll", 7, 3, 0));
        for other in [first("seed", 7, 3, 0), first("roll", 8, 3, 0), first("roll", 7, 4, 0), first("roll", 7, 3, 1)] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn weights_of_zero_are_never_drawn() {
        let mut draw = Draw::new("test", 1, 2, 3);
        assert!((0..500).all(|_| draw.weighted(&[0.0, 2.5, 0.0, 0.5]) % 2 == 1));
    }
}
