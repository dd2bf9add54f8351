//! Lines and columns of many bytes of one text, for the cost of reading it once.

use super::line_and_column;

/// Where each line of a text begins.
pub struct Lines<'a> {
    text: &'a str,
    /// Byte of each line's first letter, in order; the first is 0.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Reads the text once.
    pub fn new(text: &'a str) -> Self {
        let behind = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(behind).collect() }
    }

    /// As [`super::position`]: line and column of a byte, both from 1.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset.min(self.text.len())).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        line_and_column(self.text, line, start, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::position;

    #[test]
    fn every_byte_has_the_place_that_counting_gives() {
        for text in ["", "\n", "a\nbé\r\n\nß: 3", "one line", "ends\n"] {
            let lines = Lines::new(text);
            for offset in 0..text.len() + 3 {
                assert_eq!(lines.position(offset), position(text, offset), "{text:?} at {offset}");
            }
        }
    }
}
