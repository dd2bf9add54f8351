//! One declaration gives default, table, access by index, ranges and relations.

extern crate voxelforge_param as param;

use param::{Choice, ChoiceParam, Effect, Kind, ParamBlock, Params, Treatment, Unit, Value, validate};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choice)]
enum Style {
    Straight,
    Winding,
}

#[derive(Clone, Debug, PartialEq, Params)]
#[params(relation(fields = ["low_m", "high_m"], text = "high_m must be above low_m", holds = |p: &Self| p.low_m < p.high_m))]
struct Sample {
    #[param(default = -1.5, hard = [-8.0, 64.0], soft = [-4.0, 32.0], unit = Metres, group = "Heights", label = "Low", help = "Lower end")]
    low_m: f32,
    #[param(default = 4.0, hard = [-8.0, 64.0], soft = [0.0, 32.0], unit = Metres, group = "Heights", label = "High", help = "Upper end", treatment = Fixed)]
    high_m: f32,
    #[param(default = 3, hard = [1, 9], soft = [1, 4], unit = Count, group = "Number", label = "Count", help = "How many")]
    count: i64,
    #[param(default = true, group = "Switches", label = "Open", help = "Whether it opens")]
    open: bool,
    #[param(default = Winding, group = "Switches", label = "Style", help = "Its course")]
    style: Style,
    #[param(default = "none", group = "Texts", label = "Note", help = "Free text", effect = Nothing)]
    note: String,
    #[param(default = [0.25, 0.5, 1.0], group = "Look", label = "Colour", help = "Its colour", effect = Look)]
    color: [f32; 3],
}

#[test]
fn defaults_come_from_the_declarations() {
    let sample = Sample::default();
    assert_eq!((sample.low_m, sample.count, sample.open, sample.style), (-1.5, 3, true, Style::Winding));
    assert_eq!((sample.note.as_str(), sample.color), ("none", [0.25, 0.5, 1.0]));
    for (index, decl) in Sample::decls().iter().enumerate() {
        let value = sample.get(index).unwrap();
        let same = match (decl.kind, &value) {
            (Kind::Float { default, .. }, Value::Float(value)) => default == *value,
            (Kind::Int { default, .. }, Value::Int(value)) => default == *value,
            (Kind::Bool { default }, Value::Bool(value)) => default == *value,
            (Kind::Choice { default, .. }, Value::Choice(value)) => default == *value,
            (Kind::Text { default }, Value::Text(value)) => default == value,
            (Kind::Color { default }, Value::Color(value)) => default == *value,
            _ => false,
        };
        assert!(same, "{}", decl.name);
    }
    assert_eq!(sample.get(Sample::decls().len()), None);
    assert_eq!(validate(&sample), []);
}

#[test]
fn treatment_and_effect_follow_the_type_unless_written() {
    let decls = Sample::decls();
    let treatments: Vec<Treatment> = decls.iter().map(|decl| decl.treatment).collect();
    use Treatment::{Blend, Fixed, Inherit, Snap};
    assert_eq!(treatments, [Blend, Fixed, Snap, Inherit, Inherit, Inherit, Blend]);
    assert_eq!((decls[0].effect, decls[5].effect, decls[6].effect), (Effect::Shape, Effect::Nothing, Effect::Look));
    assert_eq!((decls[0].unit, decls[3].unit), (Unit::Metres, Unit::None));
}

#[test]
fn values_outside_their_declaration_are_refused_and_change_nothing() {
    let mut sample = Sample::default();
    let wrong = [
        (0, Value::Float(f32::NAN)),
        (0, Value::Float(f32::INFINITY)),
        (0, Value::Float(64.5)),
        (0, Value::Int(3)),
        (2, Value::Int(0)),
        (3, Value::Int(1)),
        (4, Value::Choice(2)),
        (6, Value::Color([0.0, 1.01, 0.0])),
        (6, Value::Color([0.0, f32::NAN, 0.0])),
        (7, Value::Bool(true)),
    ];
    for (index, value) in wrong {
        assert!(sample.set(index, value.clone()).is_err(), "{index}: {value:?}");
    }
    assert_eq!(sample, Sample::default());
    let refusal = sample.set(0, Value::Float(64.5)).unwrap_err();
    assert_eq!(refusal.to_string(), "low_m: 64.5 m is out of range; accepted: -8 m to 64 m");
}

#[test]
fn values_within_their_declaration_are_set() {
    let mut sample = Sample::default();
    let right = [Value::Float(0.0), Value::Float(64.0), Value::Int(9), Value::Bool(false), Value::Choice(0)];
    let right = right.into_iter().chain([Value::Text("a\nb".to_owned()), Value::Color([0.0, 1.0, 0.5])]);
    for (index, value) in right.enumerate() {
        sample.set(index, value.clone()).unwrap();
        assert_eq!(sample.get(index), Some(value));
    }
    assert_eq!(sample.style, Style::Straight);
}

#[test]
fn a_broken_relation_is_told_with_its_values() {
    let sample = Sample { low_m: 5.5, ..Sample::default() };
    let violations = validate(&sample);
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].field, "low_m, high_m");
    assert_eq!(
        violations[0].to_string(),
        "low_m, high_m: low_m is 5.5 m and high_m is 4 m; accepted: high_m must be above low_m"
    );
}

#[test]
fn a_relation_is_not_judged_on_values_that_are_wrong_by_themselves() {
    let sample = Sample { low_m: f32::NAN, count: 0, ..Sample::default() };
    let fields: Vec<String> = validate(&sample).into_iter().map(|violation| violation.field).collect();
    assert_eq!(fields, ["low_m", "count"]);
}

#[test]
fn choices_count_from_zero_in_source_order() {
    assert_eq!(Style::OPTIONS, ["Straight", "Winding"]);
    assert_eq!(Style::from_index(1), Some(Style::Winding));
    assert_eq!((Style::Winding.index(), Style::from_index(2)), (1, None));
}
