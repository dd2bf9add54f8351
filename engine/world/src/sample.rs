//! Densities of a world across its strates: every lattice point is read from the strate that owns it.

use crate::{StrateIndex, World};
use field::{FillScratch, Interval, Proofs, SampleBox, Stack, Verdict};
use glam::{IVec3, UVec3};

/// Density of proven or unowned rock in a filled box.
const ROCK: f32 = -1.0;

/// A run of z layers of a box that one strate owns.
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
        for run in self.parts(part) {
            let bound = match self.stack_of(&run) {
                Some(stack) => stack.bound(&self.local(part, run.owner, run.first, run.layers)),
                None => Interval::point(ROCK),
            };
            whole = Some(whole.map_or(bound, |so_far| so_far.hull(bound)));
        }
        whole.unwrap_or(Interval::point(ROCK))
    }
    /// As [`Stack::fill`], over a box of world lattice points that may cross interfaces: each point is read from the strate that owns it.
    pub fn fill(&self, domain: &SampleBox, proofs: Proofs, scratch: &mut FillScratch) -> Verdict {
        let parts = self.parts(domain);
        if let [run] = parts.as_slice() {
            if let Some(stack) = self.stack_of(run) {
                return stack.fill(&self.local(domain, run.owner, 0, run.layers), proofs, scratch);
            }
        }
        let layer = domain.size.x as usize * domain.size.y as usize;
        let mut whole = vec![ROCK; domain.len()];
        let mut sampled = 0;
        let mut verdict: Option<Verdict> = None;
        let mut fill_layers = |stack: &Stack, run: &Part, first: u32, layers: u32, proofs: Proofs, sampled: &mut usize| {
            let part = stack.fill(&self.local(domain, run.owner, first, layers), proofs, scratch);
            let start = first as usize * layer;
            whole[start..start + scratch.density.len()].copy_from_slice(&scratch.density);
            *sampled += scratch.sampled;
            part
        };
        for run in &parts {
            let part = match self.stack_of(run) {
                Some(stack) => fill_layers(stack, run, run.first, run.layers, proofs, &mut sampled),
                None => Verdict::Rock,
            };
            verdict = Some(verdict.map_or(part, |so_far| if so_far == part { part } else { Verdict::Mixed }));
        }
        let verdict = verdict.unwrap_or(Verdict::Rock);
        if verdict == Verdict::Mixed && proofs == Proofs::On {
            // A cell across an interface reads one layer of either strate, which a proof in its own strate may have skipped.
            for (i, run) in parts.iter().enumerate() {
                let Some(stack) = self.stack_of(run) else { continue };
                if i > 0 {
                    fill_layers(stack, run, run.first, 1, Proofs::Off, &mut sampled);
                }
                if i + 1 < parts.len() && (run.layers > 1 || i == 0) {
                    fill_layers(stack, run, run.first + run.layers - 1, 1, Proofs::Off, &mut sampled);
                }
            }
        }
        scratch.density = whole;
        scratch.sampled = sampled;
        verdict
    }

    fn parts(&self, domain: &SampleBox) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for k in 0..if domain.is_empty() { 0 } else { domain.size.z } {
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
