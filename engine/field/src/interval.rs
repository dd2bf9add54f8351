//! Closed intervals that enclose every value the *computed* point form can return.

/// `lo <= hi`, never NaN; infinities stand for "unknown".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f32,
    /// Upper end.
    pub hi: f32,
}

impl Interval {
    /// The whole line: nothing is known; costs only speed.
    pub const WHOLE: Self = Self { lo: f32::NEG_INFINITY, hi: f32::INFINITY };
}
