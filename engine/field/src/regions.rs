//! Regions of a plane: climate, warped Voronoi cells on a jittered grid, and weights that blend all near cells.
//!
//! A **site** stands in every square of a grid; its climate decides which region its cell belongs to. The weight of a site at
//! distance d is `s(1 - (d - d1) / width)`, d1 being the nearest site's distance, so weights are continuous even where three cells
//! meet. Pure functions of XY: every window sees the same.

use crate::hash::{Rolls, Tag};
use crate::memo::Memo;
use crate::noise::{Fractal, Plane, PlaneWalk};
use crate::{ColumnBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3, UVec2};
use std::sync::Arc;

/// A box of climates that a region accepts; both axes run from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClimateBox {
    /// Lowest and highest relief.
    pub relief: [f32; 2],
    /// Lowest and highest moisture.
    pub moisture: [f32; 2],
}

impl ClimateBox {
    /// Squared distance of a climate from the box; zero inside.
    fn distance2(&self, [relief, moisture]: [f32; 2]) -> f32 {
        let outside = |x: f32, [lo, hi]: [f32; 2]| ops::max(ops::max(lo - x, x - hi), 0.0);
        let (r, m) = (outside(relief, self.relief), outside(moisture, self.moisture));
        r * r + m * m
    }
}

/// What decides which region a site belongs to.
#[derive(Clone, Debug)]
enum Chooser {
    /// The climate at the site.
    Climate(Vec<ClimateBox>),
    /// A roll at the site, against shares of the land.
    Share(Vec<f32>),
}

impl Chooser {
    fn len(&self) -> usize {
        match self {
            Chooser::Climate(boxes) => boxes.len(),
            Chooser::Share(shares) => shares.len(),
        }
    }
}

/// Sites per climate feature along an axis.
const CELLS_PER_FEATURE: f64 = 5.0;
/// A site keeps this share of a square from its edges.
const MARGIN: f32 = 0.1;
/// Blending width as a share of a square; below 0.83, so that the 5×5 squares round a point hold every site that weighs.
const BLEND: f32 = 0.5;
/// Warp as a share of a square.
const WARP: f32 = 0.35;
/// Squares on either side of a point that are looked at.
const WINDOW: i32 = 2;
/// Squares along the edge of a block that is looked up at once.
const BLOCK: i32 = 4;

/// A plane divided among regions.
#[derive(Clone, Debug)]
pub struct Regions {
    seed: u64,
    square_m: f64,
    chooser: Chooser,
    relief: Plane,
    moisture: Plane,
    warp: [Plane; 2],
    /// Most that a warped position moves per metre.
    warped_per_m: f32,
    /// Sites of blocks of squares lately looked up, row by row.
    known: Arc<Memo<[Site]>>,
}

#[derive(Clone, Copy, Debug)]
struct Site {
    at_m: DVec2,
    region: usize,
}

/// The sites that weigh anywhere in a rectangle, looked up once for many points.
#[derive(Debug)]
pub struct Sites {
    first: IVec2,
    columns: i32,
    sites: Vec<Site>,
}

/// The sites that weigh anywhere in a disc, and the region that all of them have, if they do.
#[derive(Clone, Debug)]
pub struct Contenders {
    sites: Box<[Site]>,
    alone: Option<usize>,
}

impl Contenders {
    /// The region that alone weighs anywhere in the disc. Its weight is then exactly 1.
    pub fn alone(&self) -> Option<usize> {
        self.alone
    }
}

impl Regions {
    /// `feature_m` is the length of one climate feature in metres (above zero). With no boxes there is nothing to weigh.
    pub fn new(seed: u64, feature_m: f32, boxes: Vec<ClimateBox>) -> Self {
        Self::chosen_by(Chooser::Climate(boxes), seed, f64::from(feature_m) / CELLS_PER_FEATURE, feature_m)
    }
    /// Regions by their shares of the land (not negative, one above zero), with a site in every square of `square_m` metres.
    pub fn by_share(seed: u64, square_m: f32, shares: Vec<f32>) -> Self {
        Self::chosen_by(Chooser::Share(shares), seed, f64::from(square_m), square_m)
    }
    fn chosen_by(chooser: Chooser, seed: u64, square_m: f64, feature_m: f32) -> Self {
        let warp = |tag| Fractal::sum(seed, tag, (0.4 / square_m) as f32, 2);
        let slope_per_m = WARP * square_m as f32 * warp(Tag::BiomeEdge).lipschitz2_per_m();
        Self {
            seed,
            square_m,
            chooser,
            warped_per_m: 1.0 + slope_per_m * std::f32::consts::SQRT_2,
            relief: Fractal::sum(seed, Tag::ClimateRelief, 1.0 / feature_m, 2).plane(),
            moisture: Fractal::sum(seed, Tag::ClimateMoisture, 1.0 / feature_m, 2).plane(),
            warp: [warp(Tag::BiomeEdge).plane(), warp(Tag::BiomeEdgeY).plane()],
            known: Arc::default(),
        }
    }
    /// Number of regions.
    pub fn len(&self) -> usize {
        self.chooser.len()
    }
    /// Whether there is no region.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Relief and moisture at a position, each within [0, 1].
    pub fn climate(&self, at_m: DVec2) -> [f32; 2] {
        // Gradient noise seldom leaves the middle of its range; the stretch makes the ends of the climate real places.
        let stretch = |n: f32| ops::clamp(0.5 + 1.1 * n, 0.0, 1.0);
        [stretch(self.relief.at(at_m.x, at_m.y)), stretch(self.moisture.at(at_m.x, at_m.y))]
    }
    /// The sites that weigh anywhere between two corners.
    pub fn sites(&self, min_m: DVec2, max_m: DVec2) -> Sites {
        let reach = DVec2::splat(f64::from(WARP) * self.square_m);
        let first = self.square(min_m - reach) - IVec2::splat(WINDOW);
        let last = self.square(max_m + reach) + IVec2::splat(WINDOW);
        if self.len() <= 1 {
            // One region weighs all, wherever its sites are.
            return Sites { first, columns: last.x - first.x + 1, sites: Vec::new() };
        }
        let mut sites = Vec::with_capacity((last - first + 1).max(IVec2::ZERO).element_product() as usize);
        let [first_block, last_block] = [first, last].map(|square| square.div_euclid(IVec2::splat(BLOCK)));
        for block_y in first_block.y..=last_block.y {
            let blocks: Vec<_> = (first_block.x..=last_block.x).map(|x| self.block(IVec2::new(x, block_y))).collect();
            for y in first.y.max(block_y * BLOCK)..=last.y.min(block_y * BLOCK + BLOCK - 1) {
                let place = |x: i32| y.rem_euclid(BLOCK) * BLOCK + x.rem_euclid(BLOCK);
                let site = |x: i32| blocks[(x.div_euclid(BLOCK) - first_block.x) as usize][place(x) as usize];
                sites.extend((first.x..=last.x).map(site));
            }
        }
        Sites { first, columns: last.x - first.x + 1, sites }
    }
    /// The sites of a block of squares, row by row.
    fn block(&self, of: IVec2) -> Arc<[Site]> {
        self.known.in_plane(of, || (0..BLOCK * BLOCK).map(|i| self.site(of * BLOCK + IVec2::new(i % BLOCK, i / BLOCK))).collect())
    }
    /// For positions one after another: weights with the same bits, sooner where neighbours share cells of the warp.
    pub fn walk(&self) -> RegionsWalk<'_> {
        RegionsWalk { regions: self, warp: [self.warp[0].walk(), self.warp[1].walk()] }
    }
    /// For the columns of a rectangle: weights with the same bits, soonest.
    pub fn columns(&self, voxel: VoxelSize, columns: &ColumnBox) -> RegionsColumns<'_> {
        let last = columns.size.max(UVec2::ONE) - 1;
        let sites = self.sites(columns.position_m(voxel, UVec2::ZERO), columns.position_m(voxel, last));
        RegionsColumns { regions: self, voxel, columns: *columns, sites, warps: Default::default(), squares: Vec::new() }
    }
    /// Weight of every region at a position, summing to 1; `out` is cleared.
    pub fn weights(&self, at_m: DVec2, out: &mut Vec<f32>) {
        self.walk().weights(&self.sites(at_m, at_m), at_m, out);
    }
    /// A position moved by the two noises of the warp.
    fn warped(&self, at_m: DVec2, warps: [f32; 2]) -> DVec2 {
        let push = f64::from(WARP) * self.square_m;
        let [wx, wy] = warps.map(|warp| f64::from(warp) * push);
        at_m + DVec2::new(wx, wy)
    }
    /// Clears weights; where there are not several regions, the one weighs all, and there is nothing more to do.
    fn begin(&self, out: &mut Vec<f32>) -> bool {
        let is_one = self.len() <= 1;
        out.clear();
        out.resize(self.len(), if is_one { 1.0 } else { 0.0 });
        !is_one
    }
    /// Weights at a warped place, as [`RegionsWalk::weights`].
    fn weigh(&self, sites: &Sites, warped_m: DVec2, out: &mut [f32]) {
        let Near { centre, distances, nearest } = self.near(sites, warped_m, BLEND);
        share_out(nearest, distances.iter().zip(sites.window(centre)), out);
    }
    /// The same where no more than some sites weigh.
    fn weigh_among(&self, contenders: &Contenders, warped_m: DVec2, out: &mut [f32]) {
        let (mut distances, mut nearest) = ([f32::INFINITY; IN_WINDOW], f32::INFINITY);
        for (distance, site) in distances.iter_mut().zip(&contenders.sites) {
            *distance = self.distance(site, warped_m);
            nearest = ops::min(nearest, *distance);
        }
        share_out(nearest, distances.iter().zip(&contenders.sites), out);
    }
    /// In squares.
    fn distance(&self, site: &Site, warped_m: DVec2) -> f32 {
        (((site.at_m - warped_m) / self.square_m).length_squared() as f32).sqrt()
    }
    /// The sites that weigh anywhere within `reach_m` of a place, given the place's warped position, if that can be told.
    fn contenders(&self, sites: &Sites, warped_m: DVec2, reach_m: f32) -> Option<Contenders> {
        if self.len() <= 1 {
            return Some(Contenders { sites: Box::default(), alone: Some(0) });
        }
        // Both distances change with the warped position; the margin covers rounding.
        let change = 2.0 * reach_m * self.warped_per_m / self.square_m as f32 + 1e-4;
        let Near { centre, distances, nearest } = self.near(sites, warped_m, BLEND + change);
        // Sites outside the window stay this far at least, in squares.
        let beyond = WINDOW as f32 - 0.5 * change;
        if beyond - nearest - 0.5 * change <= BLEND {
            return None;
        }
        let felt = distances.iter().zip(sites.window(centre)).filter(|(distance, _)| *distance - nearest - change < BLEND);
        let sites: Box<[Site]> = felt.map(|(_, site)| *site).collect();
        let first = sites.first().map(|site| site.region);
        let alone = first.filter(|region| sites.iter().all(|site| site.region == *region));
        Some(Contenders { sites, alone })
    }
    /// Distances, in squares, of the sites round a warped place; infinite, perhaps, where they exceed the least by `felt` squares or more.
    fn near(&self, sites: &Sites, warped_m: DVec2, felt: f32) -> Near {
        let centre = self.square(warped_m);
        // Neither quotients nor roots are needed to tell what is far.
        let (per_m, mut least) = (1.0 / self.square_m, f64::INFINITY);
        let mut squares = [f64::INFINITY; IN_WINDOW];
        for (square, site) in squares.iter_mut().zip(sites.window(centre)) {
            *square = ((site.at_m - warped_m) * per_m).length_squared();
            least = if *square < least { *square } else { least };
        }
        let limit = least.sqrt() + f64::from(felt) + 1e-3;
        let (mut distances, mut nearest) = ([f32::INFINITY; IN_WINDOW], f32::INFINITY);
        for (i, site) in sites.window(centre).enumerate() {
            if squares[i] < limit * limit {
                distances[i] = self.distance(site, warped_m);
                nearest = ops::min(nearest, distances[i]);
            }
        }
        Near { centre, distances, nearest }
    }
    fn square(&self, at_m: DVec2) -> IVec2 {
        (at_m / self.square_m).floor().as_ivec2()
    }
    fn site(&self, square: IVec2) -> Site {
        let mut rolls = Rolls::new(self.seed, Tag::Biome, IVec3::new(square.x, square.y, 0));
        let mut jitter = || f64::from(rolls.range(MARGIN, 1.0 - MARGIN));
        let at_m = (square.as_dvec2() + DVec2::new(jitter(), jitter())) * self.square_m;
        let region = match &self.chooser {
            Chooser::Climate(boxes) => self.nearest_climate(boxes, at_m),
            Chooser::Share(shares) => {
                let mut left = rolls.range(0.0, shares.iter().sum());
                let is_reached = |share: &f32| {
                    left -= share;
                    left < 0.0
                };
                shares.iter().position(is_reached).unwrap_or(0)
            }
        };
        Site { at_m, region }
    }
    fn nearest_climate(&self, boxes: &[ClimateBox], at_m: DVec2) -> usize {
        let climate = self.climate(at_m);
        let (mut region, mut least) = (0, f32::INFINITY);
        for (i, accepted) in boxes.iter().enumerate() {
            let distance = accepted.distance2(climate);
            if distance < least {
                (region, least) = (i, distance);
            }
        }
        region
    }
}

/// Weights by distance, in squares, given the nearest; the order of the sites is that of their squares, row by row.
fn share_out<'s>(nearest: f32, sites: impl Iterator<Item = (&'s f32, &'s Site)>, out: &mut [f32]) {
    let mut total = 0.0;
    // The others weigh exactly nothing.
    for (distance, site) in sites.filter(|(distance, _)| **distance - nearest < BLEND) {
        let weight = ops::smoothstep(0.0, 1.0, 1.0 - (distance - nearest) / BLEND);
        if let Some(sum) = out.get_mut(site.region) {
            *sum += weight;
        }
        total += weight;
    }
    for weight in out {
        *weight /= total;
    }
}

/// Regions being walked over.
#[derive(Clone, Debug)]
pub struct RegionsWalk<'a> {
    regions: &'a Regions,
    warp: [PlaneWalk<'a>; 2],
}

impl RegionsWalk<'_> {
    /// Weight of every region at a position inside the rectangle of `sites`, summing to 1; `out` is cleared.
    pub fn weights(&mut self, sites: &Sites, at_m: DVec2, out: &mut Vec<f32>) {
        if self.regions.begin(out) {
            self.regions.weigh(sites, self.warped(at_m), out);
        }
    }
    /// The region that alone weighs at every position within `reach_m` of one, if that can be told from the distances of the sites
    /// there; the rectangle of `sites` holds them all. Its weight is then exactly 1.
    pub fn alone(&mut self, sites: &Sites, at_m: DVec2, reach_m: f32) -> Option<usize> {
        self.contenders(sites, at_m, reach_m)?.alone
    }
    /// The sites that weigh anywhere within `reach_m` of a position, if that can be told.
    pub fn contenders(&mut self, sites: &Sites, at_m: DVec2, reach_m: f32) -> Option<Contenders> {
        let warped_m = self.warped(at_m);
        self.regions.contenders(sites, warped_m, reach_m)
    }
    /// As [`RegionsWalk::weights`] at a position in the disc of some contenders.
    pub fn weights_among(&mut self, contenders: &Contenders, at_m: DVec2, out: &mut Vec<f32>) {
        if self.regions.begin(out) {
            self.regions.weigh_among(contenders, self.warped(at_m), out);
        }
    }
    fn warped(&mut self, at_m: DVec2) -> DVec2 {
        let [x, y] = &mut self.warp;
        self.regions.warped(at_m, [x.at(at_m.x, at_m.y), y.at(at_m.x, at_m.y)])
    }
}

/// Regions over a rectangle of columns.
#[derive(Debug)]
pub struct RegionsColumns<'a> {
    regions: &'a Regions,
    voxel: VoxelSize,
    columns: ColumnBox,
    sites: Sites,
    /// The two noises of the warp by column, x fastest; empty until used.
    warps: [Vec<f32>; 2],
    /// What may weigh in each square of columns, x fastest, once asked; empty until used.
    squares: Vec<Option<Option<Contenders>>>,
}

/// Columns along the edges of a square whose contenders are found together: at the finest level, and at the coarsest.
const SQUARE: [u32; 2] = [8, 2];

impl RegionsColumns<'_> {
    /// The region that alone weighs at a column by its index in the rectangle, if that can be told soon. Its weight is then exactly 1.
    #[inline]
    pub fn alone(&mut self, index: UVec2) -> Option<usize> {
        self.contenders(index)?.alone
    }
    /// What may weigh in the square of a column, if that can be told.
    #[inline]
    fn contenders(&mut self, index: UVec2) -> Option<&Contenders> {
        let Self { regions, voxel, columns, sites, squares, .. } = self;
        let edge = (SQUARE[0] >> columns.level).max(SQUARE[1]);
        let n = columns.size.map(|n| n.div_ceil(edge));
        if squares.is_empty() {
            squares.resize(n.element_product() as usize, None);
        }
        let square = index / edge;
        let known = squares.get_mut((square.y * n.x + square.x) as usize)?;
        if known.is_none() {
            let middle_m = columns.position_m(*voxel, (square * edge + edge / 2).min(columns.size - 1));
            // From the middle to the farthest corner of a square.
            let reach_m = 0.75 * (edge * columns.step() as u32) as f32 * voxel.metres();
            let warps = [0, 1].map(|axis| regions.warp[axis].at(middle_m.x, middle_m.y));
            *known = Some(regions.contenders(sites, regions.warped(middle_m, warps), reach_m));
        }
        known.as_ref()?.as_ref()
    }
    /// As [`RegionsWalk::weights`], at a column by its index in the rectangle.
    pub fn weights(&mut self, index: UVec2, out: &mut Vec<f32>) {
        let regions = self.regions;
        if !regions.begin(out) {
            return;
        }
        if self.warps[0].is_empty() {
            self.measure();
        }
        let place = (index.y * self.columns.size.x + index.x) as usize;
        let warps = [0, 1].map(|axis| self.warps[axis].get(place).copied().unwrap_or_default());
        let warped_m = regions.warped(self.columns.position_m(self.voxel, index), warps);
        match self.contenders(index) {
            Some(contenders) => regions.weigh_among(contenders, warped_m, out),
            None => regions.weigh(&self.sites, warped_m, out),
        }
    }
    #[inline(never)]
    fn measure(&mut self) {
        let [nx, ny] = self.columns.size.to_array();
        for (plane, warps) in self.regions.warp.iter().zip(&mut self.warps) {
            warps.resize((nx * ny) as usize, 0.0);
            let mut rows = plane.rows(self.voxel, &self.columns);
            for (y, row) in (0..ny).zip(warps.chunks_exact_mut(nx as usize)) {
                rows.row(UVec2::new(0, y), row);
            }
        }
    }
}

/// Sites in a window.
const IN_WINDOW: usize = (2 * WINDOW as usize + 1) * (2 * WINDOW as usize + 1);

/// The sites round a warped place.
struct Near {
    centre: IVec2,
    /// In squares, in the order of the window.
    distances: [f32; IN_WINDOW],
    nearest: f32,
}

impl Sites {
    fn window(&self, centre: IVec2) -> impl Iterator<Item = &Site> {
        (-WINDOW..=WINDOW).flat_map(move |y| {
            let at = centre - self.first + IVec2::new(-WINDOW, y);
            let start = (at.y * self.columns + at.x).max(0) as usize;
            self.sites.get(start..start + 2 * WINDOW as usize + 1).unwrap_or_default()
        })
    }
}

#[cfg(test)]
#[path = "regions_tests.rs"]
mod tests;
