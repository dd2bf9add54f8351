//! Maps of a strate from above: biome, relief, moisture, height and slope, coarse first.

use crate::canvas::{Canvas, PictureError, mix};
use crate::section::Source;
use field::{FillScratch, SampleBox};
use glam::{DVec2, IVec3, UVec3};
use std::ops::ControlFlow;
use world::{StrateIndex, World};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The dominant biome in its material's ground colour.
    Biome,
    /// Climate: flat to rough.
    Relief,
    /// Climate: dry to wet.
    Moisture,
    /// Highest floor, metres above the content floor.
    Height,
    /// Steepness of the highest floor, 0 to 90 degrees.
    Slope,
}

impl Layer {
    /// Every layer with its name on the command line.
    pub const ALL: [(&'static str, Layer); 5] = [
        ("biome", Layer::Biome),
        ("relief", Layer::Relief),
        ("moisture", Layer::Moisture),
        ("height", Layer::Height),
        ("slope", Layer::Slope),
    ];
}

/// A map to bake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapSpec {
    /// Strate.
    pub strate: StrateIndex,
    /// Layer.
    pub layer: Layer,
    /// Middle, world metres.
    pub centre_m: DVec2,
    /// Edge of the square, metres; more than 0.
    pub size_m: f64,
    /// Pixels per edge, 16 to 4096.
    pub size_px: u32,
}

/// A colour and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct LegendEntry {
    /// Biome name, or the value at this colour.
    pub label: String,
    /// sRGB.
    pub color: [u8; 3],
    /// Share of the area, 0 to 1 (zero for a gradient's ends).
    pub share: f32,
}

/// A finished (or coarse) map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// `size_px` square, north up.
    pub canvas: Canvas,
    /// What the colours mean.
    pub legend: Vec<LegendEntry>,
}

/// Colours of a scale that colour-blind eyes can order: dark blue, teal, green, yellow.
const SCALE: [[u8; 3]; 5] = [[38, 24, 74], [48, 88, 140], [36, 140, 138], [110, 196, 96], [248, 226, 70]];

/// Colour of a value from 0 to 1.
pub fn scale_color(t: f32) -> [u8; 3] {
    let at = t.clamp(0.0, 1.0) * (SCALE.len() - 1) as f32;
    let low = (at as usize).min(SCALE.len() - 2);
    mix(SCALE[low], SCALE[low + 1], at - low as f32)
}

/// Bakes a map in passes of 1/16, 1/4 and full resolution; after every block of rows `on_progress` sees the picture so far and
/// the share that is done (0 to 1) and may stop it.
///
/// # Errors
/// A size out of range, or a strate that does not exist. `Ok(None)` when stopped.
pub fn bake(
    world: &World,
    spec: &MapSpec,
    on_progress: &mut dyn FnMut(&Map, f32) -> ControlFlow<()>,
) -> Result<Option<Map>, PictureError> {
    let strate = world.strates().get(usize::from(spec.strate.0)).ok_or_else(|| {
        PictureError::Invalid(format!("there is no strate {}; the world has {}", spec.strate.0, world.strates().len()))
    })?;
    let is_sized = (16..=4096).contains(&spec.size_px) && spec.size_m > 0.0 && spec.size_m <= 65_536.0;
    if !is_sized || !spec.centre_m.is_finite() {
        return Err(PictureError::Invalid(format!(
            "a map has 16 to 4096 pixels and 0 to 65536 m, not {} px, {} m",
            spec.size_px, spec.size_m
        )));
    }
    let mut painter = Painter::new(world, strate.bands, spec);
    let size = spec.size_px as usize;
    let mut map = Map { canvas: Canvas::new(size, size, [24, 25, 29]), legend: Vec::new() };
    let passes: &[usize] = if size >= 128 { &[16, 4, 1] } else { &[1] };
    let total: usize = passes.iter().map(|p| size / p).sum();
    let mut done = 0;
    for &pixel in passes {
        painter.begin_pass();
        for first in (0..size).step_by(pixel * 8) {
            for y in (first..(first + pixel * 8).min(size)).step_by(pixel) {
                for x in (0..size).step_by(pixel) {
                    let color = painter.color(x, y, pixel);
                    map.canvas.rect(x as i64, (size - y) as i64 - pixel as i64, pixel as i64, pixel as i64, color);
                }
                done += 1;
            }
            map.legend = painter.legend();
            if on_progress(&map, done as f32 / total as f32).is_break() {
                return Ok(None);
            }
        }
    }
    map.canvas.scale_bar(f64::from(spec.size_px) / spec.size_m, [255, 255, 255]);
    Ok(Some(map))
}

/// Colours one pixel at a time and counts what it has seen.
struct Painter<'a> {
    world: &'a World,
    bands: world::Bands,
    spec: &'a MapSpec,
    scratch: FillScratch,
    shares: Vec<world::biome::BiomeShare>,
    counts: Vec<(u64, u16)>,
    pixels: u64,
}

impl<'a> Painter<'a> {
    fn new(world: &'a World, bands: world::Bands, spec: &'a MapSpec) -> Self {
        Self { world, bands, spec, scratch: FillScratch::default(), shares: Vec::new(), counts: Vec::new(), pixels: 0 }
    }

    fn begin_pass(&mut self) {
        self.counts.clear();
        self.pixels = 0;
    }

    fn color(&mut self, x: usize, y: usize, pixel: usize) -> [u8; 3] {
        let metres = self.spec.size_m / f64::from(self.spec.size_px);
        let centre = DVec2::new(x as f64, y as f64) + pixel as f64 * 0.5;
        let xy = self.spec.centre_m + centre * metres - self.spec.size_m * 0.5;
        self.pixels += 1;
        match self.spec.layer {
            Layer::Biome => self.biome(xy),
            Layer::Relief => scale_color(self.world.climate(self.spec.strate, xy).relief),
            Layer::Moisture => scale_color(self.world.climate(self.spec.strate, xy).moisture),
            Layer::Height => match self.height(xy) {
                Some(height) => scale_color(height / self.content_m()),
                None => [0, 0, 0],
            },
            Layer::Slope => self.slope(xy).map_or([0, 0, 0], |tangent| {
                // Share of a right angle by a rational arc tangent, good to a degree; colours need no more.
                let t = if tangent > 1.0 { 1.0 - arc(1.0 / tangent) } else { arc(tangent) };
                scale_color(t)
            }),
        }
    }

    fn biome(&mut self, xy: DVec2) -> [u8; 3] {
        self.world.biome_shares(self.spec.strate, xy, &mut self.shares);
        let Some(first) = self.shares.first().copied() else { return [0, 0, 0] };
        let index = usize::from(first.biome);
        if self.counts.len() <= index {
            self.counts.resize(index + 1, (0, first.material));
        }
        self.counts[index] = (self.counts[index].0 + 1, first.material);
        let border = self.shares.get(1).map_or(0.0, |second| second.weight * 0.5);
        mix(self.biome_color(first.biome, first.material), [20, 20, 20], border)
    }

    fn biome_color(&self, biome: u16, material: u16) -> [u8; 3] {
        let materials = &self.world.assets().materials;
        match materials.values().nth(usize::from(material)) {
            Some(def) => def.look.ground_color.map(|c| (c.clamp(0.0, 1.0) * 255.0) as u8),
            None => scale_color(f32::from(biome % 8) / 7.0),
        }
    }

    fn content_m(&self) -> f32 {
        (self.bands.content_top - self.bands.content_floor) as f32 * self.world.voxel().metres()
    }

    /// Highest floor under air inside the content, metres above the content floor; `None` where there is none.
    fn height(&mut self, xy: DVec2) -> Option<f32> {
        let voxel = self.world.voxel();
        let base = voxel.lattice_floor(xy.extend(0.0));
        let level = voxel.per_metre().trailing_zeros() as u8;
        let step = 1 << level;
        let rows = (self.bands.content_top - self.bands.content_floor) / step + 1;
        let origin = IVec3::new(base.x, base.y, self.bands.content_floor);
        let domain = SampleBox { origin, level, size: UVec3::new(1, 1, rows as u32) };
        Source::World(self.world).fill(&domain, &mut self.scratch);
        let column = &self.scratch.density;
        let crossing = (0..rows as usize - 1).rev().find(|&z| column[z] < 0.0 && column[z + 1] >= 0.0)?;
        let part = column[crossing] / (column[crossing] - column[crossing + 1]);
        Some((crossing as f32 + part) * step as f32 * voxel.metres())
    }

    /// Tangent of the floor's steepness over one metre.
    fn slope(&mut self, xy: DVec2) -> Option<f32> {
        let here = self.height(xy)?;
        let east = self.height(xy + DVec2::X)? - here;
        let north = self.height(xy + DVec2::Y)? - here;
        Some((east * east + north * north).sqrt())
    }

    fn legend(&self) -> Vec<LegendEntry> {
        let ends = |low: String, high: String| {
            vec![
                LegendEntry { label: low, color: scale_color(0.0), share: 0.0 },
                LegendEntry { label: high, color: scale_color(1.0), share: 0.0 },
            ]
        };
        match self.spec.layer {
            Layer::Relief => ends("flat".into(), "rough".into()),
            Layer::Moisture => ends("dry".into(), "wet".into()),
            Layer::Height => ends("0 m".into(), format!("{} m", self.content_m())),
            Layer::Slope => ends("0°".into(), "90°".into()),
            Layer::Biome => {
                let strate = self.world.strates().get(usize::from(self.spec.strate.0));
                let name = |index: usize| {
                    let Some(id) = strate.and_then(|s| s.def.biomes.get(index)) else { return "No biome".to_owned() };
                    let named = self.world.assets().biomes.get(id).filter(|biome| !biome.name.is_empty());
                    named.map_or_else(|| id.clone(), |biome| biome.name.clone())
                };
                let seen = self.counts.iter().enumerate().filter(|(_, (count, _))| *count > 0);
                seen.map(|(index, &(count, material))| LegendEntry {
                    label: name(index),
                    color: self.biome_color(index as u16, material),
                    share: count as f32 / self.pixels as f32,
                })
                .collect()
            }
        }
    }
}

/// Arc tangent of 0..=1 as a share of a right angle.
fn arc(t: f32) -> f32 {
    t * (0.5 + 0.1735 * (1.0 - t))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_runs_from_dark_to_light() {
        let light = |t: f32| scale_color(t).iter().map(|&c| u32::from(c)).sum::<u32>();
        assert!(light(0.0) < light(0.37) && light(0.37) < light(1.0));
        assert_eq!(scale_color(-3.0), scale_color(0.0));
        assert_eq!(scale_color(7.0), scale_color(1.0));
    }

    #[test]
    fn half_a_right_angle_is_half_the_scale() {
        assert!((arc(1.0) - 0.5).abs() < 1e-6 && arc(0.0) == 0.0);
        assert!((arc(0.577_35) - 1.0 / 3.0).abs() < 0.02);
    }
}
