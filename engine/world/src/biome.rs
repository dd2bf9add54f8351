//! Biomes: climate, warped Voronoi cells and weights; pure functions of XY.

use crate::defs::{BiomeDef, StrateDef};
use crate::{Assets, StrateIndex, World, archetypes};
use field::regions::{ClimateBox, Regions, RegionsColumns, RegionsWalk, Sites};
use field::{ColumnBox, VoxelSize};
use glam::{DVec2, IVec2, UVec2};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// A biome's share at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BiomeShare {
    /// Index into the strate's `biomes` list; 0 where the strate has none.
    pub biome: u16,
    /// Palette index of its material (place in the id-ordered material list).
    pub material: u16,
    /// 0..=1; all shares of a place sum to 1.
    pub weight: f32,
}

/// Climate at a place; both run from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClimateSample {
    /// Flat to rough.
    pub relief: f32,
    /// Dry to wet.
    pub moisture: f32,
}

/// Most shares a place may have.
const MOST_SHARES: usize = 4;

impl World {
    /// Shares at `xy_m`, largest first (ties: lower index), at most 4, written into `out` (cleared). A strate without biomes
    /// answers one share with its own material.
    pub fn biome_shares(&self, strate: StrateIndex, xy_m: DVec2, out: &mut Vec<BiomeShare>) {
        self.biome_walk(strate).shares(xy_m, out);
    }
    /// For the shares of many places, one after another.
    pub fn biome_walk(&self, strate: StrateIndex) -> BiomeWalk<'_> {
        let table = &*self.strate(strate).biomes;
        let lateral = table.lateral.as_ref().map(|regions| LateralWalk { regions, walk: regions.walk(), sites: None });
        BiomeWalk { table, regions: table.regions.walk(), lateral, sites: None, weights: Vec::new() }
    }
    /// For the shares of the columns of a rectangle.
    pub fn biome_columns(&self, strate: StrateIndex, columns: ColumnBox) -> BiomeColumns<'_> {
        let (voxel, walk) = (self.voxel(), self.biome_walk(strate));
        BiomeColumns { voxel, columns, regions: walk.table.regions.columns(voxel, &columns), walk }
    }
    /// Climate at `xy_m`.
    pub fn climate(&self, strate: StrateIndex, xy_m: DVec2) -> ClimateSample {
        let [relief, moisture] = self.strate(strate).biomes.regions.climate(xy_m);
        ClimateSample { relief, moisture }
    }
}

/// The plane of a strate divided among its biomes.
pub(crate) fn regions(def: &StrateDef, seed: u64, biomes: &[Arc<BiomeDef>]) -> Regions {
    let boxes = biomes
        .iter()
        .map(|biome| {
            let climate = &biome.climate;
            ClimateBox {
                relief: [climate.relief_min, climate.relief_max],
                moisture: [climate.moisture_min, climate.moisture_max],
            }
        })
        .collect();
    Regions::new(seed, def.biome_size_m, boxes)
}

/// A strate's biomes with their materials.
#[derive(Debug)]
pub(crate) struct BiomeTable {
    regions: Regions,
    /// Palette index per biome.
    materials: Vec<u16>,
    /// Palette index where there is no biome.
    material: u16,
    /// The strate's kinds of place, if there are several.
    lateral: Option<Regions>,
    /// Palette index per kind of place beside the strate's own; `None` shows what the strate's own shows.
    lateral_materials: Vec<Option<u16>>,
    block_m: f64,
    /// Sites of blocks lately asked for. What it holds never shows in a share, only in time.
    recent: Mutex<VecDeque<(IVec2, Arc<Sites>)>>,
}

/// Climate features along a block of remembered sites.
const FEATURES_PER_BLOCK: f64 = 2.0;
/// Blocks remembered.
const BLOCKS: usize = 64;

impl BiomeTable {
    /// Materials that do not exist show as the first of the palette; resolving has refused them already.
    pub(crate) fn new(assets: &Assets, def: &StrateDef, seed: u64, biomes: &[Arc<BiomeDef>]) -> Self {
        let palette = |id: &str| assets.materials.keys().position(|known| known == id).unwrap_or(0) as u16;
        Self {
            regions: regions(def, seed, biomes),
            materials: biomes.iter().map(|biome| palette(&biome.material)).collect(),
            material: def.material.as_deref().map_or(0, palette),
            lateral: archetypes::regions(def, seed).filter(|_| def.regions.iter().any(|region| region.material.is_some())),
            lateral_materials: def.regions.iter().map(|region| region.material.as_deref().map(palette)).collect(),
            block_m: f64::from(def.biome_size_m) * FEATURES_PER_BLOCK,
            recent: Mutex::default(),
        }
    }
    fn sites(&self, block: IVec2) -> Arc<Sites> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sites)) = recent.iter().find(|(key, _)| *key == block) {
            return Arc::clone(sites);
        }
        let min_m = block.as_dvec2() * self.block_m;
        let sites = Arc::new(self.regions.sites(min_m, min_m + self.block_m));
        if recent.len() >= BLOCKS {
            recent.pop_front();
        }
        recent.push_back((block, Arc::clone(&sites)));
        sites
    }
}

/// A strate's biomes being walked over.
#[derive(Debug)]
pub struct BiomeWalk<'a> {
    table: &'a BiomeTable,
    regions: RegionsWalk<'a>,
    lateral: Option<LateralWalk<'a>>,
    /// Sites of the block last asked for.
    sites: Option<(IVec2, Arc<Sites>)>,
    weights: Vec<f32>,
}

/// A strate's kinds of place being walked over.
#[derive(Debug)]
struct LateralWalk<'a> {
    regions: &'a Regions,
    walk: RegionsWalk<'a>,
    /// Sites of the block last asked for.
    sites: Option<(IVec2, Sites)>,
}

/// Edge of a block of sites that a walk keeps, metres.
const LATERAL_BLOCK_M: f64 = 32.0;

impl LateralWalk<'_> {
    fn weights(&mut self, xy_m: DVec2, out: &mut Vec<f32>) {
        let block = (xy_m / LATERAL_BLOCK_M).floor().as_ivec2();
        let min_m = block.as_dvec2() * LATERAL_BLOCK_M;
        let sites = match self.sites.take().filter(|(known, _)| *known == block) {
            Some(known) => self.sites.insert(known),
            None => self.sites.insert((block, self.regions.sites(min_m, min_m + LATERAL_BLOCK_M))),
        };
        self.walk.weights(&sites.1, xy_m, out);
    }
}

impl BiomeWalk<'_> {
    /// As [`World::biome_shares`].
    pub fn shares(&mut self, xy_m: DVec2, out: &mut Vec<BiomeShare>) {
        if let Some(sites) = self.sites_at(xy_m) {
            self.regions.weights(&sites, xy_m, &mut self.weights);
        }
        self.shares_by_weight(xy_m, out);
    }
    /// The shares of the weights found last, where there are several biomes.
    fn shares_by_weight(&mut self, xy_m: DVec2, out: &mut Vec<BiomeShare>) {
        self.of_biomes(out);
        self.with_regions(xy_m, out);
        if out.len() > 1 {
            out.sort_by(|a, b| b.weight.total_cmp(&a.weight).then((a.biome, a.material).cmp(&(b.biome, b.material))));
            out.truncate(MOST_SHARES);
            let total: f32 = out.iter().map(|share| share.weight).sum();
            for share in out {
                share.weight /= total;
            }
        }
    }
    fn block(&self, xy_m: DVec2) -> IVec2 {
        (xy_m / self.table.block_m).floor().as_ivec2()
    }
    /// The sites round a place; `None` where there are not several biomes.
    fn sites_at(&mut self, xy_m: DVec2) -> Option<Arc<Sites>> {
        (self.table.materials.len() > 1).then(|| self.sites_of(self.block(xy_m)))
    }
    fn sites_of(&mut self, block: IVec2) -> Arc<Sites> {
        let sites = match self.sites.take().filter(|(known, _)| *known == block) {
            Some(known) => self.sites.insert(known),
            None => self.sites.insert((block, self.table.sites(block))),
        };
        Arc::clone(&sites.1)
    }
    fn of_biomes(&mut self, out: &mut Vec<BiomeShare>) {
        out.clear();
        let table = self.table;
        match table.materials.as_slice() {
            [] => out.push(BiomeShare { biome: 0, material: table.material, weight: 1.0 }),
            [material] => out.push(BiomeShare { biome: 0, material: *material, weight: 1.0 }),
            materials => {
                for (i, (weight, material)) in self.weights.iter().zip(materials).enumerate().filter(|(_, (w, _))| **w > 0.0) {
                    out.push(BiomeShare { biome: i as u16, material: *material, weight: *weight });
                }
            }
        }
    }
    /// Gives regions that have a material of their own their share.
    fn with_regions(&mut self, xy_m: DVec2, out: &mut Vec<BiomeShare>) {
        let Some(lateral) = &mut self.lateral else { return };
        lateral.weights(xy_m, &mut self.weights);
        let others = self.weights.iter().skip(1).zip(&self.table.lateral_materials);
        let shown = others.filter_map(|(weight, material)| Some((*weight, (*material)?))).filter(|(weight, _)| *weight > 0.0);
        let shown: Vec<(f32, u16)> = shown.collect();
        let left = 1.0 - shown.iter().map(|(weight, _)| weight).sum::<f32>();
        out.iter_mut().for_each(|share| share.weight *= left);
        out.retain(|share| share.weight > 0.0);
        out.extend(shown.into_iter().map(|(weight, material)| BiomeShare { biome: 0, material, weight }));
    }
}

/// A strate's biomes over a rectangle of columns.
#[derive(Debug)]
pub struct BiomeColumns<'a> {
    voxel: VoxelSize,
    columns: ColumnBox,
    regions: RegionsColumns<'a>,
    walk: BiomeWalk<'a>,
}

impl BiomeColumns<'_> {
    /// As [`World::biome_shares`], at a column by its index in the rectangle.
    pub fn shares(&mut self, index: UVec2, out: &mut Vec<BiomeShare>) {
        let xy_m = self.columns.position_m(self.voxel, index);
        // Most places are of one biome, and of one kind of place.
        if let Some((biome, material)) = self.alone(index, xy_m) {
            out.clear();
            out.push(BiomeShare { biome: biome as u16, material, weight: 1.0 });
            return;
        }
        if let Some(sites) = self.walk.sites_at(xy_m) {
            self.regions.weights(&sites, index, &mut self.walk.weights);
        }
        self.walk.shares_by_weight(xy_m, out);
    }
    /// The biome that alone shows at a column, with its material, if there are several and that can be told soon.
    #[inline]
    fn alone(&mut self, index: UVec2, xy_m: DVec2) -> Option<(usize, u16)> {
        let Self { regions, walk, .. } = self;
        if walk.lateral.is_some() {
            return None;
        }
        let biome = match regions.known_alone(index) {
            Some(biome) => biome,
            None => regions.alone(&*walk.sites_at(xy_m)?, index)?,
        };
        Some((biome, *walk.table.materials.get(biome)?))
    }
}
