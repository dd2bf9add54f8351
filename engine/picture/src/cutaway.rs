//! A strate from above, cut open at a height: the floors below the cut as a lit relief in their own materials, the rock at the cut dark.

use crate::canvas::{Canvas, PictureError, mix};
use field::{FillScratch, Proofs, SampleBox, ops};
use glam::{DVec2, DVec3, IVec3, UVec3, Vec3};
use world::biome::BiomeShare;
use world::{Strate, StrateIndex, World};

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutawaySpec {
    /// The strate.
    pub strate: StrateIndex,
    /// Middle, world metres.
    pub centre_m: DVec2,
    /// Edge in metres, 8 to 1024.
    pub size_m: f64,
    /// Pixels per sample of half a metre, 1 to 8.
    pub zoom: u32,
}

/// Distance between samples, metres.
const STEP_M: f64 = 0.5;
/// Layers filled at a time, from the cut downwards.
const LAYERS: u32 = 16;
/// A cut shows at least this share of the most air that any cut shows.
const OPEN_ENOUGH: f32 = 0.9;
/// Rock where the cut goes through it.
const CUT: [u8; 3] = [30, 30, 34];
/// Air without a floor.
const VOID: [u8; 3] = [92, 128, 140];
/// Towards the light.
const LIGHT: Vec3 = Vec3::new(-0.52, 0.46, 0.72);

/// Draws a strate from above, cut at the highest height that shows nearly the most air. North is up.
///
/// # Errors
/// A strate that does not exist, or a size out of range.
pub fn cutaway(world: &World, spec: &CutawaySpec) -> Result<Canvas, PictureError> {
    let strate = world.strates().get(usize::from(spec.strate.0)).ok_or_else(|| {
        PictureError::Invalid(format!("there is no strate {}; the world has {}", spec.strate.0, world.strates().len()))
    })?;
    if !(8.0..=1024.0).contains(&spec.size_m) || !(1..=8).contains(&spec.zoom) || !spec.centre_m.is_finite() {
        let reason = format!("a cutaway has 8 to 1024 m and 1 to 8 pixels, not {} m and {} pixels", spec.size_m, spec.zoom);
        return Err(PictureError::Invalid(reason));
    }
    let relief = Relief::sample(world, strate, spec);
    Ok(relief.draw(world, strate, spec))
}

/// Heights of the floors seen from the cut, world metres.
struct Relief {
    edge: usize,
    /// World position of the first column.
    first_m: DVec2,
    cut_m: f64,
    floors: Vec<Floor>,
}

#[derive(Clone, Copy, PartialEq)]
enum Floor {
    /// The cut goes through rock.
    Cut,
    /// No floor down to the strate's bottom.
    None,
    At(f32),
}

impl Relief {
    fn sample(world: &World, strate: &Strate, spec: &CutawaySpec) -> Self {
        let voxel = world.voxel();
        let level = (STEP_M * f64::from(voxel.per_metre())).max(1.0) as u32;
        let level = level.trailing_zeros() as u8;
        let step = 1 << level;
        let step_m = f64::from(voxel.metres()) * f64::from(step);
        let edge = (spec.size_m / step_m) as usize;
        let first = voxel.lattice_floor((spec.centre_m - 0.5 * spec.size_m).extend(0.0));
        let cut = cut_height(world, strate, spec);
        let mut floors = vec![Floor::None; edge * edge];
        let mut above = vec![1.0f32; edge * edge];
        let mut open = edge * edge;
        let mut scratch = FillScratch::default();
        let mut top = cut;
        while open > 0 && top > strate.bands.bottom {
            let origin = IVec3::new(first.x, first.y, top - (LAYERS as i32 - 1) * step);
            let part = SampleBox { origin, level, size: UVec3::new(edge as u32, edge as u32, LAYERS) };
            world.fill(&part, Proofs::On, &mut scratch);
            for layer in (0..LAYERS).rev() {
                let z = origin.z + layer as i32 * step;
                let from = layer as usize * edge * edge;
                for (column, floor) in floors.iter_mut().enumerate().filter(|(_, floor)| **floor == Floor::None) {
                    let density = scratch.density[from + column];
                    if density < 0.0 {
                        open -= 1;
                        let over = above[column];
                        let share = over / (over - density);
                        let height = f64::from(z) * f64::from(voxel.metres()) + step_m * (1.0 - f64::from(share));
                        *floor = if z == cut { Floor::Cut } else { Floor::At(height as f32) };
                    }
                    above[column] = ops::max(density, 1e-3);
                }
            }
            top -= LAYERS as i32 * step;
        }
        let first_m = voxel.position_m(first).truncate();
        Self { edge, first_m, cut_m: f64::from(cut) * f64::from(voxel.metres()), floors }
    }

    fn floor(&self, x: usize, y: usize) -> Floor {
        self.floors[y.min(self.edge - 1) * self.edge + x.min(self.edge - 1)]
    }

    fn draw(&self, world: &World, strate: &Strate, spec: &CutawaySpec) -> Canvas {
        let zoom = spec.zoom as usize;
        let mut canvas = Canvas::new(self.edge * zoom, self.edge * zoom, VOID);
        let mut paint = Paint { world, strate: strate.index, shares: Vec::new() };
        let step_m = spec.size_m / self.edge as f64;
        let water_m = world.water_level_m(strate.index);
        let depth_m = (self.cut_m - world.voxel().position_m(IVec3::new(0, 0, strate.bands.content_floor)).z).max(1.0);
        for y in 0..self.edge {
            for x in 0..self.edge {
                let color = match self.floor(x, y) {
                    Floor::Cut if (x + y) % 12 == 0 => [44, 44, 50],
                    Floor::Cut => CUT,
                    Floor::None => VOID,
                    Floor::At(height) => {
                        let beside = |floor: Floor| if let Floor::At(height) = floor { height } else { height + 0.6 };
                        let rise = |a: Floor| (beside(a) - height) / step_m as f32;
                        let normal = Vec3::new(-rise(self.floor(x + 1, y)), -rise(self.floor(x, y + 1)), 1.0).normalize();
                        let lit = 0.34 + 0.86 * ops::max(normal.dot(LIGHT.normalize()), 0.0);
                        let at_m = self.first_m + DVec2::new(x as f64, y as f64) * step_m;
                        let sunk = ((self.cut_m - f64::from(height)) / depth_m).clamp(0.0, 1.0) as f32;
                        let color = paint.color(at_m, normal.z).map(|c| (f32::from(c) * lit * (1.0 - 0.45 * sunk)) as u8);
                        match water_m {
                            Some(water_m) if f64::from(height) < water_m => {
                                mix(color, [34, 112, 116], ops::min(0.3 + 0.02 * (water_m as f32 - height), 0.65))
                            }
                            _ => color,
                        }
                    }
                };
                canvas.rect((x * zoom) as i64, ((self.edge - 1 - y) * zoom) as i64, zoom as i64, zoom as i64, color);
            }
        }
        canvas.scale_bar(zoom as f64 / step_m, [255, 255, 255]);
        canvas
    }
}

/// Lattice height of the highest cut through the content that shows nearly the most air.
fn cut_height(world: &World, strate: &Strate, spec: &CutawaySpec) -> i32 {
    let voxel = world.voxel();
    let level = (4 * voxel.per_metre()).trailing_zeros();
    let n = ((spec.size_m / 4.0) as u32).clamp(4, 64);
    let first = voxel.lattice_floor((spec.centre_m - 0.5 * spec.size_m).extend(0.0));
    let mut scratch = FillScratch::default();
    let mut shares = Vec::new();
    let mut z = strate.bands.content_floor + voxel.per_metre();
    while z < strate.bands.content_top {
        let part = SampleBox { origin: first.truncate().extend(z), level: level as u8, size: UVec3::new(n, n, 1) };
        world.fill(&part, Proofs::On, &mut scratch);
        let air = scratch.density.iter().filter(|density| **density >= 0.0).count();
        shares.push((z, air as f32));
        z += voxel.per_metre();
    }
    let most = shares.iter().fold(0.0, |most, (_, air)| if *air > most { *air } else { most });
    shares.iter().rev().find(|(_, air)| *air >= OPEN_ENOUGH * most).map_or(strate.bands.content_top, |(z, _)| *z)
}

/// Colours of the ground and the rock of a place.
struct Paint<'a> {
    world: &'a World,
    strate: StrateIndex,
    shares: Vec<BiomeShare>,
}

impl Paint<'_> {
    fn color(&mut self, at_m: DVec2, up: f32) -> [u8; 3] {
        self.world.biome_shares(self.strate, at_m, &mut self.shares);
        let material = self.shares.first().map_or(0, |share| usize::from(share.material));
        let Some(def) = self.world.assets().materials.values().nth(material) else { return [140, 136, 128] };
        let limit = ops::cos(def.look.ground_limit_deg.to_radians());
        let color = if up >= limit { def.look.ground_color } else { def.look.rock_color };
        color.map(|c| (c.clamp(0.0, 1.0) * 255.0) as u8)
    }
}

/// Middle of a strate's plan: its spine at the floor, world metres; the content's middle where there is no plan.
pub fn middle_m(world: &World, strate: StrateIndex) -> DVec3 {
    match world.plan(strate) {
        Ok(plan) => plan.spine_m,
        Err(_) => world.spawn_m(),
    }
}
