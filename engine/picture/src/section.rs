//! Sections and plans: a flat cut through a field, filled or as contours, with a scale bar and its exact window.

use crate::canvas::{Canvas, PictureError, mix};
use field::{FillScratch, Proofs, SampleBox, Stack, Verdict, VoxelSize};
use glam::{DVec3, IVec3, UVec3};
use world::World;

/// Largest number of samples of one slice.
pub const MAX_SAMPLES: u64 = 16_000_000;

/// What is drawn.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// The finished world, in world coordinates.
    World(&'a World),
    /// A field in its own local coordinates.
    Field(&'a Stack),
}

impl Source<'_> {
    /// Size of a voxel.
    pub fn voxel(&self) -> VoxelSize {
        match self {
            Source::World(world) => world.voxel(),
            Source::Field(stack) => stack.voxel(),
        }
    }
    /// Fills `scratch.density` for every point of a box. Nothing is proven instead of sampled: a picture shows distances, too.
    pub fn fill(&self, domain: &SampleBox, scratch: &mut FillScratch) -> Verdict {
        match self {
            Source::World(world) => world.fill(domain, Proofs::Off, scratch),
            Source::Field(stack) => stack.fill(domain, Proofs::Off, scratch),
        }
    }
}

/// Axis a slice is perpendicular to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Looking north-south: y to the right, z up.
    X,
    /// Looking north: x to the right, z up.
    Y,
    /// From above: x to the right, y up.
    Z,
}

impl Axis {
    /// Unit lattice steps (right, up) of a slice.
    fn directions(self) -> (IVec3, IVec3) {
        match self {
            Axis::X => (IVec3::Y, IVec3::Z),
            Axis::Y => (IVec3::X, IVec3::Z),
            Axis::Z => (IVec3::X, IVec3::Y),
        }
    }
}

/// Filled with banded colours, or only the surface as a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Rock and air, shaded by distance.
    Filled,
    /// The zero line, and every 4 m of density.
    Contour,
}

/// A cut to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliceSpec {
    /// Perpendicular axis.
    pub axis: Axis,
    /// Middle of the picture in metres, in the source's frame.
    pub centre_m: DVec3,
    /// Width in metres.
    pub width_m: f64,
    /// Height in metres.
    pub height_m: f64,
    /// Samples stand `1 << level` voxels apart.
    pub level: u8,
    /// Pixels per sample, at least 1.
    pub zoom: u32,
}

/// Samples of a cut: `columns * rows` densities, the first row lowest.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Samples to the right.
    pub columns: usize,
    /// Samples upward.
    pub rows: usize,
    /// Lower left sample in lattice units.
    pub origin: IVec3,
    /// Lattice units between samples.
    pub step: i32,
    /// Negative is rock.
    pub density: Vec<f32>,
}

impl SliceSpec {
    /// Samples the cut.
    ///
    /// # Errors
    /// When it holds no sample or more than [`MAX_SAMPLES`].
    pub fn sample(&self, source: Source<'_>) -> Result<Grid, PictureError> {
        let voxel = source.voxel();
        let step = 1i32 << self.level.min(16);
        let step_m = f64::from(voxel.metres()) * f64::from(step);
        let (columns, rows) = ((self.width_m / step_m) as usize, (self.height_m / step_m) as usize);
        let wanted = columns as u64 * rows as u64;
        if wanted == 0 || !self.centre_m.is_finite() {
            return Err(PictureError::Invalid(format!("the window of {} by {} m holds no sample", self.width_m, self.height_m)));
        }
        if wanted > MAX_SAMPLES {
            return Err(PictureError::TooLarge { wanted, limit: MAX_SAMPLES });
        }
        let (right, up) = self.axis.directions();
        let half = right * (columns as i32 / 2 * step) + up * (rows as i32 / 2 * step);
        let origin = voxel.lattice_floor(self.centre_m) - half;
        let size = UVec3::ONE + right.as_uvec3() * (columns as u32 - 1) + up.as_uvec3() * (rows as u32 - 1);
        let mut scratch = FillScratch::default();
        // Bands of rows keep the proofs effective and the memory small.
        let mut density = Vec::with_capacity(columns * rows);
        let band = 32;
        for first in (0..rows).step_by(band) {
            let count = band.min(rows - first);
            let size = size - up.as_uvec3() * (rows as u32 - count as u32);
            source.fill(&SampleBox { origin: origin + up * (first as i32 * step), level: self.level, size }, &mut scratch);
            density.extend_from_slice(&scratch.density[..columns * count]);
        }
        Ok(Grid { columns, rows, origin, step, density })
    }
}

const PAPER: [u8; 3] = [24, 25, 29];
const INK: [u8; 3] = [236, 238, 242];
const ROCK: [[u8; 3]; 2] = [[126, 108, 90], [58, 50, 46]];
const AIR: [[u8; 3]; 2] = [[168, 196, 214], [226, 236, 242]];
const FOOT: usize = 24;

/// Samples and draws a cut. Below the picture stand the window and, inside, a scale bar.
///
/// # Errors
/// As [`SliceSpec::sample`].
pub fn slice(source: Source<'_>, spec: &SliceSpec, style: Style, title: &str) -> Result<Canvas, PictureError> {
    Ok(spec.sample(source)?.draw(source.voxel(), spec, style, title))
}

impl Grid {
    /// Draws the samples.
    pub fn draw(&self, voxel: VoxelSize, spec: &SliceSpec, style: Style, title: &str) -> Canvas {
        let zoom = spec.zoom.max(1) as usize;
        let mut canvas = Canvas::new(self.columns * zoom, self.rows * zoom + FOOT, PAPER);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let color = self.color(row, column, style);
                let (x, y) = ((column * zoom) as i64, ((self.rows - 1 - row) * zoom) as i64);
                canvas.rect(x, y, zoom as i64, zoom as i64, color);
            }
        }
        let step_m = f64::from(voxel.metres()) * f64::from(self.step);
        let mut picture = Canvas { height: self.rows * zoom, ..canvas.clone() };
        picture.pixels.truncate(picture.width * picture.height);
        picture.scale_bar(zoom as f64 / step_m, if style == Style::Filled { [255, 214, 90] } else { INK });
        canvas.paste(0, 0, &picture);
        let from = voxel.position_m(self.origin);
        let top = (self.rows * zoom) as i64;
        canvas.text(3, top + 3, title, INK);
        let size =
            format!("{:.0}x{:.0} m from {:.0},{:.0},{:.0} step {step_m} m", spec.width_m, spec.height_m, from.x, from.y, from.z);
        canvas.text(3, top + 14, &size, INK);
        canvas
    }

    fn color(&self, row: usize, column: usize, style: Style) -> [u8; 3] {
        let at = |r: usize, c: usize| self.density[r * self.columns + c];
        let here = at(row, column);
        let right = at(row, (column + 1).min(self.columns - 1));
        let above = at((row + 1).min(self.rows - 1), column);
        let edge = (here < 0.0) != (right < 0.0) || (here < 0.0) != (above < 0.0);
        match style {
            Style::Filled if here < 0.0 => mix(ROCK[0], ROCK[1], (-here * 0.5).floor() * 0.25),
            Style::Filled => mix(AIR[0], AIR[1], (here * 0.5).floor() * 0.25),
            Style::Contour if edge => INK,
            Style::Contour => {
                let band = |d: f32| (d * 0.25).floor();
                let line = band(here) != band(right) || band(here) != band(above);
                if line { [92, 96, 106] } else { PAPER }
            }
        }
    }

    /// How many neighbouring samples differ in sign: the richness of a cut.
    pub fn changes(&self) -> usize {
        let mut count = 0;
        for row in self.density.chunks_exact(self.columns) {
            count += row.windows(2).filter(|w| (w[0] < 0.0) != (w[1] < 0.0)).count();
        }
        for row in 1..self.rows {
            let (lower, upper) = (&self.density[(row - 1) * self.columns..], &self.density[row * self.columns..]);
            count += (0..self.columns).filter(|&c| (lower[c] < 0.0) != (upper[c] < 0.0)).count();
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> (Grid, SliceSpec) {
        let density = (0..24).map(|i| if i % 6 < 2 { -1.5 } else { 2.5 }).collect();
        let spec = SliceSpec { axis: Axis::Y, centre_m: DVec3::ZERO, width_m: 1.5, height_m: 1.0, level: 0, zoom: 3 };
        (Grid { columns: 6, rows: 4, origin: IVec3::new(-3, 0, -2), step: 1, density }, spec)
    }

    #[test]
    fn rock_is_drawn_where_density_is_negative() {
        let (grid, spec) = grid();
        let canvas = grid.draw(VoxelSize::DEFAULT, &spec, Style::Filled, "test");
        assert_eq!((canvas.width, canvas.height), (18, 12 + FOOT));
        assert_eq!(canvas.pixels[0], mix(ROCK[0], ROCK[1], 0.0));
        assert_eq!(canvas.pixels[17], mix(AIR[0], AIR[1], 0.25));
    }

    #[test]
    fn changes_count_sign_flips_both_ways() {
        let (grid, _) = grid();
        assert_eq!(grid.changes(), 4);
    }
}
