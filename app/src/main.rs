//! The `voxelforge` binary: command line and window; it wires the rooms together and decides nothing.
fn main() {}
