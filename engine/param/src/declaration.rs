//! The fixed description of a parameter: type, default, ranges, unit and texts.

/// The unit an author reads and types. Everything is metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// No unit (names, switches).
    None,
    /// Metres.
    Metres,
    /// Cycles per metre.
    PerMetre,
    /// Degrees.
    Degrees,
    /// A plain ratio.
    Ratio,
    /// A whole number of things.
    Count,
    /// Metres per second.
    MetresPerSecond,
}

impl Unit {
    /// The text after a number in the interface: `m`, `/m`, `°`, or nothing.
    pub fn suffix(self) -> &'static str {
        match self {
            Unit::Metres => "m",
            Unit::PerMetre => "/m",
            Unit::Degrees => "°",
            Unit::MetresPerSecond => "m/s",
            Unit::None | Unit::Ratio | Unit::Count => "",
        }
    }
}

/// How the composer may treat a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Blended between parents, then jittered.
    Blend,
    /// Blended, then rounded to the nearest allowed value (counts).
    Snap,
    /// Inherited from the dominant parent.
    Inherit,
    /// Never changed by the composer.
    Fixed,
}

/// What has to be made anew when a parameter changes; the help text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The world's shape: tiles are meshed again.
    Shape,
    /// How high water stands: no rock moves, yet it is another world.
    Water,
    /// Colour, light or fog only: tiles stay.
    Look,
    /// Nothing visible (names, notes).
    Nothing,
}

/// Type, default and ranges of a parameter. `hard` bounds are refused outside; `soft` bounds are the slider's.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "default, hard and soft are described on the enum")]
pub enum Kind {
    /// A finite `f32`.
    Float { default: f32, hard: [f32; 2], soft: [f32; 2] },
    /// A whole number.
    Int { default: i64, hard: [i64; 2], soft: [i64; 2] },
    /// A switch.
    Bool { default: bool },
    /// One of several names.
    Choice { default: usize, options: &'static [&'static str] },
    /// Free text.
    Text { default: &'static str },
    /// An sRGB colour, three ratios 0..=1.
    Color { default: [f32; 3] },
}

/// The one declaration of one parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decl {
    /// The field's name, as in RON (`floor_m`).
    pub name: &'static str,
    /// Sentence case, without the unit (`Floor height`).
    pub label: &'static str,
    /// Unit of the value.
    pub unit: Unit,
    /// Type, default and ranges.
    pub kind: Kind,
    /// Heading it stands under in the inspector.
    pub group: &'static str,
    /// One line: what it is and what a larger value means.
    pub help: &'static str,
    /// What the composer may do with it.
    pub treatment: Treatment,
    /// What must be regenerated when it changes.
    pub effect: Effect,
}
