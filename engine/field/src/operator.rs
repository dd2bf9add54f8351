//! What every operator must state: its record, point form, preparation, rows, bound and inertness.

use crate::index::BoxIndex;
use crate::{Interval, SampleBox, VoxelSize};
use glam::IVec3;
use std::sync::Arc;

/// The two values carried per sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channels<T> {
    /// What becomes the surface: negative rock, positive air, metres near zero.
    pub density: T,
    /// A signed distance being prepared, negative inside the shape, metres.
    pub shape: T,
}

impl Channels<f32> {
    /// What the root receives: no density yet, and no shape anywhere near.
    pub const START: Self = Self { density: 0.0, shape: NO_SHAPE_M };
}

/// Shape of a point far from everything, in metres.
pub const NO_SHAPE_M: f32 = 1.0e6;

/// Place of an operator in a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Solid rock or empty void.
    Root,
    /// Writes Shape, or Density directly.
    Source,
    /// Carves the Shape out of rock, or fills it into void.
    Conversion,
    /// Changes either channel.
    Modifier,
    /// Structural; appended by the stack itself.
    Post,
}

/// How an operator treats its channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A small displacement; order among additive operators is free.
    Additive,
    /// Clamps, gates, conversions; order matters.
    Transformative,
}

/// What an operator is, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Stable name, used in messages and recipes (`roughness_on_density`).
    pub name: &'static str,
    /// Place in a stack.
    pub role: Role,
    /// Additive or transformative.
    pub nature: Nature,
    /// Reads Density / Shape.
    pub reads: Channels<bool>,
    /// Writes Density / Shape.
    pub writes: Channels<bool>,
    /// Resources made for later operators (`RoomGeometry`).
    pub provides: &'static [&'static str],
    /// Resources that an earlier operator must have provided.
    pub requires: &'static [&'static str],
    /// One paragraph for the reference page.
    pub doc: &'static str,
}

impl Record {
    /// The record of a structural post: it changes the density and needs nothing but it.
    pub const fn post(name: &'static str, doc: &'static str) -> Self {
        let density = Channels { density: true, shape: false };
        Self {
            name,
            role: Role::Post,
            nature: Nature::Transformative,
            reads: density,
            writes: density,
            provides: &[],
            requires: &[],
            doc,
        }
    }
}

/// A row of samples along x being evaluated in place: sample `i` stands at `start + (i * step, 0, 0)`.
pub struct Row<'a> {
    /// First lattice point, strate-local.
    pub start: IVec3,
    /// Distance between samples in lattice units.
    pub step: i32,
    /// Density of each sample.
    pub density: &'a mut [f32],
    /// Shape of each sample; same length.
    pub shape: &'a mut [f32],
}

/// One operator of a field, in strate-local lattice coordinates (x, y as in the world; z from the content floor).
///
/// The point form is the definition. Every other form must agree with it: rows bit for bit, bounds by enclosure.
pub trait Operator: std::fmt::Debug + Send + Sync {
    /// What it is.
    fn record(&self) -> &'static Record;
    /// The definition, evaluated from everything (no candidate list). Slow is fine.
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32>;
    /// The same operator without those of its loose features that touch any of some boxes, so that no way cuts one in two and leaves a
    /// piece of it hanging; `None` where it has no such features.
    fn clear_of(&self, _voxel: VoxelSize, _taken: &Arc<BoxIndex>) -> Option<Arc<dyn Operator>> {
        None
    }
    /// Collects what can matter at the points of `domain` (halo included). Once per tile and worker.
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a>;
}

/// An operator prepared for a domain. Every box and row it is asked about lies inside that domain.
pub trait Prepared {
    /// Encloses every value `row` can produce at the points of `part`, given enclosures of the incoming channels.
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval>;
    /// True only if every output equals the incoming channel bit for bit at every point of `part`.
    fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool;
    /// Announces that rows up to the next call lie inside `part`; a chance to drop candidates. Changes no value.
    fn focus(&mut self, _part: &SampleBox) {}
    /// Evaluates a row in place.
    fn row(&mut self, row: Row<'_>);
}
