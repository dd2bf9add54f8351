//! The terrain of a part of a strate as one mesh in world metres.

use field::Proofs;
use glam::Vec3;
use stream::{BuildScratch, Indices, TileContent, TileKey, build_tile};
use world::{StrateIndex, World};

/// Most tiles of one export.
const MAX_TILES: i64 = 4096;

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// No such strate, or a level that is not meshed there.
    #[error("{0}")]
    Invalid(String),
    /// Too much at once.
    #[error("{wanted} tiles asked for, at most {MAX_TILES} are allowed: choose a coarser level or a smaller reach")]
    TooLarge {
        /// Tiles the request needs.
        wanted: i64,
    },
}

/// A mesh; Z is up, triangles are counter-clockwise seen from the air.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// World metres.
    pub positions: Vec<Vec3>,
    /// Unit, into the air.
    pub normals: Vec<Vec3>,
    /// Three vertices each.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The terrain of a strate within `reach_m` of its spine in x and y, at one level.
    ///
    /// # Errors
    /// No such strate, a level it is not meshed at, or more than 4096 tiles.
    pub fn of_strate(world: &World, strate: StrateIndex, level: u8, reach_m: f64) -> Result<Self, ExportError> {
        let found = world
            .strates()
            .get(usize::from(strate.0))
            .ok_or_else(|| ExportError::Invalid(format!("there is no strate {}", strate.0)))?;
        if level > found.coarsest_level {
            return Err(ExportError::Invalid(format!(
                "strate {} is meshed at levels 0 to {}, not {level}",
                strate.0, found.coarsest_level
            )));
        }
        let span = 32 << level;
        let cell_m = world.voxel().metres() * (1 << level) as f32;
        let side = (reach_m / (f64::from(cell_m) * 32.0)).ceil().clamp(1.0, 1024.0) as i32;
        let (low, high) = (found.bands.bottom.div_euclid(span), (found.bands.top - 1).div_euclid(span));
        let wanted = i64::from(side * 2) * i64::from(side * 2) * i64::from(high - low + 1);
        if wanted > MAX_TILES {
            return Err(ExportError::TooLarge { wanted });
        }
        let mut mesh = Self::default();
        let mut scratch = BuildScratch::default();
        for z in low..=high {
            for y in -side..side {
                for x in -side..side {
                    let key = TileKey { level, strate, x, y, z };
                    if let TileContent::Mesh(tile) = build_tile(world, key, Proofs::On, &mut scratch) {
                        let origin = world.voxel().position_m(tile.origin).as_vec3();
                        mesh.append(&tile, origin, cell_m);
                    }
                }
            }
        }
        Ok(mesh)
    }

    fn append(&mut self, tile: &stream::TileMesh, origin: Vec3, cell_m: f32) {
        let first = self.positions.len() as u32;
        for vertex in &tile.vertices {
            let cells = Vec3::from_array(vertex.position.map(f32::from)) / 256.0;
            self.positions.push(origin + cells * cell_m);
            let [x, y, z, _] = vertex.normal.map(f32::from);
            self.normals.push(Vec3::new(x, y, z).normalize_or(Vec3::Z));
        }
        let regular = tile.regular as usize;
        let indices: Vec<u32> = match &tile.indices {
            Indices::U16(list) => list.iter().take(regular).map(|&i| u32::from(i)).collect(),
            Indices::U32(list) => list.iter().take(regular).copied().collect(),
        };
        self.triangles.extend(indices.chunks_exact(3).map(|t| [first + t[0], first + t[1], first + t[2]]));
    }
}
