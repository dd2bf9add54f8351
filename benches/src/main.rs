//! Benchmarks of the engine with its peers, in one run and one table.
//!
//! *Method.* Times are of the thread's own processor time, so that other work on the machine counts only by the clock rate and the caches
//! it takes away. A kernel's time is the least of many runs; a tile's is the least of a few, and its row the mean over many tiles. The first
//! line says how fast the processor is at this moment. Rows are chosen by name: `cargo xtask bench N1 T2`.

mod grids;
mod noise;
mod shapes;
mod table;
mod tiles;

use table::Table;

fn main() {
    let mut table = Table::begin(std::env::args().skip(1).collect());
    noise::rows(&mut table);
    shapes::rows(&mut table);
    grids::rows(&mut table);
    tiles::rows(&mut table);
    table.end();
}
