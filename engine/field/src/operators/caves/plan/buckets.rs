//! Square buckets over the plan of a cave: what lies near a place.

use glam::DVec2;

/// Edge of a bucket, metres.
const EDGE_M: f64 = 16.0;

/// Ids by bucket.
pub(super) struct Buckets {
    half: i32,
    lists: Vec<Vec<u32>>,
}

impl Buckets {
    /// Covers the square of the given half width; what lies beyond counts to the outermost buckets.
    pub fn new(half_m: f64) -> Self {
        let half = (half_m / EDGE_M).ceil() as i32 + 1;
        Self { half, lists: vec![Vec::new(); (4 * half * half) as usize] }
    }
    fn range(&self, low: f64, high: f64) -> std::ops::RangeInclusive<i32> {
        let bucket = |x: f64| (x / EDGE_M).floor() as i32;
        bucket(low).clamp(-self.half, self.half - 1)..=bucket(high).clamp(-self.half, self.half - 1)
    }
    fn indices(&self, low_m: DVec2, high_m: DVec2) -> impl Iterator<Item = usize> + use<> {
        let (half, xs) = (self.half, self.range(low_m.x, high_m.x));
        self.range(low_m.y, high_m.y).flat_map(move |y| xs.clone().map(move |x| ((y + half) * 2 * half + x + half) as usize))
    }
    /// Adds an id to every bucket that a rectangle meets.
    pub fn add(&mut self, low_m: DVec2, high_m: DVec2, id: u32) {
        for index in self.indices(low_m, high_m) {
            self.lists[index].push(id);
        }
    }
    /// Ids of the buckets that a rectangle meets; one that was added to several may come several times.
    pub fn near(&self, low_m: DVec2, high_m: DVec2) -> impl Iterator<Item = u32> + '_ {
        self.indices(low_m, high_m).flat_map(|index| self.lists[index].iter().copied())
    }
}
