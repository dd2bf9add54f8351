//! Biomes: climate, warped Voronoi cells and weights; pure functions of XY.

use crate::defs::{BiomeDef, StrateDef};
use crate::{Assets, StrateIndex, World, archetypes};
use field::ColumnBox;
use field::regions::{ClimateBox, Regions, RegionsColumns};
use glam::{DVec2, UVec2};
use std::sync::Arc;

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
        let table = &*self.strate(strate).biomes;
        let [mut of_biomes, mut of_kinds] = [Vec::new(), Vec::new()];
        table.regions.weights(xy_m, &mut of_biomes);
        if let Some(lateral) = &table.lateral {
            lateral.weights(xy_m, &mut of_kinds);
        }
        table.shares(&of_biomes, &of_kinds, out);
    }
    /// For the shares of the columns of a rectangle.
    pub fn biome_columns(&self, strate: StrateIndex, columns: ColumnBox) -> BiomeColumns<'_> {
        let (voxel, table) = (self.voxel(), &*self.strate(strate).biomes);
        let lateral = table.lateral.as_ref().map(|regions| regions.columns(voxel, &columns));
        BiomeColumns {
            table,
            regions: table.regions.columns(voxel, &columns),
            lateral,
            of_biomes: Vec::new(),
            of_kinds: Vec::new(),
        }
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
}

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
        }
    }
    /// The shares, as of [`World::biome_shares`], that the weights of biomes and of kinds of place amount to; those of kinds may be missing.
    fn shares(&self, of_biomes: &[f32], of_kinds: &[f32], out: &mut Vec<BiomeShare>) {
        out.clear();
        match self.materials.as_slice() {
            [] => out.push(BiomeShare { biome: 0, material: self.material, weight: 1.0 }),
            materials => {
                for (i, (weight, material)) in of_biomes.iter().zip(materials).enumerate().filter(|(_, (w, _))| **w > 0.0) {
                    out.push(BiomeShare { biome: i as u16, material: *material, weight: *weight });
                }
            }
        }
        self.show_kinds(of_kinds, out);
        if out.len() > 1 {
            out.sort_by(|a, b| b.weight.total_cmp(&a.weight).then((a.biome, a.material).cmp(&(b.biome, b.material))));
            out.truncate(MOST_SHARES);
            let total: f32 = out.iter().map(|share| share.weight).sum();
            for share in out {
                share.weight /= total;
            }
        }
    }
    /// Gives kinds of place that have a material of their own their share.
    fn show_kinds(&self, of_kinds: &[f32], out: &mut Vec<BiomeShare>) {
        let others = of_kinds.iter().skip(1).zip(&self.lateral_materials);
        let shown = others.filter_map(|(weight, material)| Some((*weight, (*material)?))).filter(|(weight, _)| *weight > 0.0);
        let left = 1.0 - shown.clone().map(|(weight, _)| weight).sum::<f32>();
        out.iter_mut().for_each(|share| share.weight *= left);
        out.retain(|share| share.weight > 0.0);
        out.extend(shown.map(|(weight, material)| BiomeShare { biome: 0, material, weight }));
    }
}

/// A strate's biomes over a rectangle of columns.
#[derive(Debug)]
pub struct BiomeColumns<'a> {
    table: &'a BiomeTable,
    regions: RegionsColumns<'a>,
    lateral: Option<RegionsColumns<'a>>,
    /// Weights of biomes and of kinds of place at the column last asked for.
    of_biomes: Vec<f32>,
    of_kinds: Vec<f32>,
}

impl BiomeColumns<'_> {
    /// As [`World::biome_shares`], at a column by its index in the rectangle.
    pub fn shares(&mut self, index: UVec2, out: &mut Vec<BiomeShare>) {
        let Self { table, regions, lateral, of_biomes, of_kinds } = self;
        if let Some(lateral) = lateral {
            lateral.weights(index, of_kinds);
        } else if let Some((biome, material)) = regions.alone(index).and_then(|biome| Some((biome, *table.materials.get(biome)?)))
        {
            // Most places are of one biome.
            out.clear();
            out.push(BiomeShare { biome: biome as u16, material, weight: 1.0 });
            return;
        }
        regions.weights(index, of_biomes);
        table.shares(of_biomes, of_kinds, out);
    }
}
