//! The operators of a stack made ready for a box, each on first use, and what their bounds say.

use crate::operator::{Prepared, Role};
use crate::{Channels, Interval, SampleBox, Stack, Verdict};
use std::cell::OnceCell;

/// A stack over a domain. Every box it is asked about lies inside that domain.
pub(crate) struct Chain<'a> {
    stack: &'a Stack,
    domain: SampleBox,
    prepared: Vec<OnceCell<Box<dyn Prepared + 'a>>>,
    /// Index of the first post; the number of operators if there is none.
    first_post: usize,
}

impl<'a> Chain<'a> {
    pub(crate) fn new(stack: &'a Stack, domain: &SampleBox) -> Self {
        let operators = stack.operators();
        let first_post = operators.iter().position(|op| op.record().role == Role::Post).unwrap_or(operators.len());
        Self { stack, domain: *domain, prepared: operators.iter().map(|_| OnceCell::new()).collect(), first_post }
    }
    /// Number of operators.
    pub(crate) fn len(&self) -> usize {
        self.prepared.len()
    }
    pub(crate) fn get(&self, n: usize) -> &(dyn Prepared + 'a) {
        self.prepared[n].get_or_init(|| self.stack.operators()[n].prepare(self.stack.voxel(), &self.domain)).as_ref()
    }
    /// Those operators that were prepared already, with their indices.
    pub(crate) fn ready_mut(&mut self) -> impl Iterator<Item = (usize, &mut Box<dyn Prepared + 'a>)> {
        self.prepared.iter_mut().enumerate().filter_map(|(n, cell)| Some((n, cell.get_mut()?)))
    }
    /// Runs the bounds of all operators over a box; `visit` sees each operator's index and what it receives.
    pub(crate) fn bound(&self, part: &SampleBox, mut visit: impl FnMut(usize, Channels<Interval>)) -> Channels<Interval> {
        let start = Channels::START;
        let mut channels = Channels { density: Interval::point(start.density), shape: Interval::point(start.shape) };
        for n in 0..self.len() {
            visit(n, channels);
            channels = self.get(n).bound(part, channels);
        }
        channels
    }
    /// What the bounds alone say of a box. Where the posts decide whatever they receive, as in the bands, nothing else is asked.
    pub(crate) fn verdict(&self, part: &SampleBox) -> Verdict {
        let mut channels = Channels { density: Interval::WHOLE, shape: Interval::WHOLE };
        let is_decided = self.first_post < self.len()
            && (self.first_post..self.len()).all(|n| {
                channels = self.get(n).bound(part, channels);
                sign(channels.density) != Verdict::Mixed
            });
        sign(if is_decided { channels.density } else { self.bound(part, |_, _| {}).density })
    }
}

fn sign(density: Interval) -> Verdict {
    match density {
        d if d.is_rock() => Verdict::Rock,
        d if d.is_air() => Verdict::Air,
        _ => Verdict::Mixed,
    }
}
