//! One suite for every operator: rows against points, bounds against brute force, inertness against bits.
//!
//! The boxes are irregular, at several levels and partly out of the operator's reach; the incoming channels are jittered and range from
//! deep rock to far air. Since the point form evaluates from everything and rows from what was prepared, equal bits also prove that
//! nothing needed was left out. Checks that prove nothing are counted.

use crate::hash::{Rolls, Tag};
use crate::{Channels, Interval, Operator, Row, SampleBox, VoxelSize};
use glam::{IVec3, UVec3};

/// Where an operator is tried.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Voxel size of the lattice.
    pub voxel: VoxelSize,
    /// Middle of the region the boxes are drawn from.
    pub around: IVec3,
    /// Half the region's size per axis, in lattice units.
    pub spread: IVec3,
    /// Number of boxes.
    pub n_boxes: u32,
    /// Seed of boxes and incoming channels.
    pub seed: u64,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { voxel: VoxelSize::DEFAULT, around: IVec3::ZERO, spread: IVec3::new(240, 240, 120), n_boxes: 120, seed: 1 }
    }
}

/// What a passed check has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Boxes in which the operator claimed to be inert.
    pub inert: u32,
    /// Boxes in which it claimed nothing.
    pub active: u32,
    /// Bounds of a written channel that were infinite although the incoming ones were not.
    pub vacuous: u32,
    /// Active boxes whose output equals the input: claims that could have been stronger.
    pub unclaimed: u32,
}

/// How an operator broke its contract.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{operator}: {what} at lattice point {at} (level {level})")]
pub struct Breach {
    /// Name of the operator.
    pub operator: &'static str,
    /// Which law, with the values.
    pub what: String,
    /// Where.
    pub at: IVec3,
    /// Level of the box.
    pub level: u8,
}

/// Runs the whole suite.
///
/// # Errors
/// The first breach found.
pub fn check(op: &dyn Operator, surroundings: &Surroundings) -> Result<Report, Breach> {
    let mut report = Report::default();
    for n in 0..surroundings.n_boxes {
        let mut rolls = Rolls::new(surroundings.seed, Tag::Test, IVec3::new(n as i32, 0, 0));
        let level = rolls.below(4) as u8;
        let size = UVec3::new(1 + rolls.below(23), 1 + rolls.below(9), 1 + rolls.below(9));
        let mut anywhere = |spread: i32| rolls.below(2 * spread.max(1) as u32) as i32 - spread.max(1);
        let offset =
            IVec3::new(anywhere(surroundings.spread.x), anywhere(surroundings.spread.y), anywhere(surroundings.spread.z));
        let domain = SampleBox { origin: surroundings.around + offset, level, size };
        Trial { op, voxel: surroundings.voxel, domain, incoming: Incoming::roll(&mut rolls) }.run(&mut rolls, &mut report)?;
    }
    Ok(report)
}

/// Jittered channels as a function of the point.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    seed: u64,
    base: Channels<f32>,
    jitter: f32,
}

impl Incoming {
    fn roll(rolls: &mut Rolls) -> Self {
        const DENSITIES: [f32; 8] = [-1.0e4, -40.0, -3.0, 0.0, 0.0, 2.0, 30.0, 1.0e4];
        const SHAPES: [f32; 8] = [-20.0, -3.0, 0.0, 0.0, 2.0, 15.0, 60.0, crate::NO_SHAPE_M];
        let base = Channels { density: DENSITIES[rolls.below(8) as usize], shape: SHAPES[rolls.below(8) as usize] };
        Self { seed: rolls.next_u64(), base, jitter: [0.0, 0.5, 4.0][rolls.below(3) as usize] }
    }
    fn at(&self, p: IVec3) -> Channels<f32> {
        let mut rolls = Rolls::new(self.seed, Tag::Test, p);
        Channels {
            density: self.base.density + rolls.range(-self.jitter, self.jitter),
            shape: self.base.shape + rolls.range(-self.jitter, self.jitter),
        }
    }
}

struct Trial<'a> {
    op: &'a dyn Operator,
    voxel: VoxelSize,
    domain: SampleBox,
    incoming: Incoming,
}

fn bits(c: Channels<f32>) -> [u32; 2] {
    [c.density.to_bits(), c.shape.to_bits()]
}

fn points(part: SampleBox) -> impl Iterator<Item = IVec3> {
    let n = part.size;
    (0..n.z).flat_map(move |z| (0..n.y).flat_map(move |y| (0..n.x).map(move |x| part.point(UVec3::new(x, y, z)))))
}

impl Trial<'_> {
    fn breach(&self, what: String, at: IVec3) -> Breach {
        Breach { operator: self.op.record().name, what, at, level: self.domain.level }
    }
    fn out(&self, p: IVec3) -> Channels<f32> {
        self.op.point(self.voxel, p, self.incoming.at(p))
    }

    fn run(&self, rolls: &mut Rolls, report: &mut Report) -> Result<(), Breach> {
        self.rows_equal_points(rolls)?;
        self.proofs_hold(&self.domain, report, true)?;
        for _ in 0..3 {
            let lo = UVec3::from_array(self.domain.size.to_array().map(|n| rolls.below(n)));
            let size = UVec3::from_array((self.domain.size - lo).to_array().map(|n| 1 + rolls.below(n)));
            let part = SampleBox { origin: self.domain.point(lo), level: self.domain.level, size };
            self.proofs_hold(&part, report, false)?;
        }
        Ok(())
    }

    fn rows_equal_points(&self, rolls: &mut Rolls) -> Result<(), Breach> {
        let mut prepared = self.op.prepare(self.voxel, &self.domain);
        let size = self.domain.size;
        for z in 0..size.z {
            if rolls.chance(0.5) {
                let slice = SampleBox { origin: self.domain.point(UVec3::new(0, 0, z)), size: size.with_z(1), ..self.domain };
                prepared.focus(&slice);
            } else {
                prepared.focus(&self.domain);
            }
            for y in 0..size.y {
                let first = rolls.below(size.x);
                let n = 1 + rolls.below(size.x - first);
                let at = |i: u32| self.domain.point(UVec3::new(first + i, y, z));
                let incoming: Vec<_> = (0..n).map(|i| self.incoming.at(at(i))).collect();
                let mut density: Vec<f32> = incoming.iter().map(|c| c.density).collect();
                let mut shape: Vec<f32> = incoming.iter().map(|c| c.shape).collect();
                prepared.row(Row { start: at(0), step: self.domain.step(), density: &mut density, shape: &mut shape });
                for i in 0..n {
                    let row = Channels { density: density[i as usize], shape: shape[i as usize] };
                    let point = self.out(at(i));
                    if bits(row) != bits(point) {
                        return Err(self.breach(format!("the row gives {row:?}, the point {point:?}"), at(i)));
                    }
                    if !(point.density.is_finite() && point.shape.is_finite()) {
                        return Err(self.breach(format!("the point gives {point:?}"), at(i)));
                    }
                }
            }
        }
        Ok(())
    }

    fn proofs_hold(&self, part: &SampleBox, report: &mut Report, counts: bool) -> Result<(), Breach> {
        let prepared = self.op.prepare(self.voxel, &self.domain);
        let first = self.incoming.at(part.origin);
        let mut incoming = Channels { density: Interval::point(first.density), shape: Interval::point(first.shape) };
        for p in points(*part) {
            let c = self.incoming.at(p);
            incoming.density = incoming.density.hull(Interval::point(c.density));
            incoming.shape = incoming.shape.hull(Interval::point(c.shape));
        }
        let bound = prepared.bound(part, incoming);
        let inert = prepared.is_inert(part, incoming);
        let mut changes = false;
        for p in points(*part) {
            let out = self.out(p);
            if !(bound.density.contains(out.density) && bound.shape.contains(out.shape)) {
                return Err(self.breach(format!("{out:?} is outside the bound {bound:?}"), p));
            }
            let changed = bits(out) != bits(self.incoming.at(p));
            if inert && changed {
                return Err(self.breach(format!("claimed inert, yet {:?} became {out:?}", self.incoming.at(p)), p));
            }
            changes |= changed;
        }
        if counts {
            let writes = self.op.record().writes;
            let is_vacuous = |i: Interval| !(i.lo.is_finite() && i.hi.is_finite());
            report.inert += u32::from(inert);
            report.active += u32::from(!inert);
            report.vacuous += u32::from(writes.density && is_vacuous(bound.density) || writes.shape && is_vacuous(bound.shape));
            report.unclaimed += u32::from(!inert && !changes);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::{Prepared, Record};
    use crate::operators::Bands;

    /// Bands with one lie each.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Lie {
        Bound,
        Inert,
        Row,
    }

    #[derive(Debug)]
    struct Liar(Bands, Lie);

    impl Operator for Liar {
        fn record(&self) -> &'static Record {
            Operator::record(&self.0)
        }
        fn point(&self, voxel: VoxelSize, p: IVec3, incoming: Channels<f32>) -> Channels<f32> {
            self.0.point(voxel, p, incoming)
        }
        fn prepare<'a>(&'a self, voxel: VoxelSize, domain: &SampleBox) -> Box<dyn Prepared + 'a> {
            Box::new(PreparedLiar(self.0.prepare(voxel, domain), self.1))
        }
    }

    struct PreparedLiar<'a>(Box<dyn Prepared + 'a>, Lie);

    impl Prepared for PreparedLiar<'_> {
        fn bound(&self, part: &SampleBox, incoming: Channels<Interval>) -> Channels<Interval> {
            let mut out = self.0.bound(part, incoming);
            if self.1 == Lie::Bound {
                out.density.hi -= 0.3 * out.density.width();
            }
            out
        }
        fn is_inert(&self, part: &SampleBox, incoming: Channels<Interval>) -> bool {
            self.1 == Lie::Inert && incoming.density.hi < 20.0 || self.0.is_inert(part, incoming)
        }
        fn row(&mut self, row: Row<'_>) {
            let Row { start, step, density, shape } = row;
            self.0.row(Row { start, step, density, shape });
            if self.1 == Lie::Row && step == 4 {
                density[0] = f32::from_bits(density[0].to_bits() ^ 1);
            }
        }
    }

    #[test]
    fn every_kind_of_lie_is_caught() {
        for (lie, word) in [(Lie::Bound, "outside the bound"), (Lie::Inert, "claimed inert"), (Lie::Row, "the row gives")] {
            let breach = check(&Liar(Bands::new(0.0, 24.0), lie), &Surroundings::default()).expect_err("a lie");
            assert!(breach.what.contains(word), "{lie:?}: {breach}");
        }
    }
}
