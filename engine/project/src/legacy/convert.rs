//! One exported set into a strate, with a line for every field about what became of it.

use super::fields::{FIELDS, Fate, LegacyField, RELIEF_KINDS, Rule, SWITCHES};
use super::source::{KINDS, LegacySet, nearest_field};
use param::{Decl, Kind, ParamBlock, Value};
use serde::Serialize;
use std::collections::BTreeMap;
use world::defs::{Archetype, Modifier, StrateDef};

/// What became of a field of a set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It lives on with the same meaning and size.
    Mapped {
        /// Path in the strate.
        path: String,
        /// The value there, with its unit.
        value: String,
    },
    /// It lives on, but not as large as it was.
    Changed {
        /// Path in the strate.
        path: String,
        /// The value there, with its unit.
        value: String,
        /// Why it is not what was exported.
        reason: String,
    },
    /// It has no successor here.
    Dropped {
        /// Why.
        reason: String,
    },
    /// The set does not give it; the strate has this engine's default.
    Absent,
    /// There is no such field.
    Unknown {
        /// The field of the nearest name.
        nearest: Option<&'static str>,
    },
}

/// A field of a set and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Name, as in the table, or as written where it is unknown.
    pub field: String,
    /// The number exported.
    pub was: Option<f64>,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// The strate a set becomes and a line for each of its fields; `size_m` is the edge of the earlier world's voxel, metres, positive.
pub fn convert(set: &LegacySet, id: &str, size_m: f64) -> (StrateDef, Vec<Line>) {
    let mut strate = StrateDef::new(id, archetype(&set.kind));
    strate.name.clone_from(&set.name);
    strate.modifiers = SWITCHES.iter().filter(|(_, switch)| is_on(set, switch)).filter_map(|(name, _)| modifier(name)).collect();
    let wanted = wanted(set, size_m);
    let mut reasons = BTreeMap::new();
    for (path, (sum, count)) in &wanted {
        if let Some(reason) = set_at(&mut strate, path, sum / f64::from(*count)) {
            reasons.insert(path.clone(), reason);
        }
    }
    if strate.modifiers.iter().any(|modifier| modifier.name() == RELIEF) {
        // The modifier is the relief now; the archetype's own would be a second one.
        set_at(&mut strate, "archetype.roughness_m", 0.0);
    }
    settle(&mut strate, &mut reasons);
    let known = FIELDS.iter().map(|field| line(field, set, &strate, &wanted, &reasons));
    let unknown = set.unknown.iter().map(|name| Line {
        field: name.clone(),
        was: None,
        outcome: Outcome::Unknown { nearest: nearest_field(name) },
    });
    let lines = known.chain(unknown).collect();
    (strate, lines)
}

/// The modifier that carries relief of other kinds than the archetype's.
const RELIEF: &str = "RoughnessOnDensity";

fn archetype(kind: &str) -> Archetype {
    let kind = if kind.is_empty() { KINDS[0] } else { kind };
    let found = Archetype::all_defaults().into_iter().find(|archetype| archetype.name() == kind);
    found.unwrap_or_else(|| Archetype::TunnelNetwork(Default::default()))
}

fn modifier(name: &str) -> Option<Modifier> {
    Modifier::all_defaults().into_iter().find(|modifier| modifier.name() == name)
}

fn is_on(set: &LegacySet, switch: &str) -> bool {
    set.values.get(switch).is_some_and(|value| *value != 0.0)
}

fn is_present(set: &LegacySet, modifier: &str) -> bool {
    SWITCHES.iter().any(|(name, switch)| *name == modifier && is_on(set, switch))
}

/// The modifier a path leads into.
fn modifier_of(path: &str) -> Option<&str> {
    path.strip_prefix("modifiers.")?.split('.').next()
}

/// Where a field's value goes in this set.
fn path_of<'a>(set: &LegacySet, path: &'a str) -> &'a str {
    match path {
        "archetype.roughness_m" if is_present(set, RELIEF) => "modifiers.RoughnessOnDensity.roughness_m",
        "archetype.roughness_frequency" if is_present(set, RELIEF) => "modifiers.RoughnessOnDensity.roughness_frequency",
        other => other,
    }
}

/// Sum and number of the values that fields give each path.
fn wanted(set: &LegacySet, size_m: f64) -> BTreeMap<String, (f64, u32)> {
    let mut wanted = BTreeMap::new();
    for field in &FIELDS {
        let (Fate::Lives { paths, rule }, Some(value)) = (field.fate, set.values.get(field.name)) else { continue };
        for (place, path) in paths.iter().map(|path| path_of(set, path)).enumerate() {
            if modifier_of(path).is_some_and(|name| !is_present(set, name)) {
                continue;
            }
            let Some(number) = converted(rule, place, *value, set, size_m) else { continue };
            let entry: &mut (f64, u32) = wanted.entry(path.to_owned()).or_default();
            *entry = (entry.0 + number, entry.1 + 1);
        }
    }
    wanted
}

/// A number in this engine's unit; `None` where others it depends on are missing or make no sense.
fn converted(rule: Rule, place: usize, value: f64, set: &LegacySet, size_m: f64) -> Option<f64> {
    let other = |name: &str| {
        let default = FIELDS.iter().find(|field| field.name == name).map_or(0.0, |field| field.default);
        set.values.get(name).copied().unwrap_or(default)
    };
    let number = match rule {
        Rule::Length => value * size_m,
        Rule::Limit if value == 0.0 => f64::MAX,
        Rule::Limit => value * size_m,
        Rule::Radius => 2.0 * value * size_m,
        Rule::Frequency => value / size_m,
        Rule::Period => size_m / value,
        Rule::Alternation => 1.0 / (2.0 * value * size_m),
        Rule::Ratio | Rule::Probability | Rule::Option(_) => value,
        Rule::RatioOf(fields) => value * other(fields.get(place)?) * size_m,
        Rule::Density => value / (1.5 * other("BaseDensity") / other("SDFBlend")) * size_m,
        Rule::NoiseThreshold => value / (1.75 * other("WormFrequency")) * size_m,
        Rule::Extent => {
            let (top, bottom) = (set.values.get("StrateTopWorldZ")?, set.values.get("StrateBottomWorldZ")?);
            (top - bottom) * size_m
        }
    };
    (!number.is_nan()).then_some(number)
}

/// Bands are multiples of this length.
const LAYOUT_UNIT_M: f64 = crate::judge::LAYOUT_UNIT_M as f64;

/// The block a path leads into and the parameter's name.
fn block_at<'a>(strate: &'a mut StrateDef, path: &str) -> Option<(&'a mut dyn ParamBlock, String)> {
    let (place, name) = path.rsplit_once('.')?;
    let block: &mut dyn ParamBlock = match place {
        "archetype" => strate.archetype.block_mut(),
        "bands" => &mut strate.bands,
        _ => {
            let wanted = modifier_of(path)?;
            strate.modifiers.iter_mut().find(|modifier| modifier.name() == wanted)?.block_mut()
        }
    };
    Some((block, name.to_owned()))
}

fn place_of(block: &dyn ParamBlock, name: &str) -> Option<usize> {
    block.declarations().iter().position(|decl| decl.name == name)
}

/// Sets a parameter as near to a number as its range allows; why it is not that number, if it is not.
fn set_at(strate: &mut StrateDef, path: &str, number: f64) -> Option<String> {
    let (block, name) = block_at(strate, path)?;
    let place = place_of(block, &name)?;
    let decl = block.declarations().get(place)?;
    let is_band = path.starts_with("bands.");
    let (value, is_exact) = match decl.kind {
        Kind::Float { hard: [lowest, highest], .. } => {
            let fitting = if is_band { (number / LAYOUT_UNIT_M).round() * LAYOUT_UNIT_M } else { number };
            let nearest = (fitting.clamp(f64::from(lowest), f64::from(highest)) as f32).clamp(lowest, highest);
            (Value::Float(nearest), nearest == number as f32)
        }
        Kind::Int { hard: [lowest, highest], .. } => {
            let nearest = (number.round() as i64).clamp(lowest, highest);
            (Value::Int(nearest), nearest as f64 == number)
        }
        Kind::Choice { options, .. } => {
            let name = RELIEF_KINDS.get(number as usize)?;
            (Value::Choice(options.iter().position(|option| option == name)?), true)
        }
        _ => return None,
    };
    if let Err(violation) = block.set(place, value) {
        return Some(violation.to_string());
    }
    let multiples = if is_band { format!(", multiples of {LAYOUT_UNIT_M} m") } else { String::new() };
    (!is_exact).then(|| format!("accepted: {}{multiples}", decl.accepted()))
}

/// Lets values that contradict one another return to the defaults, halfway at a time.
fn settle(strate: &mut StrateDef, reasons: &mut BTreeMap<String, String>) {
    settle_block("archetype", strate.archetype.block_mut(), reasons);
    for modifier in &mut strate.modifiers {
        let place = format!("modifiers.{}", modifier.name());
        settle_block(&place, modifier.block_mut(), reasons);
    }
}

/// Steps halfway towards the default before it is taken wholly.
const STEPS: usize = 6;

fn settle_block(place: &str, block: &mut dyn ParamBlock, reasons: &mut BTreeMap<String, String>) {
    for step in 0..=STEPS {
        let broken: Vec<_> = block.relations().iter().filter(|relation| !(relation.holds)(&*block)).collect();
        if broken.is_empty() {
            return;
        }
        for relation in broken {
            for name in relation.fields {
                let Some(index) = place_of(block, name) else { continue };
                let (Some(decl), Some(Value::Float(value))) = (block.declarations().get(index), block.get(index)) else {
                    continue;
                };
                let Kind::Float { default, .. } = decl.kind else { continue };
                let nearer = if step == STEPS { default } else { 0.5 * (value + default) };
                if nearer != value && block.set(index, Value::Float(nearer)).is_ok() {
                    reasons.insert(format!("{place}.{name}"), relation.text.to_owned());
                }
            }
        }
    }
}

/// What a line says of a field.
fn line(
    field: &LegacyField,
    set: &LegacySet,
    strate: &StrateDef,
    wanted: &BTreeMap<String, (f64, u32)>,
    reasons: &BTreeMap<String, String>,
) -> Line {
    let was = set.values.get(field.name).copied();
    let outcome = match (was, field.fate) {
        (None, _) => Outcome::Absent,
        (Some(_), Fate::Retired { reason }) => Outcome::Dropped { reason: reason.to_owned() },
        (Some(value), Fate::Switch { modifier, reason }) => {
            let path = format!("modifiers.{modifier}");
            if value == 0.0 {
                Outcome::Mapped { path, value: "left out".to_owned() }
            } else {
                Outcome::Changed { path, value: "there".to_owned(), reason: reason.to_owned() }
            }
        }
        (Some(value), Fate::Lives { paths, .. }) => match SWITCHES.iter().find(|(_, switch)| *switch == field.name) {
            Some((modifier, _)) if value == 0.0 => {
                Outcome::Mapped { path: format!("modifiers.{modifier}"), value: "left out".to_owned() }
            }
            _ => lives(paths, set, strate, wanted, reasons),
        },
    };
    Line { field: field.name.to_owned(), was, outcome }
}

fn lives(
    paths: &[&str],
    set: &LegacySet,
    strate: &StrateDef,
    wanted: &BTreeMap<String, (f64, u32)>,
    reasons: &BTreeMap<String, String>,
) -> Outcome {
    let paths: Vec<&str> = paths.iter().map(|path| path_of(set, path)).collect();
    let left_out = paths.iter().find_map(|path| modifier_of(path).filter(|name| !is_present(set, name)));
    if let Some(name) = left_out {
        let switch = SWITCHES.iter().find(|(modifier, _)| *modifier == name).map_or("", |(_, switch)| switch);
        return Outcome::Dropped { reason: format!("{switch} is 0 or absent, so modifiers.{name} is left out") };
    }
    if !paths.iter().all(|path| wanted.contains_key(*path)) {
        return Outcome::Dropped { reason: "what it depends on is absent or zero".to_owned() };
    }
    let mut copy = strate.clone();
    let values: Option<Vec<String>> = paths.iter().map(|path| value_at(&mut copy, path)).collect();
    let path = paths.join(", ");
    let Some(values) = values else {
        return Outcome::Dropped { reason: format!("its successor {path} is not declared in this version") };
    };
    let value = values.join(", ");
    let mut why: Vec<String> = paths.iter().filter_map(|path| reasons.get(*path).cloned()).collect();
    if paths.iter().any(|path| wanted.get(*path).is_some_and(|(_, count)| *count > 1) && *path != "bands.content_m") {
        why.push("the mean of several fields".to_owned());
    }
    why.dedup();
    if why.is_empty() { Outcome::Mapped { path, value } } else { Outcome::Changed { path, value, reason: why.join("; ") } }
}

fn value_at(strate: &mut StrateDef, path: &str) -> Option<String> {
    let (block, name) = block_at(strate, path)?;
    let place = place_of(block, &name)?;
    let decl = block.declarations().get(place)?;
    Some(with_unit(decl, &block.get(place)?))
}

fn with_unit(decl: &Decl, value: &Value) -> String {
    let suffix = decl.unit.suffix();
    let unit = if suffix.is_empty() { String::new() } else { format!(" {suffix}") };
    match (value, decl.kind) {
        (Value::Float(number), _) => format!("{number}{unit}"),
        (Value::Int(number), _) => format!("{number}{unit}"),
        (Value::Choice(place), Kind::Choice { options, .. }) => options.get(*place).copied().unwrap_or_default().to_owned(),
        (other, _) => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_successor_is_a_parameter_of_every_kind() {
        for kind in KINDS {
            let mut strate = StrateDef::new("a", archetype(kind));
            assert_eq!(strate.archetype.name(), kind);
            strate.modifiers = SWITCHES.iter().filter_map(|(name, _)| modifier(name)).collect();
            for field in FIELDS {
                let Fate::Lives { paths, .. } = field.fate else { continue };
                for path in paths {
                    assert!(value_at(&mut strate, path).is_some(), "{kind}: {} -> {path}: no such parameter", field.name);
                }
            }
            for path in ["archetype.cell", "modifiers.Terrace.step", "modifiers.Tarrace.step_m", "bands", ""] {
                assert_eq!(value_at(&mut strate, path), None, "{path}");
            }
        }
    }
}
