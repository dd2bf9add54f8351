//! Lateral regions: several whole fields beside each other, their densities blended at the borders.
//!
//! ```text
//!   region 0   |  blend  |   region 1       density = sum of weight * clamp(density of region, ±4 m)
//!   ----------- ~~~~~~~~~ -----------
//! ```
//!
//! Weights depend on XY alone ([`Regions`]); densities are blended, never parameters. Where one region alone weighs, the others are not
//! even asked.

use super::heights::ColumnBox;
use crate::chain::Chain;
use crate::index::BoxIndex;
use crate::operator::{Nature, Role};
use crate::regions::{Regions, Sites};
use crate::{Channels, Interval, Operator, Prepared, Record, Row, SampleBox, Stack, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3};
use std::cell::OnceCell;
use std::sync::Arc;

/// Densities are held within this before they are blended, metres.
const CLAMP_M: f32 = 4.0;
/// Above this many columns a bound takes every weight for possible: proving them would cost more than it saves.
const MOST_COLUMNS: usize = 40 * 40;
/// What rounding may add to a blended density, metres.
const ROUNDING_M: f32 = 1e-4;

/// The operator: writes Density, ignoring what comes in.
#[derive(Clone, Debug)]
pub struct Lateral {
    regions: Regions,
    stacks: Vec<Stack>,
}

pub(super) static RECORD: Record = Record {
    name: "lateral_regions",
    role: Role::Root,
    nature: Nature::Transformative,
    reads: Channels { density: false, shape: false },
    writes: Channels { density: true, shape: false },
    provides: &[],
    requires: &[],
    doc: "Several kinds of place beside each other: their densities, held within 4 m, are blended by weights of warped cells.",
};

impl Lateral {
    /// One field per region; a region without a field is solid rock.
    pub fn new(regions: Regions, stacks: Vec<Stack>) -> Self {
        Self { regions, stacks }
    }
    /// Weight of every region at a place, summing to 1.
    pub fn weights(&self, at_m: DVec2) -> Vec<f32> {
        let mut weights = Vec::new();
        self.regions.weights(at_m, &mut weights);
        weights
    }
    /// A region's density as it is blended.
    #[inline(always)]
    fn held(density: f32) -> f32 {
        ops::clamp(ops::without_negative_zero(density), -CLAMP_M, CLAMP_M)
    }
}

impl Operator for Lateral {
    fn record(&self) -> &'static Record {
        &RECORD
    }
    fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
        let weights = self.weights(p.truncate().as_dvec2() * f64::from(voxel.metres()));
        let blended = self.stacks.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
        let density = blended.fold(0.0, |sum, (stack, weight)| sum + weight * Self::held(stack.density(p)));
        Channels { density, ..incoming }
    }
    fn clear_of(&self, voxel: VoxelSize, taken: &Arc<BoxIndex>) -> Option<Arc<dyn Operator>> {
        // A region's own operators in the same order make a legal stack again.
        let cleared = |stack: &Stack| Stack::new(voxel, stack.operators_clear_of(taken)).unwrap_or_else(|_| stack.clone());
        Some(Arc::new(Self { regions: self.regions.clone(), stacks: self.stacks.iter().map(cleared).collect() }))
    }
    fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
        let parts = self.stacks.iter().map(|stack| Part { chain: Chain::new(stack, domain), is_active: Vec::new() });
        Box::new(PreparedLateral {
            source: self,
            voxel,
            domain: *domain,
            parts: parts.collect(),
            sites: OnceCell::new(),
            weights: OnceCell::new(),
            density: Vec::new(),
            shape: Vec::new(),
            row_weights: Vec::new(),
        })
    }
}

/// One region's field.
struct Part<'a> {
    chain: Chain<'a>,
    /// Per operator, for the rows that follow; empty until a box was announced: all of them.
    is_active: Vec<bool>,
}

struct PreparedLateral<'a> {
    source: &'a Lateral,
    voxel: VoxelSize,
    domain: SampleBox,
    parts: Vec<Part<'a>>,
    sites: OnceCell<Sites>,
    weights: OnceCell<Weights>,
    density: Vec<f32>,
    shape: Vec<f32>,
    row_weights: Vec<f32>,
}

/// Weights over the columns of a domain.
enum Weights {
    /// One region owns it all.
    Alone(usize),
    /// Region by region, columns x fastest.
    Columns(Vec<Vec<f32>>),
}

impl PreparedLateral<'_> {
    fn position_m(&self, at: IVec2) -> DVec2 {
        at.as_dvec2() * f64::from(self.voxel.metres())
    }
    fn sites(&self) -> &Sites {
        self.sites.get_or_init(|| {
            let [min_m, max_m] = [self.domain.origin, self.domain.last()].map(|p| self.position_m(p.truncate()));
            self.source.regions.sites(min_m, max_m)
        })
    }
    /// The region that alone weighs in a box, if that can be told without looking at its columns.
    fn alone(&self, part: &SampleBox) -> Option<usize> {
        let (middle, reach) = part.middle_and_reach();
        let reach_m = reach.truncate().length() * self.voxel.metres();
        self.source.regions.walk().alone(self.sites(), self.position_m(middle.truncate()), reach_m)
    }
    fn weights(&self) -> &Weights {
        self.weights.get_or_init(|| {
            if let Some(region) = self.alone(&self.domain) {
                return Weights::Alone(region);
            }
            let sites = self.sites();
            let mut walk = self.source.regions.walk();
            let mut here = Vec::new();
            let mut columns = vec![Vec::new(); self.parts.len()];
            for at_m in ColumnBox::of(&self.domain).positions_m(self.voxel) {
                walk.weights(sites, at_m, &mut here);
                columns.iter_mut().zip(&here).for_each(|(column, weight)| column.push(*weight));
            }
            Weights::Columns(columns)
        })
    }
    /// Offset of a sample's column, and the number of columns in a row of them.
    fn column(&self, at: IVec2) -> (usize, usize) {
        let index = ((at - self.domain.origin.truncate()) / self.domain.step()).as_uvec2();
        let row = self.domain.size.x as usize;
        (index.y as usize * row + index.x as usize, row)
    }
    /// Encloses a region's weights in a box.
    fn weight(&self, region: usize, part: &SampleBox, alone: Option<usize>) -> Interval {
        if let Some(alone) = alone {
            return Interval::point(if alone == region { 1.0 } else { 0.0 });
        }
        if self.domain.size.x as usize * self.domain.size.y as usize > MOST_COLUMNS || part.level != self.domain.level {
            return Interval { lo: 0.0, hi: 1.0 };
        }
        match self.weights() {
            Weights::Alone(alone) => Interval::point(if *alone == region { 1.0 } else { 0.0 }),
            Weights::Columns(columns) => {
                let (first, row) = self.column(part.origin.truncate());
                let of_region = columns.get(region).map(Vec::as_slice).unwrap_or_default();
                let rows =
                    (0..part.size.y as usize).filter_map(|y| of_region.get(first + y * row..)?.get(..part.size.x as usize));
                let start = Interval { lo: f32::INFINITY, hi: f32::NEG_INFINITY };
                rows.flatten().fold(start, |all, w| Interval { lo: ops::min(*w, all.lo), hi: ops::max(*w, all.hi) })
            }
        }
    }
    /// Fills in the weights of a row for one region; false if it weighs nothing there.
    fn weigh_row(&mut self, region: usize, start: IVec3, n: usize) -> bool {
        let (first, _) = self.column(start.truncate());
        let mut weights = std::mem::take(&mut self.row_weights);
        weights.clear();
        match self.weights() {
            Weights::Alone(alone) => weights.resize(n, if *alone == region { 1.0 } else { 0.0 }),
            Weights::Columns(columns) => {
                weights.extend_from_slice(columns.get(region).and_then(|column| column.get(first..first + n)).unwrap_or_default())
            }
        }
        self.row_weights = weights;
        self.row_weights.iter().any(|weight| *weight > 0.0)
    }
}

impl Prepared for PreparedLateral<'_> {
    fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
        let alone = self.alone(part);
        let none = Interval { lo: f32::INFINITY, hi: f32::NEG_INFINITY };
        let (mut hull, mut sum) = (none, Interval::point(0.0));
        for (region, of_region) in self.parts.iter().enumerate() {
            let weight = self.weight(region, part, alone);
            if weight.hi <= 0.0 {
                continue;
            }
            let density = of_region.chain.bound(part, |_, _| {}).density;
            let held = Interval { lo: Lateral::held(density.lo), hi: Lateral::held(density.hi) };
            hull = hull.hull(held);
            sum = sum + weight * held;
        }
        if alone.is_some() {
            return Channels { density: sum, ..incoming };
        }
        // A mean of the regions' densities, whose weights sum to 1 but for rounding.
        Channels { density: hull.widen(ROUNDING_M).intersect(sum.widen(ROUNDING_M)), ..incoming }
    }
    fn is_inert(&self, _part: &SampleBox, _incoming: Channels<Interval>) -> bool {
        false
    }
    fn focus(&mut self, part: &SampleBox) {
        let alone = self.alone(part);
        for region in 0..self.parts.len() {
            if self.weight(region, part, alone).hi <= 0.0 {
                continue;
            }
            let Some(Part { chain, is_active }) = self.parts.get_mut(region) else { continue };
            is_active.clear();
            chain.bound(part, |n, incoming| is_active.push(!chain.get(n).is_inert(part, incoming)));
            chain.ready_mut().filter(|(n, _)| is_active.get(*n) != Some(&false)).for_each(|(_, op)| op.focus(part));
        }
    }
    fn row(&mut self, row: Row<'_>) {
        let Row { start, step, density, .. } = row;
        density.fill(0.0);
        for region in 0..self.parts.len() {
            if !self.weigh_row(region, start, density.len()) {
                continue;
            }
            let Self { parts, density: own, shape, row_weights, .. } = self;
            let Some(Part { chain, is_active }) = parts.get_mut(region) else { continue };
            own.clear();
            own.resize(density.len(), Channels::START.density);
            shape.clear();
            shape.resize(density.len(), Channels::START.shape);
            if is_active.is_empty() {
                (0..chain.len()).for_each(|n| {
                    chain.get(n);
                });
            }
            for (_, op) in chain.ready_mut().filter(|(n, _)| is_active.get(*n) != Some(&false)) {
                op.row(Row { start, step, density: own, shape });
            }
            for ((sum, weight), own) in density.iter_mut().zip(row_weights.iter()).zip(own.iter()) {
                if *weight > 0.0 {
                    *sum += weight * Lateral::held(*own);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{self, Surroundings};
    use crate::hash::{Rolls, Tag};
    use crate::operators::heights::Between;
    use crate::operators::network::{Network, NetworkSpec};
    use crate::operators::slab::{Slab, SlabSpec};
    use crate::operators::{Carve, Root, RoughnessOnDensity};
    use crate::{FillScratch, Fractal, Proofs, Verdict};
    use glam::UVec3;

    const VOXEL: VoxelSize = VoxelSize::DEFAULT;

    fn plain(floor_m: f32) -> Stack {
        let spec = SlabSpec {
            floor_m,
            ceiling_m: floor_m + 21.0,
            floor_relief_m: 2.0,
            floor_frequency: 0.02,
            ceiling_relief_m: 4.0,
            ceiling_frequency: 0.03,
        };
        let slab = Arc::new(Slab::new(7, spec));
        let rough = RoughnessOnDensity::new(Fractal::sum(3, Tag::RoughnessOnDensity, 0.2, 3), 0.3);
        Stack::new(VOXEL, vec![Arc::new(Root::Void), Arc::new(Between::new(slab)), Arc::new(rough)]).expect("legal")
    }

    fn rooms() -> Stack {
        let spec = NetworkSpec {
            content_m: 64.0,
            cell_m: 30.0,
            room_chance: 0.8,
            room_radius_m: [4.0, 10.0],
            room_height_ratio: 0.85,
            floor_cut: 0.75,
            hub_radius_m: 12.0,
            tunnel_radius_m: [1.6, 2.2],
            winding_m: 3.0,
            loop_chance: 0.25,
            fillet_m: 1.2,
            floor_relief_m: 0.5,
            floor_frequency: 0.12,
            roughness_m: 0.3,
            roughness_frequency: 0.25,
        };
        let network = Network::new(5, spec, None);
        Stack::new(VOXEL, vec![Arc::new(Root::Rock), Arc::new(network), Arc::new(Carve { width_m: 0.0 })]).expect("legal")
    }

    fn lateral(shares: &[f32]) -> Lateral {
        let stacks = [plain(16.0), rooms(), plain(28.0)].into_iter().take(shares.len()).collect();
        Lateral::new(Regions::by_share(11, 64.0, shares.to_vec()), stacks)
    }

    fn around(n_boxes: u32) -> Surroundings {
        Surroundings { around: IVec3::new(0, 0, 110), spread: IVec3::new(700, 700, 120), n_boxes, ..Surroundings::default() }
    }

    #[test]
    fn regions_conform_near_and_far() {
        for shares in [&[1.0, 1.0][..], &[0.4, 1.0, 0.3], &[1.0]] {
            let near = conformance::check(&lateral(shares), &around(60)).expect("conforms");
            assert!(near.active > 0 && near.vacuous == 0, "{near:?}");
            let far = Surroundings { around: IVec3::new(130_003, -129_991, 110), ..around(20) };
            conformance::check(&lateral(shares), &far).expect("conforms far out");
        }
    }

    #[test]
    fn every_region_owns_land_and_borders_are_blended() {
        let lateral = lateral(&[1.0, 1.0, 1.0]);
        let mut rolls = Rolls::new(4, Tag::Test, IVec3::ZERO);
        let (mut owned, mut blended) = ([0; 3], 0);
        for _ in 0..600 {
            let at = DVec2::new(f64::from(rolls.range(-2e3, 2e3)), f64::from(rolls.range(-2e3, 2e3)));
            let weights = lateral.weights(at);
            match weights.iter().position(|weight| *weight == 1.0) {
                Some(region) => owned[region] += 1,
                None => blended += 1,
            }
        }
        assert!(owned.iter().all(|n| *n > 60) && blended > 60, "{owned:?} {blended}");
    }

    #[test]
    fn filling_with_and_without_proofs_gives_the_same_signs_and_far_boxes_are_proven() {
        let stack = Stack::new(VOXEL, vec![Arc::new(lateral(&[1.0, 0.7, 0.5]))]).expect("legal");
        let (mut on, mut off) = (FillScratch::default(), FillScratch::default());
        let mut proven = 0;
        for n in 0..60 {
            let mut rolls = Rolls::new(9, Tag::Test, IVec3::new(n, 0, 0));
            let mut place = |spread: u32| rolls.below(2 * spread) as i32 - spread as i32;
            let part = SampleBox {
                origin: IVec3::new(place(900), place(900), place(130) + 110),
                level: 0,
                size: UVec3::new(35, 33, 19),
            };
            let verdict = stack.fill(&part, Proofs::On, &mut on);
            stack.fill(&part, Proofs::Off, &mut off);
            proven += u32::from(verdict != Verdict::Mixed);
            assert!(on.density.iter().zip(&off.density).all(|(a, b)| (*a < 0.0) == (*b < 0.0)), "box {n}");
        }
        assert!(proven > 5, "{proven} boxes proven");
    }

    #[test]
    fn alone_is_claimed_only_where_one_region_weighs_everywhere() {
        let lateral = lateral(&[1.0, 1.0, 1.0]);
        let mut rolls = Rolls::new(8, Tag::Test, IVec3::ZERO);
        let mut claims = 0;
        for _ in 0..1500 {
            let at = DVec2::new(f64::from(rolls.range(-2e3, 2e3)), f64::from(rolls.range(-2e3, 2e3)));
            let reach_m = rolls.range(0.0, 12.0);
            let sites = lateral.regions.sites(at, at);
            let Some(region) = lateral.regions.walk().alone(&sites, at, reach_m) else { continue };
            claims += 1;
            for _ in 0..8 {
                let away = DVec2::new(f64::from(rolls.range(-0.7, 0.7)), f64::from(rolls.range(-0.7, 0.7)));
                assert_eq!(lateral.weights(at + away * f64::from(reach_m))[region], 1.0, "at {at}, reach {reach_m}");
            }
        }
        assert!(claims > 100, "{claims} claims");
    }
}
