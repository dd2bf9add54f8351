//! From the layout's rules to slots with bands on the lattice.

/// Index of a strate from the top, 0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrateIndex(pub u16);

/// Stable id of a slot: `<batch id>.<n>`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub String);

/// World lattice heights of a strate; each is a multiple of the layout unit. A strate owns `bottom <= z < top`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// Upper face of the ceiling band.
    pub top: i32,
    /// Upper face of the content.
    pub content_top: i32,
    /// Content floor: z = 0 of the strate-local frame.
    pub content_floor: i32,
    /// Lower face of the bedrock (the interface to the next strate, or the gap).
    pub bottom: i32,
}
