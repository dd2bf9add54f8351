//! Closed loops of directed segments, and their triangulation.

/// Loops never have more corners than a transition cell has crossings.
pub(crate) const LONGEST_LOOP: usize = 16;

/// The directed segments of one cell, at most one leaving each vertex. Vertices are small numbers (cut edges of the cell).
#[derive(Clone, Copy)]
pub(crate) struct Segments {
    next: [Option<u8>; LONGEST_LOOP],
}

impl Segments {
    pub(crate) fn new() -> Self {
        Self { next: [None; LONGEST_LOOP] }
    }

    pub(crate) fn add(&mut self, from: u8, to: u8) {
        debug_assert!(self.next[usize::from(from)].is_none(), "two segments leave one crossing");
        self.next[usize::from(from)] = Some(to);
    }

    /// Takes the loops apart, each starting at its lowest vertex, and triangulates them with chords of least total `cost`.
    pub(crate) fn triangulate(mut self, cost: impl Fn(u8, u8) -> u32) -> Vec<[u8; 3]> {
        let mut triangles = Vec::new();
        for first in 0..LONGEST_LOOP as u8 {
            let mut corners = Vec::with_capacity(LONGEST_LOOP);
            let mut at = first;
            while let Some(to) = self.next[usize::from(at)].take() {
                corners.push(at);
                at = to;
            }
            debug_assert!(corners.is_empty() || at == first, "every loop closes");
            fill(&corners, &cost, &mut triangles);
        }
        triangles
    }
}

/// Dynamic programming over sub-polygons `from..=to`: the cheapest apex of the triangle that stands on the chord (from, to).
fn fill(corners: &[u8], cost: &impl Fn(u8, u8) -> u32, triangles: &mut Vec<[u8; 3]>) {
    let n = corners.len();
    if n < 3 {
        return;
    }
    let mut best = [[0u32; LONGEST_LOOP]; LONGEST_LOOP];
    let mut apex = [[0usize; LONGEST_LOOP]; LONGEST_LOOP];
    for span in 2..n {
        for from in 0..n - span {
            let to = from + span;
            let side = |a: usize, b: usize| if b == a + 1 { 0 } else { best[a][b] + cost(corners[a], corners[b]) };
            let (least, middle) = (from + 1..to).map(|m| (side(from, m) + side(m, to), m)).min().unwrap_or((0, from + 1));
            best[from][to] = least;
            apex[from][to] = middle;
        }
    }
    let mut open = vec![(0, n - 1)];
    while let Some((from, to)) = open.pop() {
        if to - from >= 2 {
            let middle = apex[from][to];
            triangles.push([corners[from], corners[middle], corners[to]]);
            open.push((from, middle));
            open.push((middle, to));
        }
    }
}

/// The contour on a square from the signs of its corners, counter-clockwise: calls `segment(from, to)` with edge numbers, edge
/// `i` joining corners `i` and `i + 1`. Each run of air is cut off by itself, so that diagonal air never joins: the one rule that
/// decides every ambiguous square, whoever looks at it. Air lies left of a segment seen from the side the corners turn round.
pub(crate) fn square_contour(air: [bool; 4], mut segment: impl FnMut(usize, usize)) {
    for exit in 0..4 {
        if air[exit] && !air[(exit + 1) % 4] {
            let mut enter = (exit + 3) % 4;
            while air[enter] {
                enter = (enter + 3) % 4;
            }
            segment(exit, enter);
        }
    }
}
