//! A coarse picture of a strate's native field, sampled once and read by everything that is planned in it.

use super::frame::{FOOT_STEP_M, Frame};
use field::{FillScratch, Proofs, SampleBox, Stack};
use glam::{DVec3, IVec2, IVec3, UVec3};

/// Native densities every metre or two; between samples they are interpolated, and beyond the box its faces are continued.
pub(super) struct Coarse {
    domain: SampleBox,
    content_floor: i32,
    per_metre: f64,
    density: Vec<f32>,
}

impl Coarse {
    /// Samples the native field over a box of world metres, every `spacing_m` (1 or 2).
    pub fn sample(native: &Stack, frame: &Frame, spacing_m: i32, low_m: DVec3, high_m: DVec3) -> Self {
        let per_metre = frame.voxel.per_metre();
        let level = (spacing_m * per_metre).trailing_zeros();
        let floor_of = |p: DVec3| (p / f64::from(spacing_m)).floor().as_ivec3();
        let (low, high) = (floor_of(low_m), floor_of(high_m) + IVec3::ONE);
        let size = (high - low + IVec3::ONE).max(IVec3::ONE).as_uvec3();
        let origin = (low << level as i32) - IVec3::new(0, 0, frame.content_floor);
        let domain = SampleBox { origin, level: level as u8, size };
        let mut scratch = FillScratch::default();
        let verdict = native.fill(&domain, Proofs::On, &mut scratch);
        let mut density = scratch.density;
        let proven = match verdict {
            field::Verdict::Rock => Some(-1.0),
            field::Verdict::Air => Some(1.0),
            field::Verdict::Mixed => None,
        };
        if let Some(sign) = proven {
            density.clear();
            density.resize(domain.len(), sign);
        }
        Self { domain, content_floor: frame.content_floor, per_metre: f64::from(per_metre), density }
    }

    /// A position counted in samples from the first.
    fn place(&self, pos_m: DVec3) -> DVec3 {
        let local = pos_m * self.per_metre - DVec3::new(0.0, 0.0, f64::from(self.content_floor));
        (local - self.domain.origin.as_dvec3()) / f64::from(self.domain.step())
    }

    /// Interpolated native density; about metres near a surface, its sign alone farther off.
    pub fn density(&self, pos_m: DVec3) -> f32 {
        let at = self.place(pos_m);
        let most = (self.domain.size.as_ivec3() - IVec3::ONE).as_dvec3();
        let at = at.clamp(DVec3::ZERO, most);
        let base = at.floor().min((most - 1.0).max(DVec3::ZERO));
        let t = (at - base).as_vec3();
        let base = base.as_uvec3();
        let value = |dx: u32, dy: u32, dz: u32| {
            let index = (base + UVec3::new(dx, dy, dz)).min(self.domain.size - UVec3::ONE);
            self.density.get(self.domain.offset(index)).copied().unwrap_or(-1.0)
        };
        let along = |a: f32, b: f32, t: f32| a * (1.0 - t) + b * t;
        let plane = |dz| along(along(value(0, 0, dz), value(1, 0, dz), t.x), along(value(0, 1, dz), value(1, 1, dz), t.x), t.y);
        along(plane(0), plane(1), t.z)
    }

    /// Adds whether the column of samples nearest to `from_m` is rock, at `n` heights a step of feet apart from there up.
    pub fn column(&self, from_m: DVec3, n: usize, out: &mut Vec<bool>) {
        let at = self.place(from_m);
        let last = self.domain.size.as_ivec3() - IVec3::ONE;
        let xy = (at.truncate() + 0.5).floor().as_ivec2().clamp(IVec2::ZERO, last.truncate());
        let step = FOOT_STEP_M * self.per_metre / f64::from(self.domain.step());
        let sample = |z: i32| {
            let index = xy.extend(z.clamp(0, last.z)).as_uvec3();
            self.density.get(self.domain.offset(index)).copied().unwrap_or(-1.0)
        };
        out.extend((0..n).map(|k| {
            let z = at.z + step * k as f64;
            let low = z.floor();
            let (a, b) = (sample(low as i32), sample(low as i32 + 1));
            a + (b - a) * ((z - low) as f32) < 0.0
        }));
    }

    /// Whether the native field is rock there, as far as the samples can tell.
    pub fn is_rock(&self, pos_m: DVec3) -> bool {
        self.density(pos_m) < 0.0
    }

    /// Height of the first rock below a position, at most `depth_m` down.
    pub fn ground_below(&self, pos_m: DVec3, depth_m: f64) -> Option<f64> {
        let n_steps = (depth_m / 0.5) as u32;
        (0..=n_steps).map(|i| pos_m.z - 0.5 * f64::from(i)).find(|&z| self.is_rock(pos_m.with_z(z)))
    }
}
