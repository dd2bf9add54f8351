//! Ridges: long walls of rock that stand on the floor, thinner towards the crest, with gaps wide enough to walk through.

use super::line::{Chain, Knot, Piece, Section, Seen, winding};
use super::site::clear_direction;
use super::{Join, Relief, Scattered, Site, Strewn, record};
use crate::{Num, Record, VoxelSize, ops};
use glam::{DVec2, IVec2};

/// What ridges are made of; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RidgeSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Shortest and longest.
    pub length_m: [f32; 2],
    /// Narrowest and widest at the foot.
    pub width_m: [f32; 2],
    /// Lowest and highest above the floor.
    pub height_m: [f32; 2],
    /// How far they stray sideways.
    pub winding_m: f32,
    /// Clear way through each gap at the floor, at least.
    pub gap_m: f32,
}

/// Ridges of a place.
#[derive(Clone, Debug)]
pub struct Ridges {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: RidgeSpec,
}

/// A straight part of a ridge. Measures: floor and crest over the content floor, half the width at the foot.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    piece: Piece<3>,
    /// Height at which the wall is thinnest.
    thin_m: f32,
    /// Width of the join of side and crest.
    round_m: f32,
    /// Fall of the crest beyond the piece's ends, per metre: no less than any neighbour's.
    fall: f32,
    /// Cosine of the steepest rise: turns heights into distances.
    level: f32,
}

const FOOT: usize = 0;
const CREST: usize = 1;
const HALF: usize = 2;

/// Width of the join with rock, metres.
const JOIN_M: f32 = 2.0;
/// Most width of the join of side and crest.
const ROUND_M: f32 = 2.0;
/// How far a ridge reaches below the floor, metres.
const EMBED_M: f32 = 4.0;
/// Share of the width that is left at the crest.
const THINNED: f32 = 0.35;
/// Every so many parts of a ridge one is left out.
const GAP_EVERY: usize = 3;
/// Shortest part, metres.
const PART_M: f32 = 9.0;
/// Floors this near to a ridge's way bear it, metres.
const NEAR_M: f64 = 3.0;
/// Most of the clear height that a ridge takes.
const TALLEST: f32 = 0.7;
/// Least fall of the crest at the ends of a part, per metre.
const END_FALL: f32 = 0.5;
/// Factor of a side's distance; keeps it near the true one.
const SIDE: f32 = 0.95;

impl Section for Wall {
    #[inline(always)]
    fn distance<N: Num>(&self, [x, y, z]: [N; 3], relief: N) -> N {
        let Seen { lateral, measures: [foot, crest, half], beyond } = self.piece.seen_from([x, y]);
        let up = ((z - foot).times(1.0 / self.thin_m)).clamp(0.0, 1.0);
        let left = N::of(1.0) - up.times(1.0 - THINNED);
        let side = (lateral - half * left).times(SIDE) - relief * left;
        let above = (z - crest + beyond.times(self.fall)).times(self.level);
        let below = (foot - N::of(EMBED_M) - z).times(self.level);
        side.smooth_max(above, self.round_m).smooth_max(below, 1.0)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let [lo, hi] = self.piece.plan_m(self.piece.range(HALF)[1] + (distance_m + relief_m) / SIDE);
        let pad = distance_m / self.level;
        [[lo[0], lo[1], self.piece.range(FOOT)[0] - EMBED_M - pad], [hi[0], hi[1], self.piece.range(CREST)[1] + pad]]
    }
    fn lipschitz(&self) -> f32 {
        let level = |slope: f32| (1.0 + slope * slope).sqrt();
        let thins = self.piece.range(HALF)[1] * (1.0 - THINNED) / self.thin_m;
        let foot = level(self.piece.slope(FOOT));
        let side = SIDE * (1.0 + self.piece.slope(HALF) + thins * foot);
        ops::max(side, self.level * ops::max(level(ops::max(self.fall, self.piece.slope(CREST))), foot))
    }
}

impl Wall {
    /// Its ends in plan, metres from the chain's anchor, and half its width at the foot.
    pub fn ends_m(&self) -> ([[f32; 2]; 2], f32) {
        (self.piece.ends_m(), self.piece.range(HALF)[1])
    }
}

impl Ridges {
    /// Half of what a ridge spans in plan, at most.
    fn radius_m(&self) -> f32 {
        let aside_m = self.spec.winding_m + 0.5 * self.spec.width_m[1];
        0.5 * self.spec.strewn.fitting_m(self.spec.length_m[1], aside_m) + aside_m
    }
}

impl Scattered for Ridges {
    type Feature = Chain<Wall>;
    const RECORD: Record = record(
        "ridges",
        &[],
        "Long walls of rock on the floor, thinner towards the crest, with gaps to walk through: they never close a plain.",
    );
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        self.spec.strewn.stray_m() + self.radius_m() + (self.join().local.reach_m + self.spec.strewn.relief_m) / SIDE + 1.0
    }
    fn join(&self) -> Join {
        Join::fill(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Chain<Wall>> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, self.radius_m())?;
        let length_m = rolls.range(spec.length_m[0], spec.length_m[1]);
        let width_m = rolls.range(spec.width_m[0], spec.width_m[1]);
        let height_m = rolls.range(spec.height_m[0], spec.height_m[1]);
        let phase = rolls.range(0.0, std::f32::consts::TAU);
        let aside_m = 0.5 * width_m + spec.winding_m;
        let length_m = spec.strewn.fitting_m(length_m, aside_m);
        // A hall is too small for a wall that one can walk round.
        let stand = self.site.stand(voxel, &spec.strewn, wanted_m, aside_m).filter(|stand| stand.hall.is_none())?;
        let along = clear_direction(&mut rolls, stand.at_m, length_m, aside_m);
        // A part that is left out leaves the way through beside the round ends of its neighbours.
        let part_m = ops::max(width_m + spec.gap_m + 2.0 * spec.strewn.relief_m + JOIN_M / 3.0, PART_M);
        let n_parts = ops::max((length_m / part_m).floor(), 1.0) as usize;
        let knots: Vec<Option<Knot<3>>> = winding(n_parts, along, length_m, spec.winding_m, phase)
            .map(|(t, at_m)| {
                let here_m = stand.at_m + DVec2::new(f64::from(at_m[0]), f64::from(at_m[1]));
                let floor = self.site.ground.stand(voxel, here_m, NEAR_M)?;
                let clear_m = floor.head_m.unwrap_or(self.site.content_m) - floor.foot_m;
                let swell = 0.55 + 0.45 * ops::sin(std::f32::consts::PI * t) * rolls.range(0.6, 1.0);
                let crest_m = floor.foot_m + ops::min(height_m * swell, TALLEST * clear_m);
                Some(Knot { at_m, measures: [floor.foot_m, crest_m, 0.5 * width_m] })
            })
            .collect();
        // Only where there is floor below both ends, so that no part hangs.
        let parts = knots.windows(2).enumerate().filter(|(i, _)| i % GAP_EVERY != GAP_EVERY - 1);
        let pieces: Vec<Piece<3>> = parts
            .filter_map(|(_, pair)| {
                let [Some(a), Some(b)] = pair else { return None };
                Some(Piece::new(a, b))
            })
            .collect();
        let steepest = |measure| pieces.iter().fold(0.0, |most, piece| ops::max(piece.slope(measure), most));
        let round_m = ops::min(0.5 * ops::min(height_m, width_m), ROUND_M);
        let fall = ops::max(steepest(CREST), END_FALL);
        let steep = ops::max(fall, steepest(FOOT));
        let level = 1.0 / (1.0 + steep * steep).sqrt();
        let walls = pieces.iter().map(|piece| Wall { piece: *piece, thin_m: height_m, round_m, fall, level });
        Chain::new(Site::anchored(voxel, stand.at_m, 0.0), walls.collect())
    }
}
