//! Distances to the rooms and ways of a cave: one void each, its floor joined to its walls by a fillet.
//!
//! Every form tells two things of a sample: the signed distance to the void, and the *patch*: how far the sample is from the void's floor
//! between its walls, at least. Where two voids share a floor their join must not lower it, so the join narrows where a patch is near.
//!
//! *Slopes.* Walls are round, upright, and domed: `length(sideways, over the springing) − radius`, flattened where a vault is lower than
//! wide. So a distance changes by at most the distance moved, roughness and relief apart.

use super::plan::{LOBE_JOIN, Room, Way};
use crate::baked;
use crate::index::LatticeBox;
use crate::operators::network::shape::{Knot, Segment};
use crate::operators::plan::Spot;
use crate::vector::Lanes;
use crate::{Interval, Num, SampleBox, VoxelSize, ops};
use glam::IVec2;

/// Most vaults of a room.
const MOST_LOBES: usize = 6;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-2;

/// A sample seen from voids: noise has been looked up already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<N> {
    /// Height above the content floor, metres.
    pub z: N,
    /// Relief of the floors, metres.
    pub relief: N,
    /// Relief of the walls, metres.
    pub rough: N,
}

/// What a void says of a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Felt<N> {
    /// Signed distance, negative inside.
    pub distance: N,
    /// Distance from the floor between the walls, at least.
    pub patch: N,
}

/// How all voids of a cave are built.
#[derive(Clone, Copy, Debug)]
pub(super) struct Build {
    pub voxel: VoxelSize,
    /// Width of the join of floor and wall.
    pub fillet_m: f32,
    /// Height of a way relative to half its width.
    pub way_height: f32,
}

/// A void.
#[derive(Clone, Debug)]
pub(super) enum Void {
    Room(RoomVoid),
    Way(WayVoid),
}

/// An upright vault.
#[derive(Clone, Copy, Debug)]
struct Vault {
    at_m: [f32; 2],
    radius_m: f32,
    /// Height at which the dome begins.
    springing_m: f32,
    /// How much the dome is flattened, at least 1, and the inverse.
    flat: f32,
    round: f32,
}

/// Vaults over one floor.
#[derive(Clone, Debug)]
pub(super) struct RoomVoid {
    anchor: Spot,
    vaults: [Vault; MOST_LOBES],
    n_vaults: usize,
    join_m: f32,
    foot_m: f32,
    radius_m: f32,
    height_m: f32,
    /// Squared radii between which the floor has relief, inverse of their difference, and the relief's share.
    level2: f32,
    inverse2: f32,
    relief: f32,
    fillet_m: f32,
}

/// Bores along the pieces of a way; the nearest counts.
#[derive(Clone, Debug)]
pub(super) struct WayVoid {
    anchor: Spot,
    segments: Vec<Segment>,
    /// Cosine of the steepest grade: heights are measured across the way.
    level: f32,
    /// Height of the springing relative to the radius.
    springing: f32,
    /// Most that the distance changes per metre: a little more than 1 where the bore widens.
    slope: f32,
    fillet_m: f32,
}

/// A void from its walls and its height above the floor.
#[inline(always)]
fn cut<N: Num>(walls: N, above: N, fillet_m: f32) -> Felt<N> {
    Felt { distance: walls.smooth_max(-above, fillet_m), patch: walls.max(above.abs()) }
}

impl Vault {
    #[inline(always)]
    fn wall<N: Num>(&self, [x, y]: [N; 2], above: N) -> N {
        let (dx, dy) = (x - N::of(self.at_m[0]), y - N::of(self.at_m[1]));
        let up = (above - N::of(self.springing_m)).max(N::of(0.0)).times(self.flat);
        ((dx.square() + dy.square() + up.square()).sqrt() - N::of(self.radius_m)).times(self.round)
    }
}

impl RoomVoid {
    fn new(build: &Build, room: &Room) -> Self {
        let nothing = Vault { at_m: [0.0; 2], radius_m: 0.0, springing_m: 0.0, flat: 1.0, round: 1.0 };
        let mut vaults = [nothing; MOST_LOBES];
        for (vault, lobe) in vaults.iter_mut().zip(&room.lobes) {
            let flat = ops::max(lobe.radius_m / lobe.height_m, 1.0);
            let springing_m = ops::max(lobe.height_m - lobe.radius_m, 0.0);
            *vault = Vault { at_m: lobe.at_m, radius_m: lobe.radius_m, springing_m, flat, round: 1.0 / flat };
        }
        // Relief rises from the level middle and is gone again where ways come in.
        let (level, rim) = (room.level_m, RELIEF_RIM * room.radius_m);
        let width = ops::max(rim - level, 0.0);
        Self {
            anchor: Spot::new(build.voxel, room.at_m),
            vaults,
            n_vaults: room.lobes.len().min(MOST_LOBES),
            join_m: LOBE_JOIN * room.radius_m,
            foot_m: room.foot_m,
            radius_m: room.radius_m,
            height_m: room.lobes.iter().fold(room.height_m, |most, lobe| ops::max(lobe.height_m, most)),
            level2: level * level,
            inverse2: 1.0 / ops::max(rim * rim - level * level, 1.0),
            relief: ops::min(width / RELIEF_WIDTH_M, 1.0),
            fillet_m: build.fillet_m,
        }
    }
    #[inline(always)]
    fn at<N: Num>(&self, [x, y]: [N; 2], seen: Seen<N>) -> Felt<N> {
        let share = ((x.square() + y.square() - N::of(self.level2)).times(self.inverse2)).clamp(0.0, 1.0);
        let swell = share * (N::of(1.0) - share) * N::of(4.0 * self.relief);
        let above = seen.z - N::of(self.foot_m) - seen.relief * swell;
        let mut walls = self.vaults[0].wall([x, y], above);
        for vault in &self.vaults[1..self.n_vaults] {
            walls = walls.smooth_min(vault.wall([x, y], above), self.join_m);
        }
        cut(walls + seen.rough, above, self.fillet_m)
    }
}

/// Floors of rooms have relief up to this share of the radius: within the place where ways come in.
const RELIEF_RIM: f32 = 0.58;
/// Width of the ring with relief from which on it has its full height, metres.
const RELIEF_WIDTH_M: f32 = 5.0;

impl WayVoid {
    fn new(build: &Build, way: &Way) -> Self {
        let origin_m = way.points.first().map(|point| point.at_m).unwrap_or_default();
        let anchor = Spot::new(build.voxel, origin_m);
        // Offsets are told from the anchor's lattice point and remainder together: from the first point.
        let wider_m = 0.25 * build.fillet_m;
        let knot = |point: &super::plan::WayPoint| {
            let at = point.at_m - origin_m;
            Knot { at: [at.x as f32, at.y as f32], foot_m: point.foot_m as f32, radius_m: point.radius_m as f32 + wider_m }
        };
        let segments: Vec<Segment> = way.points.windows(2).map(|pair| Segment::new(knot(&pair[0]), knot(&pair[1]))).collect();
        let steepest = |ends: fn(&Segment) -> [f32; 2]| {
            segments.iter().fold(0.0, |most, s| {
                let run = (s.along[0] * s.along[0] + s.along[1] * s.along[1]).sqrt();
                ops::max(ops::abs(ends(s)[1] - ends(s)[0]) / ops::max(run, 1e-3), most)
            })
        };
        let (grade, widening) = (steepest(|s| s.foot_m), steepest(|s| s.radius_m));
        let (level, springing) = (1.0 / (1.0 + grade * grade).sqrt(), build.way_height - 1.0);
        Self { anchor, segments, level, springing, slope: 1.0 + widening * (1.0 + springing), fillet_m: build.fillet_m }
    }
    fn without_segments(&self) -> Self {
        Self { segments: Vec::new(), ..*self }
    }
    #[inline(always)]
    fn section<N: Num>(&self, distance2: N, foot_m: N, radius_m: N, seen: Seen<N>) -> Felt<N> {
        let above = (seen.z - foot_m).times(self.level);
        let up = (above - radius_m.times(self.springing)).max(N::of(0.0));
        let walls = (distance2 + up.square()).sqrt() - radius_m;
        cut(walls + seen.rough, above, self.fillet_m)
    }
    #[inline(always)]
    fn piece<N: Num>(&self, segment: &Segment, offset: [N; 2], seen: Seen<N>) -> Felt<N> {
        let (t, d2) = segment.nearest(offset);
        self.section(d2, Segment::mix(segment.foot_m, t), Segment::mix(segment.radius_m, t), seen)
    }
    /// From some of its pieces.
    #[inline(always)]
    fn at<N: Num>(&self, pieces: &[Segment], offset: [N; 2], seen: Seen<N>) -> Felt<N> {
        let mut nearest = Felt { distance: N::of(f32::INFINITY), patch: N::of(f32::INFINITY) };
        for segment in pieces {
            nearest = nearest.or(self.piece(segment, offset, seen));
        }
        nearest
    }
    /// Encloses the distance to one piece: by its terms, and by the middle of the box and the way from there.
    fn piece_over(&self, segment: &Segment, offset: [Interval; 2], seen: Seen<Interval>) -> Interval {
        let (t, d2) = segment.over(offset);
        let terms = self.section(d2, Segment::mix(segment.foot_m, t), Segment::mix(segment.radius_m, t), seen).distance;
        terms.intersect(self.piece_around(segment, &Middle::of(offset, seen)))
    }
    /// The same by the middle alone; floors of ways have no relief.
    fn piece_around(&self, segment: &Segment, middle: &Middle) -> Interval {
        middle.around(self.slope, 0.0, self.piece(segment, middle.offset, middle.seen()).distance)
    }
}

/// The middle of a box.
struct Middle {
    offset: [f32; 2],
    z: f32,
    /// From the middle to a corner.
    reach: f32,
    /// Most relief of the floors, and relief of the walls.
    relief: f32,
    rough: Interval,
}

impl Middle {
    fn of(offset: [Interval; 2], Seen { z, relief, rough }: Seen<Interval>) -> Self {
        let middle = |i: Interval| 0.5 * (i.lo + i.hi);
        let half = |i: Interval| 0.5 * i.width();
        let (hx, hy, hz) = (half(offset[0]), half(offset[1]), half(z));
        let reach = (hx * hx + hy * hy + hz * hz).sqrt();
        Self { offset: offset.map(middle), z: middle(z), reach, relief: ops::max(-relief.lo, relief.hi), rough }
    }
    fn seen(&self) -> Seen<f32> {
        Seen { z: self.z, relief: 0.0, rough: 0.0 }
    }
    /// Encloses a distance over the box by its value in the middle: it changes by no more than `slope` times the way moved, relief and
    /// roughness apart.
    fn around(&self, slope: f32, relief: f32, value: f32) -> Interval {
        Interval::around(value, slope * self.reach + ROUNDING_M + relief)
            .widen_ends(ops::max(-self.rough.lo, 0.0), ops::max(self.rough.hi, 0.0))
    }
}

impl RoomVoid {
    /// Encloses the distance over a box by its middle.
    fn around(&self, middle: &Middle) -> Interval {
        middle.around(1.0, middle.relief, self.at(middle.offset, middle.seen()).distance)
    }
}

impl<N: Num> Felt<N> {
    /// Both voids without a join.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self { distance: other.distance.min(self.distance), patch: other.patch.min(self.patch) }
    }
}

impl Void {
    /// The void of a room.
    pub fn room(build: &Build, room: &Room) -> Self {
        Void::Room(RoomVoid::new(build, room))
    }
    /// The void of a way.
    pub fn way(build: &Build, way: &Way) -> Self {
        Void::Way(WayVoid::new(build, way))
    }
    /// The pieces of a way; of a room none.
    pub fn pieces(&self) -> &[Segment] {
        match self {
            Void::Room(_) => &[],
            Void::Way(way) => &way.segments,
        }
    }
    /// What it says of a sample: the definition.
    pub fn at(&self, voxel: VoxelSize, p: IVec2, seen: Seen<f32>) -> Felt<f32> {
        match self {
            Void::Room(room) => room.at(room.anchor.offset_m(voxel, p), seen),
            Void::Way(way) => way.at(&way.segments, way.anchor.offset_m(voxel, p), seen),
        }
    }
    /// What it, with some of its pieces, says of eight samples side by side along x, the first at `p`: lane by lane the bits of
    /// [`Void::at`] where the others do not matter.
    #[inline(always)]
    pub fn at_lanes<V: Lanes>(&self, pieces: &[Segment], voxel: VoxelSize, p: IVec2, step: i32, seen: &Seen<V>) -> Felt<V> {
        match self {
            Void::Room(room) => room.at(room.anchor.offsets_m(voxel, p, step), *seen),
            Void::Way(way) => way.at(pieces, way.anchor.offsets_m(voxel, p, step), *seen),
        }
    }
    /// Encloses the distance over a box, of it with some of its pieces.
    pub fn over(&self, pieces: &[Segment], voxel: VoxelSize, part: &SampleBox, seen: Seen<Interval>) -> Interval {
        match self {
            Void::Room(room) => {
                let offset = room.anchor.over(voxel, part);
                room.at(offset, seen).distance.intersect(room.around(&Middle::of(offset, seen)))
            }
            Void::Way(way) => {
                let offset = way.anchor.over(voxel, part);
                let pieces = pieces.iter().map(|segment| way.piece_over(segment, offset, seen));
                pieces.fold(Interval::point(f32::INFINITY), |nearest, piece| Num::min(piece, nearest))
            }
        }
    }
    /// Encloses the distance over a box, sooner and less closely than [`Void::over`]. Of its pieces those are added to `kept` that matter
    /// there: that can be its nearest, or whose floor may be nearer than `patch_m`.
    pub fn near(
        &self,
        pieces: &[Segment],
        voxel: VoxelSize,
        part: &SampleBox,
        seen: Seen<Interval>,
        patch_m: f32,
        kept: &mut Vec<Segment>,
    ) -> Interval {
        match self {
            Void::Room(room) => room.around(&Middle::of(room.anchor.over(voxel, part), seen)),
            Void::Way(way) => {
                let middle = Middle::of(way.anchor.over(voxel, part), seen);
                let distances: Vec<Interval> = pieces.iter().map(|piece| way.piece_around(piece, &middle)).collect();
                let nearest = distances.iter().fold(Interval::point(f32::INFINITY), |nearest, d| Num::min(*d, nearest));
                let limit = ops::max(nearest.hi, patch_m);
                kept.extend(pieces.iter().zip(&distances).filter(|(_, d)| d.lo <= limit).map(|(piece, _)| *piece));
                nearest
            }
        }
    }
    /// Lattice boxes, one for every few pieces, outside which the distance without roughness is at least `distance_m`, whatever the
    /// floor's relief (at most `relief_m` either way). Found from each term of the distance.
    pub fn reaches(&self, voxel: VoxelSize, distance_m: f32, relief_m: f32) -> Vec<LatticeBox> {
        match self {
            Void::Room(RoomVoid { anchor, radius_m, height_m, foot_m, vaults, n_vaults, .. }) => {
                let flattest = vaults[..*n_vaults].iter().fold(1.0, |most, vault| ops::max(vault.flat, most));
                let joins = *n_vaults as f32 * LOBE_JOIN * radius_m / 6.0;
                let sideways = radius_m + (distance_m + joins) * flattest;
                let up = height_m + joins + distance_m + relief_m;
                let z = [foot_m - distance_m - relief_m, foot_m + up];
                vec![baked::lattice_box(voxel, &anchor.anchored(), [-sideways, -sideways, z[0]], [sideways, sideways, z[1]])]
            }
            Void::Way(way) => way.segments.chunks(PIECES).map(|chunk| way.reach(voxel, chunk, distance_m)).collect(),
        }
    }
    /// The part of it whose box is the `n`-th of [`Void::reaches`].
    pub fn part(&self, n: usize) -> Self {
        match self {
            Void::Room(_) => self.clone(),
            Void::Way(way) => {
                let pieces = way.segments.chunks(PIECES).nth(n).unwrap_or_default().to_vec();
                Void::Way(WayVoid { segments: pieces, ..way.without_segments() })
            }
        }
    }
    /// Adds the pieces of another part of the same way.
    pub fn join(&mut self, other: &Self) {
        if let (Void::Way(way), Void::Way(other)) = (self, other) {
            way.segments.extend_from_slice(&other.segments);
        }
    }
}

/// Pieces of a way that share an entry of the index.
const PIECES: usize = 3;

impl WayVoid {
    fn reach(&self, voxel: VoxelSize, pieces: &[Segment], distance_m: f32) -> LatticeBox {
        let mut corners = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        let mut widest = 0.0;
        for piece in pieces {
            let to = [piece.from[0] + piece.along[0], piece.from[1] + piece.along[1]];
            for (end, at) in [piece.from, to].into_iter().enumerate() {
                for (d, x) in [at[0], at[1], piece.foot_m[end]].into_iter().enumerate() {
                    (corners[0][d], corners[1][d]) = (ops::min(x, corners[0][d]), ops::max(x, corners[1][d]));
                }
                widest = ops::max(piece.radius_m[end], widest);
            }
        }
        let [low, high] = corners;
        let sideways = widest + distance_m;
        let up = (widest * (1.0 + self.springing) + distance_m) / self.level;
        let min = [low[0] - sideways, low[1] - sideways, low[2] - distance_m / self.level];
        baked::lattice_box(voxel, &self.anchor.anchored(), min, [high[0] + sideways, high[1] + sideways, high[2] + up])
    }
}
