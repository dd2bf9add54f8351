//! Bridges: natural spans of rock with a walkable top, arching from ground to ground, or level across a hall from wall to wall.

use super::line::{Chain, Knot, Piece, Section, Seen};
use super::site::direction;
use super::{Join, Relief, Scattered, Site, Strewn, record};
use crate::ground::Stand;
use crate::hash::Rolls;
use crate::{Num, Record, VoxelSize, ops, sdf};
use glam::{DVec2, IVec2};

/// What bridges are made of; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BridgeSpec {
    /// How they are strewn.
    pub strewn: Strewn,
    /// Shortest and longest way between the ends.
    pub span_m: [f32; 2],
    /// Width of the top; at least 2.6 m.
    pub width_m: f32,
    /// Thickness in the middle; the ends are thicker.
    pub thickness_m: f32,
    /// Height of a level bridge over the floor of a hall, as a share of its clear height.
    pub hall_height: f32,
}

/// Bridges of a place.
#[derive(Clone, Debug)]
pub struct Bridges {
    /// Where.
    pub site: Site,
    /// What.
    pub spec: BridgeSpec,
}

/// A straight part of a bridge. Measures: top over the content floor, thickness.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    piece: Piece<2>,
    half_width_m: f32,
}

const TOP: usize = 0;
const DEPTH: usize = 1;

/// Narrowest top, metres.
pub const NARROWEST_M: f32 = 2.6;
/// What rounding takes from either edge of the top, metres.
const EDGE_M: f32 = 0.1;
/// Steepest rise of the top: under the walkable grade, with room for the ends' joins.
const GRADE: f32 = 0.24;
/// Fall of a part's top beyond its ends, per metre: steeper than any neighbour's.
const BEYOND: f32 = 0.32;
/// Cosine of that: turns heights into distances.
const LEVEL: f32 = 0.95;
/// Width of the join with rock, metres.
const JOIN_M: f32 = 1.0;
/// How far the ends go on into the ground, metres.
const EMBED_M: f32 = 4.0;
/// How far a level bridge goes on into the walls of its hall, metres.
const IN_WALL_M: f32 = 3.0;
/// Most that a bridge bows sideways, as a share of its length.
const BOW: f32 = 0.11;
/// Parts of a bridge.
const PARTS: usize = 10;
/// Directions tried for the deepest dip below the span.
const TRIES: usize = 6;
/// Least clear height below the middle, metres.
const CLEAR_M: f32 = 1.5;
/// How much thicker the ends are than the middle.
const HAUNCH: f32 = 1.2;
/// How far an end may stand from where it is wanted, metres.
const NEAR_M: f64 = 3.0;
/// Height below the top over which relief grows to its full share, metres.
const RELIEF_FROM_M: f32 = 0.25;
const RELIEF_TO_M: f32 = 1.25;
/// The rounding's share of the thinner of half width and thickness.
const ROUND: f32 = 0.9;

impl Section for Deck {
    #[inline(always)]
    fn distance<N: Num>(&self, [x, y, z]: [N; 3], relief: N) -> N {
        let Seen { lateral, measures: [top, depth], beyond } = self.piece.seen_from([x, y]);
        let down = (top - beyond.times(BEYOND) - z).times(LEVEL);
        let round = depth.min(N::of(self.half_width_m)).times(ROUND);
        let side = (lateral - (N::of(self.half_width_m) - round)).max(N::of(0.0));
        let below = (down - (depth - round)).max(N::of(0.0));
        let hull = sdf::length2(side, below) - round - relief * down.smoothstep(RELIEF_FROM_M, RELIEF_TO_M);
        hull.max(-down)
    }
    fn extent_m(&self, distance_m: f32, relief_m: f32) -> [[f32; 3]; 2] {
        let pad_m = distance_m + relief_m;
        let sideways = self.half_width_m + pad_m;
        let [lo, hi] = self.piece.plan_m(sideways);
        let down = (self.piece.range(DEPTH)[1] + pad_m) / LEVEL;
        [
            [lo[0], lo[1], self.piece.range(TOP)[0] - down - sideways * BEYOND],
            [hi[0], hi[1], self.piece.range(TOP)[1] + distance_m / LEVEL],
        ]
    }
    fn lipschitz(&self) -> f32 {
        let along = LEVEL * ops::max(self.piece.slope(TOP), BEYOND);
        let down = (LEVEL * LEVEL + along * along).sqrt();
        // The rounding's middle moves with the thickness; lateral distance and height are not quite at right angles.
        let thickens = self.piece.slope(DEPTH) * (1.0 + ROUND);
        (1.0 + down * down + along).sqrt() + thickens
    }
}

impl Deck {
    /// Its ends in plan, metres from the chain's anchor, and half the width of its top.
    pub fn ends_m(&self) -> ([[f32; 2]; 2], f32) {
        (self.piece.ends_m(), self.half_width_m)
    }
    /// Least and greatest height of its top over the content floor, and its steepest rise.
    pub fn top_m(&self) -> ([f32; 2], f32) {
        (self.piece.range(TOP), self.piece.slope(TOP))
    }
}

/// Two ends and how high the top rises between them.
struct Span {
    from_m: DVec2,
    to_m: DVec2,
    /// Tops at the ends.
    tops_m: [f32; 2],
    rise_m: f32,
    /// How far the deck goes on beyond its ends.
    beyond_m: f32,
    /// How far its middle bows to the left, as a share of its length.
    bow: f32,
}

impl Bridges {
    fn half_width_m(&self) -> f32 {
        0.5 * ops::max(self.spec.width_m, NARROWEST_M) + EDGE_M
    }
    fn radius_m(&self) -> f32 {
        (0.5 + 2.0 * BOW * BOW) * self.spec.span_m[1] + NEAR_M as f32 + EMBED_M + self.half_width_m()
    }
    /// Level, from wall to wall of a hall that the longest span crosses.
    fn across_hall(&self, rolls: &mut Rolls, stand: &Stand) -> Option<Span> {
        let (hall, head_m) = (stand.hall?, stand.head_m?);
        let clear_m = head_m - stand.foot_m;
        let top_m = stand.foot_m + self.spec.hall_height * clear_m;
        let is_fit = 2.0 * hall.radius_m <= self.spec.span_m[1] && top_m - stand.foot_m >= self.spec.thickness_m + CLEAR_M;
        let way = direction(rolls);
        let half = DVec2::from_array(way.map(|along| ops::wide_product(along, hall.radius_m)));
        is_fit.then(|| Span {
            from_m: hall.centre_m - half,
            to_m: hall.centre_m + half,
            tops_m: [top_m; 2],
            rise_m: 0.0,
            beyond_m: IN_WALL_M,
            bow: rolls.range(-BOW, BOW),
        })
    }
    /// From ground to ground, over the deepest dip that a few directions show.
    fn over_dip(&self, voxel: VoxelSize, rolls: &mut Rolls, stand: &Stand) -> Option<Span> {
        let ground = &self.site.ground;
        let bow = rolls.range(-BOW, BOW);
        let mut best: Option<(f32, Span)> = None;
        for _ in 0..TRIES {
            let (way, span_m) = (direction(rolls), rolls.range(self.spec.span_m[0], self.spec.span_m[1]));
            let half = DVec2::new(f64::from(way[0]), f64::from(way[1])) * (0.5 * f64::from(span_m));
            let ends = [-half, half].map(|half| ground.stand(voxel, stand.at_m + half, NEAR_M));
            let [Some(a), Some(b)] = ends else { continue };
            let apart_m = a.at_m.distance_squared(b.at_m).sqrt() as f32;
            let climb = ops::abs(b.foot_m - a.foot_m) / ops::max(apart_m, 1.0);
            // A parabola is steepest at its ends, by four times its rise over its span.
            let rise_m = 0.25 * apart_m * (GRADE - climb);
            let middle_m = 0.5 * (a.at_m + b.at_m);
            let Some(below) = ground.stand(voxel, middle_m, NEAR_M).filter(|_| rise_m > 0.0) else { continue };
            let clear_m = 0.5 * (a.foot_m + b.foot_m) + rise_m - self.spec.thickness_m - below.foot_m;
            let headroom_m = below.head_m.map_or(f32::INFINITY, |head_m| head_m - below.foot_m) - clear_m - self.spec.thickness_m;
            let is_best = best.as_ref().is_none_or(|(most, _)| clear_m > *most);
            if is_best && clear_m >= CLEAR_M && headroom_m >= 2.5 && apart_m >= 0.7 * self.spec.span_m[0] {
                let tops_m = [a.foot_m, b.foot_m];
                best = Some((clear_m, Span { from_m: a.at_m, to_m: b.at_m, tops_m, rise_m, beyond_m: EMBED_M, bow }));
            }
        }
        best.map(|(_, span)| span)
    }
    fn built(&self, voxel: VoxelSize, span: &Span) -> Option<Chain<Deck>> {
        let way = span.to_m - span.from_m;
        let length_m = way.length_squared().sqrt();
        let unit = way / length_m;
        let beyond = f64::from(span.beyond_m) / length_m;
        let [a, b] = span.tops_m;
        // Beyond the ends the top goes on as steeply as it came.
        let top_at = |t: f32| ops::lerp(a, b, t) + 4.0 * span.rise_m * t * (1.0 - t);
        let knot = |i: usize| {
            let t = -beyond + (1.0 + 2.0 * beyond) * i as f64 / PARTS as f64;
            let along = unit * (t * length_m) + unit.perp() * (f64::from(span.bow) * length_m * 4.0 * t * (1.0 - t));
            let outward = ops::clamp(ops::abs(2.0 * t as f32 - 1.0), 0.0, 1.5);
            let depth_m = self.spec.thickness_m * (1.0 + HAUNCH * outward * outward);
            Knot { at_m: [along.x as f32, along.y as f32], measures: [top_at(t as f32), depth_m] }
        };
        let deck = |i| Deck { piece: Piece::new(&knot(i), &knot(i + 1)), half_width_m: self.half_width_m() };
        Chain::new(Site::anchored(voxel, span.from_m, 0.0), (0..PARTS).map(deck).collect())
    }
}

impl Scattered for Bridges {
    type Feature = Chain<Deck>;
    const RECORD: Record = record(
        "bridges",
        &[],
        "Natural spans of rock, their tops at least 2.6 m wide and walkable, arching from ground to ground or level across a hall.",
    );
    fn spacing_m(&self) -> f32 {
        self.spec.strewn.spacing_m
    }
    fn spread_m(&self) -> f32 {
        let felt_m = self.join().local.reach_m + self.spec.strewn.relief_m;
        self.spec.strewn.stray_m() + 2.0 * self.radius_m() + felt_m + 1.0
    }
    fn join(&self) -> Join {
        Join::fill(JOIN_M)
    }
    fn relief(&self) -> Option<Relief> {
        self.spec.strewn.relief(self.site.seed)
    }
    fn feature(&self, voxel: VoxelSize, cell: IVec2) -> Option<Chain<Deck>> {
        let (mut rolls, wanted_m) = self.spec.strewn.place(self.site.seed, cell, self.radius_m())?;
        let stand = self.site.stand(voxel, &self.spec.strewn, wanted_m, self.half_width_m())?;
        let span = self.across_hall(&mut rolls, &stand).or_else(|| self.over_dip(voxel, &mut rolls, &stand))?;
        self.built(voxel, &span)
    }
}
