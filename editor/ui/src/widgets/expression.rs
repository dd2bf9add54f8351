//! Numbers as people type them: decimal comma or point, spaces between digits, arithmetic, units.
//!
//! *Grammar.* `sum = product (('+' | '-') product)*`, `product = factor (('*' | '/') factor)*`,
//! `factor = '-' factor | '(' sum ')' | number unit?`. A number without a unit is in the unit of the field; the answer always is.

use param::Unit;

/// The value a text means in the unit of the field, or why it means none.
pub fn parse(text: &str, unit: Unit) -> Result<f64, String> {
    let mut parser = Parser { rest: text.trim(), unit, depth: 0 };
    if parser.rest.is_empty() {
        return Err("a number is needed".to_owned());
    }
    let value = parser.sum()?;
    if !parser.rest.is_empty() {
        return Err(format!("“{}” is not understood", parser.rest));
    }
    if value.is_finite() { Ok(value) } else { Err("the result is not a finite number".to_owned()) }
}

/// Unit names after a number and what one of them is in the unit of the field; longer names before their beginnings.
fn units(unit: Unit) -> &'static [(&'static str, f64)] {
    match unit {
        Unit::Metres => &[("km", 1000.0), ("cm", 0.01), ("mm", 0.001), ("m", 1.0)],
        Unit::PerMetre => &[("/km", 0.001), ("/m", 1.0)],
        Unit::Degrees => &[("°", 1.0), ("deg", 1.0), ("rad", 180.0 / std::f64::consts::PI)],
        Unit::MetresPerSecond => &[("km/h", 1.0 / 3.6), ("m/s", 1.0)],
        Unit::Ratio => &[("%", 0.01)],
        Unit::None | Unit::Count => &[],
    }
}

struct Parser<'a> {
    rest: &'a str,
    unit: Unit,
    depth: u32,
}

impl Parser<'_> {
    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') || self.take('−') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') || self.take('×') {
                value *= self.factor()?;
            } else if self.take('/') {
                value /= self.factor()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > 64 {
            return Err("too many nested parts".to_owned());
        }
        let value = if self.take('-') || self.take('−') {
            -self.factor()?
        } else if self.take('(') {
            let value = self.sum()?;
            if !self.take(')') {
                return Err("a closing bracket is missing".to_owned());
            }
            value * self.unit_factor()
        } else {
            self.number()? * self.unit_factor()
        };
        self.depth -= 1;
        Ok(value)
    }

    fn number(&mut self) -> Result<f64, String> {
        let mut digits = String::new();
        let mut marks = 0;
        let mut end = 0;
        let text = self.rest;
        for (at, c) in text.char_indices() {
            let next_is_digit = text[at + c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
            match c {
                '0'..='9' => digits.push(c),
                '.' | ',' => {
                    digits.push('.');
                    marks += 1;
                }
                ' ' | '\u{a0}' | '\u{202f}' | '_' if next_is_digit => continue,
                'e' | 'E' if !digits.is_empty() && exponent_follows(&text[at + 1..]) => digits.push('e'),
                '-' | '+' if digits.ends_with('e') => digits.push(c),
                _ => break,
            }
            end = at + c.len_utf8();
        }
        if marks > 1 {
            return Err("more than one decimal mark".to_owned());
        }
        if end == 0 {
            return Err(match text.chars().next() {
                Some(c) => format!("a number is needed before “{c}”"),
                None => "a number is missing at the end".to_owned(),
            });
        }
        let value = digits.parse().map_err(|_| format!("“{}” is not a number", &text[..end]))?;
        self.rest = text[end..].trim_start();
        Ok(value)
    }

    /// Takes a unit if one follows; `/m` after a number per metre is its unit, not a division.
    fn unit_factor(&mut self) -> f64 {
        for (name, factor) in units(self.unit) {
            if let Some(rest) = self.rest.strip_prefix(name)
                && !rest.starts_with(|next: char| next.is_alphabetic())
            {
                self.rest = rest.trim_start();
                return *factor;
            }
        }
        1.0
    }

    fn take(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }
}

fn exponent_follows(rest: &str) -> bool {
    rest.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metres(text: &str) -> Result<f64, String> {
        parse(text, Unit::Metres)
    }

    #[test]
    fn people_may_write_as_they_do() {
        assert_eq!(metres("1.5 km"), Ok(1500.0));
        assert_eq!(metres("1,5"), Ok(1.5));
        assert_eq!(metres("1 200,25 m"), Ok(1200.25));
        assert_eq!(metres("2*8"), Ok(16.0));
        assert_eq!(metres("-(3 + 1) / 8"), Ok(-0.5));
        assert_eq!(metres("1 km + 20"), Ok(1020.0));
        assert_eq!(metres("2e-1"), Ok(0.2));
        assert_eq!(parse("30°", Unit::Degrees), Ok(30.0));
        assert_eq!(parse("25 %", Unit::Ratio), Ok(0.25));
        assert_eq!(parse("0.5 /m", Unit::PerMetre), Ok(0.5));
        assert_eq!(parse("36 km/h", Unit::MetresPerSecond), Ok(10.0));
    }

    #[test]
    fn what_is_no_number_is_refused_in_words() {
        for text in ["", "  ", "abc", "1.2.3", "1,000.5", "2*", "(3", "3)", "1/0", "0/0", "1e999", "5 kg", "NaN", "inf"] {
            let refused = metres(text).expect_err(text);
            assert!(!refused.is_empty());
        }
        let deep = "(".repeat(100_000);
        assert!(metres(&deep).is_err());
    }
}
