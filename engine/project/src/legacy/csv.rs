//! Rows of comma-separated text (RFC 4180): cells may stand in quotes, in which a doubled quote is one.

use super::source::{Mistake, Wrong};

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Without its quotes.
    pub text: String,
    /// Line and column of its first character, both from 1.
    pub place: (u32, u32),
}

/// The rows of a text; empty lines are none.
///
/// # Errors
/// A quote that is not closed, or one that stands inside a cell without quotes.
pub fn rows(text: &str) -> Result<Vec<Vec<Cell>>, Mistake> {
    let mut reader = Reader { letters: text.chars().peekable(), line: 1, column: 1 };
    let mut rows = Vec::new();
    while reader.letters.peek().is_some() {
        let row = reader.row()?;
        if row.len() > 1 || row.iter().any(|cell| !cell.text.is_empty()) {
            rows.push(row);
        }
    }
    Ok(rows)
}

struct Reader<'a> {
    letters: std::iter::Peekable<std::str::Chars<'a>>,
    line: u32,
    column: u32,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        (self.line, self.column) = if letter == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(letter)
    }

    fn row(&mut self) -> Result<Vec<Cell>, Mistake> {
        let mut row = Vec::new();
        loop {
            row.push(self.cell()?);
            match self.next() {
                Some(',') => {}
                // A carriage return before the line feed belongs to the end of the line.
                Some('\r') if self.letters.peek() == Some(&'\n') => {
                    self.next();
                    return Ok(row);
                }
                _ => return Ok(row),
            }
        }
    }

    /// A cell, up to the comma or the end of the line behind it.
    fn cell(&mut self) -> Result<Cell, Mistake> {
        let place = (self.line, self.column);
        let mut text = String::new();
        if self.letters.peek() != Some(&'"') {
            while let Some(letter) = self.letters.peek().copied() {
                match letter {
                    ',' | '\n' | '\r' => break,
                    '"' => return Err(mistake((self.line, self.column), "a quote inside a cell", "quotes round the whole cell")),
                    letter => text.push(letter),
                }
                self.next();
            }
            return Ok(Cell { text, place });
        }
        self.next();
        loop {
            match self.next() {
                Some('"') if self.letters.peek() == Some(&'"') => {
                    self.next();
                    text.push('"');
                }
                Some('"') => break,
                Some(letter) => text.push(letter),
                None => return Err(mistake(place, "a quote that is not closed", "a quote at the end of the cell")),
            }
        }
        match self.letters.peek() {
            None | Some(',' | '\n' | '\r') => Ok(Cell { text, place }),
            Some(_) => Err(mistake((self.line, self.column), "text behind a closing quote", "a comma, or the end of the line")),
        }
    }
}

fn mistake(place: (u32, u32), reason: &str, accepted: &str) -> Mistake {
    Mistake { place, field: String::new(), wrong: Wrong::new(reason, accepted) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        rows(text).unwrap().into_iter().map(|row| row.into_iter().map(|cell| cell.text).collect()).collect()
    }

    #[test]
    fn quotes_commas_and_ends_of_lines_are_read() {
        assert_eq!(texts("a,b\r\n\"1,5\",\"say \"\"x\"\"\"\n\n,\n"), [vec!["a", "b"], vec!["1,5", "say \"x\""], vec!["", ""]]);
        assert_eq!(texts("a,\"b\nc\"\nd,e"), [vec!["a", "b\nc"], vec!["d", "e"]]);
        assert_eq!(texts(""), Vec::<Vec<String>>::new());
        let read = rows("ab,c\nd,\"e\"").unwrap();
        assert_eq!((read[0][1].place, read[1][1].place), ((1, 4), (2, 3)));
    }

    #[test]
    fn broken_quotes_are_placed() {
        assert_eq!(rows("a,b\nc,\"d").unwrap_err().place, (2, 3));
        assert_eq!(rows("a,b\nc,d\"e").unwrap_err().place, (2, 4));
        assert_eq!(rows("\"a\"b").unwrap_err().place, (1, 4));
    }
}
