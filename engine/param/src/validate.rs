//! Ranges, finiteness and relations: what a value may be, said in words when it is not.

use crate::{Decl, Kind, ParamBlock, Unit, Value};

/// Why a value was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}; accepted: {accepted}")]
pub struct Violation {
    /// Field name, or several joined by ", " for a relation.
    pub field: String,
    /// What is wrong, with the value.
    pub reason: String,
    /// What would be accepted (`2 m to 256 m`).
    pub accepted: String,
}

/// Every range and relation the block breaks; empty when it is good. Relations are judged only where every field is good by itself.
pub fn validate(block: &dyn ParamBlock) -> Vec<Violation> {
    let declarations = block.declarations();
    let mut violations: Vec<Violation> =
        (0..declarations.len()).filter_map(|index| accept(declarations, index, &block.get(index)?).err()).collect();
    for relation in block.relations() {
        let judged = relation.fields.iter().all(|field| violations.iter().all(|violation| violation.field != *field));
        if judged && !(relation.holds)(block) {
            let values = relation.fields.iter().map(|field| format!("{field} is {}", shown(block, field)));
            violations.push(Violation {
                field: relation.fields.join(", "),
                reason: values.collect::<Vec<_>>().join(" and "),
                accepted: relation.text.to_owned(),
            });
        }
    }
    violations
}

/// Judges a value for parameter `index` of a block. Refuses an index past the end, a wrong type, a number that is not finite and a
/// value outside the hard range.
pub fn accept(declarations: &[Decl], index: usize, value: &Value) -> Result<(), Violation> {
    let Some(decl) = declarations.get(index) else {
        return Err(Violation {
            field: format!("#{index}"),
            reason: "no such parameter".to_owned(),
            accepted: format!("0 to {}", declarations.len().saturating_sub(1)),
        });
    };
    let within = match (&decl.kind, value) {
        (Kind::Float { hard, .. }, Value::Float(value)) => value.is_finite() && hard[0] <= *value && *value <= hard[1],
        (Kind::Int { hard, .. }, Value::Int(value)) => hard[0] <= *value && *value <= hard[1],
        (Kind::Choice { options, .. }, Value::Choice(option)) => *option < options.len(),
        (Kind::Color { .. }, Value::Color(color)) => color.iter().all(|part| (0.0..=1.0).contains(part)),
        (Kind::Bool { .. }, Value::Bool(_)) | (Kind::Text { .. }, Value::Text(_)) => true,
        _ => false,
    };
    if within {
        return Ok(());
    }
    Err(Violation { field: decl.name.to_owned(), reason: refusal(decl, value), accepted: accepted(decl) })
}

impl Decl {
    /// The accepted values in words: `2 m to 240 m`, `true or false`, `one of Hard, Gradient`.
    pub fn accepted(&self) -> String {
        accepted(self)
    }
}

fn accepted(decl: &Decl) -> String {
    match decl.kind {
        Kind::Float { hard: [lowest, highest], .. } => {
            format!("{} to {}", with_unit(lowest, decl.unit), with_unit(highest, decl.unit))
        }
        Kind::Int { hard: [lowest, highest], .. } => {
            format!("{} to {}", with_unit(lowest, decl.unit), with_unit(highest, decl.unit))
        }
        Kind::Bool { .. } => "true or false".to_owned(),
        Kind::Choice { options, .. } => format!("one of {}", options.join(", ")),
        Kind::Text { .. } => "text in quotes".to_owned(),
        Kind::Color { .. } => "three ratios from 0 to 1".to_owned(),
    }
}

fn refusal(decl: &Decl, value: &Value) -> String {
    let shown = with_value(decl, value);
    match (&decl.kind, value) {
        (Kind::Float { .. }, Value::Float(number)) if !number.is_finite() => format!("{number} is not a finite number"),
        (Kind::Color { .. }, Value::Color(color)) if color.iter().any(|part| !part.is_finite()) => {
            format!("{shown} is not a colour of finite numbers")
        }
        (Kind::Float { .. }, Value::Float(_)) | (Kind::Int { .. }, Value::Int(_)) | (Kind::Color { .. }, Value::Color(_)) => {
            format!("{shown} is out of range")
        }
        _ => format!("{shown} is of the wrong type"),
    }
}

fn with_value(decl: &Decl, value: &Value) -> String {
    match value {
        Value::Float(number) => with_unit(number, decl.unit),
        Value::Int(number) => with_unit(number, decl.unit),
        Value::Bool(on) => on.to_string(),
        Value::Choice(option) => match decl.kind {
            Kind::Choice { options, .. } => {
                options.get(*option).map_or_else(|| format!("option {option}"), |name| (*name).to_owned())
            }
            _ => format!("option {option}"),
        },
        Value::Text(text) => format!("{text:?}"),
        Value::Color([red, green, blue]) => format!("({red}, {green}, {blue})"),
    }
}

/// A number with its unit: a space before letters, none before `°`.
fn with_unit(number: impl std::fmt::Display, unit: Unit) -> String {
    match unit.suffix() {
        "" => number.to_string(),
        suffix if suffix.starts_with('°') => format!("{number}{suffix}"),
        suffix => format!("{number} {suffix}"),
    }
}

fn shown(block: &dyn ParamBlock, field: &str) -> String {
    let declarations = block.declarations();
    let index = declarations.iter().position(|decl| decl.name == field);
    index.and_then(|index| Some(with_value(declarations.get(index)?, &block.get(index)?))).unwrap_or_else(|| "unknown".to_owned())
}
