//! Steps over the smallest parts of a RON text: trivia, words, numbers and quoted texts. Offsets are bytes.

use super::SyntaxError;
use crate::quote::plain;

/// A position in a text that only moves forward.
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Steps over `expected` if it stands here.
    pub fn eat(&mut self, expected: &str) -> bool {
        let there = self.rest().starts_with(expected);
        if there {
            self.at += expected.len();
        }
        there
    }

    /// An error at this place.
    pub fn error(&self, reason: impl Into<String>, accepted: &'static str) -> SyntaxError {
        SyntaxError { offset: self.at, reason: reason.into(), accepted }
    }

    /// What stands here, for a message.
    pub fn found(&self) -> String {
        self.peek().map_or_else(|| "the end of the file".to_owned(), |next| format!("`{}`", plain(next.encode_utf8(&mut [0; 4]))))
    }

    fn eat_while(&mut self, wanted: impl Fn(char) -> bool) {
        self.at += self.rest().find(|letter| !wanted(letter)).unwrap_or(self.rest().len());
    }

    /// Steps over white space and comments.
    pub fn trivia(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.eat_while(is_space);
            if self.rest().starts_with("//") {
                self.eat_while(|letter| letter != '\n');
            } else if self.rest().starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Block comments nest.
    fn block_comment(&mut self) -> Result<(), SyntaxError> {
        let unclosed = self.error("this comment has no end", "`*/`");
        let mut depth = 0usize;
        loop {
            if self.eat("/*") {
                depth += 1;
            } else if self.eat("*/") {
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            } else if let Some(letter) = self.peek() {
                self.at += letter.len_utf8();
            } else {
                return Err(unclosed);
            }
        }
    }

    /// Steps over a word (`FlatPlain`, `floor_m`, `r#raw-word`); `false` if none stands here.
    pub fn word(&mut self) -> bool {
        if self.rest().starts_with("r#") && !self.rest().starts_with("r#\"") && !self.rest().starts_with("r##") {
            self.at += 2;
            self.eat_while(|letter| is_word(letter) || matches!(letter, '.' | '+' | '-'));
            return true;
        }
        let begins = self.peek().is_some_and(|letter| letter == '_' || letter.is_alphabetic());
        if begins {
            self.eat_while(is_word);
        }
        begins
    }

    /// Steps over a number; `false` if none stands here. Digits are not judged.
    pub fn number(&mut self) -> bool {
        let unsigned = self.rest().trim_start_matches(['+', '-']);
        let begins = unsigned.trim_start_matches('.').starts_with(|letter: char| letter.is_ascii_digit());
        if begins {
            let mut last = ' ';
            while let Some(letter) = self.peek() {
                let signed = matches!(letter, '+' | '-') && matches!(last, ' ' | 'e' | 'E');
                if !(signed || is_word(letter) || letter == '.') {
                    break;
                }
                self.at += letter.len_utf8();
                last = letter;
            }
        } else if ["inf", "NaN"].iter().any(|word| unsigned.starts_with(word)) && matches!(self.peek(), Some('+' | '-')) {
            self.at += 1;
            self.eat_while(is_word);
            return true;
        }
        begins
    }

    /// Steps over a quoted text, a raw text, a byte text or a character; `false` if none stands here.
    pub fn quoted(&mut self) -> Result<bool, SyntaxError> {
        let rest = self.rest();
        let after_byte = rest.strip_prefix('b').unwrap_or(rest);
        let hashes = after_byte.strip_prefix('r').map(|raw| raw.bytes().take_while(|byte| *byte == b'#').count());
        let quote = after_byte.len() - hashes.map_or(0, |count| count + 1);
        let body = rest.get(rest.len() - quote..).unwrap_or_default();
        match (body.chars().next(), hashes) {
            (Some('"'), Some(count)) => self.raw_text(rest.len() - quote + 1, count).map(|()| true),
            (Some('"'), None) => self.escaped(rest.len() - quote + 1, '"').map(|()| true),
            (Some('\''), None) => self.escaped(rest.len() - quote + 1, '\'').map(|()| true),
            _ => Ok(false),
        }
    }

    fn escaped(&mut self, opening: usize, end: char) -> Result<(), SyntaxError> {
        let unclosed = self.error("this text has no closing quote", "a text in quotes");
        self.at += opening;
        let mut letters = self.rest().char_indices();
        while let Some((offset, letter)) = letters.next() {
            if letter == '\\' {
                letters.next();
            } else if letter == end {
                self.at += offset + end.len_utf8();
                return Ok(());
            }
        }
        Err(unclosed)
    }

    fn raw_text(&mut self, opening: usize, hashes: usize) -> Result<(), SyntaxError> {
        let unclosed = self.error("this raw text has no closing quote", "a text in quotes");
        self.at += opening;
        let end = format!("\"{}", "#".repeat(hashes));
        match self.rest().find(&end) {
            Some(offset) => {
                self.at += offset + end.len();
                Ok(())
            }
            None => Err(unclosed),
        }
    }
}

fn is_word(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}

/// White space as RON has it.
pub fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0B' | '\x0C' | '\u{85}' | '\u{200E}' | '\u{200F}' | '\u{2028}' | '\u{2029}')
}
