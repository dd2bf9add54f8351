//! Distances to the parts of a maze: storeys, stair towers and wells.

use super::layout::Join;
use super::{FAR_M, LEAST_STAIR_M, Maze, MazeSpec, STAIR_WALL_M};
use crate::operators::plan::{Figure, Plan, Rectangle, Spot};
use crate::operators::winding::{Bend, Flight};
use crate::{Interval, Num, SampleBox, VoxelSize, ops};
use glam::{DVec2, IVec2, IVec3};
use std::ops::RangeInclusive;

/// Plans are held at this, metres: as far as walls are felt, and the deepest band besides.
const PLAN_LIMIT_M: f32 = FAR_M + 1.0;
/// Half the width and the clear height of doorways.
const DOOR_HALF_M: f32 = 1.3;
const DOOR_HEIGHT_M: f32 = 2.7;
/// Half the height of the band's full depth, and where it ends.
const BAND_HALF_M: [f32; 2] = [0.15, 0.5];
/// Half the width of a pilaster.
const PILASTER_HALF_M: f32 = 0.45;
/// Half the width of a well.
const WELL_HALF_M: f32 = 1.3;
/// Widest stair tower, half of it.
const WIDEST_STAIR_M: f32 = 5.0;
/// Width of the ramp.
const RAMP_M: f32 = 2.6;
/// Thickness of the ramp.
const RAMP_THICKNESS_M: f32 = 0.8;
/// Share of a turn that is level where a doorway opens.
const LEVEL_SHARE: f32 = 0.05;
/// Steepest grade along the middle of the ramp.
const GRADE: f32 = 0.245;
/// What rounding may add to a bound, metres.
const ROUNDING_M: f32 = 1e-3;

/// A range of nodes in XY whose parts may be felt somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    first: IVec2,
    last: IVec2,
}

impl Window {
    /// Nodes within `reach_m` of a rectangle, per axis.
    pub fn between(spec: &MazeSpec, min_m: DVec2, max_m: DVec2, reach_m: f64) -> Self {
        let cell_m = f64::from(spec.cell_m);
        let first = ((min_m - reach_m) / cell_m).ceil().as_ivec2();
        Self { first, last: ((max_m + reach_m) / cell_m).floor().as_ivec2() }
    }
    /// Nodes whose corridors, stairs and wells may be felt in a box.
    pub fn of(spec: &MazeSpec, voxel: VoxelSize, part: &SampleBox) -> Self {
        let metres = |p: IVec3| p.truncate().as_dvec2() * f64::from(voxel.metres());
        // A corridor belongs to its lower node and ends half its width beyond the other; a tower stands less far off.
        let reach_m = spec.cell_m + spec.corridor_radius_m + spec.chamber_m + PLAN_LIMIT_M + 1.0;
        Self::between(spec, metres(part.origin), metres(part.last()), f64::from(reach_m))
    }
    /// The nodes of a storey, in a fixed order.
    pub fn nodes(self, storey: i32) -> impl Iterator<Item = IVec3> {
        let (first, last) = (self.first, self.last);
        (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| IVec3::new(x, y, storey)))
    }
}

/// An upright wall's plan: a rectangle along the axes, measured by the larger coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Rect {
    spot: Spot,
    half_m: [f32; 2],
}

impl Figure for Rect {
    fn spot(&self) -> Spot {
        self.spot
    }
    fn reach_m(&self, limit: f32) -> [f32; 2] {
        self.half_m.map(|half| half + limit)
    }
    #[inline(always)]
    fn value<N: Num>(&self, [x, y]: [N; 2]) -> N {
        (x.abs() - N::of(self.half_m[0])).max(y.abs() - N::of(self.half_m[1]))
    }
}

/// A doorway's plan: a rectangle along the diagonal from a node to its stairs.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    spot: Spot,
    half_length_m: f32,
}

impl Figure for Door {
    fn spot(&self) -> Spot {
        self.spot
    }
    fn reach_m(&self, limit: f32) -> [f32; 2] {
        [self.half_length_m + DOOR_HALF_M + std::f32::consts::SQRT_2 * limit; 2]
    }
    #[inline(always)]
    fn value<N: Num>(&self, [x, y]: [N; 2]) -> N {
        let half = N::of(std::f32::consts::FRAC_1_SQRT_2);
        let (along, across) = ((x + y) * half, (x - y) * half);
        (along.abs() - N::of(self.half_length_m)).max(across.abs() - N::of(DOOR_HALF_M))
    }
}

/// A storey: plans of its walls, raised from one level floor.
#[derive(Clone, Debug)]
pub struct Storey {
    /// Its floor above the content floor, metres.
    pub foot_m: f32,
    /// Corridors, and nodes that are no chambers.
    pub halls: Plan<Rect>,
    /// Chambers.
    pub chambers: Plan<Rect>,
    /// Doorways to stairs.
    pub doors: Plan<Door>,
    profile: Profile,
}

/// What a storey's walls look like from the side.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    hall_m: f32,
    chamber_m: f32,
    door_m: f32,
    fillet_m: f32,
    vault_m: f32,
    band_m: [f32; 2],
}

impl Profile {
    fn new(spec: &MazeSpec) -> Self {
        let (hall_m, chamber_m) = (spec.hall_height_m(), spec.chamber_height_m());
        let door_m = ops::min(DOOR_HEIGHT_M, hall_m);
        Self { hall_m, chamber_m, door_m, fillet_m: spec.fillet_m, vault_m: spec.vault_m, band_m: spec.band_m }
    }
    /// How much farther the walls stand back at a height above the floor.
    pub fn band<N: Num>(&self, above: N) -> N {
        let off = (above - N::of(self.band_m[1])).abs();
        (N::of(1.0) - off.smoothstep(BAND_HALF_M[0], BAND_HALF_M[1])).times(self.band_m[0])
    }
    /// Distance from the plans of halls, chambers and doors, a height above the floor and the band there.
    #[inline(always)]
    pub fn distance<N: Num>(&self, [hall, chamber, door]: [N; 3], above: N, band: N) -> N {
        let hall = (hall - band).smooth_max(above - N::of(self.hall_m), self.vault_m);
        let chamber = (chamber - band).smooth_max(above - N::of(self.chamber_m), self.vault_m);
        let door = door.max(above - N::of(self.door_m));
        hall.min(chamber).min(door).smooth_max(-above, self.fillet_m)
    }
}

impl Storey {
    /// The storey over a window of nodes: of the whole window, or with those parts alone that can be felt in a rectangle.
    pub fn new(maze: &Maze, voxel: VoxelSize, storey: i32, window: &Window, wanted: Option<&Rectangle>) -> Self {
        let (spec, seed) = (&maze.spec, maze.seed);
        let everywhere = Rectangle { min: IVec2::splat(i32::MIN / 2), max: IVec2::splat(i32::MAX / 2) };
        let wanted = wanted.unwrap_or(&everywhere);
        let (radius_m, chamber_m) = (spec.corridor_radius_m, spec.corridor_radius_m + spec.chamber_m);
        let rect = |at_m: DVec2, half_m: [f32; 2]| Rect { spot: Spot::new(voxel, at_m), half_m };
        let (mut halls, mut chambers, mut doors) = (Vec::new(), Vec::new(), Vec::new());
        for node in window.nodes(storey) {
            let at_m = spec.at_m(node);
            if spec.is_chamber(seed, node) {
                chambers.push(rect(at_m, [chamber_m; 2]));
            } else {
                halls.push(rect(at_m, [radius_m; 2]));
            }
            for axis in (0..2).filter(|axis| spec.join(seed, node, *axis).is_some()) {
                for [from_m, to_m, radius_m] in stretches(spec) {
                    let mut half_m = [radius_m; 2];
                    half_m[axis] = 0.5 * (to_m - from_m);
                    halls.push(rect(at_m + DVec2::AXES[axis] * f64::from(0.5 * (from_m + to_m)), half_m));
                }
            }
            if [node, node - IVec3::Z].iter().any(|lower| spec.join(seed, *lower, 2) == Some(Join::Tree)) {
                doors.push(maze.stairs.door(spec, voxel, at_m));
            }
        }
        Self {
            foot_m: spec.foot_m(storey),
            halls: Plan::new(voxel, PLAN_LIMIT_M, halls.into_iter(), wanted),
            chambers: Plan::new(voxel, PLAN_LIMIT_M, chambers.into_iter(), wanted),
            doors: Plan::new(voxel, PLAN_LIMIT_M, doors.into_iter(), wanted),
            profile: Profile::new(spec),
        }
    }
    /// Whether nothing of it can be felt.
    pub fn is_empty(&self) -> bool {
        self.halls.is_empty() && self.chambers.is_empty() && self.doors.is_empty()
    }
    /// See [`Profile`].
    pub fn profile(&self) -> Profile {
        self.profile
    }
    /// Distance at a height above the content floor, at least [`FAR_M`] outside [`Storey::heights_m`]: the definition.
    pub fn at(&self, p: IVec2, z_m: f32) -> f32 {
        let above = z_m - self.foot_m;
        self.profile.distance([self.halls.at(p), self.chambers.at(p), self.doors.at(p)], above, self.profile.band(above))
    }
    /// Encloses [`Storey::at`] over a box.
    pub fn over(&self, part: &SampleBox, z_m: Interval) -> Interval {
        let above = z_m - Interval::point(self.foot_m);
        let plans = [self.halls.over(part), self.chambers.over(part), self.doors.over(part)];
        self.profile.distance(plans, above, self.profile.band(above)).widen(ROUNDING_M)
    }
    /// Heights above the content floor outside which it is not felt.
    pub fn heights_m(&self) -> Interval {
        Self::felt_m(self.foot_m, self.profile.chamber_m)
    }
    /// The same of a storey that is not made yet.
    pub fn heights_m_of(spec: &MazeSpec, storey: i32) -> Interval {
        Self::felt_m(spec.foot_m(storey), spec.chamber_height_m())
    }
    fn felt_m(foot_m: f32, height_m: f32) -> Interval {
        Interval { lo: foot_m - FAR_M, hi: foot_m + height_m + FAR_M }
    }
}

/// A corridor as stretches along it: where each begins and ends from its lower node, and half its width. Narrow all along, wide in the
/// bays between its pilasters.
fn stretches(spec: &MazeSpec) -> impl Iterator<Item = [f32; 3]> {
    let [depth_m, distance_m] = spec.pilasters_m;
    let (cell_m, radius_m) = (spec.cell_m, spec.corridor_radius_m);
    let n_bays = if depth_m > 0.0 { ops::max((cell_m / distance_m + 0.5).floor(), 1.0) as i32 } else { 0 };
    let bay_m = cell_m / n_bays as f32;
    let bay = move |i: i32| [i as f32 * bay_m + PILASTER_HALF_M, (i + 1) as f32 * bay_m - PILASTER_HALF_M, radius_m];
    // It ends where the squares of its nodes do.
    let narrow = [-radius_m, cell_m + radius_m, radius_m - depth_m];
    std::iter::once(narrow).chain((0..n_bays).map(bay))
}

/// What all stair towers of a maze share.
#[derive(Clone, Copy, Debug)]
pub struct Stairs {
    /// From a node to the axis of its tower, along x and along y.
    pub off_node_m: f32,
    half_m: f32,
    newel_m: f32,
    fillet_m: f32,
    /// Cosine of the ramp's slope: heights are measured across it.
    level: f32,
    flight: Flight,
}

impl Stairs {
    /// As wide as the block of rock between corridors allows.
    pub fn new(spec: &MazeSpec) -> Self {
        let walls_m = spec.corridor_radius_m + spec.chamber_m + STAIR_WALL_M;
        let half_m = ops::clamp(0.5 * spec.cell_m - walls_m, LEAST_STAIR_M, WIDEST_STAIR_M);
        let newel_m = half_m - RAMP_M;
        let round_m = 8.0 * (half_m - 0.5 * RAMP_M);
        let steepest_m = GRADE * (1.0 - 2.0 * LEVEL_SHARE) * round_m;
        let n_turns = ops::max((spec.rise_m() / steepest_m).ceil(), 1.0);
        let pitch_m = spec.rise_m() / n_turns;
        Self {
            off_node_m: walls_m + half_m,
            half_m,
            newel_m,
            fillet_m: ops::min(spec.fillet_m, 1.0),
            level: 1.0 / (1.0 + GRADE * GRADE).sqrt(),
            flight: Flight { pitch_m, thickness_m: RAMP_THICKNESS_M, level_share: LEVEL_SHARE },
        }
    }
    /// The doorway from a node at `at_m`: from well inside the node's square into the corner of the tower.
    fn door(&self, spec: &MazeSpec, voxel: VoxelSize, at_m: DVec2) -> Door {
        let diagonal = std::f32::consts::SQRT_2;
        let from_m = diagonal * spec.corridor_radius_m - DOOR_HALF_M;
        let to_m = diagonal * (self.off_node_m - self.half_m) + DOOR_HALF_M;
        let middle_m = f64::from(0.5 * (from_m + to_m) / diagonal);
        Door { spot: Spot::new(voxel, at_m + middle_m), half_length_m: 0.5 * (to_m - from_m) }
    }
}

/// A square tower with a ramp winding up round a newel, from one storey's floor to a doorway's height above the next.
#[derive(Clone, Copy, Debug)]
pub struct Tower {
    /// Its axis.
    pub spot: Spot,
    foot_m: f32,
    top_m: f32,
}

impl Tower {
    /// Heights above the content floor outside which it is not felt.
    pub fn heights_m(&self) -> Interval {
        Interval { lo: self.foot_m - FAR_M, hi: self.top_m + FAR_M }
    }
    /// Half sizes outside which it is not felt.
    pub fn reach_m(&self, maze: &Maze) -> [f32; 2] {
        [maze.stairs.half_m + FAR_M; 2]
    }
    /// What depends on the column alone: distance to the walls of tower and newel, and the share of a turn the ramp has risen.
    #[inline(always)]
    pub fn column(maze: &Maze, [x, y]: [f32; 2]) -> [f32; 2] {
        let stairs = &maze.stairs;
        [Self::walls(stairs, [x, y]), stairs.flight.risen(Bend::Square.turn([x, y]))]
    }
    #[inline(always)]
    fn walls<N: Num>(stairs: &Stairs, [x, y]: [N; 2]) -> N {
        let off = x.abs().max(y.abs());
        (off - N::of(stairs.half_m)).max(N::of(stairs.newel_m) - off)
    }
    #[inline(always)]
    fn distance<N: Num>(&self, stairs: &Stairs, walls: N, flight: N, z_m: N) -> N {
        let clear = walls.smooth_max(-flight.times(stairs.level), stairs.fillet_m);
        clear.smooth_max(N::of(self.foot_m) - z_m, stairs.fillet_m).max(z_m - N::of(self.top_m))
    }
    /// Height within a turn of the ramp: the same for all samples of a row.
    pub fn in_turn_m(&self, maze: &Maze, z_m: f32) -> f32 {
        maze.stairs.flight.height_in_turn(z_m - self.foot_m)
    }
    /// Distance from a column's values, the height within a turn, and the height above the content floor.
    #[inline(always)]
    pub fn raised(&self, maze: &Maze, [walls, risen]: [f32; 2], in_turn_m: f32, z_m: f32) -> f32 {
        self.distance(&maze.stairs, walls, maze.stairs.flight.distance(in_turn_m, risen), z_m)
    }
    /// The definition.
    pub fn at(&self, maze: &Maze, voxel: VoxelSize, p: IVec2, z_m: f32) -> f32 {
        self.raised(maze, Self::column(maze, self.spot.offset_m(voxel, p)), self.in_turn_m(maze, z_m), z_m)
    }
    /// Encloses [`Tower::at`] over a box.
    pub fn over(&self, maze: &Maze, voxel: VoxelSize, part: &SampleBox, z_m: Interval) -> Interval {
        let (stairs, offset) = (&maze.stairs, self.spot.over(voxel, part));
        let risen = stairs.flight.risen_over(Bend::Square.turns(offset));
        let flight = stairs.flight.distance_over(z_m - Interval::point(self.foot_m), risen);
        self.distance(stairs, Self::walls(stairs, offset), flight, z_m).widen(ROUNDING_M)
    }
}

/// A square hole from a node's floor into the storey below.
#[derive(Clone, Copy, Debug)]
pub struct Well {
    spot: Spot,
    bottom_m: f32,
    top_m: f32,
}

impl Well {
    /// Half sizes outside which it is not felt.
    pub fn reach_m(&self) -> [f32; 2] {
        [WELL_HALF_M + FAR_M; 2]
    }
    /// Its axis.
    pub fn spot(&self) -> Spot {
        self.spot
    }
    /// Heights above the content floor outside which it is not felt.
    pub fn heights_m(&self) -> Interval {
        Interval { lo: self.bottom_m - FAR_M, hi: self.top_m + FAR_M }
    }
    /// What depends on the column alone.
    #[inline(always)]
    pub fn column<N: Num>([x, y]: [N; 2]) -> N {
        x.abs().max(y.abs()) - N::of(WELL_HALF_M)
    }
    /// Distance from a column's value.
    #[inline(always)]
    pub fn raised<N: Num>(&self, column: N, z_m: N) -> N {
        column.max(z_m - N::of(self.top_m)).max(N::of(self.bottom_m) - z_m)
    }
    /// The definition.
    pub fn at(&self, voxel: VoxelSize, p: IVec2, z_m: f32) -> f32 {
        self.raised(Self::column(self.spot.offset_m(voxel, p)), z_m)
    }
    /// Encloses [`Well::at`] over a box.
    pub fn over(&self, voxel: VoxelSize, part: &SampleBox, z_m: Interval) -> Interval {
        self.raised(Self::column(self.spot.over(voxel, part)), z_m)
    }
}

impl Maze {
    /// Storeys whose stairs or wells lead up to another.
    fn lower_storeys(&self) -> RangeInclusive<i32> {
        let storeys = self.spec.storeys();
        *storeys.start()..=storeys.end() - 1
    }
    fn each_joined(&self, window: &Window, join: Join, mut visit: impl FnMut(IVec3)) {
        for storey in self.lower_storeys() {
            let nodes = window.nodes(storey).filter(|node| self.spec.join(self.seed, *node, 2) == Some(join));
            nodes.for_each(&mut visit);
        }
    }
    /// Visits the stair towers of a window, in a fixed order.
    pub(super) fn each_tower(&self, voxel: VoxelSize, window: &Window, mut visit: impl FnMut(Tower)) {
        self.each_joined(window, Join::Tree, |node| {
            let foot_m = self.spec.foot_m(node.z);
            let axis_m = self.spec.at_m(node) + f64::from(self.stairs.off_node_m);
            let top_m = foot_m + self.spec.rise_m() + DOOR_HEIGHT_M;
            visit(Tower { spot: Spot::new(voxel, axis_m), foot_m, top_m });
        });
    }
    /// Visits the wells of a window, in a fixed order.
    pub(super) fn each_well(&self, voxel: VoxelSize, window: &Window, mut visit: impl FnMut(Well)) {
        self.each_joined(window, Join::Loop, |node| {
            let foot_m = self.spec.foot_m(node.z);
            let bottom_m = foot_m + self.spec.hall_height_m() - 1.0;
            let top_m = foot_m + self.spec.rise_m() + 1.0;
            visit(Well { spot: Spot::new(voxel, self.spec.at_m(node)), bottom_m, top_m });
        });
    }
}
