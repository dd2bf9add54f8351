//! Instanced props that give size and places to look at.

use crate::arena::Growing;
use crate::environment::linear;
use crate::frame::LocalSpace;
use crate::solids::{SolidBuilder, SolidVertex};
use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use glam::{DVec3, Vec3};
use std::ops::Range;

/// What a prop is; sizes are at scale 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropKind {
    /// A person 1.76 m high: the body that must fit.
    Figure,
    /// A lamp on a post, 2.3 m high; its globe glows.
    Lamp,
    /// A cluster of glowing caps, 0.9 m high.
    Growth,
    /// A group of crystals, 1.5 m high, glowing at the root.
    Crystal,
}

impl PropKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Figure, Self::Lamp, Self::Growth, Self::Crystal];
}

/// One prop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prop {
    /// What it is.
    pub kind: PropKind,
    /// Its foot, world metres.
    pub pos_m: DVec3,
    /// Radians, counter-clockwise seen from above.
    pub yaw: f32,
    /// 1 for its own size.
    pub scale: f32,
    /// Display colour, 0..=1 per channel.
    pub color: [f32; 3],
    /// Strength of its glowing parts; 1 is a lit lamp.
    pub glow: f32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct PropInstance {
    anchor: [f32; 4],
    turn: [f32; 4],
    color: [f32; 4],
}

/// Bytes of one instance.
pub(crate) const INSTANCE_BYTES: u64 = size_of::<PropInstance>() as u64;

pub(crate) struct Props {
    meshes: wgpu::Buffer,
    ranges: Vec<(PropKind, Range<u32>)>,
    list: Vec<Prop>,
    instances: Growing,
}

/// Props ready to draw: instances of one kind follow each other.
pub(crate) struct PropDraws<'a> {
    pub meshes: &'a wgpu::Buffer,
    pub instances: &'a wgpu::Buffer,
    /// Vertices and instances of each kind.
    pub kinds: Vec<(Range<u32>, Range<u32>)>,
}

impl Props {
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let mut vertices: Vec<SolidVertex> = Vec::new();
        let mut ranges = Vec::new();
        for kind in PropKind::ALL {
            let start = vertices.len() as u32;
            vertices.extend(mesh(kind));
            ranges.push((kind, start..vertices.len() as u32));
        }
        let bytes: &[u8] = bytemuck::cast_slice(&vertices);
        let usage = wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST;
        let meshes = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("prop meshes"),
            size: bytes.len() as u64,
            usage,
            mapped_at_creation: false,
        });
        queue.write_buffer(&meshes, 0, bytes);
        Self { meshes, ranges, list: Vec::new(), instances: Growing::new("props") }
    }

    pub fn set(&mut self, props: &[Prop]) {
        self.list = props.to_vec();
        self.list.sort_by_key(|prop| prop.kind);
    }

    pub fn bytes(&self) -> u64 {
        self.meshes.size() + self.instances.bytes()
    }

    pub fn prepare(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, space: &LocalSpace) -> Option<PropDraws<'_>> {
        let instances: Vec<PropInstance> = self
            .list
            .iter()
            .map(|prop| PropInstance {
                anchor: space.local(prop.pos_m).extend(prop.scale).to_array(),
                turn: [prop.yaw.cos(), prop.yaw.sin(), prop.glow, 0.0],
                color: linear(prop.color).extend(1.0).to_array(),
            })
            .collect();
        let mut kinds = Vec::new();
        for (kind, vertices) in &self.ranges {
            let first = self.list.partition_point(|prop| prop.kind < *kind) as u32;
            let end = self.list.partition_point(|prop| prop.kind <= *kind) as u32;
            if first < end {
                kinds.push((vertices.clone(), first..end));
            }
        }
        let instances = self.instances.write(device, queue, bytemuck::cast_slice(&instances))?;
        Some(PropDraws { meshes: &self.meshes, instances, kinds })
    }
}

/// Triangles of a kind; the foot is the origin.
fn mesh(kind: PropKind) -> Vec<SolidVertex> {
    let mut solid = SolidBuilder::default();
    match kind {
        PropKind::Figure => figure(&mut solid),
        PropKind::Lamp => lamp(&mut solid),
        PropKind::Growth => growth(&mut solid),
        PropKind::Crystal => crystal(&mut solid),
    }
    solid.vertices
}

fn figure(solid: &mut SolidBuilder) {
    const CLOTH: [f32; 4] = [1.0, 1.0, 1.0, 0.0];
    const DARK: [f32; 4] = [0.35, 0.35, 0.4, 0.0];
    const SKIN: [f32; 4] = [1.5, 1.2, 1.0, 0.0];
    for side in [-1.0_f32, 1.0] {
        let leg = [(0.0, 0.0), (0.07, 0.0), (0.062, 0.12), (0.078, 0.45), (0.098, 0.82), (0.06, 0.9)];
        solid.lathe(Vec3::new(0.1 * side, 0.0, 0.0), Vec3::Z, &leg, 10, DARK);
        let arm = [(0.0, -0.02), (0.036, 0.0), (0.042, 0.3), (0.06, 0.56), (0.0, 0.62)];
        solid.lathe(Vec3::new(0.27 * side, 0.03, 0.8), Vec3::new(-0.1 * side, -0.02, 1.0).normalize(), &arm, 8, CLOTH);
    }
    let coat = [(0.0, 0.74), (0.19, 0.74), (0.17, 0.95), (0.18, 1.15), (0.2, 1.32), (0.15, 1.42), (0.06, 1.46), (0.055, 1.52)];
    solid.lathe(Vec3::ZERO, Vec3::Z, &coat, 14, CLOTH);
    let head = [(0.0, 1.5), (0.07, 1.52), (0.098, 1.6), (0.1, 1.66), (0.08, 1.73), (0.0, 1.76)];
    solid.lathe(Vec3::ZERO, Vec3::Z, &head, 14, SKIN);
}

fn lamp(solid: &mut SolidBuilder) {
    const IRON: [f32; 4] = [0.12, 0.11, 0.1, 0.0];
    const GLOBE: [f32; 4] = [0.9, 0.9, 0.9, 3.0];
    let post = [
        (0.0, -0.3),
        (0.16, -0.3),
        (0.15, 0.05),
        (0.07, 0.16),
        (0.045, 0.4),
        (0.04, 1.86),
        (0.1, 1.94),
        (0.11, 1.98),
        (0.0, 1.98),
    ];
    solid.lathe(Vec3::ZERO, Vec3::Z, &post, 10, IRON);
    solid.ball(Vec3::new(0.0, 0.0, 2.11), 0.14, GLOBE);
    let hat = [(0.0, 2.2), (0.17, 2.21), (0.05, 2.3), (0.0, 2.32)];
    solid.lathe(Vec3::ZERO, Vec3::Z, &hat, 10, IRON);
}

fn growth(solid: &mut SolidBuilder) {
    const STALK: [f32; 4] = [0.5, 0.5, 0.45, 0.12];
    const CAP: [f32; 4] = [0.6, 0.6, 0.6, 1.1];
    for (x, y, height, cap) in [
        (0.0_f32, 0.0_f32, 0.72_f32, 0.24_f32),
        (0.26, 0.1, 0.46, 0.17),
        (-0.2, 0.2, 0.36, 0.14),
        (0.06, -0.3, 0.3, 0.12),
        (-0.3, -0.12, 0.2, 0.09),
    ] {
        let foot = Vec3::new(x, y, -0.05);
        let axis = Vec3::new(x * 0.5, y * 0.5, 1.0).normalize();
        solid.lathe(foot, axis, &[(cap * 0.34, -0.1), (cap * 0.2, height * 0.5), (cap * 0.16, height)], 8, STALK);
        let dome = [
            (0.0, height - cap * 0.05),
            (cap, height - cap * 0.12),
            (cap * 0.9, height + cap * 0.28),
            (cap * 0.5, height + cap * 0.56),
            (0.0, height + cap * 0.66),
        ];
        solid.lathe(foot, axis, &dome, 12, CAP);
    }
}

fn crystal(solid: &mut SolidBuilder) {
    for (x, y, radius, height) in [
        (0.0_f32, 0.0_f32, 0.17_f32, 1.5_f32),
        (0.3, 0.08, 0.12, 0.95),
        (-0.24, 0.2, 0.1, 0.8),
        (-0.06, -0.3, 0.09, 0.6),
        (0.22, -0.2, 0.07, 0.45),
    ] {
        let axis = Vec3::new(x * 0.9, y * 0.9, 1.0).normalize();
        solid.spike(Vec3::new(x, y, 0.0), axis, radius, height, [0.8, 0.8, 0.9, 0.35]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_is_as_high_as_the_body() {
        let top = mesh(PropKind::Figure).iter().fold(0.0_f32, |top, vertex| top.max(vertex.place[2]));
        assert!((top - world::query::BODY.height_m).abs() < 1e-3);
    }
}
