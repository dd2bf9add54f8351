//! Distances to rooms and tunnels: one void each, its level floor joined to its walls by a fillet.

use super::layout::{Link, Room};
use crate::baked;
use crate::hash::{Rolls, Tag};
use crate::index::LatticeBox;
use crate::operators::plan::Spot;
use crate::vector::Lanes;
use crate::{Interval, Num, SampleBox, VoxelSize, ops};
use glam::{IVec2, IVec3};

/// Height of a tunnel's axis above its floor, relative to its radius.
const AXIS: f32 = 0.45;
/// Usual spacing of a tunnel's points, metres.
const STEP_M: f32 = 4.0;
/// Longest sideways bow of a tunnel relative to the way between its ends; the window of super-cells relies on it.
const WIDEST_BOW: f32 = 0.4;
/// Grade a tunnel bows out to keep.
const GRADE: f32 = 0.36;

/// Most pieces of a tunnel.
const MOST_SEGMENTS: usize = 40;

/// A sample seen from features: relief has been looked up already.
#[derive(Clone, Copy, Debug)]
pub struct Seen<N> {
    /// Height above the content floor less the floor's relief, metres.
    pub z: N,
    /// Relief of the walls, metres.
    pub rough: N,
}

/// A room or a tunnel ready to be measured.
#[derive(Clone, Debug)]
pub enum Void {
    /// An ellipsoid cut by its floor.
    Room(RoomVoid),
    /// A chain of tapered tubes cut by its floor.
    Tunnel(TunnelVoid),
}

/// See [`Void::Room`].
#[derive(Clone, Debug)]
pub struct RoomVoid {
    anchor: Spot,
    room: Room,
    centre_m: f32,
    mean_m: f32,
    fillet_m: f32,
}

/// See [`Void::Tunnel`].
#[derive(Clone, Debug)]
pub struct TunnelVoid {
    anchor: Spot,
    segments: Vec<Segment>,
    /// Cosine of the steepest grade: heights are measured across the way.
    level: f32,
    /// Largest radius.
    widest_m: f32,
    fillet_m: f32,
}

/// A straight piece; positions are metres from the chain's anchor.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// First end.
    pub from: [f32; 2],
    /// From the first end to the second.
    pub along: [f32; 2],
    /// 1 / length².
    inverse: f32,
    /// Heights of the floor at both ends.
    pub foot_m: [f32; 2],
    /// Radii at both ends.
    pub radius_m: [f32; 2],
}

impl Segment {
    /// Between two points of a way.
    pub fn new(a: Knot, b: Knot) -> Self {
        let along = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
        let length2 = along[0] * along[0] + along[1] * along[1];
        let inverse = 1.0 / ops::max(length2, 1e-4);
        Self { from: a.at, along, inverse, foot_m: [a.foot_m, b.foot_m], radius_m: [a.radius_m, b.radius_m] }
    }
    /// Place of the nearest point along the piece, 0..=1, and the squared distance to it.
    #[inline(always)]
    pub fn nearest<N: Num>(&self, [x, y]: [N; 2]) -> (N, N) {
        let (dx, dy) = (x - N::of(self.from[0]), y - N::of(self.from[1]));
        let [ax, ay] = self.along;
        let t = (dx.times(ax) + dy.times(ay)).times(self.inverse).clamp(0.0, 1.0);
        (t, (dx - t.times(ax)).square() + (dy - t.times(ay)).square())
    }
    /// Encloses [`Segment::nearest`] over a box; the distance also changes by no more than the way from the box's middle.
    pub fn over(&self, [x, y]: [Interval; 2]) -> (Interval, Interval) {
        let (t, d2) = self.nearest([x, y]);
        let (_, middle2) = self.nearest([0.5 * (x.lo + x.hi), 0.5 * (y.lo + y.hi)]);
        let (half_x, half_y) = (0.5 * x.width(), 0.5 * y.width());
        let reach = (half_x * half_x + half_y * half_y).sqrt() + 1e-2;
        let distance = Interval::around(middle2.sqrt(), reach).max(Interval::point(0.0));
        (t, d2.intersect(distance.square()))
    }
    /// A value between those at the ends.
    #[inline(always)]
    pub fn mix<N: Num>([a, b]: [f32; 2], t: N) -> N {
        N::of(a) + t.times(b - a)
    }
}

/// A point of a tunnel's way.
#[derive(Clone, Copy)]
pub struct Knot {
    /// Metres from the chain's anchor.
    pub at: [f32; 2],
    /// Height of the floor.
    pub foot_m: f32,
    /// Radius of the bore.
    pub radius_m: f32,
}

/// A void from its walls and its floor.
#[inline(always)]
fn cut<N: Num>(walls: N, above_floor: N, fillet_m: f32) -> N {
    walls.smooth_max(-above_floor, fillet_m)
}

impl RoomVoid {
    #[inline(always)]
    fn distance<N: Num>(&self, [dx, dy]: [N; 2], seen: Seen<N>) -> N {
        let (r, h) = (1.0 / self.room.radius_m, 1.0 / self.room.half_height_m);
        let up = (seen.z - N::of(self.centre_m)).times(h);
        let walls = (((dx.times(r).square() + dy.times(r).square()) + up.square()).sqrt() - N::of(1.0)).times(self.mean_m);
        cut(walls + seen.rough, seen.z - N::of(self.room.foot_m), self.fillet_m)
    }
}

impl TunnelVoid {
    fn without_segments(&self) -> Self {
        let Self { anchor, level, widest_m, fillet_m, .. } = *self;
        Self { anchor, segments: Vec::new(), level, widest_m, fillet_m }
    }
    #[inline(always)]
    fn section<N: Num>(&self, distance2: N, foot_m: N, radius_m: N, seen: Seen<N>) -> N {
        let above = (seen.z - foot_m).times(self.level);
        let up = above - radius_m.times(AXIS);
        let walls = (distance2 + up.square()).sqrt() - radius_m;
        cut(walls + seen.rough, above, self.fillet_m)
    }
    fn at(&self, offset: [f32; 2], seen: Seen<f32>) -> f32 {
        let (mut least, mut foot, mut radius) = (f32::INFINITY, 0.0, 1.0);
        for segment in &self.segments {
            let (t, d2) = segment.nearest(offset);
            if d2 < least {
                (least, foot, radius) = (d2, Segment::mix(segment.foot_m, t), Segment::mix(segment.radius_m, t));
            }
        }
        self.section(least, foot, radius, seen)
    }
    /// As [`TunnelVoid::at`] for samples side by side.
    #[inline(always)]
    fn at_lanes<V: Lanes>(&self, offset: [V; 2], seen: &Seen<V>) -> V {
        let (mut least, mut foot, mut radius) = (V::of(f32::INFINITY), V::of(0.0), V::of(1.0));
        for segment in &self.segments {
            let (t, d2) = segment.nearest(offset);
            foot = d2.where_less(least, Segment::mix(segment.foot_m, t), foot);
            radius = d2.where_less(least, Segment::mix(segment.radius_m, t), radius);
            least = d2.where_less(least, d2, least);
        }
        self.section(least, foot, radius, *seen)
    }
    /// The pieces that can be nearest somewhere in a box, and the least distance from them to its middle: none is farther from the
    /// middle than another by twice the box's reach.
    fn near(&self, [x, y]: [Interval; 2]) -> Near<'_> {
        let (half_x, half_y) = (0.5 * x.width(), 0.5 * y.width());
        let reach = (half_x * half_x + half_y * half_y).sqrt() + 1e-2;
        let middle = [0.5 * (x.lo + x.hi), 0.5 * (y.lo + y.hi)];
        let (mut squares, mut least) = ([f32::INFINITY; MOST_SEGMENTS], f32::INFINITY);
        for (square, segment) in squares.iter_mut().zip(&self.segments) {
            *square = segment.nearest(middle).1;
            least = ops::min(*square, least);
        }
        Near { segments: &self.segments, squares, least: least.sqrt(), reach }
    }
    /// Only the pieces that can be nearest somewhere in the box. Where all is farther than `limit`, the lower end alone is told.
    fn over(&self, offset: [Interval; 2], seen: Seen<Interval>, limit: f32) -> Interval {
        let near = self.near(offset);
        let lowest = near.least - near.reach - self.widest_m + seen.rough.lo;
        if lowest > limit {
            return Interval { lo: lowest, hi: f32::INFINITY };
        }
        let mut enclosed = [(0, Interval::WHOLE, Interval::WHOLE); MOST_SEGMENTS];
        let (mut n, mut least) = (0, f32::INFINITY);
        for (place, (i, segment)) in enclosed.iter_mut().zip(near.pieces()) {
            let (t, d2) = segment.over(offset);
            least = ops::min(d2.hi, least);
            *place = (i, t, d2);
            n += 1;
        }
        let mut whole: Option<Interval> = None;
        for (i, t, d2) in enclosed.iter().take(n).filter(|(_, _, d2)| d2.lo <= least) {
            let segment = &self.segments[*i];
            let d2 = Interval { lo: d2.lo, hi: ops::max(least, d2.lo) };
            let one = self.section(d2, Segment::mix(segment.foot_m, *t), Segment::mix(segment.radius_m, *t), seen);
            whole = Some(whole.map_or(one, |so_far| so_far.hull(one)));
        }
        whole.unwrap_or(Interval::WHOLE)
    }
}

/// See [`TunnelVoid::near`].
struct Near<'a> {
    segments: &'a [Segment],
    /// Squared distances from the box's middle.
    squares: [f32; MOST_SEGMENTS],
    least: f32,
    /// From the box's middle to its corners.
    reach: f32,
}

impl<'a> Near<'a> {
    fn pieces(&self) -> impl Iterator<Item = (usize, &'a Segment)> {
        let farthest = self.least + 2.0 * self.reach;
        let pieces = self.segments.iter().enumerate().zip(&self.squares);
        pieces.filter(move |(_, square)| **square <= farthest * farthest).map(|(piece, _)| piece)
    }
}

impl Void {
    /// The void of a room.
    pub fn room(voxel: VoxelSize, room: Room, floor_cut: f32, fillet_m: f32) -> Self {
        let mean_m = 0.5 * (room.radius_m + room.half_height_m);
        let centre_m = room.foot_m + floor_cut * room.half_height_m;
        Void::Room(RoomVoid { anchor: Spot::new(voxel, room.at_m), room, centre_m, mean_m, fillet_m })
    }
    /// The void of a tunnel: level inside the rooms at its ends, winding between them, bowing out where the drop is large.
    pub fn tunnel(voxel: VoxelSize, seed: u64, link: &Link, radius_m: [f32; 2], winding_m: f32, fillet_m: f32) -> Self {
        let mut rolls = Rolls::new(seed, Tag::Winding, link.from.cell * 4 + IVec3::new(0, 0, link.kind as i32));
        let radius = rolls.range(radius_m[0], radius_m[1]);
        let (phase, side) = (rolls.range(0.0, std::f32::consts::TAU), rolls.chance(0.5));
        let anchor = Spot::new(voxel, link.from.at_m);
        let way = link.to.at_m - link.from.at_m;
        let way = [way.x as f32, way.y as f32];
        let length = ops::max((way[0] * way[0] + way[1] * way[1]).sqrt(), 0.1);
        let across = [-way[1] / length, way[0] / length];
        let wanted = ops::abs(link.to.foot_m - link.from.foot_m) / GRADE;
        let detour = (ops::max(wanted * wanted - length * length, 0.0)).sqrt();
        let widest = WIDEST_BOW * length;
        let bow = ops::min(0.225 * detour, widest) * if side { 1.0 } else { -1.0 };
        let wind = ops::min(winding_m, 0.12 * length);
        let bends = (length / 26.0).floor() + 1.0;
        // Level for the length of the rooms, so that floors meet without a lip.
        let (mut start, mut end) = ((link.from.radius_m + 1.0) / length, (link.to.radius_m + 1.0) / length);
        let level = start + end;
        if level > 0.7 {
            (start, end) = (start * 0.7 / level, end * 0.7 / level);
        }
        let n = ops::clamp((length / STEP_M).floor() + 4.0, 6.0, MOST_SEGMENTS as f32) as usize;
        let pi = std::f32::consts::PI;
        let knots: Vec<Knot> = (0..=n)
            .map(|i| {
                let t = i as f32 / n as f32;
                let envelope = ops::sin(pi * t);
                let sideways = bow * ops::sin(2.0 * pi * t) + wind * envelope * ops::sin(2.0 * pi * bends * t + phase);
                let ramp = ops::clamp((t - start) / (1.0 - start - end), 0.0, 1.0);
                let swell = 1.0 + 0.12 * envelope * ops::sin(3.0 * pi * bends * t + 2.0 * phase);
                Knot {
                    at: [way[0] * t + across[0] * sideways, way[1] * t + across[1] * sideways],
                    foot_m: ops::lerp(link.from.foot_m, link.to.foot_m, ramp),
                    radius_m: ops::max(radius * swell, radius_m[0]),
                }
            })
            .collect();
        let mut steepest = 0.0;
        for pair in knots.windows(2) {
            let run2 = (pair[1].at[0] - pair[0].at[0]) * (pair[1].at[0] - pair[0].at[0])
                + (pair[1].at[1] - pair[0].at[1]) * (pair[1].at[1] - pair[0].at[1]);
            steepest = ops::max(ops::abs(pair[1].foot_m - pair[0].foot_m) / ops::max(run2.sqrt(), 0.01), steepest);
        }
        let steepest = ops::min(steepest, 2.0);
        let segments = knots.windows(2).map(|pair| Segment::new(pair[0], pair[1])).collect();
        let widest_m = knots.iter().fold(0.0, |widest, knot| ops::max(knot.radius_m, widest));
        Void::Tunnel(TunnelVoid { anchor, segments, level: 1.0 / (1.0 + steepest * steepest).sqrt(), widest_m, fillet_m })
    }
    /// Distance of a sample: the definition.
    pub fn at(&self, voxel: VoxelSize, p: IVec2, seen: Seen<f32>) -> f32 {
        match self {
            Void::Room(room) => room.distance(room.anchor.offset_m(voxel, p), seen),
            Void::Tunnel(tunnel) => tunnel.at(tunnel.anchor.offset_m(voxel, p), seen),
        }
    }
    /// Distances of eight samples side by side along x, the first at `p`: lane by lane the bits of [`Void::at`].
    #[inline(always)]
    pub fn at_lanes<V: Lanes>(&self, voxel: VoxelSize, p: IVec2, step: i32, seen: &Seen<V>) -> V {
        match self {
            Void::Room(room) => room.distance(room.anchor.offsets_m(voxel, p, step), *seen),
            Void::Tunnel(tunnel) => tunnel.at_lanes(tunnel.anchor.offsets_m(voxel, p, step), seen),
        }
    }
    /// Encloses [`Void::at`] over a box; of a void that is farther than `limit` everywhere, perhaps only the lower end.
    pub fn over(&self, voxel: VoxelSize, part: &SampleBox, seen: Seen<Interval>, limit: f32) -> Interval {
        match self {
            Void::Room(room) => room.distance(room.anchor.over(voxel, part), seen),
            Void::Tunnel(tunnel) => tunnel.over(tunnel.anchor.over(voxel, part), seen, limit),
        }
    }
    /// A lattice box outside which the distance without roughness is at least `distance_m`, whatever the floor's relief (at most
    /// `relief_m` either way): found from each term of the distance.
    pub fn reach(&self, voxel: VoxelSize, distance_m: f32, relief_m: f32) -> LatticeBox {
        let (anchor, [min, max]) = match self {
            Void::Room(RoomVoid { anchor, room, centre_m, mean_m, .. }) => {
                // The ellipsoid that is this much larger; below, the floor itself is that far.
                let larger = 1.0 + distance_m / mean_m;
                let sideways = room.radius_m * larger;
                let z = [room.foot_m - distance_m, centre_m + room.half_height_m * larger];
                (anchor, [[-sideways, -sideways, z[0]], [sideways, sideways, z[1]]])
            }
            Void::Tunnel(TunnelVoid { anchor, segments, level, widest_m, .. }) => {
                let mut corners = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
                for segment in segments {
                    let to = [segment.from[0] + segment.along[0], segment.from[1] + segment.along[1]];
                    for (at, foot_m) in [(segment.from, segment.foot_m[0]), (to, segment.foot_m[1])] {
                        for (d, x) in [at[0], at[1], foot_m].into_iter().enumerate() {
                            (corners[0][d], corners[1][d]) = (ops::min(x, corners[0][d]), ops::max(x, corners[1][d]));
                        }
                    }
                }
                let [[x0, y0, z0], [x1, y1, z1]] = corners;
                let sideways = widest_m + distance_m;
                let z = [z0 - distance_m / level, z1 + (distance_m + widest_m * (1.0 + AXIS)) / level];
                (anchor, [[x0 - sideways, y0 - sideways, z[0]], [x1 + sideways, y1 + sideways, z[1]]])
            }
        };
        let [low, high] = [-relief_m, relief_m];
        baked::lattice_box(voxel, &anchor.anchored(), [min[0], min[1], min[2] + low], [max[0], max[1], max[2] + high])
    }
    /// The same without the pieces that are nearest nowhere in a box: the same bits there, sooner.
    pub fn trimmed(&self, voxel: VoxelSize, part: &SampleBox) -> Self {
        match self {
            Void::Room(room) => Void::Room(room.clone()),
            Void::Tunnel(tunnel) => {
                let offset = tunnel.anchor.over(voxel, part);
                let near: Vec<(&Segment, Interval)> =
                    tunnel.near(offset).pieces().map(|(_, segment)| (segment, segment.over(offset).1)).collect();
                let least = near.iter().fold(f32::INFINITY, |least, (_, d2)| ops::min(d2.hi, least));
                let segments = near.iter().filter(|(_, d2)| d2.lo <= least).map(|(segment, _)| **segment).collect();
                Void::Tunnel(TunnelVoid { segments, ..tunnel.without_segments() })
            }
        }
    }
}
