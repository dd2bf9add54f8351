//! The table: which rows are wanted, how a time is taken, how a row is printed.

use cpu_time::ThreadTime;

/// Rows printed as they are measured.
pub struct Table {
    wanted: Vec<String>,
}

/// A peer's time for the same work, in the row's unit.
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// `None` where it could not do the work.
    pub value: Option<f64>,
}

impl Table {
    /// Prints the heading. Without names every row is wanted.
    pub fn begin(wanted: Vec<String>) -> Self {
        println!("processor at this moment: {:.2} dependent additions per ns (targets were set at 3.67)", additions_per_ns());
        println!("{:<5} {:<62} {:>9} {:>9}  {:<8} peer", "row", "work", "measured", "target", "");
        Self { wanted }
    }
    /// Whether a row is to be measured.
    pub fn wants(&self, row: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|wanted| wanted == row)
    }
    /// Prints a row: what it measures, in which unit, and how peers do.
    pub fn row(&self, row: &str, work: &str, unit: &str, measured: f64, target: Option<f64>, peers: &[Peer]) {
        let aim = target.map_or(String::new(), |target| format!("{target:.2}"));
        let verdict = match target {
            Some(target) if measured <= target => "met",
            Some(_) => "not met",
            None => "",
        };
        let peers: Vec<String> = peers
            .iter()
            .map(|peer| match peer.value {
                Some(value) => format!("{} {value:.1} {unit} ({:.1}x)", peer.name, value / measured),
                None => format!("{}: could not be measured", peer.name),
            })
            .collect();
        let work = format!("{work} ({unit})");
        println!("{row:<5} {work:<62} {measured:>9.2} {aim:>9}  {verdict:<8} {}", peers.join(", "));
    }
}

/// Least processor time of many runs, in nanoseconds.
pub fn least_ns(runs: usize, mut work: impl FnMut()) -> f64 {
    (0..runs.max(1)).map(|_| once_ns(&mut work)).fold(f64::INFINITY, f64::min)
}

/// Processor time of one run, in nanoseconds.
pub fn once_ns(mut work: impl FnMut()) -> f64 {
    let began = ThreadTime::now();
    work();
    began.elapsed().as_secs_f64() * 1e9
}

/// Additions that wait for each other, per nanosecond: the clock rate, about.
fn additions_per_ns() -> f64 {
    const N: u64 = 400_000;
    let chain = || {
        let mut sum = std::hint::black_box(1u64);
        for i in 0..N {
            // Neither a product nor a closed form does this.
            sum = (sum ^ i).wrapping_add(i);
        }
        std::hint::black_box(sum);
    };
    2.0 * N as f64 / least_ns(40, chain)
}
