//! Procedural solids: surfaces of revolution and faceted spikes for props, unit shapes for ghosts.

use bytemuck::{Pod, Zeroable};
use glam::{Mat3, Vec3};
use std::f32::consts::TAU;

/// A vertex of a prop.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct SolidVertex {
    pub place: [f32; 3],
    pub normal: [f32; 3],
    /// Times the instance's colour; w: share that glows.
    pub tint: [f32; 4],
}

/// A vertex of a ghost; w of `place` is the end of a capsule it belongs to, 0 for a box.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct GhostVertex {
    pub place: [f32; 4],
    pub normal: [f32; 4],
}

/// A triangle list under construction.
#[derive(Default)]
pub(crate) struct SolidBuilder {
    pub vertices: Vec<SolidVertex>,
}

impl SolidBuilder {
    /// Turns a profile of (radius, height) round an axis through `foot` along `axis` (unit). Bottom to top; smooth along and round.
    pub fn lathe(&mut self, foot: Vec3, axis: Vec3, profile: &[(f32, f32)], sides: u32, tint: [f32; 4]) {
        let helper = if axis.x.abs() > 0.9 { Vec3::Y } else { Vec3::X };
        let u = axis.cross(helper).normalize_or(Vec3::Y);
        let frame = Mat3::from_cols(u, axis.cross(u), axis);
        let slope = |i: usize| {
            let (before, after) = (profile[i.saturating_sub(1)], profile[(i + 1).min(profile.len() - 1)]);
            (after.1 - before.1, before.0 - after.0)
        };
        let vertex = |i: usize, side: u32| {
            let (sin, cos) = (TAU * side as f32 / sides as f32).sin_cos();
            let (radius, height) = profile[i];
            let (outward, upward) = slope(i);
            let normal = frame * Vec3::new(cos * outward, sin * outward, upward).normalize_or(Vec3::Z);
            SolidVertex {
                place: (foot + frame * Vec3::new(cos * radius, sin * radius, height)).to_array(),
                normal: normal.to_array(),
                tint,
            }
        };
        for i in 1..profile.len() {
            for side in 0..sides {
                let (a, b, c, d) = (vertex(i - 1, side), vertex(i - 1, side + 1), vertex(i, side + 1), vertex(i, side));
                self.vertices.extend([a, b, c, a, c, d]);
            }
        }
    }

    /// A ball.
    pub fn ball(&mut self, center: Vec3, radius: f32, tint: [f32; 4]) {
        let profile: Vec<(f32, f32)> =
            (0..=8).map(|i| (TAU * 0.5 * i as f32 / 8.0).sin_cos()).map(|(s, c)| (s * radius, -c * radius)).collect();
        self.lathe(center, Vec3::Z, &profile, 14, tint);
    }

    /// A six-sided spike with flat faces.
    pub fn spike(&mut self, foot: Vec3, axis: Vec3, radius: f32, height: f32, tint: [f32; 4]) {
        let start = self.vertices.len();
        self.lathe(
            foot,
            axis,
            &[(radius * 0.72, -radius), (radius, height * 0.2), (radius * 0.8, height * 0.76), (0.0, height)],
            6,
            tint,
        );
        for triangle in self.vertices[start..].chunks_exact_mut(3) {
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(triangle[i].place));
            let normal = (b - a).cross(c - a).normalize_or(Vec3::Z).to_array();
            for vertex in triangle {
                vertex.normal = normal;
            }
        }
    }
}

/// A unit ball in two halves, which a capsule draws apart; then a cube of half extent 1.
pub(crate) struct GhostSolids {
    pub vertices: Vec<GhostVertex>,
    /// Number of vertices of the ball; the cube follows.
    pub ball: u32,
}

impl GhostSolids {
    pub fn new() -> Self {
        const RINGS: i32 = 8;
        const SIDES: i32 = 32;
        // Heights from the lower pole; the equator appears twice, once for each half.
        let mut rings: Vec<(f32, f32)> = (-RINGS..=0).map(|i| (i as f32, -1.0)).collect();
        rings.extend((0..=RINGS).map(|i| (i as f32, 1.0)));
        let vertex = |ring: (f32, f32), side: i32| {
            let (sin, cos) = (TAU * 0.25 * ring.0 / RINGS as f32).sin_cos();
            let (east, north) = (TAU * side as f32 / SIDES as f32).sin_cos();
            let place = [cos * north, cos * east, sin];
            GhostVertex { place: [place[0], place[1], place[2], ring.1], normal: [place[0], place[1], place[2], 0.0] }
        };
        let mut vertices = Vec::new();
        for pair in rings.windows(2) {
            for side in 0..SIDES {
                let corners =
                    [vertex(pair[0], side), vertex(pair[0], side + 1), vertex(pair[1], side + 1), vertex(pair[1], side)];
                vertices.extend([corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]]);
            }
        }
        let ball = vertices.len() as u32;
        for axis in 0..3 {
            for sign in [-1.0_f32, 1.0] {
                let mut normal = [0.0; 4];
                normal[axis] = sign;
                let corner = |a: f32, b: f32| {
                    let mut place = [0.0; 4];
                    place[axis] = sign;
                    place[(axis + 1) % 3] = a * sign;
                    place[(axis + 2) % 3] = b;
                    GhostVertex { place, normal }
                };
                let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                vertices.extend([corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]]);
            }
        }
        Self { vertices, ball }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solids_face_outward() {
        let mut solid = SolidBuilder::default();
        solid.ball(Vec3::ZERO, 2.0, [1.0; 4]);
        solid.spike(Vec3::ZERO, Vec3::Z, 0.5, 2.0, [1.0; 4]);
        for triangle in solid.vertices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(triangle[i].place));
            let wound = (b - a).cross(c - a);
            assert!(wound.dot(Vec3::from(triangle[0].normal)) >= -1e-6);
        }
        for triangle in GhostSolids::new().vertices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| Vec3::new(triangle[i].place[0], triangle[i].place[1], triangle[i].place[2]));
            assert!((b - a).cross(c - a).dot(a + b + c) >= -1e-6);
        }
    }
}
