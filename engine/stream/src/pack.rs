//! From a surface to upload-ready buffers: quantised vertices with a pair of materials each, and narrow indices.
//!
//! *Order.* A packed vertex has the number of its surface vertex. Where triangles of several pairs of materials meet at one, it is there in
//! further **forms**, one for each other pair, after all surface vertices. One that no triangle uses keeps its place, under no pair in
//! particular.

use crate::{Indices, TerrainVertex, TileKey, TileMesh};
use field::ColumnBox;
use glam::UVec2;
use std::ops::Range;
use surface::{Surface, SurfaceVertex, TILE_CELLS};
use world::World;
use world::biome::{BiomeColumns, BiomeShare};

/// Lattice columns along a tile's edge.
const COLUMNS: usize = TILE_CELLS + 1;
/// Shares of a triangle: at most four at each corner.
const MOST_SHARES: usize = 12;
/// Vertices that 16 bits can number.
const NARROW: usize = 1 << 16;

/// What a lattice column shows: the one material of all its shares, or, from [`MIXED`] on, the number of a mixture.
type Shown = u16;
const MIXED: Shown = 256;
const UNASKED: Shown = Shown::MAX;

/// Two materials, the lower first; equal where there is but one.
type Pair = [u8; 2];

/// Reusable memory.
#[derive(Default)]
pub struct PackScratch {
    shares: Shares,
    forms: Forms,
    /// Triangles by the numbers of forms.
    formed: Vec<[u32; 3]>,
}

/// Packs a surface that is not empty, with unit normals and ratios of 0 to 1. Biomes change over tens of metres, so a vertex takes the
/// shares of its nearest lattice column.
pub fn pack(world: &World, key: TileKey, surface: &Surface, scratch: &mut PackScratch) -> TileMesh {
    let columns = ColumnBox { origin: key.node().origin().truncate(), level: key.level, size: UVec2::splat(COLUMNS as u32) };
    let PackScratch { shares, forms, formed } = scratch;
    shares.look_up(world.biome_columns(key.strate, columns), &surface.vertices);
    let (vertices, indices) = match shares.alone() {
        Some(material) => of_one(material, surface),
        None => of_several(shares, surface, forms, formed),
    };
    let regular = 3 * surface.regular.len() as u32;
    let mut end = regular;
    let strips = std::array::from_fn(|face| {
        let first = end;
        end += 3 * surface.transitions[face].len() as u32;
        first..end
    });
    TileMesh { key, origin: key.node().origin(), vertices, indices, regular, strips }
}

/// All triangles of a surface, those of the strips last, face by face.
fn triangles(surface: &Surface) -> impl Iterator<Item = &[[u32; 3]]> + Clone {
    std::iter::once(surface.regular.as_slice()).chain(surface.transitions.iter().map(Vec::as_slice))
}

/// The corners of triangles, as narrow as so many vertices allow.
fn numbers<'a>(triangles: impl Iterator<Item = &'a [[u32; 3]]> + Clone, n_vertices: usize) -> Indices {
    let count = triangles.clone().map(|part| 3 * part.len()).sum();
    if n_vertices <= NARROW {
        let mut indices = Vec::with_capacity(count);
        triangles.for_each(|part| indices.extend(part.as_flattened().iter().map(|index| *index as u16)));
        Indices::U16(indices)
    } else {
        let mut indices = Vec::with_capacity(count);
        triangles.for_each(|part| indices.extend_from_slice(part.as_flattened()));
        Indices::U32(indices)
    }
}

/// The vertices and indices of a surface that shows one material.
fn of_one(material: u8, surface: &Surface) -> (Vec<TerrainVertex>, Indices) {
    let vertices: Vec<TerrainVertex> = surface.vertices.iter().map(|vertex| quantised(vertex, [material; 2], 0.0)).collect();
    let indices = numbers(triangles(surface), vertices.len());
    (vertices, indices)
}

/// Those of one that shows several.
fn of_several(
    shares: &Shares,
    surface: &Surface,
    forms: &mut Forms,
    formed: &mut Vec<[u32; 3]>,
) -> (Vec<TerrainVertex>, Indices) {
    forms.clear(surface.vertices.len());
    formed.clear();
    for part in triangles(surface) {
        formed.extend(part.iter().map(|corners| {
            let pair = shares.pair(corners.map(|corner| shares.of_vertex[corner as usize]));
            corners.map(|corner| forms.of(corner, pair))
        }));
    }
    let mut vertices = Vec::with_capacity(forms.first.len() + forms.further.len());
    let first = (0..).zip(&forms.first).map(|(corner, pair)| (corner, pair.unwrap_or_default()));
    let further = forms.further.iter().map(|form| (form.corner, form.pair));
    let formed_as = |(corner, pair): (u32, Pair)| {
        let corner = corner as usize;
        quantised(&surface.vertices[corner], pair, shares.weight(shares.of_vertex[corner], pair))
    };
    vertices.extend(first.map(formed_as));
    vertices.extend(further.map(formed_as));
    let indices = numbers(std::iter::once(formed.as_slice()), vertices.len());
    (vertices, indices)
}

/// What the vertices of a surface show.
#[derive(Default)]
struct Shares {
    /// By lattice column, x fastest.
    shown: Vec<Shown>,
    /// Of each mixture, its shares among those of all.
    mixtures: Vec<Range<usize>>,
    shares: Vec<BiomeShare>,
    asked: Vec<BiomeShare>,
    /// What the column nearest to each surface vertex shows.
    of_vertex: Vec<Shown>,
}

impl Shares {
    /// Looks up what is shown at every vertex.
    fn look_up(&mut self, mut biomes: BiomeColumns<'_>, vertices: &[SurfaceVertex]) {
        self.shown.clear();
        self.shown.resize(COLUMNS * COLUMNS, UNASKED);
        self.mixtures.clear();
        self.shares.clear();
        self.of_vertex.clear();
        for vertex in vertices {
            let [x, y] = [vertex.position.x, vertex.position.y].map(|cells| (cells + 0.5) as usize);
            let mut shown = self.shown[y * COLUMNS + x];
            if shown == UNASKED {
                biomes.shares(UVec2::new(x as u32, y as u32), &mut self.asked);
                shown = self.found();
                self.shown[y * COLUMNS + x] = shown;
            }
            self.of_vertex.push(shown);
        }
    }

    /// What the shares that were asked for show.
    fn found(&mut self) -> Shown {
        let first = self.asked.first().map_or(0, |share| palette_byte(share.material));
        if self.asked.iter().all(|share| palette_byte(share.material) == first) {
            return Shown::from(first);
        }
        let start = self.shares.len();
        self.shares.append(&mut self.asked);
        self.mixtures.push(start..self.shares.len());
        MIXED + (self.mixtures.len() - 1) as Shown
    }

    /// The material that all vertices show, if they do.
    fn alone(&self) -> Option<u8> {
        let first = *self.of_vertex.first()?;
        let is_alone = self.of_vertex.iter().all(|shown| *shown == first);
        is_alone.then(|| u8::try_from(first).ok())?
    }

    /// What a column shows, as shares of palette entries.
    fn palette(&self, shown: Shown) -> impl Iterator<Item = (u8, f32)> {
        let material = u8::try_from(shown).ok();
        let mixture = if material.is_some() { None } else { self.mixtures.get(usize::from(shown - MIXED)) };
        let shares = mixture.map_or(&[][..], |range| &self.shares[range.clone()]);
        material
            .map(|material| (material, 1.0))
            .into_iter()
            .chain(shares.iter().map(|share| (palette_byte(share.material), share.weight)))
    }

    /// The two palette entries with the largest sums over the corners (ties: lower index).
    #[inline]
    fn pair(&self, corners: [Shown; 3]) -> Pair {
        match u8::try_from(corners[0]) {
            // Most triangles lie within one biome.
            Ok(material) if corners[1] == corners[0] && corners[2] == corners[0] => [material; 2],
            _ => self.mixed_pair(corners),
        }
    }

    fn mixed_pair(&self, corners: [Shown; 3]) -> Pair {
        let mut sums = [(0u8, 0.0f32); MOST_SHARES];
        let mut count = 0;
        for (material, weight) in corners.into_iter().flat_map(|shown| self.palette(shown)) {
            match sums[..count].iter_mut().find(|(known, _)| *known == material) {
                Some((_, sum)) => *sum += weight,
                None if count < MOST_SHARES => {
                    sums[count] = (material, weight);
                    count += 1;
                }
                None => {}
            }
        }
        let is_before = |a: (u8, f32), b: (u8, f32)| a.1 > b.1 || a.1 == b.1 && a.0 < b.0;
        let (mut first, mut second) = (None, None);
        for sum in sums.into_iter().take(count) {
            if first.is_none_or(|first| is_before(sum, first)) {
                (first, second) = (Some(sum), first);
            } else if second.is_none_or(|second| is_before(sum, second)) {
                second = Some(sum);
            }
        }
        match (first, second) {
            (Some((a, _)), Some((b, _))) => [a.min(b), a.max(b)],
            (Some((only, _)), None) => [only, only],
            (None, _) => [0, 0],
        }
    }

    /// Share of a pair's second material in both, as a column shows them.
    fn weight(&self, shown: Shown, pair: Pair) -> f32 {
        if pair[0] == pair[1] {
            return 0.0;
        }
        let of = |wanted: u8| {
            self.palette(shown).filter(|(material, _)| *material == wanted).fold(0.0, |sum, (_, weight)| sum + weight)
        };
        let [first, second] = pair.map(of);
        if first + second > 0.0 { second / (first + second) } else { 0.0 }
    }
}

/// The forms that vertices take, one per pair of materials.
#[derive(Default)]
struct Forms {
    /// Of each surface vertex, the pair it takes where it is first used.
    first: Vec<Option<Pair>>,
    /// The latest further form of each surface vertex, counted among the further ones; empty while there are none.
    latest: Vec<Option<u32>>,
    further: Vec<Further>,
}

struct Further {
    corner: u32,
    pair: Pair,
    earlier: Option<u32>,
}

impl Forms {
    /// Begins with a surface of so many vertices.
    fn clear(&mut self, n_vertices: usize) {
        self.first.clear();
        self.first.resize(n_vertices, None);
        self.latest.clear();
        self.further.clear();
    }

    /// Number of the form that a surface vertex takes under a pair, made on first use.
    #[inline]
    fn of(&mut self, corner: u32, pair: Pair) -> u32 {
        let first = self.first[corner as usize].get_or_insert(pair);
        if *first == pair { corner } else { self.further(corner, pair) }
    }

    fn further(&mut self, corner: u32, pair: Pair) -> u32 {
        let n = self.first.len();
        self.latest.resize(n, None);
        let mut known = self.latest[corner as usize];
        while let Some(number) = known {
            let form = &self.further[number as usize];
            if form.pair == pair {
                return n as u32 + number;
            }
            known = form.earlier;
        }
        let number = self.further.len() as u32;
        self.further.push(Further { corner, pair, earlier: self.latest[corner as usize].replace(number) });
        n as u32 + number
    }
}

/// A palette holds at most 256 entries; further ones show as the last.
fn palette_byte(material: u16) -> u8 {
    material.min(255) as u8
}

#[inline]
fn quantised(vertex: &SurfaceVertex, pair: Pair, weight: f32) -> TerrainVertex {
    // By addition: conversions that saturate take longer than all the rest.
    let nearest = |n: f32| (n + surface::NEAREST).to_bits();
    let place = |cells: f32| nearest(cells * surface::SUBCELLS as f32) as u16;
    let byte = |ratio: f32| nearest(ratio * 255.0) as u8;
    let signed = |n: f32| nearest(n * 127.0) as i8;
    let (position, normal) = (vertex.position, vertex.normal);
    TerrainVertex {
        position: [place(position.x), place(position.y), place(position.z)],
        materials: u16::from_le_bytes(pair),
        normal: [signed(normal.x), signed(normal.y), signed(normal.z), 0],
        surface: [byte(vertex.openness), byte(weight), byte(normal.z * 0.5 + 0.5), 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_vertex_takes_one_form_per_pair() {
        let mut forms = Forms::default();
        forms.clear(2);
        assert_eq!([[3, 3], [3, 4], [4, 9], [3, 4], [3, 3]].map(|pair| forms.of(1, pair)), [1, 2, 3, 2, 1]);
        assert_eq!(forms.of(0, [3, 4]), 0);
        forms.clear(1);
        assert_eq!(forms.of(0, [3, 4]), 0, "another surface begins anew");
    }

    #[test]
    fn a_triangle_takes_the_two_largest_sums_and_of_equals_the_lower() {
        let share = |material: u16, weight: f32| BiomeShare { biome: 0, material, weight };
        let mut shares = Shares::default();
        let mut mixed = |of: &[BiomeShare]| {
            shares.asked = of.to_vec();
            shares.found()
        };
        let (even, three) = (mixed(&[share(7, 0.5), share(2, 0.5)]), mixed(&[share(5, 0.5), share(2, 0.3), share(9, 0.2)]));
        assert_eq!(mixed(&[share(4, 0.8), share(4, 0.2)]), 4, "one material, however many biomes");
        assert_eq!(shares.pair([4; 3]), [4, 4]);
        assert_eq!(shares.pair([even; 3]), [2, 7]);
        assert_eq!(shares.pair([three; 3]), [2, 5]);
        assert_eq!(shares.pair([9, 7, 2]), [2, 7], "of three equals the two lowest");
        assert_eq!(shares.pair([9, 9, three]), [5, 9]);
        assert_eq!(shares.weight(three, [2, 5]), 0.5 / (0.3 + 0.5));
        assert_eq!(shares.weight(9, [2, 5]), 0.0, "shows neither");
    }

    #[test]
    fn indices_are_as_narrow_as_the_vertices_allow() {
        let triangle = [[0, 1, 65_535]];
        assert_eq!(numbers(std::iter::once(&triangle[..]), NARROW), Indices::U16(vec![0, 1, 65_535]));
        assert_eq!(numbers(std::iter::once(&triangle[..]), NARROW + 1), Indices::U32(vec![0, 1, 65_535]));
    }

    #[test]
    fn quantised_numbers_keep_their_ends() {
        let vertex = |normal: Vec3, openness: f32| SurfaceVertex { position: Vec3::new(0.0, 32.0, 0.5), normal, openness };
        let up = quantised(&vertex(Vec3::Z, 1.0), [1, 2], 1.0);
        assert_eq!((up.position, up.normal, up.surface), ([0, 8192, 128], [0, 0, 127, 0], [255, 255, 255, 0]));
        let down = quantised(&vertex(Vec3::new(-0.8, 0.0, -0.6), 0.0), [1, 2], 0.25);
        assert_eq!((down.materials, down.normal, down.surface), (0x0201, [-102, 0, -76, 0], [0, 64, 51, 0]));
    }
}
