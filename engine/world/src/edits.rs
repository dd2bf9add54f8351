//! Edits of a world: which strokes are folded, in which order, and what a change of them can touch.
//!
//! *Order.* Visible layers by (`order`, id), then each layer's strokes by `sequence`. A stroke reaches every strate that its reach
//! meets and is applied there in the strate's own frame, last of all posts.

use crate::content::{self, Key};
use crate::defs::{EditLayerDef, Mode, Shape, Stroke};
use crate::{Assets, Bands, ResolveError};
use field::VoxelSize;
use field::feature::Anchored;
use field::index::LatticeBox;
use field::operators::{Stroke as LocalStroke, StrokeShape};
use glam::{DVec3, IVec3, Vec3};

/// Coordinates a stroke may have, metres.
pub const PLACE_M: [f64; 2] = [-32_768.0, 32_768.0];
/// Radii and half sizes a stroke may have, metres.
pub const SIZE_M: [f32; 2] = [0.05, LARGEST_M];
/// Largest radius or half size of a stroke, metres.
pub const LARGEST_M: f32 = 64.0;
/// Greatest distance between the ends of a capsule, metres.
pub const LONGEST_M: f64 = 256.0;
/// Soft edges a stroke may have, metres.
pub const FALLOFF_M: [f32; 2] = [0.0, 8.0];
/// Strengths a stroke may have.
pub const STRENGTH: [f32; 2] = [0.0, 1.0];

/// Visible layers in the order they fold.
pub(crate) fn layers(assets: &Assets) -> Vec<&EditLayerDef> {
    // The map's own order is by id, and the sort is stable.
    let mut layers: Vec<&EditLayerDef> = assets.edits.values().map(|layer| &**layer).filter(|layer| !layer.hidden).collect();
    layers.sort_by_key(|layer| layer.order);
    layers
}

/// Every stroke in the order it applies.
fn strokes(assets: &Assets) -> Vec<&Stroke> {
    let mut strokes = Vec::new();
    for layer in layers(assets) {
        let start = strokes.len();
        strokes.extend(&layer.strokes);
        strokes[start..].sort_by_key(|stroke: &&Stroke| stroke.sequence);
    }
    strokes
}

/// A stroke in a frame whose zero height lies at world lattice height `floor`; `None` if its strength leaves nothing of it.
fn local(stroke: &Stroke, voxel: VoxelSize, floor: i32) -> Option<LocalStroke> {
    let anchored = |at_m: [f64; 3]| {
        let mut anchored = Anchored::at(voxel, DVec3::from_array(at_m));
        anchored.anchor.z -= floor;
        anchored
    };
    let strength = field::ops::clamp(stroke.strength, 0.0, 1.0);
    let (at, shape, size) = match stroke.shape {
        Shape::Sphere { centre_m, radius_m } => {
            let radius_m = radius_m * strength;
            (anchored(centre_m), StrokeShape::Sphere { radius_m }, radius_m)
        }
        Shape::Box { centre_m, half_m } => {
            let half_m = Vec3::from_array(half_m) * strength;
            (anchored(centre_m), StrokeShape::Box { half_m }, half_m.to_array().into_iter().fold(f32::INFINITY, field::ops::min))
        }
        Shape::Capsule { a_m, b_m, radius_m } => {
            let radius_m = radius_m * strength;
            let to_m = (DVec3::from_array(b_m) - DVec3::from_array(a_m)).as_vec3();
            (anchored(a_m), StrokeShape::Capsule { to_m, radius_m }, radius_m)
        }
    };
    let carves = stroke.mode == Mode::Carve;
    (size > 0.0).then_some(LocalStroke { carves, shape, at, falloff_m: stroke.falloff_m })
}

/// World lattice points whose density a stroke can change; `None` if none.
fn reach(stroke: &Stroke, voxel: VoxelSize) -> Option<LatticeBox> {
    local(stroke, voxel, 0).map(|local| local.reach(voxel))
}

fn touches(stroke: &Stroke, voxel: VoxelSize, bands: Bands) -> bool {
    reach(stroke, voxel).is_some_and(|reach| reach.min.z < bands.top && reach.max.z >= bands.bottom)
}

/// The strokes that reach a strate, in order, in its frame.
pub(crate) fn local_strokes(assets: &Assets, voxel: VoxelSize, bands: Bands) -> Vec<LocalStroke> {
    strokes(assets)
        .into_iter()
        .filter(|stroke| touches(stroke, voxel, bands))
        .filter_map(|stroke| local(stroke, voxel, bands.content_floor))
        .collect()
}

/// Key of the strokes that reach a strate.
pub(crate) fn key_of_strate(assets: &Assets, voxel: VoxelSize, bands: Bands) -> Key {
    content::strokes_key(strokes(assets).into_iter().filter(|stroke| touches(stroke, voxel, bands)))
}

/// Key of all strokes.
pub(crate) fn key_of_all(assets: &Assets) -> Key {
    content::strokes_key(strokes(assets))
}

/// World lattice boxes (inclusive minimum, exclusive maximum) outside which the strokes of `old` and `new` give the same densities.
pub fn dirty_boxes(old: &Assets, new: &Assets, voxel: VoxelSize) -> Vec<(IVec3, IVec3)> {
    let (old, new) = (strokes(old), strokes(new));
    // What comes before and after the difference is the same in both; it differs only where the difference reaches.
    let same = |a: &&&Stroke, b: &&&Stroke| content::strokes_key([**a]) == content::strokes_key([**b]);
    let head = old.iter().zip(&new).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| same(a, b)).count();
    old[..old.len() - tail]
        .iter()
        .chain(&new[..new.len() - tail])
        .filter_map(|stroke| reach(stroke, voxel))
        .map(|reach| (reach.min, reach.max + IVec3::ONE))
        .collect()
}

/// Refuses strokes that are not finite, too large, too small or outside the world.
pub(crate) fn check(assets: &Assets, errors: &mut Vec<ResolveError>) {
    for layer in assets.edits.values() {
        for (i, stroke) in layer.strokes.iter().enumerate() {
            if let Err(reason) = check_stroke(stroke) {
                errors.push(ResolveError::Invalid { asset: layer.id.clone(), field: format!("strokes[{i}]"), reason });
            }
        }
    }
}

/// Why a stroke is refused, in words.
///
/// # Errors
/// The reason, with the accepted range.
pub fn check_stroke(stroke: &Stroke) -> Result<(), String> {
    let (points, sizes) = match stroke.shape {
        Shape::Sphere { centre_m, radius_m } => (vec![centre_m], vec![radius_m]),
        Shape::Box { centre_m, half_m } => (vec![centre_m], half_m.to_vec()),
        Shape::Capsule { a_m, b_m, radius_m } => (vec![a_m, b_m], vec![radius_m]),
    };
    let [lowest, highest] = PLACE_M;
    if points.iter().flatten().any(|x| !(lowest..=highest).contains(x)) {
        return Err(format!("it lies outside the world; accepted: {lowest} m to {highest} m along each axis"));
    }
    let [smallest, largest] = SIZE_M;
    if let Some(size) = sizes.iter().find(|size| !(smallest..=largest).contains(*size)) {
        return Err(format!("its size is {size} m; accepted: {smallest} m to {largest} m"));
    }
    if let [a, b] = points.as_slice() {
        let length_m = length_m(*a, *b);
        if length_m > LONGEST_M {
            return Err(format!("it is {length_m} m long; accepted: up to {LONGEST_M} m"));
        }
    }
    let [hardest, softest] = FALLOFF_M;
    if !(hardest..=softest).contains(&stroke.falloff_m) {
        return Err(format!("its falloff is {} m; accepted: {hardest} m to {softest} m", stroke.falloff_m));
    }
    let [weakest, strongest] = STRENGTH;
    if !(weakest..=strongest).contains(&stroke.strength) {
        return Err(format!("its strength is {}; accepted: {weakest} to {strongest}", stroke.strength));
    }
    Ok(())
}

/// Length of a capsule's axis, metres.
pub fn length_m(a_m: [f64; 3], b_m: [f64; 3]) -> f64 {
    DVec3::from_array(a_m).distance(DVec3::from_array(b_m))
}
