//! Seeds: 64 bits, edited as text by one rule; copy, step, random.
//!
//! *The rule.* Digits are a decimal number; `0x` and hexadecimal digits are that number; anything else is words, which become
//! the first eight bytes (little-endian) of the blake3 digest of the text, trimmed and in lower case.

use crate::widgets::{icon_button, notice};
use egui::{TextEdit, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;

/// The seed that a text means; `None` where it is empty or a number beyond 64 bits.
pub fn parse(text: &str) -> Option<u64> {
    let text = text.trim().to_lowercase();
    let plain: String = text.chars().filter(|c| *c != '_' && *c != ' ').collect();
    if plain.is_empty() {
        return None;
    }
    if plain.bytes().all(|b| b.is_ascii_digit()) {
        return plain.parse().ok();
    }
    if let Some(hex) = plain.strip_prefix("0x")
        && !hex.is_empty()
        && hex.bytes().all(|b| b.is_ascii_hexdigit())
    {
        return u64::from_str_radix(hex, 16).ok();
    }
    let digest = blake3::hash(text.as_bytes());
    let (first, _) = digest.as_bytes().split_first_chunk::<8>()?;
    Some(u64::from_le_bytes(*first))
}

/// A field for a seed, with copy, step and random. `Some` when a new seed was entered.
pub fn seed_ui(ui: &mut egui::Ui, name: &str, seed: u64) -> Option<u64> {
    let mut new = None;
    ui.horizontal(|ui| {
        let id = ui.make_persistent_id(("seed", name));
        let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| seed.to_string());
        let width = (ui.available_width() - 96.0).max(60.0);
        let field = TextEdit::singleline(&mut text).font(egui::TextStyle::Monospace).desired_width(width);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::text_edit(true, "", &text, ""));
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
        let understood = parse(&text);
        if response.lost_focus() {
            let escape = ui.input(|i| i.key_pressed(egui::Key::Escape));
            if understood.is_none() && !escape {
                notice::say(ui.ctx(), format!("{name}: “{text}” is no 64-bit number; {seed} stays"));
            }
            new = understood.filter(|value| *value != seed && !escape);
            ui.data_mut(|data| data.remove::<String>(id));
        } else if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text.clone()));
        }
        let hint = match understood {
            Some(value) => format!("{value} = {value:#018x}\nDecimal, 0x hexadecimal, or words"),
            None => "Not a 64-bit number; use decimal, 0x hexadecimal, or words".to_owned(),
        };
        response.on_hover_text(hint);
        if icon_button(ui, icon::COPY, &format!("Copy {name}")).clicked() {
            ui.ctx().copy_text(seed.to_string());
        }
        if icon_button(ui, icon::PLUS, &format!("Next {name}")).clicked() {
            new = Some(seed.wrapping_add(1));
        }
        if icon_button(ui, icon::SHUFFLE, &format!("Random {name}")).clicked() {
            new = Some(random_seed());
        }
    });
    new
}

/// A seed nobody chose: from the clock and the process, mixed.
pub fn random_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&since.as_nanos().to_le_bytes());
    hasher.update(&std::process::id().to_le_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_numbers_and_words_are_words() {
        assert_eq!(parse("18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse(" 0xFf "), Some(255));
        assert_eq!(parse("1 000_000"), Some(1_000_000));
        assert_eq!(parse("18446744073709551616"), None);
        assert_eq!(parse("   "), None);
        assert_eq!(parse("Lantern Deep"), parse(" lantern deep "));
        assert_ne!(parse("lantern deep"), parse("lantern deeps"));
        assert_eq!(parse("0xyz"), parse("0XYZ"));
    }
}
