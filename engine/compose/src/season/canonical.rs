//! Canonical JSON: sorted keys, two spaces of indentation, one line end, large numbers as text.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The one text of a value.
pub fn canonical_text(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, 0, &mut out);
    out.push('\n');
    out
}

fn write_value(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            // Short lists of plain values stay on one line: positions, ranges, colours.
            let plain = items.len() <= 8 && items.iter().all(|i| !i.is_array() && !i.is_object());
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    out.push_str(if plain { ", " } else { "," });
                }
                if !plain {
                    new_line(depth + 1, out);
                }
                write_value(item, depth + 1, out);
            }
            if !plain {
                new_line(depth, out);
            }
            out.push(']');
        }
        Value::Object(fields) if !fields.is_empty() => {
            let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
            out.push('{');
            for (place, (key, item)) in sorted.into_iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                new_line(depth + 1, out);
                let _ = write!(out, "{}: ", Value::String(key.clone()));
                write_value(item, depth + 1, out);
            }
            new_line(depth, out);
            out.push('}');
        }
        plain => {
            let _ = write!(out, "{plain}");
        }
    }
}

fn new_line(depth: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// Line and column (1-based, in bytes) of the first byte at which two texts differ; `None` when they are equal.
pub fn first_difference(a: &str, b: &str) -> Option<(usize, usize)> {
    if a == b {
        return None;
    }
    let at = a.bytes().zip(b.bytes()).position(|(x, y)| x != y).unwrap_or_else(|| a.len().min(b.len()));
    let before = &a.as_bytes()[..at];
    let line = before.iter().filter(|&&c| c == b'\n').count();
    let column = before.iter().rev().take_while(|&&c| c != b'\n').count();
    Some((line + 1, column + 1))
}

/// Turns every number under a key named `seed` into text.
pub(super) fn seeds_to_text(value: &mut Value) {
    visit_seeds(value, &|seed| {
        if let Value::Number(number) = &*seed {
            *seed = Value::String(number.to_string());
        }
    });
}

/// The opposite of [`seeds_to_text`].
pub(super) fn seeds_to_numbers(value: &mut Value) {
    visit_seeds(value, &|seed| {
        if let Some(number) = seed.as_str().and_then(|text| text.parse::<u64>().ok()) {
            *seed = Value::from(number);
        }
    });
}

fn visit_seeds(value: &mut Value, change: &dyn Fn(&mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| visit_seeds(item, change)),
        Value::Object(fields) => {
            for (key, item) in fields.iter_mut() {
                if key == "seed" { change(item) } else { visit_seeds(item, change) }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_order_of_keys_does_not_show() {
        let a: Value = serde_json::from_str(r#"{"b":[1,{"y":2,"x":"ü"}],"a":{}}"#).unwrap();
        let b: Value = serde_json::from_str(r#"{"a":{},"b":[1,{"x":"ü","y":2}]}"#).unwrap();
        assert_eq!(canonical_text(&a), canonical_text(&b));
        assert_eq!(serde_json::from_str::<Value>(&canonical_text(&a)).unwrap(), a);
    }

    #[test]
    fn a_difference_has_a_line_and_a_column() {
        assert_eq!(first_difference("a\nbcd", "a\nbxd"), Some((2, 2)));
        assert_eq!(first_difference("a\nb", "a\nb\n"), Some((2, 2)));
        assert_eq!(first_difference("same", "same"), None);
    }

    #[test]
    fn the_largest_seed_survives_as_text() {
        let mut value = json!({"slots": [{"seed": u64::MAX}], "seed": null});
        let before = value.clone();
        seeds_to_text(&mut value);
        assert_eq!(value["slots"][0]["seed"], json!("18446744073709551615"));
        seeds_to_numbers(&mut value);
        assert_eq!(value, before);
    }
}
