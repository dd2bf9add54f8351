//! What a file says, quoted in a message: short, on one line, and without letters that a terminal would obey.

use std::borrow::Cow;

/// Most characters of a value that a message quotes.
const MOST_QUOTED: usize = 40;

/// A value as a message quotes it: its first line, at most some forty characters, nothing in it that a terminal would obey.
pub fn quoted(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    plain(&shortened(line, MOST_QUOTED)).into_owned()
}

/// A text of at most `most` characters; what is left out is shown by `…`.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

/// A text in which control characters, and those that turn the direction of writing, are written as escapes (`\u{1b}`, `\n`).
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_obeyed(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

fn is_obeyed(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_value_is_short_and_harmless() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(quoted("first\nsecond"), "first");
        assert_eq!(quoted(&"x".repeat(9_999_999)).chars().count(), 41);
        assert_eq!(plain("right\u{202e}left\n"), "right\\u{202e}left\\n");
    }
}
