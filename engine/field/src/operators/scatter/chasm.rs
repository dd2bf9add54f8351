//! Chasms: long winding clefts cut into floor and rock, their walls narrowing downwards, shallow at both ends.

use super::line::{Chain, Knot, Piece, Section, Seen, winding};
use super::site::{MARGIN_M, clear_direction};
use super::{Join, Relief, Scattered, Site, Strewn, record};
use crate::{Num, Record, VoxelSize, ops};
use glam::{DVec2, IVec2};

/// What chasms are made of; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChasmSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Shortest and longest.
    pub length_m: [f32; 2],
    /// Narrowest and widest at the top.
    pub width_m: [f32; 2],
    /// Shallowest and deepest below the floor.
    pub depth_m: [f32; 2],
    /// How high above the floor they open the rock.
    pub rise_m: f32,
    /// How far they stray sideways.
    pub winding_m: f32,
}

/// Chasms of a place.
#[derive(Clone, Debug)]
pub struct Chasms {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: ChasmSpec,
}

/// A straight part of a chasm. Measures: bottom and top over the content floor, half the width at the top.
#[derive(Clone, Copy, Debug)]
pub struct Cleft {
    piece: Piece<3>,
    /// Depth below the top at which the walls are narrowest.
    narrow_m: f32,
    /// Half the width where the chasm is widest; narrower walls have so much less relief.
    widest_m: f32,
    /// Rise of the bottom beyond the piece's ends, per metre: no less than any neighbour's.
    fall: f32,
    /// Cosine of the steepest rise: turns heights into distances.
    level: f32,
}

const BOTTOM: usize = 0;
const TOP: usize = 1;
const HALF: usize = 2;

/// Width of the join with what is there, metres.
const JOIN_M: f32 = 0.8;
/// Width of the joins of wall, bottom and top.
const FILLET_M: f32 = 1.5;
/// Share of the width that is left at the bottom.
const NARROWED: f32 = 0.45;
/// Pieces of a chasm.
const PIECES: usize = 14;
/// Chasms shallower than this are left out, metres.
const SHALLOWEST_M: f32 = 2.0;
/// Walls are this much less steep than upright ones; keeps their distance near the true one.
const WALL: f32 = 0.95;

/// Floors this near to a chasm's way set its height, metres.
const NEAR_M: f64 = 3.0;
/// Share of the width that is left at the ends.
const END: f32 = 0.3;

impl Section for Cleft {
    #[inline(always)]
    fn distance<N: Num>(&self, [x, y, z]: [N; 3], relief: N) -> N {
        let Seen { lateral, measures: [bottom, top, half], beyond } = self.piece.seen_from([x, y]);
        let down = ((top - z).times(1.0 / self.narrow_m)).clamp(0.0, 1.0);
        let wide = half * (N::of(1.0) - down.times(1.0 - NARROWED));
        let wall = (lateral - wide).times(WALL) - relief * wide * N::of(1.0 / self.widest_m);
        let below = (bottom + beyond.times(self.fall) - z).times(self.level);
        let above = (z - top).times(self.level);
        wall.smooth_max(below, FILLET_M).smooth_max(above, FILLET_M)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let [lo, hi] = self.piece.plan_m(self.piece.range(HALF)[1] + (distance_m + relief_m) / WALL);
        let [lowest, highest] = self.heights_m();
        let pad = distance_m / self.level;
        [[lo[0], lo[1], lowest - pad], [hi[0], hi[1], highest + pad]]
    }
    fn lipschitz(&self) -> f32 {
        let level = |slope: f32| (1.0 + slope * slope).sqrt();
        let narrows = self.piece.range(HALF)[1] * (1.0 - NARROWED) / self.narrow_m;
        let wall = WALL * (1.0 + self.piece.slope(HALF) + narrows * level(self.piece.slope(TOP)));
        let bottom = level(ops::max(self.fall, self.piece.slope(BOTTOM)));
        ops::max(wall, self.level * ops::max(bottom, level(self.piece.slope(TOP))))
    }
}

impl Cleft {
    /// Lowest and highest of the cleft over the content floor, metres.
    pub fn heights_m(&self) -> [f32; 2] {
        [self.piece.range(BOTTOM)[0], self.piece.range(TOP)[1]]
    }
}

impl Chasms {
    /// Half of what a chasm spans in plan, at most.
    fn radius_m(&self) -> f32 {
        let aside_m = self.spec.winding_m + 0.5 * self.spec.width_m[1];
        0.5 * self.spec.strewn.fitting_m(self.spec.length_m[1], aside_m) + aside_m
    }
}

impl Scattered for Chasms {
    type Feature = Chain<Cleft>;
    const RECORD: Record = record(
        "chasms",
        &[],
        "Long winding clefts in floor and rock. They stay 1.5 m above the content's floor and end inside their own part of the plain.",
    );
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        self.spec.strewn.stray_m() + self.radius_m() + (self.join().local.reach_m + self.spec.strewn.relief_m) / WALL + 1.0
    }
    fn join(&self) -> Join {
        Join::carve(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Chain<Cleft>> {
        let spec = &self.spec;
        let (mut rolls, wanted_m) = spec.strewn.place(self.site.seed, cell, self.radius_m())?;
        let length_m = rolls.range(spec.length_m[0], spec.length_m[1]);
        let width_m = rolls.range(spec.width_m[0], spec.width_m[1]);
        let depth_m = rolls.range(spec.depth_m[0], spec.depth_m[1]);
        let phase = rolls.range(0.0, std::f32::consts::TAU);
        let aside_m = 0.5 * width_m + spec.winding_m;
        let length_m = spec.strewn.fitting_m(length_m, aside_m);
        let stand = self.site.stand(voxel, &spec.strewn, wanted_m, aside_m)?;
        let along = clear_direction(&mut rolls, stand.at_m, length_m, aside_m);
        let mut foot_m = stand.foot_m;
        let mut knots = Vec::with_capacity(PIECES + 1);
        for (t, at_m) in winding(PIECES, along, length_m, spec.winding_m, phase) {
            let here_m = stand.at_m + DVec2::new(f64::from(at_m[0]), f64::from(at_m[1]));
            // Where no floor is known the last one goes on: there the cleft cuts rock.
            foot_m = self.site.ground.stand(voxel, here_m, NEAR_M).map_or(foot_m, |near| near.foot_m);
            let swell = ops::sin(std::f32::consts::PI * t);
            let bottom_m = ops::max(foot_m - depth_m * ops::min(2.0 * swell, 1.0), MARGIN_M);
            let top_m = ops::min(ops::max(foot_m, stand.foot_m) + spec.rise_m, self.site.content_m - MARGIN_M);
            let half_m = 0.5 * width_m * (END + (1.0 - END) * swell);
            knots.push(Knot { at_m, measures: [bottom_m, ops::max(top_m, bottom_m + 1.0), half_m] });
        }
        let is_deep = knots.iter().any(|knot| knot.measures[TOP] - spec.rise_m - knot.measures[BOTTOM] >= SHALLOWEST_M);
        let pieces: Vec<Piece<3>> = knots.windows(2).map(|pair| Piece::new(&pair[0], &pair[1])).collect();
        let steepest = |measure| pieces.iter().fold(0.0, |most, piece| ops::max(piece.slope(measure), most));
        let (fall, top) = (steepest(BOTTOM), steepest(TOP));
        let steep = ops::max(fall, top);
        let level = 1.0 / (1.0 + steep * steep).sqrt();
        let sections = pieces
            .iter()
            .map(|piece| Cleft { piece: *piece, narrow_m: depth_m + spec.rise_m, widest_m: 0.5 * width_m, fall, level })
            .collect();
        is_deep.then(|| Chain::new(Site::anchored(voxel, stand.at_m, 0.0), sections)).flatten()
    }
}
