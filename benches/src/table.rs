//! The table: which rows are wanted, how a time is taken, how a row is printed.

use cpu_time::ThreadTime;

/// Rows printed as they are measured.
pub struct Table {
    wanted: Vec<String>,
    met: usize,
    missed: Vec<String>,
}

/// A peer's time for the same work.
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// In the row's unit; `None` where it could not do the work.
    pub value: Option<f64>,
    /// How many times as long it is to take at least, where that is a target.
    pub at_least: Option<f64>,
}

impl Peer {
    /// A peer to compare with; no ratio is asked for.
    pub fn new(name: &'static str, value: f64) -> Self {
        Self { name, value: Some(value), at_least: None }
    }
    /// The same with the ratio that is a target.
    pub fn at_least(self, ratio: f64) -> Self {
        Self { at_least: Some(ratio), ..self }
    }
    /// Its time, how many times as long that is, and what was aimed at.
    fn text(&self, unit: &str, measured: f64) -> String {
        let Some(value) = self.value else { return format!("{}: could not be measured", self.name) };
        let ratio = value / measured;
        let aim = self.at_least.map_or(String::new(), |aim| format!(", {aim}x {}", verdict(ratio >= aim)));
        format!("{} {value:.1} {unit} ({ratio:.1}x{aim})", self.name)
    }
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "not met" }
}

impl Table {
    /// Prints the heading. Without names every row is wanted.
    pub fn begin(wanted: Vec<String>) -> Self {
        println!("processor at this moment: {:.2} dependent additions per ns (targets were set at 3.67)", additions_per_ns());
        println!("{:<4} {:<66} {:>9} {:>8} {:>6}  {:<8} peers", "row", "work", "measured", "target", "ratio", "");
        Self { wanted, met: 0, missed: Vec::new() }
    }
    /// Whether a row is to be measured.
    pub fn wants(&self, row: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(row))
    }
    /// Prints a row: what it measures, in which unit, its target (not to be exceeded), and how peers do.
    pub fn row(&mut self, row: &str, work: &str, unit: &str, measured: f64, target: Option<f64>, peers: &[Peer]) {
        let (aim, ratio, outcome) = match target {
            Some(target) => (format!("{target:.2}"), format!("{:.2}", measured / target), verdict(measured <= target)),
            None => Default::default(),
        };
        match target {
            Some(target) if measured > target => self.missed.push(format!("{row} {work}")),
            Some(_) => self.met += 1,
            None => {}
        }
        let peers: Vec<String> = peers.iter().map(|peer| peer.text(unit, measured)).collect();
        let work = format!("{work} ({unit})");
        println!("{row:<4} {work:<66} {measured:>9.2} {aim:>8} {ratio:>6}  {outcome:<8} {}", peers.join("; "));
    }
    /// Prints a line under a row.
    pub fn note(&self, text: &str) {
        println!("{:4}   {text}", "");
    }
    /// Prints how many targets were met, and which were not.
    pub fn end(&self) {
        println!("processor at this moment: {:.2} dependent additions per ns", additions_per_ns());
        println!("{} of {} targets met", self.met, self.met + self.missed.len());
        self.missed.iter().for_each(|row| println!("not met: {row}"));
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
