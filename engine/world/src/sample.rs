//! Densities of a world across its strates: every lattice point is read from the strate that owns it.

use crate::{StrateIndex, World};
use field::{FillScratch, Interval, Proofs, SampleBox, Stack, Verdict};
use glam::{IVec3, UVec3};
use std::ops::Range;

/// Density of proven or unowned rock in a filled box.
const ROCK: f32 = -1.0;

/// Layers on either side of an interface that a vertex beside it reads.
const READ: u32 = 2;

/// A run of z layers of a box that one strate owns.
#[derive(Clone, Copy)]
struct Part {
    owner: Option<StrateIndex>,
    /// First layer and number of layers.
    first: u32,
    layers: u32,
}

impl World {
    /// Density of one world lattice point: the definition. Rock outside every strate, and where planning failed.
    pub fn density(&self, p: IVec3) -> f32 {
        let Some(index) = self.strate_at(p.z) else { return ROCK };
        let local = IVec3::new(p.x, p.y, p.z - self.strate(index).bands.content_floor);
        self.finished(index).map_or(ROCK, |stack| stack.density(local))
    }
    /// As [`Stack::bound`], over a box of world lattice points that may cross interfaces. An empty box answers rock.
    pub fn bound(&self, part: &SampleBox) -> Interval {
        let mut whole: Option<Interval> = None;
        for run in self.parts(part, 0..part.size.z) {
            let bound = match self.stack_of(&run) {
                Some(stack) => stack.bound(&self.local(part, run.owner, run.first, run.layers)),
                None => Interval::point(ROCK),
            };
            whole = Some(whole.map_or(bound, |so_far| so_far.hull(bound)));
        }
        whole.unwrap_or(Interval::point(ROCK))
    }
    /// As [`Stack::verdict`], over a box of world lattice points that may cross interfaces. An empty box answers rock.
    pub fn verdict(&self, part: &SampleBox) -> Verdict {
        let mut whole = None;
        for run in self.parts(part, 0..part.size.z) {
            let one = match self.stack_of(&run) {
                Some(stack) => stack.verdict(&self.local(part, run.owner, run.first, run.layers)),
                None => Verdict::Rock,
            };
            if one == Verdict::Mixed || whole.is_some_and(|so_far| so_far != one) {
                return Verdict::Mixed;
            }
            whole = Some(one);
        }
        whole.unwrap_or(Verdict::Rock)
    }
    /// As [`Stack::fill`], over a box of world lattice points that may cross interfaces: each point is read from the strate that owns it.
    pub fn fill(&self, domain: &SampleBox, proofs: Proofs, scratch: &mut FillScratch) -> Verdict {
        self.fill_layers(domain, 0..domain.size.z, proofs, scratch)
    }
    /// Fills only some z layers of a box; the others hold rock, and the verdict does not speak of them.
    pub fn fill_layers(&self, domain: &SampleBox, layers: Range<u32>, proofs: Proofs, scratch: &mut FillScratch) -> Verdict {
        let parts = self.parts(domain, layers);
        if let [run] = parts.as_slice() {
            if let Some(stack) = self.stack_of(run).filter(|_| run.layers == domain.size.z) {
                return stack.fill(&self.local(domain, run.owner, 0, run.layers), proofs, scratch);
            }
        }
        let mut filling = Filling { world: self, domain, whole: vec![ROCK; domain.len()], sampled: 0, scratch };
        let mut verdict: Option<Verdict> = None;
        for run in &parts {
            let part = filling.fill(run, proofs);
            verdict = Some(verdict.map_or(part, |so_far| if so_far == part { part } else { Verdict::Mixed }));
        }
        let verdict = verdict.unwrap_or(Verdict::Rock);
        if verdict == Verdict::Mixed && proofs == Proofs::On {
            for pair in parts.windows(2) {
                filling.join(&pair[0], &pair[1]);
            }
        }
        let Filling { whole, sampled, scratch, .. } = filling;
        scratch.density = whole;
        scratch.sampled = sampled;
        verdict
    }

    fn parts(&self, domain: &SampleBox, layers: Range<u32>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for k in if domain.is_empty() { 0..0 } else { layers } {
            let owner = self.strate_at(domain.origin.z + k as i32 * domain.step());
            match parts.last_mut().filter(|part| part.owner == owner) {
                Some(part) => part.layers += 1,
                None => parts.push(Part { owner, first: k, layers: 1 }),
            }
        }
        parts
    }

    fn stack_of(&self, part: &Part) -> Option<&Stack> {
        part.owner.and_then(|index| self.finished(index).ok())
    }

    /// Layers of a world box in the frame of their owner.
    fn local(&self, domain: &SampleBox, owner: Option<StrateIndex>, first: u32, layers: u32) -> SampleBox {
        let floor = owner.map_or(0, |index| self.strate(index).bands.content_floor);
        let origin = domain.origin + IVec3::new(0, 0, first as i32 * domain.step() - floor);
        SampleBox { origin, level: domain.level, size: UVec3::new(domain.size.x, domain.size.y, layers) }
    }
}

/// A box being filled strate by strate.
struct Filling<'a> {
    world: &'a World,
    domain: &'a SampleBox,
    whole: Vec<f32>,
    sampled: usize,
    scratch: &'a mut FillScratch,
}

impl Filling<'_> {
    fn offset(&self, layer: u32) -> usize {
        layer as usize * self.domain.size.x as usize * self.domain.size.y as usize
    }
    fn fill(&mut self, run: &Part, proofs: Proofs) -> Verdict {
        let Some(stack) = self.world.stack_of(run) else { return Verdict::Rock };
        let verdict = stack.fill(&self.world.local(self.domain, run.owner, run.first, run.layers), proofs, self.scratch);
        let start = self.offset(run.first);
        self.whole[start..start + self.scratch.density.len()].copy_from_slice(&self.scratch.density);
        self.sampled += self.scratch.sampled;
        verdict
    }
    /// Samples the layers beside an interface that a proof in their own strate may have skipped, unless nothing crosses there.
    fn join(&mut self, below: &Part, above: &Part) {
        let (down, up) = (below.layers.min(READ), above.layers.min(READ));
        let beside = &self.whole[self.offset(above.first - down)..self.offset(above.first + up)];
        let has_rock = beside.iter().any(|density| *density < 0.0);
        if has_rock && beside.iter().any(|density| *density >= 0.0) {
            self.fill(&Part { first: above.first - down, layers: down, ..*below }, Proofs::Off);
            self.fill(&Part { layers: up, ..*above }, Proofs::Off);
        }
    }
}
