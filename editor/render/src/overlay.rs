//! Lines and ghosts over the picture: routes, rings, grids, the brush.

use crate::arena::Growing;
use crate::frame::LocalSpace;
use crate::solids::GhostSolids;
use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use glam::{DVec3, Vec3};

/// A line between two places. Parts behind a surface shine through faintly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// World metres.
    pub a_m: DVec3,
    /// World metres.
    pub b_m: DVec3,
    /// Display colour and opacity.
    pub color: [f32; 4],
    /// Pixels.
    pub width_px: f32,
}

impl Line {
    /// Two pixels wide.
    pub fn new(a_m: DVec3, b_m: DVec3, color: [f32; 4]) -> Self {
        Self { a_m, b_m, color, width_px: 2.0 }
    }

    /// A closed ring of `parts` lines round an axis (unit).
    pub fn ring(center_m: DVec3, axis: Vec3, radius_m: f32, parts: u32, color: [f32; 4]) -> impl Iterator<Item = Self> {
        let helper = if axis.z.abs() > 0.9 { Vec3::X } else { Vec3::Z };
        let u = axis.cross(helper).normalize_or(Vec3::X);
        let v = axis.cross(u);
        let place = move |i: u32| {
            let (sin, cos) = (std::f32::consts::TAU * i as f32 / parts.max(3) as f32).sin_cos();
            center_m + ((u * cos + v * sin) * radius_m).as_dvec3()
        };
        (0..parts.max(3)).map(move |i| Self::new(place(i), place(i + 1), color))
    }

    /// The twelve edges of a box.
    pub fn cuboid(min_m: DVec3, max_m: DVec3, color: [f32; 4]) -> impl Iterator<Item = Self> {
        let corner = move |i: u32| DVec3::select(glam::BVec3::new(i & 1 != 0, i & 2 != 0, i & 4 != 0), max_m, min_m);
        (0..8_u32).flat_map(move |i| {
            [1, 2, 4].into_iter().filter(move |bit| i & bit == 0).map(move |bit| Self::new(corner(i), corner(i | bit), color))
        })
    }
}

/// Shape of a ghost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GhostShape {
    /// A ball.
    Sphere {
        /// Metres.
        radius_m: f32,
    },
    /// An upright box.
    Box {
        /// Half its edges, metres.
        half_m: Vec3,
    },
    /// A rod with round ends.
    Capsule {
        /// The other end's centre, world metres; the ghost's place is the first.
        to_m: DVec3,
        /// Metres.
        radius_m: f32,
    },
}

/// A translucent solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// Shape.
    pub shape: GhostShape,
    /// Centre (a capsule's first end), world metres.
    pub pos_m: DVec3,
    /// Display colour and opacity of the rim.
    pub color: [f32; 4],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct LineInstance {
    from_width: [f32; 4],
    to: [f32; 4],
    color: [f32; 4],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct GhostInstance {
    anchor: [f32; 4],
    size: [f32; 4],
    axis: [f32; 4],
    color: [f32; 4],
}

/// Bytes of one line's instance.
pub(crate) const LINE_BYTES: u64 = size_of::<LineInstance>() as u64;
/// Bytes of one ghost's instance.
pub(crate) const GHOST_BYTES: u64 = size_of::<GhostInstance>() as u64;

pub(crate) struct Overlay {
    lines: Vec<Line>,
    ghosts: Vec<Ghost>,
    line_buffer: Growing,
    ghost_buffer: Growing,
    solids: wgpu::Buffer,
    ball: u32,
    cube: u32,
}

/// Lines ready to draw.
pub(crate) struct LineDraws<'a> {
    pub instances: &'a wgpu::Buffer,
    pub count: u32,
}

/// Ghosts ready to draw: balls and capsules first, then boxes.
pub(crate) struct GhostDraws<'a> {
    pub solids: &'a wgpu::Buffer,
    pub instances: &'a wgpu::Buffer,
    pub ball_vertices: u32,
    pub all_vertices: u32,
    pub round: u32,
    pub all: u32,
}

impl Overlay {
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let shapes = GhostSolids::new();
        let bytes: &[u8] = bytemuck::cast_slice(&shapes.vertices);
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
        let solids = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("ghost solids"),
            size: bytes.len() as u64,
            usage,
            mapped_at_creation: false,
        });
        queue.write_buffer(&solids, 0, bytes);
        Self {
            lines: Vec::new(),
            ghosts: Vec::new(),
            line_buffer: Growing::new("lines"),
            ghost_buffer: Growing::new("ghosts"),
            solids,
            ball: shapes.ball,
            cube: shapes.vertices.len() as u32 - shapes.ball,
        }
    }

    pub fn set_lines(&mut self, lines: &[Line]) {
        self.lines = lines.to_vec();
    }

    pub fn set_ghosts(&mut self, ghosts: &[Ghost]) {
        self.ghosts = ghosts.to_vec();
        self.ghosts.sort_by_key(|ghost| matches!(ghost.shape, GhostShape::Box { .. }));
    }

    pub fn bytes(&self) -> u64 {
        self.line_buffer.bytes() + self.ghost_buffer.bytes() + self.solids.size()
    }

    pub fn prepare(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        space: &LocalSpace,
    ) -> (Option<LineDraws<'_>>, Option<GhostDraws<'_>>) {
        let lines: Vec<LineInstance> = self
            .lines
            .iter()
            .map(|line| LineInstance {
                from_width: space.local(line.a_m).extend(line.width_px.clamp(0.5, 64.0)).to_array(),
                to: space.local(line.b_m).extend(0.0).to_array(),
                color: line.color,
            })
            .collect();
        let ghosts: Vec<GhostInstance> = self.ghosts.iter().map(|ghost| ghost_instance(ghost, space)).collect();
        let round = self.ghosts.iter().filter(|ghost| !matches!(ghost.shape, GhostShape::Box { .. })).count() as u32;
        let line_draws = self
            .line_buffer
            .write(device, queue, bytemuck::cast_slice(&lines))
            .map(|instances| LineDraws { instances, count: lines.len() as u32 });
        let (ball, cube, solids) = (self.ball, self.cube, &self.solids);
        let ghost_draws = self.ghost_buffer.write(device, queue, bytemuck::cast_slice(&ghosts)).map(|instances| GhostDraws {
            solids,
            instances,
            ball_vertices: ball,
            all_vertices: ball + cube,
            round,
            all: ghosts.len() as u32,
        });
        (line_draws, ghost_draws)
    }
}

fn ghost_instance(ghost: &Ghost, space: &LocalSpace) -> GhostInstance {
    let (center_m, size, axis) = match ghost.shape {
        GhostShape::Sphere { radius_m } => (ghost.pos_m, Vec3::splat(radius_m), Vec3::ZERO),
        GhostShape::Box { half_m } => (ghost.pos_m, half_m, Vec3::ZERO),
        GhostShape::Capsule { to_m, radius_m } => {
            ((ghost.pos_m + to_m) * 0.5, Vec3::splat(radius_m), ((to_m - ghost.pos_m) * 0.5).as_vec3())
        }
    };
    GhostInstance {
        anchor: space.local(center_m).extend(0.0).to_array(),
        size: size.extend(0.0).to_array(),
        axis: axis.extend(0.0).to_array(),
        color: ghost.color,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_and_a_ring_closes() {
        let edges: Vec<_> = Line::cuboid(DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0), [1.0; 4]).collect();
        assert_eq!(edges.len(), 12);
        assert!((edges.iter().map(|line| line.a_m.distance(line.b_m)).sum::<f64>() - 24.0).abs() < 1e-9);
        let ring: Vec<_> = Line::ring(DVec3::ZERO, Vec3::Z, 2.0, 24, [1.0; 4]).collect();
        assert!(ring[0].a_m.distance(ring[23].b_m) < 1e-5);
    }
}
