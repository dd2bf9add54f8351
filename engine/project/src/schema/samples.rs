//! Small values of a type, one for each variant of its enums: what has blocks to look at, and what a schema must accept.

use super::{Container, Field, Found, Holds, Type};
use serde_json::{Map, Value, json};

/// Deeper than any file.
const DEEPEST: usize = 48;

/// Values in which every list has an element and every field that is left out has a default. Value `n` takes variant `n` of every
/// enum, the first again after the last, so that all together take each.
pub(crate) fn samples(found: &Found) -> Vec<Value> {
    let variants = found.containers.values().map(|container| match container {
        Container::Struct(_) => 1,
        Container::Enum(variants) => variants.len(),
    });
    (0..variants.max().unwrap_or(1)).map(|turn| value(found, &found.root, turn, 0)).collect()
}

fn value(found: &Found, of: &Type, turn: usize, depth: usize) -> Value {
    let inner = |of: &Type| value(found, of, turn, depth + 1);
    if depth > DEEPEST {
        return Value::Null;
    }
    match of {
        Type::Unknown => Value::Null,
        Type::Bool => json!(false),
        Type::Integer { .. } => json!(1),
        Type::Number => json!(1.0),
        Type::Text => json!("text"),
        Type::Optional(of) => inner(of),
        Type::List(of) => json!([inner(of)]),
        Type::Array(of, length) => json!(vec![inner(of); *length]),
        Type::Map(of) => json!({ "key": inner(of) }),
        Type::Named(name) => match found.containers.get(name) {
            Some(Container::Struct(fields)) => object(found, fields, turn, depth),
            Some(Container::Enum(variants)) if !variants.is_empty() => {
                let (variant, holds) = &variants[turn % variants.len()];
                match holds {
                    Holds::Nothing | Holds::Unknown => json!(variant),
                    Holds::Value(of) => json!({ *variant: inner(of) }),
                    Holds::Fields(fields) => json!({ *variant: object(found, fields, turn, depth) }),
                }
            }
            _ => Value::Null,
        },
    }
}

fn object(found: &Found, fields: &[Field], turn: usize, depth: usize) -> Value {
    let written = fields.iter().filter(|field| field.required || holds_fields(found, &field.of));
    Value::Object(written.map(|field| (field.name.to_owned(), value(found, &field.of, turn, depth + 1))).collect::<Map<_, _>>())
}

/// Whether a value of this type has fields, by itself or in what it holds.
fn holds_fields(found: &Found, of: &Type) -> bool {
    match of {
        Type::Optional(of) | Type::List(of) | Type::Array(of, _) | Type::Map(of) => holds_fields(found, of),
        Type::Named(name) => match found.containers.get(name) {
            Some(Container::Struct(_)) => true,
            Some(Container::Enum(variants)) => variants.iter().any(|(_, holds)| !matches!(holds, Holds::Nothing)),
            None => false,
        },
        _ => false,
    }
}
